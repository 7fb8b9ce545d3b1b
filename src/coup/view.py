"""What one seat may know of a game, and nothing else. Players are shown nothing but views.

A view is built from the public facts, the seat's own cards and the events it may see. It holds no
reference to the game, so nothing hidden can be reached from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from coup import picture
from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Event,
    Revealed,
    TurnBegan,
)
from coup.moves import Move
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import Kind
from coup.words import count, noun, plain_names, title, titles


@dataclass(frozen=True)
class Question:
    """What is being asked, of whom, and what about. Everybody may know it.

    kind: what is asked, in a word or two.
    asked: the seats that may answer now.
    actor: whose turn it is.
    action: what the actor does; None until it has chosen.
    target: the seat that the action is aimed at, if any.
    claimant: who made the claim in question, for the action or for a block.
    roles: the roles claimed; any of two where a block of a steal names no role.
    denied: the roles that the claimant denies having, as an embezzler does.
    blocker: who blocks.
    challenger: who challenges.
    """

    kind: Kind
    asked: tuple[str, ...]
    actor: str | None = None
    action: str | None = None
    target: str | None = None
    claimant: str | None = None
    roles: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    blocker: str | None = None
    challenger: str | None = None

    def __str__(self) -> str:
        who = ", ".join(self.asked)
        match self.kind:
            case "action":
                return f"{who}: which action?"
            case "challenge or block":
                return f"{who}: challenge or block {self._deed()}?"
            case "challenge":
                return f"{who}: challenge {self._deed()}?"
            case "block":
                return f"{who}: block {self._deed()}?"
            case "challenge block":
                return f"{who}: challenge {self.blocker}'s block with {titles(self.roles)}?"
            case "reveal" if self.denied:
                denied = plain_names(self.denied)
                return f"{who}: {self.challenger} challenges; prove that you have no {denied}."
            case "reveal":
                return f"{who}: {self.challenger} challenges {titles(self.roles)}; reveal a card."
            case "discard":
                return f"{who}: lose a card."
            case "return":
                return f"{who}: return a card to the court deck."
            case "show":
                return f"{who}: show {self.actor} a card."
            case "examine":
                return f"{who}: may {self.target} keep the card?"
            case "allegiance":
                return f"{who}: loyalist or reformist?"
            case "chance":
                return "Chance is to move."
            case "over":
                return "The game is over."

    def _deed(self) -> str:
        what = noun(self.action or "").removeprefix("the ")
        link = "from" if self.action == "steal" else "of"
        target = f" {link} {self.target}" if self.target else ""
        claim = f", claiming {titles(self.roles)}" if self.roles and self.kind != "block" else ""
        denial = f", denying {titles(self.denied)}" if self.denied else ""
        return f"{self.actor}'s {what}{target}{claim}{denial}"


def heading(ruleset: Ruleset, turn: int, deck_size: int, reserve: int) -> str:
    """The line above a picture of the table."""
    deck = f"{ruleset}, turn {turn}, {deck_size} cards in the court deck"
    return f"{deck}, {count(reserve, 'coin')} in the reserve" if ruleset.rules.reforms else deck


def caption(question: Question, winner: str | None, shown: str | None = None) -> str:
    """The line below it: the state of the game in a sentence."""
    if question.kind == "over":
        return f"{winner} has won." if winner else "The game ended without a winner."
    if shown:
        return f"{question.actor}: may {question.target} keep {title(shown)}?"
    return str(question)


Outcome = Literal["open", "unchallenged", "challenged", "proved", "lost"]


@dataclass(frozen=True)
class Claim:
    """A claim of a seat to have a role."""

    seat: str
    move: str
    """The action or block that it was made for."""
    roles: tuple[str, ...]
    outcome: Outcome = "open"
    """Lost: the card shown did not prove it. It may or may not have been a bluff."""


def claims_in(events: Iterable[Event]) -> tuple[Claim, ...]:
    """All claims in a story, and how they ended."""
    made: list[tuple[str, str, tuple[str, ...]]] = []
    outcomes: list[Outcome] = []

    def claim(seat: str, move: str, roles: tuple[str, ...]) -> None:
        made.append((seat, move, roles))
        outcomes.append("open")

    def settle(old: Outcome, new: Outcome) -> None:
        if outcomes and outcomes[-1] == old:
            outcomes[-1] = new

    for event in events:
        match event:
            case Declared() if event.roles:
                claim(event.seat, event.action, event.roles)
            case Blocked():
                settle("open", "unchallenged")
                claim(event.seat, f"block_{event.action}", event.roles)
            case Challenged():
                settle("open", "challenged")
            case Revealed():
                settle("challenged", "proved" if event.proves else "lost")
            case TurnBegan():
                settle("open", "unchallenged")
    return tuple(Claim(*each, outcome) for each, outcome in zip(made, outcomes, strict=True))


@dataclass(frozen=True)
class View:
    """A game as one seat sees it, or a spectator.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> game.view("ann").hand, game.view("bob").cards
    (('duke', 'captain'), {'ann': 2, 'bob': 2})

    ruleset: the ruleset, house rules included.
    seat: whose view it is; None for a spectator.
    seats: all seats, clockwise; the first one began.
    turn: the number of the turn, counted from 1.
    hand: the seat's own face-down cards.
    alive: the seats that are still in.
    coins: everybody's coins.
    cards: how many face-down cards each seat has.
    discarded: each seat's face-up cards.
    deck_size: cards in the court deck.
    allegiances: everybody's side, `loyalist` or `reformist`; empty where there are none.
    reserve: coins in the reserve.
    question: what is being asked, and of whom.
    shown: the card that an investigator has to decide about; only these two players see it.
    legal_moves: the seat's legal moves; empty if it is not asked.
    events: the story so far: public events, and those that only this seat knows.
    over, winner: whether the game has ended, and who won, if anybody.
    """

    ruleset: Ruleset
    seat: str | None
    seats: tuple[str, ...]
    turn: int
    hand: tuple[str, ...]
    alive: tuple[str, ...]
    coins: dict[str, int]
    cards: dict[str, int]
    discarded: dict[str, tuple[str, ...]]
    deck_size: int
    allegiances: dict[str, str]
    reserve: int
    question: Question
    shown: str | None
    legal_moves: tuple[Move, ...]
    events: tuple[Event, ...]
    over: bool
    winner: str | None

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """All claims so far, and how they ended."""
        claims = claims_in(self.events)
        if claims and claims[-1].outcome == "open" and "challenge" not in self.question.kind:
            return (*claims[:-1], replace(claims[-1], outcome="unchallenged"))
        return claims

    def picture(self) -> picture.Picture:
        """The table as this seat sees it."""
        rows = tuple(
            picture.Row(
                seat,
                self.coins[seat],
                self.hand if seat == self.seat else (None,) * self.cards[seat],
                self.discarded[seat],
                seat in self.alive,
                self.allegiances.get(seat),
            )
            for seat in self.seats
        )
        return picture.Picture(
            heading(self.ruleset, self.turn, self.deck_size, self.reserve),
            rows,
            None if self.over else self.question.actor,
            caption(self.question, self.winner, self.shown),
        )

    def __str__(self) -> str:
        return picture.as_text(self.picture())

    def _repr_svg_(self) -> str:
        return picture.as_svg(self.picture())


def unseen(view: View, role: str) -> int:
    """The number of copies of a role that are neither in the seat's hand nor face up."""
    face_up = sum(cards.count(role) for cards in view.discarded.values())
    return view.ruleset.copies_for(len(view.seats)) - face_up - view.hand.count(role)


def claim_of(view: View, move: Move) -> tuple[str, ...]:
    """The roles that a move claims; for a block of a steal, the one that it names."""
    if move.verb == "block_steal" and move.role:
        return (move.role,)
    return view.ruleset.claims.get(move.verb, ())


def denial_of(view: View, move: Move) -> tuple[str, ...]:
    """The roles that a move denies."""
    role = view.ruleset.embezzle
    return (role,) if role and move.verb == "embezzle" else ()


def opposed(view: View) -> list[str]:
    """The living seats that may attack and block the seat, and that it may attack: those of the
    other side, or all others if everybody is on one side.

    >>> import coup
    >>> opposed(coup.Game(["ann", "bob", "carl"], "reformation").view("ann"))
    ['bob']
    """
    others = [seat for seat in view.alive if seat != view.seat]
    side = view.allegiances.get(str(view.seat))
    across = [seat for seat in others if view.allegiances.get(seat) != side]
    return across or others


def holds(view: View, move: Move) -> bool:
    """Whether the seat can prove what the move claims or denies, if anything."""
    if denial_of(view, move):
        return view.ruleset.embezzle not in view.hand
    roles = claim_of(view, move)
    return not roles or any(role in view.hand for role in roles)


def believable(view: View, move: Move) -> bool:
    """Whether the claim could be true, given what everybody can see."""
    face_up = [card for cards in view.discarded.values() for card in cards]
    roles = claim_of(view, move)
    copies = view.ruleset.copies_for(len(view.seats))
    return not roles or any(face_up.count(role) < copies for role in roles)


def disproved(view: View) -> bool:
    """Whether the claim in question cannot be true, given what this seat can see."""
    if view.question.denied:
        return _must_have(view, str(view.question.claimant), view.question.denied)
    return all(unseen(view, role) == 0 for role in view.question.roles)


def _must_have(view: View, seat: str, roles: tuple[str, ...]) -> bool:
    """Whether a seat must have one of some roles, since too few cards of the others are left."""
    others = [role for role in view.ruleset.roles if role not in roles]
    return sum(unseen(view, role) for role in others) < view.cards[seat]
