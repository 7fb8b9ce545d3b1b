"""The options of the full screen, one line each."""

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
"""The keys of options, without the letters that have another meaning."""


@dataclass(frozen=True)
class Option:
    """An option.

    name: its name.
    tag, small_tag, mark: a word about its claim; a shorter one where there is little room; a mark
        of a bluff where there is hardly any.
    short, rest: what it does in a few words, and what these leave out.
    detail: all of this.
    key: the key that chooses it, besides Enter; by default its number.
    is_suggested: whether Enter chooses it, unless the arrow keys choose another one.
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
"""How much a line says: the whole detail, the effect in a few words, or only the name, so that two
lines fit side by side."""


class OptionLine(Static, can_focus=True):
    """A line that can be chosen by its key, by Enter, or with the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "pick", show=False)]

    class Picked(Message):
        """A line was chosen."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Looked(Message):
        """A line has the focus or the mouse over it."""

        def __init__(self, line: "OptionLine") -> None:
            super().__init__()
            self.line = line

    def __init__(self, number: int, option: Option) -> None:
        super().__init__()
        self.number = number
        self.option = option
        self.key = option.key or OPTION_KEYS[number]
        self.shape: Shape = "brief"
        self.columns = 0  # its width; 0 if unknown
        self.is_lit = False  # whether Enter would choose it

    def on_mount(self) -> None:
        self.show()

    def take(self, shape: Shape, columns: int) -> None:
        """Set the line's shape and width."""
        self.shape, self.columns = shape, columns
        self.show()

    def show(self) -> None:
        """Paint the line, with a sign if Enter would choose it."""
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
        """The tag, or the shorter one if it would cut off the effect."""
        option = self.option
        named = max(18, 3 + cell_len(option.name))
        wanted = named + cell_len(option.short) + cell_len(option.tag) + 2
        room = self.columns or wanted
        return option.tag if wanted <= room or not option.small_tag else option.small_tag

    def half(self) -> RenderableType:
        return self.row(self.option.mark)

    def row(self, beside: str) -> Table:
        """The option's name, with a word to the right."""
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
        """How many lines it takes with its whole detail."""
        return 1 + len(wording.wrapped(self.option.detail, max(10, width - 3)))

    def on_focus(self) -> None:
        self.is_lit = True  # has_focus is set only after this
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
    """The option that goes back to the other choices."""
    return Option(say("Something else (Esc)"))


def kind_of(choice: Choice) -> tuple[str, bool]:
    """A key that is equal for choices that differ only in their target."""
    return choice.move.verb, choice.move.target is None


def as_option(choice: Choice, seats: Iterable[str]) -> Option:
    """The option of a choice. Its details do not repeat what its name says."""
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
    """The option of a choice without its effect, so that there is room for the target's name."""
    option = as_option(choice, seats)
    return replace(option, short="", rest=option.detail)


def call_of(replies: Sequence[Reply]) -> str:
    """The name of the option that stands for a person's replies."""
    if len(replies) > 1:
        return f"{replies[0].seat} …"
    if replies[0].move.verb.startswith("block"):
        return say("{seat} blocks", seat=replies[0].seat)
    return say("{seat} challenges", seat=replies[0].seat)
