"""Which language somebody wants who has not said so."""

import os
from collections.abc import Mapping

from coup.languages.catalogue import CODES

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def usual(environment: Mapping[str, str] | None = None) -> str:
    """The language of the system, if it is one of ours; else English.

    >>> usual({"LANG": "fr_CH.UTF-8"}), usual({"LANG": "C"}), usual({})
    ('fr', 'en', 'en')
    """
    known = os.environ if environment is None else environment
    said = next((known[name] for name in VARIABLES if known.get(name)), "")
    return said[:2].lower() if said[:2].lower() in CODES else "en"


def preferred(header: str) -> str:
    """The first of our languages in a header `Accept-Language`, by the weights in it.

    >>> preferred("nl, fr-CA;q=0.8, de;q=0.9"), preferred("xx"), preferred("")
    ('de', 'en', 'en')
    """
    found = [(weight(part), -place, part.strip()[:2].lower()) for place, part in parts_of(header)]
    ours = [(much, place, code) for much, place, code in found if code in CODES and much > 0]
    return max(ours)[2] if ours else "en"


def parts_of(header: str) -> list[tuple[int, str]]:
    """The languages that are named, each with its place."""
    return list(enumerate(header[:200].split(",")))


def weight(part: str) -> float:
    """How much a language is wanted."""
    _, _, said = part.partition(";q=")
    try:
        return float(said) if said else 1.0
    except ValueError:
        return 0.0
