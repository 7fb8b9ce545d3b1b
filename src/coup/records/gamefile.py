"""The form of `.coup` files: reads lines forgivingly and writes them strictly.

A file names the players in seat order, then has a line for each move that everybody sees, then the
winner. This module knows the words of such lines, not whether the game is possible; `checking`
does.
"""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from coup.events import Blocked, Challenged, Declared, Discarded, Ended, Event
from coup.game import Game
from coup.rules.errors import CoupError, hint
from coup.rules.rulesets import COUP2022, Ruleset
from coup.rules.state import SEATS
from coup.rules.vocabulary import BLOCKS
from coup.seating import one_word
from coup.words import listed

PLAYERS = "players:"
WINNER = "winner:"
RULESET = "ruleset:"
"""In a comment, so that other readers of such files pass over it."""
NONE = "none"
"""In place of the winner, if there is none."""
STDIN = "-"
SUFFIX = ".coup"

TARGETED = ("steal", "assassinate", "coup")
UNTARGETED = ("income", "foreign_aid", "tax", "exchange")
REACTIONS = ("challenge", *dict.fromkeys(block for block, _ in BLOCKS))
VERBS = (*UNTARGETED, *TARGETED, *REACTIONS, "discard")
ALONE = frozenset((*UNTARGETED, *REACTIONS))
"""Verbs without a target or a role."""
SLIPS = {"block_foregin_aid": "block_foreign_aid"}
"""Misspellings in the class's own handout that are accepted."""


class BadLine(CoupError):
    """A line that is not allowed in its place; the message says why."""


class FileFault(NamedTuple):
    """The first fault of a file."""

    line: int
    """The number of the line, from 1; one more than the last if something is missing at the end."""
    text: str
    """The text of the line."""
    why: str
    ruleset: str = ""
    """By what the game was played, if the file says that it was not by `coup2022`."""

    @property
    def shown(self) -> str:
        """The line, shortened and printable."""
        return printable(self.text)[:200] or "(end of the file)"

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}{self.judged_by}"

    @property
    def judged_by(self) -> str:
        """That the game may be right by its own rules, as the end of a sentence."""
        other = printable(self.ruleset)[:60]
        return f"; judged by {COUP2022.name}, but it was played by {other}" if other else ""


class FileLine(NamedTuple):
    """A line of the game: who does what, and the target or the role if there is one."""

    player: str
    verb: str
    argument: str | None = None

    def __str__(self) -> str:
        return " ".join(filter(None, self))


@dataclass(frozen=True)
class GameFile:
    """What a `.coup` file holds; `str` gives the file.

    >>> print(GameFile(("ann", "bob"), ("ann tax", "bob challenge"), None), end="")
    players: [ann, bob]
    ann tax
    bob challenge
    winner: none

    players: in the order of their seats; the first one begins.
    lines: one for each move that everybody sees, as `bob steal ann`.
    winner: None if the game ended at its turn limit.
    ruleset: by what it was played, if not by `coup2022`.
    """

    players: tuple[str, ...]
    lines: tuple[str, ...]
    winner: str | None
    ruleset: str = ""

    def __post_init__(self) -> None:
        check_players(self.players)
        for line in self.lines:
            if str(parse_line(line.lower(), self.players)) != line:
                raise CoupError(f"a line of a game file is lower case words, not {line!r:.60}")
        if self.winner is not None:
            check_known(self.winner, self.players)

    def __str__(self) -> str:
        first = ruleset_line(self.ruleset) + players_line(self.players)
        return "\n".join((first, *self.lines, winner_line(self.winner), ""))


# Reading.


class Form(NamedTuple):
    """A parsed file: its parts with their line numbers, up to the first malformed one."""

    players: tuple[str, ...]
    """Empty if their line is malformed."""
    lines: list[tuple[int, FileLine]]
    end: tuple[int, str | None] | None
    """The winner's line; None if it is missing."""
    fault: FileFault | None
    length: int
    """The number of the line after the last one."""
    ruleset: str = ""
    """The ruleset of the game, if the file names it."""


def take_apart(text: str) -> Form:
    """The parts of a file's text, in lower case and without comments."""
    raw = text.removeprefix("\ufeff").split("\n")
    players: tuple[str, ...] = ()
    lines: list[tuple[int, FileLine]] = []
    end = fault = None
    for number, line in enumerate(raw, 1):
        content = line.partition("#")[0].strip().lower()
        if not content:
            continue
        try:
            if not players:
                players = parse_players(content)
            elif end:
                raise BadLine("nothing may follow the winner")
            elif content.startswith(WINNER):
                end = number, parse_winner(content, players)
            else:
                lines.append((number, parse_line(content, players)))
        except BadLine as refused:
            fault = FileFault(number, line.strip(), str(refused))
            break
    length = len(raw) + bool(raw[-1].strip())
    if not players and not fault:
        fault = FileFault(length, "", f"the file is empty; it should begin with {PLAYERS} [a, b]")
    return Form(players, lines, end, fault, length, named_ruleset(raw))


def named_ruleset(lines: Iterable[str]) -> str:
    """The ruleset that a comment names, if it is not `coup2022`.

    >>> named_ruleset(["# ruleset: classic", "players: [a, b]"])
    'classic'
    """
    comments = (line.partition("#")[2].strip() for line in lines)
    named = (each.removeprefix(RULESET) for each in comments if each.startswith(RULESET))
    name = next(named, "").strip()
    return "" if name == COUP2022.name else name


def parse(text: str) -> GameFile:
    """Parse the text of a file.

    >>> parse("Players: [a, b]\\n\\na TAX\\r\\nwinner: none  # too late").lines
    ('a tax',)
    >>> parse("players: [a, b]\\na taxes\\nwinner: none")
    Traceback (most recent call last):
        ...
    coup.rules.errors.CoupError: line 2: 'taxes' is not a move; did you mean tax?
    """
    form = take_apart(text)
    if form.fault:
        raise CoupError(str(form.fault))
    if not form.end:
        raise CoupError(f"line {form.length}: the winner's line is missing")
    lines = tuple(str(line) for _, line in form.lines)
    return GameFile(form.players, lines, form.end[1], form.ruleset)


def parse_players(content: str) -> tuple[str, ...]:
    """The names in the first line.

    >>> parse_players("players: [ann, bob]")
    ('ann', 'bob')
    """
    names = content.removeprefix(PLAYERS).strip()
    if not content.startswith(PLAYERS) or names[:1] != "[" or names[-1:] != "]":
        raise BadLine(f"the first line names the players, as in {PLAYERS} [a, b]")
    players = tuple(name.strip() for name in names[1:-1].split(","))
    check_players(players)
    return players


def check_players(players: Iterable[str]) -> None:
    """Refuse names that look the same in a file, and too few or too many players."""
    seats = tuple(players)
    for name in seats:
        if name.split() != [name] or not name.isprintable() or set(name) & set("[],:#"):
            raise BadLine(f"a player's name is one word without [ ] , : or #, not {name!r:.60}")
        if name != name.lower():
            raise BadLine(f"a player's name is lower case in a file, not {name!r:.60}")
        if name == NONE:
            raise BadLine(
                f"no player can be called {NONE!r}: that is how a game without a winner ends"
            )
        if seats.count(name) > 1:
            raise BadLine(f"two players are called {name!r:.60}")
    if not 2 <= len(seats) <= SEATS:
        raise BadLine(f"Coup is for 2 to {SEATS} players, not {len(seats)}")


def parse_winner(content: str, players: tuple[str, ...]) -> str | None:
    """The winner's name in the last line; None for `none`."""
    name = content.removeprefix(WINNER).strip()
    if name == NONE:
        return None
    if not name:
        raise BadLine(f"the winner's name is missing, or {NONE}")
    check_known(name, players)
    return name


def check_known(name: str, players: tuple[str, ...]) -> None:
    if name not in players:
        raise BadLine(f"there is no player {name!r:.60}, only {', '.join(players)}")


def parse_line(content: str, players: tuple[str, ...]) -> FileLine:
    """Parse a line of the game.

    >>> parse_line("bob steal ann", ("ann", "bob"))
    FileLine(player='bob', verb='steal', argument='ann')
    """
    player, *words = content.split() or [""]
    if player not in players:
        if player == PLAYERS:
            raise BadLine("the players are named a second time")
        check_known(player, players)
    verb = SLIPS.get(words[0], words[0]) if words else ""
    if len(words) == 1 and verb in ALONE:
        return FileLine(player, verb)
    if len(words) == 2:
        argument = words[1]
        if verb in TARGETED and argument in players:
            return FileLine(player, verb, argument)
        if verb == "discard" and argument in COUP2022.roles:
            return FileLine(player, verb, argument)
    raise BadLine(_not_a_move(verb, words[1:], players))


def _not_a_move(verb: str, arguments: list[str], players: tuple[str, ...]) -> str:
    """Why the words after a player's name are not a move."""
    if not verb:
        return "the move is missing: a line is a player, a move, and its target if it has one"
    if verb not in VERBS:
        moves = f"the moves are {', '.join(VERBS)}"
        return f"{verb!r:.60} is not a move; {hint(verb, VERBS, moves)}"
    if verb in ALONE:
        return f"{verb} stands alone, without {' '.join(arguments)!r:.60}"
    if len(arguments) > 1:
        return f"{verb} is followed by one word, not by {' '.join(arguments)!r:.60}"
    if verb == "discard":
        what = f"not {arguments[0]!r:.60}" if arguments else "which is missing"
        return f"discard is followed by {listed(COUP2022.roles)}, {what}"
    whom = f"there is no player {arguments[0]!r:.60}" if arguments else "the target is missing"
    return f"{verb} whom? {whom}; the players are {', '.join(players)}"


def read(path: str | os.PathLike[str]) -> GameFile:
    """A game from its file."""
    text = read_text(path)
    try:
        return parse(text)
    except ValueError as error:
        raise CoupError(f"{printable(path)}: {error}") from None


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file, or of standard input for `-`; raises a `CoupError` if it cannot be
    read."""
    try:
        if path == STDIN:
            data = sys.stdin.buffer.read()
        elif os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
            raise CoupError(
                f"{printable(path)}: cannot be read: it is a device or pipe, not a file"
            )
        else:
            with open(path, "rb") as file:
                data = file.read()
        return data.decode()
    except OSError as error:
        raise CoupError(f"{printable(path)}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CoupError(f"{printable(path)}: line {line}: this is not text in UTF-8") from None


def find_files(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The given files, and for each folder all game files in it and below."""
    found: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            found.append(os.fspath(path))
            continue
        inside = [
            os.path.join(folder, name)
            for folder, _, names in os.walk(path)
            for name in names
            if name.endswith(SUFFIX)
        ]
        if not inside:
            raise CoupError(f"{printable(path)}: there is no {SUFFIX} file in this folder")
        found += sorted(inside)
    return found


def printable(text: str | os.PathLike[str]) -> str:
    """A path, or a line of a file, without unprintable letters."""
    return "".join(char if char.isprintable() else "?" for char in os.fspath(text))


# Writing.


def players_line(players: Iterable[str]) -> str:
    """The first line of a file.

    >>> players_line(["Ann", "bob"])
    'players: [ann, bob]'
    """
    names = tuple(one_word(name).lower() for name in players)
    check_players(names)
    return f"{PLAYERS} [{', '.join(names)}]"


def ruleset_line(ruleset: str) -> str:
    """The line before the first of a file, if its game was not played by `coup2022`."""
    return f"# {RULESET} {ruleset}\n" if ruleset else ""


def heading(players: Iterable[str], ruleset: Ruleset) -> str:
    """How a file begins."""
    return ruleset_line(other_rules(ruleset)) + players_line(players)


def other_rules(ruleset: Ruleset) -> str:
    """What a file says of a ruleset: nothing of `coup2022`, whose files are as the class's. A turn
    limit does not count, since any game may end with `winner: none`."""
    rules = replace(ruleset, turn_limit=COUP2022.turn_limit)
    return "" if rules == COUP2022 else str(rules)


def winner_line(winner: str | None) -> str:
    """The last line of a file."""
    return f"{WINNER} {winner or NONE}"


def line_of(event: Event) -> str | None:
    """The line for an event of a game; None if the event has no line.

    >>> line_of(Declared("Ann", "steal", "bob", ("captain",), 0))
    'ann steal bob'
    """
    match event:
        case Declared():
            if event.action not in VERBS:
                raise CoupError(f"a game file has no word for {event.action}")
            line = f"{one_word(event.seat)} {event.action} {one_word(event.target or '')}".rstrip()
        case Blocked():
            line = f"{one_word(event.seat)} block_{event.action}"
        case Challenged():
            line = f"{one_word(event.seat)} challenge"
        case Discarded():
            if event.role not in COUP2022.roles:
                raise CoupError(f"a game file has no word for the {event.role}")
            line = f"{one_word(event.seat)} discard {event.role}"
        case Ended():
            line = winner_line(event.winner and one_word(event.winner))
        case _:
            return None
    return line.lower()


def game_file(game: Game) -> GameFile:
    """A finished game as its file.

    Names are written as one word, in lower case: Zoë Müller is `zoë_müller`.

    A file is read by `coup2022`. A game by another ruleset can be written if the format has words
    for all of it; a comment names the ruleset, and named blocks lose their role.
    """
    if not game.over:
        raise CoupError("a game file ends with the winner, but the game is not over yet")
    if game.ruleset.rules.reforms:
        raise CoupError(
            f"a game file has no words for sides and a reserve, so none for {game.ruleset.name}"
        )
    lines = [line for event in game.events if (line := line_of(event))]
    names = tuple(one_word(name).lower() for name in game.seats)
    winner = game.winner and one_word(game.winner).lower()
    return GameFile(names, tuple(lines[:-1]), winner, other_rules(game.ruleset))


def write(path: str | os.PathLike[str], game: GameFile) -> None:
    """Write a game to its file atomically."""
    target = Path(path)
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_text(str(game), encoding="utf-8", newline="\n")
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
