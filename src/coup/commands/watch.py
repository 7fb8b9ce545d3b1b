"""`coup watch` and `coup simulate`: games between bots, told or counted."""

import argparse
import json
import sys
import time
from itertools import cycle, islice
from typing import Any

from coup.commands.columns import add_table, chosen_ruleset
from coup.game import Game
from coup.rules.errors import CoupError

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay")
BOTS_HELP = (
    "one of the built-in bots, such as counter or shark, or several for the seats in turn; "
    "settings as in trait:honesty=0.2+skepticism=0.8 (default: counter)"
)


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


def seated_bots(kinds: str, seats: int, option: str) -> list[str]:
    """A bot for each seat: the kinds given, over and over."""
    from coup.bots import bot_class

    if not 2 <= seats <= len(NAMES):
        raise CoupError(f"{option}: Coup is for 2 to {len(NAMES)} seats, not {seats}")
    bots = [kind.strip() for kind in kinds.split(",")]
    for bot in bots:
        try:
            bot_class(bot)
        except ValueError as error:
            raise CoupError(f"--bots: {error}") from None
    if len(bots) > seats:
        raise CoupError(f"--bots: {len(bots)} bots, but only {seats} seats")
    return list(islice(cycle(bots), seats))


def watch_game(options: argparse.Namespace) -> None:
    """Tell a game between bots as it goes."""
    tell_game(seated_bots(options.bots, options.seats, "--seats"), options, options.fast)


def tell_game(bots: list[str], options: argparse.Namespace, fast: bool) -> None:
    from coup.bots import make_bot
    from coup.hosting.player import ask

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
        raise CoupError(f"--games: at least 1, not {options.games}")
    if options.watch:
        tell_game(bots, options, fast=False)
        return
    from rich.console import Console

    from coup.arena.report import tables
    from coup.arena.simulation import simulate
    from coup.progress import last
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
