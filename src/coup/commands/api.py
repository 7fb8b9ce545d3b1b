"""Writes docs/api.md: what each room exports. `python -m coup.commands.api > docs/api.md`.

The sources are read, not run, so it needs nothing installed and takes no time.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent
ROOMS = (
    "coup",
    "coup.bots",
    "coup.hosting",
    "coup.records",
    "coup.arena",
    "coup.trial",
    "coup.research",
    "coup.advice",
    "coup.training",
    "coup.http",
    "coup.quantum",
)
"""The rooms for programs. The server, the terminal and the commands are programs themselves."""
HEAD = """# The library

Everything here can be imported as it stands: `from coup.arena import tournament`. Whatever is not
listed may change without notice. `import coup` is quick; what needs numpy, numba or PyTorch is
loaded when it is first used, and some of it needs an extra (`pip install '.[research]'`).
Errors that are yours, such as an illegal move or a bot that does not exist, are `coup.CoupError`,
which is a `ValueError`.

This page is written by `make api` from the docstrings; `help(...)` in Python tells more.
"""
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *map(section, ROOMS)])


def section(room: str) -> str:
    """What one room is for, and what it exports."""
    tree = parsed(home(room))
    rows = [f"| `{name}` | {what} |" for name, what in exported(room, tree)]
    table = "\n".join(["| export | what it is |", "| --- | --- |", *rows])
    return f"## {room}\n\n{fenced(ast.get_docstring(tree) or '')}\n\n{table}\n"


def home(module: str) -> Path:
    """The file of a module."""
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def fenced(text: str) -> str:
    """A docstring as Markdown. Its examples are run where they stand, as all doctests are."""
    parts = []
    for paragraph in text.split("\n\n"):
        if paragraph.startswith(">>>"):
            parts.append(f"```python\n{paragraph}\n\n```")
        else:
            parts.append(" ".join(paragraph.split()))
    return "\n\n".join(parts)


def exported(room: str, tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The exports of a room: how each is called, and what it is, in a sentence."""
    homes = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    for name in names_in(tree):
        module, there = homes.get(name, (room, name))
        yield described(name, there, parsed(home(module)))


def names_in(tree: ast.Module) -> list[str]:
    """The names in `__all__`."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def described(name: str, there: str, tree: ast.Module) -> tuple[str, str]:
    """An export that is called so in its room, and otherwise in its own module."""
    for node, following in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, Definition) and node.name == there:
            return name + signature(node), first_paragraph(ast.get_docstring(node) or "")
        if isinstance(node, ast.Assign | ast.AnnAssign) and there in assigned(node):
            return name, first_paragraph(text_of(following))
    raise LookupError(f"there is no {there} in its module")


def assigned(node: ast.Assign | ast.AnnAssign) -> list[str]:
    """The names that a statement gives a value."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [ast.unparse(target) for target in targets]


def text_of(node: ast.stmt | None) -> str:
    """The text that stands below a constant."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return ""


def signature(node: Definition) -> str:
    """How something is called, without types."""
    if not isinstance(node, ast.ClassDef):
        return f"({parameters(node.args)})"
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            method.args.args.pop(0)
            return f"({parameters(method.args)})"
    return ""


def parameters(arguments: ast.arguments) -> str:
    """The parameters of a function, with their defaults."""
    named = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    for each in (*named, arguments.vararg, arguments.kwarg):
        if each is not None:
            each.annotation = None
    return ast.unparse(arguments)


def first_paragraph(docstring: str) -> str:
    """The first paragraph of a docstring, as it can stand in a table."""
    paragraph = " ".join(docstring.partition("\n\n")[0].split())
    return paragraph.replace("|", "\\|")


if __name__ == "__main__":
    print(page(), end="")
