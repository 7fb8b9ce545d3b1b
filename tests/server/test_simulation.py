"""The simulated server keeps its promises despite all failures; and the simulation finds past
faults when they are put back."""

import asyncio
import os
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, get_args
from unittest.mock import patch

import pytest

from coup.server import chores
from coup.server import messages as m
from coup.server.entry import Draft, Entry, Listing
from coup.server.hall import Hall
from coup.server.naming import Refused
from coup.server.place import Decide, Done, Place
from coup.server.store import Store, Waiting
from coup.server.table import Chair, Table, Unreadable, fold
from coup.server.tallies import Tally
from tests.server.simulation.errands import ERRANDS
from tests.server.simulation.world import World

SEEDS = 200
AT_ONCE = 10
RICH = (56, 9, 13)  # seeds that together carry out every kind of request
ENOUGH = 150  # seeds among which a fault must show


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_nothing_is_lost_despite_all_failures(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        faults = World(seed).run()
        again = f"python -m tests.server.simulation --seed {seed} --trace"
        assert not faults, f"seed {seed}: {faults[0]} ({again})"


def test_every_request_of_the_protocol_is_carried_out() -> None:
    """In some seed. Starting with seeds known to be rich keeps this fast."""
    union, *_ = get_args(m.Incoming)
    types = {get_args(each.model_fields["type"].annotation)[0] for each in get_args(union)}
    missing = types | set(ERRANDS)
    for seed in (*RICH, *range(SEEDS)):
        if missing:
            world = World(seed)
            world.run()
            missing -= world.carried_out
    assert not missing


def test_a_seed_is_the_same_everywhere() -> None:
    def story(hash_seed: str) -> str:
        command = [sys.executable, "-m", "tests.server.simulation", "--seed", "3", "--trace"]
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        return subprocess.run(
            command, capture_output=True, text=True, check=True, env=environment
        ).stdout

    found = story("1")
    assert len(found.splitlines()) > 50
    assert found == story("2")


# Past faults.


@contextmanager
def writes_are_interrupted_and_told_apart_by_number() -> Iterator[None]:
    """A cancelled writer abandons the table while its entry stays in the queue; and an entry counts
    as written if any entry with its number is."""
    insert, write = Store._insert, Place._write

    async def do(self: Place, decide: Decide, message_id: str | None = None) -> Done:
        return await self._do(decide, message_id)

    async def without_doubt(self: Place, entry: Entry, after: Table) -> bool:
        doubt = self.doubt
        try:
            return await write(self, entry, after)
        finally:
            self.doubt = doubt

    async def append(
        self: Store,
        entry: Entry,
        listing: Listing | None = None,
        keep: bool = False,
        tallies: Sequence[Tally] = (),
    ) -> bool:
        written = asyncio.get_running_loop().create_future()
        token = secrets.token_hex(8)
        self.waiting.put_nowait(Waiting(entry, listing, keep, token, written, tallies))
        return bool(await asyncio.shield(written))

    async def by_number(self: Store, connection: Any, batch: list[Waiting]) -> set[str]:
        done = await insert(self, connection, batch)
        numbers = {each.key for each in batch if each.token in done}
        return {each.token for each in batch if each.key in numbers}

    with (
        patch.object(Place, "do", do),
        patch.object(Place, "_write", without_doubt),
        patch.object(Store, "append", append),
        patch.object(Store, "_insert", by_number),
    ):
        yield


@contextmanager
def one_unreadable_table_ends_the_round() -> Iterator[None]:
    """Tables are taken up one after the other, until one fails without a message."""

    async def beat(self: Hall) -> None:
        self.alive = await self.store.beat()
        with suppress(Refused):
            for table_id in sorted(await self.store.claim()):
                await self._keep(table_id)
            for place in list(self.open.values()):
                place.tend()
                self.forget(place)

    async def put_aside(self: Hall, table_id: str, fault: str, **where: int) -> Refused:
        return Refused("it cannot be read")

    with patch.object(Hall, "_beat", beat), patch.object(Hall, "put_aside", put_aside):
        yield


@contextmanager
def rows_are_written_in_any_order_and_once() -> Iterator[None]:
    """Two workers that write to the same tables can wait for each other."""
    in_order = Store._write_all

    async def in_any_order(self: Store, batch: Sequence[Waiting], again: bool = False) -> None:
        await in_order(self, sorted(batch, key=lambda each: each.token), again)

    with (
        patch.object(Store, "_write_all", in_any_order),
        patch("coup.server.store.PAUSES", ()),
    ):
        yield


@contextmanager
def who_goes_is_noted_once_or_never() -> Iterator[None]:
    """A departure that could not be written immediately is never written."""
    usual = chores.of_chair

    def only_others(table: Table, chair: Chair, sight: chores.WorkerSight) -> Iterator[Draft]:
        for draft in usual(table, chair, sight):
            if draft.kind != "gone" or draft.body["worker"] != sight.worker:
                yield draft

    with patch.object(chores, "of_chair", only_others):
        yield


@contextmanager
def a_table_is_loaded_by_everybody_who_asks() -> Iterator[None]:
    """Concurrent requests for a table that is not in memory load it several times."""

    async def load(self: Hall, table_id: str) -> None:
        try:
            self.open[table_id] = Place(self, fold(table_id, await self.store.load(table_id)))
        except Unreadable as error:
            raise await self.put_aside(table_id, str(error)) from None

    with patch.object(Hall, "_open", load):
        yield


@pytest.mark.parametrize(
    ("fault", "first"),
    [
        (writes_are_interrupted_and_told_apart_by_number, 182),
        (one_unreadable_table_ends_the_round, 3),
        (rows_are_written_in_any_order_and_once, 108),
        (who_goes_is_noted_once_or_never, 0),
        (a_table_is_loaded_by_everybody_who_asks, 0),
    ],
)
def test_the_simulation_finds_a_fault(
    fault: Callable[[], AbstractContextManager[None]], first: int
) -> None:
    """first: a seed known to find it, which keeps this fast; others find it as well."""
    with fault():
        found = next(filter(None, (World(seed).run() for seed in range(first, first + ENOUGH))))
    assert not any("TypeError" in each for each in found), "the fault does not fit the server"
