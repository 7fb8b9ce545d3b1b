"""The house: which room may import which, what an import costs."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "coup"
FLOORS = (
    ("rules",),
    ("called", "languages", "lazy", "progress", "words"),
    ("quantum",),
    ("moves", "picture", "summary"),
    ("events", "explain", "seating"),
    ("hindsight", "view"),
    ("game",),
    ("choices", "situation"),
    ("__init__",),
    ("vectors",),
    ("bots",),
    ("records",),
    ("hosting",),
    ("http",),
    ("advice",),
    ("research",),
    ("training",),
    ("arena",),
    ("trial",),
    ("server",),
    ("terminal",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
"""From the ground up. A room, or a module of the middle floors, imports from those below it."""


def floor(room: str) -> int:
    return next(number for number, rooms in enumerate(FLOORS) if room in rooms)


def imports(path: Path) -> set[str]:
    """The rooms of coup that a file imports."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "coup":
            names = [f"coup.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        for name in names:
            house, _, room = name.partition(".")
            if house == "coup":
                room = room.partition(".")[0]
                known = {each for rooms in FLOORS for each in rooms}
                rooms.add(room if room in known else "__init__")
    return rooms


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    own = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for room in imports(path):
        assert room == own or floor(room) < floor(own), f"{own} imports {room}, not below it"
        if own == "rules":
            assert room == "rules", "the rules import nothing of the rest of coup"


APART = ("commands", "quantum", "server/migrations", "server/rest")
"""Rooms whose modules are named after commands, another game, revisions and resources."""


def has_names_of_its_own(path: Path) -> bool:
    where = path.relative_to(SOURCE).as_posix()
    return path.stem == "__init__" or any(where.startswith(f"{room}/") for room in APART)


def recurring(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def test_the_name_of_a_module_means_one_thing() -> None:
    assert recurring(path.stem for path in FILES if not has_names_of_its_own(path)) == []


def test_the_name_of_a_class_means_one_thing() -> None:
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in FILES
        if path.relative_to(SOURCE).parts[0] != "quantum"
    ]
    classes = (node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef))
    assert recurring(classes) == []


SMALL = 60
"""Lines below which a module is usually part of another one."""
MOST_SMALL = 17
"""What is small for a reason: rooms below need it, or it needs a library that others do without."""


def stands_alone(path: Path) -> bool:
    """Whether a module is a file of its own, however small: a room, a command, a revision."""
    parts = path.relative_to(SOURCE).parts
    return path.stem in ("__init__", "__main__") or bool({"commands", "migrations"} & {*parts})


def test_the_house_does_not_crumble() -> None:
    small = [
        str(path.relative_to(SOURCE))
        for path in FILES
        if not stands_alone(path) and path.read_text(encoding="utf-8").count("\n") < SMALL
    ]
    assert len(small) <= MOST_SMALL, f"merge some of these into their neighbours: {small}"


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


HEAVY = {
    "fastapi",
    "matplotlib",
    "numba",
    "numpy",
    "ray",
    "sqlalchemy",
    "textual",
    "torch",
    "uvicorn",
}
"""What takes long to import, and what most commands do without."""


@pytest.mark.parametrize("code", ["import coup", "from coup.cli import main; main(['advise'])"])
def test_what_everybody_waits_for_imports_nothing_heavy(code: str) -> None:
    loaded = run(
        "import contextlib, os, sys\n"
        "with contextlib.suppress(SystemExit), contextlib.redirect_stderr(open(os.devnull, 'w')):\n"
        f"    {code}\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    assert "coup" in loaded.split()
    assert not HEAVY & set(loaded.split())
