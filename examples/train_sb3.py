"""Teach a network to play Coup for two against the bot `random`, by MaskablePPO of sb3-contrib.

    pip install '.[train]'
    python examples/train_sb3.py --minutes 10 --plot docs/training.svg

It learns for some minutes on a CPU, measures itself now and then, and at the end on 5,000 games
that it has never seen. The exit code is 1 if it wins fewer than 85 % of them.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from coup.research import Batch
from coup.research.gymnasium import CoupEnv
from coup.research.plots import curves

GOAL = 0.85
TABLES = 32


def win_share(model: MaskablePPO, games: int, seed: int) -> float:
    """How many of so many new games it wins, half of them from each seat."""
    wins = 0.0
    for seat in range(2):
        players = ["learner" if each == seat else "random" for each in range(2)]
        batch = Batch(games // 2, 2, players=players, seed=2 * seed + seat)
        going = np.ones(games // 2, bool)
        while going.any():
            actions, _ = model.predict(batch.observe, action_masks=batch.legal, deterministic=False)
            batch.step(actions)
            wins += (batch.reward[going & batch.done, seat] > 0).sum()
            going &= ~batch.done
    return wins / (games // 2 * 2)


class Measure(BaseCallback):
    """Stops after some time; measures now and then."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.begin, self.seconds, self.next = time.perf_counter(), seconds, 0.0
        self.found: list[tuple[float, float]] = []

    def _on_step(self) -> bool:
        passed = time.perf_counter() - self.begin
        if passed >= self.next:
            self.next = passed + self.seconds / 20
            share = win_share(self.model, 1000, seed=10_000 + len(self.found))
            self.found.append((passed / 60, share))
            print(
                f"{passed / 60:5.1f} min, {self.num_timesteps:9,} decisions: {share:.1%}",
                flush=True,
            )
        return passed < self.seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (default: 1)")
    parser.add_argument("--plot", type=Path, help="draw the curve here")
    parser.add_argument("--save", type=Path, help="keep the trained model here")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model = MaskablePPO(
        "MlpPolicy",
        make_vec_env(CoupEnv, TABLES, seed=options.seed),
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        gamma=0.995,
        gae_lambda=0.95,
        ent_coef=0.005,
        learning_rate=lambda left: 5e-4,
        policy_kwargs={"net_arch": [256, 256]},
        seed=options.seed,
        device="cpu",
    )
    measure = Measure(60 * options.minutes)
    model.learn(10**9, callback=measure)
    share = win_share(model, 5000, seed=77)
    error = 1.96 * (share * (1 - share) / 5000) ** 0.5
    print(f"{share:.1%} ± {error:.1%} of 5,000 new games won (target {GOAL:.0%})")
    if options.save:
        model.save(options.save)
    if options.plot:
        draw(measure.found, options.plot)
    return 0 if share >= GOAL else 1


def draw(found: list[tuple[float, float]], path: Path) -> None:
    """The curve, with error bars of 95 %."""
    minutes = [each[0] for each in found]
    shares = [each[1] for each in found]
    errors: Any = [1.96 * (share * (1 - share) / 1000) ** 0.5 for share in shares]
    curves(
        [("MaskablePPO against random", minutes, shares, errors)],
        "minutes of training on one core",
        "games won",
        path,
    )


if __name__ == "__main__":
    sys.exit(main())
