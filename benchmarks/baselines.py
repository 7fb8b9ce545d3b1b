"""Compares two learners with the same bots, network and decisions: MaskablePPO and `coup train`.

    pip install '.[train]'
    python -m benchmarks.baselines runs/baselines
    python -m benchmarks.baselines runs/baselines --trainers maskable-ppo --seats 4 --decisions 1e7

Each learns against the six hand-written bots, one kind per table, all equally often. During
training it is measured against each of them, and at the end as in `coup strength`, held-out styles
included. Tables are printed as Markdown; the curves are in `curves.svg` in the folder. Learners
whose results are already in the folder are not trained again.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in `coup.cli`

import torch
from matplotlib.figure import Figure

from coup.arena.lockstep import play
from coup.arena.statistics import Rate
from coup.arena.strength import RULESET, YARDSTICKS, Opponents, match, measure
from coup.arena.strength_report import plus_minus
from coup.bots.network import Network
from coup.cli import parser as commands
from coup.commands.train import chosen_plan, fitted
from coup.research.gymnasium import CoupEnv
from coup.research.plots import save
from coup.training.lineups import BOTS
from coup.training.running import Run

WIDTH, DEPTH = 256, 2
TABLES = 8
"""The number of tables with each bot that MaskablePPO plays in parallel."""
PARTS = 10
"""The number of measurements during training."""
BOT_SHARES = ",".join(f"{bot}=0.1666" for bot in BOTS)


class Snapshot(NamedTuple):
    """A network during training."""

    decisions: int
    network: Network


def maskable_ppo(seats: int, decisions: int, seed: int) -> Iterator[Snapshot]:
    """MaskablePPO of sb3-contrib, with the settings of examples/train_sb3.py."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.vec_env import DummyVecEnv

    def table(bot: str) -> Callable[[], CoupEnv]:
        return lambda: CoupEnv((bot,) * (seats - 1))

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([table(bot) for bot in BOTS * TABLES]),
        n_steps=256,
        batch_size=1024,
        n_epochs=4,
        gamma=0.995,
        gae_lambda=0.95,
        ent_coef=0.005,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [WIDTH] * DEPTH, "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    yield Snapshot(0, policy_of(model))
    while model.num_timesteps < decisions:
        model.learn(decisions // PARTS, reset_num_timesteps=False)
        yield Snapshot(model.num_timesteps, policy_of(model))


def policy_of(model: Any) -> Network:
    """The policy of MaskablePPO as a `Network`."""
    inner = model.policy.mlp_extractor.policy_net
    linear = [each for each in inner if isinstance(each, torch.nn.Linear)]
    linear.append(model.policy.action_net)
    weights = tuple(each.weight.detach().numpy().T.copy() for each in linear)
    return Network(weights, tuple(each.bias.detach().numpy().copy() for each in linear))


def command(seats: int, decisions: int, seed: int) -> list[str]:
    """The arguments with which `coup` does what `coup_train` does."""
    how = (
        f"--seats {seats} --decisions {decisions} --seed {seed} --device cpu --against {BOT_SHARES}"
    )
    size = f"--set width={WIDTH} --set depth={DEPTH}"
    return f"train FOLDER {how} {size} --set entropy=0.02,0.005".split()


def coup_train(seats: int, decisions: int, seed: int) -> Iterator[Snapshot]:
    """Our trainer, with the settings of its command."""
    options = commands().parse_args(command(seats, decisions, seed))
    run = Run(fitted(chosen_plan(options), options, "cpu"), "cpu")
    for part in range(PARTS + 1):
        while run.done < part / PARTS:
            run.round()
        yield Snapshot(run.decisions, run.learner.average.network())


TRAINERS = {"maskable-ppo": maskable_ppo, "coup-train": coup_train}


def against_bots(weights: Path, seats: int, games: int) -> dict[str, Rate]:
    """How often a network wins against each bot."""
    matches = [match(str(weights), Opponents(bot, (bot,)), seats, games) for bot in BOTS]
    tables = [table for each in matches for table in each.tables]
    winners = iter(play(tables, RULESET, seed=2).winners)
    return {bot: each.score(winners).won for bot, each in zip(BOTS, matches, strict=True)}


def baseline(name: str, seats: int, options: argparse.Namespace) -> dict[str, Any]:
    """Train and measure a learner, or read its earlier results."""
    weights = options.folder / f"{name}-{seats}.npz"
    done = weights.with_suffix(".json")
    if done.exists():
        found: dict[str, Any] = json.loads(done.read_text())
        return found
    points = []
    spent = passed = 0.0
    cpu, clock = time.process_time(), time.perf_counter()
    for decisions, network in TRAINERS[name](seats, int(options.decisions), options.seed):
        spent += time.process_time() - cpu
        passed += time.perf_counter() - clock
        network.save(weights)
        won = against_bots(weights, seats, options.measure)
        points.append({"decisions": decisions, "cpu": spent, "clock": passed, "won": won})
        told = ", ".join(f"{bot} {rate.value:.1%}" for bot, rate in won.items())
        print(f"{name}, {seats} seats, {decisions:,} decisions: {told}", file=sys.stderr)
        cpu, clock = time.process_time(), time.perf_counter()
    strength = measure(str(weights), [seats], options.games, seed=1).as_dict()
    found = {"name": name, "seats": seats, "points": points, "results": strength["results"]}
    done.write_text(json.dumps(found, indent=1) + "\n")
    return json.loads(done.read_text())  # type: ignore[no-any-return]


def print_times(found: Sequence[dict[str, Any]]) -> None:
    """Print the time that each learner took, and its wins."""
    print("| learner | seats | decisions | CPU time | wall time | six bots | held out |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for each in found:
        last = each["points"][-1]
        known = mean([row for row in each["results"] if row["others"] in BOTS])
        held = mean([row for row in each["results"] if row["held"]])
        minutes = f"{last['cpu'] / 60:.1f} min | {last['clock'] / 60:.1f} min"
        row = f"| `{each['name']}` | {each['seats']} | {last['decisions']:,} | {minutes} |"
        print(f"{row} {known:.1f} | {held:.1f} |")


def mean(results: Sequence[dict[str, Any]]) -> float:
    """The mean percentage of games won over some fields."""
    return 100 * fmean(float(row["won"]["value"]) for row in results)


def print_wins(found: Sequence[dict[str, Any]]) -> None:
    """Print the wins of learners for the same number of seats in each field."""
    names = [f"`{each['name']}`" for each in found] + [f"`{name}`" for name in YARDSTICKS]
    print(f"\n| {found[0]['seats']} seats, one among | " + " | ".join(names) + " |")
    print("| --- |" + " ---: |" * len(names))
    for rows in zip(*(each["results"] for each in found), strict=True):
        cells = [plus_minus(Rate(**row["won"])) for row in rows]
        cells += [f"{100 * rows[0]['yardsticks'][name]:.1f}" for name in YARDSTICKS]
        held = ", held out" if rows[0]["held"] else ""
        print(f"| {rows[0]['others']}{held} | " + " | ".join(cells) + " |")


def draw(found: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw the wins of each learner against each bot during training."""
    figure = Figure(figsize=(10, 3.4 * -(-len(found) // 2)), layout="constrained")
    for number, each in enumerate(found):
        axes = figure.add_subplot(-(-len(found) // 2), 2, number + 1)
        minutes = [point["cpu"] / 60 for point in each["points"]]
        for bot in BOTS:
            rates = [Rate(*point["won"][bot]) for point in each["points"]]
            low = [rate.value - rate.low for rate in rates]
            high = [rate.high - rate.value for rate in rates]
            shares = [rate.value for rate in rates]
            axes.errorbar(minutes, shares, [low, high], label=bot, capsize=2, linewidth=1)
        axes.axhline(1 / each["seats"], color="grey", linestyle=":")
        axes.set(title=f"{each['name']}, {each['seats']} seats", ylim=(0, 1), ylabel="games won")
        axes.set_xlabel("minutes of CPU time")
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7, frameon=False, ncols=3)
    save(figure, path)


def chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="for weights, results and curves")
    parser.add_argument("--trainers", nargs="+", choices=TRAINERS, default=list(TRAINERS))
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 4])
    parser.add_argument("--decisions", type=float, default=1.5e6, help="(default: 1.5e6)")
    parser.add_argument("--measure", type=int, default=600, help="games with each bot, on the way")
    parser.add_argument("--games", type=int, default=4000, help="in each field, at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch (default: 1)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    options = chosen(arguments)
    torch.set_num_threads(options.threads)
    options.folder.mkdir(parents=True, exist_ok=True)
    by_seats = [
        [baseline(name, seats, options) for name in options.trainers] for seats in options.seats
    ]
    everything = [each for some in by_seats for each in some]
    draw(everything, options.folder / "curves.svg")
    print_times(everything)
    for some in by_seats:
        print_wins(some)
    return 0


if __name__ == "__main__":
    sys.exit(main())
