"""The command `coup`."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coup import __version__
from coup.called import as_typed
from coup.cli import FAULT, main, readable
from tests.helpers import every_ruleset

WATCH = as_typed("watch")


@every_ruleset
@pytest.mark.parametrize("seats", [2, 6])
def test_watch_tells_a_game_to_its_end(
    ruleset: str, seats: int, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["watch", "--fast", "--seed", "7", "--ruleset", ruleset, "--seats", str(seats)]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "Turn 1: ann." in told
    assert told.rstrip().endswith("has won.")
    assert main(command) == 0
    assert capsys.readouterr().out == told


def test_all_who_let_something_pass_share_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--fast", "--seed", "3", "--ruleset", "reformation", "--seats", "10"]
    assert main(["watch", *arguments, "--bots", "counter,honest"]) == 0
    told = capsys.readouterr().out
    assert "\nbob, carl, dora, emil, fay, gus, hal, ida and jim do not challenge.\n" in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["--seats", "10"],
            "coup: --seats: Coup is for 2 to 6 seats, not 10; by --ruleset reformation up to 10",
        ),
        (["--seats", "11"], "coup: --seats: Coup is for 2 to 6 seats, not 11\n"),
        (
            ["--ruleset", "poker"],
            "coup: --ruleset: there is no ruleset 'poker'; choose from classic",
        ),
        (["--ruleset", "clasic"], "coup: --ruleset: there is no ruleset 'clasic'; did you mean"),
        (["--seed", "-1"], "coup: --seed: must be at least 0, not -1"),
        (["--seed", "x"], "coup: --seed: must be a whole number, not 'x'\n"),
        (["--seats", "2.5"], "coup: --seats: must be a whole number, not '2.5'"),
        (["--sed", "1"], "coup: there is no option --sed; did you mean --seed?\n"),
        (["--fsat"], "coup: there is no option --fsat; did you mean --fast?\n"),
        (["--seed"], f"coup: --seed: a value is missing; see {WATCH} --help\n"),
        (["--fast=1"], "coup: --fast: takes no value\n"),
        (["--frob"], f"coup: there is no option --frob; see {WATCH} --help\n"),
        (["game"], f"coup: 'game' is not expected here; see {WATCH} --help\n"),
        (["--bots", "counter,"], "coup: --bots: a name is missing in 'counter,'\n"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(sentence)
    assert said.err.count("\n") == 1


def test_a_path_with_backslashes_is_shown_as_it_is() -> None:
    see = r"see 'C:\Users\coup.exe' watch --help"
    told = readable("argument --seed: expected one argument", see)
    assert told == f"--seed: a value is missing; {see}"


def test_coup_alone_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "watch a game between bots" in capsys.readouterr().out


def test_a_full_disk_gets_one_sentence() -> None:
    command = f"{sys.executable} -m coup watch --fast --seed 1 > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "coup: cannot write: No space left on device\n"


def test_a_reader_that_stops_reading_gets_no_traceback() -> None:
    command = f"{sys.executable} -m coup watch --fast --seed 1 | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ann (counter), bob (counter), carl (counter), dora (counter);")
    assert done.stderr == ""


def test_ctrl_c_ends_it_without_a_traceback(tmp_path: Path) -> None:
    thinker = tmp_path / "thinker.py"  # so that the game is not over before we are heard
    thinker.write_text("import time\ndef think(view):\n    time.sleep(600)\n")
    command = [sys.executable, "-m", "coup", "watch", "--bots", f"{thinker}:think,honest"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # even if we ignore it
    ) as watch:
        assert watch.stdout is not None
        watch.stdout.readline()
        watch.send_signal(signal.SIGINT)
        _, errors = watch.communicate(timeout=120)
    assert watch.returncode == 130
    assert errors == ""


def test_a_thread_that_a_player_leaves_behind_does_not_keep_it(tmp_path: Path) -> None:
    busy = tmp_path / "busy.py"
    busy.write_text(
        """
import threading, time
class Busy:
    def __init__(self):
        threading.Thread(target=time.sleep, args=(600,)).start()
    def choose(self, view):
        return view.legal_moves[0]
"""
    )
    command = [sys.executable, "-m", "coup", "arena", str(busy), "honest", "-n", "2", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0
    assert "2 games of classic" in done.stdout


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--version"])
    assert stopped.value.code == 0
    assert capsys.readouterr().out == f"coup {__version__}\n"


def test_a_fault_of_ours_says_so_and_keeps_its_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("coup.commands.watch.watch_game", lambda options: dict[str, int]()["deck"])
    assert main(["watch"]) == FAULT
    said = capsys.readouterr().err
    assert said.startswith(
        "coup: a fault of coup itself, not of yours (KeyError): please report it"
    )
    assert said.count("\n") == 1
    kept = Path(said.split()[-1])
    assert "KeyError: 'deck'" in kept.read_text()
    kept.unlink()
