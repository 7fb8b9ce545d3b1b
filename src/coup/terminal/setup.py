"""Who plays, with which bots, by which rules: asked for, where the command line does not say it."""

from collections.abc import Callable
from dataclasses import fields
from typing import TypeVar

from coup.bots import BOTS, LEVELS, USUAL
from coup.hosting.entrants import enter
from coup.hosting.evening import seated
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset, house_rule
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.state import SEATS
from coup.seating import checked_seats
from coup.terminal.plain import Leave, Lines
from coup.words import listed

T = TypeVar("T")


def people_in(text: str) -> list[str]:
    """Names of people, with commas or blanks between them."""
    names = text.replace(",", " ").split()
    if len(names) > SEATS:
        raise CoupError(f"Coup is for 2 to {SEATS} seats, not {len(names)}")
    return list(checked_seats(names))


def bots_in(text: str) -> list[str]:
    """Kinds of bots: a number of the default one, or their names."""
    if text.isdecimal() and len(text) < 4:
        return [USUAL] * int(text)
    return [str(entrant.source) for entrant in enter(text.replace(",", " ").split())]


def asked(lines: Lines, question: str, read: Callable[[str], T], explanation: str) -> T:
    """The answer to a question; a wrong one is explained and asked again."""
    while True:
        try:
            typed = lines.ask(f"{question} ")
        except Leave:
            raise CoupError("the input ended before the game began") from None
        if typed.lower() in ("q", "quit"):
            raise KeyboardInterrupt
        if typed.lower() in ("?", "help"):
            lines.say(*lines.wrap(explanation))
            continue
        try:
            return read(typed)
        except ValueError as error:
            lines.say(f"{error}.")


def ask_chairs(lines: Lines, people: list[str] | None, bots: list[str] | None) -> dict[str, str]:
    """Who sits at the table. Asks for what is not given, unless it goes without saying."""
    if people is None:

        def names(text: str) -> list[str]:
            given = people_in(text)
            seated(given, bots or [USUAL] * (len(given) < 2))  # raises, with the reason
            return given

        about = "A name is one word; put a blank or a comma between names. Bots are asked for next."
        people = asked(lines, "Who plays? Names of people:", names, about)
        if bots is None:
            bots = ask_bots(lines, people)
    elif bots is None:
        bots = ask_bots(lines, people) if len(people) == 1 else []
    return seated(people, bots)


def ask_bots(lines: Lines, people: list[str]) -> list[str]:
    """Which bots play with some people."""
    least, most = max(0, 2 - len(people)), SEATS - len(people)
    usual = 3 if len(people) == 1 else 0
    if not most:
        return []

    def kinds(text: str) -> list[str]:
        bots = bots_in(text or str(usual))
        seated(people, bots)
        return bots

    return asked(
        lines,
        f"Bots: how many ({least} to {most}), or how strong: {listed(LEVELS)}? [{usual}]",
        kinds,
        f"A number gives so many of {USUAL}; names such as easy,hard say which. There are also "
        f"{listed([bot for bot in BOTS if bot not in LEVELS])}, and a class in a file plays too: "
        "my.py:Mine.",
    )


def ask_ruleset(lines: Lines, usual: str) -> Ruleset:
    """By which rules to play."""
    rules = asked(
        lines,
        f"Rules: {listed(list(RULESETS))}? [{usual}]",
        lambda text: find_ruleset(text or usual),
        "classic is the board game; coup2022 has secret answers and a known top of the court deck; "
        "inquisitor has the Inquisitor instead of the Ambassador.",
    )
    return asked(
        lines,
        "House rules, such as first_coins=1 coins=3? [none]",
        lambda text: find_ruleset(rules, **dict(map(house_rule, text.split()))),
        f"Each is NAME=VALUE. There are {', '.join(each.name for each in fields(rules)[1:])}.",
    )
