"""A client's socket, on bare ASGI: a framework would keep the data of a request for every socket,
for hours."""

from collections.abc import Awaitable, Callable, MutableMapping
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

INVALID, FOREIGN, TOO_MANY, NOT_TEXT, FAILED = 4400, 4403, 4429, 1007, 1011
"""The codes for closing a socket; docs/protocol.md says what a client does then."""


class Disconnected(Exception):
    """The client is no longer there."""


class Wire:
    """A socket. Any failure means that the client has gone."""

    __slots__ = ("_receive", "_send", "closed")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.closed = False

    async def accept(self) -> None:
        """Accept the connection."""
        await self._receive()  # the request to connect
        await self._do({"type": "websocket.accept"})

    async def hear(self) -> str:
        """The client's next message."""
        message = await self._receive()
        if message["type"] != "websocket.receive":
            self.closed = True
            raise Disconnected
        text: str | None = message.get("text")
        return text if text is not None else str(message.get("bytes") or b"", "utf-8", "replace")

    async def tell(self, text: str) -> None:
        """Send a message."""
        await self._do({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        """Hang up, saying why."""
        if not self.closed:
            await self._do({"type": "websocket.close", "code": code})
            self.closed = True

    async def _do(self, message: Message) -> None:
        if self.closed:
            raise Disconnected
        try:
            await self._send(message)
        except (OSError, RuntimeError):  # lost, or closed below us after too large a message
            self.closed = True
            raise Disconnected from None


def address_of(scope: Scope) -> str:
    """The address that a client's requests count for."""
    client: tuple[str, Any] | None = scope.get("client")
    return counted_part(client[0]) if client else ""


def counted_part(host: str) -> str:
    """The part of an address that limits count, since its owner cannot choose it: for IPv6 the
    first half.

    >>> counted_part("192.0.2.7"), counted_part("::ffff:192.0.2.7")
    ('192.0.2.7', '192.0.2.7')
    >>> counted_part("2001:db8:1:2:3::4")
    '2001:db8:1:2::/64'
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
