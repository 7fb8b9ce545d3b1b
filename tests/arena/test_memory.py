"""What players remember from game to game, and the folders they work in."""

import json
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.arena import tournament, workers
from coup.arena.journal import TournamentFolder
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.remarks import remarks
from coup.bots import make
from coup.hosting.entrants import Entrant, enter
from coup.hosting.furnishing import MOST_BYTES, uses_files
from coup.hosting.homes import Homes, needs_home
from coup.hosting.host import Guest, with_turn_limit
from coup.hosting.player import play
from tests.arena.test_tournament import result

COUNTS = """
import os

class {name}:
    games = 0

    def __init__(self):
        self.own = 0

    def receive(self, line):
        if line.startswith("players"):
            self.line = line
        if line.startswith("winner"):
            self.own += 1
            {name}.games += 1
            with open({seen!r}, "a") as file:
                file.write(f"{{self.name}}|{{self.own}}|{{self.games}}|{{os.getpid()}}|{{self.line}}\\n")

    def react(self, hint):
        if hint == "turn":
            others = [name for name in self.line[10:-1].split(", ") if name != self.name]
            return "coup " + others[0] if self.coins >= 7 else "tax" if self.own % 2 else "income"
        return "pass" if hint == "cb?" else self.cards[0]
"""
"""An agent that counts its games, in itself and in its class, and plays by the count."""


class Seen:
    """A folder with such agents, and their counts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "seen"

    def agent(self, name: str) -> str:
        path = self.folder / f"{name.lower()}.py"
        path.write_text(COUNTS.format(name=name, seen=str(self.file)))
        return str(path)

    def lines(self) -> list[list[str]]:
        found = [line.split("|") for line in self.file.read_text().splitlines()]
        self.file.unlink()
        return found

    def counts(self) -> list[tuple[int, int]]:
        return [(int(own), int(all_of)) for _, own, all_of, _, _ in self.lines()]


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    return Seen(tmp_path)


def a_plan(*players: str, games: int, **fields: Any) -> TournamentPlan:
    rules = with_turn_limit("coup2022")
    return TournamentPlan(tuple(enter(players)), rules, fields.pop("seed", 1), games, **fields)


def crew(size: int) -> Any:
    return lambda *about: workers.Processes(size, *about)


# A match is between the same objects.


def test_one_object_plays_all_games_of_a_match(seen: Seen) -> None:
    tournament([seen.agent("Ann"), "honest"], games=4, seed=1)
    assert seen.counts() == [(1, 1), (2, 2), (3, 3), (4, 4)]


@pytest.mark.slow
def test_one_object_plays_all_games_of_a_match_in_a_separate_process(seen: Seen) -> None:
    tournament([seen.agent("Ann"), "honest"], games=3, seed=1, isolate=True)
    assert seen.counts() == [(1, 1), (2, 2), (3, 3)]


def test_fresh_players_are_new_in_every_game(seen: Seen) -> None:
    tournament([seen.agent("Ann"), "honest"], games=3, seed=1, memory="fresh")
    assert [own for own, _ in seen.counts()] == [1, 1, 1]


@pytest.mark.slow
def test_fresh_players_are_new_in_every_game_in_processes_of_their_own(seen: Seen) -> None:
    tournament([seen.agent("Ann"), "honest"], games=3, seed=1, isolate=True, memory="fresh")
    assert [own for own, _ in seen.counts()] == [1, 1, 1]


def test_bots_are_kept_only_on_request(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    made = 0\n    def __init__(self):\n"
        f"        with open({str(seen)!r}, 'a') as file: file.write('made ')\n"
        "    def choose(self, view): return view.legal_moves[0]\n"
    )
    entered = 2  # times that it is made to learn its name
    for memory, made in ((None, 3), ("keep", 1)):
        seen.unlink(missing_ok=True)
        tournament([f"{tmp_path}/bot.py", "honest"], games=3, seed=1, memory=memory)  # type: ignore[arg-type]
        assert seen.read_text().count("made") == entered + made


def test_every_pair_is_a_match_and_memory_starts_empty_in_it(seen: Seen) -> None:
    tournament([seen.agent("Ann"), seen.agent("Bob"), "honest"], games=3, seed=1)
    counts = defaultdict(list)
    for name, own, all_of, _, players in seen.lines():
        counts[name, frozenset(players[10:-1].split(", "))].append((int(own), int(all_of)))
    assert len(counts) == 4
    assert all(each == [(1, 1), (2, 2), (3, 3)] for each in counts.values())


def test_drawn_line_ups_are_one_match(seen: Seen) -> None:
    players = [seen.agent("Ann"), "honest", "random", "bluffer"]
    tournament(players, games=8, seed=1, seats=2)
    counts = [own for own, _ in seen.counts()]
    assert counts == list(range(1, len(counts) + 1))


def test_a_match_stays_on_one_worker_and_has_the_same_result(seen: Seen) -> None:
    plan = a_plan(seen.agent("Ann"), seen.agent("Bob"), "honest", games=12)
    *_, two = workers.run(plan, crew(2), Conditions())
    processes = defaultdict(set)
    for _, _, _, process, players in seen.lines():
        processes[frozenset(players[10:-1].split(", "))].add(process)
    assert all(len(each) == 1 for each in processes.values())
    *_, one = workers.run(plan, workers.Here, Conditions())
    assert result(one) == result(two)
    assert one.replayed == two.replayed == 0


def test_a_match_that_is_resumed_is_replayed_and_says_so(seen: Seen) -> None:
    plan = a_plan(seen.agent("Ann"), "honest", games=10)
    folder = seen.folder / "out"
    store = TournamentFolder(folder, plan)
    *_, whole = workers.run(plan, workers.Here, Conditions(), store)
    games = folder / "games.jsonl"
    games.write_text("".join(games.read_text().splitlines(keepends=True)[:4]))
    *_, again = workers.run(plan, workers.Here, Conditions(), store)
    assert (again.wins, again.turns) == (whole.wins, whole.turns)
    assert (whole.replayed, again.replayed) == (0, 4)
    assert remarks(whole, plan) == []
    assert "4 games were played again; each counts once." in remarks(again, plan)[0]


def test_memory_in_a_given_folder_is_not_replayed(seen: Seen) -> None:
    plan = a_plan(seen.agent("Ann"), "honest", games=6)
    kept = Conditions(folder=seen.folder / "memory")
    store = TournamentFolder(seen.folder / "out", plan)
    running = workers.run(plan, workers.Here, kept, store)
    for tally in running:
        if tally.games == 2:
            running.close()
    *_, again = workers.run(plan, workers.Here, kept, store)
    assert (again.replayed, again.forgotten) == (0, 1)
    assert "what players held in memory began again" in remarks(again, plan)[0]


def test_a_killed_worker_costs_no_memory(seen: Seen) -> None:
    plan = a_plan(seen.agent("Ann"), "honest", games=40)
    killed: list[int] = []

    class Watched(workers.Processes):
        def submit(self, numbers: range, lane: int) -> Any:
            future = super().submit(numbers, lane)
            if numbers.start > 1 and not killed:
                killed.extend(self.pools[lane]._processes)
                os.kill(killed[0], signal.SIGKILL)
            return future

    *_, tally = workers.run(plan, lambda *about: Watched(1, *about), Conditions())
    *_, whole = workers.run(plan, workers.Here, Conditions())
    assert killed
    assert (tally.wins, tally.turns) == (whole.wins, whole.turns)


# Folders.

WRITES = """
import os, pickle

class {name}:
    def __init__(self, name="{name}"):
        self.name = name
        self.known = self.read()

    def read(self):
        with open("memory.pkl", "rb") as file:
            return pickle.load(file)

    def receive(self, line):
        if line.startswith("players"):
            self.line = line
        if line.startswith("winner"):
            self.known += 1
            with open("memory.pkl", "wb") as file:
                pickle.dump(self.known, file)
            assert self.read() == self.known
            assert os.path.exists("data/word") and not os.path.exists(".hidden")

    def react(self, hint):
        if hint == "turn":
            others = [name for name in self.line[10:-1].split(", ") if name != self.name]
            return "coup " + others[0] if self.coins >= 7 else "income"
        return "pass" if hint == "cb?" else self.cards[0]
"""


def writers(tmp_path: Path) -> list[str]:
    """Two agents in separate folders that keep what they know in files with the same name."""
    files = []
    for number, name in enumerate(("Ann", "Bob")):
        folder = tmp_path / name
        (folder / "data").mkdir(parents=True)
        (folder / "data" / "word").touch()
        (folder / ".hidden").touch()
        (folder / "memory.pkl").write_bytes(b"\x80\x04K" + bytes([number]) + b".")
        files.append(folder / "agent.py")
        files[-1].write_text(WRITES.format(name=name))
    return list(map(str, files))


@pytest.mark.parametrize("memory", [None, "fresh"])
def test_every_player_works_in_a_copy_of_its_folder(tmp_path: Path, memory: Any) -> None:
    players = writers(tmp_path)
    before = os.getcwd()
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    results = tournament([*players, "honest"], games=4, seed=1, memory=memory)
    assert results.tally.faults == {}
    assert os.getcwd() == before
    after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {path for path in after if "__pycache__" not in str(path)} == set(files)
    assert all(after[path] == text for path, text in files.items())


def test_parallel_workers_do_not_share_files(tmp_path: Path) -> None:
    plan = a_plan(*writers(tmp_path), "honest", "random", games=8)
    *_, tally = workers.run(plan, crew(2), Conditions())
    assert tally.games == plan.total
    assert (tally.faults, tally.written) == ({}, set())


def test_a_given_folder_outlasts_the_tournament(tmp_path: Path) -> None:
    plan = a_plan(writers(tmp_path)[0], "honest", games=3)
    memory = tmp_path / "memory"
    for games in (3, 6):
        *_, tally = workers.run(plan, workers.Here, Conditions(folder=memory))
        assert tally.faults == {}
        assert (memory / "ann" / "memory.pkl").read_bytes()[-2] == games


def test_files_that_several_players_write_elsewhere_are_reported(seen: Seen) -> None:
    plan = a_plan(seen.agent("Ann"), seen.agent("Bob"), "honest", games=2)
    *_, tally = workers.run(plan, crew(1), Conditions())
    (sentence,) = remarks(tally, plan)
    assert sentence.startswith(f"ann and bob: {seen.file} is outside the working folder")
    *_, tally = workers.run(plan, workers.Here, Conditions(isolate=True))
    assert remarks(tally, plan)[0].startswith(f"ann and bob: {seen.file} is outside")
    alone = a_plan(seen.agent("Ann"), "honest", games=2)
    *_, tally = workers.run(alone, crew(1), Conditions())
    assert remarks(tally, alone) == []


def test_a_guest_outside_tournaments_also_works_in_a_copy_of_its_folder(tmp_path: Path) -> None:
    entrant = enter(writers(tmp_path)[:1])[0]
    before = os.getcwd()
    guest = Guest(entrant, "ann", 1)
    game = coup.Game(["ann", "bob"], coup.ruleset("coup2022", turn_limit=100), seed=1)
    play(game, {"ann": guest, "bob": make("honest", 1)})
    assert game.over
    assert guest.seat.faults == 0
    assert os.getcwd() == before
    assert (tmp_path / "Ann" / "memory.pkl").read_bytes()[-2] == 0


def test_folders_too_large_to_copy_are_linked(tmp_path: Path) -> None:
    agent = tmp_path / "mine" / "mine.py"
    agent.parent.mkdir()
    agent.write_text(WRITES.format(name="Mine"))
    (agent.parent / "memory.pkl").write_bytes(b"\x80\x04K\0.")
    with (agent.parent / "large").open("wb") as file:
        file.truncate(MOST_BYTES)  # and other files
    home = Homes(tmp_path / "homes", lasting=False).of(enter([str(agent)])[0])
    assert not (home / "memory.pkl").is_symlink()
    assert (home / "large").resolve() == agent.parent / "large"


def test_only_players_that_may_use_files_need_a_folder(tmp_path: Path) -> None:
    for text, uses in (
        ("import random, math", False),
        ("import pickle", True),
        ("def f(): return open('x')", True),
        ("from helper import x", False),
        ("import deep", True),
        ("from . import helper", True),
    ):
        (tmp_path / "helper.py").write_text("import json\nx = 1")
        (tmp_path / "deep.py").write_text("import helper, os")
        file = tmp_path / f"agent{abs(hash(text))}.py"
        file.write_text(text)
        assert uses_files(file) is uses, text
    assert not needs_home(enter(["honest"])[0])


# Raw output of players, and modules in the working directory.


COMMAND = Path(sys.executable).with_name("coup")
"""The installed command: `python -m` itself would import from the working directory."""


def arena(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "arena", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )


def test_raw_output_does_not_get_into_the_results(tmp_path: Path) -> None:
    (tmp_path / "loud.py").write_text(
        "import os\nos.write(1, b'loading')\nos.system('echo loading; echo trouble >&2')\n"
        "class Loud:\n    def __init__(self): os.write(1, b'making')\n"
        "    def receive(self, line): os.system('echo told')\n"
        "    def react(self, hint): os.write(1, b'asked'); os.write(2, b'asked'); return 'pass'\n"
    )
    done = arena(tmp_path, "loud.py", "honest", "-n", "2", "--seed", "1", "--json")
    assert json.loads(done.stdout)["played"] == 2
    assert "asked" not in done.stderr


def test_names_of_the_standard_library_in_the_working_directory_do_no_harm(
    tmp_path: Path,
) -> None:
    for name in ("types", "random", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('not this one')")
    (tmp_path / "mine.py").write_text(
        "class Mine:\n    def receive(self, line): pass\n    def react(self, hint): return '!'\n"
    )
    done = arena(
        tmp_path, "mine.py", "random", "-n", "4", "--seed", "1", "--workers", "2", "--json"
    )
    assert done.stderr == ""
    assert json.loads(done.stdout)["played"] == 4


@pytest.mark.parametrize(
    "change",
    [
        lambda home: (home / "data.txt").write_text("two"),
        lambda home: (home / "data.txt").unlink(),
        lambda home: (home / "more.txt").write_text("more"),
        lambda home: (home / "deep" / "more.txt").write_text("more"),
        lambda home: (home / "deep" / "down.txt").rename(home / "up.txt"),
    ],
    ids=["rewritten", "removed", "added", "added below", "moved"],
)
def test_a_home_is_copied_again_only_after_a_change(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    own = tmp_path / "own"
    (own / "deep").mkdir(parents=True)
    for name, text in (("mine.py", "import os\n"), ("data.txt", "one"), ("deep/down.txt", "low")):
        (own / name).write_text(text)
    homes = Homes(tmp_path / "homes", lasting=False)
    entrant = Entrant("mine", str(own / "mine.py"), False)
    home = homes.renewed(entrant)
    first = (home / "data.txt").stat().st_ino, (home / "mine.py").stat().st_ctime_ns
    homes.renewed(entrant)
    assert first == ((home / "data.txt").stat().st_ino, (home / "mine.py").stat().st_ctime_ns)
    change(home)
    homes.renewed(entrant)
    assert {str(each.relative_to(home)) for each in home.rglob("*") if each.is_file()} == {
        "mine.py",
        "data.txt",
        "deep/down.txt",
    }
    assert (home / "data.txt").read_text() == "one"
