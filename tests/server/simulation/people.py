"""People at simulated tables, who speak the protocol as docs/protocol.md describes it.

They connect to any worker, repeat what got no reply, and close windows at bad moments.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from coup.server.connection import Connection
from coup.server.tokens import People, owner_of
from coup.server.websocket import Wire
from tests.server.simulation.whims import need, whim

if TYPE_CHECKING:
    from tests.server.simulation.world import Worker, World


LONGEST = 4.0  # seconds until a worker notices a closed window


PEOPLE = People(b"secret")


class Cut(Exception):
    """The connection is gone."""


class Socket:
    """A socket between a person and a worker. Both directions are delayed, and keep their order."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.to_server: asyncio.Queue[Any] = asyncio.Queue()
        self.to_client: asyncio.Queue[Any] = asyncio.Queue()
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.broken = False

    # The worker's end, in ASGI.

    async def receive(self) -> Any:
        message = await self.to_server.get()
        await self._travel()
        return message

    async def send(self, message: Any) -> None:
        await self._travel()
        if self.broken:
            raise OSError("the socket is closed")
        self.to_client.put_nowait(message)
        if message["type"] == "websocket.close":
            self.cut(0)

    # The person's end.

    async def hear(self) -> Any:
        message = await self.to_client.get()
        await self._travel()
        if message["type"] == "websocket.close":
            raise Cut
        return json.loads(message["text"]) if "text" in message else {"type": "open"}

    def say(self, message: dict[str, Any]) -> None:
        if not self.broken:
            self.to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def cut(self, noticed: float) -> None:
        """Break the connection; the worker notices after `noticed` seconds."""
        if not self.broken:
            self.broken = True
            self.to_client.put_nowait({"type": "websocket.close"})
            asyncio.get_running_loop().call_later(
                noticed, self.to_server.put_nowait, {"type": "websocket.disconnect", "code": 1006}
            )

    async def _travel(self) -> None:
        if self.dice.random() < 0.3:
            await asyncio.sleep(self.dice.uniform(0, 0.03))


@dataclass
class Promises:
    """The replies to a person, by the ids of the requests."""

    done: dict[str, int] = field(default_factory=dict)
    refused: dict[str, float] = field(default_factory=dict)  # with the time
    copies: Counter[str] = field(default_factory=Counter)  # how often each was sent


class Person:
    """Somebody with a window that is open most of the time.

    patience: about how many seconds a window stays open; None for ever.
    whims: the number of requests that are not needed to play.
    """

    def __init__(self, world: "World", table: str, name: str, patience: float | None) -> None:
        self.world, self.table, self.name, self.patience = world, table, name, patience
        self.dice = world.dice
        self.token: str = PEOPLE.new_token()
        self.socket: Socket | None = None
        self.state: dict[str, Any] = {}
        self.seen = 0  # the number of the last state on this connection
        self.waiting: dict[str, dict[str, Any]] = {}
        self.promises = Promises()
        self.sent = 0
        self.asked: Any = None
        self.staying = True
        self.whims = self.dice.choice(world.plan.whims)

    @property
    def owner(self) -> str:
        return owner_of(self.token)

    @property
    def connected(self) -> bool:
        return self.socket is not None and not self.socket.broken

    async def live(self) -> None:
        """Connect again and again, until the visit is over."""
        while self.staying or self.waiting:
            workers = self.world.open_workers
            if workers:
                await self._visit(self.dice.choice(workers))
            await asyncio.sleep(self.dice.uniform(0.01, 0.5))

    async def _visit(self, worker: "Worker") -> None:
        self.socket = socket = worker.connect(self)
        self.seen = 0
        socket.say({"type": "hello", "v": 1, "table": self.table, "token": self.token})
        for message in self.waiting.values():
            self._say(message, socket)
        if self.patience is not None and not self.world.quiet:
            asyncio.get_running_loop().call_later(
                self.dice.expovariate(1 / self.patience), self._lose, socket
            )
        try:
            while True:
                self._hear(await socket.hear(), socket)
        except Cut:
            self.socket = None

    def _lose(self, socket: Socket) -> None:
        if not self.world.quiet:
            socket.cut(self.dice.choice((0, 0.01, 1.0, LONGEST)))

    def leave_for_good(self) -> None:
        """Close the window and never come back."""
        self.staying = False
        self.waiting.clear()
        if self.socket is not None:
            self.socket.cut(self.dice.choice((0, 0.01, 1.0)))

    def _hear(self, message: dict[str, Any], socket: Socket) -> None:
        if message["type"] == "done":
            self._done(message["id"], message["number"], message["again"])
        elif message["type"] == "refused" and message["id"] is not None:
            self._refused(message["id"], message["code"], socket)
        elif message["type"] == "state":
            self.world.carried_out.add("hello")
            self._see(message)
        elif message["type"] == "pong":
            self.world.carried_out.add("ping")

    def _see(self, state: dict[str, Any]) -> None:
        if state["number"] <= self.seen:
            self._complain(f"state {state['number']} came after {self.seen}")
        self.seen = state["number"]
        self.state = state
        self._wish()

    def _done(self, message_id: str, number: int, again: bool) -> None:
        request = self.waiting.pop(message_id, None)
        self.promises.done[message_id] = number
        if request is not None:
            self.world.carried_out.add(request["type"])
        if number <= self.seen:  # no state will follow
            self._later(self._wish)
            if not again:
                self._complain(f"state {self.seen} came before the reply to {message_id}")

    def _complain(self, why: str) -> None:
        self.world.faults.append(f"{self.table}: {self.name} sees that {why}")

    def _refused(self, message_id: str, code: str, socket: Socket) -> None:
        if code == "internal":  # try again, with the same id
            self._later(lambda: self._say(self.waiting.get(message_id), socket))
            return
        request = self.waiting.pop(message_id, None)
        self.promises.refused[message_id] = asyncio.get_running_loop().time()
        self.asked = None
        has_seat = bool(self.state and self.state["you"])  # otherwise all may be taken
        if request is not None and (request["type"] != "sit" or has_seat):
            self._later(self._wish)

    def _later(self, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(self.dice.uniform(0.05, 1.0), act)

    def send(self, request: dict[str, Any]) -> None:
        """Repeat a request until there is a reply."""
        self.sent += 1
        message = {**request, "id": f"m{self.sent}"}
        self.waiting[message["id"]] = message
        if self.socket is not None:
            self._say(message, self.socket)

    def _say(self, message: dict[str, Any] | None, socket: Socket) -> None:
        if message is not None:
            self.promises.copies[message["id"]] += 1
            socket.say(message)

    def _wish(self) -> None:
        """Make the next request, given the current state."""
        state = self.state
        if self.waiting or not self.staying or not state:
            return
        if state["you"] is not None and self._has_whim:
            self.whims -= 1
            self._ask_for(whim(state, self.dice))
        elif state["you"] and state["status"] == "waiting" and self.dice.random() < 0.5:
            self.send({"type": "say", "text": f"hello {self.sent}"})
        elif state["question"] and state["question"]["mine"]:
            self._answer(state)
        elif wanted := need(state, f"{self.name}.{self.sent}" if self.sent else self.name):
            self.send(wanted)

    @property
    def _has_whim(self) -> bool:
        return self.whims > 0 and not self.world.quiet and self.dice.random() < 0.4

    def _ask_for(self, request: dict[str, Any]) -> None:
        if request["type"] not in ("hello", "ping"):
            self.send(request)
        elif self.socket is not None:  # they have no id
            self.socket.say(request)
            self._later(self._wish)

    def _answer(self, state: dict[str, Any]) -> None:
        question = state["question"]
        asked = state["game"], question["number"], tuple(state["view"]["legal_moves"])
        if asked != self.asked:
            self.asked = asked
            move = self.dice.choice(state["view"]["legal_moves"])
            self.send({"type": "answer", "question": question["number"], "move": move})

    @property
    def settled(self) -> bool:
        """Whether they wait for nothing, except perhaps a seat."""
        state = self.state
        if not self.connected or not state or self.waiting or is_playing(state):
            return False
        wanted = need(state, self.name)
        return wanted is None or wanted["type"] == "sit"


def is_playing(state: dict[str, Any]) -> bool:
    """Whether the person is in a game."""
    return bool(state["in_game"] and state["status"] == "playing")


def serve(worker: "Worker", person: Person, socket: Socket) -> Connection:
    """The worker's end of a socket."""
    wire = Wire(socket.receive, socket.send)
    return Connection(wire, worker.hall, PEOPLE, PEOPLE.recognise(person.token))
