"""How the web server reads requests: none is endless, no client can hold a connection idle, and no
address can hold too many. So a server needs no proxy in front of it."""

import asyncio
import json
from typing import TYPE_CHECKING

import httptools
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from coup.server import metrics
from coup.server.rates import Crowd
from coup.server.websocket import counted_part

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

HEAD_SECONDS, BODY_SECONDS = 10.0, 20.0
IDLE_SECONDS = 10.0  # between two requests
UNREAD_SECONDS = 60.0  # for a client to read what it was sent
LAST_SECONDS = 2.0  # for a client to read a refusal
ADDRESS_BYTES, HEADER_BYTES, HEAD_BYTES, BODY_BYTES = 2048, 8000, 16384, 16384
HEADERS = 100
PIPELINED = 8  # requests that wait for the answer to an earlier one
CONNECTIONS = 300  # for each address, besides its sockets


class Unwanted(Exception):
    """A request that we stop reading."""

    def __init__(self, status: int, why: str) -> None:
        self.status, self.why = status, why


class Gate(HttpToolsProtocol):
    """A connection for requests."""

    crowd = Crowd(CONNECTIONS)
    address = ""  # that it counts for
    timer: asyncio.TimerHandle | None = None
    unread: asyncio.TimerHandle | None = None
    running: RequestResponseCycle | None = None  # others may be queued behind it
    in_head = receiving = refused = False
    raw = head = body = 0  # bytes: of an unfinished head, of headers, of a body

    # Coming and going.

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._within(HEAD_SECONDS)
        if not self._enter():
            self._refuse(Unwanted(429, CROWDED))

    def _enter(self) -> bool:
        """Count the connection, unless a proxy opens it for many people."""
        proxied = isinstance(self.app, ProxyHeadersMiddleware) and self.client
        if self.client is None or (proxied and self.client[0] in self.app.trusted_hosts):
            return True
        address = counted_part(self.client[0])
        if not self.crowd.enter(address):
            return False
        self.address = address
        return True

    def _leave(self) -> None:
        self._within(None)
        if self.address:
            self.crowd.leave(self.address)
            self.address = ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._answer_nobody()
        if self.unread is not None:
            self.unread.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        if self.answering:  # to a request before this one
            self._hang_up()
            return
        self._leave()
        super().handle_websocket_upgrade()

    # Time.

    def _within(self, seconds: float | None) -> None:
        """Set a limit for the arrival of the next part."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self.receiving:
            self._refuse(Unwanted(408, "the request did not come to its end in time"))
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Close the connection, even if the client never reads what it was sent."""
        self._answer_nobody()
        self.transport.close()
        self._give_up_later()

    def _answer_nobody(self) -> None:
        """Tell the task that works on an answer that nobody waits for it any more."""
        for cycle in (self.cycle, self.running):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: "ASGI3Application") -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)

    def _give_up_later(self) -> None:
        if self.unread is None:
            self.unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._give_up_later()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.unread is not None and not self.transport.is_closing():
            self.unread.cancel()
            self.unread = None

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()
        if self.transport.is_closing():
            self._hang_up()
        elif not self.receiving and not self.answering:
            self._within(IDLE_SECONDS)

    @property
    def answering(self) -> bool:
        """Whether a request waits for its answer."""
        return self.cycle is not None and not self.cycle.response_complete

    # A request and its parts.

    def data_received(self, data: bytes) -> None:
        if self.refused:
            return
        self.raw += len(data) if self.in_head else 0
        try:
            self.parser.feed_data(data)
            if self.in_head and self.raw > HEAD_BYTES:
                raise Unwanted(431, TOO_LARGE)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError as error:
            cause = error.__context__
            self._refuse(cause if isinstance(cause, Unwanted) else Unwanted(400, NOT_HTTP))
        except Unwanted as cause:
            self._refuse(cause)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.in_head = self.receiving = True
        self.raw = self.head = self.body = 0
        self._within(HEAD_SECONDS)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > ADDRESS_BYTES:
            raise Unwanted(414, f"an address has at most {ADDRESS_BYTES} letters")

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.head += len(name) + len(value)
        large = len(name) + len(value) > HEADER_BYTES or self.head > HEAD_BYTES
        if large or len(self.headers) > HEADERS:
            raise Unwanted(431, TOO_LARGE)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= PIPELINED:
            raise Unwanted(429, "wait for an answer before you send more requests")
        super().on_headers_complete()
        self.in_head = False
        self._within(BODY_SECONDS)

    def on_body(self, body: bytes) -> None:
        self.body += len(body)
        if self.body > BODY_BYTES:
            raise Unwanted(413, f"the body of a request has at most {BODY_BYTES} bytes")
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.receiving = False
        self._within(None if self.answering else IDLE_SECONDS)

    def _refuse(self, unwanted: Unwanted) -> None:
        """Send the client away, with a sentence if it can be taken for the answer to this
        request."""
        metrics.REFUSALS.labels(str(unwanted.status)).inc()
        if not self._is_next or self.transport.is_closing():
            self._hang_up()
            return
        self.transport.write(answer(unwanted))
        self.transport.write_eof()
        self._hear_out()

    def _hear_out(self) -> None:
        """Keep reading for a moment: a client that is cut off while sending reads no answer."""
        self.refused = True
        self._within(None)
        self.flow.resume_reading()
        self.unread = self.loop.call_later(LAST_SECONDS, self.transport.abort)
        self._answer_nobody()

    @property
    def _is_next(self) -> bool:
        """Whether what is written now answers the request that is being read."""
        if not self.receiving:
            return self.cycle is None
        if self.in_head:
            return not self.answering
        return self.answering and not self.pipeline and not self.cycle.response_started


CROWDED = "your address has too many connections open: close some, and try again"
TOO_LARGE = f"a request has at most {HEADERS} headers, of {HEAD_BYTES} bytes together"
NOT_HTTP = "this is not HTTP"


def answer(unwanted: Unwanted) -> bytes:
    """The answer to a refused request."""
    body = json.dumps({"why": unwanted.why}).encode()
    headers = b"content-type: application/json\r\nx-content-type-options: nosniff\r\n"
    later = b"retry-after: 10\r\n" if unwanted.status == 429 else b""
    end = b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
    return STATUS_LINE[unwanted.status] + headers + later + end + body
