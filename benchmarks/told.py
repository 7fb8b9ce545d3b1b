"""What `shark` would win against `random` if it learned after some turns whom it plays.

From then on it plays like a network that was trained only against `random`, by
`coup exploit random --out` or `coup train --against random=1`.

python -m benchmarks.told WEIGHTS [--games N]
"""

import argparse
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`

import numpy as np

from coup.arena.lockstep import LockstepTable, play
from coup.arena.statistics import share_by_deal
from coup.arena.strength import RULESET
from coup.bots.network import Mind
from coup.research.networks import SHARKS, SharkMind, checked_network
from coup.vectors.observation import TURNS

NEVER = 1000
TOLD_AFTER = (0, 1, 2, 3, 4, 6, 10, NEVER)


@dataclass(eq=False)
class Told:
    """A mind that plays like another one after some turns."""

    turns: int
    before: Mind
    after: Mind

    def probabilities(self, observations: Any, legal: Any) -> Any:
        """As a `Mind` does."""
        told = observations[:, TURNS, None] > self.turns
        minds = (self.after, self.before)
        return np.where(told, *(mind.probabilities(observations, legal) for mind in minds))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("weights", help="of a network that was trained against `random` alone")
    parser.add_argument("--games", type=int, default=20_000, help="of each kind (default: 20000)")
    options = parser.parse_args()
    if options.games < 4:
        parser.error(f"--games: at least 4, two deals, not {options.games}")
    try:
        answer = checked_network(Path(options.weights), 0)
    except ValueError as problem:
        parser.error(str(problem))
    shark = SharkMind(SHARKS["shark"], 2)
    print("| told after | won against `random` |\n| --- | ---: |")
    deals = range(options.games // 2)
    for turns in TOLD_AFTER:
        player = Told(turns, shark, answer)
        tables = [
            LockstepTable((player, "random"), deals),
            LockstepTable(("random", player), deals),
        ]
        winners = play(tables, RULESET, 1).winners
        won = sum(found == seat for seat, found in enumerate(winners)) / 2
        when = "never" if turns == NEVER else f"{turns} turn{'s' if turns != 1 else ''}"
        print(f"| {when} | {share_by_deal(won.tolist())} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
