"""No agent, whatever it does, can spoil a game, stop it, or be heard on the screen."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.bots import make
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import Guest, Played, play_game
from coup.hosting.player import play

BAD = Path(__file__).parent.parent / "agents" / "Bad.py"


def entrants(*kinds: str) -> list[Entrant]:
    return enter(f"{BAD}:{kind}" for kind in kinds)


def game(kind: str, **options: Any) -> Played:
    """A game between an agent and one that behaves, the first one beginning."""
    return play_game(entrants(kind, "Income"), seed=1, **options)


WRONG = {
    "Raises": "ZeroDivisionError: division by zero",
    "RaisesWhenTold": "RuntimeError: I do not want to know",
    "Numbers": "legal now: ",
    "Nothing": "legal now: ",
    "Lists": "legal now: ",
    "UnknownWord": "legal now: income, foreign_aid, tax, exchange or steal income",
    "TooManyWords": "legal now: ",
    "NoTarget": "legal now: ",
    "TargetsItself": "legal now: ",
    "TooPoor": "legal now: ",
    "NotHeld": "legal now: ",
    "Inputs": "EOFError",
    "Exits": "SystemExit",
    "Interrupts": "KeyboardInterrupt",
    "DeletesCards": "AttributeError",
    "Frozen": "AttributeError: hands off",
    "Recurses": "RecursionError",
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_fault_is_counted_and_the_first_one_shown(kind: str) -> None:
    played = game(kind)
    bad, good = played.conduct
    assert bad.faults > 0
    assert bad.first is not None
    assert WRONG[kind] in bad.first.why
    assert good.faults == 0
    assert played.lines[-1].startswith("winner: ")
    assert played.game().winner == played.winner  # all moves were legal


def test_a_traceback_begins_in_the_agents_own_file() -> None:
    first = game("Raises").conduct[0].first
    assert first is not None
    assert first.asked == "react('turn')"
    assert next(line for line in first.why.splitlines() if "File" in line).split('"')[1] == str(BAD)
    assert "return 1 / 0" in first.why


def test_an_answer_that_is_wrong_is_shown_as_it_was() -> None:
    first = game("TooManyWords").conduct[0].first
    assert first is not None
    assert (first.asked, first.answer) == ("react('turn')", "'income income'")


def test_a_question_is_put_again_and_counts_once() -> None:
    class Stutters:
        asked = 0

        def __init__(self, name: str) -> None:
            self.name = name

        def receive(self, line: str) -> None:
            pass

        def react(self, hint: str) -> object:
            Stutters.asked += 1
            return "income" if Stutters.asked == 3 else "er"

    played = play_game([Entrant("a", Stutters, True), *entrants("Income")], seed=1)
    assert played.lines[1] == "a income"
    conduct = played.conduct[0]
    assert conduct.faults == conduct.decisions  # each began with a wrong answer
    assert conduct.played_for == conduct.decisions - 1  # the first got a right one in the end


def test_a_dead_target_is_refused() -> None:
    played = play_game(entrants("Income", "Income", "Income", "TargetsTheDead"), seed=1)
    first = played.conduct[3].first
    assert first is not None
    assert first.answer == "'steal income'"
    assert played.lines.index("winner: income3")


def test_case_and_blanks_do_not_matter() -> None:
    class Shouts:
        def __init__(self, name: str) -> None:
            self.name = name
            self.coins = 0
            self.cards: list[str] = []

        def receive(self, line: str) -> None:
            pass

        def react(self, hint: str) -> str:
            if hint == "turn":
                return " Coup   INCOME\n" if self.coins >= 7 else "INCOME"
            return "Pass" if hint == "cb?" else self.cards[0].upper()

    played = play_game([Entrant("shouts", Shouts, True), *entrants("Income")], seed=1)
    assert played.conduct[0].faults == 0
    assert "shouts coup income" in played.lines


@pytest.mark.parametrize("kind", ["DeletesCards", "ReplacesCards", "EmptiesCards"])
def test_damage_to_its_own_attributes_harms_nobody(kind: str) -> None:
    played = game(kind)
    assert played.winner is not None
    assert played.game().winner == played.winner


def test_what_agents_print_is_kept_out(capfd: pytest.CaptureFixture[str]) -> None:
    played = game("Prints")
    assert played.conduct[0].faults == 0
    assert capfd.readouterr() == ("", "")


def test_screen_keyboard_and_dice_are_as_before() -> None:
    before = sys.stdout, sys.stderr, sys.stdin, random.getstate()
    handler = signal.getsignal(signal.SIGINT)
    for kind in ("Exits", "Prints", "Raises"):
        game(kind)
    assert (sys.stdout, sys.stderr, sys.stdin, random.getstate()) == before
    assert signal.getsignal(signal.SIGINT) is handler


def test_who_cannot_be_constructed_in_a_later_game_is_played_for() -> None:
    bad, good = entrants("FailsToBegin", "Income")
    for seed in range(2):
        played = play_game([bad, good], seed=seed)
    assert played.conduct[0].first is not None
    assert "only one of me" in played.conduct[0].first.why
    assert played.conduct[0].played_for == played.conduct[0].decisions


@pytest.mark.parametrize("kind", ["Hangs", "HangsWhenTold"])
def test_a_time_limit_cuts_a_hang_inside_the_process(kind: str) -> None:
    played = game(kind, limit=0.01)
    assert played.conduct[0].first is not None
    assert played.conduct[0].first.why == "no answer within 0.01 s"
    assert played.conduct[0].faults <= 1 + played.conduct[0].decisions  # it is not told any more
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_without_a_limit_no_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "setitimer", None)
    assert game("Income").conduct[0].faults == 0


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_is_a_number_of_seconds(limit: float) -> None:
    with pytest.raises(ValueError, match="a time limit is a number of seconds above 0, not"):
        game("Income", limit=limit)


def test_where_no_clock_can_be_set_a_time_limit_is_refused() -> None:
    said: list[str] = []

    def play_there() -> None:
        try:
            game("Income", limit=1.0)
        except ValueError as error:
            said.append(str(error))

    thread = threading.Thread(target=play_there)
    thread.start()
    thread.join()
    assert said == ["a time limit inside the process cannot be kept here; isolate the players"]


# The user may always stop.


class PressesCtrlC:
    """The user presses Ctrl-C while it thinks, and it catches everything."""

    def __init__(self, name: str) -> None:
        self.name = name

    def receive(self, line: str) -> None:
        pass

    def react(self, hint: str) -> str:
        with contextlib.suppress(BaseException):
            os.kill(os.getpid(), signal.SIGINT)
        return "income"


def test_ctrl_c_stops_the_game_even_if_an_agent_catches_it() -> None:
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run behind a &
    try:
        with pytest.raises(KeyboardInterrupt):
            play_game([Entrant("a", PressesCtrlC, True), *entrants("Income")], seed=1)
    finally:
        signal.signal(signal.SIGINT, handler)
    assert game("Interrupts").winner  # which is not the user's wish


def test_ctrl_c_stops_a_hang_unless_it_is_ignored() -> None:
    """As it is for programs in the background of a shell, or for workers of a pool."""
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert play_game([Entrant("a", PressesCtrlC, True), *entrants("Income")], seed=1).winner
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, handler)
    code = f"""
import os, signal, threading
signal.signal(signal.SIGINT, signal.default_int_handler)
from coup.hosting.entrants import enter
from coup.hosting.host import play_game
entrants = enter(["{BAD}:Hangs", "honest"])
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
play_game(entrants, seed=1)
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert "KeyboardInterrupt" in done.stderr


# Bots of one's own are held by the same rules.


class Mumbles:
    def choose(self, view: object) -> object:
        return random.choice([3, "mumble", None])


class Chokes:
    def choose(self, view: object) -> str:
        raise SystemExit


@pytest.mark.parametrize("kind", [Mumbles, Chokes])
@pytest.mark.parametrize("ruleset", ["coup2022", "classic", "inquisitor"])
def test_a_bot_that_answers_nonsense_is_played_for(kind: type, ruleset: str) -> None:
    played = play_game(enter([kind, "random", "honest"]), ruleset, seed=2)
    conduct = played.conduct[0]
    assert conduct.faults == conduct.played_for == conduct.decisions > 0
    assert conduct.first is not None
    assert conduct.first.asked.startswith("choose(view): ")


def test_a_guest_at_somebody_elses_table_is_harmless_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for kind in ("Prints", "Raises", "Exits"):
        table = coup.Game(["a", "b"], coup.ruleset("coup2022", turn_limit=60), seed=1)
        play(table, {"a": Guest(entrants(kind)[0], "a", 1), "b": make("honest", 1)})
        assert table.over
    assert capsys.readouterr() == ("", "")


def test_a_guest_writes_nothing_past_python(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    loud = "import os\ndef loud(view):\n    os.system('echo x')\n    os.write(1, b'raw')\n"
    (tmp_path / "loud.py").write_text(f"{loud}    return view.legal_moves[0]\n")
    table = coup.Game(["a", "b"], coup.ruleset("classic", turn_limit=4), seed=1)
    guest = Guest(enter([f"{tmp_path}/loud.py"])[0], "a", 1)
    play(table, {"a": guest, "b": make("honest", 1)})
    assert guest.seat.faults == 0
    assert capfd.readouterr() == ("", "")
