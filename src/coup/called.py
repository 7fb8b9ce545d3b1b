"""How this program was called, so that the commands it prints work when they are typed."""

import os
import shlex
import shutil
import sys
from pathlib import Path

MAKE = "COUP_MAKE"
"""Set by our Makefile: how make was called."""


def as_typed(*words: str) -> str:
    """A command of ours as it can be typed into a shell, in any folder."""
    return shlex.join([*program(), *words])


def resume_command() -> str:
    """The command that resumes the last unfinished game."""
    make = os.environ.get(MAKE)
    return f"{make} resume" if make else as_typed("play", "--resume")


def program() -> list[str]:
    """The running program: its name if a shell finds it, else its full path."""
    script = Path(sys.executable).parent / "coup"
    found = shutil.which("coup")
    if found and script.exists() and Path(found).samefile(script):
        return ["coup"]
    return [str(script)] if script.exists() else [sys.executable, "-m", "coup"]
