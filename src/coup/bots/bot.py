"""The base class of bots, and two bots that are written on views: `random` and `honest`."""

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from coup.bots.notes import Notes
from coup.moves import Move
from coup.view import View, disproved, holds, opposed

WORTH_TAKING = 3
"""The smallest reserve for which an honest bot embezzles, as much as tax brings."""
KEEP = ("duke", "captain", "assassin", "contessa", "inquisitor", "ambassador")
"""Roles worth keeping, the best first."""


class Bot:
    """A bot answers each kind of question with a separate method. This base class plays soundly: it
    proves what it can prove and loses its worst card.

    chance: its random numbers.
    notes: its memory of opponents from other games, if any.
    """

    name = ""
    settings: ClassVar[tuple[str, ...]] = ()
    """Attributes that can be set to a number from 0 to 1 after the bot's name."""

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        self.random = chance
        self.notes = notes

    def choose(self, view: View) -> str:
        """The answer to the question that the view asks of its seat."""
        match view.question.kind:
            case "action":
                return self.act(view)
            case "challenge" | "block" | "challenge or block" | "challenge block":
                return self.react(view)
            case "reveal":
                return self.reveal(view)
            case "examine":
                return self.examine(view)
            case "allegiance":
                return "loyalist"  # just a label
            case _:
                return self.worst_card(view)

    def act(self, view: View) -> str:
        """Which action?"""
        return "income"

    def react(self, view: View) -> str:
        """Challenge, block or pass?"""
        return "pass"

    def reveal(self, view: View) -> str:
        """Which card answers a challenge?"""
        if "prove" in view.legal_moves:
            return "prove"
        proving = [move for move in view.legal_moves if move.role in view.question.roles]
        return self.worst(proving or view.legal_moves, view)

    def worst_card(self, view: View) -> str:
        """Which card to lose, to return or to show?"""
        return self.worst(view.legal_moves, view)

    def examine(self, view: View) -> str:
        """May the investigated seat keep its card?"""
        return "swap" if view.shown in KEEP[:3] else "keep"

    def worst(self, moves: Iterable[Move], view: View) -> Move:
        """The move with the least useful card; one of a pair before any other."""
        return max(
            moves, key=lambda move: (view.hand.count(move.role or ""), KEEP.index(move.role or ""))
        )


def strongest(view: View, moves: list[Move]) -> Move:
    """The move against the opponent with the most cards, then the most coins."""
    return max(
        moves, key=lambda move: (view.cards[move.target or ""], view.coins[move.target or ""])
    )


def blocked_before(view: View, move: Move) -> bool:
    """Whether this would meet a block that somebody has made before without being caught."""
    concerned = (view.seat, *opposed(view)) if move.target is None else (move.target,)
    return any(
        claim.move == f"block_{move.verb}" and claim.outcome != "lost" and claim.seat in concerned
        for claim in view.claims
    )


def refuge(view: View) -> bool:
    """Whether changing sides takes the seat out of reach of all coups that threaten it."""
    own = str(view.seat)
    other = {"loyalist": "reformist", "reformist": "loyalist"}
    sides = view.allegiances
    changed = replace(view, allegiances={**sides, own: other[sides[own]]})
    return bool(attackers(view)) and not attackers(changed)


def attackers(view: View) -> list[str]:
    """The seats that can pay for a coup against this one."""
    return [seat for seat in opposed(view) if view.coins[seat] >= view.ruleset.coup_cost]


class RandomBot(Bot):
    """Chooses a legal move at random."""

    name = "random"

    def choose(self, view: View) -> str:
        return self.random.choice(view.legal_moves)


class Honest(Bot):
    """Never bluffs; challenges only what it can disprove; blocks whenever it truly can."""

    name = "honest"

    def act(self, view: View) -> str:
        honest = [move for move in view.legal_moves if holds(view, move)]
        return self.best(view, honest)

    def best(self, view: View, moves: list[Move]) -> str:
        """The most useful of some actions."""
        for verb in (
            "coup",
            "assassinate",
            "embezzle",
            "convert",
            "steal",
            "tax",
            "exchange",
            "foreign_aid",
            "income",
        ):
            found = [move for move in moves if move.verb == verb]
            if verb == "embezzle" and view.reserve < WORTH_TAKING:
                continue
            if verb == "convert":
                found = [move for move in found if move.target is None and refuge(view)]
            if verb == "steal":
                found = [move for move in found if view.coins[move.target or ""] >= 2]
            found = [move for move in found if not blocked_before(view, move)]
            if verb == "exchange" and self.random.random() < 2 / 3:
                continue  # otherwise it would never get rich
            if found:
                return strongest(view, found) if found[0].target else found[0]
        return moves[0]

    def react(self, view: View) -> str:
        if "challenge" in view.legal_moves and disproved(view):
            return "challenge"
        blocks = [move for move in view.legal_moves if move.verb.startswith("block")]
        true = [move for move in blocks if holds(view, move)]
        return true[0] if true else "pass"
