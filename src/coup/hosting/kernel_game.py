"""A game with agents on the kernel: several times as fast as through `Game`.

It tells an agent and asks it exactly what `coup.hosting.agents` does, in the same order. Bots that
do not watch can play along; they see views of a `Game` that follows. A game with two seats follows
what is remembered of the kernel (`coup.hosting.graph`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from coup.bots.bot import Bot
from coup.game import Game
from coup.hosting import backstage
from coup.hosting.backstage import heed_interrupt
from coup.hosting.desk import CHALLENGED, DISCARD, PLACEBACK, Answers, Desk, turn_answers
from coup.hosting.graph import Edge, Moved, Node, card_key, graph_of, shown_coins
from coup.hosting.seats import BotSeat
from coup.moves import Move, by_action, moves_by_code
from coup.records.gamefile import heading
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.digits import one
from coup.rules.rulesets import Ruleset
from coup.rules.state import State
from coup.rules.vocabulary import ACTIONS, ROLES, seats_in
from coup.view import View


class Course(NamedTuple):
    """How a game went; the fields are those of `Played`."""

    winner: str | None
    turns: int
    lines: list[str]
    plies: list[int]
    made: Game | None = None


class TableWords:
    """What does not change from game to game of the same seats: words, lines and masks.

    comments: lines of the file before the first one, which nobody is told.
    """

    def __init__(self, seats: tuple[str, ...], ruleset: Ruleset) -> None:
        self.rules = ruleset.rules
        *self.comments, self.first_line = heading(seats, ruleset).splitlines()
        self.actions = turn_answers(seats)
        moves = self.actions.items()
        self.texts = [{move: f"{seat} {text}" for text, move in moves} for seat in seats]
        self.graph = graph_of(ruleset)
        self.turns: dict[tuple[int, int, int], int] = {}

    @staticmethod
    def of(seats: tuple[str, ...], ruleset: Ruleset) -> "TableWords":
        """The words of some seats, made once as long as they play by the same rules."""
        known = TABLES.get(seats)
        if known is None or known.rules is not ruleset.rules:
            known = TABLES[seats] = TableWords(seats, ruleset)
        return known

    def legal_turn(self, s: State, seat: int) -> int:
        """The mask of the actions of a seat, kept by all that it depends on: who is alive, and the
        seat's coins."""
        legal = self.turns[s.alive, seat, s.coins[seat]] = k.legal(s, self.rules, seat)
        return legal


members = lru_cache(maxsize=64)(seats_in)
CARD_ANSWERS = {"challenged": CHALLENGED, "discard": DISCARD, "placeback": PLACEBACK}
TABLES: dict[tuple[str, ...], TableWords] = {}


class Onlooker:
    """A bot's place in a game on the kernel: it is told nothing, and gets a view when it is asked.

    coins, cards: as a desk has them.
    """

    def __init__(self, seat: BotSeat, game: "AgentGame") -> None:
        self.name = seat.name
        self.seat = seat
        self.game = game
        self.lazy = isinstance(seat.player, Bot)
        self.coins = 0

    def ask(self, hint: str, answers: Answers, legal: int) -> int:
        """The move that the bot chooses."""
        moves = moves_in(self.game.seats, legal, hint == "turn")
        look = self.game.view if not self.lazy else partial(LazyView, moves, self.game.view)
        return self.seat.choose(look(self.name)).code

    def begin(self, coins: int, cards: list[str]) -> None:
        """The game begins."""
        self.coins = coins

    def has(self, coins: int) -> None:
        """It has so many coins now."""
        self.coins = coins

    def gains(self, role: str) -> None:
        """It draws a card."""

    def loses(self, role: str) -> None:
        """A card leaves its hand."""


class LazyView(View):
    """A view for our own bots, which look at it at once or never: what they do not look at is never
    put together."""

    def __init__(self, moves: tuple[Move, ...], look: Callable[[str], View], seat: str) -> None:
        vars(self).update(legal_moves=moves, seat=seat, _look=look)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in View.__dataclass_fields__:
            raise AttributeError(name)
        vars(self).update(vars(self._look(str(self.seat))))
        return vars(self)[name]


@lru_cache(maxsize=4096)
def moves_in(seats: tuple[str, ...], legal: int, is_turn: bool) -> tuple[Move, ...]:
    """The moves of a mask, in the order in which a view lists them."""
    found = [move for move in moves_by_code(seats, is_turn).values() if legal >> move.code & 1]
    return tuple(sorted(found, key=by_action) if is_turn else found)


class AgentGame(ABC):
    """One game between agents, and bots that do not watch.

    places: where they sit.
    desks: those of the agents.
    state: of a game with two seats only the cards.
    turn, winner: how many turns there were, and the seat that has won.
    told: the moves that the `game`, which bots see, has been told of.
    """

    def __init__(self, seats: Sequence[Desk | BotSeat], ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.rules
        self.seed = seed
        self.seats = tuple([seat.name for seat in seats])
        self.desks = [each for each in seats if isinstance(each, Desk)]
        self.places: Sequence[Desk | Onlooker] = self.desks
        if len(self.desks) < len(seats):
            self.places = [
                each if isinstance(each, Desk) else Onlooker(each, self) for each in seats
            ]
        self.state = State()
        self.random = playout.start(seed, 0)
        self.turn = 0
        self.winner = k.NOBODY
        self.table = TableWords.of(self.seats, ruleset)
        self.lines = [*self.table.comments]
        self.plies: list[int] = []
        self.game: Game | None = None
        self.told = 0

    @abstractmethod
    def play(self) -> None:
        """Play the game to its end."""

    def begin(self, hands: list[list[str]]) -> None:
        """Show everybody what was dealt."""
        for place, coins, hand in zip(self.places, self.rules.coins, hands, strict=False):
            place.begin(coins, hand)
        self.write(self.table.first_line)

    def end(self) -> Course:
        """Tell everybody who has won."""
        winner = None if self.winner == k.NOBODY else self.seats[self.winner]
        self.write(f"winner: {winner or 'none'}")
        return Course(winner, self.turn, self.lines, self.plies)

    def write(self, line: str) -> None:
        """Write a line of the game file, and tell everybody."""
        self.lines.append(line)
        for desk in self.desks:
            try:
                desk.receive(line)
            except BaseException as error:
                desk.raised(f"receive({line!r})", error)

    def tell_pick(self, move: int, phase: int, action: int) -> None:
        """Write down who was picked, to block or to challenge."""
        deed = f"block_{ACTIONS[action]}" if phase == k.DOUBTING else "challenge"
        self.write(f"{self.seats[move - k.PICK]} {deed}")

    def view(self, seat: str) -> View:
        """What a seat sees now."""
        if self.game is None:
            self.game = Game(self.seats, self.ruleset, self.seed, drive_chance=True)
        self.game.follow(((ply & 7) + k.CHANCE, ply >> 3) for ply in self.plies[self.told :])
        self.told = len(self.plies)
        return self.game.view(seat)


class Duel(AgentGame):
    """A game with two seats, along the graph."""

    def play(self) -> None:
        """Play the game to its end."""
        places, table, limit = self.places, self.table, self.rules.turn_limit
        graph = table.graph
        node, turn = self.deal(), 1
        if limit == 1:
            node = graph.last(node)
        while node.hint:
            if node.legal:
                seat = node.seat
                move = places[seat].ask(node.hint, node.answers or table.actions, node.legal)
                if node.answers is None:  # the line of an action comes before its coins move
                    self.write(table.texts[seat][move])
                self.plies.append(move << 3 | seat - k.CHANCE)
                edge = node.edges.get(move) or graph.edge(node, move)
            else:
                edge = DUEL_STEPS[node.hint](self, node)
            turns, shown, node, _ = edge
            for owner, coins in shown:
                places[owner].has(coins)
            if turns:
                turn += 1
                if turn == limit:
                    node = graph.last(node)
            if backstage.interrupted:
                heed_interrupt()
        self.turn, self.winner = turn, node.winner

    def deal(self) -> Node:
        """Deal the cards, along the tree of all deals, and show them."""
        deal = self.table.graph.deal
        hands: list[list[str]] = [[], []]
        while deal.draws:
            self.random = playout.advance(self.random)
            move = deal.draws[playout.below(self.random, len(deal.draws))]
            hands[deal.state.drawer].append(ROLES[move - k.DRAW])
            self.plies.append(move << 3)
            deal = deal.branches.get(move) or deal.branch(self.rules, move)
        self.state.hands[:2] = deal.state.hands[:2]
        self.state.deck = deal.state.deck
        self.begin(hands)
        return self.table.graph.first(deal.state)

    def move_card(self, seat: int, card: int, role: int, moved: Moved) -> None:
        """A card moves to or from a hand."""
        s = self.state
        hand, deck, tops = moved
        s.hands[seat] += hand * card
        s.deck += deck * card
        if tops > s.tops:
            s.top[s.tops] = role
        s.tops = tops

    # What is done where not everybody knows what follows.

    def pick(self, node: Node) -> Edge:
        """Chance picks the only one who wants to block or to challenge."""
        self.random = playout.advance(self.random)
        self.plies.append(node.pick << 3)
        edge = node.edges.get(node.pick) or self.table.graph.edge(node, node.pick)
        self.tell_pick(node.pick, edge.after.phase, edge.after.action)
        return edge

    def card(self, node: Node) -> Edge:
        """A seat chooses a card; one that does not go to the court deck is lost."""
        s, seat, graph = self.state, node.seat, self.table.graph
        place, hand = self.places[seat], s.hands[seat]
        legal = graph.masks.get((node.hint, hand)) or graph.mask(node, hand)
        move = place.ask(node.hint, CARD_ANSWERS[node.hint], legal)
        self.plies.append(move << 3 | seat - k.CHANCE)
        role = move - k.REVEAL >> 2
        card = one(role)
        key = card_key(node, card, hand, s.tops)
        edge = node.edges.get(key) or graph.card_edge(node, key, move, hand, s.tops)
        self.move_card(seat, card, role, edge.card)
        place.loses(ROLES[role])
        if not edge.card.deck:
            self.write(f"{place.name} discard {ROLES[role]}")
        return edge

    def draw(self, node: Node) -> Edge:
        """A card is drawn from the court deck."""
        s, graph = self.state, self.table.graph
        self.random = playout.advance(self.random)
        move = playout.sample_chance(s, self.random)
        self.plies.append(move << 3)
        role = move - k.DRAW
        edge = node.edges.get(s.tops) or graph.card_edge(node, s.tops, move, 0, s.tops)
        self.move_card(node.seat, one(role), role, edge.card)
        self.places[node.seat].gains(ROLES[role])
        return edge


DUEL_STEPS = {
    "pick": Duel.pick,
    "draw": Duel.draw,
    "challenged": Duel.card,
    "discard": Duel.card,
    "placeback": Duel.card,
}
"""What is done where not everybody knows what can be answered, by what is asked."""


class KernelGame(AgentGame):
    """A game with more seats, on the kernel."""

    def play(self) -> None:
        """Play the game to its end."""
        s = self.state
        self.begin(self.deal())
        while s.phase != k.OVER:
            STEPS[s.phase](self)
            if backstage.interrupted:
                heed_interrupt()
        self.turn, self.winner = s.turn, s.winner

    def deal(self) -> list[list[str]]:
        """Deal the cards: the hands."""
        s = self.state
        k.reset(s, self.rules, len(self.places))
        hands: list[list[str]] = [[] for _ in self.places]
        while s.phase == k.DEALING:
            hands[s.drawer].append(self.draw())
        return hands

    def make(self, seat: int, move: int) -> None:
        self.plies.append(move << 3 | seat - k.CHANCE)
        k.apply(self.state, self.rules, seat, move)

    def chance(self) -> int:
        """Let chance move."""
        self.random = playout.advance(self.random)
        move = playout.sample_chance(self.state, self.random)
        self.make(k.CHANCE, move)
        return move

    def draw(self) -> str:
        """The card that chance has drawn."""
        return ROLES[self.chance() - k.DRAW]

    def show_coins(self) -> None:
        """Show everybody their coins."""
        coins = shown_coins(self.state, self.rules)
        for seat, place in enumerate(self.places):
            if coins[seat] != place.coins:
                place.has(coins[seat])

    # What is done in each phase of the kernel.

    def take_turn(self) -> None:
        """Somebody names an action. Its line is written before its coins move."""
        s, table = self.state, self.table
        seat = s.actor
        legal = table.turns.get((s.alive, seat, s.coins[seat])) or table.legal_turn(s, seat)
        move = self.places[seat].ask("turn", table.actions, legal)
        self.write(table.texts[seat][move])
        self.plies.append(move << 3 | seat - k.CHANCE)
        k.apply(s, self.rules, seat, move)
        self.show_coins()

    def window(self) -> None:
        """Everybody who may challenge or block is asked, in seat order, before anybody hears the
        result."""
        s = self.state
        answers = self.table.graph.answers[s.action]
        for seat in members(s.pending):
            legal = k.legal(s, self.rules, seat)
            self.make(seat, self.places[seat].ask("cb?", answers, legal))
        self.show_coins()

    def pick(self) -> None:
        """Chance picks one of those who want to block, or else to challenge."""
        self.tell_pick(self.chance(), self.state.phase, self.state.action)

    def reveal(self) -> None:
        """A claim is challenged: a card proves it and is replaced, or it is lost."""
        s = self.state
        seat, role = self.card("challenged")
        place = self.places[seat]
        place.loses(role)
        if s.phase == k.REDRAWING:
            place.gains(self.draw())
        else:
            self.write(f"{place.name} discard {role}")
            self.show_coins()

    def discard(self) -> None:
        """Somebody loses a card; it is gone before its line is written."""
        seat, role = self.card("discard")
        self.places[seat].loses(role)
        self.write(f"{self.seats[seat]} discard {role}")
        self.show_coins()

    def exchange(self) -> None:
        """Cards are drawn for an exchange."""
        self.places[self.state.drawer].gains(self.draw())

    def placeback(self) -> None:
        """A card goes back to the court deck, and nobody is told."""
        seat, role = self.card("placeback")
        self.places[seat].loses(role)

    def card(self, hint: str) -> tuple[int, str]:
        """The seat that is asked for a card, and the one that it chooses."""
        s = self.state
        seat = s.mover
        move = self.places[seat].ask(hint, CARD_ANSWERS[hint], k.legal(s, self.rules, seat))
        self.make(seat, move)
        return seat, ROLES[move - k.REVEAL >> 2]


STEPS = {
    k.TURN: KernelGame.take_turn,
    k.REACTING: KernelGame.window,
    k.DOUBTING: KernelGame.window,
    k.PICKING: KernelGame.pick,
    k.REVEALING: KernelGame.reveal,
    k.PAYING: KernelGame.discard,
    k.LOSING: KernelGame.discard,
    k.DRAWING: KernelGame.exchange,
    k.RETURNING: KernelGame.placeback,
}
"""The phases that a game of `coup2022` goes through, once the cards are dealt."""


def can_play_on_kernel(seats: Sequence[Desk | BotSeat]) -> bool:
    """Whether somebody here is an agent, and nobody wants to see every move."""
    bots = [seat for seat in seats if not isinstance(seat, Desk)]
    return len(bots) < len(seats) and all(bot.watch is None for bot in bots)


def play_on_kernel(seats: Sequence[Desk | BotSeat], ruleset: Ruleset, seed: int) -> Course:
    """A game between agents, and bots that do not watch."""
    game = (Duel if len(seats) == 2 else KernelGame)(seats, ruleset, seed)
    game.play()
    return game.end()
