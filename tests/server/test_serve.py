"""`coup serve`: it starts with nothing else installed, prints its address, and stops when told
to."""

import asyncio
import contextlib
import errno
import json
import logging
import os
import pty
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import urlsplit

import httpx
import psutil
import pytest
from sqlalchemy.exc import IntegrityError

import coup
from coup.cli import main
from coup.explain import IllegalMove
from coup.server.app import make_app
from coup.server.config import Config
from coup.server.migrating import for_one_server, migrate
from coup.server.serve import JsonLines, Sentences, own_address
from tests.server.conftest import fresh_database
from tests.server.running import at_random, sitting


@contextlib.contextmanager
def serving(*options: str, stops_with: int = 0) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A process of `coup serve`: its address, and its log once it has stopped."""
    command = [sys.executable, "-m", "coup", "serve", "--port", str(free_port()), *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    log: list[dict[str, Any]] = []
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Coup is at (http://localhost:\d+)\n", line)
        assert found, line
        wait_for(found[1])
        yield found[1], log
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    log += [json.loads(line) for line in errors.splitlines()]
    assert process.returncode in (stops_with, -signal.SIGTERM)


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(url: str) -> None:
    """Wait until a server answers."""
    end = time.monotonic() + 20
    while True:
        try:
            httpx.get(f"{url}/healthz")
            return
        except httpx.HTTPError:
            assert time.monotonic() < end
            time.sleep(0.1)


def test_it_prints_its_address_serves_and_stops_gracefully(tmp_path: Path) -> None:
    with serving("--database", str(tmp_path / "coup.sqlite")) as (url, log):
        assert "<title>Coup</title>" in httpx.get(url).text
    assert {"started", "stopped"} <= {line["what"] for line in log}


def test_it_serves_the_page_through_a_symbolic_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(Path(coup.__file__).parent.parent)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "link"))
    with serving("--database", str(tmp_path / "coup.sqlite")) as (url, _):
        assert "<title>Coup</title>" in httpx.get(url).text
        assert httpx.get(f"{url}/page/lang/de.json").status_code == 200


async def figures(http: httpx.AsyncClient) -> dict[str, float]:
    """The contents of `/metrics`."""
    lines = (await http.get("/metrics")).text.splitlines()
    return {line.split()[0]: float(line.split()[1]) for line in lines if line[0] != "#"}


def workers_of(url: str) -> list[psutil.Process]:
    """The worker processes behind an address."""
    port = url.rpartition(":")[2]
    family = psutil.Process().children(recursive=True)
    [first] = [each for each in family if port in each.cmdline()]
    return [each for each in first.children() if "spawn_main" in " ".join(each.cmdline())]


def test_two_workers_share_a_port_a_table_and_the_figures_and_are_replaced_when_killed(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(url: str) -> None:
        async with httpx.AsyncClient(base_url=url) as http:
            tokens = [(await http.post("/api/tokens")).json()["token"] for _ in range(2)]
            body = {"name": "ann", "bots": ["honest"]}
            head = {"Authorization": f"Bearer {tokens[0]}"}
            table = (await http.post("/api/tables", json=body, headers=head)).json()["table"]
            async with contextlib.AsyncExitStack() as stack:
                ann, bob, *guests = [
                    await stack.enter_async_context(sitting(url, table, token))
                    for token in [*tokens, *[None] * 8]
                ]
                assert (await bob.ask("sit", name="bob"))["type"] == "done"
                assert (await ann.ask("start"))["type"] == "done"
                dice = random.Random(1)
                ends = await asyncio.gather(
                    *(person.play(at_random(dice)) for person in (ann, bob)),
                    *(guest.until(lambda state: state["status"] == "over") for guest in guests),
                )
                assert all(end["open"] == ends[0]["open"] for end in ends)
                assert (await figures(http))["coup_connections"] == 10  # of both workers
                assert (await figures(http))["coup_errors_total"] == 0
                for worker in workers_of(url):
                    worker.kill()
            open_now = 10.0
            end = time.monotonic() + 30
            while open_now:
                assert time.monotonic() < end
                await asyncio.sleep(0.2)
                with contextlib.suppress(httpx.HTTPError):  # while no worker is there
                    open_now = (await figures(http))["coup_connections"]

    monkeypatch.setenv("COUP_DATABASE", fresh_database(postgres))
    with serving("--workers", "2", "--pace", "0", "--metrics") as (url, log):
        asyncio.run(run(url))
    assert len({line["worker"] for line in log if line["what"] == "started"}) > 2


def test_a_worker_that_starts_without_its_database_waits_for_it(postgres: str) -> None:
    address = fresh_database(postgres)  # without tables

    async def run() -> None:
        app = make_app(Config(address))
        async with contextlib.AsyncExitStack() as stack:
            starts = stack.enter_async_context(app.router.lifespan_context(app))
            starting = asyncio.create_task(starts)
            assert not (await asyncio.wait([starting], timeout=0.7))[0]
            await migrate(address)
            await starting
            assert app.state.hall.store.healthy

    asyncio.run(run())


def test_it_stops_in_time_even_if_the_database_hangs(tmp_path: Path) -> None:
    """`serving` waits for 20 seconds, a write for 30 at least."""
    path = tmp_path / "coup.sqlite"
    with contextlib.ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor())
        other = sqlite3.connect(path, isolation_level=None)
        stack.callback(other.close)
        with serving("--database", str(path), stops_with=1) as (url, _):
            other.execute("BEGIN EXCLUSIVE")
            pool.submit(httpx.post, f"{url}/api/tables", json={"name": "ann"}, timeout=30)


def test_figures_are_shown_only_on_request(tmp_path: Path) -> None:
    for options, status in (((), 404), (("--metrics",), 200)):
        with serving("--database", str(tmp_path / "coup.sqlite"), *options) as (url, _):
            reply = httpx.get(f"{url}/metrics")
            assert reply.status_code == status
            assert ("coup_errors_total 0.0" in reply.text) == (status == 200)


def test_a_password_on_the_command_line_gets_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    address = "postgresql://coup:sesame@localhost:1/coup"
    assert main(["serve", "--database", address]) == 2
    warning, refusal = capsys.readouterr().err.splitlines()
    assert warning.startswith("coup: anyone on this machine can read the password")
    assert "COUP_DATABASE" in warning
    assert "cannot be used" in refusal
    assert "sesame" not in warning + refusal


def test_the_address_of_the_database_can_come_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COUP_DATABASE", "postgresql://coup:sesame@localhost:1/coup")
    assert main(["serve"]) == 2
    assert "postgresql://coup:***@localhost:1/coup cannot be used" in capsys.readouterr().err
    assert "COUP_DATABASE" not in os.environ  # where bots would find it


LOSER = """
class Loser:
    def choose(self, view):
        raise ValueError(f"my cards are {view.hand}")
"""


def test_the_log_holds_no_secrets_no_cards_and_no_words_of_people(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(LOSER)
    bot = f"loser={tmp_path}/bot.py:Loser"
    secrets: list[str] = []

    async def run(url: str) -> None:
        async with httpx.AsyncClient(base_url=url) as http:
            token = (await http.post("/api/tokens")).json()["token"]
            head = {"Authorization": f"Bearer {token}"}
            body = {"name": "Annabella", "bots": ["loser"], "start": True}
            table = (await http.post("/api/tables", json=body, headers=head)).json()["table"]
            link = (await http.get(f"/api/tables/{table}/link", headers=head)).json()["path"]
            await http.get(link.replace("#", "/"))
            await http.get(f"/?token={token}")
            async with sitting(f"{url}", table, token) as ann:
                assert (await ann.ask("say", text="the walls have ears"))["type"] == "done"
                await ann.play(lambda state: str(state["view"]["legal_moves"][0]))
        secrets.extend((token, link.rpartition("/")[2]))

    options = ("--pace", "0", "--bot", bot, "--database", str(tmp_path / "coup.sqlite"))
    with serving(*options) as (url, log):
        asyncio.run(run(url))
    text = json.dumps(log)
    words = ("walls have ears", "Annabella", "duke", "contessa", "127.0.0.1", "GET /")
    for secret in (*secrets, *words):
        assert secret not in text


def logged(error: Exception, **about: Any) -> dict[str, Any]:
    """The logged line of an error."""
    try:
        try:
            raise KeyError("the ambassador")
        except KeyError as cause:
            raise error from cause
    except Exception:
        record = logging.LogRecord("x", 40, "x.py", 1, "it failed", (), sys.exc_info())
    record.__dict__.update(about)
    return dict(json.loads(JsonLines().format(record)))


def test_errors_are_logged_by_kind_and_place() -> None:
    error = IntegrityError("INSERT", {"text": "psst"}, Exception("UNIQUE failed\nDETAIL: psst"))
    for cause in (IllegalMove("you can: reveal duke"), ValueError("psst"), error):
        line = logged(cause, why=cause)
        assert "test_serve.py" in line["trace"]
        assert "KeyError" in line["trace"]
        assert line["trace"].count(type(cause).__name__) == 1
        for word in ("psst", "reveal duke", "the ambassador\n"):
            assert word not in line["trace"].partition("raise KeyError")[2] + line["why"]
    assert "IntegrityError: Exception" in logged(error)["trace"]
    assert "No space left on device" in logged(OSError(28, "No space left on device"))["trace"]


def test_in_a_terminal_it_speaks_in_sentences_to_the_end(tmp_path: Path) -> None:
    ours, terminal = pty.openpty()
    where = ["--port", str(free_port()), "--database", str(tmp_path / "coup.sqlite")]
    command = [sys.executable, "-m", "coup", "serve", *where]
    process = subprocess.Popen(command, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    with open(ours, encoding="utf-8") as said:
        url = said.readline().removeprefix("Coup is at ").strip()
        wait_for(url)
        process.send_signal(signal.SIGINT)
        rest = "".join(until_hung_up(said))
    assert (
        rest.strip()
        == "The server has stopped. Its tables are kept, and open again when it starts."
    )
    assert process.wait(20) == 0


def until_hung_up(terminal: TextIO) -> Iterator[str]:
    """What is said in a terminal until nobody is left there."""
    with contextlib.suppress(OSError):
        yield from terminal


def test_what_goes_wrong_is_a_sentence_in_a_terminal() -> None:
    about = {"levelno": 40, "msg": "a table was put aside", "table": "t1", "entry": 7}
    about["_other_library"] = 1  # as Ray adds to all records of its process
    record = logging.makeLogRecord(about)
    assert Sentences().format(record) == "A table was put aside (table: t1, entry: 7)."
    error = logging.makeLogRecord({"msg": "it failed", "exc_info": (OSError, OSError("x"), None)})
    assert Sentences().format(error).startswith("It failed.\nOSError")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--database", "mysql://x/y"], "a database looks like coup.sqlite or postgresql://"),
        (["--database", "/no/such/folder/x.sqlite"], "cannot be used"),
        (["--workers", "2", "--database", "x.sqlite"], "several workers need PostgreSQL"),
        (["--port", "99999"], "--port: must be at most 65,535, not 99999"),
        (["--port", "-1"], "--port: must be at least 0, not -1"),
        (["--requests-per-second", "0"], "--requests-per-second: must be at least 1, not 0"),
        (
            ["--url", "coup.example.org"],
            "--url: must be an address such as https://coup.example.org",
        ),
        (["--bot", "fly"], "there is no bot 'fly'"),
    ],
)
def test_bad_input_gets_a_sentence(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments]) == 2
    errors = capsys.readouterr().err
    assert errors.startswith("coup: ")
    assert why in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("garbled", "why"),
    [
        ("INSERT OR REPLACE INTO secrets VALUES ('links', 'zz')", "table secrets is garbled"),
        ("INSERT OR REPLACE INTO secrets VALUES ('links', '')", "table secrets is garbled"),
        ("INSERT OR REPLACE INTO secrets VALUES ('links', x'00ff')", "table secrets is garbled"),
        ("INSERT INTO secrets VALUES ('other', 'ab')", "table secrets is garbled"),
        ("DROP TABLE workers", "no such table: workers"),
        ("ALTER TABLE tallies DROP COLUMN won", "no such column: tallies.won"),
        ("INSERT INTO alembic_version VALUES ('x')", "table alembic_version, which holds one"),
        (
            "UPDATE alembic_version SET version_num = x'ff'",
            "table alembic_version, which holds one",
        ),
    ],
)
def test_a_garbled_database_gets_a_sentence_before_anything_starts(
    garbled: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "coup.sqlite"
    asyncio.run(migrate(str(path)))
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(garbled)
        connection.commit()
    assert main(["serve", "--port", str(free_port()), "--database", str(path)]) == 2
    said = capsys.readouterr()
    assert f"{path} cannot be used: " in said.err
    assert why in said.err
    assert (said.err.count("\n"), said.out) == (1, "")


def test_a_port_that_is_taken_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port, "--database", str(tmp_path / "x.sqlite")]) == 2
    assert "cannot listen" in capsys.readouterr().err


def test_a_second_server_on_the_same_file_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would not hear of what the first one writes. After `kill -9` the file is free at once."""
    where = ("--database", str(tmp_path / "coup.sqlite"))
    with serving(*where):
        assert main(["serve", "--port", str(free_port()), *where]) == 2
        assert "another server runs with sqlite:" in capsys.readouterr().err
        assert main(["tables", where[1]]) == 0
    killed = subprocess.Popen(
        [sys.executable, "-m", "coup", "serve", "--port", str(free_port()), *where],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert killed.stdout is not None
    assert killed.stdout.readline().startswith("Coup is at ")
    killed.kill()
    killed.wait()
    killed.stdout.close()
    with serving(*where) as (url, _):
        assert httpx.get(f"{url}/healthz").status_code == 200


def test_a_file_system_without_locks_is_good_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def flock(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("coup.server.database.fcntl.flock", flock)
    with for_one_server(str(tmp_path / "coup.sqlite")):
        assert "this file system has no locks" in caplog.text


def test_it_invites_to_the_address_that_it_is_given(tmp_path: Path) -> None:
    """Behind a proxy only the operator knows the public address."""
    address = "https://coup.example.org"
    assert invited_by(tmp_path, "--url", f"{address}/") == (
        address,
        {"url": address, "local": False},
    )


def test_it_invites_to_its_address_in_the_local_network(tmp_path: Path) -> None:
    """On a machine without a network that is localhost."""
    address, invited = invited_by(tmp_path)
    host = urlsplit(address).hostname
    assert host == own_address("0.0.0.0")
    assert invited == {"url": address, "local": host == "localhost"}


def test_a_machine_without_a_network_has_no_address_but_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unreachable(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", unreachable)
    assert own_address("0.0.0.0") == "localhost"
    assert own_address("192.168.1.5") == "192.168.1.5"


def invited_by(folder: Path, *options: str) -> tuple[str, dict[str, Any]]:
    """The address that a server for the local network prints, and the one that it invites to."""
    port = free_port()
    where = ["--port", str(port), "--database", str(folder / "t.sqlite"), *options]
    command = [sys.executable, "-m", "coup", "serve", "--lan", *where]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = process.stdout.readline().removeprefix("Coup is at ").strip()
        wait_for(f"http://localhost:{port}")
        return said, httpx.get(f"http://localhost:{port}/api/invitation").json()
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
