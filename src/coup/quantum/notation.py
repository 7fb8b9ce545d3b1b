"""Positions read from text, as in `Alice: (duke, void, 8), Bob: (dead, captain, 3)`.

The first player named is to move, unless the text ends with `..., Bob to move`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from coup.quantum.positions import CARDS, DEAD, VOID, Hand, Position, hand_of
from coup.quantum.rules import MOST_COINS, OUT, SEATS, winner
from coup.rules.errors import CoupError, hint

EXAMPLE = "Alice: (duke, void, 8), Bob: (dead, captain, 3)"
PLAYER = re.compile(r"\s*([^\s:(),][^:(),]*?)\s*:\s*\(([^()]*)\)\s*")
TURN = re.compile(r"\s*([^:(),]+?)\s+to\s+move\s*")
RESERVED = re.compile(r"[:(),#]|\s\s|[^\S ]|^\s|\s$")


class Named(NamedTuple):
    """A position and the names of its seats."""

    position: Position
    names: tuple[str, ...]


def read_position(text: str) -> Named:
    """The position that a text describes; raises a CoupError if it describes none.

    >>> read_position("Ann: (void, duke, 8), Tom: (dead, captain, 3), Tom to move").names
    ('Ann', 'Tom')
    >>> read_position("Ann: (void, void, 11), Tom: (void, void, 2)")
    Traceback (most recent call last):
        ...
    coup.rules.errors.CoupError: Ann has 11 coins, but nobody can have more than 10
    """
    names: list[str] = []
    players: list[tuple[Hand, int]] = []
    turn = None
    rest = text
    while rest.strip():
        found = PLAYER.match(rest)
        if found and turn is None:
            names.append(checked_name(found[1], names))
            players.append(read_player(found[1], found[2]))
        else:
            found = TURN.match(rest)
            if not found or not names or turn is not None:
                raise CoupError(f"{rest.strip()!r:.60} is not a position; write it like {EXAMPLE}")
            turn = find_name(found[1], names)
        rest = rest[found.end() :]
        if rest:
            if not rest.startswith(","):
                raise CoupError(f"there should be a comma before {rest!r:.60}")
            rest = rest[1:]
    hands, coins = tuple(hand for hand, _ in players), tuple(coins for _, coins in players)
    return Named(checked(Position(hands, coins), names, turn), tuple(names))


def checked_name(name: str, others: list[str]) -> str:
    """A name; refuses one that another seat has, or that could not be read back."""
    if as_typed(name) in map(as_typed, others):
        raise CoupError(f"there are two players called {name}")
    if not name or RESERVED.search(name):
        raise CoupError(
            f"a player's name has single blanks between its words and no : ( ) , # in it, "
            f"not {name!r:.60}"
        )
    return name


def as_typed(name: str) -> str:
    """A name in lower case, with spaces for underscores."""
    return name.lower().replace("_", " ")


def checked_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names of the seats; refuses too few, equal and invalid names."""
    if len(names) < seats:
        raise CoupError(f"there are {seats} players but {len(names)} names")
    checked: list[str] = []
    for name in names[:seats]:
        checked.append(checked_name(name, checked))
    return tuple(checked)


def find_name(name: str, names: Sequence[str]) -> int:
    """The seat of a name."""
    for seat, other in enumerate(names):
        if other.lower() == name.lower():
            return seat
    raise CoupError(f"there is no player {name!r:.60}, only {', '.join(names)}")


def read_player(name: str, text: str) -> tuple[Hand, int]:
    """A hand and coins, as in `duke, void, 8`."""
    parts = [part.strip().lower() for part in text.split(",")]
    if len(parts) != 3:
        raise CoupError(f"{name}: it takes two cards and the coins, as in (duke, void, 8)")
    *cards, coins = parts
    for card in cards:
        if card not in CARDS:
            near = hint(card, CARDS, f"the cards are {', '.join(CARDS)}")
            raise CoupError(f"{name}: there is no card {card!r:.60}; {near}")
    first, second = cards
    if first == second and first not in (DEAD, VOID):
        raise CoupError(
            f"{name} cannot have two cards that are {first}: "
            f"who has one needs no other, so the second stays void"
        )
    if not re.fullmatch(r"[0-9]{1,9}", coins):
        raise CoupError(f"{name}: coins are a number from 0 to {MOST_COINS}, not {coins!r:.60}")
    if int(coins) > MOST_COINS:
        raise CoupError(f"{name} has {coins} coins, but nobody can have more than {MOST_COINS}")
    return hand_of(first, second), int(coins)


def checked(position: Position, names: list[str], turn: int | None) -> Position:
    """A position with the right seat to move; refuses one that cannot occur."""
    if not 2 <= len(names) <= SEATS:
        raise CoupError(f"a position has 2 to {SEATS} players, not {len(names)}: {EXAMPLE}")
    left = [seat for seat, hand in enumerate(position.hands) if hand != OUT]
    if not left:
        raise CoupError("everybody is out; at least one player has a card left")
    if turn is not None and turn not in left:
        raise CoupError(f"{names[turn]} is out and cannot be to move")
    position = position._replace(turn=left[0] if turn is None else turn)
    return position if winner(position) is None else position._replace(phase="end")


def write_position(position: Position, names: tuple[str, ...]) -> str:
    """A position at the start of a turn, as `read_position` reads it."""
    first = next(seat for seat, hand in enumerate(position.hands) if hand != OUT)
    turn = "" if position.turn == first else f", {names[position.turn]} to move"
    return position.text(names) + turn
