"""Tournaments: who plays whom, no game is lost or played twice, and what the report says."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import Future
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.arena import compiled_games, workers
from coup.arena.cluster import Cluster
from coup.arena.journal import TournamentFolder
from coup.arena.plan import RATED, Conditions, TournamentPlan
from coup.arena.statistics import GameOutcome, Statistics, ratings
from coup.cli import main
from coup.hosting.entrants import enter
from coup.hosting.host import with_turn_limit
from coup.records import Record, check, game_file

AGENTS = Path(__file__).parent.parent / "agents"
PATIENCE = 120
"""Seconds after which a command must be hanging, even on a busy machine."""


def a_plan(*players: str, games: int = 20, **fields: Any) -> TournamentPlan:
    rules = with_turn_limit(fields.pop("ruleset", "coup2022"))
    return TournamentPlan(tuple(enter(players)), rules, fields.pop("seed", 1), games, **fields)


def play(plan: TournamentPlan, size: int = 2, **arguments: Any) -> Statistics:
    def crew(*about: Any) -> workers.Processes:
        return workers.Processes(size, *about)

    *_, tally = workers.run(plan, crew, Conditions(), **arguments)
    return tally


def result(tally: Statistics) -> Any:
    """All of a tally except times and what was played when."""
    kept = vars(tally) | {"outcomes": sorted(tally.outcomes)}
    how = ("seconds", "records", "replayed", "stored", "written")
    return {name: value for name, value in kept.items() if name not in how}


# Who plays whom.


def test_every_pair_plays_the_same_number_of_games() -> None:
    plan = a_plan("random", "honest", "bluffer", "random", games=30)
    assert plan.total == 180
    met = Counter(tuple(sorted(plan.fixture(number).lineup)) for number in range(plan.total))
    assert met == dict.fromkeys(combinations(range(4), 2), 30)


def test_seats_are_drawn_at_random_for_each_game() -> None:
    plan = a_plan("random", "honest", games=1000)
    first = Counter(plan.fixture(number).lineup[0] for number in range(1000))
    assert 430 < first[0] < 570


def test_all_sit_at_one_table() -> None:
    plan = a_plan("random", "honest", "bluffer", "random", games=50, seats=4, pairs=False)
    lineups = [plan.fixture(number).lineup for number in range(plan.total)]
    assert len(lineups) == 50
    assert all(sorted(lineup) == [0, 1, 2, 3] for lineup in lineups)
    assert len(set(lineups)) > 15


def test_lineups_are_drawn_from_a_larger_field() -> None:
    plan = a_plan(*["random"] * 7, games=700, seats=3, pairs=False)
    played = Counter(who for number in range(700) for who in plan.fixture(number).lineup)
    assert set(played) == set(range(7))
    assert all(240 < games < 360 for games in played.values())


@pytest.mark.parametrize(("pairs", "seats"), [(True, 2), (False, 3)])
def test_a_duplicate_deal_is_played_from_every_seat(pairs: bool, seats: int) -> None:
    plan = a_plan("random", "honest", "bluffer", games=6, seats=seats, pairs=pairs, duplicate=True)
    fixtures = [plan.fixture(number) for number in range(plan.total)]
    for first in range(0, plan.total, seats):
        deal = fixtures[first : first + seats]
        assert len({each.seed for each in deal}) == 1
        for place in range(seats):
            assert len({each.lineup[place] for each in deal}) == seats
    assert len({each.seed for each in fixtures}) == plan.total // seats


@pytest.mark.parametrize(
    ("players", "fields", "sentence"),
    [
        (["random"], {}, "a tournament needs at least two players, not 1"),
        (["random"] * 2, {"games": 0}, "--games: at least 1, not 0"),
        (["random"] * 2, {"seats": 3, "pairs": False}, "--seats: 3, but there are 2 players"),
        (
            ["random"] * 7,
            {"seats": 7, "pairs": False},
            "Coup is for 2 to 6 seats, not 7; by --ruleset reformation up to 10 can play; --seats",
        ),
        (["random"] * 3, {"seats": 0, "pairs": False}, "Coup is for 2 to 6 seats, not 0"),
        (["random"] * 2, {"games": 3, "duplicate": True}, "--games must be a multiple of 2, not 3"),
    ],
)
def test_an_impossible_tournament_is_refused_with_the_reason(
    players: list[str], fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        a_plan(*players, **fields)


# Nothing is lost, nothing is played twice.


def test_the_number_of_processes_does_not_matter() -> None:
    plan = a_plan("random", f"{AGENTS}/beef/Beef.py", "honest", games=40)
    one, three = play(plan, 1), play(plan, 3)
    assert one.games == plan.total
    assert result(one) == result(three)


def test_another_seed_gives_other_games() -> None:
    first, second = (play(a_plan("random", "honest", games=60, seed=seed)) for seed in (1, 2))
    assert result(first) != result(second)


def test_every_game_is_counted_once_for_everybody() -> None:
    tally = play(a_plan("random", "honest", "bluffer", "random", games=25, seats=4, pairs=False))
    assert tally.games == 25 == sum(tally.wins.values()) + tally.unfinished
    assert sum(tally.seat_wins.values()) == sum(tally.wins.values())
    for who in range(4):
        assert tally.played[who] == 25
        assert tally.wins[who] * 3 == sum(tally.beat[who, other] for other in range(4))
    assert tally.looked_into == 25


def test_the_games_are_kept_and_replay_to_the_same_results(tmp_path: Path) -> None:
    plan = a_plan("random", f"{AGENTS}/beef/Beef.py", games=30)
    tally = play(plan, store=TournamentFolder(tmp_path, plan, coup_files=True))
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    records = {json.loads(line)["number"]: Record.from_json(line) for line in lines}
    assert sorted(records) == list(range(30))
    wins = Counter(record.game().winner for record in records.values())
    assert wins == {plan.names[who]: won for who, won in tally.wins.items()}
    files = sorted((tmp_path / "coup").iterdir())
    assert [file.name for file in files] == [f"{number:06}.coup" for number in range(30)]
    for number, file in enumerate(files):
        text = file.read_text()
        assert text.startswith(f"players: [{', '.join(records[number].seats)}]\n")
        assert text.endswith(f"\nwinner: {records[number].winner or 'none'}\n")
        assert text == str(game_file(records[number].game()))


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_game_that_the_arena_plays_is_a_valid_file(seats: int, tmp_path: Path) -> None:
    players = ["random", f"{AGENTS}/beef/Beef.py", f"{AGENTS}/markus/Markus.py"] * 2
    plan = a_plan(*players, games=60, seats=seats, pairs=False)
    play(plan, store=TournamentFolder(tmp_path, plan, coup_files=True))
    files = list((tmp_path / "coup").iterdir())
    assert len(files) == 60
    for file in files:
        assert check(file.read_text(), count_cards=True, turn_limit=100) is None


def test_an_interrupted_tournament_resumes_with_the_same_results(tmp_path: Path) -> None:
    plan = a_plan("random", f"{AGENTS}/beef/Beef.py", "bluffer", games=60)
    running = workers.run(
        plan,
        lambda *about: workers.Processes(2, *about),
        Conditions(),
        TournamentFolder(tmp_path, plan),
    )
    for tally in running:
        if tally.games > 20:
            running.close()
    first = (tmp_path / "games.jsonl").read_text()
    cut = first + '{"coup":1,"ruleset":"cou'  # a line that was being written
    (tmp_path / "games.jsonl").write_text(cut)
    again = play(plan, store=reopened(tmp_path, plan))
    kept = (tmp_path / "games.jsonl").read_text()
    assert kept.startswith(first)
    assert again.stored == first.count("\n")
    numbers = [json.loads(line)["number"] for line in kept.splitlines()]
    assert sorted(numbers) == list(range(plan.total))
    assert result(again) == result(play(plan))
    third = play(plan, store=reopened(tmp_path, plan))  # nothing remains to be played
    assert result(third) == result(again)
    assert (tmp_path / "games.jsonl").read_text() == kept


def reopened(folder: Path, plan: TournamentPlan) -> TournamentFolder:
    """The folder of a tournament, reopened."""
    (folder / "lock").unlink()
    return TournamentFolder(folder, plan)


def test_a_folder_with_another_tournament_is_refused(tmp_path: Path) -> None:
    plan = a_plan("random", "honest")
    play(plan, 1, store=TournamentFolder(tmp_path, plan))
    with pytest.raises(ValueError, match="holds another tournament: its seed is 1, not 2"):
        reopened(tmp_path, a_plan("random", "honest", seed=2))
    lines = (tmp_path / "games.jsonl").read_text()
    (tmp_path / "games.jsonl").write_text(lines.replace('"number":3', '"number":4'))
    with pytest.raises(ValueError, match=r"games\.jsonl: line \d+: game 4 is not of this"):
        reopened(tmp_path, plan).read()


def test_a_killed_worker_costs_no_game() -> None:
    plan = a_plan("honest", "bluffer", games=400)
    killed: list[int] = []

    class Watched(workers.Processes):
        def submit(self, numbers: range, lane: int) -> Any:
            future = super().submit(numbers, lane)
            if numbers.start > 3 and not killed and self.pools[lane]._processes:
                victim = next(iter(self.pools[lane]._processes))
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)
            return future

    *_, tally = workers.run(plan, lambda *about: Watched(2, *about), Conditions())
    assert killed
    assert result(tally) == result(play(plan))


def test_a_player_that_kills_its_process_is_detected(tmp_path: Path) -> None:
    file = tmp_path / "killer.py"
    file.write_text(
        "import os\nclass Killer:\n    def receive(self, line): pass\n"
        "    def react(self, hint): os._exit(1)\n"
    )
    with pytest.raises(ValueError, match="--isolate gives it one of its own"):
        play(a_plan(str(file), "random", games=2), 1)


def test_isolated_bad_players_stop_nobody(tmp_path: Path) -> None:
    file = tmp_path / "killer.py"
    file.write_text(
        "import os\nclass Killer:\n    def receive(self, line): pass\n"
        "    def react(self, hint): os._exit(1)\n"
    )
    done = arena(str(file), "honest", "-n", "6", "--isolate", "--json", "--seed", "1")
    results = json.loads(done.stdout)["results"]
    assert [each["name"] for each in results] == ["honest", "killer"]
    assert results[0]["wins"] == 6
    assert results[1]["faults"] > 0


@pytest.mark.filterwarnings("ignore")
def test_a_ray_cluster_gives_the_same_results_even_if_a_worker_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    file.write_text(
        "import os\nclass Once:\n    def receive(self, line): pass\n"
        "    def react(self, hint):\n"
        f"        if not os.path.exists({str(tmp_path / 'killed')!r}):\n"
        f"            open({str(tmp_path / 'killed')!r}, 'w').close()\n"
        "            os._exit(1)\n"
        "        return {'turn': 'tax', 'cb?': 'pass'}.get(hint) or self.cards[0]\n"
    )
    plan = a_plan("random", str(file), games=40)
    *_, tally = workers.run(plan, lambda *about: Cluster("local", *about), Conditions())
    assert (tmp_path / "killed").exists()
    assert result(tally) == result(play(plan))


def test_a_missing_cluster_gets_a_sentence() -> None:
    done = arena("random", "honest", "-n", "2", "--ray", "127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("coup: --ray: no cluster at 127.0.0.1:1: ")


# On the compiled kernel.


def test_random_players_play_on_the_compiled_kernel() -> None:
    plan = a_plan("random", "random", "random", games=40_000)
    assert compiled_games.can_run(plan)
    assert not compiled_games.can_run(a_plan("random", "random", games=10))
    *_, tally = compiled_games.run(plan)
    assert tally.games == 120_000 == sum(tally.wins.values()) + tally.unfinished
    for who in range(3):
        assert tally.played[who] == 80_000
        assert abs(tally.win_rate(who).value - 0.5) < 0.02
    assert 0.9 * plan.rated < len(tally.outcomes) <= plan.rated


def test_the_compiled_kernel_and_the_bots_themselves_agree_on_the_seats() -> None:
    fast = a_plan("random", "random", games=100_000)
    *_, many = compiled_games.run(fast)
    few = play(a_plan("random", "random", games=4000))
    low, high = few.seat_wins[0] / few.games - 0.025, few.seat_wins[0] / few.games + 0.025
    assert low < many.seat_wins[0] / many.games < high


@pytest.mark.parametrize("players", [["random", "honest"], ["counter", "counter"]])
def test_small_tournaments_are_not_compiled(players: list[str]) -> None:
    assert not compiled_games.can_run(a_plan(*players))


# What is reported.


def test_ratings_are_made_from_as_many_games_as_make_them_surer() -> None:
    games = [GameOutcome(n, (0, 1), n * 7 % 5 % 2) for n in range(4 * RATED)]
    few, enough, many = (ratings(games[:n], 2)[0][1] for n in (RATED // 5, RATED, 4 * RATED))
    assert few > 1.2 * many
    assert enough == pytest.approx(many, rel=0.05)


def test_ratings_do_not_depend_on_the_order_of_the_games() -> None:
    games = [
        GameOutcome(number, (0, 1, 2), (0, 0, 1, None, 2)[number % 5]) for number in range(200)
    ]
    rated = ratings(games, 3)
    assert ratings(games[::-1], 3) == rated
    assert rated[0][0] > rated[1][0]
    assert all(sigma < 8.0 for _, sigma in rated.values())  # less uncertain than at the start, 25/3


def arena(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "coup", "arena", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "80"},
    )


def test_the_report_is_complete(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    bad = f"{AGENTS}/Bad.py:Numbers"
    done = arena("honest", bad, "random", "-n", "20", "--seed", "1", "--html", str(page))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    for words in ("60 games of coup2022", "win rate", "rating", "begins", "bluffs", "games/s"):
        assert words in done.stdout, words
    assert "First fault of numbers" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    text = page.read_text()
    assert "http" not in text.replace("http-equiv", "")  # it is self-contained
    for words in ("<svg", "hsl(", "First fault of numbers", "A bluff", "numbers"):
        assert words in text, words


def test_players_names_cannot_break_the_page(tmp_path: Path) -> None:
    file = tmp_path / "evil.py"
    file.write_text(
        "class Evil:\n    def receive(self, line): raise ValueError('</script><b>&')\n"
        "    def react(self, hint): return '</script><script>alert(1)</script>'\n"
    )
    page = tmp_path / "report.html"
    assert arena(str(file), "random", "-n", "3", "--html", str(page)).returncode == 0
    assert "alert(1)</script>" not in page.read_text()
    assert page.read_text().count("<script") == 2


def test_json_and_csv_say_the_same() -> None:
    command = ("honest", "random", "-n", "30", "--seed", "1")
    found = json.loads(arena(*command, "--json").stdout)
    rows = list(csv.DictReader(io.StringIO(arena(*command, "--csv").stdout)))
    assert [row["player"] for row in rows] == [each["name"] for each in found["results"]]
    assert [int(row["wins"]) for row in rows] == [each["wins"] for each in found["results"]]
    assert sum(found["wins_by_seat"]) + found["unfinished"] == 30


def test_a_duel_is_won_from_55_percent_on() -> None:
    tally = Statistics()
    tally.add_result((0, 1), 0, 0, 55)
    tally.add_result((0, 1), 1, 0, 45)
    assert tally.won_duel(0, 1)
    tally.add_result((0, 1), 1, 0, 1)
    assert not tally.won_duel(0, 1)


def test_a_trace_shows_everything_that_is_asked_and_answered() -> None:
    done = arena("honest", f"{AGENTS}/beef/Beef.py", "-n", "1", "--seed", "1", "--trace")
    assert re.search(r"^  \w+: react\('turn'\) with 2 coins, \w+, \w+ -> '", done.stdout, re.M)
    assert re.search(r"^winner: ", done.stdout, re.M)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["random"], "a tournament needs at least two players, not 1"),
        (["random", "nobody"], "there is no bot 'nobody'"),
        (["random", "trait:charm=1"], "trait is set by honesty, skepticism, vengefulness"),
        (["random", "none.py:Mine"], "there is no file"),
        (["random", "honest", "--workers", "0"], "--workers: must be at least 1, not 0"),
        (
            ["random", "honest", "--coup-files"],
            "--coup-files: add --out DIR, the folder",
        ),
        (
            ["random", "honest", "--memory", "fresh", "--memory-folder", "m"],
            "--memory-folder keeps what --memory fresh throws away",
        ),
        (["random", "honest", "--limit", "-1"], "--limit: must be more than 0, not -1"),
        (["honest", "random", "--ruleset", "poker"], "there is no ruleset 'poker'"),
        ([f"{AGENTS}/beef/Beef.py", "random", "--ruleset", "classic"], "agents play the ruleset"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments, "-n", "2"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("coup: ")
    assert sentence in said
    assert said.count("\n") == 1


def test_ctrl_c_prints_the_results_so_far_and_keeps_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "coup", "arena", "counter", "counter", "-n", "100000"]
    with subprocess.Popen(
        [*command, "--seed", "1", "--out", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        games = tmp_path / "games.jsonl"
        while not (games.exists() and games.stat().st_size):
            assert running.poll() is None
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)
        out, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert errors == ""
    kept = len(games.read_text().splitlines())
    assert f"{kept:,} of 100,000 games of classic" in out
    assert "The same command resumes from here." in out


def test_ctrl_c_is_heard_while_games_are_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*work: object) -> Future[object]:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)  # it may come to another thread first
        return Future()

    crew = workers.Processes(1, a_plan("random", "honest"), Conditions(), 0, None)
    monkeypatch.setattr(crew.pools[0], "submit", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            crew.submit(range(1), 0)
    finally:
        signal.signal(signal.SIGINT, before)
        crew.close()


def test_a_finished_tournament_does_not_say_how_fast_it_was_played_again(tmp_path: Path) -> None:
    first, second = (arena("random", "honest", "-n", "1", "--out", str(tmp_path)) for _ in "ab")
    assert first.stdout.startswith("1 game of classic")
    assert "games/s" in first.stdout
    assert "No game was played now; all are from before." in second.stdout
    assert "games/s" not in second.stdout


def test_our_own_bots_play_every_ruleset() -> None:
    for ruleset in coup.RULESETS:
        assert play(a_plan("honest", "counter", games=4, ruleset=ruleset)).games == 4


# Problems of students.


def agent(tmp_path: Path, name: str, react: str, *, first: str = "") -> str:
    """A file with an agent whose answer is this line of code."""
    file = tmp_path / f"{name}.py"
    file.write_text(
        f"{first}\nimport os, time\nclass {name.capitalize()}:\n"
        f"    def receive(self, line): pass\n    def react(self, hint): {react}\n"
    )
    return str(file)


def test_an_agent_finds_the_files_beside_it(tmp_path: Path) -> None:
    file = agent(tmp_path, "where", "return open(HERE + '/word').read()",
                 first="import os; HERE = os.path.dirname(__file__)")  # fmt: skip
    (tmp_path / "word").write_text("income")
    assert play(a_plan(file, "random", games=2)).faults[0] > 0  # it says income to everything


def test_a_tournament_on_disk_resumes_without_its_seed(tmp_path: Path) -> None:
    for _ in range(2):
        done = arena("random", "honest", "-n", "10", "--out", str(tmp_path), "--json")
        assert json.loads(done.stdout)["played"] == 10
    assert len((tmp_path / "games.jsonl").read_text().splitlines()) == 10


def test_a_game_that_is_stored_twice_is_counted_once(tmp_path: Path) -> None:
    plan = a_plan("random", "honest", games=6)
    store = TournamentFolder(tmp_path, plan)
    play(plan, store=store)
    games = tmp_path / "games.jsonl"
    games.write_text(games.read_text() + games.read_text().splitlines()[0] + "\n")
    assert store.read()[0].games == 6
    with pytest.raises(ValueError, match="another command is playing into"):
        TournamentFolder(tmp_path, plan)


def test_game_files_can_be_written_later(tmp_path: Path) -> None:
    command = ("random", "honest", "-n", "5", "--seed", "1", "--out", str(tmp_path))
    assert arena(*command).returncode == 0
    assert arena(*command, "--coup-files").returncode == 0
    assert len(list((tmp_path / "coup").iterdir())) == 5


def test_a_changed_agent_cannot_continue_the_old_tournament(tmp_path: Path) -> None:
    file = agent(tmp_path, "mine", "return 'income'")
    command = (file, "random", "-n", "4", "--seed", "1", "--out", str(tmp_path / "out"))
    assert arena(*command).returncode == 0
    agent(tmp_path, "mine", "return 'tax'")
    done = arena(*command)
    assert done.returncode == 2
    assert "holds another tournament: the file of mine has changed since" in done.stderr


def test_letters_that_cannot_be_written_do_no_harm(tmp_path: Path) -> None:
    file = agent(tmp_path, "odd", "raise Exception('bad \\ud800')")
    page = tmp_path / "page.html"
    done = arena(file, "random", "-n", "3", "--out", str(tmp_path / "out"), "--html", str(page))
    assert done.returncode == 0
    assert "First fault of odd" in done.stdout


def test_games_before_a_player_killed_its_process_are_shown(tmp_path: Path) -> None:
    file = agent(tmp_path, "late", "os._exit(1)")
    done = arena(file, "random", "-n", "4", "--seed", "2", "--workers", "1")
    assert done.returncode == 2
    assert "--isolate gives it one of its own" in done.stderr


def test_ctrl_c_ends_even_endless_loops(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    file = agent(tmp_path, "loop", f"open({str(begun)!r}, 'w').close(); exec('while True: pass')")
    with subprocess.Popen(
        [sys.executable, "-m", "coup", "arena", file, "random", "-n", "9", "--seed", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as running:
        while not begun.exists():
            assert running.poll() is None
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGINT)
        running.communicate(timeout=PATIENCE)
    assert running.returncode == 130


def test_a_constructor_has_a_time_limit(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text(
        "import os, time\nclass Slow:\n    def __init__(self):\n"
        f"        if os.path.exists({str(tmp_path / 'x')!r}): time.sleep(60)\n"
        "    def receive(self, line): pass\n    def react(self, hint): return 'pass'\n"
    )
    plan = a_plan(str(file), "random", games=2)
    (tmp_path / "x").touch()
    *_, tally = workers.run(
        plan, lambda *about: workers.Processes(1, *about), Conditions(limit=0.2)
    )
    assert tally.games == 2
    assert "within 0.2 s" in tally.mishaps[0].why


def test_a_trace_can_be_isolated(tmp_path: Path) -> None:
    file = agent(tmp_path, "gone", "os._exit(3)")
    done = arena(file, "random", "-n", "1", "--seed", "1", "--trace", "--isolate")
    assert done.returncode == 0
    assert "winner: random" in done.stdout


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "coup", "arena", "counter", "counter", "-n", "9999", "--workers=2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as running:
        while alive_in(running.pid) < 3:
            assert running.poll() is None
            time.sleep(0.01)
        running.kill()
    end = time.monotonic() + PATIENCE
    while alive_in(running.pid):
        assert time.monotonic() < end, "workers are left behind"
        time.sleep(0.1)


def alive_in(group: int) -> int:
    """How many processes of a group are alive."""
    found = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, check=False)
    return len(found.stdout.split())


def test_samples_of_a_duplicate_tournament_hold_whole_deals() -> None:
    plan = a_plan("random", "honest", games=1000, duplicate=True)
    sampled = [number for number in range(1000) if plan.is_sampled(number, 500)]
    assert len(sampled) == 500
    assert all(number ^ 1 in sampled for number in sampled)
    whole = a_plan("random", "honest", games=500)
    assert sum(whole.is_sampled(number, 500) for number in range(500)) == 500


@pytest.mark.skipif(sys.platform != "linux", reason="needs to choose the core of a process")
def test_isolated_players_share_the_core_of_their_worker_if_all_cores_are_busy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {4, 7})
    isolated, fresh = Conditions(isolate=True), Conditions(isolate=True, memory="fresh")
    beef = str(AGENTS / "beef" / "Beef.py")
    duel, three = a_plan(beef, beef), a_plan(beef, beef, beef)
    assert [workers.core_for(lane, 3, three, isolated) for lane in range(3)] == [4, 7, 4]
    assert workers.core_for(0, 1, three, isolated) is None  # one core is free
    assert workers.core_for(0, 2, duel, isolated) is None  # a match, and a free core
    assert workers.core_for(0, 2, duel, fresh) == 4
    assert workers.core_for(0, 2, three, Conditions()) is None
