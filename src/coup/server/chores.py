"""The entries that a table needs although nobody has asked for them.

A worker compares what the log says with what it sees: who is connected to it, which other workers
are alive, who is away. Whatever failed before, the next comparison finds what is missing.
"""

from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from coup.server import drafts
from coup.server.entry import Draft
from coup.server.table import Chair, Table

ALIVE = 5.0  # seconds without a sign, after which a worker counts as dead
HOST_AWAY = 60.0  # seconds until somebody else becomes the host


class WorkerSight(NamedTuple):
    """What a worker sees besides the log.

    worker: who it is.
    here: the owners of tokens that are connected to it at this table.
    alive: all workers that are alive.
    now: the time of day.
    """

    worker: str
    here: Collection[str]
    alive: Set[str]
    now: float

    def passed(self, since: float, seconds: float) -> bool:
        """Whether this many seconds have passed since then; also true if the clock was set back
        further."""
        return not since - seconds < self.now < since + seconds


def chore(table: Table, sight: WorkerSight) -> Draft | None:
    """The next entry that this worker should add to a table's log, if any."""
    return None if table.closed else next(chores(table, sight), None)


def chores(table: Table, sight: WorkerSight) -> Iterator[Draft]:
    """The pending chores, in order."""
    for chair in table.people:
        yield from of_chair(table, chair, sight)
    wanted = (
        drafts.seal(table),
        drafts.end(table),
        drafts.clear(table),
        new_host(table, sight),
        drafts.start_if_ready(table),
    )
    yield from (draft for draft in wanted if draft is not None)


def of_chair(table: Table, chair: Chair, sight: WorkerSight) -> Iterator[Draft]:
    """The arrivals and departures to write for one person, also for those whose worker has died."""
    connected = not chair.owners.keys().isdisjoint(sight.here)
    for worker, since in chair.workers.items():
        ours = worker == sight.worker
        if not connected if ours else lost(worker, since, sight):
            yield drafts.depart(chair.name, worker)
    if connected and sight.worker not in chair.workers:
        yield drafts.arrive(chair.name, sight.worker)


def lost(worker: str, since: float, sight: WorkerSight) -> bool:
    """Whether a connection to another worker is lost. A worker that has just started may not have
    been seen yet."""
    return worker not in sight.alive and sight.passed(since, ALIVE)


def new_host(table: Table, sight: WorkerSight) -> Draft | None:
    """If the host has been away for a while, make somebody else the host."""
    host = table.chairs.get(table.host or "")
    if host is None or host.away_since is None:
        return None
    here = next((chair.name for chair in table.people if chair.workers), None)
    away = sight.passed(host.away_since, HOST_AWAY)
    return drafts.appoint(here) if here and away else None


def is_settled(table: Table, sight: WorkerSight) -> bool:
    """Whether no chore can become due by the passing of time alone: everybody is connected, to
    workers that are alive."""
    people = table.people
    connected = all(chair.workers and chair.away_since is None for chair in people)
    return connected and all(sight.alive >= chair.workers.keys() for chair in people)
