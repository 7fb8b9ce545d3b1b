"""How a temper changes what a network would do, for many decisions at once."""

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
"""Numbers of actions that belong to a target."""
TARGETS = np.zeros(ACTIONS, np.int64)
TARGETS[STEAL:PASS] = np.arange(PASS - STEAL) // KINDS + 1
"""Whom each action is against, counted from the observer; 0 if nobody."""


@cache
def claims_by(ruleset: Ruleset) -> Any:
    """The `claim_table` of some rules, made once."""
    return claim_table(ruleset)


@cache
def leanings(temper: Temper) -> Any:
    """How much a temper likes each action, whatever the cards are."""
    tastes = [getattr(temper, name) for name in ACTION_NAMES[:CONVERT]]
    found = np.zeros(ACTIONS)
    for action in range(PASS):
        found[action] = tastes[action if action < STEAL else STEAL + action % KINDS]
    found[CHALLENGE] = temper.doubts
    return found


def bluffs(observations: Any, claims: Any) -> Any:
    """Which actions would claim what no card in the hand proves.

    claims: the `claim_table` of the rules.
    """
    hands = np.asarray(observations)[:, HAND : HAND + ROLES] > 0
    return claims.any(axis=1) & ~(hands @ claims.T)


def against(struck: Any) -> Any:
    """Which actions are against some seats, one in each row, counted from the observer; none
    where that is the observer itself."""
    return (np.asarray(struck)[:, None] == TARGETS) & (TARGETS > 0)


def tilted(
    odds: Any, temper: Temper, excess: float, observations: Any, struck: Any, claims: Any
) -> Any:
    """What becomes of the probabilities of actions, a row for each decision.

    excess: how much it lets its temper run away with it.
    struck: who last acted against each, counted from it clockwise; 0 if nobody did.
    """
    lean = leanings(temper) + temper.bluffs * bluffs(observations, claims)
    lean = lean + temper.grudge * against(struck)
    found = odds * np.exp(excess * lean)
    return found / found.sum(axis=1, keepdims=True)
