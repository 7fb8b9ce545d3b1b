"""The options that several commands share: each has one name and one meaning in all of them."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from coup.languages import CODES
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset, house_rule, ruleset
from coup.words import listed

T = TypeVar("T")
BOTS_HELP = (
    "a built-in bot: random, honest, bluffer, trait, pragmatist, counter, shark, one of its levels "
    "(beginner, easy, medium, hard, expert) or a character (style, gambler, miser, avenger, thief, "
    "sceptic, parrot), with settings as in trait:honesty=0.2+skepticism=0.8; a class or function "
    "in a file: my.py:mine; or a bot over HTTP: http://127.0.0.1:8001"
)
SEATS_HELP = "2 to 6; 2 to 10 with --ruleset reformation (default: 4)"
PLOT_HELP = "draw it: .svg, .png or .pdf"
PICTURES = (".svg", ".png", ".pdf")
USUAL_RULESET = "classic; coup2022 with agents, inquisitor with bots over HTTP"


def argument(read: Callable[[str], T]) -> Callable[[str], T]:
    """Reads what an option says, so that what is refused is refused before anything is loaded."""

    def checked(text: str) -> T:
        try:
            return read(text)
        except CoupError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return checked


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number, and refuses one that is out of bounds.

    >>> whole(1, 6)("3")
    3
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r:.60}") from None
        check_bounds(number, least, most, text)
        return number

    return read


def decimal(least: float, most: float, *, more: bool = False) -> Callable[[str], float]:
    """Reads a number, and refuses one that is out of bounds.

    more: whether it must be more than the least.

    >>> decimal(0, 1)("0.5")
    0.5
    """

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a number, not {text!r:.60}") from None
        if more and not number > least:  # and so not nan
            raise argparse.ArgumentTypeError(f"must be more than {least:,}, not {text:.30}")
        check_bounds(number, least, most, text)
        return number

    return read


def check_bounds(number: float, least: float, most: float, text: str) -> None:
    """Refuse a number that is out of bounds, and what is none."""
    if not number >= least:  # and so not nan
        raise argparse.ArgumentTypeError(f"must be at least {least:,}, not {text:.30}")
    if number > most:
        raise argparse.ArgumentTypeError(f"must be at most {most:,}, not {text:.30}")


SEATS = whole(2, 99)
GAMES = whole(1, 1_000_000_000)
"""No more than anybody can wait for."""
SEED = whole(0, (1 << 64) - 1)
PORT = whole(0, (1 << 16) - 1)
WORKERS = whole(1, 1_000)
SECONDS = decimal(0, 86_400, more=True)


def folder(text: str) -> Path:
    """A folder to write into, which may not be there yet."""
    path = Path(text)
    there = next(each for each in (path, *path.absolute().parents) if each.exists())
    if not there.is_dir():
        raise argparse.ArgumentTypeError(f"{there} is a file, not a folder")
    check_writable(there)
    return path


def new_file(*endings: str) -> Callable[[str], Path]:
    """Reads the path of a file to write, with one of these endings, in a folder that is there."""

    def read(text: str) -> Path:
        path = Path(text)
        if endings:
            check_ending(path, *endings)
        if not path.absolute().parent.is_dir():
            raise argparse.ArgumentTypeError(f"there is no folder {path.parent}")
        if path.is_dir():
            raise argparse.ArgumentTypeError(f"{path} is a folder, not a file")
        check_writable(path if path.exists() else path.parent)
        return path

    return read


def check_writable(path: Path) -> None:
    """Refuse a file or a folder that cannot be written to, before anybody has waited for what is
    to be written there."""
    if not os.access(path, os.W_OK):
        raise argparse.ArgumentTypeError(f"{path} cannot be written to: permission denied")


def weights(text: str) -> Path:
    """The path of a file of weights, which is read later."""
    path = Path(text)
    check_ending(path, ".npz")
    return path


def check_ending(path: Path, *endings: str) -> None:
    """Refuse a file whose name ends with none of these."""
    if path.suffix not in endings:
        raise argparse.ArgumentTypeError(f"must end with {listed(endings)}, not {str(path)!r:.60}")


def seat_counts(text: str) -> list[int]:
    """Numbers of seats with commas between them.

    >>> seat_counts("4,2")
    [2, 4]
    """
    sizes = [size.strip() for size in text.split(",")]
    if not all(size in tuple("23456") for size in sizes):
        raise argparse.ArgumentTypeError(
            f"must be numbers from 2 to 6, such as 2 or 3,4,5,6, not {text!r:.60}"
        )
    return sorted({int(size) for size in sizes})


def names(text: str) -> list[str]:
    """Names with commas between them."""
    found = [name.strip() for name in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"a name is missing in {text!r:.60}")
    return found


def add_table(
    command: argparse.ArgumentParser,
    usual: str = "classic",
    check: Callable[[Ruleset], None] = lambda rules: None,
) -> None:
    """The options that say which game is played."""
    add_ruleset(command, usual, check)
    add_rule(command)
    add_seed(command)


def add_ruleset(
    command: argparse.ArgumentParser,
    usual: str = "classic",
    check: Callable[[Ruleset], None] = lambda rules: None,
) -> None:
    """The option that says by which rules to play.

    check: refuses the rulesets that the command does not know.
    """

    def known(text: str) -> str:
        check(ruleset(text))
        return text

    names = list(filter(partial(accepted, known), RULESETS))
    about = f"{', '.join(names)} (default: {usual})" if len(names) > 1 else f"{usual} only"
    command.add_argument("--ruleset", type=argument(known), metavar="NAME", help=about)


def accepted(read: Callable[[str], object], text: str) -> bool:
    """Whether a text is not refused."""
    try:
        read(text)
    except CoupError:
        return False
    return True


def add_rule(command: argparse.ArgumentParser) -> None:
    """The option that says how a game differs from its ruleset."""
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, such as first_coins=1; may be repeated",
    )


def add_seed(
    command: argparse.ArgumentParser,
    usual: int | None = None,
    about: str = "the same number gives the same games",
) -> None:
    """The option that says where chance comes from."""
    default = "" if usual is None else f" (default: {usual})"
    command.add_argument("--seed", type=SEED, default=usual, metavar="N", help=about + default)


def add_games(
    command: argparse.ArgumentParser,
    about: str,
    usual: int | None = None,
    number: Callable[[str], int] = GAMES,
) -> None:
    """The option that says how many games to play."""
    command.add_argument("-n", "--games", type=number, default=usual, metavar="N", help=about)


def add_language(
    command: argparse.ArgumentParser, about: str = "the language at the table"
) -> None:
    """The option that says in which language people are told what happens."""
    text = f"{about} (default: your system's, or English)"
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
