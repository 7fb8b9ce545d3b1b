"""The command `coup`: its parser, and its exit codes."""

import argparse
import atexit
import errno
import io
import os
import re
import sys
import tempfile
import threading
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from coup import __version__
from coup.called import as_typed
from coup.commands.advise import add_advise
from coup.commands.arena import add_arena, add_http, add_notes, add_simulate
from coup.commands.blend import add_blend
from coup.commands.bot import add_bot
from coup.commands.dataset import add_dataset
from coup.commands.endgame import add_endgame
from coup.commands.exploit import add_exploit
from coup.commands.explore import add_explore
from coup.commands.files import add_files
from coup.commands.play import add_play, add_replay
from coup.commands.quantum import add_quantum
from coup.commands.serve import add_serve
from coup.commands.strength import add_strength
from coup.commands.tables import add_tables
from coup.commands.train import add_train
from coup.commands.trial import add_try
from coup.commands.verify import add_verify
from coup.commands.watch import add_watch
from coup.languages import refusal
from coup.rules.errors import CoupError, hint

CANNOT_WRITE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}
"""Errors without a file name that mean that our output cannot be written."""
FAULT = 70  # the exit code of sysexits.h for a fault of the program's own


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence, with what may be meant instead."""

    mixing = False  # whether options are taken out first, and then the words around them

    def error(self, message: str) -> NoReturn:
        raise CoupError(readable(message, self.see))

    @property
    def see(self) -> str:
        """Where to read more."""
        return f"see {as_typed(*self.prog.split()[1:], '--help')}"

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Each command says itself what it does not know; otherwise `coup` would."""
        found, unknown = super().parse_known_args(args, namespace)
        if self.mixing:
            return found, unknown
        if unknown and self._subparsers is None and "--" not in (args or ()):
            found, unknown = self.parse_mixed(args)
        if unknown:
            raise CoupError(self.unknown(unknown[0]))
        return found, unknown

    def parse_mixed(self, args: Sequence[str] | None) -> tuple[argparse.Namespace, list[str]]:
        """Parse again, with options between the words of a list."""
        self.mixing = True
        try:
            return self.parse_known_intermixed_args(args)
        finally:
            self.mixing = False

    def unknown(self, word: str) -> str:
        """What is said of a word that is no option, and that nothing takes."""
        if not word.startswith("-"):
            return f"{word!r:.60} is not expected here; {self.see}"
        shown = [each for each in self._actions if each.help != argparse.SUPPRESS]
        options = [name for each in shown for name in each.option_strings]
        return f"there is no option {word:.60}; {hint(word, options, self.see)}"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        names = map(str, action.choices)
        if isinstance(action, argparse._SubParsersAction):
            raise CoupError(f"there is no command {value!r:.60}; {hint(value, names, self.see)}")
        raise argparse.ArgumentError(action, f"there is no {value!r:.60}; {hint(value, names)}")


def readable(message: str, see: str) -> str:
    """An error message of argparse in plain words.

    see: where to read more, for those who typed too little.

    >>> readable("argument -n/--games: must be at least 1, not 0", "see coup arena --help")
    '--games: must be at least 1, not 0'
    >>> readable("argument --table: ignored explicit argument '3'", "see coup arena --help")
    '--table: takes no value'
    >>> readable("the following arguments are required: DIR, FILE", "see coup x --help")
    'DIR and FILE are missing; see coup x --help'
    """
    message = re.sub(r"^argument (?:-\w/)?(\S+): ", r"\1: ", message)
    message = re.sub(r"not allowed with argument (?:-\w/)?", "not together with ", message)
    message = re.sub(r"ignored explicit argument .*", "takes no value", message)
    if re.search(r": expected (one|at least one|\d+) arguments?$", message):
        return f"{message.partition(': ')[0]}: a value is missing; {see}"
    required = "the following arguments are required: "
    if not message.startswith(required):
        return message
    names = message.removeprefix(required).split(", ")
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} missing; {see}"


def parser() -> argparse.ArgumentParser:
    """The parser of the command, with all subcommands."""
    top = Parser(prog="coup", description="The card game Coup: play it, watch it, study it.")
    top.add_argument("--version", action="version", version=f"coup {__version__}")
    top.set_defaults(run=lambda options: top.print_help())
    commands = top.add_subparsers(metavar="COMMAND")
    add_play(commands)
    add_replay(commands)
    add_advise(commands)
    add_watch(commands)
    add_simulate(commands)
    add_arena(commands)
    add_try(commands)
    add_notes(commands)
    add_http(commands)
    add_bot(commands)
    add_files(commands)
    add_quantum(commands)
    add_endgame(commands)
    add_dataset(commands)
    add_explore(commands)
    add_strength(commands)
    add_train(commands)
    add_blend(commands)
    add_exploit(commands)
    add_serve(commands)
    add_tables(commands)
    add_verify(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand. The exit code is the subcommand's, or 2 for bad input, 1 for a full disk,
    70 for a fault of ours, 130 after Ctrl-C."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # unknown letters do not crash
    # Networks of this size are many times slower on several shared cores. numpy
    # looks at this when it is first imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        options = parser().parse_args(arguments)
        code = options.run(options) or 0
        sys.stdout.flush()
    except CoupError as error:
        print(f"coup: {refusal(str(error))}", file=sys.stderr)
        return 2
    except KeyboardInterrupt as stop:
        if sys.stderr.isatty():
            print(file=sys.stderr)  # behind the ^C
        print(*stop.args, sep="\n", end="\n" * bool(stop.args), file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if isinstance(error, OSError) and (error.filename or error.errno in CANNOT_WRITE):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            where = f"cannot use {error.filename}" if error.filename else "cannot write"
            print(f"coup: {where}: {error.strerror or error}", file=sys.stderr)
            return 1 if error.errno in CANNOT_WRITE else 2
        print(f"coup: {fault_told(error)}", file=sys.stderr)
        return FAULT
    return int(code)


def run() -> int:
    """The command as a program. It ends with its work, even if a player has left a thread behind,
    which Python would wait for."""
    code = main()
    main_thread = threading.main_thread()
    if any(not each.daemon for each in threading.enumerate() if each is not main_thread):
        with suppress(OSError):
            sys.stdout.flush()  # after Ctrl-C, `main` has not
        atexit._run_exitfuncs()
        os._exit(code)
    return code


def fault_told(error: Exception) -> str:
    """A sentence that reports a fault of ours and the file with its traceback."""
    what = f"a fault of coup itself, not of yours ({type(error).__name__})"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="coup-fault-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write("".join(traceback.format_exception(error)))
    except OSError:
        traceback.print_exception(error)
        return f"{what}: please report it"
    return f"{what}: please report it with {file.name}"
