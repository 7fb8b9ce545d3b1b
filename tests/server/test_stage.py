"""The stage: clicks answer the question that they were meant for, everybody sees what happened, a
challenge has its moment, and none of it needs scrolling."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

import coup
from coup import Game, Ruleset
from coup.records import fairness
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
LATER = 4_000_000_000  # in seconds since 1970: later than any real clock
HIDDEN = """(size) => {
  const seen = (box) => box.left >= -1 && box.top >= -1
    && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const hidden = [];
  const needed = [
    ".newest", ".banner h2", ".timer", ".me .card", ".choice", ".seats .seat", ".purse",
  ];
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
"""What must be in view but is not."""
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
    clock: int | None = None,
    **more: Any,
) -> Iterator[tuple[Window, list[Puppet]]]:
    """Ann in a window, and scripted players, in the middle of a game."""
    rules = {"ruleset": ruleset, "house_rules": house or {}, "seats": len(others) + 1}
    host = open_table(server, others[0], clock=clock, **rules)
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
    """Everybody takes income until it is a certain player's turn."""
    watcher = puppets[0]
    while (actor := watcher.until(at_turn)["view"]["asked"]["actor"]) != name:
        turn = watcher.state["view"]["turn"]
        if actor == "Ann":
            do(ann, "income")
        else:
            next(each for each in puppets if each.state["you"] == actor).answer("income")
        watcher.until(after(turn))
    for puppet in puppets:
        puppet.until(lambda state: at_turn(state) and state["view"]["asked"]["actor"] == name)


def after(turn: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a turn is over."""
    return lambda state: bool(state["view"]["turn"] > turn)


def at_turn(state: dict[str, Any]) -> bool:
    """Whether a player is to act."""
    return state["view"] is not None and state["view"]["asked"]["kind"] == "action"


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share a point."""
    apart = (
        one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"],
        one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"],
    )
    return not any(apart)


def stop_clock(ann: Window) -> None:
    """From now on the window's clock moves only when the test moves it."""
    ann.page.clock.pause_at(LATER)


def press(button: Locator) -> None:
    """Click while the window's clock stands still."""
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


def test_a_double_click_on_an_action_picks_no_victim(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", "Carl", house={"coins": 7}) as (ann, puppets):
        turn_of("Ann", ann, puppets)
        stop_clock(ann)
        ann.page.clock.run_for(500)
        ann.page.dblclick('[data-move="coup"]')
        targets = ann.page.locator(".targets .choice[data-move]")
        expect(targets).to_have_count(2)
        expect(ann.page.locator(".targets .choice:enabled")).to_have_count(0)  # nor takes it back
        ann.page.click("[data-seat=Bob] .seat-button")  # nor immediately at a seat
        ann.page.clock.run_for(500)
        expect(targets.first).to_be_enabled()
        assert ann.page.inner_text(".me .purse") == "7"


def test_a_key_pressed_twice_picks_no_victim(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", "Carl", house={"coins": 7}) as (ann, puppets):
        turn_of("Ann", ann, puppets)
        stop_clock(ann)
        ann.page.clock.run_for(500)
        first = ann.page.get_attribute(".choice >> nth=0", "data-move")
        slot = ann.page.get_attribute('[data-move="steal"]', "data-slot")
        for keys in ("1", "2", str(slot)):
            ann.page.keyboard.press(str(slot))
            ann.page.keyboard.press(keys)
            expect(ann.page.locator(".choices.targets")).to_have_count(1)
            ann.page.clock.run_for(500)
            press(ann.page.locator(".choice.back"))
            ann.page.keyboard.press("1")  # as if pressed on the way back
            expect(ann.page.locator(".choice >> nth=0")).to_be_disabled()
            ann.page.clock.run_for(500)
            expect(ann.page.locator(".choice >> nth=0")).to_be_enabled()
            assert ann.page.get_attribute(".choice >> nth=0", "data-move") == first


def test_a_double_click_does_not_reach_into_a_dialog_or_through_it(
    browser: Browser, server: Running
) -> None:
    with at_table(browser, server, "Bob", house={"coins": 3}) as (ann, puppets):
        turn_of("Bob", ann, puppets)
        stop_clock(ann)
        puppets[0].answer("assassinate Ann")
        challenge = ann.page.locator('[data-move="challenge"]')
        expect(challenge).to_be_disabled()
        ann.page.clock.run_for(500)
        press(challenge)
        ann.page.locator("dialog .main").click(force=True)  # hits the place, not the button
        expect(ann.page.locator("dialog")).to_contain_text("Two cards at once?")
        ann.page.clock.run_for(500)
        ann.page.locator("dialog .main").dblclick()
        challenge.click(force=True)
        expect(ann.page.locator("dialog")).to_have_count(0)
        ann.page.clock.run_for(500)
        challenge.click()
        expect(ann.page.locator("dialog")).to_have_count(1)


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
        expect(asked).to_contain_text(f"{cause} You lose a card.")


def test_only_the_banner_says_whose_answer_is_awaited(browser: Browser, server: Running) -> None:
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
        assert ann.page.locator(".choice").count() == 0  # the rest waits
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


def test_without_motion_there_is_no_animation_but_the_proof_is_shown(
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
        ann.page.click('[data-move="income"]')  # a new action by another player
        expect(ann.page.locator(".shown")).to_have_count(0)


def test_a_player_short_of_time_sees_no_scene(browser: Browser, server: Running) -> None:
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


OTHERS = ("Bob", "Carl", "Dora", "Emil", "Fay")
PHONES = (PHONE, LANDSCAPE)
PATIENT = 900  # seconds: a clock that takes room and leaves time
EVERYWHERE = {"action", "target", "block", "return"}  # the kinds that take the most room
CLASSIC = {"action", "target", "challenge", "block", "challenge block", "reveal", "return"}
INQUISITOR = {"action", "target", "show", "examine", "return", "discard"}


class Lookout:
    """Goes through kinds of questions to Ann, and notes what is out of view at each."""

    def __init__(self, ann: Window, puppets: list[Puppet]) -> None:
        self.ann, self.puppets = ann, puppets
        self.bob, *_ = puppets
        self.seen: dict[str, list[str]] = {}

    def turn_of(self, name: str) -> None:
        turn_of(name, self.ann, self.puppets)

    def look(self, kind: str, move: str) -> None:
        """Check a question that offers this move."""
        self.ann.page.wait_for_selector(f'.ask.mine [data-move^="{move}"]')
        sizes = SIZES if kind in EVERYWHERE else PHONES
        self.seen[kind] = [fault for size in sizes for fault in faults_at(self.ann, size)]

    def aim(self, verb: str) -> None:
        """Ann acts against Bob; if she has a choice of targets, that question is checked."""
        if len(self.puppets) > 1:
            do(self.ann, verb)
            self.look("target", f"{verb} Bob")
        do(self.ann, f"{verb} Bob")

    def all_pass(self, *but: Puppet) -> None:
        for puppet in self.puppets:
            if puppet not in but:
                puppet.answer("pass")

    def ann_sees(self, kind: str, move: str, does: str) -> None:
        self.look(kind, move)
        do(self.ann, does)

    def play_classic(self) -> None:
        """The questions of the classic rules."""
        self.turn_of("Ann")
        self.look("action", "income")
        self.aim("steal")
        self.all_pass()
        self.bob.answer("block_steal captain")
        self.all_pass(self.bob)
        self.ann_sees("challenge block", "challenge", "pass")
        self.turn_of("Bob")
        self.bob.answer("steal Ann")
        self.ann_sees("challenge", "challenge", "pass")
        self.all_pass(self.bob)
        self.ann_sees("block", "block_steal", "pass")
        self.turn_of("Ann")
        do(self.ann, "exchange")
        self.all_pass()
        self.look("return", "return")
        self.return_two()
        self.turn_of("Ann")
        do(self.ann, "tax")
        self.bob.answer("challenge")
        self.look("reveal", "reveal")

    def return_two(self) -> None:
        for _ in range(2):
            self.ann.page.wait_for_selector('.ask.mine [data-move^="return"]')
            self.ann.answer()

    def play_inquisitor(self) -> None:
        """The questions of the Inquisitor, and the loss of a card."""
        self.turn_of("Ann")
        self.look("action", "income")
        self.aim("investigate")
        self.all_pass()
        self.bob.answer(self.bob.asked()[0])
        self.ann_sees("examine", "swap", "keep")
        self.turn_of("Bob")
        self.bob.answer("investigate Ann")
        do(self.ann, "pass")
        self.all_pass(self.bob)
        self.ann_sees("show", "show", "")
        self.bob.answer("keep")
        self.turn_of("Ann")
        do(self.ann, "exchange")
        self.all_pass()
        self.ann_sees("return", "return", "")
        self.turn_of("Bob")
        self.bob.answer("coup Ann")
        self.look("discard", "discard")


def do(ann: Window, move: str) -> None:
    """Make this move, or the first one, as soon as it is offered."""
    ann.page.wait_for_selector(f'.ask.mine [data-move="{move}"]' if move else ".ask.mine .choice")
    assert ann.answer(move)


def secret_for(hand: tuple[str, ...], names: list[str], rules: Ruleset) -> str:
    """A secret with which the last of these players is dealt this hand."""
    for secret in (f"{number:064x}" for number in range(10_000)):
        luck = fairness.Luck(secret, names)
        place = names.index(luck.first())
        game = Game(names[place:] + names[:place], rules, drive_chance=True)
        fairness.let_chance_move(game, luck)
        if game.view(names[-1]).hand == hand:
            return secret
    raise AssertionError(f"nobody is dealt {hand}")


@pytest.mark.parametrize("others", [1, 3, 5], ids=["two", "four", "six"])
@pytest.mark.parametrize("ruleset", ["classic", "inquisitor"])
def test_everything_is_in_view_at_every_kind_of_question(
    browser: Browser, server: Running, ruleset: str, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rich = {"coins": 7, "forced_coup": 30}  # all actions are offered
    bluffer = ("contessa", "contessa")  # all Ann's claims are bluffs, which takes the most words
    rules = coup.ruleset(ruleset, **rich)
    secret = secret_for(bluffer, [*OTHERS[:others], "Ann"], rules)
    monkeypatch.setattr(fairness, "new_secret", lambda: secret)
    with at_table(
        browser, server, *OTHERS[:others], house=rich, ruleset=ruleset, clock=PATIENT
    ) as (ann, puppets):
        lookout = Lookout(ann, puppets)
        lookout.play_classic() if ruleset == "classic" else lookout.play_inquisitor()
        wanted = CLASSIC if ruleset == "classic" else INQUISITOR
        assert lookout.seen.keys() == wanted - ({"target"} if others == 1 else set())
        assert {kind: faults for kind, faults in lookout.seen.items() if faults} == {}


def faults_at(ann: Window, size: dict[str, int]) -> list[str]:
    """What is out of view, or too small, at a size of the window."""
    ann.page.set_viewport_size({"width": size["width"], "height": size["height"]})
    faults = [*ann.page.evaluate(HIDDEN, size), *ann.page.evaluate(SMALL)]
    fits(ann.page)
    return [f"{size['width']}: {fault}" for fault in faults]
