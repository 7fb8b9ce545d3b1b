"""Blends several networks into one.

Each network has different weaknesses, so an opponent trained to beat one gains little against the
others. A player who picks one at random for each game loses no more than they do on average, and
usually much less. A blend is a network that imitates this player: the networks play games, each its
seat to the end, and the blend learns the probabilities of the network in each seat.
"""

import time
from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

import torch
from torch.nn.functional import pad

from coup.bots.network import Network
from coup.research.batch import Batch
from coup.rules.state import SEATS
from coup.training.actor_critic import INPUTS, OUTPUTS, Actor, copy_of, follow, frozen
from coup.training.learning import between
from coup.training.lineups import Share, tables
from coup.training.planning import TrainingPlan, chosen_rules
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import SIZE

STRAYS = 0.2
"""How often a player who strays makes a random move instead."""


class Lessons(NamedTuple):
    """Choices, a row for each, with the probabilities of the network that made it."""

    observation: Any
    legal: Any
    probabilities: Any


class Blender:
    """A blend while it learns.

    At half of the tables all players but one stray now and then, since an opponent may lead a
    player into situations that the networks would avoid. The blend learns only from players who do
    not stray.
    """

    def __init__(self, networks: Sequence[Network], plan: TrainingPlan, device: str) -> None:
        self.plan, self.device = plan, torch.device(device)
        self.networks = [frozen(network).to(self.device) for network in networks]
        self.actor = Actor(*networks[0].size).to(self.device)
        self.actor.learn_from(networks[0])
        self.average = copy_of(self.actor)
        on_gpu = self.device.type == "cuda"
        if on_gpu:
            torch.backends.cuda.matmul.allow_tf32 = True
        self.optimiser = torch.optim.Adam(
            self.actor.parameters(), plan.learning.rate[0], fused=on_gpu, foreach=False
        )
        lineups, _ = tables(plan.games, plan.seats, (Share(1.0),))
        self.batch = Batch(
            plan.games,
            max(plan.seats),
            chosen_rules(plan),
            "cuda" if on_gpu else "cpu",
            plan.seed,
            lineups,
        )
        self.generator = torch.Generator(self.device).manual_seed(plan.seed)
        size = (plan.games, SEATS)
        self.seated = torch.randint(
            len(networks), size, device=self.device, generator=self.generator
        )
        places = torch.arange(plan.games, device=self.device) // len(plan.seats)
        seats = torch.tensor([len(lineup) for lineup in lineups], device=self.device)
        steady = torch.arange(SEATS, device=self.device) == (places // 2 % seats)[:, None]
        self.strays = STRAYS * ((places % 2 == 1)[:, None] & ~steady)
        self.decisions = 0
        self.seconds = 0.0

    def play(self) -> Lessons:
        """Make some moves in each game; the choices to learn from."""
        batch, rounds = self.batch, []
        observe, can, to_move = (
            torch.as_tensor(each, device=self.device)
            for each in (batch.observe, batch.legal, batch.to_move)
        )
        for _ in range(self.plan.steps):
            observation = pad(observe, (0, INPUTS - SIZE))
            legal = pad(can.bool(), (0, OUTPUTS - ACTIONS))
            mover = to_move.long()[:, None]
            probabilities = self.probabilities(
                observation, legal, self.seated.gather(1, mover).squeeze(1)
            )
            strays = self.strays.gather(1, mover)
            any_move = legal / legal.sum(1, keepdim=True)
            mixed = (1 - strays) * probabilities + strays * any_move
            action = torch.multinomial(mixed, 1, generator=self.generator).squeeze(1)
            rows = ((strays.squeeze(1) == 0) & (legal.sum(1) > 1)).nonzero().squeeze(1)
            rounds.append(Lessons(observation[rows], legal[rows], probabilities[rows]))
            batch.step(action if self.device.type == "cuda" else action.numpy())
        return Lessons(*(torch.cat(parts) for parts in zip(*rounds, strict=True)))

    def probabilities(self, observation: Any, legal: Any, who: Any) -> Any:
        """The probability of each action, by the network that plays each row."""
        found = torch.zeros(legal.shape, device=self.device)
        for number, network in enumerate(self.networks):
            rows = (who == number).nonzero().squeeze(1)
            with torch.no_grad():
                found[rows] = network(observation[rows], legal[rows]).exp()
        return found

    @property
    def done(self) -> float:
        """The completed share of the plan, from 0 to 1."""
        return min(1.0, self.decisions / self.plan.decisions)

    def round(self) -> dict[str, Any]:
        """Play and learn one round; its figures."""
        begin = time.perf_counter()
        lessons = self.play()
        apart = self.learn(lessons)
        if not isfinite(apart):
            raise AssertionError(f"learning left the numbers: {apart}")
        self.decisions += len(lessons.legal)
        self.seconds += time.perf_counter() - begin
        return {"decisions": self.decisions, "seconds": self.seconds, "apart": apart}

    def learn(self, lessons: Lessons) -> float:
        """Learn from a round in some epochs; the divergence from the networks that chose."""
        settings = self.plan.learning
        for group in self.optimiser.param_groups:
            group["lr"] = between(settings.rate, self.done)
        total: Any = 0
        for _ in range(settings.epochs):
            order = torch.randperm(len(lessons.legal), generator=self.generator, device=self.device)
            for rows in order.split(settings.minibatch):
                total = total + self.update(Lessons(*(each[rows] for each in lessons))) * len(rows)
        return float(total) / len(lessons.legal) / settings.epochs

    def update(self, some: Lessons) -> Any:
        """One gradient step; the KL divergence."""
        log_probs = self.actor(some.observation, some.legal)
        wanted = some.probabilities.clamp(min=1e-9).log()
        apart = (some.probabilities * (wanted - log_probs)).sum(1).mean()
        self.optimiser.zero_grad(set_to_none=True)
        apart.backward()
        self.optimiser.step()
        follow(self.average, self.actor, self.plan.learning.decay)
        return apart.detach()
