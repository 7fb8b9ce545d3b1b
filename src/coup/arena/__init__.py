"""Many games between players, and their results. This room knows players and games, but no screens.

A tournament takes five lines. A player is the name of a built-in bot, a function of a view, a
class, or `my.py:mine`:

>>> from coup.arena import tournament
>>> def timid(view):
...     return next((move for move in view.legal_moves if move == "pass"), view.legal_moves[0])
>>> results = tournament(["counter", "honest", timid], games=10, seed=1)
>>> print(results)
30 games of classic with turn_limit=1000, seed 1
counter  80.0% (58.4% to 91.9%)
honest   70.0% (48.1% to 85.5%)
timid    0.0% (0.0% to 16.1%)

A match is several games between the same objects, which can learn about each other:

>>> from coup.arena import play_match
>>> play_match(["counter", timid], games=10, seed=1).wins
{'counter': 10, 'timid': 0}

Decisions are rows, which pandas takes as they are:

>>> rows = results.rows()
>>> bluffs = [row["claim"] for row in rows if row["bluff"] and row["seat"] == "counter"]
>>> len(bluffs), max(set(bluffs), key=bluffs.count)
(6, 'assassin')
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.arena.matches import Results, play_match, tournament
    from coup.arena.simulation import Report, simulate
    from coup.arena.statistics import Rate
    from coup.arena.strength import measure

__all__ = [
    "Rate",
    "Report",
    "Results",
    "measure",
    "play_match",
    "simulate",
    "tournament",
]

__getattr__ = exports(
    __name__,
    {
        "Report": "coup.arena.simulation",
        "Results": "coup.arena.matches",
        "Rate": "coup.arena.statistics",
        "measure": "coup.arena.strength",
        "play_match": "coup.arena.matches",
        "simulate": "coup.arena.simulation",
        "tournament": "coup.arena.matches",
    },
)
