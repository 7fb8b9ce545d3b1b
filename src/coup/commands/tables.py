"""`coup tables`: what an operator can do with a server's tables."""

import argparse
import asyncio
import sys
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from coup.called import as_typed
from coup.rules.errors import CoupError

if TYPE_CHECKING:
    from coup.server.office import Office

JOBS = ("list", "check", "close", "put-aside", "put-back", "export", "delete")
Rows = list[dict[str, Any]]


def add_tables(commands: Any) -> None:
    """The command for the tables of a server."""
    tables = commands.add_parser(
        "tables",
        help="look after the tables of a server",
        description="List the tables of a server's database, check their logs, or close, put "
        "aside, put back, export or delete some of them; the server may keep running. "
        "check: replay every log to its end; the exit code is 1 if one fails. "
        "close: end the table for good. put-aside: make the server leave the table alone and keep "
        "its log; put-back undoes it. export: print the log as JSON, one entry per line, with all "
        "its secrets. delete: remove the table and its log.",
    )
    tables.add_argument(
        "database",
        metavar="DATABASE",
        help="a file, postgresql://..., or - for the one that `coup serve` uses by default",
    )
    tables.add_argument(
        "job",
        nargs="?",
        choices=JOBS,
        default="list",
        metavar="JOB",
        help="list (default), check, close, put-aside, put-back, export or delete",
    )
    tables.add_argument(
        "tables",
        nargs="*",
        metavar="TABLE",
        help="ids; list and check take all tables if you name none",
    )
    tables.add_argument("--yes", action="store_true", help="delete without asking")
    tables.set_defaults(run=run_tables)


def run_tables(options: argparse.Namespace) -> int:
    """Do one job."""
    from coup.commands.serve import chosen_database, server_extra

    with server_extra():
        from sqlalchemy.exc import SQLAlchemyError

        from coup.server.migrating import usable
        from coup.server.office import Office
    office = Office(chosen_database(None if options.database == "-" else options.database))
    with asyncio.Runner() as runner:
        try:
            with usable(office.store.database, (SQLAlchemyError,)):  # an OSError may be of stdout
                rows = wanted(runner.run(office.open()), options.tables)
                return do(options, office, rows, runner)
        finally:
            runner.run(office.leave())


def wanted(rows: Rows, ids: list[str]) -> Rows:
    """Those that were named, or all."""
    known = {row["id"]: row for row in rows}
    for name in ids:
        if name not in known:
            raise CoupError(f"there is no table {name!r:.60} in this database")
    return [known[name] for name in ids] if ids else rows


def do(options: argparse.Namespace, office: "Office", rows: Rows, runner: asyncio.Runner) -> int:
    """Do a job with some tables; the exit code."""
    if options.job == "list":
        show(rows)
        return 0
    if options.job == "check":
        return check(office, rows, runner)
    if not options.tables:
        raise CoupError(
            f"{options.job}: name the tables; {as_typed('tables', 'DATABASE')} lists them"
        )
    if options.job == "delete" and not (options.yes or confirmed(rows)):
        print("Nothing was deleted.")
        return 1
    for row in rows:
        one(options.job, office, row["id"], runner)
    return 0


def one(job: str, office: "Office", table_id: str, runner: asyncio.Runner) -> None:
    """Do a job with one table."""
    if job == "export":
        for line in runner.run(office.export(table_id)):
            print(line)
        return
    doing = {
        "close": office.close,
        "put-aside": office.put_aside,
        "put-back": office.put_back,
        "delete": office.delete,
    }
    runner.run(doing[job](table_id))
    print(f"{table_id}: {DONE[job]}")


DONE = {"close": "closed", "put-aside": "put aside", "put-back": "put back", "delete": "deleted"}


def confirmed(rows: Rows) -> bool:
    """Whether somebody at the keyboard really wants to delete these."""
    if not sys.stdin.isatty():
        raise CoupError("delete: nobody can be asked here; add --yes to confirm")
    names = ", ".join(row["id"] for row in rows)
    return input(f"Delete {names}, with all games played there? [y/N] ").strip().lower() == "y"


def check(office: "Office", rows: Rows, runner: asyncio.Runner) -> int:
    """Say what is wrong with which table."""
    from coup.progress import track
    from coup.words import count

    wrong = 0
    for row in track(rows, len(rows), "checking"):
        faults = runner.run(office.faults(row))
        wrong += bool(faults)
        for fault in faults:
            print(f"{row['id']}: {fault}")
    print(f"{count(len(rows), 'table')}, {wrong or 'none'} with faults")
    return int(wrong > 0)


COLUMNS = ("table", "status", "last change", "lobby", "people", "bots", "what is wrong")


def show(rows: Rows) -> None:
    """A line for each table."""
    if not sys.stdout.isatty():
        print("\t".join(COLUMNS))
        for row in rows:
            print("\t".join(columns(row)))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*COLUMNS)
    for row in rows:
        table.add_row(*columns(row))
    Console().print(table)


def columns(row: dict[str, Any]) -> Iterator[str]:
    """What is said of a table."""
    status = row["status"] + (", here" if row["present"] else "")
    changed = datetime.fromtimestamp(row["updated"]).isoformat(" ", timespec="minutes")
    summary = row["summary"] if isinstance(row["summary"], dict) else {}  # `check` says so
    people, bots = (", ".join(summary.get(who, ())) for who in ("people", "bots"))
    yield from (row["id"], status, changed, "public" if row["public"] else "private")
    yield from (people, bots, row["fault"] or "")
