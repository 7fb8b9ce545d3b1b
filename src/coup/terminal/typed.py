"""Finds the moves and people that are typed in plain lines, in full or by their beginnings."""

import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeVar

from coup.choices import Choice
from coup.explain import IllegalMove
from coup.languages import say
from coup.rules.errors import CoupError
from coup.terminal.aloud import Reply

T = TypeVar("T")


class Unclear(CoupError):
    """What was typed is ambiguous."""


def words_of(text: str) -> list[str]:
    """The words of a text, without case, accents and underscores.

    >>> words_of("Steal_Zoë  Müller")
    ['steal', 'zoe', 'muller']
    """
    plain = unicodedata.normalize("NFKD", text.replace("_", " "))
    return "".join(each for each in plain if not unicodedata.combining(each)).casefold().split()


def begins(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the typed words are beginnings of a thing's words: the first of its first word, the
    others of later words.

    >>> begins(["b", "cap"], ["block", "steal", "captain"])
    True
    """
    if not typed or not words[0].startswith(typed[0]):
        return False
    rest = iter(words[1:])
    return all(any(word.startswith(start) for word in rest) for start in typed[1:])


def meant(typed: str, things: Mapping[str, T]) -> T | None:
    """The thing that was typed, in full or by an unambiguous beginning.

    >>> meant("st b", {"steal bob": 1, "steal ann": 2, "tax": 3})
    1
    """
    start = words_of(typed)
    same = [thing for text, thing in things.items() if words_of(text) == start]
    near = [text for text in things if start and begins(start, words_of(text))]
    if len(same) == 1:
        return same[0]
    if len(near) > 1:
        raise Unclear(say("{typed} can be {things:or}.", typed=f"{typed!r:.60}", things=near))
    return things[near[0]] if near else None


def choice_in(typed: str, options: Sequence[Choice]) -> Choice | None:
    """The choice that was typed: by its number, its move, or the beginning of its move."""
    if typed.isdecimal() and len(typed) < 4 and 1 <= int(typed) <= len(options):
        return options[int(typed) - 1]
    return meant(typed, {str(choice.move): choice for choice in options})


def caller_in(typed: str, numbers: Mapping[int, str]) -> tuple[str, str]:
    """The person that was typed, by number or by name, and what else was typed."""
    who, *rest = typed.split() or [""]
    if who.isdecimal() and len(who) < 3 and int(who) in numbers:
        return numbers[int(who)], " ".join(rest)
    if len(numbers) == 1 and not typed:
        return next(iter(numbers.values())), ""
    for length in range(len(typed.split()), 0, -1):  # a name may have several words
        name = " ".join(typed.split()[:length])
        found = meant(name, {seat: seat for seat in numbers.values()})
        if found is not None:
            return found, " ".join(typed.split()[length:])
    if len(numbers) == 1:
        return next(iter(numbers.values())), typed
    names = [say("{n} for {seat}", n=str(number), seat=seat) for number, seat in numbers.items()]
    raise IllegalMove(say("Type {names:or}; press Enter if nobody does.", names=names))


def reply_in(typed: str, replies: Sequence[Reply]) -> Reply:
    """The reply that was typed; if there is only one, that one."""
    if len(replies) == 1 and not typed:
        return replies[0]
    found = meant(typed, {str(reply.move): reply for reply in replies}) if typed else None
    if found is None:
        moves = [reply.move for reply in replies]
        raise IllegalMove(say("Type {moves:or} behind the name or number.", moves=moves))
    return found
