"""Bots for Quantum Coup: a simple one, and perfect play.

A player is a function from a position to a move. The simple bot knows the rules and some rules of
thumb; perfect play knows the solution.
"""

from collections.abc import Callable

from coup.quantum.positions import DEAD, VOID, Move, Position
from coup.quantum.rules import BLOCKERS, Ruleset, collapsed, opponents, options
from coup.quantum.solution import Solution

Player = Callable[[Position], Move]

GIVEN_UP = ("ambassador", "contessa", "captain", "assassin", "duke", VOID)
"""The cards in the order in which the simple bot gives them up."""

LIKED = ("coup", "assassinate", "steal", "tax", "foreign_aid", "income")
"""The actions that the simple bot considers, the best first, if nobody can block them."""


def perfect(solution: Solution) -> Player:
    """Perfect play: wins as soon as possible, draws if it must, loses as late as possible."""
    return lambda position: solution.choices(position)[0].move


def simple(ruleset: Ruleset) -> Player:
    """A bot with rules of thumb and no look-ahead."""

    def choose(position: Position) -> Move:
        moves = list(options(position, ruleset))
        if position.phase == "choose":
            return simple_action(position, moves, ruleset)
        if position.phase == "lose":
            return min(moves, key=lambda move: GIVEN_UP.index(move.card or VOID))
        return simple_answer(position, moves, ruleset)

    return choose


def simple_action(position: Position, moves: list[Move], ruleset: Ruleset) -> Move:
    """The best-liked action that cannot be blocked, against the strongest opponent."""
    return min(
        (move for move in moves if move.verb in LIKED and not blockable(position, move, ruleset)),
        key=lambda move: (LIKED.index(move.verb), weakness(position, move.target)),
    )


def blockable(position: Position, move: Move, ruleset: Ruleset) -> bool:
    """Whether somebody could block an action."""
    seats = opponents(position)
    if move.target is not None and ruleset.blocks == "target":
        seats = [move.target]
    roles = BLOCKERS.get(move.verb, ())
    return any(collapsed(position.hands[seat], role) for seat in seats for role in roles)


def weakness(position: Position, seat: int | None) -> tuple[int, int]:
    """A key that is lower for stronger seats: by cards, then by coins."""
    if seat is None:
        return 0, 0
    return position.hands[seat].count(DEAD), -position.coins[seat]


def simple_answer(position: Position, moves: list[Move], ruleset: Ruleset) -> Move:
    """Block with a card in hand; collapse a void only to save a card."""
    in_danger = position.phase == "assassinate" and position.asked == position.target
    for move in moves[1:]:
        after = options(position, ruleset)[move]
        if in_danger or after.hands == position.hands:
            return move
    return moves[0]
