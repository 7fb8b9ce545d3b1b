"""A plugin of pytest (`-p tests.quick`) for the quick tests: those that `make quick` runs, and
`make test` before all others.

It collects nothing else, and nothing is there to be imported but what the extra `test` installs,
whatever is installed. So a test that needs more and is not marked `slow` fails on every machine.
"""

import os
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TESTS = Path(__file__).parent
ROOT = TESTS.parent
FOLDERS = ("bots", "game", "hosting", "http_bots", "languages", "quantum", "records", "rules")
OTHERS = ("playthroughs", "server/test_table.py")
QUICK = {*TESTS.glob("test_*.py"), *map(TESTS.joinpath, (*FOLDERS, *OTHERS))}
"""Where they are. Collecting the others takes long, or imports something large."""


def is_quick(item: pytest.Item) -> bool:
    return not QUICK.isdisjoint((item.path, *item.path.parents)) and "slow" not in item.keywords


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    around = any(collection_path in path.parents for path in QUICK)
    within = not QUICK.isdisjoint((collection_path, *collection_path.parents))
    return None if around or within else True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if not is_quick(item)])
    items[:] = filter(is_quick, items)


def pytest_configure(config: pytest.Config) -> None:
    """Called if this is used as a plugin; importing it changes nothing."""
    absent = dict.fromkeys(sorted(set(modules_to_hide()) - set(sys.modules)))
    sys.modules.update(absent)  # type: ignore[arg-type]
    folder = tempfile.TemporaryDirectory()
    config.add_cleanup(folder.cleanup)
    hiding = f"import sys\nsys.modules.update({absent})\n"
    Path(folder.name, "sitecustomize.py").write_text(hiding, encoding="utf-8")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [folder.name, before]))


def modules_to_hide() -> Iterator[str]:
    """The modules that come with other extras than `test`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    there = {*named(project["dependencies"], extras), *named(extras["test"], extras)}
    others = {each for extra in extras.values() for each in named(extra, extras)} - there
    for module, distributions in packages_distributions().items():
        theirs = set(map(canonicalize_name, distributions))
        if theirs & others and not theirs & there and not (ROOT / module).exists():
            yield module


def named(requirements: list[str], extras: dict[str, list[str]]) -> Iterator[str]:
    """The distributions that are named, directly or by extras of our own."""
    for each in map(Requirement, requirements):
        if each.name == "coup-game":
            for extra in each.extras:
                yield from named(extras[extra], extras)
        else:
            yield canonicalize_name(each.name)
