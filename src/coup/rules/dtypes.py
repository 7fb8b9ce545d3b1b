"""The kernel's objects as numpy records, for the compiled targets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coup.rules.state import MOST_SEATS, SEATS, Rules, State, room_for

Records = NDArray[np.void]


SETS_OF_SEATS = ("alive", "blockers", "challengers", "pending", "sides")


def record_type(
    example: Any, number: type[np.integer[Any]], **others: type[np.number[Any]]
) -> np.dtype[np.void]:
    """The record type with the fields of a kernel object, or of one like it.

    others: fields whose number type differs from that of the rest.
    """
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name in example.__slots__:
        value = getattr(example, name)
        shape = (len(value),) if isinstance(value, list) else ()
        fields.append((name, others.get(name, number), shape))
    return np.dtype((np.record, np.dtype(fields, align=True)))


STATE = record_type(State(), np.int32)  # on a GPU three times as fast as int64
LARGE_STATE = record_type(  # ten digits need more than 32 bits
    State(MOST_SEATS), np.int32, **dict.fromkeys(SETS_OF_SEATS, np.int64)
)
STATES = {SEATS: STATE, MOST_SEATS: LARGE_STATE}
"""By the number of seats that there is room for."""
RULES = record_type(Rules(), np.int64)  # masks of moves need more than 32 bits


def state_type(seats: int) -> np.dtype[np.void]:
    """The record type of a game with this number of seats."""
    return STATES[room_for(seats)]


def pack(objects: Sequence[State] | Sequence[Rules], record: np.dtype[np.void]) -> Records:
    """Kernel objects as an array of records."""
    rows = [tuple(getattr(each, name) for name in record.names or ()) for each in objects]
    return np.array(rows, dtype=record)


def unpack(record: np.void) -> State:
    """A state from its record."""
    state = State(len(record["coins"]))
    for name in State.__slots__:
        setattr(state, name, record[name].tolist())
    return state
