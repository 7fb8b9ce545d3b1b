"""What a seat knows where there is room for ten seats, two sides and a reserve, as a vector.

`reformation` has this layout, with a separate version, so that nothing changes for networks that
rely on the layout of the other rulesets, `coup.vectors.observation`. Like the kernel,
`observe_large` runs on every target.
"""

from typing import Any

from coup.rules.digits import digit, has, one, total
from coup.rules.kernel import (
    CONVERT,
    EMBEZZLE,
    EXAMINING,
    NONE,
    ROLES,
    SIDING,
    answerers,
    opposed,
)
from coup.rules.state import MOST_SEATS, Rules, State
from coup.rules.target import copy_numbers, jit
from coup.vectors.observation import (
    ALIVE,
    CARDS,
    COINS,
    FACE_UP_CARDS,
    FIELDS,
    HAND,
    KIND,
    KINDS,
    LATEST_TURN,
    OPEN,
    RETURNED,
    SEAT_FIELDS,
    SHOWN,
    TOLD,
    UNSEEN,
    kind_of,
    layout_of,
    mark,
)
from coup.vectors.observation import PART as SMALL_PART
from coup.vectors.story import DEEDS, MOST, REFORMS, Story, pair

LARGE_VERSION = 1
"""Changes with every change of the layout."""

MEANING = {name: meaning for name, _, meaning in FIELDS}
LARGE_KINDS = KINDS + 1
CHOOSE_A_SIDE = KINDS
LARGE_ACTION = KIND + LARGE_KINDS
LARGE_CLAIM = LARGE_ACTION + CONVERT + 1
DENIAL = LARGE_CLAIM + ROLES
LARGE_ACTOR = DENIAL + ROLES
LARGE_TARGET = LARGE_ACTOR + MOST_SEATS
LARGE_CLAIMANT = LARGE_TARGET + MOST_SEATS
LARGE_BLOCKER = LARGE_CLAIMANT + MOST_SEATS
LARGE_CHALLENGER = LARGE_BLOCKER + MOST_SEATS
LARGE_ASKED = LARGE_CHALLENGER + MOST_SEATS
LARGE_RETURNS = LARGE_ASKED + MOST_SEATS
LARGE_DECK = LARGE_RETURNS + 1
LARGE_TURNS = LARGE_DECK + 1
LARGE_BEGAN = LARGE_TURNS + 1
LARGE_LIVING = LARGE_BEGAN + 1
RESERVE = LARGE_LIVING + 1
LARGE_TABLE = RESERVE + 1
# In the part of each seat, after the fields of the other layout.
REFORMED = SMALL_PART
LOYAL = REFORMED + REFORMS
REFORMIST_SIDE = LOYAL + 1
OPPOSED = LOYAL + 2
LARGE_PART = OPPOSED + 1
LARGE_SIZE = LARGE_TABLE + MOST_SEATS * LARGE_PART
"""The length of an observation."""

LARGE_FIELDS = (
    *FIELDS[:4],
    ("kind", LARGE_KINDS, f"{MEANING['kind']}; which side to begin on"),
    ("action", CONVERT + 1, f"{MEANING['action']}, embezzle (a conversion is done at once)"),
    FIELDS[6],
    ("denial", ROLES, "1 at each role that the embezzler says it has not, while that is open"),
    *((name, MOST_SEATS, meaning) for name, _, meaning in FIELDS[7:13]),
    *FIELDS[13:],
    ("reserve", 1, f"coins in the reserve, at most {MOST}"),
)
LARGE_SEAT_FIELDS = (
    *SEAT_FIELDS,
    ("changes", 1, "how often it changed its own side"),
    ("conversions", 1, "how often it converted another seat"),
    ("converted", 1, "how often another seat converted it"),
    ("embezzlements", 1, "how often it tried to embezzle, which is no claim"),
    ("embezzlements_challenged", 1, "how often it was challenged at that"),
    ("embezzlements_proved", 1, "how often it proved then that it had not the role it denied"),
    ("embezzlements_lost", 1, "how often it gave in then"),
    ("fresh_denials", 1, "how often it tried to embezzle since it last drew a card"),
    ("loyalist", 1, "1 if it is a loyalist"),
    ("reformist", 1, "1 if it is a reformist"),
    ("opposed", 1, "1 if the observer may attack it and block its foreign aid, both being in"),
)
LARGE_LAYOUT = layout_of(LARGE_FIELDS, LARGE_SEAT_FIELDS, MOST_SEATS)


@jit
def large_kind_of(s: State, r: Rules) -> int:
    """What is being asked, as a number."""
    return CHOOSE_A_SIDE if s.phase == SIDING else kind_of(s, r)


@jit
def observe_roles(roles: int, start: int, out: Any) -> None:
    """Write a 1 at each of a set of roles."""
    for role in range(ROLES):
        out[start + role] = has(roles, role)


@jit
def observe_large_question(s: State, r: Rules, seat: int, out: Any) -> None:
    """What is being asked, of whom, and what about."""
    out[KIND + large_kind_of(s, r)] = 1
    if s.action != NONE:
        out[LARGE_ACTION + (CONVERT if s.action == EMBEZZLE else s.action)] = 1
    if s.claim:
        observe_roles(s.claim, LARGE_CLAIM, out)
        mark(out, LARGE_CLAIMANT, s.claimant, seat, s.seats)
    observe_roles(s.denial, DENIAL, out)
    if s.turn:
        mark(out, LARGE_ACTOR, s.actor, seat, s.seats)
    mark(out, LARGE_TARGET, s.target, seat, s.seats)
    mark(out, LARGE_BLOCKER, s.blocker, seat, s.seats)
    mark(out, LARGE_CHALLENGER, s.challenger, seat, s.seats)
    asked = answerers(s, r)
    asked = asked >> 4 * seat | asked << 4 * (s.seats - seat)
    for place in range(s.seats):
        out[LARGE_ASKED + place] = has(asked, place)
    if s.phase == EXAMINING and (seat == s.actor or seat == s.target):
        out[OPEN + s.shown] = 1


@jit
def observe_side(s: State, r: Rules, seat: int, other: int, start: int, out: Any) -> None:
    """A seat's side, and whether the observer may attack it."""
    if s.turn == 0:
        return  # the first seat may still choose its side, which decides everybody's
    if r.convert:
        out[start + LOYAL] = 1 - has(s.sides, other)
        out[start + REFORMIST_SIDE] = has(s.sides, other)
    if has(s.alive, seat):
        across = opposed(s, seat) if s.sides else s.alive - one(seat)
        out[start + OPPOSED] = has(across, other)


@jit
def observe_large_seat(s: State, t: Story, other: int, start: int, out: Any) -> None:
    """What everybody knows of one seat, except its side."""
    if other < 0 or start < 0:
        return  # never; but compiled code is faster if no index can be negative
    out[start + ALIVE] = has(s.alive, other)
    out[start + CARDS] = total(s.hands[other])
    out[start + COINS] = min(s.coins[other], MOST)
    discards = s.discards[other]
    for role in range(ROLES):
        out[start + FACE_UP_CARDS + role] = digit(discards, role)
    copy_numbers(out, start + TOLD, t.deeds, DEEDS * other, DEEDS)
    copy_numbers(out, start + REFORMED, t.reforms, REFORMS * other, REFORMS)


@jit
def observe_large(s: State, r: Rules, t: Story, seat: int, out: Any) -> None:
    """Write what a seat knows into `out`."""
    if seat < 0:
        return  # nobody observes
    for place in range(LARGE_SIZE):
        out[place] = 0
    hidden = r.deck[s.seats] - s.hands[seat]
    for place in range(s.seats):
        other = seat + place
        if other >= s.seats:
            other -= s.seats
        start = LARGE_TABLE + LARGE_PART * place
        observe_large_seat(s, t, other, start, out)
        observe_side(s, r, seat, other, start, out)
        hidden -= s.discards[other]
        if r.targeted & 8:  # there are investigations
            for role in range(ROLES):
                shown = t.shown[ROLES * pair(t, seat, other) + role]
                out[start + SHOWN + role] = shown
    for role in range(ROLES):
        out[HAND + role] = digit(s.hands[seat], role)
        out[UNSEEN + role] = digit(hidden, role)
        out[RETURNED + role] = t.returned[ROLES * seat + role]
    observe_large_question(s, r, seat, out)
    out[LARGE_RETURNS] = s.returns
    out[LARGE_DECK] = total(s.deck)
    out[LARGE_TURNS] = min(s.turn, LATEST_TURN)
    out[LARGE_BEGAN] = s.seats
    out[LARGE_LIVING] = total(s.alive)
    out[RESERVE] = min(s.reserve, MOST)
