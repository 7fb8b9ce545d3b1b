"""Progress of what takes longer than a second, on a terminal."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error output, with the rate; it is told how many are done."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(what, total=total, rate="")
        begin = time.monotonic()

        def done(number: int) -> None:
            rate = number / max(1e-6, time.monotonic() - begin)
            progress.update(task, completed=number, rate=f"{rate:,.0f} games/s")

        yield done


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
