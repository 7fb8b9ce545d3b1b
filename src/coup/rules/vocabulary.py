"""The words of the game: roles, actions and moves, and their places in the kernel's numbers.

A move's text is the same everywhere: on the screen, in game files, in the protocol. Targets appear
here as seat numbers; `Game` puts the players' names in their place.
"""

from functools import lru_cache
from typing import Literal

from coup.rules import kernel
from coup.rules.state import SEATS, Rules, State

ROLES = ("duke", "assassin", "captain", "ambassador", "contessa", "inquisitor")
ACTIONS = (
    "income",
    "foreign_aid",
    "tax",
    "exchange",
    "steal",
    "assassinate",
    "coup",
    "investigate",
)
BLOCKS = (
    ("block_foreign_aid", None),
    ("block_assassinate", None),
    ("block_steal", None),
    ("block_steal", "captain"),
    ("block_steal", "ambassador"),
    ("block_steal", "inquisitor"),
)
CARD_MOVES = ("reveal", "discard", "return", "show")


def words(move: int) -> tuple[str, str | int | None]:
    """A move of the kernel as its verb and its object: a role, the number of a seat, or nothing.

    >>> words(kernel.CHALLENGE), words(kernel.STEAL + 4 * 2), words(kernel.REVEAL + 4 * kernel.DUKE)
    (('challenge', None), ('steal', 2), ('reveal', 'duke'))
    """
    if move < kernel.STEAL:
        return ACTIONS[move], None
    if move < kernel.PASS:
        return ACTIONS[kernel.STEAL + (move & 3)], (move >> 2) - 1
    if move < kernel.BLOCK_FOREIGN_AID:
        return ("pass", "challenge")[move - kernel.PASS], None
    if move < kernel.REVEAL:
        return BLOCKS[move - kernel.BLOCK_FOREIGN_AID]
    if move < kernel.KEEP:
        return CARD_MOVES[move & 3], ROLES[move - kernel.REVEAL >> 2]
    if move < kernel.DRAW:
        return ("keep", "swap")[move - kernel.KEEP], None
    if move < kernel.PICK:
        return "draw", ROLES[move - kernel.DRAW]
    return "pick", move - kernel.PICK


@lru_cache(maxsize=4096)
def roles_in(cards: int) -> tuple[str, ...]:
    """The cards of a multiset, by name.

    >>> roles_in(0x10002)
    ('duke', 'duke', 'contessa')
    """
    return tuple(role for place, role in enumerate(ROLES) for _ in range(cards >> 4 * place & 15))


def seats_in(seats: int) -> tuple[int, ...]:
    """The members of a set of seats.

    >>> seats_in(0x1010)
    (1, 3)
    """
    return tuple(seat for seat in range(SEATS) if seats >> 4 * seat & 1)


Kind = Literal[
    "action",
    "challenge or block",
    "challenge",
    "block",
    "challenge block",
    "reveal",
    "discard",
    "return",
    "show",
    "examine",
    "over",
    "chance",
]
KINDS: dict[int, Kind] = {
    kernel.TURN: "action",
    kernel.REACTING: "challenge or block",
    kernel.CHALLENGING: "challenge",
    kernel.BLOCKING: "block",
    kernel.DOUBTING: "challenge block",
    kernel.REVEALING: "reveal",
    kernel.PAYING: "discard",
    kernel.LOSING: "discard",
    kernel.RETURNING: "return",
    kernel.SHOWING: "show",
    kernel.EXAMINING: "examine",
    kernel.OVER: "over",
}


def kind_of_question(s: State, r: Rules) -> Kind:
    """What is being asked. A window for either is called by what the action allows."""
    if s.phase == kernel.REACTING and not r.blocks[s.action]:
        return "challenge"
    if s.phase == kernel.REACTING and not s.claim:
        return "block"
    return KINDS.get(s.phase, "chance")
