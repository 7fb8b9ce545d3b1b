"""PPO of TorchRL: its losses, advantages and collector, on a batch of games.

    python examples/recipes/torchrl_ppo.py --bots honest,counter --decisions 1000000

`CoupGames` is an environment of TorchRL with as many games as you like; bots play inside.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from coup.research import Batch
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE


class CoupGames(EnvBase):
    """Many games, each with one learner among bots, in every seat equally often."""

    def __init__(self, games: int, bots: Sequence[str], seed: int = 0) -> None:
        super().__init__(batch_size=[games])
        seats = range(len(bots) + 1)
        lineups = [[*bots[:own], "learner", *bots[own:]] for own in seats]
        self.games = Batch(games, players=lineups, seed=seed, threads=1, hold=True)
        self.own = torch.arange(games)[:, None] % len(seats)
        shape = self.batch_size
        self.observation_spec = Composite(
            observation=Unbounded((*shape, SIZE)),
            action_mask=Binary(shape=(*shape, ACTIONS), dtype=torch.bool),
            shape=shape,
        )
        self.action_spec = Categorical(ACTIONS, shape=shape)
        self.reward_spec = Unbounded((*shape, 1))

    def _seen(self) -> TensorDict:
        seen = torch.tensor(self.games.observe, dtype=torch.float32)
        mask = torch.tensor(self.games.legal)
        return TensorDict({"observation": seen, "action_mask": mask}, self.batch_size)

    def _reset(self, asked: Any = None, **how: Any) -> TensorDict:
        if asked is None or "_reset" not in asked:
            self.games.reset()
        else:  # the collector asks for this where the last step ended a game
            self.games.begin_next()
        return self._seen()

    def _step(self, chosen: Any) -> TensorDict:
        self.games.step(chosen["action"].numpy())
        over = torch.tensor(self.games.done)[:, None]
        reward = torch.tensor(self.games.reward).gather(1, self.own)
        return self._seen().update({"reward": reward, "done": over, "terminated": over})

    def _set_seed(self, seed: int | None) -> None:
        self.games.reset(seed)


def layers(out: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(SIZE, 256), nn.ReLU(), nn.Linear(256, out))


def make_agent() -> tuple[Any, Any]:
    """A policy that obeys the mask, and a value."""
    policy = ProbabilisticActor(
        TensorDictModule(layers(ACTIONS), ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    return policy, ValueOperator(layers(1), in_keys=["observation"])


def win_share(policy: Any, games: CoupGames) -> float:
    """How many games it wins, one from each table."""
    seen, going, won = games.reset(), torch.ones(games.batch_size, dtype=torch.bool), 0
    while going.any():
        with torch.no_grad():
            made, seen = games.step_and_maybe_reset(policy(seen))
        won += int((made["next", "reward"][going] > 0).sum())
        going &= ~made["next", "done"].squeeze(1)
    return won / len(going)


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", default="honest", help="in the other seats, such as a,b")
    parser.add_argument("--decisions", type=int, default=500_000)
    parser.add_argument("--games", type=int, default=512, help="at the same time (default: 512)")
    parser.add_argument("--measure", type=int, default=2000, help="games at the end")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    bots = options.bots.split(",")
    policy, value = make_agent()
    games = CoupGames(options.games, bots, options.seed)
    frames = 16 * options.games
    total = -(-options.decisions // frames) * frames
    rollouts = Collector(games, policy, frames_per_batch=frames, total_frames=total)
    advantage = GAE(gamma=0.995, lmbda=0.95, value_network=value)
    loss_of = ClipPPOLoss(policy, value, entropy_coeff=0.01, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss_of.parameters(), 5e-4)
    for rollout in rollouts:
        with torch.no_grad():
            steps = advantage(rollout).reshape(-1)
        for rows in torch.randperm(len(steps)).split(2048):
            losses = loss_of(steps[rows])
            optimizer.zero_grad()
            sum(loss for name, loss in losses.items() if name.startswith("loss_")).backward()
            nn.utils.clip_grad_norm_(loss_of.parameters(), 0.5)
            optimizer.step()
    share = win_share(policy, CoupGames(options.measure, bots, options.seed + 1))
    print(f"{share:.1%} of {options.measure:,} new games won against {options.bots}")
    return share


if __name__ == "__main__":
    main(sys.argv[1:])
