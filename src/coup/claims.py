"""What a seat can say about claims, its own and the others', from its view alone."""

from coup.moves import Move
from coup.view import View


def unseen(view: View, role: str) -> int:
    """Copies of a role that are neither in the own hand nor face up."""
    face_up = sum(cards.count(role) for cards in view.discarded.values())
    return view.ruleset.copies_for(len(view.seats)) - face_up - view.hand.count(role)


def claim_of(view: View, move: Move) -> tuple[str, ...]:
    """The roles that a move claims; for a block of a steal, the one that it names."""
    if move.verb == "block_steal" and move.role:
        return (move.role,)
    return view.ruleset.claims.get(move.verb, ())


def denial_of(view: View, move: Move) -> tuple[str, ...]:
    """The roles that a move denies."""
    role = view.ruleset.embezzle
    return (role,) if role and move.verb == "embezzle" else ()


def holds(view: View, move: Move) -> bool:
    """Whether the seat can prove what the move claims or denies, if anything."""
    if denial_of(view, move):
        return view.ruleset.embezzle not in view.hand
    roles = claim_of(view, move)
    return not roles or any(role in view.hand for role in roles)


def believable(view: View, move: Move) -> bool:
    """Whether the claim could be true for all that everybody can see."""
    face_up = [card for cards in view.discarded.values() for card in cards]
    roles = claim_of(view, move)
    copies = view.ruleset.copies_for(len(view.seats))
    return not roles or any(face_up.count(role) < copies for role in roles)


def disproved(view: View) -> bool:
    """Whether the claim in question cannot be true for all that this seat can see."""
    if view.question.denied:
        return _must_have(view, str(view.question.claimant), view.question.denied)
    return all(unseen(view, role) == 0 for role in view.question.roles)


def _must_have(view: View, seat: str, roles: tuple[str, ...]) -> bool:
    """Whether a seat has one of some roles, since too few cards of the others are left."""
    others = [role for role in view.ruleset.roles if role not in roles]
    return sum(unseen(view, role) for role in others) < view.cards[seat]
