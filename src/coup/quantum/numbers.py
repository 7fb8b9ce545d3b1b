"""Positions for two as the numbers of the flat solver, and its tables of hands.

The tables are made from the plain rules, so the rules are written in only one place.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from coup.quantum.flat import COINS, PAIRS, PLAYERS
from coup.quantum.positions import CARDS, DEAD, PHASES, ROLES, VOID, Hand, Position
from coup.quantum.rules import MOST_COINS, OUT, Ruleset, collapsed, exchanged, living, replaced
from coup.rules.errors import CoupError

HANDS: tuple[Hand, ...] = tuple(
    hand
    for hand in combinations_with_replacement(CARDS, 2)
    if hand[0] != hand[1] or hand[0] in (DEAD, VOID)
)
"""All hands by number. Nobody ever has a role twice."""

NUMBERS = {hand: number for number, hand in enumerate(HANDS)}
PHASE_NUMBERS = {phase: number for number, phase in enumerate(PHASES)}


def number_of(position: Position) -> int:
    """The number of a position for two; it does not say which of the seats is to move."""
    hands, coins, turn, phase, _, _ = position
    mine = NUMBERS[hands[turn]] * COINS + coins[turn]
    other = NUMBERS[hands[1 - turn]] * COINS + coins[1 - turn]
    return PHASE_NUMBERS[phase] * PAIRS + mine * PLAYERS + other


def first_seats_choices() -> Iterator[Position]:
    """All positions for two in which the first seat chooses an action."""
    alive = [hand for hand in HANDS if hand != OUT]
    for hands in product(alive, repeat=2):
        for coins in product(range(MOST_COINS + 1), repeat=2):
            yield Position(hands, coins)


def check_players(position: Position) -> None:
    """Refuse impossible hands and coins."""
    for hand, coins in zip(position.hands, position.coins, strict=True):
        if hand not in NUMBERS:
            raise CoupError(f"{hand!r:.60} is no hand; a hand is made by hand_of(card, card)")
        if not 0 <= coins <= MOST_COINS:
            raise CoupError(f"nobody can have {coins} coins, only 0 to {MOST_COINS}")


class HandTables(NamedTuple):
    """What hands can become; -1 where there is no such hand.

    becomes: for each hand and role, the hand after its use as that role.
    loses: for each hand and up to two cards, the hand after the loss of that card.
    exchanges: for each hand and up to two choices, the hand after an exchange.
    """

    becomes: list[int]
    loses: list[int]
    exchanges: list[int]


@lru_cache
def tables(ruleset: Ruleset) -> HandTables:
    """The tables of a reading."""
    becomes, loses, exchanges = [], [], []
    for hand in HANDS:
        used = [collapsed(hand, role) for role in ROLES]
        becomes += [-1 if each is None else NUMBERS[each] for each in used]
        loses += two([replaced(hand, card, DEAD) for card in living(hand)])
        exchanges += two(list(exchanged(hand, ruleset.exchange).values()))
    return HandTables(becomes, loses, exchanges)


def two(hands: list[Hand]) -> list[int]:
    """The numbers of up to two hands, padded with -1."""
    return ([NUMBERS[hand] for hand in hands] + [-1, -1])[:2]
