"""One request over HTTP/1.1 and its answer, with a total time limit.

It never repeats a request, reads no more than necessary, and measures whether a server is faster
with a persistent connection or with a new one for each request. It uses bare sockets, since a game
is a chain of tiny requests, each waiting for the one before; docs/http-bots.md has the figures. It
knows nothing of Coup.
"""

import re
import socket
import ssl
import statistics
import time
from collections import deque
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlsplit

from coup import __version__
from coup.rules.errors import CoupError

LARGEST = 1 << 16  # bytes of an answer's body, and of its headers
BITE = 1 << 16
IDLE = 1.0  # seconds of silence after which a server may close a connection
PROBATION = 3  # connections after which a server's promise to keep them is trusted
GRACE = 0.01  # seconds
SLOW = 0.03  # seconds for an answer that suggest delayed acknowledgements
TRIED = 6  # how many requests are compared
HEAD_END = re.compile(rb"\r?\n\r?\n")
PORTS = {"http": 80, "https": 443}


class NoAnswer(Exception):
    """There is no usable answer; the text says why."""


class Overdue(NoAnswer):
    """The answer was missing or incomplete at the deadline."""


class Address(NamedTuple):
    """A server's address. `path` is a prefix of all request paths."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def server(self) -> str:
        """Host and port, as in the header `Host`."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address as people write it."""
        return f"{self.scheme}://{self.server}{self.path}"


def address(url: str) -> Address:
    """The parts of a URL; refused with a sentence if it cannot be a bot's.

    >>> address("http://127.0.0.1:8001/").server
    '127.0.0.1:8001'
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError as error:
        raise CoupError(f"{url!r:.100} is not a bot's address: {error}") from None
    example = "it looks like http://127.0.0.1:8001"
    if parts.scheme not in PORTS or not host:
        raise CoupError(f"{url!r:.100} is not a bot's address: {example}")
    if parts.query or parts.fragment or parts.username is not None:
        raise CoupError(
            f"{url!r:.100} is not a bot's address: no user, no question mark and no #; {example}"
        )
    if not url.isascii() or not url.isprintable() or " " in url:
        raise CoupError(f"{url!r:.100} is not a bot's address: only plain ASCII; {example}")
    return Address(parts.scheme, host, port or PORTS[parts.scheme], parts.path.rstrip("/"))


class HttpReply(NamedTuple):
    """A server's answer; the body only as far as it was needed."""

    status: int
    location: str
    body: bytes

    @property
    def fine(self) -> bool:
        return 200 <= self.status < 300


class KeepAlive:
    """Decides whether to keep connections to a server, by how fast its recent answers were.

    Many small servers write an answer in two pieces. On a persistent connection the second one then
    waits for our acknowledgement of the first, which systems delay by 40 ms or more.
    """

    def __init__(self) -> None:
        self.kept: deque[float] = deque(maxlen=TRIED)
        self.new: list[float] = []
        self.decided: bool | None = None

    @property
    def wanted(self) -> bool:
        """Whether the next request should use a persistent connection."""
        if self.decided is not None:
            return self.decided
        return len(self.kept) < TRIED or min(self.kept) < SLOW

    def note(self, seconds: float, kept: bool) -> None:
        """Note how long an answer took."""
        if self.decided is not None:
            return
        if kept:
            self.kept.append(seconds)
        elif not self.wanted:
            self.new.append(seconds)
            if len(self.new) == TRIED:
                usual = statistics.median(self.kept)
                self.decided = statistics.median(self.new) > 0.75 * usual


class HttpLine:
    """The connection to one server, for one request at a time."""

    def __init__(self, where: Address) -> None:
        self.where = where
        self.keep_alive = KeepAlive()
        self.closes = False  # whether the server closes connections that it promised to keep
        self.trust = 0  # how often it has kept one
        self.socket: socket.socket | None = None
        self.used = 0.0
        self.requests = 0
        self.context = ssl.create_default_context() if where.scheme == "https" else None
        self.lock = Lock()
        self.common = (
            f"Host: {where.server}\r\nUser-Agent: coup/{__version__}\r\n"
            "Accept: application/json, */*\r\nAccept-Encoding: identity\r\n"
        )

    def exchange(
        self,
        method: str,
        path: str,
        headers: str,
        body: bytes | None,
        limit: float,
        want_body: bool = True,
    ) -> HttpReply:
        """Send a request, once, and wait for the answer.

        headers: lines, each with its `\\r\\n`.
        limit: seconds in total.
        want_body: whether the body of the answer matters; otherwise it may be missing.
        """
        with self.lock:
            begin = time.monotonic()
            keep = self.keep_alive.wanted and not self.closes
            request = self._request(method, path, headers, body, keep)
            kept = self._is_open()
            try:
                link = self.socket or self._connect(limit)
                link.settimeout(time_left(begin + limit))
                self.requests += 1
                link.sendall(request)
                reply, open_still = receive(link, begin + limit, want_body)
            except TimeoutError:
                self.close()
                raise Overdue(f"no answer within {limit:g} s") from None
            except OSError as error:
                self.close()
                self.closes = self.closes or kept
                if isinstance(error, ConnectionRefusedError):
                    self.closes, self.trust = (
                        False,
                        0,
                    )  # after a restart it may be a different server
                raise NoAnswer(reason(error)) from None
            except BaseException:
                self.close()
                raise
            if not (keep and open_still):
                self.close()
            self.used = time.monotonic()
            self.keep_alive.note(self.used - begin, kept)
            return reply

    def _request(
        self, method: str, path: str, headers: str, body: bytes | None, keep: bool
    ) -> bytes:
        connection = "keep-alive" if keep else "close"
        head = f"{method} {path} HTTP/1.1\r\n{self.common}Connection: {connection}\r\n{headers}"
        if body is None:
            return f"{head}\r\n".encode("latin-1")
        about = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        return f"{head}{about}".encode("latin-1") + body

    def _is_open(self) -> bool:
        """Whether there is a connection to reuse. A request on one that is being closed would be
        lost, and nobody could tell whether it was received."""
        if self.socket is None:
            return False
        probation = self.trust < PROBATION
        quiet = time.monotonic() - self.used < IDLE and is_quiet(self.socket, GRACE * probation)
        if quiet and self.keep_alive.wanted:
            self.trust += probation
            return True
        self.closes = self.closes or (probation and not quiet)
        self.close()
        return False

    def _connect(self, limit: float) -> socket.socket:
        self.socket = socket.create_connection((self.where.host, self.where.port), limit)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.context is not None:
            self.socket = self.context.wrap_socket(self.socket, server_hostname=self.where.host)
        return self.socket

    def knock(self, limit: float) -> None:
        """Check that something listens there, without a request."""
        try:
            self._connect(limit)
        except TimeoutError:
            raise Overdue(f"no answer within {limit:g} s") from None
        except OSError as error:
            raise NoAnswer(reason(error)) from None
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection, if there is one."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def is_quiet(link: socket.socket, seconds: float) -> bool:
    """Whether a connection stays open and silent for a while."""
    link.settimeout(seconds)
    try:
        link.recv(1)
    except (BlockingIOError, TimeoutError, ssl.SSLWantReadError):
        return True
    except OSError:
        pass
    return False  # closed, or there is unexpected data


def reason(error: OSError) -> str:
    """Why a connection failed, in a few words."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted: {error.verify_message}"
    if isinstance(error, ConnectionRefusedError):
        return "the connection is refused: nobody listens there"
    if isinstance(error, ConnectionResetError | BrokenPipeError):
        return "the connection was broken off"
    return f"no connection: {error.strerror or type(error).__name__}"


def time_left(deadline: float) -> float:
    """Seconds until a deadline; raises TimeoutError after it."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class Reader:
    """Reads bytes from a connection until a deadline."""

    def __init__(self, link: socket.socket, deadline: float) -> None:
        self.link = link
        self.deadline = deadline
        self.data = b""
        self.begun = False

    def more(self) -> bool:
        """Wait for more bytes; False at the end."""
        if self.begun:  # at first the timeout set for the request still holds
            self.link.settimeout(time_left(self.deadline))
        self.begun = True
        new = self.link.recv(BITE)
        self.data += new
        return bool(new)

    def need(self, size: int) -> None:
        """Wait for this many bytes."""
        while len(self.data) < size:
            if not self.more():
                raise NoAnswer("the answer was broken off")

    def line(self) -> bytes:
        """A line of a chunked body."""
        while b"\n" not in self.data:
            if len(self.data) > LARGEST or not self.more():
                raise NoAnswer("the answer was broken off")
        line, _, self.data = self.data.partition(b"\n")
        return line.strip()


class Head(NamedTuple):
    """The status line and headers of an answer."""

    version: bytes
    status: int
    fields: dict[bytes, bytes]

    @property
    def keeps(self) -> bool:
        """Whether the server promises to keep the connection."""
        connection = self.fields.get(b"connection", b"").lower()
        return b"keep-alive" in connection or (
            self.version == b"HTTP/1.1" and b"close" not in connection
        )


def receive(link: socket.socket, deadline: float, want_body: bool) -> tuple[HttpReply, bool]:
    """An answer, and whether the connection can be reused."""
    reader = Reader(link, deadline)
    head = read_head(reader)
    while head.status < 200:  # such as 100 Continue; the answer follows
        head = read_head(reader)
    location = head.fields.get(b"location", b"").decode("latin-1")
    if not want_body and not is_framed(head):
        return HttpReply(head.status, location, b""), False
    try:
        body = read_body(reader, head)
        if want_body:
            refuse_compressed(head)
    except (NoAnswer, TimeoutError):
        if want_body:
            raise
        return HttpReply(head.status, location, b""), False
    open_still = head.keeps and is_framed(head) and not reader.data
    return HttpReply(head.status, location, body if want_body else b""), open_still


def read_head(reader: Reader) -> Head:
    """Read the status line and headers."""
    while True:
        end = HEAD_END.search(reader.data)
        if end is not None:
            break
        if len(reader.data) > LARGEST:
            raise NoAnswer("its headers are too large")
        if not reader.more():
            if reader.data:
                raise NoAnswer("the answer was broken off")
            raise ConnectionResetError
    lines = reader.data[: end.start()].split(b"\n")
    reader.data = reader.data[end.end() :]
    version, _, rest = lines[0].partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise NoAnswer("it does not speak HTTP/1")
    fields = {}
    for line in lines[1:]:
        name, _, value = line.partition(b":")
        fields[name.strip().lower()] = value.strip()
    return Head(version, int(rest[:3]), fields)


def is_framed(head: Head) -> bool:
    """Whether the answer marks its end other than by closing the connection."""
    fields = head.fields
    return (
        head.status in (204, 304) or b"content-length" in fields or b"transfer-encoding" in fields
    )


def read_body(reader: Reader, head: Head) -> bytes:
    """Read everything after the headers."""
    if head.status in (204, 304):
        return b""
    if b"chunked" in head.fields.get(b"transfer-encoding", b"").lower():
        return read_chunks(reader)
    length = head.fields.get(b"content-length")
    if length is None:
        while len(reader.data) <= LARGEST and reader.more():
            pass
        check_size(len(reader.data))
        body, reader.data = reader.data, b""
        return body
    if not length.isdigit() or len(length) > 18:
        raise NoAnswer(f"its content length is {length!r:.40}")
    check_size(int(length))
    reader.need(int(length))
    body, reader.data = reader.data[: int(length)], reader.data[int(length) :]
    return body


def read_chunks(reader: Reader) -> bytes:
    """Read a chunked body."""
    body = b""
    while True:
        text = reader.line().partition(b";")[0].strip()
        try:
            size = int(text, 16)
        except ValueError:
            raise NoAnswer("its chunks cannot be told apart") from None
        if size <= 0:
            break
        check_size(len(body) + size)
        reader.need(size)
        body, reader.data = body + reader.data[:size], reader.data[size:]
        reader.line()
    while reader.line():
        pass  # trailers
    return body


def refuse_compressed(head: Head) -> None:
    """Refuse a compressed body; the request's `Accept-Encoding` excluded it."""
    coding = head.fields.get(b"content-encoding", b"").decode("latin-1").lower()
    if coding not in ("", "identity"):
        raise NoAnswer(f"the answer is compressed ({coding:.40}), which was not asked for")


def check_size(size: int) -> None:
    """Refuse a body that is too large."""
    if size > LARGEST:
        raise NoAnswer(f"the answer is larger than {LARGEST >> 10} KiB")
