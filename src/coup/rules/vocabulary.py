"""The words of the game: roles, actions and moves, and their places in the kernel's numbers.

A move's text is the same everywhere: on the screen, in game files, in the protocol. Targets appear
here as seat numbers; `Game` puts the players' names in their place.
"""

from functools import lru_cache
from typing import Literal

from coup.rules import kernel
from coup.rules.digits import digit, has
from coup.rules.state import MOST_SEATS, Rules, State

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
    "convert",
    "embezzle",
)
ALLEGIANCES = ("loyalist", "reformist")
BLOCKS = (
    ("block_foreign_aid", None),
    ("block_assassinate", None),
    ("block_steal", None),
    ("block_steal", "captain"),
    ("block_steal", "ambassador"),
    ("block_steal", "inquisitor"),
)
CARD_MOVES = ("reveal", "discard", "return", "show")


def is_action(phase: int) -> bool:
    """Whether the phase asks for an action, or for a side to start on; otherwise for an answer."""
    return phase in (kernel.TURN, kernel.SIDING)


def action_words(move: int) -> tuple[str, int | None]:
    """The verb of an action or a side, and the number of its target, if any.

    >>> action_words(kernel.TAX), action_words(kernel.STEAL + 4 * 2)
    (('tax', None), ('steal', 2))
    >>> action_words(kernel.CONVERTING), action_words(kernel.CONVERTING_OTHER + 7)
    (('convert', None), ('convert', 7))
    """
    if move < kernel.STEAL:
        return ACTIONS[move], None
    if move < kernel.CONVERTING:
        return ACTIONS[kernel.STEAL + (move & 3)], (move >> 2) - 1
    if move < kernel.CONVERTING_OTHER:
        return ACTIONS[kernel.CONVERT + move - kernel.CONVERTING], None
    if move < kernel.LOYALIST:
        return "convert", move - kernel.CONVERTING_OTHER
    return ALLEGIANCES[move - kernel.LOYALIST], None


def answer_words(move: int) -> tuple[str, str | int | None]:
    """The verb of an answer or a move of chance, and its object: a role, the number of a seat, or
    None.

    >>> answer_words(kernel.CHALLENGE), answer_words(kernel.REVEAL + 4 * kernel.DUKE)
    (('challenge', None), ('reveal', 'duke'))
    """
    if move < kernel.BLOCK_FOREIGN_AID:
        return ("pass", "challenge")[move - kernel.PASS], None
    if move < kernel.REVEAL:
        return BLOCKS[move - kernel.BLOCK_FOREIGN_AID]
    if move < kernel.KEEP:
        return CARD_MOVES[move & 3], ROLES[move - kernel.REVEAL >> 2]
    if move < kernel.DRAW:
        return ("keep", "swap", "prove")[move - kernel.KEEP], None
    if move < kernel.PICK:
        return "draw", ROLES[move - kernel.DRAW]
    return "pick", move - kernel.PICK


def words(move: int) -> tuple[str, str | int | None]:
    """The words of any move of a game without sides, where no two moves share a number."""
    return action_words(move) if move < kernel.PASS else answer_words(move)


@lru_cache(maxsize=4096)
def roles_in(cards: int) -> tuple[str, ...]:
    """The cards of a multiset, by name.

    >>> roles_in(0x10002)
    ('duke', 'duke', 'contessa')
    """
    return tuple(role for place, role in enumerate(ROLES) for _ in range(digit(cards, place)))


@lru_cache(maxsize=4096)
def seats_in(seats: int) -> tuple[int, ...]:
    """The members of a set of seats.

    >>> seats_in(0x1010)
    (1, 3)
    """
    return tuple(seat for seat in range(MOST_SEATS) if has(seats, seat))


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
    "allegiance",
]
ACTION_QUESTIONS: tuple[Kind, ...] = ("action", "allegiance")
"""The kinds of questions that ask for an action or a side; all others ask for an answer."""
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
    kernel.SIDING: "allegiance",
    kernel.OVER: "over",
}


def kind_of_question(s: State, r: Rules) -> Kind:
    """What is being asked. A joint window is named by what the action allows."""
    if s.phase == kernel.REACTING and not r.blocks[s.action]:
        return "challenge"
    if s.phase == kernel.REACTING and not s.claim and not s.denial:
        return "block"
    return KINDS.get(s.phase, "chance")
