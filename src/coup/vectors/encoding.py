"""How the games of a ruleset become numbers: one layout for rulesets without sides and up to six
seats, and another, with a separate version, for `reformation`.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from coup.rules.digits import has
from coup.rules.kernel import BLOCK_FOREIGN_AID, PASS, REVEAL, ROLES, STEAL
from coup.rules.rulesets import Ruleset, RulesetError
from coup.rules.state import MOST_SEATS, SEATS, Rules, State
from coup.vectors.actions import (
    ACTIONS,
    ANSWERS,
    LARGE_ACTIONS,
    is_answer,
    to_action,
    to_action_mask,
    to_large_action,
    to_large_mask,
    to_large_move,
    to_move,
)
from coup.vectors.large_observation import (
    LARGE_FIELDS,
    LARGE_LAYOUT,
    LARGE_PART,
    LARGE_SEAT_FIELDS,
    LARGE_SIZE,
    LARGE_TABLE,
    LARGE_TURNS,
    LARGE_VERSION,
    observe_large,
)
from coup.vectors.observation import (
    FIELDS,
    LAYOUT,
    PART,
    SEAT_FIELDS,
    SIZE,
    TABLE,
    TURNS,
    VERSION,
    Field,
    observe,
)
from coup.vectors.story import Story

Fields = tuple[tuple[str, int, str], ...]


class Encoding(NamedTuple):
    """Observations and action numbers.

    name: the name of environments with this encoding.
    version: changes with every change of the encoding.
    room: the number of seats that there is room for.
    size, actions: the length of an observation, and the number of action numbers.
    passing: the action number of `pass`.
    turns: the index of the turn's number in an observation.
    table, part: the index of the first seat's part, and the length of each part.
    fields, seat_fields, layout: the fields of an observation and their places.
    observe: writes what a seat knows.
    to_action, to_mask: a seat's move in a phase as an action number, and a mask of moves as one of
        action numbers.
    to_move: an action number as the seat's move.
    """

    name: str
    version: int
    room: int
    size: int
    actions: int
    passing: int
    turns: int
    table: int
    part: int
    fields: Fields
    seat_fields: Fields
    layout: tuple[Field, ...]
    observe: Callable[[State, Rules, Story, int, Any], None]
    to_action: Callable[[int, int, int, int], int]
    to_mask: Callable[[int, int, int, int], int]
    to_move: Callable[[int, int, int], int]

    @property
    def snake_id(self) -> str:
        """The id of an environment in PettingZoo's form."""
        return f"{self.name.lower()}_v{self.version}"

    @property
    def dashed_id(self) -> str:
        """The id of an environment in Gymnasium's form."""
        return f"{self.name}-v{self.version}"


def small_action(move: int, phase: int, seat: int, seats: int) -> int:
    """A move as an action number; no two moves share one, so the phase does not matter."""
    return to_action(move, seat, seats)


def small_mask(moves: int, phase: int, seat: int, seats: int) -> int:
    """A mask of moves as a mask of action numbers."""
    return to_action_mask(moves, seat, seats)


def large_mask(moves: int, phase: int, seat: int, seats: int) -> int:
    """A mask of moves as a mask of action numbers, which has more bits than a machine word."""
    mask = to_large_mask(moves, phase, seat, seats)
    return mask >> PASS << ANSWERS if is_answer(phase) else mask


SMALL = Encoding(
    name="Coup",
    version=VERSION,
    room=SEATS,
    size=SIZE,
    actions=ACTIONS,
    passing=PASS,
    turns=TURNS,
    table=TABLE,
    part=PART,
    fields=FIELDS,
    seat_fields=SEAT_FIELDS,
    layout=LAYOUT,
    observe=observe,
    to_action=small_action,
    to_mask=small_mask,
    to_move=to_move,
)
LARGE = Encoding(
    name="Reformation",
    version=LARGE_VERSION,
    room=MOST_SEATS,
    size=LARGE_SIZE,
    actions=LARGE_ACTIONS,
    passing=ANSWERS,
    turns=LARGE_TURNS,
    table=LARGE_TABLE,
    part=LARGE_PART,
    fields=LARGE_FIELDS,
    seat_fields=LARGE_SEAT_FIELDS,
    layout=LARGE_LAYOUT,
    observe=observe_large,
    to_action=to_large_action,
    to_mask=large_mask,
    to_move=to_large_move,
)
ENCODINGS = {each.room: each for each in (SMALL, LARGE)}
"""By the number of seats that there is room for."""


def encoding_of(ruleset: Ruleset) -> Encoding:
    """The encoding of a ruleset's games, for any number of seats.

    >>> from coup.rules.rulesets import CLASSIC, REFORMATION
    >>> classic, reformation = encoding_of(CLASSIC), encoding_of(REFORMATION)
    >>> classic.dashed_id, classic.size, classic.actions
    ('Coup-v2', 439, 62)
    >>> reformation.dashed_id, reformation.size, reformation.actions
    ('Reformation-v1', 814, 93)
    """
    return ENCODINGS[room_by(ruleset)]


def room_by(ruleset: Ruleset) -> int:
    """The number of seats that a ruleset's vectors have room for. It depends on the ruleset, not on
    the game, so that one network can learn all numbers of seats.

    >>> from coup.rules.rulesets import CLASSIC, REFORMATION
    >>> room_by(CLASSIC), room_by(REFORMATION)
    (6, 10)
    """
    return MOST_SEATS if ruleset.rules.reforms or ruleset.most_seats > SEATS else SEATS


def check_small(ruleset: Ruleset, what: str) -> None:
    """Refuse a ruleset whose vectors have room for ten seats.

    what: the subject and verb of the refusal: `files of weights are`.
    """
    if room_by(ruleset) > SEATS:
        raise RulesetError(
            f"{what} for games of up to {SEATS} seats without sides and reserve, "
            f"not for {ruleset.name}; classic, coup2022 and inquisitor are such games"
        )


def claim_table(ruleset: Ruleset) -> Any:
    """A row for each action number, a column for each role: whether the action claims the role."""
    import numpy as np  # imported here, since only networks need it

    rules = ruleset.rules
    table = np.zeros((ACTIONS, ROLES), np.bool_)
    for action in range(REVEAL):
        if action < PASS:
            mask = rules.claims[action if action < STEAL else STEAL + action % 4]
        elif action >= BLOCK_FOREIGN_AID:
            mask = rules.proofs[action - BLOCK_FOREIGN_AID]
        else:
            continue
        for role in range(ROLES):
            table[action, role] = bool(has(mask, role))
    return table
