"""The kernel's objects as numpy records, for the compiled targets."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from coup.rules.state import Rules, State

Records = NDArray[np.void]


def record_type(
    kind: type[Any], number: type[np.integer[Any]], **others: type[np.number[Any]]
) -> np.dtype[np.void]:
    """A record with the fields of a kernel object, or of another that is made like one.

    others: fields that hold other numbers than the rest do.
    """
    example = kind()
    fields: list[tuple[str, Any, tuple[int, ...]]] = []
    for name in kind.__slots__:
        value = getattr(example, name)
        shape = (len(value),) if isinstance(value, list) else ()
        fields.append((name, others.get(name, number), shape))
    return np.dtype((np.record, np.dtype(fields, align=True)))


STATE = record_type(State, np.int32)  # on a GPU three times as fast as int64
RULES = record_type(Rules, np.int64)  # masks of moves need more than 32 bits


def pack(objects: Sequence[State] | Sequence[Rules], record: np.dtype[np.void]) -> Records:
    """Kernel objects as an array of records."""
    rows = [tuple(getattr(each, name) for name in record.names or ()) for each in objects]
    return np.array(rows, dtype=record)


def unpack(record: np.void) -> State:
    """A state out of its record."""
    state = State()
    for name in State.__slots__:
        setattr(state, name, record[name].tolist())
    return state
