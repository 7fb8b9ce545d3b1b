"""The levels are hard for average players in order, and their games differ and end."""

from itertools import pairwise
from statistics import fmean

import numpy as np
import pytest
from benchmarks.levels import row

from coup.arena.levels import AVERAGE, characters, first_moves, hardness
from coup.arena.lockstep import play
from coup.arena.strength import RULESET, Opponents, match
from coup.bots import LEVELS
from coup.bots.network import Mind
from coup.research.batch import Batch
from coup.research.networks import seated
from coup.rules.kernel import CONVERT, TAX
from coup.rules.vocabulary import ACTIONS, ROLES
from coup.vectors.observation import HAND


def test_each_level_is_harder_than_the_one_before() -> None:
    found = [hardness(level, AVERAGE["counter"], 4, 60) for level in LEVELS]
    won = [each.won.value for each in found]
    assert all(easier > harder for easier, harder in pairwise(won))
    assert won[0] > 0.6
    assert won[-1] < 0.15
    assert all(each.drawn < 0.01 for each in found)


@pytest.mark.parametrize("level", LEVELS)
def test_games_at_a_table_of_four_begin_in_many_ways(level: str) -> None:
    """With every character in the first seat; and the characters have different habits."""
    found = first_moves(level, 4, 300)
    actions = ACTIONS[:CONVERT]
    begins = {action: fmean(each[action] for each in found.values()) for action in actions}
    assert sum(begins.values()) == pytest.approx(1)
    assert max(begins.values()) < 0.6
    shares = [tuple(each.values()) for each in found.values()]
    assert len(set(shares)) == len(shares)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_sharks_first_action_depends_on_its_hand(seats: int) -> None:
    mind, batch = seated("shark", seats), Batch(600, seats, seed=2)
    assert not isinstance(mind, str)
    for role in ("duke", "captain", "ambassador"):
        holds = batch.observe[:, HAND + ROLES.index(role)] > 0
        with_it, without = (opening(mind, batch, rows) for rows in (holds, ~holds))
        assert np.abs(with_it - without).sum() > 0.2
        if role == "duke":
            assert with_it[TAX] > 1.5 * without[TAX]


def opening(mind: Mind, batch: Batch, rows: object) -> np.ndarray:
    """The probability of each first action, over some hands."""
    odds = mind.probabilities(batch.observe, batch.legal > 0)
    return np.asarray(odds[rows].mean(axis=0))


@pytest.mark.parametrize("others", ["style:everything", "style:saver", "style:honest_next"])
def test_hardly_any_game_of_shark_with_four_seats_is_drawn(others: str) -> None:
    """An earlier shark waited forever among players who block everything."""
    found = match("shark", Opponents(others, (others,)), 4, 400)
    score = found.score(iter(play(found.tables, RULESET, 1).winners))
    assert score.drawn <= 0.01 * score.games


def test_characters_at_one_table_differ() -> None:
    assert len(set(characters("easy", 5, first=3))) == 5


def test_the_table_of_levels_has_a_row_for_each() -> None:
    honest, counter, styles, mean, drawn, first = row("easy", 2, 24, hands=50)
    assert all("±" in each for each in (honest, counter, styles))
    assert mean.startswith("**")
    assert float(drawn) == 0
    assert first.partition(",")[0] in {"tax", "income", "exchange", "foreign aid", "steal"}
