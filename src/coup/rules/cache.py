"""Where numba keeps what it has compiled (the extra `fast`).

numba's own cache does not see edits in imported files, so the place is named after the sources.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numba.core import config


def cache_folder(*files: Path) -> Path | None:
    """Where code compiled from these files is kept, one place for each version of them.

    None if nothing can be kept.
    """
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.read_bytes())
    try:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = home / "coup-game" / digest.hexdigest()[:16]
        if not home.is_absolute():
            return None
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):  # not allowed to write; no home at all
        return None
    return folder if os.access(folder, os.W_OK) else None


def settings() -> list[Any]:
    """Where numba, and its CUDA target if it is there, look up the folder for caches."""
    found: list[Any] = [config]
    cuda = sys.modules.get("numba.cuda.core.config")
    return found if cuda in (None, config) else [*found, cuda]


@contextmanager
def cached_in(folder: Path | None) -> Iterator[None]:
    """What numba compiles in here is kept in this folder, and in no other."""
    before = [(each, each.CACHE_DIR) for each in settings()]
    for each, _ in before:
        each.CACHE_DIR = "" if folder is None else str(folder)
    try:
        yield
    finally:
        for each, kept in before:
            each.CACHE_DIR = kept
