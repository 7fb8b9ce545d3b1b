"""`coup verify`: whether the luck of recorded games is what was promised before they began."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coup.records import Record

BROKEN, UNCHECKED = 1, 2  # exit codes


def add_verify(commands: Any) -> None:
    """The command that checks luck."""
    verify = commands.add_parser(
        "verify",
        help="check that a recorded game was dealt as promised",
        description="Work out every draw of recorded games again, from the secret that was "
        "revealed when the game was over, and say whether each matches. Give the commitment that "
        "the table showed before the game, or compare it yourself. The exit code is 0 if all is "
        "as promised, 1 if not, 2 if a record cannot be checked.",
    )
    verify.add_argument("files", nargs="+", metavar="RECORD", help="a file of records")
    verify.add_argument(
        "--commitment",
        type=shown_commitment,
        metavar="HEX",
        help="what the table showed before the game; the first 8 digits or more",
    )
    verify.set_defaults(run=verify_files)


def shown_commitment(text: str) -> str:
    """A commitment, or how it begins, as somebody noted it.

    >>> shown_commitment("41CA53BB…"), shown_commitment("41ca53bb...")
    ('41ca53bb', '41ca53bb')
    """
    digits = text.strip().rstrip("….").lower()
    if not re.fullmatch("[0-9a-f]{8,64}", digits):
        raise argparse.ArgumentTypeError(f"must be 8 to 64 hexadecimal digits, not {text!r:.70}")
    return digits


def verify_files(options: argparse.Namespace) -> int:
    """Say of each record whether its luck is as promised."""
    from coup.records import RecordError, read_records

    worst = 0
    for name in options.files:
        records = list(read_records(Path(name)))
        if not records:
            raise RecordError(f"{name}: this file is empty")
        for number, record in enumerate(records, 1):
            worst = max(worst, verify_record(record, f"{name}: game {number}", options.commitment))
    return worst


def verify_record(record: "Record", where: str, commitment: str | None) -> int:
    """Say whether the luck of a record is as promised; the exit code."""
    from coup.records import RecordError
    from coup.records.fairness import WINNER, verify
    from coup.words import count

    if not record.fair:
        why = "only the tables of a server commit to the deal"
        print(f"{where}: cannot be checked: {why}", file=sys.stderr)
        return UNCHECKED
    try:
        draws = verify(record, commitment)
    except RecordError as error:
        print(f"{where}: not as promised: {error}", file=sys.stderr)
        return BROKEN
    print(f"{where}: {count(draws, 'draw')}, all as promised by {record.fair['commitment']}")
    if record.fair["first"] == WINNER:
        print(f"{where}: {record.seats[0]} began, as the winner of the game before")
    return 0
