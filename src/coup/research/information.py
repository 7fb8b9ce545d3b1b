"""What a seat notices of a move, as a number. A seat knows what it has noticed since the deal.

Like the kernel, this runs on every target. It knows states and moves, but not its callers.
"""

from coup.rules.kernel import (
    CHALLENGE,
    CHANCE,
    DOUBTING,
    MOVES,
    PASS,
    PICK,
    PICKING,
    REFORMIST,
    RETURNING,
    SHOWING,
    SIDING,
    TURN,
)
from coup.rules.state import MOST_SEATS, Rules, State
from coup.rules.target import jit

# What is noticed of a hidden move: that a card was drawn, returned or shown, or that there was an
# answer. Numbered after the moves themselves.
HIDDEN_DRAW = MOVES
HIDDEN_RETURN = MOVES + 1
HIDDEN_SHOW = MOVES + 2
HIDDEN_ANSWER = MOVES + 3
# That chance picked a seat, and that seat's secret answer: `PICKED + 8 * seat`, plus the answer's
# distance from PASS.
PICKED = MOVES + 4
# An action or a side that shares its number with an answer: SHARED plus its distance from PASS.
SHARED = PICKED + 8 * MOST_SEATS
NOTICES = SHARED + REFORMIST + 1 - PASS


@jit
def distinct(phase: int, move: int) -> int:
    """A move in a phase as a number that no other move has, in any phase."""
    if move >= PASS and phase in (TURN, SIDING):
        return SHARED + move - PASS
    return move


@jit
def noticed(s: State, r: Rules, seat: int, move: int, viewer: int) -> int:
    """What a viewer notices of a move that `seat` or chance is about to make.

    The move itself if it is public or the viewer's, else one of the hidden ones.
    """
    if seat == viewer:
        return distinct(s.phase, move)
    if seat == CHANCE:
        if s.phase == PICKING:  # shows immediately, in a block or a challenge
            return PICKED + 8 * (move - PICK) + (s.block if s.blockers else CHALLENGE) - PASS
        return move if s.drawer == viewer else HIDDEN_DRAW
    if s.phase == RETURNING:
        return HIDDEN_RETURN
    if s.phase == SHOWING and s.actor != viewer:
        return HIDDEN_SHOW
    if r.secret and 0 < s.phase <= DOUBTING:
        return HIDDEN_ANSWER
    return distinct(s.phase, move)
