"""The guided first game in the browser, a name that changes, eight languages, and what a screen
reader hears of a game."""

import re
import time
from collections import Counter

from playwright.sync_api import Browser, Page, expect

from coup.hosting.lesson import LOST, NOTES, SUGGESTED, WON
from coup.languages import CODES, catalogue
from tests.server.running import Running
from tests.server.test_stage import overlap
from tests.server.window import DESKTOP, PHONE, Window, box, check_access, fits, play

TAKE = """(suggested) => {
  const all = [...document.querySelectorAll(".ask.mine .choice")];
  const wanted = all.filter((each) => each.classList.contains("suggested") === suggested);
  (wanted[0] ?? all[0])?.click();
}"""
FEEL = """() => {
  window.felt = 0;
  new MutationObserver(() => { window.felt += document.querySelectorAll(".reaction").length; })
    .observe(document.querySelector(".board"), { childList: true, subtree: true });
}"""
HEAR = """() => {
  window.heard = [];
  const live = document.querySelector(".live");
  new MutationObserver((changes) => changes.forEach((change) =>
    change.addedNodes.forEach((line) => window.heard.push(line.textContent)))
  ).observe(live, { childList: true });
}"""


def begin(browser: Browser, server: Running, size: dict[str, int]) -> tuple[Window, Page]:
    """A window in which the lesson has begun."""
    window = Window(browser, server, size)
    window.visit("/")
    window.page.fill("#name", "Zoë")
    window.page.click("#learn")
    window.page.wait_for_selector(".lesson-note")
    return window, window.page


def take(window: Window, suggested: bool) -> None:
    """Answer the question on the screen, or choose a target."""
    window.settle()
    window.page.evaluate(TAKE, suggested)
    window.page.wait_for_timeout(10)


def test_a_lesson_in_which_every_suggestion_is_taken(browser: Browser, server: Running) -> None:
    window, page = begin(browser, server, PHONE)
    assert NOTES["first"] in page.inner_text(".lesson-note")
    assert "Try: Tax" in page.inner_text(".lesson-note")
    assert not overlap(box(page.locator("h2.asked")), box(page.locator(".telling .drawer-tab")))
    check_access(page)
    fits(page)
    end = time.monotonic() + 60
    while not page.query_selector(".lesson-end"):
        assert time.monotonic() < end, "the lesson does not end"
        take(window, suggested=True)
    assert page.inner_text(".lesson-end h1") == "You win!"
    assert WON in page.inner_text(".lesson-end")
    check_access(page)
    page.click("#lesson-again")
    page.wait_for_selector(".lesson-note")
    page.click("#skip-lesson")  # at any point
    page.wait_for_selector("#quick")
    assert page.query_selector(".return") is None  # it is no table to come back to
    window.close()


def test_a_lesson_in_which_no_suggestion_is_taken(browser: Browser, server: Running) -> None:
    window, page = begin(browser, server, DESKTOP)
    page.locator(".choice.suggested").wait_for()
    window.settle()
    page.click('[data-move="income"]')
    end = time.monotonic() + 60
    ways_out: set[tuple[bool, bool]] = set()
    while not page.query_selector(".lesson-end"):
        assert time.monotonic() < end, "the lesson does not end"
        if note := page.query_selector(".lesson-note"):  # where it has nothing to say, it is no box
            ways_out.add((bool(note.query_selector("p")), note.inner_text() == "Leave the lesson"))
        assert page.query_selector(".suggested") is None or "Try: Tax" in page.inner_text(".lesson")
        take(window, suggested=False)
    assert ways_out == {(True, False), (False, True)}
    text = page.inner_text(".lesson-end")
    assert WON in text or LOST in text
    window.close()


def test_a_lesson_refuses_what_is_no_move(server: Running) -> None:
    with server.client() as client:
        told = client.post("/api/lesson", json={"answers": ["tax"], "name": "ann"}).json()
        assert told["lesson"]["suggestion"] == SUGGESTED[1]
        assert told["view"]["hand"] == ["duke", "contessa"]
        odd = client.post("/api/lesson", json={"answers": ["dance"]})
        assert (odd.status_code, odd.json()["why"][:21]) == (409, "'dance' is not a move")
        french = {"Accept-Language": "fr"}
        assert "Chacun a deux cartes" in client.post("/api/lesson", json={}, headers=french).text
        assert client.post("/api/lesson", json={"answers": ["tax"] * 121}).status_code == 422


def test_a_name_can_be_changed_between_games(browser: Browser, server: Running) -> None:
    window = Window(browser, server, PHONE)
    page = window.page
    window.visit("/")
    page.fill("#name", "Zoe")
    page.click("#open-table")
    page.click("#rename")
    check_access(page)
    page.fill("#new-name", "Zoë Müller")
    page.keyboard.press("Enter")
    expect(page.locator(".chairs")).to_contain_text("Zoë Müller")
    expect(page.locator("#toasts")).to_contain_text("From now on you are Zoë Müller.")
    page.click("#add-bot")
    page.wait_for_selector(".chairs li:nth-child(2) b")
    bot = page.inner_text(".chairs li:nth-child(2) b")
    page.click("#rename")
    page.fill("#new-name", bot)
    page.click("dialog[open] .main")
    expect(page.locator("#toasts")).to_contain_text("choose another name")
    window.close()


def test_the_page_speaks_eight_languages_on_a_phone(browser: Browser, server: Running) -> None:
    window = Window(browser, server, PHONE, locale="pt-BR")
    page = window.page
    window.visit("/learn")
    page.wait_for_selector(".lesson-note")
    assert page.get_attribute("html", "lang") == "pt"
    for code in CODES:
        window.visit("/")
        page.select_option("#top select", code)
        expect(page.locator("#quick b")).to_have_text(catalogue(code).page["quick"])
        fits(page)
        page.click("#learn")
        page.wait_for_selector(".lesson-note")
        sentences = catalogue(code).sentences
        note = sentences.get(NOTES["first"], NOTES["first"])
        expect(page.locator(".lesson-note")).to_contain_text(note)
        assert page.locator(".choice").count() == 5
        last = box(page.locator(".choice").last)
        assert last["y"] + last["height"] <= PHONE["height"]  # all choices are in sight
        fits(page)
    window.close()


def test_a_game_can_be_followed_by_what_a_screen_reader_says(
    browser: Browser, server: Running
) -> None:
    """The test reads nothing but the live region, and can tell who won, and why."""
    window = Window(browser, server, DESKTOP)
    page = window.page
    window.visit("/")
    page.fill("#name", "Zoë")
    page.click("#quick")
    page.wait_for_selector(".live", state="attached")
    page.evaluate(HEAR)
    page.evaluate(FEEL)
    play(window)
    assert page.evaluate("window.felt") > 0  # at least three bots go out, or one wins
    heard: list[str] = page.evaluate("window.heard")
    (winner,) = [found[1] for line in heard if (found := re.fullmatch(r"(.+) wins\.", line))]
    out = [found[1] for line in heard if (found := re.fullmatch(r"(.+) is out\.", line))]
    lost = Counter(
        found[1] for line in heard if (found := re.fullmatch(r"(.+) loses the .+", line))
    )
    assert len(out) == 3
    assert winner not in out
    assert lost[winner] < 2
    assert all(lost[seat] == 2 for seat in out)
    assert any(re.search(r" challenges: does | pays \d+ coins ", line) for line in heard)
    assert "Your turn" in heard or "Zoë" in out
    title = page.inner_text(".ending h1")
    assert title.endswith("You win!" if winner == "Zoë" else f"{winner} wins")
    window.close()


def test_bots_show_no_feelings_when_that_is_turned_off(browser: Browser, server: Running) -> None:
    window = Window(browser, server, DESKTOP)
    page = window.page
    window.visit("/")
    page.fill("#name", "Zoë")
    page.click("#quick")
    page.wait_for_selector("#feelings", state="attached")
    assert page.is_checked("#feelings")
    page.click(".tools-panel > summary")
    page.locator("#feelings").set_checked(False)
    page.evaluate(FEEL)
    play(window)
    assert page.evaluate("window.felt") == 0
    window.close()
