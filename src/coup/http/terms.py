"""The protocol's words for bots over HTTP: its names for actions, cards and players, and how
loosely bots may answer."""

from collections.abc import Iterable
from urllib.parse import quote, unquote

from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.state import SEATS

CARDS = ("duke", "contessa", "assassin", "captain", "inquisitor")
TO_WIRE = {"tax": "collect_taxes", "steal": "extortion"}
FROM_WIRE = {wire: own for own, wire in TO_WIRE.items()} | {
    own: own for own in ("income", "foreign_aid", "assassinate", "investigate", "exchange", "coup")
}
SLIPS = {"assassin": "assassinate"}  # what some bots say when they mean the action
NO = ("", "false", "no", "0", "none", "null")
YES = ("true", "yes", "1")
PLAIN = "!\"#$&'()*+,/:;<=>?@[\\]^`{|}"  # not escaped, besides letters and digits


def wire_action(action: str) -> str:
    """The protocol's name of an action.

    >>> wire_action("tax"), wire_action("coup")
    ('collect_taxes', 'coup')
    """
    return TO_WIRE.get(action, action)


def wire_player(name: str) -> str:
    """A player's name as a header can hold it.

    >>> wire_player("127.0.0.1:8001"), wire_player("žofie")
    ('127.0.0.1:8001', '%C5%BEofie')
    """
    return quote(name, safe=PLAIN)


def own_player(wire: str) -> str:
    """The name that `wire_player` encoded."""
    return unquote(wire)


def word(value: object) -> str:
    """A word in an answer; empty if it is none.

    >>> word(" COUP  "), word(None)
    ('coup', '')
    """
    return value.strip().lower() if isinstance(value, str) else ""


def action_word(value: object) -> str:
    """The action that an answer means, by our name; empty if there is none."""
    said = word(value)
    return FROM_WIRE.get(SLIPS.get(said, said), "")


def truth(value: object) -> bool | None:
    """The meaning of an answer to a yes-or-no question; None if it is unclear.

    >>> truth("false"), truth(True), truth(None), truth("perhaps")
    (False, True, False, None)
    """
    if value is None or isinstance(value, bool | int | float):
        return bool(value)
    said = word(value) if isinstance(value, str) else "?"
    return False if said in NO else True if said in YES else None


def named(value: object, players: Iterable[str]) -> str | None:
    """The player that an answer names, among those who are possible."""
    wires = {wire_player(each): each for each in players}
    said = value.strip() if isinstance(value, str) else ""
    return wires.get(said) or {word(wire): each for wire, each in wires.items()}.get(said.lower())


def refuse_ruleset(ruleset: Ruleset) -> None:
    """Refuse a ruleset that bots over HTTP cannot play: they know only some cards and questions."""
    if (
        ruleset.windows != "separate"
        or ruleset.exchange_draws != 1
        or not ruleset.block_steal_names_role
        or not set(ruleset.roles) <= set(CARDS)
        or ruleset.most_seats > SEATS
    ):
        raise CoupError(
            "bots over HTTP play the ruleset inquisitor and house rules on it, not "
            f"{ruleset}: they know its cards and questions only"
        )
