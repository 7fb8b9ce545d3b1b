"""Positions and moves of Quantum Coup, and their texts.

Seats are numbers here. In texts they have names: those given, or Alice, Bob and so on.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank")
VOID = "void"
DEAD = "dead"
ROLES = ("duke", "assassin", "captain", "ambassador", "contessa")
CARDS = (DEAD, *ROLES, VOID)
"""All values of a card, in the order in which a hand is written."""

Hand = tuple[str, str]
Phase = Literal["choose", "foreign_aid", "assassinate", "steal", "lose", "end"]
PHASES: tuple[Phase, ...] = ("choose", "foreign_aid", "assassinate", "steal", "lose", "end")


class Move(NamedTuple):
    """What a seat does: an action, a block or a pass, or the card that it loses.

    >>> print(Move("steal", target=1), Move("block_steal", card="captain"), sep=", ")
    steal Bob, block_steal captain

    verb: the first word of its text.
    target: the seat that it is aimed at, if any.
    card: the role that blocks, the card that is lost, or the card that an exchange makes void.
    """

    verb: str
    target: int | None = None
    card: str | None = None

    def text(self, names: Sequence[str] = NAMES) -> str:
        """The move as people write it."""
        target = None if self.target is None else names[self.target]
        return " ".join(filter(None, (self.verb, target, self.card)))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()


class Position(NamedTuple):
    """A position of a game.

    >>> print(Position((("duke", "void"), ("dead", "captain")), (8, 3)))
    Alice: (duke, void, 8), Bob: (dead, captain, 3)

    hands, coins: by seat. The cards of a hand have no order; `hand_of` writes them in one.
    turn: the seat whose turn it is.
    phase: what is being asked. `choose`: an action; `foreign_aid`, `assassinate`, `steal`: whether
        this action is blocked; `lose`: which card is lost; `end`: nothing, the turn is over.
    target: the seat that an action is aimed at, while it is pending.
    asked: the seat that answers, if it is not the one whose turn it is.
    """

    hands: tuple[Hand, ...]
    coins: tuple[int, ...]
    turn: int = 0
    phase: Phase = "choose"
    target: int | None = None
    asked: int | None = None

    def text(self, names: Sequence[str] = NAMES) -> str:
        """The hands and the coins; not whose turn it is."""
        return ", ".join(
            f"{name}: ({', '.join(hand)}, {coins})"
            for name, hand, coins in zip(names, self.hands, self.coins, strict=False)
        )

    def __str__(self) -> str:
        return self.text()


def hand_of(first: str, second: str) -> Hand:
    """A hand of these cards, in the order in which hands are written.

    >>> hand_of("void", "dead")
    ('dead', 'void')
    """
    return (first, second) if CARDS.index(first) <= CARDS.index(second) else (second, first)
