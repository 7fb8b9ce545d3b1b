"""The players of a match, in this process: the same objects from game to game.

A match is several games between the same players. Who remembers stays one object for all of them
and works in one folder; the next match starts afresh, the players' modules included.
"""

import os
from dataclasses import replace
from typing import Any, Literal

from coup.hosting.backstage import timed
from coup.hosting.entrants import Entrant
from coup.hosting.homes import Homes, Room, needs_home
from coup.hosting.loading import forget_files

Memory = Literal["fresh", "keep"]


def stays(entrant: Entrant, memory: Memory | None) -> bool:
    """Whether a player is the same object in all games of a match: agents are, if nobody says
    otherwise. Our own bots have a new one for each game, and bots over HTTP look after
    themselves."""
    if entrant.is_built_in or entrant.is_http:
        return False
    return entrant.is_agent if memory is None else memory == "keep"


class Match:
    """The players of one match after the other.

    memory: who stays from game to game, see `stays`.
    homes: where players from files work; if not given, it is up to them.
    """

    def __init__(self, memory: Memory | None = None, homes: Homes | None = None) -> None:
        self.memory = memory
        self.homes = homes
        self.entrants: dict[str, Entrant] = {}
        self.players: dict[str, Any] = {}
        self.rooms: dict[str, Room] = {}
        self.before: str | None = None  # the folder that we were in

    def begin(self) -> None:
        """Begin a new match: nobody remembers anything."""
        self.entrants.clear()
        self.players.clear()
        self.close()
        forget_files()
        if self.homes is not None:
            self.homes.leave()

    def player(self, entrant: Entrant, seed: int, limit: float | None) -> Any:
        """The player for a game: the one that stays, or a new one. Only its constructor has a
        limit, not the loading of its file."""
        if entrant.name in self.players:
            return self.players[entrant.name]
        room = self.room(entrant)
        if room is not None:
            self.before = self.before or os.getcwd()
            room.enter()
        known = self.entrants.setdefault(entrant.name, replace(entrant))
        known.kind  # noqa: B018  # loads it
        make = known.make if limit is None else timed(known.make, limit)
        player = make(seed)
        if stays(entrant, self.memory):
            self.players[entrant.name] = player
        return player

    def room(self, entrant: Entrant) -> Room | None:
        """Where a new player works, as it was at first unless somebody has stayed there; None if
        it does not matter."""
        if self.homes is None or not needs_home(entrant):
            return None
        if entrant.name not in self.rooms:
            self.rooms[entrant.name] = Room(self.homes.of(entrant))
        elif not stays(entrant, self.memory):
            self.homes.renewed(entrant)
        return self.rooms[entrant.name]

    def room_of(self, entrant: Entrant) -> Room | None:
        """Where a player that was made works."""
        return self.rooms.get(entrant.name)

    def close(self) -> None:
        """Leave all rooms."""
        for room in self.rooms.values():
            room.close()
        self.rooms.clear()

    def __enter__(self) -> None:
        self.before = os.getcwd() if self.rooms else None

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            os.chdir(self.before)
            self.before = None
