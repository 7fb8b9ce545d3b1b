"""The browser for the tests: `python -m tests.server.browser` makes sure that there is one, as
`make test` does.

It uses the system's browser if that starts; otherwise it installs the distribution's package, if we
may; otherwise it downloads Playwright's.
"""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAIT = "-oDPkg::Lock::Timeout=300"  # another installation may be running
PACKAGE_MANAGERS = {
    "apt-get": (["apt-get", "update"], ["apt-get", WAIT, "install", "--yes", "chromium"]),
    "dnf": (["dnf", "install", "--assumeyes", "chromium"],),
    "pacman": (["pacman", "--sync", "--refresh", "--noconfirm", "chromium"],),
    "zypper": (["zypper", "--non-interactive", "install", "chromium"],),
}
"""The commands that install Chromium, on the systems that Playwright supports."""
NONE = "the tests need a browser: install Chromium (apt-get install chromium), then try again"


def system_browser() -> str | None:
    """The system's browser, if there is a real one: some packages only say where to get it."""
    found = filter(None, map(shutil.which, NAMES))
    return next((each for each in found if succeeds([each, "--version"])), None)


def launch(playwright: Playwright) -> Browser:
    """Start the system's Chromium, or else Playwright's."""
    return playwright.chromium.launch(executable_path=system_browser(), args=["--no-sandbox"])


def starts() -> bool:
    """Whether there is a browser that really starts."""
    try:
        with sync_playwright() as playwright:
            launch(playwright).close()
    except Error:
        return False
    return True


def succeeds(command: list[str]) -> bool:
    """Run a program quietly; whether it succeeded."""
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(command, env=environment, capture_output=True).returncode == 0
    except OSError:
        return False


def administrator() -> list[str] | None:
    """The prefix of a command that needs an administrator; None if we are not allowed."""
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive", "--preserve-env=DEBIAN_FRONTEND"]
    return sudo if succeeds([*sudo, "true"]) else None


def install_package() -> None:
    """Install the distribution's package, if we may."""
    manager = next(filter(shutil.which, PACKAGE_MANAGERS), None)
    before = administrator()
    if manager is None or before is None:
        return
    print(f"Installing Chromium with {manager}, once.", flush=True)
    for command in PACKAGE_MANAGERS[manager]:
        succeeds([*before, *command])


def download() -> None:
    """Download Playwright's browser, if possible."""
    print("Fetching Playwright's Chromium, once.", flush=True)
    succeeds([sys.executable, "-m", "playwright", "install", "chromium"])


def main() -> int:
    """Make sure that there is a browser; 1, with a sentence, if nothing works."""
    if starts():
        return 0
    for get_one in (install_package, download):
        get_one()
        if starts():
            return 0
    print(f"coup: {NONE}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
