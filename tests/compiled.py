"""Compiles what the tests need, on one core, while the linters use the other: `make test`."""

import numpy as np

import coup
from coup.research.batch import Batch
from coup.research.cpu_engine import bots_winners
from coup.research.endgame import endgame, solve
from coup.research.recording import Recorder
from coup.research.single import SingleGame
from coup.rules import cpu


def use_batches(ruleset: coup.Ruleset) -> None:
    """Use all programs for batches and single games that a ruleset needs."""
    batch = Batch(2, ruleset=ruleset, players=["learner", "counter"])
    batch.step(np.argmax(batch.legal, axis=1))
    bots_winners(ruleset, ("random", "honest"), 1, np.arange(2))
    game = SingleGame(ruleset, 2)
    game.reset(1)
    game.step(0)
    Recorder(("random", "honest"), ruleset, 1, 2).play(range(2))


def main() -> None:
    """Use everything once."""
    for name, seats in (("classic", 2), ("reformation", 10)):
        cpu.play_random(name, seats, 1)
    for name in ("classic", "reformation"):
        use_batches(coup.ruleset(name))
    solve(endgame((2, 2), (), 1), nash_conv=0.5)


if __name__ == "__main__":
    main()
