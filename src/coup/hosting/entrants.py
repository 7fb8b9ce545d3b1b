"""Who enters a game: built-in bots by name, classes and functions from files, and bots over HTTP by
their addresses, each under its own name.

An entrant is a name and a source. It makes a new player for every game, so a game depends on its
seed alone. It can be sent to another process, which loads the file by itself.
"""

import inspect
import random
import re
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import chain, count
from pathlib import Path
from typing import Any, Literal, NamedTuple

from coup.bots import BOTS, bot_class, is_built_in
from coup.hosting.backstage import Backstage, heed_interrupt, muted
from coup.hosting.furnishing import visiting
from coup.hosting.loading import load_file, problem
from coup.hosting.player import Agent, Player
from coup.moves import CHANCE
from coup.records.gamefile import NONE
from coup.rules.errors import CoupError, hint
from coup.words import listed

Kind = type | Callable[..., Any] | Player | Agent
"""What players are made of: a class; or a function or an object, which is its own player."""
Source = str | Kind
"""Where a player comes from: a built-in bot's name, a file and a name in it, an address, a class,
a function or an object."""
NAME_LENGTH = 40  # which leaves room for a number
WHO_PLAYS = (
    "a player is a class with the methods react and receive, or with choose, or a function of a "
    "view"
)
DICE = ("chance", "dice", "random", "rand", "rng")
"""What a bot calls the random numbers that it wants."""


@dataclass(frozen=True)
class Entrant:
    """An entrant with its own name. `enter` makes them.

    source: the name of a built-in bot; `/path/to/File.py:name` of a class or a function; a class or
        a function itself; or an address, as in `http://127.0.0.1:8001`.
    is_agent: whether it is a Coup 2022 agent; otherwise it is a bot, which gets views.
    """

    name: str
    source: Source
    is_agent: bool

    @cached_property
    def kind(self) -> Kind:
        """The class that its players are made of, or the function that plays."""
        return find_kind(self.source)

    @property
    def origin(self) -> str:
        """Its source as a text that is the same in every process."""
        if isinstance(self.source, str):
            return self.source
        return f"{self.source.__module__}.{name_of(self.source)}"

    @cached_property
    def is_http(self) -> bool:
        """Whether it is a bot over HTTP."""
        return is_url(self.source)

    @cached_property
    def is_file(self) -> bool:
        """Whether it comes out of a file."""
        return is_file(self.source)

    @cached_property
    def is_built_in(self) -> bool:
        """Whether it is one of our own bots."""
        return is_built_in(self.source)

    def make(self, seed: int) -> Any:
        """A new player; the same seed gives the same luck."""
        if self.is_http:
            return over_http("client").HttpBot(str(self.source))
        return construct(self.kind, self.name, seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return Entrant, (self.name, self.source, self.is_agent)


class Findings(NamedTuple):
    """What must be known of a player before it enters: what it calls itself, and its kind."""

    name: str
    is_agent: bool


Examine = Callable[[Source], Findings]
"""What finds out about those who want to enter."""


def examine(source: Source) -> Findings:
    """Load a class or a function and make a player of it, or knock at a bot's address; refuse it
    with a sentence if that fails."""
    if is_url(source):
        client = over_http("client")
        client.knock(str(source))
        return Findings(client.short_names([str(source)])[0], False)
    if is_file(source):
        with visiting(split(str(source))[0]):
            return examine_kind(source)
    return examine_kind(source)


def examine_kind(source: Source) -> Findings:
    """What must be known of a built-in bot, a class, a function or an object."""
    kind = find_kind(source)
    if is_built_in(source):
        return Findings(clean(str(source)), False)
    if not can_play(kind):
        raise CoupError(f"{kind!r:.60} cannot play: {WHO_PLAYS}")
    if not isinstance(kind, type):
        return Findings(clean(name_of(kind)), is_agent(kind))
    return Findings(own_name(kind, source), is_agent(kind))


def enter(sources: Iterable[Source], examine: Examine = examine) -> list[Entrant]:
    """Entrants for all of these, under distinct names; each must be able to make a player.

    >>> [entrant.name for entrant in enter(["counter", "honest", "counter"])]
    ['counter', 'honest', 'counter2']
    """
    entrants: list[Entrant] = []
    taken = {CHANCE, NONE}
    wanted = [absolute(source) for source in sources]
    own_names = names_by_url(wanted)
    for source in wanted:
        found = examine(source)
        own_name = own_names[str(source)] if is_url(source) else found.name
        name = free_name(own_name, taken)
        taken.add(name.lower())
        entrants.append(Entrant(name, source, found.is_agent))
    return entrants


def free_name(name: str, taken: Container[str]) -> str:
    """A name, with a number if somebody has it already.

    taken: names in lower case.

    >>> free_name("mine", ["ann"]), free_name("mine", ["mine", "mine2"])
    ('mine', 'mine3')
    """
    later = (numbered(name, number) for number in count(2))
    return next(each for each in chain([name], later) if each.lower() not in taken)


def numbered(name: str, number: int) -> str:
    """The name of one of several copies.

    >>> numbered("counter", 2), numbered("style_held_3", 2)
    ('counter2', 'style_held_3_2')
    """
    return f"{name}_{number}" if name[-1].isdigit() else f"{name}{number}"


def is_url(source: Source) -> bool:
    """Whether a source is an address."""
    return isinstance(source, str) and source.lower().startswith(("http:", "https:"))


def is_file(source: Source) -> bool:
    """Whether a source is something in a file."""
    return isinstance(source, str) and not (is_built_in(source) or is_url(source))


def name_of(kind: Kind) -> str:
    """What a class or a function is called; for other things that can be called, their class."""
    name: str = getattr(kind, "__qualname__", type(kind).__qualname__)
    return name.rpartition(".")[2]


def over_http(module: str) -> Any:
    """A module of the room for bots over HTTP. That room is above this one, so it is imported only
    when an address enters."""
    return import_module(f"coup.http.{module}")


def names_by_url(sources: Iterable[Source]) -> dict[str, str]:
    """The names of those who enter by their addresses; they depend on each other."""
    urls = [str(source) for source in sources if is_url(source)]
    if not urls:
        return {}
    return dict(zip(urls, over_http("client").short_names(urls), strict=True))


def absolute(source: Source) -> Source:
    """The source as another process, in another folder, understands it."""
    if not is_file(source):
        return source
    path, name = split(str(source))
    return f"{path}:{name}" if name else str(path)


def all_bots() -> str:
    """What can play."""
    return (
        f"choose from {', '.join(BOTS)}, a class or a function in a file, such as my.py:Mine, or "
        "an address, such as http://127.0.0.1:8001"
    )


def split(source: str) -> tuple[Path, str]:
    """The file and the name in it that a source gives; no name if it leaves that to us."""
    file, colon, name = source.rpartition(":")
    if not colon or not file.endswith(".py"):
        file, name = source, ""
    if not file.endswith(".py"):
        raise CoupError(f"there is no bot {source!r:.60}; {hint(source, BOTS, all_bots())}")
    return Path(file).expanduser().resolve(), name


def find_kind(source: Source) -> Kind:
    """The class or the function that a source names."""
    if not isinstance(source, str):
        return source
    if is_built_in(source):
        return bot_class(source)
    path, name = split(source)
    return named(path, name) if name else only(path)


def named(path: Path, name: str) -> Kind:
    """What plays in a file under this name."""
    module = load_file(path)
    kind = getattr(module, name, None)
    if kind is None:
        raise CoupError(f"there is no {name!r:.60} in {path}; {offered(path)}")
    if not can_play(kind):
        raise CoupError(f"{name} in {path} cannot play: {WHO_PLAYS}")
    return kind  # type: ignore[no-any-return]


def only(path: Path) -> Kind:
    """What plays in a file that has nothing else that could."""
    kinds = list(players_in(path).values())
    if len(kinds) != 1:
        raise CoupError(f"which class or function of {path} is to play? {offered(path)}")
    return kinds[0]


def players_in(path: Path) -> dict[str, Kind]:
    """The classes with a player's methods that a file defines; if there are none, all else in it
    that can be called with a view."""
    module = load_file(path)
    own = {
        name: kind
        for name, kind in vars(module).items()
        if getattr(kind, "__module__", None) == module.__name__ and can_play(kind)
    }
    classes: dict[str, Kind] = {
        name: kind
        for name, kind in own.items()
        if isinstance(kind, type) and (is_agent(kind) or chooses(kind))
    }
    return classes or {name: kind for name, kind in own.items() if not name.startswith("_")}


def offered(path: Path) -> str:
    """Who in a file can play."""
    names = sorted(players_in(path))
    return f"it has {listed(names)}" if names else f"nobody in it can play: {WHO_PLAYS}"


def can_play(kind: object) -> bool:
    """Whether something in a file can play."""
    if isinstance(kind, type):
        return is_agent(kind) or is_bot(kind)
    return is_agent(kind) or chooses(kind) or (callable(kind) and takes_a_view(kind))


def takes_a_view(kind: Callable[..., Any]) -> bool:
    """Whether a function can be called with one argument."""
    try:
        inspect.signature(kind).bind(None)
    except TypeError:
        return False
    except ValueError:  # not written in Python, so it does not say
        return True
    return True


def is_agent(kind: object) -> bool:
    """Whether something is an agent of Coup 2022."""
    return callable(getattr(kind, "react", None)) and callable(getattr(kind, "receive", None))


def is_bot(kind: type) -> bool:
    """Whether a class is a bot, which chooses by what a view shows it, or is called with it."""
    return chooses(kind) or any("__call__" in vars(each) for each in kind.__mro__)


def chooses(kind: object) -> bool:
    """Whether something has the method of a bot."""
    return callable(getattr(kind, "choose", None))


Wish = Literal["nothing", "perhaps a name", "a name", "dice"]


@lru_cache(maxsize=1024)
def wish_of(kind: type) -> Wish:
    """The arguments that a class takes."""
    try:
        parameters = list(inspect.signature(kind).parameters.values())
    except ValueError:  # a class that is not written in Python
        return "nothing"
    first = parameters[0] if parameters else None
    if first is None or first.kind in (first.VAR_POSITIONAL, first.VAR_KEYWORD):
        return "nothing"
    if not is_agent(kind) and (first.name in DICE or first.annotation is random.Random):
        return "dice"
    if first.default is first.empty:
        return "a name"
    return "perhaps a name" if first.name == "name" else "nothing"


def construct(kind: Kind, name: str, seed: int) -> Any:
    """A player of a class, which goes by this name; a function or an object plays as it is."""
    player: Any = made(kind, name, seed) if isinstance(kind, type) else kind
    if is_agent(kind) and getattr(player, "name", None) != name:
        player.name = name
    return player


def made(kind: type, name: str, seed: int) -> Any:
    """A new player of a class."""
    wish = wish_of(kind)
    if wish == "dice":
        return kind(random.Random(f"{seed} {name}"))
    return kind() if wish == "nothing" else kind(name)


def own_name(kind: type, source: Source) -> str:
    """What a class calls its players, or what they are called after it or its file."""
    file = split(source)[0] if isinstance(source, str) else None
    name = re.sub(r"^(player|agent|bot)_*|_*(player|agent|bot)$", "", kind.__name__, flags=re.I)
    name = clean(name or (file.stem if file else kind.__name__))
    try:
        with muted(), Backstage(0):
            sample = construct(kind, name, 0)
            if wish_of(kind) in ("nothing", "perhaps a name"):
                sample = kind()  # which then has the name that it chose itself
    except BaseException as error:
        heed_interrupt()
        where = f"{kind.__name__} in {file}" if file else kind.__name__
        raise CoupError(
            f"{where} cannot be constructed with no arguments or with a name: {problem(error)}"
        ) from error
    own = getattr(sample, "name", None) if is_agent(kind) else vars(kind).get("name")
    return clean(own) if isinstance(own, str) and own else name


def clean(name: str) -> str:
    """A name as it can stand in a game file: one word in lower case, without signs."""
    return re.sub(r"[^\w.-]+", "_", name.lower()).strip("_.-")[:NAME_LENGTH] or "player"
