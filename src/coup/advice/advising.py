"""Advice for one seat of a recorded game.

For each of its decisions, what `shark` would have done; for each claim that it heard, how likely
the claim was to be true, given what the seat knew; and which decisions cost it most. The cost of a
decision is measured: from worlds that the seat had to consider possible (see `belief`), the game is
played out many times with `shark` in all seats, once with the move that was made and once with
`shark`'s own. A few games find the decisions that may have cost most, and fresh games measure
those, so no decision is called costly because of bad luck in the first sample.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeGuard

import numpy as np

from coup.advice.belief import Belief
from coup.advice.world import World, chosen, play_on, policies
from coup.bots.shark import NETWORKS, knows, network, probabilities
from coup.events import Blocked, Declared, Event
from coup.game import Game
from coup.moves import CHANCE, Move
from coup.records import Record
from coup.rules import kernel as k
from coup.rules.errors import CoupError
from coup.rules.state import Rules
from coup.vectors.actions import to_move
from coup.view import Question

GAMES = 4000
"""Games to play out by default; with more than two players, a third of that, since those games are
longer."""
LEAST = 200
SELDOM = 0.25
"""A move is examined if `shark` makes it less often than this share of its favourite."""
SCOUTED = 8  # decisions to examine briefly
MEASURED = 3  # how many of those to measure
KEPT = 60  # sampled worlds kept for each decision
KEPT_DOUBTFUL = 200  # sampled worlds kept for a doubtful one
AT_ONCE = 256  # games to play in parallel
Progress = Callable[[int], None]


class Estimate(NamedTuple):
    """A share of games, or a difference of two, with its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Decision:
    """A decision of the seat.

    place: how many moves preceded it, including those of chance.
    turn, question: when the seat was asked, and what.
    made: the move that it made.
    odds: how likely `shark` makes each move, the likeliest first.
    win: how often the seat wins from here if `shark` plays all seats; None if not measured.
    """

    place: int
    turn: int
    question: Question
    made: Move
    odds: dict[Move, float]
    win: Estimate | None = None

    @property
    def favourite(self) -> Move:
        """`shark`'s likeliest move."""
        return next(iter(self.odds))

    @property
    def likely(self) -> float:
        """The probability that `shark` makes the move that was made."""
        return self.odds.get(self.made, 0.0)

    @property
    def doubtful(self) -> bool:
        """Whether `shark` seldom makes the move that was made."""
        return self.likely < SELDOM * self.odds[self.favourite]


@dataclass(frozen=True)
class Heard:
    """Another player's claim.

    event: the claim.
    likely: how likely it was to be true, given what the seat knew right after it.
    true: whether it was.
    """

    place: int
    turn: int
    event: Declared | Blocked
    likely: float
    true: bool


@dataclass(frozen=True)
class Moment:
    """A decision that cost something.

    cost: the loss in win rate.
    before, after: the win rate with `shark`'s choice, and with the move that was made.
    """

    decision: Decision
    cost: Estimate
    before: float
    after: float


@dataclass(frozen=True)
class Advice:
    """The advice for a seat of a game.

    seats, winner: of the game; the winner is None if it is not over.
    costly: the decisions that cost most, the worst first; only those whose cost is significant.
    games: how many games were played out.
    """

    seat: str
    seats: tuple[str, ...]
    winner: str | None
    decisions: tuple[Decision, ...]
    claims: tuple[Heard, ...]
    costly: tuple[Moment, ...]
    games: int


def advise(
    record: Record, seat: str, games: int | None = None, seed: int = 0, done: Progress | None = None
) -> Advice:
    """Advice for a seat; the same record and seed always give the same advice.

    games: roughly how many games to play out.
    done: called from time to time with the number played so far.
    """
    game = checked(record, seat)
    wanted = wanted_games(game, games)
    study = Study(game, seat, random.Random(f"{seed} {seat}"), done or (lambda games: None))
    if not study.decisions:
        raise CoupError(f"{seat} had nothing to decide in this game")
    costly = study.costly(wanted * 3 // 4)
    study.win_chances(wanted // 4)
    return Advice(
        seat,
        game.seats,
        game.winner,
        tuple(study.decisions),
        tuple(study.claims),
        costly,
        study.played,
    )


def wanted_games(game: Game, games: int | None) -> int:
    """How many games to play out."""
    if games is None:
        return GAMES if len(game.seats) == 2 else GAMES // 3
    if games < LEAST:
        raise CoupError(f"advice takes at least {LEAST} games, not {games}")
    return games


def checked(record: Record, seat: str) -> Game:
    """The game of a record, if this seat can get advice on it."""
    game = record.game()
    if seat not in game.seats:
        raise CoupError(f"there is no seat {seat!r:.60}, only {', '.join(game.seats)}")
    if not knows(game.ruleset):
        raise CoupError(
            f"this game was played by other rules ({game.ruleset}), and the adviser, shark, knows "
            f"only {', '.join(each.name for each in NETWORKS)}"
        )
    return game


class Study:
    """Computes one piece of advice.

    decisions, claims: as in `Advice`.
    worlds: for each decision, by its place, samples of what the seat had to consider possible.
    played: how many games have been played.
    """

    def __init__(self, game: Game, seat: str, chance: random.Random, done: Progress) -> None:
        self.seat, self.viewer = seat, game.seats.index(seat)
        self.rules: Rules = game.ruleset.rules
        self.network = network(len(game.seats), game.ruleset)
        self.chance, self.done = chance, done
        self.dice = np.random.default_rng(chance.getrandbits(63))
        self.decisions: list[Decision] = []
        self.claims: list[Heard] = []
        self.worlds: dict[int, list[World]] = {}
        self.played = 0
        self._follow(game)

    def _follow(self, whole: Game) -> None:
        """Replay the game as the seat saw it."""
        game = Game(whole.seats, whole.ruleset, whole.seed, drive_chance=True)
        belief = Belief(self.rules, self.network, len(whole.seats), self.viewer, self.chance)
        for place, (mover, move) in enumerate(whole.moves):
            if mover == self.seat:
                self._decided(game, place, move, belief)
            told = len(game.events)
            game.push(move, mover)
            number = k.CHANCE if mover == CHANCE else whole.seats.index(mover)
            belief.witness(number, move.code)
            for event in game.events[told:]:
                if is_claim_of_another(event, self.seat):
                    self._heard(game, place, event, belief)

    def _decided(self, game: Game, place: int, move: Move, belief: Belief) -> None:
        """Note a decision before the seat makes its move."""
        view = game.view(self.seat)
        odds = probabilities(view)
        if len(view.legal_moves) == 1:
            return
        ranked = dict(sorted(odds.items(), key=lambda each: -each[1]))
        decision = Decision(place, view.turn, view.question, move, ranked)
        self.decisions.append(decision)
        self.worlds[place] = belief.sample(KEPT_DOUBTFUL if decision.doubtful else KEPT)

    def _heard(self, game: Game, place: int, event: Declared | Blocked, belief: Belief) -> None:
        """Note another player's claim."""
        seat = game.seats.index(event.seat)
        likely = belief.likely(seat, belief.worlds[0].state.claim)
        true = bool(set(event.roles) & set(game.hand(event.seat)))
        self.claims.append(Heard(place, game.turn, event, likely, true))

    # The value of decisions.

    def costly(self, games: int) -> tuple[Moment, ...]:
        """The decisions that cost most: a third of the games finds them, the others measure
        them."""
        doubtful = sorted(
            (each for each in self.decisions if each.doubtful),
            key=lambda each: each.likely / each.odds[each.favourite],
        )[:SCOUTED]
        if not doubtful:
            return ()
        if len(doubtful) > MEASURED:
            scouted = [self._measure(each, games // (6 * len(doubtful))) for each in doubtful]
            scouted.sort(key=lambda moment: -moment.cost.value)
            doubtful = [moment.decision for moment in scouted[:MEASURED]]
            games -= games // 3
        moments = [self._measure(each, games // (2 * len(doubtful))) for each in doubtful]
        moments.sort(key=lambda moment: -moment.cost.value)
        return tuple(each for each in moments if each.cost.value > 2 * each.cost.error)

    def win_chances(self, games: int) -> None:
        """Estimate the chance to win at each of the seat's turns."""
        turns = [
            number for number, each in enumerate(self.decisions) if each.question.kind == "action"
        ]
        for number in turns:
            decision = self.decisions[number]
            worlds, rounds = self._worlds(decision, games // len(turns))
            win = share(self._play(worlds * rounds, None), rounds)
            self.decisions[number] = replace(decision, win=win)

    def _measure(self, decision: Decision, games: int) -> Moment:
        """The cost of a decision: the same worlds, played on with either move."""
        worlds, rounds = self._worlds(decision, games)
        before = self._play(worlds * rounds, None)
        after = self._play(worlds * rounds, decision.made)
        cost = by_world(np.subtract(before, after), rounds)
        return Moment(decision, cost, float(np.mean(before)), float(np.mean(after)))

    def _worlds(self, decision: Decision, games: int) -> tuple[list[World], int]:
        """The worlds for a decision, and how many games to play in each."""
        kept = self.worlds[decision.place]
        wanted = max(20, games)
        return self.chance.sample(kept, min(wanted, len(kept))), max(1, wanted // len(kept))

    def _play(self, worlds: Sequence[World], move: Move | None) -> list[int]:
        """Play on with a move, or with `shark`'s choice: 1 for each game that the seat wins."""
        won: list[int] = []
        for first in range(0, len(worlds), AT_ONCE):
            copies = [world.copy() for world in worlds[first : first + AT_ONCE]]
            self._begin(copies, move)
            winners = play_on(copies, self.rules, self.network, self.chance, self.dice)
            won += [int(winner == self.viewer) for winner in winners]
            self.played += len(copies)
            self.done(self.played)
        return won

    def _begin(self, worlds: Sequence[World], move: Move | None) -> None:
        """Make the seat's move in each world."""
        if move is not None:
            for world in worlds:
                world.push(self.rules, self.viewer, move.code)
            return
        seats = [self.viewer] * len(worlds)
        actions = chosen(policies(worlds, self.rules, self.network, seats), self.dice)
        for world, action in zip(worlds, actions, strict=True):
            code = to_move(action, self.viewer, world.state.seats)
            world.push(self.rules, self.viewer, code)


def is_claim_of_another(event: Event, seat: str) -> TypeGuard[Declared | Blocked]:
    """Whether another player claims a role."""
    return isinstance(event, Declared | Blocked) and bool(event.roles) and event.seat != seat


def by_world(values: Any, rounds: int) -> Estimate:
    """The mean over games. Games in the same world are correlated, so a world is one observation.

    values: those of all worlds, round after round.

    >>> by_world([1, 0, 1, 0, 1, 0], 3)
    Estimate(value=0.5, error=0.5)
    """
    means = np.reshape(values, (rounds, -1)).mean(0)
    return Estimate(float(means.mean()), float(means.std(ddof=1)) / len(means) ** 0.5)


def share(won: Sequence[int], rounds: int = 1) -> Estimate:
    """The share of games won; its error is not 0 even if all were won (Agresti and Coull).

    >>> share([1] * 96)
    Estimate(value=1.0, error=0.014)
    """
    found = by_world(won, rounds)
    likely = (sum(won) + 2) / (len(won) + 4)
    error = max(found.error, (likely * (1 - likely) / (len(won) + 4)) ** 0.5)
    return Estimate(found.value, round(error, 3))
