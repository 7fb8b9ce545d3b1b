"""PettingZoo and Gymnasium: their own conformance tests, and what the environments promise."""

import pickle
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import coup
from coup.research import gymnasium_env, pettingzoo_env
from coup.research.gymnasium import BotTable, CompiledTable, CoupEnv
from coup.research.pettingzoo import raw_env
from coup.vectors.observation import SIZE
from tests.helpers import RULESETS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # they load games of their own in an old way
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.test.save_obs_test import check_save_obs

ADVICE = "ignore:.*(probably should be|is not a NumPy array).*:UserWarning"
"""What PettingZoo says about every game with an action mask, its own included."""


@pytest.mark.filterwarnings(ADVICE)
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoos_api_test(ruleset: str, players: int) -> None:
    api_test(pettingzoo_env(players=players, ruleset=ruleset), num_cycles=200)


def test_pettingzoos_seed_test() -> None:
    seed_test(lambda: pettingzoo_env(players=3), num_cycles=100)


def test_pettingzoos_render_test() -> None:
    def make(render_mode: str | None = None) -> Any:
        mode = None if render_mode == "human" else render_mode  # which there is not
        return pettingzoo_env(players=2, render_mode=mode)

    checks = {
        "ansi": lambda found: isinstance(found, str) and "seat_0" in found,
        "rgb_array": lambda found: isinstance(found, np.ndarray) and found.shape[2] == 3,
    }
    render_test(make, custom_tests=checks)


def test_observations_can_be_saved_as_pettingzoo_checks_it() -> None:
    environment = pettingzoo_env(players=2)
    environment.reset(seed=1)
    for agent in environment.agents:
        space = environment.observation_space(agent)
        assert space.contains(environment.observe(agent))
    with pytest.raises(AssertionError, match=r"(?i)must be|box"):
        check_save_obs(environment)  # only pictures can be saved, and it says so


def agents_to_the_end(environment: Any, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Random play: who was asked, and what it saw."""
    environment.reset(seed=seed)
    choice = np.random.default_rng(seed)
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        yield agent, observation
        environment.step(choice.choice(np.flatnonzero(observation["action_mask"])))


def test_the_winner_gets_what_the_others_pay() -> None:
    for seed in range(10):
        environment = raw_env(players=4)
        got = dict.fromkeys(environment.possible_agents, 0.0)
        environment.reset(seed=seed)
        choice = np.random.default_rng(seed)
        for agent in environment.agent_iter():
            observation, reward, terminated, _, _ = environment.last()
            got[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            environment.step(None if terminated else choice.choice(legal))
        assert sorted(got.values()) == pytest.approx([-1 / 3] * 3 + [1])
        assert not environment.agents


def test_the_turn_limit_truncates_without_a_reward() -> None:
    environment = raw_env(2, coup.ruleset("classic", turn_limit=1))
    environment.reset(seed=1)
    environment.step(0)
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert not any(environment.rewards.values())


def test_what_is_rendered_is_the_game_that_is_played() -> None:
    environment = raw_env(players=3, render_mode="ansi")
    for _agent, _observation in agents_to_the_end(environment, 3):
        game = environment.table.game()
        assert game.seats[environment.table.mover] == game.to_move
        assert environment.render() == str(game)
    assert environment.table.game().over


def test_an_agent_that_is_not_asked_has_no_legal_action() -> None:
    environment = raw_env(players=3)
    for agent, _observation in agents_to_the_end(environment, 5):
        for other in environment.agents:
            assert environment.observe(other)["action_mask"].any() == (other == agent)


def test_illegal_actions_end_the_game_or_are_refused() -> None:
    environment = pettingzoo_env(players=2)
    environment.reset(seed=1)
    environment.step(61)
    assert environment.rewards["seat_0"] == -1
    bare = raw_env(players=2)
    bare.reset(seed=1)
    with pytest.raises(ValueError, match="action 61 is not legal for seat 0"):
        bare.step(61)


def test_an_environment_can_be_pickled() -> None:
    twin = pickle.loads(pickle.dumps(raw_env(players=5)))
    assert len(twin.possible_agents) == 5


@pytest.mark.filterwarnings("ignore:.*(Box|spec).*:UserWarning")
@pytest.mark.parametrize("bots", [("random",), ("honest", "bluffer")])
def test_gymnasiums_checker(bots: tuple[str, ...]) -> None:
    environment = gymnasium.make("coup.research.gymnasium:Coup-v0", bots=bots)
    check_env(environment.unwrapped, skip_render_check=True)


def test_an_illegal_action_ends_an_episode() -> None:
    environment = CoupEnv(("honest",), seat=0)
    environment.reset(seed=1)
    _, reward, over, _, _ = environment.step(np.int64(61))
    assert (reward, over) == (-1.0, True)


@pytest.mark.parametrize("render_mode", [None, "ansi"])
@pytest.mark.parametrize("bots", [("random",), ("random", "bluffer", "counter")])
def test_whole_episodes(bots: tuple[str, ...], render_mode: str | None) -> None:
    environment = gymnasium_env(bots=bots, render_mode=render_mode)
    assert isinstance(environment.table, BotTable if render_mode else CompiledTable)
    choice = np.random.default_rng(1)
    rewards, seats = [], set()
    for episode in range(40):
        seen, info = environment.reset(seed=None if episode else 7)
        over = False
        while not over:
            assert seen.shape == (SIZE,)
            assert (info["action_mask"] == environment.action_masks()).all()
            legal = np.flatnonzero(info["action_mask"])
            seen, reward, over, truncated, info = environment.step(choice.choice(legal))
            assert not truncated
        rewards.append(reward)
        seats.add(environment.seat)
    assert {round(reward, 6) for reward in rewards} <= {1.0, round(-1 / len(bots), 6)}
    assert len(seats) == len(bots) + 1


def test_compiled_and_bots_tables_show_the_learner_the_same() -> None:
    """The same seed deals the same cards; the first to move is a learner."""
    one, two = CoupEnv(("random",), seat=0), CoupEnv(("random",), seat=0, render_mode="ansi")
    for seed in range(5):
        (seen, info), (also, other) = one.reset(seed=seed), two.reset(seed=seed)
        assert (seen == also).all()
        assert (info["action_mask"] == other["action_mask"]).all()


def test_rendering_shows_what_the_learner_sees() -> None:
    environment = CoupEnv(("honest",), seat=0, render_mode="ansi")
    environment.reset(seed=1)
    assert "?, ?" in environment.render()
    picture = CoupEnv(("honest",), render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape[2] == 3


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"bots": ("lucky",)}, "there is no bot 'lucky': it is one of random"),
        ({"bots": ()}, "2 to 6 seats, not 1"),
        ({"seat": 2}, "seat must be from 0 to 1, not 2"),
        ({"render_mode": "human"}, "render_mode is ansi, rgb_array or None, not 'human'"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        CoupEnv(**arguments)
    if "render_mode" in arguments:
        with pytest.raises(ValueError, match=sentence):
            raw_env(2, **arguments)
