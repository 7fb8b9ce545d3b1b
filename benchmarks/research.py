"""The rates of the interfaces for research, compared with PettingZoo, OpenSpiel and Pgx.

As in `benchmarks.cpu`, a decision is a move of a seat, all play at random, and rates are decisions
per second of CPU time, so they are those of one core.
"""

import argparse
import random
import sys
import warnings
from typing import Any

import numpy as np
from gymnasium import make_vec

from benchmarks.cpu import Bar, Play, openspiel_from_python, rates, short
from coup.research import openspiel, pettingzoo_env
from coup.research.batch import Batch
from coup.research.gymnasium import ID, CoupEnv
from coup.research.vector import CoupVectorEnv

GAMES = 8192
ENVIRONMENTS = 4096
SAME = {
    "coup, PettingZoo, 4 seats": "PettingZoo",
    "coup, OpenSpiel, 4 seats": "OpenSpiel",
    "coup, batch, 4 seats": "batch",
}
"""Our programs, and the part of the names of comparable others."""


def pettingzoo(environment: Any, games: int) -> Play:
    """An environment of PettingZoo with action masks."""

    def run(seed: int) -> int:
        choice = random.Random(seed)
        decisions = 0
        for game in range(games):
            environment.reset(seed=1000 * seed + game)
            while True:
                observation, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    break
                legal = np.flatnonzero(observation["action_mask"])
                environment.step(int(legal[int(choice.random() * len(legal))]))
                decisions += 1
        return decisions

    return run


def gymnasium(games: int) -> Play:
    """Our environment of Gymnasium, against the bot `random`; only the learner is counted."""
    environment = CoupEnv(("random",) * 3)

    def run(seed: int) -> int:
        choice = random.Random(seed)
        decisions = 0
        for game in range(games):
            _, info = environment.reset(seed=1000 * seed + game)
            over = False
            while not over:
                legal = np.flatnonzero(info["action_mask"])
                action = legal[int(choice.random() * len(legal))]
                _, _, over, _, info = environment.step(action)
                decisions += 1
        return decisions

    return run


def batches(seats: int, steps: int, ruleset: str = "classic") -> Play:
    """Our batches on one core, with observations and masks."""
    batch = Batch(GAMES, seats, ruleset, threads=1)

    def run(seed: int) -> int:
        for step in range(steps):
            batch.step(batch.random_actions(1000 * seed + step))
        return GAMES * steps

    return run


def against_random(steps: int) -> Play:
    """A batch with one learner in each game, against three copies of `random`."""
    lineups = [["learner" if seat == own else "random" for seat in range(4)] for own in range(4)]
    batch = Batch(ENVIRONMENTS, players=lineups, threads=1)

    def run(seed: int) -> int:
        for step in range(steps):
            batch.step(batch.random_actions(1000 * seed + step))
        return ENVIRONMENTS * steps

    return run


def vector(steps: int, autoreset: str = "next_step") -> Play:
    """The same games in Gymnasium's vector environment."""
    how: dict[str, Any] = {"bots": ("random",) * 3, "threads": 1, "autoreset": autoreset}
    games = make_vec(ID, ENVIRONMENTS, "vector_entry_point", **how).unwrapped
    assert isinstance(games, CoupVectorEnv)
    games.reset(seed=0)

    def run(seed: int) -> int:
        for step in range(steps):
            games.step(games.batch.random_actions(1000 * seed + step))
        return ENVIRONMENTS * steps

    return run


def pgx_batches(name: str, steps: int) -> Play:
    """Batches of Pgx, compiled by JAX, with observations and masks."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    environment = pgx.make(name)
    step = auto_reset(environment.step, environment.init)

    def one(state: Any, key: Any) -> Any:
        first, second = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(first, scores)
        return step(state, action, second)

    step_all = jax.jit(jax.vmap(one))
    states = jax.jit(jax.vmap(environment.init))(jax.random.split(jax.random.PRNGKey(0), GAMES))

    def run(seed: int) -> int:
        now = states
        for step in range(steps):
            key = jax.random.PRNGKey(1000 * seed + step)
            now = step_all(now, jax.random.split(key, GAMES))
        now.rewards.block_until_ready()
        return GAMES * steps

    return run


def others() -> dict[str, Play]:
    """The programs of other projects."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import leduc_holdem_v4

        leduc = leduc_holdem_v4.env()
    return {
        "PettingZoo leduc_holdem_v4": pettingzoo(leduc, 100),
        "OpenSpiel leduc_poker, from Python": openspiel_from_python("leduc_poker"),
        "Pgx leduc_holdem, batch": pgx_batches("leduc_holdem", 20),
        "Pgx kuhn_poker, batch": pgx_batches("kuhn_poker", 20),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="of each program (default: 5)")
    parser.add_argument("--ours", action="store_true", help="leave out what else one could pick")
    chosen = parser.parse_args()
    runs = chosen.runs
    coup_openspiel = f"{openspiel.GAME_TYPE.short_name}(players=4)"
    programs = {
        "coup, PettingZoo, 4 seats": pettingzoo(pettingzoo_env(players=4), 30),
        "coup, Gymnasium, 4 seats": gymnasium(100),
        "coup, Gymnasium vector, 4 seats": vector(40),
        "coup, Gymnasium vector, same_step, 4 seats": vector(40, "same_step"),
        "coup, batch with the same bots, 4 seats": against_random(40),
        "coup, OpenSpiel, 4 seats": openspiel_from_python(coup_openspiel, 30),
        "coup, batch, 2 seats": batches(2, 100),
        "coup, batch, 4 seats": batches(4, 100),
        "coup, batch, 6 seats": batches(6, 100),
        "coup, batch, 6 seats, reformation": batches(6, 100, "reformation"),
        "coup, batch, 10 seats, reformation": batches(10, 100, "reformation"),
        **({} if chosen.ours else others()),
    }
    rate = rates(programs, runs)
    zoo, batch = rate["coup, PettingZoo, 4 seats"], rate["coup, batch, 4 seats"]
    print("\n| random play | decisions/s | coup in the same interface, 4 seats, is faster by |")
    print("| --- | ---: | ---: |")
    for name, value in rate.items():
        ours = [
            rate[mine] for mine, theirs in SAME.items() if theirs in name and "coup" not in name
        ]
        ratio = f"{ours[0] / value:.3g} x" if ours else ""
        print(f"| {name} | {short(value)} | {ratio} |")
    print()
    alike = rate["coup, batch with the same bots, 4 seats"]
    share = rate["coup, Gymnasium vector, 4 seats"] / alike
    reformed = rate["coup, batch, 6 seats, reformation"] / rate["coup, batch, 6 seats"]
    bars = [
        Bar("batch of reformation, share of classic's rate", reformed, 0.5, reformed >= 0.5),
        Bar("vector environment, share of its batch's rate", share, 0.8, share >= 0.8),
        Bar("PettingZoo env, decisions/s", zoo, 10_000, zoo >= 10_000),
        Bar("batch with observations and masks, decisions/s", batch, 4_000_000, batch >= 4e6),
    ]
    for bar in bars:
        verdict = "reached" if bar.reached else "MISSED"
        print(f"{verdict}: {bar.what}: {bar.found:,.2f} (limit {bar.limit:,})")
    return 0 if all(bar.reached for bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
