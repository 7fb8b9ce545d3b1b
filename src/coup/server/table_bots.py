"""Bots at the tables: built-in ones, programs from files, and bots over HTTP.

A bot gets the view of its seat and names a move. Whatever it does, a legal move is made in time;
faults of a program are counted and logged, and a default move replaces its answer.
"""

import asyncio
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from coup.bots import BOTS, LEVELS, USUAL, make
from coup.bots.shark import TEMPERS
from coup.hosting.agents import AgentPlayer, refuse_ruleset
from coup.hosting.desk import Desk
from coup.hosting.entrants import Entrant, Findings, Source, enter, examine, is_url
from coup.hosting.host import seat_for
from coup.hosting.isolation import Isolation
from coup.http import terms
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.server.naming import Refused
from coup.view import View

LIMIT = 5.0  # seconds for an answer


class SeatedBot(Protocol):
    """A bot that plays one game in one seat."""

    async def choose(self, view: View) -> str:
        """Its move."""

    def close(self) -> None:
        """The game is over."""


class BuiltIn:
    """A built-in bot. Its random numbers come from the game's luck and the question, so that they
    are the same in every worker."""

    def __init__(self, kind: str, luck: str) -> None:
        self.luck = luck
        self.bot = make(kind, random.Random(luck).getrandbits(63))

    async def choose(self, view: View) -> str:
        self.bot.random.seed(f"{self.luck} {len(view.events)}")
        return self.bot.choose(view)

    def close(self) -> None:
        """Do nothing: it holds no resources."""


class Program:
    """A class or function from a file, in a separate process, or a bot over HTTP."""

    def __init__(self, entrant: Entrant, name: str, luck: str) -> None:
        self.entrant = replace(entrant, name=name)
        self.seed = random.Random(luck).getrandbits(63)
        self.isolation: Isolation | None = None
        self.player: Any = None

    async def choose(self, view: View) -> str:
        return await asyncio.to_thread(self._choose, view)

    def _choose(self, view: View) -> str:
        if self.player is None:
            if self.entrant.is_file:
                self.isolation = Isolation(limit=LIMIT)
                self.isolation.__enter__()
            seat = seat_for(self.entrant, self.seed, self.isolation)
            if self.entrant.is_http:
                seat.set_limit(LIMIT)
            self.player = AgentPlayer(seat) if isinstance(seat, Desk) else seat
        return str(self.player.choose(view))

    def close(self) -> None:
        if self.isolation is not None:
            self.isolation.__exit__()
            self.isolation = None


class Bots:
    """The kinds of bots that can play at a table.

    sources: besides the built-in ones, a class or a function in a file as in `my.py:Mine`, and
        addresses of bots over HTTP, each with an optional prefix that names it: `NAME=`.
    """

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self.programs: dict[str, Entrant] = {}
        for source in sources:
            self._add(*split_source(source))

    def _add(self, name: str, source: str) -> None:
        entrant = enter([source], known)[0]
        name = name or entrant.name
        if name in self.kinds:
            raise CoupError(f"two bots are called {name!r}: write NAME={source}")
        self.programs[name] = entrant

    @property
    def kinds(self) -> list[str]:
        """Their names: the usual one, the other levels, then the others, the strongest first."""
        return list(dict.fromkeys((USUAL, *LEVELS, *reversed(BOTS), *self.programs)))

    def knows(self, kind: str) -> bool:
        """Whether there is such a bot, or such a level with such a character."""
        level, _, temper = kind.partition(":")
        return kind in self.kinds or (level in LEVELS and temper in TEMPERS)

    def check(self, kind: str, ruleset: Ruleset) -> None:
        """Refuse a bot that does not exist, or does not know the rules."""
        if not self.knows(kind):
            raise Refused(f"there is no bot {kind!r:.40}, only {', '.join(self.kinds)}")
        entrant = self.programs.get(kind)
        try:
            if entrant and entrant.is_agent:
                refuse_ruleset(ruleset)
            if entrant and entrant.is_http:
                terms.refuse_ruleset(ruleset)
        except ValueError as error:
            raise Refused(str(error)) from None

    def make(self, kind: str, name: str, luck: str) -> SeatedBot:
        """A bot for a seat in one game."""
        if kind in self.programs:
            return Program(self.programs[kind], name, luck)
        return BuiltIn(kind if self.knows(kind) else "honest", luck)  # if no longer configured


def known(source: Source) -> Findings:
    """What `enter` has to know about a source; a bot over HTTP may be down now and up for a
    game."""
    return Findings("", False) if is_url(source) else examine(source)


def split_source(text: str) -> tuple[str, str]:
    """The name and the source in an option.

    >>> split_source("mine=my.py:Mine"), split_source("https://example.org/?a=b")
    (('mine', 'my.py:Mine'), ('', 'https://example.org/?a=b'))
    """
    name, equals, source = text.partition("=")
    if equals and name.replace("_", "").replace("-", "").isalnum():
        return name, source
    return "", text
