"""A game of Quantum Coup told in sentences."""

from collections.abc import Sequence

from coup.quantum.game import MadeMove
from coup.quantum.positions import Position
from coup.quantum.rules import in_play
from coup.words import count, title

DEEDS = {
    "income": "takes income",
    "foreign_aid": "asks for foreign aid",
    "tax": "takes tax",
    "exchange": "exchanges",
    "steal": "steals from {target}",
    "assassinate": "pays 3 coins to assassinate {target}",
    "coup": "pays 7 coins for a coup against {target}",
    "block_foreign_aid": "blocks the foreign aid with the Duke",
    "block_assassinate": "blocks the assassination with the Contessa",
    "block_steal": "blocks the steal with {card}",
    "discard": "loses {card}",
}


def tell(made: MadeMove, names: Sequence[str]) -> str:
    """What a move did, in a sentence."""
    name = names[made.seat]
    if made.move.verb == "pass":
        verdict = "lets it pass" if made.chosen else "cannot block"
        return f"{name} {verdict}.{outcome(made, names)}"
    deed = DEEDS[made.move.verb].format(
        target="" if made.move.target is None else names[made.move.target],
        card=card_name(made.move.card),
    )
    return f"{name} {deed}{collapse(made)}.{outcome(made, names)}"


def card_name(card: str | None) -> str:
    """A card with its article."""
    return "a void" if card == "void" else title(card or "card")


def collapse(made: MadeMove) -> str:
    """What a void collapses into, if one is used."""
    before, after = made.before.hands[made.seat], made.after.hands[made.seat]
    if before.count("void") <= after.count("void") or made.move.verb == "discard":
        return ""
    new = next(card for card in after if card not in before)
    return f"; a void collapses into {title(new)}"


def outcome(made: MadeMove, names: Sequence[str]) -> str:
    """Further consequences of a move: stolen coins, a seat that is out."""
    said = ""
    if made.before.phase == "steal" and made.move.verb == "pass" and made.after.phase == "end":
        said = f" {names[made.after.turn]} gets {count(gained(made.before, made.after), 'coin')}."
    if made.move.verb == "discard" and not in_play(made.after, made.seat):
        said = f" {names[made.seat]} is out."
    return said


def gained(before: Position, after: Position) -> int:
    """The coins that the seat whose turn it is has gained."""
    return after.coins[after.turn] - before.coins[before.turn]
