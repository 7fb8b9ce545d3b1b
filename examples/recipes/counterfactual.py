"""Counterfactual evaluation: what if another action had been taken at this very moment?

    python examples/recipes/counterfactual.py --games 2000

A position of one game is copied into all games of a batch by `save` and `restore`. In each group of
copies another action is taken. Then bots play on, `shark` in the seat that took it, each copy with
luck of its own. The hidden cards are the true ones: this says what was best in hindsight, not what
the player could have known.
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np

from coup.research import Batch
from coup.research.networks import drawn, seated

PLAYERS = ["learner", "counter", "honest"]


def spread(saved: dict[str, np.ndarray], game: int, copies: int) -> dict[str, np.ndarray]:
    """What was saved of one game, for so many copies of it, each with other luck ahead."""
    alone = ("seed", "rules")
    many = {
        name: array if name in alone else np.repeat(array[[game]], copies, 0)
        for name, array in saved.items()
    }
    luck = np.random.default_rng(0).integers(1, 1 << 61, copies)
    return many | {"randoms": luck | 1}


def main(arguments: Sequence[str] | None = None) -> dict[int, float]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000, help="for each action (default: 2000)")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    moment = Batch(1, players=PLAYERS, seed=options.seed)
    actions = np.flatnonzero(moment.legal[0])
    copies = options.games * len(actions)
    batch = Batch(copies, players=PLAYERS)
    batch.restore(spread(moment.save(), 0, copies))
    first = np.repeat(actions, options.games)
    batch.step(first)
    going, won = np.ones(copies, bool), np.zeros(copies, bool)
    shark, luck = seated("shark", len(PLAYERS)), np.random.default_rng(1)
    while True:
        won |= going & batch.done & (batch.reward[:, 0] == 1)
        going &= ~batch.done
        if not going.any():
            break
        chosen = batch.random_actions(0)  # no matter which in games that are over
        odds = shark.probabilities(batch.observe[going], batch.legal[going])
        chosen[going] = drawn(odds, luck.random(len(odds)))
        batch.step(chosen)
    shares = {int(action): float(won[first == action].mean()) for action in actions}
    for action, share in sorted(shares.items(), key=lambda item: -item[1]):
        error = 1.96 * (share * (1 - share) / options.games) ** 0.5
        print(f"action {action:2}: {share:.1%} ± {error:.1%}")
    return shares


if __name__ == "__main__":
    main(sys.argv[1:])
