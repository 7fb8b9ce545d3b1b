"""Runs portable source, the kernel's first of all, once more for another target.

A module is portable if it takes `jit` from `coup.rules.target`. What it imports from other portable
modules comes from the same target; all else it imports as usual.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HOUSE = Path(__file__).parent.parent
TARGET = "coup.rules.target"


class Target:
    """Portable modules made with the names of another target, each in a namespace of its own."""

    def __init__(self, **names: Any) -> None:
        self._loaded: dict[str, dict[str, Any]] = {TARGET: names}

    def load(self, module: str) -> SimpleNamespace:
        """The names of a portable module; it is made once, however often it is asked for."""
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
    """The files that decide what some portable modules do: their own, those of the modules that
    they import from, and so on."""
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
    """Whether this is a module of coup that is a file."""
    return module.startswith("coup.") and file_of(module).is_file()


def is_portable(module: str) -> bool:
    """Whether a module can be made for another target, or is where the target's names come from."""
    return module == TARGET or (is_ours(module) and TARGET in imported(module))
