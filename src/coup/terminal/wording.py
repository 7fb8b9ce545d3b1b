"""Texts for the full screen and plain lines: table, claims, actions, story, score."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from rich.cells import cell_len, set_cell_size

from coup.bots import is_built_in
from coup.choices import role_name
from coup.events import (
    Answered,
    Discarded,
    Drew,
    Eliminated,
    Event,
    Passed,
    Proved,
    Revealed,
    TurnBegan,
)
from coup.game import Game
from coup.hindsight import with_bluffs
from coup.hosting.entrants import is_url
from coup.hosting.evening import PERSON, Evening
from coup.hosting.seats import Fault
from coup.languages import current, refusal, say
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import Kind
from coup.summary import summary
from coup.terminal.house_rules import HOUSE_RULES
from coup.terminal.saves import Kept
from coup.view import View

CLAIMED = {
    (False, "proved"): "{roles}, proved",
    (False, "lost"): "{roles}, lost",
    (True, ""): "{roles} {n:times}",
    (True, "proved"): "{roles} {n:times}, proved",
    (True, "lost"): "{roles} {n:times}, lost",
}
"""By whether it was claimed more than once, and by the outcome."""
PASSES: dict[Kind, str] = {
    "challenge": "{names:and} do not challenge.",
    "block": "{names:and} do not block.",
    "challenge block": "{names:and} do not challenge the block.",
    "challenge or block": "{names:and} do not challenge or block.",
}
PACES = {
    "slow": "Bots play slowly now.",
    "normal": "Bots play at their usual pace now.",
    "quick": "Bots play quickly now.",
    "at once": "Bots play at once now.",
}


class Claimed(NamedTuple):
    """How often a seat claimed a role, or one of several, and the outcome of the last claim."""

    roles: tuple[str, ...]
    times: int
    end: Literal["", "proved", "lost"]

    def __str__(self) -> str:
        roles = "/".join(map(role_name, self.roles))
        if self.times == 1 and not self.end:
            return roles
        return say(CLAIMED[self.times > 1, self.end], roles=roles, n=self.times)

    @property
    def signs(self) -> str:
        """The same with signs for everything but the roles."""
        roles = "/".join(map(role_name, self.roles))
        return roles + (f" {self.times}x" if self.times > 1 else "") + self._sign

    @property
    def short(self) -> str:
        """The same in a few letters and signs."""
        letters = "/".join(current().form(f"{role}.short") for role in self.roles)
        return letters + (str(self.times) if self.times > 1 else "") + self._sign

    @property
    def _sign(self) -> str:
        return {"": "", "proved": "✓", "lost": "✗"}[self.end]


def claimed(view: View, seat: str) -> list[Claimed]:
    """A seat's claims so far.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "captain captain", "bob": "duke duke"})
    >>> for move in ("tax", "pass", "income", "tax", "challenge", "reveal captain"): game.push(move)
    >>> for each in claimed(game.view("bob"), "ann"): print(each, each.signs, each.short)
    Duke 2 times, lost Duke 2x✗ Du2✗
    """
    found: dict[tuple[str, ...], Claimed] = {}
    for claim in view.claims:
        if claim.seat == seat:
            _, times, end = found.get(claim.roles, Claimed(claim.roles, 0, ""))
            if claim.outcome in ("proved", "lost"):
                end = "proved" if claim.outcome == "proved" else "lost"
            found[claim.roles] = Claimed(claim.roles, times + 1, end)
    return list(found.values())


def sentences(events: Iterable[Event]) -> list[tuple[Event, str]]:
    """A story in sentences, each with its event; seats that pass together share one.

    >>> from coup.events import Passed
    >>> for _, text in sentences([Passed("bob", "block"), Passed("cleo", "block")]):
    ...     print(text)
    bob and cleo do not block.
    """
    told: list[tuple[Event, str]] = []
    for _, group in groupby(events, key=_kin):
        same = list(group)
        seats = [str(getattr(event, "seat", "")) for event in same]
        if len(same) > 1 and isinstance(same[0], Passed):
            told.append((same[0], say(PASSES[same[0].asked], names=seats)))
        elif len(same) > 1:
            roles = [event.role for event in same if isinstance(event, Drew)]
            told.append((same[0], say("{seat} draws {roles:the and}.", seat=seats[0], roles=roles)))
        else:
            told += [(event, str(event)) for event in same]
    return told


def is_passing(events: Sequence[Event]) -> bool:
    """Whether the last event is a pass: more may follow, and all of them share a sentence."""
    return bool(events) and isinstance(events[-1], Passed)


def _kin(event: Event) -> object:
    """A key that is equal for events that share a sentence."""
    match event:
        case Passed():
            return event.asked
        case Drew():
            return Drew, event.seat
    return id(event)


def reason(why: Exception, names: Iterable[str] = ()) -> str:
    """Why something cannot be done, as a sentence.

    names: of people, which stay as they are at its beginning, as the names of house rules do.
    """
    told, stop = refusal(str(why)), current().form("stop")
    if not told.startswith((*names, *HOUSE_RULES)):
        told = told[:1].upper() + told[1:]
    return told if told.endswith(("?", "\uff1f", ".", stop)) else told + stop


def sentence(text: str, names: Iterable[str] = (), stop: str | None = None) -> str:
    """A text as a sentence.

    names: names of people, which are not capitalized.
    stop: the final punctuation; by default the full stop of the language.

    >>> sentence("take 1 coin")
    'Take 1 coin.'
    >>> sentence("ada loses a card", ["ada"])
    'ada loses a card.'
    """
    begun = text if text.startswith(tuple(names)) else text[:1].upper() + text[1:]
    return begun + (current().form("stop") if stop is None else stop)


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """A text in lines that fit, even if letters are two columns wide and words are not separated by
    spaces.

    >>> wrapped("a long sentence", 8, 2), wrapped("公爵を疑う。", 12)
    (['a long', '  sentence'], ['公爵を疑う。'])
    """
    if cell_len(text) == len(text):
        blanks = " " * indent
        return textwrap.wrap(
            text,
            width,
            subsequent_indent=blanks,
            break_long_words=False,  # a path stays in one piece, so that it can be copied
            break_on_hyphens=False,
        )
    lines = [""]
    for piece in PIECES.findall(text):
        room = width - (indent if len(lines) > 1 else 0)
        if cell_len((lines[-1] + piece).rstrip()) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return [" " * (indent if n else 0) + line.rstrip() for n, line in enumerate(lines)]


NARROW = 80  # columns
PIECES = re.compile(
    r"[^\u3000-\u9fff\uff00-\uffef\s]+\s*|.[\u3001\u3002\u300d\uff01\uff09\uff1f\u2026]*\s*"
)
"""What is not broken: words, and wide letters with the punctuation after them."""


def grave(events: Iterable[Event]) -> list[str]:
    """What everybody should have time to see: revealed cards, and seats that go out."""
    laid_open = Revealed | Proved | Discarded | Eliminated
    return [str(event) for event in events if isinstance(event, laid_open)]


def finale(view: View) -> list[str]:
    """How a round ended, in up to two sentences."""
    return [text for _, text in sentences(view.events)][-3:-1]


def banner(evening: Evening) -> list[str]:
    """Who has won the round that has just ended."""
    winner = evening.game.winner
    if winner is None:
        text = say("*** Nobody wins round {n}. ***", n=evening.number)
    else:
        text = say("*** {winner} wins round {n}. ***", winner=winner, n=evening.number)
    return ["", text]


def pace(name: str) -> str:
    """A message about the bots' new pace."""
    return say(PACES[name])


def draws(view: View) -> int:
    """How many cards a seat was dealt or has drawn; everybody may know this."""
    return sum(isinstance(event, Drew) for event in view.events)


def complaint(seat: str, fault: Fault, path: Path) -> str:
    """What a bot did wrong, and where to read more."""
    what = fault.why.strip().splitlines()[-1]
    text = (
        "{seat} answered {answer} ({what}). Whenever it fails from now on, a move is made for it. "
        "More about it: {path}"
        if fault.answer
        else "{seat} failed: {what}. Whenever it fails from now on, a move is made for it. "
        "More about it: {path}"
    )
    return say(text, seat=seat, answer=fault.answer, what=what, path=path)


def kind_of(source: str) -> str:
    """The kind of bot in a chair, in a word."""
    if is_built_in(source):
        return source.partition(":")[0]
    return "http" if is_url(source) else "own"


def columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows of words as lines with aligned columns, even if letters are two columns wide."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(set_cell_size(*cell) for cell in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def table(
    view: View, chairs: dict[str, str], hands: dict[str, tuple[str, ...]] | None = None
) -> list[str]:
    """Everybody's coins, cards and claims; `hands` are the visible ones, usually one's own."""
    open_hands = {view.seat: view.hand} if hands is None else {**hands}
    sides = (say("side"),) if view.allegiances else ()
    rows: list[tuple[str, ...]] = [
        ("", *sides, say("coins"), say("cards"), say("face up"), say("claimed"))
    ]
    for seat in view.seats:
        cards = ", ".join(map(role_name, open_hands.get(seat, ())))
        cards = cards or "? " * view.cards[seat]
        if not view.cards[seat]:
            cards = say("drawing") if seat in view.alive else say("out")
        rows.append(
            (
                ("> " if seat == view.question.actor else "  ") + who(seat, chairs),
                *([current().form(view.allegiances[seat])] if sides else []),
                f"{view.coins[seat]:>5}",
                cards.strip(),
                ", ".join(map(role_name, view.discarded[seat])),
                "; ".join(map(str, claimed(view, seat))),
            )
        )
    return [*columns(rows), *reserve(view)]


def reserve(view: View) -> list[str]:
    """The coins in the reserve, if there is one."""
    if not view.ruleset.rules.reforms:
        return []
    return [f"  {say('The reserve holds {n:coins}.', n=view.reserve)}"]


def who(seat: str, chairs: dict[str, str]) -> str:
    """A seat's name; for a bot, with its kind."""
    if chairs[seat] == PERSON:
        return seat
    return say("{seat} ({kind} bot)", seat=seat, kind=kind_of(chairs[seat]))


def actions(ruleset: Ruleset) -> list[str]:
    """The summary of actions, claims and counteractions, as lines."""
    rows: list[tuple[str, ...]] = [
        (say("role"), say("action"), say("effect"), say("blocks"), say("blocked by"))
    ]
    rows += [
        (
            role_name(row.role) if row.role else say("Anybody"),
            row.action,
            row.effect,
            row.blocks,
            ", ".join(map(role_name, row.blocked_by)),
        )
        for row in summary(ruleset)
    ]
    return columns(rows)


def rules_of(ruleset: Ruleset) -> str:
    """The name of a ruleset, and its differences from the named one.

    >>> import coup
    >>> rules_of(coup.ruleset("classic", coins=3))
    'classic with coins=3'
    """
    if not ruleset.changes:
        return ruleset.name
    changes = ", ".join(ruleset.changes)
    return say("{ruleset} with {changes}", ruleset=ruleset.name, changes=changes)


def score(evening: Evening) -> list[str]:
    """The number of rounds won by each."""
    rows: list[tuple[str, ...]] = [("", say("rounds won"))]
    for name, won in sorted(evening.score.items(), key=lambda item: -item[1]):
        rows.append((who(name, evening.chairs), f"{won:>10}"))
    after = say("After {n:rounds}:", n=len(evening.rounds))
    return [after, *columns(rows), say("There is no second place.")]


def saved(kept: Sequence[Kept]) -> list[str]:
    """The saved evenings, each in a few short lines: when, who plays, and the score."""
    lines = []
    for number, each in enumerate(kept, 1):
        head = f"{number:>2}  {each.left:%Y-%m-%d %H:%M}"
        if each.evening is None:
            lines.append(f"{head}  {say('damaged: {name}', name=each.path.name)}")
            continue
        chairs, score = each.evening.chairs, each.evening.score
        won = ", ".join(f"{name} {rounds}" for name, rounds in score.items() if rounds)
        lines.append(f"{head}  {rules_of(each.evening.ruleset)}")
        names = ", ".join(who(name, chairs) for name in chairs)
        lines += [f"    {line}" for line in wrapped(names, NARROW - 4)]
        lines.append(f"    {say('rounds won')}: {won or say('none yet')}")
    return lines


def open_story(events: Sequence[Event]) -> list[str]:
    """A story with all cards open, with its bluffs marked."""
    lies = {id(event) for event, bluffer in with_bluffs(events) if bluffer}
    spoken = [event for event in events if not is_silent(event)]
    return [
        ("— " if isinstance(event, TurnBegan) else "")
        + text
        + (f" {say('(A bluff.)')}" if id(event) in lies else "")
        for event, text in sentences(spoken)
    ]


def is_silent(event: Event) -> bool:
    """Whether an event is not told: a secret pass."""
    return isinstance(event, Answered) and event.answer.verb == "pass"


def truth(game: Game) -> list[str]:
    """How often each seat bluffed in a round, and its story with all cards open."""
    bluffs = Counter(told.bluffer for told in with_bluffs(game.events))
    liars = [
        say("{seat} {n:times}", seat=seat, n=bluffs[seat]) for seat in game.seats if bluffs[seat]
    ]
    who_bluffed = (
        say("Who bluffed: {names}.", names=", ".join(liars)) if liars else say("Nobody bluffed.")
    )
    return [who_bluffed, "", *open_story(game.events)]
