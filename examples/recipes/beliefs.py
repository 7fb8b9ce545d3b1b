"""Belief tracking: learn from recorded games which cards the next player holds.

    python examples/recipes/beliefs.py --games 5000

The views are what a player knew; the hidden cards are the answers. A linear model learns from half
of the games and is measured on the other half, beside the plain count of unseen cards. `coup
dataset` writes such games to disk; here they stay in memory.
"""

import argparse
import sys
from collections.abc import Sequence

import numpy as np

import coup
from coup.research.recording import Recorder
from coup.rules.kernel import ROLES
from coup.vectors.observation import UNSEEN


def log_loss(odds: np.ndarray, held: np.ndarray) -> float:
    """By how many nats the probabilities of "holds this role" miss the truth, on average."""
    sure = np.clip(odds, 1e-6, 1 - 1e-6)
    return float(-np.where(held, np.log(sure), np.log(1 - sure)).mean())


def by_counting(seen: np.ndarray, cards: np.ndarray) -> np.ndarray:
    """What somebody believes who only counts: some of the unseen cards, no matter which."""
    unseen = seen[:, UNSEEN : UNSEEN + ROLES].astype(float)
    left = np.maximum(unseen.sum(1, keepdims=True), 1)
    return 1 - (1 - unseen / left) ** cards[:, None]


class Model:
    """A logistic model for each role, learned by gradient descent with momentum."""

    def __init__(self, seen: np.ndarray, held: np.ndarray, rounds: int) -> None:
        self.middle, self.scale = seen.mean(0), np.maximum(seen.std(0), 0.3)
        inputs = self._inputs(seen)
        self.weights, moving = np.zeros((2, inputs.shape[1], ROLES), np.float32)
        for _ in range(rounds):
            moving = 0.9 * moving + inputs.T @ (self._odds(inputs) - held) / len(inputs)
            self.weights -= 0.02 * moving

    def _inputs(self, seen: np.ndarray) -> np.ndarray:
        spread = (seen - self.middle) / self.scale
        return np.concatenate([spread, np.ones((len(seen), 1))], 1).astype(np.float32)

    def _odds(self, inputs: np.ndarray) -> np.ndarray:
        return 1 / (1 + np.exp(-np.clip(inputs @ self.weights, -30, 30)))

    def odds(self, seen: np.ndarray) -> np.ndarray:
        """How likely the next player holds each role."""
        return self._odds(self._inputs(seen))


def main(arguments: Sequence[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=300, help="of learning (default: 300)")
    parser.add_argument("--bots", default="counter,honest", help="who plays")
    options = parser.parse_args(arguments)
    rules = coup.ruleset("classic", turn_limit=200)
    players = options.bots.split(",")
    decisions, _ = Recorder(players, rules, 1, 512).play(range(options.games))
    next_hand = decisions.hands[:, ROLES : 2 * ROLES]
    held, cards = next_hand > 0, next_hand.sum(1)
    train = decisions.game < options.games // 2
    model = Model(decisions.observation[train], held[train], options.rounds)
    test = decisions.observation[~train]
    counting = log_loss(by_counting(test, cards[~train]), held[~train])
    learned = log_loss(model.odds(test), held[~train])
    print(
        f"log loss by counting {counting:.4f}, by the model {learned:.4f}; {len(test):,} decisions"
    )
    return counting, learned


if __name__ == "__main__":
    main(sys.argv[1:])
