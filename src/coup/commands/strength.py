"""`coup strength`: how strong a player is, with intervals."""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from coup.commands.options import add_games, add_json, add_ruleset, add_seed
from coup.progress import counting, track
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import ruleset
from coup.rules.seeds import check_seed
from coup.vectors.encoding import check_small


def add_strength(commands: Any) -> None:
    strength = commands.add_parser(
        "strength",
        help="measure how strong a bot is",
        description="Measure a bot or a file of weights: among every other bot and among opponents "
        "that are held out of training, with each number of seats, every deal from every seat; how "
        "much it wins by beginning; its habits, beside exactly solved endgames.",
    )
    strength.add_argument(
        "player", metavar="PLAYER", help="such as shark or counter, or weights of `coup train`"
    )
    add_games(strength, "in each field, rounded up to whole deals (default: 4000)", 4000)
    strength.add_argument(
        "--seats", default="2,3,4,5,6", metavar="N,N", help="numbers of seats (default: 2,3,4,5,6)"
    )
    add_ruleset(strength)
    add_seed(strength, 1)
    add_json(strength)
    strength.add_argument("--plot", type=Path, metavar="FILE", help="draw it: .svg, .png or .pdf")
    strength.set_defaults(run=print_strength)


def print_strength(options: argparse.Namespace) -> None:
    """Measure it, and print what was found."""
    sizes = chosen_seats(options.seats)
    if options.games < 2 * max(sizes):
        raise CoupError(f"--games: at least {2 * max(sizes)}, two deals, not {options.games}")
    check_seed(options.seed)
    rules = ruleset(options.ruleset or "classic")
    check_small(rules, "strength is measured")
    if options.plot and options.plot.suffix not in (".svg", ".png", ".pdf"):
        raise CoupError(f"--plot: a file that ends with .svg, .png or .pdf, not {options.plot}")
    if options.plot and not options.plot.resolve().parent.is_dir():
        raise CoupError(f"--plot: there is no folder {options.plot.parent}")
    try:
        from coup.arena.endings import ENDGAMES, endings
        from coup.arena.strength import LONGEST, measure, planned
        from coup.arena.strength_report import tables
        from coup.research.networks import seated

        if options.plot:
            from coup.arena.strength_plot import draw
    except ImportError as missing:
        raise CoupError(
            "this needs compiled code, and pictures for --plot: "
            f"{install('fast', 'plots')} ({missing})"
        ) from None
    rules = replace(rules, turn_limit=LONGEST)
    players = {size: seated(options.player, size, rules) for size in sizes}
    with counting("playing", planned(options.player, sizes, options.games)) as report:
        found = measure(options.player, sizes, options.games, options.seed, report, rules)
    mind = players.get(2)
    if mind is not None and not isinstance(mind, str) and rules.name == "classic":
        found.endings = list(track(endings(mind), len(ENDGAMES), "endgames", patience=0))
    if options.plot:
        draw(found, options.plot)
    if options.json:
        print(json.dumps(found.as_dict(), indent=2))
        return
    from rich.console import Console

    console = Console()
    title = f"{found.name} at {found.ruleset.name}, seed {found.seed}"
    console.print(title, markup=False, highlight=False)
    for table in tables(found):
        console.print(table)


def chosen_seats(text: str) -> list[int]:
    """Numbers of seats as they are typed.

    >>> chosen_seats("4,2")
    [2, 4]
    """
    sizes = text.split(",")
    if not all(size.strip() in tuple("23456") for size in sizes):
        raise CoupError(f"--seats: numbers from 2 to 6, such as 2 or 3,4,5,6, not {text!r:.60}")
    return sorted({int(size) for size in sizes})
