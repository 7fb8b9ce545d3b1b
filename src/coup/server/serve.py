"""`coup serve`: brings the database up to date, prints the address, runs the workers."""

import asyncio
import json
import logging
import logging.config
import os
import socket
import sys
import tempfile
import time
import traceback
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import segno
import uvicorn
from sqlalchemy.exc import DBAPIError
from uvicorn.supervisors import multiprocess

from coup.rules.errors import CoupError
from coup.server.config import Config
from coup.server.database import database_url
from coup.server.migrating import for_one_server, migrate
from coup.server.settings import Settings
from coup.server.table_bots import Bots
from coup.server.websocket_protocol import SOCKETS

PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
LOOPBACK = ("127.0.0.1", "::1", "localhost")
DRAIN_SECONDS = 4
LOOK_SECONDS = 0.5
SLOW_SECONDS = 30  # a worker that starts on a busy machine is not taken for dead


class JsonLines(logging.Formatter):
    """Log records as lines of JSON. Of an error they have the type and the stack: its message may
    contain cards, chat or secrets."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= details_of(record)
        if trace := traces_of(record):
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False, default=told)


class Sentences(logging.Formatter):
    """The same for people who run a server in a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        what = record.getMessage()
        about = ", ".join(f"{name}: {told(value)}" for name, value in details_of(record).items())
        sentence = f"{what[:1].upper()}{what[1:]}{about and f' ({about})'}."
        return "\n".join(filter(None, [sentence, traces_of(record)]))


def details_of(record: logging.LogRecord) -> dict[str, Any]:
    """What a line is about, beside its words; names with `_` are other libraries' own."""
    return {
        name: value
        for name, value in vars(record).items()
        if name not in PLAIN and not name.startswith("_")
    }


def traces_of(record: logging.LogRecord) -> str:
    """Where the error of a line happened, and those that led to it."""
    error = record.exc_info[1] if record.exc_info else None
    return "\n".join(map(trace_of, chain_of(error)))


def chain_of(error: BaseException | None) -> list[BaseException]:
    """An error, after its causes."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return chain


def trace_of(error: BaseException) -> str:
    """The stack of an error, and its description."""
    return "".join(traceback.format_tb(error.__traceback__)) + told(error)


def told(value: object) -> str:
    """An error without what may be confidential: its type, with the operating system's message or
    the database's code. Any other value as text."""
    if not isinstance(value, BaseException):
        return str(value)
    said = str(value).partition("\n")[0] if isinstance(value, OSError) else ""
    if isinstance(value, DBAPIError):
        said = f"{type(value.orig).__name__} {getattr(value.orig, 'sqlstate', '') or ''}".strip()
    return f"{type(value).__name__}: {said}".removesuffix(": ")


def log_config(level: str, terminal: bool) -> dict[str, Any]:
    """Everything that is logged goes to stderr, as lines of JSON, except the web server's access
    log. In a terminal only what goes wrong does, as sentences."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": Sentences if terminal else JsonLines}},
        "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["err"], "level": "WARNING" if terminal else level},
        "loggers": {name: {"level": "WARNING"} for name in ("alembic", "uvicorn")},
    }


class ServerProcess(multiprocess.Process):
    """A worker whose death is noticed even during a health check; uvicorn would wait for the answer
    until the timeout, and block everything else."""

    def is_alive(self, timeout: float = 5) -> bool:
        """Whether it is alive and answers in time."""
        end = time.monotonic() + timeout
        while self.process.is_alive() and time.monotonic() < end:
            if self.ping(LOOK_SECONDS):
                return True
        return False


def serve(
    config: Config,
    host: str,
    port: int,
    workers: int,
    proxies: str,
    level: str = "INFO",
    lan: bool = False,
) -> None:
    """Run the server until it is told to stop.

    lan: whether to invite to this machine's address in the local network. A server
        behind a proxy or in a container invites to the address under which the page was opened.
    """
    if workers > 1 and not database_url(config.database).drivername.startswith("postgresql"):
        raise CoupError("several workers need PostgreSQL: --database postgresql://...")
    Bots(config.bots)  # refuses a bad one before anything starts
    Settings().rules()
    with for_one_server(config.database):
        asyncio.run(migrate(config.database))
        check_port(host, port)
        shown = "localhost" if host in LOOPBACK else own_address(host)
        url = config.url or f"http://{shown}:{port}"
        (replace(config, url=url) if lan else config).hand_on()
        print(f"Coup is at {url}", flush=True)
        if lan and sys.stdout.isatty():
            show_code(url)
        run_workers(host, port, workers, proxies, level)
    if sys.stdout.isatty():
        print("\nThe server has stopped. Its tables are kept, and open again when it starts.")


def run_workers(host: str, port: int, workers: int, proxies: str, level: str) -> None:
    """Run the workers; one is this process itself."""
    with tempfile.TemporaryDirectory(prefix="coup-metrics-") as folder:
        if workers > 1:
            multiprocess.Process = ServerProcess  # type: ignore[misc]
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        uvicorn.run(
            "coup.server.app:make_app",
            factory=True,
            host=host,
            port=port,
            workers=workers,
            log_config=log_config(level, sys.stderr.isatty()),
            **SOCKETS,
            timeout_graceful_shutdown=DRAIN_SECONDS,
            timeout_worker_healthcheck=SLOW_SECONDS,
            forwarded_allow_ips=proxies,
            server_header=False,
            date_header=False,
        )


def show_code(url: str) -> None:
    """Show an address as a QR code, for phones."""
    segno.make(url, micro=False).terminal(compact=True)
    print("Anyone on your network can open this address, or scan the code.", flush=True)


def check_port(host: str, port: int) -> None:
    """Refuse a port that is in use, with a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CoupError(f"cannot listen at {host}:{port}: {error.strerror}") from None


def own_address(host: str) -> str:
    """An address of this machine in the local network."""
    if host not in ("0.0.0.0", "::"):
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"
