"""The release checklist: what it refuses, and that the version is the same everywhere."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tools import release

CHANGES = "# Changes\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-16\n\n- A bot.\n"
CITATION = "cff-version: 1.2.0\nversion: 1.2.3\ndate-released: 2026-11-16\n"


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that is ready to be released."""
    (tmp_path / "src" / "coup").mkdir(parents=True)
    (tmp_path / "src" / "coup" / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CHANGELOG.md").write_text(CHANGES)
    (tmp_path / "CITATION.cff").write_text(CITATION)
    git(tmp_path, "init")
    commit(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--allow-empty", "--message", "all")


def changed(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(root: Path) -> None:
        text = (root / name).read_text()
        assert old in text
        (root / name).write_text(text.replace(old, new))
        commit(root)

    return change


def test_a_project_that_is_ready_has_no_faults(project: Path) -> None:
    assert release.faults(project) == []


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda root: (root / "new.py").touch(), "the tree is not clean"),
        (lambda root: git(root, "tag", "v1.2.3"), "v1.2.3 is released already"),
        (changed("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n- More.\n"), "nothing below"),
        (changed("CHANGELOG.md", "## [Unreleased]\n\n", ""), "the first heading should be"),
        (changed("CHANGELOG.md", "- A bot.\n", ""), "nothing stands below [1.2.3]"),
        (changed("CITATION.cff", "1.2.3", "1.2.2"), "CITATION.cff: the version should be 1.2.3"),
        (changed("CITATION.cff", "11-16", "11-15"), "CITATION.cff: date-released should be"),
    ],
)
def test_what_is_not_ready_gets_a_sentence(
    project: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    spoil(project)
    (fault,) = release.faults(project)
    assert sentence in fault


@pytest.mark.parametrize("heading", ["[1.2.4] - 2026-11-16", "[1.2.3]", "1.2.3 - 2026-11-16"])
def test_a_changelog_without_the_version_and_its_date_is_refused(
    project: Path, heading: str
) -> None:
    changed("CHANGELOG.md", "[1.2.3] - 2026-11-16", heading)(project)
    assert any("the second heading should be [1.2.3]" in each for each in release.faults(project))


def test_the_version_is_the_same_everywhere() -> None:
    assert list(release.faults_of_citation(release.ROOT)) == []
    assert release.version_of(release.ROOT) in dict(
        release.RELEASED.findall(str(release.sections(release.ROOT)))
    )
