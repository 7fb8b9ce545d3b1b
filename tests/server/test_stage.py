"""The stage: clicks answer what they were meant for, everybody sees what happened, a challenge has
its moment, and nothing of it needs scrolling."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.server.puppet import ALL_DUKES, Puppet, open_table, sit_down
from tests.server.running import Running
from tests.server.window import (
    DESKTOP,
    LANDSCAPE,
    LARGE,
    PHONE,
    TABLET,
    Window,
    box,
    fits,
)

MOVING = "no-preference"
SIZES = (PHONE, LANDSCAPE, TABLET, DESKTOP, LARGE)
LATER = 4_000_000_000  # in seconds since 1970: a time to which every clock can be put forward
HIDDEN = """(size) => {
  const seen = (box) => box.left >= -1 && box.top >= -1
    && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const hidden = [];
  const needed = [".newest", ".banner h2", ".me .card", ".choice", ".seats .seat", ".purse"];
  for (const wanted of needed) {
    for (const found of document.querySelectorAll(wanted)) {
      const box = found.getBoundingClientRect();
      const clip = found.closest(".ask")?.getBoundingClientRect();
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const top = document.elementFromPoint(x, y);
      const cut = !box.width || !seen(box) || (clip && box.bottom > clip.bottom + 2);
      if (cut) hidden.push(`${wanted} is cut off`);
      else if (!found.contains(top) && !top?.contains(found)) hidden.push(`${wanted} is covered`);
    }
  }
  return hidden;
}"""
"""What must be in view and is not."""
SMALL = """() => {
  const faults = [];
  const controls = "button, a, select, input:not([type=checkbox], [type=radio])";
  for (const button of document.querySelectorAll(controls)) {
    const box = button.getBoundingClientRect();
    const shown = box.width && box.top < innerHeight && box.left >= 0;
    if (shown && (box.width < 43.5 || box.height < 43.5)) faults.push(button.outerHTML);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const drawn = parent.closest(".back-mark, .letters, script, noscript");
    const shown = walker.currentNode.data.trim() && parent.getBoundingClientRect().width > 1;
    const small = parseFloat(getComputedStyle(parent).fontSize) < 11.9;
    if (shown && !drawn && small) faults.push(`${walker.currentNode.data} is too small`);
  }
  return faults;
}"""
"""What is too small for fingers or eyes."""


@contextmanager
def at_table(
    browser: Browser,
    server: Running,
    *others: str,
    size: dict[str, int] = PHONE,
    house: dict[str, Any] | None = None,
    ruleset: str = "classic",
    **more: Any,
) -> Iterator[tuple[Window, list[Puppet]]]:
    """Ann in a window, and others who do what the test says, in the middle of a game."""
    settings = {"ruleset": ruleset, "house_rules": house or {}, "seats": len(others) + 1}
    host = open_table(server, others[0], **settings)
    puppets = [host, *(sit_down(server, host, name) for name in others[1:])]
    ann = Window(browser, server, size, **more)
    ann.visit(f"/t/{host.table}")
    ann.page.fill("#sit-name", "Ann")
    ann.page.click("#sit")
    expect(ann.page.locator(".chairs")).to_contain_text("Ann")
    assert host.ask("start")["type"] == "done"
    ann.page.wait_for_selector(".banner:not([hidden])")
    yield ann, puppets
    ann.close()
    for puppet in puppets:
        puppet.close()


def turn_of(name: str, ann: Window, puppets: list[Puppet]) -> None:
    """Everybody takes income until it is somebody's turn."""
    watcher = puppets[0]
    while (actor := watcher.until(begun)["view"]["asked"]["actor"]) != name:
        turn = watcher.state["view"]["turn"]
        if actor == "Ann":
            ann.page.click('[data-move="income"]')
        else:
            next(each for each in puppets if each.state["you"] == actor).answer("income")
        watcher.until(after(turn))
    for puppet in puppets:
        puppet.until(lambda state: begun(state) and state["view"]["asked"]["actor"] == name)


def after(turn: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a turn is over."""
    return lambda state: bool(state["view"]["turn"] > turn)


def begun(state: dict[str, Any]) -> bool:
    """Whether there is a game."""
    return state["view"] is not None


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share a point."""
    apart = (
        one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"],
        one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"],
    )
    return not any(apart)


def stop_clock(ann: Window) -> None:
    """From now on the window's clock goes only as far as it is told."""
    ann.page.clock.pause_at(LATER)


def press(button: Locator) -> None:
    """Click, though the window's clock stands still."""
    button.evaluate("(button) => button.click()")


# A click answers the question that it was meant for.


def test_a_dialog_about_a_question_closes_with_it(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", "Carl", house={"coins": 3}) as (ann, puppets):
        bob, carl = puppets
        turn_of("Bob", ann, puppets)
        bob.answer("assassinate Ann")
        ann.page.click('[data-move="challenge"]')
        expect(ann.page.locator("dialog")).to_contain_text("Two cards at once?")
        carl.answer("challenge")
        expect(ann.page.locator("dialog")).to_have_count(0)
        assert bob.state["view"]["asked"]["challenger"] == "Carl" or bob.asked()


def test_a_button_never_answers_a_later_question(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", "Carl", house=ALL_DUKES) as (ann, puppets):
        bob, carl = puppets
        turn_of("Bob", ann, puppets)
        bob.answer("tax")
        ann.page.wait_for_selector('[data-move="challenge"]:enabled')
        ann.page.evaluate("window.old = document.querySelector('[data-move=challenge]')")
        carl.answer("challenge")
        bob.answer("reveal duke")
        carl.answer("discard duke")
        if carl.state["view"]["asked"]["actor"] != "Carl":  # Ann sits between them
            ann.page.click('[data-move="income"]')
        carl.answer("tax")
        ann.page.wait_for_selector('[data-move="challenge"]:enabled')
        ann.page.evaluate("old.click()")
        ann.page.click('[data-move="pass"]')
        bob.answer("pass")
        told = [claim["outcome"] for claim in bob.state["view"]["claims"]]
        assert told == ["proved", "unchallenged"]


def test_a_new_question_settles_before_it_takes_clicks_and_keys(
    browser: Browser, server: Running
) -> None:
    with at_table(browser, server, "Bob", house=ALL_DUKES) as (ann, puppets):
        turn_of("Bob", ann, puppets)
        stop_clock(ann)
        puppets[0].answer("tax")
        challenge = ann.page.locator('[data-move="challenge"]')
        expect(challenge).to_be_disabled()
        ann.page.keyboard.press("2")
        press(challenge)
        ann.page.clock.run_for(499)
        expect(challenge).to_be_disabled()
        ann.page.clock.run_for(2)
        expect(challenge).to_be_enabled()
        ann.page.keyboard.press("2")
        assert puppets[0].asked() == ["reveal duke"]


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE, DESKTOP], ids=["phone", "landscape", "wide"])
def test_no_slot_turns_into_a_riskier_one(
    browser: Browser, server: Running, size: dict[str, int]
) -> None:
    with at_table(browser, server, "Bob", "Carl", size=size) as (ann, puppets):
        bob, carl = puppets
        turn_of("Bob", ann, puppets)
        bob.answer("foreign_aid")
        block = box(ann.page.locator('[data-move="block_foreign_aid"]'))
        before = box(ann.page.locator('[data-move="pass"]'))
        assert ann.page.get_attribute('[data-move="block_foreign_aid"]', "data-slot") == "3"
        carl.answer("block_foreign_aid")
        challenge = ann.page.locator('[data-move="challenge"]')
        expect(challenge).to_be_visible()
        assert challenge.get_attribute("data-slot") == "2"
        assert not overlap(block, box(challenge))
        assert not overlap(before, box(challenge))


# Everybody sees what happened.


def test_a_loss_says_who_did_it(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", house={"coins": 7}) as (ann, puppets):
        turn_of("Bob", ann, puppets)
        puppets[0].answer("coup Ann")
        asked = ann.page.locator(".banner h2")
        cause = "Bob has paid for a coup against you."
        expect(asked).to_have_text(f"{cause} You lose a card. Which one?")


def test_the_banner_alone_says_who_is_waited_for(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob") as (ann, puppets):
        turn_of("Bob", ann, puppets)
        expect(ann.page.locator(".banner h2")).to_have_text("Waiting for Bob")
        assert ann.page.locator("body").inner_text().count("Waiting for") == 1
        assert "Ann takes 1 coin" in ann.page.inner_text(".banner .news") or (
            puppets[0].state["view"]["turn"] == 1
        )


# A challenge has its moment.


def test_a_challenge_is_a_scene(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", house=ALL_DUKES, reduced_motion=MOVING) as (ann, puppets):
        (bob,) = puppets
        asked = ann.page.locator(".banner h2")
        turn_of("Bob", ann, puppets)
        stop_clock(ann)
        bob.answer("tax")
        expect(asked).to_contain_text("Do you challenge?")
        ann.page.clock.run_for(500)
        press(ann.page.locator('[data-move="challenge"]'))
        expect(asked).to_have_text("Ann challenges: does Bob have the Duke?")
        bob.answer("reveal duke")
        ann.page.clock.run_for(1000)
        expect(asked).to_have_text("Bob reveals the Duke: the claim is proved.")
        expect(ann.page.locator("[data-seat=Bob] .card.proof.role-duke")).to_have_count(1)
        assert ann.page.locator(".choice").count() == 0  # what comes after waits
        assert "shuffles it" not in str(ann.page.text_content(".story-panel"))  # nor is it told
        ann.page.clock.run_for(1000)
        expect(asked).to_contain_text("so your challenge was wrong. You lose a card.")
        expect(ann.page.locator("[data-seat=Bob] .shown .card.role-duke")).to_be_visible()
        ann.page.clock.run_for(500)
        press(ann.page.locator(".choice").first)
        expect(asked).to_have_text("Ann loses the Duke.")
        expect(ann.page.locator(".me .card.lost.fresh")).to_have_count(1)
        press(ann.page.locator(".skip-scene"))
        expect(ann.page.locator('[data-move="income"]')).to_be_visible()


def test_without_motion_nothing_is_acted_out_but_the_proof_is_shown(
    browser: Browser, server: Running
) -> None:
    with at_table(browser, server, "Bob", house=ALL_DUKES) as (ann, puppets):
        (bob,) = puppets
        turn_of("Bob", ann, puppets)
        bob.answer("tax")
        ann.page.click('[data-move="challenge"]')
        bob.answer("reveal duke")
        expect(ann.page.locator(".banner h2")).to_contain_text("You lose a card.")
        expect(ann.page.locator("[data-seat=Bob] .shown .card.proof")).to_be_visible()
        ann.page.click(".choice >> nth=0")
        ann.page.click('[data-move="income"]')  # somebody has done something new
        expect(ann.page.locator(".shown")).to_have_count(0)


def test_who_is_short_of_time_sees_no_scene(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", reduced_motion=MOVING, house=ALL_DUKES) as (
        ann,
        puppets,
    ):
        (bob,) = puppets
        turn_of("Bob", ann, puppets)
        bob.answer("tax")
        ann.page.click('[data-move="challenge"]')
        expect(ann.page.locator(".skip-scene")).to_be_visible()
        ann.page.keyboard.press("Escape")
        expect(ann.page.locator(".banner h2")).to_have_text("Waiting for Bob")


# One screen.


@pytest.mark.parametrize("bots", [1, 3, 5], ids=["two", "four", "six"])
def test_everything_is_in_view_at_every_kind_of_question(
    browser: Browser, server: Running, bots: int
) -> None:
    ann = Window(browser, server, PHONE)
    wanted = {"action", "target", "challenge", "block", "challenge block", "reveal", "discard"}
    seen: dict[str, list[str]] = {}
    while "action" not in seen:  # in a short game Ann is out before her turn
        new_game(ann, bots)
        while wanted - seen.keys() and answerable(ann):
            kind = kind_of_question(ann)
            if kind and kind not in seen:
                seen[kind] = [fault for size in SIZES for fault in faults_at(ann, size)]
            go_on(ann, kind)
    assert {kind: faults for kind, faults in seen.items() if faults} == {}
    ann.close()


def answerable(ann: Window) -> bool:
    """Whether Ann is asked something before the game is over for her."""
    asked = "() => document.querySelector('.ask.mine .choice, .ending, .me.is-out')"
    ann.page.wait_for_function(asked, polling=20)
    return ann.page.query_selector(".ending, .me.is-out") is None


def new_game(ann: Window, bots: int) -> None:
    """A game against bots that do anything."""
    ann.visit("/")
    about = {"name": "Ann", "bots": ["random"] * bots, "start": True}
    script = """(body) => fetch("/api/tables", { method: "POST", body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" } }).then((reply) => reply.json())"""
    table = ann.page.evaluate(script, {**about, "settings": {"public": False}})["table"]
    ann.visit(f"/t/{table}")


def kind_of_question(ann: Window) -> str:
    """What Ann is asked, if anything."""
    script = "[...document.querySelectorAll('.ask.mine .choice')].map((each) => each.dataset.move)"
    moves = ann.page.evaluate(script)
    if not moves:
        return ""
    if ann.page.query_selector(".choices.targets"):
        return "target"
    if "income" in moves or moves[0].startswith("coup"):
        return "action"
    if any(move.startswith("block") for move in moves):
        return "block"
    if "challenge" in moves:
        blocked = "challenge that" in ann.page.inner_text(".banner h2")
        return "challenge block" if blocked else "challenge"
    return str(moves[0].split()[0])


def go_on(ann: Window, kind: str) -> None:
    """Do something that leads to other questions."""
    turn = len(ann.page.query_selector_all(".story-panel li"))
    wanted = {
        "action": ("steal", "exchange", "tax", "foreign_aid")[turn % 4 :],
        "block": ("block_foreign_aid", "pass"),
        "challenge": ("challenge", "pass") if turn % 3 == 0 else ("pass",),
    }
    ann.answer(*wanted.get(kind, ("pass",)))
    ann.page.evaluate("document.querySelector('dialog[open] .plain')?.click()")  # all the same


def faults_at(ann: Window, size: dict[str, int]) -> list[str]:
    """What is not in view at a size of the window, or too small there."""
    ann.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    faults = [*ann.page.evaluate(HIDDEN, size), *ann.page.evaluate(SMALL)]
    fits(ann.page)
    return [f"{size['width']}: {fault}" for fault in faults]
