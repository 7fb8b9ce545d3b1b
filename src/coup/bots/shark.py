"""The trained bot `shark`, and the levels that people choose an opponent by: weaker sharks.

A network turns what its seat knows into chances for its moves; numpy is all it takes to play. How
the weights were made is told beside them, in `weights/README.md`. Like every bot it knows its view
and nothing else.
"""

import random
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, NamedTuple

from coup.bots.adapter import CounterBot
from coup.bots.bot import Bot
from coup.bots.notes import Notes
from coup.claims import believable
from coup.moves import Move
from coup.rules.names import ROLES
from coup.rules.rulesets import CLASSIC, COUP2022, INQUISITOR, Ruleset
from coup.vectors import observation as o
from coup.vectors.actions import ACTIONS, to_action
from coup.vectors.seen import observation
from coup.view import View

if TYPE_CHECKING:
    from coup.bots.network import Network
    from coup.bots.translation import Translated

STORY = (
    *("claimed", "challenged", "proved", "caught", "fresh", "lacks"),
    *("exchanges", "challenges", "doubts_passed", "blocks_passed", "blocks", "returned"),
)
"""What of an observation is about things past, which one has to remember."""


class Level(NamedTuple):
    """How well a shark plays.

    temperature: above 1 it chooses more carelessly between good moves and bad ones.
    slips: how often it makes any move instead that could be meant seriously; but a challenged
        claim it proves if it would without slips.
    remembers: who claimed what and how that ended; otherwise it sees the table as it lies.
    counts: the copies of a role that lie face up; otherwise all could still be about.
    """

    temperature: float = 1.0
    slips: float = 0.0
    remembers: bool = True
    counts: bool = True


EASY = Level(temperature=2.5, slips=0.3, remembers=False, counts=False)
MEDIUM = Level(temperature=2.0, slips=0.15)
HARD = Level()

FILES = {2: "two.npz", 3: "many.npz", 4: "many.npz", 5: "many.npz", 6: "many.npz"}
"""The file of weights for each number of seats."""


TRANSLATED = {INQUISITOR: 6, COUP2022: 4}
"""Rules that the networks know in translation, and up to how many seats they then win more than
`counter` does: docs/strength.md."""
START = ("name", "cards", "face_up", "coins", "first_coins", "seat_coins", "turn_limit")
"""What of the rules does not matter to a network."""


def is_like(ruleset: Ruleset, known: Ruleset) -> bool:
    """Whether two rulesets differ in nothing that matters to a network."""
    return replace(ruleset, **{name: getattr(known, name) for name in START}) == known


@cache
def knows(ruleset: Ruleset) -> bool:
    """Whether networks were trained for such a game: by the rules of `classic`, with any coins and
    cards at the start and any limit of turns.

    >>> knows(replace(CLASSIC, first_coins=1)), knows(replace(CLASSIC, coup_cost=8))
    (True, False)
    """
    return is_like(ruleset, CLASSIC)


@cache
def translates(ruleset: Ruleset, seats: int) -> bool:
    """Whether a game by other rules is played by translation.

    >>> translates(INQUISITOR, 6), translates(COUP2022, 4), translates(COUP2022, 5)
    (True, True, False)
    """
    return any(is_like(ruleset, known) and seats <= most for known, most in TRANSLATED.items())


def network(seats: int) -> "Network":
    """The network for tables with so many seats, read once in a process."""
    return read(FILES[seats])


@cache
def translated(ruleset: Ruleset, seats: int) -> "Translated":
    """The network for tables with so many seats, by other rules."""
    from coup.bots.translation import Translated

    return Translated(network(seats), ruleset)


@cache
def read(name: str) -> "Network":
    """The network of a file that comes with the package."""
    from coup.bots.network import load

    with as_file(files("coup.bots") / "weights" / name) as path:
        return load(path)


@cache
def places_of_story() -> tuple[int, ...]:
    """Where in an observation the story so far stands."""
    return tuple(
        field.start + place
        for field in o.LAYOUT
        if field.name.rpartition(": ")[2] in STORY
        for place in range(field.size)
    )


def noticed(view: View, level: Level) -> list[int]:
    """An observation, less what a level does not pay attention to."""
    vector = observation(view)
    if not level.remembers:
        for place in places_of_story():
            vector[place] = 0
    if not level.counts:
        for place, role in enumerate(ROLES):
            if role in view.ruleset.roles:
                vector[o.UNSEEN + place] = view.ruleset.copies - vector[o.HAND + place]
        for seat in range(len(view.seats)):
            start = o.TABLE + o.PART * seat + o.FACE_UP_CARDS
            vector[start : start + len(ROLES)] = [0] * len(ROLES)
    return vector


def serious(view: View) -> list[Move]:
    """The moves that are no claim of a role whose copies all lie face up."""
    return [move for move in view.legal_moves if believable(view, move)]


def chances(view: View, level: Level = HARD) -> dict[Move, float]:
    """How likely a shark makes each of the moves that it would consider.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> game.push("tax")
    >>> round(sum(chances(game.view("bob")).values()), 6)
    1.0
    """
    moves = serious(view)
    if len(moves) == 1:
        return {moves[0]: 1.0}
    seat, seats = view.seats.index(str(view.seat)), len(view.seats)
    actions = [to_action(move.code, seat, seats) for move in moves]
    legal = [False] * ACTIONS
    for action in actions:
        legal[action] = True
    seen = noticed(view, level)
    if knows(view.ruleset):
        odds = network(seats).chances(seen, legal, level.temperature)
    else:
        (odds,) = translated(view.ruleset, seats).chances([seen], [legal], level.temperature)
    return {move: float(odds[action]) for move, action in zip(moves, actions, strict=True)}


def plays(ruleset: Ruleset, seats: int) -> bool:
    """Whether networks play such a game, in translation or not."""
    return knows(ruleset) or translates(ruleset, seats)


class Shark(Bot):
    """Plays what a network learned by playing against itself and others, by some rules in
    translation; in games that it does not know, it plays as `counter` does."""

    name = "shark"
    level = HARD

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        super().__init__(chance, notes)
        self.stand_in = CounterBot(chance, notes)

    def choose(self, view: View) -> str:
        slips = self.random.random() < self.level.slips
        if slips and view.question.kind != "reveal":
            return self.random.choice(serious(view))
        if not plays(view.ruleset, len(view.seats)):
            return self.stand_in.choose(view)
        odds = chances(view, self.level)
        return self.random.choices(list(odds), list(odds.values()))[0]


class Hard(Shark):
    """`shark` under the name that people look for."""

    name = "hard"


class Medium(Shark):
    """A shark that chooses less carefully, and slips now and then."""

    name = "medium"
    level = MEDIUM


class Easy(Shark):
    """A shark that neither counts cards nor remembers claims, and often slips."""

    name = "easy"
    level = EASY
