"""The trained bot `shark`, and the levels of opponents: weaker sharks.

A network turns what its seat knows into probabilities of its moves; playing needs only numpy.
`weights/README.md` says how the weights were made. Like every bot it sees only its view.

A level says how well a bot plays, a temper how: `medium:bold` is a medium player who bluffs a lot.
A temper makes some moves of a network likelier and others less likely. The stronger a level, the
weaker the effect of its temper.
"""

import random
from dataclasses import replace
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, NamedTuple

from coup.bots.adapter import CounterBot
from coup.bots.bot import Bot
from coup.bots.notes import Notes
from coup.events import Declared
from coup.moves import Move
from coup.rules.errors import CoupError
from coup.rules.rulesets import CLASSIC, COUP2022, INQUISITOR, Ruleset
from coup.rules.vocabulary import ROLES
from coup.vectors import observation as o
from coup.vectors.actions import ACTIONS, to_action
from coup.vectors.seen import observation
from coup.view import View, believable

if TYPE_CHECKING:
    from coup.bots.network import Network


STORY = (
    *("claimed", "challenged", "proved", "caught", "fresh", "lacks"),
    *("exchanges", "challenges", "doubts_passed", "blocks_passed", "blocks", "returned"),
)
"""The parts of an observation about the past, which a player has to remember."""
ENDINGS = ("challenged", "proved", "caught", "lacks", "challenges", "doubts_passed")
"""The parts about the fate of claims: who was caught, who challenges, who lets everything pass."""
LARGE = 6
"""No network plays at tables with more seats."""


class Temper(NamedTuple):
    """A player's bias: above 0 it does something more often than it should, below 0 less often.
    Twice as often is 0.7.

    bluffs: claims that none of its cards proves.
    doubts: challenges.
    grudge: actions against its last attacker.
    income and so on: its taste for actions.
    """

    bluffs: float = 0.0
    doubts: float = 0.0
    grudge: float = 0.0
    income: float = 0.0
    foreign_aid: float = 0.0
    tax: float = 0.0
    exchange: float = 0.0
    steal: float = 0.0
    assassinate: float = 0.0
    coup: float = 0.0
    investigate: float = 0.0


CALM = Temper()
TEMPERS = {
    "bold": Temper(bluffs=1.2, doubts=0.4),
    "shy": Temper(bluffs=-1.5, doubts=-1.0, income=0.8),
    "sly": Temper(steal=1.5, foreign_aid=0.8),
    "wary": Temper(doubts=1.2, bluffs=-0.5),
    "grim": Temper(grudge=3.0, assassinate=1.2),
    "picky": Temper(exchange=1.5, bluffs=0.3),
}
"""Named tempers. A grim player strikes back at its last attacker; a picky one is never content with
its cards."""


def temper_in(text: str) -> Temper:
    """The temper with this name."""
    if text not in TEMPERS:
        raise CoupError(f"there is no character {text!r:.60}, only {', '.join(TEMPERS)}")
    return TEMPERS[text]


class Level(NamedTuple):
    """How well a shark plays.

    temperature: above 1, good and bad moves become more alike.
    excess: how strongly its temper affects it.
    slips: how often it makes a random move instead, except senseless bluffs; a challenged
        claim is still proved if it would be without slips.
    forgets: the parts of the STORY that it does not remember.
    counts: whether it counts face-up cards; otherwise any copy may still be in play.
    """

    temperature: float = 1.0
    excess: float = 0.7
    slips: float = 0.0
    forgets: tuple[str, ...] = ()
    counts: bool = True

    def at(self, seats: int) -> "Level":
        """The level at a table of this size. With two seats, a single error costs more, so it makes
        half as many. At the largest tables so many players are asked about each claim that one
        would nearly always challenge by a slip, so all together slip as often as three.

        >>> MEDIUM.at(4) == MEDIUM, MEDIUM.at(2)[:3]
        (True, (1.5, 1.0, 0.095))
        >>> MEDIUM.slips, round(MEDIUM.at(10).slips, 3)
        (0.19, 0.063)
        """
        if seats > LARGE:
            return self._replace(slips=self.slips * 3 / (seats - 1))
        if seats > 2:
            return self
        return self._replace(
            temperature=(1 + self.temperature) / 2, excess=self.excess / 2, slips=self.slips / 2
        )


BEGINNER = Level(3.5, 3.0, 0.34, STORY, counts=False)
EASY = Level(2.2, 2.2, 0.2, STORY, counts=False)
MEDIUM = Level(2.0, 2.0, 0.19, ENDINGS)
HARD = Level(1.7, 1.5, 0.12)
EXPERT = Level()

NETWORKS = {
    CLASSIC: ("two.npz", "many.npz"),
    COUP2022: ("coup2022_two.npz", "coup2022_many.npz"),
    INQUISITOR: ("inquisitor_two.npz", "inquisitor_many.npz"),
}
"""The files of weights by the rules that they were trained for: for two seats, and for three to
six."""
START = ("name", "cards", "face_up", "coins", "first_coins", "seat_coins", "turn_limit")
"""The fields of a ruleset that do not matter to a network."""


@cache
def known(ruleset: Ruleset) -> Ruleset | None:
    """The ruleset in NETWORKS by which a game is played, whatever its coins and cards at the start
    and its turn limit; None if no networks were trained for such a game.

    >>> known(replace(CLASSIC, first_coins=1)) == CLASSIC, known(replace(CLASSIC, coup_cost=8))
    (True, None)
    """
    for each in NETWORKS:
        if replace(ruleset, **{name: getattr(each, name) for name in START}) == each:
            return each
    return None


def knows(ruleset: Ruleset) -> bool:
    """Whether networks were trained for such a game."""
    return known(ruleset) is not None


def file_of(seats: int, ruleset: Ruleset) -> str:
    """The file of weights for a game that networks know."""
    two, many = NETWORKS[known(ruleset) or CLASSIC]
    return two if seats == 2 else many


def network(seats: int, ruleset: Ruleset = CLASSIC) -> "Network":
    """The network for tables with this many seats, read once per process."""
    return read(file_of(seats, ruleset))


@cache
def read(name: str) -> "Network":
    """Read a network that comes with the package."""
    from coup.bots.network import load

    with as_file(files("coup.bots") / "weights" / name) as path:
        return load(path)


@cache
def places_of(names: tuple[str, ...]) -> tuple[int, ...]:
    """The indices of some parts of the story in an observation."""
    return tuple(
        field.start + place
        for field in o.LAYOUT
        if field.name.rpartition(": ")[2] in names
        for place in range(field.size)
    )


def noticed(view: View, level: Level) -> list[int]:
    """An observation without what a level does not notice."""
    vector = observation(view)
    for place in places_of(level.forgets):
        vector[place] = 0
    if not level.counts:
        copies = view.ruleset.copies_for(len(view.seats))
        for place, role in enumerate(ROLES):
            if role in view.ruleset.roles:
                vector[o.UNSEEN + place] = copies - vector[o.HAND + place]
        for seat in range(len(view.seats)):
            start = o.TABLE + o.PART * seat + o.FACE_UP_CARDS
            vector[start : start + len(ROLES)] = [0] * len(ROLES)
    return vector


def serious(view: View) -> list[Move]:
    """The legal moves without claims of a role whose copies are all face up."""
    return [move for move in view.legal_moves if believable(view, move)]


def struck_by(view: View) -> int:
    """The seat that last acted against this one, counted clockwise from it; 0 if none did."""
    against = (each for each in reversed(view.events) if isinstance(each, Declared))
    last = next((each.seat for each in against if each.target == view.seat), str(view.seat))
    place = view.seats.index
    return (place(last) - place(str(view.seat))) % len(view.seats)


def probabilities(view: View, level: Level = EXPERT, temper: Temper = CALM) -> dict[Move, float]:
    """The probability of each move that a shark would consider.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> game.push("tax")
    >>> round(sum(probabilities(game.view("bob")).values()), 6)
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
    odds = network(seats, view.ruleset).probabilities(seen, legal, level.temperature)
    if temper != CALM:
        odds = leaning(view, seen, odds, level, temper)
    return {move: float(odds[action]) for move, action in zip(moves, actions, strict=True)}


def leaning(view: View, seen: list[int], odds: Any, level: Level, temper: Temper) -> Any:
    """The probabilities of all actions, changed by a temper."""
    from coup.bots.tilting import claims_by, tilted

    struck = [struck_by(view)] if temper.grudge else [0]
    return tilted(odds[None], temper, level.excess, [seen], struck, claims_by(view.ruleset))[0]


class Shark(Bot):
    """Plays what a network learned by playing against itself and others; in games that no network
    was trained for, it plays like `counter`."""

    name = "shark"
    level = EXPERT
    temper = CALM

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        super().__init__(chance, notes)
        self.stand_in = CounterBot(chance, notes)

    def choose(self, view: View) -> str:
        level = self.level.at(len(view.seats))
        slips = self.random.random() < level.slips
        if slips and view.question.kind != "reveal":
            return self.random.choice(serious(view))
        if not knows(view.ruleset):
            return self.stand_in.choose(view)
        odds = probabilities(view, level, self.temper)
        return self.random.choices(list(odds), list(odds.values()))[0]


def of_level(name: str, level: Level) -> type[Shark]:
    """A class of sharks of one level."""
    attributes: dict[str, Any] = {"name": name, "level": level}
    return type(name.title(), (Shark,), attributes)


GRADES = {
    "beginner": BEGINNER,
    "easy": EASY,
    "medium": MEDIUM,
    "hard": HARD,
    "expert": EXPERT,
}
"""The levels of opponents, from the weakest up; an expert is `shark`."""
SCHOOL = tuple(of_level(name, level) for name, level in GRADES.items())


def tempered(kind: type[Shark], text: str) -> type[Shark]:
    """A class of sharks with a named temper."""
    attributes: dict[str, Any] = {"temper": temper_in(text)}
    return type(kind.__name__, (kind,), attributes)
