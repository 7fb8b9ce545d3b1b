"""What a worker does not repeat: it does not read from the log what it knows, or compare where
nothing can have changed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from coup.server import chores, drafts
from coup.server.database import open_database
from coup.server.driver import Driver, Due
from coup.server.entry import Draft, Entry
from coup.server.hall import Hall, fold_in_turns
from coup.server.migrating import migrate
from coup.server.naming import Refused
from coup.server.place import Place
from coup.server.settings import Settings
from coup.server.store import Store
from coup.server.table import IDS_KEPT, STAND_IN, Table
from coup.server.table_bots import Bots
from coup.view import View


class Client:
    """A listener at a table."""

    def __init__(self, owner: str) -> None:
        self.owner = owner

    def wake(self) -> None:
        """Do nothing."""


@asynccontextmanager
async def at_a_table(folder: Path) -> AsyncIterator[tuple[Hall, Place]]:
    """Ann's table, in a hall without periodic work."""
    address = str(folder / "coup.sqlite")
    await migrate(address)
    hall = Hall(Store(open_database(address)), Bots(), 0.0)
    await hall.start()
    for task in hall.rounds:
        task.cancel()
    try:
        await hall.open_new("t", drafts.open_table(Settings(), "c"))
        async with hall.visit("t") as table:
            await table.do(lambda table: drafts.sit(table, "ann", "ann's"))
            yield hall, table
    finally:
        await hall.close()


def say(table: Table) -> Draft:
    return drafts.say(table, "ann", "hello")


def refuse(table: Table) -> Draft:
    raise Refused("no")


def test_a_refusal_asks_the_log_only_for_what_it_may_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    number_of = Store.number_of

    async def noted(self: Store, table_id: str, message_id: str) -> int | None:
        asked.append(message_id)
        return await number_of(self, table_id, message_id)

    async def test() -> None:
        async with at_a_table(tmp_path) as (_, table):
            first = await table.do(say, "ann:first")
            for number in range(IDS_KEPT):
                await table.do(say, f"ann:{number}")
            with pytest.raises(Refused, match="no"):
                await table.do(refuse, "ann:new")
            assert asked == []
            assert await table.do(refuse, "ann:first") == (first.number, True)
            assert asked == ["ann:first"]

    monkeypatch.setattr(Store, "number_of", noted)
    asyncio.run(test())


def test_a_repeated_request_gets_its_first_number_even_if_nothing_is_left_to_do(
    tmp_path: Path,
) -> None:
    def rename(table: Table) -> Draft:
        return drafts.rename(table, next(iter(table.chairs)), "anna")

    async def test() -> None:
        async with at_a_table(tmp_path) as (_, table):
            first = await table.do(rename, "ann:first")
            for number in range(IDS_KEPT):
                await table.do(lambda table: drafts.say(table, "anna", "hello"), f"ann:{number}")
            assert await table.do(rename, "ann:first") == (first.number, True)

    asyncio.run(test())


def test_a_copy_of_a_request_that_changed_nothing_is_not_carried_out_later(tmp_path: Path) -> None:
    def usual(table: Table) -> Draft:
        return drafts.set_pace(table, "ann", "usual")

    async def test() -> None:
        async with at_a_table(tmp_path) as (_, table):
            first = await table.do(usual, "ann:first")
            await table.do(lambda table: drafts.set_pace(table, "ann", "quick"), "ann:second")
            assert await table.do(usual, "ann:first") == (first.number, True)
            assert table.table.settings.pace == "quick"

    asyncio.run(test())


def test_a_round_compares_only_where_something_may_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = []
    usual = chores.chore

    def noted(table: Table, sight: chores.WorkerSight) -> Draft | None:
        compared.append(table.number)
        return usual(table, sight)

    async def tidy(table: Place) -> None:
        while table.tending:
            await asyncio.sleep(0.01)
        compared.clear()

    async def test() -> None:
        async with at_a_table(tmp_path) as (hall, table):
            ann = Client("ann's")
            table.join(ann)
            await tidy(table)
            await hall._beat()
            assert not compared
            hall._see_alive({hall.store.worker, "another"})
            await hall._beat()  # the other worker is not alive after all
            assert compared
            await tidy(table)
            table.leave(ann)
            await tidy(table)
            assert table.table.chairs["ann"].away_since is not None
            await hall._beat()  # lets go of the table, and reads what others may have written
            await tidy(table)
            await hall._beat()
            assert compared  # until there is another host, or Ann is back

    monkeypatch.setattr("coup.server.place.chore", noted)
    asyncio.run(test())


def test_a_table_put_aside_is_not_kept_because_of_its_old_connections(tmp_path: Path) -> None:
    """Not even if it is put back while somebody is still connected."""

    async def test() -> None:
        async with at_a_table(tmp_path) as (hall, table):
            ann = Client("ann's")
            table.join(ann)
            while table.tending:
                await asyncio.sleep(0.01)
            await hall.store.put_aside("t", "by hand")
            await hall._beat()
            while table.gone is None:
                await asyncio.sleep(0.01)
            await hall.store.put_back("t", table.table.listing)
            await hall._beat()
            assert not table.kept

    asyncio.run(test())


class SlowBot:
    """While it thinks, the game ends and its seat is renamed."""

    def __init__(self, table: Place, seat: str) -> None:
        self.table, self.seat = table, seat

    async def choose(self, view: View) -> str:
        while self.table.table.playing:
            await self.table.do(first_move)
        await self.table.do(lambda table: drafts.rename(table, self.seat, "zoe"))
        return view.legal_moves[0]

    def close(self) -> None:
        """Do nothing."""


def first_move(table: Table) -> Draft:
    assert table.game is not None
    mover = table.game.pending[0]
    return drafts.answer(table, mover, table.question, table.game.view(mover).legal_moves[0])


def test_a_stand_in_may_think_until_its_seat_is_renamed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with at_a_table(tmp_path) as (_, table):
            await table.do(lambda table: drafts.sit(table, "bob", "bob's"))
            await table.do(lambda table: drafts.start(table, "ann"))
            assert table.table.game is not None
            [seat] = table.table.game.pending
            await table.do(lambda table: drafts.stand_in(table, seat))
            driver = Driver(table, 0.0)
            driver.guests[seat, STAND_IN] = SlowBot(table, seat)
            await driver._do(Due(0.0, "bot", seat, table.table.question, 0.0))
            assert "zoe" in table.table.chairs

    asyncio.run(test())
    assert caplog.records == []


def test_a_long_log_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coup.server.hall.STRETCH", 10)

    async def test() -> None:
        async with at_a_table(tmp_path) as (hall, table):
            for _ in range(40):
                await table.do(say)
            entries = await hall.store.load("t")
            turns = 0
            folding = asyncio.create_task(fold_in_turns("t", entries))
            while not folding.done():
                await asyncio.sleep(0)
                turns += 1
            assert turns > 4
            assert (await folding).number == table.table.number

    asyncio.run(test())


def test_an_entry_announced_while_a_table_is_loaded_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = Store.load

    async def test() -> None:
        async with at_a_table(tmp_path) as (hall, table):
            await table.do(say)
            del hall.open["t"]

            async def early(self: Store, table_id: str, after: int = 0) -> list[Entry]:
                entries = await load(self, table_id, after)
                monkeypatch.undo()
                hall.heard("t", entries[-1].number)
                return entries[:-1]

            monkeypatch.setattr(Store, "load", early)
            async with hall.visit("t") as again:
                assert again.stale
                await again.do(say)
                assert again.table.number == table.table.number + 1

    asyncio.run(test())
