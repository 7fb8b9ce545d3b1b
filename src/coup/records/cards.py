"""Card counting: whether any deal and draws explain the cards that were seen.

Three things in a game file reveal something about cards. A discard shows one. A proved claim means
that the player held that role, shuffled it into the court deck and drew another card. An exchange
lets the player choose among the hand and the top two cards of the deck, and leaves two cards there;
the next player to exchange draws them, unless a proof shuffles the deck in between.

The search is exact. It goes backwards in time, since a line constrains only the past. At the end
every face-down card could be anything. Undoing a discard puts that card into the hand. Undoing a
proof puts one card of the hand, the one drawn then, into the deck and takes the proved role out of
it; only this step can fail. A card is UNKNOWN until it must have been a certain role, so a state
stands for all deals that agree on what was needed so far.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf
from typing import Literal, NamedTuple

from coup.records.referee import Turn
from coup.rules.rulesets import COPIES, COUP2022

UNKNOWN = "?"
SPENT = "-"
"""A card of a role that no earlier proof needs. It sorts before UNKNOWN, which sorts before all
roles, so that the weakest assumption is tried first."""
DRAWN = COUP2022.exchange_draws
PATIENCE = 1000
"""Tries after which the search of a whole game gives up. A possible game nearly always needs only
a few; any other is searched from its beginning, which is quick up to the first impossible sight."""

Cards = tuple[str, ...]
"""Cards in sorted order."""


class CardSight(NamedTuple):
    """One thing that a game file reveals about cards."""

    what: Literal["discard", "proof", "exchange"]
    player: str
    roles: tuple[str, ...]
    """The discarded role, or the roles one of which proved the claim."""
    line: int


def sights(turns: Iterable[Turn]) -> list[CardSight]:
    """What the turns of a game reveal about cards, in order."""
    seen = []
    for turn in turns:
        if turn.proved:
            seen.append(CardSight("proof", turn.claimant, turn.claimed, turn.discards[0].line))
        for player, role, line in turn.discards:
            seen.append(CardSight("discard", player, (role,), line))
        if turn.action == "exchange" and turn.fate == "succeeded":
            seen.append(CardSight("exchange", turn.actor, (), turn.line))
    return seen


class Layout(NamedTuple):
    """A possible place of the face-down cards at one moment."""

    hands: tuple[Cards, ...]
    deck: Cards
    top: Cards | None = None
    """The top of the deck, separate from the rest, if a later exchange drew it."""


class Step(NamedTuple):
    """A step back in time, before one sight."""

    what: Literal["discard", "proof", "exchange"]
    seat: int
    roles: tuple[str, ...]
    needed: frozenset[str]
    """The roles of all earlier proofs."""
    face_up: Counter[str]
    linked: bool
    """Whether the previous change of the deck was also an exchange."""


def first_impossible(
    players: Sequence[str], seen: Sequence[CardSight], copies: int = COPIES[2]
) -> CardSight | None:
    """The first sight that no deal and draws explain, given those before it."""
    if is_possible(players, seen, copies, patience=PATIENCE):
        return None
    for number, sight in enumerate(seen, 1):
        if sight.what != "exchange" and not is_possible(players, seen[:number], copies):
            return sight
    return None


def is_possible(
    players: Sequence[str], seen: Sequence[CardSight], copies: int, patience: float = inf
) -> bool:
    """Whether any deal and draws explain everything seen. Also False if the search gives up
    first."""
    discards = [sight for sight in seen if sight.what == "discard"]
    if max(Counter(sight.roles for sight in discards).values(), default=0) > copies:
        return False
    lost = Counter(sight.player for sight in discards)
    hands = tuple((UNKNOWN,) * (COUP2022.cards - lost[player]) for player in players)
    others = len(COUP2022.roles) * copies - len(discards) - sum(map(len, hands))
    steps = steps_back(players, seen)
    untried = [iter([Layout(hands, (UNKNOWN,) * others)])]
    tried: set[tuple[int, Layout]] = set()
    while untried and len(tried) < patience:
        layout = next(untried[-1], None)
        depth = len(untried) - 1
        if layout is None:
            untried.pop()
        elif depth == len(steps):
            return True
        elif (depth, layout) not in tried:
            tried.add((depth, layout))
            untried.append(before(layout, steps[depth], copies))
    return False


def steps_back(players: Sequence[str], seen: Sequence[CardSight]) -> list[Step]:
    """The steps back from the end to the first proof; before it nothing can fail."""
    steps: list[Step] = []
    needed: frozenset[str] = frozenset()
    face_up: Counter[str] = Counter()
    linked = False
    for what, player, roles, _ in seen:
        if needed or what == "proof":
            steps.append(Step(what, players.index(player), roles, needed, face_up, linked))
        if what == "discard":
            face_up = face_up + Counter(roles)
        else:
            linked = what == "exchange"
        if what == "proof":
            needed |= frozenset(roles)
    return steps[::-1]


def before(layout: Layout, step: Step, copies: int) -> Iterator[Layout]:
    """The possible layouts one step earlier, those with most roles in the deck first."""
    if step.what == "discard":
        card = step.roles[0] if step.roles[0] in step.needed else SPENT
        hands = with_hand(layout, step.seat, plus(layout.hands[step.seat], card))
        return iter([layout._replace(hands=hands)])
    if step.what == "proof":
        return before_proof(layout, step, copies)
    return before_exchange(layout, step)


def before_proof(layout: Layout, step: Step, copies: int) -> Iterator[Layout]:
    """One card of the hand was in the deck, and one of the proved roles was in the hand."""
    hand = layout.hands[step.seat]
    for drawn in sorted(set(hand), reverse=True):
        deck = plus(layout.deck, drawn)
        kept = minus(hand, drawn)
        hands = with_hand(layout, step.seat, kept)
        for role in step.roles:
            if role in deck:
                source = role
            elif UNKNOWN in deck and known(role, hands) + step.face_up[role] < copies:
                source = UNKNOWN  # so one unknown card was this role
            else:
                continue
            proving = with_hand(layout, step.seat, plus(kept, role))
            yield Layout(
                tuple(spend(cards, step.needed) for cards in proving),
                spend(minus(deck, source), step.needed),
            )


def before_exchange(layout: Layout, step: Step) -> Iterator[Layout]:
    """Of the hand and the top two after the exchange, two were on top and the others in the
    hand."""
    hand = layout.hands[step.seat]
    tops = [layout.top] if layout.top else dict.fromkeys(combinations(layout.deck, DRAWN))
    for top in tops:
        deck = layout.deck if layout.top else minus(layout.deck, *top)
        pool = plus(hand, *top)
        for held in dict.fromkeys(combinations(pool, len(hand))):
            drawn = minus(pool, *held)
            hands = with_hand(layout, step.seat, held)
            if step.linked:
                yield Layout(hands, deck, drawn)
            else:
                yield Layout(hands, plus(deck, *drawn))


def plus(cards: Cards, *more: str) -> Cards:
    return tuple(sorted((*cards, *more)))


def minus(cards: Cards, *fewer: str) -> Cards:
    left = list(cards)
    for card in fewer:
        left.remove(card)
    return tuple(left)


def with_hand(layout: Layout, seat: int, hand: Cards) -> tuple[Cards, ...]:
    return (*layout.hands[:seat], hand, *layout.hands[seat + 1 :])


def known(role: str, hands: Iterable[Cards]) -> int:
    """How many cards of a role are in some hands."""
    return sum(hand.count(role) for hand in hands)


def spend(cards: Cards, needed: frozenset[str]) -> Cards:
    """Cards, with those that are no longer needed made equal."""
    return tuple(sorted(card if card in needed or card == UNKNOWN else SPENT for card in cards))
