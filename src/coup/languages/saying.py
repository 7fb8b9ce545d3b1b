"""Sentences in the language that is spoken now."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from coup.languages.catalogue import Catalogue, catalogue

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


class Filled:
    """What stands in a place of a sentence, in the form that the place asks for."""

    __slots__ = ("language", "value")

    def __init__(self, value: object, language: Catalogue) -> None:
        self.value = value
        self.language = language

    def __format__(self, form: str) -> str:
        return formed(self.value, form, self.language) if form else str(self.value)


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
    filled = {name: Filled(value, language) for name, value in values.items()}
    return language.sentences.get(text, text).format(**filled)


def refusal(why: str) -> str:
    """Why something cannot be done, if the catalogue has a sentence for that; else in English.

    >>> with speaking("de"):
    ...     refusal("a name has 1 to 20 letters")
    'Ein Name hat 1 bis 20 Buchstaben.'
    """
    for pattern, text in current().patterns:
        found = pattern.fullmatch(why)
        if found:
            return text.format(**found.groupdict())
    return why
