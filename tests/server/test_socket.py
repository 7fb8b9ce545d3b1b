"""The protocol, spoken to a real server."""

import asyncio
import contextlib
import json
import random
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

import coup
from coup.records import Record
from coup.server.config import Config
from coup.server.database import open_database
from coup.server.entry import Entry
from coup.server.store import Store
from coup.server.table import fold
from tests.server.running import Running, Seat, at_random, sitting

BOTS = ["counter", "bluffer"]


def honestly(state: dict[str, Any]) -> str:
    """Never makes a move that others could stop."""
    moves = state["view"]["legal_moves"]
    wanted = ("pass", "income")
    return str(next((move for move in moves if move in wanted), moves[0]))


def test_a_person_plays_bots_to_the_end_and_the_record_replays(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token, bots=BOTS, start=True)
        async with sitting(server.url, table, token) as ann:
            state = await ann.play(honestly)
            assert state["open"]["hands"].keys() == {"ann", "ada", "boris"}
            assert state["view"]["winner"] in state["view"]["seats"]
        with server.client() as client:
            record = client.get(f"/api/tables/{table}/games/1")
            assert Record.from_json(record.text).game().winner == state["view"]["winner"]
            text = client.get(f"/api/tables/{table}/games/1/file").text
            assert text.endswith(f"winner: {state['view']['winner']}\n")

    asyncio.run(run())


def test_two_people_a_spectator_a_second_device_and_a_rematch(server: Running) -> None:
    async def run() -> None:
        ann_token, bob_token, phone = server.token(), server.token(), server.token()
        table = server.open_table(ann_token, bots=["honest"])
        async with (
            sitting(server.url, table, ann_token) as ann,
            sitting(server.url, table, bob_token) as bob,
            sitting(server.url, table) as guest,
        ):
            assert (await bob.ask("sit", name="ann"))["code"] == "refused"
            assert (await bob.ask("sit", name="bob"))["type"] == "done"
            assert (await bob.ask("start"))["code"] == "refused"
            assert (await ann.ask("start"))["type"] == "done"
            await guest.until(lambda state: state["status"] == "playing")
            assert guest.state["you"] is None
            assert guest.state["view"]["hand"] == []
            with server.client(bob_token) as client:
                path = client.get(f"/api/tables/{table}/link").json()["path"]
            seat, key = path.partition("#")[2].split("/")
            assert path.startswith(f"/join/{table}#")  # the key is in no server's log
            with server.client(phone) as client:
                wrong = {"seat": "ann", "key": key}
                assert client.post(f"/api/tables/{table}/devices", json=wrong).status_code == 409
                right = {"seat": seat, "key": key}
                assert client.post(f"/api/tables/{table}/devices", json=right).status_code == 201
            await bob.socket.close()
            async with sitting(server.url, table, phone) as again:
                await again.until(lambda state: state["you"] == "bob")
                assert len(again.state["view"]["hand"]) == 2
                dice = random.Random(1)
                ends = await asyncio.gather(ann.play(at_random(dice)), again.play(at_random(dice)))
                winner = ends[0]["view"]["winner"]
                assert (await again.ask("start"))["type"] == "done"  # is ready, and waits for Ann
                await ann.until(lambda state: state["ready"] == ["bob"])
                assert (await ann.ask("ready"))["type"] == "done"
                await ann.until(lambda state: state["game"] == 2)
                assert ann.state["view"]["seats"][0] == winner

    asyncio.run(run())


def test_a_repeated_message_is_carried_out_once(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann:
            assert not (await ann.ask("say", id="x", text="hello"))["again"]
            assert (await ann.ask("say", id="x", text="hello"))["again"]
            await ann.ask("say", id="y", text="bye")
            await ann.until(lambda state: state["chat"]["from"] + len(state["chat"]["lines"]) == 2)

    asyncio.run(run())


def test_a_late_answer_gets_a_kind_refusal(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token, bots=BOTS, start=True)
        async with sitting(server.url, table, token) as ann:
            await ann.until(lambda state: state["question"] and state["question"]["mine"])
            number = ann.state["question"]["number"]
            late = await ann.ask("answer", question=number + 1000, move="pass")
            assert late["code"] == "late"
            bad = await ann.ask("answer", question=number, move="fly away")
            assert bad["code"] == "refused"
            assert "not a move" in bad["why"]

    asyncio.run(run())


def test_games_continue_after_the_server_was_stopped_in_the_middle(tmp_path: Path) -> None:
    config = Config(str(tmp_path / "coup.sqlite"), pace=0.0)

    async def begin(server: Running, token: str) -> str:
        table = server.open_table(token, bots=BOTS, start=True)
        async with sitting(server.url, table, token) as ann:
            for _ in range(2):
                await ann.until(lambda state: state["question"] and state["question"]["mine"])
                question = ann.state["question"]
                await ann.ask("answer", question=question["number"], move=honestly(ann.state))
        return table

    async def end(server: Running, table: str, token: str) -> None:
        async with sitting(server.url, table, token) as ann:
            state = await ann.play(honestly)
            assert state["game"] == 1

    with contextlib.closing(Running(config)) as first:
        token = first.token()
        table = asyncio.run(begin(first, token))
    with contextlib.closing(Running(config)) as second:
        asyncio.run(end(second, table, token))


def test_a_person_whose_worker_died_is_not_shown_as_present_at_a_waiting_table(
    tmp_path: Path,
) -> None:
    config = Config(str(tmp_path / "coup.sqlite"))
    with contextlib.closing(Running(config)) as server:
        token = server.token()
        table = server.open_table(token)

    async def die() -> None:
        """Bob was connected to a worker that died without noting it."""
        store = Store(open_database(config.database))
        number = len(await store.load(table))
        then = time.time() - 60
        sat = Entry(table, number + 1, "sat", "bob", {"owner": "bob's token"}, None, then)
        here = Entry(table, number + 2, "here", "bob", {"worker": "dead"}, None, then)
        await store.start(lambda *_: None, lambda: None)
        assert await store.append(sat)
        assert await store.append(here)
        await store.close()

    async def run(server: Running) -> None:
        async with sitting(server.url, table, token) as ann:
            await ann.until(lambda state: not state["chairs"][1]["here"])
            assert ann.state["chairs"][0]["here"]

    asyncio.run(die())
    with contextlib.closing(Running(config)) as server:
        asyncio.run(run(server))


def test_the_default_move_after_the_clock_does_not_bluff(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token, settings={"clock": 5}, bots=["honest"], start=True)
        async with sitting(server.url, table, token) as ann:
            await ann.until(lambda state: state["question"] and state["question"]["mine"])
            asked = ann.state["question"]
            assert 0 < asked["deadline"] - time.time() <= 5
            await ann.until(lambda state: state["question"]["number"] != asked["number"])
        entries = await entries_of(server, table)
        clocked = [each for each in entries if each.body.get("by") == "clock"]
        assert clocked
        assert clocked[0].body["plies"][0][1].split()[0] in ("pass", "income", "discard", "reveal")

    asyncio.run(run())


def test_no_clock_runs_in_a_pause_and_the_first_state_after_it_shows_the_new_one(
    server: Running,
) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token, settings={"clock": 30}, bots=["honest"], start=True)
        async with sitting(server.url, table) as guest:
            assert (await guest.hear())["question"]["deadline"] is None  # ann has not come yet
            for _ in range(3):
                came = time.time()
                async with sitting(server.url, table, token) as ann:
                    first = await ann.hear()
                    assert first["chairs"][0]["here"]
                    assert came + 29 < first["question"]["deadline"] < time.time() + 31
                await guest.until(lambda state: state["chairs"][0]["here"])
                await guest.until(lambda state: not state["chairs"][0]["here"])
                assert guest.state["question"]["deadline"] is None

    asyncio.run(run())


async def entries_of(server: Running, table: str) -> Any:
    app: Any = server.server.config.app
    store = Store(open_database(app.state.config.database))
    try:
        return await store.load(table)
    finally:
        await store.close()


def test_two_workers_serve_the_same_table(postgres: str, tmp_path: Path) -> None:
    from tests.server.conftest import fresh_database

    config = Config(fresh_database(postgres), pace=0.0)

    async def run(one: Running, two: Running) -> None:
        tokens = [one.token(), one.token()]
        table = one.open_table(tokens[0], bots=BOTS)
        async with (
            sitting(one.url, table, tokens[0]) as ann,
            sitting(two.url, table, tokens[1]) as bob,
        ):
            assert (await bob.ask("sit", name="bob"))["type"] == "done"
            await ann.until(lambda state: len(state["chairs"]) == 4)
            assert (await ann.ask("start"))["type"] == "done"
            dice = random.Random(5)
            ends = await asyncio.gather(ann.play(at_random(dice)), bob.play(at_random(dice)))
            assert ends[0]["open"] == ends[1]["open"]
            # Both workers' tables agree with the log.
            store = Store(open_database(config.database))
            entries = await store.load(table)
            await store.close()
            assert [each.number for each in entries] == list(range(1, len(entries) + 1))
            for running in (one, two):
                app: Any = running.server.config.app
                place = app.state.hall.open[table]
                assert place.table.view("bob") == fold(table, entries).view("bob")

    with contextlib.closing(Running(config)) as one, contextlib.closing(Running(config)) as two:
        asyncio.run(run(one, two))


# Limits.


def test_unknown_and_malformed_messages_get_an_error_and_nothing_else_happens(
    server: Running,
) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann:
            for text in ("", "{", "null", '"x"', '{"type":"fly"}', '{"type":"say"}', "[" * 500):
                await ann.socket.send(text)
            await ann.socket.send(b"\xff\xfe")
            await ann.ask("say", text="still here")
            bad = [reply for reply in ann.replies if reply.get("code") == "bad_message"]
            assert len(bad) == 8

    asyncio.run(run())


def test_the_refusal_of_a_malformed_request_has_its_id(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann:
            assert (await ann.ask("say", text=5, id="x.1"))["code"] == "bad_message"
            assert (await ann.ask("fly", id="x.2"))["code"] == "bad_message"
            await ann.send("say", text="hello", id="no valid id")
            await ann.ask("say", text="still here")
            assert [each["id"] for each in ann.replies[:3]] == ["x.1", "x.2", None]

    asyncio.run(run())


def test_a_client_that_sends_too_much_is_slowed_down_and_then_disconnected(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann:

            async def shout() -> None:
                while True:
                    for _ in range(50):
                        await ann.socket.send('{"type":"ping"}')
                    await ann.hear()

            with pytest.raises(ConnectionClosed) as closed:
                await shout()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429

    asyncio.run(run())


def test_a_huge_message_ends_only_its_connection(server: Running) -> None:
    async def run() -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann, sitting(server.url, table) as guest:
            await ann.socket.send("x" * 100_000)
            with pytest.raises(ConnectionClosed):
                await ann.until(lambda state: False)
            await guest.socket.send('{"type":"ping"}')
            while (await guest.hear())["type"] != "pong":
                pass

    asyncio.run(run())


def test_other_sites_get_no_socket_and_cannot_open_tables(server: Running) -> None:
    async def run() -> None:
        with pytest.raises(InvalidStatus):
            await connect(ws_url(server), origin=Origin("https://evil.example"))

    asyncio.run(run())
    with server.client(server.token()) as client:
        evil = {"Origin": "https://evil.example"}
        assert client.post("/api/tables", json={"name": "x"}, headers=evil).status_code == 403


def test_nobody_without_a_token_can_do_anything(server: Running) -> None:
    async def run() -> None:
        table = server.open_table(server.token())
        async with sitting(server.url, table) as guest:
            reply = await guest.ask("sit", name="bob")
            assert reply["code"] == "refused"

    asyncio.run(run())


def test_tables_for_one_client_are_limited(tmp_path: Path) -> None:
    config = Config(str(tmp_path / "coup.sqlite"), tables_per_hour=2)
    with contextlib.closing(Running(config)) as server, server.client(server.token()) as client:
        codes = [client.post("/api/tables", json={"name": "x"}).status_code for _ in range(3)]
    assert codes == [201, 201, 409]


def test_the_lobby_lists_tables_with_people_in_pages(tmp_path: Path) -> None:
    config = Config(
        str(tmp_path / "coup.sqlite"), tables_per_hour=1000, connections_per_address=1000
    )

    async def run(server: Running) -> None:
        token = server.token()
        server.open_table(token)  # with nobody present
        tables = [server.open_table(token) for _ in range(101)]
        async with contextlib.AsyncExitStack() as stack:
            for table in tables:
                ann = await stack.enter_async_context(sitting(server.url, table, token))
                await ann.until(lambda state: state["chairs"][0]["here"])
            check(server, set(tables))

    def check(server: Running, opened: set[str]) -> None:
        with server.client() as client:
            pages = [client.get("/api/tables", params={"page": page}) for page in (1, 2, 3, 4)]
            assert client.get("/api/tables").json() == pages[0].json()
            assert [len(page.json()) for page in pages] == [50, 50, 1, 0]
            assert {table["id"] for page in pages for table in page.json()} == opened
            links = [page.headers.get("link") for page in pages]
            following = [f'</api/tables?page={page}>; rel="next"' for page in (2, 3)]
            assert links == [*following, None, None]
            for odd in ("0", "-1", "x", "1001", "9" * 99, "%00"):
                assert client.get(f"/api/tables?page={odd}").status_code == 422

    with contextlib.closing(Running(config)) as server:
        asyncio.run(run(server))


def test_connections_from_one_address_are_limited(tmp_path: Path) -> None:
    config = Config(str(tmp_path / "coup.sqlite"), connections_per_address=2)

    async def run(server: Running) -> None:
        token = server.token()
        table = server.open_table(token)
        async with sitting(server.url, table, token) as ann:
            await ann.hear()
            async with sitting(server.url, table) as guest:
                await guest.hear()
                async with connect(ws_url(server)) as socket:
                    third = Seat(socket)
                    refused = await third.hear()
                    assert refused["code"] == "too_many"
                    assert refused["why"].startswith("2 windows are open from your address already")
                    with pytest.raises(ConnectionClosed) as closed:
                        await third.hear()
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 4429
                elsewhere = {"X-Forwarded-For": "192.0.2.1"}  # as a proxy on this machine says
                async with connect(ws_url(server), additional_headers=elsewhere) as socket:
                    await socket.send(json.dumps({"type": "hello", "v": 1, "table": table}))
                    assert (await Seat(socket).hear())["type"] == "state"
            await comes_in(server, table)  # after the guest has left

    with contextlib.closing(Running(config)) as server:
        asyncio.run(run(server))


async def comes_in(server: Running, table: str) -> None:
    """Try until there is room; the server takes a moment to notice that somebody has left."""
    while True:
        with contextlib.suppress(ConnectionClosed):
            async with sitting(server.url, table) as guest:
                if (await guest.hear())["type"] == "state":
                    return


def ws_url(server: Running) -> str:
    return f"{server.url.replace('http', 'ws')}/ws"


def test_every_answer_has_the_security_headers(server: Running) -> None:
    with server.client() as client:
        for path in ("/", "/t/x", "/api/tables", "/nothing", "/page/app.js"):
            headers = client.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
        cookie = client.get("/", headers={"Cookie": ""}).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


def test_a_cookie_is_secure_behind_tls(server: Running) -> None:
    with httpx.Client(base_url=server.url) as client:
        headers = {"X-Forwarded-Proto": "https"}
        reply = client.get("/", headers=headers)
        assert "Secure" in reply.headers["set-cookie"]
        assert "strict-transport-security" in reply.headers


def test_files_outside_the_page_are_not_served(server: Running) -> None:
    with server.client() as client:
        for path in ("../app.py", "%2e%2e/app.py", "/etc/passwd", "%00", "lang", "x" * 999):
            assert client.get(f"/page/{path}").status_code == 404


def test_health_figures_rules_and_openapi(server: Running) -> None:
    with server.client() as client:
        assert client.get("/healthz").json()["status"] == "ok"
        assert "coup_entries_total" in client.get("/metrics").text
        assert set(client.get("/api/rules").json()["rulesets"]) == set(coup.RULESETS)
        assert "/api/tables" in client.get("/openapi.json").json()["paths"]


def test_a_running_game_is_not_shown_as_a_replay(server: Running) -> None:
    token = server.token()
    table = server.open_table(token, bots=BOTS, start=True)
    with server.client(token) as client:
        for path in ("", "/file", "/replay", "/replay?everything=true"):
            assert client.get(f"/api/tables/{table}/games/1{path}").status_code == 404


def test_a_hello_that_never_comes_does_not_hold_a_connection(server: Running) -> None:
    async def run() -> None:
        async with connect(ws_url(server)) as socket:
            await socket.send('{"type":"ping"}')
            seat = Seat(socket)
            assert (await seat.hear())["code"] == "bad_message"
            with pytest.raises(ConnectionClosed):
                await seat.hear()
        async with connect(ws_url(server)) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "table": "nowhere"}))
            assert (await Seat(socket).hear())["code"] == "no_table"

    asyncio.run(run())
