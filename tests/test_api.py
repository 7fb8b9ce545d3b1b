"""What the rooms export, and the page that lists it."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from coup.commands.api import ROOMS, exported, home, page, parsed
from tests.test_house import HEAVY

PAGE = Path(__file__).parent.parent / "docs" / "api.md"


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make api`"


COMPILED = ("coup.arena", "coup.research", "coup.training")
"""Rooms some of whose exports need compiled code, or PyTorch."""


@pytest.mark.parametrize(
    "room",
    [pytest.param(room, marks=[pytest.mark.slow] * (room in COMPILED)) for room in ROOMS],
)
def test_all_that_a_room_exports_is_there_and_described(room: str) -> None:
    module = importlib.import_module(room)
    assert list(module.__all__) == [
        call.partition("(")[0] for call, _ in exported(room, parsed(home(room)))
    ]
    for name in module.__all__:
        assert getattr(module, name) is not None
    for call, what in exported(room, parsed(home(room))):
        assert what, f"{room}.{call} has no docstring"
    with pytest.raises(AttributeError, match="nonsuch"):
        getattr(module, "nonsuch")  # noqa: B009


def test_rooms_are_light_until_they_are_used() -> None:
    code = f"import sys, {', '.join(ROOMS)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & {name.partition(".")[0] for name in done.stdout.split()}
