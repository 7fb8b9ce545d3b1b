"""Checks whether the game in a file could have happened, and if not, where and why.

Combines parsing, the referee, which follows the public course of the game, and card counting.
"""

from typing import NamedTuple

from coup.records.cards import CardSight, first_impossible, sights
from coup.records.gamefile import BadLine, FileFault, take_apart
from coup.records.referee import Referee, Turn
from coup.rules.rulesets import COPIES
from coup.words import titles


class CheckedFile(NamedTuple):
    """The game in a file, up to its first fault, if any.

    players: empty if the fault is in their line.
    turns: what everybody saw of each turn; the last one may be unfinished.
    winner: None if nobody won.
    ruleset: by what it was played, if the file says so.
    """

    players: tuple[str, ...]
    turns: list[Turn]
    winner: str | None
    fault: FileFault | None
    ruleset: str


def check(
    text: str,
    *,
    count_cards: bool = False,
    turn_limit: int | None = None,
    original: bool = False,
) -> FileFault | None:
    """The first fault in the text of a game file; None if it is valid.

    >>> print(check("players: [ann, bob]\\nann tax\\nbob assassinate ann"))
    line 3: bob has 2 coins, assassinate costs 3

    count_cards: whether the cards seen must also be possible with three of each role.
    turn_limit: the turn limit of the game; without it, `winner: none` may end any turn.
    original: accept the turn order of the original game master.
    """
    course = follow(text, turn_limit, original)
    if count_cards:
        sight = first_impossible(course.players, sights(course.turns))
        if sight:
            return fault_in(text, sight.line, not_seen(course.turns, sight), course.ruleset)
    return course.fault


def follow(text: str, turn_limit: int | None = None, original: bool = False) -> CheckedFile:
    """Follow the game in a file to its end or to its first fault."""
    form = take_apart(text)
    if not form.players:
        return CheckedFile((), [], None, form.fault, form.ruleset)
    referee = Referee(form.players, turn_limit, original)
    number = 0
    fault = None
    try:
        for number, line in form.lines:
            referee.move(number, *line)
        if form.end:
            number, winner = form.end
            referee.end(winner)
        elif not form.fault:
            number = form.length
            referee.stop()
        fault = form.fault
    except BadLine as refused:
        fault = fault_in(text, number, str(refused), form.ruleset)
    return CheckedFile(form.players, referee.turns, referee.winner, fault, form.ruleset)


def fault_in(text: str, number: int, why: str, ruleset: str) -> FileFault:
    """A fault with the text of its line, which is empty at the end of the file."""
    lines = text.removeprefix("\ufeff").split("\n")
    return FileFault(
        number, lines[number - 1].strip() if number <= len(lines) else "", why, ruleset
    )


def not_seen(turns: list[Turn], sight: CardSight) -> str:
    """Why a sight is impossible, in words."""
    face_up = [
        discard.role
        for turn in turns
        for discard in turn.discards
        if discard.line < sight.line and discard.role in sight.roles
    ]
    if len(face_up) < COPIES[2] * len(sight.roles):
        seen = f"the cards seen leave {sight.player} none"
    else:
        seen = "all of them are already face up"
    if sight.what == "proof":
        return f"{sight.player} cannot have proved {titles(sight.roles)}: {seen}"
    return f"{sight.player} cannot discard the {sight.roles[0]}: {seen}"
