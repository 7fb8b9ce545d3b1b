"""Malicious clients, without a proxy in front of the server: endless requests, slow ones, and
floods that are never read. Memory stays bounded, connections end, and others are unaffected."""

import contextlib
import json
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from coup.server import http_protocol as gate
from coup.server import metrics
from coup.server import websocket_protocol as slim
from coup.server.app import BURST
from coup.server.config import Config
from coup.server.rates import Crowd, Rates
from coup.server.rest.pages import PAGE
from tests.server.running import Running
from tests.server.test_serve import serving

MB = 1024 * 1024
HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
UPGRADE = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
OPEN = UPGRADE + KEY + b"Sec-WebSocket-Version: 13\r\n\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


class Raw:
    """A client that sends raw bytes."""

    def __init__(self, port: int, source: str = "127.0.0.1", buffer: int = 0) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(10)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))

    def __enter__(self) -> "Raw":
        return self

    def __exit__(self, *error: object) -> None:
        self.socket.close()

    def send(self, *parts: bytes) -> bool:
        """Send; whether the server still reads."""
        try:
            for part in parts:
                self.socket.sendall(part)
        except (ConnectionError, TimeoutError):
            return False
        return True

    def read(self) -> bytes:
        """Everything until the server closes the connection."""
        got = b""
        with contextlib.suppress(ConnectionError):
            while part := self.socket.recv(65536):
                got += part
        return got

    def status(self) -> int:
        """The status of the only answer, after which the connection ends."""
        head, _, body = self.read().partition(b"\r\n\r\n")
        assert json.loads(body)["why"]
        return int(head.split()[1])

    def open_socket(self, table: str = "") -> None:
        """Upgrade to a WebSocket and say hello."""
        self.send(OPEN)
        assert b" 101 " in self.socket.recv(65536)
        if table:
            self.send(frame(1, json.dumps({"type": "hello", "v": 1, "table": table}).encode()))


def frame(opcode: int, data: bytes = b"", fin: bool = True) -> bytes:
    """A frame of a client, with a mask of zeros."""
    length = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([opcode | (128 if fin else 0)]) + length + bytes(4) + data


@pytest.fixture
def patient(tmp_path: Path) -> Iterator[Running]:
    """A server for one test, whose limits can be changed before anybody connects."""
    config = Config(str(tmp_path / "coup.sqlite"))
    with contextlib.closing(Running(config)) as server:
        yield server


def connections(server: Running) -> int:
    """The number of a server's connections."""
    return len(server.server.server_state.connections)


def wait_until(true: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_well(server: Running) -> bool:
    """Whether other clients are served."""
    with server.client() as client:
        return client.get("/healthz").status_code == 200


# Endless requests.

CHUNK = b"400\r\n" + b"x" * 1024 + b"\r\n"
ENDLESS: dict[str, tuple[Any, ...]] = {
    "many headers": (431, HEAD, b"A: b\r\n" * 200),
    "a long header": (431, HEAD, b"A: " + b"b" * 9000 + b"\r\n\r\n"),
    "long headers": (431, HEAD, (b"A: " + b"b" * 3000 + b"\r\n") * 9),
    "a header without an end": (431, HEAD, b"A: ", *[b"b" * 10_000] * 500),
    "a long address": (414, b"GET /" + b"x" * 3000 + b" HTTP/1.1\r\n\r\n"),
    "an odd address": (400, b"GET /\xff HTTP/1.1\r\n\r\n"),
    "a long body": (413, POST, b"Content-Length: 20000\r\n\r\n", b"x" * 20_000),
    "a body without an end": (413, POST + b"Transfer-Encoding: chunked\r\n\r\n", *[CHUNK] * 999),
    "TLS": (400, b"\x16\x03\x01\x02"),
    "an odd header": (400, b"GET / HTTP/1.1\r\nA\x00: b\r\n\r\n"),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_a_request_without_an_end_is_refused_in_a_sentence(server: Running, what: str) -> None:
    status, *parts = ENDLESS[what]
    with Raw(server.port) as client:
        client.send(*parts)
        assert client.status() == status
    assert is_well(server)


def test_a_request_may_arrive_in_any_pieces(server: Running) -> None:
    whole = POST + b"Content-Length: 15000\r\nConnection: close\r\n\r\n" + b" " * 15_000
    for size in (1, 50, 100, 20_000):
        with Raw(server.port) as client:
            client.send(whole[:60])
            time.sleep(0.05)
            client.send(*(whole[at : at + size] for at in range(60, len(whole), size)))
            assert client.status() == 422  # spaces are no table


def test_pipelined_requests_are_bounded(server: Running) -> None:
    with Raw(server.port) as client:
        client.send(*[HEAD + b"\r\n"] * 5000)
        assert client.read().count(b"HTTP/1.1 200") <= gate.PIPELINED + 1
    assert is_well(server)


@pytest.mark.parametrize("rest", [HEAD + b"\r\n", OPEN])
def test_a_client_that_leaves_before_the_answer_causes_no_error(
    server: Running, caplog: pytest.LogCaptureFixture, rest: bytes
) -> None:
    before = metrics.ERRORS._value.get()
    for _ in range(50):
        with Raw(server.port) as client:
            client.send(HEAD + b"\r\n" + rest)
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wait_until(lambda: is_well(server))
    assert metrics.ERRORS._value.get() == before
    assert caplog.records == []


# Slow requests.


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ([], b""),
        ([b"\r\n"], b""),
        ([HEAD], b"408"),
        ([POST, b"Content-Length: 90\r\n\r\n{"], b"408"),
        ([HEAD, b"\r\n", b"\r\n"], b"200"),
        ([HEAD, b"Content-Length: 9\r\n\r\n{"], b"200"),
    ],
)
def test_a_connection_that_waits_for_nothing_ends(
    patient: Running, monkeypatch: pytest.MonkeyPatch, parts: list[bytes], said: bytes
) -> None:
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "IDLE_SECONDS"):
        monkeypatch.setattr(gate, name, 1.0)
    with Raw(patient.port) as client:
        client.send(*parts)
        assert client.read()[9:12] == said
    wait_until(lambda: connections(patient) == 0)


def test_a_request_that_trickles_in_gets_no_more_time(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "HEAD_SECONDS", 0.5)
    end = time.monotonic() + 20
    with Raw(patient.port) as client:
        client.send(HEAD)
        while client.send(b"A: b\r\n"):
            assert time.monotonic() < end
            time.sleep(0.25)


def test_a_client_that_does_not_read_its_answer_is_disconnected(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "UNREAD_SECONDS", 0.5)
    monkeypatch.setattr(gate, "IDLE_SECONDS", 0.5)
    with Raw(patient.port, buffer=2048) as client:
        for _ in range(200):
            client.send(b"GET /page/lang/ja.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(0.005)
        wait_until(lambda: connections(patient) == 0)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address at first")
def test_connections_of_one_address_are_limited(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate.Gate, "crowd", Crowd(2))
    with Raw(patient.port, "127.0.0.2"), Raw(patient.port, "127.0.0.2"):
        with Raw(patient.port, "127.0.0.2") as third:
            assert third.status() == 429
        with Raw(patient.port, "127.0.0.3") as other:
            other.send(HEAD, b"Connection: close\r\n\r\n")
            assert other.read().startswith(b"HTTP/1.1 200")
        assert is_well(patient)  # a proxy on this machine opens connections for many
    wait_until(lambda: gate.Gate.crowd.here == {})
    with Raw(patient.port, "127.0.0.2") as socket:
        socket.open_socket()
        assert gate.Gate.crowd.here == {}  # sockets are counted elsewhere


class SteadyClock:
    """A clock that the test moves by hand."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now


def test_requests_of_one_address_are_limited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SteadyClock()
    monkeypatch.setattr("coup.server.rates.time", clock)
    config = Config(str(tmp_path / "coup.sqlite"), requests_per_second=1)
    with contextlib.closing(Running(config)) as server, server.client() as client:
        replies = [client.get("/healthz") for _ in range(BURST + 5)]
        late = replies[-1]
        assert [reply.status_code for reply in replies].count(200) == BURST
        assert late.status_code == 429
        assert late.headers["retry-after"] == "1"
        assert late.headers["x-frame-options"] == "DENY"
        assert late.json()["why"].startswith("too many requests come from your address")
        assert client.post("/api/tokens").status_code == 429
        elsewhere = {"X-Forwarded-For": "192.0.2.1"}  # as a proxy on this machine says
        assert client.get("/healthz", headers=elsewhere).status_code == 200
        with Raw(server.port) as raw:
            raw.send(OPEN)
            assert b" 429 " in raw.read()
        clock.now += 1.1
        assert client.get("/healthz").status_code == 200
        with Raw(server.port) as raw:
            raw.send(OPEN)  # which costs more
            assert b" 429 " in raw.read()


def test_a_class_behind_one_router_is_not_held_up(patient: Running) -> None:
    """Thirty browsers open the page at the same time, load all its files, and then the lobby."""
    files = [path.relative_to(PAGE) for path in PAGE.rglob("*.*")]
    with patient.client() as client:
        for _ in range(30):
            assert client.get("/").status_code == 200
            for path in files:
                assert client.get(f"/page/{path}").status_code == 200
            assert client.get("/api/tables").status_code == 200


def test_limits_of_many_addresses_take_bounded_memory() -> None:
    rates = Rates(rate=1, burst=1, most=3)
    for place in "abcd":
        assert rates.take(place) == 0
    assert list(rates.buckets) == ["b", "c", "d"]
    assert rates.take("d") == 1
    assert rates.take("b") == 1
    assert list(rates.buckets) == ["c", "d", "b"]


# Sockets.

FLOODS = {
    "pings": frame(9, b"x" * 100),
    "empty pings": frame(9),
    "pongs": frame(10),
    "messages": frame(1, b"{}"),
    "pings of ours": frame(1, b'{"type":"ping"}'),
    "parts of a message": frame(0, fin=False),
}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a separate process."""
    path = tmp_path_factory.mktemp("elsewhere") / "coup.sqlite"
    with serving("--database", str(path)) as (url, _):
        yield url


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_that_is_never_read_takes_no_memory(elsewhere: str, flood: str) -> None:
    port = int(elsewhere.rpartition(":")[2])
    [process] = [each for each in psutil.Process().children() if str(port) in each.cmdline()]
    token = httpx.post(f"{elsewhere}/api/tokens").json()["token"]
    head = {"Authorization": f"Bearer {token}"}
    body = {"name": "ann"}
    table = httpx.post(f"{elsewhere}/api/tables", json=body, headers=head).json()["table"]
    before = process.memory_info().rss
    with Raw(port, buffer=4096) as client:
        client.open_socket(table)
        if flood == "parts of a message":
            client.send(frame(1, b"{", fin=False))
        client.socket.settimeout(0.5)
        end = time.monotonic() + 3
        while client.send(FLOODS[flood] * 1000) and time.monotonic() < end:
            pass
        begin = time.monotonic()
        assert httpx.get(f"{elsewhere}/healthz").status_code == 200
        assert time.monotonic() - begin < 3
        assert process.memory_info().rss - before < 8 * MB


def test_a_client_that_answers_no_pings_and_reads_nothing_is_disconnected(
    patient: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slim, "UNREAD_SECONDS", 0.5)
    monkeypatch.setattr(slim, "LAST_SECONDS", 0.5)
    patient.server.config.ws_ping_interval = patient.server.config.ws_ping_timeout = 0.5
    table = patient.open_table(patient.token())
    with Raw(patient.port, buffer=2048) as client:
        client.open_socket(table)
        wait_until(lambda: connections(patient) == 0)


class HandClock:
    """A clock that the test sets, with its pending calls."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.later: list[float] = []

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, *work: Any) -> None:
        self.later.append(seconds)


def test_only_a_silent_client_is_pinged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, asked = HandClock(100.0), list[float]()
    pings = "send_keepalive_ping"
    monkeypatch.setattr(slim.SlimSocket.__base__, pings, lambda self: asked.append(clock.now))
    client = object.__new__(slim.SlimSocket)
    client.loop = clock  # type: ignore[assignment]
    client.ping_interval, client.heard = 10.0, 94.0
    client.send_keepalive_ping()
    assert (clock.later, asked) == ([4.0], [])
    clock.now = 104.0
    client.send_keepalive_ping()
    assert (clock.later, asked) == ([4.0], [104.0])


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(1, b"\xff\xfe"), 1007),
        (frame(1, b"x" * 9000), 1009),
        (frame(9) * 100, 4429),
        (b"\xff" * 20, 1002),
    ],
)
def test_a_socket_that_is_closed_says_why(server: Running, sent: bytes, code: int) -> None:
    with Raw(server.port) as client:
        client.open_socket()
        client.send(sent)
        assert struct.pack("!H", code) in client.read()


def test_a_socket_is_told_that_the_server_stops(tmp_path: Path) -> None:
    server = Running(Config(str(tmp_path / "coup.sqlite")))
    with Raw(server.port) as client:
        client.open_socket(server.open_table(server.token()))
        client.send(frame(1, b'{"type":"ping"}'))
        while b"pong" not in client.socket.recv(65536):
            pass
        server.close()
        assert struct.pack("!H", 1012) in client.read()


def test_a_socket_with_odd_headers_does_no_harm(server: Running) -> None:
    for odd in (b"", b"Sec-WebSocket-Key: x\r\n", b"A: " + b"b" * 7990 + b"\r\n", b"A: \xff\r\n"):
        with Raw(server.port) as client:
            client.send(UPGRADE + odd + b"\r\n")
            assert client.read()[9:12] == b"400"
    assert is_well(server)
