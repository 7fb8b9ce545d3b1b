"""The story of a game: what happened, as typed events in order, each with a sentence.

Most events are public. A private one belongs to a single seat and is never shown to another.
`narrate` finds the events of one move by comparing the states before and after it, so the kernel
knows nothing of stories.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from coup.languages import say
from coup.moves import Move
from coup.rules import kernel as k
from coup.rules.digits import has
from coup.rules.state import Rules, State
from coup.rules.vocabulary import (
    ACTIONS,
    ALLEGIANCES,
    ROLES,
    Kind,
    kind_of_question,
    roles_in,
    seats_in,
)

DEEDS = {
    "income": "{seat} chooses income.",
    "foreign_aid": "{seat} asks for foreign aid.",
    "tax": "{seat} claims {roles:the} to take tax.",
    "exchange": "{seat} claims {roles:the} to exchange cards.",
    "steal": "{seat} claims {roles:the} to steal from {target}.",
    "assassinate": "{seat} pays {cost:coins} and claims {roles:the} to assassinate {target}.",
    "coup": "{seat} pays {cost:coins} for a coup against {target}.",
    "investigate": "{seat} claims {roles:the} to investigate {target}.",
    "convert": "{seat} pays {cost:coins} to convert {target}.",
    "embezzle": "{seat} denies {denied:the} to take the reserve.",
}
FREE_ASSASSINATION = "{seat} claims {roles:the} to assassinate {target}."
CHANGE_OF_SIDES = "{seat} pays {cost:coins} to change sides."
SIDED = {
    "loyalist": "{seat} is a loyalist now.",
    "reformist": "{seat} is a reformist now.",
}
PASSES: dict[Kind, str] = {
    "challenge": "{seat} does not challenge.",
    "block": "{seat} does not block.",
    "challenge block": "{seat} does not challenge the block.",
    "challenge or block": "{seat} does not challenge or block.",
}
BLOCKS = {
    "foreign_aid": "{seat} blocks foreign aid, claiming {roles:the}.",
    "steal": "{seat} blocks the steal, claiming {roles:the}.",
    "assassinate": "{seat} blocks the assassination, claiming {roles:the}.",
}
FAILURES = {
    "foreign_aid": "Foreign aid fails.",
    "tax": "The tax fails.",
    "exchange": "The exchange fails.",
    "steal": "The steal fails.",
    "assassinate": "The assassination fails.",
    "investigate": "The investigation fails.",
    "embezzle": "The embezzlement fails.",
}
BLOCKED = {
    "foreign_aid": "Foreign aid is blocked.",
    "steal": "The steal is blocked.",
    "assassinate": "The assassination is blocked.",
}
FAILED_REFUND = "The assassination fails; {seat} gets {refund:coins} back."
BLOCKED_REFUND = "The assassination is blocked; {seat} gets {refund:coins} back."


@dataclass(frozen=True)
class Event:
    """Something that happened; `str(event)` is its sentence."""

    def seen_by(self, seat: str | None) -> bool:
        """Whether a seat may know of it; a spectator is None."""
        return True


@dataclass(frozen=True)
class TurnBegan(Event):
    """A seat is to choose its action."""

    turn: int
    seat: str

    def __str__(self) -> str:
        return say("Turn {turn}: {seat}.", turn=self.turn, seat=self.seat)


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
    """The role that it says it does not have; empty if none."""

    def __str__(self) -> str:
        sentence = DEEDS[self.action]
        if self.action == "assassinate" and not self.cost:
            sentence = FREE_ASSASSINATION
        if self.action == "convert" and self.target is None:
            sentence = CHANGE_OF_SIDES
        return say(sentence, **vars(self))


@dataclass(frozen=True)
class Sided(Event):
    """A seat is now on a side: by the first seat's choice, or by a conversion."""

    seat: str
    allegiance: str

    def __str__(self) -> str:
        return say(SIDED[self.allegiance], seat=self.seat)


@dataclass(frozen=True)
class Passed(Event):
    """A seat neither challenges nor blocks."""

    seat: str
    asked: Kind
    """What it was asked."""

    def __str__(self) -> str:
        return say(PASSES[self.asked], seat=self.seat)


@dataclass(frozen=True)
class Blocked(Event):
    """A seat blocks an action, claiming a role, or one of two."""

    seat: str
    action: str
    roles: tuple[str, ...]

    def __str__(self) -> str:
        return say(BLOCKS[self.action], seat=self.seat, roles=self.roles)


@dataclass(frozen=True)
class Challenged(Event):
    """A seat challenges the last claim."""

    seat: str
    claimant: str
    roles: tuple[str, ...]
    denied: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.denied:
            return say("{seat} challenges: has {claimant} no {denied:name}?", **vars(self))
        return say("{seat} challenges: does {claimant} have {roles:the}?", **vars(self))


@dataclass(frozen=True)
class Revealed(Event):
    """The challenged seat shows a card."""

    seat: str
    role: str
    proves: bool

    def __str__(self) -> str:
        if self.proves:
            return say("{seat} reveals {role:the}: the claim is proved.", **vars(self))
        return say("{seat} reveals {role:the}: the claim is lost.", **vars(self))


@dataclass(frozen=True)
class Proved(Event):
    """The challenged seat shows all its cards, to prove that it does not have the role that it
    denied. They go back into the court deck, and it draws as many."""

    seat: str
    roles: tuple[str, ...]
    denied: tuple[str, ...]

    def __str__(self) -> str:
        text = "{seat} shows {roles:the and}, no {denied:name}, and draws other cards."
        if len(self.roles) == 1:
            text = "{seat} shows {roles:the}, no {denied:name}, and draws another card."
        return say(text, **vars(self))


@dataclass(frozen=True)
class GaveIn(Event):
    """The challenged seat cannot or will not prove its denial."""

    seat: str
    denied: tuple[str, ...]

    def __str__(self) -> str:
        return say("{seat} does not prove that it has no {denied:name}.", **vars(self))


@dataclass(frozen=True)
class Replaced(Event):
    """The card that proved a claim goes back into the court deck, and the seat draws another."""

    seat: str

    def __str__(self) -> str:
        text = "{seat} shuffles it into the court deck and draws another card."
        return say(text, seat=self.seat)


@dataclass(frozen=True)
class Discarded(Event):
    """A card is lost and lies face up."""

    seat: str
    role: str

    def __str__(self) -> str:
        return say("{seat} loses {role:the}.", seat=self.seat, role=self.role)


@dataclass(frozen=True)
class Eliminated(Event):
    """A seat has no card left."""

    seat: str

    def __str__(self) -> str:
        return say("{seat} is out.", seat=self.seat)


@dataclass(frozen=True)
class Gained(Event):
    """Coins from the treasury, or from another seat."""

    seat: str
    coins: int
    source: str | None
    """The seat they come from; None is the treasury."""

    def __str__(self) -> str:
        if self.source is None:
            return say("{seat} takes {coins:coins} from the treasury.", **vars(self))
        return say("{seat} takes {coins:coins} from {source}.", **vars(self))


@dataclass(frozen=True)
class Embezzled(Event):
    """A seat takes the reserve."""

    seat: str
    coins: int

    def __str__(self) -> str:
        return say("{seat} takes {coins:coins} from the reserve.", **vars(self))


@dataclass(frozen=True)
class Failed(Event):
    """An action fails."""

    seat: str
    action: str
    blocked: bool
    """By a block; otherwise by a challenge."""
    refund: int

    def __str__(self) -> str:
        if self.refund:  # only an assassination is paid for and can fail
            text = BLOCKED_REFUND if self.blocked else FAILED_REFUND
            return say(text, seat=self.seat, refund=self.refund)
        return say((BLOCKED if self.blocked else FAILURES)[self.action])


@dataclass(frozen=True)
class Exchanged(Event):
    """A seat has returned as many cards as it drew."""

    seat: str
    cards: int

    def __str__(self) -> str:
        return say("{seat} drew {cards:cards} and returned as many.", **vars(self))


@dataclass(frozen=True)
class Shown(Event):
    """The investigated seat shows one of its cards to the investigator alone."""

    seat: str
    to: str

    def __str__(self) -> str:
        return say("{seat} shows {to} a card.", seat=self.seat, to=self.to)


@dataclass(frozen=True)
class Examined(Event):
    """The investigator decides whether the card stays."""

    seat: str
    target: str
    swap: bool

    def __str__(self) -> str:
        if self.swap:
            return say("{seat} makes {target} swap it for a card of the court deck.", **vars(self))
        return say("{seat} lets {target} keep it.", **vars(self))


@dataclass(frozen=True)
class Ended(Event):
    """The game is over: somebody has won, or the turn limit is reached."""

    winner: str | None

    def __str__(self) -> str:
        if self.winner is None:
            return say("The turn limit is reached: nobody wins.")
        return say("{winner} wins.", winner=self.winner)


@dataclass(frozen=True)
class PrivateEvent(Event):
    """Something that only one seat knows."""

    seat: str

    def seen_by(self, seat: str | None) -> bool:
        return seat == self.seat


@dataclass(frozen=True)
class Drew(PrivateEvent):
    """A card came into the hand."""

    role: str

    def __str__(self) -> str:
        return say("{seat} draws {role:the}.", seat=self.seat, role=self.role)


@dataclass(frozen=True)
class Returned(PrivateEvent):
    """A card went from the hand to the court deck."""

    role: str

    def __str__(self) -> str:
        return say("{seat} returns {role:the}.", seat=self.seat, role=self.role)


@dataclass(frozen=True)
class Saw(PrivateEvent):
    """The investigator sees a card."""

    owner: str
    role: str

    def __str__(self) -> str:
        return say("{seat} sees that {owner} has {role:the}.", **vars(self))


@dataclass(frozen=True)
class Showed(PrivateEvent):
    """The investigated seat knows what it showed."""

    to: str
    role: str

    def __str__(self) -> str:
        return say("{seat} shows {role:the} to {to}.", **vars(self))


@dataclass(frozen=True)
class Answered(PrivateEvent):
    """A secret answer: to challenge, to block or to pass."""

    answer: Move

    def __str__(self) -> str:
        if self.answer.verb == "pass":
            return say("{seat} secretly passes.", seat=self.seat)
        if self.answer.verb == "challenge":
            return say("{seat} secretly wants to challenge.", seat=self.seat)
        return say("{seat} secretly wants to block.", seat=self.seat)


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
        return  # what follows shows whom it picked; nobody may know that there was a pick
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
    """How the action ended, if no other event shows it."""
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
