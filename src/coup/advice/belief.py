"""What a seat can infer about the others' cards: weighted worlds that fit everything it has seen.

This is a particle filter. Every world is followed from the deal on. What the seat does not see is
sampled in each world: draws from the court deck, and returned cards from `shark`'s policy. A public
act of another player multiplies a world's weight by the probability that `shark` would do it with
the cards held there (Bayes' rule); a world where it is impossible is dropped. Since people are not
`shark`, everybody is assumed to make a random legal move now and then.

Where answers are secret, the viewer sees only whose block or challenge is picked, if any. So worlds
stay at the beginning of such a window until it closes, and are then weighted by the probability of
that pick (`likelihood`).
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from coup.advice.world import World, chosen, policies
from coup.bots.network import Network
from coup.rules import kernel as k
from coup.rules.digits import digit, one, total
from coup.rules.playout import pick_weighted
from coup.rules.state import Rules, State
from coup.vectors.actions import to_action, to_move

DECK = -1
WORLDS = 400
WHIM = 0.1
"""The assumed frequency of random legal moves."""
FRESH = 0.5
"""Worlds are resampled by weight when the effective sample size falls below this share."""
STIRRED = 0.1
"""In how many of the resampled worlds two hidden cards are swapped."""


class AnswerOdds(NamedTuple):
    """The probability of each answer of a seat, for each world."""

    passes: Any
    challenges: Any
    blocks: Any


def likelihood(odds: Mapping[int, AnswerOdds], picked: int, wish: int) -> Any:
    """The probability that a secret window closes as it did, in each world: a block is picked
    before a challenge, and of several equal ones each with the same probability.

    odds: those of all who answered.
    picked, wish: the seat that was picked, and its answer; NOBODY if all passed.

    >>> even = AnswerOdds(*(np.array([each]) for each in (0.5, 0.5, 0.0)))
    >>> float(likelihood({0: even, 1: even}, 1, k.CHALLENGE)[0])  # alone, or one of two
    0.375
    """
    if picked == k.NOBODY:
        return np.prod([each.passes for each in odds.values()], axis=0)
    others = [each for seat, each in odds.items() if seat != picked]
    if wish == k.CHALLENGE:
        own, rivals = odds[picked].challenges, [(each.passes, each.challenges) for each in others]
    else:
        own, rivals = odds[picked].blocks, [(1 - each.blocks, each.blocks) for each in others]
    numbers = [own]  # by the number of rivals who want the same
    for abstains, competes in rivals:
        more = [*(competes * number for number in numbers)]
        less = [*(abstains * number for number in numbers)]
        numbers = [a + b for a, b in zip([*less, 0], [0, *more], strict=True)]
    return sum(number / (rivals + 1) for rivals, number in enumerate(numbers))


class Belief:
    """The worlds that one seat has to consider possible.

    network: `shark`'s for this game.

    >>> import coup
    >>> from coup.bots.shark import network
    >>> belief = Belief(coup.ruleset("classic").rules, network(2), 2, 0, random.Random(1))
    >>> for role in (0, 0, 2, 3):  # the viewer gets two Dukes, and sees no other draws
    ...     belief.witness(k.CHANCE, k.DRAW + role)
    >>> 0.1 < belief.likely(1, 1) < 0.2  # that the other has the third
    True
    """

    def __init__(
        self,
        rules: Rules,
        network: Network,
        seats: int,
        viewer: int,
        chance: random.Random,
        worlds: int = WORLDS,
    ) -> None:
        self.rules, self.network, self.seats = rules, network, seats
        self.viewer, self.chance = viewer, chance
        self.number = worlds
        self.dice = np.random.default_rng(chance.getrandbits(63))
        self.worlds = [World(rules, seats) for _ in range(worlds)]
        self.weights = np.full(worlds, 1 / worlds)
        self.answers: dict[int, int] = {}  # in a secret window, until it closes

    def witness(self, mover: int, move: int) -> None:
        """A seat or chance makes a move; the belief uses as much of it as the viewer may see."""
        state = self.worlds[0].state
        if self.rules.secret and k.TURN < state.phase <= k.DOUBTING:
            self._answer(mover, move)
        elif mover == self.viewer:
            self._push(mover, move)
        elif mover != k.CHANCE and self._is_hidden(state.phase):
            self._act_unseen(self.worlds, mover)
        elif mover != k.CHANCE:
            self._judge(mover, move)
        elif state.drawer == self.viewer:
            self._see_draw(move)
        else:
            for world in self.worlds:
                world.draw(self.rules, self.chance)
        if 1 / np.sum(self.weights**2) < FRESH * self.number:
            self._renew()

    def _renew(self) -> None:
        """Resample the worlds by weight, and swap hidden cards in some: copies of copies would all
        end in the same few hands."""
        self.worlds = self._copies(self.number)
        self.weights = np.full(self.number, 1 / self.number)
        for world in self.worlds:
            if self.chance.random() < STIRRED:
                stir(world, self.viewer, self.chance)

    def _is_hidden(self, phase: int) -> bool:
        """Whether another seat's current decision is hidden from the viewer."""
        investigates = self.worlds[0].state.actor == self.viewer
        return phase == k.RETURNING or (phase == k.SHOWING and not investigates)

    def likely(self, seat: int, roles: int) -> float:
        """The probability that a seat has at least one of a set of roles."""
        held = [k.present(world.state.hands[seat]) & roles != 0 for world in self.worlds]
        return float(self.weights @ np.array(held))

    def sample(self, number: int) -> list[World]:
        """Worlds sampled by weight, including the answers given so far in a secret window."""
        worlds = self._copies(number)
        for seat, move in self.answers.items():
            if seat == self.viewer:
                for world in worlds:
                    world.push(self.rules, seat, move)
            else:
                self._act_unseen(worlds, seat)
        return worlds

    def _copies(self, number: int) -> list[World]:
        """Worlds sampled by weight, as copies."""
        marks = (np.arange(number) + self.dice.random()) / number
        places = np.searchsorted(np.cumsum(self.weights), marks)
        last = len(self.worlds) - 1
        return [self.worlds[min(int(place), last)].copy() for place in places]

    def _push(self, mover: int, move: int) -> None:
        for world in self.worlds:
            world.push(self.rules, mover, move)

    def _policies(self, mover: int) -> Any:
        """`shark`'s policy for a seat in each world."""
        return policies(self.worlds, self.rules, self.network, [mover] * len(self.worlds), WHIM)

    def _act_unseen(self, worlds: Sequence[World], mover: int) -> None:
        """Sample a decision that the viewer does not see."""
        odds = policies(worlds, self.rules, self.network, [mover] * len(worlds), WHIM)
        for world, action in zip(worlds, chosen(odds, self.dice), strict=True):
            world.push(self.rules, mover, to_move(action, mover, self.seats))

    def _answer(self, mover: int, move: int) -> None:
        """Another secret answer, or chance's pick among them."""
        if mover == k.CHANCE:
            self._close(move - k.PICK)
            return
        self.answers[mover] = move
        is_last = len(self.answers) == total(self.worlds[0].state.pending)
        if is_last and set(self.answers.values()) == {k.PASS}:
            self._close(k.NOBODY)

    def _close(self, picked: int) -> None:
        """Close a secret window, with the seat that was picked or NOBODY."""
        wish = self.answers.get(picked, k.PASS)
        odds = {seat: self._answer_odds(seat) for seat in self.answers}
        self._weigh(likelihood(odds, picked, wish))
        for seat in self.answers:
            self._push(seat, wish if seat == picked else k.PASS)
        if picked != k.NOBODY:
            self._push(k.CHANCE, k.PICK + picked)
        self.answers = {}

    def _answer_odds(self, seat: int) -> "AnswerOdds":
        """The probability of each answer of a seat, in each world; the viewer's own is known."""
        if seat != self.viewer:
            odds = self._policies(seat)
            passes, challenges = odds[:, k.PASS], odds[:, k.CHALLENGE]
            return AnswerOdds(passes, challenges, 1 - passes - challenges)
        here = np.ones(len(self.worlds))
        passes, challenges = (here * (self.answers[seat] == each) for each in (k.PASS, k.CHALLENGE))
        return AnswerOdds(passes, challenges, here - passes - challenges)

    def _judge(self, mover: int, move: int) -> None:
        """Apply a public move of another seat."""
        fits = [k.legal(world.state, self.rules, mover) >> move & 1 for world in self.worlds]
        if not any(fits):  # it shows a card that it has in no world
            for world in self.worlds:
                swap_in(world, self.viewer, mover, move - k.REVEAL >> 2, self.chance)
            fits = [1] * len(self.worlds)
        self._weigh(np.array(fits))
        self._weigh(self._policies(mover)[:, to_action(move, mover, self.seats)])
        self._push(mover, move)

    def _see_draw(self, move: int) -> None:
        """The viewer draws a card."""
        role = move - k.DRAW
        left = [digit(k.outcomes(world.state), role) for world in self.worlds]
        if not any(left):
            for world in self.worlds:
                swap_in(world, self.viewer, DECK, role, self.chance)
            left = [1] * len(self.worlds)
        self._weigh(np.array(left))
        self._push(k.CHANCE, move)

    def _weigh(self, odds: Any) -> None:
        """Multiply the weights by the probability of an event in each world; impossible worlds are
        dropped."""
        weights = self.weights * odds
        left = np.flatnonzero(weights)
        self.worlds = [self.worlds[place] for place in left]
        self.weights = weights[left] / weights[left].sum()


def stir(world: World, viewer: int, chance: random.Random) -> None:
    """Swap a card of another seat for one of a third seat or of the court deck, unless the order of
    the deck's first cards is known or a card is being investigated."""
    s = world.state
    if s.phase in (k.EXAMINING, k.SWAPPING):
        return
    hidden = {seat: s.hands[seat] for seat in range(s.seats) if seat != viewer}
    if not s.tops:
        hidden[DECK] = s.deck
    places = [place for place, cards in hidden.items() if cards]
    if len(places) < 2:
        return
    one_place, other = chance.sample(places, 2)
    given, taken = (
        pick_weighted(hidden[place], chance.randrange(total(hidden[place])))
        for place in (one_place, other)
    )
    change = one(taken) - one(given)
    move_cards(s, one_place, change)
    move_cards(s, other, -change)


def move_cards(s: State, place: int, change: int) -> None:
    """Change the cards of a seat's hand or of the court deck."""
    if place == DECK:
        s.deck += change
    else:
        s.hands[place] += change


def swap_in(world: World, viewer: int, into: int, role: int, chance: random.Random) -> None:
    """Swap a card of a role into a seat's hand or into the court deck, from any other place that
    the viewer cannot see. If the order of the deck's first cards is known, the card goes on top."""
    s = world.state
    hidden = {seat: s.hands[seat] for seat in range(s.seats) if seat != viewer} | {DECK: s.deck}
    on_top = into == DECK and s.tops > 0
    if on_top:
        hidden[DECK] -= sum(one(card) for card in s.top[: s.tops])
    givers = [
        who for who in hidden if who != into or on_top for _ in range(digit(hidden[who], role))
    ]
    giver = chance.choice(givers)
    if on_top:
        other = s.top[s.tops - 1]
        s.top[s.tops - 1] = role
    else:
        other = pick_weighted(hidden[into], chance.randrange(total(hidden[into])))
    change = one(role) - one(other)
    move_cards(s, into, change)
    move_cards(s, giver, -change)
    for place in range(s.tops):  # the card given away may have been one on top
        card = s.top[place]
        if s.top[: place + 1].count(card) > digit(s.deck, card):
            s.top[place] = other
