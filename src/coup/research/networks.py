"""The players that can play many games in lockstep, by name: sharks, files of weights, bots of
`Batch`.

A `SharkMind` plays from observations, `coup.bots.shark` from views.
"""

import zipfile
from functools import cache
from pathlib import Path
from typing import Any, Protocol, get_args, runtime_checkable

import numpy as np

from coup.bots import BOTS, bot_class, shark
from coup.bots.adapter import CounterBot
from coup.bots.bot import Bot
from coup.bots.network import Mind, Network, load
from coup.bots.shark import CALM, Temper
from coup.bots.tilting import tilted
from coup.research.casting import PLAYERS, is_player
from coup.rules import vocabulary
from coup.rules.errors import CoupError, hint
from coup.rules.kernel import ROLES
from coup.rules.rulesets import CLASSIC, Ruleset
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import check_small, claim_table
from coup.vectors.observation import FACE_UP_CARDS, HAND, KIND, PART, SIZE, TABLE, UNSEEN
from coup.vectors.seen import action_mask, move_of, observation
from coup.view import View

SHARKS = {name: kind.level for name, kind in BOTS.items() if issubclass(kind, shark.Shark)}
PORTABLE = PLAYERS[1:]
CHOICE = (
    f"choose from {', '.join((*PORTABLE, *SHARKS))}, a style, such as style:held=3, or a file of "
    "weights, such as run/weights.npz"
)
"""Who can play many games in lockstep."""
REVEAL = get_args(vocabulary.Kind).index("reveal")

NO_WEIGHTS = (
    OSError,
    ValueError,
    KeyError,
    IndexError,
    AttributeError,
    EOFError,
    zipfile.BadZipFile,
)
"""What loading raises for a file that holds no weights; EOFError if it is empty."""
Player = str | Mind
"""The name of a bot of `Batch`, or a mind."""


@runtime_checkable
class Resentful(Protocol):
    """A mind that takes into account who last attacked it."""

    def answers(self, observations: Any, legal: Any, struck: Any) -> Any:
        """As `probabilities` of a `Mind`.

        struck: who last attacked each seat, counted clockwise from it; 0 if nobody did.
        """


class SharkMind:
    """A shark of one level, for one number of seats and a ruleset that it knows."""

    def __init__(self, level: shark.Level, seats: int, ruleset: Ruleset = CLASSIC) -> None:
        self.level = level
        self.network = shark.network(seats, ruleset)
        self.claims = claim_table(ruleset)
        there = np.array([role in ruleset.roles for role in vocabulary.ROLES])
        self.copies = ruleset.copies_for(seats) * there
        self.forgotten = np.array(shark.places_of(level.forgets), np.int64)

    def probabilities(self, observations: Any, legal: Any) -> Any:
        """As a `Mind` does."""
        serious = legal & ~self._incredible(observations)
        return self._with_slips(self._wishes(observations, serious), observations, serious)

    def _wishes(self, observations: Any, serious: Any) -> Any:
        """Its probabilities before slips."""
        seen = self._noticed(observations)
        return self.network.probabilities(seen, serious, self.level.temperature)

    def _with_slips(self, odds: Any, observations: Any, serious: Any) -> Any:
        """Its probabilities with slips: sometimes it plays at random."""
        slips = self.level.slips * (1 - observations[:, KIND + REVEAL, None])
        return (1 - slips) * odds + slips * serious / serious.sum(axis=1, keepdims=True)

    def _incredible(self, observations: Any) -> Any:
        """Which actions claim only roles whose copies all lie face up."""
        face_up = sum(observations[:, each] for each in face_up_places(observations))
        possible = self.claims[None] & (face_up < self.copies)[:, None]
        return self.claims.any(axis=1) & ~possible.any(axis=2)

    def _noticed(self, observations: Any) -> Any:
        """Observations without what the level does not notice."""
        seen = observations.copy()
        seen[:, self.forgotten[self.forgotten < seen.shape[1]]] = 0
        if not self.level.counts:
            seen[:, UNSEEN : UNSEEN + ROLES] = self.copies - seen[:, HAND : HAND + ROLES]
            for each in face_up_places(seen):
                seen[:, each] = 0
        return seen


class TemperedMind(SharkMind):
    """A shark of one level with a temper."""

    def __init__(self, level: shark.Level, temper: Temper, *where: Any) -> None:
        super().__init__(level, *where)
        self.temper = temper

    def answers(self, observations: Any, legal: Any, struck: Any) -> Any:
        """As a `Resentful` mind does."""
        serious = legal & ~self._incredible(observations)
        calm = self._wishes(observations, serious)
        level = self.level.excess, observations, struck, self.claims
        return self._with_slips(tilted(calm, self.temper, *level), observations, serious)


def face_up_places(observations: Any) -> list[slice]:
    """The places of each seat's face-up cards."""
    starts = range(TABLE + FACE_UP_CARDS, observations.shape[1], PART)
    return [slice(start, start + ROLES) for start in starts]


def seated(name: str, seats: int, ruleset: Ruleset = CLASSIC) -> Player:
    """The player of a name at tables with this number of seats: always the same object.

    name: a shark, with a temper or without (`medium:bold`), a bot, a style, or a file of weights,
        which then plays at tables of any size, by the rules that it was trained for.
    """
    ruleset.check_seats(seats)
    kind = shark_in(name)
    if kind:
        known = shark.known(ruleset)
        if known is None:
            return CounterBot.name  # as `Shark` does
        return shark_mind(kind.level.at(seats), kind.temper, seats, known)
    if name != PLAYERS[0] and is_player(name):
        return name
    if not name.endswith(".npz"):
        raise CoupError(f"there is no bot {name!r:.60}; {hint(name, (*PORTABLE, *SHARKS), CHOICE)}")
    check_small(ruleset, "files of weights are")
    return read_network(name)


def read_network(source: str) -> Network:
    """The network in a file of weights."""
    path = Path(source)
    if not path.is_file():
        raise CoupError(f"there is no file {path}")
    return checked_network(path, path.stat().st_mtime_ns)


def shark_in(name: str) -> type[shark.Shark] | None:
    """The class of a shark by its name, with a temper or without."""
    if name.partition(":")[0] not in SHARKS:
        return None
    kind = bot_class(name)
    return kind if issubclass(kind, shark.Shark) else None


@cache
def shark_mind(level: shark.Level, temper: Temper, seats: int, ruleset: Ruleset) -> SharkMind:
    """A shark's mind, made only once."""
    if temper == CALM:
        return SharkMind(level, seats, ruleset)
    return TemperedMind(level, temper, seats, ruleset)


@cache
def checked_network(path: Path, written: int) -> Network:
    """The network in a file, read again only if the file changes."""
    try:
        network = load(path)
        sizes = len(network.weights[0]), network.weights[-1].shape[1]
    except NO_WEIGHTS:
        raise CoupError(f"{path} is not a file of weights, as `coup train` writes it") from None
    if sizes != (SIZE, ACTIONS):
        raise CoupError(
            f"{path} is of another version: its network takes {sizes[0]} numbers and gives "
            f"{sizes[1]}, not {SIZE} and {ACTIONS}"
        )
    if not all(np.isfinite(each).all() for each in (*network.weights, *network.biases)):
        raise CoupError(f"{path}: some of its weights are not numbers")
    return network


class Trained(Bot):
    """A bot that plays by a file of weights, from views."""

    network: Network

    def choose(self, view: View) -> str:
        legal = np.array(action_mask(view), np.bool_)
        odds = self.network.probabilities(np.array(observation(view)), legal)
        return move_of(view, int(drawn(odds[None], np.array([self.random.random()]))[0]))


def trained(source: str) -> type[Bot]:
    """The class of bots that play by a file of weights."""
    attributes: dict[str, Any] = {"name": Path(source).stem, "network": read_network(source)}
    return type("Trained", (Trained,), attributes)


def opponents(name: str) -> tuple[str, ...]:
    """The names of all players to measure against, weakest first. For a shark, its weaker levels
    are left out: they show nothing new."""
    strongest = () if name in SHARKS else (shark.Shark.name,)
    return (*(bot for bot in PORTABLE if bot != name), *strongest)


def drawn(probabilities: Any, luck: Any) -> Any:
    """An action drawn for each row by its probabilities.

    >>> drawn(np.array([[0, 0.5, 0, 0.5]] * 3), np.array([0, 0.49, 0.51])).tolist()
    [1, 1, 3]
    """
    sums = probabilities.cumsum(axis=1, dtype=np.float64)
    return (sums <= (luck * sums[:, -1])[:, None]).sum(axis=1)
