"""Copies of the folders that players' files lie in, for players to work in: they find what they
were handed in with, and nobody else writes there.
"""

import ast
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path

Contents = dict[str, tuple[int, int, int]]
"""By path: the number, the date and the size of each file."""
MOST_FILES = 500
MOST_BYTES = 16 << 20
"""What is copied into a home; what is too much for that is linked."""
LEFT_OUT = {"__pycache__", "node_modules", "venv"}
FILE_WORDS = {"open", "exec", "eval", "compile", "__import__", "__builtins__"}
"""Names without which plain Python reaches no file, unless it imports more than what follows."""
PLAIN = """__future__ abc bisect collections copy dataclasses datetime decimal enum fractions
functools heapq itertools json math numbers operator random re statistics string sys textwrap time
types typing"""
HARMLESS = frozenset(PLAIN.split())


def uses_files(path: Path) -> bool:
    """Whether a file of Python may read or write other files, by what it names and imports."""
    return any(may_use_files(each) for each in with_helpers(path))


def with_helpers(path: Path) -> Iterator[Path]:
    """A file, and those beside it that it imports."""
    todo, seen = [path], {path}
    while todo:
        yield (file := todo.pop())
        beside = {file.with_name(f"{name}.py") for name in imported(file)} - seen
        todo += [each for each in beside if each.is_file()]
        seen |= beside


@lru_cache(maxsize=1024)
def may_use_files(path: Path) -> bool:
    """Whether one file may, apart from its helpers."""
    named = {node.id for node in ast.walk(parsed(path)) if isinstance(node, ast.Name)}
    strange = {
        name for name in imported(path) - HARMLESS if not path.with_name(f"{name}.py").is_file()
    }
    return bool(named & FILE_WORDS or strange)


@lru_cache(maxsize=1024)
def imported(path: Path) -> frozenset[str]:
    """The modules that a file imports; one relative to it counts as itself."""
    names = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or ".").partition(".")[0])
    return frozenset(names)


@lru_cache(maxsize=64)
def parsed(path: Path) -> ast.AST:
    """What a file says; one that cannot be read says nothing, and fails when it is loaded."""
    try:
        return ast.parse(path.read_bytes())
    except (OSError, ValueError, SyntaxError, RecursionError):
        return ast.Module([], [])


def furnish(home: Path, path: Path) -> None:
    """Copy what lies beside a player's file to its home, if that can matter to it."""
    if uses_files(path):
        Mover(home).copy(path.parent, home)


@contextmanager
def furnished(path: Path) -> Iterator[Path]:
    """A furnished home for a short visit."""
    with tempfile.TemporaryDirectory(prefix="coup-", ignore_cleanup_errors=True) as home:
        furnish(Path(home), path)
        yield Path(home)


@contextmanager
def visiting(path: Path) -> Iterator[None]:
    """What is inside this happens in a home for a player's file, if that can matter to it."""
    if not uses_files(path):
        yield
        return
    before = os.getcwd()
    with furnished(path) as home:
        os.chdir(home)
        try:
            yield
        finally:
            os.chdir(before)


class Mover:
    """Copies files to a home as long as there is room, and links to the others."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.files, self.bytes = MOST_FILES, MOST_BYTES

    def copy(self, source: Path, goal: Path) -> None:
        """Copy what is in a folder: small files first, folders last."""
        with suppress(OSError):  # what cannot be read is left behind
            for each in sorted(source.iterdir(), key=by_size):
                hidden = each.name.startswith(".") or each.name in LEFT_OUT
                if not hidden and not self.home.is_relative_to(each):
                    with suppress(OSError):
                        self.copy_one(each, goal / each.name)

    def copy_one(self, source: Path, goal: Path) -> None:
        """Copy a file or a folder."""
        if source.is_dir() and not source.is_symlink() and self.files > 0:
            goal.mkdir()
            self.copy(source, goal)
        elif source.is_file() and self.takes(source.stat().st_size):
            shutil.copyfile(source, goal)
            date = source.stat().st_mtime_ns  # so that any later change has another
            os.utime(goal, ns=(date, date))
        else:
            goal.symlink_to(source)

    def takes(self, size: int) -> bool:
        """Whether there is room for one more file."""
        fits = self.files > 0 and size <= self.bytes
        if fits:
            self.files, self.bytes = self.files - 1, self.bytes - size
        return fits


def by_size(path: Path) -> tuple[bool, int, str]:
    """Sorts folders behind files, and large files behind small ones."""
    is_folder = path.is_dir()
    return is_folder, 0 if is_folder else path.lstat().st_size, path.name


def contents(folder: Path) -> Contents:
    """What is in a folder, so that any change shows."""
    found = {}
    for within, folders, files in os.walk(folder):
        for name in (*folders, *files):
            path = os.path.join(within, name)
            with suppress(FileNotFoundError):  # somebody has just removed it
                about = os.lstat(path)
                date = 0 if stat.S_ISDIR(about.st_mode) else about.st_mtime_ns
                found[path] = about.st_ino, date, about.st_size
    return found


def empty(folder: Path) -> None:
    """Remove everything in a folder."""
    for each in folder.iterdir():
        if each.is_dir() and not each.is_symlink():
            shutil.rmtree(each, ignore_errors=True)
        else:
            each.unlink(missing_ok=True)
