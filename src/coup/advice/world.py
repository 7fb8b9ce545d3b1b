"""A possible game: a state of the kernel with sampled hidden cards, and `shark`'s policy for many
of them at once. It knows nothing of records."""

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from coup.bots.network import Network
from coup.rules import kernel as k
from coup.rules.digits import digit, has, total
from coup.rules.playout import pick_weighted
from coup.rules.state import Rules, State, copy_state
from coup.vectors import observation as o
from coup.vectors.actions import ACTIONS, to_action_mask, to_move
from coup.vectors.story import DEEDS, Story, pair, witness

LONGEST = 1000
"""The number of questions after which a simulated game is stopped without a winner."""
BITS = np.arange(ACTIONS)
INVESTIGATIONS = 1 << k.INVESTIGATE - k.STEAL
"""The flag of rulesets with investigations."""


class World:
    """A state, with the story that observations need."""

    __slots__ = ("state", "story")

    def __init__(self, rules: Rules, seats: int) -> None:
        self.state, self.story = State(), Story()
        k.reset(self.state, rules, seats)

    def copy(self) -> "World":
        """An independent copy."""
        twin = World.__new__(World)
        twin.state, twin.story = State(), Story()
        copy_state(self.state, twin.state)
        for field in Story.__slots__:
            setattr(twin.story, field, getattr(self.story, field).copy())
        return twin

    def push(self, rules: Rules, seat: int, move: int) -> None:
        """Make a move of a seat or of chance."""
        witness(self.story, self.state, rules, seat, move)
        k.apply(self.state, rules, seat, move)

    def draw(self, rules: Rules, chance: random.Random) -> None:
        """Make one move of chance."""
        weights = k.outcomes(self.state)
        place = pick_weighted(weights, chance.randrange(total(weights)))
        self.push(rules, k.CHANCE, k.first_outcome(self.state) + place)


@lru_cache(maxsize=4096)
def digits(cards: int) -> bytes:
    """The number of cards of each role in a multiset."""
    return bytes(digit(cards, role) for role in range(k.ROLES))


def observed(world: World, rules: Rules, seat: int) -> bytearray:
    """The same as `coup.vectors.observation.observe`, in a tenth of the time where nothing is
    compiled."""
    s, t = world.state, world.story
    out = bytearray(o.SIZE)
    hidden = rules.deck[s.seats] - s.hands[seat]
    for place in range(s.seats):
        other = (seat + place) % s.seats
        start = o.TABLE + o.PART * place
        out[start + o.ALIVE] = has(s.alive, other)
        out[start + o.CARDS] = total(s.hands[other])
        out[start + o.COINS] = s.coins[other]
        told = bytes(t.deeds[DEEDS * other : DEEDS * (other + 1)])
        out[start + o.FACE_UP_CARDS : start + o.SHOWN] = digits(s.discards[other]) + told
        hidden -= s.discards[other]
        if rules.targeted & INVESTIGATIONS:
            shown = k.ROLES * pair(t, seat, other)
            out[start + o.SHOWN : start + o.PART] = bytes(t.shown[shown : shown + k.ROLES])
    out[o.HAND : o.RETURNED] = digits(s.hands[seat])
    out[o.RETURNED : o.UNSEEN] = bytes(t.returned[k.ROLES * seat : k.ROLES * (seat + 1)])
    out[o.UNSEEN : o.OPEN] = digits(hidden)
    o.observe_question(s, rules, seat, out)
    out[o.RETURNS] = s.returns
    out[o.DECK] = total(s.deck)
    out[o.TURNS] = min(s.turn, o.LATEST_TURN)
    out[o.BEGAN] = s.seats
    out[o.LIVING] = total(s.alive)
    return out


def policies(
    worlds: Sequence[World],
    rules: Rules,
    network: Network,
    seats: Sequence[int],
    whim: float = 0.0,
) -> Any:
    """The probability of each action of `shark`, a row for each world; one seat of each is asked.

    network: `shark`'s for this game.
    whim: the probability of a random legal action instead.
    """
    number = worlds[0].state.seats
    asked = list(zip(worlds, seats, strict=True))
    rows = b"".join(observed(world, rules, seat) for world, seat in asked)
    masks = np.array(
        [to_action_mask(k.legal(world.state, rules, seat), seat, number) for world, seat in asked]
    )
    observations = np.frombuffer(rows, np.uint8).reshape(len(worlds), o.SIZE)
    legal = (masks[:, None] >> BITS & 1).astype(bool)
    odds = network.probabilities(observations, legal)
    return (1 - whim) * odds + whim * legal / legal.sum(axis=1, keepdims=True)


def chosen(odds: Any, dice: np.random.Generator) -> list[int]:
    """An action for each row of probabilities."""
    reached = np.cumsum(odds, axis=1)
    drawn = dice.random(len(odds)) * reached[:, -1]
    actions: list[int] = (reached > drawn[:, None]).argmax(axis=1).tolist()
    return actions


def play_on(
    worlds: Sequence[World],
    rules: Rules,
    network: Network,
    chance: random.Random,
    dice: np.random.Generator,
) -> list[int]:
    """Play worlds to the end with `shark` in all seats; returns each winner, or NOBODY."""
    going = list(worlds)
    for _ in range(LONGEST):
        for world in going:
            while world.state.mover == k.CHANCE:
                world.draw(rules, chance)
        going = [world for world in going if world.state.mover != k.TERMINAL]
        if not going:
            break
        movers = [world.state.mover for world in going]
        actions = chosen(policies(going, rules, network, movers), dice)
        for world, mover, action in zip(going, movers, actions, strict=True):
            world.push(rules, mover, to_move(action, mover, world.state.seats))
    return [world.state.winner for world in worlds]
