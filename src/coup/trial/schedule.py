"""The games of a trial. A game is identified by its number, so one command repeats it."""

import random
from dataclasses import dataclass
from typing import Literal, NamedTuple

from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset, RulesetError

CheckName = Literal["seats", "questions", "restart", "side by side", "strength"]
FIRST: dict[CheckName, int] = {
    "seats": 0,
    "questions": 1000,
    "restart": 2000,
    "side by side": 3000,
    "strength": 10_000,
}
"""The number of each check's first game."""
FIELD = ("random", "bluffer", "random", "counter", "random")
"""The opponents during checks: together they ask every question."""
OPPONENTS = ("random", "honest", "counter")
"""The opponents for measuring strength, in games for two."""
ATTEMPTS = 20
"""How many games to try for a question."""


class Lead(NamedTuple):
    """A question that seldom comes up, and the actions that lead to it."""

    question: str
    verbs: tuple[str, ...] = ()
    truly: bool = False
    """Whether the candidate must hold what the action claims."""


@dataclass(frozen=True)
class TrialGame:
    """One game.

    rivals: built-in bots, in the order of the seats; `place` is the candidate's among them.
    lead: the question that it is led to, if any.
    """

    number: int
    check: CheckName
    rivals: tuple[str, ...]
    place: int
    seed: int
    lead: Lead | None = None


@dataclass(frozen=True)
class Schedule:
    """All games of a trial.

    leads: every question that the candidate must be asked.
    """

    ruleset: Ruleset
    seed: int
    leads: tuple[Lead, ...]

    @property
    def sizes(self) -> list[int]:
        """The numbers of seats that the ruleset allows."""
        return [seats for seats in range(2, self.ruleset.most_seats + 1) if self._can_seat(seats)]

    def _can_seat(self, seats: int) -> bool:
        try:
            self.ruleset.check_seats(seats)
        except RulesetError:
            return False
        return True

    def game(self, number: int) -> TrialGame:
        """The game with this number."""
        if number < 0:
            raise CoupError(f"--game: must be at least 0, not {number}")
        check = max((first, name) for name, first in FIRST.items() if first <= number)[1]
        place = number - FIRST[check]
        if check == "strength":
            return self._duel(number, place)
        lead = None
        if check == "questions":
            if place >= ATTEMPTS * len(self.leads):
                raise CoupError(f"--game: this trial has no game {number}")
            lead = self.leads[place // ATTEMPTS]
        round_, size = divmod(place, len(self.sizes))
        seats = self.sizes[size]
        rivals = tuple(FIELD[(seat + round_) % len(FIELD)] for seat in range(seats - 1))
        return TrialGame(number, check, rivals, round_ % seats, self._seed(number), lead)

    def before(self, number: int) -> range:
        """For a game that counts, the earlier games against the same opponent."""
        first, step = FIRST["strength"], len(OPPONENTS)
        return range(first + (number - first) % step, number, step) if number > first else range(0)

    def _duel(self, number: int, place: int) -> TrialGame:
        """A game for two that counts; each deal is played from both seats."""
        turn, opponent = divmod(place, len(OPPONENTS))
        deal, seat = divmod(turn, 2)
        seed = self._seed(f"{OPPONENTS[opponent]} {deal}")
        return TrialGame(number, "strength", (OPPONENTS[opponent],), seat, seed)

    def _seed(self, name: object) -> int:
        return random.Random(f"{self.seed} {name}").getrandbits(64)
