"""Notices which files players write outside their homes, where several may write the same one."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

Writing = tuple[str, str, int]
"""A file that was written, the file of the player who wrote it, and the process it did that in."""
OURS = ("/dev/", "/proc/")


class Written:
    """An audit hook that finds out which player writes to which file.

    files: the players' own files.
    homes: where they may write.
    """

    def __init__(self, files: Iterable[Path], homes: Path) -> None:
        self.players = set(map(str, files))
        self.homes = f"{homes.resolve()}{os.sep}"
        self.found: set[Writing] = set()

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and is_path(arguments[0]) and changes(*arguments[1:]):
            self.note(os.path.realpath(os.fsdecode(arguments[0])))

    def note(self, path: str) -> None:
        """Note that a file is written."""
        if path.startswith((self.homes, *OURS)) or "__pycache__" in path:
            return
        player = self.player_above(sys._getframe(2))
        if player is not None:
            self.found.add((path, player, os.getpid()))

    def player_above(self, frame: FrameType | None) -> str | None:
        """The file of the player on whose behalf this code runs; None if it is our own."""
        while frame is not None:
            if frame.f_code.co_filename in self.players:
                return frame.f_code.co_filename
            frame = frame.f_back
        return None


def is_path(opened: object) -> bool:
    """Whether a file is opened by its name."""
    return isinstance(opened, str | bytes | os.PathLike)


def changes(mode: object, flags: object) -> bool:
    """Whether a file is opened to be written to."""
    if isinstance(mode, str):
        return bool(set(mode) & set("wax+"))
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR))
