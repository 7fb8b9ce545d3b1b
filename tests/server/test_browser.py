"""People play in a real browser: two windows, a reload, a second device, a phone, a keyboard.

It is the system's Chromium, or the one that `make test` fetches where there is none.
"""

import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from coup.languages import CODES
from coup.server.rest.pages import page_files
from tests.server.running import Running
from tests.server.window import DESKTOP, PHONE, Window, check_access, fits, play, shoot


def test_two_people_and_two_bots_play_a_whole_game_in_two_windows(
    browser: Browser, server: Running
) -> None:
    ann = Window(browser, server, DESKTOP)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("summary")
    ann.page.select_option("[name='house.coins']", "3")
    ann.page.select_option("[name='house.copies']", "4")
    ann.page.check("[name='house.coins_stay']")
    ann.page.click("#open-table")
    ann.page.wait_for_selector("#start")
    for bots in (1, 2):
        ann.page.click("#add-bot")
        ann.page.wait_for_selector(f".chairs li:nth-child({bots + 1}) .icon")
    bob, guest = Window(browser, server, DESKTOP), Window(browser, server, DESKTOP)
    for window in (bob, guest):
        window.visit(ann.path)
    bob.page.fill("#sit-name", "Bob")
    bob.page.click("#sit")
    ann.page.wait_for_selector(".chairs li:nth-child(4) .icon")
    ann.page.click("#start")
    for window in (ann, bob, guest):
        window.page.wait_for_selector(".seat")
    assert guest.page.query_selector(".card.face:not(.lost)") is None
    lost = len(guest.page.query_selector_all(".card.lost.role-duke"))  # bots may be quick
    unseen = guest.page.get_attribute(".unseen .left", "aria-label")
    assert unseen == f"Duke: {4 - lost}"  # by the house rules

    hand = bob.page.locator(".seat.me .role-name").all_text_contents()
    bob.page.reload()
    bob.page.wait_for_selector(".seat.me .card.face")
    assert bob.page.locator(".seat.me .role-name").all_text_contents() == hand

    play(ann, bob)
    guest.page.wait_for_selector(".ending")
    titles = [window.page.inner_text(".ending h1") for window in (ann, bob, guest)]
    winner = titles[2].removesuffix(" wins").removeprefix("♛").strip()
    assert winner in ("Ann", "Bob", "bold-ada", "shy-boris")
    for title, name in zip(titles, ("Ann", "Bob"), strict=False):
        assert ("You win!" in title) == (winner == name)
    ends = [window.page.inner_text(".truth .story") for window in (ann, bob, guest)]
    assert ends[0] == ends[1] == ends[2]
    assert guest.page.query_selector("#rematch") is None
    bob.page.click("#rematch")
    expect(ann.page.locator(".again")).to_contain_text("Not ready yet: Ann")
    ann.page.click("#rematch")
    ann.page.wait_for_selector(".banner:not([hidden])")
    for window in (ann, bob, guest):
        window.close()


@pytest.mark.parametrize("old", [False, True], ids=["link", "link of older versions"])
def test_a_second_device_takes_the_seat_and_plays_on(
    browser: Browser, server: Running, old: bool
) -> None:
    laptop = Window(browser, server, DESKTOP)
    laptop.visit("/")
    laptop.page.fill("#name", "Ann")
    laptop.page.uncheck("form.panel [name=public]")  # among friends there is no clock
    laptop.page.click("#open-table")
    laptop.page.click("#add-bot")  # one alone: no other can answer while Ann is asked
    laptop.page.wait_for_selector(".chairs li:nth-child(2)")
    laptop.page.click("#start")
    laptop.page.wait_for_selector(".ask.mine")
    hand = laptop.page.locator(".seat.me .role-name").all_text_contents()
    asked = laptop.page.inner_text(".banner h2")
    laptop.page.click(".tools-panel > summary")
    laptop.page.click("#personal-link")
    link = laptop.page.inner_text("#personal")
    key = link.rpartition("/")[2]
    phone = Window(browser, server, PHONE)
    asked_for: list[str] = []
    phone.page.on("request", lambda request: asked_for.append(request.url))
    phone.page.goto(link.replace("#", "/") if old else link)
    phone.page.wait_for_selector(".ask.mine")
    assert key not in phone.page.url
    assert any(key in url.partition("#")[0] for url in asked_for) == old
    assert phone.page.locator(".seat.me .role-name").all_text_contents() == hand
    assert phone.page.inner_text(".banner h2") == asked
    phone.answer("pass", "income")
    laptop.page.wait_for_function(
        "(asked) => document.querySelector('.banner h2').innerText != asked", arg=asked
    )
    laptop.close()
    phone.close()


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
        window.settle()
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
    told = page.locator(".story-panel .story li").all_inner_texts()
    assert page.locator(".replay .banner p").last.inner_text() == told[-1]
    page.select_option("#eyes", "Ann")
    page.wait_for_selector(".card.back")
    check_access(page)
    window.close()


def test_the_page_speaks_german(browser: Browser, server: Running) -> None:
    window = Window(browser, server, DESKTOP, locale="de-DE")
    page = window.page
    window.visit("/")
    assert "Gleich spielen" in page.inner_text("#quick")
    page.fill("#name", "a/b")
    page.click("#quick")
    expect(page.locator("#toasts")).to_contain_text("Ein Name besteht aus Buchstaben, Ziffern")
    window.problems.clear()  # the browser's note that a request was refused
    page.fill("#name", "Änne")
    page.click("#quick")
    page.wait_for_selector(".ask.mine .choice")
    assert page.inner_text(".banner h2")
    assert "Zug 1" in page.inner_text(".story-panel .story")
    play(window)
    english = (" challenges", " claims ", " takes ", " loses ", "Turn ")
    assert not [word for word in english if word in page.inner_text(".story-panel .story")]
    page.select_option("#top select", "en")
    expect(page.locator(".story-panel .story")).to_contain_text("Turn 1")
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
    ann.page.wait_for_selector(".banner:not([hidden])")
    if ann.page.query_selector(".ask.mine"):
        ann.page.click('[data-move="income"]')
    bob.page.wait_for_selector(".ask.mine")
    return ann, bob


def test_passing_everything_stops_when_it_is_about_oneself(
    browser: Browser, server: Running
) -> None:
    ann, bob = two_people(browser, server)
    ann.page.click(".tools-panel > summary")
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


def test_a_visit_is_small_in_every_language() -> None:
    """Everything that the page loads, with the language that takes most."""
    sizes = {name: len(file.content) for name, file in page_files().items()}
    languages = {sizes.pop(f"lang/{code}.json") for code in CODES}
    del sizes["preview.jpg"]  # which only links to the page show
    assert sum(sizes.values()) + max(languages) < 200_000
