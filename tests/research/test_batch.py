"""Batches: what determines their games, what they refuse, and the bots in them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coup
from coup.research.batch import Batch


def play(batch: Batch, steps: int) -> list[Any]:
    """The contents of all arrays after each step of random play."""
    seen = []
    for step in range(steps):
        batch.step(batch.random_actions(step))
        seen.append(
            [each.copy() for each in (batch.observe, batch.legal, batch.to_move, batch.reward)]
        )
    return seen


def same(one: list[Any], two: list[Any]) -> bool:
    return all(
        np.array_equal(a, b)
        for left, right in zip(one, two, strict=True)
        for a, b in zip(left, right, strict=True)
    )


def test_the_seed_decides_and_the_number_of_threads_does_not() -> None:
    one, two, other = (
        play(Batch(2000, 3, seed=seed, threads=threads), 40)
        for seed, threads in ((5, 1), (5, 3), (6, 1))
    )
    assert same(one, two)
    assert not same(one, other)


def test_reset_begins_again() -> None:
    batch = Batch(100, 4, seed=3)
    first = play(batch, 20)
    batch.reset()
    assert not batch.done.any()
    assert same(play(batch, 20), first)
    batch.reset(4)
    assert not same(play(batch, 20), first)


def test_games_follow_each_other_endlessly_and_rewards_sum_up_to_zero() -> None:
    batch = Batch(500, 4, "coup2022", seed=1)
    finished = np.zeros(500, np.int64)
    for step in range(300):
        batch.step(batch.random_actions(step))
        finished += batch.done
        assert np.allclose(batch.reward.sum(axis=1), 0, atol=1e-6)
        assert (batch.reward.max(axis=1) == batch.done).all()
        assert batch.legal.any(axis=1).all()
    assert finished.min() >= 2


def test_the_turn_limit_is_worth_nothing() -> None:
    batch = Batch(50, 2, coup.ruleset("classic", turn_limit=1), seed=1)
    batch.step(np.zeros(50, np.int64))  # income
    assert batch.done.all()
    assert not batch.reward.any()


def test_bots_move_in_the_batch_and_only_learners_are_asked() -> None:
    batch = Batch(400, 3, seed=1, players=["random", "learner", "random"])
    wins = finished = 0
    for step in range(200):
        assert (batch.to_move == 1).all()
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        wins += (batch.reward[:, 1] == 1).sum()
    assert finished > 1000
    assert wins / finished == pytest.approx(1 / 3, abs=0.06)


LINEUPS = (("learner", "honest"), ("random", "learner", "learner", "honest"), ("learner",) * 3)


def test_games_take_the_line_ups_in_turn_and_play_as_with_one_line_up() -> None:
    """Game i plays line-up i modulo their number, and is otherwise the same."""
    mixed = Batch(99, seed=5, players=LINEUPS)
    assert (mixed.seats, mixed.seats_of.tolist()[:4]) == (4, [2, 4, 3, 2])
    plain = [Batch(99, seed=5, players=lineup) for lineup in LINEUPS]
    finished = 0
    for step in range(60):
        for number, batch in enumerate(plain):
            for name in ("observe", "legal", "to_move", "done"):
                ours, theirs = (getattr(each, name)[number::3] for each in (mixed, batch))
                assert np.array_equal(ours, theirs)
            assert np.array_equal(mixed.reward[number::3, : batch.seats], batch.reward[number::3])
            assert not mixed.reward[number::3, batch.seats :].any()
        for batch in (mixed, *plain):
            batch.step(batch.random_actions(step))
        finished += mixed.done.sum()
    assert finished > 99


def test_with_a_pace_bots_play_the_same_games_in_smaller_steps() -> None:
    """The learners' questions, actions and rewards are the same; in addition, bots are shown."""

    def stories(pace: int | None) -> list[list[Any]]:
        batch = Batch(60, seed=5, players=LINEUPS, pace=pace)
        told: list[list[Any]] = [[] for _ in range(60)]
        shown = 0
        for _ in range(400):
            actions = batch.legal.argmax(axis=1)
            for game, names in enumerate(LINEUPS[game % 3] for game in range(60)):
                if names[batch.to_move[game]] == "learner":
                    told[game].append((batch.observe[game].tobytes(), int(batch.to_move[game])))
                else:
                    shown += 1
            batch.step(actions)
            for game in np.flatnonzero(batch.done).tolist():
                told[game].append(batch.reward[game].tolist())
        assert (shown > 0) == (pace is not None)
        return told

    for whole, parts in zip(stories(None), stories(1), strict=True):
        assert len(parts) > 40
        assert whole[: len(parts)] == parts
    with pytest.raises(ValueError, match="pace is a number from 1 to 999, not 0"):
        Batch(2, pace=0)


def test_saved_games_continue_unchanged(tmp_path: Path) -> None:
    batch = Batch(60, seed=5, players=LINEUPS)
    play(batch, 30)
    np.savez(tmp_path / "games.npz", **batch.save())
    expected = play(batch, 30)
    other = Batch(60, seed=6, players=LINEUPS)
    other.restore(np.load(tmp_path / "games.npz"))
    assert same(play(other, 30), expected)
    for each in (batch, other):
        each.reset()
    assert np.array_equal(batch.observe, other.observe)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 61}, r"another size: lineups has the shape \(60,\), in this batch \(61,\)"),
        ({"players": LINEUPS[:2]}, "has other lineups than this batch"),
        ({"ruleset": "coup2022"}, "has other rules than this batch"),
    ],
)
def test_games_are_restored_only_where_they_fit(arguments: dict[str, Any], sentence: str) -> None:
    batch = Batch(60, seed=5, players=LINEUPS)
    saved = batch.save()
    usual: dict[str, Any] = {"games": 60, "players": LINEUPS}
    other = Batch(**(usual | arguments))
    before = other.observe.copy()
    with pytest.raises(ValueError, match=sentence):
        other.restore(saved)
    assert np.array_equal(other.observe, before)
    del saved["randoms"]
    with pytest.raises(ValueError, match="what was saved lacks 'randoms'"):
        batch.restore(saved)


def test_a_deal_gives_the_same_cards_in_any_game_for_any_players() -> None:
    """With the same seed the same number gives the same cards to the same seats."""
    plain, mixed = Batch(40, 2, seed=5), Batch(30, seed=5, players=LINEUPS)
    first = plain.hands().copy()
    play(plain, 10), play(mixed, 10)
    before = mixed.observe.copy()
    plain.deal(range(40), range(39, -1, -1))
    assert np.array_equal(plain.hands(), first[::-1])
    assert not plain.done.any()
    assert not plain.reward.any()
    rows = [0, 3, 27]  # games of the line-up for two, whose learner begins
    mixed.deal(rows, [7, 7, 12])
    assert np.array_equal(mixed.hands()[rows], first[[7, 7, 12]])
    others = [game for game in range(30) if game not in rows]
    assert np.array_equal(mixed.observe[others], before[others])


def test_a_game_that_is_dealt_continues_as_in_a_new_batch() -> None:
    one, two = Batch(2000, 3, seed=4, threads=3), Batch(2000, 3, seed=4, threads=1)
    play(two, 15)
    two.deal(np.arange(2000), np.arange(2000))
    assert same(play(one, 30), play(two, 30))


@pytest.mark.parametrize(
    ("games", "deals", "sentence"),
    [
        ([0, 1], [5], r"a deal for each game, not \(2,\), \(1,\)"),
        ([0, 0], [5, 6], "each of the games 0 to 9 at most once"),
        ([10], [5], "each of the games 0 to 9 at most once"),
        ([-1], [5], "each of the games 0 to 9 at most once"),
        ([0], [-1], "at least 0 and below"),
        ([0], [1 << 32], "at least 0 and below"),
    ],
)
def test_impossible_deals_change_nothing(games: list[int], deals: list[int], sentence: str) -> None:
    batch = Batch(10, 2, seed=1)
    play(batch, 3)
    before = batch.observe.copy()
    with pytest.raises(ValueError, match=sentence):
        batch.deal(games, deals)
    batch.deal([], [])
    assert np.array_equal(batch.observe, before)


def test_an_illegal_action_changes_nothing_and_is_named() -> None:
    batch = Batch(10, 2, seed=1)
    before = batch.observe.copy()
    actions = batch.random_actions(0)
    actions[7] = 28
    with pytest.raises(ValueError, match="game 7: action 28 is not legal for seat 0; no game was"):
        batch.step(actions)
    assert np.array_equal(batch.observe, before)
    for wrong in (-1, 62, 10**12):
        actions[7] = wrong
        with pytest.raises(ValueError, match="game 7"):
            batch.step(actions)
    with pytest.raises(ValueError, match="game 7"):
        batch.step(actions, wait=False)
    with pytest.raises(ValueError, match="step takes 10 actions"):
        batch.step(actions[:9])
    odd: list[Any] = [actions / 2, None, "tax", [1 << 70] * 10]
    for wrong in odd:
        with pytest.raises(ValueError, match="actions must be whole numbers, not"):
            batch.step(wrong)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"games": 0}, "at least 1 game, not 0"),
        ({"seats": 7}, "2 to 6 seats, not 7"),
        ({"device": "tpu"}, "device must be cpu or cuda, not 'tpu'"),
        ({"players": ["learner"]}, "2 to 6 seats, not 1"),
        ({"players": []}, "there is no line-up: players is empty"),
        ({"players": 3}, r"players is a list such as \['learner', 'random'\], not 3"),
        ({"players": ["learner", 3]}, "a player is a name, or a function that gives prob"),
        ({"players": ["learner", lambda view: 0]}, "a player is a name, or a function that gives"),
        ({"players": ["learner", dict]}, "a player is a name, or a function that gives prob"),
        ({"notes": {"counter": 3}}, "notes are like {'counter': Notes.*, not {'counter': 3}"),
        ({"notes": 3}, "notes are like {'counter': Notes.*, not 3"),
        ({"seats": 3, "players": ["learner", "random"]}, "there are 3 seats, but 2 players"),
        ({"seats": 2, "players": [["learner"] * 2, ["learner"] * 3]}, "2 seats, but 3 players"),
        ({"players": [["learner", "random"], ["random"] * 2]}, "at least one player must be"),
        (
            {"players": ["learner", "lucky"]},
            "no player 'lucky', only learner, random, honest",
        ),
        ({"players": ["random", "random"]}, "at least one player must be a learner"),
        (
            {"players": ["honest", "learner"], "ruleset": coup.ruleset("classic", turn_limit=1)},
            "against bots turn_limit is at least 2, not 1",
        ),
        (
            {
                "players": [["learner", "honest"], ["learner", "honest", "random"]],
                "ruleset": coup.ruleset("classic", turn_limit=2),
            },
            "against bots turn_limit is at least 3, not 2",
        ),
        ({"seed": -1}, "a seed is a whole number"),
        ({"ruleset": "chess"}, "there is no ruleset 'chess'"),
    ],
)
def test_impossible_batches_are_refused_with_a_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        Batch(**({"games": 4} | arguments))
