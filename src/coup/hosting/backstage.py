"""Runs code that others wrote, without screen or keyboard and with seeded dice.

Backstage, `print` goes to `out` (by default nowhere), `input` finds the end of the file, and the
module `random` starts from a seed; everything is restored afterwards. Whatever such code raises, a
user's Ctrl-C is distinguished from a `KeyboardInterrupt` of its own. All this affects the whole
process, so it is for one game at a time.
"""

import gc
import io
import os
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, NoReturn

from coup.rules.errors import CoupError


class Nowhere(io.TextIOBase):
    """A file that takes everything, gives nothing, and cannot be closed."""

    def write(self, text: str) -> int:
        return len(text)

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return ""

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def close(self) -> None:
        """`exit()` closes the input; the next game needs it."""


NOWHERE: Any = Nowhere()
SELDOM = 20_000  # objects that are made before Python looks for garbage, while somebody is resident
interrupted = False
"""Whether the user has pressed Ctrl-C while somebody was backstage."""
resident = False
"""Whether somebody stays backstage for many games."""


def mute() -> None:
    """From now on, nothing that is written past Python gets to this process's output, and nothing
    can be read from its input: not by `os.write(1, ...)`, not by a program that it starts."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


@contextmanager
def muted() -> Iterator[None]:
    """Nothing that is written past Python gets to the output in here."""
    try:
        kept = os.dup(1)
    except OSError:  # there is no output
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    sys.stdout.flush()
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


class TimeUp(BaseException):
    """A player took too long. Not an `Exception`, so that few agents catch it."""


class Backstage:
    """`with Backstage(seed):` runs what is inside it backstage.

    seed: where `random` begins.
    out: where prints go.
    resume: whether `random` continues where it stopped when this is entered again.
    """

    __slots__ = ("dice", "files", "handler", "out", "resume", "seed", "their_dice")

    def __init__(
        self, seed: int, out: io.TextIOBase | None = None, *, resume: bool = False
    ) -> None:
        self.seed = seed
        self.out: Any = NOWHERE if out is None else out
        self.resume = resume
        self.their_dice: Any = None
        self.handler: Any = None

    def __enter__(self) -> None:
        global interrupted
        interrupted = False
        self.files = sys.stdout, sys.stderr, sys.stdin
        self.dice = random.getstate()
        if self.their_dice is None:
            random.seed(self.seed)
        else:
            random.setstate(self.their_dice)
        if in_main_thread() and callable(signal.getsignal(signal.SIGINT)):  # it is not ignored
            self.handler = signal.signal(signal.SIGINT, self.on_interrupt)
        sys.stdout = sys.stderr = self.out
        sys.stdin = NOWHERE

    def on_interrupt(self, number: int, frame: FrameType | None) -> None:
        """Remember that it was the user, then do what would have been done."""
        global interrupted
        interrupted = True
        self.handler(number, frame)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.stdout, sys.stderr, sys.stdin = self.files
        if self.resume:
            self.their_dice = random.getstate()
        random.setstate(self.dice)
        if self.handler is not None:
            signal.signal(signal.SIGINT, self.handler)
        if error is None:
            heed_interrupt()


class Residence(Backstage):
    """`with Residence():` stays backstage for many games: each of them only begins its luck. A game
    leaves hardly any garbage in circles, so Python looks for it seldom, which saves a tenth of the
    time."""

    __slots__ = ("thresholds",)

    def __init__(self) -> None:
        super().__init__(0)

    def __enter__(self) -> None:
        global resident
        super().__enter__()
        resident = True
        self.thresholds = gc.get_threshold()
        gc.set_threshold(SELDOM, *self.thresholds[1:])
        gc.freeze()

    def __exit__(self, *error: Any) -> None:
        global resident
        gc.unfreeze()
        gc.set_threshold(*self.thresholds)
        resident = False
        super().__exit__(*error)


class GameLuck:
    """The part of going backstage that each game needs, where somebody stays there."""

    __slots__ = ("seed",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def __enter__(self) -> None:
        random.seed(self.seed)

    def __exit__(self, *_: object) -> None:
        heed_interrupt()


def stage(seed: int, out: io.TextIOBase | None) -> Backstage | GameLuck:
    """Where a game is played."""
    return GameLuck(seed) if resident and out is None else Backstage(seed, out)


def in_main_thread() -> bool:
    """Whether signals reach us."""
    return threading.current_thread() is threading.main_thread()


def heed_interrupt() -> None:
    """Stop if the user wanted it, though somebody backstage may have caught it."""
    if interrupted:
        raise KeyboardInterrupt


def check_limit(seconds: float) -> None:
    """Refuse what cannot be a time limit."""
    if not 0 < seconds < 1e6:
        raise CoupError(f"a time limit is a number of seconds above 0, not {seconds}")


def timed(call: Callable[[Any], Any], limit: float) -> Callable[[Any], Any]:
    """A call that is cut short after so many seconds."""
    check_limit(limit)
    if not hasattr(signal, "setitimer") or not in_main_thread():
        raise CoupError("a time limit inside the process cannot be kept here; isolate the players")

    def run(argument: Any) -> Any:
        def stop(number: int, frame: FrameType | None) -> NoReturn:
            raise TimeUp(f"no answer within {limit:g} s")

        handler = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, limit, limit)  # again and again, if it is caught
        try:
            return call(argument)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)

    return run
