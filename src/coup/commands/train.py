"""`coup train`: a network learns Coup by playing it."""

import argparse
import signal
from dataclasses import fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.called import as_typed
from coup.commands.options import add_old_name, add_rule, add_ruleset, add_seed, decimal, whole
from coup.commands.strength import chosen_seats
from coup.progress import bar
from coup.rules.errors import CoupError, install

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from coup.training.lineups import Share
    from coup.training.planning import Hyperparameters, TrainingPlan

SMALL: dict[str, Any] = {"epochs": 2, "minibatch": 1024, "decay": 0.998}
"""How to learn on a CPU, where there are few games."""
PARALLEL = whole(8, 10_000_000)
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


def add_train(commands: Any) -> None:
    train = commands.add_parser(
        "train",
        help="train a network by letting it play against itself",
        description="Train a network by letting it play against itself and, now and then, against "
        "bots. A run lives in a folder, and can be cut and taken up again at any time.",
    )
    train.add_argument("out", type=Path, metavar="FOLDER", help="where the run lives")
    train.add_argument("--resume", action="store_true", help="resume the run in the folder")
    train.add_argument(
        "--seats", metavar="N,N", help="numbers of seats, such as 3,4,5,6 (default: 2)"
    )
    train.add_argument(
        "--decisions",
        type=decimal(1, 10**15),
        metavar="N",
        help="how many to play (default: 5e8; a CPU makes some 1e6 a minute)",
    )
    add_ruleset(train)
    add_rule(train)
    train.add_argument(
        "--past",
        type=decimal(0, 1),
        metavar="X",
        help="share of games with earlier selves (default: 0)",
    )
    train.add_argument(
        "--against",
        metavar="X",
        help="share of games with bots (default: 0.05); or one for each, such as "
        "random=0.05,counter=0.02, with mixture=X for tables where all of them sit, styles=X for "
        "copies of a style of the training family, and strangers=X for several of them",
    )
    add_old_name(train, "--bots", "against")
    train.add_argument(
        "--start",
        type=Path,
        metavar="FILE",
        help="begin with these weights (.npz), or with the networks of another run (its folder)",
    )
    train.add_argument("--parallel", type=PARALLEL, metavar="N", help="games at once")
    add_old_name(train, "--games", "parallel", type=PARALLEL)
    add_seed(train, about="a number; the same one gives the same run (default: 0)")
    train.add_argument("--device", choices=("cpu", "cuda"), help="default: cuda where there is one")
    train.add_argument(
        "--minutes",
        type=decimal(0, 525_600, more=True),
        metavar="N",
        help="stop after so many; --resume continues",
    )
    train.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="how to learn, such as minibatch=4096 or entropy=0.1,0.02",
    )
    train.set_defaults(run=run_train)


def run_train(options: argparse.Namespace) -> None:
    """Train, showing how it goes."""
    try:
        from coup.research.plots import draw_run
        from coup.training.planning import TrainingPlan
        from coup.training.running import read_log, train
    except ImportError as missing:
        raise CoupError(f"{WITHOUT} ({missing})") from None
    device = chosen_device(options.device)
    if options.resume:
        planned = [name for name in PLANNED if getattr(options, name) not in (None, [])]
        if planned:
            raise CoupError(f"--{planned[0]}: a resumed run keeps its plan")
    plan = TrainingPlan() if options.resume else chosen_plan(options, device)
    seconds = options.minutes and 60 * options.minutes
    rounds = train(plan, options.out, device, options.resume, seconds=seconds)
    wins: dict[str, float] = {}
    with bar() as progress, Interrupts() as interrupts:
        task = progress.add_task("training", total=None)
        for notes in rounds:
            wins = notes.get("wins", wins)
            show(progress, task, notes)
            if interrupts.came:
                rounds.close()
    if interrupts.came:
        print(f"cut; {as_typed('train', str(options.out), '--resume')} continues")
    draw_run(read_log(options.out), options.out / "curves.svg")
    for name, rate in wins.items():
        print(f"{rate:6.1%} against {name}")
    print(f"{options.out / 'weights.npz'} has the weights, {options.out / 'curves.svg'} the curves")


class Interrupts:
    """Ctrl-C is for the end of a round, where a run can be cut; a second one is for now."""

    def __init__(self) -> None:
        self.came = False

    def __enter__(self) -> "Interrupts":
        self.before = signal.signal(signal.SIGINT, self.take)
        return self

    def take(self, *why: object) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True

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


def chosen_plan(options: argparse.Namespace, device: str) -> "TrainingPlan":
    """What the options ask for."""
    from coup.training.lineups import Share
    from coup.training.planning import Hyperparameters, TrainingPlan

    past = 0.0 if options.past is None else options.past
    bots = chosen_bots("0.05" if options.against is None else options.against)
    others = past + sum(share.weight for share in bots)
    if others > 1 + 1e-9:
        raise CoupError("--past and --against: together at most 1")
    kinds = (Share(1 - others), Share(past, ("past",)), *bots)
    small = device == "cpu"
    settings = chosen_settings(options.set, small, Hyperparameters())
    return TrainingPlan(
        decisions=int(5e8 if options.decisions is None else options.decisions),
        seats=tuple(chosen_seats(options.seats or "2")),
        ruleset=options.ruleset or "classic",
        rules=tuple(options.rule),
        shares=tuple(kind for kind in kinds if kind.weight > 0),
        games=chosen_games(options.parallel, small),
        seed=options.seed or 0,
        measure=512 if small else 2048,
        start=options.start and str(options.start),
        learning=as_large(options, settings) if options.start else settings,
    )


def as_large(options: argparse.Namespace, settings: "Hyperparameters") -> "Hyperparameters":
    """As large as the network to begin with."""
    if any(text.startswith(("width=", "depth=")) for text in options.set):
        raise CoupError("--set: a network that begins with others' weights is as large as theirs")
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
                raise CoupError(f"--start: {start} is not the folder of a run: it has no {name}")
        learning = planned(start).learning
        return learning.width, learning.depth
    if start.suffix != ".npz":
        raise CoupError(
            f"--start: a file of weights that ends with .npz, or the folder of a run, not {start}"
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
            raise CoupError(f"--against: there is no {name!r:.60}, only {', '.join(known)}")
        try:
            share = float(value)
            if not 0 <= share <= 1:
                raise CoupError
        except ValueError:
            raise CoupError(f"--against: a number from 0 to 1, not {value!r:.60}") from None
        if name == STRANGERS:  # some of whom sit beside several learners
            found += [Share(share / 3, (name,), guests) for guests in range(3)]
        else:
            found.append(Share(share, BOTS if name == "mixture" else (name,)))
    return found


def chosen_games(number: int | None, small: bool) -> int:
    """How many games to play at once."""
    return number or (2048 if small else 131_072)


def chosen_settings(texts: list[str], small: bool, usual: "Hyperparameters") -> "Hyperparameters":
    """How to learn, by what was typed; on a CPU with smaller minibatches."""
    chosen = dict(SMALL) if small else {}
    kinds: dict[str, Any] = {each.name: getattr(usual, each.name) for each in fields(usual)}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise CoupError(f"--set: there is no {name!r:.60}, only {', '.join(kinds)}")
        default = kinds[name]
        try:
            if isinstance(default, tuple):
                low, high = (float(each) for each in value.split(","))
                chosen[name] = (low, high)
            else:
                chosen[name] = type(default)(value)
            numbers = chosen[name] if isinstance(default, tuple) else (chosen[name],)
            least, most = 1 if isinstance(default, int) else 0, MOST.get(name, 1e6)
            if not all(least <= number <= most for number in numbers):
                raise CoupError
            if 0 < numbers.count(0) < len(numbers):  # it could not fall by the same factor
                raise CoupError
        except ValueError:
            like = ",".join(map(str, default)) if isinstance(default, tuple) else default
            raise CoupError(f"--set {name}: something like {like}, not {value!r:.60}") from None
    return replace(usual, **chosen)
