"""A window of a real browser, and what people do in it. COUP_SHOTS names a folder for the
pictures."""

import os
import time
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

from tests.server.running import Running

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
TABLET = {"width": 820, "height": 1180}
PATIENCE = 20_000
LANDSCAPE = {"width": 740, "height": 360}
LARGE = {"width": 1920, "height": 1080}
SETTLE = 500  # ms in which new buttons ignore clicks
CHOOSE = """(wanted) => {
  const buttons = [...document.querySelectorAll(".ask.mine .choice")];
  const found = wanted.map((move) => buttons.find((b) => b.dataset.move === move)).find(Boolean);
  const chosen = found ?? buttons[0];
  chosen?.click();
  return chosen ? (chosen.disabled ? "settling" : "chosen") : "";
}"""

SIDES: tuple[Literal["x", "y", "width", "height"], ...] = ("x", "y", "width", "height")


class Window:
    """A window of a browser, in which nothing may fail and no other host may be asked."""

    def __init__(
        self, browser: Browser, server: Running, size: dict[str, int], **more: Any
    ) -> None:
        self.server = server
        self.context: BrowserContext = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            **{"color_scheme": "dark", "locale": "en-GB", "reduced_motion": "reduce", **more},
        )
        self.problems: list[str] = []
        self.page = self.open()

    def open(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.clock.install()  # runs as usual, but can be moved forward
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self.check_line)
        page.on("request", self.check_request)
        return page

    def check_line(self, line: ConsoleMessage) -> None:
        if line.type == "error":
            self.problems.append(line.text)

    def check_request(self, request: Any) -> None:
        if not request.url.startswith((self.server.url, "data:")):
            self.problems.append(f"asked {request.url}")

    def visit(self, path: str) -> None:
        self.page.goto(f"{self.server.url}{path}")

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.server.url)

    def answer(self, *wanted: str) -> bool:
        """Answer the question, if there is one, without waiting for its buttons to settle."""
        chosen = self.page.evaluate(CHOOSE, list(wanted))
        if chosen == "settling":
            self.settle()
            chosen = self.page.evaluate(CHOOSE, list(wanted))
        return bool(chosen)

    def settle(self) -> None:
        """Let buttons settle immediately."""
        self.page.clock.fast_forward(SETTLE)

    @property
    def over(self) -> bool:
        return self.page.query_selector("#rematch, .ending") is not None

    def close(self) -> None:
        self.context.close()
        assert self.problems == []


def play(*windows: Window) -> None:
    """Play until the game is over in all windows."""
    end = time.monotonic() + 60
    while not all(window.over for window in windows):
        assert time.monotonic() < end, "the game does not end"
        for window in windows:
            window.answer("pass", "tax", "income")
            window.page.wait_for_timeout(10)


def shoot(page: Page, folder: Path, name: str) -> None:
    """Take a screenshot."""
    target = Path(os.environ.get("COUP_SHOTS") or folder) / f"{name}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=target)
    assert target.stat().st_size > 5000


def check_access(page: Page) -> None:
    """Check that there is no fault of accessibility, however small."""
    found = Axe().run(page).response["violations"]
    about = [(each["id"], [node["html"][:150] for node in each["nodes"]]) for each in found]
    assert about == []


def fits(page: Page) -> None:
    """Check that nothing overflows on the right."""
    script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(script) <= 0


def box(found: Locator) -> dict[str, float]:
    """The box of an element. If the page is repainting it, wait."""
    while (bounds := found.bounding_box()) is None:
        found.wait_for()
    return {side: float(bounds[side]) for side in SIDES}
