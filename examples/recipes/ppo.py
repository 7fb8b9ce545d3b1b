"""PPO in a single file: a network learns to play against bots, in thousands of games at once.

    python examples/recipes/ppo.py --bots counter --minutes 5
    python examples/recipes/ppo.py --bots honest,bluffer,counter --minutes 10 --save mine.npz

The environment is `CoupVectorEnv` with `same_step`, so every row of a rollout is a decision. What
`--save` writes is a file of weights: `coup strength mine.npz` measures it.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from coup.bots.network import Network
from coup.research.vector import CoupVectorEnv
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE

GAMMA, LAMBDA, CLIP, ENTROPY = 0.995, 0.95, 0.2, 0.01


class Agent(nn.Module):
    """A policy and a value, each with two hidden layers."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.policy = layers(width, ACTIONS)
        self.critic = layers(width, 1)

    def log_probs(self, seen: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        """The log-probabilities of all actions; those that are not legal get none."""
        logits = self.policy(seen).masked_fill(~legal, -1e9)
        return torch.log_softmax(logits, 1)

    def value(self, seen: torch.Tensor) -> torch.Tensor:
        return self.critic(seen).squeeze(1)

    def network(self) -> Network:
        """The policy as everybody else plays it."""
        linear = [each for each in self.policy if isinstance(each, nn.Linear)]
        weights = tuple(each.weight.detach().numpy().T.copy() for each in linear)
        return Network(weights, tuple(each.bias.detach().numpy().copy() for each in linear))


def layers(width: int, out: int) -> nn.Sequential:
    """A small network."""
    return nn.Sequential(
        *(nn.Linear(SIZE, width), nn.ReLU()),
        *(nn.Linear(width, width), nn.ReLU()),
        nn.Linear(width, out),
    )


class Rollout:
    """Steps of all games, one after the other."""

    def __init__(self, steps: int, games: int) -> None:
        self.seen = torch.zeros((steps, games, SIZE))
        self.legal = torch.zeros((steps, games, ACTIONS), dtype=torch.bool)
        self.action = torch.zeros((steps, games), dtype=torch.int64)
        self.log_prob, self.value = torch.zeros((2, steps, games))
        self.reward, self.over = torch.zeros((2, steps, games))


class Player:
    """An agent at the games of a vector environment."""

    def __init__(self, games: CoupVectorEnv, agent: Agent, seed: int) -> None:
        self.games, self.agent = games, agent
        self.seen, info = games.reset(seed=seed)
        self.legal = info["action_mask"]
        self.won = self.ended = 0

    def play(self, steps: int) -> tuple[Rollout, torch.Tensor]:
        """Some steps of all games, and what the last positions are worth."""
        kept = Rollout(steps, self.games.num_envs)
        for step in range(steps):
            seen = torch.as_tensor(self.seen, dtype=torch.float32)
            legal = torch.as_tensor(self.legal, dtype=torch.bool)
            with torch.no_grad():
                log_probs = self.agent.log_probs(seen, legal)
                action = torch.multinomial(log_probs.exp(), 1).squeeze(1)
                kept.value[step] = self.agent.value(seen)
            kept.seen[step], kept.legal[step], kept.action[step] = seen, legal, action
            kept.log_prob[step] = log_probs.gather(1, action[:, None]).squeeze(1)
            self.seen, reward, ended, drawn, info = self.games.step(action.numpy())
            self.legal = info["action_mask"]
            kept.reward[step] = torch.as_tensor(reward)
            kept.over[step] = torch.as_tensor(ended | drawn, dtype=torch.float32)
            self.won += int((reward == 1).sum())
            self.ended += int((ended | drawn).sum())
        with torch.no_grad():
            return kept, self.agent.value(torch.as_tensor(self.seen, dtype=torch.float32))


def advantages(kept: Rollout, last: torch.Tensor) -> torch.Tensor:
    """Generalized advantage estimation; a value does not reach beyond the end of its game."""
    found = torch.zeros_like(kept.value)
    after, next_value = torch.zeros_like(last), last
    for step in reversed(range(len(found))):
        going = 1 - kept.over[step]
        error = kept.reward[step] + GAMMA * going * next_value - kept.value[step]
        after = error + GAMMA * LAMBDA * going * after
        found[step], next_value = after, kept.value[step]
    return found


def update(agent: Agent, optimizer: Any, kept: Rollout, last: torch.Tensor, batch: int) -> None:
    """Two epochs of PPO."""
    advantage = advantages(kept, last)
    returns = (advantage + kept.value).flatten()
    advantage = advantage.flatten()
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    seen, legal = kept.seen.flatten(0, 1), kept.legal.flatten(0, 1)
    action, before = kept.action.flatten(), kept.log_prob.flatten()
    for _ in range(2):
        for rows in torch.randperm(len(seen)).split(batch):
            log_probs = agent.log_probs(seen[rows], legal[rows])
            chosen = log_probs.gather(1, action[rows, None]).squeeze(1)
            ratio = (chosen - before[rows]).exp()
            gain = torch.min(
                ratio * advantage[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[rows]
            )
            entropy = -(log_probs.exp() * log_probs).sum(1).mean()
            miss = (agent.value(seen[rows]) - returns[rows]).square().mean()
            loss = 0.5 * miss - gain.mean() - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def win_share(agent: Agent, bots: Sequence[Any], games: int, seed: int) -> float:
    """How many of so many new games it wins, from all seats in turn."""
    player = Player(CoupVectorEnv(games, bots, autoreset="same_step"), agent, seed)
    going, won = np.ones(games, bool), 0
    while going.any():
        kept, _ = player.play(1)
        won += int((kept.reward[0].numpy()[going] == 1).sum())
        going &= kept.over[0].numpy() == 0
    return won / games


def interval(share: float, games: int) -> float:
    """Half of the 95 % interval of a share."""
    return 1.96 * (share * (1 - share) / games) ** 0.5


def main(arguments: Sequence[str] | None = None) -> Agent:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--bots", default="counter", help="who sits in the other seats, such as a,b"
    )
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=512, help="at the same time (default: 512)")
    parser.add_argument("--steps", type=int, default=32, help="between updates (default: 32)")
    parser.add_argument("--width", type=int, default=256, help="of the layers (default: 256)")
    parser.add_argument("--measure", type=int, default=5000, help="games at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (default: 1)")
    parser.add_argument("--save", type=Path, help="write a file of weights")
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    bots = options.bots.split(",")
    agent = Agent(options.width)
    optimizer = torch.optim.Adam(agent.parameters(), 5e-4)
    games = CoupVectorEnv(options.games, bots, autoreset="same_step")
    player = Player(games, agent, options.seed)
    begin, decisions, said = time.monotonic(), 0, 0.0
    while (passed := time.monotonic() - begin) < 60 * options.minutes:
        update(agent, optimizer, *player.play(options.steps), batch=4096)
        decisions += options.steps * options.games
        if passed > said and player.ended:
            print(
                f"{passed / 60:5.1f} min, {decisions:11,} decisions, "
                f"{player.won / player.ended:6.1%} of {player.ended:,} games won",
                flush=True,
            )
            player.won = player.ended = 0
            said = passed + 60 * options.minutes / 20
    share = win_share(agent, bots, options.measure, options.seed + 1)
    error = interval(share, options.measure)
    print(f"{share:.1%} ± {error:.1%} of {options.measure:,} new games won against {options.bots}")
    if options.save:
        agent.network().save(options.save)
    return agent


if __name__ == "__main__":
    main(sys.argv[1:])
