"""PPO of RLlib, with the module that it has for action masks.

    pip install torch 'ray>=2.40' dm-tree lz4 ormsgpack pandas tensorboardX
    python examples/recipes/rllib_ppo.py --bots honest,counter --rounds 50

(`ray[rllib]` asks for one version of Gymnasium, 1.2.2; it also works with later ones.)
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from coup.research.gymnasium import CoupEnv
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE


class Masked(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The game, with the mask beside what is seen, as RLlib names them."""

    def __init__(self, settings: Any) -> None:
        self.game = CoupEnv(settings["bots"])
        super().__init__(self.game)
        seen = spaces.Box(0, 127, (SIZE,), np.float32)
        mask = spaces.Box(0, 1, (ACTIONS,), np.float32)
        self.observation_space = spaces.Dict({"observations": seen, "action_mask": mask})

    def observation(self, observation: Any) -> dict[str, Any]:
        mask = self.game.action_masks().astype(np.float32)
        return {"observations": observation.astype(np.float32), "action_mask": mask}


def config(bots: Sequence[str], decisions: int, seed: int) -> PPOConfig:
    """How to learn: in this process alone, so many decisions in each round."""
    settings = PPOConfig().environment(Masked, env_config={"bots": bots})
    settings.env_runners(num_env_runners=0, num_envs_per_env_runner=16)
    settings.learners(num_learners=0)
    settings.rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [256, 256]}
        )
    )
    settings.training(
        train_batch_size_per_learner=decisions,
        minibatch_size=min(512, decisions),
        num_epochs=2,
        gamma=0.995,
        lr=5e-4,
        entropy_coeff=0.01,
    )
    settings.debugging(seed=seed)
    return settings


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", default="honest", help="in the other seats, such as a,b")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--decisions", type=int, default=8192, help="in each round")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    bots = options.bots.split(",")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    share = 0.0
    try:
        learner = config(bots, options.decisions, options.seed).build_algo()
        for number in range(options.rounds):
            reward = learner.train()["env_runners"]["episode_return_mean"]
            share = (reward * len(bots) + 1) / (len(bots) + 1)  # a loss costs 1 / len(bots)
            print(f"round {number + 1}: {share:.1%} of the last 100 games won", flush=True)
        learner.stop()
    finally:
        ray.shutdown()
    return share


if __name__ == "__main__":
    main(sys.argv[1:])
