"""`coup check`, `coup show` and `coup stats`."""

import io
import json
import sys
from pathlib import Path

import pytest

from coup.cli import main

VALID = "players: [ann, bob]\nann tax\nbob challenge\nbob discard duke\nwinner: none\n"
INVALID = "players: [ann, bob]\nann tax\nbob coup ann\n"
FOUR_DUKES = """\
players: [a, b, c]
a exchange
b challenge
a discard duke
b exchange
c challenge
b discard duke
c exchange
a challenge
c discard duke
a exchange
b challenge
b discard duke
winner: none
"""

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the commands in a folder with a valid, an invalid and an impossible file."""
    monkeypatch.chdir(tmp_path)
    Path("good.coup").write_text(VALID)
    Path("bad.coup").write_text(INVALID)
    Path("dukes.coup").write_text(FOUR_DUKES)


def test_check_says_valid_with_exit_code_0(capsys: Said) -> None:
    assert main(["check", "good.coup"]) == 0
    assert capsys.readouterr() == ("good.coup: valid\n", "")


def test_check_reports_the_first_fault_with_its_line_and_exit_code_1(capsys: Said) -> None:
    assert main(["check", "good.coup", "bad.coup"]) == 1
    assert capsys.readouterr().out == (
        "good.coup: valid\nbad.coup: line 3: bob has 2 coins, coup costs 7\n    bob coup ann\n"
        "2 files: 1 valid, 1 invalid\n"
    )


def test_a_file_that_says_it_is_of_coup2022_is_judged_by_it(capsys: Said) -> None:
    Path("ours.coup").write_text(f"# ruleset: coup2022\n{INVALID}")
    assert main(["check", "ours.coup"]) == 1
    said = "ours.coup: line 4: bob has 2 coins, coup costs 7\n    bob coup ann\n"
    assert capsys.readouterr().out == said


def test_a_file_of_other_rules_is_not_called_invalid(capsys: Said) -> None:
    Path("classic.coup").write_text(f"# ruleset: classic\n{INVALID}")
    assert main(["check", "classic.coup", "good.coup"]) == 2
    assert capsys.readouterr().out == (
        "classic.coup: line 4: bob has 2 coins, coup costs 7; judged by coup2022, but it was "
        "played by classic\n    bob coup ann\ngood.coup: valid\n2 files: 1 valid, 1 not judged\n"
    )


def test_check_reports_what_is_missing_at_the_end(capsys: Said) -> None:
    Path("short.coup").write_text("players: [ann, bob]\nann tax\n")
    assert main(["check", "short.coup"]) == 1
    assert capsys.readouterr().out == (
        "short.coup: line 3: nobody has won, and the last line is missing: winner: none\n"
        "    (end of the file)\n"
    )


def test_check_checks_a_whole_folder(capsys: Said) -> None:
    Path("deep").mkdir()
    Path("deep/good.coup").write_text(VALID)
    assert main(["check", "."]) == 1
    files = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert files == [
        "./bad.coup: line 3: bob has 2 coins, coup costs 7",
        "./deep/good.coup: valid",
        "./dukes.coup: valid",
        "./good.coup: valid",
        "4 files: 3 valid, 1 invalid",
    ]


def test_check_counts_cards_on_request(capsys: Said) -> None:
    assert main(["check", "dukes.coup"]) == 0
    capsys.readouterr()
    assert main(["check", "--count-cards", "dukes.coup"]) == 1
    assert capsys.readouterr().out == (
        "dukes.coup: line 13: b cannot discard the duke: all of them are already face up\n"
        "    b discard duke\n"
    )


def test_check_uses_a_given_turn_limit(capsys: Said) -> None:
    assert main(["check", "--turn-limit", "1", "good.coup"]) == 0
    assert main(["check", "--turn-limit", "100", "good.coup"]) == 1
    assert "it ends after 100 turns, not after 1" in capsys.readouterr().out


def test_the_original_plays_one_turn_more_than_its_limit(tmp_path: Path) -> None:
    two = tmp_path / "two.coup"
    two.write_text("players: [a, b]\na tax\nb tax\nwinner: none\n")
    assert [main(["check", "--turn-limit", limit, str(two)]) for limit in "123"] == [0, 0, 1]


def test_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    text = io.TextIOWrapper(io.BytesIO(Path("good.coup").read_bytes()))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["check", "-"]) == 0
    assert capsys.readouterr().out == "-: valid\n"


def test_a_device_gets_a_sentence(capsys: Said) -> None:
    assert main(["check", "/dev/zero"]) == 2
    assert "/dev/zero: cannot be read: it is a device or pipe" in capsys.readouterr().err


def test_a_file_that_cannot_be_read_gets_a_sentence_and_exit_code_2(capsys: Said) -> None:
    Path("latin.coup").write_bytes(b"players: [ann, j\xfcrgen]")
    assert main(["check", "nowhere.coup", "latin.coup", "bad.coup", "good.coup"]) == 2
    said = capsys.readouterr()
    assert said.err == (
        "coup: nowhere.coup: cannot be read: No such file or directory\n"
        "coup: latin.coup: line 1: this is not text in UTF-8\n"
    )
    assert "good.coup: valid\n" in said.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "empty"], "coup: empty: there is no .coup file in this folder\n"),
        (
            ["check", "--turn-limit", "0", "good.coup"],
            "coup: --turn-limit: must be at least 1, not 0\n",
        ),
        (
            ["show", "nowhere.coup"],
            "coup: nowhere.coup: cannot be read: No such file or directory\n",
        ),
        (["show", "empty"], "coup: empty: cannot be read: Is a directory\n"),
        (["stats", "empty"], "coup: empty: there is no .coup file in this folder\n"),
    ],
)
def test_bad_use_gets_one_sentence(arguments: list[str], sentence: str, capsys: Said) -> None:
    Path("empty").mkdir()
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", sentence)


def test_a_file_name_that_is_not_text_does_no_harm(capsys: Said) -> None:
    odd = "odd\udcff.coup"  # the byte 0xff, as Python reads it from a folder
    Path(odd).write_text(VALID)
    assert main(["check", "."]) == 1
    assert "./odd?.coup: valid\n" in capsys.readouterr().out


def test_show_tells_the_game_with_coins_and_cards_after_each_turn(capsys: Said) -> None:
    assert main(["show", "good.coup"]) == 0
    assert capsys.readouterr().out == (
        "Turn 1: ann.\n"
        "  ann claims the Duke to take tax.\n"
        "  bob challenges: does ann have the Duke?\n"
        "  ann proves it, shuffles the card into the court deck and draws another.\n"
        "  bob loses the Duke.\n"
        "  ann takes 3 coins from the treasury.\n"
        "  The turn limit is reached: nobody wins.\n"
        "  [ann: 5 coins, 2 cards | bob: 2 coins, 1 card (lost duke)]\n"
    )


def test_show_tells_an_invalid_game_up_to_its_fault(capsys: Said) -> None:
    assert main(["show", "bad.coup"]) == 1
    assert capsys.readouterr().out == (
        "Turn 1: ann.\n"
        "  ann claims the Duke to take tax.\n"
        "  ann takes 3 coins from the treasury.\n"
        "  [ann: 5 coins, 2 cards | bob: 2 coins, 2 cards]\n"
        "bad.coup: line 3: bob has 2 coins, coup costs 7\n"
        "    bob coup ann\n"
    )


def test_show_has_styles_on_a_terminal(capsys: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    assert main(["show", "good.coup"]) == 0
    assert "\x1b[1mTurn 1: ann.\x1b[0m" in capsys.readouterr().out


def test_stats_counts_all_files_and_names_folders_without_any(capsys: Said) -> None:
    Path("empty").mkdir()
    assert main(["stats", "--json", "good.coup", "empty", "dukes.coup"]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out)["games"] == 2
    assert said.err == "coup: empty: there is no .coup file in this folder\n"


def test_stats_counts_valid_files_and_names_the_others(capsys: Said) -> None:
    assert main(["stats", "--json", "good.coup", "bad.coup", "nowhere.coup", "good.coup"]) == 2
    said = capsys.readouterr()
    assert json.loads(said.out) == {
        "games": 2,
        "unfinished": 2,
        "players": {
            "ann": {
                "games": 2,
                "wins": 0,
                "claims": 2,
                "proved": 2,
                "caught": 0,
                "challenges": 0,
                "right": 0,
                "wrong": 0,
            },
            "bob": {
                "games": 2,
                "wins": 0,
                "claims": 0,
                "proved": 0,
                "caught": 0,
                "challenges": 2,
                "right": 0,
                "wrong": 2,
            },
        },
    }
    assert said.err == (
        "coup: bad.coup: line 3: bob has 2 coins, coup costs 7; not counted\n"
        "coup: nowhere.coup: cannot be read: No such file or directory\n"
    )


def test_stats_draws_a_table(capsys: Said) -> None:
    assert main(["stats", "dukes.coup", "good.coup"]) == 0
    table = capsys.readouterr().out
    rows = [line.split() for line in table.splitlines()]
    assert ["a", "1", "0", "(0%)", "2", "1", "1", "1", "0"] in rows
    assert "2 games, 2 without a winner" in table


def test_a_name_of_fourteen_letters_is_whole_on_80_columns(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = ["players: [emma_schneider, bob]", "emma_schneider tax", "bob tax", "winner: none"]
    Path("long.coup").write_text("\n".join(lines))
    assert main(["stats", "long.coup"]) == 0
    table = capsys.readouterr().out
    assert "emma_schneider" in table
    assert max(map(len, table.splitlines())) <= 80


def test_a_bar_is_shown_on_a_terminal_after_a_while(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    from coup.progress import track

    monkeypatch.setenv("FORCE_COLOR", "1")  # as if the error output were a terminal
    monkeypatch.setenv("TERM", "xterm")
    assert list(track(range(5), 5, "checking")) == list(range(5))
    assert capsys.readouterr() == ("", "")
    for thing in track(range(5), 5, "checking", patience=0):
        print(thing)
    said = capsys.readouterr()
    assert said.out == "0\n1\n2\n3\n4\n"
    assert "checking" in said.err
    next(track(range(5), 5, "checking", patience=0))
    assert "0/5" in capsys.readouterr().err
