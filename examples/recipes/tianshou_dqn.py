"""DQN of Tianshou, which looks for the mask of legal actions in the observations.

python examples/recipes/tianshou_dqn.py --bots honest,counter --decisions 200000
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from coup.research.gymnasium import CoupEnv
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE


class Masked(gymnasium.ObservationWrapper[Any, Any, Any]):
    """The game, with the mask beside what is seen, as Tianshou names them."""

    def __init__(self, env: CoupEnv) -> None:
        super().__init__(env)
        self.game = env
        mask = spaces.Box(0, 1, (ACTIONS,), np.int8)
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def observation(self, observation: Any) -> dict[str, Any]:
        return {"obs": observation, "mask": self.game.action_masks()}


def tables(number: int, bots: Sequence[str], seed: int) -> DummyVectorEnv:
    """Some games, each with one learner among bots."""

    def table() -> Callable[[], Masked]:
        return lambda: Masked(CoupEnv(bots))

    games = DummyVectorEnv([table() for _ in range(number)])
    games.seed(seed)
    return games


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", default="honest", help="in the other seats, such as a,b")
    parser.add_argument("--decisions", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=32, help="at the same time (default: 32)")
    parser.add_argument("--measure", type=int, default=1000, help="games at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    torch.set_num_threads(1)
    bots = options.bots.split(",")
    policy = DiscreteQLearningPolicy(
        model=Net(state_shape=SIZE, action_shape=ACTIONS, hidden_sizes=[256]),
        action_space=spaces.Discrete(ACTIONS),
        eps_training=0.1,
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=5e-4),
        gamma=0.99,
        n_step_return_horizon=3,
        target_update_freq=200,
    )
    memory = VectorReplayBuffer(50_000, options.games)
    training = tables(options.games, bots, options.seed)
    steps = 20 * options.games
    learner.run_training(
        OffPolicyTrainerParams(
            training_collector=Collector(learner, training, memory, exploration_noise=True),
            max_epochs=1,
            epoch_num_steps=options.decisions,
            collection_step_num_env_steps=steps,
            update_step_num_gradient_steps_per_sample=1 / 16,
            batch_size=256,
            show_progress=False,
            verbose=False,
        )
    )
    measured = Collector(learner, tables(options.games, bots, options.seed + 1))
    found = measured.collect(n_episode=options.measure, reset_before_collect=True)
    share = float((found.returns > 0).mean())
    print(f"{share:.1%} of {options.measure:,} new games won against {options.bots}")
    return share


if __name__ == "__main__":
    main(sys.argv[1:])
