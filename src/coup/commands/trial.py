"""`coup try`: whether a bot can enter a tournament."""

import argparse
import json
import sys
from typing import Any

from coup.commands.options import (
    BOTS_HELP,
    SECONDS,
    USUAL_RULESET,
    add_games,
    add_json,
    add_table,
    whole,
)

FAILED = 1  # the exit code for a bot that does not conform


def add_try(commands: Any) -> None:
    trial = commands.add_parser(
        "try",
        help="find out whether your bot is ready for a tournament",
        description="Try a bot, an agent of Coup 2022 or a bot over HTTP: every number of seats, "
        "every question, the same seed twice, interrupted games, games side by side; then games "
        "that count. Each fault is shown with the question, the answer, what would be right, and a "
        "command that plays its game again. The exit code is 0 if the bot conforms, 1 if it "
        "does not, 2 if it cannot be checked.",
    )
    trial.add_argument("player", metavar="PLAYER", help=BOTS_HELP)
    add_games(
        trial, "against each of random, honest and counter (default: 200)", 200, whole(2, 1_000_000)
    )
    trial.add_argument(
        "--limit",
        type=SECONDS,
        metavar="S",
        help="seconds allowed for an answer (default: 1; over HTTP: 2)",
    )
    trial.add_argument(
        "--seconds",
        type=SECONDS,
        default=55,
        metavar="S",
        help="for the whole trial; a slow bot plays fewer games that count (default: 55)",
    )
    trial.add_argument(
        "--game",
        type=whole(0, 1_000_000),
        metavar="N",
        help="play only this game of a trial, and print all of it",
    )
    add_json(trial)
    add_table(trial, USUAL_RULESET)
    trial.set_defaults(run=hold_trial)


def hold_trial(options: argparse.Namespace) -> int:
    """Try a bot, and print the verdict."""
    from coup.progress import bar
    from coup.rules.rulesets import house_rule
    from coup.trial.trying import Trial

    house_rules = dict(map(house_rule, options.rule))
    with bar() as shown:
        task = shown.add_task("trying", total=None)

        def progress(what: str, done: int, total: int) -> None:
            shown.update(task, description=what, completed=done, total=total)

        how = (options.ruleset, house_rules, options.seed, options.limit, options.seconds, progress)
        with Trial(options.player, *how) as trial:
            if options.game is not None:
                return tell_game(trial, options.game)
            verdict = trial.verdict(options.games)
    if options.json:
        print(json.dumps(verdict.as_dict(), indent=2, ensure_ascii=False))
    else:
        print(verdict)
    return 0 if verdict.conforms else FAILED


def tell_game(trial: Any, number: int) -> int:
    """Play one game of a trial, and tell everything that is asked and answered."""
    hearing = trial.play_again(number, sys.stdout)
    faults = trial.book.faults
    print(f"{hearing.game.winner or 'nobody'} has won; faults: {len(faults)}")
    return FAILED if faults else 0
