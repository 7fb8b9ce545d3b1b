"""Where evenings in progress and finished rounds are kept, so that nothing is lost."""

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
except ImportError:  # not on this system: then two windows can take up the same game
    fcntl = None  # type: ignore[assignment]


def folder() -> Path:
    """The user's folder for games."""
    return user_data_path("coup-game", appauthor=False)


class Save:
    """The file of one evening. It is written after every move, so that it survives anything.

    lasts: whether the evening can be taken up again.
    """

    lasts = True

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _fresh(folder() / "saved")
        self._lock: int | None = None

    def lock(self) -> bool:
        """Keep other windows away from this evening; False if one of them has it."""
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
        """Let others take up this evening."""
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
        """Write it down, whole or not at all. It holds all hands, so others may not read it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        text = json.dumps(evening.as_dict(), ensure_ascii=False)
        with open(draft, "w", encoding="utf-8", opener=_for_owner) as file:
            file.write(text)
        draft.replace(self.path)

    def keep_round(self, evening: Evening) -> Path:
        """Keep the record of the round that has ended; where it is."""
        name = f"{self.path.stem}-{len(evening.rounds)}.jsonl"
        return _record(evening, folder() / "rounds" / name)

    def keep_fault(self, seat: str, fault: Fault) -> Path:
        """Keep what a bot did wrong; where it is."""
        path = folder() / "faults" / f"{self.path.stem}-{_plain(seat)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        answer = f"It answered {fault.answer}.\n" if fault.answer else ""
        text = f"{seat} was asked: {fault.asked}\n{answer}{fault.why}\n"
        path.write_text(text, encoding="utf-8")
        return path

    def forget(self) -> None:
        """The evening has ended."""
        self.path.unlink(missing_ok=True)


class Practice(Save):
    """A lesson is not taken up again, and does not count among the rounds that were played."""

    lasts = False

    def keep(self, evening: Evening) -> None:
        """There is nothing to come back to."""

    def keep_round(self, evening: Evening) -> Path:
        """Keep the record where it can be looked at again; where it is."""
        return _record(evening, folder() / "lessons" / f"{self.path.stem}.jsonl")


def _record(evening: Evening, path: Path) -> Path:
    """Write down the round that has ended."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(evening.rounds[-1].as_json() + "\n", encoding="utf-8")
    return path


def finished_rounds(report: Callable[[str], None]) -> Iterator[Record]:
    """The records of all rounds that were played to their end, the first one first.

    report: is told of files that cannot be read.
    """
    for path in sorted((folder() / "rounds").glob("*.jsonl")):
        try:
            yield from read_records(path)
        except RecordError as why:
            report(str(why))


def last_people() -> list[str]:
    """The people of the last round that was finished; nobody if there is none."""
    for path in sorted((folder() / "rounds").glob("*.jsonl"), key=_age)[:1]:
        with suppress(RecordError):
            players = next(read_records(path)).players
            return [seat for seat, player in players.items() if player == PERSON]
    return []


class Kept(NamedTuple):
    """An evening that was left.

    evening: None if its file cannot be read; `trouble` says why.
    """

    path: Path
    left: datetime
    evening: Evening | None
    trouble: str = ""


def kept_evenings() -> list[Kept]:
    """All evenings that were left, the last one first."""
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
    """The evening in a file, the one with a number in the list, or the last one that was left, can
    be read, and is not played elsewhere.

    report: is told which ones were passed over because they are damaged.
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
    """An evening is being played elsewhere."""

    def __init__(self) -> None:
        super().__init__("this game is being played in another window")


def none_saved() -> CoupError:
    """What is said where no evening was left."""
    return CoupError(f"there is no saved game; {as_typed('play')} starts one")


def _taken(path: Path) -> tuple[Evening, Save]:
    """An evening, for us alone."""
    save = Save(path)
    if path.exists() and not save.lock():
        raise Busy
    try:
        return _read(path), save
    except ValueError:
        save.unlock()
        raise


def _chosen(which: str) -> Path:
    """The file that was named, or its place in the list."""
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
    """A name as it can stand in the name of a file."""
    return re.sub(r"[^\w-]+", "_", name)


def _age(path: Path) -> float:
    return -path.stat().st_mtime


def _for_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _fresh(parent: Path) -> Path:
    """A name by the time of day that no file has yet."""
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, number = parent / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = parent / f"{stem}-{number}.json"
    return path
