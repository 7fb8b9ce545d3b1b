"""League play: a network learns against its own past and a bot, all inside one batch.

    python examples/recipes/league.py --rounds 20

After each round a copy of the network joins the league. Copies are functions of observations and
masks; the batch asks each of them once for all games in which it is to move.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from typing import Any

import torch
from ppo import Agent, Player, interval, update, win_share

from coup.research.vector import CoupVectorEnv


def main(arguments: Sequence[str] | None = None) -> list[float]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--updates", type=int, default=20, help="in each round (default: 20)")
    parser.add_argument("--games", type=int, default=512, help="at the same time (default: 512)")
    parser.add_argument("--bot", default="counter", help="who begins the league")
    parser.add_argument("--measure", type=int, default=1000, help="games after each round")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    dice = random.Random(options.seed)
    agent = Agent(256)
    optimizer = torch.optim.Adam(agent.parameters(), 5e-4)
    league: list[Any] = [options.bot]
    shares = []
    for number in range(options.rounds):
        rivals = dice.choices(league, k=2)
        games = CoupVectorEnv(options.games, rivals, autoreset="same_step")
        player = Player(games, agent, options.seed + number)
        for _ in range(options.updates):
            update(agent, optimizer, *player.play(16), batch=4096)
        league.append(agent.network().probabilities)
        share = win_share(agent, [options.bot] * 2, options.measure, 1000 + number)
        shares.append(share)
        error = interval(share, options.measure)
        print(f"round {number + 1}: {share:.1%} ± {error:.1%} against two of {options.bot}")
    return shares


if __name__ == "__main__":
    main(sys.argv[1:])
