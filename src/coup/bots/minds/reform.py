"""What bots in batches use where there are sides and a reserve: whom a seat must fear, when to
change sides, and whether a denial can be true.

Like the kernel, this runs on every target. Nothing here looks at the hidden cards of others.
"""

from coup.rules.digits import among, has, one, total
from coup.rules.kernel import CONVERTING, COUP, EMBEZZLING, opposed, present
from coup.rules.state import Rules, State
from coup.rules.target import jit

WORTH_TAKING = 3  # the smallest reserve for which an honest seat embezzles, as much as tax brings


@jit
def denies_truly(s: State, r: Rules, seat: int) -> bool:
    """Whether a seat has none of the roles that an embezzler denies."""
    return present(s.hands[seat]) & r.denial == 0


@jit
def is_worth_embezzling(s: State, r: Rules, seat: int, moves: int) -> bool:
    """Whether a seat may take the reserve, gains enough by it, and can prove its denial."""
    can = moves >> EMBEZZLING & 1 == 1
    return can and s.reserve >= WORTH_TAKING and denies_truly(s, r, seat)


@jit
def must_have(s: State, hidden: int, seat: int, roles: int) -> bool:
    """Whether a seat must have one of these roles, since too few of the hidden cards are others."""
    others = total(hidden) - total(among(hidden, roles))
    return others < total(s.hands[seat])


@jit
def attackers(s: State, r: Rules, seat: int) -> int:
    """The set of seats that may coup this seat in their next turn."""
    found = 0
    across = opposed(s, seat)  # those I may attack may attack me
    for other in range(s.seats):
        if has(across, other) and s.coins[other] >= r.cost[COUP]:
            found |= one(other)
    return found


@jit
def attackers_after(s: State, r: Rules, seat: int, converted: int) -> int:
    """The same after a seat has changed sides."""
    before = s.sides
    s.sides ^= one(converted)
    found = attackers(s, r, seat)
    s.sides = before
    return found


@jit
def refuge(s: State, r: Rules, seat: int, moves: int) -> int:
    """The move with which a seat changes sides if that takes it out of reach of all coups that
    threaten it, or -1."""
    if moves >> CONVERTING & 1 == 0 or attackers(s, r, seat) == 0:
        return -1
    return -1 if attackers_after(s, r, seat, seat) else CONVERTING
