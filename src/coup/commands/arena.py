"""`coup arena`, its presets `coup simulate` and `coup http`, and `coup notes`, which prints what
bots remember of tournaments."""

import argparse
from typing import Any

from coup.commands.options import (
    BOTS_HELP,
    SEATS_HELP,
    USUAL_RULESET,
    add_games,
    add_json,
    add_old_name,
    add_table,
    at_most,
)


def add_arena(commands: Any) -> None:
    arena = commands.add_parser(
        "arena",
        help="let bots and agents play a tournament",
        description="Let bots and agents play: every pair, all at one table, or drawn line-ups.",
    )
    arena.add_argument("players", nargs="+", metavar="PLAYER", help=BOTS_HELP)
    add_games(arena, "for each pair; in all, with --table and --seats (default: 1000)")
    how = arena.add_mutually_exclusive_group()
    how.add_argument("--table", action="store_true", help="all at one table")
    how.add_argument("--seats", type=at_most(99), metavar="N", help="draw N players for each game")
    add_contest(arena)
    arena.set_defaults(run=hold_tournament)


def add_simulate(commands: Any) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games between bots and count",
        description="Play many games between bots at one table: who wins how often, and what they "
        "do. It is `coup arena --table` with a report about actions.",
    )
    simulate.add_argument(
        "--bots",
        default="counter",
        metavar="A,B",
        help="who plays, as in `coup arena`; fewer than there are seats take them in turn "
        "(default: counter)",
    )
    simulate.add_argument("--seats", type=at_most(99), default=4, metavar="N", help=SEATS_HELP)
    add_old_name(simulate, "--players", "seats", type=at_most(99))
    add_games(simulate, "how many (default: 1000)")
    add_contest(simulate)
    add_old_name(simulate, "--watch", "watch", action="store_true")
    simulate.set_defaults(run=simulate_games)


def add_http(commands: Any) -> None:
    http = commands.add_parser(
        "http",
        help="let bots in any language play, over HTTP",
        description="Let bots that are HTTP servers play, all at one table, by the ruleset "
        "inquisitor. It is `coup arena --table` with a settings file. How to write such a bot: "
        "docs/http-bots.md.",
    )
    http.add_argument(
        "players",
        nargs="*",
        metavar="URL",
        help="such as http://127.0.0.1:8001; several addresses of one bot: URL+URL",
    )
    http.add_argument("--settings", metavar="FILE", help="a TOML file that says the same")
    add_games(http, "how many (default: 100)")
    http.add_argument("--seats", type=at_most(99), metavar="N", help="draw N bots for each game")
    add_contest(http, "inquisitor")
    add_old_name(http, "--tables", "workers", type=at_most(1_000))
    http.set_defaults(run=play_over_http)


def add_contest(command: argparse.ArgumentParser, ruleset: str = USUAL_RULESET) -> None:
    """What can be said about any tournament."""
    command.add_argument("--duplicate", action="store_true", help="play each deal from every seat")
    shown = command.add_mutually_exclusive_group()
    add_json(shown)
    shown.add_argument("--csv", action="store_true", help="the standings for spreadsheets")
    command.add_argument("--html", metavar="FILE", help="write the results as a page with pictures")
    command.add_argument("--out", metavar="DIR", help="keep all games there, and resume from them")
    command.add_argument("--coup-files", action="store_true", help="and a .coup file for each game")
    command.add_argument(
        "--workers",
        type=at_most(1_000),
        metavar="N",
        help="processes, each with a table (default: all cores; 1 with bots over HTTP)",
    )
    command.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="play on a Ray cluster: the one that is there, or else one started here (`local` "
        "always starts one)",
    )
    command.add_argument(
        "--isolate", action="store_true", help="give each player from a file its own process"
    )
    command.add_argument(
        "--limit",
        type=at_most(86_400, float),
        metavar="S",
        help="seconds for an answer (default over HTTP: 2)",
    )
    command.add_argument(
        "--faults",
        type=at_most(1_000_000),
        metavar="N",
        help="after so many in a game a bot over HTTP is not called any more (default: 5)",
    )
    command.add_argument(
        "--anyway", action="store_true", help="begin even if a bot over HTTP is down"
    )
    command.add_argument(
        "--memory",
        choices=("fresh", "keep"),
        help="keep players from files for all games of a match, or have new ones in each game "
        "(default: agents are kept, bots are new)",
    )
    command.add_argument(
        "--memory-folder",
        metavar="DIR",
        help="keep players' files there, also for the next tournament",
    )
    command.add_argument(
        "--notes", metavar="DIR", help="built-in bots keep notes on opponents there"
    )
    command.add_argument(
        "--trace", action="store_true", help="tell all that players are asked and do"
    )
    add_table(command, ruleset)


def hold_tournament(options: argparse.Namespace) -> None:
    """Hold a tournament."""
    from coup.commands.tournament import arena

    arena(options)


def simulate_games(options: argparse.Namespace) -> None:
    """Play many games between bots and print what they come to."""
    from coup.commands.tournament import simulation
    from coup.commands.watch import tell_game

    if options.watch:
        tell_game(options, fast=False)
    else:
        simulation(options)


def play_over_http(options: argparse.Namespace) -> None:
    """Let bots over HTTP play."""
    from coup.commands.http_games import http

    http(options)


def add_notes(commands: Any) -> None:
    notes = commands.add_parser(
        "notes",
        help="print what a bot remembers of its opponents",
        description="Print what a bot remembers of its opponents.",
    )
    notes.add_argument("file", metavar="FILE", help="such as counter.player")
    notes.set_defaults(run=print_notes)


def print_notes(options: argparse.Namespace) -> None:
    """Print the notes in a file."""
    from pathlib import Path

    from coup.bots.notes import read_notes

    print(read_notes(Path(options.file)))
