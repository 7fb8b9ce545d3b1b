"""A hearing is one game of a trial: the candidate among built-in bots, one question at a time."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, TextIO

from coup.game import Game
from coup.hosting.backstage import Backstage, in_main_thread
from coup.hosting.desk import Desk
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import finish, seat_for
from coup.hosting.isolation import Isolation, Remote
from coup.hosting.player import ask, tell
from coup.hosting.seats import BotSeat
from coup.hosting.trace import Prints, Trace
from coup.http.client import Ways
from coup.http.seat import HttpSeat
from coup.rules.rulesets import Ruleset
from coup.trial.candidate import NEWS, Candidate, Notebook, NotedBot
from coup.trial.schedule import TrialGame

CAN_ISOLATE = os.name == "posix"
"""Whether players can run in separate processes."""


class Hearing:
    """One game of a trial.

    until: the deadline, by the monotonic clock.
    isolation: where the candidate runs; None for this process.
    own_line: whether a bot over HTTP gets a separate connection for this game.
    trace: a log of all questions and answers.
    """

    def __init__(
        self,
        entrant: Entrant,
        setting: TrialGame,
        ruleset: Ruleset,
        book: Notebook,
        limit: float,
        until: float,
        isolation: Isolation | None = None,
        own_line: bool = False,
        trace: TextIO | None = None,
    ) -> None:
        self.book, self.limit, self.until, self.isolation = book, limit, until, isolation
        self.own_line, self.trace = own_line, trace
        rivals = [seat_for(rival, setting.seed, None) for rival in entered(setting, entrant)]
        seat, backstage = self.candidate_seat(entrant, setting)
        self.seats = [*rivals[: setting.place], seat, *rivals[setting.place :]]
        if trace is not None:
            Trace(trace, self.seats)
        self.candidate = Candidate(seat, setting, book, backstage)
        self.game = Game([each.name for each in self.seats], ruleset, setting.seed)
        self.players: dict[str, Any] = {each.name: each for each in self.seats}
        self.players[seat.name] = self.candidate

    def candidate_seat(
        self, entrant: Entrant, setting: TrialGame
    ) -> tuple[Desk | BotSeat, AbstractContextManager[None] | None]:
        """The candidate's seat, and the context in which its code runs."""
        if entrant.is_http:
            bot = NotedBot(str(entrant.source), self.limit, self.book, self.trace)
            if self.own_line:
                bot.ways = Ways(bot.ways.where.url)
            return HttpSeat(entrant.name, bot), None
        if self.isolation is not None:
            return seat_for(entrant, setting.seed, self.isolation), None
        prints = Prints(self.trace) if self.trace else None
        backstage = Backstage(setting.seed, prints, resume=True)
        limit = self.limit if hasattr(signal, "setitimer") and in_main_thread() else None
        with backstage:
            seat = seat_for(entrant, setting.seed, None, limit)
        if limit is not None:
            seat.set_limit(limit)
        return seat, backstage

    def play(self) -> "Hearing":
        """Play the game to its end."""
        for _ in self.questions():
            pass
        return self

    def questions(self) -> Iterator[None]:
        """Play the game, one question at a time, until the deadline."""
        tell(self.game, self.players)
        while not self.is_over and time.monotonic() < self.until:
            ask(self.game, self.players)
            yield
        if self.isolation is not None and not self.candidate.gone:
            finish(self.seats)
            self.candidate.collect(*NEWS)

    def leave(self) -> None:
        """Abandon the candidate, perhaps in the middle of a game: end its process or close the
        connection."""
        seat = self.candidate.seat
        if isinstance(seat, HttpSeat):
            seat.bot.ways.settle()
            seat.bot.ways.line.close()
        elif isinstance(seat.player, Remote):
            seat.player.cell.end("the game was broken off")

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to ask the candidate."""
        return self.game.over or self.candidate.gone

    @property
    def won(self) -> bool:
        """Whether the candidate has won."""
        return self.game.winner == self.candidate.seat.name


def entered(setting: TrialGame, candidate: Entrant) -> list[Entrant]:
    """The rivals of a game, renamed if they have the candidate's name."""
    rivals = enter(setting.rivals)
    return [
        replace(rival, name=f"{rival.name}.rival") if rival.name == candidate.name else rival
        for rival in rivals
    ]
