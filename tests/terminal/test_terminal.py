"""Coup in a pseudo-terminal: Ctrl-C, a closed window, what is left on the screen."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from coup.terminal.saves import resume


class Terminal:
    """A program in a pseudo-terminal, with methods to look and to type."""

    def __init__(self, command: list[str], term: str) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, 80))
        self.before = termios.tcgetattr(self.slave)
        self.program = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": term},
            start_new_session=True,
            preexec_fn=own_terminal,
        )
        self.shown = ""

    def look(self, for_what: str, seconds: float = 20) -> None:
        """Wait until something is shown."""
        end = time.monotonic() + seconds
        while not re.search(for_what, self.shown):
            assert time.monotonic() < end, f"{for_what!r} is not shown:\n{self.shown[-2000:]}"
            self.read(0.1)

    def read(self, seconds: float) -> None:
        if select.select([self.master], [], [], seconds)[0]:
            self.shown += os.read(self.master, 65536).decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def insist(self, key: str) -> int:
        """Press a key until the program ends: just after a change of question keys do not count."""
        end = time.monotonic() + 20
        while self.program.poll() is None:
            assert time.monotonic() < end, f"{key} does not end the program"
            self.type(key)
            self.read(0.1)
            time.sleep(0.5)
        return self.wait()

    def wait(self) -> int:
        """The exit code, after all output was read."""
        end = time.monotonic() + 20
        while self.program.poll() is None:
            assert time.monotonic() < end, "the program does not end"
            self.read(0.1)
        while select.select([self.master], [], [], 0.1)[0]:
            self.read(0.1)
        return self.program.returncode

    def is_as_before(self) -> bool:
        """Whether the terminal's settings are those that the program found."""
        return termios.tcgetattr(self.slave) == self.before


def own_terminal() -> None:
    """The program's terminal is its controlling one, so that Ctrl-C and hanging up reach it."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def terminal(arguments: str, term: str = "xterm-256color") -> Iterator[Terminal]:
    with running([sys.executable, "-m", "coup", *arguments.split()], term) as shown:
        yield shown


@contextmanager
def running(command: list[str], term: str = "xterm-256color") -> Iterator[Terminal]:
    shown = Terminal(command, term)
    try:
        yield shown
    finally:
        shown.program.kill()
        shown.program.wait()
        os.close(shown.slave)


SAVED = "To resume it: "
ASKED = r"What will you do\?|Do you"  # on the full screen
ONE = "play --players ann --bots honest --seed 3 --fast"
TWO = "play --players ann,bob --bots 1 --seed 3 --fast"


def test_ctrl_c_on_the_full_screen_leaves_the_terminal_as_it_was() -> None:
    with terminal(ONE) as shown:
        shown.look(ASKED)
        shown.type("\x03")
        assert shown.wait() == 130
        assert shown.is_as_before()
        assert "\x1b[?1049l" in shown.shown  # back from the alternate screen
        assert "\x1b[?25h" in shown.shown.rpartition("\x1b[?25l")[2]  # the cursor is visible again
        assert SAVED in shown.shown
        assert "Traceback" not in shown.shown
    assert resume()[0].asked == "ann"


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("face", ["", " --plain"])
def test_a_signal_leaves_the_terminal_as_it_was_and_no_hand_on_it(
    name: signal.Signals, face: str
) -> None:
    with terminal(TWO + face) as shown:
        shown.look("press Enter when only you")
        if face:
            shown.type("\n")
            shown.look("you have")
        shown.program.send_signal(name)
        assert shown.wait() == -name
        assert shown.is_as_before()
        assert SAVED in shown.shown
        end = shown.shown[-1000:]
        assert "\x1b[3J" in end  # nothing is left in the scroll-back
        if not face:
            for mode in ("?1000l", "?1003l", "?1049l", "?25h"):
                assert f"\x1b[{mode}" in end
    assert resume()[0].people == ["ann", "bob"]


def test_ctrl_c_under_make_is_no_error_of_make() -> None:
    place = ["-C", str(Path(__file__).parents[2]), "-o", ".venv/play.ok"]
    python = f"BIN={Path(sys.executable).parent}"
    with running(["make", *place, python, "play"]) as shown:
        shown.look("a quick game")
        shown.type("\x03")
        shown.wait()
        assert "Error" not in shown.shown
        assert "***" not in shown.shown


@pytest.mark.parametrize("face", ["", " --plain"])
def test_a_closed_window_keeps_the_game(face: str) -> None:
    with terminal(ONE + face) as shown:
        shown.look(f"{ASKED}|you have")
        os.close(shown.master)
        assert shown.program.wait(20) is not None
    assert resume()[0].asked == "ann"


def test_ctrl_c_in_plain_lines_saves_the_game_and_says_so() -> None:
    with terminal(ONE + " --plain") as shown:
        shown.look("you have")
        shown.type("\x03")
        assert shown.wait() == 130
        assert shown.is_as_before()
        assert SAVED in shown.shown
        assert "Traceback" not in shown.shown


def test_end_of_input_in_plain_lines_saves_the_game_and_says_so() -> None:
    with terminal(ONE + " --plain") as shown:
        shown.look("you have")
        shown.type("\x04")
        assert shown.wait() == 0
        assert SAVED in shown.shown


def test_a_dumb_terminal_gets_plain_lines() -> None:
    with terminal(TWO, "dumb") as shown:
        shown.look("This terminal cannot be cleared: please don't scroll back")
        shown.look("press Enter when only you are looking")
        shown.type("\n")
        shown.look("you have")
        assert "\x1b" not in shown.shown


def test_plain_lines_are_wiped_before_the_next_one_looks() -> None:
    with terminal(TWO + " --plain") as shown:
        shown.look("press Enter when only you are looking")
        assert "you have" not in shown.shown
        first = re.findall(r"(\w+), press Enter", shown.shown)[-1]
        shown.type("\n")
        shown.look(f"{first}: you have")
        shown.type("1\n")
        shown.look(f"{first}: you have[^$]*, press Enter")
        before, _, _ = shown.shown.rpartition("press Enter")
        assert "\x1b[3J" in before.rpartition("you have")[2]


def test_enter_pressed_twice_does_not_show_the_next_hand() -> None:
    with terminal("play --players ann,bob --seed 3 --fast --plain") as shown:
        shown.look("press Enter when only you are looking")
        shown.type("\n")
        shown.look("Enter for more")
        shown.type("\n")
        shown.look("you have")
        shown.type("1\n\n")
        shown.look("(ann|bob), press Enter[^$]*(ann|bob), press Enter")
        time.sleep(0.3)
        shown.read(0.1)
        assert shown.shown.count("you have") == 1


@pytest.mark.parametrize("face", ["", " --plain"])
def test_a_folder_that_cannot_be_written_gets_one_sentence(
    face: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/proc")
    with terminal(ONE + face) as shown:
        assert shown.wait() == 2
        assert shown.shown.count("coup: cannot use /proc/coup-game") == 1
        assert "Traceback" not in shown.shown


def test_a_game_is_resumed_in_only_one_window() -> None:
    with terminal(ONE) as shown:
        shown.look(ASKED)
        with terminal("play --resume") as second:
            assert second.wait() == 2
            assert "this game is being played in another window" in second.shown


def test_others_cannot_read_a_saved_game(home: Path) -> None:
    with terminal(ONE) as shown:
        shown.look(ASKED)
        (saved,) = (home / "saved").glob("*.json")
        assert saved.stat().st_mode & 0o077 == 0


def test_letters_that_a_terminal_does_not_have_do_no_harm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with terminal("play --players åsa --bots honest --seed 3 --plain --fast") as shown:
        shown.look("you have")
        assert "Traceback" not in shown.shown


def test_no_color_turns_colours_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    with terminal(ONE) as shown:
        shown.look(ASKED)
        shown.type("\x03")
        shown.wait()
        for red, green, blue in re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", shown.shown):
            assert red == green == blue


def test_a_finished_evening_is_saved_in_a_known_place(home: Path) -> None:
    with terminal(ONE) as shown:
        shown.look(ASKED)
        shown.type("q")
        shown.look("Leave the game")
        assert shown.insist("y") == 0
        assert SAVED in shown.shown
    assert len(list((home / "saved").glob("*.json"))) == 1
    with terminal("play --resume") as shown:
        shown.look(ASKED)
        shown.type("\x03")
        assert shown.wait() == 130
