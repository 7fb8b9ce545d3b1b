"""What a bot remembers of its opponents from game to game, in a file `NAME.player`.

The file is JSON: `{"format": "coup notes", "version": 1, "owner": "counter", "opponents": {"beef":
{"games": 12, ...}}}`, each opponent with the counts of `Opponent`. It is written atomically, so a
reader always finds complete notes.
"""

import json
import os
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from coup.events import Blocked, Challenged, Declared, Revealed
from coup.rules.errors import CoupError
from coup.view import View

FORMAT = "coup notes"
VERSION = 1


@dataclass
class Opponent:
    """What an opponent did in all games against it.

    games, wins: games played, and games won by the opponent.
    claims: how often it claimed a role; of the challenged claims, how many were `proved`
        and how many `caught`.
    heard: how often others claimed a role, and how many of these claims it `challenged`.
    """

    games: int = 0
    wins: int = 0
    claims: int = 0
    proved: int = 0
    caught: int = 0
    heard: int = 0
    challenged: int = 0


@dataclass
class Notes:
    """One player's memory of its opponents."""

    owner: str
    opponents: dict[str, Opponent] = field(default_factory=dict)

    def of(self, opponent: str) -> Opponent:
        """The notes on an opponent, empty at first."""
        return self.opponents.setdefault(opponent, Opponent())

    def told(self, opponent: str) -> tuple[int, int, int, int]:
        """The counts that minds use for an opponent: zeros for a stranger."""
        seen = self.opponents.get(opponent, STRANGER)
        return seen.proved, seen.caught, seen.heard, seen.challenged

    def learn(self, view: View) -> None:
        """Add what the others did in a finished game."""
        claims, proved, caught, challenges = (Counter[str]() for _ in range(4))
        for event in view.events:
            match event:
                case Declared() | Blocked() if event.roles:
                    claims[event.seat] += 1
                case Challenged() if event.roles:
                    challenges[event.seat] += 1
                case Revealed():
                    (proved if event.proves else caught)[event.seat] += 1
        for seat in view.seats:
            if seat != view.seat:
                seen = self.of(seat)
                seen.games += 1
                seen.wins += seat == view.winner
                seen.claims += claims[seat]
                seen.proved += proved[seat]
                seen.caught += caught[seat]
                seen.heard += claims.total() - claims[seat]
                seen.challenged += challenges[seat]

    def __str__(self) -> str:
        rows = [HEADINGS]
        for name, seen in sorted(self.opponents.items()):
            rows.append(
                (
                    name,
                    str(seen.games),
                    str(seen.wins),
                    str(seen.claims),
                    f"{seen.caught} of {seen.caught + seen.proved}",
                    f"{seen.challenged} of {seen.heard}",
                )
            )
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )
        return "\n".join([f"What {self.owner} remembers:", *lines])


STRANGER = Opponent()
HEADINGS = ("opponent", "games", "won", "claims", "caught when challenged", "challenged others")


def read_notes(path: Path, owner: str | None = None) -> Notes:
    """The notes in a file; if `owner` is given and there is no file yet, new ones for it."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        if owner is None:
            raise CoupError(f"there is no file {path}") from None
        return Notes(owner)
    except OSError as error:
        raise CoupError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CoupError(f"{path} is not text in UTF-8") from None
    try:
        notes = parsed(json.loads(text))
    except json.JSONDecodeError as error:
        raise CoupError(
            f"{path} does not hold notes on opponents: line {error.lineno} is not JSON"
        ) from None
    except ValueError as error:
        raise CoupError(f"{path} does not hold notes on opponents: {error}") from None
    if owner not in (None, notes.owner):
        raise CoupError(f"{path} holds the notes of {notes.owner}, not of {owner}")
    return notes


def parsed(data: Any) -> Notes:
    """Notes from JSON data; says what is wrong with it."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CoupError(f'it does not say "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise CoupError(f"its version is {data.get('version')!r}, this program knows {VERSION}")
    opponents = data.get("opponents")
    if not isinstance(data.get("owner"), str) or not isinstance(opponents, dict):
        raise CoupError("it needs an owner and opponents")
    return Notes(data["owner"], {name: opponent_of(name, seen) for name, seen in opponents.items()})


def opponent_of(name: str, seen: object) -> Opponent:
    """The notes on one opponent."""
    names = {each.name for each in fields(Opponent)}
    if not isinstance(seen, dict) or set(seen) != names:
        raise CoupError(f"of {name!r:.60} it needs {', '.join(sorted(names))}")
    for count in seen.values():
        if type(count) is not int or count < 0:
            raise CoupError(f"of {name!r:.60} it has a count of {count!r:.60}")
    return Opponent(**seen)


def write_notes(notes: Notes, path: Path) -> None:
    """Write notes to a file, atomically."""
    data = {
        "format": FORMAT,
        "version": VERSION,
        "owner": notes.owner,
        "opponents": {name: asdict(seen) for name, seen in notes.opponents.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
    ) as file:
        json.dump(data, file, indent=1)
        file.write("\n")
    os.replace(file.name, path)
