"""The two small objects the kernel works on: a game's state, and a ruleset as numbers.

Both hold ints and lists of ints only, so that a numpy record with the same fields can take their
place on the compiled targets. The values are explained where they are used, in `kernel`.

Sets of seats and multisets of roles share one form, a number read digit by digit in base 16:
digit `i` is 1 if seat `i` is in the set, or counts the cards of role `i`. `0x1010` are the seats
1 and 3; `0x10002` is a hand of two Dukes and a Contessa.
"""

from coup.rules.target import jit

SEATS = 6
"""Seats that a usual `State` has room for; larger games are rare and use a larger one."""
MOST_SEATS = 10
"""The most seats that the kernel can hold."""
FACE_UP = 12
"""The most cards that can lie face up at the start."""


class State:
    """The whole state of a game, hidden cards included."""

    __slots__ = (
        "action",
        "actor",
        "alive",
        "block",
        "blocker",
        "blockers",
        "challenger",
        "challengers",
        "claim",
        "claimant",
        "coins",
        "deck",
        "denial",
        "discards",
        "drawer",
        "draws",
        "fate",
        "hands",
        "mover",
        "pending",
        "phase",
        "reserve",
        "returns",
        "seats",
        "shown",
        "sides",
        "target",
        "top",
        "tops",
        "turn",
        "winner",
    )

    def __init__(self, room: int = SEATS) -> None:
        # The table.
        self.seats = 0
        self.alive = 0  # set of seats with a card left
        self.sides = 0  # set of seats that are reformists
        self.coins = [0] * room
        self.hands = [0] * room  # multisets of roles, face down
        self.discards = [0] * room  # multisets of roles, face up
        self.reserve = 0  # coins paid for conversions
        self.deck = 0  # multiset of roles
        self.top = [0, 0]  # roles on top of the deck whose place is known, the topmost last
        self.tops = 0  # how many of them
        # The question.
        self.phase = 0
        self.mover = 0  # the seat to ask next, CHANCE or TERMINAL
        self.pending = 0  # set of seats that still have to answer
        self.turn = 0  # how many turns have begun
        self.winner = 0
        # The turn.
        self.actor = 0
        self.action = 0
        self.fate = 0  # how the last action ended
        self.target = 0
        self.claim = 0  # set of roles, each of which would prove the last claim
        self.denial = 0  # set of roles that the actor denies having
        self.claimant = 0
        self.blocker = 0
        self.challenger = 0
        self.block = 0  # the move that blocks
        self.blockers = 0  # set of seats that answered with a block
        self.challengers = 0  # set of seats that answered with a challenge
        self.drawer = 0
        self.draws = 0  # cards still to be drawn
        self.returns = 0  # cards still to be returned
        self.shown = 0  # role shown to the investigator

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__
        )

    __hash__ = None  # type: ignore[assignment]  # it changes with every move


@jit
def copy_state(s: State, out: State) -> None:
    """Make `out` equal to `s`."""
    out.seats = s.seats
    out.alive = s.alive
    out.sides = s.sides
    out.reserve = s.reserve
    for seat in range(len(s.coins)):
        out.coins[seat] = s.coins[seat]
        out.hands[seat] = s.hands[seat]
        out.discards[seat] = s.discards[seat]
    out.deck = s.deck
    out.top[0] = s.top[0]
    out.top[1] = s.top[1]
    out.tops = s.tops
    out.phase = s.phase
    out.mover = s.mover
    out.pending = s.pending
    out.turn = s.turn
    out.winner = s.winner
    out.actor = s.actor
    out.action = s.action
    out.fate = s.fate
    out.target = s.target
    out.claim = s.claim
    out.denial = s.denial
    out.claimant = s.claimant
    out.blocker = s.blocker
    out.challenger = s.challenger
    out.block = s.block
    out.blockers = s.blockers
    out.challengers = s.challengers
    out.drawer = s.drawer
    out.draws = s.draws
    out.returns = s.returns
    out.shown = s.shown


def room_for(seats: int) -> int:
    """The room of a `State` for this number of seats."""
    return SEATS if seats <= SEATS else MOST_SEATS


class Rules:
    """A ruleset as the kernel reads it; `Ruleset.rules` makes it."""

    __slots__ = (
        "block_after_challenge",
        "blocks",
        "cards",
        "choose_side",
        "claims",
        "coins",
        "coins_stay",
        "convert",
        "convert_cost",
        "convert_other_cost",
        "cost",
        "deck",
        "denial",
        "denial_lost",
        "embezzle_empty",
        "exchange_draws",
        "face_up",
        "face_ups",
        "fee_returned",
        "forced_coup",
        "gain",
        "in_turn",
        "joint",
        "proofs",
        "reforms",
        "reserve",
        "secret",
        "sides",
        "targeted",
        "top_deck",
        "turn_limit",
        "untargeted",
    )

    def __init__(self) -> None:
        self.deck = [0] * (MOST_SEATS + 1)  # by number of seats: all cards, a multiset of roles
        self.cards = 0  # in a hand
        self.coins = [0] * MOST_SEATS  # by seat
        self.face_up = [0] * FACE_UP  # roles that lie face up at the start, before seats in turn
        self.face_ups = 0  # how many of them
        self.forced_coup = 0
        self.turn_limit = 0  # 0: none
        self.exchange_draws = 0  # cards drawn in an exchange
        self.untargeted = 0  # bits: which of the first four actions exist
        self.targeted = 0  # bits: which of the last four actions exist
        self.cost = [0] * 10  # by action
        self.gain = [0] * 10  # by action: coins
        self.claims = [0] * 10  # by action: set of roles that prove its claim
        self.blocks = [0] * 10  # by action: mask of the moves that block it
        self.proofs = [0] * 6  # by block move: set of roles that prove its claim
        # Yes or no.
        self.joint = 0  # one window for challenges and blocks
        self.secret = 0  # answers are collected, then one is picked
        self.in_turn = 0  # one seat is asked at a time, the one concerned first
        self.block_after_challenge = 0
        self.top_deck = 0  # an exchange draws from the top and returns to the top
        self.coins_stay = 0  # with a seat that goes out
        self.fee_returned = 0  # when a block stands
        # Two sides and a reserve.
        self.reforms = 0  # yes or no: seats may convert or embezzle
        self.sides = 0  # set of seats that are reformists at the start
        self.choose_side = 0  # yes or no: the first seat is asked for its side
        self.convert = 0  # yes or no
        self.convert_cost = 0
        self.convert_other_cost = 0
        self.reserve = 0  # coins in it at the start
        self.denial = 0  # set of roles that an embezzler denies; 0: nobody may embezzle
        self.denial_lost = 0  # yes or no: one of them is the card that a caught embezzler loses
        self.embezzle_empty = 0  # yes or no: an empty reserve can be embezzled
