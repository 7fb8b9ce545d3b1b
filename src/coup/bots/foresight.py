"""A look some turns ahead when two are left: who wins if both do what their roles allow?

Nothing is hidden in it and nothing is left to chance: each side has the roles that it is believed
to have, nobody bluffs, nobody challenges, and whoever can block an action does so, so that nobody
tries it. A side that loses a card keeps its roles. It knows nothing of views and bots.
"""

from functools import lru_cache
from typing import NamedTuple

INCOME, FOREIGN_AID, TAX, STEAL = 1, 2, 3, 2
"""Coins that these actions bring."""


class Side(NamedTuple):
    """One of the two.

    coins, cards: what it has.
    gain: coins that it can take from the treasury in a turn.
    steals: whether it can steal from the other.
    strike: what it pays to take a card of the other: the price of an assassination that cannot be
        blocked, otherwise that of a coup.
    """

    coins: int
    cards: int
    gain: int
    steals: bool
    strike: int


@lru_cache(maxsize=1 << 16)
def outlook(mover: Side, other: Side, coup: int, forced: int, turns: int) -> int:
    """1 if the side to move can win within so many turns, both sides' together; -1 if the other can
    whatever it does; 0 if neither.

    coup, forced: the price of a coup, and the coins at which it is forced.

    >>> poor, rich = Side(2, 1, 1, False, 7), Side(6, 1, 3, False, 7)
    >>> outlook(poor, rich, 7, 10, 4), outlook(poor, rich, 7, 10, 3), outlook(rich, poor, 7, 10, 3)
    (-1, 0, 1)
    """
    if turns == 0:
        return 0
    price = coup if mover.coins >= forced else mover.strike
    best = -1
    if mover.coins >= price:
        if other.cards == 1:
            return 1
        struck = other._replace(cards=other.cards - 1)
        best = -outlook(struck, pay(mover, price), coup, forced, turns - 1)
        if mover.coins >= forced:
            return best
    if best < 1 and mover.steals and other.coins:
        taken = min(STEAL, other.coins)
        best = max(best, -outlook(pay(other, taken), pay(mover, -taken), coup, forced, turns - 1))
    if best < 1:
        best = max(best, -outlook(other, pay(mover, -mover.gain), coup, forced, turns - 1))
    return best


def pay(side: Side, coins: int) -> Side:
    """A side with so many coins less."""
    return side._replace(coins=side.coins - coins)
