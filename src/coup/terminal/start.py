"""Starts an evening or a replay, with the face that the terminal can show."""

import argparse
import os
from pathlib import Path

from coup.players.evening import Evening
from coup.records import read_records
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.terminal.plain import PAUSE, RESUME, Lines, PlainEvening
from coup.terminal.saves import Save, resume
from coup.terminal.setup import ask_chairs, ask_ruleset, bots_in, people_in
from coup.words import count


def plain_wanted(options: argparse.Namespace, lines: Lines) -> bool:
    """Whether plain lines are asked for, or all that the terminal can show."""
    return options.plain or not lines.is_terminal or os.environ.get("TERM") == "dumb"


def start_replay(options: argparse.Namespace) -> None:
    """Go through a recorded game."""
    from coup.terminal.replay import FullReplay, Replay, tell

    path = Path(options.file)
    records = list(read_records(path))
    if not 1 <= options.game <= len(records):
        raise ValueError(f"{path}: --game: it holds {count(len(records), 'game')}")
    try:
        replay = Replay(records[options.game - 1], options.seat)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    lines = Lines()
    if plain_wanted(options, lines):
        tell(replay, lines)
    else:
        FullReplay(replay).run()


def start(options: argparse.Namespace, ruleset: Ruleset | None) -> None:
    """Play an evening as the options say."""
    lines = Lines()
    evening, save = (
        resumed(options) if options.resume is not None else begun(options, ruleset, lines)
    )
    pause = 0 if options.fast or not lines.is_terminal else PAUSE
    if plain_wanted(options, lines):
        PlainEvening(evening, save, lines, pause).run()
        return
    from coup.terminal.full import STOPPED, FullEvening

    code = FullEvening(evening, save, pause).run()
    if save.path.exists():
        print(RESUME)
    if code == STOPPED:
        raise KeyboardInterrupt


def resumed(options: argparse.Namespace) -> tuple[Evening, Save]:
    """The evening that was left."""
    for name in ("players", "bots", "ruleset", "seed"):
        if getattr(options, name) is not None:
            raise ValueError(f"--resume takes up a game as it was: leave out --{name}")
    return resume(Path(options.resume) if options.resume else None)


def begun(
    options: argparse.Namespace, ruleset: Ruleset | None, lines: Lines
) -> tuple[Evening, Save]:
    """A new evening."""
    people = None if options.players is None else people_in(options.players)
    bots = None if options.bots is None else bots_in(options.bots)
    chairs = ask_chairs(lines, people, bots)
    if ruleset is None:
        ruleset = ask_ruleset(lines) if people is None else find_ruleset("classic")
    return Evening(chairs, ruleset, options.seed), Save()
