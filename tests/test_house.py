"""The house: which room may import which, what an import costs."""

import ast
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "coup"
FLOORS = (
    ("rules",),
    ("progress", "words"),
    ("quantum",),
    ("moves", "picture"),
    ("names",),
    ("events", "explain", "seating"),
    ("hindsight", "view"),
    ("claims", "game"),
    ("choices",),
    ("__init__",),
    ("records",),
    ("vectors",),
    ("players",),
    ("advice",),
    ("research",),
    ("training",),
    ("arena",),
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


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_import_coup_imports_neither_numba_nor_numpy() -> None:
    loaded = run("import sys, coup; print(*(name.partition('.')[0] for name in sys.modules))")
    assert not {"numba", "numpy"} & set(loaded.split())


def test_import_coup_takes_under_150_ms() -> None:
    code = "import time; t = time.process_time(); import coup; print(time.process_time() - t)"
    assert statistics.median(float(run(code)) for _ in range(5)) < 0.15


def test_coup_help_answers_in_under_300_ms() -> None:
    def seconds() -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-m", "coup", "--help"], capture_output=True, check=True)
        return time.perf_counter() - begin

    assert min(seconds() for _ in range(5)) < 0.3  # the fastest: others may use this machine too
