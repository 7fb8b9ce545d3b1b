"""Progress of what takes longer than a second, on a terminal."""

import time
from collections import deque
from collections.abc import Iterable, Iterator
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


def bar() -> Progress:
    """A bar on the error output, which goes away when all is done; none without a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,  # or what is printed for a pipe would go to the terminal
        disable=not console.is_terminal,
    )


def last(things: Iterable[T], total: int, what: str) -> T:
    """The last of some things, with a bar on the error output while they come."""
    with bar() as progress:
        return deque(progress.track(things, total, description=what), maxlen=1).pop()


def track(things: Iterable[T], total: int, what: str, patience: float = 1.0) -> Iterator[T]:
    """Things as they come, with a bar on the error output after so many seconds."""
    soon = time.monotonic() + patience
    rest = iter(things)
    done = 0
    for thing in rest:
        yield thing
        done += 1
        if time.monotonic() > soon:
            break
    else:
        return
    with bar() as progress:
        task = progress.add_task(what, total=total, completed=done)
        for thing in rest:
            yield thing
            progress.advance(task)
