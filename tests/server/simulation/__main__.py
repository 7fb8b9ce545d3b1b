"""`python -m tests.server.simulation --seeds 1000`: many runs, and the seeds that found a fault."""

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from tests.server.simulation.world import World


def outcome(seed: int) -> tuple[int, list[str], int]:
    """What a seed found, and how much happened."""
    world = World(seed)
    return seed, world.run(), world.loop.steps


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, help="this one alone")
    parser.add_argument("--trace", action="store_true", help="with all that happened before")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    if options.seed is not None:
        world = World(options.seed)
        print(world.plan)
        faults = world.run()
        if options.trace:
            print(*world.story, sep="\n")
        print(*faults, sep="\n")
        return int(bool(faults))
    begin = time.monotonic()
    steps = faulty = 0
    seeds = range(options.first, options.first + options.seeds)
    with ProcessPoolExecutor(options.processes) as pool:
        for seed, faults, taken in pool.map(outcome, seeds, chunksize=10):
            steps += taken
            faulty += bool(faults)
            for fault in faults:
                print(f"seed {seed}: {fault}", flush=True)
    took = time.monotonic() - begin
    print(f"{options.seeds} seeds, {steps} steps, {took:.0f} s: {faulty} with faults")
    return int(bool(faulty))


if __name__ == "__main__":
    sys.exit(main())
