"""`coup serve`: it starts with nothing else installed, says where it is, and stops when told to."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from coup.cli import main


def test_it_prints_its_address_serves_and_stops_gracefully(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "coup", "serve", "--port", str(port), "--database"]
    process = subprocess.Popen(
        [*command, str(tmp_path / "coup.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.fullmatch(r"Coup is at (http://localhost:\d+)\n", line)
        assert found, line
        end = time.monotonic() + 20
        while True:
            try:
                page = httpx.get(found[1])
                break
            except httpx.HTTPError:
                assert time.monotonic() < end
                time.sleep(0.1)
        assert "<title>Coup</title>" in page.text
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=20)
    logged = [json.loads(line) for line in errors.splitlines()]
    assert {"started", "stopped"} <= {line["what"] for line in logged}
    assert process.returncode in (0, -signal.SIGTERM)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--database", "mysql://x/y"], "a database looks like coup.sqlite or postgresql://"),
        (["--database", "/no/such/folder/x.sqlite"], "cannot be used"),
        (["--workers", "2", "--database", "x.sqlite"], "several workers need PostgreSQL"),
        (["--port", "99999"], "--port is 0 to 65535"),
        (["--connections-per-address", "0"], "--connections-per-address are 1 or more"),
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


def test_a_port_that_is_taken_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["serve", "--port", port, "--database", str(tmp_path / "x.sqlite")]) == 2
    assert "cannot listen" in capsys.readouterr().err
