"""How strong the built-in bots are: games won, with 95 % intervals.

python -m benchmarks.bots [--games N]
"""

import argparse
import sys
from itertools import combinations

import coup
from coup.arena.simulation import Report, simulate
from coup.arena.statistics import share
from coup.bots import BOTS as ALL
from coup.bots.shark import Shark
from coup.progress import last

LEAST = {"random": 0.95, "honest": 0.60, "bluffer": 0.60}
"""The win rates that `counter` must reach."""
BOTS = tuple(name for name, bot in ALL.items() if not issubclass(bot, Shark))
"""The bots that are not trained; `coup strength` measures those that are."""


def play(bots: list[str], games: int, ruleset: str = "classic") -> Report:
    """Play games between bots; each begins equally often."""
    return last(simulate(bots, games, coup.ruleset(ruleset), seed=1), games, ", ".join(bots))


def duels(games: int) -> bool:
    """Play every pair at a table for two; returns whether `counter` reaches its win rates."""
    reports = {frozenset(pair): play(list(pair), games) for pair in combinations(BOTS, 2)}
    print("| games won by | " + " | ".join(f"against {bot}" for bot in BOTS) + " |")
    print("| --- |" + " ---: |" * len(BOTS))
    for one in BOTS:
        cells = [
            "" if one == other else str(reports[frozenset((one, other))].win_rate(one))
            for other in BOTS
        ]
        print(f"| {one} | " + " | ".join(cells) + " |")
    return all(
        reports[frozenset(("counter", other))].win_rate("counter").value >= least
        for other, least in LEAST.items()
    )


def mixed_table(games: int) -> bool:
    """Play all bots at one table; returns whether `counter` wins most often."""
    report = play(list(BOTS), games)
    print("\n| all at one table | games won |")
    print("| --- | ---: |")
    for bot in BOTS:
        print(f"| {bot} | {share(report.wins[bot], report.games)} |")
    return report.wins.most_common(1)[0][0] == "counter"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000, help="of each pair (default: 10000)")
    games = parser.parse_args().games
    print(f"classic, {games:,} games of each pair, both beginning equally often\n", flush=True)
    reached = duels(games) & mixed_table(games)
    print("\ncounter reaches all bars" if reached else "\ncounter MISSES a bar")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
