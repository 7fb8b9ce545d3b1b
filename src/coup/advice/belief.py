"""What a seat can infer about the others' cards: weighted worlds that fit everything it has seen.

This is a particle filter. Every world is followed from the deal on. What the seat does not see is
sampled in each world: draws from the court deck, and returned cards from `shark`'s policy. A public
act of another player multiplies a world's weight by the probability that `shark` would do it with
the cards held there (Bayes' rule); a world where it is impossible is dropped. Since people are not
`shark`, everybody is assumed to make a random legal move now and then.
"""

import random
from typing import Any

import numpy as np

from coup.advice.world import World, chosen, policies
from coup.rules import kernel as k
from coup.rules.digits import digit, one, total
from coup.rules.playout import pick_weighted
from coup.rules.state import Rules
from coup.vectors.actions import to_action, to_move

DECK = -1
WORLDS = 400
WHIM = 0.1
"""How often anybody is assumed to make a random legal move."""
FRESH = 0.5
"""Worlds are resampled by weight when the effective sample size falls below this share."""


class Belief:
    """The worlds that one seat has to consider possible.

    >>> import coup
    >>> belief = Belief(coup.ruleset("classic").rules, 2, 0, random.Random(1))
    >>> for role in (0, 0, 2, 3):  # the viewer gets two Dukes, and sees no other draws
    ...     belief.witness(k.CHANCE, k.DRAW + role)
    >>> 0.1 < belief.likely(1, 1) < 0.2  # that the other has the third
    True
    """

    def __init__(
        self, rules: Rules, seats: int, viewer: int, chance: random.Random, worlds: int = WORLDS
    ) -> None:
        self.rules, self.seats, self.viewer, self.chance = rules, seats, viewer, chance
        self.number = worlds
        self.dice = np.random.default_rng(chance.getrandbits(63))
        self.worlds = [World(rules, seats) for _ in range(worlds)]
        self.weights = np.full(worlds, 1 / worlds)

    def witness(self, mover: int, move: int) -> None:
        """A seat or chance makes a move; the viewer notices as much of it as it may."""
        state = self.worlds[0].state
        if mover == self.viewer:
            self._push(mover, move)
        elif mover != k.CHANCE and state.phase == k.RETURNING:
            self._return(mover)
        elif mover != k.CHANCE:
            self._judge(mover, move)
        elif state.drawer == self.viewer:
            self._see_draw(move)
        else:
            for world in self.worlds:
                world.draw(self.rules, self.chance)
        if 1 / np.sum(self.weights**2) < FRESH * self.number:
            self.worlds = self.sample(self.number)
            self.weights = np.full(self.number, 1 / self.number)

    def likely(self, seat: int, roles: int) -> float:
        """How likely a seat has at least one of a set of roles."""
        held = [k.present(world.state.hands[seat]) & roles != 0 for world in self.worlds]
        return float(self.weights @ np.array(held))

    def sample(self, number: int) -> list[World]:
        """Copies of worlds, the likelier ones more often."""
        marks = (np.arange(number) + self.dice.random()) / number
        places = np.searchsorted(np.cumsum(self.weights), marks)
        last = len(self.worlds) - 1
        return [self.worlds[min(int(place), last)].copy() for place in places]

    def _push(self, mover: int, move: int) -> None:
        for world in self.worlds:
            world.push(self.rules, mover, move)

    def _policies(self, mover: int) -> Any:
        """What `shark` would do in a seat in each world."""
        return policies(self.worlds, self.rules, [mover] * len(self.worlds), WHIM)

    def _return(self, mover: int) -> None:
        """A seat returns a card that nobody else sees."""
        actions = chosen(self._policies(mover), self.dice)
        for world, action in zip(self.worlds, actions, strict=True):
            world.push(self.rules, mover, to_move(action, mover, self.seats))

    def _judge(self, mover: int, move: int) -> None:
        """A seat does something for all to see."""
        fits = [k.legal(world.state, self.rules, mover) >> move & 1 for world in self.worlds]
        if not any(fits):  # then it shows a card that it has in no world
            for world in self.worlds:
                swap_in(world, self.viewer, mover, move - k.REVEAL >> 2, self.chance)
            fits = [1] * len(self.worlds)
        self._weigh(np.array(fits))
        self._weigh(self._policies(mover)[:, to_action(move, mover, self.seats)])
        self._push(mover, move)

    def _see_draw(self, move: int) -> None:
        """The viewer draws a card."""
        role = move - k.DRAW
        left = [digit(world.state.deck, role) for world in self.worlds]
        if not any(left):
            for world in self.worlds:
                swap_in(world, self.viewer, DECK, role, self.chance)
            left = [1] * len(self.worlds)
        self._weigh(np.array(left))
        self._push(k.CHANCE, move)

    def _weigh(self, odds: Any) -> None:
        """Weight worlds by how likely something was in each; impossible worlds are dropped."""
        weights = self.weights * odds
        left = np.flatnonzero(weights)
        self.worlds = [self.worlds[place] for place in left]
        self.weights = weights[left] / weights[left].sum()


def swap_in(world: World, viewer: int, into: int, role: int, chance: random.Random) -> None:
    """Swap a card of a role into a seat's hand or into the court deck, from where else the viewer
    cannot see it; any card goes there in return."""
    s = world.state
    hidden = {seat: s.hands[seat] for seat in range(s.seats) if seat != viewer} | {DECK: s.deck}
    givers = [who for who in hidden if who != into for _ in range(digit(hidden[who], role))]
    giver = chance.choice(givers)
    other = pick_weighted(hidden[into], chance.randrange(total(hidden[into])))
    change = one(role) - one(other)
    for who, sign in ((into, 1), (giver, -1)):
        if who == DECK:
            s.deck += sign * change
        else:
            s.hands[who] += sign * change
