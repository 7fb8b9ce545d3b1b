"""The observation of a seat and its legal actions, from its view alone: for trained bots.

A view holds nothing hidden. A test compares the result with the observation of the true state after
every move.
"""

from coup.rules.errors import CoupError
from coup.rules.kernel import REACTING, TURN
from coup.rules.vocabulary import ACTION_QUESTIONS
from coup.vectors.encoding import encoding_of
from coup.vectors.mirror import mirror
from coup.view import View


def observation(view: View) -> list[int]:
    """What the seat of a view knows; docs/observation.md describes the layout.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> observation(game.view("ann"))[:6]
    [1, 0, 1, 0, 0, 0]
    """
    if view.seat is None:
        raise CoupError("a spectator has no observation: it sits in no seat")
    encoding = encoding_of(view.ruleset)
    s, t, seat = mirror(view)
    vector = [0] * encoding.size
    encoding.observe(s, view.ruleset.rules, t, seat, vector)
    return vector


def legal_actions(view: View) -> list[int]:
    """The legal action numbers of the seat of a view.

    >>> import coup
    >>> legal_actions(coup.Game(["ann", "bob", "carl"]).view("ann"))
    [0, 1, 2, 3, 4, 8]
    """
    return sorted(moves_by_action(view))


def moves_by_action(view: View) -> dict[int, str]:
    """The legal moves of the seat of a view by their action numbers."""
    seat, seats = view.seats.index(str(view.seat)), len(view.seats)
    phase = TURN if view.question.kind in ACTION_QUESTIONS else REACTING  # for any answer
    to_action = encoding_of(view.ruleset).to_action
    return {to_action(move.code, phase, seat, seats): move for move in view.legal_moves}


def move_of(view: View, action: int) -> str:
    """The move that an action number stands for, to the seat of a view."""
    moves = moves_by_action(view)
    if action in moves:
        return moves[action]
    raise CoupError(f"action {action} is not legal, only {legal_actions(view)}")


def action_mask(view: View) -> list[int]:
    """1 at each legal action number."""
    legal = set(legal_actions(view))
    return [int(action in legal) for action in range(encoding_of(view.ruleset).actions)]
