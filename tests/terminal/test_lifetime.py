"""Totals of all rounds on this computer: `coup stats --mine`."""

import json
from pathlib import Path

import pytest

from coup.cli import main
from coup.hosting.evening import Evening
from coup.languages import speaking
from coup.terminal.saves import Save, last_people
from tests.terminal.bots import FILE
from tests.terminal.evenings import an_evening


def finished(moves: list[str], bots: dict[str, str]) -> Evening:
    """A finished round whose record is kept."""
    hands = {"Zoë Müller": "duke captain", "ada": "contessa contessa"}
    evening = an_evening(hands, bots, coins=7)
    for move in moves:
        evening.answer(move)
    while evening.asked:
        evening.answer(evening.game.legal_moves[-1])
    Save().keep_round(evening)
    return evening


def test_without_rounds_there_is_no_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--mine"]) == 0
    assert capsys.readouterr().out.startswith("No round was finished at this computer yet")
    assert last_people() == []


def test_it_is_printed_in_the_chosen_language(capsys: pytest.CaptureFixture[str]) -> None:
    with speaking("en"):  # the language is back after the command
        assert main(["stats", "--mine", "--lang", "de"]) == 0
        assert capsys.readouterr().out.startswith("An diesem Computer wurde noch keine Runde beend")
        finished(["tax", "pass", "tax", "challenge", "reveal contessa"], {"ada": "hard"})
        assert main(["stats", "--mine", "--lang", "de"]) == 0
    told = capsys.readouterr().out
    assert "behauptet  geblufft  ertappt  gezweifelt  zu Recht" in told
    assert "Zoë Müller gegen hard: " in told


def test_bluffs_challenges_and_wins_are_counted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = finished(
        ["tax", "pass", "tax", "challenge", "reveal contessa", "coup ada"], {"ada": "hard"}
    )
    assert first.game.winner == "Zoë Müller"
    assert main(["stats", "--mine"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0].split() == (
        ["rounds", "won", "claims", "bluffs", "caught", "challenges", "right"]
    )
    assert "Zoë Müller  1       1 (100 %)  1       0       0       1           1" in shown
    assert "Zoë Müller won 1 of 1 round against hard." in shown
    assert "ada" not in shown
    assert last_people() == ["Zoë Müller"]
    (home / "rounds" / "zzz.jsonl").write_text('{"coup": 1, "rul')
    assert main(["stats", "--mine", "--json"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["Zoë Müller"]["right"] == 1
    assert "zzz.jsonl: line 1: the record breaks off after 16 characters; not counted" in said.err


def test_a_caught_bluff_counts_as_bluff_and_as_caught(capsys: pytest.CaptureFixture[str]) -> None:
    finished(["exchange", "challenge", "reveal captain"], {"ada": f"{FILE}:First"})
    assert main(["stats", "--mine", "--json"]) == 0
    life = json.loads(capsys.readouterr().out)["Zoë Müller"]
    assert life["bluffs"] >= life["caught"] >= 1
    assert life["against"] == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "coup: name a game file or a folder, or add --mine to count your own rounds"),
        (["--mine", "x.coup"], "coup: --mine counts the rounds of `coup play`; leave out"),
    ],
)
def test_rounds_that_cannot_be_counted_get_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", *arguments]) == 2
    assert capsys.readouterr().err.startswith(sentence)
