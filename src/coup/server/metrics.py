"""What an operator sees from outside: figures for Prometheus, and logged failures."""

import logging
import os
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)
from sqlalchemy.exc import SQLAlchemyError

TROUBLES = (SQLAlchemyError, OSError, TimeoutError)
"""What a database that does not answer may raise."""

ENTRIES = Counter("coup_entries", "Entries written to the log", ["kind"])
CONFLICTS = Counter("coup_conflicts", "Entries for which another worker was faster")
MESSAGES = Counter("coup_messages", "Messages from clients", ["type"])
REFUSALS = Counter("coup_refusals", "Messages that were refused", ["code"])
ERRORS = Counter("coup_errors", "Errors that nobody expected")
CONNECTIONS = Gauge("coup_connections", "Open connections", multiprocess_mode="livesum")
TABLES = Gauge("coup_tables", "Tables in memory", multiprocess_mode="livesum")
APPEND_SECONDS = Histogram(
    "coup_append_seconds",
    "Time to write an entry",
    buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3),
)


def note_failure(logger: logging.Logger, what: str, error: BaseException, **about: object) -> None:
    """Log a failure: as a warning if the database is to blame, otherwise as an unexpected error.
    Only the first call for an exception logs it."""
    if "noted" in vars(error):
        return
    vars(error)["noted"] = True
    if isinstance(error, TROUBLES):
        logger.warning(what, extra={**about, "error": error})
    else:
        ERRORS.inc()
        logger.error(what, extra=about, exc_info=error)


def exposition() -> bytes:
    """The figures of all workers of this machine, in Prometheus' format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest()
    forget_the_dead(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_the_dead(folder: Path) -> None:
    """Drop the gauges of workers that were killed."""
    for path in folder.glob("gauge_live*.db"):
        worker = int(path.stem.rpartition("_")[2])
        try:
            os.kill(worker, 0)  # only checks that the process exists
        except ProcessLookupError:
            multiprocess.mark_process_dead(worker)  # type: ignore[no-untyped-call]
