"""Endgames: known values, exact bounds, and the same tree on every target."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coup
from coup.cli import main
from coup.research import cfr, compiled, tree
from coup.research.endgame import endgame, explore, solve
from coup.research.frequencies import claims, first_turn
from coup.research.sequences import SETS, Growth, grown, room, sides
from coup.rules import kernel
from coup.rules.state import State, copy_state

DUKES = ("duke", "duke")


@pytest.mark.parametrize(("turns", "value"), [(2, 0.0384615), (3, 0.3461538)])
def test_a_card_each_two_dukes_face_up_and_five_coins_have_a_known_value(
    turns: int, value: float
) -> None:
    solution = solve(endgame((5, 5), DUKES, turns), 2e-7)
    assert solution.value == pytest.approx(value, abs=1.5e-7)
    assert solution.low <= value + 1e-7
    assert solution.high >= value - 1e-7
    assert solution.nash_conv <= 2e-7


def interpreted_growth(ruleset: coup.Ruleset) -> Growth:
    start = State()
    kernel.reset(start, ruleset.rules, 2)
    growth = room(64, 100)
    states = [State() for _ in range(100)]
    copy_state(start, states[0])
    while not tree.explore(growth, states, ruleset.rules):
        growth = grown(growth, tree.rehash)
    return growth


TINY = endgame((6, 0), ("duke", "duke", "duke", "assassin"), 2)


def test_interpreted_and_compiled_find_the_same_tree_and_the_same_plans() -> None:
    ours, theirs = interpreted_growth(TINY), explore(TINY)
    for name in ("seat", "parent", "first", "moves"):
        found = getattr(theirs, name)[: theirs.counts[SETS]]
        assert np.array_equal(getattr(ours, name)[: ours.counts[SETS]], found)
    one, two = sides(ours)
    cfr.improve(one, two, 0, 10)
    three, four = sides(theirs)
    compiled.improve(three, four, 0, 10)
    assert np.allclose(one.average, three.average)
    assert np.allclose(two.average, four.average)
    assert cfr.gap(one, two) == pytest.approx(compiled.gap(three, four))


def information_sets_by_views(ruleset: coup.Ruleset) -> int:
    """The number of different views that are asked, counted through `Game` alone."""
    seen = set()
    games = [coup.Game(["a", "b"], ruleset, drive_chance=True)]
    while games:
        game = games.pop()
        if game.to_move in game.seats:
            view = game.view(game.to_move)
            seen.add((view.seat, view.events))
        for move in game.legal_moves:
            after = game.copy()
            after.push(move)
            if not after.over:
                games.append(after)
    return len(seen)


@pytest.mark.parametrize(
    "ruleset",
    [
        TINY,
        coup.ruleset("coup2022", cards=1, copies=1, turn_limit=1, coins=3),
        coup.ruleset("inquisitor", cards=1, copies=1, turn_limit=1, coins=3),
        coup.ruleset("classic", cards=1, copies=1, turn_limit=1, coins=3),
    ],
    ids=lambda ruleset: ruleset.name,
)
def test_there_is_one_information_set_for_each_different_view(ruleset: coup.Ruleset) -> None:
    assert explore(ruleset).counts[SETS] == information_sets_by_views(ruleset)


def test_plans_are_consistent() -> None:
    """The probabilities of a question's answers sum up to that of reaching it."""
    solution = solve(endgame((5, 5), DUKES, 2), 1e-3)
    for side in solution.sides:
        shared = np.add.reduceat(side.average, side.first)
        assert np.allclose(shared, side.average[side.parent])
        assert side.average.min() >= 0


def test_a_player_who_can_coup_wins() -> None:
    solution = solve(endgame((7, 0), (), 1), 1e-6)
    assert solution.value == pytest.approx(1)
    (question,) = first_turn(solution)
    assert question.share("coup") == pytest.approx(1, abs=1e-4)


def test_frequencies_of_the_first_turn() -> None:
    solution = solve(endgame((5, 5), DUKES, 2), 1e-5)
    questions = first_turn(solution)
    assert questions[0].likely == pytest.approx(1)
    for question in questions:
        for hand in question.weights:
            answers = question.answers[hand]
            assert sum(question.share(each, hand) for each in answers) == pytest.approx(1)
    found = {claim.line: claim for claim in claims(questions)}
    assassination = found["assassinate",]
    assert assassination.made == pytest.approx(3 / 13, abs=1e-3)  # exactly with an Assassin
    assert assassination.bluffed < 1e-3


def test_games_too_large_or_without_end_are_refused_with_a_sentence() -> None:
    with pytest.raises(coup.RulesetError, match="more than 1,000 information sets; fewer turns"):
        solve(endgame((5, 5), DUKES, 4), most=1000)
    with pytest.raises(coup.RulesetError, match="only if it has a turn limit"):
        solve(coup.ruleset("classic", cards=1))
    with pytest.raises(ValueError, match="cannot be noticed"):
        solve(TINY).shares(0, [kernel.PASS])


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["endgame", *words])
    out, err = capsys.readouterr()
    return code, out, err


SMALL = ("--coins", "5,5", "--face-up", "duke,duke", "--turns", "2")


def test_the_command_prints_value_bounds_and_frequencies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, *SMALL, "--within", "1e-5")
    assert code == 0
    assert "value for the player to move: +0.03846" in out
    assert "assassinate" in out
    assert "bluffs among them" in out
    assert "NashConv" in out


def test_the_command_for_programs_and_as_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "end.svg"
    code, out, _ = run(capsys, *SMALL, "--json", "--plot", str(picture))
    found: dict[str, Any] = json.loads(out)
    assert code == 0
    assert found["low"] <= 1 / 26 <= found["high"]
    assert found["questions"][0]["answers"]["assassin"]["assassinate"] > 0.9
    assert picture.read_text().startswith("<?xml")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--coins", "5"), "--coins: must be two numbers such as 5,3, not '5'"),
        (("--coins", "5,x"), "--coins: must be two numbers such as 5,3, not '5,x'"),
        (("--face-up", "joker"), "face_up has the 'joker', which is not among its roles"),
        (("--turns", "0"), "--turns: must be at least 1, not 0"),
        (("--within", "0"), "--within: must be more than 0, not 0"),
        (("--plot", "x.bmp"), "--plot: must end with .svg, .png or .pdf, not 'x.bmp'"),
        (("--rule", "copies=1", "--face-up", "duke,captain,contessa,assassin"), "2 seats need 2"),
    ],
)
def test_bad_input_gets_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("coup: ")
    assert sentence in err
    assert err.count("\n") == 1
