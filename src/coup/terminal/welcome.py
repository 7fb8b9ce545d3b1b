"""The first screen: a quick game with one key, a table of one's own, an evening that was left."""

import getpass
import re

from coup.bots import USUAL
from coup.names import fault_in, tidy
from coup.rules.errors import CoupError
from coup.rules.rulesets import ruleset
from coup.terminal import wording
from coup.terminal.guide import guide
from coup.terminal.plain import Left, Lines
from coup.terminal.saves import Kept, kept_evenings, last_people

TITLE = """\
   ___  ___  _   _ ___
  / __|/ _ \\| | | | _ \\      Everybody lies.
 | (__| (_) | |_| |  _/      Trust no one, and be the last with a card.
  \\___|\\___/ \\___/|_|
"""


def welcome(lines: Lines) -> str:
    """What to do: nothing typed is a quick game, `n` a table of one's own, `r` the evening that was
    left last."""
    kept = [each for each in kept_evenings() if each.evening is not None]
    lines.say(TITLE, *offers(kept))
    while True:
        try:
            typed = lines.ask("> ").lower()
        except Left:
            raise CoupError("the input ended before the game began") from None
        match typed:
            case "q" | "quit":
                raise KeyboardInterrupt
            case "?":
                lines.tell(rules(lines))
            case "" | "n":
                return typed
            case "r" if kept:
                return typed
            case _:
                lines.say("Press Enter for a quick game, or type one of the letters.")


def offers(kept: list[Kept]) -> list[str]:
    """What can be chosen."""
    left = []
    if kept and kept[0].evening is not None:
        people = " and ".join(kept[0].evening.people)
        left = [f"  r      take up the evening of {people}, left {kept[0].left:%Y-%m-%d %H:%M}"]
    return [
        f"  Enter  a quick game: {somebody()} against three bots ({USUAL})",
        "  n      say who plays, with which bots, by which rules",
        *left,
        "  ?      the rules in a page",
        "  q      leave",
        "",
    ]


def rules(lines: Lines) -> list[str]:
    """The rules of the classic game in plain lines."""
    page = re.sub(r"[*#`]", "", guide(ruleset("classic")).partition("## The table")[0])
    return [line for text in page.splitlines() for line in lines.wrap(text.strip()) or [""]]


def somebody() -> str:
    """What to call who plays a quick game: as the last time, or as the computer does."""
    known = last_people()
    if known:
        return known[0]
    try:
        name = tidy(getpass.getuser())
    except (OSError, KeyError):
        name = ""
    return "Ann" if fault_in(name) or name == "root" else wording.sentence(name, stop="")
