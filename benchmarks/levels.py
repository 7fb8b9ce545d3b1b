"""How far apart the levels are that people choose from: games won, with 95 % intervals.

python -m benchmarks.levels [--games N]
"""

import argparse

import coup
from coup.arena.simulation import simulate
from coup.players import LEVELS
from coup.progress import last

OTHERS = ("honest", "counter", *LEVELS)


def win_rate(one: str, other: str, seats: int, games: int) -> str:
    """How often one wins among copies of another, from every seat equally often."""
    bots = [one, *[other] * (seats - 1)]
    rules = coup.ruleset("classic", turn_limit=500)
    report = last(simulate(bots, games, rules, seed=1), games, f"{one}, {other}")
    return str(report.win_rate(one))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=4000, help="of each pair (default: 4000)")
    games = parser.parse_args().games
    for seats in (2, 4):
        print(f"\n{seats} seats, {games:,} games; {1 / seats:.0%} is par\n")
        print("| one | " + " | ".join(f"among {other}" for other in OTHERS) + " |")
        print("| --- |" + " ---: |" * len(OTHERS))
        for one in LEVELS:
            cells = ["" if one == other else win_rate(one, other, seats, games) for other in OTHERS]
            print(f"| {one} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
