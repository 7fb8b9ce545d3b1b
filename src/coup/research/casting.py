"""The players that can sit in a batch, by name and by number."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from coup.bots.minds.lineup import STYLED
from coup.bots.styles import CHARACTERS, Numbers, style_of
from coup.rules.state import SEATS
from coup.vectors.story import STYLE

PLAYERS = ("learner", "random", "honest", "bluffer", "counter", "pragmatist", "trait")
"""Whoever calls `step`, and the built-in bots; as in `bots`."""
STYLE_PREFIX = "style:"


def is_player(name: str) -> bool:
    """Whether a batch knows a player of this name; a malformed style is refused with a reason."""
    return name in PLAYERS or style_in(name) is not None


def style_in(name: str) -> Numbers | None:
    """The style that somebody of this name plays, if any.

    >>> style_in("thief") == style_in("style:thief"), style_in("counter")
    (True, None)
    """
    if name in CHARACTERS:
        return CHARACTERS[name]
    return style_of(name.removeprefix(STYLE_PREFIX)) if name.startswith(STYLE_PREFIX) else None


def kind_of(name: str) -> int:
    """Which kind of player goes by a name, as a number."""
    return PLAYERS.index(name) if name in PLAYERS else STYLED


def styles_of(lineups: Sequence[Sequence[str]]) -> NDArray[np.int8]:
    """The styles of the seats of some line-ups, one row for each; zeros for seats without one."""
    places: dict[str, int] = {}
    for lineup in lineups:
        for name in lineup:
            places.setdefault(name, len(places) + 1)
    nobody = (0,) * STYLE
    numbers = np.array([nobody, *(style_in(name) or nobody for name in places)], np.int8)
    seated = np.zeros((len(lineups), SEATS), np.int64)
    for row, lineup in enumerate(lineups):
        seated[row, : len(lineup)] = [places[name] for name in lineup]
    return numbers[seated].reshape(len(lineups), SEATS * STYLE)
