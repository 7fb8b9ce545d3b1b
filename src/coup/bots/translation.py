"""Other rules for a network that knows `classic`: questions are put to it as `classic` would put
them, and its answers are read as the rules mean them.

Where one window is for challenges and blocks, it is asked for a challenge first and for a block
after that. A block of a steal that names no role is one of either role. Where answers are secret,
a seat that did not challenge a claim is taken to have let it pass, as far as that can be told. The
Inquisitor is an Ambassador. What `classic` does not ask (which card to show an investigator, and
whether a card may be kept) is answered as most bots do, and nobody is investigated.
"""

from functools import cache
from typing import Any

import numpy as np

from coup.bots.bot import KEEP
from coup.bots.network import Network
from coup.rules import kernel as k
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import ROLES
from coup.vectors import observation as o
from coup.vectors import story as st
from coup.vectors.actions import ACTIONS

EITHER, BOTH_STEAL_BLOCKS = k.BLOCK_STEAL, [k.BLOCK_STEAL_CAPTAIN, k.BLOCK_STEAL_AMBASSADOR]
BLOCKS = slice(k.BLOCK_FOREIGN_AID, k.REVEAL)
BY_ROLE = (st.CLAIMED, st.CHALLENGED, st.PROVED, st.CAUGHT, st.FRESH, st.LACKS)
ASKING_FOR_A_CHALLENGE = [
    o.KIND + kind for kind in (o.CHALLENGE_OR_BLOCK, o.CHALLENGE_ONLY, o.CHALLENGE_OF_A_BLOCK)
]
SHOWS = slice(k.SHOW, k.KEEP, 4)
FOREIGN = (*range(k.INVESTIGATE, k.PASS, 4), *range(k.SHOW, k.KEEP, 4), k.KEEP, k.SWAP)
"""Actions that `classic` does not have."""
WORTHLESS = np.array([KEEP.index(role) for role in ROLES])
GOOD = [o.OPEN + ROLES.index(role) for role in KEEP[:3]]


@cache
def role_blocks() -> tuple[int, ...]:
    """Where in an observation numbers by role begin."""
    table = (o.HAND, o.RETURNED, o.UNSEEN, o.OPEN, o.CLAIM)
    parts = (o.FACE_UP_CARDS, *(o.TOLD + deed for deed in BY_ROLE))
    starts = (o.TABLE + o.PART * seat + part for seat in range(6) for part in parts)
    return (*table, *starts)


def as_classic(observations: Any) -> Any:
    """Observations as `classic` would have them: the Inquisitor is an Ambassador."""
    seen = np.array(observations)
    for start in role_blocks():
        if start < seen.shape[1]:
            seen[:, start + k.AMBASSADOR] += seen[:, start + k.INQUISITOR]
            seen[:, start + k.INQUISITOR] = 0
    seen[:, o.ACTION + k.EXCHANGE] += seen[:, o.ACTION + k.INVESTIGATE]
    seen[:, o.ACTION + k.INVESTIGATE] = 0
    for start in range(o.TABLE + o.SHOWN, seen.shape[1], o.PART):
        seen[:, start : start + k.ROLES] = 0
    return seen


def with_passes(observations: Any) -> Any:
    """Observations with the claims that each seat let pass, though nobody saw that: all that were
    not challenged at a table for two, and at larger ones a share of them."""
    seen = np.array(observations)
    parts = seen[:, o.TABLE :].reshape(len(seen), -1, o.PART)[:, :, o.TOLD :]
    claims = parts[:, :, st.CLAIMED : st.CLAIMED + k.ROLES].sum(axis=2, dtype=np.int64)
    challenges = parts[:, :, st.CHALLENGES].sum(axis=1, dtype=np.int64)
    others = seen[:, o.CLAIMANT : o.CLAIMANT + parts.shape[1]] == 0
    pending = seen[:, ASKING_FOR_A_CHALLENGE].any(axis=1, keepdims=True) & others
    heard = claims.sum(axis=1, keepdims=True) - claims - challenges[:, None] - pending
    seats = seen[:, o.BEGAN, None].astype(np.int64)
    passed = np.clip(heard // np.maximum(1, seats - 1), 0, st.MOST)
    parts[:, :, st.DOUBTS_PASSED] = passed * (np.arange(parts.shape[1]) < seats)
    return seen


def twin(action: int) -> int:
    """The action of `classic` that is meant by one with an Inquisitor."""
    if action == k.BLOCK_STEAL_INQUISITOR:
        return k.BLOCK_STEAL_AMBASSADOR
    is_card = k.REVEAL <= action < k.KEEP and action - k.REVEAL >> 2 == k.INQUISITOR
    return action - 4 * (k.INQUISITOR - k.AMBASSADOR) if is_card else action


TWINS = np.array([twin(action) for action in range(ACTIONS)])


def sound(seen: Any, legal: Any) -> Any:
    """What most bots answer to a question that `classic` does not ask: they show the card that they
    would miss least, and let nobody keep a good one."""
    liking = np.where(legal, 1.0, 0.0)
    liking[:, SHOWS] *= 1 + 10 * seen[:, o.HAND : o.HAND + k.ROLES] + WORTHLESS
    liking[:, k.SWAP] *= 2 * seen[:, GOOD].any(axis=1)
    best = liking.argmax(axis=1)
    return np.eye(ACTIONS)[best]


class Translated:
    """A network at a table with other rules."""

    def __init__(self, network: Network, ruleset: Ruleset) -> None:
        self.network, self.ruleset = network, ruleset

    def probabilities(self, observations: Any, legal: Any, temperature: float = 1.0) -> Any:
        """As a `Mind` does."""
        given, can = np.asarray(observations), np.array(legal, np.bool_)
        seen = as_classic(given)
        if self.ruleset.answers == "secret":
            seen = with_passes(seen)
        known = can.copy()
        known[:, FOREIGN] = False
        odds = self.in_two_steps(seen, known, temperature)
        foreign = ~known.any(axis=1)
        odds[foreign] = sound(given[foreign], can[foreign])
        return odds

    def in_two_steps(self, seen: Any, can: Any, temperature: float) -> Any:
        """The probabilities of some actions: where there is one window, first to challenge, then to
        block."""
        joint = (seen[:, o.KIND + o.CHALLENGE_OR_BLOCK] > 0) & can[:, BLOCKS].any(axis=1)
        seen[:, o.KIND + o.CHALLENGE_ONLY] += seen[:, o.KIND + o.CHALLENGE_OR_BLOCK]
        seen[:, o.KIND + o.CHALLENGE_OR_BLOCK] = 0
        first = can.copy()
        first[joint, BLOCKS] = False
        odds = self.asked(seen, first, temperature)
        if joint.any():
            later, rest = seen[joint], can[joint]
            later[:, o.KIND + o.CHALLENGE_ONLY], later[:, o.KIND + o.BLOCK_ONLY] = 0, 1
            rest[:, k.CHALLENGE] = False
            passes = odds[joint, k.PASS, None]
            odds[joint, k.PASS] = 0
            odds[joint] += passes * self.asked(later, rest, temperature)
        return odds

    def asked(self, seen: Any, can: Any, temperature: float) -> Any:
        """What the network says of the twins of some actions."""
        twins = np.zeros_like(can)
        rows, actions = np.nonzero(can)
        twins[rows, TWINS[actions]] = True
        twins[:, BOTH_STEAL_BLOCKS] |= can[:, EITHER, None]
        twins[:, EITHER] = False
        twins[~twins.any(axis=1), k.PASS] = True  # nothing to ask it
        found = self.network.probabilities(seen, twins, temperature)
        odds = np.where(can, found[:, TWINS], 0)
        odds[:, EITHER] = can[:, EITHER] * found[:, BOTH_STEAL_BLOCKS].sum(axis=1)
        return odds
