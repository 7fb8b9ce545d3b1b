"""The rules of Quantum Coup in all their readings: plain functions over immutable positions.

A card is void until it is used; then it collapses into the role it was used as. Nothing is hidden
or random, so a game is its moves. `options` is the whole game: the moves of a position, each with
the position after it. Play uses it, and so does every check of the solver. This module knows no
players' names, no screens and no solver.
"""

import dataclasses
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from coup.quantum.positions import DEAD, VOID, Hand, Move, Position, hand_of
from coup.rules.errors import CoupError

MOST_COINS = 10
COUP_COST = 7
ASSASSINATE_COST = 3
SEATS = 6
BLOCKERS = {
    "foreign_aid": ("duke",),
    "assassinate": ("contessa",),
    "steal": ("captain", "ambassador"),
}
"""The roles that block an action."""
OUT: Hand = (DEAD, DEAD)
"""The hand of a seat that is out."""

Options = dict[Move, Position]
Exchange = Literal["none", "all", "one", "ambassador"]
Blocks = Literal["target", "anybody"]
EXCHANGES = "none, all, one or ambassador"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A reading of the rules of Quantum Coup.

    >>> print(Ruleset(exchange="all", forced_coup=True))
    forced_coup=True, exchange='all'

    forced_coup: whether a seat that begins its turn with 10 coins must coup.
    exchange: what an exchange, the Ambassador's action, does. `none`: there is none; `all`: all
        living cards become void; `one`: one living card of choice does; `ambassador`: only the
        Ambassador itself does.
    first_coins: the first player's coins at the start; everybody else has 2.
    blocks: who may block a steal or an assassination: its `target`, or `anybody`.
    """

    forced_coup: bool = False
    exchange: Exchange = "none"
    first_coins: int = 2
    blocks: Blocks = "target"

    def __post_init__(self) -> None:
        if type(self.forced_coup) is not bool:
            raise CoupError(f"forced_coup must be True or False, not {self.forced_coup!r:.60}")
        if self.exchange not in get_args(Exchange):
            raise CoupError(f"exchange must be {EXCHANGES}, not {self.exchange!r:.60}")
        if type(self.first_coins) is not int or not 0 <= self.first_coins <= 10:
            raise CoupError(f"first_coins must be from 0 to 10, not {self.first_coins!r:.60}")
        if self.blocks not in get_args(Blocks):
            raise CoupError(f"blocks must be target or anybody, not {self.blocks!r:.60}")

    def __str__(self) -> str:
        """The differences from the default reading."""
        return (
            ", ".join(
                f"{field.name}={getattr(self, field.name)!r}"
                for field in dataclasses.fields(self)
                if getattr(self, field.name) != field.default
            )
            or "the default reading"
        )


DEFAULT = Ruleset()


# Hands.


def replaced(hand: Hand, old: str, new: str) -> Hand:
    """A hand with one card changed."""
    other = hand[1] if hand[0] == old else hand[0]
    return hand_of(other, new)


@lru_cache
def collapsed(hand: Hand, role: str) -> Hand | None:
    """A hand after it was used as a role; None if that is impossible.

    >>> collapsed(("void", "void"), "duke")
    ('duke', 'void')
    >>> collapsed(("duke", "void"), "duke")
    ('duke', 'void')
    >>> collapsed(("duke", "contessa"), "captain") is None
    True
    """
    if role in hand:
        return hand
    return replaced(hand, VOID, role) if VOID in hand else None


def living(hand: Hand) -> list[str]:
    """The different cards of a hand that are not lost."""
    return [card for card in dict.fromkeys(hand) if card != DEAD]


def in_play(position: Position, seat: int) -> bool:
    """Whether a seat has a card left."""
    return position.hands[seat] != OUT


@lru_cache
def exchanged(hand: Hand, exchange: Exchange) -> dict[str | None, Hand]:
    """The hands after an exchange, by the card that the move names, if any.

    >>> exchanged(("duke", "void"), "ambassador")
    {None: ('duke', 'void')}
    >>> exchanged(("duke", "void"), "one")
    {'duke': ('ambassador', 'void'), 'ambassador': ('duke', 'void')}
    """
    shown = collapsed(hand, "ambassador")
    if exchange == "none" or shown is None:
        return {}
    if exchange == "all":
        return {None: hand_of(*(card if card == DEAD else VOID for card in shown))}
    if exchange == "ambassador":
        return {None: replaced(shown, "ambassador", VOID)}
    return {card: replaced(shown, card, VOID) for card in living(shown)}


# Seats.


def start(ruleset: Ruleset, seats: int = 2) -> Position:
    """The position in which a game begins."""
    return Position(((VOID, VOID),) * seats, (ruleset.first_coins, *(2,) * (seats - 1)))


def to_move(position: Position) -> int | None:
    """The seat that is asked; None at the end of a turn."""
    if position.phase == "end":
        return None
    return position.turn if position.asked is None else position.asked


def winner(position: Position) -> int | None:
    """The last seat with a card; None while there are several."""
    left = [seat for seat in range(len(position.hands)) if in_play(position, seat)]
    return left[0] if len(left) == 1 else None


def following(position: Position, seat: int) -> int:
    """The next seat clockwise that is in play."""
    seats = len(position.hands)
    after = (seat + 1) % seats
    while not in_play(position, after):
        after = (after + 1) % seats
    return after


def opponents(position: Position) -> list[int]:
    """The seats in play other than the one whose turn it is."""
    seats = range(len(position.hands))
    return [seat for seat in seats if seat != position.turn and in_play(position, seat)]


# Changes.


def with_hand(position: Position, seat: int, hand: Hand) -> Position:
    hands = position.hands
    return Position((*hands[:seat], hand, *hands[seat + 1 :]), *position[1:])


def paid(position: Position, seat: int, gain: int) -> Position:
    """A seat gains coins, as many as it can hold, or pays them."""
    coins = position.coins
    new = min(coins[seat] + gain, MOST_COINS)
    return Position(position.hands, (*coins[:seat], new, *coins[seat + 1 :]), *position[2:])


def used(position: Position, seat: int, role: str) -> Position | None:
    """A seat uses a role, which it has or collapses a void into; None if it can do neither."""
    hand = collapsed(position.hands[seat], role)
    return hand and with_hand(position, seat, hand)


def ended(position: Position) -> Position:
    """The position at the end of the turn."""
    return Position(position.hands, position.coins, position.turn, "end")


def next_turn(position: Position) -> Position:
    """The beginning of the next turn, after the end of one; not when somebody has won."""
    return Position(position.hands, position.coins, following(position, position.turn))


# Moves.


def options(position: Position, ruleset: Ruleset) -> Options:
    """The moves of the seat to move, each with the position after it; none at a turn's end."""
    if position.phase == "choose":
        return actions(position, ruleset)
    if position.phase == "lose":
        return losses(position)
    return {} if position.phase == "end" else answers(position, ruleset)


def actions(position: Position, ruleset: Ruleset) -> Options:
    """The actions of the seat whose turn it is."""
    seat, coins = position.turn, position.coins[position.turn]
    moves: Options = {}
    if coins < MOST_COINS:
        moves[Move("income")] = ended(paid(position, seat, 1))
        asked = following(position, seat)
        moves[Move("foreign_aid")] = position._replace(phase="foreign_aid", asked=asked)
    if coins < MOST_COINS or not ruleset.forced_coup:
        if taxing := used(position, seat, "duke"):
            moves[Move("tax")] = ended(paid(taxing, seat, 3))
        for card, hand in exchanged(position.hands[seat], ruleset.exchange).items():
            moves[Move("exchange", card=card)] = ended(with_hand(position, seat, hand))
        for target in opponents(position):
            moves |= attacks(position, ruleset, target)
    if coins >= COUP_COST:
        for target in opponents(position):
            paying = paid(position, seat, -COUP_COST)
            moves[Move("coup", target)] = losing(paying, target)
    return moves


def attacks(position: Position, ruleset: Ruleset, target: int) -> Options:
    """The blockable actions against a seat."""
    seat = position.turn
    asked = target if ruleset.blocks == "target" else following(position, seat)
    moves: Options = {}
    if stealing := used(position, seat, "captain"):
        moves[Move("steal", target)] = stealing._replace(phase="steal", target=target, asked=asked)
    killing = used(position, seat, "assassin")
    if killing and position.coins[seat] >= ASSASSINATE_COST:
        moves[Move("assassinate", target)] = paid(killing, seat, -ASSASSINATE_COST)._replace(
            phase="assassinate", target=target, asked=asked
        )
    return moves


def answers(position: Position, ruleset: Ruleset) -> Options:
    """The answers of the asked seat to an action: pass, or block it."""
    asked = position.asked
    assert asked is not None
    moves = {Move("pass"): passed(position, asked, ruleset)}
    roles = BLOCKERS[position.phase]
    for role in roles:
        if blocking := used(position, asked, role):
            named = role if len(roles) > 1 else None
            moves[Move(f"block_{position.phase}", card=named)] = ended(blocking)
    return moves


def passed(position: Position, seat: int, ruleset: Ruleset) -> Position:
    """A seat does not block: the next one is asked, if any, or the action takes place."""
    if position.target is None or ruleset.blocks == "anybody":
        after = following(position, seat)
        if after != position.turn:
            return position._replace(asked=after)
    if position.target is None:
        return ended(paid(position, position.turn, 2))
    if position.phase == "assassinate":
        return losing(position, position.target)
    return ended(stolen(position, position.target))


def stolen(position: Position, target: int) -> Position:
    """Up to two coins change hands, as many as the target has and the thief can hold."""
    room = MOST_COINS - position.coins[position.turn]
    loot = min(2, position.coins[target], room)
    return paid(paid(position, target, -loot), position.turn, loot)


def losing(position: Position, seat: int) -> Position:
    """A seat has to lose a card."""
    return Position(position.hands, position.coins, position.turn, "lose", asked=seat)


def losses(position: Position) -> Options:
    """The cards that the asked seat can lose."""
    seat = position.asked
    assert seat is not None
    hand = position.hands[seat]
    return {
        Move("discard", card=card): ended(with_hand(position, seat, replaced(hand, card, DEAD)))
        for card in living(hand)
    }
