"""Which games the vectors are for."""

from coup.rules.rulesets import Ruleset, RulesetError
from coup.rules.state import SEATS


def check_vectors(ruleset: Ruleset, seats: int) -> None:
    """Refuse a game that observations and action numbers have no room for, or that so many cannot
    play."""
    ruleset.check_seats(seats)
    if ruleset.rules.reforms or seats > SEATS:
        raise RulesetError(
            f"observations are for games of up to {SEATS} seats without sides and reserve, "
            f"not for {ruleset.name} with {seats}"
        )
