"""`coup serve`: Coup in the browser."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from coup.commands.options import PORT, WORKERS, decimal, whole
from coup.rules.errors import CoupError, install

VARIABLE = "COUP_DATABASE"


def add_serve(commands: Any) -> None:
    serve = commands.add_parser(
        "serve",
        help="play in the browser, with friends and bots",
        description="Serve tables for people and bots. docs/operations.md explains how to run it.",
    )
    serve.add_argument(
        "--database",
        metavar="WHERE",
        help="a file for SQLite, or postgresql://... "
        f"(default: {VARIABLE}, or a file in your data folder)",
    )
    serve.add_argument(
        "--lan",
        action="store_true",
        help="let anyone on the local network join, and show the address",
    )
    serve.add_argument(
        "--host", help="address to listen on (default: 127.0.0.1; with --lan 0.0.0.0)"
    )
    serve.add_argument(
        "--url", default="", help="the address in invitations, such as https://coup.example.org"
    )
    serve.add_argument(
        "--port", type=PORT, default=8000, metavar="N", help="port to listen on (default: 8000)"
    )
    serve.add_argument(
        "--workers",
        type=WORKERS,
        default=1,
        metavar="N",
        help="processes; more than one need PostgreSQL (default: 1)",
    )
    serve.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="[NAME=]WHAT",
        help="add a bot: my.py:Mine, or the address of a bot over HTTP; may be repeated",
    )
    serve.add_argument(
        "--pace",
        type=decimal(0, 600),
        default=1.2,
        metavar="SECONDS",
        help="seconds that bots take for a move (default: 1.2)",
    )
    serve.add_argument(
        "--tables-per-hour",
        type=whole(1, 1_000_000),
        default=30,
        metavar="N",
        help="tables that one address may open per hour (default: 30)",
    )
    serve.add_argument(
        "--connections-per-address",
        type=whole(1, 1_000_000),
        default=100,
        metavar="N",
        help="windows that one address may have open, per worker (default: 100)",
    )
    serve.add_argument(
        "--requests-per-second",
        type=whole(1, 1_000_000),
        default=100,
        metavar="N",
        help="requests that one address may send to each worker, on average (default: 100)",
    )
    serve.add_argument(
        "--keep-days",
        type=whole(0, 36_500),
        default=30,
        metavar="N",
        help="delete tables unused for N days (default: 30; 0: never)",
    )
    serve.add_argument(
        "--proxies",
        default="127.0.0.1",
        metavar="A,B",
        help="proxies whose forwarded headers are trusted (default: 127.0.0.1)",
    )
    serve.add_argument("--metrics", action="store_true", help="serve metrics at /metrics")
    serve.add_argument("--quiet", action="store_true", help="log warnings only")
    serve.set_defaults(run=run_server)


def run_server(options: argparse.Namespace) -> None:
    """Run the server."""
    with server_extra():
        from coup.server.config import Config
        from coup.server.serve import serve
    host = options.host or ("0.0.0.0" if options.lan else "127.0.0.1")
    config = Config(
        chosen_database(options.database),
        tuple(options.bot),
        options.pace,
        options.tables_per_hour,
        options.connections_per_address,
        options.requests_per_second,
        options.metrics,
        options.keep_days,
        checked_url(options.url),
    )
    level = "WARNING" if options.quiet else "INFO"
    serve(config, host, options.port, options.workers, options.proxies, level, options.lan)


def checked_url(text: str) -> str:
    """The address of a site, if it is one.

    >>> checked_url("https://coup.example.org/")
    'https://coup.example.org'
    """
    parts = urlsplit(text)
    if text and (
        parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/")
    ):
        raise CoupError(
            f"--url: must be an address such as https://coup.example.org, not {text!r:.80}"
        )
    return text.rstrip("/")


@contextmanager
def server_extra() -> Iterator[None]:
    """Says what to install if something is missing that only the server needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        why = f"the server needs {error.name}: {install('server')}"
        raise CoupError(why) from None


def chosen_database(typed: str | None) -> str:
    """Where tables are kept: as is typed, as the environment says, or where such data belongs."""
    from coup.server.database import database_url

    handed = os.environ.pop(VARIABLE, "")  # and to no bot
    if typed and database_url(typed).password:
        print(
            "coup: anyone on this machine can read the password in --database: "
            f"put the address into the environment variable {VARIABLE} instead",
            file=sys.stderr,
        )
    return typed or handed or default_database()


def default_database() -> str:
    """Where tables are kept if nobody says so."""
    from platformdirs import user_data_path

    return str(user_data_path("coup-game", ensure_exists=True) / "tables.sqlite")
