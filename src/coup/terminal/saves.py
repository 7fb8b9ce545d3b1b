"""Where evenings in progress and finished rounds are kept, so that nothing is lost."""

import json
import os
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path

from coup.players.evening import Evening
from coup.records import Record, RecordError, write_record


def folder() -> Path:
    """The user's folder for games."""
    return user_data_path("coup-game", appauthor=False)


class Save:
    """The file of one evening. It is written after every move, so that it survives anything."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or _fresh(folder() / "saved", ".json")

    def keep(self, evening: Evening) -> None:
        """Write it down, whole or not at all."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(f".{os.getpid()}")
        draft.write_text(json.dumps(evening.as_dict(), ensure_ascii=False), encoding="utf-8")
        draft.replace(self.path)

    def forget(self) -> None:
        """The evening has ended."""
        self.path.unlink(missing_ok=True)


def keep_round(record: Record) -> Path:
    """Keep the record of a round; where it is."""
    path = _fresh(folder() / "rounds", ".jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    write_record(path, record)
    return path


def resume(path: Path | None = None) -> tuple[Evening, Save]:
    """The evening in a file, or the last one that was left."""
    if path is None:
        saved = sorted((folder() / "saved").glob("*.json"), key=lambda each: each.stat().st_mtime)
        if not saved:
            raise ValueError("there is no saved game to take up; `coup play` starts one")
        path = saved[-1]
    try:
        return Evening.from_dict(json.loads(path.read_text(encoding="utf-8"))), Save(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise ValueError(f"{path}: this is not a saved evening of Coup") from None
    except RecordError as error:
        raise ValueError(f"{path}: {error}") from None


def _fresh(parent: Path, suffix: str) -> Path:
    """A name by the time of day that no file has yet."""
    stem = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path, number = parent / f"{stem}{suffix}", 1
    while path.exists():
        number += 1
        path = parent / f"{stem}-{number}{suffix}"
    return path
