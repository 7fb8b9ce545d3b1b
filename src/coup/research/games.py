"""The arrays of a batch of games. They lie on the CPU or on a GPU."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import numpy as np

from coup.research.actions import ACTIONS
from coup.research.observation import SIZE
from coup.research.story import Story
from coup.rules.dtypes import Records, record_type

STORY = record_type(Story, np.int8)


class Games(NamedTuple):
    """A batch of games: a row for each.

    states, stories: what the kernel and the story need.
    rules: the ruleset, in a single row.
    players: who plays, a number for each seat.
    randoms: the states of the generators of random numbers.
    masks: the legal actions of the seat to move.
    observe, legal, to_move, reward, done: as in `Batch`.
    """

    states: Any
    stories: Any
    rules: Any
    players: Any
    randoms: Any
    masks: Any
    observe: Any
    legal: Any
    to_move: Any
    reward: Any
    done: Any


def empty_games(
    games: int,
    rules: Records,
    players: tuple[int, ...],
    state: np.dtype[np.void],
    place: Callable[[Any], Any],
    order: Literal["C", "F"] = "C",
) -> Games:
    """Room for some games, each array put where it shall lie by `place`.

    order: whether what belongs to one game lies together (`C`), or the same place of all games
        does (`F`), which is how the threads of a GPU like to write.
    """
    return Games(
        *map(
            place,
            (
                np.zeros(games, state),
                np.zeros(games, STORY),
                rules,
                np.array(players, np.int64),
                np.zeros(games, np.int64),
                np.zeros(games, np.int64),
                np.zeros((games, SIZE), np.int8, order),
                np.zeros((games, ACTIONS), np.bool_, order),
                np.zeros(games, np.int64),
                np.zeros((games, len(players)), np.float32),
                np.zeros(games, np.bool_),
            ),
        )
    )
