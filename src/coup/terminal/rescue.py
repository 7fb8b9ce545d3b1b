"""Restores the terminal and hides all cards, however the program ends."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

try:
    import termios
except ImportError:  # not on this system, which has no such settings
    termios = None  # type: ignore[assignment]

ENDS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)]
MOUSE_OFF = "".join(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1006, 1015, 1016))
MODES_OFF = "\x1b[?2004l\x1b[?1004l\x1b[<u"  # pastes, focus, long keys
NORMAL_SCREEN = "\x1b[2J\x1b[?1049l\x1b[?25h\x1b[0m"  # the alternate screen, cursor
FORGET = "\x1b[3J"  # clear the scroll-back, where some terminals keep the screen


@contextmanager
def tidied(tidy: Callable[[], None]) -> Iterator[None]:
    """Tidy up before a signal ends the program, even if a bot never answers."""

    def end(number: int, _: object) -> None:
        with suppress(OSError):
            tidy()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    before = {number: signal.signal(number, end) for number in ENDS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def full_screen(goodbye: Callable[[], str]) -> Iterator[None]:
    """Clear and leave the full screen before a signal ends the program.

    goodbye: the message that is shown then.
    """
    source, sink = sys.__stdin__, sys.__stdout__
    if source is None or sink is None or not source.isatty():
        yield
        return
    settings = termios.tcgetattr(source) if termios else None

    def tidy() -> None:
        text = MOUSE_OFF + MODES_OFF + NORMAL_SCREEN + FORGET + goodbye() + "\n"
        os.write(sink.fileno(), text.encode(errors="replace"))
        if settings is not None:
            termios.tcsetattr(source, termios.TCSANOW, settings)

    with tidied(tidy):
        yield
