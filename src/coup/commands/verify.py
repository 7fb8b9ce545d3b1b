"""`coup verify`: whether the luck of recorded games is what was promised before they began."""

import argparse
import sys
from pathlib import Path
from typing import Any


def add_verify(commands: Any) -> None:
    """The command that checks luck."""
    verify = commands.add_parser(
        "verify",
        help="check that a recorded game was dealt as was promised",
        description="Work out every draw of recorded games again, from the secret that was opened "
        "when the game was over, and say whether each is as it was. Compare the commitment with "
        "the one that the table showed before the game. The exit code is 0 if all is as promised, "
        "1 if not, 2 if a file cannot be read.",
    )
    verify.add_argument("files", nargs="+", metavar="RECORD", help="a file of records")
    verify.add_argument("--commitment", metavar="HEX", help="what the table showed before the game")
    verify.set_defaults(run=verify_files)


def verify_files(options: argparse.Namespace) -> int:
    """Say of each record whether its luck is as promised."""
    from coup.records import RecordError, read_records
    from coup.records.fairness import WINNER, verify
    from coup.words import count

    worst = 0
    for name in options.files:
        records = list(read_records(Path(name)))
        if not records:
            raise RecordError(f"{name}: this file is empty")
        for number, record in enumerate(records, 1):
            where = f"{name}: game {number}"
            try:
                draws = verify(record, options.commitment)
            except RecordError as error:
                print(f"{where}: not as promised: {error}", file=sys.stderr)
                worst = 1
                continue
            shown = record.fair["commitment"]
            print(f"{where}: {count(draws, 'draw')}, all as promised by {shown}")
            if record.fair["first"] == WINNER:
                print(f"{where}: {record.seats[0]} began, as the winner of the game before")
    return worst
