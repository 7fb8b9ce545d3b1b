"""Our bots as HTTP servers: they see what they would see at a local table, and stop when told
to."""

import asyncio
import http.client
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from coup.bots.bot import RandomBot
from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Replaced,
    Returned,
    Revealed,
    TurnBegan,
)
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import play_game
from coup.http.seat import HttpSeat
from coup.http.server import BotServer
from coup.view import View

TOLD = (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Drew,
    Exchanged,
    Replaced,
    Returned,
    Revealed,
    TurnBegan,
)


@contextmanager
def served(server: BotServer) -> Iterator[str]:
    """Run a server in a thread; its address."""
    loop = asyncio.new_event_loop()
    listener = loop.run_until_complete(asyncio.start_server(server.serve, "127.0.0.1", 0))
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    finally:
        loop.call_soon_threadsafe(listener.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()


class Witness(RandomBot):
    """Plays at random, and keeps its views."""

    views: list[View] = []  # noqa: RUF012  (a new bot is made for each game)

    def choose(self, view: View) -> str:
        self.views.append(view)
        return super().choose(view)


def essence(view: View) -> dict[str, Any]:
    """The part of a view that the protocol can transmit."""
    question = view.question
    told: list[Event] = [event for event in view.events if isinstance(event, TOLD)]
    kind = "discard" if question.kind == "reveal" else question.kind
    about = {}
    if kind in ("challenge", "challenge block"):
        about = {"claimant": question.claimant, "roles": question.roles}
    return {
        "seat": view.seat,
        "turn": view.turn,
        "hand": sorted(view.hand),
        "alive": view.alive,
        "cards": view.cards,
        "discarded": {seat: sorted(cards) for seat, cards in view.discarded.items()},
        "deck": view.deck_size,
        "coins": view.coins,
        "kind": kind,
        "actor": question.actor,
        "action": question.action,
        "target": question.target,
        "shown": view.shown if kind == "examine" else None,
        "legal": {move.replace("reveal", "discard") for move in view.legal_moves},
        "events": told,
        **about,
    }


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_bot_sees_over_http_what_it_would_see_at_a_local_table(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home: list[View] = []
    ask = HttpSeat.answer

    def answer(seat: HttpSeat, view: View) -> Any:
        at_home.append(view)
        return ask(seat, view)

    monkeypatch.setattr(HttpSeat, "answer", answer)
    Witness.views.clear()
    with served(BotServer(Entrant("witness", Witness, False), seed=1)) as url:
        entrants = [*enter([url]), *enter(["random"] * (seats - 1))]
        for seed in range(40 // seats):
            turn = seed % seats
            played = play_game(entrants[turn:] + entrants[:turn], "inquisitor", seed)
            assert not any(conduct.faults for conduct in played.conduct)
    assert len(at_home) == len(Witness.views) > 50
    for here, there in zip(at_home, Witness.views, strict=True):
        assert essence(there) == essence(here)


@pytest.fixture
def process() -> Iterator[subprocess.Popen[str]]:
    """`coup bot --http 0 honest`, stopped after the test."""
    command = [sys.executable, "-m", "coup", "bot", "--http", "0", "honest"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_even_with_an_open_connection(
    process: subprocess.Popen[str], how: signal.Signals
) -> None:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("honest plays at http://127.0.0.1:")
    port = int(line.rstrip().rpartition(":")[2])
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/tables/")
    assert json.load(connection.getresponse()) == {"tables": 1000}
    process.send_signal(how)
    assert process.wait(5) == 0
    connection.close()
    assert process.communicate() == ("", "")


START = {"you": "a", "cards": ["duke", "captain"], "coins": 2, "players": ["a", "b"]}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/play/", None, 409),
        ("POST", "/start", b"{}", 400),
        ("POST", "/start", b"not json", 400),
        ("POST", "/start", b"[]", 400),
        ("POST", "/start/", json.dumps(START).encode(), 201),
        ("POST", "/start", json.dumps({**START, "you": "c"}).encode(), 400),
        ("GET", "/start", None, 405),
        ("POST", "/play/", b"{}", 405),
        ("GET", "/favicon.ico", None, 404),
        ("POST", "/start", b"x" * 70_000, 413),
    ],
)
def test_a_senseless_request_gets_a_status_and_a_sentence(
    method: str, path: str, body: bytes | None, status: int
) -> None:
    with served(BotServer(enter(["honest"])[0], seed=1)) as url:
        connection = http.client.HTTPConnection(url.removeprefix("http://"))
        connection.request(method, path, body)
        reply = connection.getresponse()
        text = reply.read()
        assert reply.status == status
        if status >= 400:
            assert json.loads(text)["error"]
        connection.close()
