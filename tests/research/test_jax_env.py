"""Coup in JAX: dealing, playing, and the end of games. `benchmarks.jax_env --check` compares all
states with the kernel's; here nothing is compiled, since that takes longer than a few steps."""

from typing import Any

import numpy as np
import pytest

from coup.rules.errors import CoupError
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import SMALL
from coup.vectors.observation import SIZE

jax = pytest.importorskip("jax")
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dealt() -> Any:
    """The game for two, and a deal of it."""
    from coup.research.jax_env import CoupJax

    env = CoupJax(2)
    with jax.disable_jit():
        return env, env.init(jax.random.key(7))


def play(env: Any, state: Any, *actions: int) -> Any:
    with jax.disable_jit():
        for number, action in enumerate(actions):
            state = env.step(state, action, jax.random.key(number))
    return state


def test_a_deal_and_a_first_move(dealt: Any) -> None:
    env, state = dealt
    assert state.legal_action_mask.nonzero()[0].tolist() == [0, 1, 2, 3, 4]
    after = play(env, state, 0)
    assert (int(after.current_player), after.rewards.tolist()) == (1, [0, 0])
    with jax.disable_jit():
        seen = np.asarray(env.observe(after))
    assert (seen.shape, seen[SMALL.turns]) == ((SIZE,), 2)


@pytest.mark.parametrize("action", [6, 61, ACTIONS, -1])
def test_an_illegal_action_ends_the_game_at_the_expense_of_who_took_it(
    dealt: Any, action: int
) -> None:
    """A coup that nobody can pay for, a move at the wrong time, and no actions at all."""
    env, state = dealt
    state = play(env, state, 0)
    over = play(env, state, action)
    assert (bool(over.terminated), bool(over.truncated)) == (True, False)
    assert over.rewards.tolist() == [0, -1]
    assert over.legal_action_mask.all()
    for name, value in over.kernel.items():
        assert np.array_equal(value, state.kernel[name])
    later = play(env, over, 0)
    assert later.terminated
    assert not later.rewards.any()


def test_wrappers_of_pgx_can_replace_fields(dealt: Any) -> None:
    _, state = dealt
    assert state.replace(terminated=True).terminated
    assert not state.terminated


def test_impossible_environments_are_refused_with_a_sentence() -> None:
    from coup.research.jax_env import CoupJax

    for arguments, sentence in (
        ({"seats": 7}, "2 to 6 seats, not 7"),
        ({"seats": "3"}, "seats is a number from 2 to 6, not '3'"),
        ({"ruleset": "reformation"}, "CoupJax is for games of up to 6 seats without sides"),
    ):
        with pytest.raises(CoupError, match=sentence):
            CoupJax(**arguments)
