"""Coup on a full screen: the table, the story, the actions, and one question at a time."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from rich.table import Table
from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from coup.choices import Choice, choices, situation
from coup.hosting.evening import Evening
from coup.terminal import paint, wording
from coup.terminal.advice import advice_for, advisable
from coup.terminal.guide import guide
from coup.terminal.plain import patience
from coup.terminal.saves import Save
from coup.terminal.screens import Confirm, Help, RoundEnd
from coup.view import View

STOPPED = 130  # the evening was stopped with Ctrl-C
KEYS = "1-9, ↑↓ Enter: choose   PgUp/PgDn: story   ?: rules   q: leave   °: a bot"
GRACE = 0.4  # seconds before a hand can be shown: a key pressed twice must not show the next one


@dataclass(frozen=True)
class Option:
    """Something to choose: its name, a word about what it claims, and what else to know."""

    name: str
    tag: str = ""
    detail: str = ""


class OptionLine(Static, can_focus=True):
    """A line to choose: by its key, by Enter, or with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", show=False)]

    class Picked(Message):
        """Somebody chose a line."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Looked(Message):
        """Somebody is about to choose a line."""

        def __init__(self, option: Option) -> None:
            super().__init__()
            self.option = option

    def __init__(self, number: int, option: Option) -> None:
        super().__init__()
        self.number = number
        self.option = option

    def on_mount(self) -> None:
        self.update(self.painted(" "))

    def painted(self, mark: str) -> Table:
        """The line; a mark says that Enter would choose it."""
        line = Table.grid(expand=True)
        line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        line.add_column(justify="right", no_wrap=True)
        name = Text.assemble((f"{mark}{self.number + 1} ", "bold yellow"), self.option.name)
        line.add_row(name, self.option.tag)
        return line

    def on_focus(self) -> None:
        self.update(self.painted(">"))
        self.post_message(self.Looked(self.option))

    def on_blur(self) -> None:
        self.update(self.painted(" "))

    def on_enter(self) -> None:
        self.post_message(self.Looked(self.option))

    def on_click(self) -> None:
        self.action_pick()

    def action_pick(self) -> None:
        self.post_message(self.Picked(self.number))


class FullEvening(App[int]):
    """An evening on a full screen."""

    CSS = """
    #title { height: 1; background: $primary; color: $text; padding: 0 1; }
    #upper { height: auto; max-height: 16; background: $surface; }
    #seats { width: 1fr; padding: 0 0 0 1; }
    #summary { width: auto; padding: 0 0 0 1; border-left: solid $primary; }
    #lower { height: 1fr; }
    #ask { width: 47; padding: 0 1; }
    #small { display: none; height: 1fr; content-align: center middle; }
    .small #small { display: block; }
    .small #upper, .small #lower { display: none; }
    #story { width: 1fr; border-left: solid $primary; padding: 0 1; }
    #hand, #question { height: auto; }
    #question { text-style: bold; }
    #options { height: 1fr; }
    #detail { height: 2; color: $text-muted; }
    #keys { height: 1; background: $panel; padding: 0 1; }
    OptionLine { height: 1; }
    OptionLine:hover { background: $boost; }
    OptionLine:focus { background: $primary; color: $text; text-style: bold; }
    .wide #ask { width: 80; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Leave"),
        Binding("question_mark", "help", "Rules"),
        Binding("ctrl+c,ctrl+q", "stop", "Stop", priority=True),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("pageup", "scroll_story(-5)", show=False),
        Binding("pagedown", "scroll_story(5)", show=False),
        Binding("escape", "pick_nothing", show=False),
    ]

    def __init__(self, evening: Evening, save: Save, pause: float) -> None:
        super().__init__()
        self.evening = evening
        self.save = save
        self.pause = pause
        self.shared = len(evening.people) > 1
        self.looking: str | None = None if self.shared else evening.people[0]
        self.new = 0  # sentences that whoever is looking has not read before
        self.handing_over = False
        self.pressed = 0.0  # when something was chosen, or tried to be
        self.failure: Exception | None = None
        self.answer: asyncio.Future[int | None] | None = None

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static("This window is too small: 80 columns and 24 lines are needed.", id="small")
        with Horizontal(id="upper"):
            yield Static(id="seats")
            yield Static(id="summary")
        with Horizontal(id="lower"):
            with Vertical(id="ask"):
                yield Static(id="hand")
                yield Static(id="question")
                yield VerticalScroll(id="options", can_focus=False)
                yield Static(id="detail")
            with VerticalScroll(id="story", can_focus=False):
                yield Static(id="told")
        yield Static(Text(KEYS), id="keys")

    def on_mount(self) -> None:
        self.title = "Coup"
        self.shape = self.size
        self.play_evening()

    # The course of an evening.

    @work
    async def play_evening(self) -> None:
        """Play until nobody wants another round. What fails is told when the screen is closed."""
        try:
            while await self.play_one_round():
                self.evening.next_round()
                self.new = 0
                self.save.keep(self.evening)
            self.save.forget()
        except Exception as error:
            self.failure = error
        self.exit(0)

    async def play_one_round(self) -> bool:
        """Play a round and show how it ended; whether there is to be another one."""
        evening = self.evening
        if not evening.game.over:
            await self.play_round()
        path = self.save.keep_round(evening)
        await self.uncovered()
        score = [*wording.score(evening), f"To see it again: coup replay {path}"]
        advice = {seat: partial(advice_for, evening, seat) for seat in advisable(evening)}
        return await self.push_screen_wait(RoundEnd(score, wording.truth(evening.game), advice))

    async def uncovered(self) -> None:
        """Wait while another screen lies over the table."""
        while isinstance(self.screen, ModalScreen):
            await asyncio.sleep(0.05)

    async def play_round(self) -> None:
        """Ask people and bots in turn."""
        evening, hurry = self.evening, False
        while seat := evening.asked:
            await self.uncovered()
            if evening.is_person(seat):
                await self.ask_person(seat)
            else:
                self.show_table(f"{seat} is thinking…")
                hurry = hurry or await self.wait_for_bot()
                evening.let_bot_answer()
            self.save.keep(evening)
            if self.shared and evening.asked != self.looking:
                self.look(None)
        self.show_table("")

    async def wait_for_bot(self) -> bool:
        """A short pause; whether somebody wants no more of them in this round."""
        seconds = patience(self.evening, self.pause)
        if not self.evening.watching:
            await asyncio.sleep(seconds)
            return False
        skip = Option("Skip to the end", detail="Only bots are left.")
        return await self.choose([skip], seconds) is not None

    def look(self, seat: str | None) -> None:
        """From now on the screen is for this seat's eyes, or for everybody's."""
        self.looking = seat
        self.new = 0
        self.show_table("")

    async def ask_person(self, seat: str) -> None:
        """Hand over the keyboard, if need be, and ask."""
        if self.looking != seat:
            self.show_table(f"{seat}, press Enter when only you are looking.")
            self.handing_over, self.pressed = True, monotonic()
            await self.choose([Option("Show my cards", detail="Everybody else looks away.")])
            self.handing_over = False
            self.look(seat)
        while True:
            view = self.evening.view(seat)
            self.show_table(situation(view))
            choice = await self.choose_move(choices(view))
            if choice and await self.is_sure(choice):
                self.evening.answer(choice.move)
                self.new = 0
                return

    async def choose_move(self, options: Sequence[Choice]) -> Choice | None:
        """One of the moves; where there are several targets, first what and then against whom."""
        verbs = list(dict.fromkeys(choice.move.verb for choice in options))
        targeted = len(verbs) < len(options) and any(choice.move.target for choice in options)
        if not targeted:
            number = await self.choose([as_option(choice) for choice in options])
            return None if number is None else options[number]
        groups = [[each for each in options if each.move.verb == verb] for verb in verbs]
        number = await self.choose([as_group(group) for group in groups])
        if number is None:
            return None
        group = groups[number]
        if len(group) == 1:
            return group[0]
        number = await self.choose([*map(as_option, group), Option("Something else (Esc)")])
        return None if number is None or number == len(group) else group[number]

    async def is_sure(self, choice: Choice) -> bool:
        """Nobody loses two cards by a slip of the finger."""
        return not choice.risk or await self.push_screen_wait(Confirm(f"{choice.risk} Do it?"))

    async def choose(self, options: Sequence[Option], seconds: float | None = None) -> int | None:
        """The number of the option that is chosen; None for Escape, or when the time is up."""
        lines = self.part("#options")
        await lines.remove_children()
        await lines.mount(*(OptionLine(number, option) for number, option in enumerate(options)))
        lines.children[0].focus()
        self.answer = asyncio.get_running_loop().create_future()
        done, _ = await asyncio.wait([self.answer], timeout=seconds)
        number = self.answer.result() if done else None
        self.answer = None
        await lines.remove_children()
        self.part("#detail").update("")
        return number

    # What is shown.

    def part(self, name: str) -> Any:
        """A part of the table, whatever lies over it."""
        return self.screen_stack[0].query_one(name)

    def show_table(self, question: str) -> None:
        """Show the game as whoever is looking may see it."""
        view = self.evening.view(self.looking)
        self.new += len(self.evening.news(self.looking))
        self.paint(view)
        self.part("#question").update(Text(question))
        self.part("#story").scroll_end(animate=False)

    def paint(self, view: View) -> None:
        """Everything that does not depend on the question."""
        wide = self.shape.width >= paint.WIDE
        table = self.screen_stack[0]
        table.set_class(wide, "wide")
        table.set_class(self.shape.width < 80 or self.shape.height < 24, "small")
        title = f"Coup · {view.ruleset} · round {self.evening.number} · turn {view.turn}"
        deck = f"{view.deck_size} cards in the court deck"
        self.part("#title").update(Text(f"{title} · {deck}"))
        chairs = self.evening.chairs
        self.part("#seats").update(paint.seats(view, chairs, wide))
        self.part("#summary").update(paint.actions(view.ruleset, wide))
        self.part("#hand").update(paint.hand(view))
        self.part("#told").update(paint.story(view.events, self.new))

    def on_resize(self, event: events.Resize) -> None:
        self.shape = event.size
        if self.screen_stack[0].query("#title"):  # not before there is anything to paint
            self.paint(self.evening.view(self.looking))

    # What is typed and clicked.

    def on_option_line_looked(self, message: OptionLine.Looked) -> None:
        self.part("#detail").update(Text(message.option.detail))

    def on_option_line_picked(self, message: OptionLine.Picked) -> None:
        self.pick(message.number)

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "123456789":
            self.pick(int(event.character) - 1)

    def pick(self, number: int | None) -> None:
        """Answer the question on the screen, unless another screen lies over it."""
        before, self.pressed = self.pressed, monotonic()
        if self.handing_over and self.pressed - before < GRACE:
            return
        covered = isinstance(self.screen, ModalScreen)
        if covered or self.answer is None or self.answer.done():
            return
        if number is None or number < len(self.part("#options").children):
            self.answer.set_result(number)

    def action_pick_nothing(self) -> None:
        self.pick(None)

    def action_scroll_story(self, lines: int) -> None:
        self.part("#story").scroll_relative(y=lines, animate=False)

    def action_help(self) -> None:
        if not isinstance(self.screen, ModalScreen):
            self.push_screen(Help(guide(self.evening.ruleset)))

    @work
    async def action_leave(self) -> None:
        question = "Leave the game? It is saved, and `coup play --resume` takes it up again."
        if not isinstance(self.screen, Confirm) and await self.push_screen_wait(Confirm(question)):
            self.leave(0)

    def action_stop(self) -> None:
        self.leave(STOPPED)

    def leave(self, code: int) -> None:
        """Close the screen; what some terminals keep of it shows nobody's cards."""
        if self.shared:
            self.look(None)
        self.call_after_refresh(self.exit, code)


def as_option(choice: Choice) -> Option:
    """A choice as a line: what it claims beside it, the rest below."""
    return Option(choice.name, choice.tag, f"{choice.effect}. {choice.follows}")


def as_group(group: Sequence[Choice]) -> Option:
    """Choices that differ in their target only, as one line."""
    choice = group[0]
    if len(group) == 1:
        return as_option(choice)
    verb = choice.name.removesuffix(str(choice.move.target)).strip()
    effect = choice.effect.replace(str(choice.move.target), "the target")
    return Option(f"{verb} …", choice.tag, f"{effect}.")
