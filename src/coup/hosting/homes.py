"""The folders that the players of a match work in, each in its own, and what they write elsewhere,
where several may write the same file."""

import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import FrameType
from typing import Any

from coup.hosting.entrants import Entrant, clean, split
from coup.hosting.furnishing import Contents, contents, empty, furnish, uses_files

Writing = tuple[str, str, int]
"""A file that was written, the file of the player who wrote it, and the process it did that in."""
OURS = ("/dev/", "/proc/")


class Room:
    """A home that is entered before every call. By an open folder that takes half the time."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.folder: int | None = None
        if hasattr(os, "fchdir"):
            self.folder = os.open(home, os.O_RDONLY)

    def enter(self) -> None:
        """Make it the working directory."""
        if self.folder is not None:
            os.fchdir(self.folder)
        else:
            os.chdir(self.home)

    def close(self) -> None:
        """Nobody enters it any more."""
        if self.folder is not None:
            os.close(self.folder)
            self.folder = None

    def __del__(self) -> None:
        self.close()


class Homes:
    """The homes of players, in one folder.

    lasting: whether what players leave there is still there in the next match.
    """

    def __init__(self, folder: Path, lasting: bool) -> None:
        self.folder = folder
        self.lasting = lasting
        self.furnished: dict[Path, Contents] = {}

    def of(self, entrant: Entrant) -> Path:
        """The home of a player as it is; furnished, if it is new."""
        home = self.folder / clean(entrant.name)
        if not home.exists():
            self.prepare(home, entrant)
        return home.resolve()

    def renewed(self, entrant: Entrant) -> Path:
        """The home of a player as it was at first. It is furnished anew only if something changed
        there: comparing takes far less time than copying."""
        home = self.folder / clean(entrant.name)
        if not home.exists() or self.furnished.get(home) != contents(home):
            self.prepare(home, entrant)
        return home.resolve()

    def prepare(self, home: Path, entrant: Entrant) -> None:
        """Furnish a home, and remember what is in it then."""
        home.mkdir(parents=True, exist_ok=True)
        empty(home)
        furnish(home, file_of(entrant))
        self.furnished[home] = contents(home)

    def leave(self) -> None:
        """A match is over: the next one finds nothing of it, unless homes last."""
        if not self.lasting and self.folder.exists():
            empty(self.folder)


def needs_home(entrant: Entrant) -> bool:
    """Whether it matters to a player which folder it works in."""
    return entrant.is_file and uses_files(file_of(entrant))


def file_of(entrant: Entrant) -> Path:
    """The file that a player comes out of."""
    return split(str(entrant.source))[0]


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
            player = self.player_above(sys._getframe(1))
            if player is not None:
                self.note(os.path.realpath(os.fsdecode(arguments[0])), player)

    def note(self, path: str, player: str) -> None:
        """Note that a player writes a file."""
        if not path.startswith((self.homes, *OURS)) and "__pycache__" not in path:
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
