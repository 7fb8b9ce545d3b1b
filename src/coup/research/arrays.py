"""The arrays of a batch of games, on the CPU or on a GPU; how they are saved and restored."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup.rules.digits import digits, one
from coup.rules.dtypes import Records, record_type
from coup.rules.errors import CoupError
from coup.rules.kernel import ROLES
from coup.vectors.encoding import ENCODINGS, Encoding
from coup.vectors.story import Story

STORIES = {
    room: record_type(Story(room), np.int8, settings=np.float64, notes=np.int32)
    for room in ENCODINGS
}
"""The record type of a story, by the number of seats that there is room for."""
GIVEN = ("rules", "lineups", "seats")
"""Arrays that never change in a batch."""
KEPT = ("states", "stories", "randoms", "masks", "observe", "legal", "to_move", "reward", "done")
"""Arrays that change, and must be saved to continue later."""
TOLD = ("styles", "settings", "notes")
"""Fields of stories that are given and do not change."""


class Games(NamedTuple):
    """A batch of games, one row for each.

    states, stories: the records of `State` and `Story`.
    rules: the ruleset, in a single row.
    lineups: who plays, as in `bots`.
    seats: how many seats each game has.
    watchers: who is shown the end of a game; NOBODY if the next one begins immediately.
    randoms: the states of the random number generators.
    masks: the legal actions of the seat to move, one bit each; with room for ten seats, where there
        are more actions than bits, in the numbers of `to_large_mask`.
    observe, legal, to_move, reward, done, hands: as in `Batch`.
    """

    states: Any
    stories: Any
    rules: Any
    lineups: Any
    seats: Any
    watchers: Any
    randoms: Any
    masks: Any
    observe: Any
    legal: Any
    to_move: Any
    reward: Any
    done: Any
    hands: Any


def lineup_number(players: Sequence[int], room: int, pace: int = 0) -> int:
    """A line-up as one number: the kinds of its players, and how many moves bots make per step."""
    return digits(*players) + pace * one(room)


def empty_games(
    games: int,
    rules: Records,
    lineups: Sequence[Sequence[int]],
    stories: Records,
    pace: int,
    watchers: Sequence[int],
    encoding: Encoding,
    state: np.dtype[np.void],
    place: Callable[[Any], Any],
    order: Literal["C", "F"] = "C",
) -> Games:
    """Arrays for some games; `place` moves each array to the device.

    lineups: the kinds of players in each; games take them in turn.
    stories: for each line-up a story with what its bots are given.
    pace: how many moves bots make per step.
    watchers: for each line-up, who is shown the end of a game, or NOBODY.
    encoding: the encoding of observations and actions.
    order: whether the entries of one game are contiguous (`C`), or the same entry of all games
        (`F`), which suits the threads of a GPU.
    """
    turns, room = np.arange(games) % len(lineups), encoding.room
    numbers = [lineup_number(players, room, pace) for players in lineups]
    return Games(
        *map(
            place,
            (
                np.zeros(games, state),
                stories[turns],
                rules,
                np.array(numbers, np.int64)[turns],
                np.array([len(players) for players in lineups], np.int64)[turns],
                np.array(watchers, np.int64)[turns],
                np.zeros(games, np.int64),
                np.zeros(games, np.int64),
                np.zeros((games, encoding.size), np.int8, order),
                np.zeros((games, encoding.actions), np.bool_, order),
                np.zeros(games, np.int64),
                np.zeros((games, max(map(len, lineups))), np.float32),
                np.zeros(games, np.bool_),
                np.zeros((games, room * ROLES), np.int8, order),
            ),
        )
    )


def whole_numbers(what: str, given: Any) -> NDArray[np.int64]:
    """Actions, games or deals as an array; refuses fractions instead of rounding them."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu" and array.size:
        raise CoupError(f"{what} must be whole numbers, not {given!r:.60}")
    return np.ascontiguousarray(array, np.int64)


def save(games: Games, seed: int, fetch: Callable[[Any], NDArray[Any]]) -> dict[str, Any]:
    """Everything that must be saved of some games; `fetch` copies an array to the host."""
    kept = {name: fetch(getattr(games, name)) for name in GIVEN + KEPT}
    return {"seed": np.array(seed, np.uint64), **kept}


def fields_of(array: Any) -> list[tuple[str, tuple[int, ...]]]:
    """The non-empty fields of an array's records, with their shapes."""
    shapes = [(name, array.dtype[name].shape) for name in array.dtype.names or ()]
    return [(name, shape) for name, shape in shapes if 0 not in shape]


def restore(
    games: Games,
    saved: Mapping[str, NDArray[Any]],
    fetch: Callable[[Any], NDArray[Any]],
    put: Callable[[Any, NDArray[Any]], None],
) -> None:
    """Restore a save that fits these games; `put` writes into an array in place."""
    for name in ("seed", *GIVEN, *KEPT):
        if name not in saved:
            raise CoupError(f"what was saved lacks {name!r}")
    for name in GIVEN + KEPT:
        array, found = getattr(games, name), saved[name]
        if found.shape != array.shape:
            raise CoupError(
                f"what was saved is of another size: {name} has the shape {found.shape}, in this "
                f"batch {array.shape}"
            )
        if fields_of(found) != fields_of(array):
            raise CoupError(
                f"what was saved is of another version, or has room for more seats or fewer: its "
                f"{name} have other fields than those of this batch"
            )
    for name in GIVEN:
        ours = fetch(getattr(games, name))
        if saved[name].astype(ours.dtype).tobytes() != ours.tobytes():
            raise CoupError(f"what was saved has other {name} than this batch")
    stories = fetch(games.stories)
    for name in TOLD:
        if not np.array_equal(saved["stories"][name], stories[name]):
            raise CoupError(f"what was saved has other {name} than this batch")
    for name in KEPT:
        array = getattr(games, name)
        put(array, with_fields(saved[name], array.dtype))


def with_fields(values: NDArray[Any], record: np.dtype[Any]) -> NDArray[Any]:
    """Saved records, with the empty fields that records did not have then."""
    if values.dtype.names == record.names:
        return values
    whole = np.zeros(values.shape, record)
    for name in values.dtype.names or ():
        whole[name] = values[name]
    return whole
