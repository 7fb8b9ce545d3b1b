"""The options that several commands share: each has one name and one meaning in all of them."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from coup.languages import CODES
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset, house_rule, ruleset

BOTS_HELP = (
    "a built-in bot: random, honest, bluffer, trait, pragmatist, counter, shark, its levels "
    "beginner, easy, medium, hard and expert, or a character: style, gambler, miser, avenger, "
    "thief, sceptic, parrot; with settings as in trait:honesty=0.2+skepticism=0.8; a class or a "
    "function in a file: my.py:mine; or a bot over HTTP: http://127.0.0.1:8001"
)
SEATS_HELP = "2 to 6, by reformation 2 to 10 (default: 4)"
MOST_GAMES = 1_000_000_000
"""More than anybody can wait for."""
USUAL_RULESET = "classic; coup2022 with agents, inquisitor with bots over HTTP"


def at_most(most: float, kind: type[int] | type[float] = int) -> Callable[[str], float]:
    """Reads a number, and refuses one that is absurd.

    >>> at_most(6)("3"), at_most(0.5, float)("0.25")
    (3, 0.25)
    """
    what = "a whole number" if kind is int else "a number"

    def number(text: str) -> float:
        try:
            found = kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"this is {what}, not {text!r:.60}") from None
        if not found <= most:  # and so not nan
            raise argparse.ArgumentTypeError(f"this is {what} up to {most:,}, not {text:.30}")
        return found

    return number


def add_table(command: argparse.ArgumentParser, usual: str = "classic") -> None:
    """The options that say which game is played."""
    add_ruleset(command, usual)
    add_rule(command)
    add_seed(command)


def add_ruleset(command: argparse.ArgumentParser, usual: str = "classic") -> None:
    """The option that says by which rules to play."""
    command.add_argument(
        "--ruleset", metavar="NAME", help=f"{', '.join(RULESETS)} (default: {usual})"
    )


def add_rule(command: argparse.ArgumentParser) -> None:
    """The option that says how a game differs from its ruleset."""
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, such as first_coins=1; can be given several times",
    )


def add_seed(
    command: argparse.ArgumentParser,
    usual: int | None = None,
    about: str = "a number; the same one gives the same games",
) -> None:
    """The option that says where chance comes from."""
    default = "" if usual is None else f" (default: {usual})"
    command.add_argument("--seed", type=int, default=usual, metavar="N", help=about + default)


def add_games(command: argparse.ArgumentParser, about: str, usual: int | None = None) -> None:
    """The option that says how many games to play."""
    number = at_most(MOST_GAMES)
    command.add_argument("-n", "--games", type=number, default=usual, metavar="N", help=about)


def add_language(
    command: argparse.ArgumentParser, about: str = "the language at the table"
) -> None:
    """The option that says in which language people are told what happens."""
    text = f"{about} (default: that of the system, or English)"
    command.add_argument("--lang", choices=CODES, help=text)


def add_json(command: Any) -> None:
    """The option that asks for the results as JSON."""
    command.add_argument("--json", action="store_true", help="print the results as JSON")


def add_old_name(command: argparse.ArgumentParser, old: str, dest: str, **how: Any) -> None:
    """The name that an option had in the first edition: it still works, and no help shows it."""
    command.add_argument(old, dest=dest, help=argparse.SUPPRESS, **how)


@contextmanager
def about(option: str) -> Iterator[None]:
    """What is refused here is what this option says."""
    try:
        yield
    except CoupError as error:
        raise CoupError(f"{option}: {error}") from None


def chosen_ruleset(options: argparse.Namespace, usual: str = "classic") -> Ruleset:
    """The ruleset that the options name, with its house rules."""
    return ruleset(options.ruleset or usual, **dict(map(house_rule, options.rule)))
