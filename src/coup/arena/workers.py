"""Plays the games of a tournament in parallel, and counts each exactly once.

A game's number determines it, so it does not matter how many processes there are, in which order
they finish, or whether they run here or on a Ray cluster.
"""

import atexit
import os
import signal
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Protocol, TextIO

from coup.arena.deeds import insight_into
from coup.arena.journal import TournamentFolder, coup_path, missing, record_line
from coup.arena.plan import Conditions, Fixture, TournamentPlan
from coup.arena.statistics import Statistics
from coup.hosting.backstage import Residence, mute
from coup.hosting.homes import Homes, Written, file_of
from coup.hosting.host import Host, Played
from coup.hosting.isolation import Isolation
from coup.hosting.match import Match
from coup.rules.errors import CoupError

BATCH = 0.5  # seconds that a batch of games should take
LARGEST = 2000  # games in a batch
PATIENCE = 2.0  # seconds for workers to end by themselves
SAME_HASHES = {"PYTHONHASHSEED": "0"}  # so that sets have the same order in every process
SAFE_PATH = {"PYTHONSAFEPATH": "1"}  # so that no `types.py` in the working directory is imported
LINEUPS = 1024  # whose hosts are kept
AHEAD = 2  # batches queued for a lane, so that it need not wait for us
BREAKS = 5  # deaths of workers in a row, after which a tournament is given up


class Worker:
    """Plays games of one tournament in one process.

    records: the number of games to keep records of.
    coup_files: the folder for game files, if any.
    next: the next game of the match whose earlier games the players remember.
    """

    def __init__(
        self, plan: TournamentPlan, conditions: Conditions, records: int, coup_files: Path | None
    ) -> None:
        self.plan = plan
        self.conditions = conditions
        self.records = records
        self.coup_files = coup_files
        self.next: int | None = None
        self.closing = ExitStack()
        self.isolation: Isolation | None = None
        self.match: Match | None = None
        self.written: Written | None = None
        self.host = lru_cache(maxsize=LINEUPS)(self.new_host)

    def begin(self) -> None:
        """Begin a match with new players."""
        if self.isolation is None and self.match is None:
            self.move_in()
        players = self.isolation or self.match
        assert players is not None
        players.begin()

    def move_in(self) -> None:
        """Prepare the processes or folders of the players."""
        isolation = self.conditions.isolation()
        if isolation is not None:
            self.isolation = self.closing.enter_context(isolation)
            return
        folder = self.conditions.folder
        homes = Homes(folder or self.temporary_folder(), lasting=folder is not None)
        self.match = self.closing.enter_context(closing(Match(self.conditions.memory, homes)))

    def temporary_folder(self) -> Path:
        """A folder for this worker alone, which is removed when the worker closes."""
        shared = self.conditions.scratch
        within = shared if shared and shared.is_dir() else None  # not on another machine
        folder = tempfile.TemporaryDirectory(prefix="coup-", dir=within)
        return Path(self.closing.enter_context(folder))

    def watch_files(self) -> None:
        """Work in a separate folder, and note what players write elsewhere."""
        folder = self.temporary_folder()
        os.chdir(folder)
        files = [file_of(each) for each in self.plan.entrants if each.is_file]
        self.written = Written(files, self.conditions.folder or folder.parent)
        sys.addaudithook(self.written)

    def reach(self, number: int, tally: Statistics) -> None:
        """Make the players remember the earlier games of this game's match, and nothing else: play
        them again if another worker has played them."""
        match = self.plan.match(number)
        if number == self.next and number != match.start:
            return
        remembers = self.conditions.remembers(self.plan, number)
        if self.next is None or (remembers and not match.start < self.next <= number):
            self.begin()
            self.next = match.start
        if not remembers or self.next == number:
            return
        if self.conditions.in_order:
            tally.forgotten += 1
            return
        for missed in range(self.next, number):
            self.play_one(self.plan.fixture(missed))
        tally.replayed += number - self.next

    def play_one(self, fixture: Fixture, trace: TextIO | None = None) -> Played:
        """Play a game."""
        return self.host(fixture.lineup).play(fixture.seed, trace)

    def new_host(self, lineup: tuple[int, ...]) -> Host:
        """The host of a line-up."""
        return Host(
            [self.plan.entrants[who] for who in lineup],
            self.plan.ruleset,
            limit=self.conditions.limit,
            forfeit=self.conditions.forfeit,
            isolation=self.isolation,
            match=self.match,
            notes=self.conditions.notes,
        )

    def play(self, numbers: range) -> tuple[Statistics, float]:
        """Play some games; returns their results, and the seconds that it took."""
        tally = Statistics()
        begin = time.perf_counter()
        with Residence():
            for fixture in self.plan.fixtures(numbers):
                self.reach(fixture.number, tally)
                self.count(fixture, self.play_one(fixture), tally)
                self.next = fixture.number + 1
        for place in (self.written, self.isolation):
            tally.written |= place.found if place is not None else set()
        return tally, time.perf_counter() - begin

    def count(self, fixture: Fixture, played: Played, tally: Statistics) -> None:
        """Add a game to the tally, and write its files."""
        winner = None if played.winner is None else self.plan.names.index(played.winner)
        look = partial(insight_into, played)
        tally.add(self.plan, fixture, winner, played.turns, played.conduct, look)
        if self.records and self.plan.is_sampled(fixture.number, self.records):
            tally.records[fixture.number] = record_line(self.plan, fixture, played)
        if self.coup_files is not None:
            write_lines(coup_path(self.coup_files, fixture.number), played.lines)

    def close(self) -> None:
        """End the players' processes, and remove their folders."""
        self.closing.close()


def write_lines(path: Path, lines: list[str]) -> None:
    """Write a small file with as few system calls as possible: a tournament writes many."""
    data = "\n".join((*lines, "")).encode()
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        while data:
            data = data[os.write(file, data) :]
    finally:
        os.close(file)


class Crew(Protocol):
    """Workers that play batches of games in lanes; the batches of a lane are played in order.

    size: the number of lanes.
    lasting: whether the same worker plays all games of a lane, so that its players remember.
    """

    size: int
    lasting: bool
    deaths: tuple[type[BaseException], ...]
    """The exceptions that mean that a worker died."""

    def submit(self, numbers: range, lane: int) -> "Future[tuple[Statistics, float]]":
        """Submit games to a lane."""

    def renew(self, lane: int) -> None:
        """Replace the dead worker of a lane."""

    def close(self) -> None:
        """Stop all workers immediately."""


hired: Worker | None = None
"""The worker of this process, if it belongs to a crew."""


def hire(parent: int, core: int | None, *arguments: Any) -> None:
    """Start the worker of this process, for as long as its parent lives, and on one core if given;
    the processes of isolated players inherit the core."""
    global hired
    if core is not None:
        os.sched_setaffinity(0, {core})
    hired = Worker(*arguments)
    hired.watch_files()
    mute()
    threading.Thread(target=end_with, args=(parent,), daemon=True).start()
    atexit.register(hired.close)


def end_with(parent: int) -> None:
    """End this process when its parent is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def work(numbers: range) -> tuple[Statistics, float]:
    """Play some games in this process."""
    assert hired is not None
    return hired.play(numbers)


class Processes:
    """A crew of processes on this machine, one for each lane."""

    lasting = True
    deaths: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, size: int, *arguments: Any) -> None:
        self.size = size
        self.arguments = arguments
        self.pools = [self.pool(lane) for lane in range(size)]

    def pool(self, lane: int) -> ProcessPoolExecutor:
        """The process of a lane, which starts with its first work. The process with which
        `multiprocessing` cleans up starts immediately."""
        with environment(**SAFE_PATH):
            return ProcessPoolExecutor(1, get_context("spawn"), *self.contract(lane))

    def contract(self, lane: int) -> tuple[Callable[..., None], tuple[Any, ...]]:
        """The function that starts the worker of a lane, and its arguments."""
        plan, conditions, *_ = self.arguments
        return hire, (os.getpid(), core_for(lane, self.size, plan, conditions), *self.arguments)

    def submit(self, numbers: range, lane: int) -> "Future[tuple[Statistics, float]]":
        """Submit games to a lane. If this starts its process, that never hears Ctrl-C."""
        try:
            with holding_interrupts(), environment(**SAME_HASHES, **SAFE_PATH):
                return self.pools[lane].submit(work, numbers)
        except BrokenProcessPool:
            gone: Future[tuple[Statistics, float]] = Future()
            gone.set_exception(BrokenProcessPool())
            return gone

    def renew(self, lane: int) -> None:
        dismiss([self.pools[lane]])
        self.pools[lane] = self.pool(lane)

    def close(self) -> None:
        dismiss(self.pools)


def core_for(lane: int, size: int, plan: TournamentPlan, conditions: Conditions) -> int | None:
    """The core that a worker shares with its isolated players. Only one of them runs at a time, and
    waking a process on another core takes longer than most answers. None if there is not enough
    work for all cores: then a player may use several."""
    if not conditions.isolate or sys.platform != "linux":
        return None
    cores = sorted(os.sched_getaffinity(0))
    busy = min(size, len(plan.tables)) if conditions.remembers(plan, 0) else size
    return cores[lane % len(cores)] if busy >= len(cores) else None


def dismiss(pools: Iterable[ProcessPoolExecutor]) -> None:
    """End processes; those that do not end by themselves are killed."""
    workers = []
    for pool in pools:
        workers += list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
    end = time.monotonic() + PATIENCE
    try:
        for each in workers:
            each.join(max(0, end - time.monotonic()))
    finally:
        for each in workers:
            each.kill()


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """Set variables in the environment of processes that are started inside."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def holding_interrupts() -> Iterator[None]:
    """Processes that are started inside never hear Ctrl-C; this one hears it afterwards."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Here:
    """A crew of one, in this process."""

    size = 1
    lasting = True
    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, *arguments: Any) -> None:
        self.worker = Worker(*arguments)

    def submit(self, numbers: range, lane: int) -> "Future[tuple[Statistics, float]]":
        done: Future[tuple[Statistics, float]] = Future()
        done.set_result(self.worker.play(numbers))
        return done

    def renew(self, lane: int) -> None:
        """Do nothing: this worker dies only with its process."""

    def close(self) -> None:
        self.worker.close()


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
        coup_files = store.folder.resolve()
        coup_path(coup_files, 0).parent.mkdir(exist_ok=True)
    todo = Todo(plan, conditions, missing(plan.total, done))
    if not todo:
        return
    with tempfile.TemporaryDirectory(prefix="coup-", ignore_cleanup_errors=True) as scratch:
        conditions = replace(conditions, scratch=Path(scratch))
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


class Todo:
    """The games that are still to be played. The rest of a match stays on one lane if players
    remember its games; all other games go to any free worker."""

    def __init__(
        self, plan: TournamentPlan, conditions: Conditions, missing: Iterable[range]
    ) -> None:
        matches: dict[int, deque[range]] = {}
        self.free: deque[range] = deque()
        for part in by_match(plan, missing):
            if conditions.in_order:
                matches.setdefault(0, deque()).append(part)
            elif conditions.remembers(plan, part.start):
                matches.setdefault(part.start // plan.games, deque()).append(part)
            else:
                self.free.append(part)
        self.matches = deque(matches.values())
        self.own: dict[int, deque[range]] = {}

    def __bool__(self) -> bool:
        return bool(self.matches or self.free or any(self.own.values()))

    def take(self, lane: int, size: int, lasting: bool) -> range | None:
        """The next games for a lane: up to `size`, or the rest of a match if its workers do not
        last."""
        own = self.own.setdefault(lane, deque())
        if not own and self.matches:
            own = self.own[lane] = self.matches.popleft()
        games, whole = own or self.free, bool(own) and not lasting
        if not games:
            return None
        batch = games.popleft()
        if len(batch) > size and not whole:
            games.appendleft(batch[size:])
            batch = batch[:size]
        return batch

    def give_back(self, lane: int, batches: Iterable[range]) -> None:
        """Return games that a lane has to play again."""
        self.own[lane].extendleft(sorted(batches, key=lambda each: -each.start))


def by_match(plan: TournamentPlan, ranges: Iterable[range]) -> Iterator[range]:
    """Ranges of games, split at the ends of matches."""
    for each in ranges:
        start = each.start
        while start < each.stop:
            stop = min(each.stop, plan.match(start).stop)
            yield range(start, stop)
            start = stop


def batches(workers: Crew, todo: Todo, largest: int) -> Iterator[Statistics]:
    """Play all games, a few batches at a time; if a worker dies, its batches are played again."""
    running: dict[Future[tuple[Statistics, float]], tuple[int, range]] = {}
    size, breaks = 1, 0
    while True:
        for lane in range(workers.size):
            busy = sum(each == lane for each, _ in running.values())
            for _ in range(busy, AHEAD):
                batch = todo.take(lane, size, workers.lasting)
                if batch is not None:
                    running[workers.submit(batch, lane)] = lane, batch
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            if future not in running:
                continue  # its worker has died meanwhile
            lane, batch = running.pop(future)
            try:
                tally, seconds = future.result()
            except workers.deaths:
                breaks += 1
                check_breaks(breaks, batch)
                begun = [each for each, where in running.items() if where[0] == lane]
                todo.give_back(lane, [batch, *(running.pop(each)[1] for each in begun)])
                workers.renew(lane)
                continue
            breaks = 0
            size = max(1, min(largest, int(BATCH * len(batch) / max(seconds, 1e-6))))
            yield tally


def check_breaks(breaks: int, batch: range) -> None:
    """Give up if too many workers die in a row."""
    if breaks > BREAKS:
        raise CoupError(
            f"workers died {breaks} times in games {batch.start} to {batch.stop - 1}: "
            "a player may be killing its process; --isolate gives it one of its own"
        )


def usable_cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
