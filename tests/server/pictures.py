"""Takes the pictures of the page in docs/: `python -m tests.server.pictures`.

Somebody plays against bots until there is something to see: a turn of one's own in the middle of a
game on a wide screen, a claim to doubt on a phone, ten seats and two sides.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

import coup.server
from coup.server.config import Config
from tests.server.browser import launch
from tests.server.running import Running
from tests.server.window import CHOOSE, DESKTOP, PHONE

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = Path(coup.server.__file__).parent / "page"
PREVIEW = "#top, .panel { display: none !important; } .hero { zoom: 2; }"
WIDE = {"width": 1520, "height": 860}
OWN_TURN = ".ask.mine .verb-tax:enabled"
DOUBT = ".ask.mine .verb-challenge:enabled"


def in_the_middle(page: Page, wanted: str) -> bool:
    """Play until the wanted question is asked in the middle of the game; False if none was."""
    while not page.query_selector(".ending"):
        chip = page.query_selector(".news .chip")
        turn = int(chip.inner_text().split()[-1]) if chip else 0
        if turn > 6 and page.query_selector(".card.lost") and page.query_selector(wanted):
            return True
        page.evaluate(CHOOSE, ["pass", "income"])
        page.wait_for_timeout(150)
    return False


def picture(
    browser: Browser,
    url: str,
    size: dict[str, int],
    wanted: str,
    name: str,
    rules: str = "classic",
    bots: int = 3,
) -> None:
    """Take one picture."""
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme="dark",
        locale="en-GB",
        reduced_motion="reduce",
    )
    context.add_init_script("localStorage.setItem('coup.feelings', 'false')")  # cover nothing
    page = context.new_page()
    while True:
        page.goto(url)
        page.fill("#name", "Ann")
        page.select_option("#quick-rules", rules)
        page.click(f"#number >> text={bots}")
        page.click("#quick")
        page.wait_for_selector(".seat")
        if in_the_middle(page, wanted):
            break
    page.wait_for_timeout(400)
    page.screenshot(path=DOCS / name, type="jpeg", quality=82)
    context.close()


def preview(browser: Browser, url: str) -> None:
    """Take the picture with which links to a table are shown elsewhere."""
    size: ViewportSize = {"width": 1200, "height": 630}
    page = browser.new_page(viewport=size, color_scheme="dark", bypass_csp=True)
    page.emulate_media(reduced_motion="reduce")
    page.goto(url)
    page.add_style_tag(content=PREVIEW)
    page.screenshot(path=PAGE / "preview.jpg", type="jpeg", quality=70)
    page.close()


def icon(browser: Browser, url: str) -> None:
    """Take the icon for phones that draw no SVG; they round its corners themselves."""
    page = browser.new_page(viewport={"width": 192, "height": 192}, bypass_csp=True)
    page.goto(f"{url}/page/icon.svg")
    page.evaluate("document.querySelector('rect').setAttribute('rx', '0')")
    page.screenshot(path=PAGE / "icon.png")
    page.close()


def main() -> None:
    """Serve, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        server = Running(Config(f"{folder}/coup.sqlite", pace=0.05, tables_per_hour=1000))
        take_all(server.url)
        server.close()


def take_all(url: str) -> None:
    """Take all pictures from a server."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        picture(browser, url, DESKTOP, OWN_TURN, "browser.jpg")
        picture(browser, url, PHONE, DOUBT, "browser-phone.jpg")
        picture(browser, url, WIDE, OWN_TURN, "browser-reformation.jpg", "reformation", 9)
        preview(browser, url)
        icon(browser, url)
        browser.close()


if __name__ == "__main__":
    main()
