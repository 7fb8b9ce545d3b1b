"""Proximal policy optimisation (PPO), with an entropy bonus and a KL penalty towards a moving
average of the policy.

The average is what plays in the end: an equilibrium of a game with hidden cards is a mixture, and
single policies of a run circle around it.
"""

from collections.abc import Callable
from copy import deepcopy
from math import isfinite
from typing import Any

import torch

from coup.bots.network import Network
from coup.training.actor_critic import Actor, Critic, copy_of, follow
from coup.training.collecting import Samples
from coup.training.planning import Hyperparameters


class Learner:
    """The networks that learn, and their optimiser."""

    def __init__(self, settings: Hyperparameters, device: torch.device, seed: int) -> None:
        self.settings = settings
        torch.manual_seed(seed)
        self.actor = Actor(settings.width, settings.depth).to(device)
        self.critic = Critic(settings.width, settings.depth).to(device)
        self.average = copy_of(self.actor)
        self.weights = [*self.actor.parameters(), *self.critic.parameters()]
        self.rate = torch.tensor(settings.rate[0], device=device)
        self.entropy = torch.tensor(settings.entropy[0], device=device)
        on_gpu = device.type == "cuda"
        self.optimiser = torch.optim.Adam(
            self.weights, self.rate, eps=1e-5, capturable=on_gpu, foreach=False, fused=on_gpu
        )
        if on_gpu:  # inside the graph it would be made again at every step
            for weight in self.weights:
                zeros = {name: torch.zeros_like(weight) for name in ("exp_avg", "exp_avg_sq")}
                self.optimiser.state[weight] = {"step": torch.zeros((), device=device), **zeros}
        self.judged = self.losses
        self.replay: Callable[[Samples], Any] | None = None

    def learn(self, samples: Samples, done: float, generator: torch.Generator) -> dict[str, float]:
        """Learn from a round in some epochs; `done` is the completed share of the run."""
        settings = self.settings
        self.rate.fill_(between(settings.rate, done))
        self.entropy.fill_(between(settings.entropy, max(0.0, 2 * done - 1)))
        size = min(settings.minibatch, len(samples.action))
        step: Callable[[Samples], Any] = self.update
        if self.rate.is_cuda and size == settings.minibatch:
            self.replay = step = self.replay or self.record(samples)
        sums: Any = 0
        rounds = 0
        before = self.lessons()
        for _ in range(settings.epochs):
            order = torch.randperm(
                len(samples.action), generator=generator, device=self.rate.device
            )
            for rows in order.split(size):
                if len(rows) == size:
                    sums = sums + step(Samples(*(each[rows] for each in samples)))
                    rounds += 1
        if self.lessons() != before + rounds:
            raise AssertionError("the optimiser forgets what it has learned")
        means = (sums / rounds).tolist()
        found = dict(zip(("loss", "entropy", "kl", "clipped", "error"), means, strict=True))
        sizes = torch.stack(torch._foreach_norm([weight.detach() for weight in self.weights]))
        if not (all(map(isfinite, means)) and bool(sizes.isfinite().all())):
            raise AssertionError(f"learning left the numbers: {found}")
        explained = 1 - found["error"] / max(float(samples.returns[:, 0].var()), 1e-9)
        return found | {"rate": float(self.rate), "explained": explained}

    def lessons(self) -> int:
        """The number of steps that the optimiser has made."""
        state = self.optimiser.state.get(self.weights[0])
        return int(state["step"]) if state else 0

    def update(self, some: Samples) -> Any:
        """One gradient step; its figures."""
        settings = self.settings
        total, notes = self.judged(some)
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        torch.nn.utils.clip_grad_norm_(self.weights, settings.max_grad_norm)
        self.optimiser.step()
        follow(self.average, self.actor, settings.decay)
        return notes.detach()

    def record(self, samples: Samples) -> Callable[[Samples], Any]:
        """A step as a CUDA graph: step by step, Python could not keep a GPU busy."""
        before = deepcopy(self.state())
        self.judged = torch.compile(self.losses)
        place = Samples(*(each[: self.settings.minibatch].clone() for each in samples))
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(3):
                self.update(place)
        torch.cuda.current_stream().wait_stream(aside)
        self.take_up(before)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            notes = self.update(place)

        def replay(some: Samples) -> Any:
            for old, new in zip(place, some, strict=True):
                old.copy_(new)
            graph.replay()
            return notes.clone()

        return replay

    def losses(self, some: Samples) -> tuple[Any, Any]:
        """The loss, and its parts."""
        settings = self.settings
        kind = some.action.device.type
        with torch.autocast(kind, torch.bfloat16, kind == "cuda"):
            log_probs = self.actor(some.observation, some.legal)
            values = self.critic(some.observation, some.hidden)
            with torch.no_grad():
                average_log_probs = self.average(some.observation, some.legal)
        log_prob = log_probs.gather(1, some.action[:, None]).squeeze(1)
        ratio = (log_prob - some.log_prob).exp()
        own = some.own / some.own.sum().clamp(min=1)  # the critic learns from all, the actor here
        advantage = some.advantage - (some.advantage * own).sum()
        advantage = advantage / ((advantage.square() * own).sum().sqrt() + 1e-8)
        clipped_ratio = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        loss = -(torch.min(ratio * advantage, clipped_ratio * advantage) * own).sum()
        probs = log_probs.exp()
        entropy = -((probs * log_probs).sum(1) * own).sum()
        kl = ((probs * (log_probs - average_log_probs)).sum(1) * own).sum()
        error = ((values - some.returns).square() * some.seated).sum() / some.seated.sum()
        clipped = (((ratio - 1).abs() > settings.clip) * own).sum()
        total = loss - self.entropy * entropy + settings.kl * kl + 0.5 * error
        return total, torch.stack((loss, entropy, kl, clipped, error))

    def begin_with(self, network: Network) -> None:
        """Start from the weights of a network."""
        self.actor.learn_from(network)
        self.average.learn_from(network)

    def follow_on(self, state: dict[str, Any]) -> None:
        """Start from the networks of another run, with a new optimiser."""
        for name in ("actor", "critic", "average"):
            getattr(self, name).load_state_dict(state[name])

    def state(self) -> dict[str, Any]:
        """Everything needed to resume later."""
        return {
            "actor": self.actor.state_dict(),
            "critic": self.critic.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
        }

    def take_up(self, state: dict[str, Any]) -> None:
        """Continue from a saved state."""
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate
        self.replay = None


def between(ends: tuple[float, float], done: float) -> float:
    """A value on the way from one to another, on a geometric scale.

    >>> round(between((0.1, 0.001), 0.5), 6)
    0.01
    """
    first, last = ends
    return first * (last / first) ** min(1.0, done) if first else last
