"""Custom bots, as people bring them to a table."""

from pathlib import Path

import coup

FILE = Path(__file__)


class First:
    """Makes the first legal move."""

    def choose(self, view: coup.View) -> str:
        return view.legal_moves[0]


class Broken:
    """Raises an error whenever it is asked."""

    def choose(self, view: coup.View) -> str:
        raise ZeroDivisionError("nothing to divide by")


class Rude:
    """Answers something that is not a move."""

    def choose(self, view: coup.View) -> str:
        return "checkmate"


class Watcher:
    """Counts the moves that it was shown, and raises an error if one was taken back."""

    def __init__(self) -> None:
        self.seen = 0

    def watch(self, view: coup.View) -> None:
        assert len(view.events) >= self.seen, "a move was taken back"
        self.seen = len(view.events)

    def choose(self, view: coup.View) -> str:
        return view.legal_moves[0]
