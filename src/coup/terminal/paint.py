"""Paints what the full screen shows: cards, seats, the summary of actions, the story.

Everything that a colour says, a word or a sign says too.
"""

from rich.console import Group
from rich.table import Table
from rich.text import Text

from coup.choices import summary
from coup.events import Event, PrivateEvent, TurnBegan
from coup.hosting.evening import PERSON
from coup.picture import COLOURS
from coup.rules.rulesets import Ruleset
from coup.terminal.wording import claimed, sentences
from coup.view import View

SEAT_COLOURS = ("#5fb3f0", "#f0a35f", "#7fd67f", "#f07f9f", "#c79bf2", "#e0d060")
SHORT = {"foreign aid": "aid", "assassinate": "assass."}
WIDE = 160  # columns from which words are written in full


def short(role: str) -> str:
    """A role in two letters, as on its card."""
    return role[:2].capitalize()


def card(role: str, wide: bool) -> Text:
    """A card that can be seen."""
    return Text(f" {role.capitalize()} " if wide else short(role), f"bold white on {COLOURS[role]}")


def lost(role: str, wide: bool) -> Text:
    """A card that lies face up."""
    return Text(f"({role.capitalize() if wide else short(role)})", "dim")


def name_of(seat: str, view: View, chairs: dict[str, str]) -> Text:
    """A seat's name in its colour; a bot's in italics, with a mark."""
    colour = SEAT_COLOURS[sorted(view.seats).index(seat)]
    if chairs[seat] == PERSON:
        return Text(seat, f"bold {colour}")
    return Text(f"{seat} °", f"italic {colour}")


def seats(
    view: View,
    chairs: dict[str, str],
    wide: bool,
    hands: dict[str, tuple[str, ...]] | None = None,
) -> Table:
    """Everybody's coins, cards and claims; `hands` are those seen, usually one's own."""
    open_hands = {view.seat: view.hand} if hands is None else {**hands}
    table = Table(box=None, expand=True, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("", width=1)
    table.add_column("player", no_wrap=True, min_width=5, max_width=24 if wide else 8)
    table.add_column("coins" if wide else "¢", justify="right", width=5 if wide else 2)
    table.add_column("cards", no_wrap=True, min_width=5)
    table.add_column("claimed", ratio=1, min_width=8)
    for seat in view.seats:
        mark = "▶" if seat == view.question.actor and not view.over else ""
        waiting = "?" if seat in view.question.asked and seat != view.question.actor else ""
        hand = [card(role, wide) for role in open_hands.get(seat, ())]
        hidden = [Text("■", "bold")] * (0 if hand else view.cards[seat])
        cards = [*hand, *hidden, *(lost(role, wide) for role in view.discarded[seat])]
        claims = claimed(view, seat)
        said = "; ".join(map(str, claims)) if wide else " ".join(each.short for each in claims)
        table.add_row(
            Text(mark or waiting, "bold yellow"),
            name_of(seat, view, chairs),
            str(view.coins[seat]),
            Text(" ").join(cards),
            said,
            style="" if seat in view.alive else "dim",
        )
    return table


def actions(ruleset: Ruleset, wide: bool) -> Table:
    """What everybody and every role can do."""
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for column in (
        "role",
        "action",
        *(("effect",) if wide else ()),
        "blocks",
        "blocked by" if wide else "block by",
    ):
        table.add_column(column, no_wrap=True)
    before = ""
    for row in summary(ruleset):
        role = (row.role or "anybody").capitalize()
        style = f"bold on {COLOURS[row.role]}" if row.role else "bold"
        gain = f" {row.coins:+}" if row.coins and not wide else ""
        by = (
            ", ".join(map(str.capitalize, row.blocked_by))
            if wide
            else " ".join(map(short, row.blocked_by))
        )
        blocks = row.blocks if wide else SHORT.get(row.blocks, row.blocks)
        cells = [row.action + gain, *((row.effect,) if wide else ()), blocks, by]
        table.add_row(Text("" if role == before else role, style if role != before else ""), *cells)
        before = role
    return table


def story(events: tuple[Event, ...], new: int) -> Group:
    """What happened; the last `new` sentences stand out, and what only this seat knows."""
    old = max(0, len(events) - new)
    parts = [(sentences(events[:old]), "dim"), (sentences(events[old:]), "")]
    lines = []
    for told, style in parts:
        for event, text in told:
            if isinstance(event, TurnBegan):
                lines.append(Text(f"— {text}", f"bold {style}"))
            elif isinstance(event, PrivateEvent):
                lines.append(Text(f"* {text}", f"italic {style}"))
            else:
                lines.append(Text(text, style))
    return Group(*lines)


def hand(view: View) -> Text:
    """Whose screen this is, and the cards in full."""
    if view.seat is None:
        return Text("All may look.", "dim")
    cards = [card(role, wide=True) for role in view.hand]
    return Text(" ").join([Text(f"{view.seat}, your cards:"), *cards])
