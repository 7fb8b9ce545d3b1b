"""The driver of one game: lets bots answer, clocks run out, and bots stand in for people who are
away.

For a while several workers may drive the same game by mistake. That does no harm: an answer counts
for one question only, and the log takes only one.
"""

import asyncio
import hashlib
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from coup.hosting.seats import legal_move
from coup.server import drafts
from coup.server.entry import Draft
from coup.server.metrics import note_failure
from coup.server.naming import Refused
from coup.server.settings import PACES
from coup.server.table import Chair, Table
from coup.server.table_bots import SeatedBot

if TYPE_CHECKING:
    from coup.server.place import Place

logger = logging.getLogger("coup.server.driver")
LONG = 3600.0


class Due(NamedTuple):
    """The next thing to do for a seat: `bot`, `clock` or `stand in`.

    at: the time of day.
    within: the most seconds after the question, whatever the wall clock says.
    """

    at: float
    what: str
    seat: str
    question: int
    within: float


def due(table: Table, pace: float) -> Due | None:
    """The next thing to do at a table, if any. Nothing is due while no person is there.

    pace: seconds that bots take to think, on average.
    """
    if table.game is None or not table.playing or not table.present:
        return None
    dues: list[Due] = []
    for seat in table.game.pending:
        chair = table.chairs[seat]
        if chair.bot is not None:
            dues.append(answer_of_bot(table, seat, pace))
        elif table.deadline is not None:
            clock = float(table.settings.clock or 0)
            dues.append(Due(table.deadline, "clock", seat, table.question, clock))
        if chair.is_person and chair.stand_in is None and chair.away_since is not None:
            dues.append(stand_in(table, chair, chair.away_since))
    return min(dues, default=None)


def answer_of_bot(table: Table, seat: str, pace: float) -> Due:
    """When a bot answers."""
    seconds = thinking(table, seat, pace)
    return Due(table.asked_at + seconds, "bot", seat, table.question, seconds)


def stand_in(table: Table, chair: Chair, away_since: float) -> Due:
    """When a bot takes over."""
    away = float(table.settings.away)
    return Due(away_since + away, "stand in", chair.name, table.question, away)


def thinking(table: Table, seat: str, pace: float) -> float:
    """The seconds that a bot takes for a question: the same in every worker, whatever its cards
    are, even if it has no choice."""
    if table.hurried:
        return 0.0
    pace *= PACES[table.settings.pace]
    return pace * random.Random(f"{table.id} {table.moves} {seat}").uniform(0.5, 1.5)


def luck_of(table: Table, seat: str) -> str:
    """The seed of a bot's random numbers: the same in every worker, and secret to everybody
    else."""
    if table.luck is not None:
        return table.luck.of_bot(seat)
    text = (
        f"{table.sealed} {table.id} {table.games} {seat}"  # it began before luck could be checked
    )
    return hashlib.sha256(text.encode()).hexdigest()


def bot_in(table: Table, seat: str) -> str | None:
    """The bot that answers for a seat, if any; the seat may have been renamed meanwhile."""
    chair = table.chairs.get(seat)
    return None if chair is None else chair.bot


class Driver:
    """Does what is due at one table, until the game is over or everybody has left."""

    def __init__(self, place: "Place", pace: float) -> None:
        self.place = place
        self.pace = pace
        self.changed = asyncio.Event()
        self.guests: dict[tuple[str, str], SeatedBot] = {}
        self.game = place.table.games
        self.awaited: Due | None = None
        self.since = 0.0

    def wake(self) -> None:
        """Look again: something has changed."""
        self.changed.set()

    @property
    def wanted(self) -> bool:
        """Whether there is still something to drive."""
        return self.place.driven and self.place.table.games == self.game

    async def run(self) -> None:
        """Drive the game."""
        try:
            while self.wanted:
                self.changed.clear()
                next_due = due(self.place.table, self.pace)
                wait = LONG if next_due is None else self._left(next_due)
                if wait > 0:
                    await self._sleep(wait)
                elif next_due is not None:
                    await self._do(next_due)
        finally:
            for guest in self.guests.values():
                guest.close()

    def _left(self, what: Due) -> float:
        """Seconds until something is due. Setting the clock back makes nobody wait longer."""
        now = asyncio.get_running_loop().time()
        if what != self.awaited:
            self.awaited, self.since = what, now
        return min(what.at - self.place.hall.now(), what.within - (now - self.since))

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
                    await self._answer(what, None, "clock", self._clock_is_up(what))
                case _:
                    await self.place.do(lambda table: drafts.stand_in(table, what.seat))
        except Refused:
            await asyncio.sleep(0.05)  # something else has happened meanwhile
        except Exception as error:
            note_failure(logger, "driving failed", error, table=self.place.table.id)
            await asyncio.sleep(1.0)

    async def _let_bot_answer(self, what: Due) -> None:
        table = self.place.table
        kind = bot_in(table, what.seat)
        view = table.view(what.seat)
        if kind is None or view is None or not view.legal_moves:
            return
        key = what.seat, kind
        if key not in self.guests:
            bots = self.place.hall.bots
            self.guests[key] = bots.make(kind, what.seat, luck_of(table, what.seat))
        try:
            move = legal_move(await self.guests[key].choose(view), view.legal_moves)
        except Exception:  # whatever a bot does wrong, the game continues
            logger.exception("a bot failed", extra={"table": table.id, "kind": kind})
            move = None
        by = "stand-in" if table.chairs[what.seat].is_person else "bot"
        await self._answer(what, move, by, lambda table: bot_in(table, what.seat) == kind)

    def _clock_is_up(self, what: Due) -> Callable[[Table], bool]:
        """Whether nobody has restarted the clock meanwhile."""
        return lambda table: table.deadline == what.at

    async def _answer(
        self, what: Due, move: str | None, by: str, still: Callable[[Table], bool]
    ) -> None:
        """Answer for a seat.

        move: None for the default move of somebody who does not answer.
        still: whether the answer is still ours to give when it is written.
        """

        def decide(table: Table) -> Draft:
            if not still(table):
                raise Refused("somebody else answers now")
            view = table.view(what.seat)
            chosen = move
            if chosen is None and view is not None and view.legal_moves:
                chosen = drafts.fixed_move(view)
            return drafts.answer(table, what.seat, what.question, chosen or "", by)

        await self.place.do(decide)
