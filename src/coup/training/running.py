"""A training run: plays, learns, measures, logs, and resumes after an interruption.

A run lives in a folder: `run.json` is its plan, `log.jsonl` has a line for each round,
`checkpoint.pt` has everything needed to resume, `weights.npz` the averaged actor, and `rival.npz`
the opponent, if that is a network that does not learn.
"""

import json
import os
import random
import shutil
import time
from collections.abc import Callable, Generator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch

from coup.bots import network
from coup.research.batch import Batch
from coup.rules.errors import CoupError
from coup.rules.vocabulary import ROLES
from coup.training.actor_critic import Actor, copy_of, frozen
from coup.training.collecting import Collector
from coup.training.learning import Learner
from coup.training.lineups import LEARNER, PAST, RIVAL, tables
from coup.training.measuring import win_rates
from coup.training.planning import TrainingPlan, chosen_rules, planned
from coup.vectors.encoding import claim_table

PACE = 3
"""How many moves bots make before the other games continue."""
SELVES = 12
"""How many earlier selves are kept."""
MILESTONES = 40
"""How often in a run the current network becomes an earlier self."""
MEASURES = 20
"""How often in a run it is measured against bots."""
RIVAL_FILE = "rival.npz"
COUNTS = ("rounds", "decisions", "milestone", "seconds")


class Run:
    """A training run in memory.

    rounds, decisions, seconds: how many so far, and how long they took.
    selves: earlier weights of the average, oldest first.
    """

    def __init__(self, plan: TrainingPlan, device: str) -> None:
        self.plan, self.device = plan, torch.device(device)
        if self.device.type == "cuda":
            torch.backends.cuda.matmul.allow_tf32 = True
        self.ruleset = chosen_rules(plan)
        lineups, networks = tables(plan.games, plan.seats, plan.shares)
        self.batch = Batch(
            plan.games,
            max(plan.seats),
            self.ruleset,
            "cuda" if self.device.type == "cuda" else "cpu",
            plan.seed,
            lineups,
            pace=PACE,
        )
        self.generator = torch.Generator(self.device).manual_seed(plan.seed)
        self.collector = Collector(
            self.batch,
            networks,
            plan.steps,
            self.generator,
            plan.learning.td_lambda,
            plan.learning.draw,
        )
        self.learner = Learner(plan.learning, self.device, plan.seed)
        if plan.start:
            self._begin_with(Path(plan.start))
        self.rival = self._frozen(plan.rival)
        self.past = copy_of(self.learner.average)
        self.claims = torch.from_numpy(claim_table(self.ruleset)).to(self.device)
        self.selves = [kept(self.learner.average)]
        self.rounds = self.decisions = self.milestone = 0
        self.seconds = 0.0

    def _begin_with(self, start: Path) -> None:
        """Start from a file of weights, or from the networks of the run in a folder."""
        if start.is_dir():
            state = torch.load(start / "checkpoint.pt", "cpu", weights_only=False)
            self.learner.follow_on(state["learner"])
        else:
            self.learner.begin_with(network.load(start))

    def _frozen(self, path: str | None) -> Actor | None:
        if path is None:
            return None
        return frozen(network.load(Path(path))).to(self.device)  # type: ignore[no-any-return]

    @property
    def done(self) -> float:
        """The completed share of the run, from 0 to 1."""
        return min(1.0, self.decisions / self.plan.decisions)

    def round(self) -> dict[str, Any]:
        """Play and learn one round; its figures."""
        begin = time.perf_counter()
        collector = self.collector
        choice = random.Random(f"{self.plan.seed} {self.rounds}").choice(self.selves)
        self.past.load_state_dict(choice)
        collector.play(self.actors())
        collector.check()
        played = time.perf_counter()
        samples = collector.samples(self.learner.critic)
        found: dict[str, Any] = self.learner.learn(samples, self.done, self.generator)
        self.rounds += 1
        self.decisions += int(collector.learning.sum())
        if self.done * MILESTONES >= self.milestone + 1:
            self.remember()
        now = time.perf_counter()
        self.seconds += now - begin
        return {
            "round": self.rounds,
            "decisions": self.decisions,
            "planned": self.plan.decisions,
            "seconds": round(self.seconds, 2),
            "playing": round(played - begin, 3),
            "choices": int(samples.own.sum()),
            **{name: round(value, 6) for name, value in found.items()},
            "bluffs": self.bluffs(),
        }

    def actors(self) -> dict[int, Actor]:
        """The networks that play, by their numbers."""
        some = {LEARNER: self.learner.actor, PAST: self.past}
        if self.rival:
            some[RIVAL] = self.rival
        return some

    def bluffs(self) -> dict[str, float]:
        """The share of bluffs among the claims of each role in the last round."""
        collector = self.collector
        mine = collector.learning.view(-1)
        claimed = self.claims[collector.action.view(-1)[mine]]
        held = collector.observation.view(-1, collector.observation.shape[2])[mine, : len(ROLES)]
        false = claimed & ~(claimed & (held > 0)).any(1, keepdim=True)
        made, lies = claimed.sum(0).tolist(), false.sum(0).tolist()
        return {
            role: round(lie / all_, 4)
            for role, all_, lie in zip(ROLES, made, lies, strict=True)
            if all_
        }

    def remember(self) -> None:
        """Keep the current average as an earlier self; when there are too many, drop every other
        one."""
        self.milestone += 1
        self.selves.append(kept(self.learner.average))
        if len(self.selves) > SELVES:
            del self.selves[1::2]

    def measure(self) -> dict[str, float]:
        """How often the average wins, against each bot and with each number of seats."""
        plan = self.plan
        return win_rates(
            self.learner.average,
            self.ruleset,
            plan.seats,
            plan.measured,
            plan.measure,
            self.rounds,
            self.rival,
            plan.shares[0].guests if len(plan.shares) == 1 else 0,
        )

    def save(self, folder: Path) -> None:
        """Write a checkpoint and the weights, each atomically."""
        state = {
            "learner": self.learner.state(),
            "games": self.batch.save(),
            "generator": self.generator.get_state(),
            "selves": self.selves,
            "counts": {name: getattr(self, name) for name in COUNTS},
            "device": self.device.type,
        }
        write(folder / "checkpoint.pt", lambda path: torch.save(state, path))
        write(folder / "weights.npz", self.learner.average.network().save)

    def take_up(self, folder: Path) -> None:
        """Continue from a checkpoint."""
        state = torch.load(folder / "checkpoint.pt", "cpu", weights_only=False)
        if state["device"] != self.device.type:
            raise CoupError(
                f"{folder}: this run started on {state['device']} and can continue exactly only "
                f"there, not on {self.device.type}"
            )
        self.learner.take_up(state["learner"])
        self.batch.restore(state["games"])
        self.generator.set_state(state["generator"])
        self.selves = state["selves"]
        for name in COUNTS:
            setattr(self, name, state["counts"][name])


def kept(actor: Actor) -> dict[str, Any]:
    """The weights of an actor in half precision, to keep."""
    return {name: value.cpu().half() for name, value in actor.state_dict().items()}


def write(path: Path, how: Callable[[Path], object]) -> None:
    """Write a file atomically."""
    part = path.with_name(path.name + ".part")
    how(part)
    os.replace(part, path)


def train(
    plan: TrainingPlan,
    folder: Path,
    device: str,
    resume: bool = False,
    minutes: float = 3.0,
    seconds: float | None = None,
) -> Generator[dict[str, Any], None, None]:
    """Train, and yield the figures of each round.

    minutes: between checkpoints; there is also one at the end, and when the generator is closed.
    seconds: when to stop; the run can be resumed.
    """
    run = begin(plan, folder, device, resume)
    end = time.monotonic() + (seconds or float("inf"))
    saved = time.monotonic()
    try:
        while run.done < 1 and time.monotonic() < end:
            before = int(run.done * MEASURES)
            notes = run.round()
            if plan.measured and (int(run.done * MEASURES) > before or run.rounds == 1):
                notes["wins"] = run.measure()
            note(folder, notes)
            yield notes
            if time.monotonic() - saved > 60 * minutes:
                run.save(folder)
                saved = time.monotonic()
    except GeneratorExit:  # between two rounds; a round that fails is not saved
        run.save(folder)
        raise
    run.save(folder)


def begin(plan: TrainingPlan, folder: Path, device: str, resume: bool) -> Run:
    """A new run in a new folder, or an old one where it stopped."""
    about = folder / "run.json"
    if not resume:
        if about.exists():
            raise CoupError(f"{folder}: there is already a run; --resume continues it")
        run = Run(plan, device)
        folder.mkdir(parents=True, exist_ok=True)
        if plan.rival:
            shutil.copyfile(plan.rival, folder / RIVAL_FILE)
        run.save(folder)
        about.write_text(json.dumps(asdict(plan), indent=2) + "\n")
        return run
    if not (folder / "checkpoint.pt").exists():
        raise CoupError(f"{folder}: there is no checkpoint.pt to resume from")
    plan = planned(folder)
    rival = plan.rival and str(folder / RIVAL_FILE)
    run = Run(replace(plan, start=None, rival=rival), device)  # the checkpoint has newer weights
    run.take_up(folder)
    kept_lines = [line for line in read_log(folder) if line["round"] <= run.rounds]
    text = "".join(json.dumps(line) + "\n" for line in kept_lines)
    write(folder / "log.jsonl", lambda path: path.write_text(text))
    return run


def note(folder: Path, notes: dict[str, Any]) -> None:
    """Append a line to the log."""
    with (folder / "log.jsonl").open("a") as file:
        file.write(json.dumps(notes) + "\n")


def read_log(folder: Path) -> list[dict[str, Any]]:
    """The log of a run; a truncated line is left out."""
    path = folder / "log.jsonl"
    if not path.exists():
        return []
    lines = []
    for line in path.read_text().splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            break
    return lines
