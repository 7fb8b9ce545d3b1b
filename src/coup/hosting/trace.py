"""A game for debugging a player: everything it is asked, answers, raises and prints.

Lines of the game file stand at the margin; what happens between two of them is indented.
"""

import io
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from coup.hosting.desk import Desk
from coup.hosting.seats import BotSeat, shown, told
from coup.records.gamefile import heading, line_of
from coup.view import View
from coup.words import count

Call = Callable[[Any], Any]


class Prints(io.TextIOBase):
    """What players print, indented and marked."""

    def __init__(self, out: TextIO) -> None:
        self.out = out
        self.begun = False  # whether a line has been begun and not ended

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            self.out.write(line if self.begun else f"    | {line}")
            self.begun = not line.endswith("\n")
        return len(text)


class Trace:
    """Writes down what the seats of a game are asked and told."""

    def __init__(self, out: TextIO, seats: Sequence[Desk | BotSeat]) -> None:
        self.out = out
        self.told = 0  # events, where there are only bots
        for seat in seats:
            if seat.first is not None:
                self.fails(seat, seat.first.asked, seat.first.why)
            if isinstance(seat, Desk):
                seat.react = self.question(seat, seat.react)
                seat.receive = self.message(seat, seat.receive)
            else:
                seat.pick = self.question(seat, seat.pick)
        self.write_lines(next((seat for seat in seats if isinstance(seat, Desk)), seats[0]))

    def fails(self, seat: Desk | BotSeat, call: str, why: str) -> None:
        lines = "".join(f"      {line}\n" for line in why.splitlines())
        self.out.write(f"  {seat.name}: {call} fails:\n{lines}")

    def question(self, seat: Desk | BotSeat, call: Call) -> Call:
        """A question, written down with its answer."""

        def run(asked: Any) -> Any:
            if isinstance(seat, Desk):
                what = f"react({asked!r}) with {count(seat.coins, 'coin')}, {', '.join(seat.cards)}"
            else:
                what = f"choose: {asked.question}"
            try:
                answer = call(asked)
            except BaseException as error:
                self.fails(seat, what, told(error))
                raise
            self.out.write(f"  {seat.name}: {what} -> {shown(answer)}\n")
            return answer

        return run

    def message(self, seat: Desk, call: Call) -> Call:
        """A message, written down if it fails."""

        def run(line: str) -> None:
            try:
                call(line)
            except BaseException as error:
                self.fails(seat, f"receive({line!r})", told(error))
                raise

        return run

    def write_lines(self, seat: Desk | BotSeat) -> None:
        """Write down the lines of the game file just before this seat hears of them."""
        heard: Any = seat.receive if isinstance(seat, Desk) else seat.look

        def hear(line: str) -> None:
            self.out.write(f"{line}\n")
            heard(line)

        def look(view: View) -> None:
            if self.told == 0:
                self.out.write(f"{heading(view.seats, view.ruleset)}\n")
            for line in filter(None, map(line_of, view.events[self.told :])):
                self.out.write(f"{line}\n")
            self.told = len(view.events)
            if heard is not None:
                heard(view)

        if isinstance(seat, Desk):
            seat.receive = hear
        else:
            seat.look = look
