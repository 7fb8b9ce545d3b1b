"""Counts what players did, with all cards open: actions, blocks, bluffs, challenges."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from coup.events import Blocked, Challenged, Declared, Event, Proved, Revealed
from coup.hindsight import with_bluffs
from coup.hosting.host import Played
from coup.rules import kernel as k
from coup.rules.rulesets import Ruleset
from coup.rules.state import State
from coup.rules.vocabulary import ACTIONS


@dataclass
class Deeds:
    """How often an action, or a block of it, was done, and how it went."""

    done: int = 0
    bluffs: int = 0
    challenged: int = 0
    proved: int = 0
    blocked: int = 0

    def add(self, other: "Deeds") -> None:
        """Add other counts."""
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
        """Add other counts."""
        self.claims += other.claims
        self.bluffs += other.bluffs
        self.caught += other.caught
        self.challenges += other.challenges
        self.wrong += other.wrong


def deeds_in(story: Iterable[Event]) -> dict[str, Deeds]:
    """Counts for each action and each block (`block_steal`) in a story."""
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
    """Each player's claims and challenges in a story."""
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


class Insight(NamedTuple):
    """The counts of one game, by player and by action or block."""

    habits: dict[str, Behaviour]
    deeds: dict[str, Deeds]


def insight(story: Iterable[Event]) -> Insight:
    """The counts of a story, with all cards open."""
    events = list(story)
    return Insight(habits_in(events), deeds_in(events))


def insight_into(played: Played) -> Insight:
    """The counts of a played game. If it was played on the kernel, they come from its moves, which
    is ten times as fast as from its story."""
    if played.made is not None:
        return insight(played.made.events)
    return Moves(played.seats, played.ruleset).insight(played.plies)


class Moves:
    """Follows the moves of a game on the kernel, and counts."""

    def __init__(self, seats: Sequence[str], ruleset: Ruleset) -> None:
        self.seats = seats
        self.rules = ruleset.rules
        self.state = State()
        self.found = Insight({}, {})
        self.claim = Deeds()

    def insight(self, plies: Iterable[int]) -> Insight:
        """The counts of moves in the form of `Played.plies`."""
        s = self.state
        k.reset(s, self.rules, len(self.seats))
        for ply in plies:
            seat, phase = (ply & 7) + k.CHANCE, s.phase
            k.apply(s, self.rules, seat, ply >> 3)
            if phase == k.TURN:
                self.declared(seat, ply >> 3)
            elif phase == k.PICKING:
                self.picked()
            elif phase == k.REVEALING:
                self.revealed(seat, proves=s.phase == k.REDRAWING)
        return self.found

    def own(self, seat: int) -> Behaviour:
        return self.found.habits.setdefault(self.seats[seat], Behaviour())

    def claimed(self, verb: str, seat: int, roles: int) -> None:
        """Count an action or a block, with a claim of one of these roles if there are any."""
        bluffs = bool(roles) and not k.present(self.state.hands[seat]) & roles
        self.claim = self.found.deeds.setdefault(verb, Deeds())
        self.claim.done += 1
        self.claim.bluffs += bluffs
        if roles:
            self.own(seat).claims += 1
            self.own(seat).bluffs += bluffs

    def declared(self, seat: int, move: int) -> None:
        action = move if move < k.STEAL else k.STEAL + (move & 3)
        self.claimed(ACTIONS[action], seat, self.rules.claims[action])

    def picked(self) -> None:
        """Count the block or challenge that chance picked."""
        s = self.state
        if s.phase == k.DOUBTING:
            action = ACTIONS[s.action]
            self.found.deeds.setdefault(action, Deeds()).blocked += 1
            self.claimed(f"block_{action}", s.blocker, s.claim)
        else:
            self.claim.challenged += 1
            self.own(s.challenger).challenges += 1
            self.challenger = s.challenger

    def revealed(self, seat: int, proves: bool) -> None:
        self.claim.proved += proves
        self.own(self.challenger).wrong += proves
        self.own(seat).caught += not proves
