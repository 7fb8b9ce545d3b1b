"""Sentences in the language that is spoken now."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from string import Formatter

from coup.languages.catalogue import Catalogue, catalogue, kind_of

_spoken: ContextVar[str] = ContextVar("language", default="en")


def current() -> Catalogue:
    """The language that is spoken now: English, unless somebody has chosen another one."""
    return catalogue(_spoken.get())


def speak(code: str) -> None:
    """From now on, speak this language."""
    _spoken.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak this language for a while."""
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
    """Things, all of which are meant, or one."""
    *first, last = map(str, things)
    if not first:
        return last
    return language.form(link).format(first=language.form("comma").join(first), last=last)


def say(text: str, /, **values: object) -> str:
    """A sentence.

    text: its English, as it stands in the catalogues.
    values: what goes into its places.
    """
    language = current()
    return assembled(language.sentences.get(text, text), values, language)


def assembled(template: str, values: Mapping[str, object], language: Catalogue) -> str:
    """A sentence with what goes into its places."""
    return "".join(
        [
            literal if name is None else literal + filled(values[name], form, language)
            for literal, name, form in parts_of(template)
        ]
    )


@cache
def parts_of(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a sentence: a text, and the name and the form of the place behind it."""
    parsed = Formatter().parse(template)
    return tuple((literal, name, form or "") for literal, name, form, _ in parsed)


def filled(value: object, form: str, language: Catalogue) -> str:
    """What stands in a place of a sentence, in the form that the place asks for."""
    return formed(value, form, language) if form else str(value)


def refusal(why: str) -> str:
    """Why something cannot be done, if the catalogue has a sentence for that; else in English.

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
    """What stood in a place of an English refusal, as this language can put it."""
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
    """What stood in a place of an English sentence; if it is a list, then one of this language."""
    first, link, last = words.rpartition(" or ")
    return listed([first, last], "or", current()) if link else words
