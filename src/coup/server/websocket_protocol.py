"""How the web server serves sockets: thousands are open at a time, most of them silent, so each
must be small, and no client can make it large. It does not know what the messages mean."""

import asyncio
from typing import TYPE_CHECKING, Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from coup.server.http_protocol import Gate
from coup.server.messages import MESSAGE_SIZE
from coup.server.rates import Bucket
from coup.server.websocket import NOT_TEXT, TOO_MANY

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from websockets.frames import Frame

INBOX = 32  # messages that wait for their reader before reading pauses
PIECE = 1024  # bytes to process at a time
TAIL = 16  # pieces that may still arrive after we have closed
RATE, BURST = 10.0, 40.0  # pings and message fragments a second
PING_SECONDS = 10.0  # of silence before a client is pinged
PONG_SECONDS = 10.0  # for the answer
UNREAD_SECONDS = 30.0  # for a client to read what it was sent
LAST_SECONDS = 3.0  # for a client to answer a close


class Inbox(asyncio.Queue[Any]):
    """What a client has sent, for one reader: a queue of 0.2 KB instead of 3 KB."""

    __slots__ = ("messages", "reader")

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.reader: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        self.messages.append(item)
        if self.reader is not None and not self.reader.done():
            self.reader.set_result(None)

    async def get(self) -> Any:
        while not self.messages:
            self.reader = asyncio.get_running_loop().create_future()
            await self.reader
        return self.messages.pop(0)

    def empty(self) -> bool:
        return not self.messages

    def full(self) -> bool:
        return len(self.messages) >= INBOX


class SlimSocket(WebSocketsSansIOProtocol):
    """A socket that drops the request that opened it. It takes in no more than its reader can
    process and its client reads."""

    rest = b""  # received and not processed yet
    tail = TAIL
    heard = 0.0  # when data came last
    bucket: Bucket | None = None
    end: asyncio.TimerHandle | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()

    async def send(self, message: "ASGISendEvent") -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            cast("dict[str, Any]", self.scope).clear()
            self.request.headers.clear()
            self.response.headers.clear()

    # What comes in.

    def data_received(self, data: bytes) -> None:
        self.heard = self.loop.time()
        data, self.rest = self.rest + data, b""
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            if not self._takes_more():
                self.transport.pause_reading()
                self.rest = b"" if self.close_sent else data[start:]
                return
            super().data_received(data[start : start + PIECE])

    def _takes_more(self) -> bool:
        if self.close_sent:
            self.tail -= 1
            return self.tail >= 0
        return self.writable.is_set() and not self.queue.full()

    async def receive(self) -> "ASGIReceiveEvent":
        message: ASGIReceiveEvent = await self.queue.get()
        if self.queue.empty():
            self._go_on()
        return message

    def _go_on(self) -> None:
        """Process what is left, then read on, if the client reads and its messages are taken."""
        self.data_received(b"")
        if self.queue.empty() and self.writable.is_set() and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def send_keepalive_ping(self) -> None:
        """Ping the client, unless something came from it meanwhile."""
        left = (self.ping_interval or 0.0) - (self.loop.time() - self.heard)
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        if self._is_in_measure():
            super().handle_ping()

    def handle_pong(self, event: "Frame") -> None:
        if self._is_in_measure():
            super().handle_pong(event)

    def handle_cont(self, event: "Frame") -> None:
        if self._is_in_measure():
            super().handle_cont(event)

    def _is_in_measure(self) -> bool:
        """Whether a client may send one more of what costs it nothing; otherwise it is
        disconnected."""
        if self.bucket is None:
            self.bucket = Bucket(RATE, BURST)
        if self.bucket.take():
            return True
        self._send_away(TOO_MANY)
        return False

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self._send_away(NOT_TEXT)
        else:
            super().send_receive_event_to_app()

    # What goes out, and the end.

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()
        self._end_within(UNREAD_SECONDS)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.end is not None and not self.transport.is_closing():
            self.end.cancel()
            self.end = None
        self._go_on()

    def _send_away(self, code: int) -> None:
        if not self.close_sent:
            self.conn.fail(code)
            self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # not open yet
            self.transport.abort()
        else:
            super().handle_parser_exception()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_within(LAST_SECONDS)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self._end_within(LAST_SECONDS)

    def _end_within(self, seconds: float) -> None:
        """Abort the connection then, even if the client does not read what it was sent."""
        if self.end is not None:
            self.end.cancel()
        self.end = self.loop.call_later(seconds, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.end is not None:
            self.end.cancel()
        super().connection_lost(exc)


def is_text(data: bytes) -> bool:
    """Whether it is UTF-8."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


SOCKETS: dict[str, Any] = {
    "http": Gate,
    "ws": SlimSocket,
    "ws_max_size": MESSAGE_SIZE,
    "ws_per_message_deflate": False,  # it would take 50 KB for each
    "ws_ping_interval": PING_SECONDS,
    "ws_ping_timeout": PONG_SECONDS,
}
"""Options of the web server for connections."""
