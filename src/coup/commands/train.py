"""`coup train`: a network learns Coup by playing it."""

import argparse
import signal
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.called import as_typed
from coup.commands.options import (
    add_old_name,
    add_rule,
    add_ruleset,
    add_seed,
    argument,
    decimal,
    folder,
    seat_counts,
    whole,
)
from coup.progress import bar
from coup.rules.errors import CoupError, hint, install
from coup.rules.rulesets import Ruleset
from coup.vectors.encoding import check_small

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from coup.training.lineups import Share
    from coup.training.planning import Hyperparameters, TrainingPlan

SMALL: dict[str, Any] = {"epochs": 2, "minibatch": 1024, "decay": 0.998}
"""How to learn on a CPU, where there are few games."""
PARALLEL = whole(8, 10_000_000)
PARALLEL_HELP = "games at once (default: 2048 on a CPU, 131072 on a GPU)"
MOST = {"width": 8192, "depth": 16, "epochs": 100, "td_lambda": 1, "decay": 1}
"""What a setting can be at most, where that is known."""
PLANNED = (
    "seats",
    "decisions",
    "ruleset",
    "rule",
    "past",
    "against",
    "start",
    "parallel",
    "seed",
    "set",
)
"""What cannot be asked for when a run is resumed."""
WITHOUT = f"this needs PyTorch: {install('train')}"
DECISIONS = decimal(1, 10**15)
SIZE = {"width", "depth"}
STARTING = "starting; the first time it compiles for some minutes"


def add_train(commands: Any) -> None:
    train = commands.add_parser(
        "train",
        help="train a network by self-play",
        description="Train a network by letting it play against itself and sometimes against bots. "
        "A run lives in a folder. It can be interrupted at any time and resumed.",
    )
    train.add_argument("out", type=folder, metavar="FOLDER", help="where the run lives")
    train.add_argument("--resume", action="store_true", help="resume the run in the folder")
    train.add_argument(
        "--seats",
        type=seat_counts,
        metavar="N,N",
        help="numbers of seats, such as 3,4,5,6 (default: 2)",
    )
    train.add_argument(
        "--decisions",
        type=DECISIONS,
        metavar="N",
        help="how many to play (default: 5e8; a CPU plays about 1e6 per minute)",
    )
    add_ruleset(train, check=check_trained)
    add_rule(train)
    train.add_argument(
        "--past",
        type=decimal(0, 1),
        metavar="X",
        help="share of games against earlier selves (default: 0)",
    )
    train.add_argument(
        "--against",
        type=argument(chosen_bots),
        metavar="X",
        help="share of games against bots (default: 0.05), or one for each, such as "
        "random=0.05,counter=0.02; mixture=X: tables with all of these bots; styles=X: copies of "
        "one style of the training family; strangers=X: several different ones",
    )
    add_old_name(train, "--bots", "against", type=argument(chosen_bots))
    train.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="start from these weights (.npz), or from the networks of another run (its folder)",
    )
    train.add_argument("--parallel", type=PARALLEL, metavar="N", help=PARALLEL_HELP)
    add_old_name(train, "--games", "parallel", type=PARALLEL)
    add_seed(train, about="the same number gives the same run (default: 0)")
    train.add_argument(
        "--device", choices=("cpu", "cuda"), help="default: cuda if there is a GPU, else cpu"
    )
    train.add_argument(
        "--minutes",
        type=decimal(0, 525_600, more=True),
        metavar="N",
        help="stop after N minutes; --resume continues",
    )
    train.add_argument(
        "--set",
        type=argument(setting),
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a hyperparameter, such as minibatch=4096 or entropy=0.1,0.02; may be repeated",
    )
    train.set_defaults(run=run_train)


def check_trained(rules: Ruleset) -> None:
    """Refuse rules that networks cannot be trained for."""
    check_small(rules, "networks are trained")


def run_train(options: argparse.Namespace) -> None:
    """Train, showing how it goes."""
    check_resumed(options)
    plan = None if options.resume else chosen_plan(options)
    try:
        from coup.research.plots import draw_run
        from coup.training.planning import TrainingPlan
        from coup.training.running import read_log, train
    except ImportError as missing:
        raise CoupError(f"{WITHOUT} ({missing})") from None
    device = chosen_device(options.device)
    fitting = fitted(plan, options, device) if plan else TrainingPlan()
    seconds = options.minutes and 60 * options.minutes
    rounds = train(fitting, options.out, device, options.resume, seconds=seconds)
    resumes = f"{as_typed('train', str(options.out), '--resume')} continues"
    wins: dict[str, float] = {}
    with bar() as progress, Interrupts(f"interrupted; {resumes}") as interrupts:
        task = progress.add_task(STARTING, total=None)
        for notes in rounds:
            wins = notes.get("wins", wins)
            show(progress, task, notes)
            if interrupts.came:
                rounds.close()
    if interrupts.came:
        print(f"interrupted; {resumes}")
    draw_run(read_log(options.out), options.out / "curves.svg")
    for name, rate in wins.items():
        print(f"{rate:6.1%} against {name}")
    print(f"{options.out / 'weights.npz'} has the weights, {options.out / 'curves.svg'} the curves")


def check_resumed(options: argparse.Namespace) -> None:
    """Refuse a folder that is not as it must be, and a plan for a run that has one."""
    planned = [name for name in PLANNED if getattr(options, name) not in (None, [])]
    if options.resume and planned:
        raise CoupError(f"--{planned[0]}: leave it out; a resumed run keeps its plan")
    if options.resume and not (options.out / "checkpoint.pt").exists():
        raise CoupError(f"{options.out}: there is no checkpoint.pt to resume from")
    if not options.resume and (options.out / "run.json").exists():
        raise CoupError(f"{options.out}: there is already a run; --resume continues it")


class Interrupts:
    """Ctrl-C stops at the end of a round, where a run can be resumed; a second one stops at once.

    lost: what is said then.
    """

    def __init__(self, lost: str) -> None:
        self.came = False
        self.lost = lost

    def __enter__(self) -> "Interrupts":
        self.before = signal.signal(signal.SIGINT, self.take)
        return self

    def take(self, *why: object) -> None:
        if self.came:
            raise KeyboardInterrupt(self.lost)
        self.came = True
        print("stopping after this round; Ctrl-C again stops at once", file=sys.stderr)

    def __exit__(self, *why: object) -> None:
        signal.signal(signal.SIGINT, self.before)


def chosen_device(name: str | None) -> str:
    """Where to train: on the GPU if there is one, and numba can use it."""
    import torch

    usable = torch.cuda.is_available() and find_spec("numba_cuda") is not None
    if name == "cuda" and not usable:
        raise CoupError(
            "--device cuda: there is no GPU here that PyTorch and numba can use "
            f"({install('gpu', 'train')})"
        )
    return name or ("cuda" if usable else "cpu")


def show(progress: "Progress", task: "TaskID", notes: dict[str, Any]) -> None:
    """How it goes: always beside the bar, and in a line of its own when it was measured."""
    speed = notes["decisions"] / max(1e-9, notes["seconds"])
    progress.update(
        task,
        total=notes["planned"],
        completed=notes["decisions"],
        description=f"{speed / 1000:,.0f}k/s, entropy {notes['entropy']:.2f}",
    )
    if "wins" in notes:
        done = notes["decisions"] / notes["planned"]
        progress.console.print(f"{done:4.0%}: wins {told(notes['wins'])}", highlight=False)


def told(wins: dict[str, float]) -> str:
    """How often it wins against whom, with each number of seats.

    >>> told({"random, 3 seats": 0.5, "honest, 3 seats": 0.2, "random, 4 seats": 0.45})
    'random 50/45, honest 20 %'
    """
    rates: dict[str, list[str]] = {}
    for name, rate in wins.items():
        rates.setdefault(name.partition(",")[0], []).append(f"{100 * rate:.0f}")
    return ", ".join(f"{name} {'/'.join(some)}" for name, some in rates.items()) + " %"


def chosen_plan(options: argparse.Namespace) -> "TrainingPlan":
    """What the options ask for; `fitted` says the rest."""
    from coup.training.lineups import Share
    from coup.training.planning import Hyperparameters, TrainingPlan, chosen_rules

    past = options.past or 0.0
    bots = chosen_bots("0.05") if options.against is None else options.against
    others = past + sum(share.weight for share in bots)
    if others > 1 + 1e-9:
        raise CoupError("--past and --against must not exceed 1 together")
    kinds = (Share(1 - others), Share(past, ("past",)), *bots)
    settings = replace(Hyperparameters(), **dict(options.set))
    plan = TrainingPlan(
        decisions=int(5e8 if options.decisions is None else options.decisions),
        seats=tuple(options.seats or (2,)),
        ruleset=options.ruleset or "classic",
        rules=tuple(options.rule),
        shares=tuple(kind for kind in kinds if kind.weight > 0),
        seed=options.seed or 0,
        start=options.start and str(options.start),
        learning=as_large(options, settings) if options.start else settings,
    )
    chosen_rules(plan)
    return plan


def fitted(plan: "TrainingPlan", options: argparse.Namespace, device: str) -> "TrainingPlan":
    """A plan with what depends on the device: a CPU plays fewer games at once."""
    small = device == "cpu"
    return replace(
        plan,
        games=options.parallel or (2048 if small else 131_072),
        measure=512 if small else 2048,
        learning=paced(plan.learning, dict(options.set), small),
    )


def paced(learning: "Hyperparameters", typed: dict[str, Any], small: bool) -> "Hyperparameters":
    """How to learn from as many games as there are, unless something else was typed."""
    return replace(learning, **(SMALL if small else {}) | typed)


def as_large(options: argparse.Namespace, settings: "Hyperparameters") -> "Hyperparameters":
    """As large as the network to begin with."""
    if SIZE & dict(options.set).keys():
        raise CoupError("--set: leave out width and depth; they come from --start")
    width, depth = size_of(options.start)
    return replace(settings, width=width, depth=depth)


def size_of(start: Path) -> tuple[int, int]:
    """How large the network is that somebody wants to begin with."""
    from coup.bots.network import load
    from coup.research.networks import seated
    from coup.training.planning import planned

    if start.is_dir():
        for name in ("run.json", "checkpoint.pt"):
            if not (start / name).exists():
                raise CoupError(f"--start: {start} is not the folder of a run; it has no {name}")
        learning = planned(start).learning
        return learning.width, learning.depth
    if start.suffix != ".npz":
        raise CoupError(
            f"--start: must be a file of weights (.npz) or the folder of a run, not {start}"
        )
    seated(str(start), 2)  # which refuses what is no file of weights
    return load(start).size


def chosen_bots(text: str) -> "list[Share]":
    """How many of the games are with which bots.

    >>> [tuple(share) for share in chosen_bots("random=0.05,counter=0.02")]
    [(0.05, ('random',), 0), (0.02, ('counter',), 0)]
    """
    from coup.training.lineups import BOTS, FAMILIES, STRANGERS, Share

    if "=" not in text:
        text = f"mixture={text}"
    found = []
    for part in text.split(","):
        name, _, value = part.partition("=")
        name = name.strip()
        known = (*BOTS, *FAMILIES, "mixture")
        if name not in known:
            raise CoupError(f"there is no bot {name!r:.60}; {hint(name, known)}")
        try:
            share = decimal(0, 1)(value)
        except argparse.ArgumentTypeError as why:
            raise CoupError(f"{name} {why}") from None
        if name == STRANGERS:  # some of whom sit beside several learners
            found += [Share(share / 3, (name,), guests) for guests in range(3)]
        else:
            found.append(Share(share, BOTS if name == "mixture" else (name,)))
    return found


def setting(text: str) -> tuple[str, Any]:
    """A hyperparameter as it is typed.

    >>> setting("entropy=0.1,0.02"), setting("epochs=3")
    (('entropy', (0.1, 0.02)), ('epochs', 3))
    """
    from coup.training.planning import Hyperparameters

    usual = vars(Hyperparameters())
    name, _, value = text.partition("=")
    if name not in usual:
        raise CoupError(f"there is no setting {name!r:.60}; {hint(name, usual)}")
    default = usual[name]
    try:
        if isinstance(default, tuple):
            return name, checked_pair(name, value)
        return name, checked_number(name, type(default), value)
    except ValueError:
        like = ",".join(map(str, default)) if isinstance(default, tuple) else default
        raise CoupError(f"{name} must be something like {like}, not {value!r:.60}") from None


def checked_number(name: str, kind: type[int] | type[float], text: str) -> float:
    """The value of a hyperparameter, if it is within its bounds."""
    number = kind(text)
    if not (1 if kind is int else 0) <= number <= MOST.get(name, 1e6):
        raise ValueError
    return number


def checked_pair(name: str, text: str) -> tuple[float, float]:
    """The values at the beginning and at the end of a run. One falls to the other by the same
    factor again and again, so both are 0 or neither is."""
    low, high = (checked_number(name, float, each) for each in text.split(","))
    if (low == 0) != (high == 0):
        raise ValueError
    return low, high
