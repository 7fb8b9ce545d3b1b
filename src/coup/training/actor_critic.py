"""The networks of a training run, in PyTorch: the actor and the critic.

The actor sees what a seat knows. The critic also sees the hidden cards and who plays each seat; it
exists only in training.
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
"""How many numbers describe what no seat sees: the hands of all seats, and who plays them, in which
style."""
ILLEGAL = -1e9
COUNTS = ("exchanges", "challenges", "doubts_passed", "blocks_passed", "blocks", "returned")
SCALES = {"turn": 1 / 30, "deck": 0.1, "coins": 0.1, "cards": 0.5, "claimed": 0.3}
SCALES |= dict.fromkeys(COUNTS, 0.5)
"""The factors for inputs that can be large, so that all are of the order of 1."""


def padded(size: int) -> int:
    """The next multiple of 16, a size that suits the matrix units of a GPU."""
    return -(-size // 16) * 16


INPUTS, PRIVATE, OUTPUTS = padded(SIZE), padded(HIDDEN), padded(ACTIONS)
"""The sizes of an actor's input, of a critic's additional input, and of an actor's output; each
ends with padding that is always 0."""


def scales() -> torch.Tensor:
    """The factor for each place of an observation."""
    found: list[float] = []
    for field in LAYOUT:
        found += [SCALES.get(field.name.rpartition(": ")[2], 1.0)] * field.size
    return torch.tensor(found + [0.0] * (INPUTS - SIZE))


def private_scales() -> torch.Tensor:
    """The factor for each number that no seat sees."""
    manners = [0.5, 0.2] + [0.01] * (STYLE - 2)
    found = [1.0] * (SEATS * ROLES) + ([1.0] * len(KINDS) + manners) * SEATS
    return torch.tensor(found + [0.0] * (PRIVATE - HIDDEN))


class Layers(nn.Module):  # type: ignore[misc]
    """A plain network: layers with ReLU between them, and a last one that is always computed in
    single precision."""

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
    """From what a seat knows to the probability of each action. At first all actions are equally
    likely."""

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
        """The same network for playing without PyTorch, with the scale folded into the weights."""
        steps = self.layers.steps
        weights = [step.weight.detach().float().cpu().numpy().T for step in steps]
        biases = [step.bias.detach().float().cpu().numpy() for step in steps]
        weights[0] = (weights[0] * self.scale.cpu().numpy()[:, None])[:SIZE]
        weights[-1], biases[-1] = weights[-1][:, :ACTIONS], biases[-1][:ACTIONS]
        return Network(tuple(weights), tuple(biases))

    def learn_from(self, network: Network) -> None:
        """Take over the weights of a network, undoing the scale."""
        scale = self.scale.cpu().numpy()[:SIZE, None]
        first, *others = network.weights
        layers = zip(self.layers.steps, (first / scale, *others), network.biases, strict=True)
        with torch.no_grad():
            for step, weight, bias in layers:
                inputs, outputs = weight.shape
                step.weight.zero_()[:outputs, :inputs] = torch.from_numpy(np.float32(weight.T))
                step.bias.zero_()[:outputs] = torch.from_numpy(np.float32(bias))


class Critic(nn.Module):  # type: ignore[misc]
    """The expected return of each seat, starting from the seat to move, given all cards and who
    plays."""

    def __init__(self, width: int = 512, depth: int = 3) -> None:
        super().__init__()
        self.layers = Layers((INPUTS + PRIVATE, *[width] * depth, SEATS), 1.0)
        self.register_buffer("scale", torch.cat((scales(), private_scales())))

    def forward(self, observation: Any, hidden: Any) -> Any:
        return self.layers(torch.cat((observation, hidden), 1).float() * self.scale)


def frozen(network: Network) -> Actor:
    """An actor with fixed weights."""
    actor = Actor(*network.size).requires_grad_(False)
    actor.learn_from(network)
    return actor  # type: ignore[no-any-return]


def copy_of(actor: Actor) -> Actor:
    """A copy of an actor that does not learn."""
    other = Actor(actor.width, actor.depth).to(actor.scale.device).requires_grad_(False)
    other.load_state_dict(actor.state_dict())
    return other  # type: ignore[no-any-return]


def follow(average: Actor, actor: Actor, decay: float) -> None:
    """Move an average a little closer to an actor."""
    with torch.no_grad():
        torch._foreach_lerp_(list(average.parameters()), list(actor.parameters()), 1 - decay)
