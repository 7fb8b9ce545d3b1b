"""`coup blend`: one network that plays as several do."""

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coup.commands.options import (
    add_old_name,
    add_rule,
    add_ruleset,
    add_seed,
    new_file,
    seat_counts,
    weights,
)
from coup.commands.train import (
    DECISIONS,
    PARALLEL,
    PARALLEL_HELP,
    STARTING,
    WITHOUT,
    Interrupts,
    check_trained,
    chosen_device,
    paced,
)
from coup.progress import bar
from coup.rules.errors import CoupError

if TYPE_CHECKING:
    from coup.training.planning import TrainingPlan


def add_blend(commands: Any) -> None:
    blend = commands.add_parser(
        "blend",
        help="make one network that plays like a random choice among several",
        description="Train one network to play as if it picked one of several networks at random "
        "for each game. An opponent gains no more against it than against them on average, and "
        "less if they have different weaknesses.",
    )
    blend.add_argument("out", type=new_file(".npz"), metavar="OUT", help="the file to write (.npz)")
    blend.add_argument(
        "networks",
        nargs="+",
        type=weights,
        metavar="FILE",
        help="files of weights (.npz), preferably from independent runs",
    )
    blend.add_argument(
        "--seats", type=seat_counts, default="2", metavar="N,N", help="such as 3,4,5,6 (default: 2)"
    )
    blend.add_argument(
        "--decisions",
        type=DECISIONS,
        default=3e8,
        metavar="N",
        help="how many to learn from (default: 3e8; a CPU plays about 1e6 per minute)",
    )
    add_ruleset(blend, check=check_trained)
    add_rule(blend)
    blend.add_argument("--parallel", type=PARALLEL, metavar="N", help=PARALLEL_HELP)
    add_old_name(blend, "--games", "parallel", type=PARALLEL)
    add_seed(blend, 0, "the same number gives the same network")
    blend.add_argument(
        "--device", choices=("cpu", "cuda"), help="default: cuda if there is a GPU, else cpu"
    )
    blend.set_defaults(run=run_blend)


def run_blend(options: argparse.Namespace) -> None:
    """Blend, showing how it goes."""
    from coup.bots.network import load
    from coup.research.networks import seated

    if options.out.exists():
        raise CoupError(f"there is already a file {options.out}; name a new one")
    for path in options.networks:
        seated(str(path), 2)  # which refuses what is no file of weights
    plan = chosen_plan(options)
    try:
        from coup.training.blending import Blender
    except ImportError as missing:
        raise CoupError(f"{WITHOUT} ({missing})") from None
    device = chosen_device(options.device)
    fitting = fitted(plan, options, device)
    with bar() as progress, Interrupts("interrupted; nothing is written") as interrupts:
        task = progress.add_task(STARTING, total=plan.decisions)
        blender = Blender([load(path) for path in options.networks], fitting, device)
        while blender.done < 1 and not interrupts.came:
            notes = blender.round()
            rate = notes["decisions"] / notes["seconds"]
            progress.update(
                task,
                completed=notes["decisions"],
                description=f"{rate / 1000:,.0f}k/s, apart {notes['apart']:.3f}",
            )
    if interrupts.came:
        print(f"interrupted after {blender.decisions:,} decisions")
    blender.average.network().save(options.out)
    print(f"{options.out} has the blend of {len(options.networks)} networks")


def chosen_plan(options: argparse.Namespace) -> "TrainingPlan":
    """What the options ask for; `fitted` says the rest."""
    from coup.training.planning import CAREFUL, TrainingPlan, chosen_rules

    plan = TrainingPlan(
        decisions=int(options.decisions),
        seats=tuple(options.seats),
        ruleset=options.ruleset or "classic",
        rules=tuple(options.rule),
        seed=options.seed,
        learning=CAREFUL,
    )
    chosen_rules(plan)
    return plan


def fitted(plan: "TrainingPlan", options: argparse.Namespace, device: str) -> "TrainingPlan":
    """A plan with what depends on the device."""
    small = device == "cpu"
    games = options.parallel or (2048 if small else 131_072)
    return replace(plan, games=games, learning=paced(plan.learning, {}, small))
