"""A trained network that plays with numpy alone: observations in, probabilities of actions out.

This module knows neither the game nor how the network was trained.
"""

from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from coup.rules.errors import CoupError

WEIGHTS = Path(__file__).with_name("weights")
"""The folder of the weights that come with the package."""
LARGEST = float(np.finfo(np.float16).max)


class Mind(Protocol):
    """A policy on observations, for many seats at once."""

    def probabilities(self, observations: Any, legal: Any) -> Any:
        """The probability of each action, a row for each observation. Observations may be cut where
        only zeros would follow, for example after the last seat.

        legal: true for each action that may be chosen.
        """


class Network(NamedTuple):
    """Layers with ReLU between them.

    weights: a matrix for each layer, with a row for each input.
    biases: a vector for each layer.
    """

    weights: tuple[Any, ...]
    biases: tuple[Any, ...]

    def probabilities(self, observations: Any, legal: Any, temperature: float = 1.0) -> Any:
        """As in `Mind`.

        temperature: below 1, likely actions become likelier; above 1, all become more alike.
        """
        values = np.asarray(observations, np.float32)
        first = self.weights[0][: values.shape[-1]]
        *inner, last = zip((first, *self.weights[1:]), self.biases, strict=True)
        for weight, bias in inner:
            values = values @ weight
            values += bias
            np.maximum(values, 0, out=values)
        liking = (values @ last[0] + last[1]) / np.float32(temperature)
        liking = np.where(legal, liking, -np.inf)
        liking -= liking.max(axis=-1, keepdims=True)
        odds = np.exp(liking)
        return odds / odds.sum(axis=-1, keepdims=True)

    @property
    def size(self) -> tuple[int, int]:
        """The width of the inner layers, and their number."""
        return len(self.biases[0]), len(self.biases) - 1

    def save(self, path: Path) -> None:
        """Write a file of weights, in half precision."""
        if not all((np.abs(each) <= LARGEST).all() for each in (*self.weights, *self.biases)):
            raise CoupError(f"{path}: the weights have no numbers, or too large ones, to be kept")
        arrays: dict[str, Any] = {}
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            arrays[f"weight{number}"] = np.float16(weight)
            arrays[f"bias{number}"] = np.float16(bias)
        with path.open("wb") as file:
            np.savez(file, **arrays)


def load(path: Path) -> Network:
    """Read a file of weights."""
    with np.load(path) as file:
        depth = len(file.files) // 2
        weights = tuple(np.float32(file[f"weight{n}"]) for n in range(depth))
        biases = tuple(np.float32(file[f"bias{n}"]) for n in range(depth))
    return Network(weights, biases)
