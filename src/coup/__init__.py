"""The card game Coup.

>>> import coup
>>> game = coup.Game(["ann", "bob"], seed=7)
>>> game.push("tax")
>>> game.legal_moves
[pass, challenge]
"""

from coup.events import Event
from coup.explain import IllegalMove
from coup.game import Game
from coup.moves import Move, Ply
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset, RulesetError, ruleset
from coup.view import Claim, Question, View

__version__ = "0.3.0"

__all__ = [
    "RULESETS",
    "Claim",
    "CoupError",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "Ply",
    "Question",
    "Ruleset",
    "RulesetError",
    "View",
    "ruleset",
]
