"""The log: nothing is lost, nothing is written twice, and the database decides who was first."""

import asyncio
import contextlib
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError

from coup.server.database import Database, Sqlite, database_url, open_database
from coup.server.entry import Entry, Listing
from coup.server.migrating import migrate, upgrade
from coup.server.naming import NoSuchThing
from coup.server.schema import metadata, tables
from coup.server.sqlite_connection import SqliteConnection
from coup.server.store import Aside, Store, Waiting
from coup.server.table import fold

several_workers = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
"""SQLite is for one worker."""
only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
LISTING = Listing("c", True, "waiting", True, {})


def entry(number: int, table_id: str = "t", message_id: str | None = None) -> Entry:
    return Entry(table_id, number, "said", "ann", {"text": "hé"}, message_id, 1.5)


def opened(table_id: str = "t") -> Entry:
    return Entry(table_id, 1, "opened", None, {"settings": {}, "creator": "c"}, None, 1.0)


@contextlib.asynccontextmanager
async def stores(
    address: str,
    number: int = 1,
    heard: Any = lambda *note: None,
    lost: Callable[[], None] = lambda: None,
) -> AsyncIterator[list[Store]]:
    """Workers on a database that has a table `t`."""
    found = [Store(open_database(address)) for _ in range(number)]
    for store in found:
        await store.start(heard, lost)
    try:
        assert await found[0].append(opened(), LISTING)
        yield found
    finally:
        for store in found:
            await store.close()


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something whose duration depends on how busy the machine is."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def run(test: Callable[..., Awaitable[None]], *arguments: Any, **options: Any) -> None:
    """Run a test with some workers."""

    async def with_stores() -> None:
        async with stores(*arguments, **options) as found:
            await test(*found)

    asyncio.run(with_stores())


async def numbers(store: Store, table_id: str = "t") -> list[int]:
    return [each.number for each in await store.load(table_id)]


def test_what_is_written_can_be_read(database: str) -> None:
    async def test(store: Store) -> None:
        for number in (2, 3):
            assert await store.append(entry(number))
        assert await store.load("t") == [opened(), entry(2), entry(3)]
        assert await store.load("t", after=2) == [entry(3)]

    run(test, database)


def test_one_of_two_workers_that_write_the_same_number_is_told_that_it_was_late(
    database: str,
) -> None:
    async def test(one: Store, two: Store) -> None:
        for number in range(2, 22):
            won = await asyncio.gather(one.append(entry(number)), two.append(entry(number)))
            assert sorted(won) == [False, True]
        assert await numbers(one) == list(range(1, 22))

    run(test, database, 2)


def test_one_of_two_entries_with_the_same_number_in_a_batch_is_told_that_it_was_late(
    database: str,
) -> None:
    async def test(store: Store) -> None:
        for number in range(2, 12):
            won = await asyncio.gather(*(store.append(entry(number)) for _ in range(3)))
            assert sorted(won) == [False, False, True]

    run(test, database)


def test_a_message_is_written_once(database: str) -> None:
    async def test(store: Store) -> None:
        assert await store.append(opened("another"), LISTING)
        assert await store.append(entry(2, message_id="ann:1"))
        assert not await store.append(entry(3, message_id="ann:1"))
        assert await store.append(entry(2, "another", message_id="ann:1"))
        assert await store.number_of("t", "ann:1") == 2
        assert await store.number_of("t", "ann:2") is None

    run(test, database)


def test_many_concurrent_entries_are_all_written(database: str) -> None:
    async def test(store: Store) -> None:
        names = [secrets.token_hex(4) for _ in range(300)]
        assert all(await asyncio.gather(*(store.append(opened(name), LISTING) for name in names)))
        assert all([len(await store.load(name)) == 1 for name in names])

    run(test, database)


def test_a_cancelled_entry_leaves_the_queue(database: str) -> None:
    async def test(store: Store) -> None:
        begun = [asyncio.create_task(store.append(entry(2))) for _ in range(2)]
        await asyncio.sleep(0)  # both are in the queue, and none has been taken out
        begun[0].cancel()
        assert await begun[1]

    run(test, database)


def test_an_entry_that_cannot_be_written_does_not_affect_others(database: str) -> None:
    async def test(store: Store) -> None:
        results = await asyncio.gather(
            store.append(entry(2)), store.append(entry(7, "nowhere")), return_exceptions=True
        )
        assert results[0] is True
        assert isinstance(results[1], NoSuchThing)

    run(test, database)


class LostAnswers:
    """A database whose first answers are lost: for each, the error, and whether the statement
    succeeded."""

    def __init__(self, database: Database, *lost: tuple[str, bool]) -> None:
        self.writing_for_real = database.writing
        self.lost = list(lost)

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        why, heard = self.lost.pop(0) if self.lost else ("", True)
        trouble = OperationalError("", {}, Exception(why))
        if not heard:
            raise trouble
        async with self.writing_for_real() as connection:
            yield connection
        if why:
            raise trouble


@only_sqlite
@pytest.mark.parametrize("heard", [True, False])
def test_a_write_is_repeated_if_its_answer_is_lost(
    database: str, heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        losing = LostAnswers(store.database, *[("database is locked", heard)] * 2)
        monkeypatch.setattr(store.database, "writing", losing.writing)
        assert await store.append(entry(2))
        assert not await store.append(entry(2))
        assert await numbers(store) == [1, 2]

    run(test, database)


@only_sqlite
def test_what_was_written_before_the_disk_was_full_is_known(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if that answer was lost, and the entries have to be tried one by one."""

    async def test(store: Store) -> None:
        losing = LostAnswers(store.database, ("database is locked", True), ("full", False))
        monkeypatch.setattr(store.database, "writing", losing.writing)
        assert await asyncio.gather(*(store.append(entry(n)) for n in (2, 3))) == [True, True]
        assert await numbers(store) == [1, 2, 3]

    run(test, database)


@only_sqlite
def test_an_entry_takes_two_trips_to_the_thread_of_sqlite(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trips = []
    plain: Any = SqliteConnection._execute

    async def counted(self: SqliteConnection, *work: Any) -> Any:
        trips.append(work)
        return await plain(self, *work)

    async def test(store: Store) -> None:
        monkeypatch.setattr(SqliteConnection, "_execute", counted)
        assert await store.append(entry(2))
        assert len(trips) == 2  # the statement, and the commit

    run(test, database)


@only_sqlite
def test_a_transaction_of_sqlite_is_all_or_nothing(database: str) -> None:
    async def test(store: Store) -> None:
        with contextlib.suppress(ZeroDivisionError):
            async with store.database.writing() as connection:
                await connection.execute(sa.update(tables).values(creator="somebody else"))
                raise ZeroDivisionError
        async with store.database.writing() as connection:  # the same one, from the pool
            found = await connection.execute(sa.select(tables.c.creator))
            assert [row.creator for row in found] == ["c"]
            await connection.execute(sa.update(tables).values(creator="d"))
        assert [row["creator"] for row in await store.index()] == ["d"]

    run(test, database)


@several_workers
def test_workers_that_write_to_the_same_tables_do_not_wait_for_each_other(database: str) -> None:
    """Without the order and the retries, half of these batches ended in a deadlock."""

    async def test(*workers: Store) -> None:
        names = [secrets.token_hex(4) for _ in range(40)]
        await asyncio.gather(*(workers[0].append(opened(name), LISTING) for name in names))
        for number in range(2, 12):
            for name in names:
                for worker in workers:
                    late = Waiting(
                        entry(number, name), LISTING, False, secrets.token_hex(8), loop_future()
                    )
                    worker.waiting.put_nowait(late)
                    assert late.entry.number == number
            await asyncio.sleep(0.05)
        await asyncio.gather(*(worker.append(entry(2)) for worker in workers))
        assert [await numbers(workers[0], name) for name in names] == [list(range(1, 12))] * 40

    run(test, database, 3)


def loop_future() -> asyncio.Future[bool]:
    return asyncio.get_running_loop().create_future()


@several_workers
def test_workers_hear_of_each_others_entries(database: str) -> None:
    async def test(one: Store, two: Store) -> None:
        await until(lambda: len(listening) == 2)
        await one.append(entry(2))  # a worker does not notify itself
        await two.append(entry(3))
        await until(lambda: {("t", 2), ("t", 3)} <= set(heard))
        assert sorted(note for note in heard if note[1] > 1) == [("t", 2), ("t", 3)]

    heard: list[tuple[str, int]] = []
    listening: list[bool] = []
    run(
        test,
        database,
        2,
        heard=lambda *note: heard.append(note),
        lost=lambda: listening.append(True),
    )


# The index.


def test_a_table_that_was_put_aside_is_refused_and_its_log_is_kept(database: str) -> None:
    async def test(store: Store) -> None:
        await store.put_aside("t", "entry 3 cannot follow 1")
        with pytest.raises(Aside, match="nothing of it is lost"):
            await store.load("t")
        assert await store.log_of("t") == [opened()]
        assert await store.claim() == set()
        await store.put_back("t", LISTING)
        assert await numbers(store) == [1]

    run(test, database)


def test_a_table_that_was_deleted_takes_no_more_entries(database: str) -> None:
    async def test(store: Store) -> None:
        assert await store.delete("t")
        assert not await store.delete("t")
        with pytest.raises(NoSuchThing):
            await store.append(entry(2))
        with pytest.raises(NoSuchThing):
            await store.load("t")
        assert await store.log_of("t") == []

    run(test, database)


def test_only_tables_without_people_are_outdated(database: str) -> None:
    async def test(store: Store) -> None:
        away = LISTING._replace(present=False)
        assert await store.append(opened("away"), away)
        assert await store.append(opened("aside"), away)
        await store.put_aside("aside", "why")
        assert await store.outdated(2.0) == ["away"]
        assert await store.outdated(0.5) == []

    run(test, database)


@several_workers
def test_only_one_worker_claims_an_unclaimed_table(database: str) -> None:
    async def test(one: Store, two: Store) -> None:
        for name in ("a", "b", "c"):
            assert await one.append(opened(name), LISTING)
        claims = await asyncio.gather(one.claim(), two.claim())
        assert claims[0] | claims[1] == {"a", "b", "c", "t"}
        assert not claims[0] & claims[1]
        assert await one.claim() == claims[0]  # it keeps what it has

    run(test, database, 2)


def test_a_quota_holds_for_concurrent_requests(database: str) -> None:
    async def test(one: Store, two: Store) -> None:
        asked = [store.may_open("c", 30) for store in (one, two) for _ in range(30)]
        assert sum(await asyncio.gather(*asked)) == 30
        one.now = lambda: two.now() + 240  # two of thirty an hour later
        assert [await one.may_open("c", 30) for _ in range(3)] == [True, True, False]
        assert await one.may_open("somebody else", 30)
        await one.forget_quotas()
        assert not await one.may_open("c", 30)
        one.now = lambda: two.now() + 4000
        await one.forget_quotas()
        assert sum([await one.may_open("c", 30) for _ in range(40)]) == 30

    run(test, database, 2)


def test_one_game_is_loaded_without_the_moves_of_the_others(database: str) -> None:
    async def test(store: Store) -> None:
        kinds = ("sat", "started", "moved", "said", "moved", "started", "moved", "left")
        for number, kind in enumerate(kinds, 2):
            assert await store.append(entry(number)._replace(kind=kind))  # type: ignore[arg-type]
        loaded = [[each.number for each in await store.load_game("t", n)] for n in (1, 2, 3)]
        assert loaded == [[1, 2, 3, 4, 6], [1, 2, 3, 7, 8, 9], []]

    run(test, database)


def test_a_secret_is_the_same_for_all_workers(database: str) -> None:
    async def test(one: Store, two: Store) -> None:
        assert await one.secret() == await two.secret()
        assert len(await one.secret()) == 32

    run(test, database, 2)


# Health.


@only_sqlite
def test_a_deleted_or_replaced_file_takes_no_more_entries(database: str) -> None:
    async def test(store: Store) -> None:
        assert store.healthy
        file = Path(database)
        file.rename(file.with_suffix(".old"))
        with pytest.raises(OSError, match="is gone"):
            await store.append(entry(2))
        with pytest.raises(OSError, match="is gone"):
            await store.beat()
        file.touch()
        with pytest.raises(OSError, match="was replaced"):
            await store.append(entry(2))
        store.seen -= 10
        assert not store.healthy
        file.with_suffix(".old").rename(file)
        assert await store.append(entry(2))
        await store.beat()
        assert store.healthy

    run(test, database)


@only_sqlite
def test_a_full_disk_takes_nothing_and_nothing_is_promised(database: str) -> None:
    async def test(store: Store) -> None:
        async with store.database.engine.connect() as connection:
            full = await connection.exec_driver_sql("PRAGMA page_count")
            await connection.exec_driver_sql(f"PRAGMA max_page_count={full.scalar_one()}")
        long = entry(2)._replace(body={"text": "x" * 100_000})
        with pytest.raises(OperationalError, match="full"):
            await store.append(long)
        assert await numbers(store) == [1]

    run(test, database)


@only_sqlite
def test_the_write_ahead_log_of_sqlite_stays_short(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(store: Store) -> None:
        assert isinstance(store.database, Sqlite)
        async with store.database.engine.connect() as reader:
            await reader.execute(sa.text("SELECT * FROM log"))  # stops a passive checkpoint
            for number in range(2, 30):
                body = {"text": "x" * 10_000}
                assert await store.append(entry(number)._replace(body=body))
        database = store.database
        await until(lambda: database._written_ahead() < 100_000)

    monkeypatch.setattr("coup.server.database.CHECKPOINT", 0.05)
    monkeypatch.setattr("coup.server.database.LONG_LOG", 100_000)
    run(test, database)


@only_sqlite
def test_a_server_can_stop_during_a_checkpoint_of_sqlite(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = SqliteConnection.run

    async def cancelled(self: SqliteConnection, method: str, sql: str, parameters: Any) -> Any:
        task = asyncio.current_task()
        if "wal_checkpoint" in sql and task:
            task.cancel()
        return await usual(self, method, sql, parameters)

    async def test(store: Store) -> None:
        assert isinstance(store.database, Sqlite)
        tidying = asyncio.create_task(store.database._move_pages("PASSIVE"))
        await asyncio.wait([tidying])
        assert tidying.cancelled()

    monkeypatch.setattr(SqliteConnection, "run", cancelled)
    run(test, database)


# Migrations.


def test_migrations_make_what_the_program_expects(database: str) -> None:
    async def compare() -> Any:
        found = open_database(database)
        async with found.reading() as connection:
            difference = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        await found.close()
        return difference

    assert asyncio.run(compare()) == []


def test_migrations_can_be_run_again(database: str) -> None:
    asyncio.run(migrate(database))


@pytest.mark.parametrize("text", ["mysql://host/coup", "://"])
def test_an_invalid_address_of_a_database_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="a database looks like"):
        database_url(text)


def test_an_unreachable_database_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="cannot be used"):
        asyncio.run(migrate("/no/such/folder/coup.sqlite"))
    with pytest.raises(ValueError, match="cannot be used"):
        asyncio.run(migrate("postgresql://localhost:1/coup"))


FIRST_REVISION = (
    """INSERT INTO tables VALUES
    ('t', 'c', 1, 2, true, 'playing', '{}', 'dead'),
    ('u', 'c', 1, 2, true, 'waiting', '{}', null)""",
    """INSERT INTO log VALUES
    ('t', 1, 'opened', null, '{"settings": {"clock": null}, "creator": "c"}', null, 1),
    ('t', 2, 'sat', 'ann', '{"owner": "hash"}', null, 2),
    ('lost', 1, 'opened', null, '{"settings": {}, "creator": "c"}', null, 1)""",
)


@pytest.fixture(params=["sqlite", "postgresql"])
def first_revision(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database made by the first version, with a running game, a table that waits,
    and a log in no index."""
    from tests.server.conftest import fresh_database

    address = str(tmp_path / "coup.sqlite")
    if request.param == "postgresql":
        address = fresh_database(request.getfixturevalue("postgres"))

    async def make() -> None:
        found = open_database(address)
        async with found.writing() as connection:
            await connection.run_sync(upgrade, "0001")
            for statement in FIRST_REVISION:
                await connection.exec_driver_sql(statement)
        await found.close()

    asyncio.run(make())
    return address


def test_a_database_of_the_first_revision_is_brought_up_to_date(first_revision: str) -> None:
    async def test(store: Store) -> None:
        table = fold("t", (await store.load("t"))[:2])
        assert (list(table.chairs), table.settings.clock) == (["ann"], None)
        assert await store.append(entry(3))
        assert await store.claim() == {"t"}  # where people may be; the next beat will see who is
        with pytest.raises(Aside):
            await store.load("lost")
        assert len(await store.log_of("lost")) == 1
        assert await store.delete("t")
        assert await store.log_of("t") == []

    async def taken_up() -> None:
        store = Store(open_database(first_revision))
        await store.start(lambda *_: None, lambda: None)
        await test(store)
        await store.close()

    asyncio.run(migrate(first_revision))
    asyncio.run(taken_up())


def test_a_migration_that_fails_changes_nothing(
    first_revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from alembic import op

    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(op, "create_table", fail)  # the last step
        with pytest.raises(ValueError, match="cannot be used: the disk is full"):
            asyncio.run(migrate(first_revision))
    asyncio.run(migrate(first_revision))


@only_sqlite
@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_nobody_else_on_the_machine_can_read_a_new_file(database: str) -> None:
    async def test(store: Store) -> None:
        for end in ("", "-wal"):
            assert Path(f"{database}{end}").stat().st_mode & 0o077 == 0

    run(test, database)


def test_a_database_of_a_later_version_is_refused_in_a_sentence(database: str) -> None:
    async def make_newer() -> None:
        found = open_database(database)
        async with found.writing() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        await found.close()

    asyncio.run(make_newer())
    with pytest.raises(ValueError, match=r"later version of coup \(it is revision 9999"):
        asyncio.run(migrate(database))
