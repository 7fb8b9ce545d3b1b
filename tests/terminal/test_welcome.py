"""The first screen."""

from pathlib import Path

import pytest

from coup.terminal.plain import Lines
from coup.terminal.saves import Save
from coup.terminal.welcome import somebody, welcome
from tests.terminal.evenings import an_evening
from tests.terminal.test_plain import Typist, typing
from tests.terminal.test_terminal import terminal


def seen(*typed: str) -> tuple[str, str]:
    """The choice, and what was on the screen."""
    typist = Typist(typing(*typed))
    return welcome(Lines(typist, typist.screen)), typist.screen.getvalue()


def test_enter_is_a_quick_game() -> None:
    chosen, screen = seen("")
    assert chosen == ""
    assert f"Enter  a quick game: {somebody()} against three bots (medium)" in screen
    assert "take up" not in screen


def test_a_saved_evening_is_offered() -> None:
    Save().keep(an_evening({"ann": "", "Zoë Müller": ""}))
    chosen, screen = seen("r")
    assert chosen == "r"
    assert "resume the evening of ann and Zoë Müller, saved 2" in screen


def test_the_rules_can_be_read_and_nonsense_is_answered() -> None:
    chosen, screen = seen("x", "r", "?", "n")
    assert chosen == "n"
    assert screen.count("Press Enter for a quick game, or type one of the letters.") == 2
    assert "Be the last one with a face-down card." in screen
    with pytest.raises(KeyboardInterrupt):
        seen("q")
    with pytest.raises(ValueError, match="the input ended before the game began"):
        seen()


def test_one_key_begins_a_game_in_a_real_terminal(home: Path) -> None:
    with terminal("play --fast") as shown:
        shown.look("a quick game")
        shown.type("\n")
        shown.look("your cards")
        assert len(list((home / "saved").glob("*.json"))) == 1
