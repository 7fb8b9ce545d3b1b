"""The story of a game with all cards open: which claims were bluffs.

It follows the hands through the events alone, so it needs nothing but a whole story, private
events included.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from coup.events import (
    Blocked,
    Declared,
    Discarded,
    Drew,
    Event,
    Proved,
    Replaced,
    Returned,
    Revealed,
)


class Told(NamedTuple):
    """An event, and the seat that bluffed in it, if any."""

    event: Event
    bluffer: str | None

    def __str__(self) -> str:
        return f"{self.event} (A bluff.)" if self.bluffer else str(self.event)


def with_bluffs(story: Iterable[Event]) -> Iterator[Told]:
    """A whole story, private events included, with the bluffs marked.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> for move in ("exchange", "pass", "return duke", "return captain"):
    ...     if move in game.legal_moves: game.push(move)
    >>> [str(told) for told in with_bluffs(game.events) if told.bluffer]
    ['ann claims the Ambassador to exchange cards. (A bluff.)']
    """
    hands: dict[str, list[str]] = {}
    proof = ""
    for event in story:
        bluffer = None
        match event:
            case Drew():
                hands.setdefault(event.seat, []).append(event.role)
            case Discarded() | Returned():
                hands[event.seat].remove(event.role)
            case Revealed():
                proof = event.role
            case Replaced():
                hands[event.seat].remove(proof)
            case Proved():
                hands[event.seat] = []
            case Declared() if set(event.denied) & set(hands[event.seat]):
                bluffer = event.seat
            case Declared() | Blocked() if event.roles:
                if not set(event.roles) & set(hands[event.seat]):
                    bluffer = event.seat
        yield Told(event, bluffer)
