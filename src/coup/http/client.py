"""A bot that is an HTTP server, and what we have learned about how to call it.

Bots of this kind follow older and newer versions of the protocol, some carelessly. This module
finds out how each wants to be called, and remembers it for the life of the process. Every question
is asked once; it is rephrased only if the bot said that it does not know it. The module knows the
protocol, not what the answers mean at the table.
"""

import atexit
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Literal, NamedTuple
from urllib.parse import quote, urljoin, urlsplit

from coup.http.wire import PORTS, Address, HttpLine, HttpReply, NoAnswer, Overdue, address
from coup.rules.errors import CoupError

LIMIT = 2.0  # seconds for an answer
HOPS = 3  # redirects that are followed
SIGNALS = ("status", "new_turn", "blocking", "lost_influence", "challenge", "action")
NOT_THERE = (404, 405, 501)  # what a bot answers to a call that it does not have
OLD_NAMES = {
    "Must-Coup": ("must_coup",),
    "Action": ("action",),
    "Player": ("opponent", "player"),
    "Card": ("card",),
}
"""What older bots, which expect a POST, find in its body instead of headers. Some read `opponent`
and some `player`, so they get both."""
NAME_LENGTH = 50  # leaves room for a number
JOINT = "+"  # joins the addresses of one bot

NEWS = ("/new_card_from_challenge/", "/inquisitor/card_returned_from_investigation")
"""Calls that some older bots lack."""

Dialect = Literal["unknown", "get", "post"]


class BadAnswer(Exception):
    """A bot did not answer properly.

    asked: the request.
    answer: what came back, safe to print; None if nothing did.
    why: what was wrong with it.
    """

    def __init__(self, asked: str, answer: str | None, why: str) -> None:
        super().__init__(f"{asked}: {why}")
        self.asked = asked
        self.answer = answer
        self.why = why


class BotAnswer(NamedTuple):
    """A bot's answer to a question: a JSON object."""

    asked: str
    value: Mapping[str, Any]

    def bad(self, why: str) -> BadAnswer:
        """The exception for a fault in this answer."""
        return BadAnswer(self.asked, f"{self.value!r:.200}", why)


class Ways:
    """What is known about the bot at an address, across all games."""

    def __init__(self, url: str) -> None:
        self.where = address(url)
        self.line = HttpLine(self.where)
        self.starts = ["/start", "/start/"]  # for the start of a game, the likelier one first
        self.paths: dict[str, str] = {}  # the redirects of paths
        self.dialect: Dialect = "unknown"
        self.muted: set[str] = set()  # signals that it has rejected
        self.messenger: ThreadPoolExecutor | None = None
        self.sent: list[Future[None]] = []  # signals that may still be unanswered

    def later(self, call: Callable[..., None], *arguments: Any) -> None:
        """Do something in the background, after everything that is queued."""
        if self.messenger is None:
            self.messenger = ThreadPoolExecutor(1, "signals")
        self.sent.append(self.messenger.submit(call, *arguments))

    def settle(self) -> None:
        """Wait until the bot has received everything that was sent, so that it hears it in
        order."""
        for each in self.sent:
            each.result()
        self.sent.clear()


KNOWN: dict[str, Ways] = {}
"""All bots that this process has called, by address."""
table = 0
"""The index of the address that this process plays with, for a bot with several."""


@atexit.register
def hang_up() -> None:
    """Close all connections."""
    for ways in KNOWN.values():
        ways.line.close()


def ways_of(url: str) -> Ways:
    """What is known about the bot at an address."""
    if url not in KNOWN:
        KNOWN[url] = Ways(url)
    return KNOWN[url]


@lru_cache(maxsize=1024)
def addresses(source: str) -> tuple[str, ...]:
    """The addresses of one bot.

    >>> addresses("http://a:8001+http://a:8002/")
    ('http://a:8001', 'http://a:8002')
    """
    urls = source.replace(f"{JOINT}http", f"\n{JOINT}http").split(f"\n{JOINT}")
    for url in urls:
        address(url)
    return tuple(url.rstrip("/") for url in urls)


def short_names(sources: Sequence[str]) -> list[str]:
    """Names for bots: the host if all hosts differ, otherwise host and port, and the path where
    these are the same.

    >>> short_names(["http://a:8001", "http://b:8001"])
    ['a', 'b']
    >>> short_names(["http://a:8001", "http://a:8002"])
    ['a:8001', 'a:8002']
    """
    every = [address(url) for source in sources for url in addresses(source)]
    for each in every:
        if every.count(each) > 1:
            raise CoupError(
                f"{each.url} is given twice, but a bot plays one seat of a game: start it once "
                "more at another port"
            )
    found = [address(addresses(source)[0]) for source in sources]
    hosts = [each.host for each in found]
    servers = [f"{each.host}:{each.port}" for each in found]
    paths = [f"{each.host}:{each.port}{each.path}" for each in found]
    shortest = next(names for names in (hosts, servers, paths) if len(set(names)) == len(names))
    return [name[-NAME_LENGTH:] for name in shortest]


def knock(source: str, limit: float = LIMIT) -> None:
    """Refuse a bot, with a sentence, if nothing listens at one of its addresses."""
    for url in addresses(source):
        try:
            HttpLine(address(url)).knock(limit)
        except NoAnswer as error:
            raise CoupError(f"the bot at {url} is down: {error}") from None


def tables_of(source: str) -> int:
    """How many games a bot says it can play in parallel; for a bot with several addresses, their
    number."""
    urls = addresses(source)
    if len(urls) > 1:
        return len(urls)
    try:
        reply = HttpBot(source)._send("GET", "/tables/", "", None, want_body=True)
        tables = read("GET /tables/", reply).value.get("tables")
    except (BadAnswer, NoAnswer):
        return 1
    return tables if isinstance(tables, int) else 1


class HttpBot:
    """A bot in one game.

    limit: seconds for an answer.
    """

    def __init__(self, source: str, limit: float = LIMIT) -> None:
        urls = addresses(source)
        self.ways = ways_of(urls[table % len(urls)])
        self.limit = limit
        self.game = f"Game: {secrets.token_hex(8)}\r\n"  # one seat's: the bot tells seats apart
        self.asleep = False  # it has left a signal unanswered in this game

    # What must be answered.

    def start(self, facts: Mapping[str, Any]) -> None:
        """Tell the bot that a game begins."""
        for path in self.ways.starts:
            try:
                self.tell(path, facts)
            except BadAnswer as error:
                problem = error
                if error.answer is None:  # perhaps it was heard
                    break
            else:
                self.ways.starts.sort(key=path.__ne__)  # try the one that works first from now on
                return
        raise problem

    def tell(self, path: str, facts: Mapping[str, Any]) -> None:
        """Tell the bot something that it must know."""
        self.ways.settle()
        asked = f"POST {path}"
        path = old_path(path) if self.ways.dialect == "post" else path
        reply = self._heard(asked, "POST", path, "", facts, False)
        never_had = self.ways.dialect == "post" and reply.status in NOT_THERE and path in NEWS
        if not reply.fine and not never_had:
            raise BadAnswer(asked, f"status {reply.status}", "any status from 200 to 299 is right")

    def ask(self, path: str, about: Mapping[str, str]) -> BotAnswer:
        """Ask the bot a question, in the dialect that it understands."""
        self.ways.settle()
        headers = [f"{name}: {value}" for name, value in about.items()]
        asked = " ".join([f"GET {path}", *headers])
        if self.ways.dialect == "post":
            return read(asked, self._ask_old(asked, path, about))
        lines = "".join(f"{header}\r\n" for header in headers)
        reply = self._heard(asked, "GET", path, lines, None, True)
        if self.ways.dialect == "unknown" and reply.status in NOT_THERE:
            other = self._ask_old(asked, path, about)
            self.ways.dialect = "get" if other.status in NOT_THERE else "post"
            reply = other if self.ways.dialect == "post" else reply
        elif reply.fine:
            self.ways.dialect = "get"
        return read(asked, reply)

    def _ask_old(self, asked: str, path: str, about: Mapping[str, str]) -> HttpReply:
        """Ask a question in the older dialect."""
        facts = {
            key: old_value(name, value) for name, value in about.items() for key in OLD_NAMES[name]
        }
        return self._heard(asked, "POST", old_path(path), "", facts, True)

    def _heard(
        self,
        asked: str,
        method: str,
        path: str,
        headers: str,
        facts: Mapping[str, Any] | None,
        want_body: bool,
    ) -> HttpReply:
        try:
            return self._send(method, path, headers, facts, want_body)
        except NoAnswer as error:
            raise BadAnswer(asked, None, str(error)) from None

    # What may be ignored.

    @property
    def listens(self) -> bool:
        """Whether the bot wants any signals."""
        return not self.asleep and len(self.ways.muted) < len(SIGNALS)

    def signal(self, kind: str, facts: Any) -> None:
        """Send the bot a signal, without waiting for an answer."""
        if not self.asleep and kind not in self.ways.muted:
            self.ways.later(self._signal, kind, facts)

    def _signal(self, kind: str, facts: Any) -> None:
        if self.asleep or kind in self.ways.muted:
            return
        try:
            reply = self._send("POST", f"/signal/{kind}", "", facts)
        except Overdue:
            self.asleep = True
        except NoAnswer:
            pass  # signals may be ignored; the next question will show whether it is still there
        else:
            if reply.status in NOT_THERE:
                self.ways.muted.add(kind)

    # On the wire.

    def _send(
        self, method: str, path: str, headers: str, facts: Any, want_body: bool = False
    ) -> HttpReply:
        """Send a request, and follow redirects on the same server."""
        ways = self.ways
        start = ways.where.path + ways.paths.get(path, path)
        body = None if method == "GET" else json.dumps(facts).encode()
        at = start
        for _ in range(HOPS + 1):
            reply = ways.line.exchange(method, at, self.game + headers, body, self.limit, want_body)
            moved = redirected(ways.where, method, at, reply)
            if moved is None:
                if at != start and reply.fine:
                    ways.paths[path] = at.removeprefix(ways.where.path)
                return reply
            at = moved
        raise NoAnswer(f"it redirects more than {HOPS} times")


def old_path(path: str) -> str:
    """The path that older bots expect."""
    return path.rstrip("/") if path.startswith("/inquisitor/") else path


def old_value(name: str, value: str) -> str | bool:
    """A header's value as older bots expect it in the body."""
    return value == "true" if name == "Must-Coup" else value


def redirected(where: Address, method: str, path: str, reply: HttpReply) -> str | None:
    """The new location of a request that has not been processed yet, if it was redirected.

    A POST answered with "see other" has been processed, so it must not be repeated; but many
    servers use the same status only to ask for a slash at the end.
    """
    if reply.status not in (301, 302, 303, 307, 308) or not reply.location:
        return None
    try:
        target = urlsplit(urljoin(f"{where.scheme}://{where.server}{path}", reply.location))
        server = target.hostname, target.port or PORTS.get(target.scheme)
    except ValueError:
        raise NoAnswer(f"it redirects to {reply.location!r:.100}, which is no address") from None
    slash = target.path.rstrip("/") == path.rstrip("/") and target.path != path
    heard = reply.status == 303 or (reply.status in (301, 302) and not slash)
    if method == "POST" and heard:
        return None
    if target.scheme != where.scheme or server != (where.host, where.port):
        raise NoAnswer(f"it redirects to another server: {reply.location!r:.100}")
    query = f"?{quote(target.query, safe='=&%')}" if target.query else ""
    return quote(target.path or "/", safe="/%") + query


def read(asked: str, reply: HttpReply) -> BotAnswer:
    """The object in a bot's answer, whatever its content type."""
    shown = f"{reply.body.decode('utf-8', 'replace')!r:.200}"
    if not reply.fine:
        raise BadAnswer(asked, f"status {reply.status}, {shown}", "status 200 is right")
    try:
        value = json.loads(reply.body)
    except (ValueError, RecursionError):
        raise BadAnswer(asked, shown, "it is not JSON") from None
    if not isinstance(value, dict):
        raise BadAnswer(asked, shown, "a JSON object is right")
    return BotAnswer(asked, value)
