"""How this program was called, so that what it tells people to type works as typed."""

import os
import shlex
import shutil
import sys
from pathlib import Path

MAKE = "COUP_MAKE"
"""Set by our Makefile: how make was called."""


def as_typed(*words: str) -> str:
    """A command of ours as it can be typed into any shell, wherever that is."""
    return shlex.join([*program(), *words])


def resume_command() -> str:
    """What takes up the game that was left last."""
    make = os.environ.get(MAKE)
    return f"{make} resume" if make else as_typed("play", "--resume")


def program() -> list[str]:
    """The program that is running: by its name if a shell finds it, else by its full path."""
    script = Path(sys.executable).parent / "coup"
    found = shutil.which("coup")
    if found and script.exists() and Path(found).samefile(script):
        return ["coup"]
    return [str(script)] if script.exists() else [sys.executable, "-m", "coup"]
