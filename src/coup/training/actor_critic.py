"""The networks of a training run, in PyTorch: who acts, and who judges.

The actor sees what a seat knows. The critic also sees the hidden cards and who sits where; it
exists in training only.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import pad

from coup.bots.network import Network
from coup.rules.kernel import ROLES
from coup.rules.state import SEATS
from coup.training.lineups import KINDS
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import LAYOUT, SIZE
from coup.vectors.story import STYLE

PERSON = len(KINDS) + STYLE
HIDDEN = SEATS * (ROLES + PERSON)
"""How many numbers tell what no seat sees: the hands of all seats, and who plays them, in which
style."""
ILLEGAL = -1e9
COUNTS = ("exchanges", "challenges", "doubts_passed", "blocks_passed", "blocks", "returned")
SCALES = {"turn": 1 / 30, "deck": 0.1, "coins": 0.1, "cards": 0.5, "claimed": 0.3}
SCALES |= dict.fromkeys(COUNTS, 0.5)
"""By which to multiply what can be large, so that all numbers are about as large as 1."""


def padded(size: int) -> int:
    """The next size that the matrix units of a GPU like: a multiple of 16."""
    return -(-size // 16) * 16


INPUTS, PRIVATE, OUTPUTS = padded(SIZE), padded(HIDDEN), padded(ACTIONS)
"""How many numbers go into an actor, beside them into a critic, and come out of an actor; at the
end of each are some that are always 0."""


def scales() -> torch.Tensor:
    """By what to multiply each place of an observation."""
    found: list[float] = []
    for field in LAYOUT:
        found += [SCALES.get(field.name.rpartition(": ")[2], 1.0)] * field.size
    return torch.tensor(found + [0.0] * (INPUTS - SIZE))


def private_scales() -> torch.Tensor:
    """By what to multiply each number that no seat sees."""
    manners = [0.5, 0.2] + [0.01] * (STYLE - 2)
    found = [1.0] * (SEATS * ROLES) + ([1.0] * len(KINDS) + manners) * SEATS
    return torch.tensor(found + [0.0] * (PRIVATE - HIDDEN))


class Layers(nn.Module):  # type: ignore[misc]
    """A plain network: layers with ReLU between them, and an exact last one."""

    def __init__(self, sizes: Sequence[int], gain: float) -> None:
        super().__init__()
        self.steps = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(sizes))
        for step in self.steps:
            nn.init.orthogonal_(step.weight, gain if step is self.steps[-1] else 2**0.5)
            nn.init.zeros_(step.bias)

    def forward(self, values: Any) -> Any:
        *inner, last = self.steps
        for step in inner:
            values = torch.relu(step(values))
        with torch.autocast(values.device.type, enabled=False):
            return last(values.float())


class Actor(nn.Module):  # type: ignore[misc]
    """What a seat knows, in; how likely it chooses each action, out. At first all are alike."""

    def __init__(self, width: int = 512, depth: int = 3) -> None:
        super().__init__()
        self.width, self.depth = width, depth
        self.layers = Layers((INPUTS, *[width] * depth, OUTPUTS), 0.01)
        self.register_buffer("scale", scales())

    def forward(self, observation: Any, legal: Any) -> Any:
        """The logarithm of each action's probability."""
        liking = self.layers(observation.float() * self.scale)
        return torch.log_softmax(liking.masked_fill(~legal, ILLEGAL), 1)

    def probabilities(self, observation: Any, legal: Any) -> Any:
        """The probability of each action, for observations as a batch gives them."""
        wide = pad(observation, (0, INPUTS - SIZE)), pad(legal, (0, OUTPUTS - ACTIONS))
        with torch.no_grad():
            return self(*wide).exp()[:, :ACTIONS]

    def network(self) -> Network:
        """The same for players, who do without PyTorch; the scale is in the weights there."""
        steps = self.layers.steps
        weights = [step.weight.detach().float().cpu().numpy().T for step in steps]
        biases = [step.bias.detach().float().cpu().numpy() for step in steps]
        weights[0] = (weights[0] * self.scale.cpu().numpy()[:, None])[:SIZE]
        weights[-1], biases[-1] = weights[-1][:, :ACTIONS], biases[-1][:ACTIONS]
        return Network(tuple(weights), tuple(biases))

    def learn_from(self, network: Network) -> None:
        """Play as some weights say, with the own scale."""
        scale = self.scale.cpu().numpy()[:SIZE, None]
        first, *others = network.weights
        layers = zip(self.layers.steps, (first / scale, *others), network.biases, strict=True)
        with torch.no_grad():
            for step, weight, bias in layers:
                inputs, outputs = weight.shape
                step.weight.zero_()[:outputs, :inputs] = torch.from_numpy(np.float32(weight.T))
                step.bias.zero_()[:outputs] = torch.from_numpy(np.float32(bias))


class Critic(nn.Module):  # type: ignore[misc]
    """How much each seat may expect, from the seat to move on, for one who sees all cards and knows
    who plays."""

    def __init__(self, width: int = 512, depth: int = 3) -> None:
        super().__init__()
        self.layers = Layers((INPUTS + PRIVATE, *[width] * depth, SEATS), 1.0)
        self.register_buffer("scale", torch.cat((scales(), private_scales())))

    def forward(self, observation: Any, hidden: Any) -> Any:
        return self.layers(torch.cat((observation, hidden), 1).float() * self.scale)


def frozen(network: Network) -> Actor:
    """An actor that plays as some weights say, and does not learn."""
    actor = Actor(*network.size).requires_grad_(False)
    actor.learn_from(network)
    return actor  # type: ignore[no-any-return]


def copy_of(actor: Actor) -> Actor:
    """Another actor with the same weights, which does not learn."""
    other = Actor(actor.width, actor.depth).to(actor.scale.device).requires_grad_(False)
    other.load_state_dict(actor.state_dict())
    return other  # type: ignore[no-any-return]


def follow(average: Actor, actor: Actor, decay: float) -> None:
    """Let an average come a little closer to an actor."""
    with torch.no_grad():
        torch._foreach_lerp_(list(average.parameters()), list(actor.parameters()), 1 - decay)
