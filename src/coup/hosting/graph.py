"""What the kernel says of games with two seats, remembered as a graph.

Between two seats the same situations return game after game. The kernel is asked once what follows
from a move in one of them; from then on that is an edge of the graph. The graph knows only what
everybody sees, so it leads from question to question for as long as no card moves. All deals of two
hands are a small tree beside it.
"""

from functools import lru_cache
from typing import NamedTuple

from coup.hosting.desk import Answers, cb_answers
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.digits import total
from coup.rules.rulesets import Ruleset
from coup.rules.state import Rules, State, copy_state

MOST = 50_000  # nodes; coup2022 has fewer, but a house rule on coins can make them many
Fields = tuple[int, ...]
HINTS = {k.TURN: "turn", k.REACTING: "cb?", k.DOUBTING: "cb?", k.PICKING: "pick"}
"""The phases in which no card moves, and what is asked in them; `pick` is asked of chance."""


class Node:
    """A situation: what everybody sees of a game, except how many turns it has had.

    hint: what `seat` is asked; empty where a card moves, or the game is over.
    answers: what can be answered in a window.
    legal: the mask of the moves.
    pick: the only move of chance, if it is to pick one of the seats: the other one moved.
    shown: the coins as both seats see them.
    edges: what follows from each move, as far as it is known.
    """

    __slots__ = (
        "action",
        "answers",
        "edges",
        "fields",
        "hint",
        "legal",
        "phase",
        "pick",
        "seat",
        "shown",
    )

    def __init__(self, s: State, r: Rules, fields: Fields) -> None:
        self.fields = fields
        self.phase, self.action, self.seat = s.phase, s.action, s.mover
        self.hint = HINTS.get(s.phase, "")
        self.answers: Answers = cb_answers(r, s.action)
        self.legal = k.legal(s, r, s.mover) if self.hint else 0
        self.pick = k.PICK + (k.lowest(k.wanting(s)) >> 2) if self.hint == "pick" else k.NONE
        self.shown = shown_coins(s, r).copy()
        self.edges: dict[int, Edge] = {}


class Edge(NamedTuple):
    """What follows from a move.

    ply: the move, as `Played.plies` has it.
    turns: how many turns begin with it: none, or the next.
    coins: which seats see other coins than before, and how many.
    """

    ply: int
    turns: int
    coins: tuple[tuple[int, int], ...]
    after: Node


class Deal:
    """The cards that are dealt so far, as a branch of the tree of all deals.

    state: the game now, with its cards.
    draws: what chance can draw next, once for each such card; nothing if all cards are dealt.
    branches: the deal with the next card.
    """

    __slots__ = ("branches", "draws", "state")

    def __init__(self, s: State) -> None:
        self.state = s
        deck = k.outcomes(s) if s.phase == k.DEALING else 0
        self.draws = [k.DRAW + playout.pick_weighted(deck, nth) for nth in range(total(deck))]
        self.branches: dict[int, Deal] = {}

    def branch(self, r: Rules, move: int) -> "Deal":
        """The deal with one more card."""
        s = State()
        copy_state(self.state, s)
        k.apply(s, r, k.CHANCE, move)
        deal = self.branches[move] = Deal(s)
        return deal


class Graph:
    """All that is remembered of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.nodes: dict[Fields, Node] = {}
        self.scratch = State()
        s = State()
        k.reset(s, rules, 2)
        self.deal = Deal(s)

    def node(self, s: State) -> Node:
        """The node of a state."""
        fields = seen(s)
        known = self.nodes.get(fields)
        if known is None:
            if len(self.nodes) == MOST:
                self.nodes.clear()
            known = self.nodes[fields] = Node(s, self.rules, fields)
        return known

    def edge(self, node: Node, move: int) -> Edge:
        """Ask the kernel what follows from a move."""
        s = self.scratch
        restore(s, node.fields)
        s.turn = 0
        k.apply(s, self.rules, node.seat, move)
        after = self.node(s)
        shown = [(seat, after.shown[seat]) for seat in (0, 1)]
        changes = tuple(each for each in shown if each[1] != node.shown[each[0]])
        edge = node.edges[move] = Edge(move << 3 | node.seat - k.CHANCE, s.turn, changes, after)
        return edge


def seen(s: State) -> Fields:
    """What everybody sees of a state with two seats, except cards and the number of the turn."""
    return (
        s.alive,
        s.sides,
        s.reserve,
        s.coins[0],
        s.coins[1],
        s.phase,
        s.mover,
        s.pending,
        s.actor,
        s.action,
        s.fate,
        s.target,
        s.claim,
        s.denial,
        s.claimant,
        s.blocker,
        s.challenger,
        s.block,
        s.blockers,
        s.challengers,
        s.drawer,
        s.draws,
        s.returns,
        s.shown,
    )


def restore(s: State, fields: Fields) -> None:
    """Make a state look like this again; its cards and the number of its turn stay."""
    (
        s.alive,
        s.sides,
        s.reserve,
        s.coins[0],
        s.coins[1],
        s.phase,
        s.mover,
        s.pending,
        s.actor,
        s.action,
        s.fate,
        s.target,
        s.claim,
        s.denial,
        s.claimant,
        s.blocker,
        s.challenger,
        s.block,
        s.blockers,
        s.challengers,
        s.drawer,
        s.draws,
        s.returns,
        s.shown,
    ) = fields


@lru_cache(maxsize=16)
def graph_of(ruleset: Ruleset) -> Graph:
    """The graph of a ruleset."""
    return Graph(ruleset.rules)


def shown_coins(s: State, r: Rules) -> list[int]:
    """The coins as everybody sees them: a fee leaves them when the action resolves, or its block
    stands."""
    if s.fate != k.UNDECIDED or s.action == k.NONE:
        return s.coins
    coins = s.coins.copy()
    coins[s.actor] += r.cost[s.action]
    return coins
