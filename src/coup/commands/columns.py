"""The options that say which game is played, for all commands that play one."""

import argparse

from coup.rules.rulesets import RULESETS, Ruleset, house_rule, ruleset


def add_table(command: argparse.ArgumentParser, usual: str = "classic") -> None:
    """The options that say which game is played."""
    command.add_argument("--ruleset", help=f"{', '.join(RULESETS)} (default: {usual})")
    add_rule(command)
    command.add_argument("--seed", type=int, help="a number; the same one gives the same games")


def add_rule(command: argparse.ArgumentParser) -> None:
    """The option that says how a game differs from its ruleset."""
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, such as first_coins=1; can be given several times",
    )


def chosen_ruleset(options: argparse.Namespace, usual: str = "classic") -> Ruleset:
    """The ruleset that the options name, with its house rules."""
    return ruleset(options.ruleset or usual, **dict(map(house_rule, options.rule)))
