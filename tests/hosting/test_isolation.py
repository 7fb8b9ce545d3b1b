"""Players in processes of their own: what they do there stays there."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import play_game
from coup.hosting.isolation import Isolation

pytestmark = pytest.mark.slow

AGENTS = Path(__file__).parent.parent / "agents"
BAD = AGENTS / "Bad.py"
LIMIT = 1.5
"""Seconds: more than a player needs that does nothing wrong, even on a busy machine."""


@pytest.fixture(scope="module")
def isolation() -> Iterator[Isolation]:
    with Isolation(limit=LIMIT) as each:
        yield each


def entrants(*kinds: str) -> list[Entrant]:
    return [Entrant(kind.lower(), f"{BAD}:{kind}", True) for kind in kinds]


WRONG = {
    "Raises": "ZeroDivisionError: division by zero",
    "RaisesWhenTold": "RuntimeError: I do not want to know",
    "Numbers": "legal now: ",
    "Inputs": "EOFError",
    "Exits": "SystemExit",
    "Interrupts": "KeyboardInterrupt",
    "Frozen": "AttributeError: hands off",
    "Eats": "MemoryError",
    "Hangs": "no answer within 1.5 s",
    "HangsOnToIt": "no answer within 1.5 s",
    "HangsWhenTold": "no answer within 1.5 s",
    "HangsAtBirth": "no answer within 1.5 s",
    "Scribbles": "its process sends nonsense",
    "Crashes": "its process ended with exit code 3",
}


ODDITIES = """
class Odd:
    def __init__(self, name):
        self.name = name
        self.answers = [" Income\\n", "=income", "a\\nb", "\\udc80", "z" * 2000, b"income", "", "é"]
        self.cards = []

    def receive(self, line):
        pass

    def react(self, hint):
        if hint == "turn" and self.answers:
            return self.answers.pop(0)
        return "income" if hint == "turn" else self.cards[0] if self.cards else "pass"
"""


def test_any_text_comes_back_as_it_was(isolation: Isolation, tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODDITIES)
    odd = Entrant("odd", f"{tmp_path}/odd.py:Odd", True)
    income = entrants("Income")[0]
    here = play_game([odd, income], seed=1)
    there = play_game([odd, income], seed=1, isolation=isolation)
    assert here.lines == there.lines
    assert here.conduct[0].first == there.conduct[0].first
    assert here.conduct[0].faults == there.conduct[0].faults > 0


@pytest.mark.parametrize("kind", WRONG)
def test_whatever_a_player_does_the_game_goes_on(isolation: Isolation, kind: str) -> None:
    played = play_game(entrants(kind, "Income"), seed=1, isolation=isolation)
    bad, good = played.conduct
    assert bad.first is not None
    assert WRONG[kind] in bad.first.why
    assert good.faults == 0
    assert played.game().winner == played.winner


def test_a_player_that_is_gone_is_played_for_and_back_in_the_next_game(
    isolation: Isolation,
) -> None:
    for seed in range(2):
        crashed = play_game(entrants("Crashes", "Income"), seed=seed, isolation=isolation).conduct[
            0
        ]
        assert crashed.played_for == crashed.faults == crashed.decisions
        assert crashed.first is not None
        assert crashed.first.asked == "react('turn')"


def test_the_same_game_in_and_out_of_the_process(isolation: Isolation) -> None:
    sources = [f"{AGENTS}/beef/Beef.py:Player_Beef", f"{AGENTS}/markus/Markus.py"]
    assert enter(sources, isolation.examine) == enter(sources)
    for seed in range(5):  # only one of them has any luck, so that it is the same
        games = [play_game(enter(sources), seed=seed, isolation=each) for each in (None, isolation)]
        assert games[0].lines == games[1].lines
        assert games[0].plies == games[1].plies


def test_bots_and_their_views_go_there_too(isolation: Isolation, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(
        """
import coup
class Mine:
    def __init__(self):
        self.seen = 0
    def watch(self, view):
        self.seen += 1
    def choose(self, view):
        assert isinstance(view, coup.View) and self.seen > 0
        return view.legal_moves[-1]
class Plain:
    def choose(self, view):
        return view.legal_moves[0]
def modest(view):
    return view.legal_moves[0]
"""
    )
    sources = [f"{tmp_path}/my.py:{name}" for name in ("Mine", "Plain", "modest")] + ["honest"]
    played = play_game(enter(sources, isolation.examine), "classic", seed=1, isolation=isolation)
    assert [conduct.faults for conduct in played.conduct] == [0, 0, 0, 0]
    assert played.lines == play_game(enter(sources), "classic", seed=1).lines


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import os; os._exit(7)", "cannot be loaded: its process ended with exit code 7"),
        ("import os; os.kill(os.getpid(), 11)", "cannot be loaded: its process ended by signal 11"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("", "nobody in it can play: a player is a class with the methods react"),
    ],
)
def test_what_cannot_be_loaded_is_said_in_a_sentence(
    isolation: Isolation, tmp_path: Path, text: str, sentence: str
) -> None:
    (tmp_path / "bad.py").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        enter([f"{tmp_path}/bad.py"], isolation.examine)


def test_nothing_that_it_prints_is_seen(capfd: pytest.CaptureFixture[str]) -> None:
    with Isolation(limit=5) as isolation:
        play_game(entrants("Prints", "Income"), seed=1, isolation=isolation)
    assert capfd.readouterr() == ("", "")


# Folders.


def remembered(folder: Path) -> str:
    return (folder / "remembers" / "remembers.player").read_text()


def test_each_player_has_a_folder_of_its_own(tmp_path: Path) -> None:
    with Isolation(limit=5, folder=tmp_path) as isolation:
        play_game(entrants("Remembers", "Income"), seed=1, isolation=isolation)
        beside = {path.name for path in AGENTS.iterdir()} - {"__pycache__"}
        assert set(os.listdir(tmp_path / "remembers")) == {*beside, "remembers.player"}
        assert set(os.listdir(tmp_path / "income")) == beside


def test_files_are_kept_from_run_to_run_and_objects_from_game_to_game(tmp_path: Path) -> None:
    for run in range(2):
        with Isolation(limit=5, memory="keep", folder=tmp_path) as isolation:
            for _ in range(2):
                play_game(entrants("Remembers", "Income"), seed=1, isolation=isolation)
                assert remembered(tmp_path) == str(run + 1)  # it reads its file when it is made


def test_fresh_memory_begins_again_in_each_game(tmp_path: Path) -> None:
    with Isolation(limit=5, memory="fresh", folder=tmp_path) as isolation:
        for _ in range(2):
            play_game(entrants("Remembers", "Income"), seed=1, isolation=isolation)
            assert remembered(tmp_path) == "1"


def test_a_limit_is_above_0() -> None:
    with pytest.raises(ValueError, match="above 0, not 0"):
        Isolation(limit=0)


# Processes.


def alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def test_no_process_outlives_its_isolation() -> None:
    with Isolation(limit=LIMIT) as isolation:
        play_game(entrants("Hangs", "Income"), seed=1, isolation=isolation)
        pids = [cell.process.pid for cell in isolation.cells.values()]
    assert not any(map(alive, pids))


def test_no_process_outlives_whoever_started_it() -> None:
    code = f"""
from coup.hosting.entrants import Entrant
from coup.hosting.isolation import Isolation
import os
isolation = Isolation(limit=100).__enter__()
remote = isolation.make(Entrant("hangs", "{BAD}:Hangs", True), 1)
print(remote.cell.process.pid, flush=True)
remote.cell.send(["react", [], "turn"], 100)
os.kill(os.getpid(), 9)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    pid = int(done.stdout)
    deadline = time.monotonic() + 120
    while alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
