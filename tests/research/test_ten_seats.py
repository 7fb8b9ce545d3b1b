"""Reformation for research: its observations and actions, with 2 to 10 seats."""

import os
import random
import subprocess
import sys
import warnings
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
from coup.research import (
    Batch,
    gymnasium_env,
    information_state_string,
    pettingzoo_env,
    stepping,
)
from coup.research.gymnasium import CoupEnv
from coup.research.knowledge import KernelPosition
from coup.research.pettingzoo import raw_env
from coup.research.recording import Recorder
from coup.research.vector import CoupVectorEnv
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.dtypes import LARGE_STATE, STATE
from coup.rules.state import State
from coup.rules.vocabulary import ROLES
from coup.vectors import large_observation as o
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import LARGE, SMALL, encoding_of
from coup.vectors.observation import SIZE
from coup.vectors.seen import action_mask, legal_actions, move_of, observation
from tests.helpers import RULESETS, challenge, deal, play
from tests.research.test_environments import ADVICE, agents_to_the_end
from tests.research.test_observation import dealt
from tests.rules.test_random_games import compare_hidden
from tests.targets.reformation import any_ruleset

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # they load their games in an outdated way
    from pettingzoo.test import api_test, seed_test
    from pettingzoo.test.state_test import test_state as check_state
    from pettingzoo.test.state_test import test_state_space as check_state_space

NAMES = list("abcdefghij")
FULL = coup.ruleset("reformation", inquisitor=True, first_allegiance="choose", reserve=2)
"""Seeds of games with every kind of question."""
every_size = pytest.mark.parametrize("seats", [2, 7, 10])


def position_of(game: coup.Game) -> KernelPosition:
    """The same game as a `KernelPosition`."""
    position = KernelPosition(game.ruleset, len(game.seats))
    for mover, move in game.moves:
        position.push(k.CHANCE if mover == "chance" else game.seats.index(mover), move.code)
    return position


def named(numbers: list[int]) -> dict[str, list[int]]:
    """An observation by the names of its fields."""
    return {each.name: numbers[each.start : each.start + each.size] for each in LARGE.layout}


# Observations and actions.


@pytest.mark.parametrize("seats", range(2, 11))
def test_an_observation_is_a_function_of_the_view_alone(seats: int) -> None:
    """By any house rules, for every seat, asked or not; and so are its legal actions."""
    for seed in range(4):
        choice = random.Random(f"{seats} {seed}")
        game = coup.Game(NAMES[:seats], any_ruleset(choice, seats), seed)
        for _ in range(choice.randrange(250)):
            if game.over:
                break
            asked = choice.choice(game.pending)
            game.push(choice.choice(game.legal_moves_of(asked)), asked)
        position, rules = position_of(game), game.ruleset.rules
        for seat, name in enumerate(game.seats):
            view, s = game.view(name), position.state
            seen = position.observation(seat)
            assert seen == observation(view)
            assert 0 <= min(seen) <= max(seen) <= 127
            mask = LARGE.to_mask(k.legal(s, rules, seat), s.phase, seat, seats)
            assert [action for action in range(LARGE.actions) if mask >> action & 1] == (
                legal_actions(view)
            )
            for action in legal_actions(view):
                assert LARGE.to_move(action, seat, seats) == move_of(view, action).code  # type: ignore[attr-defined]


@pytest.mark.parametrize("seats", range(2, 11))
def test_no_observation_changes_with_the_hidden_cards_of_others(seats: int) -> None:
    for seed in range(4):
        choice = random.Random(f"hidden {seats} {seed}")
        one, two, viewer = compare_hidden(any_ruleset(choice, seats), seats, seed, choice)
        seat = one.seats.index(viewer)
        assert position_of(one).observation(seat) == position_of(two).observation(seat)


@pytest.mark.parametrize("seats", range(2, 11))
def test_every_move_has_a_distinct_action_number(seats: int) -> None:
    for seat in range(seats):
        others = [other for other in range(seats) if other != seat]
        actions = [*range(k.STEAL), k.CONVERTING, k.EMBEZZLING, k.LOYALIST, k.REFORMIST]
        for other in others:
            actions += [k.STEAL + 4 * other + kind for kind in range(4)]
            actions += [k.CONVERTING_OTHER + other]
        numbers = [LARGE.to_action(move, k.TURN, seat, seats) for move in actions]
        numbers += [
            LARGE.to_action(move, k.REACTING, seat, seats) for move in range(k.PASS, k.PROVE + 1)
        ]
        assert len(set(numbers)) == len(numbers)
        assert max(numbers) == LARGE.actions - 1
        after = LARGE.to_action(k.CONVERTING_OTHER + (seat + 1) % seats, k.TURN, seat, seats)
        assert after == k.CONVERTING_OTHER


def test_sides_conversions_and_the_reserve_are_observed() -> None:
    game = deal({"ann": "", "bob": "", "carl": ""}, "reformation")

    def seen(name: str) -> list[list[int]]:
        fields = named(observation(game.view("ann")))
        return [fields[f"seat {seat}: {name}"] for seat in range(3)]

    assert (seen("loyalist"), seen("reformist")) == ([[1], [0], [1]], [[0], [1], [0]])
    assert seen("opposed") == [[0], [1], [0]]
    play(game, "ann convert", "bob convert carl")
    assert seen("reformist") == [[1], [1], [1]]
    assert seen("opposed") == [[0], [1], [1]]  # all are on one side
    assert seen("changes") == [[1], [0], [0]]
    assert (seen("conversions"), seen("converted")) == ([[0], [1], [0]], [[0], [0], [1]])
    assert named(observation(game.view("bob")))["reserve"] == [3]


def test_an_embezzlement_is_observed_as_a_denial_and_never_as_a_claim() -> None:
    hands = {"ann": "captain contessa", "bob": "contessa contessa", "carl": ""}
    game = deal(hands, "reformation", reserve=3)
    play(game, "ann embezzle")
    fields = named(observation(game.view("bob")))
    assert (fields["denial"], fields["claim"]) == ([1, 0, 0, 0, 0, 0], [0] * 6)
    assert fields["action"] == [0] * 8 + [1]
    assert not any(fields["claimant"])
    assert fields["seat 2: fresh_denials"] == [1]
    challenge(game, "bob")
    play(game, "ann prove", "bob discard contessa")
    fields = named(observation(game.view("bob")))
    assert fields["denial"] == [0] * 6
    told = {name: fields[f"seat 2: {name}"] for name in ("claimed", "challenged", "fresh")}
    assert told == {"claimed": [0] * 6, "challenged": [0] * 6, "fresh": [0] * 6}
    counts = ("embezzlements", "embezzlements_challenged", "embezzlements_proved")
    assert [fields[f"seat 2: {name}"] for name in counts] == [[1]] * 3
    assert fields["seat 2: fresh_denials"] == [0]  # it has other cards now


def test_nobody_has_a_side_before_the_first_seat_has_chosen() -> None:
    game = coup.Game(["a", "b"], FULL, seed=1)
    fields = named(observation(game.view("a")))
    assert fields["kind"][o.CHOOSE_A_SIDE] == 1
    assert not any(fields["seat 0: loyalist"] + fields["seat 1: reformist"])
    assert legal_actions(game.view("a")) == [k.LOYALIST, k.REFORMIST]


def test_the_layout_is_complete() -> None:
    start = 0
    for field in LARGE.layout:
        assert field.start == start
        start += field.size
    assert start == LARGE.size
    places = {field.name: field.start for field in LARGE.layout}
    assert (places["denial"], places["asked"], places["turn"]) == (
        *(o.DENIAL, o.LARGE_ASKED, LARGE.turns),
    )
    assert places["seat 9: opposed"] == LARGE.table + 9 * LARGE.part + o.OPPOSED
    assert places["reserve"] == o.RESERVE


def test_the_ruleset_decides_which_layout_a_game_has() -> None:
    assert {encoding_of(coup.ruleset(name)) for name in RULESETS} == {SMALL}
    sides = coup.ruleset("coup2022", allegiances=True)
    for ruleset in (FULL, sides, coup.ruleset("reformation", allegiances=False, embezzle=None)):
        assert encoding_of(ruleset) is LARGE
        assert Batch(2, 2, ruleset).observe.shape == (2, LARGE.size)


# Batches.


def test_a_batch_plays_and_observes_as_game_does() -> None:
    """Move by move, with 2 to 10 seats side by side."""
    games = 90
    batch = Batch(games, ruleset=FULL, seed=9, players=[["learner"] * n for n in range(2, 11)])
    names = [NAMES[:seats] for seats in batch.seats_of]
    ours = [dealt(names[number], FULL, playout.start(9, number)) for number in range(games)]
    finished = 0
    for step in range(70):
        actions = batch.random_actions(step)
        hands = batch.hands().reshape(games, 10, 6)
        for number, game in enumerate(ours):
            seat = int(batch.to_move[number])
            assert game.seats[seat] == game.to_move
            view = game.view(game.to_move)
            held = [game.hand(game.seats[seat]).count(role) for role in ROLES]
            assert hands[number, 0].tolist() == held
            assert hands[number].sum() == sum(len(game.hand(each)) for each in game.seats)
            if step % 5 == 0:
                assert observation(view) == batch.observe[number].tolist()
            assert action_mask(view) == batch.legal[number].tolist()
            game.push(move_of(view, int(actions[number])))
        batch.step(actions)
        for number, game in enumerate(ours):
            assert game.over == batch.done[number]
            if game.over:
                finished += 1
                assert batch.reward[number].argmax() == game.seats.index(str(game.winner))
                ours[number] = dealt(names[number], FULL, game._random)
    assert finished > 20


LINEUPS = (
    ("learner", *["counter"] * 9),
    ("random", "learner", "learner", "honest"),
    ("shark", "learner", "thief", "trait:honesty=0.2", "pragmatist", "bluffer", "medium:bold"),
)


def stories(batch: Batch, steps: int) -> list[Any]:
    told = []
    for step in range(steps):
        batch.step(batch.random_actions(step))
        told.append([each.copy() for each in (batch.observe, batch.legal, batch.reward)])
    return told


def same(one: list[Any], two: list[Any]) -> bool:
    return all(all(map(np.array_equal, *each)) for each in zip(one, two, strict=True))


def test_saved_games_continue_in_another_batch_and_at_a_pace() -> None:
    for pace in (None, 2):
        batch, other = (
            Batch(60, ruleset="reformation", seed=seed, players=LINEUPS, pace=pace)
            for seed in (5, 6)
        )
        assert batch.names[2][0] == "counter"  # sharks play as this bot here
        stories(batch, 20)
        saved = batch.save()
        expected = stories(batch, 20)
        other.restore(saved)
        assert same(stories(other, 20), expected)
    with pytest.raises(
        coup.CoupError, match="its states have other fields than those of this batch"
    ):
        Batch(60, seed=5, players=[["learner", "random"]]).restore(saved)


def test_a_deal_gives_the_same_cards_in_any_game() -> None:
    batch = Batch(20, 10, "reformation", seed=5)
    first = batch.hands().copy()
    stories(batch, 10)
    batch.deal(range(20), range(19, -1, -1))
    assert np.array_equal(batch.hands(), first[::-1])


def test_illegal_actions_are_refused() -> None:
    """Even actions of other questions that share the kernel's numbers."""
    batch = Batch(4, 10, "reformation", seed=1)
    before = batch.observe.copy()
    for wrong in (LARGE.passing, k.EMBEZZLING, k.CONVERTING_OTHER + 9, LARGE.actions, -1, 10**12):
        with pytest.raises(coup.CoupError, match=f"game 2: action {wrong} is not legal"):
            batch.step(np.array([0, 0, wrong, 0]))
    assert np.array_equal(batch.observe, before)
    state = State(10)
    state.phase = k.REACTING
    assert stepping.is_legal(state, 1 << k.PASS, LARGE.passing)
    assert not stepping.is_legal(state, 1 << k.PASS, k.PASS)


def uniform(observations: Any, legal: Any) -> Any:
    return legal / legal.sum(axis=1, keepdims=True)


def test_functions_can_be_guests() -> None:
    batch = Batch(20, ruleset="reformation", players=[uniform, "learner", *["honest"] * 5], seed=2)
    for step in range(30):
        assert (batch.to_move == 1).all()
        batch.step(batch.random_actions(step))
    with pytest.raises(coup.CoupError, match="must give 93 probabilities for each of 3"):
        Batch(3, ruleset="reformation", players=[lambda seen, legal: legal[:, :62], "learner"])


def test_records_for_six_seats_have_not_changed() -> None:
    """So saved games can be restored, and files of weights stay valid."""
    stories = Batch(1).stories
    assert stories["reforms"].shape == (1, 0)
    assert stories.dtype.itemsize == 1480
    assert (STATE.itemsize, LARGE_STATE.itemsize) == (188, 264)
    saved = Batch(3, seed=2).save()
    names = [name for name in saved["stories"].dtype.names if name != "reforms"]
    saved["stories"] = saved["stories"][names]
    Batch(3, seed=1).restore(saved)


# The environments of other libraries.


@pytest.mark.filterwarnings(ADVICE)
@every_size
def test_pettingzoos_api_test(seats: int) -> None:
    api_test(pettingzoo_env(players=seats, ruleset=FULL), num_cycles=150)


def test_pettingzoos_tests_of_seeds_and_of_the_state() -> None:
    seed_test(lambda: pettingzoo_env(players=7, ruleset="reformation"), num_cycles=100)
    environment = pettingzoo_env(players=10, ruleset="reformation")
    check_state_space(environment)
    check_state(environment, 30, 1)
    assert environment.state_space.shape == (LARGE.size + 60,)


@every_size
def test_what_is_rendered_is_the_game_that_is_played(seats: int) -> None:
    environment = raw_env(seats, FULL, render_mode="ansi")
    for number, (agent, seen) in enumerate(agents_to_the_end(environment, 3)):
        if number % 9 == 0:
            game = environment.table.game()
            assert game.to_move == agent
            assert environment.render() == str(game)
            assert observation(game.view(agent)) == seen["observation"].tolist()
    assert environment.table.game().over


@pytest.mark.filterwarnings("ignore:.*(Box|spec).*:UserWarning")
@every_size
def test_gymnasiums_checker(seats: int) -> None:
    environment = gymnasium.make(LARGE.dashed_id, bots=("counter",) * (seats - 1))
    check_env(environment.unwrapped, skip_render_check=True)


def always_first(view: coup.View) -> str:
    return view.legal_moves[0]


@pytest.mark.parametrize("bots", [("counter",) * 6, ("shark", "honest"), (always_first,)])
def test_whole_episodes_against_bots(bots: Any) -> None:
    environment = gymnasium_env(bots=bots, ruleset=FULL, render_mode="ansi")
    choice = np.random.default_rng(1)
    for seed in range(3):
        seen, info = environment.reset(seed=seed)
        over = False
        while not over:
            view = environment.table.game_of().view(f"seat_{environment.seat}")
            assert observation(view) == seen.tolist()
            assert environment.render() == str(view)
            action = choice.choice(np.flatnonzero(info["action_mask"]))
            seen, reward, over, _, info = environment.step(action)
        assert reward in (1.0, -1.0 / len(bots))
        assert np.flatnonzero(info["action_mask"]).tolist() == [LARGE.passing]


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_vector_environment_plays_it(autoreset: Any) -> None:
    games = CoupVectorEnv(30, ("counter",) * 6, "reformation", autoreset=autoreset)
    seen, info = games.reset(seed=7)
    assert seen.shape == (30, LARGE.size)
    finished = 0
    for _ in range(60):
        actions = info["action_mask"].argmax(axis=1)
        seen, reward, terminated, _, info = games.step(actions)
        assert ((reward != 0) == terminated).all()
        assert info["action_mask"].any(axis=1).all()
        finished += int(terminated.sum())
    assert finished > 10


def test_a_seed_deals_the_same_cards_everywhere() -> None:
    cards = [sorted(hand) for hand in hands_of(coup.Game(NAMES[:7], "reformation", seed=3))]
    zoo, gym = raw_env(7, "reformation"), CoupEnv(("random",) * 6, "reformation", seat=0)
    zoo.reset(seed=3)
    gym.reset(seed=3)
    for game in (zoo.table.game(), gym.table.game_of()):
        assert [sorted(hand) for hand in hands_of(game)] == cards
    rows = Batch(1, 7, "reformation", seed=3).hands().reshape(10, 6)[:7]
    assert [sorted(np.repeat(ROLES, row).tolist()) for row in rows] == cards


def hands_of(game: coup.Game) -> list[tuple[str, ...]]:
    return [game.hand(seat) for seat in game.seats]


def test_registries_know_the_environments_by_separate_names() -> None:
    assert (SMALL.snake_id, SMALL.dashed_id) == ("coup_v2", "Coup-v2")
    assert (LARGE.snake_id, LARGE.dashed_id) == ("reformation_v1", "Reformation-v1")
    environment = pettingzoo.make("aec", LARGE.snake_id, players=10)
    environment.reset(seed=7)
    assert environment.num_agents == 10
    assert environment.metadata["name"] == LARGE.snake_id
    assert raw_env(2).metadata["name"] == SMALL.snake_id
    games = gymnasium.make_vec(LARGE.dashed_id, 4, "vector_entry_point", bots=("honest",) * 9)
    assert games.single_action_space.n == LARGE.actions  # type: ignore[attr-defined]


# Data sets, information, and what is refused.


def test_a_data_set_is_written_and_read(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from coup.cli import main
    from coup.research import Dataset

    folder = tmp_path / "games"
    bots = "counter,shark,honest,random,thief,trait,bluffer"
    command = ["dataset", str(folder), "--bots", bots, "--ruleset", "reformation"]
    assert main([*command, "--games", "12", "--shard", "8", "--workers", "1"]) == 0
    data = Dataset(folder)
    rows = 0
    for shard in data.shards(hidden=True):
        assert shard.observation.shape[1] == LARGE.size
        assert shard.legal[np.arange(len(shard.action)), shard.action].all()
        assert shard.hands is not None
        assert (shard.hands[:, :6] == shard.observation[:, :6]).all()
        rows += len(shard.action)
    card = (folder / "README.md").read_text()
    assert f"{rows:,} decisions" in card
    assert "12 bytes | bit n modulo 8" in card
    assert "version 1 for ten seats" in card


def test_what_is_recorded_is_what_bots_play_inside_a_batch() -> None:
    from coup.research.cpu_engine import bots_winners

    players, rules = ("counter", "honest") * 5, coup.ruleset("reformation", turn_limit=200)
    _, results = Recorder(players, rules, 7, 20).play(range(20))
    for first in range(2):
        lineup = (*players[first:], *players[:first])
        deals = np.arange(20)[results.first % 2 == first]
        expected = bots_winners(rules, lineup, 7, deals)
        assert (results.winner[results.first % 2 == first] == expected).all()


def test_an_information_state_tells_actions_from_answers() -> None:
    """The kernel gives some of them the same numbers."""
    game = coup.Game(NAMES, "reformation", seed=1)
    game.push("convert h")
    game.push("steal i")
    game.push("pass", str(game.to_move))
    told = information_state_string(game, "a").split("; ")
    assert told[-3:] == ["0 convert 7", "1 steal 8", "2 pass"]


@pytest.fixture
def weights(tmp_path: Path) -> str:
    """A file of weights for six seats."""
    sizes = (SIZE, 16, ACTIONS)
    layers = tuple(np.zeros(pair, np.float32) for pair in pairwise(sizes))
    Network(layers, tuple(np.zeros(size, np.float32) for size in sizes[1:])).save(
        tmp_path / "mine.npz"
    )
    return str(tmp_path / "mine.npz")


def test_networks_for_six_seats_are_refused_with_a_sentence(weights: str) -> None:
    sentence = "files of weights are for games of up to 6 seats without sides and reserve, not for"
    with pytest.raises(coup.CoupError, match=sentence):
        Batch(2, ruleset="reformation", players=[weights, "learner"])
    with pytest.raises(coup.CoupError, match=sentence):
        CoupEnv((weights,), "reformation")


def test_solutions_training_and_strength_are_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from coup.cli import main
    from coup.research import solve

    with pytest.raises(coup.CoupError, match="exact solutions are for games of up to 6 seats"):
        solve(coup.ruleset("reformation", turn_limit=2))
    assert main(["strength", "counter", "--ruleset", "reformation"]) != 0
    refused = capsys.readouterr().err
    assert "strength is measured for games of up to 6 seats without sides and reserve" in refused
    assert "not for reformation; classic, coup2022 and inquisitor are such games" in refused
    with pytest.raises(coup.CoupError, match="with reformation is for 2 to 10 seats, not 11"):
        Batch(1, 11, "reformation")


MEET = """
import sys
from coup.research.single import SingleGame
from coup.rules.rulesets import ruleset
for name in sys.argv[1:]:
    game = SingleGame(ruleset(name), 3)
    game.states["seats"] = 3
    game.states["hands"][0, :3] = [1, 16, 256]
    assert game.hands(0).reshape(-1, 6)[:3].tolist() == [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0]], name
"""


@pytest.mark.slow
def test_code_that_different_processes_compiled_runs_in_one(tmp_path: Path) -> None:
    """One process compiled it for six seats, one for ten; the third loads both."""
    for names in (["classic"], ["reformation"], ["classic", "reformation"]):
        done = subprocess.run(
            [sys.executable, "-c", MEET, *names],
            env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
