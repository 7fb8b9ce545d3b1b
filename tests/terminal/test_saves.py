"""Saved evenings: their list, damaged ones, and the message on leaving."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import coup
from coup import called
from coup.cli import main
from coup.hosting.evening import Evening
from coup.terminal.saves import Save, kept_evenings, resume
from tests.terminal.evenings import an_evening


def left(names: str, age: int) -> Path:
    """An evening that these people left some seconds ago."""
    evening = an_evening(dict.fromkeys(names.split(), ""))
    save = Save()
    save.keep(evening)
    moment = save.path.stat().st_mtime - age
    os.utime(save.path, (moment, moment))
    return save.path


def test_the_last_evening_is_resumed_or_the_one_with_a_number() -> None:
    left("ann bob", 60)
    left("cleo dora", 0)
    for which, first in (("", "cleo"), ("1", "cleo"), ("2", "ann")):
        evening, save = resume(which)
        save.unlock()
        assert first in evening.people
    with pytest.raises(ValueError, match=r"there is no saved game 3; .* --saved lists"):
        resume("3")


def test_a_damaged_latest_evening_does_not_hide_older_ones(
    capsys: pytest.CaptureFixture[str],
) -> None:
    left("ann bob", 60)
    newest = left("cleo dora", 0)
    newest.write_text(newest.read_text()[:300])
    said: list[str] = []
    evening, save = resume(report=said.append)
    save.unlock()
    assert evening.people == ["ann", "bob"]
    broken = "the saved evening breaks off after 300 characters"
    assert said == [f"{newest}: {broken}; the one before it is resumed"]
    assert main(["play", "--saved"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in shown[:2]] == [" 1", " 2"]
    assert "damaged" in shown[0]
    assert "ann, bob" in shown[2]


def test_the_list_has_date_people_and_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--saved"]) == 0
    assert capsys.readouterr().out == "There is no saved game.\n"
    rules = coup.ruleset("classic", cards=1, coins=7)
    evening = Evening({"ann": "person", "Zoë Müller": "person", "ada": "hard"}, rules, seed=2)
    while evening.asked:
        evening.answer(evening.game.legal_moves[-1])
    winner = evening.game.winner
    evening.next_round()
    Save().keep(evening)
    assert main(["play", "--saved"]) == 0
    shown = capsys.readouterr().out
    when = f"{kept_evenings()[0].left:%Y-%m-%d %H:%M}"
    assert shown.splitlines()[:3] == [
        f" 1  {when}  classic with cards=1, coins=7",
        "    ann, Zoë Müller, ada (hard bot)",
        f"    rounds won: {winner} 1",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "this is not a saved evening of Coup"),
        ('{"evening": 1, "chairs": {"a', "the saved evening breaks off after 28 characters"),
        ('{"evening": 1, oops}', "the saved evening is damaged at character 16: "),
    ],
)
def test_a_damaged_one_says_where_it_breaks(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.json"
    file.write_text(text)
    with pytest.raises(ValueError, match=sentence):
        resume(file)


def test_the_command_in_the_goodbye_works_in_any_folder() -> None:
    command = shlex.split(called.as_typed("--version"))
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=True)
    assert done.stdout.startswith("coup ")


def test_the_program_is_called_by_name_only_if_a_shell_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Path(sys.executable).parent / "coup"
    monkeypatch.setattr(shutil, "which", lambda name: str(script))
    assert called.as_typed("play", "--resume") == "coup play --resume"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert called.as_typed("play", "--resume") == f"{script} play --resume"


def test_under_make_the_command_is_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(called.MAKE, "make -C /some/where")
    assert called.resume_command() == "make -C /some/where resume"
