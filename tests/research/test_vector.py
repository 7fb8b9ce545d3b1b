"""The vector environment for Gymnasium, games that wait at their end, and networks in batches."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import coup
from coup.bots.network import Network
from coup.research import Batch
from coup.research.vector import CoupVectorEnv
from coup.rules.errors import CoupError
from coup.rules.kernel import PASS
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import IT_IS_OVER, KIND, SIZE, VERSION

GAMES = 30
LINEUPS = [("learner", "counter", "random"), ("random", "learner", "counter")]
LINEUPS += [("counter", "random", "learner")]
Told = list[list[Any]]


def first_legal(masks: Any) -> Any:
    return np.asarray(masks).argmax(axis=1)


def batch_stories(steps: int) -> Told:
    """The observations of a batch's learners, and their rewards at the end of each game."""
    batch = Batch(GAMES, players=LINEUPS, seed=7)
    told: Told = [[] for _ in range(GAMES)]
    seats = np.arange(GAMES) % 3
    for _ in range(steps):
        for game, row in enumerate(batch.observe):
            told[game].append(row.tobytes())
        batch.step(first_legal(batch.legal))
        for game in np.flatnonzero(batch.done).tolist():
            told[game].append(float(batch.reward[game, seats[game]]))
    return told


def vector_stories(steps: int, autoreset: Any) -> Told:
    """The same from a vector environment, without the observations at the ends."""
    games = CoupVectorEnv(GAMES, ("counter", "random"), autoreset=autoreset)
    told: Told = [[] for _ in range(GAMES)]
    seen, info = games.reset(seed=7)
    over = np.zeros(GAMES, bool)
    for _ in range(steps):
        for game, row in enumerate(seen):
            assert bool(row[KIND + IT_IS_OVER]) == over[game]
            if not over[game]:
                told[game].append(row.tobytes())
        assert (info["action_mask"][over].argmax(axis=1) == PASS).all()
        seen, reward, terminated, truncated, info = games.step(first_legal(info["action_mask"]))
        assert not truncated.any()
        for game in np.flatnonzero(terminated).tolist():
            told[game].append(float(reward[game]))
        if autoreset == "next_step":
            over = terminated
        elif terminated.any():
            assert (info["_final_obs"] == terminated).all()
            assert info["final_obs"][terminated, KIND + IT_IS_OVER].all()
    return told


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_vector_environment_plays_the_games_of_its_batch(autoreset: str) -> None:
    for ours, theirs in zip(vector_stories(150, autoreset), batch_stories(150), strict=True):
        assert len(ours) > 100
        assert ours == theirs[: len(ours)]


def test_gymnasium_can_make_it() -> None:
    games = gymnasium.make_vec(
        f"Coup-v{VERSION}", num_envs=5, vectorization_mode="vector_entry_point", bots=("honest",)
    )
    assert isinstance(games.unwrapped, CoupVectorEnv)
    seen, info = games.reset(seed=1)
    assert games.observation_space.contains(seen)
    assert games.single_action_space.sample(info["action_mask"][0]) < ACTIONS
    kept = seen.copy()
    later, *_ = games.step(first_legal(info["action_mask"]))
    assert (seen == kept).all()
    assert (later != kept).any()
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(games)
    _, info = wrapped.reset(seed=1)
    while "episode" not in info:
        *_, info = wrapped.step(first_legal(info["action_mask"]))


def test_without_copies_the_next_step_overwrites_what_was_seen() -> None:
    games = CoupVectorEnv(5, copy=False)
    seen, info = games.reset(seed=1)
    later, *_ = games.step(first_legal(info["action_mask"]))
    assert later is seen


def test_a_seed_determines_the_games_and_those_of_later_resets() -> None:
    one, two = CoupVectorEnv(5), CoupVectorEnv(5)
    for seed in (3, None, None):
        assert (one.reset(seed=seed)[0] == two.reset(seed=seed)[0]).all()
    assert (one.reset(seed=3)[0] != one.reset()[0]).any()


def test_the_turn_limit_truncates() -> None:
    games = CoupVectorEnv(4, ruleset=coup.ruleset("classic", turn_limit=2), seat=0)
    _, info = games.reset(seed=1)
    ended = np.zeros(4, bool)
    for _ in range(4):
        _, reward, terminated, truncated, info = games.step(first_legal(info["action_mask"]))
        assert not terminated.any()
        assert not reward.any()
        ended |= truncated
        if ended.all():
            break
    assert ended.all()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"bots": "random"}, "bots is a list such as"),
        ({"bots": ()}, "2 to 6 seats, not 1"),
        ({"bots": ("learner",)}, "'learner' is not a bot: one seat learns"),
        ({"bots": ("lucky",)}, "a batch has no player 'lucky', only learner, random"),
        ({"seat": 2}, "seat must be from 0 to 1, not 2"),
        ({"autoreset": "never"}, "autoreset is next_step or same_step, not 'never'"),
        ({"render_mode": "ansi"}, "many games at once cannot be rendered"),
        ({"threads": 0}, "threads is a number from 1, not 0"),
    ],
)
def test_impossible_environments_are_refused_with_a_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(CoupError, match=sentence):
        CoupVectorEnv(4, **arguments)


def test_an_illegal_action_and_odd_resets_are_refused_with_a_sentence() -> None:
    games = CoupVectorEnv(3, seat=0)
    with pytest.raises(CoupError, match=r"no game is going on: call reset\(\) before step\(\)"):
        games.step([0, 0, 0])
    games.reset(seed=1)
    with pytest.raises(CoupError, match="game 0: action 62 is not legal for seat 0; no game was"):
        games.step(np.full(3, 62))
    for odd, sentence in (
        ([28, 28], r"step takes 3 actions, not \(2,\)"),
        (28, r"step takes 3 actions, not \(1,\)"),
        ([0.5, 28, 28], r"actions must be whole numbers, not array\(\[ 0.5"),
    ):
        with pytest.raises(CoupError, match=sentence):
            games.step(odd)
    with pytest.raises(CoupError, match="one seed for all its games"):
        games.reset(seed=[1, 2, 3])
    with pytest.raises(CoupError, match="reset has no options, so not"):
        games.reset(options={"deck": 1})


# Networks inside batches.


def test_a_network_is_asked_once_for_all_games_in_which_it_is_to_move() -> None:
    asked = []

    def uniform(observations: Any, legal: Any) -> Any:
        asked.append(len(observations))
        assert observations.shape == (len(legal), SIZE)
        assert legal.any(axis=1).all()
        return legal / legal.sum(axis=1, keepdims=True)

    batch = Batch(400, players=["learner", uniform], seed=1)
    wins = finished = 0
    for step in range(60):
        assert (batch.to_move == 0).all()
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        wins += (batch.reward[:, 0] == 1).sum()
        assert np.allclose(batch.reward.sum(axis=1), 0)
        assert (batch.reward.max(axis=1) == batch.done).all()
    assert max(asked) > 300
    assert len(asked) < 60 * 8
    assert wins / finished == pytest.approx(0.5, abs=0.07)


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file of untrained weights."""
    dice = np.random.default_rng(1)
    sizes = (SIZE, 16, ACTIONS)
    layers = tuple(dice.normal(0, 0.1, pair).astype(np.float32) for pair in pairwise(sizes))
    biases = tuple(np.zeros(size, np.float32) for size in sizes[1:])
    Network(layers, biases).save(tmp_path / "mine.npz")
    return str(tmp_path / "mine.npz")


def test_the_seed_also_determines_networks(weights: str) -> None:
    lineups = [["learner", "medium:grim", "counter"], [weights, "learner"]]
    batches = [
        Batch(1100, players=lineups, seed=seed, threads=threads)
        for seed, threads in ((5, 1), (5, 2), (6, 1))
    ]
    for step in range(12):
        for batch in batches:
            batch.step(batch.random_actions(step))
    one, two, other = (batch.observe for batch in batches)
    assert (one == two).all()
    assert (one != other).any()
    saved = batches[0].save()
    batches[2].restore(saved)
    for batch in batches[::2]:
        batch.step(batch.random_actions(99))
    assert (batches[0].observe == batches[2].observe).all()


def test_a_shark_in_a_batch_wins_most_games_against_random_learners() -> None:
    batch = Batch(200, players=["learner", "shark"], seed=1)
    lost = finished = 0
    for step in range(25):
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        lost += (batch.reward[:, 1] == 1).sum()
    assert lost / finished > 0.85


@pytest.mark.parametrize(
    ("odds", "sentence"),
    [
        (lambda seen, legal: legal[:, :3], "wrong must give 62 probabilities for each of 4"),
        (lambda seen, legal: legal * np.nan, "wrong gave probabilities that are negative or no"),
        (lambda seen, legal: -1.0 * legal, "wrong gave probabilities that are negative or no"),
        (lambda seen, legal: 1.0 - legal, "wrong gave no legal action any probability"),
    ],
)
def test_invalid_output_of_a_network_is_refused_with_a_sentence(odds: Any, sentence: str) -> None:
    def wrong(observations: Any, legal: Any) -> Any:
        return odds(observations, legal)

    with pytest.raises(CoupError, match=sentence):
        Batch(4, players=[wrong, "learner"])


def test_where_sharks_cannot_play_counter_sits_in_for_them() -> None:
    rules = coup.ruleset("classic", coup_cost=8)
    one, two = (Batch(20, ruleset=rules, players=["learner", bot]) for bot in ("shark", "counter"))
    for step in range(9):
        for batch in (one, two):
            batch.step(batch.random_actions(step))
    assert (one.observe == two.observe).all()
