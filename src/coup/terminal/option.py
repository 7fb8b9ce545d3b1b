"""What can be chosen on the full screen, one line each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from coup.choices import Choice
from coup.languages import say
from coup.terminal import wording
from coup.terminal.aloud import Reply

OPTION_KEYS = "123456789acdefghijklm"
"""The key of each option; letters that do something else are left out."""


@dataclass(frozen=True)
class Option:
    """Something to choose.

    name: what it is called.
    tag: a word about what it claims; a shorter one where there is little room, and a mark that it
        would be a bluff where there is hardly any.
    short, rest: what it does, in few words, and what there is to say beside them.
    detail: all of it.
    key: the key that chooses it, beside Enter; without one, it is its number.
    is_suggested: whether Enter chooses it, if the arrow keys do not choose another one.
    """

    name: str
    tag: str = ""
    small_tag: str = ""
    mark: str = ""
    short: str = ""
    rest: str = ""
    detail: str = ""
    key: str = ""
    is_suggested: bool = False


Shape = Literal["full", "brief", "half"]
"""How much a line says: all that the option does, that in a few words, or only what it is called,
so that two have room side by side."""


class OptionLine(Static, can_focus=True):
    """Something to choose: by its key, by Enter, or with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", show=False)]

    class Picked(Message):
        """Somebody chose a line."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Looked(Message):
        """Somebody is about to choose a line."""

        def __init__(self, line: "OptionLine") -> None:
            super().__init__()
            self.line = line

    def __init__(self, number: int, option: Option) -> None:
        super().__init__()
        self.number = number
        self.option = option
        self.key = option.key or OPTION_KEYS[number]
        self.shape: Shape = "brief"
        self.columns = 0  # of the screen that it has; 0 if nobody has said so
        self.is_lit = False  # whether Enter would choose it

    def on_mount(self) -> None:
        self.show()

    def take(self, shape: Shape, columns: int) -> None:
        """From now on it says so much in so many columns."""
        self.shape, self.columns = shape, columns
        self.show()

    def show(self) -> None:
        """Paint the line; a sign says that Enter chooses it."""
        paint = {"full": self.full, "brief": self.brief, "half": self.half}
        self.update(paint[self.shape]())

    def named(self) -> Text:
        mark = ">" if self.is_lit else " "
        return Text.assemble((f"{mark}{self.key} ", "bold yellow"), self.option.name)

    def brief(self) -> RenderableType:
        line = Table.grid(expand=True, padding=(0, 1, 0, 0))
        line.add_column(no_wrap=True, overflow="ellipsis", min_width=18)
        line.add_column(ratio=1, no_wrap=True, overflow="ellipsis", style="dim")
        line.add_column(justify="right", no_wrap=True)
        line.add_row(self.named(), self.option.short, self.tag_that_fits())
        return line

    def tag_that_fits(self) -> str:
        """The tag, or the shorter one where it would cut off what the option does."""
        option = self.option
        named = max(18, 3 + cell_len(option.name))
        wanted = named + cell_len(option.short) + cell_len(option.tag) + 2
        room = self.columns or wanted
        return option.tag if wanted <= room or not option.small_tag else option.small_tag

    def half(self) -> RenderableType:
        return self.row(self.option.mark)

    def row(self, beside: str) -> Table:
        """What the option is called, with a word beside it."""
        line = Table.grid(expand=True)
        line.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        line.add_column(justify="right", no_wrap=True)
        line.add_row(self.named(), beside)
        return line

    def full(self) -> RenderableType:
        line = self.row(self.option.tag)
        if not self.option.detail:
            return line
        return Group(line, Padding(Text(self.option.detail, "dim"), (0, 0, 0, 3)))

    def height_at(self, width: int) -> int:
        """How many lines it takes with all that it does."""
        return 1 + len(wording.wrapped(self.option.detail, max(10, width - 3)))

    def on_focus(self) -> None:
        self.is_lit = True  # has_focus says so only after this
        self.show()
        self.post_message(self.Looked(self))

    def on_blur(self) -> None:
        self.is_lit = False
        self.show()

    def on_enter(self) -> None:
        self.post_message(self.Looked(self))

    def on_click(self) -> None:
        self.action_pick()

    def action_pick(self) -> None:
        self.post_message(self.Picked(self.number))


def back() -> Option:
    """The way back to the other choices."""
    return Option(say("Something else (Esc)"))


def kind_of(choice: Choice) -> tuple[str, bool]:
    """Choices that are alike in this differ in their target only."""
    return choice.move.verb, choice.move.target is None


def as_option(choice: Choice, seats: Iterable[str]) -> Option:
    """A choice as a line: what it claims beside it, the rest beside or below. What its name says
    already is not said again."""
    warned = f"{choice.follows} {choice.loses}".strip()
    short = wording.sentence(choice.short, seats, stop="")
    effect = wording.sentence(choice.effect, seats)
    return Option(
        choice.name,
        choice.tag,
        choice.small_tag,
        choice.mark,
        "" if short == choice.name else short,
        f"{choice.rest} {warned}".strip(),
        f"{'' if effect.startswith(choice.name) else effect} {warned}".strip(),
    )


def as_target(choice: Choice, seats: Iterable[str]) -> Option:
    """A choice as a line that has room for the name of its target."""
    option = as_option(choice, seats)
    return replace(option, short="", rest=option.detail)


def call_of(replies: Sequence[Reply]) -> str:
    """What somebody may call, as a line."""
    if len(replies) > 1:
        return f"{replies[0].seat} …"
    if replies[0].move.verb.startswith("block"):
        return say("{seat} blocks", seat=replies[0].seat)
    return say("{seat} challenges", seat=replies[0].seat)
