"""The files of evenings in progress and of finished rounds."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from coup.called import as_typed
from coup.hosting.evening import PERSON, Evening
from coup.hosting.seats import Fault
from coup.records import Record, RecordError, read_records
from coup.records.record import where_it_breaks
from coup.rules.errors import CoupError

try:
    import fcntl
except ImportError:  # not on this system; then two windows can resume the same game
    fcntl = None  # type: ignore[assignment]


def folder() -> Path:
    """The user's folder for games."""
    return user_data_path("coup-game", appauthor=False)


class Save:
    """The file of one evening. It is written after every move, so that nothing is lost.

    lasts: whether the evening can be resumed.
    """

    lasts = True

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _fresh(folder() / "saved")
        self._lock: int | None = None

    def lock(self) -> bool:
        """Lock this evening against other windows; False if one of them has it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if fcntl is None:
            return True
        self._lock = os.open(self._lock_path, os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._close()
            return False
        return True

    def unlock(self) -> None:
        """Let other windows resume this evening."""
        if self._lock is not None:
            self._lock_path.unlink(missing_ok=True)
            self._close()

    def _close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    @property
    def _lock_path(self) -> Path:
        return self.path.with_suffix(".lock")

    def keep(self, evening: Evening) -> None:
        """Write the evening atomically. The file holds all hands, so only its owner may read it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        text = json.dumps(evening.as_dict(), ensure_ascii=False)
        with open(draft, "w", encoding="utf-8", opener=_for_owner) as file:
            file.write(text)
        draft.replace(self.path)

    def keep_round(self, evening: Evening) -> Path:
        """Write the record of the round that has ended; returns its path."""
        name = f"{self.path.stem}-{len(evening.rounds)}.jsonl"
        return _record(evening, folder() / "rounds" / name)

    def keep_fault(self, seat: str, fault: Fault) -> Path:
        """Write a bot's fault; returns the path."""
        path = folder() / "faults" / f"{self.path.stem}-{_plain(seat)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        answer = f"It answered {fault.answer}.\n" if fault.answer else ""
        text = f"{seat} was asked: {fault.asked}\n{answer}{fault.why}\n"
        path.write_text(text, encoding="utf-8")
        return path

    def forget(self) -> None:
        """Remove the file: the evening has ended."""
        self.path.unlink(missing_ok=True)


class Practice(Save):
    """The save of a lesson: it cannot be resumed, and does not count as a finished round."""

    lasts = False

    def keep(self, evening: Evening) -> None:
        """Write nothing: a lesson cannot be resumed."""

    def keep_round(self, evening: Evening) -> Path:
        """Write the record, for replays; returns its path."""
        return _record(evening, folder() / "lessons" / f"{self.path.stem}.jsonl")


def _record(evening: Evening, path: Path) -> Path:
    """Write the record of the last round."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(evening.rounds[-1].as_json() + "\n", encoding="utf-8")
    return path


def finished_rounds(report: Callable[[str], None]) -> Iterator[Record]:
    """The records of all finished rounds, the oldest first.

    report: called with the reason for each file that cannot be read.
    """
    for path in sorted((folder() / "rounds").glob("*.jsonl")):
        try:
            yield from read_records(path)
        except RecordError as why:
            report(str(why))


def last_people() -> list[str]:
    """The people of the last finished round; nobody if there is none."""
    with suppress(CoupError):
        players = next(read_records(last_round())).players
        return [seat for seat, player in players.items() if player == PERSON]
    return []


def last_round() -> Path:
    """The file of the last finished round; refused if there is none."""
    rounds = sorted((folder() / "rounds").glob("*.jsonl"), key=_age)
    if not rounds:
        raise CoupError(f"there is no finished round; {as_typed('play')} starts one")
    return rounds[0]


class Kept(NamedTuple):
    """A saved evening.

    evening: None if its file cannot be read; `trouble` says why.
    """

    path: Path
    left: datetime
    evening: Evening | None
    trouble: str = ""


def kept_evenings() -> list[Kept]:
    """All saved evenings, the latest first."""
    return [_kept(path) for path in _saved()]


def _kept(path: Path) -> Kept:
    left = datetime.fromtimestamp(path.stat().st_mtime)
    try:
        return Kept(path, left, _read(path))
    except ValueError as why:
        return Kept(path, left, None, str(why))


def resume(
    which: str | Path = "", report: Callable[[str], None] = lambda text: None
) -> tuple[Evening, Save]:
    """Resume the evening in a file, the one with a number in the list, or by default the latest one
    that can be read and is not being played in another window.

    report: called with the reason for each damaged one that is skipped.
    """
    if which:
        return _taken(_chosen(str(which)))
    troubles = []
    for path in _saved():
        try:
            return _taken(path)
        except Busy:
            continue
        except ValueError as why:
            troubles.append(str(why))
            report(f"{why}; the one before it is resumed")
    if troubles:
        raise CoupError(troubles[0])
    if _saved():
        raise Busy
    raise none_saved()


class Busy(CoupError):
    """The evening is being played in another window."""

    def __init__(self) -> None:
        super().__init__("this game is being played in another window")


def none_saved() -> CoupError:
    """The error if there is no saved evening."""
    return CoupError(f"there is no saved game; {as_typed('play')} starts one")


def _taken(path: Path) -> tuple[Evening, Save]:
    """An evening, locked for this window."""
    save = Save(path)
    if path.exists() and not save.lock():
        raise Busy
    try:
        return _read(path), save
    except ValueError:
        save.unlock()
        raise


def _chosen(which: str) -> Path:
    """The named file, or the file with a number in the list."""
    if not which.isdecimal() or Path(which).exists():
        return Path(which)
    saved = _saved()
    if not saved:
        raise none_saved()
    if not 1 <= int(which[:9]) <= len(saved):
        command = as_typed("play", "--saved")
        raise CoupError(f"there is no saved game {which:.20}; {command} lists them")
    return saved[int(which) - 1]


def _saved() -> list[Path]:
    return sorted((folder() / "saved").glob("*.json"), key=_age)


def _read(path: Path) -> Evening:
    try:
        return Evening.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise CoupError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CoupError(f"{path}: this is not a saved evening of Coup") from None
    except json.JSONDecodeError as error:
        if error.doc.startswith('{"evening"'):
            raise CoupError(f"{path}: the saved evening {where_it_breaks(error)}") from None
        raise CoupError(f"{path}: this is not a saved evening of Coup") from None
    except RecordError as error:
        raise CoupError(f"{path}: {error}") from None


def _plain(name: str) -> str:
    """A name that is safe in a file name."""
    return re.sub(r"[^\w-]+", "_", name)


def _age(path: Path) -> float:
    return -path.stat().st_mtime


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _fresh(parent: Path) -> Path:
    """A new file name, by the current time."""
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, number = parent / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = parent / f"{stem}-{number}.json"
    return path
