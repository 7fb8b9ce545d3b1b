"""Plays through the proxy of docs/operations.md: `python -m tests.server.proxy`.

nginx runs with the configuration of that page, except for names, ports and the certificate, which
is made here. This needs nginx and openssl, so it is not part of `make test`.
"""

import asyncio
import contextlib
import json
import random
import re
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import sync_playwright
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from coup.server.config import Config
from tests.server.browser import launch
from tests.server.running import Running, Seat, at_random
from tests.server.window import CHOOSE

PAGE = Path(__file__).parent.parent.parent / "docs" / "operations.md"
PORT = 18443
URL = f"https://localhost:{PORT}"


def configuration(folder: Path, server: Running) -> str:
    """The configuration of the page, for this machine."""
    found = re.search(r"```nginx\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    changes = {
        "listen 443 ssl": f"listen {PORT} ssl",
        "coup.example.org;": "localhost;",
        "/etc/letsencrypt/live/coup.example.org/fullchain.pem": f"{folder}/cert.pem",
        "/etc/letsencrypt/live/coup.example.org/privkey.pem": f"{folder}/key.pem",
        "127.0.0.1:8000": f"127.0.0.1:{server.port}",
    }
    lines = found[1]
    for old, new in changes.items():
        assert old in lines, old
        lines = lines.replace(old, new)
    return (
        f"pid {folder}/pid; error_log {folder}/error.log; daemon off;\n"
        f"events {{}}\nhttp {{ access_log off;\n{lines}}}\n"
    )


@contextlib.contextmanager
def proxy(folder: Path, server: Running) -> Iterator[None]:
    """nginx in front of a server."""
    names = ["-keyout", f"{folder}/key.pem", "-out", f"{folder}/cert.pem", "-subj", "/CN=localhost"]
    alias = ["-addext", "subjectAltName=DNS:localhost"]
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    subprocess.run([*make, *names, *alias], check=True, capture_output=True)
    (folder / "nginx.conf").write_text(configuration(folder, server))
    nginx = ["nginx", "-p", str(folder), "-c", "nginx.conf", "-e", f"{folder}/error.log"]
    subprocess.run([*nginx, "-t"], check=True)
    process = subprocess.Popen(nginx)
    try:
        end = time.monotonic() + 20
        while socket.socket().connect_ex(("127.0.0.1", PORT)):
            assert time.monotonic() < end, "nginx does not begin"
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait()


def check_requests(trust: ssl.SSLContext) -> tuple[str, str]:
    """Check that cookies and headers are those of a site with TLS; a table, and a token that sits
    there."""
    with httpx.Client(base_url=URL, verify=trust) as http:
        page = http.get("/")
        assert page.headers["set-cookie"].startswith("__Host-coup=")
        assert "Secure" in page.headers["set-cookie"]
        assert "strict-transport-security" in page.headers
        assert http.get("/metrics").status_code == 403
        token = http.post("/api/tokens").json()["token"]
        head = {"Authorization": f"Bearer {token}", "Origin": URL}
        body = {"name": "ann", "bots": ["counter"], "start": True}
        return http.post("/api/tables", json=body, headers=head).json()["table"], token


async def check_sockets(trust: ssl.SSLContext, table: str, token: str) -> None:
    """Check a game over a socket, and that other sites get none."""
    address = f"wss://localhost:{PORT}/ws"
    async with connect(address, ssl=trust, origin=Origin(URL)) as socket:
        await socket.send(json.dumps({"type": "hello", "v": 1, "table": table, "token": token}))
        end = await Seat(socket).play(at_random(random.Random(1)))
        assert end["status"] == "over"
    with pytest.raises(InvalidStatus, match="403"):
        await connect(address, ssl=trust, origin=Origin("https://evil.example"))


def check_browser() -> None:
    """Check a game in Chromium."""
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        page = chromium.new_context(ignore_https_errors=True, locale="en-GB").new_page()
        page.goto(URL)
        page.fill("#name", "Ann")
        page.click("#quick")
        page.wait_for_selector(".ask.mine")
        while not page.query_selector(".ending"):
            page.evaluate(CHOOSE, ["pass", "income"])
            page.wait_for_timeout(20)
        print(f"In the browser: {page.inner_text('.ending h1')}")
        chromium.close()


def main() -> None:
    """Serve behind nginx, and play."""
    with tempfile.TemporaryDirectory(prefix="coup-proxy-") as name:
        folder = Path(name)
        server = Running(Config(f"{folder}/coup.sqlite", pace=0.0))
        with contextlib.closing(server), proxy(folder, server):
            trust = ssl.create_default_context(cafile=f"{folder}/cert.pem")
            table, token = check_requests(trust)
            asyncio.run(check_sockets(trust, table, token))
            check_browser()
    print("Requests, sockets and the page work through nginx with TLS.")


if __name__ == "__main__":
    main()
