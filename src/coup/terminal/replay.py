"""Replays a recorded game step by step, forwards and backwards, with all cards open or as a seat
saw it."""

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from coup.game import Game
from coup.hosting.evening import PERSON
from coup.languages import say
from coup.moves import CHANCE
from coup.records import Record
from coup.rules.errors import CoupError
from coup.terminal import paint, wording
from coup.terminal.plain import Left, Lines
from coup.view import View

PLAIN_KEYS = "Step {n} of {all}. Enter: on, b: back, a number: to that turn, q: end."
REPLAYED_OPEN = "Coup · {ruleset} · turn {turn} · step {n} of {all} · all cards open"
REPLAYED_AS = "Coup · {ruleset} · turn {turn} · step {n} of {all} · as {seat} saw it"
KEYS = "← →: a step  ↑ ↓: a turn  Home End: first, last  PgUp PgDn: story  q: close"


class Replay:
    """A place in a recorded game. A step is what one seat did, and what chance did after it.

    >>> game = Game(["ann", "bob"], seed=7)
    >>> game.push("income")
    >>> replay = Replay(Record.of(game), None)
    >>> replay.forward(), replay.game.coins, replay.forward()
    (True, {'ann': 3, 'bob': 2}, False)
    >>> replay.back(), replay.game.coins, replay.back()
    (True, {'ann': 2, 'bob': 2}, False)
    """

    def __init__(self, record: Record, seat: str | None) -> None:
        whole = record.game()  # refuses a record that cannot be replayed
        self.moves = whole.moves
        if seat is not None and seat not in whole.seats:
            raise CoupError(f"there is no seat {seat!r:.60}, only {', '.join(whole.seats)}")
        self.seat = seat
        self.chairs = {name: record.players.get(name, PERSON) for name in whole.seats}
        self.game = Game(whole.seats, whole.ruleset, whole.seed, drive_chance=True)
        self._run_chance()

    def forward(self) -> bool:
        """One step on; False at the end."""
        if self._at_end:
            return False
        self._push()
        self._run_chance()
        return True

    def back(self) -> bool:
        """One step back; False at the beginning."""
        if all(seat == CHANCE for seat, _ in self.game.moves):
            return False
        while self.game.moves[-1].seat == CHANCE:
            self.game.pop()
        self.game.pop()
        return True

    def go_to_turn(self, turn: int) -> None:
        """Go to the beginning of a turn, or as near as possible."""
        while self.game.turn >= turn and self.back():
            pass
        while self.game.turn < turn and self.forward():
            pass

    @property
    def _at_end(self) -> bool:
        return len(self.game.moves) == len(self.moves)

    def _push(self) -> None:
        seat, move = self.moves[len(self.game.moves)]
        self.game.push(move, seat)

    def _run_chance(self) -> None:
        while not self._at_end and self.moves[len(self.game.moves)].seat == CHANCE:
            self._push()

    # What is shown.

    @property
    def step(self) -> tuple[int, int]:
        """The number of this step, and of all steps."""
        done = sum(1 for seat, _ in self.game.moves if seat != CHANCE)
        return done, sum(1 for seat, _ in self.moves if seat != CHANCE)

    @property
    def view(self) -> View:
        """The view at this place, of a spectator or of the chosen seat."""
        return self.game.view(self.seat)

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The visible hands."""
        shown = self.game.seats if self.seat is None else (self.seat,)
        return {seat: self.game.hand(seat) for seat in shown}

    def story(self) -> list[str]:
        """The story up to here; with open cards, bluffs are marked."""
        if self.seat is not None:
            return [text for _, text in wording.sentences(self.view.events)]
        return wording.open_story(self.game.events)


def tell(replay: Replay, lines: Lines) -> None:
    """Replay a game in plain lines: the whole game into a pipe, step by step on a terminal."""
    if not lines.is_terminal:
        while replay.forward():
            pass
        lines.say(*replay.story(), *wording.table(replay.view, replay.chairs, replay.hands))
        return
    while True:
        story = replay.story()
        lines.wipe()
        lines.say(*story[-8:], "", *wording.table(replay.view, replay.chairs, replay.hands), "")
        step, steps = replay.step
        try:
            typed = lines.ask(f"{say(PLAIN_KEYS, n=step, all=steps)} ").lower()
        except Left:
            return
        match typed:
            case "":
                replay.forward()
            case "b" | "back":
                replay.back()
            case "q" | "quit":
                return
            case _ if typed.isdecimal() and len(typed) < 5:
                replay.go_to_turn(int(typed))


class FullReplay(App[None]):
    """A recorded game on a full screen."""

    CSS = """
    #title { height: 1; background: $primary; color: $text; padding: 0 1; }
    #seats { height: auto; padding: 1; border-bottom: solid $primary; }
    #story { height: 1fr; padding: 0 1; }
    #keys { height: 1; background: $panel; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,enter,n", "step(True)"),
        Binding("left,backspace,b", "step(False)"),
        Binding("down", "turn(1)"),
        Binding("up", "turn(-1)"),
        Binding("home", "turn(-100000)"),
        Binding("end", "turn(100000)"),
        Binding("pageup", "scroll(-8)"),
        Binding("pagedown", "scroll(8)"),
        Binding("q,escape", "quit"),
        Binding("ctrl+c", "quit", priority=True),
    ]

    def __init__(self, replay: Replay) -> None:
        super().__init__()
        self.replay = replay
        self.width = 80

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="seats")
        with VerticalScroll(id="story", can_focus=False):
            yield Static(id="told")
        yield Static(Text(say(KEYS)), id="keys")

    def on_mount(self) -> None:
        self.title = "Coup, replayed"

    def on_resize(self, event: events.Resize) -> None:
        self.width = event.size.width
        self.show_place()

    def show_place(self) -> None:
        """Show the game at this place."""
        replay, view = self.replay, self.replay.view
        step, steps = replay.step
        text = REPLAYED_OPEN if replay.seat is None else REPLAYED_AS
        place = {"turn": view.turn, "n": step, "all": steps, "seat": replay.seat}
        title = say(text, ruleset=wording.rules_of(view.ruleset), **place)
        self.query_one("#title", Static).update(Text(title))
        width = paint.width_of(max(self.width, 120))  # nothing stands beside the seats
        seats = paint.seats(view, replay.chairs, width, replay.hands)
        self.query_one("#seats", Static).update(seats)
        told = paint.with_colours(Text("\n".join(replay.story())), view)
        self.query_one("#told", Static).update(told)
        self.query_one("#story").scroll_end(animate=False)

    def action_step(self, forward: bool) -> None:
        if forward:
            self.replay.forward()
        else:
            self.replay.back()
        self.show_place()

    def action_scroll(self, lines: int) -> None:
        self.query_one("#story").scroll_relative(y=lines, animate=False)

    def action_turn(self, turns: int) -> None:
        self.replay.go_to_turn(self.replay.game.turn + turns)
        self.show_place()
