"""Words and phrases about the game, as people use them at the table."""

import os
from collections.abc import Sequence


def count(number: int, thing: str) -> str:
    """A number of things.

    >>> count(1, "coin"), count(2, "card")
    ('1 coin', '2 cards')
    >>> count(1000, "game")
    '1,000 games'
    """
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}s"


def title(role: str) -> str:
    """A role as it stands in a sentence.

    >>> title("duke")
    'the Duke'
    """
    return f"the {role.capitalize()}"


def titles(roles: tuple[str, ...]) -> str:
    """Alternative roles, with articles.

    >>> titles(("captain", "ambassador"))
    'the Captain or the Ambassador'
    """
    return " or ".join(map(title, roles))


def plain_names(roles: tuple[str, ...]) -> str:
    """Alternative roles, without articles.

    >>> plain_names(("duke",))
    'Duke'
    """
    return " or ".join(map(str.capitalize, roles))


NOUNS = {
    "income": "income",
    "foreign_aid": "foreign aid",
    "assassinate": "the assassination",
    "investigate": "the investigation",
    "convert": "the conversion",
    "embezzle": "the embezzlement",
}


def noun(action: str) -> str:
    """An action as a noun.

    >>> noun("assassinate"), noun("tax")
    ('the assassination', 'the tax')
    """
    return NOUNS.get(action, f"the {action}")


def listed(things: Sequence[str]) -> str:
    """Alternatives in a row, joined by "or".

    >>> listed(["pass", "challenge", "block_assassinate"])
    'pass, challenge or block_assassinate'
    """
    return " or ".join(filter(None, [", ".join(things[:-1]), *things[-1:]]))


def cause(error: OSError) -> str:
    """Why the system refused something, without the numbers and addresses that Python adds.

    >>> cause(OSError(98, "error while attempting to bind on address ('127.0.0.1', 8001)"))
    'Address already in use'
    """
    number = error.errno or 0
    return os.strerror(number) if number > 0 else str(error.strerror or error)
