"""Bots at the tables: built-in ones, programs out of files, and programs behind an address.

A bot gets the view of its seat and names a move. Whatever it does, the move is a legal one and
comes in time; what a program does wrong is counted and logged, and played for.
"""

import asyncio
import json
import logging
import random
import urllib.request
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol
from urllib.parse import urlsplit

from coup.players import BOTS, make_bot
from coup.players.agents import AgentPlayer, refuse_ruleset
from coup.players.desk import Desk
from coup.players.entrants import Entrant, enter
from coup.players.isolation import Isolation
from coup.players.master import seat_for
from coup.players.seats import default_move, legal_move
from coup.rules.rulesets import Ruleset
from coup.server.names import Refused
from coup.server.screen import view_for_seat
from coup.view import View

logger = logging.getLogger("coup.server.guests")
LIMIT = 5.0  # seconds for an answer
ANSWER_SIZE = 4096


class Guest(Protocol):
    """A bot that plays one game in one seat."""

    async def choose(self, view: View) -> str:
        """Its move."""

    def close(self) -> None:
        """The game is over."""


class BuiltIn:
    """One of our own. Its luck comes from the question, so that it is the same in every worker."""

    def __init__(self, kind: str, luck: str) -> None:
        self.kind = kind
        self.luck = luck

    async def choose(self, view: View) -> str:
        seed = random.Random(f"{self.luck} {len(view.events)}").getrandbits(63)
        return make_bot(self.kind, seed).choose(view)

    def close(self) -> None:
        """It holds nothing."""


class Program:
    """A class out of a file, in a process of its own."""

    def __init__(self, entrant: Entrant, name: str, luck: str) -> None:
        self.entrant = replace(entrant, name=name)
        self.seed = random.Random(luck).getrandbits(63)
        self.isolation: Isolation | None = None
        self.player: Any = None

    async def choose(self, view: View) -> str:
        return await asyncio.to_thread(self._choose, view)

    def _choose(self, view: View) -> str:
        if self.isolation is None:
            self.isolation = Isolation(limit=LIMIT)
            self.isolation.__enter__()
            seat = seat_for(self.entrant, self.seed, self.isolation)
            self.player = AgentPlayer(seat) if isinstance(seat, Desk) else seat
        return str(self.player.choose(view))

    def close(self) -> None:
        if self.isolation is not None:
            self.isolation.__exit__()
            self.isolation = None


class Caller:
    """A program behind an address: it is sent the view and answers `{"move": "tax"}`."""

    def __init__(self, url: str) -> None:
        self.url = url

    async def choose(self, view: View) -> str:
        answer: object = None
        try:
            answer = await asyncio.to_thread(self._call, view)
        except (OSError, ValueError) as error:
            logger.warning("a bot cannot be asked", extra={"url": self.url, "why": str(error)})
        return legal_move(answer, view.legal_moves) or default_move(view.legal_moves)

    def _call(self, view: View) -> object:
        data = json.dumps({"v": 1, "view": view_for_seat(view)}).encode()
        request = urllib.request.Request(
            self.url, data, {"Content-Type": "application/json", "User-Agent": "coup"}
        )
        with urllib.request.urlopen(request, timeout=LIMIT) as reply:
            answer = json.loads(reply.read(ANSWER_SIZE))
        return answer.get("move") if isinstance(answer, dict) else None

    def close(self) -> None:
        """It holds nothing."""


class Bots:
    """The kinds of bots that can be asked to a table.

    sources: besides the built-in ones, files and classes as in `my.py:Mine`, and addresses as in
        `https://example.org/move`, with or without a name of one's choice before them: `NAME=`.
    """

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self.programs: dict[str, Entrant] = {}
        self.urls: dict[str, str] = {}
        for source in sources:
            self._add(*split_source(source))

    def _add(self, name: str, source: str) -> None:
        url = urlsplit(source)
        if url.scheme in ("http", "https"):
            name = name or str(url.hostname)
        else:
            entrant = enter([source])[0]
            name = name or entrant.name
            self.programs[name] = entrant
        if name in BOTS or name in self.urls:
            raise ValueError(f"two bots are called {name!r}: write NAME={source}")
        if url.scheme in ("http", "https"):
            self.urls[name] = source

    @property
    def kinds(self) -> list[str]:
        """Their names, the strongest of the built-in ones first."""
        return [*reversed(BOTS), *self.programs, *self.urls]

    def check(self, kind: str, ruleset: Ruleset) -> None:
        """Refuse a bot that there is not, or that does not know the rules."""
        if kind not in self.kinds:
            raise Refused(f"there is no bot {kind!r:.40}, only {', '.join(self.kinds)}")
        if kind in self.programs and self.programs[kind].is_agent:
            try:
                refuse_ruleset(ruleset)
            except ValueError as error:
                raise Refused(str(error)) from None

    def make(self, kind: str, name: str, luck: str) -> Guest:
        """A bot for a seat in one game."""
        if kind in self.programs:
            return Program(self.programs[kind], name, luck)
        if kind in self.urls:
            return Caller(self.urls[kind])
        return BuiltIn(kind if kind in BOTS else "honest", luck)  # it may be configured no more


def split_source(text: str) -> tuple[str, str]:
    """The name and the source in what somebody has typed.

    >>> split_source("mine=my.py:Mine"), split_source("https://example.org/?a=b")
    (('mine', 'my.py:Mine'), ('', 'https://example.org/?a=b'))
    """
    name, equals, source = text.partition("=")
    if equals and name.replace("_", "").replace("-", "").isalnum():
        return name, source
    return "", text
