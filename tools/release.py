"""The checklist of a release, as a script: `make release`.

It checks that what is committed can be released under the version it names, runs all tests, builds
the packages, and tries out the wheel where nothing else of the project is. It publishes nothing.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
RELEASED = re.compile(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")


class NotReady(Exception):
    """Why nothing can be released now."""


def output(root: Path, *command: str) -> str:
    return subprocess.run(
        command, cwd=root, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.strip()


def field(path: Path, pattern: str) -> str:
    """What a file says, in the group of a pattern; empty if it does not say it."""
    found = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def version_of(root: Path) -> str:
    return field(root / "src" / "coup" / "__init__.py", r'^__version__ = "(.+)"$')


def sections(root: Path) -> list[tuple[str, str]]:
    """The headings of the changelog, each with what stands below it."""
    return HEADING.findall((root / "CHANGELOG.md").read_text(encoding="utf-8"))


def faults_of_tree(root: Path) -> Iterator[str]:
    if output(root, "git", "status", "--porcelain"):
        yield "the tree is not clean: commit or put aside what git status shows"
    tag = f"v{version_of(root)}"
    if output(root, "git", "tag", "--list", tag):
        yield f"{tag} is released already: raise __version__ in src/coup/__init__.py"


def faults_of_changelog(root: Path) -> Iterator[str]:
    version = version_of(root)
    first, second, *_ = [*sections(root), ("", ""), ("", "")]
    if first[0] != "[Unreleased]" or first[1].strip():
        yield "CHANGELOG.md: the first heading should be [Unreleased], with nothing below it"
        return
    found = RELEASED.fullmatch(second[0])
    if not found or found[1] != version:
        should = f"[{version}] - and a date"
        yield f"CHANGELOG.md: the second heading should be {should}, not {second[0] or 'missing'}"
    elif not second[1].strip():
        yield f"CHANGELOG.md: nothing stands below [{version}]"


def faults_of_citation(root: Path) -> Iterator[str]:
    version, citation = version_of(root), root / "CITATION.cff"
    if field(citation, r"^version: (.+)$") != version:
        yield f"CITATION.cff: the version should be {version}"
    dates = [date for name, date in RELEASED.findall(str(sections(root))) if name == version]
    if [field(citation, r"^date-released: (.+)$")] != dates:
        yield f"CITATION.cff: date-released should be the date of {version} in CHANGELOG.md"


def faults(root: Path) -> list[str]:
    """All that is wrong with what is committed, in a sentence each."""
    return [*faults_of_tree(root), *faults_of_changelog(root), *faults_of_citation(root)]


def step(what: str, *command: str | Path) -> str:
    """Do a part of the work; what it printed."""
    print(f"{what} ...", flush=True)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise NotReady(f"{what}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def build(folder: Path) -> Path:
    """Build both packages into an empty folder; the wheel."""
    step("building the packages", sys.executable, "-m", "build", "--outdir", folder, ROOT)
    (wheel,) = folder.glob("*.whl")
    return wheel


def try_out(wheel: Path, folder: Path) -> None:
    """Install the wheel into a fresh environment, and play a game with it."""
    step("making an environment", sys.executable, "-m", "venv", folder)
    step("installing the wheel", folder / "bin" / "pip", "install", "--quiet", wheel)
    coup = folder / "bin" / "coup"
    if (said := step("asking for the version", coup, "--version")) != f"coup {version_of(ROOT)}\n":
        raise NotReady(f"the wheel says {said!r}")
    if not step("playing a game", coup, "watch", "--fast", "--seed", "1").endswith("has won.\n"):
        raise NotReady("the game of the wheel does not end with a winner")


def main() -> int:
    try:
        if found := faults(ROOT):
            raise NotReady("\n".join(found))
        step("running all tests", "make", "test")
        with tempfile.TemporaryDirectory() as folder:
            packages = ROOT / "dist" / version_of(ROOT)
            try_out(build(packages), Path(folder))
    except NotReady as why:
        print(why, file=sys.stderr)
        return 1
    print(f"{packages} is ready. Nothing was published. What is left:")
    print(f"  git tag v{version_of(ROOT)} && git push --tags, then upload the packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
