"""A game between agents alone, on the kernel: several times as fast as through `Game`.

It tells an agent and asks it exactly what `coup.hosting.agents` does, in the same order.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

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
from coup.records.gamefile import players_line
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.rulesets import Ruleset
from coup.rules.state import State
from coup.rules.vocabulary import ACTIONS, ROLES, seats_in


class Course(NamedTuple):
    """How a game went; the fields are those of `Played`."""

    winner: str | None
    turns: int
    lines: list[str]
    plies: list[int]
    made: Game | None = None


def packed(seat: int, move: int) -> int:
    """A move and who made it in one number."""
    return move << 3 | seat - k.CHANCE


@lru_cache(maxsize=1024)
def action_lines(seats: tuple[str, ...]) -> tuple[dict[int, str], ...]:
    """The line of every action, for each seat."""
    moves = turn_answers(seats)
    return tuple({move: f"{seat} {text}" for text, move in moves.items()} for seat in seats)


class KernelGame:
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
        """Everybody who may challenge or block is asked, in seat order, before anybody hears the
        result."""
        s = self.state
        answers = cb_answers(self.rules, s.action)
        for seat in seats_in(s.pending):
            legal = k.legal(s, self.rules, seat)
            self.make(seat, self.desks[seat].ask("cb?", answers, legal))
        self.show_coins()

    def pick(self) -> None:
        """Chance picks one of those who want to block, or else to challenge."""
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
        """Somebody loses a card; it is gone before its line is written."""
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


def play_on_kernel(desks: Sequence[Desk], ruleset: Ruleset, seed: int) -> Course:
    """A game between agents alone."""
    game = KernelGame(desks, ruleset, seed)
    game.play()
    winner = None if game.state.winner == k.NOBODY else game.seats[game.state.winner]
    return Course(winner, game.state.turn, game.lines, game.plies)
