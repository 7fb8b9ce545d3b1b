"""Exports of a room that are imported on first use."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def exports(room: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a room.

    homes: the name of each export, and its module.
    """

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[room], name, value)
        return value

    return load
