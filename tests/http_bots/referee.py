"""Bots over HTTP that know what they must be asked next, and report anything else.

python -m tests.http_bots.referee SEATS deaf|listening

This is the protocol of docs/http-bots.md written a second time, as a table of bots: `flow`
plays whole games in the order of that page, and every request that is not exactly the next
one is a deviation. It imports nothing of `coup`.
"""

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Generator
from typing import Any, NamedTuple

CARDS = ("duke", "contessa", "assassin", "captain", "inquisitor")
CLAIMS = {
    "collect_taxes": "duke",
    "assassinate": "assassin",
    "extortion": "captain",
    "investigate": "inquisitor",
    "exchange": "inquisitor",
}
BLOCKS = {
    "foreign_aid": ("duke",),
    "assassinate": ("contessa",),
    "extortion": ("captain", "inquisitor"),
}
TARGETED = ("coup", "assassinate", "investigate", "extortion")
COST = {"coup": 7, "assassinate": 3}
HEADERS = ("must-coup", "action", "player", "card")


class Call(NamedTuple):
    """An expected request, and the answer to it."""

    seat: str
    method: str
    path: str
    about: dict[str, Any]
    answer: Any = None


class Request(NamedTuple):
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Flow = Generator[Call, Any, None]


class Game:
    """One game: the hands, the next request, and the signals that everybody should have
    received."""

    def __init__(self, seats: list[str], chance: random.Random) -> None:
        self.seats = seats
        self.chance = chance
        self.hands: dict[str, list[str]] = {}
        self.coins = dict.fromkeys(seats, 2)
        self.lost: dict[str, list[str]] = {seat: [] for seat in seats}
        self.signals: list[tuple[str, Any]] = []
        self.flow = self.play()
        self.next: Call | None = next(self.flow)

    def go_on(self, body: Any) -> None:
        """The expected request has come, with this body."""
        try:
            self.next = self.flow.send(body)
        except StopIteration:
            self.next = None

    @property
    def alive(self) -> list[str]:
        return [seat for seat in self.seats if self.hands[seat]]

    def after(self, seat: str) -> list[str]:
        """The others still in the game, clockwise."""
        place = self.seats.index(seat)
        around = self.seats[place + 1 :] + self.seats[:place]
        return [each for each in around if self.hands[each]]

    def often(self, likelihood: float) -> bool:
        return self.chance.random() < likelihood

    def status(self) -> list[Any]:
        players = []
        for seat in self.seats:
            card1, card2 = [*self.lost[seat], None, None][:2]
            coins = self.coins[seat]
            players.append({"player": seat, "card1": card1, "card2": card2, "coins": coins})
        return players

    # The flow.

    def play(self) -> Flow:
        for seat in self.seats:
            facts = yield Call(
                seat,
                "POST",
                "/start",
                {"you": seat, "cards": ..., "coins": 2, "players": self.seats},
            )
            self.hands[seat] = list(facts["cards"])
        actor = self.seats[0]
        while len(self.alive) > 1:
            self.signals += [("status", self.status()), ("new_turn", {"player": actor})]
            yield from self.turn(actor)
            actor = (self.after(actor) or [actor])[0]
        self.signals.append(("status", self.status()))

    def turn(self, actor: str) -> Flow:
        action, target = self.choose_action(actor)
        answer = {"action": action, "target": target} if target else {"action": action}
        must = "true" if self.coins[actor] >= 10 else "false"
        yield Call(actor, "GET", "/play/", {"must-coup": must}, answer)
        self.coins[actor] -= COST.get(action, 0)
        facts = {"player_acting": actor, "action": action}
        self.signals.append(("action", facts | ({"player_targeted": target} if target else {})))
        if action in CLAIMS:
            first = [target] if target else []
            asked = first + [each for each in self.after(actor) if each != target]
            proved = yield from self.challenge(asked, actor, action, CLAIMS[action])
            if not proved:
                if self.hands[actor]:
                    self.coins[actor] += COST.get(action, 0)
                return
        if len(self.alive) > 1 and (yield from self.blocked(actor, action, target)):
            return
        if len(self.alive) > 1:
            yield from self.resolve(actor, action, target)

    def choose_action(self, actor: str) -> tuple[str, str | None]:
        coins = self.coins[actor]
        actions = ["income", "foreign_aid", "collect_taxes", "extortion", "investigate", "exchange"]
        actions += [action for action, cost in COST.items() if coins >= cost]
        action = "coup" if coins >= 10 else self.chance.choice(actions)
        return action, self.chance.choice(self.after(actor)) if action in TARGETED else None

    def challenge(self, asked: list[str], claimant: str, action: str, card: str) -> Any:
        """Ask for challenges of a claim; whether it stands."""
        about = {"action": action, "player": claimant, "card": card}
        for seat in asked:
            challenges = self.often(0.15)
            yield Call(seat, "GET", "/challenge/", about, {"challenges": challenges})
            if not challenges:
                continue
            self.signals.append(
                ("challenge", {"challenger": seat, "challenged": claimant, "card": card})
            )
            if card not in self.hands[claimant]:
                yield from self.lose(claimant)
                return False
            yield from self.lose(seat)
            facts = {"old_card": card, "new_card": ...}
            news = yield Call(claimant, "POST", "/new_card_from_challenge/", facts)
            self.hands[claimant].remove(card)
            self.hands[claimant].append(news["new_card"])
            return True
        return True

    def blocked(self, actor: str, action: str, target: str | None) -> Any:
        """Ask for blocks of an action; whether one stands."""
        if action not in BLOCKS:
            return False
        asked = self.after(actor) if target is None else [target] if self.hands[target] else []
        for seat in asked:
            attempt, card = self.often(0.3), self.chance.choice(BLOCKS[action])
            about = {"action": action, "player": actor}
            answer = {"attempt_block": attempt, "card": card}
            yield Call(seat, "GET", "/tries_to_block/", about, answer)
            if not attempt:
                continue
            facts = {"player_acting": actor, "action": action, "player_blocking": seat}
            self.signals.append(("blocking", facts | {"card": card}))
            others = [actor] + [each for each in self.after(seat) if each != actor]
            return (yield from self.challenge(others, seat, action, card))
        return False

    def resolve(self, actor: str, action: str, target: str | None) -> Flow:
        gains = {"income": 1, "foreign_aid": 2, "collect_taxes": 3}
        self.coins[actor] += gains.get(action, 0)
        if action == "extortion" and target:
            taken = min(2, self.coins[target])
            self.coins[target] -= taken
            self.coins[actor] += taken
        elif action in ("coup", "assassinate") and target and self.hands[target]:
            yield from self.lose(target)
        elif action == "investigate" and target and self.hands[target]:
            yield from self.investigate(actor, target)
        elif action == "exchange":
            path = "/inquisitor/choose_card_to_return/"
            answer: dict[str, str] = {}
            drawn = yield Call(actor, "GET", path, {"card": ...}, answer)
            self.hands[actor].append(drawn["card"])
            answer["card"] = self.chance.choice(self.hands[actor])
            self.hands[actor].remove(answer["card"])

    def investigate(self, actor: str, target: str) -> Flow:
        card, swap = self.chance.choice(self.hands[target]), self.often(0.5)
        path = "/inquisitor/give_card_to_inquisitor/"
        yield Call(target, "GET", path, {"player": actor}, {"card": card})
        about = {"player": target, "card": card}
        path = "/inquisitor/show_card_to_inquisitor/"
        yield Call(actor, "GET", path, about, {"change_card": swap})
        facts = {"player": actor, "same_card": not swap, "card": ... if swap else card}
        path = "/inquisitor/card_returned_from_investigation/"
        news = yield Call(target, "POST", path, facts)
        self.hands[target][self.hands[target].index(card)] = news["card"]

    def lose(self, seat: str) -> Flow:
        card = self.chance.choice(self.hands[seat])
        yield Call(seat, "GET", "/lose_influence/", {}, {"card": card})
        self.hands[seat].remove(card)
        self.lost[seat].append(card)
        if not self.hands[seat]:
            self.coins[seat] = 0
        self.signals.append(("lost_influence", {"player": seat, "card": card}))


class Referee:
    """All bots of a table."""

    def __init__(self, deaf: bool) -> None:
        self.deaf = deaf
        self.chance = random.Random(1)
        self.game: Game | None = None
        self.games = 0
        self.heard: dict[str, list[tuple[str, Any]]] = {}  # for each bot, since its game began
        self.due: list[tuple[str, Any]] = []  # all signals of the previous game
        self.calls: Counter[str] = Counter()
        self.deviations: list[str] = []
        self.refused: Counter[tuple[str, str]] = Counter()

    def complain(self, what: str) -> None:
        if len(self.deviations) < 20:
            self.deviations.append(f"game {self.games}: {what}")

    def respond(self, seat: str, request: Request) -> tuple[int, Any]:
        if request.path == "/verdict":
            found = {"games": self.games, "deviations": self.deviations, "calls": self.calls}
            return 200, found
        self.calls[request.path] += 1
        self.check_form(seat, request)
        body: Any = json.loads(request.body) if request.body else None
        if request.path.startswith("/signal/"):
            return self.hear(seat, request.path.removeprefix("/signal/"), body)
        if request.path == "/start" and (self.game is None or self.game.next is None):
            self.due = self.game.signals if self.game else []
            self.games += 1
            self.game = Game(body["players"], self.chance)
        return self.answer(seat, request, body)

    def check_form(self, seat: str, request: Request) -> None:
        """Check what all requests have in common."""
        headers = request.headers
        if headers.get("host") != seat:
            self.complain(f"Host {headers.get('host')}, not {seat}")
        if request.method == "POST" and headers.get("content-type") != "application/json":
            self.complain(f"{request.path}: content type {headers.get('content-type')}")
        if request.method == "GET" and request.body:
            self.complain(f"{request.path}: a GET with a body")

    def hear(self, seat: str, kind: str, facts: Any) -> tuple[int, Any]:
        if self.deaf:
            self.refused[seat, kind] += 1
            if self.refused[seat, kind] > 1:
                self.complain(f"{seat} refused the signal {kind} and got it again")
            return self.chance.choice((404, 405, 501)), None
        self.heard[seat].append((kind, facts))
        return 200, None

    def check_heard(self, seat: str, signals: list[tuple[str, Any]]) -> None:
        """Check that a bot that is asked, or is in a new game, has received all earlier signals in
        order."""
        heard = self.heard.get(seat, [])
        if not self.deaf and heard != signals:
            self.complain(f"{seat} heard {heard[-3:]}, not {signals[-3:]}")

    def answer(self, seat: str, request: Request, body: Any) -> tuple[int, Any]:
        """Answer a request if it is the expected one, otherwise report it."""
        call = self.game.next if self.game else None
        if self.game is None or call is None:
            self.complain(f"{seat}: {request.method} {request.path}, but there is no game")
            return 500, None
        found = body if request.method == "POST" else self.asked(request)
        known = {name: value for name, value in call.about.items() if value is not ...}
        if (
            (seat, request.method, request.path) != call[:3]
            or found.keys() != call.about.keys()
            or any(found[name] != value for name, value in known.items())
        ):
            self.complain(f"{seat}: {request.method} {request.path} {found}, not {call}")
            return 500, None
        for name, value in call.about.items():
            if value is ... and name != "cards" and found[name] not in CARDS:
                self.complain(f"{request.path}: {name} is {found[name]}")
        self.check_heard(seat, self.due if request.path == "/start" else self.game.signals)
        if request.path == "/start":
            self.heard[seat] = []
        self.game.go_on(found)
        return 201 if request.method == "POST" else 200, call.answer

    def asked(self, request: Request) -> dict[str, str]:
        return {name: request.headers[name] for name in HEADERS if name in request.headers}


class Server(asyncio.Protocol):
    """The HTTP of one bot. A request comes in one piece, or its body follows."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.seat = "{}:{}".format(*transport.get_extra_info("sockname"))

    def data_received(self, data: bytes) -> None:
        self.data += data
        head, end, body = self.data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        if not end or len(body) < int(headers.get("content-length", 0)):
            return
        self.data = b""
        method, path, _ = first.split(" ")
        status, answer = self.referee.respond(self.seat, Request(method, path, headers, body))
        text = json.dumps(answer)
        self.transport.write(
            f"HTTP/1.1 {status} -\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
        )


async def main(seats: int, deaf: bool) -> None:
    referee = Referee(deaf)
    loop = asyncio.get_running_loop()
    servers = [
        await loop.create_server(lambda: Server(referee), "127.0.0.1", 0) for _ in range(seats)
    ]
    print(*(f"http://127.0.0.1:{each.sockets[0].getsockname()[1]}" for each in servers), flush=True)
    await asyncio.gather(*(each.serve_forever() for each in servers))


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2] == "deaf"))
