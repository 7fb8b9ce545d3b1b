"""Progress bars on a terminal, for work that takes longer than a second."""

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
    ProgressColumn,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

T = TypeVar("T")


def bar(*more: ProgressColumn) -> Progress:
    """A bar on the error output that disappears at the end; none without a terminal."""
    console = Console(stderr=True)
    width = 40 if console.width >= 100 else 16
    columns = (TextColumn("{task.description}"), BarColumn(width), MofNCompleteColumn())
    return Progress(
        *columns,
        *more,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,  # or what is printed for a pipe would go to the terminal
        disable=not console.is_terminal,
    )


@contextmanager
def counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar that also shows the rate; call what it yields with the number of finished games."""
    with bar(TextColumn("{task.fields[rate]}")) as progress:
        task = progress.add_task(what, total=total, rate="")
        begin = time.monotonic()

        def done(number: int) -> None:
            rate = number / max(1e-6, time.monotonic() - begin)
            progress.update(task, completed=number, rate=f"{rate:,.0f} games/s")

        yield done


@contextmanager
def waiting(what: str) -> Iterator[Callable[[str], None]]:
    """A sign that moves, and the time so far, where nobody knows how long it takes; it is told what
    is going on."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda doing: progress.update(task, description=doing)


def last(things: Iterable[T], total: int, what: str) -> T:
    """The last of some things, with a bar on the error output meanwhile."""
    with bar() as progress:
        return deque(progress.track(things, total, description=what), maxlen=1).pop()


def track(things: Iterable[T], total: int, what: str, patience: float = 1.0) -> Iterator[T]:
    """Things as they come, with a bar on the error output after `patience` seconds; with none, from
    the beginning."""
    soon = time.monotonic() + patience
    rest = iter(things)
    done = 0
    while time.monotonic() <= soon and patience:
        try:
            thing = next(rest)
        except StopIteration:
            return
        yield thing
        done += 1
    with bar() as progress:
        task = progress.add_task(what, total=total, completed=done)
        for thing in rest:
            yield thing
            progress.advance(task)
