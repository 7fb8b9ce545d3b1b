"""Before the first round: what may be answered, and what is said against other answers."""

import io
from dataclasses import fields
from pathlib import Path

import pytest

import coup
from coup.languages import CODES, catalogue, speaking
from coup.terminal.house_rules import HOUSE_RULES, house_rules
from coup.terminal.plain import Lines
from coup.terminal.setup import ask_ruleset

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


def rules_asked(*typed: str, seats: int = 3) -> str:
    """What is said when these answers are typed."""
    sink = io.StringIO()
    ask_ruleset(Lines(io.StringIO("\n".join((*typed, ""))), sink), "classic", seats)
    return sink.getvalue()


def test_every_house_rule_has_a_sentence() -> None:
    assert list(HOUSE_RULES) == [field.name for field in fields(coup.Ruleset)][1:]


def test_the_docs_list_every_house_rule() -> None:
    rows = [f"| `{rule}` | {meaning} |\n" for rule, meaning in house_rules(coup.ruleset("classic"))]
    assert "".join(rows) in PLAYING.read_text(encoding="utf-8")


@pytest.mark.parametrize("code", CODES)
def test_a_question_mark_lists_the_house_rules_in_every_language(code: str) -> None:
    with speaking(code):
        told = rules_asked("coup2022", "?", "coins=3").replace("\n", "")
    for name, english in HOUSE_RULES.items():
        assert f"{name}=" in told
        meaning = catalogue(code).sentences.get(english, english)
        assert meaning.replace(" ", "") in told.replace(" ", "")
    assert "deck=top" in told


def test_an_unknown_house_rule_is_answered_with_the_nearest_one() -> None:
    told = rules_asked("", "coinz=3", "xyzzy=1", "")
    assert "there is no house rule 'coinz'; did you mean coins? `?` lists all house rules." in told
    assert "'xyzzy'; docs/playing.md lists them. `?` lists all house rules." in told
    assert "embezzle_empty" not in told
