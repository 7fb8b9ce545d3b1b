"""The observation of a seat from its view alone, and its legal actions: for bots that were trained.

What `observation` writes from the state of a game is found here from a view, which holds nothing
hidden. A test compares the two after every move.
"""

from coup.rules.errors import CoupError
from coup.vectors.actions import ACTIONS, to_action
from coup.vectors.limits import check_vectors
from coup.vectors.mirror import mirror
from coup.vectors.observation import SIZE, observe
from coup.view import View


def observation(view: View) -> list[int]:
    """What the seat of a view knows; docs/observation.md says what stands where.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> observation(game.view("ann"))[:6]
    [1, 0, 1, 0, 0, 0]
    """
    if view.seat is None:
        raise CoupError("a spectator has no observation: it sits in no seat")
    check_vectors(view.ruleset, len(view.seats))
    s, t, seat = mirror(view)
    vector = [0] * SIZE
    observe(s, view.ruleset.rules, t, seat, vector)
    return vector


def legal_actions(view: View) -> list[int]:
    """The action numbers that the seat of a view may choose.

    >>> import coup
    >>> legal_actions(coup.Game(["ann", "bob", "carl"]).view("ann"))
    [0, 1, 2, 3, 4, 8]
    """
    check_vectors(view.ruleset, len(view.seats))
    seat = view.seats.index(str(view.seat))
    return sorted(to_action(move.code, seat, len(view.seats)) for move in view.legal_moves)


def move_of(view: View, action: int) -> str:
    """The move that an action number means to the seat of a view."""
    check_vectors(view.ruleset, len(view.seats))
    seat = view.seats.index(str(view.seat))
    for move in view.legal_moves:
        if to_action(move.code, seat, len(view.seats)) == action:
            return move
    raise CoupError(f"action {action} is not legal, only {legal_actions(view)}")


def action_mask(view: View) -> list[int]:
    """1 at each legal action number."""
    legal = set(legal_actions(view))
    return [int(action in legal) for action in range(ACTIONS)]
