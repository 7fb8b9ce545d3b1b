"""The screens that cover the table: a confirmation, the rules, the end of a round."""

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Markdown, Static

from coup.languages import say
from coup.terminal.advice import Wanted, on_the_way, thinking
from coup.terminal.pace import Lull
from coup.terminal.paint import with_colours
from coup.view import View

Adviser = Callable[[Wanted], list[str]]
"""Finds advice, as long as its callback says that it is still wanted."""
PROGRESS = 0.3  # seconds between two updates of the progress
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"


class Confirm(ModalScreen[bool]):
    """A question to be answered with yes or no."""

    CSS = """
    Confirm { align: center middle; }
    Confirm > Vertical { width: 62; height: auto; padding: 1 2; }
    Confirm > Vertical { border: thick $warning; background: $surface; }
    Confirm Horizontal { height: 3; margin-top: 1; }
    Confirm Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "Yes"),
        ("n", "answer(False)", "No"),
        ("escape,q", "answer(False)", "No"),
    ]

    def __init__(self, question: str, lull: Lull) -> None:
        super().__init__()
        self.question = question
        self.lull = lull

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self.question))
            with Horizontal():
                yield Button(say("Yes (y)"), id="yes")
                yield Button(say("No (n)"), id="no", variant="primary")

    def on_mount(self) -> None:
        self.query_one("#no").focus()
        self.lull.begin()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.action_answer(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        if self.lull.is_over():
            self.dismiss(answer)
            self.lull.begin()


class Help(ModalScreen[None]):
    """The rules, and the keys."""

    CSS = """
    Help { align: center middle; }
    Help > VerticalScroll { width: 100%; max-width: 100; height: 100%; }
    Help > VerticalScroll { border: round $primary; background: $surface; }
    Help > VerticalScroll { border-subtitle-align: left; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,question_mark,q,enter", "dismiss", "Back to the game"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll() as scroll:
            scroll.border_subtitle = say(
                "↑ ↓ PgUp PgDn: read   Esc, ?, q or Enter: back to the game"
            )
            yield Markdown(self.text)


class Page(NamedTuple):
    """Something to read after a round: its title, the name of the button that leads to it, and the
    function that finds its lines, which may take a while."""

    title: str
    name: str
    lines: Adviser


class RoundEnd(ModalScreen[bool]):
    """The score, the story with all cards open, advice, and the question whether to play on."""

    CSS = """
    RoundEnd > VerticalScroll { height: 1fr; padding: 0 1; }
    RoundEnd > VerticalScroll { border: round $primary; background: $surface; }
    RoundEnd > #score { height: auto; padding: 0 2; background: $surface; }
    RoundEnd > Horizontal { height: 3; background: $surface; padding: 0 2; }
    RoundEnd Button { margin-right: 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("n", "answer(True)", "Next round"),
        ("e", "answer(False)", "End"),
        ("a", "advise", "Advice"),
        ("q", "app.leave", "Leave"),
        ("question_mark", "app.help", "Rules"),
    ]

    def __init__(
        self,
        view: View,
        score: list[str],
        story: list[str],
        advice: Mapping[str, Adviser],
        lull: Lull,
    ) -> None:
        super().__init__()
        self.view = view
        self.score = score
        self.lull = lull
        title = say("The round with all cards open")
        self.pages = [Page(title, say("Story"), lambda wanted: story)]
        self.pages += [
            Page(
                say("What shark would have done for {seat}", seat=seat),
                say("Advice for {seat}", seat=seat),
                lines,
            )
            for seat, lines in advice.items()
        ]
        self.page = 0
        self.found = {0: story}
        self.thinking = False
        self.left = threading.Event()
        self.played = (0, 0)  # how many games the adviser has played out, and their total
        self.turns = 0  # of the spinner

    def compose(self) -> ComposeResult:
        yield Static(Text("\n".join(self.score)), id="score")
        with VerticalScroll():
            yield Static(id="page")
        with Horizontal():
            yield Button(say("Next round (n)"), id="next", variant="primary")
            yield Button(say("End the evening (e)"), id="end")
            if len(self.pages) > 1:
                yield Button(id="advise")

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()  # so that an extra Enter does nothing
        self.lull.begin()
        self.show(self.found[0])

    def on_unmount(self) -> None:
        self.left.set()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "advise":
            self.action_advise()
        else:
            self.action_answer(event.button.id == "next")

    def action_answer(self, answer: bool) -> None:
        if self.lull.is_over():
            self.dismiss(answer)

    @work
    async def action_advise(self) -> None:
        """Turn to the next page: advice for each person in turn, then the story again."""
        if len(self.pages) == 1 or self.thinking:
            return
        self.page = (self.page + 1) % len(self.pages)
        if self.page not in self.found:
            self.thinking = True
            self.show([thinking()])
            timer = self.set_interval(PROGRESS, self.show_progress)
            find = self.pages[self.page].lines
            self.found[self.page] = await asyncio.to_thread(find, self.is_wanted)
            timer.stop()
            self.thinking = False
        self.show(self.found[self.page])

    def is_wanted(self, done: int, games: int) -> bool:
        """Note the adviser's progress; returns whether it should continue."""
        self.played = (done, games)
        return not self.left.is_set()

    def show_progress(self) -> None:
        """Show the adviser's progress."""
        done, games = self.played
        self.turns = (self.turns + 1) % len(SPINNER)
        how_far = on_the_way(done, games) if done else ""
        self.show([thinking(), f"{SPINNER[self.turns]} {how_far}"])

    def show(self, lines: Sequence[str]) -> None:
        """Fill the page."""
        scroll = self.query_one(VerticalScroll)
        scroll.border_title = f"{self.pages[self.page].title} (↑ ↓ PgUp PgDn)"
        self.query_one("#page", Static).update(with_colours(Text("\n".join(lines)), self.view))
        scroll.anchor(self.page == 0)  # the end of a story matters most
        if self.page:
            scroll.scroll_home(animate=False)
        for button in self.query("#advise").results(Button):
            button.label = f"{self.pages[(self.page + 1) % len(self.pages)].name} (a)"
