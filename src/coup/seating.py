"""Checks the arguments of `Game`: seats, fixed hands, and players' names.

The server is stricter about names, since strangers meet there: see `coup.server.naming`.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from coup.moves import CHANCE
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.state import MOST_SEATS
from coup.rules.vocabulary import ROLES
from coup.words import count

Hands = Mapping[str, str | Sequence[str]]
LONGEST = 60  # letters


def tidy(text: str) -> str:
    """A name in its stored form: normalized letters, single spaces between words.

    >>> tidy("  Zoë   Müller ")
    'Zoë Müller'
    """
    return " ".join(unicodedata.normalize("NFKC", text).split())


def fault_in(name: object) -> str:
    """What is wrong with a name in this form; empty if nothing is."""
    if not isinstance(name, str) or not name or not name.isprintable():
        return f"a player's name is made of printable letters, not {name!r:.60}"
    if len(name) > LONGEST:
        return f"a player's name has at most {LONGEST} letters, {name[:20]!r}... has more"
    if " ".join(name.split()) != name:
        return f"a player's name has single blanks between its words only, not {name!r:.60}"
    if name == CHANCE:
        return f"no player can be called {CHANCE!r}: that is who draws the cards"
    return ""


def one_word(name: str) -> str:
    """A name as one word, for formats with room for no more: game files, and agents' messages.

    >>> one_word("Zoë Müller")
    'Zoë_Müller'
    """
    return name.replace(" ", "_")


def checked_seats(names: Iterable[str]) -> tuple[str, ...]:
    """The seats by their players' names; refuses invalid and equal names."""
    if isinstance(names, str | bytes | set | frozenset | Mapping) or not isinstance(
        names, Iterable
    ):
        raise CoupError(f"the players are given as a list of names, not as {names!r:.60}")
    seats = tuple(names)
    for name in seats:
        fault = fault_in(name)
        if fault:
            raise CoupError(fault)
        if seats.count(name) > 1:
            raise CoupError(f"two players are called {name!r}")
    return seats


def other_rules_for(seats: int, ruleset: Ruleset) -> str:
    """The end of a refusal: by which other rules this number of seats can play.

    >>> from coup.rules.rulesets import CLASSIC
    >>> other_rules_for(10, CLASSIC)
    '; by --ruleset reformation up to 10 can play'
    """
    fits = ruleset.most_seats < seats <= MOST_SEATS
    return f"; by --ruleset reformation up to {MOST_SEATS} can play" if fits else ""


def checked_hands(
    hands: Hands | None, seats: tuple[str, ...], ruleset: Ruleset
) -> dict[int, list[int]]:
    """The fixed hands as the kernel's numbers, by seat; refuses cards that are not in the deck."""
    if hands is None:
        return {}
    if not isinstance(hands, Mapping):
        raise CoupError(f"hands is a dict like {{'ann': 'duke captain'}}, not {hands!r:.60}")
    checked: dict[int, list[int]] = {}
    dealt: list[str] = []
    for name, hand in hands.items():
        if name not in seats:
            raise CoupError(f"hands: there is no seat {name!r:.60}, only {', '.join(seats)}")
        roles = hand.split() if isinstance(hand, str) else hand
        if not isinstance(roles, Sequence) or len(roles) != ruleset.cards:
            raise CoupError(f"hands: {name} needs {count(ruleset.cards, 'card')}, not {hand!r:.60}")
        for role in roles:
            if role not in ruleset.roles:
                raise CoupError(f"hands: {role!r:.60} is not one of {', '.join(ruleset.roles)}")
        checked[seats.index(name)] = [ROLES.index(role) for role in roles]
        dealt += roles
    for role in ruleset.roles:
        there = ruleset.copies_for(len(seats)) - ruleset.face_up.count(role)
        if dealt.count(role) > there:
            raise CoupError(f"hands: there are only {there} cards of the {role}")
    return checked
