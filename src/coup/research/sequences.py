"""The arrays that collect a game's tree, and those of its sequence form.

They hold only numbers: `tree` fills the first, `cfr` works on the second, and these two modules
know what the numbers mean.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

# Places in `Growth.counts`.
LEVEL = 0
NODES = 1
SETS = 2
SEQUENCES = 3  # of the first seat; of the second seat in the next place
ENDS = 5
HISTORIES = 6


class Growth(NamedTuple):
    """A tree while it is explored. Full arrays can be replaced by larger ones.

    counts: the number of entries of each kind.
    keys, nodes: a hash table from a node (everything that a seat has noticed) and the next notice
        to the next node.
    asked: by node, its information set, or -1.
    seat, parent, first, moves: by information set, its seat, the sequence that leads there, the
        first sequence that it opens, and the mask of the legal moves.
    ends, payoffs: by won game, the pair of sequences, and the payoff to the first seat times
        chance's probability.
    masks, reach, known, sequence, opened: by level of the current line, the moves still to be
        tried, chance's probability, and what each seat knows and has chosen.
    """

    counts: Any
    keys: Any
    nodes: Any
    asked: Any
    seat: Any
    parent: Any
    first: Any
    moves: Any
    ends: Any
    payoffs: Any
    masks: Any
    reach: Any
    known: Any
    sequence: Any
    opened: Any


def room(size: int, levels: int) -> Growth:
    """An empty tree with room for some information sets."""
    counts = np.zeros(7, np.int64)
    counts[NODES] = 2  # what each seat knows before the deal
    counts[SEQUENCES : SEQUENCES + 2] = 1
    known = np.zeros((levels, 2), np.int32)
    known[0, 1] = 1
    return Growth(
        counts,
        np.zeros(16 * size, np.int64),
        np.zeros(16 * size, np.int32),
        np.full(8 * size, -1, np.int32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int64),
        np.zeros((4 * size, 2), np.int32),
        np.zeros(4 * size, np.float64),
        np.zeros(levels, np.int64),
        np.ones(levels, np.float64),
        known,
        np.zeros((levels, 2), np.int32),
        np.zeros(levels, np.int32),
    )


def grown(g: Growth, rehash: Callable[..., None]) -> Growth:
    """The same tree, with arrays that are full doubled."""
    new = {}
    if g.counts[NODES] + 2 > len(g.asked):
        new["asked"] = np.concatenate([g.asked, np.full_like(g.asked, -1)])
        new["keys"] = np.zeros(2 * len(g.keys), g.keys.dtype)
        new["nodes"] = np.zeros(2 * len(g.keys), g.nodes.dtype)
        rehash(g.keys, g.nodes, new["keys"], new["nodes"])
    full = []
    if g.counts[SETS] + 1 > len(g.seat):
        full += ["seat", "parent", "first", "moves"]
    if g.counts[ENDS] + 1 > len(g.payoffs):
        full += ["ends", "payoffs"]
    for name in full:
        old = getattr(g, name)
        new[name] = np.concatenate([old, np.zeros_like(old)])
    return g._replace(**new)


class Side(NamedTuple):
    """A seat's part of the sequence form, and its strategy so far.

    parent, first, count: by information set, ancestors first: the sequence that leads there, the
        first sequence that it opens, and their number.
    starts, others, payoffs: the payoffs to this seat as a sparse matrix: by its sequence, the
        other seat's sequences and the payoffs.
    regrets, predicted: by sequence.
    plan, average: by sequence, the probability that the seat makes all its choices, now and on
        average.
    worth: scratch space.
    """

    parent: Any
    first: Any
    count: Any
    starts: Any
    others: Any
    payoffs: Any
    regrets: Any
    predicted: Any
    plan: Any
    average: Any
    worth: Any


def sides(g: Growth) -> tuple[Side, Side]:
    """The sequence form of an explored tree, for both seats."""
    many = int(g.counts[SEQUENCES + 1])
    found = g.counts[ENDS]
    pairs = g.ends[:found, 0].astype(np.int64) * many + g.ends[:found, 1]
    order = np.argsort(pairs, kind="stable")
    pairs = pairs[order]
    new = np.flatnonzero(np.diff(pairs, prepend=-1))
    payoffs = np.add.reduceat(g.payoffs[order], new) if len(new) else g.payoffs[:0]
    one, two = np.divmod(pairs[new], many)
    across = np.argsort(two, kind="stable")
    return (
        side(g, 0, one, two, payoffs),
        side(g, 1, two[across], one[across], -payoffs[across]),
    )


def side(g: Growth, seat: int, own: Any, others: Any, payoffs: Any) -> Side:
    """One seat's part; payoffs are sorted by its sequences."""
    sets = np.flatnonzero(g.seat[: g.counts[SETS]] == seat)
    size = g.counts[SEQUENCES + seat]
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(own, minlength=size), out=starts[1:])
    first = g.first[sets]
    return Side(
        g.parent[sets],
        first,
        np.diff(first, append=size).astype(np.int32),
        starts,
        others.astype(np.int32),
        payoffs,
        *(np.zeros(size) for _ in range(5)),
    )
