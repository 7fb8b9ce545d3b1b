"""The screens that lie over the table: a grave question, the rules, the end of a round."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Markdown, Static


class Confirm(ModalScreen[bool]):
    """Yes or no?"""

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

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(Text(self.question))
            with Horizontal():
                yield Button("Yes (y)", id="yes")
                yield Button("No (n)", id="no", variant="primary")

    def on_mount(self) -> None:
        self.query_one("#no").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)


class Help(ModalScreen[None]):
    """The rules, and the keys."""

    CSS = """
    Help { align: center middle; }
    Help > VerticalScroll { width: 100%; max-width: 100; height: 100%; }
    Help > VerticalScroll { border: round $primary; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,question_mark,q,enter", "dismiss", "Back to the game"),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown(self.text)


class RoundEnd(ModalScreen[bool]):
    """The score, the story with all cards open, and whether to play on."""

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
        ("q", "app.leave", "Leave"),
        ("question_mark", "app.help", "Rules"),
    ]

    def __init__(self, score: list[str], story: list[str]) -> None:
        super().__init__()
        self.score = score
        self.story = story

    def compose(self) -> ComposeResult:
        yield Static(Text("\n".join(self.score)), id="score")
        with VerticalScroll() as scroll:
            scroll.border_title = "The round with all cards open (↑ ↓ PgUp PgDn)"
            yield Static(Text("\n".join(self.story)))
        with Horizontal():
            yield Button("Next round (n)", id="next", variant="primary")
            yield Button("End the evening (e)", id="end")

    def on_mount(self) -> None:
        self.query_one(
            VerticalScroll
        ).focus()  # so that Enter, pressed once too often, does nothing

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "next")

    def action_answer(self, answer: bool) -> None:
        self.dismiss(answer)
