"""Checks names of people and tables, and chat: names that can be told apart at a glance, and text
without tricks."""

import re
import secrets
import unicodedata
from typing import Annotated

from pydantic import AfterValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from coup.rules.errors import CoupError
from coup.seating import tidy

NAME_LENGTH = 20
RESERVED = frozenset(("chance", "none", "you", "anybody", "nobody", "everybody"))
CYRILLIC = "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb"
GREEK = "\u03b1\u03b9\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03ba"
TWINS = str.maketrans(CYRILLIC + GREEK + "0l15\u0131", "aeopcyxijsdh" + "aivoptuxk" + "oiisi")
"""Letters and digits that look like another one, and that one."""
NO_SIGNS = str.maketrans("", "", " _-.'")


class Refused(CoupError):
    """Something that is not allowed now; the message says why, kindly, to the person who tried."""


class NoSuchThing(Refused):
    """Something that was asked for and does not exist."""


NO_TABLE = "there is no such table"


def new_table_id() -> str:
    """An id that nobody can guess, and that no command line takes for an option."""
    table_id = secrets.token_urlsafe(9)
    return new_table_id() if table_id.startswith("-") else table_id


def checked_table_id(text: str) -> str:
    """The id of a table, if it is a valid one."""
    if not re.fullmatch(r"[\w-]{1,32}", text, re.ASCII):
        raise PydanticCustomError("no_such_thing", NO_TABLE)
    return text


def checked_characters(text: str) -> str:
    """A text that every database can hold."""
    if "\0" in text:
        raise PydanticCustomError("odd_text", "there is a NUL character in it")
    return text


TableId = Annotated[
    str,
    AfterValidator(checked_table_id),
    WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9_-]{1,32}$"}),
]
Text = Annotated[str, AfterValidator(checked_characters)]


def checked_name(text: str, others: tuple[str, ...] = ()) -> str:
    """A name in its canonical form; refused if somebody at the table has one that looks like it.

    >>> checked_name("  Zoë   Müller ")
    'Zoë Müller'
    >>> checked_name("B0b", ("bob",))
    Traceback (most recent call last):
        ...
    coup.server.naming.Refused: somebody called bob already sits here: choose another name
    """
    name = tidy(text)
    if not name or len(name) > NAME_LENGTH:
        raise Refused(f"a name has 1 to {NAME_LENGTH} letters")
    if not all(each.isalnum() or each in " _-.'" or combining(each) for each in name):
        raise Refused("a name is made of letters, digits, blanks, and - _ . '")
    if not any(each.isalnum() for each in name) or name.casefold() in RESERVED:
        raise Refused(f"nobody can be called {name}: take another name")
    for other in others:
        if skeleton(other) == skeleton(name):
            raise Refused(f"somebody called {other} already sits here: choose another name")
    return name


def combining(letter: str) -> bool:
    """Whether a character is a mark on the letter before it."""
    return unicodedata.category(letter) in ("Mn", "Mc")


def skeleton(name: str) -> str:
    r"""What a name looks like: the same for names that could be confused.

    >>> skeleton("Ann") == skeleton("ánn") == skeleton("\u0430nn")  # Cyrillic
    True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(each for each in plain if not combining(each)).translate(TWINS)
    return plain.replace("rn", "m").replace("vv", "w").translate(NO_SIGNS)


def checked_text(text: str, longest: int) -> str:
    """A text in one line, without control characters."""
    kept = (" " if each.isspace() else each for each in text)
    said = " ".join("".join(e for e in kept if e.isprintable()).split())
    if not said:
        raise Refused("there is nothing to say in that")
    if len(said) > longest:
        raise Refused(f"that is too long: {longest} letters at most")
    return said
