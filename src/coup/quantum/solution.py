"""The game for two, solved completely: who wins each position, and in how many turns.

`solve` makes a `Solution`, which answers questions and checks itself against the plain rules
without trusting the solver. `review` lists what went wrong in a game: each move that threw away a
win or a draw. This module knows no screens.
"""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from coup.quantum import flat
from coup.quantum.engines import Engine, best_engine
from coup.quantum.game import Game, MadeMove
from coup.quantum.numbers import check_players, first_seats_choices, number_of, tables
from coup.quantum.positions import Move, Position
from coup.quantum.rules import DEFAULT, Ruleset, next_turn, options, start, to_move, winner
from coup.rules.errors import CoupError

Value = Literal["win", "draw", "loss"]
RANK = {"loss": 0, "draw": 1, "win": 2}


class BestOutcome(NamedTuple):
    """The outcome of best play: the winner hurries, the loser delays.

    winner: the seat that wins; None if play never ends.
    turns: how many turns are left, including the current one; None if endless.
    """

    winner: int | None
    turns: int | None

    def value(self, seat: int) -> Value:
        """The value for a seat."""
        if self.winner is None:
            return "draw"
        return "win" if self.winner == seat else "loss"

    def worth(self, seat: int) -> tuple[int, int]:
        """A key that is higher for better outcomes of a seat."""
        if self.winner is None or self.turns is None:
            return 0, 0
        return (1, -self.turns) if self.winner == seat else (-1, self.turns)


class ValuedMove(NamedTuple):
    """A move of a position, and its outcome."""

    move: Move
    after: Position
    outcome: BestOutcome


class Count(NamedTuple):
    """Numbers of reachable states: those with an action to choose, all, and drawn ones."""

    choosing: int
    states: int
    drawn: int


class WrongSolution(AssertionError):
    """A position whose value does not follow from those after it."""


def solve(ruleset: Ruleset = DEFAULT, engine: Engine | None = None) -> "Solution":
    """Solve Quantum Coup for two.

    >>> solution = solve()
    >>> begin = start(solution.ruleset)
    >>> solution.value(begin), solution.distance(begin), solution.best_moves(begin)
    ('win', 15, [tax])
    """
    return Solution(ruleset, engine or best_engine())


class Solution:
    """The solution of one reading.

    ruleset: the reading. With two players it does not matter who may block.
    engine: the engine that computed it.
    outcomes, turns: who wins each state and in how many turns, in the numbers of `flat`.
    """

    def __init__(self, ruleset: Ruleset, engine: Engine) -> None:
        self.ruleset = ruleset
        self.engine = engine
        zeros = engine.zeros
        self._exists = zeros(flat.STATES, 8)
        self._first = zeros(flat.STATES + 1, 32)
        self._after = zeros(flat.MOST_LINKS * flat.PAIRS, 32)
        self.outcomes = zeros(flat.STATES, 8)
        self.turns = zeros(flat.STATES, 16)
        hands = map(engine.table, tables(ruleset))
        out = zeros(flat.MOST_OPTIONS, 32)
        forced = int(ruleset.forced_coup)
        links = engine.link(*hands, forced, out, self._exists, self._first, self._after)
        start_of, before = zeros(flat.STATES + 1, 32), zeros(links, 32)
        engine.link_back(self._first, self._after, start_of, before)
        left, queue = zeros(flat.STATES, 8), zeros(flat.STATES, 32)
        engine.decide(
            self._exists, self._first, start_of, before, left, self.outcomes, self.turns, queue
        )
        # The same as plain numbers, which are faster to read than numpy's.
        self._outcome_at: Sequence[int] = memoryview(self.outcomes)  # type: ignore[arg-type]
        self._turns_at: Sequence[int] = memoryview(self.turns)  # type: ignore[arg-type]

    # About a position.

    def outcome(self, position: Position) -> BestOutcome:
        """Who wins, and in how many turns."""
        check_for_two(position)
        return self._known(position)

    def _known(self, position: Position) -> BestOutcome:
        """The outcome of a position that is known to be valid."""
        number = number_of(position)
        found = self._outcome_at[number]
        if found == flat.UNDECIDED:
            return BestOutcome(None, None)
        turns = self._turns_at[number] - (position.phase == "end")
        return BestOutcome(position.turn if found == flat.WON else 1 - position.turn, turns)

    def value(self, position: Position) -> Value:
        """Whether the seat to move wins; at the end of a turn, the seat whose turn it was."""
        return self.outcome(position).value(chooser(position))

    def distance(self, position: Position) -> int | None:
        """The number of turns to the end, including this one; None if play is endless."""
        return self.outcome(position).turns

    def choices(self, position: Position) -> list[ValuedMove]:
        """All moves, the best ones first."""
        seat = chooser(position)
        found = [
            ValuedMove(move, after, self.then(after))
            for move, after in options(position, self.ruleset).items()
        ]
        return sorted(found, key=lambda choice: choice.outcome.worth(seat), reverse=True)

    def best_moves(self, position: Position) -> list[Move]:
        """The moves that win soonest, or else draw, or else lose latest."""
        choices = self.choices(position)
        return [each.move for each in choices if each.outcome == choices[0].outcome]

    def line(self, position: Position) -> list[MadeMove]:
        """Best play from a position, up to the end or the first repetition."""
        game = Game(position, self.ruleset)
        seen = set()
        while not game.over and game.position not in seen:
            seen.add(game.position)
            game.make(self.choices(game.position)[0].move)
        return game.made

    def then(self, after: Position) -> BestOutcome:
        """The outcome of a position as the result of a move to it, which may end a turn."""
        found = self._known(after)
        if found.turns is None or after.phase != "end":
            return found
        return found._replace(turns=found.turns + 1)

    # About the whole game.

    def count(self, position: Position | None = None) -> Count:
        """The numbers of states reachable from a position, by default the start."""
        position = start(self.ruleset) if position is None else position
        check_for_two(position)
        zeros = self.engine.zeros
        seen, stack = zeros(2 * flat.STATES, 8), zeros(2 * flat.STATES, 32)
        counts = zeros(flat.PHASES + 1, 32)
        self.engine.reach(
            self._first, self._after, self.outcomes, number_of(position), seen, stack, counts
        )
        *phases, drawn = (int(each) for each in counts)
        return Count(phases[flat.CHOOSE], sum(phases), drawn)

    def distances(self) -> Counter[tuple[Value, int | None]]:
        """The number of positions with an action to choose, by value and distance."""
        return Counter(
            (outcome.value(0), outcome.turns) for outcome in map(self._known, first_seats_choices())
        )

    # Checks.

    def verify(self) -> int:
        """Confirm each state from those after it, by the plain rules alone; returns their number.

        A win must have a move to a win one turn shorter, or equally long within a turn, and none to
        a shorter one; a loss must have only moves to losses, the longest of which sets its length;
        a draw must have a move to a draw and none to a win. Since a turn always counts, only the
        true values pass.
        """
        seen = bytearray(flat.STATES)
        waiting = list(first_seats_choices())
        while waiting:
            position = waiting.pop()
            number = number_of(position)
            if seen[number]:
                continue
            seen[number] = 1
            if not self._exists[number]:
                raise WrongSolution(f"{position}: unknown to the solver")
            follow = list(options(position, self.ruleset).values())
            found, deduced = self._known(position), self._deduced(position, follow)
            if found != deduced:
                raise WrongSolution(f"{position}: {found}, but {deduced} by the rules")
            waiting += follow
        if seen != bytes(self._exists):
            raise WrongSolution("the solver knows states that the rules do not")
        return sum(seen)

    def _deduced(self, position: Position, follow: list[Position]) -> BestOutcome:
        """What the outcome of a position must be, given those of the positions that follow."""
        if position.phase == "end":
            won = winner(position)
            return BestOutcome(won, 0) if won is not None else self._known(next_turn(position))
        seat = chooser(position)
        return max(map(self.then, follow), key=lambda outcome: outcome.worth(seat))

    def play_out(self, games: int, seed: int = 0) -> int:
        """Play best moves from random decided positions against random moves; returns the turns of
        the longest game.

        A game that is not won in time raises WrongSolution.
        """
        dice = random.Random(seed)
        decided = [each for each in first_seats_choices() if self._known(each).winner is not None]
        known: tuple[dict[Position, list[Position]], ...] = ({}, {})  # one for each winning seat
        longest = 0
        for _ in range(games):
            begin = dice.choice(decided)
            hero, limit = self._known(begin)
            turns = 0
            follow = [begin]
            while follow:
                position = dice.choice(follow)
                turns += position.phase == "choose"
                seen = known[hero == 0]
                if position not in seen:
                    seen[position] = self._played(position, hero)
                follow = seen[position]
            if winner(position) != hero or turns > (limit or 0):
                raise WrongSolution(f"{begin}: not won in {limit} turns but {turns}")
            longest = max(longest, turns)
        return longest

    def _played(self, position: Position, hero: int | None) -> list[Position]:
        """The next positions when one seat makes only best moves, and the other any."""
        if chooser(position) == hero:
            best = self.choices(position)
            follow = [each.after for each in best if each.outcome == best[0].outcome]
        else:
            follow = list(options(position, self.ruleset).values())
        return list(map(onwards, follow))


def onwards(position: Position) -> Position:
    """A position, or, at the end of a turn, the beginning of the next if the game is not over."""
    over = position.phase == "end" and winner(position) is None
    return next_turn(position) if over else position


def chooser(position: Position) -> int:
    """The seat to move; at the end of a turn, the one whose turn it was."""
    seat = to_move(position)
    return position.turn if seat is None else seat


def check_for_two(position: Position) -> None:
    """Refuse what is not a position for two."""
    if len(position.hands) != 2:
        raise CoupError(f"this is the solution for 2 players, not {len(position.hands)}")
    check_players(position)


class Blunder(NamedTuple):
    """A move that threw away a win or a draw.

    turn: the number of the turn in which it was made, counted from 1.
    made: the move, with the positions before and after it.
    got: the move with its outcome.
    kept: the moves that would have kept the win or the draw, the best ones first.
    """

    turn: int
    made: MadeMove
    got: ValuedMove
    kept: list[ValuedMove]


def review(game: Game, solution: Solution) -> list[Blunder]:
    """The blunders of a game, by the solution of its reading."""
    if len(game.names) != 2:
        raise CoupError(f"a review is for games of 2 players, not {len(game.names)}")
    blunders = []
    turn = 1
    for made in game.made:
        choices = solution.choices(made.before)
        ranks = {choice.move: RANK[choice.outcome.value(made.seat)] for choice in choices}
        best = max(ranks.values())
        if ranks[made.move] < best:
            got = next(choice for choice in choices if choice.move == made.move)
            kept = [choice for choice in choices if ranks[choice.move] == best]
            blunders.append(Blunder(turn, made, got, kept))
        turn += made.after.phase == "end"
    return blunders
