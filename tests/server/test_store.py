"""The log: nothing is lost, nothing is there twice, and the database decides who was first."""

import asyncio
import secrets
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from coup.server.entry import Entry
from coup.server.schema import metadata
from coup.server.store import Store, database_url, migrate

several_workers = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
"""SQLite is for one."""


def entry(number: int, table_id: str = "t", message_id: str | None = None) -> Entry:
    return Entry(table_id, number, "said", "ann", {"text": "hé"}, message_id, 1.5)


async def started(database: str, heard: Any = lambda *note: None) -> Store:
    store = Store(database)

    async def lost() -> None:
        pass

    await store.start(heard, lost)
    return store


def test_what_is_written_can_be_read(database: str) -> None:
    async def run() -> None:
        store = await started(database)
        for number in (1, 2, 3):
            assert await store.append(entry(number))
        assert await store.load("t") == [entry(1), entry(2), entry(3)]
        assert await store.load("t", after=2) == [entry(3)]
        await store.close()

    asyncio.run(run())


def test_of_two_workers_that_write_the_same_number_one_is_told_that_it_was_late(
    database: str,
) -> None:
    async def run() -> None:
        one, two = await started(database), await started(database)
        for number in range(1, 21):
            won = await asyncio.gather(one.append(entry(number)), two.append(entry(number)))
            assert sorted(won) == [False, True]
        assert [each.number for each in await one.load("t")] == list(range(1, 21))
        await one.close()
        await two.close()

    asyncio.run(run())


def test_a_message_is_written_once(database: str) -> None:
    async def run() -> None:
        store = await started(database)
        assert await store.append(entry(1, message_id="ann:1"))
        assert not await store.append(entry(2, message_id="ann:1"))
        assert await store.append(entry(1, "another", message_id="ann:1"))
        await store.close()

    asyncio.run(run())


def test_many_entries_at_once_are_all_written(database: str) -> None:
    async def run() -> None:
        store = await started(database)
        names = [secrets.token_hex(4) for _ in range(300)]
        assert all(await asyncio.gather(*(store.append(entry(1, name)) for name in names)))
        assert all([len(await store.load(name)) == 1 for name in names])
        await store.close()

    asyncio.run(run())


@several_workers
def test_workers_hear_of_each_others_entries(database: str) -> None:
    async def run() -> None:
        notes: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        one = await started(database, lambda *note: notes.put_nowait(note))
        two = await started(database)
        await asyncio.sleep(0.3)  # until it listens
        await one.append(entry(1))  # which it does not tell itself
        await two.append(entry(2))
        assert await asyncio.wait_for(notes.get(), 5) == ("t", 2)
        await one.close()
        await two.close()

    asyncio.run(run())


def test_migrations_make_what_the_program_expects(database: str) -> None:
    async def run() -> Any:
        store = Store(database)
        async with store.engine.connect() as connection:
            difference = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        await store.engine.dispose()
        return difference

    assert asyncio.run(run()) == []


def test_migrations_can_be_run_again(database: str) -> None:
    asyncio.run(migrate(database))


def test_a_secret_is_the_same_for_all_workers(database: str) -> None:
    async def run() -> None:
        one, two = await started(database), await started(database)
        assert await one.secret() == await two.secret()
        assert len(await one.secret()) == 32
        await one.close()
        await two.close()

    asyncio.run(run())


@pytest.mark.parametrize("text", ["mysql://host/coup", "://"])
def test_a_database_that_is_none_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="a database looks like"):
        database_url(text)


def test_a_database_that_cannot_be_reached_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="cannot be used"):
        asyncio.run(migrate("/no/such/folder/coup.sqlite"))
    with pytest.raises(ValueError, match="cannot be used"):
        asyncio.run(migrate("postgresql://localhost:1/coup"))


@several_workers
def test_only_one_worker_claims_a_game_without_a_driver(database: str) -> None:
    async def run() -> None:
        one, two = await started(database), await started(database)
        async with one.engine.begin() as connection:
            for name in ("a", "b", "c"):
                row: dict[str, Any] = {"id": name, "driver": "dead", "status": "playing"}
                row |= {"summary": {}, "creator": "", "created": 0, "updated": 0, "public": True}
                await connection.execute(sa.insert(metadata.tables["tables"]).values(**row))
        claims = await asyncio.gather(one.claim(), two.claim())
        assert sorted(claims[0] + claims[1]) == ["a", "b", "c"]
        assert await one.claim() == await two.claim() == []
        await one.close()
        await two.close()

    asyncio.run(run())
