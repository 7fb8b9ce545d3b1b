"""Executes portable source, such as the kernel's, again for another target.

A module is portable if it takes `jit` from `coup.rules.target`. What it imports from other portable
modules comes from the same target; everything else it imports as usual.

What numba compiles is cached on disk (the extra `fast`). Its own cache does not notice edits in
imported files, so the folder is named after a digest of the sources.
"""

import ast
import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HOUSE = Path(__file__).parent.parent
TARGET = "coup.rules.target"


class Target:
    """Portable modules executed with another target's names, each in a separate namespace."""

    def __init__(self, **names: Any) -> None:
        self._loaded: dict[str, dict[str, Any]] = {TARGET: names}

    def load(self, module: str) -> SimpleNamespace:
        """The names of a portable module, which is executed only once."""
        return SimpleNamespace(**self._names_of(module))

    def _names_of(self, module: str) -> dict[str, Any]:
        if module not in self._loaded:
            self._loaded[module] = self._run(module)
        return self._loaded[module]

    def _run(self, module: str) -> dict[str, Any]:
        names: dict[str, Any] = {"__name__": __name__}
        others: list[ast.stmt] = []
        for node in tree_of(module).body:
            if isinstance(node, ast.ImportFrom) and is_portable(str(node.module)):
                given = self._names_of(str(node.module))
                names |= {alias.asname or alias.name: given[alias.name] for alias in node.names}
            else:
                others.append(node)
        code = compile(ast.Module(others, []), str(file_of(module)), "exec")
        exec(code, names)  # noqa: S102 (our own source)
        return names


def sources(*modules: str) -> list[Path]:
    """The files that portable modules depend on: their own, those of the modules that they import
    from, and so on."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imported(module)
    return sorted(map(file_of, found))


def file_of(module: str) -> Path:
    """The file of a module of coup."""
    return HOUSE.parent.joinpath(*module.split(".")).with_suffix(".py")


@cache
def tree_of(module: str) -> ast.Module:
    """The source of a module of coup."""
    path = file_of(module)
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(module: str) -> Iterator[str]:
    """The modules of coup from which a module imports."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ImportFrom) and is_ours(str(node.module)):
            yield str(node.module)


def is_ours(module: str) -> bool:
    """Whether this is a module of coup, and not a package."""
    return module.startswith("coup.") and file_of(module).is_file()


def is_portable(module: str) -> bool:
    """Whether a module can be executed for another target, or is the source of a target's names."""
    return module == TARGET or (is_ours(module) and TARGET in imported(module))


def cache_folder(*files: Path) -> Path | None:
    """The folder for code compiled from these files, one for each version of them.

    None if no such folder can be written.
    """
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = home / "coup-game" / digest.hexdigest()[:16]
        if not home.is_absolute():
            return None
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # not allowed to write; no home at all
        return None
    return folder if os.access(folder, os.W_OK) else None


def settings() -> list[Any]:
    """The settings in which numba, and its CUDA target if loaded, look up the cache folder."""
    from numba.core import config  # imported here, since JAX does not need it

    found: list[Any] = [config]
    cuda = sys.modules.get("numba.cuda.core.config")
    return found if cuda in (None, config) else [*found, cuda]


@contextmanager
def cached_in(folder: Path | None) -> Iterator[None]:
    """What numba compiles inside is cached in this folder, or not at all if there is none."""
    before = [(each, each.CACHE_DIR) for each in settings()]
    for each, _ in before:
        each.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield
    finally:
        for each, kept in before:
            each.CACHE_DIR = kept
