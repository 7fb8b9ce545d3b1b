"""Habits of real bots over HTTP: bots that can be understood play without faults, for others
default moves are made, and every game is played to its end."""

import json
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.bots import make
from coup.hosting.entrants import enter
from coup.hosting.evening import Evening, seated
from coup.hosting.host import Guest, Played, play_game
from coup.http.client import KNOWN, ways_of
from coup.http.wire import TRIED, KeepAlive
from tests.http_bots.bots import Faulty, Polite, Request, Running, running

LIMIT = 0.25
KEYS = Path(__file__).parent.parent / "data" / "http"


def fresh(*urls: str) -> None:
    """Forget what was learned about earlier bots at these ports."""
    for url in urls:
        if url in KNOWN:
            KNOWN.pop(url).line.close()


def play(bot: Polite, games: int = 6, limit: float = 2.0) -> list[Played]:
    """Games of a bot against one of ours, begun in turn; each is checked against the rules."""
    with running(bot) as (place,):
        fresh(place.url)
        entrants = enter([place.url, "bluffer"])
        played = []
        for seed in range(games):
            lineup = entrants[::-1] if seed % 2 else entrants
            played.append(play_game(lineup, "inquisitor", seed, limit=limit))
            assert played[-1].game().over
    return played


def conduct(played: Played) -> Any:
    """The conduct of the bot over HTTP."""
    return dict(zip(played.seats, played.conduct, strict=True))["127.0.0.1"]


def asked(bot: Polite, path: str) -> int:
    return sum(request.path.strip("/") == path for request in bot.requests)


# Bots that can be understood.


class WithSlash(Polite):
    """Knows only `/start/`."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.refusal = status

    def respond(self, request: Request) -> tuple[int, Any]:
        return (self.refusal, None) if request.path == "/start" else super().respond(request)


class Redirecting(Polite):
    """Redirects paths without the slash."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.code = status

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if self.requests[-1].path != "/start":
            return super().write(link, status, value)
        head = f"HTTP/1.1 {self.code} -\r\nLocation: /start/\r\nContent-Length: 0\r\n\r\n"
        link.sendall(head.encode())
        return True


class Curt(Polite):
    """Answers every POST with 200 and an empty body."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if value is not None or status >= 300:
            return super().write(link, status, value)
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")
        return True


class Unending(Polite):
    """Does not mark the end of its answer to a POST, and keeps the connection open."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if value is not None or status >= 300:
            return super().write(link, status, value)
        link.sendall(b"HTTP/1.1 200 OK\r\n\r\nthanks")
        return True


class Html(Polite):
    """Declares its JSON as HTML, and begins it with a byte order mark."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        text = json.dumps(value).encode("utf-8-sig")
        head = f"HTTP/1.1 {status} OK\r\nContent-Type: text/html; charset=utf-8\r\n"
        link.sendall(f"{head}Content-Length: {len(text)}\r\n\r\n".encode() + text)
        return True


class Old(Polite):
    """Wants a POST with JSON, and no slash after the Inquisitor's calls."""

    def __init__(self, status: int) -> None:
        super().__init__()
        self.refusal = status

    def respond(self, request: Request) -> tuple[int, Any]:
        if request.method == "GET":
            return self.refusal, None
        if request.path.startswith("/inquisitor/") and request.path.endswith("/"):
            return 404, None
        return 200, super().respond(request)[1]


class OldAndSparse(Old):
    """Reads `player`, and has no calls for news."""

    def respond(self, request: Request) -> tuple[int, Any]:
        if "card_from_challenge" in request.path or "card_returned" in request.path:
            return 404, None
        about_somebody = request.path.startswith("/inquisitor/") and "choose" not in request.path
        if request.method == "POST" and about_somebody:
            assert request.facts["player"] == request.facts["opponent"]
        try:
            return super().respond(request)
        except (IndexError, ValueError):  # without news it has lost track of its hand
            return 200, {"card": "duke"}


class Careless(Polite):
    """Uses capitals, adds blanks and keys, leaves out keys, and has strings for yes and no."""

    def respond(self, request: Request) -> tuple[int, Any]:
        status, answer = super().respond(request)
        if isinstance(answer, dict):
            answer = {
                key: str(value) if isinstance(value, bool) else f"  {value.upper()}   "
                for key, value in answer.items()
            }
            answer |= {"name": "careless", "version": [1, {"beta": None}]}
            if answer.get("challenges") == "False":
                del answer["challenges"]
            if answer.get("attempt_block") == "False":
                answer = {}
        return status, answer

    def play(self, facts: Any, headers: Any) -> Any:
        answer = super().play(facts, headers)
        if answer["action"] == "assassinate":
            answer["action"] = "assassin"
        return answer


class NullTarget(Polite):
    """Gives every action a target, perhaps null."""

    def play(self, facts: Any, headers: Any) -> Any:
        return {"target": None, **super().play(facts, headers)}


class WrongBlocks(Polite):
    """Tries to block with cards that cannot block this."""

    def tries_to_block(self, facts: Any, headers: Any) -> Any:
        return {"attempt_block": True, "card": self.chance.choice(["assassin", "joker", None, 7])}


class Ancient(Polite):
    """Speaks HTTP/1.0, and ends an answer by closing the connection."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        link.sendall(f"HTTP/1.0 {status} OK\r\n\r\n{json.dumps(value)}".encode())
        return False


class Closing(Polite):
    """Closes the connection after each answer without announcing it."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        super().write(link, status, value)
        return False


class Chunked(Polite):
    """Answers in small chunks."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        text = json.dumps(value)
        chunks = [text[place : place + 5] for place in range(0, len(text), 5)]
        body = "".join(f"{len(chunk):x};x=1\r\n{chunk}\r\n" for chunk in chunks)
        head = f"HTTP/1.1 {status} OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        link.sendall(f"{head}{body}0\r\nTrailer: 1\r\n\r\n".encode())
        return True


class Dribbling(Polite):
    """Sends its answers byte by byte, after a greeting."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        text = json.dumps(value)
        greeting = "HTTP/1.1 100 Continue\r\n\r\n"
        for sign in f"{greeting}HTTP/1.1 {status} OK\nContent-Length: {len(text)}\n\n{text}":
            link.sendall(sign.encode())
        return True


@pytest.mark.slow
@pytest.mark.parametrize(
    "bot",
    [
        Polite(),
        WithSlash(404),
        WithSlash(500),
        Redirecting(301),
        Redirecting(302),
        Redirecting(308),
        Curt(),
        Unending(),
        Html(),
        Old(404),
        Old(405),
        Old(501),
        Careless(),
        NullTarget(),
        WrongBlocks(),
        Ancient(),
        Closing(),
        Chunked(),
        Dribbling(),
    ],
    ids=lambda bot: type(bot).__name__,
)
def test_a_bot_that_can_be_understood_plays_without_a_fault(bot: Polite) -> None:
    games = play(bot)
    assert [conduct(played).first for played in games] == [None] * len(games)
    turns = sum(
        seat == "127.0.0.1" and move.verb in ACTIONS for each in games for seat, move in each.moves
    )
    refused = 1 if isinstance(bot, Old) else 0  # the question in the newer dialect
    assert asked(bot, "play") - refused == turns
    heard = [
        (request.headers["game"], request.path, json.dumps(request.facts))
        for request in bot.requests
        if request.method == "POST" and request.path.endswith("card_from_challenge/")
    ]
    proofs = sum(seat == "127.0.0.1" for each in games for seat in proofs_of(each))
    assert len(heard) == proofs


ACTIONS = {"income", "foreign_aid", "tax", "exchange", "steal", "assassinate", "coup"}
DEFAULTS = {"income", "coup", "pass", "discard", "show", "reveal"}


def proofs_of(played: Played) -> list[str]:
    """The seat of each successful proof."""
    events = played.game().events
    return [each.seat for each in events if isinstance(each, coup.events.Revealed) and each.proves]


def test_an_older_bot_may_read_player_and_need_not_know_news() -> None:
    games = play(OldAndSparse(404), games=20)
    faults = {each.asked.split()[1] for played in games for each in conduct(played).log}
    assert not any("card_from_challenge" in each or "returned" in each for each in faults)


def test_the_ways_that_work_are_remembered() -> None:
    bot = WithSlash(404)
    play(bot, games=4)
    paths = [request.path for request in bot.requests if "start" in request.path]
    assert paths == ["/start", "/start/", "/start/", "/start/", "/start/"]
    old = Old(405)
    play(old, games=4)
    assert [request.method for request in old.requests].count("GET") == 1


def test_a_rejected_signal_is_not_sent_again() -> None:
    bot = Polite()
    play(bot, games=4)
    assert asked(bot, "signal/status") > 20
    for kind in ("new_turn", "blocking", "lost_influence", "challenge", "action"):
        assert asked(bot, f"signal/{kind}") <= 1


# Bots that cannot.


def whole(text: str, status: int = 200) -> bytes:
    return f"HTTP/1.0 {status} -\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()


def moved(where: str) -> bytes:
    return f"HTTP/1.0 302 -\r\nLocation: {where}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (whole('{"action": "inc'), "it is not JSON"),
        (whole("[1, 2]"), "a JSON object is right"),
        (whole("null"), "a JSON object is right"),
        (whole("[" * 50_000), "it is not JSON"),
        (whole('{"action": "income"}', 500), "status 200 is right"),
        (whole('{"action": "bribe"}'), "legal now: income"),
        (whole('{"action": "coup", "target": "bluffer"}'), "legal now: income"),
        (whole('{"action": ["income"]}'), "legal now: income"),
        (whole('{"action": "extortion", "target": "127.0.0.1"}'), "the target is one of bluffer"),
        (whole('{"action": "extortion", "target": "nobody"}'), "the target is one of bluffer"),
        (whole("\x1b[2J\x1b]0;title\x07"), "it is not JSON"),
        (whole('{"action": "' + 70_000 * "x" + '"}'), "larger than 64 KiB"),
        (b"HTTP/1.0 200 OK\r\n\r\n" + 70_000 * b"x", "larger than 64 KiB"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\nxxxx", "its content length is"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "its chunks"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", "the answer was broken off"),
        (b"HTTP/1.1 200 OK\r\n" + 10_000 * b"X: yyyyyy\r\n", "its headers are too large"),
        (b"SSH-2.0-OpenSSH_9.6\r\n\r\n", "it does not speak HTTP/1"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b",
            "the answer is compressed (gzip), which was not asked for",
        ),
        (b"", "the connection was broken off"),
        (
            moved("http://example.org/play/"),
            "it redirects to another server: 'http://example.org/play/'",
        ),
        (
            moved("file:///etc/passwd"),
            "it redirects to another server",
        ),
        (
            moved("/play/"),
            "it redirects more than 3 times",
        ),
    ],
)
def test_a_bad_answer_is_recorded_and_the_game_continues(data: bytes, why: str) -> None:
    bot = Faulty(data)
    begin = time.time()
    (played,) = play(bot, games=1)
    how = conduct(played)
    assert how.faults == len(how.log) == 5  # then it forfeits
    assert how.played_for >= 5
    assert how.first == how.log[0]
    assert how.first.asked == "GET /play/ Must-Coup: false"
    assert why in how.first.why
    for text in how.first:
        assert str(text).isprintable()
        assert len(str(text)) < 300
    assert begin - 1 < datetime.fromisoformat(how.first.when).timestamp() < time.time() + 1
    assert {move.verb for seat, move in played.moves if seat == "127.0.0.1"} <= DEFAULTS


def test_every_question_is_asked_once_even_if_the_answer_is_bad() -> None:
    bot = Faulty(whole("{}", 500))
    play(bot, games=1)
    assert asked(bot, "play") + asked(bot, "challenge") + asked(bot, "lose_influence") <= 6


class Late(Polite):
    """Answers questions too late."""

    def respond(self, request: Request) -> tuple[int, Any]:
        if request.method == "GET":
            time.sleep(2 * LIMIT)
        return super().respond(request)


class Drip(Polite):
    """Sends its answer one byte at a time, too slowly."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if self.requests[-1].method == "POST":
            return super().write(link, status, value)
        for _ in range(40):
            link.sendall(b"H")
            time.sleep(LIMIT / 10)
        return False


class DripChunks(Polite):
    """Sends chunks of blanks before its answer."""

    def write(self, link: socket.socket, status: int, value: Any) -> bool:
        if self.requests[-1].method == "POST":
            return super().write(link, status, value)
        link.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(4):
            time.sleep(LIMIT / 2)
            link.sendall(b"1\r\n \r\n")
        text = json.dumps(value).encode()
        link.sendall(b"%x\r\n%b\r\n0\r\n\r\n" % (len(text), text))
        return True


@pytest.mark.parametrize(
    "bot", [Late(), Drip(), DripChunks()], ids=["late", "drip", "drip of chunks"]
)
def test_a_late_answer_is_a_fault(bot: Polite) -> None:
    (played,) = play(bot, games=1, limit=LIMIT)
    assert conduct(played).first.why == "no answer within 0.25 s"
    assert conduct(played).faults == 5
    assert sum(request.method == "GET" for request in bot.requests) == 5  # of some forty


class Deaf(Polite):
    """Never answers signals."""

    def __init__(self) -> None:
        super().__init__()
        self.signals = 0
        self.end = threading.Event()

    def handle(self, request: Request, link: socket.socket) -> bool:
        if request.path.startswith("/signal/"):
            self.signals += 1
            return self.end.wait()
        return super().handle(request, link)

    def play(self, facts: Any, headers: Any) -> Any:
        return {"action": "income"} if headers["must-coup"] == "false" else {"action": "coup"}


def test_an_unanswered_signal_is_waited_for_once_in_a_game() -> None:
    bot = Deaf()
    games = play(bot, games=2, limit=1.0)
    bot.end.set()
    assert [conduct(played).faults for played in games] == [0, 0]
    assert bot.signals == 2


class Broke(Polite):
    """Wants actions that it cannot pay for, and ignores the forced coup."""

    def play(self, facts: Any, headers: Any) -> Any:
        action = "income" if headers["must-coup"] == "true" else "coup"
        return {"action": action, "target": "bluffer"}


def test_the_tables_prices_and_forced_coup_apply() -> None:
    for played in play(Broke(), games=3):
        game = played.game()
        assert game.over
        assert conduct(played).faults > 0


class Confused(Polite):
    """Names cards that it does not hold."""

    def play(self, facts: Any, headers: Any) -> Any:
        action = "exchange" if headers["must-coup"] == "false" else "coup"
        return {"action": action, "target": None}

    def lose_influence(self, facts: Any, headers: Any) -> Any:
        return {"card": "joker"}

    def choose_card_to_return(self, facts: Any, headers: Any) -> Any:
        return {"card": ["duke"]}


def test_a_card_that_a_bot_does_not_hold_is_replaced_by_the_drawn_or_the_first_one() -> None:
    bot = Confused()
    returned = lost = 0
    for played in play(bot, games=8):
        hand: list[str] = []
        for event in played.game().events:
            if getattr(event, "seat", None) != "127.0.0.1":
                continue
            match event:
                case coup.events.Drew():
                    hand.append(event.role)
                case coup.events.Returned():
                    assert event.role == hand.pop()
                    returned += 1
                case coup.events.Revealed() if event.proves:
                    break  # the order of the hand changes here
                case coup.events.Showed():
                    break  # another card may be returned now
                case coup.events.Discarded():
                    assert event.role == hand.pop(0)
                    lost += 1
        assert conduct(played).played_for >= conduct(played).faults > 0
    assert returned > 3
    assert lost > 3


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_missing_forced_coup_goes_against_the_next_opponent(place: int) -> None:
    with running(Faulty(whole("{}", 500))) as (running_bot,):
        fresh(running_bot.url)
        lineup = enter(["honest", "honest", "honest"])
        lineup[place] = enter([running_bot.url])[0]
        rules = coup.ruleset("inquisitor", coins=10)
        played = play_game(lineup, rules, 1)
    first = next(move for seat, move in played.moves if seat == "127.0.0.1" and move.verb == "coup")
    assert first.target == lineup[(place + 1) % 3].name


def test_the_default_is_income_no_challenge_and_no_block() -> None:
    bot = Faulty(whole("{}", 500))
    with running(bot) as (place,):
        fresh(place.url)
        entrants = enter(["bluffer", place.url, "bluffer", "bluffer"])
        played = play_game(entrants, "inquisitor", 5, forfeit=1)
    moves = [move for seat, move in played.moves if seat == "127.0.0.1"]
    assert {"income", "pass"} <= set(moves)
    assert {move.verb for move in moves} <= DEFAULTS
    assert sum(request.method == "GET" for request in bot.requests) == 1


# Several together, and restarts.


def test_five_bots_misbehave_and_the_sixth_gets_a_correct_game() -> None:
    good = Polite()
    bad = [Late(), Faulty(b""), Faulty(whole("\x1b[31m")), Faulty(whole("{}", 500)), Faulty(b"?")]
    with running(good, *bad) as places:
        fresh(*(place.url for place in places))
        entrants = enter([place.url for place in places])
        name = entrants[0].name
        for seed in range(2):
            played = play_game(entrants, "inquisitor", seed, limit=LIMIT)
            assert played.game().over
            how = dict(zip(played.seats, played.conduct, strict=True))
            assert how.pop(name).first is None
            assert all(each.faults for each in how.values()), how


class Mortal(Polite):
    """Is killed in the middle of a game."""

    place: Running | None = None
    left = 12

    def handle(self, request: Request, link: socket.socket) -> bool:
        self.left -= 1
        if self.left == 0 and self.place is not None:
            self.place.stop()
            return False
        return super().handle(request, link)


def test_a_killed_bot_can_come_back() -> None:
    mortal = Mortal()
    mortal.place = place = Running(mortal)
    fresh(place.url)
    entrants = enter([place.url, "honest"])
    first = play_game(entrants, "inquisitor", 3)
    assert first.game().over
    assert 0 < first.conduct[0].faults <= 5
    second = play_game(entrants, "inquisitor", 4)
    assert second.conduct[0].first is not None
    assert second.conduct[0].first.why == "the connection is refused: nobody listens there"
    back = Running(Polite(), place.port)
    try:
        third = play_game(entrants, "inquisitor", 5)
    finally:
        back.stop()
    assert third.conduct[0].first is None


def test_a_bot_that_is_down_cannot_enter() -> None:
    place = Running(Polite())
    place.stop()
    with pytest.raises(ValueError, match=f"the bot at {place.url} is down: the connection is ref"):
        enter([place.url, "honest"])


def test_no_proxy_of_the_environment_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert conduct(play(Polite(), games=1)[0]).first is None


# Connections.


DELAYED, PROMPT = 0.045, 0.003
"""Seconds for an answer that is delayed by acknowledgements, and for one that is not."""


def decided(kept: float, new: float) -> bool | None:
    """Whether connections are kept to a server with these times on kept and on new ones."""
    habit = KeepAlive()
    for _ in range(TRIED):
        habit.note(kept, kept=True)
    for _ in range(TRIED):
        habit.note(new, kept=False)
    return habit.decided


def test_a_server_that_is_slow_on_kept_connections_gets_new_ones() -> None:
    assert decided(kept=DELAYED, new=PROMPT) is False


def test_a_slow_bot_keeps_its_connection() -> None:
    assert decided(kept=DELAYED, new=DELAYED) is True


def test_a_fast_bot_keeps_its_connection_without_a_comparison() -> None:
    assert decided(kept=PROMPT, new=PROMPT) is None


def test_both_kinds_of_connections_are_tried_with_a_slow_bot() -> None:
    class Slow(Polite):
        def respond(self, request: Request) -> tuple[int, Any]:
            time.sleep(DELAYED)
            return 200, {}

    with running(Slow()) as (place,):
        fresh(place.url)
        line = ways_of(place.url).line
        while line.keep_alive.decided is None:
            line.exchange("GET", "/play/", "", None, 60.0)
        line.keep_alive.decided, before = False, place.connections
        for _ in range(4):
            line.exchange("GET", "/play/", "", None, 60.0)
        assert place.connections - before == 4


def test_a_fast_bot_is_called_on_one_connection() -> None:
    with running(Polite()) as (place,):
        fresh(place.url)
        entrants = enter([place.url, "honest"])
        for seed in range(3):
            play_game(entrants, "inquisitor", seed)
        assert place.connections <= 4  # `enter` used one; a busy machine may cost another


@pytest.fixture
def secure() -> Iterator[Running]:
    """A bot that speaks https, with a self-signed certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(KEYS / "certificate.pem", KEYS / "key.pem")
    place = Running(Polite(), context=context)
    fresh(place.url)
    yield place
    place.stop()


def test_a_bot_can_speak_https(secure: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    trusting = ssl.create_default_context(cafile=KEYS / "certificate.pem")
    monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
    entrants = enter([secure.url, "bluffer"])
    for seed in range(3):
        played = play_game(entrants, "inquisitor", seed)
        assert conduct(played).first is None
    assert secure.connections <= 4  # one for `enter`, one for all games, unless something is slow


def test_an_untrusted_certificate_is_refused(secure: Running) -> None:
    with pytest.raises(ValueError, match="is down: its certificate is not trusted: self"):
        enter([secure.url, "bluffer"])


# Other tables.


def test_a_bot_plays_at_any_table_under_the_name_of_its_seat() -> None:
    bot = Polite()
    with running(bot) as (place,):
        fresh(place.url)
        (entrant,) = enter([place.url])
        game = coup.Game(["jürgen", "ada"], "inquisitor", seed=4)
        guests = {
            "ada": Guest(entrant, "ada", 1),
            "jürgen": Guest(enter(["honest"])[0], "jürgen", 2),
        }
        while not game.over:
            seat = str(game.to_move)
            game.push(guests[seat].choose(game.view(seat)))
        assert guests["ada"].seat.first is None
    (start,) = (request for request in bot.requests if request.path == "/start")
    assert start.facts["players"] == ["j%C3%BCrgen", "ada"]
    assert start.facts["you"] == "ada"


def test_a_bot_plays_with_people_and_is_asked_for_its_last_card() -> None:
    bot = Polite()
    with running(bot) as (place,):
        fresh(place.url)
        chairs = seated(["ann"], [place.url])
        assert chairs == {"ann": "person", "127.0.0.1": place.url}
        with pytest.raises(ValueError, match="bots over HTTP play the ruleset inquisitor"):
            Evening(chairs, coup.ruleset("classic"), seed=1)
        evening = Evening(chairs, coup.ruleset("inquisitor"), seed=1)
        ann = make("counter", 1)  # to which it makes no difference
        for _ in range(6):
            while evening.asked:
                if evening.is_person(evening.asked):
                    evening.answer(ann.choose(evening.view("ann")))
                else:
                    evening.let_bot_answer()
            evening.next_round()
    events = [event for each in evening.rounds for event in each.game().events]
    lost = [each for each in events if isinstance(each, coup.events.Discarded)]
    assert asked(bot, "lose_influence") == sum(each.seat == "127.0.0.1" for each in lost) > 6


def test_only_the_ruleset_inquisitor_can_be_played() -> None:
    with running(Polite()) as (place,):
        entrants = enter([place.url, "honest"])
        for ruleset in ("classic", "coup2022"):
            with pytest.raises(ValueError, match="bots over HTTP play the ruleset inquisitor"):
                play_game(entrants, ruleset, 1)
        played = play_game(entrants, coup.ruleset("inquisitor", first_coins=5, coup_cost=5), 1)
        assert played.game().over


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http:/x", "is not a bot's address: it looks like http://127.0.0.1:8001"),
        ("http://", "is not a bot's address"),
        ("http://a:99999", "is not a bot's address: Port out of range"),
        ("http://me:secret@a", "no user"),
        ("http://a/?x=1", "no question mark"),
        ("http://bücher.example", "only plain ASCII"),
        ("https:a", "is not a bot's address"),
    ],
)
def test_an_invalid_address_gets_a_sentence(url: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        enter([url])


def test_names_are_hosts_or_hosts_and_ports() -> None:
    with running(Polite(), Polite()) as (one, two):
        names = [each.name for each in enter([one.url, two.url, "honest"])]
        assert names == [f"127.0.0.1:{one.port}", f"127.0.0.1:{two.port}", "honest"]
        other = f"http://localhost:{two.port}"
        assert [each.name for each in enter([one.url, other])] == ["127.0.0.1", "localhost"]
        for again in (one.url, f"{one.url}/", f"{two.url}+{one.url}"):
            with pytest.raises(ValueError, match=f"{one.url} is given twice"):
                enter([one.url, "honest", again])
