"""`coup watch`: a game between bots, told in sentences."""

import argparse
import sys
import time
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from coup.called import as_typed
from coup.commands.options import (
    BOTS_HELP,
    SEATS,
    SEATS_HELP,
    USUAL_RULESET,
    about,
    add_table,
    chosen_ruleset,
    names,
)
from coup.game import Game
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.seating import other_rules_for

if TYPE_CHECKING:
    from coup.hosting.seats import Fault

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay", "gus", "hal", "ida", "jim")


def add_watch(commands: Any) -> None:
    watch = commands.add_parser(
        "watch",
        help="watch a game between bots",
        description="Watch a game between bots, told in sentences.",
    )
    watch.add_argument("--seats", type=SEATS, default=4, metavar="N", help=SEATS_HELP)
    watch.add_argument(
        "--bots",
        type=names,
        default="counter",
        metavar="A,B",
        help=f"who plays; if there are more seats than names, the names repeat. "
        f"Each is {BOTS_HELP} (default: counter)",
    )
    watch.add_argument("--fast", action="store_true", help="don't pause between the sentences")
    add_table(watch, USUAL_RULESET)
    watch.set_defaults(run=watch_game)


def seated_bots(bots: list[str], seats: int, ruleset: Ruleset) -> list[str]:
    """A bot for each seat: those that are given, over and over."""
    if not 2 <= seats <= ruleset.most_seats:
        told = f"--seats: Coup is for 2 to {ruleset.most_seats} seats, not {seats}"
        raise CoupError(told + other_rules_for(seats, ruleset))
    if len(bots) > seats:
        most = ruleset.most_seats
        room = f"add --seats {len(bots)}" if len(bots) <= most else f"at most {most} can play"
        raise CoupError(f"--bots: {len(bots)} bots for {seats} seats; {room}")
    return list(islice(cycle(bots), seats))


def watch_game(options: argparse.Namespace) -> None:
    """Tell a game between bots as it goes."""
    tell_game(options, options.fast)


def tell_game(options: argparse.Namespace, fast: bool) -> None:
    """Tell one game."""
    from coup.bots import stand_ins
    from coup.hosting.entrants import enter
    from coup.hosting.evening import fault_of, seat_player
    from coup.hosting.host import check_ruleset, usual_ruleset
    from coup.hosting.player import ask, tell
    from coup.terminal.wording import is_passing, sentences

    bots = seated_bots(options.bots, options.seats, chosen_ruleset(options))
    with about("--bots"):
        entrants = enter(bots)
    ruleset = chosen_ruleset(options, usual_ruleset(entrants))
    check_ruleset(entrants, ruleset)
    game = Game(NAMES[: len(bots)], ruleset, options.seed)
    players = {
        seat: seat_player(bot, seat, game.seed + number)
        for number, (seat, bot) in enumerate(zip(game.seats, bots, strict=True))
    }
    who = ", ".join(f"{seat} ({bot})" for seat, bot in zip(game.seats, bots, strict=True))
    notes = stand_ins(ruleset, bots)
    print(f"{who}; {game.ruleset}, seed {game.seed}", *notes, "", sep="\n")
    pause = 0.3 if sys.stdout.isatty() and not fast else 0
    told = 0
    sound = dict(zip(game.seats, bots, strict=True))
    tell(game, players)
    while True:
        story = game.view(None).events
        if game.over or not is_passing(story):
            for _, text in sentences(story[told:]):
                print(text, flush=True)
                time.sleep(pause)
            told = len(story)
        if game.over:
            break
        ask(game, players)
        for seat in list(sound):
            fault = fault_of(players[seat])
            if fault:
                print(complaint(seat, sound.pop(seat), fault), flush=True)
    print(f"\n{game}")


def complaint(seat: str, bot: str, fault: "Fault") -> str:
    """What a bot did wrong first, and how its author finds out more."""
    what = fault.why.strip().splitlines()[-1]
    said = f"answered {fault.answer} ({what})" if fault.answer else f"failed: {what}"
    return (
        f"* {seat} {said}. Whenever it fails from now on, a move is made for it. "
        f"More about it: {as_typed('try', bot)}"
    )
