"""A game with agents on the kernel: several times as fast as through `Game`.

It tells an agent and asks it exactly what `coup.hosting.agents` does, in the same order. Bots that
do not watch can play along; they see views of a `Game` that follows. With two seats, the kernel is
asked only for what is not remembered (`coup.hosting.graph`).
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from coup.bots.bot import Bot
from coup.game import Game
from coup.hosting import backstage
from coup.hosting.backstage import heed_interrupt
from coup.hosting.desk import (
    CHALLENGED,
    DISCARD,
    PLACEBACK,
    Answers,
    Desk,
    cb_answers,
    turn_answers,
)
from coup.hosting.graph import graph_of, restore, shown_coins
from coup.hosting.seats import BotSeat
from coup.moves import Move, by_action, moves_by_code
from coup.records.gamefile import players_line
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.rulesets import Ruleset
from coup.rules.state import State, copy_state
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
    """What does not change from game to game of the same seats: words, lines and masks."""

    def __init__(self, seats: tuple[str, ...], ruleset: Ruleset) -> None:
        self.rules = ruleset.rules
        self.first_line = players_line(seats)
        self.actions = turn_answers(seats)
        moves = self.actions.items()
        self.texts = [{move: f"{seat} {text}" for text, move in moves} for seat in seats]
        self.answers = [cb_answers(self.rules, action) for action in range(len(ACTIONS))]
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
TABLES: dict[tuple[str, ...], TableWords] = {}


class Onlooker:
    """A bot's place in a game on the kernel: it is told nothing, and gets a view when it is asked.

    coins, cards: as a desk has them.
    """

    def __init__(self, seat: BotSeat, game: "KernelGame") -> None:
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


class KernelGame:
    """One game between agents, and bots that do not watch, on the kernel.

    places: where they sit.
    desks: those of the agents.
    told: the moves that the `game`, which bots see, has been told of.
    """

    def __init__(self, seats: Sequence[Desk | BotSeat], ruleset: Ruleset, seed: int) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.rules
        self.seed = seed
        self.seats = tuple(seat.name for seat in seats)
        self.places = [each if isinstance(each, Desk) else Onlooker(each, self) for each in seats]
        self.desks = [each for each in seats if isinstance(each, Desk)]
        self.state = State()
        self.random = playout.start(seed, 0)
        self.lines: list[str] = []
        self.plies: list[int] = []
        self.game: Game | None = None
        self.told = 0
        self.table = TableWords.of(self.seats, ruleset)

    def play(self) -> None:
        """Play the game to its end."""
        s = self.state
        is_duel = len(self.places) == 2
        hands = self.deal_known() if is_duel else self.deal()
        for place, coins, hand in zip(self.places, s.coins, hands, strict=False):
            place.begin(coins, hand)
        self.write(self.table.first_line)
        while s.phase != k.OVER:
            if is_duel and s.phase == k.TURN:
                self.follow()
            STEPS[s.phase](self)
            if backstage.interrupted:
                heed_interrupt()
        self.write(f"winner: {'none' if s.winner == k.NOBODY else self.seats[s.winner]}")

    def deal(self) -> list[list[str]]:
        """Deal the cards: the hands."""
        s = self.state
        k.reset(s, self.rules, len(self.places))
        hands: list[list[str]] = [[] for _ in self.places]
        while s.phase == k.DEALING:
            hands[s.drawer].append(self.draw())
        return hands

    def deal_known(self) -> list[list[str]]:
        """Deal the cards of a game with two seats, along the tree of all deals."""
        deal = self.table.graph.deal
        hands: list[list[str]] = [[], []]
        while deal.draws:
            self.random = playout.advance(self.random)
            move = deal.draws[playout.below(self.random, len(deal.draws))]
            hands[deal.state.drawer].append(ROLES[move - k.DRAW])
            self.plies.append(move << 3)
            deal = deal.branches.get(move) or deal.branch(self.rules, move)
        copy_state(deal.state, self.state)
        return hands

    def write(self, line: str) -> None:
        """Write a line of the game file, and tell everybody."""
        self.lines.append(line)
        for desk in self.desks:
            try:
                desk.receive(line)
            except BaseException as error:
                desk.raised(f"receive({line!r})", error)

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

    def view(self, seat: str) -> View:
        """What a seat sees now."""
        if self.game is None:
            self.game = Game(self.seats, self.ruleset, self.seed, drive_chance=True)
        self.game.follow(((ply & 7) + k.CHANCE, ply >> 3) for ply in self.plies[self.told :])
        self.told = len(self.plies)
        return self.game.view(seat)

    def show_coins(self) -> None:
        """Show everybody their coins."""
        coins = shown_coins(self.state, self.rules)
        for seat, place in enumerate(self.places):
            if coins[seat] != place.coins:
                place.has(coins[seat])

    # What is done in each phase of the kernel.

    def turn(self) -> None:
        """Somebody names an action. Its line is written before its coins move."""
        s, table = self.state, self.table
        seat = s.actor
        legal = table.turns.get((s.alive, seat, s.coins[seat])) or table.legal_turn(s, seat)
        move = self.places[seat].ask("turn", table.actions, legal)
        self.write(table.texts[seat][move])
        self.plies.append(move << 3 | seat - k.CHANCE)
        k.apply(s, self.rules, seat, move)
        self.show_coins()

    def follow(self) -> None:
        """Turns of a game with two seats, along the graph for as long as no card moves."""
        s, table, places = self.state, self.table, self.places
        node, turn = table.graph.node(s), s.turn
        while node.hint:
            seat = node.seat
            if node.hint == "turn":
                if turn == self.rules.turn_limit:
                    break
                move = places[seat].ask("turn", table.actions, node.legal)
                self.write(table.texts[seat][move])
            elif node.hint == "pick":
                self.random = playout.advance(self.random)
                move = node.pick
            else:
                move = places[seat].ask("cb?", node.answers, node.legal)
            ply, turns, shown, after = node.edges.get(move) or table.graph.edge(node, move)
            self.plies.append(ply)
            turn += turns
            for owner, coins in shown:
                places[owner].has(coins)
            if node.hint == "pick":
                self.tell_pick(move, after.phase, after.action)
            node = after
            if backstage.interrupted:
                heed_interrupt()
        restore(s, node.fields)
        s.turn = turn

    def window(self) -> None:
        """Everybody who may challenge or block is asked, in seat order, before anybody hears the
        result."""
        s = self.state
        answers = self.table.answers[s.action]
        for seat in members(s.pending):
            legal = k.legal(s, self.rules, seat)
            self.make(seat, self.places[seat].ask("cb?", answers, legal))
        self.show_coins()

    def pick(self) -> None:
        """Chance picks one of those who want to block, or else to challenge."""
        self.tell_pick(self.chance(), self.state.phase, self.state.action)

    def tell_pick(self, move: int, phase: int, action: int) -> None:
        """Write down who was picked, to block or to challenge."""
        deed = f"block_{ACTIONS[action]}" if phase == k.DOUBTING else "challenge"
        self.write(f"{self.seats[move - k.PICK]} {deed}")

    def reveal(self) -> None:
        """A claim is challenged: a card proves it and is replaced, or it is lost."""
        s = self.state
        seat, role = self.card("challenged", CHALLENGED)
        place = self.places[seat]
        place.loses(role)
        if s.phase == k.REDRAWING:
            place.gains(self.draw())
        else:
            self.write(f"{place.name} discard {role}")
            self.show_coins()

    def discard(self) -> None:
        """Somebody loses a card; it is gone before its line is written."""
        seat, role = self.card("discard", DISCARD)
        self.places[seat].loses(role)
        self.write(f"{self.seats[seat]} discard {role}")
        self.show_coins()

    def exchange(self) -> None:
        """Cards are drawn for an exchange."""
        self.places[self.state.drawer].gains(self.draw())

    def placeback(self) -> None:
        """A card goes back to the court deck, and nobody is told."""
        seat, role = self.card("placeback", PLACEBACK)
        self.places[seat].loses(role)

    def card(self, hint: str, answers: Answers) -> tuple[int, str]:
        """The seat that is asked for a card, and the one that it chooses."""
        s = self.state
        seat = s.mover
        move = self.places[seat].ask(hint, answers, k.legal(s, self.rules, seat))
        self.make(seat, move)
        return seat, ROLES[move - k.REVEAL >> 2]


STEPS = {
    k.TURN: KernelGame.turn,
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
    game = KernelGame(seats, ruleset, seed)
    game.play()
    winner = None if game.state.winner == k.NOBODY else game.seats[game.state.winner]
    return Course(winner, game.state.turn, game.lines, game.plies)
