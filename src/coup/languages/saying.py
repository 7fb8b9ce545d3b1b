"""Sentences in the current language."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from string import Formatter

from coup.languages.catalogue import Catalogue, catalogue, kind_of

_spoken: ContextVar[str] = ContextVar("language", default="en")


def current() -> Catalogue:
    """The current language: English, unless somebody has chosen another."""
    return catalogue(_spoken.get())


def speak(code: str) -> None:
    """Make this the current language."""
    _spoken.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Make this the current language inside a block."""
    before = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(before)


def formed(value: object, form: str, language: Catalogue) -> str:
    """A value in a form: a number of things, a list, or a word of the catalogue."""
    if isinstance(value, int):
        return language.counted(value, form)
    if form in ("and", "or"):
        assert isinstance(value, Sequence)
        return listed(value, form, language)
    if isinstance(value, list | tuple):
        form, _, link = form.partition(" ")
        return listed([formed(each, form, language) for each in value], link or "or", language)
    return language.form(str(value) if form == "name" else f"{value}.{form}")


def listed(things: Sequence[object], link: str, language: Catalogue) -> str:
    """A list in words, with "and" or "or" before the last thing."""
    *first, last = map(str, things)
    if not first:
        return last
    return language.form(link).format(first=language.form("comma").join(first), last=last)


def say(text: str, /, **values: object) -> str:
    """A sentence in the current language.

    text: its English original, the key of the catalogues.
    values: the values of its placeholders.
    """
    language = current()
    return assembled(language.sentences.get(text, text), values, language)


def assembled(template: str, values: Mapping[str, object], language: Catalogue) -> str:
    """A sentence with its placeholders filled."""
    return "".join(
        [
            literal if name is None else literal + filled(values[name], form, language)
            for literal, name, form in parts_of(template)
        ]
    )


@cache
def parts_of(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a sentence: a text, and the name and the form of the placeholder after it."""
    parsed = Formatter().parse(template)
    return tuple((literal, name, form or "") for literal, name, form, _ in parsed)


def filled(value: object, form: str, language: Catalogue) -> str:
    """A placeholder's value in the form that it asks for."""
    return formed(value, form, language) if form else str(value)


def refusal(why: str) -> str:
    """A refusal in the current language if the catalogue has it; else in English.

    >>> with speaking("de"):
    ...     refusal("a name has 1 to 20 letters")
    'Ein Name hat 1 bis 20 Buchstaben.'
    """
    language = current()
    if why in language.refusals:
        return language.refusals[why]
    for pattern, text in language.patterns:
        found = pattern.fullmatch(why)
        if found:
            places = found.groupdict().items()
            return assembled(text, {name: meant(name, said) for name, said in places}, language)
    return why


def meant(place: str, words: str) -> object:
    """The value of a placeholder of an English refusal, for use in this language."""
    match kind_of(place):
        case "n":
            return int(words)
        case "role":
            return words
        case "why":
            return refusal(words)
        case "words":
            return listed(words.split(" or "), "or", current())
    return relisted(words)


def relisted(words: str) -> str:
    """Words of an English sentence; a list with "or" becomes one of this language."""
    first, link, last = words.rpartition(" or ")
    return listed([first, last], "or", current()) if link else words
