"""Many games in lockstep, one move in each at a time, so that networks are asked for all together.

Networks or bots of a `Batch` play the seats. This module knows neither their names nor the purpose
of the games.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.bots.network import Mind
from coup.research.batch import Batch
from coup.research.casting import PLAYERS
from coup.research.cpu_engine import bots_winners
from coup.research.networks import Player, Resentful, drawn
from coup.rules.kernel import (
    BLOCK_FOREIGN_AID,
    CHALLENGE,
    CONVERT,
    NOBODY,
    PASS,
    REVEAL,
    ROLES,
    STEAL,
)
from coup.rules.rulesets import Ruleset
from coup.rules.state import SEATS
from coup.vectors.encoding import claim_table
from coup.vectors.observation import BEGAN, CLAIM, HAND, PART, TABLE, TURNS

ROWS = 4096
"""Games played at the same time; more do not make a network faster."""
LEARNER = PLAYERS[0]


class LockstepTable(NamedTuple):
    """Games with the same seating: the line-up and the numbers of the deals."""

    lineup: tuple[Player, ...]
    deals: range


class MindHabits(NamedTuple):
    """Counts of a mind's decisions.

    claims, bluffs: by role, how often it claimed it, and how often it could not prove the claim.
    asked, challenges: by role, how often it could challenge a claim of it, and how often it did.
    openings: by role and action, how often it opened with the action, holding the role.
    turns, blocks: how many turns it had, and how often it blocked another's.
    """

    claims: NDArray[np.int64]
    bluffs: NDArray[np.int64]
    asked: NDArray[np.int64]
    challenges: NDArray[np.int64]
    openings: NDArray[np.int64]
    turns: NDArray[np.int64]
    blocks: NDArray[np.int64]


def no_habits() -> MindHabits:
    """Counts of 0."""
    claims, bluffs, asked, challenges = np.zeros((4, ROLES), np.int64)
    openings = np.zeros((ROLES, CONVERT), np.int64)
    turns, blocks = np.zeros((2, 1), np.int64)
    return MindHabits(claims, bluffs, asked, challenges, openings, turns, blocks)


class LockstepResults(NamedTuple):
    """The results of games.

    winners: for each table the winning seats, by deal; -1 if nobody won.
    lengths: for each table the numbers of turns, at most LATEST_TURN; 0 if no mind played.
    minds, habits: the minds, and the habits of each in all its seats.
    decisions: how often minds had a choice.
    """

    winners: list[NDArray[np.int64]]
    lengths: list[NDArray[np.int64]]
    minds: list[Mind]
    habits: list[MindHabits]
    decisions: int


def play(
    tables: Sequence[LockstepTable],
    ruleset: Ruleset,
    seed: int,
    report: Callable[[int], None] = lambda games: None,
) -> LockstepResults:
    """Play a game of each deal at each table.

    Deals of the same number have the same cards in the same seats at all tables with the same
    number of seats. The seed determines everything on one kind of machine; another processor may
    round the networks' numbers differently.

    report: called from time to time with the number of finished games.
    """
    winners = [np.full(len(table.deals), NOBODY, np.int64) for table in tables]
    lengths = [np.zeros(len(table.deals), np.int64) for table in tables]
    over = 0
    slow = []
    for number, table in enumerate(tables):
        bots = [player for player in table.lineup if isinstance(player, str)]
        if len(bots) < len(table.lineup):
            slow.append(number)
        else:
            winners[number][:] = bots_winners(ruleset, bots, seed, np.array(table.deals, np.int64))
            over += len(table.deals)
            report(over)
    if not slow:
        return LockstepResults(winners, lengths, [], [], 0)
    hall = Lockstep([tables[number] for number in slow], ruleset, seed)
    while hall.going.any():
        hall.batch.step(hall.actions())
        for end in hall.finished():
            winners[slow[end.table]][end.deal] = end.winner
            lengths[slow[end.table]][end.deal] = end.turns
            over += 1
        report(over)
    return LockstepResults(winners, lengths, hall.minds, hall.habits, hall.decisions)


class End(NamedTuple):
    """The end of a game: its table, which of the table's deals it is, the winner, the turns."""

    table: int
    deal: int
    winner: int
    turns: int


class Lockstep:
    """A batch in which each game, when it is over, is replaced by the next of the same table.

    batch: shrinks when there are no more games to start.
    table, deal: the table of each game of the batch, and which of the table's deals it is.
    turns: how many turns each game has had.
    dealt: how many deals each table has started.
    going: which games of the batch still count.
    minds, habits, decisions: as in `LockstepResults`.
    mind: for each seat of each table, which of the minds chooses; -1 for bots.
    """

    def __init__(self, tables: Sequence[LockstepTable], ruleset: Ruleset, seed: int) -> None:
        self.tables, self.ruleset, self.seed = tables, ruleset, seed
        deals = np.array([len(table.deals) for table in tables])
        rows = np.minimum(deals, np.maximum(1, ROWS * deals // max(1, deals.sum())))
        self.table = np.repeat(np.arange(len(tables)), rows)
        self.batch = self._batch()
        self.deal = np.zeros(self.batch.games, np.int64)
        self.turns = np.zeros(self.batch.games, np.int64)
        self.dealt = [0] * len(tables)
        self.going = np.ones(self.batch.games, np.bool_)
        self.chance = np.random.default_rng(seed)
        self.claims = claim_table(ruleset)
        self.width = TABLE + PART * self.batch.seats
        self.minds: list[Mind] = []
        self.mind = np.full((len(tables), SEATS), -1)
        for number, table in enumerate(tables):
            for seat, player in enumerate(table.lineup):
                if not isinstance(player, str):
                    self.mind[number, seat] = self._place(player)
        self.habits = [no_habits() for _ in self.minds]
        self.decisions = 0
        self._refill(np.arange(self.batch.games))

    def _place(self, mind: Mind) -> int:
        """The place of a mind in the list."""
        for place, each in enumerate(self.minds):
            if each is mind:
                return place
        self.minds.append(mind)
        return len(self.minds) - 1

    def _batch(self) -> Batch:
        """A batch with a game for each entry of `table`."""
        lineups = [
            [player if isinstance(player, str) else LEARNER for player in table.lineup]
            for table in self.tables
        ]
        players = [lineups[table] for table in self.table]
        return Batch(len(players), None, self.ruleset, seed=self.seed, players=players)

    def _shrink(self) -> None:
        """Drop games that no longer count, if there are many; otherwise a few long games would cost
        as much as all of them."""
        rows = np.flatnonzero(self.going)
        if not len(rows) or 2 * len(rows) > self.batch.games:
            return
        saved = self.batch.save()
        self.table, self.deal, self.going = self.table[rows], self.deal[rows], self.going[rows]
        self.turns = self.turns[rows]
        self.batch = self._batch()
        alone = ("seed", "rules")
        self.batch.restore(
            {name: saved[name] if name in alone else saved[name][rows] for name in saved}
        )

    def _refill(self, rows: NDArray[np.int64]) -> None:
        """Deal the next games of their tables in these rows, as long as there are any."""
        for row in rows:
            table = self.table[row]
            self.deal[row] = self.dealt[table]
            self.dealt[table] += 1
            self.going[row] = self.deal[row] < len(self.tables[table].deals)
        fresh = rows[self.going[rows]]
        self.batch.deal(
            fresh, [self.tables[self.table[row]].deals[self.deal[row]] for row in fresh]
        )

    def actions(self) -> NDArray[np.int64]:
        """The next action in every game."""
        batch = self.batch
        self.turns = batch.observe[:, TURNS].astype(np.int64)
        actions = batch.legal.argmax(axis=1)  # right where there is no choice
        choosing = self.going & (batch.legal.sum(axis=1) > 1)
        movers = self.mind[self.table, batch.to_move]
        luck = self.chance.random(batch.games)
        for number, mind in enumerate(self.minds):
            rows = np.flatnonzero(choosing & (movers == number))
            if len(rows):
                observations, legal = batch.observe[rows, : self.width], batch.legal[rows]
                if isinstance(mind, Resentful):
                    odds = mind.answers(observations, legal, self._struck(rows))
                else:
                    odds = mind.probabilities(observations, legal)
                actions[rows] = drawn(odds, luck[rows])
                self._note(self.habits[number], observations, legal, actions[rows])
            self._count(self.habits[number], actions[self.going & (movers == number)])
        self.decisions += int(choosing.sum())
        return actions  # type: ignore[no-any-return]

    def _struck(self, rows: NDArray[np.int64]) -> Any:
        """For some games, who last attacked the seat to move, counted clockwise from it."""
        movers = self.batch.to_move[rows]
        struck = self.batch.stories["struck"][rows, movers].astype(np.int64)
        seats = self.batch.seats_of[rows]
        return np.where(struck == NOBODY, 0, (struck - movers) % seats)

    def _count(self, habits: MindHabits, actions: Any) -> None:
        """Count turns and blocks, including actions without a choice."""
        habits.turns[0] += (actions < PASS).sum()
        habits.blocks[0] += ((actions >= BLOCK_FOREIGN_AID) & (actions < REVEAL)).sum()

    def _note(self, habits: MindHabits, observations: Any, legal: Any, actions: Any) -> None:
        """Count decisions by role."""
        claimed = self.claims[actions]
        true = (claimed & (observations[:, HAND : HAND + ROLES] > 0)).any(axis=1)
        doubtful = observations[:, CLAIM : CLAIM + ROLES] > 0
        habits.claims[:] += claimed.sum(axis=0)
        habits.bluffs[:] += claimed[~true].sum(axis=0)
        habits.asked[:] += doubtful[legal[:, CHALLENGE]].sum(axis=0)
        habits.challenges[:] += doubtful[actions == CHALLENGE].sum(axis=0)
        first = (observations[:, TURNS] <= observations[:, BEGAN]) & (actions < PASS)
        kinds = np.where(actions < STEAL, actions, STEAL + actions % 4)[first]
        held = observations[first, HAND : HAND + ROLES] > 0
        np.add.at(habits.openings.T, kinds, held)

    def finished(self) -> list[End]:
        """The games that the last move ended; the next ones replace them."""
        rows = np.flatnonzero(self.going & self.batch.done)
        rewards = self.batch.reward[rows]
        winners = np.where(rewards.max(axis=1, initial=0) > 0, rewards.argmax(axis=1), NOBODY)
        ends = zip(self.table[rows], self.deal[rows], winners, self.turns[rows], strict=True)
        found = [End(*map(int, end)) for end in ends]
        if len(rows):
            self._refill(rows)
            self._shrink()
        return found
