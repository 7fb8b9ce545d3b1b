"""What a strong player would have done in a finished game, and what your moves cost.

Advice sees what its seat saw. Where it needs hidden cards, it samples them from what that seat
could know, and lets `shark` play all seats. This room knows records and players, but no screens.
"""

from coup.advice.advising import Advice, advise

__all__ = ["Advice", "advise"]
