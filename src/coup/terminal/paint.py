"""Paints what the full screen shows: cards, seats, the summary of actions, the story.

Wherever a colour says something, a word or a sign says it as well.
"""

import re
from collections.abc import Sequence
from typing import Literal

from rich.box import HEAVY
from rich.cells import cell_len
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from coup.choices import role_name
from coup.events import PrivateEvent, TurnBegan
from coup.hosting.evening import PERSON
from coup.languages import current, say
from coup.picture import COLOURS, SIDE_COLOURS
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import ALLEGIANCES
from coup.summary import Summary, summary
from coup.terminal.wording import claimed, kind_of, sentences
from coup.view import View

SEAT_COLOURS = (
    *("#5fb3f0", "#f0a35f", "#7fd67f", "#f07f9f", "#c79bf2", "#e0d060"),
    *("#5fd7d7", "#d7875f", "#afaf87", "#d75fd7"),
)
FEW_SEATS = 6  # with more seats, each has only one line on a small screen
NARROW_NAME = 13  # columns for a name on a small screen
MOST_LINES = 12  # for everybody's claims
Width = Literal["narrow", "words", "wide"]
"""Narrow has abbreviations, words has none, and wide also says what each action does."""


def width_of(columns: int) -> Width:
    """The kind of width of a screen."""
    if columns >= 160:
        return "wide"
    return "words" if columns >= 120 else "narrow"


def short(role: str) -> str:
    """A role in two columns, as on its card."""
    return current().form(f"{role}.short")


def card(role: str, wide: bool) -> Text:
    """A card that can be seen."""
    return Text(f" {role_name(role)} " if wide else short(role), f"bold white on {COLOURS[role]}")


def lost(roles: Sequence[str], wide: bool, crowded: bool) -> list[Text]:
    """Cards that lie face up, in common brackets if that room is needed."""
    names = [role_name(role) if wide else short(role) for role in roles]
    if crowded and names:
        names = [" ".join(names)]
    return [Text(f"({name})", "dim") for name in names]


def colour_of(seat: str, view: View) -> str:
    """A seat's colour, which is the same in all rounds."""
    return SEAT_COLOURS[sorted(view.seats).index(seat)]


def name_of(seat: str, view: View, chairs: dict[str, str], wide: bool) -> Text:
    """A seat's name in its colour; a bot's in italics, with its kind."""
    colour = colour_of(seat, view)
    if chairs[seat] == PERSON:
        return Text(seat, f"bold {colour}")
    kind = kind_of(chairs[seat])
    room = NARROW_NAME - cell_len(f"{seat} °")
    brief = f"{seat} °{kind[: min(6, room)]}" if room > 0 else seat
    return Text(f"{seat} ({kind})" if wide else brief, f"italic {colour}")


def is_crowded(view: View, width: Width) -> bool:
    """Whether many seats are on a small screen."""
    return width == "narrow" and len(view.seats) > FEW_SEATS


def seats(
    view: View,
    chairs: dict[str, str],
    width: Width,
    hands: dict[str, tuple[str, ...]] | None = None,
) -> Table:
    """Everybody's coins, cards and claims; `hands` are the visible ones, usually one's own."""
    open_hands = {view.seat: view.hand} if hands is None else {**hands}
    wide = width != "narrow"
    table = Table(box=None, expand=True, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", width=1)
    table.add_column(
        say("player"),
        no_wrap=True,
        min_width=5,
        max_width=24 if width == "wide" else 20 if wide else NARROW_NAME,
    )
    if view.allegiances:
        table.add_column(say("side") if wide else "", no_wrap=True, width=side_width(wide))
    money = say("coins") if width == "wide" else "¢"
    table.add_column(money, justify="right", width=cell_len(money) if width == "wide" else 2)
    table.add_column(say("cards"), no_wrap=True, min_width=5)
    cut = is_crowded(view, width)
    said_header = say("claimed") if wide else say("said")
    table.add_column(said_header, ratio=1, min_width=8, no_wrap=cut, overflow="ellipsis")
    said = claims_of(view, width)
    for seat in view.seats:
        mark = "▶" if seat == view.question.actor and not view.over else ""
        waiting = "?" if seat in view.question.asked and seat != view.question.actor else ""
        held = open_hands.get(seat, ())
        hand = [card(role, wide and len(held) < 3) for role in held]
        hidden = [Text("■", "bold")] * (0 if hand else view.cards[seat])
        cards = [*hand, *hidden, *lost(view.discarded[seat], wide, cut)]
        table.add_row(
            Text(mark or waiting, "bold yellow"),
            name_of(seat, view, chairs, wide),
            *([side_of(view.allegiances[seat], wide)] if view.allegiances else []),
            str(view.coins[seat]),
            Text(" ").join(cards),
            said[seat],
            style="" if seat in view.alive else "dim",
        )
    return table


def side_of(allegiance: str, wide: bool) -> Text:
    """A seat's side, as a word."""
    return Text(side_word(allegiance, wide), f"bold {SIDE_COLOURS[allegiance]}")


def side_word(allegiance: str, wide: bool) -> str:
    """The name of a side."""
    return current().form(allegiance if wide else f"{allegiance}.short")


def side_width(wide: bool) -> int:
    """How many columns the sides need."""
    return max(cell_len(side_word(each, wide)) for each in ALLEGIANCES)


def claims_of(view: View, width: Width) -> dict[str, str]:
    """Everybody's claims, in words as far as there is room."""
    claims = {seat: claimed(view, seat) for seat in view.seats}
    if width == "wide":
        return {seat: "; ".join(map(str, each)) for seat, each in claims.items()}
    if width == "words" and sum(1 + len(each) // 2 for each in claims.values()) <= MOST_LINES:
        return {seat: ", ".join(one.signs for one in each) for seat, each in claims.items()}
    return {seat: " ".join(one.short for one in each) for seat, each in claims.items()}


def actions(ruleset: Ruleset, width: Width, crowded: bool = False) -> Table:
    """The table of actions: what everybody and every role can do.

    crowded: whether seats need the room of what each role blocks, which is also told by what
        blocks each action.
    """
    wide, full = width != "narrow", width == "wide"
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    effect = (say("effect"),) if full else ()
    blocks = () if crowded else (say("blocks"),)
    by = say("blocked by") if wide else say("block by")
    for column in (say("role"), say("action"), *effect, *blocks, by):
        table.add_column(column, no_wrap=True)
    before = ""
    for row in summary(ruleset):
        role = role_name(row.role) if row.role else say("Anybody")
        style = f"bold on {COLOURS[row.role]}" if row.role else "bold"
        cells = full_row(row) if full else row_with_signs(row, wide)
        if crowded:
            cells = (cells[0], cells[-1])
        table.add_row(Text("" if role == before else role, style if role != before else ""), *cells)
        before = role
    return table


def full_row(row: Summary) -> tuple[str, ...]:
    """A row of the table of actions, in words."""
    return row.action, row.effect, row.blocks, ", ".join(map(role_name, row.blocked_by))


def row_with_signs(row: Summary, wide: bool) -> tuple[str, ...]:
    """The same row with a number for the effect, and with short forms in a narrow window."""
    gain = f" {row.coins:+}" if row.coins else ""
    if wide:
        return row.action + gain, row.blocks, ", ".join(map(role_name, row.blocked_by))
    action = current().form(f"{row.verb}.brief") if row.verb else ""
    blocks = ", ".join(current().form(f"{verb}.tiny") for verb in row.stops)
    return action + gain, blocks, " ".join(map(short, row.blocked_by))


def story(view: View, new: int) -> Group:
    """The story; the last `new` events stand out, and so does what only this seat knows."""
    old = max(0, len(view.events) - new)
    lines = []
    for events, style in ((view.events[:old], "dim"), (view.events[old:], "")):
        for event, text in sentences(events):
            if isinstance(event, TurnBegan):
                line = Text(f"— {text}", f"bold {style}")
            elif isinstance(event, PrivateEvent):
                line = Text(f"* {text}", f"italic {style}")
            else:
                line = Text(text, style)
            lines.append(with_colours(line, view))
    return Group(*lines)


def with_colours(line: Text, view: View) -> Text:
    """A line with all names in their colours."""
    for seat in view.seats:
        name = rf"(?<!\w){re.escape(seat)}(?!\w)"
        line.highlight_regex(name, colour_of(seat, view))
    return line


def banner(winner: str | None, number: int, told: list[str]) -> Group:
    """How a round ended, and who has won it."""
    if winner is None:
        end = say("Nobody wins round {n}.", n=number)
    else:
        end = say("★ {winner} wins round {n} ★", winner=winner, n=number)
    text = Text(end, "bold", justify="center")
    headline = Panel(text, box=HEAVY, style="bold yellow", subtitle=say("press Enter"))
    return Group(Text("\n".join(told)), headline)


def hand(view: View) -> Text:
    """Who is at the screen, and their cards in words."""
    if view.seat is None:
        return Text(say("All may look."), "dim")
    if view.seat not in view.alive:
        return Text(say("{name}, you are out.", name=view.seat), "dim")
    cards = [card(role, wide=True) for role in view.hand]
    return Text(" ").join([Text(say("{name}, your cards:", name=view.seat)), *cards])
