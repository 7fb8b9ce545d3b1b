"""How a temper changes a network's probabilities, for many decisions at once."""

from functools import cache
from typing import Any

import numpy as np

from coup.bots.shark import Temper
from coup.rules.kernel import CHALLENGE, CONVERT, PASS, ROLES, STEAL
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import ACTIONS as ACTION_NAMES
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import claim_table
from coup.vectors.observation import HAND

KINDS = 4
"""How many actions each target has."""
TARGETS = np.zeros(ACTIONS, np.int64)
TARGETS[STEAL:PASS] = np.arange(PASS - STEAL) // KINDS + 1
"""The target of each action, counted from the observer; 0 if it has none."""


@cache
def claims_by(ruleset: Ruleset) -> Any:
    """The `claim_table` of some rules, cached."""
    return claim_table(ruleset)


@cache
def leanings(temper: Temper) -> Any:
    """A temper's bias for each action, whatever the cards are."""
    tastes = [getattr(temper, name) for name in ACTION_NAMES[:CONVERT]]
    found = np.zeros(ACTIONS)
    for action in range(PASS):
        found[action] = tastes[action if action < STEAL else STEAL + action % KINDS]
    found[CHALLENGE] = temper.doubts
    return found


def bluffs(observations: Any, claims: Any) -> Any:
    """Which actions would claim a role that no card in the hand proves.

    claims: the `claim_table` of the rules.
    """
    hands = np.asarray(observations)[:, HAND : HAND + ROLES] > 0
    return claims.any(axis=1) & ~(hands @ claims.T)


def against(struck: Any) -> Any:
    """Which actions are against one seat in each row, counted from the observer; none if that is
    the observer itself."""
    return (np.asarray(struck)[:, None] == TARGETS) & (TARGETS > 0)


def tilted(
    odds: Any, temper: Temper, excess: float, observations: Any, struck: Any, claims: Any
) -> Any:
    """The probabilities of actions under a temper, a row for each decision.

    excess: how strongly the temper affects it.
    struck: the seat that last acted against each, counted clockwise; 0 if none did.
    """
    lean = leanings(temper) + temper.bluffs * bluffs(observations, claims)
    lean = lean + temper.grudge * against(struck)
    found = odds * np.exp(excess * lean)
    return found / found.sum(axis=1, keepdims=True)
