"""The opponents that a player is measured against: copies of every other player, and mixtures.

There are two kinds of fields: those that training may know, and those held out of it.
"""

from typing import NamedTuple

from coup.bots.styles import HELD_OUT
from coup.research.casting import STYLE_PREFIX
from coup.research.networks import opponents

MIXTURE = "a mixture"
TRAINING = "styles for training"
STRANGERS = "strangers"
"""Styles of the family that is held out, each seat another one."""
DRAWN = 24
"""How many styles of a family sit in a field."""


class Opponents(NamedTuple):
    """Who sits beside a player.

    others: they take the other seats in turn, starting with a different one in each deal.
    held: whether they are held out of training.
    """

    name: str
    others: tuple[str, ...]
    held: bool = False


def drawn_from(family: str) -> tuple[str, ...]:
    """Some styles of a family."""
    return tuple(f"{STYLE_PREFIX}{family}={number}" for number in range(DRAWN))


def fields(name: str, seats: int) -> tuple[Opponents, ...]:
    """All fields for tables with so many seats."""
    known = [Opponents(other, (other,)) for other in opponents(name)]
    if seats > 2:
        known.append(Opponents(MIXTURE, opponents(name)))
    known.append(Opponents(TRAINING, drawn_from("training")))
    held = [Opponents(style, (STYLE_PREFIX + style,), True) for style in HELD_OUT]
    return (*known, *held, Opponents(STRANGERS, drawn_from("held"), True))
