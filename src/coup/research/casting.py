"""The players that can sit in a batch, by name and by number."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coup.bots import bot_class
from coup.bots.adapter import Trait
from coup.bots.minds.lineup import STYLED, TRAIT
from coup.bots.notes import Notes
from coup.bots.styles import CHARACTERS, Numbers, style_of
from coup.research.arrays import STORIES
from coup.rules.dtypes import Records
from coup.rules.errors import CoupError
from coup.vectors.story import SETTINGS, STYLE

PLAYERS = ("learner", "random", "honest", "bluffer", "counter", "pragmatist", "trait")
"""The caller of `step`, and the built-in bots, in the order of their numbers in `bots`."""
STYLE_PREFIX = "style:"
TRAIT_PREFIX = f"{Trait.name}:"


def is_player(name: str) -> bool:
    """Whether a batch knows a player of this name; refuses malformed styles and settings."""
    return name in PLAYERS or settings_in(name) is not None or style_in(name) is not None


def style_in(name: str) -> Numbers | None:
    """The style that a player of this name has, if any.

    >>> style_in("thief") == style_in("style:thief"), style_in("counter")
    (True, None)
    """
    if name in CHARACTERS:
        return CHARACTERS[name]
    return style_of(name.removeprefix(STYLE_PREFIX)) if name.startswith(STYLE_PREFIX) else None


def settings_in(name: str) -> tuple[float, ...] | None:
    """The settings after the colon of a name, if any.

    >>> settings_in("trait:vengefulness=1"), settings_in("trait")
    ((0.0, 0.0, 0.5), None)
    """
    if not name.startswith(TRAIT_PREFIX):
        return None
    bot = bot_class(name)
    assert issubclass(bot, Trait)
    return bot.character()


def kind_of(name: str) -> int:
    """The kind of a player by its name, as a number."""
    if name.startswith(TRAIT_PREFIX):
        return TRAIT
    return PLAYERS.index(name) if name in PLAYERS else STYLED


def stories_of(
    lineups: Sequence[Sequence[str]], room: int, notes: Mapping[str, Notes] | None = None
) -> Records:
    """A story for each line-up, with what its bots are given.

    room: the number of seats that a story has room for.
    notes: what bots remember, by their names in the line-ups.
    """
    stories = np.zeros(len(lineups), STORIES[room])
    stories["styles"] = styles_of(lineups, room)
    stories["settings"] = by_seat(lineups, settings_in, SETTINGS, room)
    if notes:
        check_notes(notes)
        for story, lineup in zip(stories, lineups, strict=True):
            write_notes(story["notes"].reshape(room, -1), lineup, notes)
    return stories


def check_notes(notes: object) -> None:
    """Refuse what is not notes by the names of bots."""
    if not isinstance(notes, Mapping) or not all(
        isinstance(each, Notes) for each in notes.values()
    ):
        raise CoupError(f"notes are like {{'counter': Notes('counter')}}, not {notes!r:.60}")


def write_notes(out: Any, lineup: Sequence[str], notes: Mapping[str, Notes]) -> None:
    """Write what the bots of a line-up remember of each other."""
    for seat, name in enumerate(lineup):
        if name in notes:
            told = [number for other in lineup for number in notes[name].told(other)]
            out[seat, : len(told)] = told


def styles_of(lineups: Sequence[Sequence[str]], room: int) -> NDArray[np.int8]:
    """The styles of the seats, one row for each line-up; zeros for seats without one."""
    return by_seat(lineups, style_in, STYLE, room).astype(np.int8)


def by_seat(
    lineups: Sequence[Sequence[str]],
    numbers_in: Callable[[str], Sequence[float] | None],
    size: int,
    room: int,
) -> NDArray[np.float64]:
    """The numbers that the names in line-ups stand for, `size` for each seat, one row for each
    line-up; zeros where there are none."""
    places: dict[str, int] = {}
    for lineup in lineups:
        for name in lineup:
            places.setdefault(name, len(places) + 1)
    nothing = (0.0,) * size
    numbers = np.array([nothing, *(numbers_in(name) or nothing for name in places)])
    seated = np.zeros((len(lineups), room), np.int64)
    for row, lineup in enumerate(lineups):
        seated[row, : len(lineup)] = [places[name] for name in lineup]
    return numbers[seated].reshape(len(lineups), room * size)
