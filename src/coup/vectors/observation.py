"""What a seat knows, as a vector of small integers, of the same shape for 2 to 6 seats and all
rulesets without sides; `coup.vectors.large_observation` is for the others.

`LAYOUT` lists the fields and their places; docs/observation.md is made from it. Like the kernel,
`observe` runs on every target. Seats count clockwise from the observer: 0 is the observer itself.
`coup.vectors.seen` computes the same vector from a view, so it holds nothing hidden.
"""

from typing import Any, NamedTuple

from coup.rules.digits import digit, has, total
from coup.rules.kernel import (
    EXAMINING,
    NOBODY,
    NONE,
    OVER,
    REACTING,
    ROLES,
    answerers,
)
from coup.rules.state import SEATS, Rules, State
from coup.rules.target import copy_numbers, jit
from coup.vectors.story import DEEDS, Story, pair

VERSION = 2
"""Changes with every change of the layout."""
LATEST_TURN = 120

HAND = 0
RETURNED = HAND + ROLES
UNSEEN = RETURNED + ROLES
OPEN = UNSEEN + ROLES
KIND = OPEN + ROLES
KINDS = 12
ACTION = KIND + KINDS
CLAIM = ACTION + 8
ACTOR = CLAIM + ROLES
TARGET = ACTOR + SEATS
CLAIMANT = TARGET + SEATS
BLOCKER = CLAIMANT + SEATS
CHALLENGER = BLOCKER + SEATS
ASKED = CHALLENGER + SEATS
RETURNS = ASKED + SEATS
DECK = RETURNS + 1
TURNS = DECK + 1
BEGAN = TURNS + 1
LIVING = BEGAN + 1
TABLE = LIVING + 1
# In the part of each seat.
ALIVE = 0
CARDS = 1
COINS = 2
FACE_UP_CARDS = 3
TOLD = FACE_UP_CARDS + ROLES
SHOWN = TOLD + DEEDS
PART = SHOWN + ROLES
SIZE = TABLE + SEATS * PART
"""The length of an observation."""

# Kinds of questions, numbered as in `coup.rules.vocabulary.Kind`.
CHALLENGE_OR_BLOCK = 1
CHALLENGE_ONLY = 2
BLOCK_ONLY = 3
CHALLENGE_OF_A_BLOCK = 4
LOSE_A_CARD = 6
IT_IS_OVER = 10
CHANCE_MOVES = 11


class Field(NamedTuple):
    """Consecutive places of an observation."""

    name: str
    start: int
    size: int
    meaning: str


EACH_ROLE = "Duke, Assassin, Captain, Ambassador, Contessa, Inquisitor"
SEAT_ORDER = "the observer, then clockwise"
FIELDS = (
    ("hand", ROLES, f"own face-down cards by role: {EACH_ROLE}"),
    ("returned", ROLES, "cards that the observer put back into the court deck, by role"),
    ("unseen", ROLES, "copies neither in the own hand nor face up, by role"),
    ("open", ROLES, "1 at the role of the card between investigator and target, for these two"),
    (
        "kind",
        KINDS,
        "1 at what is asked: action, challenge or block, challenge, block, challenge of a block, "
        "reveal, discard, return, show, examine; the game is over; chance moves",
    ),
    (
        "action",
        8,
        "1 at the declared action: income, foreign aid, tax, exchange, steal, assassinate, coup, "
        "investigate",
    ),
    ("claim", ROLES, "1 at each role that would prove the claim in question, a block's included"),
    ("actor", SEATS, f"1 at whose turn it is: {SEAT_ORDER}"),
    ("target", SEATS, "1 at the target of the action"),
    ("claimant", SEATS, "1 at who made the claim in question"),
    ("blocker", SEATS, "1 at who blocks"),
    ("challenger", SEATS, "1 at who challenges"),
    ("asked", SEATS, "1 at everybody who may answer now"),
    ("returns", 1, "cards of an exchange still to be returned"),
    ("deck", 1, "cards in the court deck"),
    ("turn", 1, f"the number of the turn, at most {LATEST_TURN}"),
    ("seats", 1, "how many seats the game has"),
    ("living", 1, "how many of them are still in"),
)
SEAT_FIELDS = (
    ("alive", 1, "1 if it is still in; also 0 for seats that the game does not have"),
    ("cards", 1, "face-down cards"),
    ("coins", 1, "coins"),
    ("face_up", ROLES, "face-up cards by role"),
    ("claimed", ROLES, "how often it claimed each role"),
    ("challenged", ROLES, "how often it was challenged on each role"),
    ("proved", ROLES, "how often it proved each role, and so swapped that card"),
    ("caught", ROLES, "how often it was challenged on each role and showed another"),
    ("exchanges", 1, "exchanges it took"),
    ("challenges", 1, "challenges it made"),
    ("doubts_passed", 1, "challenges it could have made and openly did not"),
    ("blocks_passed", 1, "blocks it could have made and openly did not"),
    ("blocks", 3, "blocks it was not caught at: of foreign aid, an assassination, a steal"),
    (
        "fresh",
        ROLES,
        "how often it claimed each role since its cards last changed: an exchange or a forced swap "
        "forgets all; proving, losing or being caught without a role forgets that one",
    ),
    ("lacks", ROLES, "1 at each role it was caught without and has drawn no card since"),
    ("shown", ROLES, "how often it showed the observer each role, investigated"),
)


def layout_of(
    fields: tuple[tuple[str, int, str], ...],
    seat_fields: tuple[tuple[str, int, str], ...],
    seats: int,
) -> tuple[Field, ...]:
    """The layout of an observation with these fields, and these for each seat."""
    named = [(name, size, meaning) for name, size, meaning in fields]
    named += [
        (f"seat {seat}: {name}", size, meaning)
        for seat in range(seats)
        for name, size, meaning in seat_fields
    ]
    found: list[Field] = []
    start = 0
    for name, size, meaning in named:
        found.append(Field(name, start, size, meaning))
        start += size
    return tuple(found)


LAYOUT = layout_of(FIELDS, SEAT_FIELDS, SEATS)


@jit
def kind_of(s: State, r: Rules) -> int:
    """What is being asked, as a number."""
    phase = s.phase
    if phase == REACTING:
        if r.blocks[s.action] == 0:
            return CHALLENGE_ONLY
        return CHALLENGE_OR_BLOCK if s.claim else BLOCK_ONLY
    if phase >= OVER:
        return IT_IS_OVER if phase == OVER else CHANCE_MOVES
    return phase if phase <= LOSE_A_CARD else phase - 1


@jit
def mark(out: Any, start: int, seat: int, observer: int, seats: int) -> None:
    """Write a 1 at a seat's place, unless the seat is NOBODY."""
    if seat != NOBODY:
        place = seat - observer
        out[start + place + (seats if place < 0 else 0)] = 1


@jit
def observe_question(s: State, r: Rules, seat: int, out: Any) -> None:
    """What is being asked, of whom, and what about."""
    out[KIND + kind_of(s, r)] = 1
    if s.action != NONE:
        out[ACTION + s.action] = 1
    if s.claim:
        for role in range(ROLES):
            out[CLAIM + role] = has(s.claim, role)
        mark(out, CLAIMANT, s.claimant, seat, s.seats)
    if s.turn:
        mark(out, ACTOR, s.actor, seat, s.seats)
    mark(out, TARGET, s.target, seat, s.seats)
    mark(out, BLOCKER, s.blocker, seat, s.seats)
    mark(out, CHALLENGER, s.challenger, seat, s.seats)
    asked = answerers(s, r)
    asked = asked >> 4 * seat | asked << 4 * (s.seats - seat)
    for place in range(s.seats):
        out[ASKED + place] = has(asked, place)
    if s.phase == EXAMINING and (seat == s.actor or seat == s.target):
        out[OPEN + s.shown] = 1


@jit
def observe_seat(s: State, t: Story, other: int, start: int, out: Any) -> None:
    """What everybody knows of one seat."""
    if other < 0 or start < 0:
        return  # never; but compiled code is faster if no index can be negative
    out[start + ALIVE] = has(s.alive, other)
    out[start + CARDS] = total(s.hands[other])
    out[start + COINS] = s.coins[other]
    discards = s.discards[other]
    for role in range(ROLES):
        out[start + FACE_UP_CARDS + role] = digit(discards, role)
    copy_numbers(out, start + TOLD, t.deeds, DEEDS * other, DEEDS)


@jit
def observe(s: State, r: Rules, t: Story, seat: int, out: Any) -> None:
    """Write what a seat knows into `out`."""
    if seat < 0:
        return  # nobody observes
    for place in range(SIZE):
        out[place] = 0
    hidden = r.deck[s.seats] - s.hands[seat]
    for place in range(s.seats):
        other = seat + place
        if other >= s.seats:
            other -= s.seats
        observe_seat(s, t, other, TABLE + PART * place, out)
        hidden -= s.discards[other]
        if r.targeted & 8:  # there are investigations
            for role in range(ROLES):
                shown = t.shown[ROLES * pair(t, seat, other) + role]
                out[TABLE + PART * place + SHOWN + role] = shown
    for role in range(ROLES):
        out[HAND + role] = digit(s.hands[seat], role)
        out[UNSEEN + role] = digit(hidden, role)
        out[RETURNED + role] = t.returned[ROLES * seat + role]
    observe_question(s, r, seat, out)
    out[RETURNS] = s.returns
    out[DECK] = total(s.deck)
    out[TURNS] = min(s.turn, LATEST_TURN)
    out[BEGAN] = s.seats
    out[LIVING] = total(s.alive)
