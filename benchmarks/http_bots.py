"""The rate of games between bots over HTTP, and what a request costs us.

The bots are asyncio servers in separate processes that answer immediately and at random: any action
that costs nothing, a coup when they must, a challenge or a block half of the time. They refuse all
signals with 404 and tell games apart, so that several tables can be played side by side.

python -m benchmarks.http_bots [--games N]
"""

import argparse
import asyncio
import http.client
import json
import multiprocessing
import random
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import wait
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from coup.arena.http_crew import AddressCrew
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.workers import usable_cores
from coup.hosting.entrants import enter
from coup.hosting.host import play_game, with_turn_limit
from coup.http.client import ways_of
from coup.http.wire import HttpLine, address

LEAST = 150  # games/s to reach at one table
TIMES = 4  # times as many with 8 tables,
CORES = 4  # if the tables and the bots together have this many
FREE = ("income", "foreign_aid", "collect_taxes", "extortion", "investigate", "exchange")
HEADERS = re.compile(r"(Content-Length|Game|Must-Coup|Action|Player|Card): ([^\r]*)")
BLOCKERS = {"foreign_aid": "duke", "assassinate": "contessa", "extortion": "captain"}


class Stub:
    """One seat of one game."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.hand: list[str] = facts["cards"]
        self.others = [each for each in facts["players"] if each != facts["you"]]
        self.lost = 0

    def answer(self, path: str, headers: dict[str, str], facts: Any) -> Any:
        match path:
            case "/play/":
                action = "coup" if headers["must-coup"] == "true" else random.choice(FREE)
                return {"action": action, "target": self.others[0]}
            case "/tries_to_block/":
                card = BLOCKERS[headers["action"]]
                return {"attempt_block": random.random() < 0.5, "card": card}
            case "/challenge/":
                return {"challenges": random.random() < 0.5}
            case "/lose_influence/":
                return {"card": self.hand.pop()}
            case "/new_card_from_challenge/":
                self.hand[self.hand.index(facts["old_card"])] = facts["new_card"]
            case "/inquisitor/give_card_to_inquisitor/":
                self.lent = self.hand.pop()
                return {"card": self.lent}
            case "/inquisitor/card_returned_from_investigation/":
                self.hand.append(facts["card"])
            case "/inquisitor/show_card_to_inquisitor/":
                return {"change_card": random.random() < 0.5}
            case "/inquisitor/choose_card_to_return/":
                return {"card": headers["card"]}
        return None


class StubServer(asyncio.Protocol):
    """Reads requests in one piece or two, as ours come."""

    games: dict[str, Stub] = {}  # noqa: RUF012  (shared by all connections)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.data = b""

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, end, body = self.data.partition(b"\r\n\r\n")
        first, _, rest = head.decode("latin-1").partition("\r\n")
        headers = {name.lower(): value for name, value in HEADERS.findall(rest)}
        if not end or len(body) < int(headers.get("content-length", 0)):
            return
        self.data = b""
        path = first.split(" ")[1]
        facts = json.loads(body) if body else None
        status, answer = self.respond(path, headers, facts)
        text = json.dumps(answer)
        self.transport.write(
            f"HTTP/1.1 {status} -\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
        )

    def respond(self, path: str, headers: dict[str, str], facts: Any) -> tuple[int, Any]:
        if path.startswith("/signal/"):
            return 404, None
        if path == "/tables/":
            return 200, {"tables": 64}
        if path == "/start":
            self.games[headers["game"]] = Stub(facts)
            return 201, None
        return 200, self.games[headers["game"]].answer(path, headers, facts)


def serve(ready: Connection) -> None:
    """Run a stub until its process ends."""

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(StubServer, "127.0.0.1", 0)
        ready.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(forever())


@contextmanager
def stubs(number: int) -> Iterator[list[str]]:
    """Stubs in separate processes; yields their addresses."""
    context = multiprocessing.get_context("spawn")
    processes, urls = [], []
    for _ in range(number):
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(there,), daemon=True)
        process.start()
        processes.append(process)
        urls.append(f"http://127.0.0.1:{here.recv()}")
    try:
        yield urls
    finally:
        for process in processes:
            process.terminate()
            process.join()


def one_table(urls: list[str], games: int) -> tuple[float, float, float]:
    """Games per second, requests per game, and our CPU seconds per request."""
    entrants = enter(urls)
    play_game(entrants, "inquisitor", 0)  # mutes the signals
    lines = [ways_of(url).line for url in urls]
    before = sum(line.requests for line in lines)
    begin, busy = time.perf_counter(), time.process_time()
    for seed in range(games):
        conduct = play_game(entrants, "inquisitor", seed).conduct
        assert not any(each.faults for each in conduct), conduct
    seconds, busy = time.perf_counter() - begin, time.process_time() - busy
    requests = sum(line.requests for line in lines) - before
    return games / seconds, requests / games, busy / requests


def many_tables(urls: list[str], games: int, tables: int) -> float:
    """Games per second at several tables, without the start-up of their processes."""
    entrants = tuple(enter(urls))
    plan = TournamentPlan(entrants, with_turn_limit("inquisitor"), 1, games + tables, pairs=False)
    crew = AddressCrew(tables, plan, Conditions(), False, None)
    try:
        wait([crew.submit(range(number, number + 1), number) for number in range(tables)])
        pieces = 4 * tables
        size = -(-games // pieces)
        begin = time.perf_counter()
        batches = [
            crew.submit(range(first, min(first + size, plan.total)), number % tables)
            for number, first in enumerate(range(tables, plan.total, size))
        ]
        tallies = [batch.result()[0] for batch in batches]
        seconds = time.perf_counter() - begin
    finally:
        crew.close()
    assert not any(tally.faults for tally in tallies)
    return float(sum(tally.games for tally in tallies) / seconds)


def plain_requests(url: str, number: int) -> tuple[float, float]:
    """CPU seconds per request without a game: with our code, and with the standard library."""
    where = address(url)
    line = HttpLine(where)
    begin = time.process_time()
    for _ in range(number):
        line.exchange("GET", "/tables/", "", None, 2.0)
    own = time.process_time() - begin
    connection = http.client.HTTPConnection(where.host, where.port)
    begin = time.process_time()
    for _ in range(number):
        connection.request("GET", "/tables/")
        connection.getresponse().read()
    return own / number, (time.process_time() - begin) / number


def main() -> int:
    """Print the rates; the exit code is 0 if they reach their limits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, metavar="N", help="(default: 2000)")
    games = parser.parse_args().games
    with stubs(2) as urls:
        single, requests, busy = one_table(urls, games // 2)
        several = many_tables(urls, games, 8)
        own, standard = plain_requests(urls[0], 2000)
    print("| two bots over HTTP, signals muted | games/s |")
    print("| --- | ---: |")
    print(f"| one table | {single:,.0f} |")
    print(f"| 8 tables | {several:,.0f} |")
    print()
    print(f"a game takes {requests:.1f} requests")
    print(f"our CPU time for a request, the game included: {1e6 * busy:.0f} microseconds")
    print(f"for a bare request: {1e6 * own:.0f}; with http.client: {1e6 * standard:.0f}")
    cores = usable_cores()
    if cores < CORES:
        print(f"8 tables and their bots share {cores} cores here: that is all they can reach")
    many = several >= TIMES * LEAST or cores < CORES
    return 0 if single >= LEAST and many else 1


if __name__ == "__main__":
    sys.exit(main())
