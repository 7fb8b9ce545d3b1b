"""The command `coup`: one sub-command a job, each of them thin."""

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence

from coup import __version__
from coup.game import Game
from coup.rules.rulesets import RULESETS

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay")


def parser() -> argparse.ArgumentParser:
    """The words that the command understands."""
    top = argparse.ArgumentParser(
        prog="coup", description="The card game Coup: play it, watch it, study it."
    )
    top.add_argument("--version", action="version", version=f"coup {__version__}")
    top.set_defaults(run=lambda options: top.print_help())
    commands = top.add_subparsers(metavar="COMMAND")
    watch = commands.add_parser(
        "watch",
        help="watch a game between bots that play at random",
        description="Watch a game between bots that play at random, told in sentences.",
    )
    watch.add_argument("--seats", type=int, default=4, metavar="N", help="2 to 6 (default: 4)")
    watch.add_argument(
        "--ruleset", default="classic", help=f"{', '.join(RULESETS)} (default: classic)"
    )
    watch.add_argument("--seed", type=int, help="a number; the same one gives the same game")
    watch.add_argument("--fast", action="store_true", help="don't pause between the sentences")
    watch.set_defaults(run=watch_game)
    return top


def watch_game(options: argparse.Namespace) -> None:
    """Show a random game, move by move."""
    if not 2 <= options.seats <= len(NAMES):
        raise ValueError(f"--seats: Coup is for 2 to {len(NAMES)} seats, not {options.seats}")
    game = Game(NAMES[: options.seats], options.ruleset, options.seed)
    print(f"{game.ruleset}, {options.seats} seats, seed {game.seed}\n")
    bots = random.Random(game.seed)
    pause = 0.3 if sys.stdout.isatty() and not options.fast else 0
    told = 0
    while True:
        story = game.view(None).events
        for event in story[told:]:
            print(event, flush=True)
            time.sleep(pause)
        told = len(story)
        if game.over:
            break
        game.push(bots.choice(game.legal_moves))
    print(f"\n{game}")


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
