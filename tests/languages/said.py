"""All sentences that the program can say, found in its source: what is given to `say`, as a text,
in a table, or through a name."""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import coup

SOURCE = Path(coup.__file__).parent


@cache
def said() -> dict[str, str]:
    """The sentences, each with a place where it is said."""
    found: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "import" in text and "say(" in text and "languages" not in path.parts:
            module = module_of(path)
            if hasattr(module, "say"):
                found |= dict.fromkeys(in_module(ast.parse(text), module), path.name)
    return found


def module_of(path: Path) -> ModuleType:
    return importlib.import_module(
        ".".join(["coup", *path.relative_to(SOURCE).with_suffix("").parts])
    )


def in_module(tree: ast.Module, module: ModuleType) -> Iterator[str]:
    for scope in ast.walk(tree):
        if isinstance(scope, ast.FunctionDef | ast.AsyncFunctionDef):
            for call in ast.walk(scope):
                if isinstance(call, ast.Call) and is_say(call):
                    yield from texts_in(call.args[0], scope, module)


def is_say(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == "say"


def texts_in(node: ast.expr, scope: ast.AST, module: ModuleType) -> Iterator[str]:
    """The texts that an expression can come to."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.IfExp():
            yield from texts_in(node.body, scope, module)
            yield from texts_in(node.orelse, scope, module)
        case ast.Subscript():
            yield from texts_in(node.value, scope, module)
        case ast.Call(func=ast.Name(function)):
            yield from returned_by(function, module)
        case ast.Name(name) if hasattr(module, name):
            yield from values_of(getattr(module, name))
        case ast.Name(name):
            yield from assigned_to(name, scope, module)
        case ast.Attribute():  # the name of a pace
            yield from importlib.import_module("coup.terminal.pace").PACES
        case _:
            raise AssertionError(f"{module.__name__}: what is said in {ast.unparse(node)}?")


def values_of(table: object) -> Iterator[str]:
    if isinstance(table, str):
        yield table
    else:
        assert isinstance(table, dict)
        yield from table.values()


def assigned_to(name: str, scope: ast.AST, module: ModuleType) -> Iterator[str]:
    for each in ast.walk(scope):
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == name:
            yield from texts_in(each.value, scope, module)


def returned_by(function: str, module: ModuleType) -> Iterator[str]:
    path = Path(str(module.__file__))
    for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(each, ast.FunctionDef) and each.name == function:
            for end in ast.walk(each):
                if isinstance(end, ast.Return) and end.value is not None:
                    yield from texts_in(end.value, each, module)
