"""PettingZoo and Gymnasium: their conformance tests, and what the environments promise."""

import pickle
import warnings
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env

import coup
from coup.bots.network import Network
from coup.research import Batch, gymnasium_env, pettingzoo_env
from coup.research.gymnasium import CompiledTable, CoupEnv
from coup.research.pettingzoo import __doc__ as zoo_page
from coup.research.pettingzoo import raw_env
from coup.research.vector import CoupVectorEnv
from coup.rules.errors import CoupError
from coup.rules.vocabulary import ROLES
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import LARGE, SMALL
from coup.vectors.observation import SIZE, VERSION
from coup.vectors.seen import observation
from tests.helpers import RULESETS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # they load their games in an outdated way
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.render_test import render_test
    from pettingzoo.test.save_obs_test import check_save_obs
    from pettingzoo.test.state_test import test_state as check_state
    from pettingzoo.test.state_test import test_state_space as check_state_space

ADVICE = "ignore:.*(probably should be|is not a NumPy array).*:UserWarning"
"""PettingZoo's warnings about every game with an action mask, even its own."""


@pytest.mark.filterwarnings(ADVICE)
@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_pettingzoos_api_test(ruleset: str, players: int) -> None:
    api_test(pettingzoo_env(players=players, ruleset=ruleset), num_cycles=200)


def test_pettingzoos_seed_test() -> None:
    seed_test(lambda: pettingzoo_env(players=3), num_cycles=100)


def test_pettingzoos_render_test(capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str | None = None) -> Any:
        return pettingzoo_env(players=2, render_mode=render_mode)

    checks = {
        "ansi": lambda found: isinstance(found, str) and "seat_0" in found,
        "rgb_array": lambda found: isinstance(found, np.ndarray) and found.shape[2] == 3,
    }
    render_test(make, custom_tests=checks)
    assert "seat_0" in capsys.readouterr().out  # drop what `human` printed


def test_pettingzoos_tests_of_the_state() -> None:
    environment = pettingzoo_env(players=3)
    check_state_space(environment)
    for seed in range(3):
        check_state(environment, 30, seed)


def test_the_state_is_what_the_mover_knows_and_all_hands() -> None:
    environment = raw_env(players=3)
    for agent, seen in agents_to_the_end(environment, 2):
        state, game = environment.state(), environment.table.game()
        assert environment.state_space.contains(state)
        assert (state[:SIZE] == seen["observation"]).all()
        hands = state[SIZE:].reshape(6, 6)
        first = game.seats.index(agent)
        for place, cards in enumerate(hands[:3]):
            held = [ROLES[role] for role in range(6) for _ in range(cards[role])]
            assert sorted(held) == sorted(game.hand(game.seats[(first + place) % 3]))
        assert not hands[3:].any()


def test_pettingzoos_registry_knows_the_environment() -> None:
    environment = pettingzoo.make("aec", f"coup_v{VERSION}", players=3)
    environment.reset(seed=7)
    assert environment.num_agents == 3


def test_the_version_is_defined_in_one_place() -> None:
    """The version changes with the layout; then the digest here must be changed."""
    digests = {("Coup", 2): "42a88bd8d5121c58", ("Reformation", 1): "d308ce4262a9142c"}
    for each in (SMALL, LARGE):
        digest = sha256(repr(each.layout).encode()).hexdigest()[:16]
        assert digests[each.name, each.version] == digest
    assert raw_env.metadata["name"] == f"coup_v{VERSION}"
    assert gymnasium.spec(f"Coup-v{VERSION}").entry_point.endswith(":CoupEnv")  # type: ignore[union-attr]
    page, history = Path("docs/observation.md").read_text(encoding="utf-8"), str(zoo_page)
    assert f"Version\n{VERSION};" in page
    assert f"Version {LARGE.version}: its\nversions are counted apart" in page
    assert f"* v{VERSION}: observations of version {VERSION};" in history
    assert history.index(f"* v{VERSION}:") < history.index(f"* v{VERSION - 1}:")


def test_observations_can_be_saved_as_pettingzoo_checks_it() -> None:
    environment = pettingzoo_env(players=2)
    environment.reset(seed=1)
    for agent in environment.agents:
        space = environment.observation_space(agent)
        assert space.contains(environment.observe(agent))
    with pytest.raises(AssertionError, match=r"(?i)must be|box"):
        check_save_obs(environment)  # it says that only pictures can be saved


def agents_to_the_end(environment: Any, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Random play: the agents that were asked, and what they saw."""
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


COPIES: list[Callable[[Any], Any]] = [deepcopy, lambda each: pickle.loads(pickle.dumps(each))]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_pettingzoo_environment_keeps_the_position(
    copied: Callable[[Any], Any],
) -> None:
    environment = pettingzoo_env(players=3)
    environment.reset(seed=7)
    for _ in range(12):
        environment.step(int(environment.last()[0]["action_mask"].argmax()))
    twin = copied(environment)
    for _ in range(40):
        for each in (environment, twin):
            seen, *_ = each.last()
            each.step(int(seen["action_mask"].argmax()) if seen["action_mask"].any() else None)
        if not environment.agents:
            break
        assert environment.agent_selection == twin.agent_selection
        assert (environment.state() == twin.state()).all()


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("bots", [("counter",), ("medium", "counter")])
def test_a_copy_of_a_gymnasium_environment_keeps_the_position(
    bots: tuple[str, ...], copied: Callable[[Any], Any]
) -> None:
    environment = CoupEnv(bots)
    environment.reset(seed=7)
    for _ in range(3):
        environment.step(environment.action_masks().argmax())
    twin = copied(environment)
    for _ in range(30):
        results = [each.step(each.action_masks().argmax()) for each in (environment, twin)]
        assert (results[0][0] == results[1][0]).all()
        assert results[0][1:4] == results[1][1:4]
        if results[0][2]:
            seen, also = environment.reset()[0], twin.reset()[0]
            assert (seen == also).all()


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_copy_of_a_vector_environment_keeps_the_position(
    autoreset: Any, copied: Callable[[Any], Any]
) -> None:
    games = CoupVectorEnv(40, ("counter", "medium"), autoreset=autoreset)
    _, info = games.reset(seed=7)
    masks = info["action_mask"]
    for _ in range(9):
        *_, info = games.step(masks.argmax(axis=1))
        masks = info["action_mask"]
    twin = copied(games)
    for _ in range(20):
        one, two = (each.step(masks.argmax(axis=1)) for each in (games, twin))
        for ours, theirs in zip(one[:4], two[:4], strict=True):
            assert (ours == theirs).all()
        masks = one[4]["action_mask"]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_batch_keeps_the_position(copied: Callable[[Any], Any]) -> None:
    batch = Batch(50, players=["learner", "counter", "medium"], seed=7, hold=True)
    for step in range(9):
        batch.step(batch.random_actions(step))
    twin = copied(batch)
    for step in range(9):
        assert (batch.observe == twin.observe).all()
        for each in (batch, twin):
            each.step(each.random_actions(step))


def cards_of(game: coup.Game) -> list[tuple[str, ...]]:
    return [game.hand(seat) for seat in game.seats]


def test_a_seed_deals_the_same_cards_everywhere() -> None:
    """In a game, in game 0 of a batch and of a vector environment, and in both environments."""
    for seed in (0, 7, 2**40):
        cards = cards_of(coup.Game(["ann", "bob", "carl"], seed=seed))
        zoo, gym = raw_env(players=3), CoupEnv(("random", "honest"))
        also = CoupEnv((lambda view: view.legal_moves[0], "honest"))
        zoo.reset(seed=seed)
        gym.reset(seed=seed)
        also.reset(seed=seed)
        for game in (zoo.table.game(), gym.table.game_of(), also.table.game_of()):
            assert cards_of(game) == cards
        hands = Batch(2, 3, seed=seed).hands()[0].reshape(6, 6)
        vector = CoupVectorEnv(2, ("random", "random"), seat=0)
        vector.reset(seed=seed)
        for held in (hands, vector.batch.hands()[0].reshape(6, 6)):
            found = [tuple(np.repeat(ROLES, row).tolist()) for row in held[:3]]
            assert [sorted(each) for each in found] == [sorted(each) for each in cards]


@pytest.mark.filterwarnings("ignore:.*(Box|spec).*:UserWarning")
@pytest.mark.parametrize("bots", [("random",), ("honest", "bluffer")])
def test_gymnasiums_checker(bots: tuple[str, ...]) -> None:
    environment = gymnasium.make(f"Coup-v{VERSION}", bots=bots)
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
    assert isinstance(environment.table, CompiledTable)
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


def episode(seed: int, **arguments: Any) -> list[Any]:
    """The observations and rewards of a learner that takes its first legal actions."""
    environment = CoupEnv(**arguments)
    seen, info = environment.reset(seed=seed)
    told: list[Any] = [seen.tobytes()]
    over = False
    while not over:
        legal = np.flatnonzero(info["action_mask"])
        seen, reward, over, truncated, info = environment.step(legal[len(told) % len(legal)])
        told.append((seen.tobytes(), reward, over, truncated))
    return told


BOTS: list[tuple[Any, ...]] = [("counter",), ("trait:honesty=0.2", "thief"), ("easy", "random")]


@pytest.mark.parametrize("bots", BOTS)
def test_rendering_changes_nothing(bots: tuple[Any, ...], capsys: Any) -> None:
    for seed in range(4):
        plain = episode(seed, bots=bots)
        for mode in ("human", "ansi", "rgb_array"):
            assert episode(seed, bots=bots, render_mode=mode) == plain
    assert "seat_0" in capsys.readouterr().out


def test_what_is_rendered_is_the_game_with_bots_that_is_played() -> None:
    """The table is drawn from the same moves, replayed interpreted."""
    for ruleset in RULESETS:
        environment = CoupEnv(("counter", "avenger"), ruleset=ruleset, seat=1, render_mode="ansi")
        seen, info = environment.reset(seed=3)
        over = False
        while not over:
            view = environment.table.game_of().view("seat_1")
            assert observation(view) == seen.tolist()
            assert environment.render() == str(view)
            seen, _, over, _, info = environment.step(info["action_mask"].argmax())


def always_first(view: coup.View) -> str:
    return view.legal_moves[0]


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file of untrained weights."""
    dice = np.random.default_rng(1)
    sizes = (SIZE, 16, ACTIONS)
    layers = tuple(dice.normal(0, 0.1, pair).astype(np.float32) for pair in pairwise(sizes))
    Network(layers, tuple(np.zeros(size, np.float32) for size in sizes[1:])).save(
        tmp_path / "mine.npz"
    )
    return str(tmp_path / "mine.npz")


def test_custom_opponents(tmp_path: Path, weights: str) -> None:
    """A function, a class in a file, weights, a shark and its levels."""
    file = tmp_path / "my.py"
    file.write_text(
        "class Mine:\n    def choose(self, view):\n        return view.legal_moves[-1]\n"
    )
    for bot in (always_first, f"{file}:Mine", weights, "shark", "medium:bold"):
        assert episode(5, bots=(bot, "honest")) == episode(5, bots=(bot, "honest"))


def test_the_turn_limit_truncates_in_gymnasium() -> None:
    for bots in (("random",), (always_first,)):
        environment = CoupEnv(bots, coup.ruleset("classic", turn_limit=2), seat=0)
        environment.reset(seed=1)
        truncated, steps = False, 0
        while not truncated:
            _, reward, over, truncated, info = environment.step(np.int64(0 if not steps else 28))
            steps += 1
            assert not over
            assert reward == 0
        assert info["action_mask"].nonzero()[0].tolist() == [28]


def test_with_the_default_autoreset_every_row_has_a_legal_action() -> None:
    games = gymnasium.make_vec(f"Coup-v{VERSION}", num_envs=3, vectorization_mode="sync")
    _, info = games.reset(seed=1)
    ended = 0
    for _ in range(80):
        assert info["action_mask"].any(axis=1).all()
        _, _, over, _, info = games.step(info["action_mask"].argmax(axis=1))
        ended += over.sum()
    assert ended > 2


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
        ({"bots": ("lucky",)}, "there is no bot 'lucky'; choose from random"),
        ({"bots": ()}, "2 to 6 seats, not 1"),
        ({"bots": "random"}, r"bots is a list such as \('random',\), not 'random'"),
        ({"bots": ("none.npz",)}, "there is no file none.npz"),
        ({"seat": 2}, "seat must be from 0 to 1, not 2"),
        ({"seat": "0"}, "seat must be from 0 to 1, not '0'"),
        ({"render_mode": "video"}, "render_mode is human, ansi, rgb_array or None, not 'video'"),
    ],
)
def test_impossible_environments_are_refused_with_a_sentence(
    arguments: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        CoupEnv(**arguments)
    if "render_mode" in arguments:
        with pytest.raises(ValueError, match=sentence):
            raw_env(2, **arguments)


def test_calls_at_the_wrong_time_are_refused_with_a_sentence() -> None:
    gym, zoo = CoupEnv(render_mode="ansi"), raw_env(2)
    for each in (gym, zoo):
        with pytest.raises(CoupError, match=r"no game is going on: call reset\(\) before step\(\)"):
            each.step(np.int64(0))
    with pytest.raises(CoupError, match=r"there is no game yet: call reset\(\) before render"):
        gym.render()
    calls: dict[str, Callable[[], Any]] = {
        "observe": lambda: zoo.observe("seat_0"),
        "state": zoo.state,
        "render": zoo.render,
    }
    for name, call in calls.items():
        with pytest.raises(
            CoupError, match=rf"there is no game yet: call reset\(\) before {name}\(\)"
        ):
            call()
    with pytest.raises(CoupError, match="reset has no options, so not"):
        gym.reset(options={"deck": 1})
    with pytest.raises(CoupError, match="a seed is a whole number"):
        gym.reset(seed=1 << 64)
    gym.reset(seed=1)
    zoo.reset(seed=1)
    odd: list[Any] = [62, -1, "tax", 1.0]
    for action in odd:
        for each in (gym, zoo):
            with pytest.raises(CoupError, match="an action is a number from 0 to 61, not"):
                each.step(action)
    with pytest.raises(CoupError, match="players is a number from 2 to 6, not '3'"):
        raw_env("3")  # type: ignore[arg-type]
