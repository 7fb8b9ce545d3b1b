"""A place at the table where nothing that its player does can spoil the game.

If a player raises something or answers wrongly, that is recorded; it is asked again, and played for
in the end.
"""

import os
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from coup.hosting.backstage import TimeUp, heed_interrupt, timed
from coup.hosting.player import chooser
from coup.moves import Move
from coup.rules import kernel as k
from coup.view import View
from coup.words import listed

HERE = f"{Path(__file__).parent}{os.sep}"
LONGEST = 4000  # letters of a traceback that are kept
TRIES = 3  # so often is a question put before it is answered for the player


class Fault(NamedTuple):
    """Something that a player did wrong.

    asked: what it was asked or told, as a call: `react('turn')`.
    answer: what it answered, if it did.
    why: what was wrong with that; the traceback, if it raised something.
    when: the time, if it matters.
    """

    asked: str
    answer: str | None
    why: str
    when: str = ""


class Conduct(NamedTuple):
    """How a player behaved in a game.

    decisions: questions that it was asked, and the `seconds` it took for them.
    faults: questions that it answered badly, and other calls that failed; the `first` of them.
    played_for: questions that were answered for it in the end.
    log: all faults, if they are kept.
    """

    decisions: int
    seconds: float
    faults: int
    played_for: int
    first: Fault | None
    log: tuple[Fault, ...] = ()


class Gone(Exception):
    """A player can no longer be asked."""


class Elsewhere(Exception):
    """A player raised something in another process; this is the traceback."""


class Seat(ABC):
    """A player at the table whose behaviour is recorded."""

    __slots__ = ("decisions", "faults", "first", "name", "played_for", "player", "seconds")

    def __init__(self, name: str, player: Any) -> None:
        self.name = name
        self.player = player
        self.decisions = 0
        self.seconds = 0.0
        self.faults = 0
        self.played_for = 0
        self.first: Fault | None = None

    def conduct(self) -> Conduct:
        """How it has behaved so far."""
        return Conduct(self.decisions, self.seconds, self.faults, self.played_for, self.first)

    def fault(self, asked: str, answer: str | None, why: str) -> None:
        """Write down something that it did wrong."""
        self.faults += 1
        if self.first is None:
            self.first = Fault(asked, answer, why)

    def raised(self, asked: str, error: BaseException) -> None:
        """It raised something, unless it was the user who wants to stop."""
        heed_interrupt()
        self.fault(asked, None, told(error))
        if isinstance(error, TimeUp):
            self.dismiss(str(error))

    @abstractmethod
    def dismiss(self, why: str) -> None:
        """Stop asking it in this game."""

    @abstractmethod
    def work_in(self, enter: Callable[[], None]) -> None:
        """Let it work in a folder of its own, which is entered before every call."""


def told(error: BaseException) -> str:
    """What somebody raised: the traceback without our own calls."""
    if isinstance(error, TimeUp | Gone | Elsewhere):
        return writable(str(error))
    theirs = error.__traceback__
    while theirs is not None and theirs.tb_frame.f_code.co_filename.startswith(HERE):
        theirs = theirs.tb_next
    lines = traceback.format_exception(type(error), error, theirs or error.__traceback__)
    return writable("".join(lines)[-LONGEST:])


def writable(text: str) -> str:
    """A text that can be written to any file: some that Python holds cannot."""
    return text.encode("utf-8", "replace").decode()


def shown(answer: object) -> str:
    """An answer as it stands in a report."""
    try:
        return writable(f"{answer!r:.200}")
    except BaseException:
        heed_interrupt()
        return f"a {type(answer).__name__} that cannot be shown"


def default(legal: int, first_card: int | None) -> int:
    """What is played for somebody who does not choose: pass, income, the first card, or else a
    coup against the first who can be its target."""
    for move in (k.PASS, k.INCOME, first_card):
        if move is not None and legal >> move & 1:
            return move
    return k.lowest(legal)


def absent(why: str) -> Callable[[Any], NoReturn]:
    """Stands in for a player who is no longer asked."""

    def answer(question: Any) -> NoReturn:
        raise Gone(why)

    return answer


def inside(enter: Callable[[], None], call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A call that is made in a folder."""

    def run(argument: Any) -> Any:
        enter()
        return call(argument)

    return run


class BotSeat(Seat):
    """The place of one bot, which chooses from views."""

    __slots__ = ("look", "pick")

    def __init__(self, name: str, player: Any) -> None:
        super().__init__(name, player)
        self.pick = chooser(player)
        self.look: Any = getattr(player, "watch", None)

    def set_limit(self, seconds: float) -> None:
        """Give it only so long for each call."""
        self.pick = timed(self.pick, seconds)
        self.look = self.look and timed(self.look, seconds)

    def dismiss(self, why: str) -> None:
        self.pick, self.look = absent(why), None

    def work_in(self, enter: Callable[[], None]) -> None:
        self.pick = inside(enter, self.pick)
        self.look = self.look and inside(enter, self.look)

    @property
    def watch(self) -> Callable[[View], None] | None:
        """Lets it see what has happened; None if it does not want to, which saves the views."""
        return None if self.look is None else self.show

    def show(self, view: View) -> None:
        """Let it see what has happened."""
        try:
            self.look(view)
        except BaseException as error:
            self.raised("watch(view)", error)

    def choose(self, view: View) -> Move:
        """Its move, or what is played for it."""
        self.decisions += 1
        legal = view.legal_moves
        for attempt in range(TRIES):
            begin = time.perf_counter()
            try:
                answer = self.pick(view)
            except BaseException as error:
                self.seconds += time.perf_counter() - begin
                if attempt == 0:
                    self.raised(f"choose(view): {view.question}", error)
                if isinstance(error, TimeUp | Gone):
                    break
            else:
                self.seconds += time.perf_counter() - begin
                move = legal_move(answer, legal)
                if move is not None:
                    return move
                if attempt == 0:
                    why = f"legal now: {listed(legal)}"
                    self.fault(f"choose(view): {view.question}", shown(answer), why)
            heed_interrupt()
        self.played_for += 1
        return default_move(legal)


def legal_move(answer: object, legal: Iterable[Move]) -> Move | None:
    """The move that an answer stands for, if it is legal."""
    text = " ".join(str.split(answer)) if isinstance(answer, str) else None
    return next((move for move in legal if move == text), None)


def default_move(legal: Iterable[Move]) -> Move:
    """What is played for somebody who does not choose."""
    moves = {move.code: move for move in legal}
    return moves[default(sum(1 << code for code in moves), None)]
