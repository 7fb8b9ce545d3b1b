"""The example bots over HTTP conform, each if its language is installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from coup.trial import try_player
from coup.trial import trying as trials
from tests.arena.test_http import EXAMPLES, started


def node() -> str:
    """The system's Node, or else Playwright's."""
    return shutil.which("node") or str(compute_driver_executable()[0])


def built(source: Path, folder: Path) -> str:
    """Compile a Rust file; the program."""
    compiler = shutil.which("rustc")
    if compiler is None:
        pytest.skip("Rust is not installed, so its example cannot be built")
    program = folder / source.stem
    subprocess.run([compiler, str(source), "-o", str(program)], check=True)
    return str(program)


@pytest.mark.parametrize("name", ["plain.py", "plain.js", "plain.rs"])
def test_the_examples_conform(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "ROUNDS", 2)
    runners = {".py": (sys.executable,), ".js": (node(),)}
    source = EXAMPLES / name
    runner = runners.get(source.suffix)
    command = (*runner, str(source)) if runner else (built(source, tmp_path),)
    with started(*command, "0") as url:
        verdict = try_player(url, seed=1, games=2, limit=60, seconds=600)
    assert verdict.conforms, str(verdict)
