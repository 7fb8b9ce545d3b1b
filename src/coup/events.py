"""The story of a game: what happened, as typed events in order, each with a sentence.

Most events are public. A private one belongs to a single seat and is never told to another.
`narrate` finds the events of one move by comparing the states before and after it, so the kernel
needs to know nothing of stories.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from coup.moves import Move
from coup.rules import kernel as k
from coup.rules.digits import has
from coup.rules.names import (
    ACTIONS,
    ALLEGIANCES,
    ROLES,
    Kind,
    kind_of_question,
    roles_in,
    seats_in,
)
from coup.rules.state import Rules, State
from coup.words import both, count, noun, plain_names, title, titles


@dataclass(frozen=True)
class Event:
    """Something that happened; `str(event)` tells it."""

    def seen_by(self, seat: str | None) -> bool:
        """Whether a seat may know of it; a spectator is None."""
        return True


@dataclass(frozen=True)
class TurnBegan(Event):
    """A seat is to choose its action."""

    turn: int
    seat: str

    def __str__(self) -> str:
        return f"Turn {self.turn}: {self.seat}."


@dataclass(frozen=True)
class Declared(Event):
    """A seat names its action, and pays for it."""

    seat: str
    action: str
    target: str | None
    roles: tuple[str, ...]
    """The role that it claims; empty if none."""
    cost: int
    denied: tuple[str, ...] = ()
    """The role that it says it has not; empty if none."""

    def __str__(self) -> str:
        parts = []
        if self.cost:
            parts.append(f"pays {count(self.cost, 'coin')}")
        if self.roles:
            parts.append(f"claims {titles(self.roles)}")
        if self.denied:
            parts.append(f"denies {titles(self.denied)}")
        doing = {
            "income": "chooses income",
            "foreign_aid": "asks for foreign aid",
            "tax": "to take tax",
            "exchange": "to exchange cards",
            "steal": f"to steal from {self.target}",
            "assassinate": f"to assassinate {self.target}",
            "coup": f"for a coup against {self.target}",
            "investigate": f"to investigate {self.target}",
            "convert": f"to convert {self.target}" if self.target else "to change sides",
            "embezzle": "to take the reserve",
        }[self.action]
        return " ".join(filter(None, (self.seat, " and ".join(parts), doing))) + "."


@dataclass(frozen=True)
class Sided(Event):
    """A seat is on a side now: the first one's choice, or the effect of a conversion."""

    seat: str
    allegiance: str

    def __str__(self) -> str:
        return f"{self.seat} is a {self.allegiance} now."


@dataclass(frozen=True)
class Passed(Event):
    """A seat lets a claim or an action be."""

    seat: str
    asked: Kind
    """What it was asked."""

    def __str__(self) -> str:
        what = "challenge the block" if self.asked == "challenge block" else self.asked
        return f"{self.seat} does not {what}."


@dataclass(frozen=True)
class Blocked(Event):
    """A seat blocks an action, claiming a role, or one of two."""

    seat: str
    action: str
    roles: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat} blocks {noun(self.action)}, claiming {titles(self.roles)}."


@dataclass(frozen=True)
class Challenged(Event):
    """A seat doubts the last claim."""

    seat: str
    claimant: str
    roles: tuple[str, ...]
    denied: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.denied:
            return f"{self.seat} challenges: has {self.claimant} no {plain_names(self.denied)}?"
        return f"{self.seat} challenges: does {self.claimant} have {titles(self.roles)}?"


@dataclass(frozen=True)
class Revealed(Event):
    """The challenged seat shows a card."""

    seat: str
    role: str
    proves: bool

    def __str__(self) -> str:
        verdict = "the claim is proved" if self.proves else "the claim is lost"
        return f"{self.seat} reveals {title(self.role)}: {verdict}."


@dataclass(frozen=True)
class Proved(Event):
    """The challenged seat shows all its cards, to prove that it has not what it denied. They go
    back into the court deck, and it draws as many."""

    seat: str
    roles: tuple[str, ...]
    denied: tuple[str, ...]

    def __str__(self) -> str:
        cards = "another card" if len(self.roles) == 1 else "other cards"
        shown = both(list(map(title, self.roles)))
        return f"{self.seat} shows {shown}, no {plain_names(self.denied)}, and draws {cards}."


@dataclass(frozen=True)
class GaveIn(Event):
    """The challenged seat cannot prove, or will not, that it has not what it denied."""

    seat: str
    denied: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.seat} does not prove that it has no {plain_names(self.denied)}."


@dataclass(frozen=True)
class Replaced(Event):
    """The card that proved a claim goes back into the court deck, another is drawn."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} shuffles it into the court deck and draws another card."


@dataclass(frozen=True)
class Discarded(Event):
    """A card is lost and lies face up."""

    seat: str
    role: str

    def __str__(self) -> str:
        return f"{self.seat} loses {title(self.role)}."


@dataclass(frozen=True)
class Eliminated(Event):
    """A seat has no card left."""

    seat: str

    def __str__(self) -> str:
        return f"{self.seat} is out."


@dataclass(frozen=True)
class Gained(Event):
    """Coins from the treasury, or from another seat."""

    seat: str
    coins: int
    source: str | None
    """The seat they come from; None is the treasury."""

    def __str__(self) -> str:
        coins = count(self.coins, "coin") if self.coins else "no coins"
        return f"{self.seat} takes {coins} from {self.source or 'the treasury'}."


@dataclass(frozen=True)
class Embezzled(Event):
    """The reserve changes hands."""

    seat: str
    coins: int

    def __str__(self) -> str:
        coins = count(self.coins, "coin") if self.coins else "no coins"
        return f"{self.seat} takes {coins} from the reserve."


@dataclass(frozen=True)
class Failed(Event):
    """An action comes to nothing."""

    seat: str
    action: str
    blocked: bool
    """By a block; otherwise by a challenge."""
    refund: int

    def __str__(self) -> str:
        how = "is blocked" if self.blocked else "fails"
        back = f"; {self.seat} gets {count(self.refund, 'coin')} back" if self.refund else ""
        text = f"{noun(self.action)} {how}{back}."
        return text[0].upper() + text[1:]


@dataclass(frozen=True)
class Exchanged(Event):
    """A seat has returned as many cards as it drew."""

    seat: str
    cards: int

    def __str__(self) -> str:
        return f"{self.seat} drew {count(self.cards, 'card')} and returned as many."


@dataclass(frozen=True)
class Shown(Event):
    """The investigated seat shows one of its cards to the investigator alone."""

    seat: str
    to: str

    def __str__(self) -> str:
        return f"{self.seat} shows {self.to} a card."


@dataclass(frozen=True)
class Examined(Event):
    """The investigator has decided."""

    seat: str
    target: str
    swap: bool

    def __str__(self) -> str:
        if self.swap:
            return f"{self.seat} makes {self.target} swap it for a card of the court deck."
        return f"{self.seat} lets {self.target} keep it."


@dataclass(frozen=True)
class Ended(Event):
    """The game is over: somebody has won, or the turn limit is reached."""

    winner: str | None

    def __str__(self) -> str:
        return f"{self.winner} wins." if self.winner else "The turn limit is reached: nobody wins."


@dataclass(frozen=True)
class PrivateEvent(Event):
    """Something that one seat alone knows."""

    seat: str

    def seen_by(self, seat: str | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class Drew(PrivateEvent):
    """A card came into the hand."""

    role: str

    def __str__(self) -> str:
        return f"{self.seat} draws {title(self.role)}."


@dataclass(frozen=True)
class Returned(PrivateEvent):
    """A card went from the hand to the court deck."""

    role: str

    def __str__(self) -> str:
        return f"{self.seat} returns {title(self.role)}."


@dataclass(frozen=True)
class Saw(PrivateEvent):
    """The investigator sees a card."""

    owner: str
    role: str

    def __str__(self) -> str:
        return f"{self.seat} sees that {self.owner} has {title(self.role)}."


@dataclass(frozen=True)
class Showed(PrivateEvent):
    """The investigated seat knows what it showed."""

    to: str
    role: str

    def __str__(self) -> str:
        return f"{self.seat} shows {title(self.role)} to {self.to}."


@dataclass(frozen=True)
class Answered(PrivateEvent):
    """A secret answer: to challenge, to block or to pass."""

    answer: Move

    def __str__(self) -> str:
        if self.answer.verb == "pass":
            return f"{self.seat} secretly passes."
        deed = "challenge" if self.answer.verb == "challenge" else "block"
        return f"{self.seat} secretly wants to {deed}."


def narrate(
    names: tuple[str, ...], rules: Rules, before: State, seat: int, move: Move, after: State
) -> Iterator[Event]:
    """The events of one move, public and private, in order."""
    if seat == k.CHANCE:
        yield from _drawn(names, before, move)
    else:
        yield from _chosen(names, rules, before, names[seat], move, after)
    for gone in seats_in(before.alive & ~after.alive):
        yield Eliminated(names[gone])
    if after.phase == k.DOUBTING and before.phase != k.DOUBTING:
        yield Blocked(names[after.blocker], ACTIONS[after.action], roles_in(after.claim))
    if after.phase == k.REVEALING:
        claimant = names[after.claimant]
        denied = roles_in(after.denial)
        yield Challenged(names[after.challenger], claimant, roles_in(after.claim), denied)
    if after.fate != k.UNDECIDED:
        yield from _decided(names, before, move, after)
    if after.turn != before.turn:
        yield TurnBegan(after.turn, names[after.actor])
    if after.phase == k.OVER:
        yield Ended(None if after.winner == k.NOBODY else names[after.winner])


def _drawn(names: tuple[str, ...], before: State, move: Move) -> Iterator[Event]:
    """What chance did."""
    if move.role is None:
        return  # whom it picked shows in what follows; that it picked, nobody may know
    drawer = names[before.drawer]
    if before.phase == k.REDRAWING and not before.denial:
        yield Replaced(drawer)
    yield Drew(drawer, move.role)
    if before.phase == k.SWAPPING:
        yield Returned(drawer, ROLES[before.shown])


def _chosen(
    names: tuple[str, ...], rules: Rules, before: State, seat: str, move: Move, after: State
) -> Iterator[Event]:
    """What a seat did."""
    actor = names[before.actor]
    match move.verb:
        case "pass" | "challenge" | "block_foreign_aid" | "block_steal" | "block_assassinate":
            if rules.secret:
                yield Answered(seat, move)
            elif move.verb == "pass":
                yield Passed(seat, kind_of_question(before, rules))
        case "reveal" if move.role and before.denial:
            yield GaveIn(seat, roles_in(before.denial))
            yield Discarded(seat, move.role)
        case "prove":
            cards = roles_in(before.hands[names.index(seat)])
            yield Proved(seat, cards, roles_in(before.denial))
        case "reveal" if move.role:
            proves = after.phase == k.REDRAWING
            yield Revealed(seat, move.role, proves)
            if not proves:
                yield Discarded(seat, move.role)
        case "discard" if move.role:
            yield Discarded(seat, move.role)
        case "return" if move.role:
            yield Returned(seat, move.role)
            if not after.returns:
                yield Exchanged(seat, rules.exchange_draws)
        case "show" if move.role:
            yield Shown(seat, actor)
            yield Showed(seat, actor, move.role)
            yield Saw(actor, seat, move.role)
        case "keep" | "swap":
            yield Examined(seat, names[before.target], move.verb == "swap")
        case "loyalist" | "reformist":
            yield Sided(seat, move.verb)
        case "convert":
            cost = rules.convert_other_cost if move.target else rules.convert_cost
            yield Declared(seat, "convert", move.target, (), cost)
            converted = move.target or seat
            yield Sided(converted, ALLEGIANCES[has(after.sides, names.index(converted))])
        case "embezzle":
            yield Declared(seat, "embezzle", None, (), 0, roles_in(rules.denial))
        case action:
            number = ACTIONS.index(action)
            yield Declared(
                seat, action, move.target, roles_in(rules.claims[number]), rules.cost[number]
            )


def _decided(names: tuple[str, ...], before: State, move: Move, after: State) -> Iterator[Event]:
    """How the action ended, if that shows in coins or in nothing at all."""
    actor = before.actor
    action = ACTIONS.index(move.verb) if before.phase == k.TURN else before.action
    if after.fate == k.SUCCEEDED:
        if action in (k.INCOME, k.FOREIGN_AID, k.TAX, k.STEAL):
            coins = after.coins[actor] - before.coins[actor]
            yield Gained(names[actor], coins, names[before.target] if action == k.STEAL else None)
        elif action == k.EMBEZZLE:
            yield Embezzled(names[actor], before.reserve)
        return
    refund = max(0, after.coins[actor] - before.coins[actor])
    yield Failed(names[actor], ACTIONS[action], after.fate == k.BLOCKED, refund)
