"""A real server in a separate thread, and clients that speak its protocol."""

import asyncio
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.sync.client import connect as connect_in_thread

from coup.server.app import make_app
from coup.server.config import Config
from coup.server.migrating import migrate
from coup.server.websocket_protocol import SOCKETS

Choose = Callable[[dict[str, Any]], str]


class Running:
    """A server at a port of this machine."""

    def __init__(self, config: Config, port: int = 0) -> None:
        asyncio.run(migrate(config.database))
        self.server = uvicorn.Server(
            uvicorn.Config(
                make_app(config),
                port=port,
                log_level="warning",
                **SOCKETS,
                timeout_graceful_shutdown=2,
            )
        )
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        end = time.monotonic() + 20
        while not self.server.started and time.monotonic() < end:
            time.sleep(0.01)
        self.port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://localhost:{self.port}"

    def close(self) -> None:
        """Stop as on SIGTERM."""
        self.server.should_exit = True
        self.thread.join(20)

    def client(self, token: str | None = None) -> httpx.Client:
        """A REST client."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=20)

    def token(self) -> str:
        """A new token."""
        with self.client() as client:
            return str(client.post("/api/tokens").json()["token"])

    def open_table(self, token: str, name: str = "ann", **about: Any) -> str:
        """Open a table; its id."""
        with self.client(token) as client:
            reply = client.post("/api/tables", json={"name": name, **about})
            assert reply.status_code == 201, reply.text
            return str(reply.json()["table"])


class Seat:
    """A client at a table. It keeps every text that it is sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.state: dict[str, Any] = {}
        self.story: list[dict[str, Any]] = []
        self.replies: list[dict[str, Any]] = []
        self.sent = 0
        self.name = secrets.token_hex(4)  # makes ids unique among connections
        self.answered: set[tuple[int, tuple[str, ...]]] = set()

    async def send(self, kind: str, /, **fields: Any) -> str:
        """Send a request; its id."""
        self.sent += 1
        message_id = str(fields.pop("id", f"{self.name}.{self.sent}"))
        await self.socket.send(json.dumps({"type": kind, "id": message_id, **fields}))
        return message_id

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        text = str(await asyncio.wait_for(self.socket.recv(), 20))
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "state":
            self.state = message
            if message["view"]:
                story = message["view"]["story"]
                assert story["from"] <= len(self.story)
                self.story[story["from"] :] = story["lines"]
        else:
            self.replies.append(message)
            if message.get("code") == "too_fast":
                self.answered.clear()
                await asyncio.sleep(0.3)
        return message

    async def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait for a state of the table."""
        while not self.state or not wanted(self.state):
            await self.hear()
        return self.state

    async def ask(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its reply."""
        message_id = await self.send(kind, **fields)
        while True:
            message = await self.hear()
            if message["type"] in ("done", "refused") and message["id"] == message_id:
                return message

    async def play(self, choose: Choose) -> dict[str, Any]:
        """Answer every question until the game is over; the last state."""
        while True:
            state = self.state or await self.hear()
            if state.get("status") == "over":
                return state
            question = state.get("question")
            if question and question["mine"]:
                key = (question["number"], tuple(state["view"]["legal_moves"]))
                if key not in self.answered:
                    self.answered.add(key)
                    await self.send("answer", question=question["number"], move=choose(state))
            await self.hear()


def at_random(dice: random.Random) -> Choose:
    """Chooses a legal move at random."""
    return lambda state: str(dice.choice(state["view"]["legal_moves"]))


@asynccontextmanager
async def sitting(url: str, table: str, token: str | None = None) -> Any:
    """A client that has said hello."""
    async with connect(f"{url.replace('http', 'ws')}/ws", max_size=2**22, max_queue=None) as socket:
        hello = {"type": "hello", "v": 1, "table": table}
        await socket.send(json.dumps(hello | ({"token": token} if token else {})))
        yield Seat(socket)


@contextmanager
def at_all(server: Running, tables: list[str], token: str) -> Iterator[None]:
    """Keeps a window open at several tables."""
    with ExitStack() as stack:
        for table in tables:
            wire = stack.enter_context(connect_in_thread(f"{server.url.replace('http', 'ws')}/ws"))
            wire.send(json.dumps({"type": "hello", "v": 1, "table": table, "token": token}))
            while not json.loads(wire.recv())["chairs"][0]["here"]:
                pass
        yield
