"""Runs the kernel's source once more, for another target."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

PORTABLE = ("kernel", "playout", "perft")
"""The modules that run on every target, each after those that it imports."""


def sources() -> list[Path]:
    """The files of the portable modules."""
    return [Path(__file__).with_name(f"{name}.py") for name in PORTABLE]


def load(**target: Any) -> SimpleNamespace:
    """All names of the portable modules, made with the names of another target.

    The modules share one namespace, so what they import from each other is there already.
    """
    names: dict[str, Any] = {"__name__": __name__, **target}
    given = {f"coup.rules.{name}" for name in (*PORTABLE, "target")}
    for path in sources():
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        tree.body = [
            node
            for node in tree.body
            if not (isinstance(node, ast.ImportFrom) and node.module in given)
        ]
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 (our own source)
    return SimpleNamespace(**names)
