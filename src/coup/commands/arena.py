"""`coup arena` and `coup notes`: tournaments, and what bots remember of them."""

import argparse
from typing import Any

from coup.commands.columns import add_table, chosen_ruleset
from coup.rules.errors import CoupError


def add_arena(commands: Any) -> None:
    arena = commands.add_parser(
        "arena",
        help="let bots and agents play a tournament",
        description="Let bots and agents play: every pair, all at one table, or drawn line-ups.",
    )
    arena.add_argument(
        "players",
        nargs="+",
        metavar="PLAYER",
        help="random, honest, bluffer, trait, pragmatist, counter, a class in a file: my.py:Mine, "
        "or a bot over HTTP: http://127.0.0.1:8001",
    )
    arena.add_argument(
        "-n", "--games", type=int, default=1000, metavar="N", help="for each pair (default: 1000)"
    )
    how = arena.add_mutually_exclusive_group()
    how.add_argument("--table", action="store_true", help="all at one table, N games in all")
    how.add_argument("--seats", type=int, metavar="K", help="draw K players for each of N games")
    arena.add_argument("--duplicate", action="store_true", help="play each deal from every seat")
    shown = arena.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="the results for programs")
    shown.add_argument("--csv", action="store_true", help="the standings for spreadsheets")
    arena.add_argument("--html", metavar="FILE", help="write the results as a page with pictures")
    arena.add_argument("--out", metavar="DIR", help="keep all games there, and go on from there")
    arena.add_argument("--coup-files", action="store_true", help="and a .coup file for each game")
    arena.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="processes (default: all cores; 1 with bots over HTTP)",
    )
    arena.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster; `local` starts one here")
    arena.add_argument(
        "--isolate", action="store_true", help="give each player from a file its own process"
    )
    arena.add_argument("--limit", type=float, metavar="S", help="seconds for an answer")
    arena.add_argument(
        "--memory", choices=("fresh", "keep"), help="what isolated players find in their folders"
    )
    arena.add_argument("--memory-folder", metavar="DIR", help="where to keep it (default: memory)")
    arena.add_argument("--notes", metavar="DIR", help="built-in bots keep notes on opponents there")
    arena.add_argument(
        "--trace", action="store_true", help="tell all that players are asked and do"
    )
    add_table(arena, "coup2022; inquisitor with bots over HTTP, classic with sharks among bots")
    arena.set_defaults(run=hold_tournament)


def hold_tournament(options: argparse.Namespace) -> None:
    """Hold a tournament."""
    from coup.arena.compiled import is_shark
    from coup.bots import is_built_in
    from coup.commands.tournament import arena
    from coup.hosting.entrants import is_url

    if options.workers is not None and options.workers < 1:
        raise CoupError(f"--workers: at least 1, not {options.workers}")
    if any(map(is_url, options.players)):
        usual = "inquisitor"
    elif any(map(is_shark, options.players)) and all(map(is_built_in, options.players)):
        usual = "classic"
    else:
        usual = "coup2022"
    arena(options, chosen_ruleset(options, usual))


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
