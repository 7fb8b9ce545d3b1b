"""The kernel on a GPU: how fast it is, and whether it plays the same game as the CPU.

python -m benchmarks.gpu            random play, tables of moves per second
python -m benchmarks.gpu --check    equal states after every move of 21,000 games, equal batches
"""

import argparse
import statistics
import sys
import time
import warnings
from typing import Any

import numpy as np

import coup
from coup.bots.notes import Notes, Opponent
from coup.research.batch import Batch
from coup.rules import cpu, gpu

SHOWN = ("observe", "legal", "to_move", "reward", "done")
LINEUPS = (
    ("learner", "counter"),
    ("bluffer", "learner", "honest"),
    ("random", "learner", "counter", "learner"),
    ("learner",) * 6,
    ("counter", "bluffer", "honest", "random", "learner"),
)
REFORMED = (("learner", "counter"), ("trait", "pragmatist", "thief", "learner", *["counter"] * 6))
ONLINE = (
    ("learner", "pragmatist"),
    ("trait", "learner"),
    ("pragmatist", "learner", "trait:honesty=0.2+skepticism=0.9", "counter"),
)
NOTES = {"counter": Notes("counter", {"learner": Opponent(proved=2, caught=30, heard=40)})}
WITHOUT_SIDES = [each for each in coup.RULESETS.values() if not each.allegiances]
REDUCED = coup.ruleset("classic", cards=1, face_up=("duke", "contessa"), coins=5, turn_limit=30)
BAR = 200e6  # decisions per second in a batch of classic games for four


def check(games: int) -> bool:
    """Compare the states of random games, of all rulesets and numbers of seats, move by move."""
    total = moves = 0
    for name, ruleset in coup.RULESETS.items():
        for seats in range(2, 7) if ruleset.most_seats == 6 else (2, 6, 10):
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


def check_batches(games: int, steps: int) -> bool:
    """Compare everything that batches show on the GPU and on the CPU, step by step."""
    compared = 0
    for ruleset in (*WITHOUT_SIDES, REDUCED):
        for seats in range(2, 7):
            if not equal_batches(games, steps, ruleset=ruleset, seats=seats, seed=seats):
                return False
            compared += games * steps
        for lineups in (LINEUPS, ONLINE):
            given = {"players": lineups, "seed": 7, "notes": NOTES}
            if not equal_batches(games, steps, ruleset=ruleset, **given):
                return False
            compared += games * steps
    reformation: dict[str, Any] = {"ruleset": "reformation", "seed": 7}
    for table in ({"seats": 2}, {"seats": 7}, {"seats": 10}, {"players": REFORMED}):
        if not equal_batches(games, steps, **reformation, **table):
            return False
        compared += games * steps
    short = coup.ruleset("classic", turn_limit=3)
    guests = {"players": ["learner", "medium", "counter"], "ruleset": short, "hold": True}
    if not equal_batches(games, steps, seed=7, **guests):
        return False
    compared += games * steps
    print(f"{compared:,} steps of batches: equal observations, masks and rewards on GPU and CPU")
    return True


def equal_batches(games: int, steps: int, **arguments: Any) -> bool:
    """Whether two batches show the same. Halfway they exchange their games, and two games are dealt
    again."""
    ours, theirs = (Batch(games, device=at, **arguments) for at in ("cuda", "cpu"))
    for step in range(steps):
        actions = theirs.random_actions(step)
        ours.step(actions, wait=False)
        theirs.step(actions)
        shown = {name: getattr(theirs, name) for name in SHOWN} | {"hands": theirs.hands()}
        ours.hands()
        for name, expected in shown.items():
            if not np.array_equal(getattr(ours._engine.arrays, name).copy_to_host(), expected):
                print(f"{arguments}, step {step}: {name} differs")
                return False
        if step == steps // 2:
            saved = ours.save()
            ours.restore(theirs.save())
            theirs.restore(saved)
            for batch in (ours, theirs):
                batch.deal([games - 1, 0], [step, games])
    ours.check()
    return True


def check_refusal() -> bool:
    """Whether an illegal action is reported, later without `wait`, and changes nothing."""
    batch = Batch(300, 2, device="cuda", seed=1)
    before = batch.observe.copy_to_host()
    actions = batch.random_actions(1).copy_to_host()
    legal = actions.copy()
    actions[[70, 200]] = 99, 98
    said = []
    for wait, act in ((True, actions), (False, actions), (False, legal)):
        try:
            batch.step(act, wait)
        except ValueError as error:
            said.append(str(error))
    try:
        batch.check()
    except ValueError as error:
        said.append(str(error))
    unchanged = np.array_equal(before, batch.observe.copy_to_host())
    batch.step(legal)
    moved = not np.array_equal(before, batch.observe.copy_to_host())
    sentence = "game 70: action 99 is not legal for seat 0; no game was changed"
    if said != [sentence, sentence] or not unchanged or not moved:
        print(f"an illegal action is not refused as it should be: {said}")
        return False
    print("illegal actions are refused on the GPU")
    return True


def check_sharing() -> bool:
    """Whether PyTorch and JAX, if installed, see a batch's memory without a copy."""
    try:
        import torch
    except ImportError:
        print("PyTorch is not installed: not checked that it shares the memory of batches")
        return True
    if not torch.cuda.is_available():
        print("PyTorch finds no GPU: not checked that it shares the memory of batches")
        return True
    batch = Batch(4096, 4, device="cuda", seed=1)
    seen = torch.as_tensor(batch.observe, device="cuda")
    before = seen.clone()
    batch.step(torch.as_tensor(batch.legal, device="cuda").to(torch.int8).argmax(1))
    shared = seen.data_ptr() == batch.observe.__cuda_array_interface__["data"][0]
    if not shared or torch.equal(before, seen):
        print("PyTorch does not share the memory of a batch")
        return False
    print("PyTorch sees and steps a batch without a copy")
    try:
        import jax
    except ImportError:
        return True
    array = jax.dlpack.from_dlpack(seen.T)
    if array.unsafe_buffer_pointer() != seen.data_ptr():
        print("JAX does not share the memory of a batch")
        return False
    print("JAX also sees it without a copy")
    return True


def measure_batch(ruleset: coup.Ruleset, seats: int, games: int, steps: int, runs: int) -> float:
    """The median rate of random decisions per second, with observations and masks."""
    batch = Batch(games, seats, ruleset, "cuda", seed=1)
    for step in range(20):
        batch.step(batch.random_actions(step))
    rates = []
    for run in range(runs):
        begin = time.perf_counter()
        for step in range(steps):
            batch.step(batch.random_actions(1000 * run + step))
        batch.done.copy_to_host()  # waits until all is done
        rates.append(games * steps / (time.perf_counter() - begin))
    return statistics.median(rates)


def batch_table(games: int, steps: int, runs: int) -> bool:
    """Print the rates of batches; return whether they are high enough."""
    print(f"\nBatches of {games:,} games, observations and masks in the device's memory:\n")
    print("| ruleset | seats | decisions/s |")
    print("| --- | ---: | ---: |")
    reached = True
    for name, ruleset in coup.RULESETS.items():
        for seats in [each for each in (2, 4, 6, 10) if each <= ruleset.most_seats]:
            rate = measure_batch(ruleset, seats, games, steps, runs)
            print(f"| {name} | {seats} | {rate / 1e6:.0f} M |", flush=True)
            if (name, seats) == ("classic", 4):
                reached = rate >= BAR
    print(f"\n{'reached' if reached else 'MISSED'}: the bar for classic, 4: {BAR / 1e6:.0f} M")
    return reached


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
    """Print the rates of random play for every ruleset and 2, 4 and 6 seats."""
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
    parser.add_argument("--batch", type=int, default=1 << 20, help="games in a batch")
    parser.add_argument("--steps", type=int, default=100, help="of a batch, in each run")
    options = parser.parse_args()
    warnings.filterwarnings("ignore", message=".*(Grid size|Host array).*")
    if not gpu.available():
        print("no GPU that numba can use was found", file=sys.stderr)
        return 2
    if options.check:
        equal = check(options.games) and check_batches(options.games, options.steps)
        return 0 if equal and check_refusal() and check_sharing() else 1
    table(options.moves, options.runs)
    return 0 if batch_table(options.batch, options.steps, options.runs) else 1


if __name__ == "__main__":
    sys.exit(main())
