"""What the kernel says of games with two seats, remembered as a graph.

Between two seats the same situations return game after game. The kernel is asked once what follows
from a move in one of them; from then on that is an edge of the graph. A node is what everybody
sees, except the number of the turn. Of hidden cards, what follows depends only on whether one
proves the claim and whether it is the hand's last, so where a card moves there are few edges, and
each says between which piles it moves. All deals of two hands are a small tree beside the graph.
"""

from functools import lru_cache
from typing import NamedTuple

from coup.hosting.desk import cb_answers
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.digits import one, total
from coup.rules.rulesets import Ruleset
from coup.rules.state import Rules, State, copy_state
from coup.rules.vocabulary import ACTIONS

MOST = 50_000  # nodes; coup2022 has fewer, but a house rule on coins can make them many
Fields = tuple[int, ...]
HINTS = {
    k.TURN: "turn",
    k.REACTING: "cb?",
    k.DOUBTING: "cb?",
    k.PICKING: "pick",
    k.REDRAWING: "draw",
    k.DRAWING: "draw",
    k.REVEALING: "challenged",
    k.PAYING: "discard",
    k.LOSING: "discard",
    k.RETURNING: "placeback",
}
"""What is asked in each phase; `pick` and `draw` are asked of chance."""


class Node:
    """A situation: what everybody sees of a game, except how many turns it has had.

    hint: what `seat` is asked, or what chance does: `pick` a seat, `draw` a card for `seat`; empty
        if the game is over.
    answers: what can be answered in a window.
    legal: the mask of the moves, if they do not depend on a hand.
    pick: the only move of chance, if it is to pick one of the seats: the other one moved.
    claim: the roles that prove the claim.
    shown: the coins as both seats see them.
    winner: the seat that has won, if the game is over.
    edges: what follows from each move, as far as it is known; if a card moves, by `card_key`.
    """

    __slots__ = (
        "action",
        "answers",
        "claim",
        "edges",
        "fields",
        "hint",
        "legal",
        "phase",
        "pick",
        "seat",
        "shown",
        "winner",
    )

    def __init__(self, s: State, graph: "Graph", fields: Fields) -> None:
        self.fields = fields
        self.phase, self.action, self.claim, self.winner = s.phase, s.action, s.claim, s.winner
        self.hint = HINTS.get(s.phase, "")
        self.seat = s.drawer if self.hint == "draw" else s.mover
        is_window = self.hint == "cb?"
        self.answers = graph.answers[s.action] if is_window else None
        is_public = is_window or s.phase == k.TURN
        self.legal = k.legal(s, graph.rules, s.mover) if is_public else 0
        self.pick = k.PICK + (k.lowest(k.wanting(s)) >> 2) if self.hint == "pick" else k.NONE
        self.shown = shown_coins(s, graph.rules)[:2]
        self.edges: dict[int, Edge] = {}


class Moved(NamedTuple):
    """What becomes of a card.

    hand, deck: how many cards come into the seat's hand, and into the court deck: 1, 0 or -1.
    tops: how many cards on top of the deck are known then; if more than before, also this one.
    """

    hand: int
    deck: int
    tops: int


class Edge(NamedTuple):
    """What follows from a move.

    turns: how many turns begin with it: none, or the next.
    coins: which seats see other coins than before, and how many.
    card: what becomes of the card, if one moves.
    """

    turns: int
    coins: tuple[tuple[int, int], ...]
    after: Node
    card: Moved


STAYS = Moved(0, 0, 0)


def card_key(node: Node, card: int, hand: int, tops: int) -> int:
    """By what the edges of a node differ if a seat gives a card: whether it proves the claim,
    whether it is the hand's last, and how many cards on top of the deck are known."""
    return (node.claim & card > 0) << 3 | (hand == card) << 2 | tops


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
    """All that is remembered of a ruleset.

    answers: what can be answered to each action.
    masks: the moves that can be made with a hand, by what is asked.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.answers = [cb_answers(rules, action) for action in range(len(ACTIONS))]
        self.nodes: dict[Fields, Node] = {}
        self.masks: dict[tuple[str, int], int] = {}
        self.scratch = State()
        s = State()
        k.reset(s, rules, 2)
        self.deal = Deal(s)

    def node(self, s: State) -> Node:
        """The node of a state. Its turn is 0, unless it is the last one that is played."""
        fields = seen(s)
        known = self.nodes.get(fields)
        if known is None:
            if len(self.nodes) == MOST:
                self.nodes.clear()
            known = self.nodes[fields] = Node(s, self, fields)
        return known

    def first(self, s: State) -> Node:
        """The node of a game that was just dealt."""
        s.turn = 0
        return self.node(s)

    def last(self, node: Node) -> Node:
        """The same situation in the last turn that is played."""
        s = self.at(node)
        s.turn = self.rules.turn_limit
        return self.node(s)

    def at(self, node: Node) -> State:
        """The state of a situation, without its cards."""
        s = self.scratch
        restore(s, node.fields)
        s.winner = k.NOBODY
        return s

    def mask(self, node: Node, hand: int) -> int:
        """Ask the kernel for the moves that can be made with a hand."""
        s = self.at(node)
        s.hands[node.seat] = hand
        legal = self.masks[node.hint, hand] = k.legal(s, self.rules, s.mover)
        return legal

    def edge(self, node: Node, move: int) -> Edge:
        """Ask the kernel what follows from a move that moves no card."""
        edge = node.edges[move] = Edge(*self.apply(node, self.at(node), move), STAYS)
        return edge

    def card_edge(self, node: Node, key: int, move: int, hand: int, tops: int) -> Edge:
        """Ask the kernel what follows from a move with a card."""
        s = self.at(node)
        s.hands[node.seat], s.deck, s.tops = hand, 0, tops
        card = one(move - k.DRAW if node.hint == "draw" else move - k.REVEAL >> 2)
        follows = self.apply(node, s, move)
        moved = Moved((s.hands[node.seat] - hand) // card, s.deck // card, s.tops)
        edge = node.edges[key] = Edge(*follows, moved)
        return edge

    def apply(
        self, node: Node, s: State, move: int
    ) -> tuple[int, tuple[tuple[int, int], ...], Node]:
        """Make a move in a state of a situation; what everybody sees of it, as in `Edge`."""
        turn = s.turn
        k.apply(s, self.rules, s.mover, move)
        turns, s.turn = s.turn - turn, turn
        after = self.node(s)
        if after.shown == node.shown:
            return turns, (), after
        shown = enumerate(after.shown)
        return turns, tuple([each for each in shown if each[1] != node.shown[each[0]]]), after


def seen(s: State) -> Fields:
    """What everybody sees of a state with two seats, except cards, and how the last turn went."""
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
        k.UNDECIDED if s.action == k.NONE else s.fate,
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
        s.turn,
    )


def restore(s: State, fields: Fields) -> None:
    """Make a state look like this again; its cards stay."""
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
        s.turn,
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
