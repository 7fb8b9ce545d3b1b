"""Totals of all rounds played on this computer, for each person."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from coup.bots import LEVELS
from coup.called import as_typed
from coup.events import Challenged, Event, Revealed
from coup.hindsight import with_bluffs
from coup.hosting.evening import PERSON
from coup.languages import say
from coup.records import Record
from coup.terminal.wording import columns
from coup.view import claims_in


@dataclass
class Life:
    """Totals of one person.

    claims: claims for actions and blocks, and how many were `bluffs` or `caught`.
    challenges: challenges of others, and how many were `right`.
    against: rounds by the strongest level at the table, and how many were `won_against` it.
    """

    rounds: int = 0
    won: int = 0
    claims: int = 0
    bluffs: int = 0
    caught: int = 0
    challenges: int = 0
    right: int = 0
    against: Counter[str] = field(default_factory=Counter)
    won_against: Counter[str] = field(default_factory=Counter)

    def add(self, record: Record, seat: str) -> None:
        """Add a round."""
        events = record.game().events
        self.rounds += 1
        self.won += record.winner == seat
        claims = [claim for claim in claims_in(events) if claim.seat == seat]
        self.claims += len(claims)
        self.caught += sum(claim.outcome == "lost" for claim in claims)
        self.bluffs += sum(told.bluffer == seat for told in with_bluffs(events))
        ends = challenges_of(events, seat)
        self.challenges += len(ends)
        self.right += ends.count(False)
        level = strongest(record)
        if level:
            self.against[level] += 1
            self.won_against[level] += record.winner == seat


def challenges_of(events: Iterable[Event], seat: str) -> list[bool]:
    """For each challenge that a seat made, whether the claim was proved."""
    ends, open_ = [], False
    for event in events:
        if isinstance(event, Challenged):
            open_ = event.seat == seat
        elif isinstance(event, Revealed) and open_:
            ends.append(event.proves)
            open_ = False
    return ends


def strongest(record: Record) -> str:
    """The strongest level among the bots of a round; empty if there is none."""
    there = [level for level in LEVELS if level in record.players.values()]
    return there[-1] if there else ""


def lives(records: Iterable[Record]) -> dict[str, Life]:
    """The totals of each person."""
    found: dict[str, Life] = {}
    for record in records:
        for seat, player in record.players.items():
            if player == PERSON:
                found.setdefault(seat, Life()).add(record, seat)
    return found


def told(found: dict[str, Life]) -> list[str]:
    """The totals as lines of text."""
    if not found:
        text = "No round was finished at this computer yet; {command} begins one."
        return [say(text, command=as_typed("play"))]
    done = (say("claims"), say("bluffs"), say("caught"), say("challenges"), say("right"))
    rows: list[tuple[str, ...]] = [("", say("rounds"), say("won"), *done)]
    for name, life in sorted(found.items(), key=lambda item: -item[1].rounds):
        won = f"{life.won} ({100 * life.won / life.rounds:.0f} %)"
        numbers = (life.claims, life.bluffs, life.caught, life.challenges, life.right)
        rows.append((name, str(life.rounds), won, *map(str, numbers)))
    return [*columns(rows), *against_levels(found)]


def against_levels(found: dict[str, Life]) -> list[str]:
    """Results against bots, by the strongest bot at the table."""
    text = "{name} won {won} of {n:rounds} against {level}."
    lines = [
        say(text, name=name, won=life.won_against[level], n=life.against[level], level=level)
        for name, life in sorted(found.items())
        for level in LEVELS
        if life.against[level]
    ]
    return ["", *lines] if lines else []
