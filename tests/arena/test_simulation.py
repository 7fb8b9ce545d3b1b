"""Many games between bots, and their results."""

import json
from collections import Counter
from pathlib import Path

import pytest

import coup
from coup.arena.deeds import insight, insight_into
from coup.arena.simulation import Report, simulate
from coup.arena.statistics import share
from coup.cli import main
from coup.hosting.entrants import enter
from coup.hosting.host import play_game
from tests.helpers import every_ruleset

AGENTS = Path(__file__).parent.parent / "agents"


def run(bots: list[str], games: int, ruleset: str = "classic", seed: int = 1) -> Report:
    *_, report = simulate(bots, games, coup.ruleset(ruleset), seed)
    return report


@every_ruleset
def test_every_game_is_counted_once(ruleset: str) -> None:
    report = run(["counter", "honest", "bluffer"], 60, ruleset)
    assert report.games == 60
    assert report.wins.total() + report.unfinished == 60
    assert report.seat_wins.total() == report.wins.total()
    for deeds in report.deeds.values():
        assert deeds.done >= deeds.bluffs
        assert deeds.done >= deeds.challenged >= deeds.proved
        assert deeds.done >= deeds.blocked
    assert report.deed("steal").blocked == report.deed("block_steal").done


@every_ruleset
def test_honest_players_never_bluff_and_random_ones_do(ruleset: str) -> None:
    assert not any(deeds.bluffs for deeds in run(["honest"] * 3, 40, ruleset).deeds.values())
    assert run(["random"] * 3, 40, ruleset).deed("tax").bluffs > 10


def test_a_seed_gives_the_same_games_and_another_one_others() -> None:
    first = run(["counter", "random"], 50)
    assert run(["counter", "random"], 50).as_dict() == first.as_dict()
    assert run(["counter", "random"], 50, seed=2).as_dict() != first.as_dict()


def test_it_plays_the_games_of_the_arena(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--games", "20", "--seed", "3", "--workers", "1", "--json"]
    assert main(["simulate", "--bots", "honest,random", "--seats", "2", *command]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert main(["arena", "honest", "random", "--table", *command]) == 0
    held = json.loads(capsys.readouterr().out)
    assert {each["name"]: each["wins"] for each in held["results"]} == {
        name: wins["games"] for name, wins in counted["wins"].items()
    }
    assert held["wins_by_seat"] == counted["wins_by_seat"]


def test_a_game_of_endless_exchanges_ends() -> None:
    *_, report = simulate(["random"] * 2, 5, coup.ruleset("classic", turn_limit=1), 1)
    assert report.unfinished == 5


def test_the_interval_is_wilsons() -> None:
    assert share(50, 100) == pytest.approx((0.5, 0.4038, 0.5962), abs=1e-4)
    assert share(0, 0) == (0.0, 0.0, 1.0)
    assert share(10, 10).high == 1.0


def test_simulate_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--seats", "5", "--games", "10", "--seed", "1", "--workers", "1"]
    assert main(command) == 0
    told = capsys.readouterr().out
    for words in ("10 games of classic", "counter5", "begins", "turns on average", "bluffs"):
        assert words in told


def test_simulate_shows_faults(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "odd.py").write_text("def odd(view):\n    return 5\n")
    command = ["simulate", "--bots", f"{tmp_path}/odd.py,honest", "--seats", "2", "--seed", "1"]
    assert main([*command, "-n", "4", "--workers", "1"]) == 0
    told = capsys.readouterr().out
    assert "faults" in told
    assert "First fault of odd, in game 0:" in told
    assert main([*command, "-n", "4", "--workers", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["faults"]) == {"odd"}
    assert found["faults"]["odd"] > 10


def test_simulate_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["simulate", "--players", "2", "--games", "8", "--bots", "counter,random", "--json"]
    assert main([*command, "--workers", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["games"] == 8
    assert set(found["wins"]) == {"counter", "random"}
    assert 0 <= found["wins"]["counter"]["low"] <= found["wins"]["counter"]["high"] <= 1


def test_simulate_can_tell_one_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--players", "3", "--bots", "counter,honest", "--watch"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("ann (counter), bob (honest), carl (counter); classic")
    assert "Turn 1: ann." in told


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "deep"], "--bots: there is no bot 'deep'; choose from random"),
        (["--bots", "trait:honesty=2"], "--bots: trait: honesty is a number from 0 to 1, not '2'"),
        (
            ["--bots", "random,honest,counter", "--seats", "2"],
            "--bots: 3 bots for 2 seats; add",
        ),
        (["--players", "7"], "--seats: Coup is for 2 to 6 seats, not 7"),
        (["--games", "0"], "--games: must be at least 1, not 0"),
        (["--ruleset", "poker"], "--ruleset: there is no ruleset 'poker'"),
        (["--seed", "-3"], "--seed: must be at least 0, not -3"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"coup: {sentence}")


def test_the_moves_of_a_game_show_what_its_story_shows() -> None:
    agent = f"{AGENTS}/beef/Beef.py"
    entrants = enter([agent, "bluffer", "random", f"{AGENTS}/markus/Markus.py"])
    seen: Counter[str] = Counter()
    for seed in range(25):
        played = play_game(entrants, seed=seed)
        assert played.made is None
        found = insight_into(played)
        assert found == insight(played.game().events)
        for deeds in found.deeds.values():
            seen.update({name: count for name, count in vars(deeds).items() if count})
    assert set(seen) == {"done", "bluffs", "challenged", "proved", "blocked"}


@pytest.mark.parametrize(
    ("bot", "names"),
    [
        ("trait:honesty=0.2", ["trait_honesty_0.2_1", "trait_honesty_0.2_2"]),
        ("medium:bold", ["medium_bold1", "medium_bold2"]),
    ],
)
def test_several_bots_with_the_same_settings_can_play(bot: str, names: list[str]) -> None:
    assert run([bot] * 2, 2).players == names
