"""One of our players as a bot over HTTP: a small server that answers the calls of the protocol.

It tells games apart by the header `Game`, so it can play many in parallel; without that header
there is one game at a time. A senseless request is answered with 400 and a sentence.
"""

import asyncio
import json
import signal
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from coup.hosting.entrants import Entrant
from coup.hosting.host import Guest
from coup.http.remote_game import RemoteGame
from coup.rules.errors import CoupError
from coup.rules.seeds import new_seed
from coup.words import cause

TABLES = 1000  # games to remember
LARGEST = 1 << 16  # bytes of a request's headers, and of its body
REASONS = {200: "OK", 201: "Created", 400: "Bad Request", 404: "Not Found", 409: "Conflict"}
REASONS |= {405: "Method Not Allowed", 411: "Length Required", 413: "Content Too Large"}
QUESTIONS: dict[str, Callable[[RemoteGame, Mapping[str, str]], dict[str, Any]]] = {
    "/play": RemoteGame.play,
    "/tries_to_block": RemoteGame.tries_to_block,
    "/challenge": RemoteGame.challenge,
    "/lose_influence": RemoteGame.lose_influence,
    "/inquisitor/give_card_to_inquisitor": RemoteGame.give_card,
    "/inquisitor/show_card_to_inquisitor": RemoteGame.show_card,
    "/inquisitor/choose_card_to_return": RemoteGame.choose_card,
}
NEWS: dict[str, Callable[[RemoteGame, Mapping[str, Any]], None]] = {
    "/new_card_from_challenge": RemoteGame.new_card,
    "/inquisitor/card_returned_from_investigation": RemoteGame.card_returned,
}
SIGNAL = "/signal/"


class BadCall(Exception):
    """A request that cannot be answered: the status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class BotServer:
    """Lets an entrant play over HTTP.

    seed: the seed of the player's random numbers.
    """

    def __init__(self, entrant: Entrant, seed: int | None = None) -> None:
        self.entrant = entrant
        self.seed = new_seed() if seed is None else seed
        self.tables: OrderedDict[str, RemoteGame] = OrderedDict()
        self.games = 0

    def invite(self, name: str) -> Guest:
        """A new player for a game."""
        self.games += 1
        return Guest(self.entrant, name, (self.seed + self.games) % 2**64)

    # The responses.

    def respond(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, Any]:
        """The status and the content of a response."""
        path = path.partition("?")[0].rstrip("/")
        game = headers.get("game", "")
        try:
            if path == "/tables":
                return 200, {"tables": TABLES}
            if path in QUESTIONS:
                check_method(method, "GET")
                return 200, QUESTIONS[path](self.table(game), headers)
            if path != "/start" and path not in NEWS and not path.startswith(SIGNAL):
                raise BadCall(404, f"there is no call {path!r:.60}")
            check_method(method, "POST")
            facts = json.loads(body)
            if path == "/start":
                self.start(game, facts)
                return 201, None
            if path in NEWS:
                NEWS[path](self.table(game), facts)
                return 201, None
            self.table(game).signal(path.removeprefix(SIGNAL), facts)
            return 200, None
        except BadCall as refused:
            return refused.status, {"error": str(refused)}
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as bad:
            why = f"{type(bad).__name__}: {bad}"
            return 400, {"error": f"this cannot be understood: {why:.200}"}

    def start(self, game: str, facts: Mapping[str, Any]) -> None:
        """A game begins."""
        self.tables[game] = RemoteGame(facts, self.invite)
        self.tables.move_to_end(game)
        if len(self.tables) > TABLES:
            self.tables.popitem(last=False)

    def table(self, game: str) -> RemoteGame:
        """The game that a request is about."""
        if game not in self.tables:
            raise BadCall(409, "no such game has been started")
        return self.tables[game]

    # The server.

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests on one connection."""
        try:
            while await self.answer_one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the client has left, or does not speak HTTP
        except asyncio.CancelledError:
            pass  # the server stops
        finally:
            writer.close()

    async def answer_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer a request; False if the connection ends."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip().split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        method, path, version = (*first.split(" "), "", "")[:3]
        length = headers.get("content-length", "0")
        keep = version == "HTTP/1.1" and headers.get("connection", "").lower() != "close"
        if "transfer-encoding" in headers or not length.isdecimal():
            status, answer, keep = 411, {"error": "a body needs its Content-Length"}, False
        elif int(length) > LARGEST:
            status, answer, keep = 413, {"error": f"at most {LARGEST} bytes"}, False
        else:
            body = await reader.readexactly(int(length))
            status, answer = self.respond(method, path, headers, body)
        writer.write(reply(status, answer, keep))
        await writer.drain()
        return keep


def check_method(method: str, right: str) -> None:
    """Refuse a request with the wrong method."""
    if method != right:
        raise BadCall(405, f"this is a {right}")


def reply(status: int, answer: Any, keep: bool) -> bytes:
    """A complete response."""
    body = b"" if answer is None else json.dumps(answer).encode()
    connection = "keep-alive" if keep else "close"
    head = (
        f"HTTP/1.1 {status} {REASONS[status]}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: {connection}\r\n\r\n"
    )
    return head.encode("latin-1") + body


async def serve(
    server: BotServer, host: str, port: int, ready: Callable[[str], None] = print
) -> None:
    """Serve until stopped by Ctrl-C or SIGTERM."""
    try:
        listener = await asyncio.start_server(server.serve, host, port, limit=LARGEST)
    except OSError as error:
        raise CoupError(f"cannot listen at {host}:{port}: {cause(error)}") from None
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    where = listener.sockets[0].getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    ready(f"http://{shown}:{where}")
    try:
        await stop.wait()
    finally:
        listener.close()
