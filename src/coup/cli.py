"""The command `coup`: one sub-command a job, each of them thin."""

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

from coup import __version__
from coup.commands_quantum import add_quantum
from coup.game import Game
from coup.rules.rulesets import RULESETS, Ruleset, house_rule, ruleset

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay")
BOTS_HELP = (
    "random, honest, bluffer or counter, or several for the seats in turn (default: counter)"
)


def parser() -> argparse.ArgumentParser:
    """The words that the command understands."""
    top = argparse.ArgumentParser(
        prog="coup", description="The card game Coup: play it, watch it, study it."
    )
    top.add_argument("--version", action="version", version=f"coup {__version__}")
    top.set_defaults(run=lambda options: top.print_help())
    commands = top.add_subparsers(metavar="COMMAND")
    add_play(commands)
    add_replay(commands)
    add_watch(commands)
    add_simulate(commands)
    add_arena(commands)
    add_notes(commands)
    add_quantum(commands)
    return top


def add_table(command: argparse.ArgumentParser, usual: str = "classic") -> None:
    """The options that say which game is played."""
    command.add_argument("--ruleset", help=f"{', '.join(RULESETS)} (default: {usual})")
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, such as first_coins=1; can be given several times",
    )
    command.add_argument("--seed", type=int, help="a number; the same one gives the same games")


def chosen_ruleset(options: argparse.Namespace, usual: str = "classic") -> Ruleset:
    """The ruleset that the options name, with its house rules."""
    return ruleset(options.ruleset or usual, **dict(map(house_rule, options.rule)))


def add_play(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="play, with friends around one keyboard and with bots",
        description="Play Coup in the terminal. What you do not say here, you are asked.",
    )
    play.add_argument("--players", metavar="A,B", help="the people, by name")
    play.add_argument(
        "--bots", metavar="N", help="how many, or which: random, honest, bluffer, counter"
    )
    play.add_argument("--fast", action="store_true", help="bots answer at once")
    play.add_argument("--plain", action="store_true", help="plain lines instead of a full screen")
    play.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="take up the game that was left last, or the one in FILE",
    )
    add_table(play)
    play.set_defaults(run=play_evening)


def play_evening(options: argparse.Namespace) -> None:
    """Play in the terminal."""
    from coup.terminal.start import start

    start(options, chosen_ruleset(options) if options.ruleset or options.rule else None)


def add_replay(commands: Any) -> None:
    replay = commands.add_parser(
        "replay",
        help="go through a recorded game, forwards and backwards",
        description="Go through a recorded game step by step, with all cards open.",
    )
    replay.add_argument("file", metavar="FILE", help="a file of records, one game a line")
    replay.add_argument("--game", type=int, default=1, metavar="N", help="which one (default: 1)")
    replay.add_argument("--seat", metavar="NAME", help="see only what this player saw")
    replay.add_argument("--plain", action="store_true", help="plain lines instead of a full screen")
    replay.set_defaults(run=replay_game)


def replay_game(options: argparse.Namespace) -> None:
    """Go through a recorded game."""
    from coup.terminal.start import start_replay

    start_replay(options)


def add_watch(commands: Any) -> None:
    watch = commands.add_parser(
        "watch",
        help="watch a game between bots",
        description="Watch a game between bots, told in sentences.",
    )
    watch.add_argument("--seats", type=int, default=4, metavar="N", help="2 to 6 (default: 4)")
    watch.add_argument("--bots", default="counter", metavar="A,B", help=BOTS_HELP)
    watch.add_argument("--fast", action="store_true", help="don't pause between the sentences")
    add_table(watch)
    watch.set_defaults(run=watch_game)


def add_simulate(commands: Any) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games between bots and count",
        description="Play many games between bots: who wins how often, and what they do.",
    )
    simulate.add_argument("--players", type=int, default=4, metavar="N", help="2 to 6 (default: 4)")
    simulate.add_argument("--games", type=int, default=1000, metavar="N", help="(default: 1000)")
    simulate.add_argument("--bots", default="counter", metavar="A,B", help=BOTS_HELP)
    simulate.add_argument("--json", action="store_true", help="for programs")
    simulate.add_argument("--watch", action="store_true", help="tell one game in sentences instead")
    add_table(simulate)
    simulate.set_defaults(run=simulate_games)


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
        help="random, honest, bluffer, counter, or a class in a file: my.py:Mine",
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
    arena.add_argument("--workers", type=int, metavar="N", help="processes (default: all cores)")
    arena.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster; `local` starts one here")
    arena.add_argument(
        "--isolate", action="store_true", help="give each player from a file its own process"
    )
    arena.add_argument("--limit", type=float, metavar="S", help="seconds for an answer")
    arena.add_argument(
        "--memory", choices=("fresh", "keep"), help="what isolated players find in their folders"
    )
    arena.add_argument(
        "--memory-folder", default="memory", metavar="DIR", help="where to keep it (memory)"
    )
    arena.add_argument("--notes", metavar="DIR", help="built-in bots keep notes on opponents there")
    arena.add_argument(
        "--trace", action="store_true", help="tell all that players are asked and do"
    )
    add_table(arena, "coup2022")
    arena.set_defaults(run=hold_tournament)


def hold_tournament(options: argparse.Namespace) -> None:
    """Hold a tournament."""
    from coup.arena.command import arena

    if options.workers is not None and options.workers < 1:
        raise ValueError(f"--workers: at least 1, not {options.workers}")
    arena(options, chosen_ruleset(options, "coup2022"))


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

    from coup.players.notes import read_notes

    print(read_notes(Path(options.file)))


def seated_bots(kinds: str, seats: int, option: str) -> list[str]:
    """A bot for each seat: the kinds given, over and over."""
    from coup.players import BOTS

    if not 2 <= seats <= len(NAMES):
        raise ValueError(f"{option}: Coup is for 2 to {len(NAMES)} seats, not {seats}")
    bots = [kind.strip() for kind in kinds.split(",")]
    for bot in bots:
        if bot not in BOTS:
            raise ValueError(f"--bots: there is no bot {bot!r:.60}, only {', '.join(BOTS)}")
    if len(bots) > seats:
        raise ValueError(f"--bots: {len(bots)} bots, but only {seats} seats")
    return list(islice(cycle(bots), seats))


def watch_game(options: argparse.Namespace) -> None:
    """Tell a game between bots as it goes."""
    tell_game(seated_bots(options.bots, options.seats, "--seats"), options, options.fast)


def tell_game(bots: list[str], options: argparse.Namespace, fast: bool) -> None:
    from coup.players import ask, make_bot

    game = Game(NAMES[: len(bots)], chosen_ruleset(options), options.seed)
    players = {
        seat: make_bot(bot, game.seed + number)
        for number, (seat, bot) in enumerate(zip(game.seats, bots, strict=True))
    }
    who = ", ".join(f"{seat} ({bot})" for seat, bot in zip(game.seats, bots, strict=True))
    print(f"{who}; {game.ruleset}, seed {game.seed}\n")
    pause = 0.3 if sys.stdout.isatty() and not fast else 0
    told = 0
    while True:
        story = game.view(None).events
        for event in story[told:]:
            print(event, flush=True)
            time.sleep(pause)
        told = len(story)
        if game.over:
            break
        ask(game, players)
    print(f"\n{game}")


def simulate_games(options: argparse.Namespace) -> None:
    """Play many games between bots and print what they come to."""
    bots = seated_bots(options.bots, options.players, "--players")
    if options.games < 1:
        raise ValueError(f"--games: at least 1, not {options.games}")
    if options.watch:
        tell_game(bots, options, fast=False)
        return
    from rich.console import Console

    from coup.arena.progress import last
    from coup.arena.report import tables
    from coup.arena.simulation import simulate
    from coup.rules.seeds import check_seed, new_seed

    seed = new_seed() if options.seed is None else options.seed
    check_seed(seed)
    rules = chosen_ruleset(options)
    running = simulate(bots, options.games, rules, seed)
    report = last(running, options.games, "playing")
    if options.json:
        print(json.dumps({"seed": seed, "ruleset": str(rules), **report.as_dict()}, indent=2))
        return
    console = Console()
    console.print(f"{report.games:,} games of {rules}, seed {seed}")
    for table in tables(report):
        console.print(table)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 2 for bad input, 130 after Ctrl-C."""
    try:
        options = parser().parse_args(arguments)
        options.run(options)
        sys.stdout.flush()
    except ValueError as error:
        print(f"coup: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return 130
    except BrokenPipeError:  # whoever reads our output has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"coup: cannot write: {error.strerror}", file=sys.stderr)
        return 1
    return 0
