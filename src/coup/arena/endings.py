"""Compares a mind's play in endgames small enough to solve with their solutions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from coup.bots.network import Mind
from coup.research.endgame import Equilibrium, endgame, solve
from coup.research.exact import Tree
from coup.research.frequencies import ClaimFrequency, claims, first_turn
from coup.rules.rulesets import Ruleset
from coup.vectors.observation import TURNS

ENDGAMES = (endgame((5, 5), ("duke", "contessa"), 4), endgame((3, 3), ("duke", "captain"), 4))
"""Endgames with one card each and some coins."""
BEFORE = 6
"""Turns before the endgame: of the games of trained networks that reach one card each, half do so
by the seventh turn."""
SELDOM = 0.01
"""Claims that both make less often than this are left out."""
SEATS = ("mover", "other")


@dataclass(frozen=True)
class Ending:
    """An endgame: its exact solution, and a mind's play.

    value: the value to the player to move, by the solution.
    nash_conv: how much both seats together could gain by best responses to the mind.
    claims: those of the first turn, as the solution and as the mind make and challenge them; None
        if a claim hardly ever occurs.
    """

    ruleset: Ruleset
    value: float
    nash_conv: float
    claims: list[tuple[ClaimFrequency | None, ClaimFrequency | None]]

    def as_dict(self) -> dict[str, Any]:
        """The comparison as a dictionary for JSON."""
        return {
            "ruleset": str(self.ruleset),
            "value": self.value,
            "nash_conv": self.nash_conv,
            "claims": [
                {
                    "by": SEATS[any_of(pair).seat],
                    "moves": list(any_of(pair).line),
                    **{
                        name: figures(each)
                        for name, each in zip(("exact", "own"), pair, strict=True)
                    },
                }
                for pair in self.claims
            ],
        }


def any_of(pair: tuple[ClaimFrequency | None, ClaimFrequency | None]) -> ClaimFrequency:
    """The claim that a pair is about."""
    found = pair[0] or pair[1]
    assert found is not None
    return found


def figures(claim: ClaimFrequency | None) -> dict[str, float] | None:
    """A claim as a dictionary for JSON."""
    if claim is None:
        return None
    return {name: getattr(claim, name) for name in ("made", "bluffed", "challenged")}


def endings(mind: Mind) -> Iterator[Ending]:
    """The comparisons for all endgames."""
    return (ending(mind, ruleset) for ruleset in ENDGAMES)


def ending(mind: Mind, ruleset: Ruleset) -> Ending:
    """Solve an endgame, and ask a mind at all its information sets.

    The mind does not know about the turn limit and the missing exchange.
    """
    solution = solve(ruleset)
    tree = Tree(ruleset)
    tree.observations[:, TURNS] += BEFORE
    own = tree.plans_of(mind.probabilities(tree.observations, tree.legal))
    return Ending(ruleset, solution.value, own.nash_conv, paired(solution, own))


def paired(
    one: Equilibrium, two: Equilibrium
) -> list[tuple[ClaimFrequency | None, ClaimFrequency | None]]:
    """The claims of two policies in the first turn, side by side."""
    found = [{claim.line: claim for claim in claims(first_turn(each))} for each in (one, two)]
    lines = sorted({line for each in found for line in each}, key=lambda line: (len(line), line))
    pairs = [(found[0].get(line), found[1].get(line)) for line in lines]
    return [pair for pair in pairs if max(each.made for each in pair if each) >= SELDOM]
