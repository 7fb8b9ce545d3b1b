"""The commands for game files: `coup check`, `coup show` and `coup stats`.

They print, and make exit codes; what there is to say comes from `records`.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from math import inf
from typing import TYPE_CHECKING, Any

from coup.commands.options import add_json, add_language, whole
from coup.languages import refusal, speak, usual
from coup.rules.errors import CoupError
from coup.words import count

if TYPE_CHECKING:
    from rich.table import Table

    from coup.records.gamefile import FileFault
    from coup.records.tally import Tallies

INVALID, UNJUDGED = 1, 2  # exit codes
FILES_HELP = "a file, a folder for all .coup files in it and below, or - for standard input"
COLUMNS = (
    "games",
    "won",
    "claims",
    "of them\nproved",
    "bluffs\ncaught",
    "challenges\nright",
    "wrong",
)


def add_files(commands: Any) -> None:
    """The commands for game files."""
    check = commands.add_parser(
        "check",
        help="check game files against the rules",
        description="Check .coup files against the rules of coup2022. Says of each file that it is "
        "valid, or its first fault. The exit code is 0 if all are valid, 1 if one is not, 2 if one "
        "cannot be read or was played by other rules.",
    )
    check.add_argument("files", nargs="+", metavar="FILE", help=FILES_HELP)
    check.add_argument(
        "--count-cards",
        action="store_true",
        help="also refuse impossible cards, such as a fourth Duke",
    )
    check.add_argument(
        "--turn-limit",
        type=whole(1, 1_000_000),
        metavar="N",
        help="the games end after N turns, or N + 1 as the original counted; without it, "
        "`winner: none` may follow any turn",
    )
    add_original(check)
    check.set_defaults(run=check_files)
    show = commands.add_parser(
        "show",
        help="retell a game file in sentences",
        description="Retell the game of a .coup file, with coins and cards after each turn.",
    )
    show.add_argument("file", metavar="FILE", help="a file, or - for standard input")
    add_original(show)
    show.set_defaults(run=show_file)
    stats = commands.add_parser(
        "stats",
        help="count wins, bluffs and challenges in game files",
        description="Count over .coup files: for each player, games won, bluffs that were caught, "
        "and challenges by how they ended.",
    )
    stats.add_argument("files", nargs="*", metavar="FILE", help=FILES_HELP)
    stats.add_argument(
        "--mine",
        action="store_true",
        help="count the rounds that people finished with `coup play` on this computer",
    )
    add_language(stats, "the language of --mine")
    add_json(stats)
    add_original(stats)
    stats.set_defaults(run=count_files)


def add_original(command: argparse.ArgumentParser) -> None:
    """The option for old archives."""
    command.add_argument(
        "--original-turn-order",
        action="store_true",
        help="accept files of the original game master, which skips the next player when somebody "
        "is eliminated on their own turn",
    )


def opened(files: list[str], doing: str, patience: float = 1.0) -> Iterator[tuple[str, str | None]]:
    """The paths of game files with their texts. One that cannot be read, and a folder without any,
    gets a sentence, and None for its text. If it takes longer than there is patience for, a bar
    shows how far it is."""
    from coup.progress import track
    from coup.records.gamefile import find_files, printable, read_text

    paths: list[str] = []
    for each in files:
        try:
            paths += find_files([each])
        except CoupError as error:
            print(f"coup: {error}", file=sys.stderr)
            yield printable(each), None
    for path in track(paths, len(paths), doing, patience):
        text = None
        try:
            text = read_text(path)
        except ValueError as error:
            print(f"coup: {error}", file=sys.stderr)
        yield printable(path), text


def check_files(options: argparse.Namespace) -> int:
    """Say of each game file whether it is valid; the worst of them makes the exit code."""
    patience = inf if sys.stdout.isatty() else 1.0  # verdicts that scroll by are progress enough
    codes = []
    for path, text in opened(options.files, "checking", patience):
        if text is None:
            codes.append(UNJUDGED)
            continue
        fault = verdict(text, options)
        print(f"{path}: {fault or 'valid'}")
        if fault:
            print(f"    {fault.shown}")
        codes.append((UNJUDGED if fault.ruleset else INVALID) if fault else 0)
    if len(codes) > 1:
        print(summary(codes))
    return max(codes)


def summary(codes: list[int]) -> str:
    """How many files are valid.

    >>> summary([0, 1, 0, 2])
    '4 files: 2 valid, 1 invalid, 1 not judged'
    """
    names = {0: "valid", INVALID: "invalid", UNJUDGED: "not judged"}
    parts = [f"{codes.count(code):,} {name}" for code, name in names.items() if code in codes]
    return f"{len(codes):,} files: {', '.join(parts)}"


def verdict(text: str, options: argparse.Namespace) -> "FileFault | None":
    """The first fault of a game file. With a turn limit, the original's extra turn is accepted."""
    from coup.records.checking import check

    limit, original = options.turn_limit, options.original_turn_order
    fault = check(text, count_cards=options.count_cards, turn_limit=limit, original=original)
    if fault is None or limit is None:
        return fault
    later = check(text, count_cards=options.count_cards, turn_limit=limit + 1, original=original)
    return later and fault


def show_file(options: argparse.Namespace) -> int:
    """Tell the game of a file, up to its first fault."""
    from coup.records.checking import follow
    from coup.records.gamefile import printable, read_text
    from coup.records.narrator import tell

    course = follow(read_text(options.file), original=options.original_turn_order)
    say = styled_print()
    for turn in tell(course):
        say(turn.heading, "bold")
        for sentence in turn.sentences:
            say(f"  {sentence}", "")
        if turn.table:
            say(f"  [{' | '.join(turn.table)}]", "dim")
    if course.fault:
        say(f"{printable(options.file)}: {course.fault}", "red")
        say(f"    {course.fault.shown}", "red")
    return 1 if course.fault else 0


def styled_print() -> Callable[[str, str], None]:
    """Prints a line, in a style if there is a terminal to show it."""
    if not sys.stdout.isatty():
        return lambda text, style: print(text)
    from rich.console import Console

    console = Console(highlight=False)
    return lambda text, style: console.print(text, style=style, markup=False)


def count_files(options: argparse.Namespace) -> int:
    """Print what valid game files come to; name the others."""
    if options.mine:
        return count_mine(options)
    if not options.files:
        raise CoupError("name a game file or a folder, or add --mine to count your own rounds")
    from coup.records.checking import follow
    from coup.records.tally import Tallies

    tallies = Tallies()
    worst = 0
    for path, text in opened(options.files, "counting"):
        course = None if text is None else follow(text, original=options.original_turn_order)
        if course is None:
            worst = 2
        elif course.fault:
            print(f"coup: {path}: {course.fault}; not counted", file=sys.stderr)
            worst = max(worst, 1)
        else:
            tallies.add(course)
    if options.json:
        print(json.dumps(tallies.as_dict(), indent=2))
    elif tallies.games:
        from rich.console import Console

        Console().print(table(tallies))
    return worst


def count_mine(options: argparse.Namespace) -> int:
    """Print what people did in the rounds that they finished at this computer."""
    from coup.terminal.lifetime import lives, told
    from coup.terminal.saves import finished_rounds

    if options.files:
        raise CoupError("--mine counts the rounds of `coup play`; leave out the files")
    speak(options.lang or usual())
    troubles: list[str] = []
    found = lives(finished_rounds(troubles.append))
    for trouble in troubles:
        print(f"coup: {refusal(f'{trouble}; not counted')}", file=sys.stderr)
    if options.json:
        print(json.dumps({name: vars(life) for name, life in found.items()}, indent=2))
    else:
        print(*told(found), sep="\n")
    return 1 if troubles else 0


def table(tallies: "Tallies") -> "Table":
    """For each player: games, claims, challenges, and how they ended."""
    from coup.arena.standings import new_table

    drawn = new_table("What the games tell", gap=2)
    drawn.columns[0].vertical = "bottom"
    for column in COLUMNS:
        drawn.add_column(column, justify="right", vertical="bottom", no_wrap=True)
    for player, tally in tallies.ranked():
        won = f"{tally.wins:,} ({tally.wins / tally.games:.0%})"
        numbers = (tally.claims, tally.proved, tally.caught, tally.right, tally.wrong)
        drawn.add_row(player, f"{tally.games:,}", won, *(f"{number:,}" for number in numbers))
    ending = f", {tallies.unfinished:,} without a winner" if tallies.unfinished else ""
    drawn.caption = f"{count(tallies.games, 'game')}{ending}"
    return drawn
