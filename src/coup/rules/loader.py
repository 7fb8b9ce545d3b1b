"""Runs portable source, the kernel's first of all, once more for another target."""

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

HOUSE = Path(__file__).parent.parent
KERNEL = tuple(Path(__file__).with_name(f"{name}.py") for name in ("kernel", "playout", "perft"))
"""The modules of the rules that run on every target, each after those that it imports."""


def load(paths: Sequence[Path] = KERNEL, **target: Any) -> SimpleNamespace:
    """All names of some portable modules, made with the names of another target.

    The modules share one namespace, so what they import from each other is there already.
    """
    names: dict[str, Any] = {"__name__": __name__, **target}
    given = {module_name(path) for path in paths} | {"coup.rules.target"}
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        tree.body = [
            node
            for node in tree.body
            if not (isinstance(node, ast.ImportFrom) and node.module in given)
        ]
        for name in filter(names.__contains__, defined(tree)):
            raise NameError(f"{path.name}: {name} is defined in another module, too")
        exec(compile(tree, str(path), "exec"), names)  # noqa: S102 (our own source)
    return SimpleNamespace(**names)


def module_name(path: Path) -> str:
    """The module that a file of coup is."""
    return "coup." + ".".join(path.relative_to(HOUSE).with_suffix("").parts)


def defined(tree: ast.Module) -> Iterator[str]:
    """The functions and constants of a module."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (name.id for name in node.targets if isinstance(name, ast.Name))
