"""Advice on the round that has just ended: who can have it, and what it says."""

from collections.abc import Callable

from coup.bots.shark import knows
from coup.hosting.evening import Evening
from coup.languages import say
from coup.rules.errors import CoupError
from coup.terminal.wording import reason


def thinking() -> str:
    """The message while the adviser is at work."""
    return say("shark plays it on a few thousand times. This takes some seconds…")


def on_the_way(done: int, games: int) -> str:
    """The adviser's progress, in words."""
    return say("shark has played out {n} of {all} games…", n=done, all=games)


def advisable(evening: Evening) -> list[str]:
    """The people who can have advice on the last round: nobody by rules that the adviser does not
    know."""
    return evening.people if knows(evening.ruleset) else []


Wanted = Callable[[int, int], bool]
"""Called from time to time with the number of games played on and their total; returns whether to
continue."""


def advice_for(evening: Evening, seat: str, wanted: Wanted = lambda done, all_: True) -> list[str]:
    """Advice in sentences, or the reason why there is none."""
    from coup.advice import advise  # imported here, since it imports numpy
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
