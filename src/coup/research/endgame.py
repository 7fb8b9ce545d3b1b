"""Small two-player games, solved: the value, and strategies that are nearly an equilibrium.

A win counts 1, a loss -1, the turn limit 0. The kernel enumerates the tree, and every result comes
with an exact bound on its error.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from coup.research import compiled
from coup.research.sequences import SETS, Growth, Side, grown, room, sides
from coup.rules import cpu, kernel
from coup.rules.dtypes import STATE, pack
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset, RulesetError
from coup.rules.state import State
from coup.vectors.encoding import check_small

MOST_SETS = 5_000_000
"""With more information sets, 4 GB of memory may not be enough."""
DEALT = 8
LONGEST_TURN = 20
"""More moves than a deal or a turn can have, those of chance included."""


@dataclass(frozen=True)
class Equilibrium:
    """Strategies for both seats that are nearly an equilibrium.

    low, high: bounds of the game's value to the first seat.
    rounds: the number of rounds of the solver.
    """

    ruleset: Ruleset
    growth: Growth
    sides: tuple[Side, Side]
    low: float
    high: float
    rounds: int

    @property
    def value(self) -> float:
        """The game's value to the first seat, with an error of at most half of `nash_conv`."""
        return (self.low + self.high) / 2

    @property
    def nash_conv(self) -> float:
        """How much both seats together could gain by best responses to each other."""
        return self.high - self.low

    @property
    def information_sets(self) -> int:
        return int(self.growth.counts[SETS])

    def shares(self, seat: int, noticed: Iterable[int]) -> dict[int, float]:
        """How often a seat makes each move, given everything it has noticed since the deal.

        Empty if its own strategy never leads there.
        """
        number = self._asked(seat, noticed)
        plan = self.sides[seat].average
        reach = float(plan[self.growth.parent[number]])
        if reach < 1e-12:
            return {}
        return {move: float(plan[at]) / reach for move, at in self._sequences(number).items()}

    def worths(self, seat: int, noticed: Iterable[int]) -> dict[int, float]:
        """The worth of each move to a seat that then plays a best response to the other's strategy,
        times the probability that chance and the other lead there."""
        worth = self._best[seat]
        number = self._asked(seat, noticed)
        return {move: float(worth[at]) for move, at in self._sequences(number).items()}

    def reach(self, seat: int, noticed: Iterable[int]) -> float:
        """The probability that a seat's own moves lead to what it has noticed."""
        number = self._asked(seat, noticed)
        return float(self.sides[seat].average[self.growth.parent[number]])

    @cached_property
    def _best(self) -> list[Any]:
        """The worth of each sequence to each seat, by best responses."""
        compiled.gap(*self.sides)
        return [side.worth.copy() for side in self.sides]

    def _sequences(self, number: int) -> dict[int, int]:
        """The moves of an information set, with the sequences that they open."""
        moves, first = int(self.growth.moves[number]), int(self.growth.first[number])
        places = [place for place in range(moves.bit_length()) if moves >> place & 1]
        return {move: first + at for at, move in enumerate(places)}

    def _asked(self, seat: int, noticed: Iterable[int]) -> int:
        """The information set of a seat that has noticed this."""
        node = seat
        for notice in noticed:
            key = node * 128 + notice + 1
            slot = compiled.slot_of(self.growth.keys, key)
            if self.growth.keys[slot] != key:
                raise CoupError("this cannot be noticed in this game")
            node = int(self.growth.nodes[slot])
        number = int(self.growth.asked[node])
        if number < 0 or self.growth.seat[number] != seat:
            raise CoupError("the seat is not asked then")
        return number


def endgame(
    coins: tuple[int, int] = (5, 5),
    face_up: tuple[str, ...] = (),
    turns: int = 4,
    **house_rules: object,
) -> Ruleset:
    """The end of a classic two-player game: one card each, no exchange.

    >>> print(endgame((5, 3), ("duke", "duke"), 2))  # doctest: +NORMALIZE_WHITESPACE
    classic with cards=1, face_up=duke+duke, seat_coins=5+3, exchange=none, turn_limit=2
    """
    rules: dict[str, object] = {"cards": 1, "exchange": None, "name": "classic"}
    rules |= {"seat_coins": coins, "face_up": face_up, "turn_limit": turns}
    return Ruleset(**rules | house_rules)  # type: ignore[arg-type]


def explore(ruleset: Ruleset, most: int = MOST_SETS) -> Growth:
    """The whole tree of a game for two."""
    if ruleset.turn_limit is None:
        raise RulesetError("a game can be solved only if it has a turn limit")
    check_small(ruleset, "exact solutions are")
    rules = cpu.checked_rules(ruleset, 2)
    levels = DEALT + LONGEST_TURN * ruleset.turn_limit
    start = State()
    kernel.reset(start, ruleset.rules, 2)
    states = pack([start] * levels, STATE)
    growth = room(1 << 12, levels)
    while not compiled.explore(growth, states, rules):
        if growth.counts[SETS] > most:
            raise RulesetError(
                f"the game has more than {most:,} information sets; "
                "fewer turns, roles or cards make it smaller"
            )
        growth = grown(growth, compiled.rehash)
    return growth


def solve(
    ruleset: Ruleset,
    nash_conv: float = 1e-3,
    rounds: int = 100_000,
    most: int = MOST_SETS,
    report: Callable[[int, float], None] = lambda rounds, nash_conv: None,
) -> Equilibrium:
    """Solve a game for two until its NashConv is small enough, or for at most `rounds` rounds.

    >>> found = solve(endgame((5, 5), ("duke", "duke"), 2), 1e-6)
    >>> round(found.value, 5), found.information_sets
    (0.03846, 1152)
    """
    growth = explore(ruleset, most)
    one, two = sides(growth)
    done = 0
    low, high = -1.0, 1.0
    while high - low > nash_conv and done < rounds:
        more = min(max(8, done // 2), rounds - done)
        compiled.improve(one, two, done, more)
        done += more
        high, worst = compiled.gap(one, two)
        low = -worst
        report(done, high - low)
    return Equilibrium(ruleset, growth, (one, two), low, high, done)
