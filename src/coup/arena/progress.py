"""Progress of what takes longer than a second, on a terminal."""

from collections import deque
from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

T = TypeVar("T")


def last(things: Iterable[T], total: int, what: str) -> T:
    """The last of some things, with a bar on the error output while they come."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        return deque(progress.track(things, total, description=what), maxlen=1).pop()
