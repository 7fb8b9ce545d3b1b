"""Trials of players before a tournament: their faults, their thinking times, their strength.

>>> from coup.trial import try_player
>>> def timid(view):
...     return next((move for move in view.legal_moves if move == "pass"), view.legal_moves[0])
>>> verdict = try_player(timid, seed=1, games=10)
>>> verdict.conforms, verdict.faults
(True, ())
>>> print(verdict.sentence)  # doctest: +NORMALIZE_WHITESPACE
timid conforms: 93 games without a fault; it wins 0% against random, 0% against honest,
0% against counter.
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.trial.trying import try_player
    from coup.trial.verdict import Verdict

__all__ = [
    "Verdict",
    "try_player",
]

__getattr__ = exports(
    __name__,
    {
        "Verdict": "coup.trial.verdict",
        "try_player": "coup.trial.trying",
    },
)
