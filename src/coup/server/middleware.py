"""Checks before every request: where it comes from and how many come from there; and security
headers."""

import json
import re

from coup.languages import preferred, refusal, speaking
from coup.server import metrics
from coup.server.rates import Rates
from coup.server.websocket import App, Message, Receive, Scope, Send, address_of

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
LASTING = (b"strict-transport-security", b"max-age=31536000")
HOST = re.compile(r"([\w.-]{1,255}|\[[\da-fA-F:.]{2,45}\])?(:\d{1,5})?", re.ASCII)
SAFE = ("GET", "HEAD", "OPTIONS")


TOO_OFTEN = "too many requests come from your address: wait a moment, and try again"
ODD_HOST = "the header Host names no host"
OTHER_SITE = "this page belongs to another site"


class Shield:
    """The outermost middleware.

    requests: how many requests each address may send.
    """

    def __init__(self, app: App, requests: Rates) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                extra = (*HEADERS, LASTING) if scope["scheme"] == "https" else HEADERS
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        with speaking(preferred(header(scope, b"accept-language"))):
            if wait := self.requests.take(address_of(scope)):
                await deny(send_with_headers, 429, TOO_OFTEN, retry_after(wait))
            elif not HOST.fullmatch(header(scope, b"host")):
                await deny(send_with_headers, 400, ODD_HOST)
            elif scope["method"] not in SAFE and not same_origin(scope):
                await deny(send_with_headers, 403, OTHER_SITE)
            else:
                await self.app(as_get(scope), receive, send_with_headers)


def as_get(scope: Scope) -> Scope:
    """HEAD is answered like GET: the web server leaves out the body."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def header(scope: Scope, name: bytes) -> str:
    """A header of a request; empty if there is none."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    return headers.get(name, b"").decode("latin-1")


def same_origin(scope: Scope) -> bool:
    """Whether a request comes from one of our pages, or from no page at all."""
    origin, host = header(scope, b"origin"), header(scope, b"host")
    return not origin or (bool(host) and origin.partition("://")[2] == host)


def retry_after(seconds: int) -> tuple[bytes, bytes]:
    """The header that says when to try again."""
    return b"retry-after", str(seconds).encode()


async def deny(send: Send, status: int, why: str, *headers: tuple[bytes, bytes]) -> None:
    """Answer a request without the application."""
    metrics.REFUSALS.labels(str(status)).inc()
    all_headers = [(b"content-type", b"application/json"), *headers]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": json.dumps({"why": refusal(why)}).encode()})


async def turn_down(send: Send, wait: int) -> None:
    """Refuse a socket to an address with too many requests."""
    metrics.REFUSALS.labels("429").inc()
    start = {"type": "websocket.http.response.start", "status": 429, "headers": [retry_after(wait)]}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": TOO_OFTEN.encode()})
