"""Plays the games of a tournament in parallel, and never loses or repeats one.

A game depends on its number alone, so it does not matter how many processes there are, in which
order they finish, or whether the games run here or on a Ray cluster.
"""

import atexit
import os
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import Any, Protocol

from coup.arena.journal import TournamentFolder, coup_path, missing, record_line
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.statistics import Statistics
from coup.hosting.host import play_game
from coup.hosting.isolation import Isolation
from coup.rules.errors import CoupError

BATCH = 0.5  # seconds that a batch of games should take
LARGEST = 2000  # games in a batch
PATIENCE = 2.0  # seconds that workers have to end by themselves
SAME_HASHES = ("PYTHONHASHSEED", "0")  # so that players go through sets alike in every process
BREAKS = 5  # so often may workers die one after the other before a tournament is given up


class Worker:
    """Plays games of one tournament in one process.

    records: how many games to keep records of.
    coup_files: the folder for game files, if any.
    """

    def __init__(
        self, plan: TournamentPlan, conditions: Conditions, records: int, coup_files: Path | None
    ) -> None:
        self.plan = plan
        self.conditions = conditions
        self.records = records
        self.coup_files = coup_files
        self.isolation: Isolation | None = None

    def play(self, numbers: range) -> tuple[Statistics, float]:
        """Play some games; returns their results, and how long it took."""
        if self.conditions.isolate and self.isolation is None:
            isolation = self.conditions.isolation()
            self.isolation = isolation and isolation.__enter__()
        begin = time.perf_counter()
        tally = Statistics()
        names = self.plan.names
        for fixture in self.plan.fixtures(numbers):
            played = play_game(
                [self.plan.entrants[who] for who in fixture.lineup],
                self.plan.ruleset,
                fixture.seed,
                limit=self.conditions.limit,
                forfeit=self.conditions.forfeit,
                isolation=self.isolation,
                notes=self.conditions.notes,
            )
            winner = None if played.winner is None else names.index(played.winner)
            tally.add(self.plan, fixture, winner, played.turns, played.conduct, played.game)
            if self.records and self.plan.is_sampled(fixture.number, self.records):
                tally.records[fixture.number] = record_line(self.plan, fixture, played)
            if self.coup_files is not None:
                with open(
                    coup_path(self.coup_files, fixture.number), "w", encoding="utf-8", newline="\n"
                ) as file:
                    file.write("\n".join(played.lines) + "\n")
        return tally, time.perf_counter() - begin

    def close(self) -> None:
        """End the players' processes."""
        if self.isolation is not None:
            self.isolation.__exit__()
            self.isolation = None


class Crew(Protocol):
    """Workers that play batches of games."""

    size: int
    deaths: tuple[type[BaseException], ...]
    """What says that a worker died."""

    def submit(self, numbers: range) -> "Future[tuple[Statistics, float]]":
        """Have some games played."""

    def renew(self) -> None:
        """Replace workers that have died."""

    def close(self) -> None:
        """Stop all workers, whatever they are doing."""


hired: Worker | None = None
"""The worker of this process, where it is one of a crew."""


def hire(parent: int, *arguments: Any) -> None:
    """Begin to work in this process, for as long as its parent lives."""
    global hired
    hired = Worker(*arguments)
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    atexit.register(hired.close)


def end_with(parent: int) -> None:
    """End this process when the one that hands out the work is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def work(numbers: range) -> tuple[Statistics, float]:
    """Play some games in this process."""
    assert hired is not None
    return hired.play(numbers)


class Processes:
    """A crew of processes on this machine."""

    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, size: int, *arguments: Any) -> None:
        self.size = size
        self.arguments = arguments
        self.renew()

    def renew(self) -> None:
        os.environ.setdefault(*SAME_HASHES)
        context = get_context("spawn")
        self.pool = ProcessPoolExecutor(self.size, context, *self.contract(context))

    def contract(self, context: SpawnContext) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """What each process does first, and with what."""
        return hire, (os.getpid(), *self.arguments)

    def submit(self, numbers: range) -> "Future[tuple[Statistics, float]]":
        """Have some games played. A process started for it ignores Ctrl-C."""
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            return self.pool.submit(work, numbers)
        except BrokenProcessPool:
            gone: Future[tuple[Statistics, float]] = Future()
            gone.set_exception(BrokenProcessPool())
            return gone
        finally:
            signal.signal(signal.SIGINT, handler)

    def close(self) -> None:
        workers = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        end = time.monotonic() + PATIENCE
        try:
            for each in workers:
                each.join(max(0, end - time.monotonic()))
        finally:
            for each in workers:
                each.kill()


class Here:
    """A crew of one, in this process."""

    size = 1
    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, *arguments: Any) -> None:
        self.worker = Worker(*arguments)

    def submit(self, numbers: range) -> "Future[tuple[Statistics, float]]":
        done: Future[tuple[Statistics, float]] = Future()
        done.set_result(self.worker.play(numbers))
        return done

    def renew(self) -> None:
        """It cannot die and live on."""

    def close(self) -> None:
        self.worker.close()


class Cluster:
    """A crew on a Ray cluster."""

    def __init__(self, address: str, *arguments: Any) -> None:
        try:
            import ray
        except ImportError:
            raise CoupError("--ray needs the package ray: pip install 'coup-game[ray]'") from None
        self.ray: Any = ray
        options: dict[str, Any] = {
            "logging_level": "ERROR",
            "log_to_driver": False,
            "runtime_env": {"env_vars": dict([SAME_HASHES])},
        }
        if address == "local":
            ray.init(include_dashboard=False, **options)
        else:
            try:
                check_address(address)
                ray.init(address=address, **options)
            except (OSError, ValueError, RuntimeError) as error:
                why = str(error).splitlines()[0]
                raise CoupError(f"--ray: no cluster at {address!r}: {why:.200}") from None
        self.size = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.deaths: tuple[type[BaseException], ...] = (ray.exceptions.WorkerCrashedError,)
        self.arguments = ray.put(arguments)
        self.play = ray.remote(max_retries=BREAKS, retry_exceptions=False)(play_remotely)

    def submit(self, numbers: range) -> "Future[tuple[Statistics, float]]":
        future: Future[tuple[Statistics, float]] = self.play.remote(
            self.arguments, numbers
        ).future()
        return future

    def renew(self) -> None:
        """Ray does that by itself."""

    def close(self) -> None:
        self.ray.shutdown()


def check_address(address: str) -> None:
    """Find out at once that nobody is there; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=5).close()
    elif address != "auto":
        raise CoupError("an address looks like 10.0.0.1:6379, or is `auto` or `local`")


def play_remotely(arguments: tuple[Any, ...], numbers: range) -> tuple[Statistics, float]:
    """Play some games in a process of Ray's."""
    worker = Worker(*arguments)
    try:
        return worker.play(numbers)
    finally:
        worker.close()


def run(
    plan: TournamentPlan,
    crew: Callable[..., Crew],
    conditions: Conditions,
    store: TournamentFolder | None = None,
    records: int = 0,
) -> Generator[Statistics, None, None]:
    """Play a tournament; yields the tally so far after each batch of games.

    Games in the store are not played again. Closing the generator ends the tournament early. The
    tally holds the records of about `records` games.
    """
    tally, done = store.read() if store else (Statistics(), set())
    if tally.games:
        yield tally
    coup_files = None
    if store and store.coup_files:
        coup_files = store.folder
        coup_path(coup_files, 0).parent.mkdir(exist_ok=True)
    todo = deque(missing(plan.total, done))
    if not todo:
        return
    workers = crew(plan, conditions, plan.total if store else records, coup_files)
    try:
        for batch in batches(workers, todo, 1 if conditions.in_order else LARGEST):
            if store:
                store.write(batch.records)
                batch.records = {
                    number: line
                    for number, line in batch.records.items()
                    if records and plan.is_sampled(number, records)
                }
            tally.merge(batch)
            yield tally
    finally:
        workers.close()


def batches(workers: Crew, todo: deque[range], largest: int) -> Iterator[Statistics]:
    """Play all games, a few batches at a time; a batch whose worker died is played again."""
    running: dict[Future[tuple[Statistics, float]], range] = {}
    size, breaks = 1, 0
    while todo or running:
        while todo and len(running) < (1 if largest == 1 else 2 * workers.size):
            batch = todo.popleft()
            if len(batch) > size:
                todo.appendleft(batch[size:])
                batch = batch[:size]
            running[workers.submit(batch)] = batch
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            batch = running.pop(future)
            try:
                tally, seconds = future.result()
            except workers.deaths:
                breaks += 1
                if breaks > BREAKS:
                    raise CoupError(
                        f"workers died {breaks} times in games {batch.start} to {batch.stop - 1}: "
                        "a player may be killing its process; --isolate gives it one of its own"
                    ) from None
                again = sorted([batch, *running.values()], key=lambda each: each.start)
                todo.extendleft(reversed(again))
                running.clear()
                workers.close()
                workers.renew()
                break
            breaks = 0
            size = max(1, min(largest, int(BATCH * len(batch) / max(seconds, 1e-6))))
            yield tally


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
