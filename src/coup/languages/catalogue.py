"""The catalogues, one file for each language, and the choice of a preferred language."""

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
"""Plural rules of the languages in which they are not those of English."""

PLACES = {
    "n": r"-?\d+",
    "field": r"\w+",
    "path": r"[\w.-]+",
    "words": r"\w+(?: or \w+)+",
}
"""What a placeholder of a refusal matches, by its kind. Besides these, `role` is a role and `why`
another refusal; every other name matches anything."""


@dataclass(frozen=True)
class Catalogue:
    """A language.

    code, name: its code, and its name in the language itself.
    forms: roles, plurals, and the links of lists.
    sentences: the sentences of the table, by their English originals.
    refusals: reasons why something cannot be done, by their English originals.
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
        """The plural category of a number."""
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
        """The refusals as patterns of their English, each with its translation."""
        return [(self.pattern_of(english), text) for english, text in self.refusals.items()]

    def pattern_of(self, english: str) -> re.Pattern[str]:
        """A pattern that matches a sentence with its placeholders filled."""
        kinds = PLACES | {"role": "|".join(self.roles)}
        parts = re.split(r"\{(\w+)\}", english)
        texts = [
            f"(?P<{part}>{kinds.get(kind_of(part), '.+')})" if n % 2 else re.escape(part)
            for n, part in enumerate(parts)
        ]
        return re.compile("".join(texts))


def kind_of(place: str) -> str:
    """The kind of a refusal's placeholder: its name without the number at the end.

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
    """The languages in a header, each with its place."""
    return list(enumerate(header[:200].split(",")))


def weight(part: str) -> float:
    """The weight of a language in a header."""
    _, _, said = part.partition(";q=")
    try:
        return float(said) if said else 1.0
    except ValueError:
        return 0.0
