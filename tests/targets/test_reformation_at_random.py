"""Invariants of Reformation; `tests.targets.reformation` plays many thousands of games."""

import random

import pytest

from coup.rules import cpu
from coup.rules.dtypes import LARGE_STATE, STATE
from tests.helpers import deal
from tests.rules.test_random_games import compare_hidden
from tests.targets.reformation import any_ruleset, check_bots, check_targets, play_checked
from tests.targets.test_targets import interpreted_perft, lines


@pytest.mark.parametrize("seats", range(2, 11))
def test_cards_coins_sides_and_views_hold_by_any_house_rules(seats: int) -> None:
    for seed in range(25):
        play_checked(random.Random(f"{seats} {seed}"), seats)


@pytest.mark.parametrize("seats", range(2, 11))
def test_nobody_can_tell_two_games_apart_that_differ_in_hidden_cards_only(seats: int) -> None:
    for seed in range(25):
        choice = random.Random(f"{seats} {seed}")
        compare_hidden(any_ruleset(choice, seats), seats, seed, choice)


@pytest.mark.parametrize("seats", [6, 10])
def test_interpreted_and_compiled_code_give_equal_states(seats: int) -> None:
    for seed in range(10):
        check_targets(random.Random(f"{seats} {seed}"), seats, 4)


@pytest.mark.parametrize("seats", [2, 7, 10])
def test_bots_play_the_same_games_and_observe_the_same_interpreted_and_compiled(seats: int) -> None:
    for seed in range(6):
        check_bots(random.Random(f"{seats} {seed}"), seats)


def test_a_record_for_six_seats_has_no_room_for_ten() -> None:
    """It has grown from 176 bytes by three numbers."""
    assert STATE.itemsize == 176 + 3 * 4
    assert LARGE_STATE.itemsize > STATE.itemsize


def test_the_size_of_the_tree_has_not_changed() -> None:
    hands = {"a": "duke captain", "b": "contessa assassin", "c": "captain ambassador"}
    game = deal(hands, "reformation", reserve=3, drive_chance=True)
    counts = [9, 48, 224, 946, 3603, 13731, 52131]
    depths = range(1, len(counts) + 1)
    assert [interpreted_perft(game.ruleset, game._state, depth) for depth in depths] == counts
    assert [cpu.perft(game.ruleset, game._state, depth) for depth in depths] == counts
    assert [lines(game, depth) for depth in depths[:4]] == counts[:4]
