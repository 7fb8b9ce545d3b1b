"""Whole games, compared with how they were."""

import pytest

import coup
from tests.playthroughs import PICTURE, path, playthrough, readme_picture


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_the_game_goes_as_it_is_written(ruleset: str) -> None:
    assert playthrough(ruleset) == path(ruleset).read_text(encoding="utf-8"), (
        "if this change is meant, run `make playthroughs` and look at the difference"
    )


def test_the_readme_shows_what_the_code_draws() -> None:
    assert readme_picture() == PICTURE.read_text(encoding="utf-8")
