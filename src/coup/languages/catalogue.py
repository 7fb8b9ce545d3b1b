"""The catalogues, one file for each language, and which of them somebody prefers."""

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

CODES = ("en", "de", "fr", "es", "it", "pt", "pl", "ja")
FOLDER = Path(__file__).parent
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def one_or_other(n: int) -> str:
    return "one" if n == 1 else "other"


def one_from_zero(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def always_other(n: int) -> str:
    return "other"


PLURALS: dict[str, Callable[[int], str]] = {
    "fr": one_from_zero,
    "pt": one_from_zero,
    "pl": polish,
    "ja": always_other,
}
"""Which form goes with a number, where it is not one thing and other numbers of things."""

PLACES = {
    "n": r"-?\d+",
    "field": r"\w+",
    "path": r"[\w.-]+",
    "words": r"\w+(?: or \w+)+",
}
"""What may stand in a place of a refusal, by its kind. Beside these, `role` is a role and `why`
another refusal; every other name is for anything."""


@dataclass(frozen=True)
class Catalogue:
    """A language.

    code, name: what it is called, for programs and by those who speak it.
    forms: roles, numbers of things, and how things are listed.
    sentences: what is said at the table, by the English of it.
    refusals: why something cannot be done, by the English of it.
    page: the words of the page, by their names; `explorer` has those of the explorer.
    """

    code: str
    name: str
    forms: dict[str, str | dict[str, str]]
    sentences: dict[str, str]
    refusals: dict[str, str]
    page: dict[str, str]
    explorer: dict[str, str]

    def plural(self, number: int) -> str:
        """The kind of a number."""
        return PLURALS.get(self.code, one_or_other)(number)

    def form(self, name: str) -> str:
        """A form of a word."""
        found = self.forms[name]
        assert isinstance(found, str)
        return found

    def counted(self, number: int, things: str) -> str:
        """A number of things.

        >>> catalogue("pl").counted(5, "coins"), catalogue("pl").counted(22, "coins")
        ('5 monet', '22 monety')
        """
        forms = self.forms[things]
        assert isinstance(forms, dict)
        form = forms.get(f"={number}") or forms[self.plural(number)]
        return form.replace("{n}", str(number))

    @cached_property
    def roles(self) -> list[str]:
        """The roles of the game, which have articles."""
        return [name.removesuffix(".the") for name in self.forms if name.endswith(".the")]

    @cached_property
    def patterns(self) -> list[tuple[re.Pattern[str], str]]:
        """Why something cannot be done, as patterns, each with its translation."""
        return [(self.pattern_of(english), text) for english, text in self.refusals.items()]

    def pattern_of(self, english: str) -> re.Pattern[str]:
        """Finds a sentence, whatever may stand in its places."""
        kinds = PLACES | {"role": "|".join(self.roles)}
        parts = re.split(r"\{(\w+)\}", english)
        texts = [
            f"(?P<{part}>{kinds.get(kind_of(part), '.+')})" if n % 2 else re.escape(part)
            for n, part in enumerate(parts)
        ]
        return re.compile("".join(texts))


def kind_of(place: str) -> str:
    """What may stand in a place of a refusal: its name, without the number behind it.

    >>> kind_of("n2"), kind_of("role")
    ('n', 'role')
    """
    return place.rstrip("0123456789")


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language."""
    known = json.loads((FOLDER / f"{code}.json").read_text(encoding="utf-8"))
    return Catalogue(code, **known)


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
