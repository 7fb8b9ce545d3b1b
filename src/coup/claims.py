"""What a seat can say about claims, its own and the others', from its view alone."""

from coup.moves import Move
from coup.view import View


def unseen(view: View, role: str) -> int:
    """Copies of a role that are neither in the own hand nor face up."""
    face_up = sum(cards.count(role) for cards in view.discarded.values())
    return view.ruleset.copies - face_up - view.hand.count(role)


def claim_of(view: View, move: Move) -> tuple[str, ...]:
    """The roles that a move claims; for a block of a steal, the one that it names."""
    if move.verb == "block_steal" and move.role:
        return (move.role,)
    return view.ruleset.claims.get(move.verb, ())


def holds(view: View, move: Move) -> bool:
    """Whether the seat can prove what the move claims, if anything."""
    roles = claim_of(view, move)
    return not roles or any(role in view.hand for role in roles)


def believable(view: View, move: Move) -> bool:
    """Whether the claim could be true for all that everybody can see."""
    face_up = [card for cards in view.discarded.values() for card in cards]
    roles = claim_of(view, move)
    return not roles or any(face_up.count(role) < view.ruleset.copies for role in roles)


def disproved(view: View) -> bool:
    """Whether the claim in question cannot be true for all that this seat can see."""
    return all(unseen(view, role) == 0 for role in view.question.roles)
