"""Counts the lines of the game tree to a depth, to check that targets and versions agree."""

from collections.abc import Sequence

from coup.rules.kernel import (
    CHANCE,
    TERMINAL,
    apply,
    first_outcome,
    legal,
    lowest,
    outcomes,
    present,
)
from coup.rules.state import Rules, State, copy_state
from coup.rules.target import jit


@jit
def children(s: State, r: Rules) -> int:
    """The moves of the seat to move as a mask; for chance, a bit at each digit in base 16."""
    if s.mover == TERMINAL:
        return 0
    if s.mover == CHANCE:
        return present(outcomes(s))
    return legal(s, r, s.mover)


@jit
def perft(states: Sequence[State], masks: list[int], r: Rules, depth: int) -> int:
    """The number of lines of `depth` moves from `states[0]`; lines that end sooner do not count.

    Drawing a role is one move, no matter how many cards of it are left. `states` and `masks` are
    scratch space, one longer than `depth`.
    """
    if depth == 0:
        return 1
    count = 0
    level = 0
    masks[0] = children(states[0], r)
    while level >= 0:
        if masks[level] == 0:
            level -= 1
            continue
        move = lowest(masks[level])
        masks[level] &= masks[level] - 1
        if level + 1 == depth:
            count += 1
            continue
        copy_state(states[level], states[level + 1])
        level += 1
        s = states[level]
        seat = s.mover
        if seat == CHANCE:
            move = first_outcome(s) + (move >> 2)
        apply(s, r, seat, move)
        masks[level] = children(s, r)
    return count
