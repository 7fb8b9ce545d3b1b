"""What a room exports without importing it: each name is loaded when it is first asked for."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exports(room: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a room.

    homes: the name of each export, and the module that it lives in.
    """

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[room], name, value)
        return value

    return load
