"""Starts an evening or a replay, with the face that the terminal can show."""

import argparse
import os
import shutil
from pathlib import Path

from coup.hosting.entrants import enter
from coup.hosting.evening import PERSON, Evening
from coup.hosting.host import usual_ruleset
from coup.records import game_file, read_record
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.terminal import wording
from coup.terminal.plain import PAUSE, RESUME, Lines, PlainEvening
from coup.terminal.saves import Save, resume
from coup.terminal.setup import ask_chairs, ask_ruleset, bots_in, people_in

FORGET = "\x1b[3J"  # clear the scroll-back, in which some terminals keep what was on the screen


def plain_wanted(options: argparse.Namespace, lines: Lines) -> bool:
    """Whether plain lines are asked for, or all that the terminal can show."""
    size = shutil.get_terminal_size()
    small = lines.is_terminal and (size.columns < 80 or size.lines < 24)
    if small and not options.plain:
        lines.say("The full screen needs 80 columns and 24 lines; so it is plain lines.")
    return options.plain or not lines.is_terminal or small or os.environ.get("TERM") == "dumb"


def start_replay(options: argparse.Namespace) -> None:
    """Go through a recorded game."""
    from coup.terminal.replay import FullReplay, Replay, tell

    path = Path(options.file)
    record = read_record(path, options.game)
    try:
        if options.coup:
            print(game_file(record.game()), end="")
            return
        replay = Replay(record, options.seat)
    except ValueError as error:
        raise CoupError(f"{path}: {error}") from None
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
    try:
        if plain_wanted(options, lines):
            PlainEvening(evening, save, lines, pause).run()
        else:
            play_on_full_screen(evening, save, pause)
    finally:
        save.unlock()


def play_on_full_screen(evening: Evening, save: Save, pause: float) -> None:
    """Play, and say in the end what is left to say."""
    from coup.terminal.full import STOPPED, FullEvening

    save.keep(evening)  # if that cannot be done, now is the time to say so
    app = FullEvening(evening, save, pause)
    code = app.run()
    if len(evening.people) > 1:
        print(FORGET, end="", flush=True)
    if evening.rounds:
        print(*wording.score(evening), sep="\n")
        print(f"To see the last round again: coup replay {save.keep_round(evening)}")
    if save.path.exists():
        print(RESUME)
    if app.failure is not None:
        raise app.failure
    if code == STOPPED:
        raise KeyboardInterrupt


def resumed(options: argparse.Namespace) -> tuple[Evening, Save]:
    """The evening that was left."""
    for name in ("players", "bots", "ruleset", "rule", "seed"):
        if getattr(options, name) not in (None, []):
            raise CoupError(f"--resume takes up a game as it was: leave out --{name}")
    return resume(Path(options.resume) if options.resume else None)


def begun(
    options: argparse.Namespace, ruleset: Ruleset | None, lines: Lines
) -> tuple[Evening, Save]:
    """A new evening."""
    people = None if options.players is None else people_in(options.players)
    bots = None if options.bots is None else bots_in(options.bots)
    chairs = ask_chairs(lines, people, bots)
    if ruleset is None:
        usual = usual_ruleset(enter(bot for bot in chairs.values() if bot != PERSON))
        ruleset = ask_ruleset(lines, usual) if people is None else find_ruleset(usual)
    evening, save = Evening(chairs, ruleset, options.seed), Save()
    save.lock()
    return evening, save
