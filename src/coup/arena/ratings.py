"""Ratings with their uncertainty, by openskill (Plackett-Luce: any number of seats, and draws)."""

import random
from collections.abc import Iterable

from coup.arena.statistics import GameOutcome


def have_openskill() -> bool:
    """Whether the library is installed."""
    try:
        import openskill.models  # noqa: F401
    except ImportError:
        return False
    return True


def ratings(outcomes: Iterable[GameOutcome], players: int) -> dict[int, tuple[float, float]]:
    """For each entrant its rating and its standard deviation.

    The games are rated in a fixed random order, since it must not matter who was met first and who
    last.

    >>> rated = ratings([GameOutcome(n, (0, 1), 0 if n % 4 else 1) for n in range(100)], 2)
    >>> rated[0] > rated[1]
    True
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = {who: [model.rating()] for who in range(players)}
    games = sorted(outcomes)
    random.Random(1).shuffle(games)
    for _, lineup, winner in games:
        ranks = [0.0 if winner in (None, who) else 1.0 for who in lineup]
        new = model.rate([rated[who] for who in lineup], ranks=ranks)
        rated.update(zip(lineup, new, strict=True))
    return {who: (team[0].mu, team[0].sigma) for who, team in rated.items()}
