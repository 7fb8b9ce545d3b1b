"""`coup strength`: how strong a player is, with intervals."""

import argparse
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from coup.commands.options import (
    PICTURES,
    PLOT_HELP,
    add_games,
    add_json,
    add_ruleset,
    add_seed,
    new_file,
    seat_counts,
)
from coup.progress import counting, track
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import Ruleset, ruleset
from coup.vectors.encoding import check_small
from coup.words import listed

if TYPE_CHECKING:
    from coup.arena.strength import Strength


def add_strength(commands: Any) -> None:
    strength = commands.add_parser(
        "strength",
        help="measure how strong a bot is",
        description="Measure a bot or a file of weights: its win rates among every other bot and "
        "among opponents held out of training, with each number of seats and every deal from every "
        "seat; the advantage of each seat; its habits, and how it plays exactly solved endgames.",
    )
    strength.add_argument(
        "player", metavar="PLAYER", help="such as shark or counter, or a file of weights"
    )
    add_games(
        strength, "against each field of opponents, rounded up to whole deals (default: 4000)", 4000
    )
    strength.add_argument(
        "--seats",
        type=seat_counts,
        default="2,3,4,5,6",
        metavar="N,N",
        help="numbers of seats (default: 2,3,4,5,6)",
    )
    add_ruleset(strength, check=check_measured)
    add_seed(strength, 1)
    add_json(strength)
    strength.add_argument("--plot", type=new_file(*PICTURES), metavar="FILE", help=PLOT_HELP)
    strength.set_defaults(run=print_strength)


def check_measured(rules: Ruleset) -> None:
    """Refuse rules by which strength is not measured."""
    check_small(rules, "strength is measured")


def print_strength(options: argparse.Namespace) -> None:
    """Measure it, and print what was found."""
    from coup.research.networks import seated

    check_games(options.games, max(options.seats))
    rules = ruleset(options.ruleset or "classic")
    for size in options.seats:
        seated(options.player, size, rules)  # which refuses who cannot be measured
    try:
        from coup.arena.strength import LONGEST, Strength

        if options.plot:
            from coup.arena.strength_plot import draw
    except ImportError as missing:
        raise CoupError(
            "this needs compiled code, and pictures for --plot: "
            f"{install('fast', 'plots')} ({missing})"
        ) from None
    rules = replace(rules, turn_limit=LONGEST)
    found, interrupted = Strength(options.player, options.seed, options.games, rules), ""
    try:
        measure_all(found, options.seats)
    except KeyboardInterrupt:
        interrupted = f"interrupted; {missing_in(found, options.seats)}"
    if options.plot and found.copies:
        draw(found, options.plot)
    if found.copies:
        tell(found, options.json)
    if interrupted:
        raise KeyboardInterrupt(interrupted)


def check_games(games: int, most_seats: int) -> None:
    """Refuse fewer games than two deals have."""
    if games < 2 * most_seats:
        raise CoupError(f"--games: must be at least {2 * most_seats}, two deals, not {games}")


def measure_all(found: "Strength", sizes: list[int]) -> None:
    """Measure with each of these numbers of seats, and in endgames if there are any for it."""
    from coup.arena.endings import ENDGAMES, endings
    from coup.arena.strength import measure_into, planned
    from coup.research.networks import seated

    with counting("playing", planned(found.name, sizes, found.games)) as report:
        measure_into(found, sizes, report)
    mind = seated(found.name, 2, found.ruleset) if 2 in sizes else ""
    if not isinstance(mind, str) and found.ruleset.name == "classic":
        for each in track(endings(mind), len(ENDGAMES), "endgames", patience=0):
            found.endings.append(each)


def missing_in(found: "Strength", sizes: list[int]) -> str:
    """What was not measured."""
    missing = [str(size) for size in sizes if size not in found.copies]
    if missing:
        return f"nothing was measured with {listed(missing)} seats"
    return "the endgames are not complete"


def tell(found: "Strength", as_json: bool) -> None:
    """Print what was found."""
    if as_json:
        print(json.dumps(found.as_dict(), indent=2))
        return
    from rich.console import Console

    from coup.arena.strength_report import tables

    console = Console()
    title = f"{found.name} at {found.ruleset.name}, seed {found.seed}"
    console.print(title, markup=False, highlight=False)
    for table in tables(found):
        console.print(table)
