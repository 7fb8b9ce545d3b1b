"""What a strong player would have done in a finished game, and what your moves cost.

Advice sees only what its seat saw. Where it needs hidden cards, it samples them from what that seat
could know, and lets `shark` play all seats. This room knows records and players, but no screens.

`advise(record, "ann")` goes through a record as ann saw it, which takes some seconds, and
`sentences` puts the result into words.
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.advice.advising import Advice, advise
    from coup.advice.telling import sentences

__all__ = [
    "Advice",
    "advise",
    "sentences",
]

__getattr__ = exports(
    __name__,
    {
        "Advice": "coup.advice.advising",
        "advise": "coup.advice.advising",
        "sentences": "coup.advice.telling",
    },
)
