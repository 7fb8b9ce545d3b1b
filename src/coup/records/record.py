"""The full record of a game: one line of JSON, from which the game can be replayed.

A game is its ruleset, its seats and its moves, including those of chance. Everything else in a
record describes how the game was played. docs/records.md describes the format.
"""

import dataclasses
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from coup.called import as_typed
from coup.game import Game
from coup.records.rows import rows_of
from coup.rules.errors import CoupError
from coup.rules.rulesets import RULESETS, Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.words import count

VERSION = 1


class RecordError(CoupError):
    """A record that cannot be read, or whose game is impossible; the message says why."""


@dataclass(frozen=True)
class Record:
    """A game as it is stored.

    >>> game = Game(["ann", "bob"], seed=7)
    >>> game.push("tax")
    >>> line = Record.of(game).as_json()
    >>> Record.from_json(line).game().view("bob") == game.view("bob")
    True

    seats, ruleset, seed: as in `Game`.
    moves: who made which, `chance` included.
    winner: who won; None if nobody did, or the game is not over.
    players: who sat in the seats: `person`, or a bot.
    faults: the faults of players, in the words of the program that ran the game.
    seconds: how long each player thought, in total.
    played: when it was played, in ISO 8601.
    fair: what `coup.records.fairness` needs to verify its draws.
    """

    seats: tuple[str, ...]
    ruleset: Ruleset
    seed: int
    moves: tuple[tuple[str, str], ...]
    winner: str | None = None
    players: dict[str, str] = field(default_factory=dict)
    faults: tuple[dict[str, Any], ...] = ()
    seconds: dict[str, float] = field(default_factory=dict)
    played: str = ""
    fair: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, **about: Any) -> "Record":
        """The record of a game so far, with further fields."""
        moves = tuple((seat, str(move)) for seat, move in game.moves)
        return cls(game.seats, game.ruleset, game.seed, moves, game.winner, **about)

    def game(self) -> Game:
        """The game, replayed from its moves; refused at the first illegal one."""
        try:
            game = Game.replay(self.seats, self.moves, self.ruleset, self.seed)
        except ValueError as error:
            raise RecordError(str(error)) from None
        if game.winner != self.winner:
            raise RecordError(f"the winner is {self.winner}, but by the moves it is {game.winner}")
        return game

    def rows(self, **about: Any) -> list[dict[str, Any]]:
        """The decisions of the game, a row each, for pandas and the like, with all cards open.

        >>> game = Game(["ann", "bob"], hands={"ann": "duke captain", "bob": "contessa captain"})
        >>> for move in ("tax", "challenge", "reveal duke", "discard contessa"):
        ...     game.push(move)
        >>> for row in Record.of(game).rows(game=1):
        ...     print(*(row[name] for name in ("game", "seat", "move", "bluff", "outcome")))
        1 ann tax False succeeded
        1 bob challenge None failed
        1 ann reveal duke None succeeded
        1 bob discard contessa None None

        `coup.records.rows.COLUMNS` and docs/records.md say what the columns hold.

        about: additional first columns, with the same value in every row.
        """
        return [about | row for row in rows_of(self.game(), self.players)]

    def as_dict(self) -> dict[str, Any]:
        """The record as a dictionary for JSON."""
        record = {
            "coup": VERSION,
            "ruleset": self.ruleset.name,
            "house_rules": house_rules_of(self.ruleset),
            "seed": self.seed,
            "seats": list(self.seats),
            "moves": [list(move) for move in self.moves],
            "winner": self.winner,
        }
        about = {
            "players": self.players,
            "faults": self.faults,
            "seconds": self.seconds,
            "played": self.played,
            "fair": self.fair,
        }
        return record | {name: value for name, value in about.items() if value}

    def as_json(self) -> str:
        """The record as a line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "Record":
        """The record in a line of JSON. Its moves are not checked; `game` does that."""
        try:
            return cls.from_dict(json.loads(line))
        except json.JSONDecodeError as error:
            if line.startswith('{"coup"'):
                raise RecordError(f"the record {where_it_breaks(error)}") from None
            raise RecordError(f"not a record but {line!r:.60}") from None
        except RecursionError:
            raise RecordError(f"not a record but {line!r:.60}") from None

    @classmethod
    def from_dict(cls, record: object) -> "Record":
        """The record in a dictionary from JSON."""
        if isinstance(record, dict) and "evening" in record:
            command = as_typed("play", "--resume")
            raise RecordError(f"this is a saved game; {command} FILE resumes it")
        if not isinstance(record, dict) or "coup" not in record:
            raise RecordError('a record is an object that begins with {"coup": 1')
        if type(record["coup"]) is not int or record["coup"] != VERSION:
            raise RecordError(
                f"the record's version is {record['coup']!r:.20}, this program reads {VERSION}"
            )
        for name, kind, what in SHAPE:
            if not isinstance(record.get(name), kind):
                raise RecordError(f"{name!r} should be {what}, not {record.get(name)!r:.60}")
        for name, kind, what in EXTRAS:
            if not isinstance(record.get(name, kind()), kind):
                raise RecordError(f"{name!r} should be {what}, not {record[name]!r:.60}")
        if not all(isinstance(seat, str) for seat in record["seats"]):
            raise RecordError(f"'seats' should be a list of names, not {record['seats']!r:.60}")
        for move in record["moves"]:
            if not (isinstance(move, list) and [type(part) for part in move] == [str, str]):
                raise RecordError(f'a move is a pair like ["ann", "tax"], not {move!r:.60}')
        return cls(
            tuple(record["seats"]),
            _ruleset(record["ruleset"], record["house_rules"]),
            record["seed"],
            tuple((seat, move) for seat, move in record["moves"]),
            record["winner"],
            record.get("players", {}),
            tuple(record.get("faults", ())),
            record.get("seconds", {}),
            record.get("played", ""),
            record.get("fair", {}),
        )


def where_it_breaks(error: json.JSONDecodeError) -> str:
    """Where a text stops being valid JSON.

    >>> try: json.loads('{"coup": 1, "se')
    ... except ValueError as error: where_it_breaks(error)
    'breaks off after 15 characters'
    """
    text = error.doc.rstrip()
    if error.pos >= len(text) - 1 or error.msg.startswith("Unterminated string"):
        return f"breaks off after {len(text)} characters"
    return f"is damaged at character {error.pos + 1}: {error.msg}"


SHAPE: tuple[tuple[str, Any, str], ...] = (
    ("ruleset", str, "a ruleset's name"),
    ("house_rules", dict, "an object of the ruleset's fields"),
    ("seed", int, "a number"),
    ("seats", list, "a list of names"),
    ("moves", list, "a list of moves"),
    ("winner", str | None, "a name or null"),
)


EXTRAS: tuple[tuple[str, Any, str], ...] = (
    ("players", dict, "an object with the kind of each player"),
    ("faults", list, "a list of faults"),
    ("seconds", dict, "an object with the seconds of each player"),
    ("played", str, "a date and a time"),
    ("fair", dict, "an object with the secret of its luck"),
)


def house_rules_of(ruleset: Ruleset) -> dict[str, Any]:
    """The fields that differ from the known ruleset of that name; all if there is none."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in differences(ruleset)
    }


@lru_cache(maxsize=64)
def differences(ruleset: Ruleset) -> tuple[tuple[str, Any], ...]:
    """The names and values of these fields, worked out once for all records of a tournament."""
    known = RULESETS.get(ruleset.name)
    values = {each.name: getattr(ruleset, each.name) for each in dataclasses.fields(Ruleset)}
    values.pop("name")
    return tuple(
        (name, value)
        for name, value in values.items()
        if known is None or value != getattr(known, name)
    )


def _ruleset(name: str, house_rules: Mapping[str, Any]) -> Ruleset:
    """The ruleset that a record names; JSON has lists where it has tuples."""
    if "name" in house_rules:
        raise RecordError("'name' is not a house rule: the ruleset has one")
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in house_rules.items()
    }
    try:
        if name in RULESETS:
            return find_ruleset(name, **fields)
        return Ruleset(name=name, **fields)
    except (ValueError, TypeError) as error:
        raise RecordError(str(error)) from None


def read_records(path: str | Path) -> Iterator[Record]:
    """The records of a file, one a line. An error names the file and the line."""
    path = Path(path)
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    try:
                        yield Record.from_json(line)
                    except RecordError as error:
                        raise RecordError(refused(path, number, error)) from None
    except UnicodeDecodeError:
        raise RecordError(f"{path}: not a file of records: it is not text in UTF-8") from None
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None


def refused(path: Path, number: int, error: RecordError) -> str:
    """Why a file is not one of records, with the command that reads a game file."""
    if path.suffix == ".coup":
        return f"{path}: a game file, not one of records; {as_typed('show', str(path))} retells it"
    return f"{path}: line {number}: {error}"


def read_record(path: Path, number: int) -> Record:
    """One of the records of a file, counted from 1."""
    records = list(read_records(path))
    if not records:
        raise RecordError(f"{path}: this file is empty")
    if not 1 <= number <= len(records):
        raise RecordError(f"{path}: --game: it holds {count(len(records), 'game')}")
    return records[number - 1]


def write_record(path: Path, record: Record) -> None:
    """Add a record to the end of a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(record.as_json() + "\n")
