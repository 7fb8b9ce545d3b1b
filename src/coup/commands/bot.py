"""`coup bot`: one of our bots as an HTTP server."""

import argparse
from typing import Any

from coup.commands.options import BOTS_HELP, PORT, add_old_name, add_seed
from coup.rules.errors import CoupError

USUAL_PORT = 8001


def add_bot(commands: Any) -> None:
    bot = commands.add_parser(
        "bot",
        help="serve one of our bots over HTTP",
        description="Serve a bot over HTTP, for `coup http` and other programs that speak its "
        "protocol. Ctrl-C stops it.",
    )
    bot.add_argument("player", metavar="PLAYER", help=BOTS_HELP.rpartition("; or ")[0])
    bot.add_argument(
        "--port",
        type=PORT,
        default=USUAL_PORT,
        metavar="N",
        help=f"where to listen; 0: any free port (default: {USUAL_PORT})",
    )
    add_old_name(bot, "--http", "port", type=PORT)
    bot.add_argument(
        "--host",
        default="127.0.0.1",
        help="where to listen (default: 127.0.0.1, this machine only)",
    )
    add_seed(bot, about="the same number gives the bot the same luck")
    bot.set_defaults(run=serve_bot)


def serve_bot(options: argparse.Namespace) -> None:
    """Serve a bot over HTTP until Ctrl-C."""
    import asyncio

    from coup.hosting.entrants import enter
    from coup.http.server import BotServer, serve

    (entrant,) = enter([options.player])
    if entrant.is_agent or entrant.is_http:
        raise CoupError(
            f"{options.player} cannot be served: only bots, which are shown views, know the "
            "ruleset inquisitor"
        )

    def ready(url: str) -> None:
        print(f"{entrant.name} plays at {url}", flush=True)

    asyncio.run(serve(BotServer(entrant, options.seed), options.host, options.port, ready))
