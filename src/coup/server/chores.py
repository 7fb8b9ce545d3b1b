"""What has to be written at a table though nobody asks for it.

A worker compares what the log says with what it sees: who is connected to it, which other workers
are alive, who is away. Whatever went wrong before, comparing again finds it.
"""

from collections.abc import Collection, Iterator, Set
from typing import NamedTuple

from coup.server import drafts
from coup.server.entry import Draft
from coup.server.table import Chair, Table

ALIVE = 5.0  # seconds without a sign, after which a worker counts as dead
HOST_AWAY = 60.0  # seconds, after which somebody else becomes the host


class WorkerSight(NamedTuple):
    """What a worker sees besides the log.

    worker: who it is.
    here: the owners of tokens that are connected to it at this table.
    alive: all workers that are.
    now: the time of day.
    """

    worker: str
    here: Collection[str]
    alive: Set[str]
    now: float

    def passed(self, since: float, seconds: float) -> bool:
        """Whether a time has passed. If the clock was set back, nobody knows: then it has."""
        return not since - seconds < self.now < since + seconds


def chore(table: Table, sight: WorkerSight) -> Draft | None:
    """The next entry that this worker should add to a table's log, if any."""
    return None if table.closed else next(chores(table, sight), None)


def chores(table: Table, sight: WorkerSight) -> Iterator[Draft]:
    """All that is to be done, in order."""
    for chair in table.people:
        yield from of_chair(table, chair, sight)
    wanted = (
        drafts.seal(table),
        drafts.end(table),
        new_host(table, sight),
        drafts.start_if_ready(table),
    )
    yield from (draft for draft in wanted if draft is not None)


def of_chair(table: Table, chair: Chair, sight: WorkerSight) -> Iterator[Draft]:
    """Who has come, who has gone, and whose worker has died."""
    connected = not chair.owners.keys().isdisjoint(sight.here)
    for worker, since in chair.workers.items():
        ours = worker == sight.worker
        if not connected if ours else lost(worker, since, sight):
            yield drafts.depart(chair.name, worker)
    if connected and sight.worker not in chair.workers:
        yield drafts.arrive(chair.name, sight.worker)


def lost(worker: str, since: float, sight: WorkerSight) -> bool:
    """Whether a connection to another worker is lost. A worker that has just begun may not have
    been seen yet."""
    return worker not in sight.alive and sight.passed(since, ALIVE)


def new_host(table: Table, sight: WorkerSight) -> Draft | None:
    """Somebody who is here decides, if the host has been away for a while."""
    host = table.chairs.get(table.host or "")
    if host is None or host.away_since is None:
        return None
    here = next((chair.name for chair in table.people if chair.workers), None)
    away = sight.passed(host.away_since, HOST_AWAY)
    return drafts.appoint(here) if here and away else None


def is_settled(table: Table, sight: WorkerSight) -> bool:
    """Whether time alone brings no chore: everybody is connected, to workers that are alive."""
    people = table.people
    connected = all(chair.workers and chair.away_since is None for chair in people)
    return connected and all(sight.alive >= chair.workers.keys() for chair in people)
