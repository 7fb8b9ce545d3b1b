"""What both faces show, in words: the table, the claims, the actions, the story, the score."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from coup.choices import summary
from coup.events import Event, Passed, TurnBegan
from coup.game import Game
from coup.hindsight import with_bluffs
from coup.players.evening import PERSON, Evening
from coup.rules.rulesets import Ruleset
from coup.view import View
from coup.words import count

NO_SECOND_PLACE = "There is no second place."


def claimed(view: View, seat: str) -> str:
    """What a seat has claimed so far, and what became of it.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "captain captain", "bob": "duke duke"})
    >>> for move in ("tax", "pass", "income", "tax", "challenge", "reveal captain"): game.push(move)
    >>> claimed(game.view("bob"), "ann")
    'Duke 2 times, caught'
    """
    times: Counter[str] = Counter()
    ends: dict[str, str] = {}
    for claim in view.claims:
        if claim.seat == seat:
            roles = "/".join(map(str.capitalize, claim.roles))
            times[roles] += 1
            if claim.outcome in ("proved", "lost"):
                ends[roles] = {"proved": ", proved", "lost": ", caught"}[claim.outcome]
    return "; ".join(
        roles + (f" {number} times" if number > 1 else "") + ends.get(roles, "")
        for roles, number in times.items()
    )


def sentences(events: Iterable[Event]) -> list[tuple[Event, str]]:
    """A story in sentences, each with its event; those who let something pass share one.

    >>> from coup.events import Passed
    >>> for _, text in sentences([Passed("bob", "block"), Passed("cleo", "block")]):
    ...     print(text)
    bob and cleo do not block.
    """
    told: list[tuple[Event, str]] = []
    for _, group in groupby(events, lambda event: (type(event), getattr(event, "asked", ""))):
        same = list(group)
        names = [event.seat for event in same if isinstance(event, Passed)]
        if len(names) > 1:
            rest = str(same[0]).removeprefix(f"{names[0]} does")
            told.append((same[0], f"{', '.join(names[:-1])} and {names[-1]} do{rest}"))
        else:
            told += [(event, str(event)) for event in same]
    return told


def columns(rows: list[tuple[str, ...]]) -> list[str]:
    """Rows of words as lines with straight columns."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def table(
    view: View, chairs: dict[str, str], hands: dict[str, tuple[str, ...]] | None = None
) -> list[str]:
    """Everybody's coins, cards and claims; `hands` are those seen, usually one's own."""
    open_hands = {view.seat: view.hand} if hands is None else {**hands}
    rows: list[tuple[str, ...]] = [("", "coins", "cards", "face up", "claimed")]
    for seat in view.seats:
        cards = ", ".join(map(str.capitalize, open_hands.get(seat, ())))
        cards = cards or "? " * view.cards[seat]
        if not view.cards[seat]:
            cards = "out" if seat not in view.alive else "drawing"
        rows.append(
            (
                ("> " if seat == view.question.actor else "  ") + who(seat, chairs),
                f"{view.coins[seat]:>5}",
                cards.strip(),
                ", ".join(map(str.capitalize, view.discarded[seat])),
                claimed(view, seat),
            )
        )
    return columns(rows)


def who(seat: str, chairs: dict[str, str]) -> str:
    """A seat's name, marked if a bot plays it."""
    return seat if chairs[seat] == PERSON else f"{seat} (bot)"


def actions(ruleset: Ruleset) -> list[str]:
    """The summary of actions, claims and counteractions, as lines."""
    rows: list[tuple[str, ...]] = [("role", "action", "effect", "blocks", "blocked by")]
    rows += [
        (
            (row.role or "anybody").capitalize(),
            row.action,
            row.effect,
            row.blocks,
            ", ".join(map(str.capitalize, row.blocked_by)),
        )
        for row in summary(ruleset)
    ]
    return columns(rows)


def score(evening: Evening) -> list[str]:
    """Who has won how many rounds."""
    rows: list[tuple[str, ...]] = [("", "rounds won")]
    for name, won in sorted(evening.score.items(), key=lambda item: -item[1]):
        rows.append((who(name, evening.chairs), f"{won:>10}"))
    return [f"After {count(len(evening.rounds), 'round')}:", *columns(rows), NO_SECOND_PLACE]


def open_story(events: Sequence[Event]) -> list[str]:
    """A story with all cards open: what happened, and which claims were bluffs."""
    lies = {id(event) for event, bluffer in with_bluffs(events) if bluffer}
    return [
        ("— " if isinstance(event, TurnBegan) else "")
        + text
        + (" (A bluff.)" if id(event) in lies else "")
        for event, text in sentences(events)
    ]


def truth(game: Game) -> list[str]:
    """The story of a round with all cards open, and who bluffed how often."""
    bluffs = Counter(told.bluffer for told in with_bluffs(game.events))
    liars = [f"{seat} {count(bluffs[seat], 'time')}" for seat in game.seats if bluffs[seat]]
    return [*open_story(game.events), f"Who bluffed: {', '.join(liars) or 'nobody'}."]
