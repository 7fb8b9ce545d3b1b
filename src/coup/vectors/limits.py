"""Which games there is a vector for, and how large it is."""

from coup.rules.rulesets import Ruleset, RulesetError
from coup.rules.state import MOST_SEATS, SEATS


def room_by(ruleset: Ruleset) -> int:
    """For how many seats vectors have room by a ruleset: it decides, and not how many there are, so
    that one network can learn all numbers of seats.

    >>> from coup.rules.rulesets import CLASSIC, REFORMATION
    >>> room_by(CLASSIC), room_by(REFORMATION)
    (6, 10)
    """
    return MOST_SEATS if ruleset.rules.reforms or ruleset.most_seats > SEATS else SEATS


def check_small(ruleset: Ruleset, what: str) -> None:
    """Refuse a ruleset whose vectors have room for ten seats, where only the others are known.

    what: what is refused, with its verb: `files of weights are`.
    """
    if room_by(ruleset) > SEATS:
        raise RulesetError(
            f"{what} for games of up to {SEATS} seats without sides and reserve, "
            f"not for {ruleset.name}; classic, coup2022 and inquisitor are such games"
        )
