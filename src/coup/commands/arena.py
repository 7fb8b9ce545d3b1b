"""`coup arena`, its presets `coup simulate` and `coup http`, and `coup notes`, which prints what
bots remember of tournaments."""

import argparse
from collections.abc import Callable
from typing import Any

from coup.commands.options import (
    BOTS_HELP,
    SEATS,
    SEATS_HELP,
    SECONDS,
    USUAL_RULESET,
    WORKERS,
    add_games,
    add_json,
    add_old_name,
    add_table,
    folder,
    names,
    new_file,
    whole,
)
from coup.http.terms import refuse_ruleset
from coup.rules.rulesets import Ruleset

FAULTS = whole(1, 1_000_000)


def add_arena(commands: Any) -> None:
    arena = commands.add_parser(
        "arena",
        help="hold a tournament between bots and agents",
        description="Let bots and agents play: every pair, all at one table, or line-ups "
        "drawn by lot.",
    )
    arena.add_argument("players", nargs="+", metavar="PLAYER", help=BOTS_HELP)
    add_games(arena, "for each pair; with --table or --seats in all (default: 1000)")
    how = arena.add_mutually_exclusive_group()
    how.add_argument("--table", action="store_true", help="all at one table")
    how.add_argument("--seats", type=SEATS, metavar="N", help="draw N players for each game")
    add_contest(arena)
    arena.set_defaults(run=hold_tournament)


def add_simulate(commands: Any) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games between bots, and count",
        description="Play many games between bots at one table: who wins how often, and what they "
        "do. It is `coup arena --table` with a report about actions.",
    )
    simulate.add_argument(
        "--bots",
        type=names,
        default="counter",
        metavar="A,B",
        help="who plays, as in `coup arena`; if there are more seats than names, the names repeat "
        "(default: counter)",
    )
    simulate.add_argument("--seats", type=SEATS, default=4, metavar="N", help=SEATS_HELP)
    add_old_name(simulate, "--players", "seats", type=SEATS)
    add_games(simulate, "how many (default: 1000)")
    add_contest(simulate)
    add_old_name(simulate, "--watch", "watch", action="store_true")
    simulate.set_defaults(run=simulate_games)


def add_http(commands: Any) -> None:
    http = commands.add_parser(
        "http",
        help="let bots in any language play over HTTP",
        description="Let bots that are HTTP servers play at one table, by the ruleset inquisitor. "
        "It is `coup arena --table` with a settings file. docs/http-bots.md shows how to write "
        "one.",
    )
    http.add_argument(
        "players",
        nargs="*",
        metavar="URL",
        help="such as http://127.0.0.1:8001; URL+URL for a bot with several addresses",
    )
    http.add_argument("--settings", metavar="FILE", help="a TOML file with the same settings")
    add_games(http, "how many (default: 100)")
    http.add_argument("--seats", type=SEATS, metavar="N", help="draw N bots for each game")
    add_contest(http, "inquisitor", refuse_ruleset)
    add_old_name(http, "--tables", "workers", type=WORKERS)
    http.set_defaults(run=play_over_http)


def add_contest(
    command: argparse.ArgumentParser,
    ruleset: str = USUAL_RULESET,
    check: Callable[[Ruleset], None] = lambda rules: None,
) -> None:
    """What can be said about any tournament."""
    command.add_argument("--duplicate", action="store_true", help="play each deal from every seat")
    shown = command.add_mutually_exclusive_group()
    add_json(shown)
    shown.add_argument("--csv", action="store_true", help="print the standings as CSV")
    command.add_argument(
        "--html", type=new_file(), metavar="FILE", help="write the results as a page with charts"
    )
    command.add_argument(
        "--out", type=folder, metavar="DIR", help="keep all games there; the same command resumes"
    )
    command.add_argument(
        "--coup-files", action="store_true", help="also keep a .coup file of each game, with --out"
    )
    command.add_argument(
        "--workers",
        type=WORKERS,
        metavar="N",
        help="processes, each with one table (default: one per core; 1 with bots over HTTP)",
    )
    command.add_argument(
        "--ray",
        nargs="?",
        const="auto",
        metavar="ADDRESS",
        help="play on a Ray cluster: the one that is running, or else one started here (`local` "
        "always starts one)",
    )
    command.add_argument(
        "--isolate", action="store_true", help="run each player from a file in a process of its own"
    )
    command.add_argument(
        "--limit",
        type=SECONDS,
        metavar="S",
        help="seconds for an answer (default: 1 with --isolate, 2 over HTTP, else no limit)",
    )
    command.add_argument(
        "--faults",
        type=FAULTS,
        metavar="N",
        help="stop calling a bot over HTTP after this many faults in a game (default: 5)",
    )
    command.add_argument(
        "--anyway", action="store_true", help="start even if a bot over HTTP is down"
    )
    command.add_argument(
        "--memory",
        choices=("fresh", "keep"),
        help="keep players from files for all games of a match, or make new ones for each game "
        "(default: agents are kept, bots are new)",
    )
    command.add_argument(
        "--memory-folder",
        type=folder,
        metavar="DIR",
        help="keep the files that players write there, for the next tournament as well",
    )
    command.add_argument(
        "--notes",
        type=folder,
        metavar="DIR",
        help="let built-in bots keep notes on opponents there",
    )
    command.add_argument(
        "--trace", action="store_true", help="print everything that players are asked and answer"
    )
    add_table(command, ruleset, check)


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
