"""`make test` finds or installs a browser, or says in a sentence what to install."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.browser import system_browser

SUDO = """#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
exec "$@"
"""
APT = """#!/bin/sh
echo "$@" >> {log}
case "$*" in *install*) ln -s {package} {folder}/chromium;; esac
"""
BROWSER = '#!/bin/sh\nPATH={path} exec {browser} "$@"\n'
STUB = "#!/bin/sh\necho 'install it with snap' >&2\nexit 1\n"
EVERYWHERE = ("bash", "cat", "dirname", "env", "ln", "readlink", "sh", "true", "uname")


class Machine:
    """A machine with only a few programs in its PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "bin"
        self.folder.mkdir()
        self.log = folder / "log"
        for name in EVERYWHERE:
            (self.folder / name).symlink_to(str(shutil.which(name)))
        self.environment = os.environ | {
            "PATH": str(self.folder),
            "PLAYWRIGHT_BROWSERS_PATH": str(folder / "browsers"),
            "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:1",
        }

    def add(self, name: str, text: str) -> None:
        """Install a program."""
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)

    def set_up(self) -> subprocess.CompletedProcess[str]:
        """Look for a browser."""
        command = [sys.executable, "-m", "tests.server.browser"]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def packaged(machine: Machine) -> Machine:
    """A machine whose distribution has a browser, with permission to install it."""
    browser = system_browser()
    if browser is None:
        pytest.skip("the system has no browser to stand for the package")
    machine.add("sudo", SUDO)
    machine.add("package", BROWSER.format(path=os.environ["PATH"], browser=browser))
    parts = {"log": machine.log, "folder": machine.folder, "package": machine.folder / "package"}
    machine.add("apt-get", APT.format(**parts))
    return machine


def test_an_installed_browser_is_used(packaged: Machine) -> None:
    (packaged.folder / "chromium").symlink_to(packaged.folder / "package")
    done = packaged.set_up()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert not packaged.log.exists()


def test_otherwise_the_package_is_installed(packaged: Machine) -> None:
    done = packaged.set_up()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Installing Chromium with apt-get, once.\n"
    assert packaged.log.read_text().splitlines()[-1].endswith("install --yes chromium")


def test_a_program_that_only_says_where_to_get_a_browser_is_ignored(packaged: Machine) -> None:
    packaged.add("chromium", STUB)
    (packaged.folder / "google-chrome").symlink_to(packaged.folder / "package")
    assert packaged.set_up().returncode == 0
    assert not packaged.log.exists()


def test_if_nothing_works_one_sentence_says_what_to_install(machine: Machine) -> None:
    done = machine.set_up()
    assert done.returncode == 1
    assert done.stderr.startswith("coup: the tests need a browser: install Chromium")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stdout
