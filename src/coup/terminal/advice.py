"""Advice on the round that has just ended: for whom there is some, and what it says."""

from collections.abc import Callable

from coup.bots.shark import knows
from coup.hosting.evening import Evening
from coup.languages import say
from coup.rules.errors import CoupError
from coup.terminal.wording import reason


def thinking() -> str:
    """What is said as long as the adviser is at work."""
    return say("shark plays it on a few thousand times. This takes some seconds…")


def on_the_way(done: int, games: int) -> str:
    """How far the adviser is."""
    return say("shark has played out {n} of {all} games…", n=done, all=games)


def advisable(evening: Evening) -> list[str]:
    """The people who can be given advice on the last round: none in games that the adviser does not
    know."""
    return evening.people if knows(evening.ruleset) else []


Wanted = Callable[[int, int], bool]
"""Is told from time to time how many games were played on, of how many; whether to continue."""


def advice_for(evening: Evening, seat: str, wanted: Wanted = lambda done, all_: True) -> list[str]:
    """Advice in sentences; the reason, if there is none."""
    from coup.advice import advise  # which takes numpy
    from coup.advice.advising import wanted_games
    from coup.advice.telling import sentences

    games = wanted_games(evening.rounds[-1].game(), None)

    def done(played: int) -> None:
        if not wanted(min(played, games), games):
            raise CoupError("nobody wants to know any more")

    try:
        return sentences(advise(evening.rounds[-1], seat, done=done))
    except ValueError as why:
        return [reason(why, evening.chairs)]
