"""The fixed space of moves, as a seat sees it: targets count from the seat itself, clockwise.

An *action number* is the kernel's number of a move, but for targets: `4 * n` belongs to the n-th
seat after the mover, counted from 0, instead of to seat n. Like the kernel, this runs on every
target.
"""

from coup.rules.kernel import PASS, STEAL, SWAP
from coup.rules.target import jit

ACTIONS = SWAP + 1
"""How many action numbers there are in games without sides; all moves but those of chance."""


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
    turned = targets >> 4 * seat + 4 | targets << 4 * (seats - seat - 1)
    turned &= (1 << 4 * (seats - 1)) - 1
    return moves - (targets << STEAL) + (turned << STEAL)
