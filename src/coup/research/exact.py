"""How far from an equilibrium a network plays, in a game small enough to solve exactly.

The tree is enumerated as for the solver. The network sees each information set as an observation,
and its policy replaces the solver's strategy.
"""

from typing import Any

import numpy as np

from coup.bots.network import Mind
from coup.research import compiled
from coup.research.endgame import Equilibrium, explore
from coup.research.information import noticed
from coup.research.sequences import SETS, Growth, sides
from coup.rules import kernel
from coup.rules.rulesets import Ruleset
from coup.rules.state import Rules, State, copy_state
from coup.vectors.actions import ACTIONS, to_action
from coup.vectors.observation import SIZE, observe
from coup.vectors.story import Story, begin, witness


class Tree:
    """A small game for two, ready to be played by networks."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.growth = explore(ruleset)
        self.sides = sides(self.growth)
        self.sets = int(self.growth.counts[SETS])
        self.observations = np.zeros((self.sets, SIZE), np.int8)
        self.legal = np.zeros((self.sets, ACTIONS), bool)
        self.seen = np.zeros(self.sets, bool)
        rules = ruleset.rules
        state, story = State(), Story()
        kernel.reset(state, rules, 2)
        begin(story)
        self._walk(state, story, rules, (0, 1))

    def _walk(self, s: State, t: Story, r: Rules, known: tuple[int, int]) -> None:
        """Store the observation and the legal actions of every information set."""
        if s.mover == kernel.TERMINAL:
            return
        if s.mover >= 0:
            number = self.growth.asked[known[s.mover]]
            if not self.seen[number]:
                self.seen[number] = True
                observe(s, r, t, s.mover, self.observations[number])
                for move in bits(kernel.legal(s, r, s.mover)):
                    self.legal[number, to_action(move, s.mover, 2)] = True
        for move in moves_of(s, r):
            after = [
                follow(self.growth, known[who], noticed(s, r, s.mover, move, who)) for who in (0, 1)
            ]
            state, story = State(), copied(t)
            copy_state(s, state)
            witness(story, s, r, s.mover, move)
            kernel.apply(state, r, s.mover, move)
            self._walk(state, story, r, (after[0], after[1]))

    def nash_conv(self, network: Mind) -> float:
        """How much both seats together could gain by best responses to a network."""
        return self.gap_of(network.probabilities(self.observations, self.legal))

    def gap_of(self, probabilities: Any) -> float:
        """The same for any policy: probabilities of actions, a row for each information set."""
        return self.plans_of(probabilities).nash_conv

    def plans_of(self, probabilities: Any) -> Equilibrium:
        """Such a policy in both seats, in place of a solver's strategies: `low` is the least that
        it gets as the first seat, `high` the most that it concedes as the second. The result shares
        the tree's arrays; the next call overwrites them."""
        g = self.growth
        for seat, side in enumerate(self.sides):
            side.average[:] = 0
            side.average[0] = 1
            for number in np.flatnonzero(g.seat[: self.sets] == seat).tolist():
                shares = probabilities[number, self.actions_of(number)]
                first = g.first[number]
                side.average[first : first + len(shares)] = side.average[g.parent[number]] * shares
        high, worst = compiled.gap(*self.sides)
        return Equilibrium(self.ruleset, g, self.sides, -worst, high, 0)

    def actions_of(self, number: int) -> list[int]:
        """The actions of an information set, in the order of the sequences that they open."""
        seat = int(self.growth.seat[number])
        return [to_action(move, seat, 2) for move in bits(int(self.growth.moves[number]))]


def bits(mask: int) -> list[int]:
    """The places of the set bits of a mask.

    >>> bits(0b10010)
    [1, 4]
    """
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def moves_of(s: State, r: Rules) -> list[int]:
    """All possible next moves, of a seat or of chance."""
    if s.mover == kernel.CHANCE:
        first = kernel.first_outcome(s)
        return [first + (place >> 2) for place in bits(kernel.present(kernel.outcomes(s)))]
    return bits(kernel.legal(s, r, s.mover))


def follow(growth: Growth, node: int, notice: int) -> int:
    """The node of a seat's knowledge after one more notice."""
    return int(growth.nodes[compiled.slot_of(growth.keys, node * 128 + notice + 1)])


def copied(t: Story) -> Story:
    """A copy of the story."""
    new = Story()
    for name in Story.__slots__:
        setattr(new, name, list(getattr(t, name)))
    return new
