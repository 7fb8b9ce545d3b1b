"""What a seat notices of a move, as a number. A seat knows what it has noticed since the deal.

Like the kernel, this runs on every target. It knows states and moves, but not who asks.
"""

from coup.rules.kernel import (
    CHALLENGE,
    CHANCE,
    DOUBTING,
    MOVES,
    PASS,
    PICK,
    PICKING,
    RETURNING,
    SHOWING,
)
from coup.rules.state import SEATS, Rules, State
from coup.rules.target import jit

# What is noticed of a move that is hidden: that a card was drawn, returned or shown, or that
# there was an answer. Numbered after the moves themselves.
HIDDEN_DRAW = MOVES
HIDDEN_RETURN = MOVES + 1
HIDDEN_SHOW = MOVES + 2
HIDDEN_ANSWER = MOVES + 3
# That chance picked a seat, and what that seat had secretly answered: `PICKED + 8 * seat`, plus the
# answer's distance from PASS.
PICKED = MOVES + 4
NOTICES = PICKED + 8 * SEATS


@jit
def noticed(s: State, r: Rules, seat: int, move: int, viewer: int) -> int:
    """What a viewer notices of a move that `seat` or chance is about to make.

    The move itself if it is public or the viewer's own, else one of the hidden ones.
    """
    if seat == viewer:
        return move
    if seat == CHANCE:
        if s.phase == PICKING:  # shows at once, in a block or in a challenge
            return PICKED + 8 * (move - PICK) + (s.block if s.blockers else CHALLENGE) - PASS
        return move if s.drawer == viewer else HIDDEN_DRAW
    if s.phase == RETURNING:
        return HIDDEN_RETURN
    if s.phase == SHOWING and s.actor != viewer:
        return HIDDEN_SHOW
    if r.secret and 0 < s.phase <= DOUBTING:
        return HIDDEN_ANSWER
    return move
