"""What the page offers beside the game: the lobby, the room, marks, sounds, colours, languages."""

import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from coup.cli import main
from coup.languages import catalogue
from coup.records import fairness
from tests.server.puppet import open_table, sit_down
from tests.server.running import Running, at_all
from tests.server.test_evening import reached
from tests.server.window import DESKTOP, PHONE, TABLET, Window, check_access, fits, play

LISTEN = """() => {
  window.tones = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    window.tones.push(tone);
    return tone;
  };
}"""
"""Notes every tone that is really played."""
WATCH = """() => {
  window.added = [];
  window.removed = 0;
  const log = document.querySelector('.live');
  new MutationObserver((changes) => changes.forEach((change) => {
    window.added.push(...[...change.addedNodes].map((node) => node.textContent));
    window.removed += change.removedNodes.length;
  })).observe(log, { childList: true, subtree: true });
}"""
"""Notes what a screen reader would tell of the story."""


def host(browser: Browser, server: Running, **more: Any) -> Window:
    """Ann in the room of a table of her own."""
    ann = Window(browser, server, DESKTOP, **more)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("#open-table")
    ann.page.wait_for_selector("#start")
    return ann


def guest_of(ann: Window, browser: Browser, name: str = "Bob", **more: Any) -> Window:
    """Somebody who sits down at Ann's table."""
    bob = Window(browser, ann.server, PHONE, **more)
    bob.visit(ann.path)
    bob.page.fill("#sit-name", name)
    bob.page.click("#sit")
    expect(ann.page.locator(".chairs")).to_contain_text(name)
    return bob


def quick_game(browser: Browser, server: Running, **more: Any) -> Window:
    """Ann in the middle of a game against bots."""
    ann = Window(browser, server, more.pop("size", DESKTOP), **more)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("#quick")
    ann.page.wait_for_selector(".ask.mine")
    return ann


def until(window: Window, wanted: Callable[[], Any]) -> None:
    """Play on until there is something to see."""
    end = time.monotonic() + 30
    while not wanted():
        assert time.monotonic() < end, "it does not come"
        window.answer("pass", "income")
        window.page.wait_for_timeout(20)


def test_one_click_in_the_lobby_sits_down(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    bob = Window(browser, server, PHONE)
    bob.visit("/")
    bob.page.fill("#name", "Bob")
    bob.page.click(f'.tables [data-key="{ann.path.removeprefix("/t/")}"]')
    expect(bob.page.locator(".chairs li", has_text="Bob")).to_contain_text("you")
    assert bob.path == ann.path
    bob.page.reload()  # does not sit down again
    expect(bob.page.locator(".chairs li", has_text="Bob")).to_contain_text("you")
    bob.close()
    ann.close()


def test_why_a_name_is_refused_stays_until_it_is_typed_again(
    browser: Browser, server: Running
) -> None:
    ann = Window(browser, server, DESKTOP)
    ann.visit("/")
    ann.page.fill("#name", "<b>")
    ann.page.click("#quick")
    expect(ann.page.locator(".toast.bad")).to_have_text(re.compile(r"^A name is made of .*\.$"))
    expect(ann.page.locator("#name")).to_be_focused()
    ann.page.clock.fast_forward(60_000)
    expect(ann.page.locator(".toast.bad")).to_be_visible()
    ann.page.keyboard.press("A")
    expect(ann.page.locator(".toast.bad")).to_have_count(0)
    ann.problems = [each for each in ann.problems if "Failed to load resource" not in each]
    ann.close()


def test_a_taken_name_is_typed_again_where_it_was_typed(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    bob = Window(browser, server, PHONE)
    bob.visit(ann.path)
    bob.page.fill("#sit-name", "Änn")
    bob.page.click("#sit")
    taken = "Somebody called Ann already sits here: choose another name."
    expect(bob.page.locator(".toast.bad")).to_have_text(taken)
    bob.page.keyboard.type("Bob")
    bob.page.keyboard.press("Enter")
    expect(ann.page.locator(".chairs")).to_contain_text("Bob")
    ann.close()
    bob.close()


def test_who_comes_too_late_for_the_last_seat_is_told_so(browser: Browser, server: Running) -> None:
    bob = open_table(server, seats=2)
    ann = Window(browser, server, PHONE)
    ann.visit(f"/t/{bob.table}")
    form = ann.page.wait_for_selector("form.sit")
    assert form is not None
    ann.page.fill("#sit-name", "Ann")
    carl = sit_down(server, bob, "Carl")
    expect(ann.page.locator("form.sit")).to_have_count(0)
    form.dispatch_event("submit")  # she was just about to
    expect(ann.page.locator(".toast.bad")).to_have_text("All seats are taken.")
    ann.close()
    bob.close()
    carl.close()


def test_a_replay_says_nothing_of_what_its_eyes_did_not_see(
    browser: Browser, server: Running
) -> None:
    bob = open_table(server, seats=3, ruleset="coup2022", house_rules={"turn_limit": 3})
    puppets = {"Bob": bob} | {name: sit_down(server, bob, name) for name in ("Carl", "Dora")}
    bob.ask("start")
    while not bob.until(lambda state: state["view"])["view"]["over"]:
        seat = puppets[bob.state["view"]["asked"]["asked"][0]]
        seat.answer("tax" if "tax" in seat.asked() else "pass")
        bob.until(reached(seat.state["number"]))
    ann = Window(browser, server, DESKTOP)
    ann.visit(f"/r/{bob.table}/1#seat=")  # as spectators saw it
    ann.page.wait_for_selector(".controls input")
    story, banner = ann.page.locator(".story-panel .story li"), ann.page.locator(".banner p")
    silent = 0
    for _ in range(int(ann.page.get_attribute(".controls input", "max") or 0)):
        before = story.count()
        ann.page.keyboard.press("ArrowRight")
        assert banner.count() == story.count() - before
        silent += story.count() == before
    assert silent == 3  # in each turn the first one to pass does so unseen
    ann.close()
    for puppet in puppets.values():
        puppet.close()


def test_a_replay_begins_at_its_top(browser: Browser, server: Running) -> None:
    bob = open_table(server, seats=2, house_rules={"turn_limit": 1})
    carl = sit_down(server, bob, "Carl")
    bob.ask("start")
    first = bob.until(lambda state: state["view"])["view"]["seats"][0]
    {"Bob": bob, "Carl": carl}[first].answer("income")
    ann = Window(browser, server, PHONE)
    ann.visit(f"/t/{bob.table}")
    ann.page.wait_for_selector("#replay")
    ann.page.evaluate("scrollTo(0, 300)")
    assert ann.page.evaluate("scrollY") == 300
    ann.page.evaluate("document.getElementById('replay').click()")
    ann.page.wait_for_selector(".controls input")
    assert ann.page.evaluate("scrollY") == 0
    ann.close()
    bob.close()
    carl.close()


def test_bots_are_offered_by_strength_then_by_habits(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    ann.page.wait_for_selector("optgroup", state="attached")
    strengths, habits = ann.page.locator("optgroup").all()
    expect(strengths.locator("option").first).to_contain_text("Beginner: ")
    expect(ann.page.locator("[data-key=bot-kind]")).to_have_value("medium")
    for option in habits.locator("option").all_text_contents():
        assert re.fullmatch("[A-Z][a-z]+: .+", option)
    ann.close()


def test_more_tables_than_a_page_holds_are_one_click_away(
    browser: Browser, server: Running
) -> None:
    token = server.token()
    tables = [server.open_table(token) for _ in range(51)]
    with at_all(server, tables, token):
        ann = Window(browser, server, PHONE)
        ann.visit("/")
        listed = ann.page.locator(".tables li")
        expect(listed).to_have_count(50)
        first = ann.page.locator(f'.tables [data-key="{tables[0]}"]')
        expect(first).to_have_count(0)
        ann.page.click("#more-tables")
        expect(first).to_be_visible()
        assert listed.count() > 50
        ann.close()


def test_a_host_changes_the_table_and_everybody_sees_it(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    form = ann.page.locator("#settings")
    form.locator("summary").click()
    form.locator("[name=ruleset]").select_option("inquisitor")
    draws = form.locator("[name='house.exchange_draws']")
    expect(draws.locator("option").first).to_have_text("1 (usual)")
    for field in ("coins", "copies", "answers", "turn_limit"):  # each has a sentence
        about = form.locator(f"label:has([name='house.{field}'])")
        expect(about).to_contain_text(catalogue("en").page[f"house.{field}.hint"])
    form.locator("[name='house.copies']").select_option("4")
    bob = guest_of(ann, browser)
    assert bob.page.locator("#settings").count() == 0
    assert form.locator("[name='house.copies']").input_value() == "4"  # though Bob came meanwhile
    form.locator("[name=clock]").select_option("120")
    form.locator("[name=away]").select_option("15")
    form.locator("[name='house.coins']").select_option("3")
    form.get_by_label("A player who is out keeps their coins").check()
    form.locator("[data-key=save]").click()
    expect(ann.page.locator("#toasts")).to_contain_text("Saved.")
    line = bob.page.locator(".rules-line")
    expect(line).to_contain_text("Inquisitor")
    for part in (
        "Clock: 2 minutes",
        "absent player's seat after 15 seconds",
        "Coins at the start: 3",
        "Cards of each role: 4",
        "A player who is out keeps their coins",
    ):
        expect(line).to_contain_text(part)
    bob.page.click("[data-key=rules]")
    expect(bob.page.locator("dialog")).to_contain_text("2 face-down cards and 3 coins")
    expect(bob.page.locator("dialog")).to_contain_text("investigate")
    ann.page.click("[data-key=remove-Bob]")
    bob.page.keyboard.press("Escape")
    bob.page.wait_for_selector("#sit")
    bob.close()
    ann.close()


def test_the_link_is_copied(browser: Browser, server: Running) -> None:
    ann = host(browser, server, permissions=["clipboard-read", "clipboard-write"])
    ann.page.click("#copy-link")
    expect(ann.page.locator("#toasts")).to_contain_text("The link is copied.")
    assert ann.page.evaluate("navigator.clipboard.readText()") == ann.page.url
    ann.close()


def test_where_nothing_can_be_copied_the_link_is_shown(browser: Browser, server: Running) -> None:
    ann = host(browser, server, permissions=[])
    ann.page.evaluate("delete Navigator.prototype.clipboard")  # as at an address without TLS
    ann.page.click("#copy-link")
    assert ann.page.inner_text("dialog .link") == ann.page.url
    ann.close()


def test_reactions_are_seen_in_the_room_and_at_the_table(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    bob = guest_of(ann, browser)
    ann.page.click(".emojis >> text=👏")
    expect(bob.page.locator(".chairs li", has_text="Ann").locator(".reacted")).to_have_text("👏")
    ann.page.click("#start")
    bob.page.wait_for_selector(".seat")
    bob.page.click("[data-drawer=chat]")
    bob.page.click(".emojis >> text=😈")
    reaction = ann.page.locator("[data-seat=Bob] .reaction")
    expect(reaction).to_have_text("😈")
    bob.close()
    ann.close()


def test_pencil_marks_are_private_and_stay(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    bob = guest_of(ann, browser)
    ann.page.click("#start")
    mark = "dialog .pencil:has-text('Card 1') [data-role=duke]"
    ann.page.click("[data-seat=Bob] .seat-button")
    ann.page.click(mark)
    ann.page.keyboard.press("Escape")
    ann.page.wait_for_selector("[data-seat=Bob] .pencilled .role-duke")
    ann.page.reload()
    ann.page.wait_for_selector("[data-seat=Bob] .pencilled .role-duke")
    assert bob.page.query_selector(".pencilled") is None
    ann.page.click("[data-seat=Bob] .seat-button")
    ann.page.click(mark)
    expect(ann.page.locator(".pencilled")).to_have_count(0)
    bob.close()
    ann.close()


def test_every_claim_of_a_seat_can_be_read(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    ann.page.click("#settings summary")
    ann.page.select_option(
        "#settings [name='house.forced_coup']", "30"
    )  # so that nobody has to coup meanwhile
    ann.page.click("[data-key=save]")
    bob = guest_of(ann, browser)
    ann.page.click("#start")
    bob.page.wait_for_selector(".seat")
    end = time.monotonic() + 30
    while not bob.page.query_selector("[data-seat=Ann] .earlier"):
        assert time.monotonic() < end
        for window in (ann, bob):
            window.answer("pass", "tax")
            window.page.wait_for_timeout(10)
    bob.page.click("[data-seat=Ann] .seat-button")
    claims = bob.page.locator("dialog li").all_inner_texts()
    assert len(claims) > 4
    assert {claim.strip() for claim in claims[:-1]} == {"Duke: believed"}
    assert claims[-1].strip() in ("Duke: open", "Duke: believed")
    check_access(bob.page)
    bob.close()
    ann.close()


def test_sounds_are_played_only_if_wanted(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, DESKTOP)
    ann.page.add_init_script(f"({LISTEN})()")
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("#quick")
    ann.page.wait_for_selector(".ask.mine")
    ann.answer("pass", "income")
    assert ann.page.evaluate("tones.length") == 0
    ann.page.click("[data-key=sound]")
    expect(ann.page.locator("#toasts")).to_contain_text("Sounds are on")
    heard = ann.page.evaluate("tones.length")
    assert heard > 0
    assert ann.page.evaluate("tones[0].context.state") == "running"
    until(ann, lambda: ann.page.evaluate("tones.length") > heard)  # of what happens at the table
    ann.page.reload()
    expect(ann.page.locator("[data-key=sound]")).to_have_attribute("aria-pressed", "true")
    ann.page.click("[data-key=sound]")
    expect(ann.page.locator("[data-key=sound]")).to_have_attribute("aria-pressed", "false")
    ann.close()


def test_strangers_get_a_clock_and_friends_none_unless_the_host_says_otherwise(
    browser: Browser, server: Running
) -> None:
    ann = Window(browser, server, DESKTOP)
    ann.visit("/")
    clock = ann.page.locator("#new-table [name=clock]")
    public = ann.page.locator("#new-table [name=public]")
    assert (clock.input_value(), public.is_checked()) == ("60", True)
    public.uncheck()
    assert clock.input_value() == ""
    public.check()
    assert clock.input_value() == "60"
    clock.select_option("")  # the host's own choice
    ann.page.fill("#name", "Ann")
    ann.page.click("#open-table")
    expect(ann.page.locator(".rules-line")).to_contain_text("no clock")
    room = ann.page.locator("#settings")
    assert room.locator("[name=clock]").input_value() == ""
    assert room.locator("[name=public]").is_checked()
    room.locator("[name=clock]").select_option("120")
    room.locator("[name=public]").uncheck()
    assert room.locator("[name=clock]").input_value() == "120"
    room.locator("[data-key=save]").click()
    expect(ann.page.locator(".rules-line")).to_contain_text("2 minutes")
    ann.visit("/")
    ann.page.click("#quick")
    ann.page.wait_for_selector(".ask.mine")
    assert ann.page.query_selector(".clock") is None
    ann.close()


def test_the_clock_is_shown_and_more_time_is_one_click(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    ann.page.locator("#settings [name=clock]").select_option("300")
    ann.page.click("[data-key=save]")
    expect(ann.page.locator(".rules-line")).to_contain_text("5 minutes")
    ann.page.click("#add-bot")
    ann.page.click("#start:enabled")
    ann.page.wait_for_selector(".banner.mine .clock")
    assert ann.page.inner_text(".clock") in ("300 s", "299 s", "298 s")
    deadline = ann.page.get_attribute(".clock", "data-deadline")
    ann.page.click("[data-key=more]")
    expect(ann.page.locator(".clock")).not_to_have_attribute("data-deadline", str(deadline))
    later = ann.page.get_attribute(".clock", "data-deadline")
    assert float(str(later)) > float(str(deadline))
    ann.close()


def test_the_story_is_announced_line_by_line(browser: Browser, server: Running) -> None:
    ann = quick_game(browser, server)
    story = ann.page.locator(".story-panel li")
    before = story.count()
    ann.page.evaluate(WATCH)
    until(ann, lambda: story.count() > before + 4)
    added, told = ann.page.evaluate("[added, document.querySelector('.live').innerText]")
    assert ann.page.get_by_role("log", name="What happens").count() == 1
    said = [each for each in added if "do not" not in each and "does not" not in each]
    lines = story.all_inner_texts()
    for line in said:  # nothing is told that has not happened
        assert line in lines or line in ("Your turn", "You are asked."), line
    turns = [line for line in added if line.startswith("Turn ")]
    assert len(turns) == len(set(turns))  # and nothing is told twice
    assert turns[-1] in told
    ann.close()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_dark_and_light_can_be_changed_and_are_kept(
    browser: Browser, server: Running, scheme: Any
) -> None:
    ann = Window(browser, server, TABLET, color_scheme=scheme)
    ann.visit("/")
    ink = "getComputedStyle(document.documentElement).color"
    at_first = ann.page.evaluate(ink)
    ann.page.click("[data-key=theme]")
    other = ann.page.evaluate(ink)
    assert at_first != other
    ann.page.reload()
    ann.page.wait_for_selector("#name")
    assert ann.page.evaluate(ink) == other
    assert ann.page.evaluate("document.documentElement.dataset.theme") != scheme
    check_access(ann.page)
    ann.page.click("[data-key=theme]")
    assert ann.page.evaluate(ink) == at_first
    ann.close()


def test_between_games_the_host_changes_rules_and_others_sit_down(
    browser: Browser, server: Running
) -> None:
    ann = quick_game(browser, server)
    carl = Window(browser, server, PHONE)
    carl.visit(ann.path)
    play(ann)
    carl.page.fill("#sit-name", "Carl")
    carl.page.click("#sit")
    expect(ann.page.locator(".chairs")).to_contain_text("Carl")
    ann.page.click("[data-key=remove-bold-ada]")
    expect(ann.page.locator(".chairs")).not_to_contain_text("bold-ada")
    ann.page.locator("#settings [name=ruleset]").select_option("coup2022")
    ann.page.click("[data-key=save]")
    expect(carl.page.locator(".rules-line")).to_contain_text("Coup 2022")
    for window in (carl, ann):
        window.page.click("#rematch")
    ann.page.wait_for_selector("[data-seat=Carl]")
    carl.close()
    ann.close()


def test_the_rules_are_told_in_german(browser: Browser, server: Running) -> None:
    ann = quick_game(browser, server, locale="de-DE")
    ann.page.click("[data-key=rules]")
    rules = ann.page.inner_text("dialog")
    for word in ("take", "pay", "steal", "foreign aid", "Duke"):
        assert word not in rules
    assert "Auslandshilfe" in rules
    ann.close()


@pytest.mark.parametrize(
    "path",
    [
        "/t/nowhere",
        "/t/%00",
        "/t/a%2Fb",
        "/t/",
        "/r/nowhere/1",
        "/r/nowhere",
        "/join/nowhere",
        "/x",
    ],
)
def test_what_is_not_there_is_said_and_the_lobby_is_one_click_away(
    browser: Browser, server: Running, path: str
) -> None:
    ann = Window(browser, server, PHONE)
    ann.visit(path)
    missing = ann.page.locator("main .missing")
    expect(missing).to_contain_text("There is no such")
    ann.page.select_option("#top select", "de")
    expect(missing).to_contain_text("gibt es nicht")
    ann.page.keyboard.press("?")  # the rules can also be read here
    ann.page.click("dialog >> text=Schließen")
    check_access(ann.page)
    missing.get_by_role("link").click()
    expect(ann.page.locator("#name")).to_be_visible()
    ann.problems = [each for each in ann.problems if "Failed to load resource" not in each]
    ann.close()


def test_what_was_promised_about_the_deal_is_shown_and_kept(
    browser: Browser, server: Running
) -> None:
    ann = host(browser, server)
    ann.page.click("#fair")
    promised = ann.page.locator("#commitment").inner_text()
    assert ann.page.locator("#secret").count() == 0
    fits(ann.page)
    ann.page.keyboard.press("Escape")
    ann.page.click("#add-bot")
    ann.page.click("#start")
    ann.page.wait_for_selector(".board .seat")
    ann.page.click(".tools-panel > summary")
    ann.page.click("#fair")
    expect(ann.page.locator("#commitment")).to_have_text(promised)
    ann.page.keyboard.press("Escape")
    until(ann, lambda: ann.page.query_selector(".ending"))
    ann.page.click("#fair")
    secret = ann.page.locator("#secret").inner_text()
    assert fairness.commitment(secret) == promised
    expect(ann.page.locator("dialog")).to_contain_text(f"-1.json --commitment {promised}")
    ann.close()


def test_a_device_is_sent_away(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    ann.page.click("#personal-link")
    link = ann.page.locator("#personal").inner_text()
    ann.page.wait_for_function("() => document.querySelector('dialog .qr').naturalWidth > 0")
    assert ann.page.locator(".devices").count() == 0
    ann.page.keyboard.press("Escape")
    phone = Window(browser, server, PHONE)
    phone.visit(link.removeprefix(server.url))
    expect(phone.page.locator(".chairs li", has_text="Ann")).to_contain_text("you")
    ann.page.click("#personal-link")
    expect(ann.page.locator(".devices li")).to_have_count(2)
    ann.page.locator(".devices button").click()
    expect(ann.page.locator(".devices li")).to_have_count(1)
    expect(phone.page.locator("#sit-name")).to_be_visible()  # like anybody else
    ann.close()
    phone.close()


def test_the_host_sends_somebody_away_in_a_game(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    bob = guest_of(ann, browser)
    ann.page.click("#start")
    bob.page.click("[data-seat=Ann] .seat-button")
    assert bob.page.locator('[data-key="away-Ann"]').count() == 0
    bob.page.keyboard.press("Escape")
    ann.page.click("[data-seat=Bob] .seat-button")
    ann.page.click('[data-key="away-Bob"]')
    ann.page.locator("dialog button:not([data-key])", has_text="Send Bob away").click()
    expect(bob.page.locator("dialog")).to_contain_text("The host has sent you away")
    bob.page.click("dialog >> text=Watch")
    expect(bob.page.locator(".banner")).to_contain_text("You are watching")
    until(ann, lambda: ann.page.query_selector(".ending"))
    ann.close()
    bob.close()


def test_a_fault_of_the_page_is_told_as_what_it_is(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, PHONE, locale="de-DE")
    ann.visit("/")
    ann.page.wait_for_selector("#name")
    ann.page.evaluate("addEventListener('odd', () => { throw new Error('no such card'); })")
    ann.page.evaluate("dispatchEvent(new Event('odd'))")
    fault = ann.page.locator("dialog")
    expect(fault).to_contain_text("In dieser Seite ist etwas schiefgegangen")
    expect(fault).to_contain_text("no such card")
    check_access(ann.page)
    assert ann.problems == ["no such card"]
    ann.problems.clear()
    fault.get_by_role("button", name="Neu laden").click()
    expect(fault).to_have_count(0)
    ann.close()


def look_after(server: Running, job: str, table: str) -> None:
    """What an operator does with a table while it is played at."""
    app: Any = server.server.config.app
    arguments = ["tables", app.state.config.database, job, "--", table]
    working = threading.Thread(target=main, args=(arguments,))
    working.start()
    working.join()


@pytest.mark.parametrize(
    ("job", "sentence"),
    [("close", "This table is closed."), ("put-aside", "This table was put aside: nothing of it")],
)
def test_a_table_that_is_closed_or_put_aside_says_so(
    browser: Browser, server: Running, job: str, sentence: str
) -> None:
    ann = host(browser, server)
    look_after(server, job, ann.path.removeprefix("/t/"))
    expect(ann.page.locator(".missing")).to_contain_text(sentence)
    ann.page.reload()
    expect(ann.page.locator(".missing")).to_contain_text(sentence)
    ann.close()
