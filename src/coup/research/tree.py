"""Explores the whole tree of a small two-player game and collects its sequence form.

A *sequence* is all choices of a seat on the way to a point in the game, together with what it knew;
number 0 is the empty one. An *information set* is a question as a seat knows it: it follows one
sequence and opens another for each legal move. Payoffs belong to pairs of sequences, so the tree
itself is not kept. This runs compiled and interpreted; it knows nothing of solving.
"""

from typing import Any

from coup.research.information import noticed
from coup.research.sequences import ENDS, HISTORIES, LEVEL, NODES, SEQUENCES, SETS, Growth
from coup.rules.digits import digit, total
from coup.rules.kernel import (
    CHANCE,
    NOBODY,
    TERMINAL,
    apply,
    first_outcome,
    legal,
    lowest,
    outcomes,
    present,
)
from coup.rules.state import Rules, copy_state
from coup.rules.target import jit, popcount


@jit
def slot_of(keys: Any, key: int) -> int:
    """The slot of a key in the hash table, or the free slot for it."""
    last = len(keys) - 1  # the length is a power of 2
    slot = int(key) * 2654435769 >> 12 & last
    while keys[slot] != key and keys[slot] != 0:
        slot = slot + 1 & last
    return slot


@jit
def rehash(old_keys: Any, old_nodes: Any, keys: Any, nodes: Any) -> None:
    """Copy a hash table into a larger one."""
    for old in range(len(old_keys)):
        if old_keys[old] != 0:
            slot = slot_of(keys, old_keys[old])
            keys[slot] = old_keys[old]
            nodes[slot] = old_nodes[old]


@jit
def follow(g: Growth, node: int, notice: int) -> int:
    """The node of a seat's knowledge after one more notice."""
    key = int(node) * 128 + notice + 1
    slot = slot_of(g.keys, key)
    if g.keys[slot] == 0:
        g.keys[slot] = key
        g.nodes[slot] = g.counts[NODES]
        g.counts[NODES] += 1
    return g.nodes[slot]  # type: ignore[no-any-return]


@jit
def is_full(g: Growth) -> bool:
    """Whether there may not be enough room for another step."""
    return bool(
        g.counts[NODES] + 2 > len(g.asked)
        or g.counts[SETS] + 1 > len(g.seat)
        or g.counts[ENDS] + 1 > len(g.payoffs)
    )


@jit
def question(g: Growth, seat: int, node: int, moves: int) -> int:
    """The number of an information set, which is added if it is new."""
    number = g.asked[node]
    if number < 0:
        number = g.counts[SETS]
        g.counts[SETS] += 1
        g.asked[node] = number
        g.seat[number] = seat
        g.parent[number] = g.sequence[g.counts[LEVEL], seat]
        g.first[number] = g.counts[SEQUENCES + seat]
        g.moves[number] = moves
        g.counts[SEQUENCES + seat] += popcount(moves)
    return number  # type: ignore[no-any-return]


@jit
def arrive(g: Growth, states: Any, r: Rules) -> None:
    """List the moves of the state at the current level."""
    level = g.counts[LEVEL]
    s = states[level]
    g.counts[HISTORIES] += 1
    if s.mover == CHANCE:
        g.masks[level] = present(outcomes(s))
        return
    moves = legal(s, r, s.mover)
    g.masks[level] = moves
    g.opened[level] = g.first[question(g, s.mover, g.known[level, s.mover], moves)]


@jit
def descend(g: Growth, states: Any, r: Rules) -> None:
    """Make the next untried move of the current level, on the level below."""
    level = g.counts[LEVEL]
    below = level + 1
    s = states[level]
    seat = s.mover
    move = lowest(int(g.masks[level]))
    g.masks[level] &= g.masks[level] - 1
    g.reach[below] = g.reach[level]
    g.sequence[below, 0] = g.sequence[level, 0]
    g.sequence[below, 1] = g.sequence[level, 1]
    if seat == CHANCE:
        weights = outcomes(s)
        g.reach[below] *= digit(weights, move >> 2) / total(weights)
        move = first_outcome(s) + (move >> 2)
    else:
        g.sequence[below, seat] = g.opened[level]
        g.opened[level] += 1
    for viewer in range(2):
        notice = noticed(s, r, seat, move, viewer)
        g.known[below, viewer] = follow(g, g.known[level, viewer], notice)
    copy_state(s, states[below])
    apply(states[below], r, seat, move)


@jit
def score(g: Growth, level: int, winner: int) -> None:
    """Store the payoff of a finished game."""
    if winner != NOBODY:
        number = g.counts[ENDS]
        g.counts[ENDS] += 1
        g.ends[number, 0] = g.sequence[level, 0]
        g.ends[number, 1] = g.sequence[level, 1]
        g.payoffs[number] = g.reach[level] if winner == 0 else -g.reach[level]


@jit
def explore(g: Growth, states: Any, r: Rules) -> bool:
    """Continue to explore the tree below `states[0]`; False if there is no room left."""
    if g.counts[HISTORIES] == 0:
        arrive(g, states, r)
    while g.counts[LEVEL] >= 0:
        level = g.counts[LEVEL]
        if g.masks[level] == 0:
            g.counts[LEVEL] -= 1
            continue
        if is_full(g):
            return False
        descend(g, states, r)
        s = states[level + 1]
        if s.mover == TERMINAL:
            score(g, level + 1, s.winner)
        else:
            g.counts[LEVEL] += 1
            arrive(g, states, r)
    return True
