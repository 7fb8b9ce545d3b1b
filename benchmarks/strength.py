"""The rate of `shark`'s decisions in games side by side, on one core.

python -m benchmarks.strength [--games N]
"""

import argparse
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`

from coup.arena.lockstep import LockstepTable, play
from coup.bots.shark import network
from coup.hosting.host import with_turn_limit
from coup.research.networks import seated

BAR = 20_000
"""Decisions per second to reach on one core."""
RULESET = with_turn_limit("classic")


def rate(seats: int, others: str, games: int) -> tuple[float, float]:
    """Decisions and games per second of CPU time, with one shark in each seat in turn."""
    lineup = (seated("shark", seats), *[seated(others, seats)] * (seats - 1))
    tables = [
        LockstepTable(lineup[seats - seat :] + lineup[: seats - seat], range(games // seats))
        for seat in range(seats)
    ]
    begin = time.process_time()
    decisions = play(tables, RULESET, 1).decisions
    seconds = time.process_time() - begin
    return decisions / seconds, len(tables) * len(tables[0].deals) / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=12_000, help="of each kind (default: 12000)")
    games = parser.parse_args().games
    rate(2, "counter", 100)  # compile and load everything first
    sizes = {seats: [len(bias) for bias in network(seats).biases] for seats in (2, 6)}
    print(f"layers of the network for two: {sizes[2]}, for six: {sizes[6]}")
    print("\n| one shark among | seats | decisions/s | games/s |")
    print("| --- | ---: | ---: | ---: |")
    slowest = float("inf")
    for seats in (2, 6):
        for others in ("honest", "counter", "shark"):
            decisions, played = rate(seats, others, games)
            slowest = min(slowest, decisions)
            print(f"| {others} | {seats} | {decisions:,.0f} | {played:,.0f} |", flush=True)
    reached = slowest >= BAR
    verdict = "reached" if reached else "MISSED"
    print(f"\n{verdict}: {slowest:,.0f} decisions/s of one core (limit {BAR:,})")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
