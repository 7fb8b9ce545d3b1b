"""The measurement of strength: deals from every seat, intervals, and the report."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

import coup
from coup.arena import endings
from coup.arena.endings import ending
from coup.arena.lockstep import LockstepTable, play
from coup.arena.strength import (
    MIXTURE,
    RULESET,
    STRANGERS,
    TRAINING,
    FieldGames,
    Opponents,
    Score,
    Strength,
    blocked,
    fields,
    match,
    measure,
    measure_into,
    openings,
    planned,
)
from coup.arena.strength_plot import draw
from coup.cli import main
from coup.research.endgame import Equilibrium, endgame, solve
from coup.research.networks import opponents, seated
from coup.vectors.actions import ACTIONS, to_action
from coup.vectors.observation import TURNS
from tests.arena.test_lockstep import Settled, a_network

SMALL = endgame((5, 5), ("duke", "contessa"), 2)


# Duplicate deals.


def field_called(name: str, player: str, seats: int) -> Opponents:
    return next(each for each in fields(player, seats) if each.name == name)


def score(player: str, field: Opponents, seats: int, games: int, seed: int) -> Score:
    """A player's score in a field."""
    one = match(player, field, seats, games)
    return one.score(iter(play(one.tables, RULESET, seed).winners))


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_deal_is_played_once_from_every_seat(seats: int) -> None:
    hero = seated("counter", seats)
    for field in fields("counter", seats):
        deals = Counter[tuple[int, int]]()
        beside: dict[int, set[tuple[Any, ...]]] = {}
        for table in match("counter", field, seats, 100).tables:
            (seat,) = [seat for seat, player in enumerate(table.lineup) if player is hero]
            clockwise = table.lineup[seat + 1 :] + table.lineup[:seat]
            for deal in table.deals:
                deals[deal, seat] += 1
                beside.setdefault(deal, set()).add(clockwise)
        number = -(-100 // seats)
        assert deals == {(deal, seat): 1 for deal in range(number) for seat in range(seats)}
        assert all(len(each) == 1 for each in beside.values())  # the same others, clockwise
        if len(field.others) == 1:
            assert beside[0] == {(seated(field.others[0], seats),) * (seats - 1)}


def test_a_mixture_has_all_opponents_equally_often() -> None:
    mixture = field_called(MIXTURE, "counter", 4)
    tables = match("counter", mixture, 4, 4 * 8 * len(opponents("counter"))).tables
    sat = Counter(
        id(player)
        for table in tables
        for player in table.lineup
        for _ in table.deals
        if player is not seated("counter", 4)
    )
    assert len(sat) == len(opponents("counter"))
    assert len(set(sat.values())) == 1


def test_held_out_styles_are_in_no_field_that_training_knows() -> None:
    for seats in (2, 5):
        known = {name for each in fields("shark", seats) if not each.held for name in each.others}
        held = {name for each in fields("shark", seats) if each.held for name in each.others}
        assert not known & held
        assert {name for name in known if name.startswith("style")} == {
            *field_called(TRAINING, "shark", seats).others
        }
        assert "style:honest_weakest" in held
        assert len(field_called(STRANGERS, "shark", seats).others) == 24


def test_the_luck_of_the_cards_cancels() -> None:
    """Two equal players without randomness each win every deal once."""
    one, two = Settled(1), Settled(1)
    tables = [LockstepTable((one, two), range(300)), LockstepTable((two, one), range(300))]
    found = FieldGames(2, tables).score(iter(play(tables, RULESET, 1).winners))
    assert found.won.value == pytest.approx(0.5 * (1 - found.drawn / 600))
    assert found.games == 600
    assert found.drawn < 100


GOALS = {
    2: {"honest": 0.65, "counter": 0.65, "pragmatist": 0.7, "trait": 0.7},
    4: {"honest": 0.7, "counter": 0.5, "honest_random": 0.6, "honest_next": 0.6, "everything": 0.9},
}


@pytest.mark.parametrize("seats", GOALS)
def test_shark_is_as_strong_as_it_is_meant_to_be(seats: int) -> None:
    """The goals lie within or below the intervals; the command plays thousands of games."""
    for others, goal in GOALS[seats].items():
        found = score("shark", field_called(others, "shark", seats), seats, 1200, 5)
        assert found.won.high > goal, (others, found)
        assert found.drawn <= 12, others


def test_a_bot_is_measured_and_every_game_is_reported() -> None:
    told: list[int] = []
    found = measure("counter", [2, 3], 60, 1, told.append)
    assert told[-1] == planned("counter", [2, 3], 60)
    assert [(each.seats, each.others) for each in found.results] == [
        (seats, field.name) for seats in (2, 3) for field in fields("counter", seats)
    ]
    against_random = found.result(2, "random")
    assert against_random is not None
    assert against_random.won.value > 0.85
    assert against_random.yardsticks["counter"] == against_random.won.value
    assert 0.7 < against_random.yardsticks["honest"] < 0.97
    assert found.result(2, MIXTURE) is None
    for seats in (2, 3):
        copies = found.copies[seats]
        assert sum(each.value for each in copies.by_seat) == pytest.approx(1, abs=0.04)
        assert copies.habits is None
    assert measure("counter", [2, 3], 60, 1) == found


def test_a_network_has_habits() -> None:
    found = measure("shark", [2], 60, 1)
    habits = found.as_dict()["among_copies"]["2"]
    assert set(habits["by_role"]) == set(RULESET.roles)
    for counts in habits["by_role"].values():
        assert 0 <= counts["bluffs"] <= counts["claims"]
        assert 0 <= counts["challenges"] <= counts["asked"]
    assert 5 < habits["turns"] < 60


GOALS_BY_OTHER_RULES = {
    ("inquisitor", 2): ("counter", 0.62),
    ("inquisitor", 4): ("counter", 0.55),
    ("coup2022", 2): ("counter", 0.62),
    ("coup2022", 4): ("counter", 0.55),
}


@pytest.mark.parametrize(("ruleset", "seats"), GOALS_BY_OTHER_RULES)
def test_shark_wins_by_other_rulesets(ruleset: str, seats: int) -> None:
    others, goal = GOALS_BY_OTHER_RULES[ruleset, seats]
    rules = coup.ruleset(ruleset, turn_limit=200)
    one = match("shark", Opponents(others, (others,)), seats, 1200, rules)
    assert one.score(iter(play(one.tables, rules, 5).winners)).won.high > goal


def test_by_rules_that_it_does_not_know_shark_plays_as_counter() -> None:
    assert seated("shark", 6, coup.ruleset("reformation")) == "counter"
    assert seated("shark", 2, coup.ruleset("classic", copies=4)) == "counter"
    found = measure("shark", [2], 20, 1, rules=coup.ruleset("inquisitor", turn_limit=200))
    assert set(found.as_dict()["among_copies"]["2"]["by_role"]) == {*found.ruleset.roles}


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_sharks_first_action_depends_on_its_hand(seats: int) -> None:
    """An earlier shark asked for foreign aid with every hand."""
    alone = play([LockstepTable((seated("shark", seats),) * seats, range(300))], RULESET, 1)
    first = openings(alone.habits[0], RULESET)
    assert all(sum(row.values()) == pytest.approx(1) for row in first.values())
    assert first["duke"]["tax"] > 1.7 * first["assassin"]["tax"]
    assert first["ambassador"]["exchange"] > 2 * first["duke"]["exchange"]
    assert first["captain"]["steal"] > 2 * first["contessa"]["steal"]
    whole = alone.habits[0].openings.sum(axis=0)
    assert whole.max() < 0.6 * whole.sum()
    assert 0.02 < blocked(alone.habits[0]) < 0.3
    assert (alone.winners[0] == -1).sum() <= 3


# Endgames.


class Plan:
    """Plays a solution, and remembers the observations."""

    def __init__(self, solution: Equilibrium) -> None:
        self.solution = solution
        self.seen: Any = None

    def probabilities(self, observations: Any, legal: Any) -> Any:
        self.seen = observations
        growth = self.solution.growth
        odds = np.zeros((len(observations), ACTIONS))
        for number in range(len(observations)):
            seat, mask = int(growth.seat[number]), int(growth.moves[number])
            plan = self.solution.sides[seat].average
            reach = plan[growth.parent[number]]
            moves = [move for move in range(mask.bit_length()) if mask >> move & 1]
            for place, move in enumerate(moves):
                share = plan[growth.first[number] + place] / reach if reach else 1 / len(moves)
                odds[number, to_action(move, seat, 2)] = share
        assert not odds[~legal].any()
        return odds


def test_a_player_of_the_solution_cannot_be_beaten_and_claims_like_it() -> None:
    solution = solve(SMALL, 1e-6)
    plan = Plan(solution)
    found = ending(plan, SMALL)
    assert found.nash_conv < 1e-5
    assert found.value == pytest.approx(solution.value, abs=1e-3)
    assert (plan.seen[:, TURNS] > endings.BEFORE).all()
    assert len(found.claims) > 2
    own = {claim.line: claim for _, claim in found.claims if claim}
    assert own[("assassinate",)].bluffed == pytest.approx(0, abs=0.01)


def test_a_player_who_knows_nothing_can_be_beaten() -> None:
    found = ending(a_network(1), SMALL)
    assert 0.1 < found.nash_conv < 4
    written = json.loads(json.dumps(found.as_dict()))
    assert written["claims"][0]["by"] == "mover"
    assert any(claim["own"] and claim["own"]["bluffed"] > 0.5 for claim in written["claims"])


# The command.


def test_the_command_prints_tables_that_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(endings, "ENDGAMES", (SMALL,))
    monkeypatch.setenv("COLUMNS", "80")
    picture = tmp_path / "strength.svg"
    assert main(["strength", "shark", "-n", "30", "--seats", "2,3", "--plot", str(picture)]) == 0
    printed = capsys.readouterr().out
    assert all(len(line.rstrip()) <= 80 for line in printed.splitlines())
    for text in ("a mixture", "par is", "begins", "Duke", "An endgame", "block assassinate"):
        assert text in printed
    for text in ("held out", "honest_weakest", "strangers", "mean", "turns blocked", "First turns"):
        assert text in printed
    assert picture.read_text(encoding="utf-8").startswith("<?xml")


def test_a_bot_without_habits_can_be_drawn(tmp_path: Path) -> None:
    draw(measure("random", [2], 20, 1), tmp_path / "random.png")
    assert (tmp_path / "random.png").read_bytes().startswith(b"\x89PNG")


def test_numpy_and_numba_are_enough() -> None:
    code = "import sys, coup.arena.strength_report; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"torch", "matplotlib"} & set(loaded)


def test_the_command_for_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["strength", "honest", "-n", "60", "--seats", "3", "--json", "--seed", "3"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["player"], found["seed"]) == ("honest", 3)
    assert {each["par"] for each in found["results"]} == {1 / 3}
    names = [each.name for each in fields("honest", 3)]
    assert [each["others"] for each in found["results"]] == names
    assert {each["others"] for each in found["results"] if each["held"]} > {"everything"}
    assert len(found["among_copies"]["3"]["won_by_seat"]) == 3


def test_what_was_measured_before_ctrl_c_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def impatient(found: Strength, seats: list[int], report: object) -> None:
        measure_into(found, seats[:-1], lambda games: None)
        raise KeyboardInterrupt

    monkeypatch.setattr("coup.arena.strength.measure_into", impatient)
    assert main(["strength", "counter", "-n", "20", "--seats", "2,3", "--json"]) == 130
    said = capsys.readouterr()
    assert list(json.loads(said.out)["among_copies"]) == ["2"]
    assert said.err == "interrupted; nothing was measured with 3 seats\n"
    assert main(["strength", "counter", "-n", "20", "--seats", "2"]) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "interrupted; nothing was measured with 2 seats\n"


def test_ctrl_c_in_the_endgames_loses_no_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def impatient(mind: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("coup.arena.endings.endings", impatient)
    assert main(["strength", "shark", "-n", "20", "--seats", "2", "--json"]) == 130
    said = capsys.readouterr()
    assert list(json.loads(said.out)["among_copies"]) == ["2"]
    assert said.err == "interrupted; the endgames are not complete\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fish"], "there is no bot 'fish'; choose from random, honest"),
        (["counter", "--seats", "1,2"], "--seats: must be numbers from 2 to 6, such as 2 or"),
        (["counter", "--seats", ""], "--seats: must be numbers from 2 to 6"),
        (["counter", "--seats", "23"], "--seats: must be numbers from 2 to 6"),
        (["counter", "--games", "5"], "--games: must be at least 12, two deals, not 5"),
        (["counter", "--seed", "-1"], "--seed: must be at least 0, not -1"),
        (["counter", "--plot", "x.gif"], "--plot: must end with .svg, .png or .pdf, not"),
        (["counter", "--plot", "nowhere/x.svg"], "--plot: there is no folder nowhere"),
        (["nowhere.npz"], "there is no file nowhere.npz"),
    ],
)
def test_bad_input_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strength", *arguments]) == 2
    said = capsys.readouterr().err
    assert said.startswith("coup: ")
    assert sentence in said
    assert len(said.splitlines()) == 1
