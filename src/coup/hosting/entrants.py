"""Who enters a game: built-in bots by name, classes from files, and bots over HTTP by their
addresses, each under its own name.

An entrant is a name and a source. It makes a new player for every game, so a game depends on its
seed alone. It can be sent to another process, which loads the file by itself.
"""

import inspect
import random
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple

from coup.bots import BOTS, bot_class, is_built_in
from coup.hosting.backstage import Backstage, heed_interrupt
from coup.hosting.loading import load_file, problem
from coup.moves import CHANCE
from coup.records.gamefile import NONE
from coup.rules.errors import CoupError
from coup.words import listed

NAME_LENGTH = 40  # which leaves room for a number
DICE = ("chance", "dice", "random", "rand", "rng")
"""What a bot calls the random numbers that it wants."""


@dataclass(frozen=True)
class Entrant:
    """An entrant with its own name. `enter` makes them.

    source: the name of a built-in bot; `/path/to/File.py:Class`; a class; or an address, as in
        `http://127.0.0.1:8001`.
    is_agent: whether it is a Coup 2022 agent; otherwise it is a bot, which gets views.
    """

    name: str
    source: str | type
    is_agent: bool

    @cached_property
    def kind(self) -> type:
        """The class that its players are made of."""
        return find_class(self.source)

    @property
    def is_http(self) -> bool:
        """Whether it is a bot over HTTP."""
        return is_url(self.source)

    @property
    def is_file(self) -> bool:
        """Whether it comes out of a file."""
        return isinstance(self.source, str) and not (is_built_in(self.source) or self.is_http)

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


def examine(source: str | type) -> Findings:
    """Load a class and make a player of it, or knock at a bot's address; refuse it with a sentence
    if that fails."""
    if is_url(source):
        client = over_http("client")
        client.knock(str(source))
        return Findings(client.short_names([str(source)])[0], False)
    kind = find_class(source)
    if is_built_in(source):
        return Findings(clean(str(source)), False)
    return Findings(own_name(kind, source), is_agent(kind))


def enter(
    sources: Iterable[str | type], examine: Callable[[str | type], Findings] = examine
) -> list[Entrant]:
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
        own_name = own_names.get(source, found.name)
        name, number = own_name, 1
        while name in taken:
            number += 1
            name = f"{own_name}{number}"
        taken.add(name)
        entrants.append(Entrant(name, source, found.is_agent))
    return entrants


def is_url(source: str | type) -> bool:
    """Whether a source is an address."""
    return isinstance(source, str) and source.lower().startswith(("http:", "https:"))


def over_http(module: str) -> Any:
    """A module of the room for bots over HTTP. That room is above this one, so it is imported only
    when an address enters."""
    return import_module(f"coup.http.{module}")


def names_by_url(sources: Iterable[str | type]) -> dict[str | type, str]:
    """The names of those who enter by their addresses; they depend on each other."""
    urls = [str(source) for source in sources if is_url(source)]
    if not urls:
        return {}
    return dict(zip(urls, over_http("client").short_names(urls), strict=True))


def absolute(source: str | type) -> str | type:
    """The source as another process, in another folder, understands it."""
    if isinstance(source, type) or is_built_in(source) or is_url(source):
        return source
    path, name = split(source)
    return f"{path}:{name}" if name else str(path)


def split(source: str) -> tuple[Path, str]:
    """The file and the class that a source names; no class if it leaves that to us."""
    file, colon, name = source.rpartition(":")
    if not colon or not file.endswith(".py"):
        file, name = source, ""
    if not file.endswith(".py"):
        raise CoupError(
            f"there is no bot {source!r:.60}: it is one of {listed(list(BOTS))}, "
            "a file and a class, as in my.py:Mine, or an address, as in http://127.0.0.1:8001"
        )
    return Path(file).expanduser().resolve(), name


def find_class(source: str | type) -> type:
    """The class that a source names."""
    if isinstance(source, type):
        return source
    if is_built_in(source):
        return bot_class(source)
    path, name = split(source)
    module = load_file(path)
    found = {
        each: kind
        for each, kind in vars(module).items()
        if isinstance(kind, type) and (is_agent(kind) or is_bot(kind))
    }
    if name and name not in found:
        if hasattr(module, name):
            raise CoupError(
                f"{name} in {path} cannot play: a player is a class with the methods "
                "react and receive, or with choose"
            )
        raise CoupError(f"there is no class {name!r:.60} in {path}; {offered(found)}")
    if name:
        return found[name]
    own = [kind for kind in found.values() if kind.__module__ == module.__name__]
    if len(own) != 1:
        raise CoupError(f"which class of {path} is to play? {offered(found)}")
    return own[0]


def offered(found: Iterable[str]) -> str:
    """The classes of a file that can play."""
    names = sorted(found)
    return f"it has {listed(names)}" if names else "it has none that can play"


def is_agent(kind: type) -> bool:
    """Whether a class is an agent of Coup 2022."""
    return callable(getattr(kind, "react", None)) and callable(getattr(kind, "receive", None))


def is_bot(kind: type) -> bool:
    """Whether a class is a bot, which chooses by what a view shows it."""
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


def construct(kind: type, name: str, seed: int) -> Any:
    """A player of a class, which goes by this name."""
    wish = wish_of(kind)
    if wish == "dice":
        return kind(random.Random(f"{seed} {name}"))
    player = kind() if wish == "nothing" else kind(name)
    if is_agent(kind) and getattr(player, "name", None) != name:
        player.name = name
    return player


def own_name(kind: type, source: str | type) -> str:
    """What a class calls its players, or what they are called after it or its file."""
    file = split(source)[0] if isinstance(source, str) else None
    name = re.sub(r"^(player|agent|bot)_*|_*(player|agent|bot)$", "", kind.__name__, flags=re.I)
    name = clean(name or (file.stem if file else kind.__name__))
    try:
        with Backstage(0):
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
