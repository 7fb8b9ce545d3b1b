"""Broken, huge, hostile and misplaced messages: the server answers or hangs up, and keeps running.

`make soak` does the same for minutes: `python -m tests.server.test_fuzz SECONDS`.
"""

import asyncio
import contextlib
import json
import logging
import random
import sys
import time
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.server.running import Running, sitting
from tests.server.test_hostile import HEAD, OPEN, POST, Raw, frame

SECONDS = 4.0
REQUESTS = (
    HEAD + b"\r\n",
    HEAD + b"Expect: 100-continue\r\nContent-Length: 3\r\n\r\n{}\n",
    HEAD + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    POST + b'Content-Length: 14\r\n\r\n{"name":"ann"}',
    POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{    \r\n0\r\n\r\n",
    OPEN + frame(1, b'{"type":"hello","v":1,"table":"x"}'),
)
TEXTS = (
    "",
    "null",
    "{}",
    "[]",
    "{",
    "\x00",
    "NaN",
    "1e999",
    '{"type":null}',
    "[" * 3000,
    '{"type":"hello","v":2,"table":"x"}',
    '{"type":"answer","id":"a","question":9e99,"move":""}',
    '{"type":"say","id":"<script>","text":"<script>alert(1)</script>"}',
    '{"a":' * 900,
    "\U0001f600" * 99,
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    1.5,
    "",
    "x" * 500,
    "<img src=x onerror=alert(1)>",
    "'; DROP TABLE log;--",
    "\u202e\u0000\ufffe",
    [],
    {},
    ["a"] * 50,
    {"ruleset": "classic", "house_rules": {"coins": -5}},
    "ann",
    "pass",
    "tax",
    {"house_rules": {"roles": ["duke"] * 9}},
    {"clock": 5, "seats": 2},
    "counter",
    "👍",
    {"away": 1e9},
)
TYPES = (
    "hello",
    "answer",
    "more_time",
    "sit",
    "leave",
    "add_bot",
    "remove",
    "change",
    "start",
    "say",
    "react",
    "ping",
    "fly",
)
FIELDS = (
    "id",
    "v",
    "table",
    "token",
    "question",
    "move",
    "name",
    "kind",
    "seat",
    "settings",
    "text",
    "emoji",
    "x",
)


def nonsense(dice: random.Random) -> str | bytes:
    """A message that no client should send."""
    kind = dice.random()
    if kind < 0.2:
        return dice.choice(TEXTS)
    if kind < 0.3:
        return dice.randbytes(dice.randint(0, 300))
    if kind < 0.32:
        return "x" * dice.randint(5000, 200_000)
    message: dict[str, Any] = {"type": dice.choice(TYPES), "id": f"f{dice.randint(0, 20)}"}
    for field in dice.sample(FIELDS, dice.randint(0, 5)):
        message[field] = dice.choice(VALUES)
    return json.dumps(message)


async def attack(server: Running, table: str, token: str, dice: random.Random, end: float) -> int:
    """Send nonsense until the time is up; the number of messages."""
    sent = 0
    while time.monotonic() < end:
        try:
            async with connect(f"{server.url.replace('http', 'ws')}/ws", max_queue=None) as socket:
                if dice.random() < 0.8:
                    hello = {"type": "hello", "v": 1, "table": table, "token": token}
                    await socket.send(json.dumps(hello))
                for _ in range(dice.randint(1, 60)):
                    await socket.send(nonsense(dice))
                    sent += 1
                if dice.random() < 0.5:
                    socket.transport.abort()
        except (WebSocketException, OSError):
            continue
        await asyncio.sleep(0.02)
    return sent


async def fuzz(server: Running, seconds: float, seed: int) -> int:
    """Attack a server from several connections, while somebody plays at the same table; the number
    of messages."""
    tokens = [server.token() for _ in range(3)]
    table = server.open_table(tokens[0], name="Ann", bots=["honest"])
    quiet = server.open_table(tokens[1], name="bob", bots=["honest"], start=True)
    end = time.monotonic() + seconds
    sent = sum(
        await asyncio.gather(
            *(
                attack(server, table, tokens[number], random.Random(seed + number), end)
                for number in range(3)
            )
        )
    )
    async with sitting(server.url, quiet, tokens[1]) as bob:  # another table is unaffected
        await bob.until(lambda state: state["view"])
        assert (await bob.ask("say", text="all is well"))["type"] == "done"
    async with sitting(server.url, table) as guest:
        await guest.until(lambda state: state["table"] == table)
    return sent


def mutated(request: bytes, dice: random.Random) -> bytes:
    """A request with some bytes changed, lost or added."""
    broken = bytearray(request)
    for _ in range(dice.choice((0, 1, 2, 5))):
        place = dice.randrange(len(broken) + 1)
        lost = dice.choice((0, 0, 1, 8))
        added = dice.choice((b"", b"\r\n", b"\0", b"x" * 9000, dice.randbytes(4), *REQUESTS))
        broken[place : place + lost] = added
    return bytes(broken)


def fuzz_requests(server: Running, seconds: float, seed: int) -> int:
    """Send broken requests, several on one connection, and leave at any moment; the number of
    requests."""
    dice, sent, end = random.Random(seed), 0, time.monotonic() + seconds
    while time.monotonic() < end:
        with Raw(server.port) as client:
            client.socket.settimeout(0.02)
            for _ in range(dice.randint(1, 4)):
                client.send(mutated(dice.choice(REQUESTS), dice))
                sent += 1
            if dice.random() < 0.3:
                with contextlib.suppress(TimeoutError):
                    client.read()
    with server.client() as client:
        assert client.get("/healthz").status_code == 200
    return sent


def errors(server: Running) -> float:
    """The number of unexpected errors."""
    with server.client() as client:
        lines = client.get("/metrics").text.splitlines()
    return sum(float(line.split()[1]) for line in lines if line.startswith("coup_errors_total"))


def test_nonsense_is_answered_and_nothing_breaks(server: Running) -> None:
    before = errors(server)
    assert asyncio.run(fuzz(server, SECONDS, seed=1)) > 100
    assert errors(server) == before


def test_broken_requests_are_answered_and_nothing_breaks(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    before = errors(server)
    assert fuzz_requests(server, SECONDS, seed=1) > 100
    assert errors(server) == before
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []


def main() -> None:
    """Attack a separate server for some seconds."""
    import tempfile

    from coup.server.config import Config

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 180.0
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/coup.sqlite"
        server = Running(Config(path, pace=0.0, requests_per_second=10_000, metrics=True))
        sent = asyncio.run(fuzz(server, seconds, seed=int(time.time())))
        requests = fuzz_requests(server, seconds / 3, seed=int(time.time()))
        unexpected = errors(server)
        server.close()
    print(f"{sent} messages, {requests} broken requests, {unexpected:g} unexpected errors")
    sys.exit(int(unexpected > 0))


if __name__ == "__main__":
    main()
