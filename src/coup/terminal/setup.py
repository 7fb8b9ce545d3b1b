"""Asks who plays, with which bots, by which rules, unless the command line says so."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from coup.bots import BOTS, LEVELS, USUAL, stand_ins
from coup.hosting.entrants import enter, is_url
from coup.hosting.evening import seated
from coup.languages import say
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset, house_rule
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.state import SEATS
from coup.seating import checked_seats, tidy
from coup.terminal.house_rules import house_rules
from coup.terminal.plain import Left, Lines
from coup.terminal.wording import reason

T = TypeVar("T")
COLUMN = 28  # letters; hardly any house rule is longer


def people_in(text: str, most: int = SEATS) -> list[str]:
    """Names of people, separated by commas; refuses too many.

    >>> people_in("ann, Zoë  Müller")
    ['ann', 'Zoë Müller']
    """
    names = [tidy(name) for name in text.split(",") if name.strip()]
    if len(names) > most:
        raise CoupError(f"Coup is for 2 to {most} seats, not {len(names)}")
    return list(checked_seats(names))


def bots_in(text: str, usual: int = 3, most: int = SEATS) -> list[str]:
    """Kinds of bots, from their number, their kinds, or both.

    usual: the number of bots if only a kind is given. An address is of one bot.
    most: the most that can play.

    >>> bots_in("2"), bots_in("2 hard, easy"), bots_in("hard")
    (['medium', 'medium'], ['hard', 'hard', 'easy'], ['hard', 'hard', 'hard'])
    """
    words = text.replace(",", " ").split()
    kinds: list[str] = []
    number: int | None = None
    for word in words:
        if word.isdecimal():
            kinds += [USUAL] * (number or 0)
            number = number_in(word, most)
        else:
            kinds += [word] * (1 if number is None else number)
            number = None
    if len(words) == 1 and kinds and not is_url(kinds[0]):
        kinds *= max(1, usual)
    kinds += [USUAL] * (number or 0)
    return [str(entrant.source) for entrant in enter(kinds)]


def number_in(text: str, most: int) -> int:
    """A number of bots; refuses more than can play."""
    if len(text) > 2 or int(text) > most:
        raise CoupError(f"Coup is for 2 to {most} seats, so {text:.20} bots are too many")
    return int(text)


def usual_bots(people: list[str]) -> int:
    """The default number of bots for some people."""
    return 3 if len(people) == 1 else 0


def asked(
    lines: Lines,
    question: str,
    read: Callable[[str], T],
    explanation: Iterable[str],
    hint: str = "",
    indent: int = 0,
) -> T:
    """Ask a question until the answer is valid; a wrong one is explained.

    explanation: what `?` shows, one paragraph for each text.
    hint: what follows the reason why an answer is wrong.
    indent: of the further lines of a paragraph.
    """
    while True:
        try:
            typed = lines.ask(f"{question} ")
            if typed.lower() in ("?", "help"):
                lines.tell(line for text in explanation for line in lines.wrap(text, indent))
                continue
        except Left:
            raise CoupError("the input ended before the game began") from None
        if typed.lower() in ("q", "quit"):
            raise KeyboardInterrupt
        try:
            return read(typed)
        except ValueError as error:
            lines.say(*lines.wrap(f"{reason(error)} {hint}"))


def ask_chairs(
    lines: Lines,
    people: list[str] | None,
    wanted: str | None,
    most: int,
    ruleset: Ruleset | None = None,
) -> dict[str, str]:
    """Who sits at the table. Asks for what is not given and has no default.

    wanted: the bots, as they were typed.
    most: the most that can play.
    ruleset: None if it is asked for later.
    """
    notes = stand_ins(ruleset, LEVELS) if ruleset else []
    bots = None if wanted is None else bots_in(wanted, usual_bots(people or [""]), most)
    if people is None:

        def names(text: str) -> list[str]:
            given = people_in(text, most)
            seated(given, bots or [USUAL] * (len(given) < 2), most)  # raises, with the reason
            return given

        about = say("Put a comma between names: ann, Zoë Müller. Bots are asked for next.")
        question = say("Who plays? Names, separated by commas:")
        people = asked(lines, question, names, [about])
        if bots is None:
            bots = ask_bots(lines, people, most, notes)
    elif bots is None:
        bots = ask_bots(lines, people, most, notes) if len(people) == 1 else []
    return seated(people, bots, most)


def ask_bots(lines: Lines, people: list[str], seats: int, notes: list[str]) -> list[str]:
    """Ask which bots play with some people; `notes` are about the levels."""
    least, most = max(0, 2 - len(people)), seats - len(people)
    usual = usual_bots(people)
    if not most:
        return []

    def kinds(text: str) -> list[str]:
        bots = bots_in(text or str(usual), usual, seats)
        seated(people, bots, seats)
        return bots

    lines.say(*(line for note in notes for line in lines.wrap(note)))
    return asked(
        lines,
        say(
            "Bots beside {names:and}: how many ({least} to {most}), how strong ({levels:or}), or "
            "both, as in 2 hard? [{usual}]",
            names=people,
            least=least,
            most=most,
            levels=LEVELS,
            usual=usual,
        ),
        kinds,
        [
            say(
                "A number gives so many of {usual}; easy, 2 hard gives three. There are also "
                "{bots:or}, and a class in a file can play: my.py:Mine.",
                usual=USUAL,
                bots=[bot for bot in BOTS if bot not in LEVELS],
            )
        ],
    )


def ask_ruleset(lines: Lines, usual: str, seats: int) -> Ruleset:
    """Ask for a ruleset that this number of seats can be played with."""

    def can_play(rules: Ruleset) -> Ruleset:
        rules.check_seats(seats)
        return rules

    rules = asked(
        lines,
        say("Rules: {names:or}? [{usual}]", names=list(RULESETS), usual=usual),
        lambda text: can_play(find_ruleset(text or usual)),
        [
            say(
                "classic is the board game; coup2022 has secret answers and a known top of the "
                "court deck; inquisitor has the Inquisitor instead of the Ambassador; reformation "
                "has two sides, a reserve and up to ten players."
            )
        ],
    )
    return asked(
        lines,
        say("House rules, such as first_coins=1 coins=3? [none]"),
        lambda text: can_play(find_ruleset(rules, **dict(map(house_rule, text.split())))),
        [
            say("Each is NAME=VALUE. As they are now:"),
            *(f"{rule:<{COLUMN}}  {meaning}" for rule, meaning in house_rules(rules)),
        ],
        say("`?` lists all house rules."),
        COLUMN + 2,
    )
