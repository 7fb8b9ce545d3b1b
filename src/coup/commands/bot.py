"""`coup bot`: one of our bots as an HTTP server."""

import argparse
from typing import Any

from coup.commands.options import BOTS_HELP, add_old_name, add_seed, at_most
from coup.rules.errors import CoupError

PORT = 8001


def add_bot(commands: Any) -> None:
    bot = commands.add_parser(
        "bot",
        help="let one of our bots play elsewhere, over HTTP",
        description="Serve a bot over HTTP, for `coup http` and other programs that speak the same "
        "protocol. Ctrl-C ends it.",
    )
    bot.add_argument("player", metavar="PLAYER", help=BOTS_HELP.rpartition("; or ")[0])
    bot.add_argument(
        "--port",
        type=at_most(65_535),
        default=PORT,
        metavar="N",
        help=f"where to listen; 0: any that is free (default: {PORT})",
    )
    add_old_name(bot, "--http", "port", type=at_most(65_535))
    bot.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1, for this machine)"
    )
    add_seed(bot, about="where the bot's luck comes from")
    bot.set_defaults(run=serve_bot)


def serve_bot(options: argparse.Namespace) -> None:
    """Serve a bot over HTTP until Ctrl-C."""
    import asyncio

    from coup.hosting.entrants import enter
    from coup.http.server import BotServer, serve
    from coup.rules.seeds import check_seed

    if not 0 <= options.port < 1 << 16:
        raise CoupError(f"--port: a number from 0 to 65535, not {options.port}")
    if options.seed is not None:
        check_seed(options.seed)
    (entrant,) = enter([options.player])
    if entrant.is_agent or entrant.is_http:
        raise CoupError(
            f"{options.player} cannot be served: only bots, which are shown views, know the "
            "ruleset inquisitor"
        )

    def ready(url: str) -> None:
        print(f"{entrant.name} plays at {url}", flush=True)

    asyncio.run(serve(BotServer(entrant, options.seed), options.host, options.port, ready))
