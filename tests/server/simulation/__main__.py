"""`python -m tests.server.simulation --seeds 1000`: many runs, and the seeds that found a fault."""

import argparse
import math
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from coup.progress import bar
from tests.server.simulation.world import World


def outcome(seed: int) -> tuple[int, list[str], int]:
    """The faults that a seed found, and the number of steps."""
    world = World(seed)
    return seed, world.run(), world.loop.steps


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, help="this one alone")
    parser.add_argument("--trace", action="store_true", help="with all that happened before")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
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
    return many(
        range(options.first, options.first + options.seeds), options.processes, options.minutes
    )


def many(seeds: range, processes: int, minutes: float) -> int:
    """Run these seeds, or as many as there is time for; 1 if any of them found a fault."""
    begin = time.monotonic()
    run = steps = faulty = 0
    pool = ProcessPoolExecutor(processes)
    with bar() as progress:
        task = progress.add_task("seeds", total=len(seeds))
        for seed, faults, taken in pool.map(outcome, seeds, chunksize=10):
            run += 1
            steps += taken
            faulty += bool(faults)
            progress.update(task, completed=run)
            for fault in faults:
                print(f"seed {seed}: {fault}", flush=True)
            if time.monotonic() - begin > 60 * minutes:
                break
    took = time.monotonic() - begin
    pool.shutdown(cancel_futures=True)
    print(f"{run} seeds, {steps} steps, {took:.0f} s: {faulty} with faults")
    return int(faulty > 0)


if __name__ == "__main__":
    sys.exit(main())
