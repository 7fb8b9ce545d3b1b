"""Tokens, cookies and links: who is recognised as whom, and who is not believed."""

import asyncio
import contextlib
import json
import secrets
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from coup.server.config import Config
from coup.server.database import open_database
from coup.server.entry import Entry
from coup.server.store import Store
from coup.server.tokens import People, owner_of
from tests.server.running import Running, Seat, sitting

SVG = "image/svg+xml"
OLD = secrets.token_urlsafe(24)  # from versions that did not sign tokens
STRANGERS = {
    "an old one": OLD,
    "a forged one": f"{OLD}.{'0' * 32}",
    "any letters": "x" * 32,
    "one of another server": People(b"another secret").new_token(),
}


def test_tokens_are_unique_and_signed() -> None:
    people = People(b"secret")
    tokens = {people.new_token() for _ in range(100)}
    assert len(tokens) == 100
    for token in tokens:
        assert len(token) <= 80
        assert people.recognise(token).owner == owner_of(token)
        assert people.recognise(token[:-1] + ("0" if token[-1] != "0" else "1")).owner == ""


@pytest.mark.parametrize("which", STRANGERS)
def test_an_unsigned_token_is_refused(server: Running, which: str) -> None:
    token, mine = STRANGERS[which], server.token()
    table = server.open_table(mine)
    with server.client(mine) as client:
        path = client.get(f"/api/tables/{table}/link").json()["path"]
    seat, key = path.partition("#")[2].split("/")
    with server.client() as client:
        head = {"Authorization": f"Bearer {token}"}
        opened = client.post("/api/tables", json={"name": "eve"}, headers=head)
        device = {"seat": seat, "key": key}
        taken = client.post(f"/api/tables/{table}/devices", json=device, headers=head)
        link = client.get(f"/api/tables/{table}/link", headers=head)
    for reply in (opened, taken):
        assert reply.status_code == 409
        assert reply.json()["why"].startswith("who are you?")
    assert link.json() == {"why": "you do not sit here"}

    async def run() -> None:
        async with sitting(server.url, table, token) as eve:
            assert (await eve.ask("sit", name="eve"))["why"].startswith("who are you?")
            assert (await eve.ask("say", text="hi"))["code"] == "refused"

    asyncio.run(run())


def test_a_person_with_a_key_takes_a_seat_to_another_device(server: Running) -> None:
    mine, phone = server.token(), server.token()
    table = server.open_table(mine, "Änne")
    with server.client(mine) as client:
        path = client.get(f"/api/tables/{table}/link").json()["path"]
        code = client.get(f"/api/tables/{table}/link/qr.svg")
    assert path.startswith(f"/join/{table}#%C3%84nne/")
    assert (code.headers["content-type"], code.headers["cache-control"]) == (SVG, "no-store")
    with server.client(phone) as client:
        assert client.get(f"/api/tables/{table}/link/qr.svg").status_code == 409
        device = {"seat": "Änne", "key": path.rpartition("/")[2]}
        reply = client.post(f"/api/tables/{table}/devices", json=device)
    assert (reply.status_code, reply.json()) == (201, {"table": table, "seat": "Änne"})


# Seats from before tokens were signed.


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """An upgraded server: Ann's seat belongs to an unsigned token."""
    config = Config(str(tmp_path_factory.mktemp("upgraded") / "coup.sqlite"), pace=0.0)
    with contextlib.closing(Running(config)) as server:
        table = server.open_table(server.token())

    async def own() -> None:
        store = Store(open_database(config.database))
        number = len(await store.load(table))
        body = {"owner": owner_of(OLD)}
        await store.start(lambda *_: None, lambda: None)
        assert await store.append(
            Entry(table, number + 1, "device", "ann", body, None, time.time())
        )
        await store.close()

    asyncio.run(own())
    with contextlib.closing(Running(config)) as server:
        yield server, table


def test_an_old_token_keeps_its_seat_and_can_do_nothing_else(
    upgraded: tuple[Running, str],
) -> None:
    server, table = upgraded
    other = server.open_table(server.token())

    async def run() -> None:
        async with sitting(server.url, table, OLD) as ann, sitting(server.url, other, OLD) as eve:
            await ann.until(lambda state: state["you"] == "ann")
            assert (await ann.ask("say", text="here I am"))["type"] == "done"
            assert "you sit here already" in (await ann.ask("sit", name="bob"))["why"]
            assert (await eve.ask("sit", name="eve"))["why"].startswith("who are you?")

    asyncio.run(run())
    with server.client(OLD) as client:
        assert client.get(f"/api/tables/{table}/link").status_code == 200
        assert client.post("/api/tables", json={"name": "eve"}).status_code == 409


def test_a_browser_with_an_old_cookie_gets_a_new_one_and_keeps_its_seats(
    upgraded: tuple[Running, str],
) -> None:
    server, table = upgraded
    other = server.open_table(server.token())
    with httpx.Client(base_url=server.url, cookies={"coup": OLD}) as client:
        client.get("/")
        assert set(client.cookies) == {"coup", "coup_token"}
        assert "set-cookie" not in client.get("/").headers
        assert client.get(f"/api/tables/{table}/link").status_code == 200
        assert client.post("/api/tables", json={"name": "ann"}).status_code == 201
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())

    async def run() -> None:
        head = {"Cookie": cookies}
        url = f"{server.url.replace('http', 'ws')}/ws"
        for name in (table, other):
            async with connect(url, additional_headers=head) as socket:
                await socket.send(json.dumps({"type": "hello", "v": 1, "table": name}))
                person = Seat(socket)
                state = await person.hear()
                assert state["you"] == ("ann" if name == table else None)
                reply = await person.ask("sit", name="bob")
                assert reply["type"] == ("refused" if name == table else "done")

    asyncio.run(run())


# Cookies.


def cookie_of(reply: httpx.Response) -> tuple[str, set[str]]:
    """The name and the attributes of the cookie in a reply."""
    pair, *about = reply.headers["set-cookie"].split("; ")
    return pair.partition("=")[0], {each.lower() for each in about}


def test_a_cookie_without_tls(server: Running) -> None:
    with server.client() as client:
        name, about = cookie_of(client.get("/"))
    assert name == "coup_token"
    assert {"httponly", "path=/", "samesite=lax"} <= about
    assert "secure" not in about


def test_a_cookie_behind_tls_can_be_set_by_no_other_host(server: Running) -> None:
    tls = {"X-Forwarded-Proto": "https"}
    with server.client() as client:
        name, about = cookie_of(client.get("/", headers=tls))
        assert name == "__Host-coup"
        assert {"httponly", "path=/", "samesite=lax", "secure"} <= about
        assert not any(each.startswith("domain") for each in about)
        token = server.token()
        for cookie, status in (("__Host-coup", 201), ("coup_token", 409)):
            head = tls | {"Cookie": f"{cookie}={token}"}
            reply = client.post("/api/tables", json={"name": "ann"}, headers=head)
            assert reply.status_code == status


def test_a_socket_behind_tls_reads_the_cookie(server: Running) -> None:
    token = server.token()
    table = server.open_table(token)

    async def seat(**headers: str) -> Any:
        url = f"{server.url.replace('http', 'ws')}/ws"
        async with connect(url, additional_headers=headers) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "table": table}))
            return (await Seat(socket).hear())["you"]

    async def run() -> None:
        tls = {"X-Forwarded-Proto": "https"}
        assert await seat(**tls, Cookie=f"__Host-coup={token}") == "ann"
        assert await seat(**tls, Cookie=f"coup_token={token}") is None
        assert await seat(Cookie=f"coup_token={token}") == "ann"
        assert await seat(Cookie=f"a=b; coup_token={token}; c") == "ann"

    asyncio.run(run())


def test_tables_cannot_be_listed_or_guessed(tmp_path: Path) -> None:
    with contextlib.closing(Running(Config(str(tmp_path / "coup.sqlite")))) as server:
        token = server.token()
        hidden = [server.open_table(token, settings={"public": False}) for _ in range(5)]
        with server.client(token) as client:
            assert client.get("/api/tables").json() == []
            for path in ("/api/tables/", "/api/tables/*/rules", "/api/tables/%25/rules"):
                assert client.get(path).status_code in (307, 404)
            text = client.get("/openapi.json").text + client.get("/healthz").text
        assert len(set(hidden)) == 5
        assert all(len(table) == 12 for table in hidden)  # 72 random bits
        assert not any(table in text for table in hidden)
