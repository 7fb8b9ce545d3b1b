"""OpenSpiel's own tests and algorithms on `python_coup`."""

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

import coup
from coup.research import openspiel, worlds
from coup.research.endgame import Equilibrium, solve
from coup.research.knowledge import KernelPosition, information_state_string
from coup.rules import kernel as k
from coup.rules.errors import CoupError
from coup.vectors.actions import to_move
from tests.helpers import RULESETS

pytestmark = pytest.mark.filterwarnings("ignore")  # from the libraries under test

SMALL = {
    "known": "cards=1,face_up=duke/duke,seat_coins=5/5,exchange=False,turn_limit=2",
    "classic": "cards=1,copies=2,roles=assassin/captain/contessa,seat_coins=3/4,turn_limit=2",
    "coup2022": "ruleset=coup2022,cards=1,copies=2,roles=assassin/captain/contessa,"
    "seat_coins=3/5,turn_limit=2",
    "inquisitor": "ruleset=inquisitor,cards=1,copies=1,roles=duke/assassin/inquisitor,"
    "seat_coins=5/3,turn_limit=2",
    "duke": "cards=1,copies=2,roles=duke/assassin/contessa,seat_coins=4/3,turn_limit=2",
}


def load(parameters: str) -> Any:
    return pyspiel.load_game(f"python_coup({parameters})")


def play(game: Any, choice: random.Random, plies: int) -> Any:
    state = game.new_initial_state()
    while not state.is_terminal() and plies:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(choice.choices(outcomes, weights)[0])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
        plies -= 1
    return state


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_random_simulations_of_openspiel(ruleset: str, players: int) -> None:
    game = load(f"ruleset={ruleset},players={players}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("players", [2, 7, 10])
def test_random_simulations_of_reformation(players: int) -> None:
    game = load(f"ruleset=reformation,players={players},turn_limit=15")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("table", ["players=3", "players=10,ruleset=reformation"])
def test_a_state_survives_serialization(table: str) -> None:
    state = play(load(table), random.Random(1), 60)
    _, again = pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )
    assert str(again) == str(state)
    assert again.history() == state.history()
    assert again.information_state_string(1) == state.information_state_string(1)


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, copy.copy, lambda each: pickle.loads(pickle.dumps(each))]
)
def test_a_copy_keeps_the_position(copied: Callable[[Any], Any]) -> None:
    state = play(load("players=3"), random.Random(1), 15)
    twin = copied(state)
    assert twin.history() == state.history()
    assert twin.information_state_string(1) == state.information_state_string(1)
    twin.apply_action(twin.legal_actions()[0])
    assert len(twin.history()) == len(state.history()) + 1


def all_states(state: Any) -> Iterator[Any]:
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from all_states(state.child(action))


TINY = {
    "classic": "cards=1,copies=1,roles=duke/captain/assassin,turn_limit=2,seat_coins=3/3",
    "coup2022": "ruleset=coup2022,cards=1,copies=1,roles=duke/assassin/captain,turn_limit=2,"
    "seat_coins=3/3",
    "reformation": "ruleset=reformation,cards=1,copies=1,roles=duke/assassin/captain,turn_limit=2,"
    "seat_coins=3/3",
}


@pytest.mark.parametrize("name", TINY)
def test_the_information_state_tensor_tells_apart_what_the_string_does(name: str) -> None:
    """In every state of a whole game, for both players."""
    game = load(TINY[name] + ",exchange=False")
    by_string: dict[str, bytes] = {}
    by_tensor: dict[bytes, str] = {}
    states = 0
    for state in all_states(game.new_initial_state()):
        states += 1
        for player in range(2):
            text = state.information_state_string(player)
            tensor = np.array(state.information_state_tensor(player), np.float32)
            assert tensor.shape == tuple(game.information_state_tensor_shape())
            assert by_string.setdefault(text, tensor.tobytes()) == tensor.tobytes()
            assert by_tensor.setdefault(tensor.tobytes(), text) == text
    assert states > 300
    assert len(by_string) == len(by_tensor) > 100


def test_the_longest_games_fit_into_the_tensor() -> None:
    tables = ["players=2", "players=4,ruleset=coup2022", "players=3"]
    for seed, parameters in enumerate([*tables, "players=10,ruleset=reformation"]):
        game = load(f"{parameters},turn_limit=4")
        for number in range(20):
            state = play(game, random.Random(100 * seed + number), 10**6)
            moments = game.max_game_length() + game.max_chance_nodes_in_history()
            assert len(state.history()) <= moments


def test_what_nobody_knows_is_refused_with_a_sentence() -> None:
    state = load("players=2").new_initial_state()
    assert state.is_chance_node()
    with pytest.raises(CoupError, match="players are from 0 to 1, not -1"):
        state.information_state_string()
    with pytest.raises(CoupError, match="players are from 0 to 1, not 2"):
        state.information_state_string(2)


@pytest.fixture(scope="module", params=SMALL)
def solved(request: pytest.FixtureRequest) -> tuple[Any, Equilibrium]:
    """A reduced game, and our solution of it."""
    game = load(SMALL[request.param])
    return game, solve(game.ruleset, 1e-6)


def test_the_value_agrees_with_the_sequence_form_lp(solved: tuple[Any, Equilibrium]) -> None:
    from open_spiel.python.algorithms import sequence_form_lp

    game, solution = solved
    value, other, *_ = sequence_form_lp.solve_zero_sum_game(game)
    assert solution.value == pytest.approx(value, abs=1e-4)
    assert solution.value == pytest.approx(-other, abs=1e-4)


def as_policy(game: Any, solution: Equilibrium) -> Any:
    """Our plans as a policy of OpenSpiel."""
    from open_spiel.python import policy

    def shares(state: Any) -> dict[int, float]:
        player, legal = state.current_player(), state.legal_actions()
        noticed = [what for _, what in state.position.noticed[player]]
        found = solution.shares(player, noticed)
        return {
            action: found.get(move, 0.0) if found else 1 / len(legal)
            for action in legal
            for move in [to_move(action, player, 2)]
        }

    return policy.tabular_policy_from_callable(game, shares)


def test_nash_conv_agrees_with_openspiel(solved: tuple[Any, Equilibrium]) -> None:
    from open_spiel.python.algorithms import expected_game_score, exploitability

    game = solved[0]
    rough = solve(game.ruleset, rounds=20)
    policy = as_policy(game, rough)
    assert exploitability.nash_conv(game, policy) == pytest.approx(rough.nash_conv, abs=1e-9)
    start = game.new_initial_state()
    value = expected_game_score.policy_value(start, [policy, policy])[0]
    assert rough.low - 1e-9 <= value <= rough.high + 1e-9


def test_cfr_plus_of_openspiel_finds_the_same_value() -> None:
    from open_spiel.python.algorithms import cfr, exploitability

    game = load(SMALL["coup2022"])
    solver = cfr.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    found = exploitability.nash_conv(game, solver.average_policy())
    assert found < 0.1


def test_information_set_search_plays_the_full_game() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    game = load("players=2,turn_limit=30")
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(1, chance),
        max_simulations=20,
        random_state=chance,
    )
    choice = random.Random(3)
    state = play(game, choice, 4)
    for _ in range(6):
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            break
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [*((name, 3) for name in (*RULESETS, "reformation")), ("reformation", 7)],
)
def test_another_world_looks_the_same(ruleset: str, players: int) -> None:
    """It looks the same to the player, and the game can continue from it."""
    game = load(f"ruleset={ruleset},players={players}")
    changed = 0
    for seed in range(150):
        choice = random.Random(seed)
        state = play(game, choice, choice.randrange(6, 60))
        while state.is_chance_node():
            state.apply_action(choice.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        player = choice.randrange(players)
        other = state.resample_from_infostate(player, choice.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.position.observation(player) == state.position.observation(player)
        s, now = state.position.state, other.position.state
        assert now.deck + sum(now.hands) == s.deck + sum(s.hands)
        assert now.hands[player] == s.hands[player]
        changed += now.hands != s.hands
        while not other.is_terminal():
            other.apply_action(choice.choice(other.legal_actions()))
    assert changed > 50


def test_what_a_seat_put_into_the_deck_is_not_dealt_to_others() -> None:
    rules = coup.ruleset("classic", copies=1, cards=1)
    position = KernelPosition(rules, 2)
    for role in (k.DUKE, k.CAPTAIN):
        position.push(k.CHANCE, k.DRAW + role)
    for seat, move in [(0, k.EXCHANGE), (1, k.PASS)]:
        position.push(seat, move)
    for role in (k.ASSASSIN, k.CONTESSA):
        position.push(k.CHANCE, k.DRAW + role)
    for role in (k.ASSASSIN, k.CONTESSA):
        position.push(0, k.RETURN + 4 * role)
    seen = set()
    for seed in range(40):
        twin = position.copy()
        worlds.shuffle_hidden(twin, 0, random.Random(seed).random)
        seen.add(twin.state.hands[1])
    assert seen == {1 << 4 * k.CAPTAIN, 1 << 4 * k.AMBASSADOR}


@pytest.mark.parametrize("ruleset", [*RULESETS, "reformation"])
def test_two_lines_have_the_same_information_state_if_their_views_tell_the_same(
    ruleset: str,
) -> None:
    by_text: dict[str, Any] = {}
    by_story: dict[Any, str] = {}
    rules = coup.ruleset(ruleset, cards=1, copies=1, turn_limit=2, coins=3)
    for seed in range(600):
        choice = random.Random(seed % 40)  # so that several lines have equal views
        game = coup.Game(["a", "b"], rules, seed)
        while not game.over:
            for seat in game.seats:
                view = game.view(seat)
                text, story = information_state_string(game, seat), (seat, view.events)
                if seat == game.to_move:
                    assert by_text.setdefault(text, story) == story
                    assert by_story.setdefault(story, text) == text
            game.push(choice.choice(game.legal_moves))
    assert len(by_text) > 100


def test_the_observer_shows_what_the_player_knows() -> None:
    from open_spiel.python import observation

    game = load("players=3")
    state = play(game, random.Random(5), 30)
    seen = observation.make_observation(game)
    seen.set_from(state, 1)
    assert seen.tensor.tolist() == state.position.observation(1)
    assert seen.string_from(state, 1) == " ".join(map(str, state.position.observation(1)))
    recall = observation.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.string_from(state, 1) == state.information_state_string(1)


def test_parameters() -> None:
    state = load("players=2,cards=1,face_up=duke/duke,seat_coins=5/3,exchange=False")
    rules = state.new_initial_state().position.ruleset
    assert (rules.cards, rules.face_up, rules.seat_coins) == (1, ("duke", "duke"), (5, 3))
    assert (rules.exchange, rules.turn_limit) == (None, openspiel.LONGEST)
    assert load("roles=duke/contessa").ruleset.steal is None
    start = load("").new_initial_state()
    assert start.current_player() == pyspiel.PlayerId.CHANCE
    assert sum(share for _, share in start.chance_outcomes()) == pytest.approx(1)


def test_a_win_is_paid_by_the_others() -> None:
    state = play(load("players=4,turn_limit=500"), random.Random(2), -1)
    assert sorted(state.returns()) == pytest.approx([-1 / 3, -1 / 3, -1 / 3, 1])
