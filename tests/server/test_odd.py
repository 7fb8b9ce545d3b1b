"""Odd ids, names, numbers and bodies: a sentence for each, and no unexpected error."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.asyncio.client import connect

from coup.server import metrics
from coup.server.config import Config
from tests.server.running import Running, Seat, sitting

ODD = (
    "%00",
    "a%00b",
    "x" * 33,
    "x" * 1500,
    "%F0%9F%98%80",
    "%ff",
    "a%20b",
    "-1'--",
    "%2e%2e%2fx",
)
NUMBERS = ("0", "-1", "9" * 30, "9" * 1500, "1e9", "%00", "x", "1.5", "%D9%A1" * 9)
JSON = {"Content-Type": "application/json"}
KINDS = ("rules", "qr.svg", "link", "link/qr.svg")
GAMES = ("", "/file", "/replay", "/advice?seat=ann")


@pytest.fixture
def odd_server(database: str) -> Iterator[Running]:
    """A server on either database, which must log no unexpected error."""
    before = metrics.ERRORS._value.get()
    with contextlib.closing(Running(Config(database, pace=0.0))) as server:
        yield server
    assert metrics.ERRORS._value.get() == before


def test_odd_ids_and_numbers_in_paths_get_a_sentence(odd_server: Running) -> None:
    token = odd_server.token()
    table = odd_server.open_table(token)
    paths = [f"/api/tables/{odd}/{what}" for odd in ODD for what in KINDS]
    paths += [f"/api/tables/{odd}/games/1{what}" for odd in ODD for what in GAMES]
    paths += [f"/api/tables/{table}/games/{odd}{what}" for odd in NUMBERS for what in GAMES]
    with odd_server.client(token) as client:
        for path in paths:
            reply = client.get(path)
            assert reply.status_code in (404, 422), path
            assert reply.json()["why"], path
        for odd in ODD:
            reply = client.post(f"/api/tables/{odd}/devices", json={"seat": "ann", "key": "x"})
            assert reply.status_code in (404, 405), odd


def test_odd_queries_get_a_sentence(odd_server: Running) -> None:
    token = odd_server.token()
    table = odd_server.open_table(token, bots=["honest"], start=True)

    async def play() -> None:
        async with sitting(odd_server.url, table, token) as ann:
            await ann.play(lambda state: str(state["view"]["legal_moves"][0]))

    asyncio.run(play())
    with odd_server.client(token) as client:
        for odd in ("%00", "x" * 200, "%ff", "%F0%9F%98%80"):
            for what in ("replay", "advice"):
                reply = client.get(f"/api/tables/{table}/games/1/{what}?seat={odd}")
                assert reply.status_code in (404, 422)
                assert reply.json()["why"]


BODIES: tuple[Any, ...] = (
    {"name": "a\0b"},
    {"name": "ann", "bots": ["a\0b"]},
    {"name": "ann", "bots": ["\ud800"]},
    {"\ud800": 1},
    {"name": "\ud800"},
    {"name": "ann", "settings": {"house_rules": {"\ud800": 1}}},
    {"name": "ann", "settings": {"house_rules": {"coins": "\ud800"}}},
    {"name": "ann", "settings": {"house_rules": {"a\0b": 1}}},
    {"name": "ann", "settings": {"house_rules": {"coins": float("nan")}}},
    {"name": "ann", "settings": {"house_rules": {"coins": float("inf")}}},
    {"name": "ann", "settings": {"house_rules": {"coins": 10**400}}},
    {"name": "ann", "settings": {"house_rules": {"coins": True}}},
    {"name": "ann", "settings": {"house_rules": {"roles": [["duke"]]}}},
    {"name": "ann", "settings": {"house_rules": {"roles": {"duke": 1}}}},
    {"name": "ann", "settings": {"house_rules": {"copies": []}}},
    {"name": "ann", "settings": {"house_rules": {"turn_limit": -1}}},
    {"name": "ann", "settings": {"clock": 10**30}},
    {"name": "ann", "settings": {"seats": float("nan")}},
)


def test_odd_bodies_get_a_sentence(odd_server: Running) -> None:
    texts = [*map(json.dumps, BODIES), "[" * 10_000, '{"name": 1' + "0" * 5000 + "}", "\0", "nul"]
    with odd_server.client(odd_server.token()) as client:
        for text in texts:
            reply = client.post("/api/tables", content=text, headers=JSON)
            assert reply.status_code in (400, 409, 422), text
            assert reply.json()["why"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "why"),
    [
        ("GET", "/nothing", b"", 404, "there is no such page"),
        ("PUT", "/api/tables", b"", 405, "nothing at this address takes such a request"),
        ("POST", "/api/tables", b"\xff", 400, "the body of this request cannot be read"),
    ],
)
def test_errors_of_the_framework_get_a_sentence_of_ours(
    server: Running, method: str, path: str, body: bytes, status: int, why: str
) -> None:
    with server.client(server.token()) as client:
        reply = client.request(method, path, content=body, headers=JSON)
    assert (reply.status_code, reply.json()) == (status, {"why": why})


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/rules", "/nothing"])
def test_head_is_answered_like_get_without_a_body(server: Running, path: str) -> None:
    """Monitors and load balancers ask so."""
    with server.client() as client:
        head, whole = client.head(path), client.get(path)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]
        assert client.get(path).content == whole.content


def test_odd_headers_get_a_sentence(odd_server: Running) -> None:
    with odd_server.client() as client:
        assert client.post("/api/tokens", headers={"Origin": "http://["}).status_code == 403
        for host in ("[", "x" * 300, "a b", "<x>", "a:b:c"):
            reply = client.get("/api/tables/x/qr.svg", headers={"Host": host})
            assert reply.status_code == 400
            assert reply.json()["why"]
        for host in ("localhost", "[::1]:8000", "192.0.2.1:80", "coup.example.org"):
            reply = client.get("/api/tables/x/qr.svg", headers={"Host": host})
            assert reply.status_code == 200


def test_odd_messages_get_a_sentence(odd_server: Running) -> None:
    token = odd_server.token()
    table = odd_server.open_table(token)

    async def greet(name: Any) -> dict[str, Any]:
        async with connect(f"{odd_server.url.replace('http', 'ws')}/ws") as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "table": name}))
            return await Seat(socket).hear()

    async def run() -> None:
        for name in ("", "a\0b", "x" * 33, "x" * 5000, "ä", "a/b", "\ud800", None, 7, "nowhere"):
            assert (await greet(name))["code"] in ("bad_message", "no_table")
        async with sitting(odd_server.url, table, token) as ann:
            for kind, field in (("say", "text"), ("add_bot", "kind"), ("remove", "seat")):
                await ann.send(kind, **{field: "a\0b"})
            await ann.socket.send('{"type":"say","id":"x","text":"\\ud800"}')
            assert (await ann.ask("say", text="still here"))["type"] == "done"
            assert [each["code"] for each in ann.replies[:4]] == ["bad_message"] * 4

    asyncio.run(run())


def test_coins_for_another_number_of_seats_are_refused_in_a_sentence(odd_server: Running) -> None:
    token = odd_server.token()
    settings = {"seats": 3, "house_rules": {"seat_coins": [1, 2, 3]}}
    with odd_server.client(token) as client:
        body = {"name": "ann", "settings": settings, "bots": ["honest"], "start": True}
        reply = client.post("/api/tables", json=body)
        assert reply.status_code == 409
        assert "seat_coins is for 3 seats, not for 2" in reply.json()["why"]
        assert client.get("/api/tables").json() == []  # nothing is half done
    table = odd_server.open_table(token, settings=settings, bots=["honest"])

    async def run() -> None:
        async with sitting(odd_server.url, table, token) as ann:
            reply = await ann.ask("start")
            assert reply["code"] == "refused"
            assert "seat_coins is for 3 seats" in reply["why"]
            assert (await ann.ask("add_bot", kind="honest"))["type"] == "done"
            assert (await ann.ask("start"))["type"] == "done"

    asyncio.run(run())
