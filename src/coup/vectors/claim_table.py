"""Which roles each action claims, as a table of yes and no for whole arrays of actions."""

from typing import Any

import numpy as np

from coup.rules.kernel import BLOCK_FOREIGN_AID, PASS, REVEAL, ROLES, STEAL
from coup.rules.rulesets import Ruleset
from coup.vectors.actions import ACTIONS


def claim_table(ruleset: Ruleset) -> Any:
    """A row for each action number, a column for each role: whether the action claims the role."""
    rules = ruleset.rules
    table = np.zeros((ACTIONS, ROLES), np.bool_)
    for action in range(REVEAL):
        if action < PASS:
            mask = rules.claims[action if action < STEAL else STEAL + action % 4]
        elif action >= BLOCK_FOREIGN_AID:
            mask = rules.proofs[action - BLOCK_FOREIGN_AID]
        else:
            continue
        for role in range(ROLES):
            table[action, role] = bool(mask >> 4 * role & 1)
    return table
