"""`coup advise`: what a strong player would have done."""

import argparse
import json
import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.commands.options import (
    GAMES,
    PICTURES,
    PLOT_HELP,
    add_games,
    add_json,
    add_seed,
    new_file,
)
from coup.rules.errors import CoupError, install

if TYPE_CHECKING:
    from coup.records import Record


def add_advise(commands: Any) -> None:
    advise = commands.add_parser(
        "advise",
        help="see what the bot shark would have done in a recorded game, and what moves cost",
        description="Go through a recorded game as one seat saw it: what the bot shark would have "
        "done, how likely the others' claims were true, and which moments cost most.",
    )
    advise.add_argument(
        "record",
        nargs="?",
        metavar="RECORD",
        help="a file of records, one game per line (default: the last round of `coup play`)",
    )
    advise.add_argument("--seat", required=True, metavar="NAME", help="whose decisions")
    advise.add_argument(
        "--game", type=GAMES, default=1, metavar="N", help="which game (default: 1)"
    )
    add_games(
        advise,
        "how many games to play out; more take longer and are more exact "
        "(default: 4000 for two players, else 1333)",
    )
    add_seed(advise, 0)
    advise.add_argument("--plot", type=new_file(*PICTURES), metavar="FILE", help=PLOT_HELP)
    add_json(advise)
    advise.set_defaults(run=give_advice)


def give_advice(options: argparse.Namespace) -> None:
    """Advise, and print it."""
    if options.plot:
        draw = drawing()
    record = chosen_record(options.record, options.game)
    from coup.advice.advising import advise, checked, wanted_games
    from coup.advice.telling import as_dict, sentences
    from coup.progress import counting

    total = wanted_games(checked(record, options.seat), options.games)
    with counting("playing on", total) as done:
        advice = advise(record, options.seat, total, options.seed, done)
    if options.json:
        print(json.dumps(as_dict(advice), indent=2, ensure_ascii=False))
    else:
        width = min(100, shutil.get_terminal_size((100, 24)).columns)
        for line in sentences(advice):
            print(textwrap.fill(line, width, subsequent_indent="   "))
    if options.plot:
        draw(advice, options.plot)


def chosen_record(name: str | None, number: int) -> "Record":
    """One of the records of a file, or of the last round that was played in the terminal."""
    from coup.records import read_record
    from coup.records.gamefile import SUFFIX
    from coup.terminal.saves import last_round

    path = Path(name) if name else last_round()
    if path.suffix == SUFFIX:
        raise CoupError(
            f"{path}: a {SUFFIX} file holds what everybody saw, but nobody's cards; "
            "advice needs a full record, as `coup play` keeps and the table in the browser offers"
        )
    return read_record(path, number)


def drawing() -> Any:
    """What draws advice, if it is installed."""
    try:
        from coup.advice.plot import draw
    except ImportError as missing:
        raise CoupError(f"--plot needs pictures: {install('plots')} ({missing})") from None
    return draw
