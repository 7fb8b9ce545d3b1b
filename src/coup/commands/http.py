"""`coup http` and `coup bot`: bots that are HTTP servers, played with and made."""

import argparse
from typing import Any

from coup.commands.columns import add_rule
from coup.rules.errors import CoupError
from coup.rules.rulesets import house_rule


def add_http(commands: Any) -> None:
    http = commands.add_parser(
        "http",
        help="let bots in any language play, over HTTP",
        description="Let bots that are HTTP servers play, all at one table, by the ruleset "
        "inquisitor. How to write one: docs/http-bots.md.",
    )
    http.add_argument(
        "bots",
        nargs="*",
        metavar="URL",
        help="such as http://127.0.0.1:8001; several addresses of one bot: URL+URL",
    )
    http.add_argument("--settings", metavar="FILE", help="a TOML file that says the same, and more")
    http.add_argument("-n", "--games", type=int, metavar="N", help="how many (default: 100)")
    http.add_argument(
        "--tables", type=int, metavar="N", help="games side by side, if bots can (default: 1)"
    )
    http.add_argument("--limit", type=float, metavar="S", help="seconds for an answer (default: 2)")
    http.add_argument(
        "--faults",
        type=int,
        metavar="N",
        help="after so many in a game a bot is not called any more (default: 5)",
    )
    http.add_argument("--seats", type=int, metavar="K", help="draw K bots for each game")
    http.add_argument("--anyway", action="store_true", help="begin even if a bot is down")
    http.add_argument("--out", metavar="DIR", help="keep all games there, and go on from there")
    shown = http.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="the results for programs")
    shown.add_argument("--csv", action="store_true", help="the standings for spreadsheets")
    http.add_argument("--html", metavar="FILE", help="write the results as a page with pictures")
    add_rule(http)
    http.add_argument("--seed", type=int, help="a number; the same one gives the same deals")
    http.set_defaults(run=play_over_http)


def play_over_http(options: argparse.Namespace) -> None:
    """Let bots over HTTP play."""
    from coup.commands.http_games import http

    options.house_rules = list(map(house_rule, options.rule))
    http(options)


def add_bot(commands: Any) -> None:
    bot = commands.add_parser(
        "bot",
        help="let one of our bots play elsewhere, over HTTP",
        description="Serve a bot over HTTP, for `coup http` and other programs that speak the same "
        "protocol. Ctrl-C ends it.",
    )
    bot.add_argument(
        "player",
        metavar="PLAYER",
        help="random, honest, bluffer, trait, pragmatist, counter, my.py:Mine",
    )
    bot.add_argument("--http", type=int, required=True, metavar="PORT", help="0: any that is free")
    bot.add_argument(
        "--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1, for this machine)"
    )
    bot.add_argument("--seed", type=int, help="where the bot's luck comes from")
    bot.set_defaults(run=serve_bot)


def serve_bot(options: argparse.Namespace) -> None:
    """Serve a bot over HTTP until Ctrl-C."""
    import asyncio

    from coup.hosting.entrants import enter
    from coup.http.server import BotServer, serve
    from coup.rules.seeds import check_seed

    if not 0 <= options.http < 1 << 16:
        raise CoupError(f"--http: a port is a number from 0 to 65535, not {options.http}")
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

    asyncio.run(serve(BotServer(entrant, options.seed), options.host, options.http, ready))
