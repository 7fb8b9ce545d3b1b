"""The folders that the players of a match work in, each in its own."""

import os
from pathlib import Path

from coup.hosting.entrants import Entrant, clean, split
from coup.hosting.furnishing import empty, furnish, uses_files


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

    def of(self, entrant: Entrant) -> Path:
        """The home of a player as it is; furnished, if it is new."""
        home = self.folder / clean(entrant.name)
        if not home.exists():
            home.mkdir(parents=True)
            furnish(home, file_of(entrant))
        return home.resolve()

    def renewed(self, entrant: Entrant) -> Path:
        """The home of a player as it was at first."""
        home = self.folder / clean(entrant.name)
        home.mkdir(parents=True, exist_ok=True)
        empty(home)
        furnish(home, file_of(entrant))
        return home.resolve()

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
