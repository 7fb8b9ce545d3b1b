"""How hard each level is, as tables for docs/bots.md.

python -m benchmarks.levels [--games N] [--seats 2,4]
"""

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`

from statistics import fmean

from coup.arena.levels import AVERAGE, first_moves, hardness
from coup.bots import LEVELS

HANDS = 2000


def row(level: str, seats: int, games: int, hands: int = HANDS) -> list[str]:
    """The wins of each kind of player against a level, their mean, the draws, and the most frequent
    first move."""
    found = [hardness(level, players, seats, games) for players in AVERAGE.values()]
    shares = [each.won for each in found]
    moves = list(first_moves(level, seats, hands).values())
    begins = {name: fmean(each[name] for each in moves) for name in moves[0]}
    likeliest = max(begins, key=lambda name: begins[name])
    return [
        *(f"{100 * each.value:.1f} ± {50 * (each.high - each.low):.1f}" for each in shares),
        f"**{100 * fmean(each.value for each in shares):.1f}**",
        f"{100 * fmean(each.drawn for each in found):.1f}",
        f"{likeliest.replace('_', ' ')}, {100 * begins[likeliest]:.0f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=4000, help="of each kind (default: 4000)")
    parser.add_argument("--seats", default="2,4", help="(default: 2,4)")
    options = parser.parse_args()
    print(f"| seats | against | {' | '.join(AVERAGE)} | mean | drawn | likeliest first move |")
    print(f"| ---: | --- |{' ---: |' * (len(AVERAGE) + 3)}")
    for seats in map(int, options.seats.split(",")):
        for level in LEVELS:
            cells = " | ".join(row(level, seats, options.games))
            print(f"| {seats} | {level} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
