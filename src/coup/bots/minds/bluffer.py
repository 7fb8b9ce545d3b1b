"""The bot `bluffer`: with a probability of two thirds it acts, and blocks, as if it had any
card."""

from coup.bots.minds.honest import (
    honest_action,
    honest_answer,
    open_copies,
    sound_answer,
    strongest_target,
)
from coup.rules.kernel import (
    BLOCK_FOREIGN_AID,
    CONVERT,
    CONVERTING,
    COUP,
    DOUBTING,
    EMBEZZLE,
    EMBEZZLING,
    PASS,
    STEAL,
    TURN,
    legal,
    lowest,
    present,
)
from coup.rules.playout import advance, below, pick_bit, start
from coup.rules.state import Rules, State
from coup.rules.target import jit, popcount
from coup.vectors.story import Story


@jit
def action_of(move: int) -> int:
    """The action of a move in a turn."""
    if move < STEAL:
        return move
    if move < CONVERTING:
        return STEAL + (move & 3)
    return EMBEZZLE if move == EMBEZZLING else CONVERT


@jit
def credible_claims(s: State, r: Rules, moves: int) -> int:
    """The moves that claim or deny roles, except claims that the face-up cards disprove for all to
    see."""
    left = present(open_copies(s, r))
    credible = 0
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        if s.phase == TURN:
            claim = left if move == EMBEZZLING else r.claims[action_of(move)]
        elif move >= BLOCK_FOREIGN_AID:
            claim = r.proofs[move - BLOCK_FOREIGN_AID]
        else:
            claim = 0  # a pass, a challenge
        if claim & left:
            credible |= 1 << move
    return credible


@jit
def bluffer(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    moves = legal(s, r, seat)
    if s.phase > DOUBTING:
        return sound_answer(s, seat, moves)
    x = advance(start(x, 1))  # a separate generator: it needs two numbers
    bluffs = below(x, 3) < 2
    x = advance(x)
    claims = credible_claims(s, r, moves)
    if s.phase == TURN:
        if bluffs and claims and strongest_target(s, t, r, seat, COUP, moves) < 0:
            return pick_bit(claims, below(x, popcount(claims)))
        return honest_action(s, t, r, seat, moves, x)
    move = honest_answer(s, r, seat, moves)
    if move == PASS and claims and bluffs:
        return pick_bit(claims, below(x, popcount(claims)))
    return move
