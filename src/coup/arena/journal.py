"""A tournament on disk: its plan, and one line for each game, so that it can be resumed."""

import json
import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from coup.arena.deeds import Insight, insight
from coup.arena.plan import Fixture, TournamentPlan
from coup.arena.statistics import Statistics
from coup.hosting.host import Played
from coup.hosting.seats import Conduct, Fault
from coup.records import Record, RecordError, game_file, write
from coup.rules.errors import CoupError

try:
    import fcntl
except ImportError:  # not on this system; then two commands can use one folder
    fcntl = None  # type: ignore[assignment]


def record_line(plan: TournamentPlan, fixture: Fixture, played: Played) -> str:
    """The record of a game of a tournament, with its number and its length."""
    sources = {each.name: each.origin for each in plan.entrants}
    conduct = dict(zip(played.seats, played.conduct, strict=True))
    record = Record(
        played.seats,
        played.ruleset,
        played.seed,
        tuple(played.moves),
        played.winner,
        {name: sources[name] for name in played.seats},
        tuple(
            {"seat": name, "faults": each.faults, "played_for": each.played_for}
            | (each.first._asdict() if each.first else {})
            | ({"log": [fault._asdict() for fault in each.log]} if each.log else {})
            for name, each in conduct.items()
            if each.faults
        ),
        {name: round(each.seconds, 6) for name, each in conduct.items()},
    )
    numbered = {**record.as_dict(), "number": fixture.number, "turns": played.turns}
    return json.dumps(numbered, ensure_ascii=False, separators=(",", ":"))


class TournamentFolder:
    """The folder of a tournament.

    coup_files: whether each game also gets its own file in the folder `coup`.
    """

    def __init__(self, folder: Path, plan: TournamentPlan, coup_files: bool = False) -> None:
        self.folder = folder
        self.plan = plan
        self.games = folder / "games.jsonl"
        self.coup_files = coup_files
        if coup_files and (plan.ruleset.investigate or plan.ruleset.rules.reforms):
            raise CoupError(f"--coup-files: game files have no words for {plan.ruleset}")
        folder.mkdir(parents=True, exist_ok=True)
        self._lock()
        self._check_plan()

    def _lock(self) -> None:
        """Lock the folder against other commands."""
        if fcntl is None:
            return
        self._held = os.open(self.folder / "lock", os.O_CREAT | os.O_WRONLY)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._held)
            raise CoupError(f"another command is playing into {self.folder}") from None

    def close(self) -> None:
        """Let others use the folder."""
        if fcntl is not None:
            os.close(self._held)

    def _check_plan(self) -> None:
        """Write the plan into a new folder; refuse a folder of another tournament."""
        file = self.folder / "tournament.json"
        plan = self.plan.as_dict()
        if not file.exists():
            file.write_text(json.dumps(plan, indent=2, ensure_ascii=False), encoding="utf-8")
            return
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
        except ValueError:
            raise CoupError(f"{file} is damaged; choose another folder for --out") from None
        for name, value in plan.items():
            if kept.get(name) != value:
                told = difference(name, kept.get(name), value)
                raise CoupError(
                    f"{self.folder} holds another tournament: {told}; choose another folder for "
                    "--out"
                )

    def write(self, records: dict[int, str]) -> None:
        """Append games."""
        with self.games.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in records.values())

    def _take_up(self, line: dict[str, Any], tally: Statistics, done: set[int]) -> None:
        """Count a stored game, once."""
        if line.get("number") in done:
            return
        number = restore(self.plan, tally, line)
        done.add(number)
        file = coup_path(self.folder, number)
        if self.coup_files and not file.exists():
            file.parent.mkdir(exist_ok=True)
            write(file, game_file(Record.from_dict(line).game()))

    def read(self) -> tuple[Statistics, set[int]]:
        """The results and the numbers of the stored games.

        An incomplete last line is cut off; that game is played again.
        """
        tally = Statistics()
        done: set[int] = set()
        if not self.games.exists():
            return tally, done
        whole = 0
        with self.games.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if not line.endswith(b"\n"):
                    break
                whole += len(line)
                try:
                    self._take_up(json.loads(line), tally, done)
                except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
                    raise RecordError(f"{self.games}: line {number}: {error}") from None
        with self.games.open("ab") as file:
            file.truncate(whole)
        tally.stored = tally.games
        return tally, done


def coup_path(folder: Path, number: int) -> Path:
    """The path of a game's file."""
    return folder / f"coup/{number:06}.coup"


def restore(plan: TournamentPlan, tally: Statistics, line: dict[str, Any]) -> int:
    """Count a stored game; returns its number."""
    record = Record.from_dict(line)
    if not 0 <= line["number"] < plan.total:
        raise RecordError(f"game {line['number']} is not of this tournament")
    fixture = plan.fixture(line["number"])
    names = plan.names
    if tuple(names[who] for who in fixture.lineup) != record.seats or fixture.seed != record.seed:
        raise RecordError(f"game {fixture.number} is not of this tournament")
    faults = {each["seat"]: each for each in record.faults}
    conduct = []
    for seat in record.seats:
        fault = faults.get(seat, {})
        first = None
        if "why" in fault:
            first = Fault(fault["asked"], fault["answer"], fault["why"], fault.get("when", ""))
        decisions = sum(1 for who, _ in record.moves if who == seat)
        conduct.append(
            Conduct(
                decisions,
                record.seconds.get(seat, 0.0),
                fault.get("faults", 0),
                fault.get("played_for", 0),
                first,
            )
        )
    winner = None if record.winner is None else names.index(record.winner)

    def look() -> Insight:
        return insight(record.game().events)

    tally.add(plan, fixture, winner, line["turns"], tuple(conduct), look)
    return fixture.number


WAYS = {"pairs": "lets every pair play", "duplicate": "plays each deal from every seat"}
NUMBERS = {"games": "number of games", "seats": "number of seats"}


def difference(name: str, kept: Any, wanted: Any) -> str:
    """How the tournament in a folder differs from the one that is wanted.

    >>> difference("seed", 1, 2)
    'its seed is 1, not 2'
    >>> difference("games", 4, 5)
    'its number of games is 4, not 5'
    >>> difference("duplicate", False, True)
    'only one of the two plays each deal from every seat'
    >>> difference("players", {"ann": "ann.py"}, {"bob": "bob.py"})
    'its players are ann.py; now they are bob.py'
    >>> difference("files", {"ann": "0f", "bob": "1e"}, {"ann": "2d", "bob": "1e"})
    'the file of ann has changed since'
    """
    if isinstance(wanted, bool):
        return f"only one of the two {WAYS[name]}"
    if not isinstance(kept, dict):
        return f"its {NUMBERS.get(name, name)} is {kept}, not {wanted}"
    if name == "files":
        changed = [each for each in wanted if kept.get(each) != wanted[each]]
        return f"the file of {', '.join(changed)} has changed since"
    if name == "players":
        return (
            f"its players are {', '.join(kept.values())}; now they are {', '.join(wanted.values())}"
        )
    rules = [
        ", ".join(f"{rule}={each[rule]}" for rule in each) or "none" for each in (kept, wanted)
    ]
    return f"its house rules are {rules[0]}, not {rules[1]}"


def missing(total: int, done: Iterable[int]) -> Iterator[range]:
    """The games that are still to be played, as ranges.

    >>> list(missing(10, {0, 1, 5}))
    [range(2, 5), range(6, 10)]
    """
    played = set(done)
    todo = (number for number in range(total) if number not in played)
    for _, group in groupby(enumerate(todo), lambda pair: pair[1] - pair[0]):
        numbers = [number for _, number in group]
        yield range(numbers[0], numbers[-1] + 1)
