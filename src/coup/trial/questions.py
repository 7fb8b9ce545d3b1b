"""Every question that a candidate can be asked, and how to lead it to those that it avoids."""

from typing import get_args

from coup.bots import make
from coup.game import Game
from coup.hosting.entrants import Entrant
from coup.hosting.player import ask
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import Kind
from coup.trial.candidate import RIGHT_CALLS
from coup.trial.schedule import Lead

CLAIMS = ("tax", "steal", "exchange", "assassinate", "investigate")
BLOCKED = ("foreign_aid", "steal", "assassinate")
HINTS = (
    Lead("turn"),
    Lead("cb?"),
    Lead("challenged", CLAIMS),
    Lead("discard"),
    Lead("placeback", ("exchange",)),
)
"""The questions to an agent of Coup 2022."""
CALLS = {
    "/new_card_from_challenge/": Lead("/new_card_from_challenge/", CLAIMS, truly=True),
    "/inquisitor/show_card_to_inquisitor/": Lead(
        "/inquisitor/show_card_to_inquisitor/", ("investigate",)
    ),
    "/inquisitor/choose_card_to_return/": Lead("/inquisitor/choose_card_to_return/", ("exchange",)),
}
KINDS = {
    "reveal": Lead("reveal", CLAIMS),
    "return": Lead("return", ("exchange",)),
    "examine": Lead("examine", ("investigate",)),
    "challenge block": Lead("challenge block", BLOCKED),
}
"""Calls and questions that come up only after certain actions."""
GAMES = 12


def questions_for(entrant: Entrant, ruleset: Ruleset) -> tuple[Lead, ...]:
    """The questions that this candidate must be able to answer."""
    if entrant.is_http:
        return tuple(CALLS.get(call, Lead(call)) for call in RIGHT_CALLS)
    if entrant.is_agent:
        return HINTS
    return tuple(KINDS.get(kind, Lead(kind)) for kind in kinds_asked(ruleset))


def kinds_asked(ruleset: Ruleset) -> list[str]:
    """The kinds of questions in games by these rules.

    >>> import coup
    >>> kinds_asked(coup.ruleset("classic"))
    ['action', 'challenge', 'block', 'challenge block', 'reveal', 'discard', 'return']
    """
    found = set()
    for seed in range(GAMES):
        game = Game(["a", "b", "c"], ruleset, seed)
        players = {seat: make("random", seed) for seat in game.seats}
        while not game.over:
            found.add(game.question.kind)
            ask(game, players)
    return [kind for kind in get_args(Kind) if kind in found]
