"""What a client is sent, and in which order."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from coup.server import drafts, metrics
from coup.server.connection import Connection
from coup.server.hall import Hall
from coup.server.place import Place
from coup.server.store import Store
from coup.server.tokens import People, owner_of
from coup.server.websocket import Wire
from tests.server.test_hall import at_a_table

PEOPLE = People(b"secret")


class SlowReader:
    """A client that reads only while it is allowed to."""

    def __init__(self, hall: Hall, place: Place, token: str) -> None:
        self.place, self.token = place, token
        self.sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.clear = asyncio.Event()
        self.heard: list[dict[str, Any]] = []
        wire = Wire(self.sent.get, self._hear)
        self.connection = Connection(wire, hall, PEOPLE, PEOPLE.recognise(token))

    async def _hear(self, message: Any) -> None:
        await self.clear.wait()
        if "text" in message:
            self.heard.append(json.loads(message["text"]))

    def say(self, kind: str, **fields: Any) -> None:
        text = json.dumps({"type": kind, **fields})
        self.sent.put_nowait({"type": "websocket.receive", "text": text})

    def say_hello(self) -> None:
        self.sent.put_nowait({"type": "websocket.connect"})
        self.say("hello", v=1, table="t")

    def leave(self) -> None:
        self.sent.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def carried_out(self) -> None:
        """Wait until the server has carried out all requests and their consequences."""
        connection, place = self.connection, self.place
        while not self.sent.empty() or connection.asking or place.tending or self._is_told:
            await asyncio.sleep(0.001)

    @property
    def _is_told(self) -> bool:
        return self.clear.is_set() and self.connection.sender is not None


@asynccontextmanager
async def bob_at_a_table(folder: Path) -> AsyncIterator[SlowReader]:
    """Bob sits at Ann's table and has seen everything."""
    token = PEOPLE.new_token()
    async with at_a_table(folder) as (hall, place):
        await place.do(lambda table: drafts.sit(table, "bob", owner_of(token)))
        bob = SlowReader(hall, place, token)
        bob.clear.set()
        bob.say_hello()
        serving = asyncio.create_task(bob.connection.run())
        while not place.table.chairs["bob"].workers:
            await asyncio.sleep(0.001)
        await bob.carried_out()
        bob.heard.clear()
        yield bob
        bob.leave()
        await serving


def test_a_reply_comes_before_its_state_even_while_another_reply_is_on_its_way(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        async with bob_at_a_table(tmp_path) as bob:
            bob.clear.clear()
            bob.say("ping")
            await bob.carried_out()
            bob.say("say", id="m1", text="hello")
            await bob.carried_out()
            bob.clear.set()
            await bob.carried_out()
            assert [each["type"] for each in bob.heard] == ["pong", "done", "state"]

    asyncio.run(test())


def test_no_state_follows_a_reply_to_what_a_state_has_shown_before(tmp_path: Path) -> None:
    async def test() -> None:
        async with bob_at_a_table(tmp_path) as bob:
            for _ in range(2):
                bob.say("say", id="m1", text="hello")
                await bob.carried_out()
            assert [each["type"] for each in bob.heard] == ["done", "state", "done"]
            first, state, again = bob.heard
            assert not first["again"]
            assert again["again"]
            assert first["number"] == state["number"] == again["number"]

    asyncio.run(test())


@pytest.mark.parametrize(
    ("error", "level", "counted"),
    [
        (OperationalError("", {}, Exception("disk full")), logging.WARNING, 0),
        (ZeroDivisionError(), logging.ERROR, 1),
    ],
)
def test_a_failure_of_the_database_is_not_logged_as_an_error(
    error: Exception,
    level: int,
    counted: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(*_: object) -> bool:
        raise error

    async def test() -> None:
        async with bob_at_a_table(tmp_path) as bob:
            with monkeypatch.context() as patch:
                patch.setattr(Store, "append", fail)
                bob.say("say", id="m1", text="hello")
                await bob.carried_out()
            assert bob.heard[-1]["code"] == "internal"

    before = metrics.ERRORS._value.get()
    asyncio.run(test())
    assert [each.levelno for each in caplog.records] == [level]
    assert metrics.ERRORS._value.get() - before == counted


def test_who_arrives_while_the_database_takes_nothing_sees_the_table_nevertheless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Store.append

    async def test() -> None:
        answers = asyncio.Event()

        async def late(self: Store, *arguments: Any) -> bool:
            await answers.wait()
            return await append(self, *arguments)

        async with bob_at_a_table(tmp_path) as bob:
            bob.leave()
            while bob.place.table.chairs["bob"].workers:
                await asyncio.sleep(0.001)
            monkeypatch.setattr(Store, "append", late)
            again = SlowReader(bob.connection.hall, bob.place, bob.token)
            again.clear.set()
            again.say_hello()
            serving = asyncio.create_task(again.connection.run())
            while not again.heard:
                await asyncio.sleep(0.001)
            assert [each["here"] for each in again.heard[0]["chairs"]] == [False, False]
            answers.set()
            while not again.heard[-1]["chairs"][1]["here"]:
                await asyncio.sleep(0.001)
            again.leave()
            await serving

    monkeypatch.setattr("coup.server.place.PATIENCE", 0.05)
    asyncio.run(test())
