"""The result of a trial: for people, as text; for programs, as JSON."""

import statistics
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from shlex import quote
from textwrap import indent, wrap
from typing import Any, get_args

from coup.arena.statistics import Rate, share_by_deal
from coup.records.record import house_rules_of
from coup.rules.rulesets import Ruleset
from coup.trial.faults import FaultKind, TrialFault, grouped
from coup.words import count

SHOWN = 10  # faults to show; all are counted, and all are in the JSON
WIDTH = 16
WIDTH_OF_TEXT = 79 - WIDTH


@dataclass(frozen=True)
class Check:
    """One check.

    passed: None if it does not apply, which is no fault.
    told: the finding in words.
    """

    name: str
    passed: bool | None
    told: str


@dataclass(frozen=True)
class Duels:
    """Games against one opponent, each deal from both seats.

    deals: the share of games won, for each deal.
    """

    opponent: str
    deals: tuple[float, ...]

    @property
    def games(self) -> int:
        """How many games there were."""
        return 2 * len(self.deals)

    @property
    def rate(self) -> Rate:
        """How often the candidate won."""
        return share_by_deal(self.deals) if self.deals else Rate(0.0, 0.0, 1.0)

    def __str__(self) -> str:
        if not self.deals:
            return f"{self.opponent}: no time for games"
        return f"{self.opponent}: {self.rate} of {self.games} games"


@dataclass(frozen=True)
class Verdict:
    """The result of a trial; `print` shows it.

    kind: a bot, an agent of Coup 2022, or a bot over HTTP.
    checks: what was tried; `met` is how often each question was asked.
    faults: all its faults.
    seconds: how long each answer took; `limit` is how long one may take.
    duels: the games that count, by opponent.
    games: how many were played in total.
    """

    source: str
    kind: str
    ruleset: Ruleset
    seed: int
    checks: tuple[Check, ...]
    met: Counter[str]
    faults: tuple[TrialFault, ...]
    seconds: tuple[float, ...]
    limit: float
    duels: tuple[Duels, ...]
    games: int

    @property
    def conforms(self) -> bool:
        """Whether it can enter a tournament as it is."""
        return not self.faults and all(check.passed is not False for check in self.checks)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence."""
        games = count(self.games, "game")
        if self.conforms:
            return f"{self.source} conforms: {games} without a fault{self.strength}."
        if self.faults:
            first, times = max(grouped(self.faults), key=lambda group: group[1])
            most = f"most often {with_article(first.kind)} at {first.key} ({times})"
            faults = count(len(self.faults), "fault")
            return f"{self.source} does not conform: {faults} in {games}, {most}."
        failed = next(check for check in self.checks if check.passed is False)
        return f"{self.source} is not shown to conform: {failed.name}: {failed.told}."

    @property
    def strength(self) -> str:
        """Its win rates, as a part of the sentence."""
        wins = [f"{duel.rate.value:.0%} against {duel.opponent}" for duel in self.duels]
        return f"; it wins {', '.join(wins)}" if any(duel.deals for duel in self.duels) else ""

    @property
    def median(self) -> float:
        """Its median thinking time, in seconds."""
        return statistics.median(self.seconds) if self.seconds else 0.0

    @property
    def worst(self) -> float:
        """Its longest thinking time, in seconds."""
        return max(self.seconds, default=0.0)

    def command(self, fault: TrialFault) -> str:
        """The command that repeats the game of a fault."""
        usual = {"a bot over HTTP": "inquisitor", "an agent of Coup 2022": "coup2022"}
        words = [f"coup try {quote(self.source)}"]
        if self.ruleset.name != usual.get(self.kind, "classic"):
            words.append(f"--ruleset {self.ruleset.name}")
        words += [f"--rule {name}={value}" for name, value in house_rules_of(self.ruleset).items()]
        return " ".join([*words, f"--seed {self.seed}", f"--game {fault.game}"])

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield f"{self.source}, {self.kind}, by {self.ruleset}, seed {self.seed}"
        yield ""
        for check in self.checks:
            yield from beside(check.name, check.told)
        yield from beside("answers", self.answers)
        yield from beside("thinking time", self.thinking)
        for place, duel in enumerate(self.duels):
            yield f"{'' if place else 'wins against':{WIDTH}} {duel}"
        yield ""
        yield from self.fault_lines()
        yield self.sentence

    @property
    def kinds(self) -> dict[str, int]:
        """The number of faults of each kind."""
        found = Counter(fault.kind for fault in self.faults)
        return {kind: found[kind] for kind in get_args(FaultKind)}

    @property
    def answers(self) -> str:
        """The number of answers, and of each kind of fault."""
        kinds = ", ".join(f"{number} {kind}" for kind, number in self.kinds.items())
        return f"{self.met.total():,}; {kinds}"

    @property
    def thinking(self) -> str:
        """Its thinking times."""
        times = f"median {shown_time(self.median)}, worst {shown_time(self.worst)}"
        return f"{times}; the limit is {self.limit:g} s"

    def fault_lines(self) -> Iterator[str]:
        """The faults, similar ones together."""
        groups = grouped(self.faults)
        for number, (fault, times) in enumerate(groups[:SHOWN], 1):
            often = "" if times == 1 else f", {times} times"
            yield f"{number}. {fault.kind}{often}: {fault.question}"
            if fault.answer is not None:
                yield f"   it answered  {fault.answer}"
            if fault.why:
                yield indent(fault.why.rstrip(), "   | ")
            yield f"   expected     {fault.right}"
            yield f"   repeat with  {self.command(fault)}"
            yield ""
        if len(groups) > SHOWN:
            yield f"and {len(groups) - SHOWN} more kinds of faults; --json has all"
            yield ""

    def as_dict(self) -> dict[str, Any]:
        """The report for programs."""
        return {
            "source": self.source,
            "kind": self.kind,
            "ruleset": str(self.ruleset),
            "seed": self.seed,
            "conforms": self.conforms,
            "verdict": self.sentence,
            "games": self.games,
            "checks": {
                check.name: {"passed": check.passed, "told": check.told} for check in self.checks
            },
            "questions": dict(self.met),
            "answers": self.met.total(),
            "fault_kinds": self.kinds,
            "faults": [fault.as_dict() | {"again": self.command(fault)} for fault in self.faults],
            "seconds": {"median": self.median, "worst": self.worst, "limit": self.limit},
            "wins": {
                duel.opponent: {"games": duel.games, **duel.rate._asdict()} for duel in self.duels
            },
        }


def beside(name: str, told: str) -> Iterator[str]:
    """A name with its text beside it, in lines that fit a terminal."""
    for line in wrap(told, WIDTH_OF_TEXT, break_long_words=False, break_on_hyphens=False):
        yield f"{name:{WIDTH}} {line}"
        name = ""


def with_article(kind: str) -> str:
    """A kind of fault, in a sentence."""
    if kind == "no answer":
        return kind
    noun = kind if kind == "exception" else f"{kind} answer"
    if kind == "wrong type":
        return "an answer of the wrong type"
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def shown_time(seconds: float) -> str:
    """A time as people read it.

    >>> shown_time(0.00042), shown_time(0.25), shown_time(1.5)
    ('0.4 ms', '250 ms', '1.5 s')
    """
    if seconds >= 1:
        return f"{seconds:.1f} s"
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"
