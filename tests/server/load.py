"""`make load`: many tables with four people each, who answer at a human pace over sockets.

The server runs in a separate process; all clients run in this one. It prints moves a second, the
time from sending a move until all four seats have it, and the server's memory for each table.
`python -m tests.server.load --tables 1000 --seconds 60`.
"""

import argparse
import asyncio
import gc
import json
import random
import time
from collections import defaultdict
from contextlib import closing
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.soak import Worker, database

NAMES = ("ann", "bob", "cleo", "dora")


class Move:
    """A move on its way to all seats."""

    def __init__(self, sent: float) -> None:
        self.sent = sent
        self.waiting = set(NAMES)


class LoadTable:
    """What the clients of one table have seen."""

    def __init__(self) -> None:
        self.has = dict.fromkeys(NAMES, 0)  # the last entry that each seat has
        self.moves: dict[int, Move] = {}


class Load:
    """Clients, and their measurements."""

    def __init__(self, worker: Worker, pace: tuple[float, float]) -> None:
        self.worker = worker
        self.pace = pace
        self.dice = random.Random(1)
        self.tables: dict[str, LoadTable] = defaultdict(LoadTable)
        self.delays: list[float] = []
        self.measuring = False
        self.playing = 0
        self.refused = 0
        self.games = 0

    async def open_tables(self, number: int) -> list[list[str]]:
        """Open tables; for each, its id and four tokens."""
        limits = httpx.Limits(max_connections=8)
        async with httpx.AsyncClient(base_url=self.worker.url, timeout=30, limits=limits) as http:

            async def one() -> list[str]:
                replies = [await http.post("/api/tokens") for _ in NAMES]
                tokens = [reply.json()["token"] for reply in replies]
                body = {"name": NAMES[0], "settings": {"seats": 4, "public": False}}
                head = {"Authorization": f"Bearer {tokens[0]}"}
                reply = await http.post("/api/tables", json=body, headers=head)
                return [reply.json()["table"], *tokens]

            return list(await asyncio.gather(*(one() for _ in range(number))))

    async def seat(self, table_id: str, name: str, token: str) -> None:
        """One client at a table."""
        url = f"ws://127.0.0.1:{self.worker.port}/ws"
        table = self.tables[table_id]
        async with connect(url, max_queue=None, open_timeout=60) as wire:
            await wire.send(
                json.dumps({"type": "hello", "v": 1, "table": table_id, "token": token})
            )
            if name != NAMES[0]:
                await asyncio.sleep(0.5 * NAMES.index(name))
                await wire.send(json.dumps({"type": "sit", "id": "sit", "name": name}))
            asked, number = None, 0
            sent: dict[str, float] = {}
            try:
                async for text in wire:
                    message = json.loads(text)
                    if message["type"] == "done":
                        if message["id"] in sent:
                            self.accepted(table, message["number"], sent.pop(message["id"]))
                        continue
                    if message["type"] != "state":
                        self.refused += message["type"] == "refused"
                        continue
                    self.arrived(table, name, message["number"])
                    key = (message["status"], message["game"], str(message.get("question")))
                    request = self.wish(message)
                    if request and key != asked:
                        asked, number = key, number + 1
                        request["id"] = f"r{number}"
                        asyncio.get_running_loop().create_task(self.later(wire, request, sent))
            except ConnectionClosed:
                return

    async def later(self, wire: Any, request: dict[str, Any], sent: dict[str, float]) -> None:
        """Think, then answer."""
        await asyncio.sleep(self.dice.uniform(*self.pace))
        if request["type"] == "answer":
            sent[request["id"]] = time.perf_counter()
        try:
            await wire.send(json.dumps(request))
        except ConnectionClosed:
            return

    def wish(self, state: dict[str, Any]) -> dict[str, Any] | None:
        if state["status"] != "playing":
            ready = len(state["chairs"]) == 4 and state["you"] == state["host"]
            return {"type": "start"} if ready else None
        question = state["question"]
        if not question["mine"]:
            return None
        move = self.dice.choice(state["view"]["legal_moves"])
        return {"type": "answer", "question": question["number"], "move": move}

    def accepted(self, table: LoadTable, number: int, sent: float) -> None:
        """A move was accepted; some seats may have it already."""
        move = table.moves[number] = Move(sent)
        move.waiting = {name for name, has in table.has.items() if has < number}
        if not move.waiting:
            self.complete(table, number)

    def arrived(self, table: LoadTable, name: str, number: int) -> None:
        """A seat has seen this entry."""
        table.has[name] = number
        for each in [each for each in table.moves if each <= number]:
            table.moves[each].waiting.discard(name)
            if not table.moves[each].waiting:
                self.complete(table, each)

    def complete(self, table: LoadTable, number: int) -> None:
        move = table.moves.pop(number)
        if self.measuring:
            self.delays.append(time.perf_counter() - move.sent)

    async def run(self, number: int, seconds: float) -> None:
        process = psutil.Process(self.worker.process.pid)
        empty = process.memory_info().rss
        opened = await self.open_tables(number)
        people = []
        for table, *tokens in opened:
            for name, token in zip(NAMES, tokens, strict=True):
                people.append(asyncio.create_task(self.seat(table, name, token)))
            await asyncio.sleep(0.015)
        await asyncio.sleep(10)
        self.measuring = True
        used = process.cpu_times()
        begin = time.perf_counter()
        await asyncio.sleep(seconds)
        self.measuring = False
        took = time.perf_counter() - begin
        cpu = process.cpu_times()
        memory = process.memory_info().rss
        delays = sorted(self.delays)
        share = (cpu.user + cpu.system - used.user - used.system) / took
        print(
            f"{number} tables, {4 * number} connections: {len(delays) / took:.0f} moves/s; "
            f"p50 {1000 * delays[len(delays) // 2]:.0f} ms, "
            f"p99 {1000 * delays[int(len(delays) * 0.99)]:.0f} ms until all seats have a move; "
            f"{(memory - empty) / number / 1024:.0f} KB a table with its four connections; "
            f"server {100 * share:.0f} % of a core; {self.refused} refused"
        )
        for task in people:
            task.cancel()
        await asyncio.gather(*people, return_exceptions=True)


def main() -> None:
    """Run one load and print the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgres", action="store_true", help="instead of SQLite")
    parser.add_argument("--pace", type=float, nargs=2, default=(3.0, 9.0), help="seconds to think")
    options = parser.parse_args()
    gc.disable()  # a pause of the clients would count as one of the server
    with database(not options.postgres) as address, closing(Worker(address)) as worker:
        worker.wait()
        asyncio.run(Load(worker, tuple(options.pace)).run(options.tables, options.seconds))


if __name__ == "__main__":
    main()
