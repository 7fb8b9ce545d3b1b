"""Players in their own processes, each with its own working folder.

If such a player hangs, crashes or eats all memory, its process is ended and the game continues
without it; the next game gets a new one. This protects games from programs that fail, not from
malice: a process may still read and write whatever its user may.
"""

import json
import marshal
import os
import pickle
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import coup
from coup.hosting.backstage import TimeUp, check_limit
from coup.hosting.cell import HEAD, TEXT
from coup.hosting.entrants import Entrant, Findings, Source, examine, is_file, split
from coup.hosting.furnishing import furnished
from coup.hosting.homes import Homes, Writing
from coup.hosting.match import Memory, stays
from coup.hosting.seats import Elsewhere, Gone
from coup.rules.errors import CoupError
from coup.view import View

Report = Callable[[str, str], None]
"""Is told of a call that nothing comes back for, and what the player raised in it."""
LIMIT = 1.0  # seconds for an answer
START = 30.0  # seconds to start a process and to load a file
END = 1.0  # seconds to end one
BITE = 1 << 16
WITHOUT_REFERENCES = 2  # the version of marshal that spends no time on looking for them
ENTERED = "an isolation is entered with `with`"


class Isolation:
    """`with Isolation() as isolation:` holds the processes of all players that run in it.

    limit: seconds for an answer.
    memory: whether a player stays the same object from game to game, and finds its folder as it
        left it (`keep`), or both start afresh in each game (`fresh`); if None, agents keep it.
    folder: where the players' folders are; if it is given, they outlast this isolation.
    """

    def __init__(
        self, limit: float = LIMIT, memory: Memory | None = "fresh", folder: Path | None = None
    ) -> None:
        if os.name != "posix":
            raise CoupError("players in processes of their own need Linux or macOS")
        check_limit(limit)
        self.limit = limit
        self.memory = memory
        self.folder = folder
        self.temporary: tempfile.TemporaryDirectory[str] | None = None
        self.homes: Homes | None = None
        self.cells: dict[str, Cell] = {}
        self.staying: dict[str, Remote] = {}
        self.found: set[Writing] = set()  # what players wrote outside their homes

    def __enter__(self) -> "Isolation":
        if self.folder is not None:
            self.homes = Homes(self.folder, lasting=True)
        else:
            self.temporary = tempfile.TemporaryDirectory(prefix="coup-")
            self.homes = Homes(Path(self.temporary.name), lasting=False)
        return self

    def __exit__(self, *_: object) -> None:
        self.end_processes()
        if self.temporary is not None:
            self.temporary.cleanup()

    def begin(self) -> None:
        """Begin a new match: nobody remembers anything, beyond the files in a given folder."""
        self.end_processes()
        assert self.homes is not None, ENTERED
        self.homes.leave()

    def end_processes(self) -> None:
        """End all players."""
        for cell in self.cells.values():
            cell.end("closed", END)
        self.cells.clear()
        self.staying.clear()

    def examine(self, source: Source) -> Findings:
        """What `enter` has to know of somebody, found out in another process."""
        if not is_file(source):
            return examine(source)
        with furnished(split(str(source))[0]) as home:
            cell = Cell(str(source), home, self.found)
            try:
                found = cell.ask(["examine", []], START)
            except (TimeUp, Gone) as error:
                raise CoupError(f"{source} cannot be loaded: {error}") from error
            finally:
                cell.end("closed", END)
        if isinstance(found, str):
            raise CoupError(found)
        return Findings(*found)

    def make(self, entrant: Entrant, seed: int) -> "Remote":
        """A player in its own process: the one that stays, or a new one."""
        known = self.staying.get(entrant.name)
        if known is not None and not known.cell.ended:
            known.begin(seed)
            return known
        player = self.new(entrant, seed)
        if stays(entrant, self.memory):
            self.staying[entrant.name] = player
        return player

    def new(self, entrant: Entrant, seed: int) -> "Remote":
        """A new player in its own process."""
        assert self.homes is not None, ENTERED
        keep = stays(entrant, self.memory)
        home = self.homes.of(entrant) if keep else self.homes.renewed(entrant)
        cell = self.cells.get(entrant.name)
        if cell is None or cell.ended or cell.source != entrant.source:
            cell = self.cells[entrant.name] = Cell(str(entrant.source), home, self.found)
            cell.ask(["load", []], START)
        watches = cell.ask(["new", [], entrant.name, seed], self.limit)
        if entrant.is_agent:
            return RemoteAgent(cell, self.limit)
        return (WatchingBot if watches else RemoteBot)(cell, self.limit)


class Cell:
    """One process and the pipes to it. `coup.hosting.cell` is what runs there.

    found: gets the files that the player writes outside its home.
    """

    def __init__(self, source: str, home: Path, found: set[Writing]) -> None:
        self.source = source
        self.report: Report = lambda asked, why: None
        self.ended = ""  # why it has ended
        self.found = found
        self.read = b""
        self.limit, self.deadline = 0.0, 0.0  # seconds for an answer, and when they are over
        package = str(Path(coup.__file__).parent.parent)
        path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "coup.hosting.cell", source],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=home,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            start_new_session=True,
            bufsize=0,
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.to, self.back = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.to, False)
        os.set_blocking(self.back, False)
        self.waiting = select.poll()
        self.waiting.register(self.back, select.POLLIN)

    def ask(self, message: list[Any], limit: float) -> Any:
        """Send a message, and wait for what comes back."""
        self.send(message, limit)
        return self.reply()

    def send(self, message: list[Any], limit: float) -> None:
        """Send a message, which has to be answered in so many seconds."""
        if self.ended:
            raise Gone(self.ended)
        self.limit, self.deadline = limit, time.monotonic() + limit
        content = marshal.dumps(message, WITHOUT_REFERENCES)
        data = len(content).to_bytes(HEAD, "little") + content
        while data:
            try:
                data = data[os.write(self.to, data) :]
            except BlockingIOError:
                if not select.select([], [self.to], [], self.seconds_left())[1]:
                    self.end(f"it does not listen for {limit:g} s")
                    raise TimeUp(self.ended) from None
            except BrokenPipeError:
                self.end("its process ended" + self.how())
                raise Gone(self.ended) from None

    def reply(self) -> Any:
        """What comes back for a message."""
        line = self.line()
        try:
            if line.startswith(TEXT):
                return line[1:].decode()
            faults, written, kind, value = json.loads(line)
            faults = [(str(asked), str(why)) for asked, why in faults]
            self.found |= {(str(path), str(file), int(process)) for path, file, process in written}
        except (ValueError, TypeError):
            self.end("its process sends nonsense")
            raise Gone(self.ended) from None
        for asked, why in faults:
            self.report(asked, why)
        if kind == "raised":
            raise Elsewhere(value)
        return Odd(value) if kind == "odd" else value

    def line(self) -> bytes:
        """The next line that comes back."""
        while b"\n" not in self.read:
            if not self.waiting.poll(1000 * self.seconds_left()):
                self.end(f"no answer within {self.limit:g} s")
                raise TimeUp(self.ended)
            data = os.read(self.back, BITE)
            if not data:
                self.end("its process ended" + self.how())
                raise Gone(self.ended)
            self.read += data
        line, _, self.read = self.read.partition(b"\n")
        return line

    def seconds_left(self) -> float:
        """How long to wait for the process."""
        return max(0.0, self.deadline - time.monotonic())

    def how(self) -> str:
        """How the process ended, as far as can be told."""
        try:
            code = self.process.wait(END)
        except subprocess.TimeoutExpired:
            return ""
        return f" by signal {-code}" if code < 0 else f" with exit code {code}"

    def end(self, why: str, patience: float = 0.0) -> None:
        """End the process, and everything it has started."""
        self.ended = self.ended or why
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Odd:
    """An answer that is not a text, as it shows itself."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Remote:
    """A player in another process.

    news: what it has yet to be told; it hears of it together with the next question.
    """

    cell: Cell
    limit: float
    news: list[tuple[object, ...]]

    def __init__(self, cell: Cell, limit: float) -> None:
        self.__dict__.update(cell=cell, limit=limit, news=[])

    def begin(self, seed: int) -> None:
        """A new game begins for a player that stays."""
        self.news.append(("begin", seed))

    def ask(self, verb: str, *question: object) -> Any:
        """Tell all that happened, ask, and wait for what comes back."""
        self.send(verb, *question)
        return self.cell.reply()

    def send(self, verb: str, *question: object) -> None:
        """Tell all that happened, and ask."""
        message = [verb, self.news, *question]
        self.__dict__["news"] = []
        self.cell.send(message, self.limit)

    def finish(self) -> None:
        """The game is over: let the player hear all of it."""
        if not self.cell.ended:
            self.send("end")

    def wait(self) -> None:
        """Wait until the player has heard all of the game."""
        if not self.cell.ended:
            self.cell.reply()


class RemoteAgent(Remote):
    """An agent in another process: an attribute that is set here is set there."""

    def __setattr__(self, name: str, value: object) -> None:
        self.news.append(("set", name, value))

    def receive(self, line: str) -> None:
        self.news.append(("receive", line))

    def react(self, hint: str) -> Any:
        return self.ask("react", hint)


class RemoteBot(Remote):
    """A bot in another process."""

    def choose(self, view: View) -> Any:
        return self.ask("choose", pickle.dumps(view))


class WatchingBot(RemoteBot):
    """A bot in another process that wants to see every move."""

    def watch(self, view: View) -> None:
        self.news.append(("watch", pickle.dumps(view)))
