"""`coup blend`: one network that plays as several do."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.commands.options import add_old_name, add_rule, add_ruleset, add_seed, decimal
from coup.commands.strength import chosen_seats
from coup.commands.train import (
    PARALLEL,
    SMALL,
    WITHOUT,
    Interrupts,
    chosen_device,
    chosen_games,
)
from coup.progress import bar
from coup.rules.errors import CoupError

if TYPE_CHECKING:
    from coup.training.planning import TrainingPlan


def add_blend(commands: Any) -> None:
    blend = commands.add_parser(
        "blend",
        help="make one network that plays as several do, one of them in each game",
        description="Make one network that plays as if it took one of several networks for each "
        "game, by chance. It can be beaten no better than they can on average, and less if they "
        "leave different things open.",
    )
    blend.add_argument("out", type=Path, metavar="OUT", help="the file to write (.npz)")
    blend.add_argument(
        "networks",
        nargs="+",
        metavar="FILE",
        help="files of weights (.npz), best from runs that began apart from each other",
    )
    blend.add_argument("--seats", default="2", metavar="N,N", help="such as 3,4,5,6 (default: 2)")
    blend.add_argument(
        "--decisions",
        type=decimal(1, 10**15),
        default=3e8,
        metavar="N",
        help="how many to learn from (default: 3e8; a CPU makes some 1e6 a minute)",
    )
    add_ruleset(blend)
    add_rule(blend)
    blend.add_argument("--parallel", type=PARALLEL, metavar="N", help="games at once")
    add_old_name(blend, "--games", "parallel", type=PARALLEL)
    add_seed(blend, 0, "a number; the same one gives the same network")
    blend.add_argument("--device", choices=("cpu", "cuda"), help="default: cuda where there is one")
    blend.set_defaults(run=run_blend)


def run_blend(options: argparse.Namespace) -> None:
    """Blend, showing how it goes."""
    try:
        from coup.training.blending import Blender
    except ImportError as missing:
        raise CoupError(f"{WITHOUT} ({missing})") from None
    from coup.bots.network import load
    from coup.research.networks import seated

    device = chosen_device(options.device)
    plan = chosen_plan(options, device)
    for name in [str(options.out), *options.networks]:
        if not name.endswith(".npz"):
            raise CoupError(f"{name}: the name of a file of weights ends with .npz")
    if options.out.exists():
        raise CoupError(f"there is {options.out} already; name a new file")
    for name in options.networks:
        seated(name, 2)  # which refuses what is no file of weights
    options.out.parent.mkdir(parents=True, exist_ok=True)
    blender = Blender([load(Path(name)) for name in options.networks], plan, device)
    with bar() as progress, Interrupts() as interrupts:
        task = progress.add_task("blending", total=plan.decisions)
        while blender.done < 1 and not interrupts.came:
            notes = blender.round()
            rate = notes["decisions"] / notes["seconds"]
            progress.update(
                task,
                completed=notes["decisions"],
                description=f"{rate / 1000:,.0f}k/s, apart {notes['apart']:.3f}",
            )
    if interrupts.came:
        print(f"cut after {blender.decisions:,} decisions")
    blender.average.network().save(options.out)
    print(f"{options.out} has the blend of {len(options.networks)} networks")


def chosen_plan(options: argparse.Namespace, device: str) -> "TrainingPlan":
    """What the options ask for."""
    from coup.training.planning import CAREFUL, TrainingPlan

    small = device == "cpu"
    return TrainingPlan(
        decisions=int(options.decisions),
        seats=tuple(chosen_seats(options.seats)),
        ruleset=options.ruleset or "classic",
        rules=tuple(options.rule),
        games=chosen_games(options.parallel, small),
        seed=options.seed,
        learning=replace(CAREFUL, **SMALL) if small else CAREFUL,
    )
