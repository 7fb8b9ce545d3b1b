"""Starts an evening or a replay, on the full screen or in plain lines."""

import argparse
import os
import shutil
import sys
from pathlib import Path

from coup.called import as_typed
from coup.hosting.entrants import enter
from coup.hosting.evening import PERSON, Evening, seated
from coup.hosting.host import usual_ruleset
from coup.hosting.lesson import Lesson
from coup.languages import refusal, say, speak, usual
from coup.records import game_file, read_record
from coup.rules.errors import CoupError
from coup.rules.rulesets import REFORMATION, Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.state import MOST_SEATS, SEATS
from coup.terminal import wording
from coup.terminal.pace import Pace
from coup.terminal.plain import Lines, PlainEvening, goodbye
from coup.terminal.rescue import FORGET, full_screen
from coup.terminal.saves import Practice, Save, kept_evenings, last_round, resume
from coup.terminal.setup import ask_chairs, ask_ruleset, bots_in, people_in
from coup.terminal.welcome import somebody, welcome


def plain_wanted(options: argparse.Namespace, lines: Lines) -> bool:
    """Whether to use plain lines: they are asked for, or the terminal cannot show more."""
    size = shutil.get_terminal_size()
    small = lines.is_terminal and (size.columns < 80 or size.lines < 24)
    if small and not options.plain:
        lines.say(say("The full screen needs 80 columns and 24 lines; so it is plain lines."))
    return options.plain or not lines.is_terminal or small or os.environ.get("TERM") == "dumb"


def start_replay(options: argparse.Namespace) -> None:
    """Replay a recorded game."""
    from coup.terminal.replay import FullReplay, Replay, tell

    speak(options.lang or usual())
    path = Path(options.file) if options.file else last_round()
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
    if options.saved:
        list_saved()
        return
    lines = Lines()
    evening, save = (
        resumed(options) if options.resume is not None else begun(options, ruleset, lines)
    )
    pace = Pace("at once" if options.fast or not lines.is_terminal else "normal")
    try:
        if plain_wanted(options, lines):
            PlainEvening(evening, save, lines, pace, options.private).run()
        else:
            play_on_full_screen(evening, save, pace, options.private)
    finally:
        save.unlock()


def play_on_full_screen(evening: Evening, save: Save, pace: Pace, private: bool) -> None:
    """Play, and afterwards print the score and how to continue."""
    from coup.terminal.full import STOPPED, FullEvening

    save.keep(evening)  # fails now if it cannot be written
    app = FullEvening(evening, save, pace, private)
    with full_screen(goodbye if save.lasts else str):
        code = app.run()
    if len(evening.people) > 1:
        print(FORGET, end="", flush=True)
    if evening.rounds:
        print(*wording.score(evening), sep="\n")
        path = save.keep_round(evening)
        command = as_typed("replay", str(path))
        print(say("To see the last round again: {command}", command=command))
    if save.path.exists():
        print(goodbye())
    if app.failure is not None:
        raise app.failure
    if code == STOPPED:
        raise KeyboardInterrupt


def resumed(options: argparse.Namespace) -> tuple[Evening, Save]:
    """A saved evening."""
    for name in ("players", "bots", "ruleset", "rule", "seed"):
        if getattr(options, name) not in (None, []):
            raise CoupError(f"--resume continues a game as it was: leave out --{name}")
    return resume(options.resume, lambda text: print(f"coup: {refusal(text)}", file=sys.stderr))


def list_saved() -> None:
    """Print the saved evenings."""
    kept = kept_evenings()
    if not kept:
        print(say("There is no saved game."))
        return
    print(*wording.saved(kept), sep="\n")
    text = "To resume one of them: {command} and its number"
    print(say(text, command=as_typed("play", "--resume")))


def begun(
    options: argparse.Namespace, ruleset: Ruleset | None, lines: Lines
) -> tuple[Evening, Save]:
    """A new evening, or from the first screen a lesson or a saved evening."""
    if options.lesson:
        return Lesson(somebody()), Practice()
    said = (options.players, options.bots, ruleset, options.seed)
    if lines.is_terminal and said == (None,) * 4:
        match welcome(lines):
            case "":  # a quick game
                return fresh(seated([somebody()], bots_in("3")), find_ruleset("classic"), None)
            case "g":
                return Lesson(somebody()), Practice()
            case "r":
                return resume()
    most = ruleset.most_seats if ruleset else SEATS if options.players else MOST_SEATS
    people = None if options.players is None else people_in(options.players, most)
    chairs = ask_chairs(lines, people, options.bots, most, ruleset)
    if ruleset is None:
        usual = usual_ruleset(enter(bot for bot in chairs.values() if bot != PERSON))
        if len(chairs) > SEATS:
            usual = REFORMATION.name
        asks = people is None
        ruleset = ask_ruleset(lines, usual, len(chairs)) if asks else find_ruleset(usual)
    return fresh(chairs, ruleset, options.seed)


def fresh(chairs: dict[str, str], ruleset: Ruleset, seed: int | None) -> tuple[Evening, Save]:
    """A new evening with its save."""
    evening, save = Evening(chairs, ruleset, seed), Save()
    save.lock()
    return evening, save
