"""Where evenings in progress and finished rounds are kept, so that nothing is lost."""

import json
import os
import re
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from coup.players.evening import Evening
from coup.players.seats import Fault
from coup.records import RecordError

try:
    import fcntl
except ImportError:  # not on this system: then two windows can take up the same game
    fcntl = None  # type: ignore[assignment]


def folder() -> Path:
    """The user's folder for games."""
    return user_data_path("coup-game", appauthor=False)


class Save:
    """The file of one evening. It is written after every move, so that it survives anything."""

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
        path = folder() / "rounds" / f"{self.path.stem}-{len(evening.rounds)}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(evening.rounds[-1].as_json() + "\n", encoding="utf-8")
        return path

    def keep_fault(self, seat: str, fault: Fault) -> Path:
        """Keep what a bot did wrong; where it is."""
        path = folder() / "faults" / f"{self.path.stem}-{_plain(seat)}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        answer = f"It answered {fault.answer}.\n" if fault.answer else ""
        text = f"{seat} was asked {fault.asked}.\n{answer}{fault.why}\n"
        path.write_text(text, encoding="utf-8")
        return path

    def forget(self) -> None:
        """The evening has ended."""
        self.path.unlink(missing_ok=True)


def resume(path: Path | None = None) -> tuple[Evening, Save]:
    """The evening in a file, or the last one that was left and is not played elsewhere."""
    saved = [path] if path else sorted((folder() / "saved").glob("*.json"), key=_age)
    for each in saved:
        save = Save(each)
        if each.exists() and not save.lock():
            continue
        try:
            return _read(each), save
        except ValueError:
            save.unlock()
            raise
    if saved:
        raise ValueError("this game is being played in another window")
    raise ValueError("there is no saved game to take up; `coup play` starts one")


def _read(path: Path) -> Evening:
    try:
        return Evening.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ValueError(f"{path}: this is not a saved evening of Coup") from None
    except RecordError as error:
        raise ValueError(f"{path}: {error}") from None


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
