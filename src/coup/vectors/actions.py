"""The fixed action space, as a seat sees it: targets count clockwise from the seat itself.

An *action number* is the kernel's number of a move, except for targets: `4 * n` belongs to the n-th
seat after the mover, counted from 0, instead of to seat n. Like the kernel, this runs on every
target.

With room for ten seats, the kernel gives some actions and answers the same numbers, since no
question asks for both. There each move has a distinct action number, so that each has its own
output of a network: actions, and sides to start on, keep the kernel's numbers except for targets;
answers come after them.
"""

from typing import Any

from coup.rules.kernel import (
    CONVERTING,
    CONVERTING_OTHER,
    LOYALIST,
    PASS,
    PROVE,
    REFORMIST,
    SIDING,
    STEAL,
    SWAP,
    TURN,
)
from coup.rules.target import jit

ACTIONS = SWAP + 1
"""The number of action numbers in games without sides: all moves but those of chance."""
ANSWERS = REFORMIST + 1
"""The first action number of an answer: `pass`."""
LARGE_ACTIONS = ANSWERS + PROVE - PASS + 1
"""The number of action numbers with room for ten seats."""
PLACES = PROVE + 1
"""The bits of a mask there; actions and answers share some of them."""


@jit
def to_action(move: int, seat: int, seats: int) -> int:
    """A seat's move as an action number."""
    if move < STEAL or move >= PASS:
        return move
    return move + 4 * (((move >> 2) - 2 - seat + seats) % seats - (move >> 2) + 1)


@jit
def to_move(action: int, seat: int, seats: int) -> int:
    """An action number as the seat's move."""
    if action < STEAL or action >= PASS:
        return action
    return action + 4 * (((action >> 2) + seat) % seats - (action >> 2) + 1)


@jit
def to_action_mask(moves: int, seat: int, seats: int) -> int:
    """A mask of a seat's moves as a mask of action numbers."""
    targets = moves >> STEAL & (1 << PASS - STEAL) - 1
    others = targets >> 4 * seat + 4 | targets << 4 * (seats - seat - 1)
    others &= (1 << 4 * (seats - 1)) - 1
    return moves - (targets << STEAL) + (others << STEAL)


@jit
def is_answer(phase: int) -> bool:
    """Whether the phase asks for an answer; otherwise for an action or a side."""
    return phase != TURN and phase != SIDING


@jit
def to_large_action(move: int, phase: int, seat: int, seats: int) -> int:
    """A seat's move in a phase as an action number."""
    if is_answer(phase):
        return move - PASS + ANSWERS
    if move < STEAL:
        return move
    if move < CONVERTING:
        return move + 4 * (((move >> 2) - 2 - seat + seats) % seats - (move >> 2) + 1)
    if move >= CONVERTING_OTHER and move < LOYALIST:
        return CONVERTING_OTHER + (move - CONVERTING_OTHER - seat - 1 + seats) % seats
    return move


@jit
def to_large_move(action: int, seat: int, seats: int) -> int:
    """An action number as the seat's move."""
    if action >= ANSWERS:
        return action - ANSWERS + PASS
    if action < STEAL:
        return action
    if action < CONVERTING:
        return action + 4 * (((action >> 2) + seat) % seats - (action >> 2) + 1)
    if action >= CONVERTING_OTHER and action < LOYALIST:
        return CONVERTING_OTHER + (action - CONVERTING_OTHER + seat + 1) % seats
    return action


@jit
def turned(others: int, seat: int, seats: int, width: int) -> int:
    """A mask with `width` bits for each other seat, rotated so that it counts from this seat."""
    later = others >> width * (seat + 1)
    earlier = others & (1 << width * seat) - 1
    return later | earlier << width * (seats - seat - 1)


@jit
def to_large_mask(moves: int, phase: int, seat: int, seats: int) -> int:
    """A mask of a seat's moves in the kernel's numbers, but with targets counted from the seat:
    there are too many action numbers for one word."""
    if is_answer(phase):
        return moves
    targets = moves >> STEAL & (1 << CONVERTING - STEAL) - 1
    others = moves >> CONVERTING_OTHER & (1 << LOYALIST - CONVERTING_OTHER) - 1
    moves -= (targets << STEAL) + (others << CONVERTING_OTHER)
    moves |= turned(targets, seat, seats, 4) << STEAL
    return moves | turned(others, seat, seats, 1) << CONVERTING_OTHER


@jit
def mark_actions(mask: int, phase: int, marks: Any) -> None:
    """Write a 1 at each action number of such a mask, and 0 elsewhere."""
    actions = 0 if is_answer(phase) else mask
    answers = mask >> PASS if is_answer(phase) else 0
    for action in range(ANSWERS):
        marks[action] = actions >> action & 1
    for answer in range(LARGE_ACTIONS - ANSWERS):
        marks[ANSWERS + answer] = answers >> answer & 1


@jit
def place_of(action: int, phase: int) -> int:
    """The place of an action number in such a mask, or -1 if it belongs to other questions."""
    if is_answer(phase):
        return action - ANSWERS + PASS if ANSWERS <= action < LARGE_ACTIONS else -1
    return action if 0 <= action < ANSWERS else -1
