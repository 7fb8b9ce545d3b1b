"""Draws a table: as text for a terminal, as SVG for a notebook or a page.

It draws what it is given and does not decide who may see what: a card that is None is drawn face
down.
"""

import textwrap
from dataclasses import dataclass
from html import escape

COLOURS = {
    "duke": "#8e5fa8",
    "assassin": "#3f4650",
    "captain": "#0f6fae",
    "ambassador": "#0a8a64",
    "contessa": "#c8501e",
    "inquisitor": "#a67700",
}
"""Colour-blind people can tell these apart, and the letters on the card say the same."""
SIDE_COLOURS = {"loyalist": "#3f7fd0", "reformist": "#d0603f"}
"""Colours of the sides; a shape and a word say the same."""


@dataclass(frozen=True)
class Row:
    """One seat at the table."""

    seat: str
    coins: int
    cards: tuple[str | None, ...]
    """Face-down cards; None where the card is hidden."""
    discarded: tuple[str, ...]
    alive: bool
    allegiance: str | None = None


@dataclass(frozen=True)
class Picture:
    """A table at one moment."""

    heading: str
    rows: tuple[Row, ...]
    actor: str | None
    caption: str


def as_text(picture: Picture) -> str:
    """The table in a few lines; `>` marks the seat whose turn it is."""
    sided = any(row.allegiance for row in picture.rows)
    rows = [("", "side" if sided else "", "coins", "cards", "face up")]
    for row in picture.rows:
        cards = ", ".join(card or "?" for card in row.cards) or absence(row)
        side = row.allegiance or ""
        rows.append((row.seat, side, str(row.coins), cards, ", ".join(row.discarded)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [picture.heading]
    for seat, side, coins, cards, discarded in rows:
        mark = "> " if seat and seat == picture.actor else "  "
        who = f"{mark}{seat:<{widths[0]}}" + (f"  {side:<{widths[1]}}" if sided else "")
        line = f"{who}  {coins:>{widths[2]}}  {cards:<{widths[3]}}  {discarded}"
        lines.append(line.rstrip())
    return "\n".join([*lines, picture.caption])


def absence(row: Row) -> str:
    """Why a seat has no cards: it is out, or it is drawing."""
    return "drawing" if row.alive else "out"


CARD_WIDTH, CARD_HEIGHT, GAP = 66, 80, 10
ROW_HEIGHT = CARD_HEIGHT + 2 * GAP
WIDTH = 620


def as_svg(picture: Picture) -> str:
    """The table as self-contained SVG."""
    caption = textwrap.wrap(picture.caption, 54)
    height = 44 + len(picture.rows) * (ROW_HEIGHT + GAP) + 16 + 24 * len(caption)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" height="{height}" font-family="system-ui, sans-serif" '
        f'role="img" aria-label="{escape(picture.caption)}">',
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="#20493c"/>',
        text(20, 29, picture.heading, size=15, fill="#d9e8df"),
    ]
    top = 44
    for row in picture.rows:
        parts.append(seat_panel(row, top, row.seat == picture.actor))
        top += ROW_HEIGHT + GAP
    for number, line in enumerate(caption):
        parts.append(text(20, top + 20 + 24 * number, line, size=16, fill="#ffffff", weight=600))
    parts.append("</svg>")
    return "\n".join(parts)


def seat_panel(row: Row, top: int, acting: bool) -> str:
    """One seat: name, coins, its cards, its lost cards."""
    edge = ' stroke="#f2c14e" stroke-width="3"' if acting else ""
    parts = [
        f'<rect x="12" y="{top}" width="{WIDTH - 24}" height="{ROW_HEIGHT}" rx="10" '
        f'fill="#17362c"{edge}/>',
        f'<svg x="28" y="{top}" width="164" height="60">',  # cuts off what is too long
        text(0, 44, shortened(row.seat), size=20, fill="#ffffff", weight=600),
        "</svg>",
        f'<circle cx="38" cy="{top + 68}" r="11" fill="#f2c14e" stroke="#a67700"/>',
        text(56, top + 74, str(row.coins), size=17, fill="#ffffff"),
    ]
    if row.allegiance:
        parts.append(side_mark(row.allegiance, top))
    if not row.cards:
        parts.append(text(100, top + 74, absence(row), size=17, fill="#d9e8df"))
    left = 200
    for card in row.cards:
        parts.append(face_down(left, top + GAP) if card is None else face_up(card, left, top + GAP))
        left += CARD_WIDTH + GAP
    left = WIDTH - 24 - len(row.discarded) * (CARD_WIDTH + GAP)
    for card in row.discarded:
        parts.append(f'<g opacity="0.6">{face_up(card, left, top + GAP)}</g>')
        left += CARD_WIDTH + GAP
    return "\n".join(parts)


def side_mark(allegiance: str, top: int) -> str:
    """A seat's side by shape, colour and word: a disc for loyalists, a square for reformists."""
    place = f'fill="{SIDE_COLOURS[allegiance]}" stroke="#ffffff"'
    shape = (
        f'<circle cx="36" cy="{top + 16}" r="7" {place}/>'
        if allegiance == "loyalist"
        else f'<rect x="29" y="{top + 9}" width="14" height="14" {place}/>'
    )
    return shape + text(50, top + 20, allegiance, size=12, fill="#d9e8df")


def shortened(name: str) -> str:
    """A name that fits beside the cards."""
    return name if len(name) <= 12 else name[:11] + "…"


def face_down(left: int, top: int) -> str:
    return (
        f'<rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7" '
        'fill="#7a2230" stroke="#e8d9b0" stroke-width="2"/>'
        + text(left + CARD_WIDTH // 2, top + 51, "?", size=30, fill="#e8d9b0", anchor="middle")
    )


def face_up(role: str, left: int, top: int) -> str:
    middle = left + CARD_WIDTH // 2
    return (
        f'<rect x="{left}" y="{top}" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="7" '
        f'fill="{COLOURS[role]}" stroke="#ffffff" stroke-width="2"/>'
        + text(middle, top + 46, role[:2].title(), size=28, fill="#ffffff", anchor="middle")
        + text(middle, top + 69, role, size=10, fill="#ffffff", anchor="middle")
    )


def text(
    x: int, y: int, words: str, *, size: int, fill: str, weight: int = 400, anchor: str = "start"
) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{fill}" font-weight="{weight}" '
        f'text-anchor="{anchor}">{escape(words)}</text>'
    )
