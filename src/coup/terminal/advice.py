"""Advice on the round that has just ended: for whom there is some, and what it says."""

from collections.abc import Callable

from coup.bots.shark import knows
from coup.hosting.evening import Evening
from coup.rules.errors import CoupError

THINKING = "shark plays it on a few thousand times. This takes some seconds…"


def advisable(evening: Evening) -> list[str]:
    """The people who can be given advice on the last round: none in games that the adviser does not
    know."""
    return evening.people if knows(evening.ruleset) else []


def advice_for(evening: Evening, seat: str, wanted: Callable[[], bool] = lambda: True) -> list[str]:
    """Advice in sentences; the reason, if there is none.

    wanted: is asked from time to time whether to go on.
    """
    from coup.advice import advise  # which takes numpy
    from coup.advice.telling import sentences

    def done(games: int) -> None:
        if not wanted():
            raise CoupError("nobody wants to know any more")

    try:
        return sentences(advise(evening.rounds[-1], seat, done=done))
    except ValueError as why:
        return [f"{why}."]
