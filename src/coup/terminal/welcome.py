"""The first screen: a quick game with one key, a custom table, or the last saved evening."""

import getpass
import re

from coup.bots import USUAL
from coup.languages import CODES, say, speak
from coup.rules.errors import CoupError
from coup.rules.rulesets import ruleset
from coup.seating import fault_in, tidy
from coup.terminal import wording
from coup.terminal.guide import guide
from coup.terminal.plain import Left, Lines
from coup.terminal.saves import Kept, kept_evenings, last_people

TITLE = """\
   ___  ___  _   _ ___
  / __|/ _ \\| | | | _ \\      {lies}
 | (__| (_) | |_| |  _/      {trust}
  \\___|\\___/ \\___/|_|
"""


def welcome(lines: Lines) -> str:
    """Ask what to do: Enter is a quick game, `g` the guided first game, `n` a custom table, `r` the
    last saved evening. The code of a language changes the language."""
    kept = [each for each in kept_evenings() if each.evening is not None]
    lines.say(title(), *offers(kept))
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
            case "" | "n" | "g":
                return typed
            case code if code in CODES:
                speak(code)
                lines.say(title(), *offers(kept))
            case "r" if kept:
                return typed
            case _:
                lines.say(say("Press Enter for a quick game, or type one of the letters."))


def title() -> str:
    """The name of the game and its aim."""
    trust = say("Trust no one, and be the last with a card.")
    return TITLE.format(lies=say("Everybody lies."), trust=trust)


def offers(kept: list[Kept]) -> list[str]:
    """The lines of what can be chosen."""
    left = []
    if kept and kept[0].evening is not None:
        text = "resume the evening of {names:and}, saved {when}"
        when = f"{kept[0].left:%Y-%m-%d %H:%M}"
        left = [offer("r", say(text, names=kept[0].evening.people, when=when))]
    quick = say("a quick game: {name} against three bots ({level})", name=somebody(), level=USUAL)
    return [
        offer("Enter", quick),
        offer("g", say("a guided first game: two minutes, everything explained")),
        offer("n", say("choose players, bots and rules")),
        *left,
        offer("?", say("the rules in a page")),
        offer("de …", say("another language: {codes}", codes=", ".join(CODES))),
        offer("q", say("leave")),
        "",
    ]


def offer(key: str, text: str) -> str:
    """A line: what to type, and its meaning."""
    return f"  {key:<5}  {text}"


def rules(lines: Lines) -> list[str]:
    """The rules of the classic game in plain lines."""
    page = re.sub(r"[*#`]", "", guide(ruleset("classic")))
    return [line for text in page.splitlines() for line in lines.wrap(text.strip()) or [""]]


def somebody() -> str:
    """The name of the person in a quick game: that of the last round, or the user's."""
    known = last_people()
    if known:
        return known[0]
    try:
        name = tidy(getpass.getuser())
    except (OSError, KeyError):
        name = ""
    return "Ann" if fault_in(name) or name == "root" else wording.sentence(name, stop="")
