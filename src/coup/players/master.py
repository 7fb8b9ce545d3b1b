"""The master of a game between players of any kind: agents, built-in bots, bots of one's own.

It asks, writes the lines of the game file, sees to it that nobody can spoil the game for the
others, and hands out what it came to. Where all seats are agents it works on the kernel alone,
several times as fast as through `Game`; both ways tell an agent the same.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TextIO

from coup.game import Game
from coup.moves import CHANCE, Ply, moves_by_code
from coup.players import backstage
from coup.players.agents import AgentPlayer, line_of, players_line, refuse_ruleset
from coup.players.backstage import Backstage, TimeUp, heed_interrupt
from coup.players.desk import (
    CHALLENGED,
    DISCARD,
    PLACEBACK,
    Answers,
    Desk,
    cb_answers,
    turn_answers,
)
from coup.players.entrants import Entrant
from coup.players.isolation import Isolation, Remote
from coup.players.player import play
from coup.players.seats import BotSeat, Conduct, Gone, Seat
from coup.players.trace import Prints, Trace
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.names import ACTIONS, ROLES, seats_in
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.rules.state import State
from coup.seating import checked_seats
from coup.view import View

TURN_LIMITS = {"coup2022": 100}
TURN_LIMIT = 1000
"""After how many turns a game ends without a winner, where the ruleset does not say."""


@dataclass(frozen=True)
class Played:
    """A game that was played to its end.

    seats: the players' names, the first one began.
    winner: None if the turn limit was reached.
    lines: the game file.
    plies: every move, those of chance included, as one number each; `moves` spells them out.
    conduct: how each player behaved, in the order of the seats.
    """

    ruleset: Ruleset
    seed: int
    seats: tuple[str, ...]
    winner: str | None
    turns: int
    lines: list[str]
    plies: list[int]
    conduct: tuple[Conduct, ...]

    @property
    def moves(self) -> list[Ply]:
        """Every move, those of chance included."""
        moves = moves_by_code(self.seats)
        who = (CHANCE, "", *self.seats)
        return [Ply(who[ply & 7], moves[ply >> 3]) for ply in self.plies]

    def game(self) -> Game:
        """The game as one that can be looked at."""
        return Game.replay(self.seats, self.moves, self.ruleset, self.seed)


def packed(seat: int, move: int) -> int:
    """A move and who made it in one number."""
    return move << 3 | seat - k.CHANCE


@lru_cache(maxsize=64)
def with_turn_limit(ruleset: str | Ruleset) -> Ruleset:
    """A ruleset under which every game ends."""
    found = find_ruleset(ruleset)
    if found.turn_limit is None:
        return find_ruleset(found, turn_limit=TURN_LIMITS.get(found.name, TURN_LIMIT))
    return found


class Absent:
    """Sits in for a player that could not be constructed."""

    def receive(self, line: str) -> None:
        """Not listening."""

    def react(self, hint: str) -> str:
        raise Gone("it could not be constructed")

    def choose(self, view: View) -> str:
        raise Gone("it could not be constructed")


def seat_for(entrant: Entrant, seed: int, isolation: Isolation | None) -> Desk | BotSeat:
    """A place for an entrant, with a new player of its kind."""
    place: Callable[[str, Any], Desk | BotSeat] = Desk if entrant.is_agent else BotSeat
    try:
        if isolation is None or entrant.is_built_in:
            return place(entrant.name, entrant.make(seed))
        player = isolation.make(entrant, seed)
        seat = place(entrant.name, player)
        player.cell.report = lambda asked, why: seat.fault(asked, None, why)
        return seat
    except BaseException as error:
        seat = place(entrant.name, Absent())
        seat.raised("the constructor", error)
        return seat


@lru_cache(maxsize=1024)
def action_lines(seats: tuple[str, ...]) -> tuple[dict[int, str], ...]:
    """The line of every action, for each seat."""
    moves = turn_answers(seats)
    return tuple({move: f"{seat} {text}" for text, move in moves.items()} for seat in seats)


class Master:
    """One game between agents, on the kernel."""

    def __init__(self, desks: Sequence[Desk], ruleset: Ruleset, seed: int) -> None:
        self.desks = desks
        self.rules = ruleset.rules
        self.seats = tuple(desk.name for desk in desks)
        self.state = State()
        self.random = playout.start(seed, 0)
        self.lines: list[str] = []
        self.plies: list[int] = []
        self.actions = turn_answers(self.seats)
        self.texts = action_lines(self.seats)

    def play(self) -> None:
        """Play the game to its end."""
        s = self.state
        k.reset(s, self.rules, len(self.desks))
        hands: list[list[str]] = [[] for _ in self.desks]
        while s.phase == k.DEALING:
            hands[s.drawer].append(self.draw())
        for desk, coins, hand in zip(self.desks, s.coins, hands, strict=False):
            desk.begin(coins, hand)
        self.write(players_line(self.seats))
        while s.phase != k.OVER:
            STEPS[s.phase](self)
            if backstage.interrupted:
                heed_interrupt()
        self.write(f"winner: {'none' if s.winner == k.NOBODY else self.seats[s.winner]}")

    def write(self, line: str) -> None:
        """Write a line of the game file, and tell everybody."""
        self.lines.append(line)
        for desk in self.desks:
            desk.hears(line)

    def make(self, seat: int, move: int) -> None:
        self.plies.append(packed(seat, move))
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
        """Show everybody their coins: a fee leaves them when the action resolves, or its block
        stands."""
        s = self.state
        fee = 0
        if s.fate == k.UNDECIDED and s.action != k.NONE:
            fee = self.rules.cost[s.action]
        for seat, desk in enumerate(self.desks):
            coins = s.coins[seat]
            if fee and seat == s.actor:
                coins += fee
            if coins != desk.coins:
                desk.has(coins)

    # What is done in each phase of the kernel.

    def turn(self) -> None:
        """Somebody names an action. Its line is written before its coins move."""
        seat = self.state.actor
        legal = k.legal(self.state, self.rules, seat)
        move = self.desks[seat].ask("turn", self.actions, legal)
        self.write(self.texts[seat][move])
        self.make(seat, move)
        self.show_coins()

    def window(self) -> None:
        """All who may challenge or block are asked, in the order of the seats, before anything
        is said about it."""
        s = self.state
        answers = cb_answers(self.rules, s.action)
        for seat in seats_in(s.pending):
            legal = k.legal(s, self.rules, seat)
            self.make(seat, self.desks[seat].ask("cb?", answers, legal))
        self.show_coins()

    def pick(self) -> None:
        """One of those who want to block, or to challenge, gets its way."""
        s = self.state
        seat = self.chance() - k.PICK
        blocks = s.phase == k.DOUBTING
        self.write(
            f"{self.seats[seat]} " + (f"block_{ACTIONS[s.action]}" if blocks else "challenge")
        )

    def reveal(self) -> None:
        """A claim is challenged: a card proves it and is replaced, or it is lost."""
        s = self.state
        seat, role = self.card("challenged", CHALLENGED)
        desk = self.desks[seat]
        desk.loses(role)
        if s.phase == k.REDRAWING:
            desk.gains(self.draw())
        else:
            self.write(f"{desk.name} discard {role}")
            self.show_coins()

    def discard(self) -> None:
        """Somebody loses a card, which is gone before its line is written."""
        seat, role = self.card("discard", DISCARD)
        self.desks[seat].loses(role)
        self.write(f"{self.seats[seat]} discard {role}")
        self.show_coins()

    def exchange(self) -> None:
        """Cards are drawn for an exchange."""
        self.desks[self.state.drawer].gains(self.draw())

    def placeback(self) -> None:
        """A card goes back to the court deck, and nobody is told."""
        seat, role = self.card("placeback", PLACEBACK)
        self.desks[seat].loses(role)

    def card(self, hint: str, answers: Answers) -> tuple[int, str]:
        """The seat that is asked for a card, and the one that it chooses."""
        s = self.state
        seat = s.mover
        move = self.desks[seat].ask(hint, answers, k.legal(s, self.rules, seat))
        self.make(seat, move)
        return seat, ROLES[move - k.REVEAL >> 2]


STEPS = {
    k.TURN: Master.turn,
    k.REACTING: Master.window,
    k.DOUBTING: Master.window,
    k.PICKING: Master.pick,
    k.REVEALING: Master.reveal,
    k.PAYING: Master.discard,
    k.LOSING: Master.discard,
    k.DRAWING: Master.exchange,
    k.RETURNING: Master.placeback,
}
"""The phases that a game of `coup2022` goes through, once the cards are dealt."""


def play_game(
    entrants: Sequence[Entrant],
    ruleset: str | Ruleset = "coup2022",
    seed: int | None = None,
    *,
    limit: float | None = None,
    isolation: Isolation | None = None,
    trace: TextIO | None = None,
) -> Played:
    """Play one game; the first entrant begins.

    With the same seed, and players who take their luck from the module `random` or from what they
    are constructed with, it is the same game.

    limit: seconds for an answer, for players in this process; none by default.
    isolation: where players from files run, if not in this process.
    trace: gets everything that is asked, answered, told, raised and printed.
    """
    rules = with_turn_limit(ruleset)
    seed = new_seed() if seed is None else seed
    check_seed(seed)
    names = checked_seats(entrant.name for entrant in entrants)
    rules.check_seats(len(names))
    if any(entrant.is_agent for entrant in entrants):
        refuse_ruleset(rules)
    with Backstage(seed, Prints(trace) if trace else None):
        seats = [seat_for(entrant, seed, isolation) for entrant in entrants]
        for seat in seats:
            if limit is not None and not isinstance(seat.player, Remote):
                seat.set_limit(limit)
        if trace is not None:
            Trace(trace, seats)
        desks = [seat for seat in seats if isinstance(seat, Desk)]
        if len(desks) == len(seats):
            course = play_on_kernel(desks, rules, seed)
        else:
            course = play_through_game(seats, rules, seed)
        if isolation is not None:
            finish(seats)
    return Played(rules, seed, names, *course, tuple([seat.conduct() for seat in seats]))


def finish(seats: Iterable[Seat]) -> None:
    """Let players in other processes hear the game to its end."""
    for seat in seats:
        if isinstance(seat.player, Remote):
            try:
                seat.player.finish()
            except (TimeUp, Gone) as error:
                seat.raised("the end of the game", error)


class Course(NamedTuple):
    """How a game went; the fields are those of `Played`."""

    winner: str | None
    turns: int
    lines: list[str]
    plies: list[int]


def play_on_kernel(desks: Sequence[Desk], ruleset: Ruleset, seed: int) -> Course:
    """A game between agents alone."""
    master = Master(desks, ruleset, seed)
    master.play()
    winner = master.state.winner
    name = None if winner == k.NOBODY else desks[winner].name
    return Course(name, master.state.turn, master.lines, master.plies)


def play_through_game(seats: Sequence[Desk | BotSeat], ruleset: Ruleset, seed: int) -> Course:
    """A game between players of any kind, of any ruleset that they can play."""
    game = Game([seat.name for seat in seats], ruleset, seed)
    play(game, {s.name: AgentPlayer(s) if isinstance(s, Desk) else s for s in seats})
    numbers = {name: number for number, name in enumerate(game.seats)} | {CHANCE: k.CHANCE}
    told = [line_of(event) for event in game.view(None).events]
    lines = [players_line(game.seats), *filter(None, told)]
    plies = [packed(numbers[seat], move.code) for seat, move in game.moves]
    return Course(game.winner, game.turn, lines, plies)
