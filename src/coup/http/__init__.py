"""Bots over HTTP, in both directions: others' in our games, and ours in others'.

Others' bots play wherever bots do, by their addresses. One of ours answers like this;
`asyncio.run(serve(server, "127.0.0.1", 8001))` serves it over the network:

>>> from coup.hosting import enter
>>> from coup.http import BotServer
>>> server = BotServer(enter(["counter"])[0], seed=7)
>>> server.respond("GET", "/tables/", {}, b"")
(200, {'tables': 1000})
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.http.server import BotServer, serve

__all__ = [
    "BotServer",
    "serve",
]

__getattr__ = exports(
    __name__,
    {
        "BotServer": "coup.http.server",
        "serve": "coup.http.server",
    },
)
