"""What a strong player would have done in a game that was played, and what one's moves cost.

Advice sees what its seat saw. Where it needs hidden cards it makes them up, as far as that seat's
knowledge goes, and lets `shark` play all seats. This room knows records and players; it knows
nothing of screens.
"""

from coup.advice.advising import Advice, advise

__all__ = ["Advice", "advise"]
