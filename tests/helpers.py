"""Words for writing down a game in a test."""

import os
from typing import Any

import pytest

import coup

RULESETS = tuple(name for name, each in coup.RULESETS.items() if not each.allegiances)
"""Those without sides, which have a room of tests in common."""
every_ruleset = pytest.mark.parametrize("ruleset", RULESETS)


TIMES = int(os.environ.get("COUP_TEST_TIMES", "1"))
"""How many times as many random games as usual; `make soak` plays more."""


def fifth(ruleset: str) -> str:
    """The role that the rulesets do not share."""
    return "inquisitor" if ruleset == "inquisitor" else "ambassador"


def deal(
    hands: dict[str, str],
    ruleset: str = "classic",
    *,
    drive_chance: bool = False,
    **house_rules: Any,
) -> coup.Game:
    """A game with these hands; a hand of "" is dealt at random."""
    return coup.Game(
        list(hands),
        coup.ruleset(ruleset, **house_rules),
        seed=1,
        hands={name: hand for name, hand in hands.items() if hand},
        drive_chance=drive_chance,
    )


def play(game: coup.Game, *lines: str) -> coup.Game:
    """Make moves, each written as `ann tax`."""
    for line in lines:
        seat, move = line.split(" ", 1)
        game.push(move, seat)
    return game


def pass_all(game: coup.Game) -> coup.Game:
    """Everybody who may challenge or block passes."""
    while "pass" in game.legal_moves:
        game.push("pass")
    return game


def pass_but(game: coup.Game, seat: str, answer: str) -> coup.Game:
    """All who are asked this question pass, but for one seat."""
    kind = game.question.kind
    while game.question.kind == kind:
        game.push(answer if game.to_move == seat else "pass")
    if game.legal_moves == [f"pick {seat}"]:  # where chance is driven
        game.push(f"pick {seat}")
    return game


def challenge(game: coup.Game, seat: str) -> coup.Game:
    """One seat challenges, the others pass."""
    return pass_but(game, seat, "challenge")


def block(game: coup.Game, seat: str, role: str | None = None) -> coup.Game:
    """One seat blocks, the others pass; nobody challenges before, where that comes first."""
    if game.question.kind == "challenge":
        pass_but(game, "nobody", "")
    named = game.question.action == "steal" and game.ruleset.block_steal_names_role
    return pass_but(game, seat, f"block_{game.question.action}" + f" {role}" * named)


def story(game: coup.Game) -> list[str]:
    """What everybody saw."""
    return [str(event) for event in game.view(None).events]


def all_cards(game: coup.Game) -> list[str]:
    """Every card that is not in the court deck."""
    return [card for name in game.seats for card in (*game.hand(name), *game.discarded(name))]
