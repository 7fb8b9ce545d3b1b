"""Runs the kernel's source once more, for another target."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import Any

PORTABLE = ("kernel", "playout", "perft")
"""The modules that run on every target, each after those that it imports."""


def load(**target: Any) -> SimpleNamespace:
    """All names of the portable modules, made with the names of another target.

    The modules share one namespace, so what they import from each other is there already.
    """
    names: dict[str, Any] = {"__name__": __name__, **target}
    given = {f"coup.rules.{name}" for name in (*PORTABLE, "target")}
    for path in (Path(__file__).with_name(f"{name}.py") for name in PORTABLE):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        tree.body = [
            node
            for node in tree.body
            if not (isinstance(node, ast.ImportFrom) and node.module in given)
        ]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name in names:
                raise NameError(f"{path.name}: {node.name} is defined in another module, too")
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 (our own source)
    return SimpleNamespace(**names)
