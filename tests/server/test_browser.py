"""People play in a real browser: two windows, a reload, a second device, a phone, a keyboard.

It is the system's Chromium, or the one that `make test` fetches where there is none. COUP_SHOTS
names a folder that keeps the pictures.
"""

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.server.running import Running

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 20_000
CHOOSE = """(wanted) => {
  const buttons = [...document.querySelectorAll(".ask.mine .choice")];
  const found = wanted.map((move) => buttons.find((b) => b.dataset.move === move)).find(Boolean);
  (found ?? buttons[0])?.click();
  return Boolean(found ?? buttons[0]);
}"""


@pytest.fixture(scope="module")
def browser(server: Running) -> Iterator[Browser]:
    """The system's Chromium, or else Playwright's own."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    program = next(filter(None, map(shutil.which, names)), None)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


class Window:
    """A window of somebody's browser. Nothing may fail in it, and it may ask nobody else."""

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

    def answer(self, *wanted: str) -> bool:
        """Answer the question, if there is one."""
        return bool(self.page.evaluate(CHOOSE, list(wanted)))

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
    """Take a picture."""
    target = Path(os.environ.get("COUP_SHOTS") or folder) / f"{name}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=target)
    assert target.stat().st_size > 5000


def check_access(page: Page) -> None:
    """No serious fault of accessibility."""
    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    about = [(each["id"], [node["html"][:150] for node in each["nodes"]]) for each in serious]
    assert about == []


def fits(page: Page) -> None:
    """Nothing sticks out to the right."""
    script = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(script) <= 0


def test_two_people_and_two_bots_in_two_windows(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, DESKTOP)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("summary")
    ann.page.fill("[name=coins]", "3")
    ann.page.fill("[name=other]", "coins_stay=yes, copies=4, block_steal=captain")
    ann.page.click("#open-table")
    ann.page.wait_for_selector("#start")
    for bots in (1, 2):
        ann.page.click("#add-bot")
        ann.page.wait_for_selector(f".chairs li:nth-child({bots + 1}) .icon")
    address = ann.page.url.removeprefix(server.url)

    bob = Window(browser, server, DESKTOP)
    bob.visit(address)
    bob.page.fill("#sit-name", "Bob")
    bob.page.click("#sit")
    guest = Window(browser, server, DESKTOP)
    guest.visit(address)
    ann.page.wait_for_selector(".chairs li:nth-child(4) .icon")
    ann.page.click("#start")
    for window in (ann, bob, guest):
        window.page.wait_for_selector(".seat")
    assert guest.page.query_selector(".card.face") is None
    unseen = guest.page.get_attribute(".unseen .left", "aria-label")
    assert unseen == "Duke: 4"  # by the house rules

    hand = bob.page.inner_text(".seat.me .cards")
    bob.page.reload()
    bob.page.wait_for_selector(".seat.me .card.face")
    assert bob.page.inner_text(".seat.me .cards") == hand

    bob.page.click("#personal-link")
    link = bob.page.inner_text("#personal")
    phone = Window(browser, server, PHONE)
    phone.page.goto(link)
    phone.page.wait_for_selector(".seat.me .card.face")
    assert phone.page.inner_text(".seat.me .cards") == hand
    assert "/join/" not in phone.page.url
    bob.close()

    play(ann, phone)
    guest.page.wait_for_selector(".ending")
    assert guest.page.query_selector("#rematch") is None
    title = ann.page.inner_text(".ending h1")
    ann.page.click("#rematch")
    phone.page.wait_for_selector(".ask:not([hidden])")
    assert title
    for window in (ann, phone, guest):
        window.close()


def test_a_whole_game_with_the_keyboard_alone_on_a_phone(
    browser: Browser, server: Running, tmp_path: Path
) -> None:
    window = Window(browser, server, PHONE)
    page = window.page
    window.visit("/")
    page.wait_for_selector("#name")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "name":
            break
    page.keyboard.type("Ann")
    fits(page)
    shoot(page, tmp_path, "phone-lobby")
    check_access(page)
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask.mine .choice")
    fits(page)
    shoot(page, tmp_path, "phone-question")
    check_access(page)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    check_access(page)
    page.keyboard.press("Escape")
    end = time.monotonic() + 60
    challenged = False
    while not window.over:
        assert time.monotonic() < end, "the game does not end"
        if not challenged and page.query_selector(".ask.mine .verb-challenge"):
            shoot(page, tmp_path, "phone-challenge")
            check_access(page)
            challenged = True
        page.keyboard.press("1")
        page.wait_for_timeout(10)
    fits(page)
    shoot(page, tmp_path, "phone-end")
    check_access(page)
    window.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_pictures_and_access_on_a_wide_screen(
    browser: Browser, server: Running, tmp_path: Path, scheme: str
) -> None:
    window = Window(browser, server, DESKTOP, color_scheme=scheme)
    page = window.page
    window.visit("/")
    page.wait_for_selector("#name")
    shoot(page, tmp_path, f"desktop-lobby-{scheme}")
    check_access(page)
    page.fill("#name", "Ann")
    page.click("#quick")
    page.wait_for_selector(".ask.mine .choice")
    shoot(page, tmp_path, f"desktop-question-{scheme}")
    check_access(page)
    while not window.over and not page.query_selector(".ask.mine .verb-challenge"):
        window.answer("income")
        page.wait_for_timeout(10)
    shoot(page, tmp_path, f"desktop-challenge-{scheme}")
    check_access(page)
    play(window)
    shoot(page, tmp_path, f"desktop-end-{scheme}")
    check_access(page)
    page.click("#replay")
    page.wait_for_selector(".controls input")
    first = page.inner_text(".story-panel .story")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".story-panel .story") != first
    page.select_option("#eyes", "Ann")
    page.wait_for_selector(".card.back")
    check_access(page)
    window.close()


def test_the_page_speaks_german(browser: Browser, server: Running) -> None:
    window = Window(browser, server, DESKTOP, locale="de-DE")
    page = window.page
    window.visit("/")
    page.fill("#name", "Änne")
    assert "Gleich spielen" in page.inner_text("#quick")
    page.click("#quick")
    page.wait_for_selector(".ask.mine .choice")
    assert page.inner_text(".ask h2")
    assert "Zug 1" in page.inner_text(".story-panel .story")
    play(window)
    english = (" challenges", " claims ", " takes ", " loses ", "Turn ")
    assert not [word for word in english if word in page.inner_text(".story-panel .story")]
    page.select_option("#top select", "en")
    page.wait_for_selector(".ending")
    assert "Turn 1" in page.inner_text(".story-panel .story")
    window.close()


def test_what_people_type_is_never_markup(browser: Browser, server: Running) -> None:
    window = Window(browser, server, DESKTOP)
    page = window.page
    window.visit("/")
    page.fill("#name", "Ann")
    page.click("#open-table")
    page.wait_for_selector("#say")
    page.fill("#say", "<img src=x onerror=alert(1)><b>bold</b>")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chat li")
    assert "<b>bold</b>" in page.inner_text(".chat li")
    assert page.query_selector(".chat img, .chat li b:nth-child(2)") is None
    window.close()


def two_people(browser: Browser, server: Running) -> tuple[Window, Window]:
    """Ann and Bob at a table of their own; Ann has made her first move if she began."""
    ann, bob = Window(browser, server, DESKTOP), Window(browser, server, PHONE)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("#open-table")
    ann.page.wait_for_selector("#start")
    bob.visit(ann.page.url.removeprefix(server.url))
    bob.page.fill("#sit-name", "Bob")
    bob.page.click("#sit")
    ann.page.wait_for_selector(".chairs li:nth-child(2) .icon")
    ann.page.click("#start")
    ann.page.wait_for_selector(".ask:not([hidden])")
    if ann.page.query_selector(".ask.mine"):
        ann.page.click('[data-move="income"]')
    bob.page.wait_for_selector(".ask.mine")
    return ann, bob


def test_passing_everything_stops_when_it_is_about_oneself(
    browser: Browser, server: Running
) -> None:
    ann, bob = two_people(browser, server)
    ann.page.check("#pass-all")
    bob.page.click('[data-move="foreign_aid"]')  # is passed by itself
    ann.page.click('[data-move="income"]')
    bob.page.click('[data-move="steal Ann"]')
    ann.page.wait_for_selector('.ask.mine [data-move="challenge"]')
    assert not ann.page.is_checked("#pass-all")
    ann.close()
    bob.close()


def test_a_double_loss_is_confirmed_first(browser: Browser, server: Running) -> None:
    ann, bob = two_people(browser, server)
    bob.page.click('[data-move="income"]')
    ann.page.click('[data-move="income"]')
    bob.page.wait_for_selector('[data-move="assassinate Ann"]')
    bob.page.click('[data-move="assassinate Ann"]')
    ann.page.wait_for_selector('.ask.mine [data-move="challenge"]')
    ann.page.click('[data-move="challenge"]')
    ann.page.wait_for_selector("dialog[open] .main")
    ann.page.click("dialog[open] .main")  # thinks again
    ann.page.wait_for_selector('.ask.mine [data-move="pass"]')
    ann.close()
    bob.close()


def test_the_page_is_small_and_all_languages_say_all(server: Running) -> None:
    folder = Path("src/coup/server/page")
    assert sum(path.stat().st_size for path in folder.rglob("*.*")) < 300_000
    english, german = ((folder / "lang" / f"{code}.js").read_text() for code in ("en", "de"))

    def keys(text: str) -> set[str]:
        import re

        texts = text[text.index("texts: {") :]
        return set(re.findall(r'(?:^|[{,]\s*)"?([\w. ]+?)"?: "', texts, re.M))

    roles = {"duke", "assassin", "captain", "ambassador", "contessa", "inquisitor"}
    assert keys(english) - keys(german) - roles == set()
    import coup.events as events

    kinds = [
        kind.__name__
        for kind in vars(events).values()
        if isinstance(kind, type) and issubclass(kind, events.Event)
    ]
    for kind in set(kinds) - {"Event", "PrivateEvent"}:
        assert f"  {kind}: (e)" in german
