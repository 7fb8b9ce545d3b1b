"""The kernel on a GPU: how fast it is, and whether it plays the same game as the CPU.

python -m benchmarks.gpu            random play, a table of moves per second
python -m benchmarks.gpu --check    equal states after every move of 21,000 games
"""

import argparse
import statistics
import sys
import time
import warnings

import numpy as np

import coup
from coup.rules import cpu, gpu


def check(games: int) -> bool:
    """Compare the states of random games, of all rulesets and numbers of seats, move by move."""
    total = moves = 0
    for name, ruleset in coup.RULESETS.items():
        for seats in range(2, 7):
            states, lengths = gpu.trace_random(ruleset, seats, games, seed=seats)
            expected, expected_lengths = cpu.trace_random(ruleset, seats, games, seed=seats)
            played = np.arange(states.shape[1]) < lengths[:, None]
            if not np.array_equal(lengths, expected_lengths) or not np.array_equal(
                states[played], expected[played]
            ):
                print(f"{name}, {seats} seats: the GPU's states differ from the CPU's")
                return False
            total += games
            moves += int(lengths.sum())
    print(f"{total:,} games, {moves:,} moves: equal states on GPU and CPU after every move")
    return True


def measure(ruleset: coup.Ruleset, seats: int, moves: int, runs: int) -> tuple[float, float, float]:
    """Moves, decisions and games per second: medians of several runs."""
    gpu.random_moves(ruleset, seats, 10)  # compile and warm up
    rates = []
    for run in range(runs):
        begin = time.perf_counter()
        tally = gpu.random_moves(ruleset, seats, moves, seed=run)
        seconds = time.perf_counter() - begin
        rates.append([count / seconds for count in tally])
    return (
        statistics.median(rate[0] for rate in rates),
        statistics.median(rate[1] for rate in rates),
        statistics.median(rate[2] for rate in rates),
    )


def table(moves: int, runs: int) -> None:
    """Print what random play reaches, for every ruleset and 2, 4 and 6 seats."""
    begin = time.perf_counter()
    gpu.random_moves(coup.RULESETS["classic"], 4, 10)
    print(f"{gpu.device_name()}; compiled in {time.perf_counter() - begin:.1f} s\n")
    print("| ruleset | seats | moves/s | decisions/s | games/s |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, ruleset in coup.RULESETS.items():
        for seats in (2, 4, 6):
            rates = measure(ruleset, seats, moves, runs)
            print(
                f"| {name} | {seats} | {rates[0] / 1e9:.2f} G | {rates[1] / 1e9:.2f} G "
                f"| {rates[2] / 1e6:.0f} M |"
            )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with the CPU instead")
    parser.add_argument("--games", type=int, default=1400, help="for --check, of each kind")
    parser.add_argument("--moves", type=int, default=3000, help="in each thread")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message=".*(Grid size|Host array).*")
    if not gpu.available():
        print("no GPU that numba can use was found", file=sys.stderr)
        return 2
    if options.check:
        return 0 if check(options.games) else 1
    table(options.moves, options.runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
