"""Tempers: which way the characters lean that people meet at a table.

A level says how well a bot plays, a temper how: `medium:bold` is a medium player who bluffs a lot.
A temper makes some moves of a network likelier and others less likely. The better a level, the less
it lets its temper run away with it.
"""

from typing import NamedTuple

from coup.rules.errors import CoupError


class Temper(NamedTuple):
    """Which way a player leans: above 0 it does something more often than it should, below 0 less
    often. Twice as often is 0.7.

    bluffs: claims that none of its cards proves.
    doubts: challenges.
    grudge: actions against its last attacker.
    income and so on: its taste in actions.
    """

    bluffs: float = 0.0
    doubts: float = 0.0
    grudge: float = 0.0
    income: float = 0.0
    foreign_aid: float = 0.0
    tax: float = 0.0
    exchange: float = 0.0
    steal: float = 0.0
    assassinate: float = 0.0
    coup: float = 0.0
    investigate: float = 0.0


CALM = Temper()
TEMPERS = {
    "bold": Temper(bluffs=1.2, doubts=0.4),
    "shy": Temper(bluffs=-1.5, doubts=-1.0, income=0.8),
    "sly": Temper(steal=1.5, foreign_aid=0.8),
    "wary": Temper(doubts=1.2, bluffs=-0.5),
    "grim": Temper(grudge=3.0, assassinate=1.2),
    "picky": Temper(exchange=1.5, bluffs=0.3),
}
"""How people would call them. A grim one remembers who struck it last; a picky one is never content
with its cards."""


def temper_in(text: str) -> Temper:
    """The temper that somebody typed."""
    if text not in TEMPERS:
        raise CoupError(f"there is no character {text!r:.60}, only {', '.join(TEMPERS)}")
    return TEMPERS[text]
