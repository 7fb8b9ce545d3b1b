"""The questions before the first round: valid answers, and how others are refused."""

import io
from dataclasses import fields
from pathlib import Path

import pytest

import coup
from coup.cli import main
from coup.languages import CODES, catalogue, refusal, speaking
from coup.terminal.house_rules import HOUSE_RULES, house_rules
from coup.terminal.plain import Lines
from coup.terminal.setup import ask_chairs, ask_ruleset
from coup.terminal.wording import rules_of

PLAYING = Path(__file__).parents[2] / "docs" / "playing.md"


def rules_asked(*typed: str, seats: int = 3) -> str:
    """The output when these answers are typed."""
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
    assert "There is no house rule 'coinz'; did you mean coins? `?` lists all house rules." in told
    assert "'xyzzy'; docs/playing.md lists them. `?` lists all house rules." in told
    assert "embezzle_empty" not in told


# Wrong answers.


BAD_NAMES = ("ann,ann", "Ann,ann", ",", "a,b,c,d,e,f,g", "x" * 61, "chance")
BAD_BOTS = ("99", "0", "6", "nobody", "counter:x=1", "trait:x=1", "easy:x", "trait:honesty=9")
BAD_STYLES = ("style:x", "style:aim=x", "style:tax=x", "style:held=x", "no.py:Mine", "no.py")
BAD_RULES = ("poker",)
BAD_HOUSE_RULES = (
    "frob=7",
    "coinz=3",
    "coins",
    "coins=x",
    "coins_stay=maybe",
    "name=x",
    "deck=x",
    "roles=king",
    "roles=duke",
    "roles=duke+duke",
    "steal=none",
    "steal=king",
    "copies=1",
    "coup_cost=12",
    "face_up=king",
    "face_up=duke+duke+duke+duke",
    "seat_coins=x",
    "seat_coins=1",
    "seat_coins=1+2",
    "seat_coins=1+2+3 first_coins=1",
    "seat_allegiances=x",
    "seat_allegiances=loyalist",
    "allegiances=yes seat_allegiances=loyalist",
    "embezzle=king",
    "block_steal=duke",
)


class Heard(Lines):
    """Keeps each refusal as one text."""

    def __init__(self, *typed: str) -> None:
        super().__init__(io.StringIO("\n".join((*typed, ""))), io.StringIO())
        self.told: list[str] = []

    def wrap(self, text: str, indent: int = 0) -> list[str]:
        self.told.append(text)
        return [text]


def refused() -> list[str]:
    """All refusals."""
    people = Heard(*BAD_NAMES, "ann", *BAD_BOTS, *BAD_STYLES, "1")
    ask_chairs(people, None, None, 6)
    rules = Heard(*BAD_RULES, "classic", *BAD_HOUSE_RULES, "")
    ask_ruleset(rules, "classic", 3)
    return [*people.told, *rules.told]


def is_translated(why: str) -> bool:
    """Whether a reason is known, with the capital letter that the dialogue gave it or without."""
    return any(refusal(each) != each for each in (why, why[:1].lower() + why[1:]))


def test_wrong_answers_are_refused_in_every_language() -> None:
    wrong = (*BAD_NAMES, *BAD_BOTS, *BAD_STYLES, *BAD_RULES, *BAD_HOUSE_RULES)
    english = dict(zip(wrong, refused(), strict=True))
    hint = "`?` lists all house rules."
    reasons = {text.removesuffix(hint).strip().removesuffix(".") for text in english.values()}
    assert len(reasons) > 30
    for code in CODES[1:]:
        with speaking(code):
            told = dict(zip(wrong, refused(), strict=True))
            assert [typed for typed in wrong if told[typed] == english[typed]] == []
            assert [why for why in reasons if not is_translated(why)] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players ann,ann", "Zwei heißen 'ann'."),
        ("--players ann --rule coinz=1", "Eine Hausregel 'coinz' gibt es nicht. Meinst du coins?"),
        ("--resume --seed 1", "--resume setzt ein Spiel fort, wie es war: Lass --seed weg."),
        ("--resume", "Es gibt kein gespeichertes Spiel; "),
        ("--resume 7", "Es gibt kein gespeichertes Spiel; "),
    ],
)
def test_the_command_line_is_refused_in_the_language_of_the_table(
    home: Path, arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking("en"):  # the language is back after the command
        assert main(["play", "--lang", "de", *arguments.split()]) == 2
    assert capsys.readouterr().err.startswith(f"coup: {sentence}")


def test_damaged_evenings_are_reported_in_the_language_of_the_table(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = home / "saved"
    saved.mkdir(parents=True)
    for number, text in enumerate(("hello", '{"evening": 1, "ch', '{"evening": 1, "chairs": {}}')):
        (saved / f"{number}.json").write_text(text)
    with speaking("en"):
        assert main(["play", "--lang", "de", "--resume"]) == 2
    *passed, last = capsys.readouterr().err.splitlines()
    assert len(passed) == 3
    assert all(line.endswith(" Fortgesetzt wird der davor.") for line in passed)
    assert not [line for line in (*passed, last) if "evening" in line.partition(".json: ")[2]]


def test_the_rules_of_an_evening_are_named_in_every_language() -> None:
    rules = coup.ruleset("classic", coins=3)
    assert rules_of(rules) == "classic with coins=3"
    with speaking("de"):
        assert rules_of(rules) == "classic mit coins=3"
        assert rules_of(coup.ruleset("classic")) == "classic"
