"""What bots in batches can infer: who may have what, who claimed what, which blocks there are.

Like the kernel, this runs on every target. Nothing here looks at the hidden cards of others.
"""

from coup.bots.minds.honest import open_copies
from coup.rules.digits import one
from coup.rules.kernel import BLOCK_FOREIGN_AID, ROLES, present
from coup.rules.playout import luck_below, pick_bit
from coup.rules.state import Rules, State
from coup.rules.target import jit, popcount
from coup.vectors.story import CAUGHT, CLAIMED, DEEDS, Story


@jit
def is_credible(s: State, r: Rules, roles: int) -> bool:
    """Whether, judging by the face-up cards, somebody may have one of these roles."""
    return present(open_copies(s, r)) & roles != 0


@jit
def claimed_roles(t: Story, seat: int) -> int:
    """The roles that a seat has ever claimed."""
    roles = 0
    for role in range(ROLES):
        if t.deeds[DEEDS * seat + CLAIMED + role]:
            roles |= one(role)
    return roles


@jit
def caught_roles(t: Story, seat: int) -> int:
    """The roles that a seat has ever claimed and failed to prove."""
    roles = 0
    for role in range(ROLES):
        if t.deeds[DEEDS * seat + CAUGHT + role]:
            roles |= one(role)
    return roles


@jit
def blockers_of(r: Rules, action: int) -> int:
    """The roles that block an action."""
    roles = 0
    for number in range(6):
        if r.blocks[action] >> BLOCK_FOREIGN_AID + number & 1:
            roles |= r.proofs[number]
    return roles


@jit
def true_block(s: State, r: Rules, seat: int, moves: int) -> int:
    """The first of these blocks that a seat can prove, or -1."""
    for number in range(6):
        block = BLOCK_FOREIGN_AID + number
        if moves >> block & 1 and r.proofs[number] & present(s.hands[seat]):
            return block
    return -1


@jit
def any_of(moves: int, x: int, number: int) -> int:
    """One of these moves at random."""
    return pick_bit(moves, luck_below(x, number, popcount(moves)))
