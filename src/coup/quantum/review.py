"""What went wrong in a game for two: each move that threw away a win or a draw."""

from typing import NamedTuple

from coup.quantum.game import Game, MadeMove
from coup.quantum.solution import Solution, ValuedMove
from coup.rules.errors import CoupError

RANK = {"loss": 0, "draw": 1, "win": 2}


class Blunder(NamedTuple):
    """A move that threw something away.

    turn: the number of the turn in which it was made, counted from 1.
    made: the move, with the positions around it.
    got: what it came to.
    kept: the moves that would have kept the win or the draw, the best ones first.
    """

    turn: int
    made: MadeMove
    got: ValuedMove
    kept: list[ValuedMove]


def review(game: Game, solution: Solution) -> list[Blunder]:
    """The blunders of a game, by the solution of its reading."""
    if len(game.names) != 2:
        raise CoupError(f"a review is for games of 2 players, not {len(game.names)}")
    blunders = []
    turn = 1
    for made in game.made:
        choices = solution.choices(made.before)
        ranks = {choice.move: RANK[choice.outcome.value(made.seat)] for choice in choices}
        best = max(ranks.values())
        if ranks[made.move] < best:
            got = next(choice for choice in choices if choice.move == made.move)
            kept = [choice for choice in choices if ranks[choice.move] == best]
            blunders.append(Blunder(turn, made, got, kept))
        turn += made.after.phase == "end"
    return blunders
