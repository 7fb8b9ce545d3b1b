"""What players did in games with open cards: actions, blocks, bluffs, challenges."""

from collections.abc import Iterable
from dataclasses import dataclass

from coup.events import Blocked, Challenged, Declared, Event, Proved, Revealed
from coup.hindsight import with_bluffs


@dataclass
class Deeds:
    """How often something was done: an action, or a block of it."""

    done: int = 0
    bluffs: int = 0
    challenged: int = 0
    proved: int = 0
    blocked: int = 0

    def add(self, other: "Deeds") -> None:
        """Take more of them into account."""
        self.done += other.done
        self.bluffs += other.bluffs
        self.challenged += other.challenged
        self.proved += other.proved
        self.blocked += other.blocked


@dataclass
class Behaviour:
    """What one player did: its claims, and its challenges of others' claims.

    claims, bluffs: how often it claimed a role, and how often it could not prove the claim.
    caught: how many of its claims were lost.
    challenges, wrong: how often it challenged, and how often the claim was then proved.
    """

    claims: int = 0
    bluffs: int = 0
    caught: int = 0
    challenges: int = 0
    wrong: int = 0

    def add(self, other: "Behaviour") -> None:
        """Take more of them into account."""
        self.claims += other.claims
        self.bluffs += other.bluffs
        self.caught += other.caught
        self.challenges += other.challenges
        self.wrong += other.wrong


def deeds_in(story: Iterable[Event]) -> dict[str, Deeds]:
    """How often each action, and each block (`block_steal`), was done, and how it went."""
    deeds: dict[str, Deeds] = {}
    claim = Deeds()
    for event, bluffer in with_bluffs(story):
        match event:
            case Declared():
                claim = deeds.setdefault(event.action, Deeds())
                claim.done += 1
            case Blocked():
                deeds.setdefault(event.action, Deeds()).blocked += 1
                claim = deeds.setdefault(f"block_{event.action}", Deeds())
                claim.done += 1
            case Challenged():
                claim.challenged += 1
            case Revealed():
                claim.proved += event.proves
            case Proved():
                claim.proved += 1
        claim.bluffs += bluffer is not None
    return deeds


def habits_in(story: Iterable[Event]) -> dict[str, Behaviour]:
    """What each player claimed and challenged."""
    habits: dict[str, Behaviour] = {}
    challenger = ""
    for event, bluffer in with_bluffs(story):
        match event:
            case Declared() | Blocked() if event.roles:
                own = habits.setdefault(event.seat, Behaviour())
                own.claims += 1
                own.bluffs += bluffer is not None
            case Challenged():
                challenger = event.seat
                habits.setdefault(challenger, Behaviour()).challenges += 1
            case Revealed():
                habits[challenger].wrong += event.proves
                habits[event.seat].caught += not event.proves
            case Proved():
                habits[challenger].wrong += 1
    return habits
