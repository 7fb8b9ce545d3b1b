"""`coup play` and `coup replay`: Coup in the terminal."""

import argparse
from typing import Any

from coup.commands.options import (
    GAMES,
    USUAL_RULESET,
    add_language,
    add_table,
    chosen_ruleset,
)
from coup.languages import speak, usual


def add_play(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="play with friends around one keyboard, and with bots",
        description="Play Coup in the terminal. It asks for whatever you leave out.",
    )
    play.add_argument("--players", metavar="A,B", help="the names of the people")
    play.add_argument(
        "--bots",
        metavar="N",
        help="how many bots, or which ones: easy, medium, expert, counter, my.py:mine, …",
    )
    play.add_argument("--fast", action="store_true", help="bots answer at once")
    play.add_argument(
        "--private",
        action="store_true",
        help="ask each person alone, even whether to challenge or block",
    )
    play.add_argument(
        "--lesson", action="store_true", help="a guided first game; takes two minutes"
    )
    add_language(play)
    play.add_argument("--plain", action="store_true", help="plain lines instead of a full screen")
    play.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="FILE",
        help="resume the game that was left last, the one in FILE, or a number of --saved",
    )
    play.add_argument("--saved", action="store_true", help="list saved games")
    add_table(play, USUAL_RULESET)
    play.set_defaults(run=play_evening)


def play_evening(options: argparse.Namespace) -> None:
    """Play in the terminal."""
    from coup.terminal.start import start

    speak(options.lang or usual())
    start(options, chosen_ruleset(options) if options.ruleset or options.rule else None)


def add_replay(commands: Any) -> None:
    replay = commands.add_parser(
        "replay",
        help="step through a recorded game, forwards and backwards",
        description="Step through a recorded game, with all cards open.",
    )
    replay.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a file of records, one game per line (default: the last round of `coup play`)",
    )
    replay.add_argument(
        "--game", type=GAMES, default=1, metavar="N", help="which game (default: 1)"
    )
    replay.add_argument("--coup", action="store_true", help="print it as a .coup game file instead")
    replay.add_argument("--seat", metavar="NAME", help="show only what this player saw")
    add_language(replay)
    replay.add_argument("--plain", action="store_true", help="plain lines instead of a full screen")
    replay.set_defaults(run=replay_game)


def replay_game(options: argparse.Namespace) -> None:
    """Go through a recorded game."""
    from coup.terminal.start import start_replay

    start_replay(options)
