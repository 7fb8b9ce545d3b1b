"""`coup explore`: a local page that shows what solved games say."""

import argparse
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from coup.commands.options import PORT
from coup.languages import preferred, refusal, speaking
from coup.rules.errors import CoupError
from coup.words import cause

HOST = "127.0.0.1"


def add_explore(commands: Any) -> None:
    explore = commands.add_parser(
        "explore",
        help="browse solved endgames and Quantum Coup on a local page",
        description="Serve a page on this machine: choose coins and face-up cards to see what the "
        "solution of the endgame does with each hand, how often it bluffs and challenges, what "
        "each choice is worth, and what shark would do; step through the solution of Quantum Coup.",
    )
    explore.add_argument(
        "--port", type=PORT, default=8100, metavar="N", help="port to listen on (default: 8100)"
    )
    explore.set_defaults(run=serve_explorer)


class Handler(BaseHTTPRequestHandler):
    """Answers a browser on this machine."""

    def do_GET(self) -> None:
        from coup.research.answering import NoSuchPage, answer

        address = urlsplit(self.path)
        name = address.path.removeprefix("/explore/") if address.path != "/" else "explore.html"
        try:
            content, kind = answer(name, dict(parse_qsl(address.query)))
            status = 200
        except CoupError as error:
            with speaking(preferred(self.headers.get("Accept-Language", ""))):
                why = refusal(str(error))
            content, kind = json.dumps({"why": why}).encode(), "application/json"
            status = 404 if isinstance(error, NoSuchPage) else 400
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Nobody reads that here."""


class LocalServer(ThreadingHTTPServer):
    """A server for this machine alone."""

    def handle_error(self, *request: Any) -> None:
        """Say what went wrong, unless the browser left before it had its answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*request)


def local_server(port: int) -> LocalServer:
    """The server, listening."""
    try:
        return LocalServer((HOST, port), Handler)
    except OSError as error:
        raise CoupError(f"--port: cannot listen at {port}: {cause(error)}") from None


def serve_explorer(options: argparse.Namespace) -> None:
    """Serve the page until somebody stops it."""
    from coup.research.answering import solvers

    with local_server(options.port) as server:
        solvers()  # which says what to install
        print(f"Open http://{HOST}:{server.server_port} in a browser; Ctrl-C stops it.", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
