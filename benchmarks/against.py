"""The rate of random play in this tree, as a ratio to another tree's: did a change cost speed?

    git worktree add /tmp/before COMMIT
    python -m benchmarks.against /tmp/before

Each tree has a process. They play the same games in turns, so that a busy machine slows both
equally; each pair of runs gives a ratio, and the median of these is shown. Before that, each tree
compiles in a process that is thrown away: freshly compiled code runs a tenth slower than code
loaded from the cache.
"""

import argparse
import os
import statistics
import subprocess
import sys
from itertools import product
from pathlib import Path

HERE = Path(__file__).parent.parent
WORKER = """
import sys, time
import coup
from coup.rules import playout
from coup.rules.state import State

def interpreted(name, seats, seed):
    state, rules = State(), coup.ruleset(name).rules
    for game in range(150):
        playout.play(state, rules, seats, playout.start(seed, game))

def compiled(name, seats, seed):
    from coup.rules import cpu
    cpu.play_random(name, seats, 20_000, seed)

def gpu(name, seats, seed):
    from coup.rules import gpu
    gpu.random_moves(name, seats, 400, seed)

batches = {}

def batch(name, seats, seed):
    from coup.research.batch import Batch
    if (name, seats) not in batches:
        batches[name, seats] = Batch(4096, seats, name, threads=1)
    games = batches[name, seats]
    for step in range(20):
        games.step(games.random_actions(1000 * seed + step))

for line in sys.stdin:
    target, name, seats, seed = line.split()
    clock = time.perf_counter if target == "gpu" else time.process_time
    begin = clock()
    globals()[target](name, int(seats), int(seed))
    print(clock() - begin, flush=True)
"""


def worker(tree: Path) -> "subprocess.Popen[str]":
    """A process that plays with a tree's code."""
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-c", WORKER]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=tree)


def seconds(process: "subprocess.Popen[str]", order: str) -> float:
    """The seconds that one run takes."""
    assert process.stdin is not None
    assert process.stdout is not None
    print(order, file=process.stdin, flush=True)
    return float(process.stdout.readline())


def ratio(ours: "subprocess.Popen[str]", theirs: "subprocess.Popen[str]", order: str) -> float:
    """The rate of this tree divided by that of the other, in one pair of runs."""
    return seconds(theirs, order) / seconds(ours, order)


def compile_all(tree: Path, orders: list[str]) -> None:
    """Have a tree keep on disk whatever it compiles for some runs."""
    with worker(tree) as process:
        for order in orders:
            seconds(process, f"{order} 0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree", type=Path, help="the other tree")
    parser.add_argument("--runs", type=int, default=15)
    targets = ["interpreted", "compiled", "batch", "gpu"]
    parser.add_argument("--targets", nargs="+", choices=targets, default=targets[:2])
    parser.add_argument("--rulesets", nargs="+", default=["classic", "coup2022", "inquisitor"])
    parser.add_argument("--seats", nargs="+", default=["2", "4", "6"])
    chosen = parser.parse_args()
    orders = [" ".join(each) for each in product(chosen.targets, chosen.rulesets, chosen.seats)]
    for tree in (HERE, chosen.tree):
        compile_all(tree, orders)
    with worker(HERE) as ours, worker(chosen.tree) as theirs:
        for order in orders:
            ratio(ours, theirs, f"{order} 0")  # loads what was compiled
            found = [ratio(ours, theirs, f"{order} {seed}") for seed in range(1, chosen.runs + 1)]
            target, name, seats = order.split()
            print(f"{target:12} {name:12} {seats:>2} seats  {statistics.median(found):.3f}")


if __name__ == "__main__":
    main()
