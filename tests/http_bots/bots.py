"""Bots over HTTP for tests: a well-behaved one, and one for each habit of real bots."""

import json
import random
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

BLOCKERS = {"foreign_aid": "duke", "assassinate": "contessa", "extortion": "captain"}


class Request(NamedTuple):
    """A request as a bot sees it."""

    method: str
    path: str
    headers: dict[str, str]
    facts: Any


class Polite:
    """A bot that plays correctly, and tracks its hand, as real ones do.

    requests: everything that it received.
    """

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.chance = random.Random(1)
        self.hand: list[str] = []
        self.coins = 0
        self.rivals: list[str] = []

    # Its answers.

    def respond(self, request: Request) -> tuple[int, Any]:
        """The status and the content of an answer."""
        name = request.path.strip("/").rpartition("/")[2]
        if not hasattr(self, name) or request.path.startswith("/signal/") > (name == "status"):
            return 404, None
        answer = getattr(self, name)(request.facts or {}, request.headers)
        return (200 if request.method == "GET" else 201), answer

    def start(self, facts: Any, headers: Any) -> None:
        self.you, self.hand, self.coins = facts["you"], list(facts["cards"]), facts["coins"]

    def status(self, facts: Any, headers: Any) -> None:
        self.rivals = [
            each["player"]
            for each in facts
            if each["player"] != self.you and None in (each["card1"], each["card2"])
        ]
        self.coins = next(each["coins"] for each in facts if each["player"] == self.you)

    def play(self, facts: Any, headers: Any) -> Any:
        if headers.get("must-coup") == "true" or facts.get("must_coup") or self.coins >= 7:
            return {"action": "coup", "target": self.rivals[0]}
        if self.coins >= 3:
            return {"action": "assassinate", "target": self.rivals[-1]}
        action = self.chance.choice(["income", "foreign_aid", "collect_taxes", "exchange"])
        return {"action": action}

    def tries_to_block(self, facts: Any, headers: Any) -> Any:
        card = BLOCKERS[headers.get("action") or facts["action"]]
        return {"attempt_block": card in self.hand, "card": card}

    def challenge(self, facts: Any, headers: Any) -> Any:
        return {"challenges": self.chance.random() < 0.2}

    def lose_influence(self, facts: Any, headers: Any) -> Any:
        return {"card": self.hand.pop()}

    def new_card_from_challenge(self, facts: Any, headers: Any) -> None:
        self.hand[self.hand.index(facts["old_card"])] = facts["new_card"]

    def give_card_to_inquisitor(self, facts: Any, headers: Any) -> Any:
        return {"card": self.hand.pop()}

    def card_returned_from_investigation(self, facts: Any, headers: Any) -> None:
        self.hand.append(facts["card"])

    def show_card_to_inquisitor(self, facts: Any, headers: Any) -> Any:
        return {"change_card": True}

    def choose_card_to_return(self, facts: Any, headers: Any) -> Any:
        self.hand.append(headers.get("card") or facts["card"])
        return {"card": self.hand.pop(0)}

    # Its transport.

    def handle(self, request: Request, link: socket.socket) -> bool:
        """Answer a request; whether the connection stays open."""
        self.requests.append(request)
        status, value = self.respond(request)
        return self.write(link, status, value)

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        text = json.dumps(value).encode()
        link.sendall(b"HTTP/1.1 %d -\r\nContent-Length: %d\r\n\r\n%b" % (status, len(text), text))
        return True


class Faulty(Polite):
    """Answers all questions, but not other calls, with the same bytes."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if self.requests[-1].method == "POST":
            return super().write(link, status, value)
        link.sendall(self.data)
        return False


class Running:
    """A bot at an address, until it is stopped."""

    def __init__(self, bot: Polite, port: int = 0, context: ssl.SSLContext | None = None) -> None:
        self.bot = bot
        self.context = context
        self.listener = socket.create_server(("127.0.0.1", port))
        self.port = self.listener.getsockname()[1]
        self.url = f"http{'s' if context else ''}://127.0.0.1:{self.port}"
        self.links: list[socket.socket] = []
        self.connections = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self.listener.accept()
                self.connections += 1
                self.links.append(link)
                threading.Thread(target=self.talk, args=(link,), daemon=True).start()

    def talk(self, link: socket.socket) -> None:
        with suppress(OSError):
            if self.context is not None:
                link = self.context.wrap_socket(link, server_side=True)
            with link, link.makefile("rb") as file:
                while (request := read_request(file)) and self.bot.handle(request, link):
                    pass

    def stop(self) -> None:
        """Stop as if killed."""
        for each in (self.listener, *self.links):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def read_request(file: Any) -> Request | None:
    """Read a request from a connection; None at its end."""
    first = file.readline().decode()
    if not first:
        return None
    headers = {}
    while line := file.readline().decode().strip():
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    body = file.read(int(headers.get("content-length", 0)))
    method, path, _ = first.split(" ")
    return Request(method, path, headers, json.loads(body) if body else None)


@contextmanager
def running(*bots: Polite) -> Iterator[list[Running]]:
    """Start bots, and stop them afterwards."""
    places = [Running(bot) for bot in bots]
    try:
        yield places
    finally:
        for place in places:
            place.stop()
