"""The driver of one game: lets bots answer, clocks run out, and bots stand in for who is away.

Several workers may drive the same game by mistake for a while. That does no harm: an answer
counts for its question only, and the log takes only one.
"""

import asyncio
import logging
import random
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from coup.players.seats import legal_move
from coup.server import metrics
from coup.server.entry import Draft
from coup.server.guests import Guest
from coup.server.names import Refused
from coup.server.store import ALIVE
from coup.server.table import Chair, Table, fixed_move

if TYPE_CHECKING:
    from coup.server.hall import Hall

logger = logging.getLogger("coup.server.driver")
LONG = 3600.0


class Due(NamedTuple):
    """Something that is to be done for a seat: `bot`, `clock`, `stand in` or `gone`."""

    at: float
    what: str
    seat: str
    question: int


def due(table: Table, alive: set[str], pace: float) -> Due | None:
    """What is to be done next at a table, if anything.

    alive: the workers that are.
    pace: seconds that bots take to think, on average.
    """
    game = table.game
    if game is None or game.over:
        return None
    dues: list[Due] = []
    for seat in game.pending:
        chair = table.chairs[seat]
        if chair.bot is not None:
            at = table.asked_at + thinking(table, seat, pace)
            dues.append(Due(at, "bot", seat, table.question))
        elif table.deadline is not None:
            dues.append(Due(table.deadline, "clock", seat, table.question))
    people = [chair for chair in table.chairs.values() if chair.is_person]
    dues += [Due(at, "gone", seat, table.question) for at, seat, _ in lost(table, alive)]
    if any(chair.workers for chair in people):  # otherwise nobody is kept waiting
        dues += [stand_in(table, chair) for chair in people if waited_for(table, chair)]
    return min(dues, default=None)


def lost(table: Table, alive: set[str]) -> list[tuple[float, str, str]]:
    """Connections to workers that give no signs of life: since when they count as lost, since a
    worker may have just begun, the seat, and the worker."""
    return [
        (since + ALIVE, chair.name, worker)
        for chair in table.chairs.values()
        for worker, since in chair.workers.items()
        if worker not in alive
    ]


def waited_for(table: Table, chair: Chair) -> bool:
    """Whether others wait for a person who is away."""
    away = chair.away_since is not None and chair.stand_in is None
    return away and table.game is not None and chair.name in table.game.pending


def stand_in(table: Table, chair: Chair) -> Due:
    """When a bot takes over."""
    assert chair.away_since is not None
    return Due(chair.away_since + table.settings.away, "stand in", chair.name, table.question)


def thinking(table: Table, seat: str, pace: float) -> float:
    """Seconds that a bot takes for a question, the same in every worker."""
    return pace * random.Random(f"{table.id} {table.moves} {seat}").uniform(0.5, 1.5)


class Driver:
    """Does what is due at one table, until the game is over."""

    def __init__(self, hall: "Hall", table: Table) -> None:
        self.hall = hall
        self.table = table
        self.changed = asyncio.Event()
        self.guests: dict[tuple[str, str], Guest] = {}
        self.game = table.games

    def wake(self) -> None:
        """Something has changed."""
        self.changed.set()

    async def run(self) -> None:
        """Drive the game to its end."""
        try:
            while self.table.playing and self.table.games == self.game:
                self.changed.clear()
                next_due = due(self.table, self.hall.alive, self.hall.pace)
                wait = LONG if next_due is None else next_due.at - time.time()
                if wait > 0:
                    # Workers may die without a word, so one looks again from time to time.
                    await self._sleep(min(wait, 5.0))
                elif next_due is not None:
                    await self._do(next_due)
        finally:
            for guest in self.guests.values():
                guest.close()

    async def _sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()

    async def _do(self, what: Due) -> None:
        try:
            match what.what:
                case "bot":
                    await self._let_bot_answer(what)
                case "clock":
                    await self._answer(what, None, "clock")
                case "gone":
                    await self.hall.let_go_of_lost(self.table)
                case _:
                    await self.hall.do(self.table.id, lambda table: table.stand_in(what.seat))
        except Refused:
            await asyncio.sleep(0.05)  # something has happened meanwhile
        except Exception:
            metrics.ERRORS.inc()
            logger.exception("driving failed", extra={"table": self.table.id})
            await asyncio.sleep(1.0)

    async def _let_bot_answer(self, what: Due) -> None:
        kind = self.table.chairs[what.seat].bot
        view = self.table.view(what.seat)
        if kind is None or view is None or not view.legal_moves:
            return
        key = what.seat, kind
        if key not in self.guests:
            luck = f"{self.table.id} {self.game} {what.seat}"
            self.guests[key] = self.hall.bots.make(kind, what.seat, luck)
        try:
            move = legal_move(await self.guests[key].choose(view), view.legal_moves)
        except Exception:  # whatever a bot does wrong, the game goes on
            logger.exception("a bot failed", extra={"table": self.table.id, "kind": kind})
            move = None
        by = "stand-in" if self.table.chairs[what.seat].is_person else "bot"
        await self._answer(what, move, by)

    async def _answer(self, what: Due, move: str | None, by: str) -> None:
        def decide(table: Table) -> Draft:
            view = table.view(what.seat)
            chosen = move
            if chosen is None and view is not None and view.legal_moves:
                chosen = fixed_move(view)
            return table.answer(what.seat, what.question, chosen or "", by)

        await self.hall.do(self.table.id, decide)
