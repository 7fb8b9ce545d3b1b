"""How the page looks: borders and hints are visible, large screens are used, and no word is broken
in the middle."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.puppet import open_table
from tests.server.running import Running
from tests.server.test_stage import OTHERS, at_table, do, turn_of
from tests.server.window import DESKTOP, LARGE, PHONE, Window, box

FAINT = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgb = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (color) => rgb(color).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, place) => sum + each * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = [];
  for (const field of document.querySelectorAll("input:not(:checked), select, button")) {
    const style = getComputedStyle(field);
    if (!field.checkVisibility() || style.borderTopStyle !== "solid") continue;
    const edge = parseFloat(style.borderTopWidth) && style.borderTopColor;
    if (edge && contrast(edge, style.backgroundColor) < 3) faint.push(field.outerHTML.slice(0, 80));
    const hint = field.placeholder && getComputedStyle(field, "::placeholder").color;
    if (hint && contrast(hint, style.backgroundColor) < 3) faint.push(field.placeholder);
  }
  return faint;
}"""
"""Fields whose border or hint hardly differs from its background."""
BROKEN = """() => {
  document.styleSheets[0].insertRule("* { hyphens: manual !important; }");
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.parentElement.checkVisibility() || text.parentElement.closest(".hidden")) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map((each) => Math.round(each.top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
"""Words that are broken across lines without a hyphen."""


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_borders_and_hints_are_visible(browser: Browser, server: Running, scheme: Any) -> None:
    ann = Window(browser, server, DESKTOP, color_scheme=scheme)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("summary")
    assert ann.page.evaluate(FAINT) == []
    ann.page.click("#open-table")
    ann.page.wait_for_selector("#say")
    assert ann.page.evaluate(FAINT) == []
    ann.close()


def test_a_large_screen_is_used(browser: Browser, server: Running) -> None:
    with at_table(browser, server, *OTHERS, size=LARGE) as (ann, puppets):
        turn_of("Ann", ann, puppets)
        ann.page.wait_for_selector(".ask.mine .choice")
        stage, side = box(ann.page.locator(".stage")), box(ann.page.locator(".side"))
        assert stage["width"] + side["width"] > 0.95 * LARGE["width"]
        choices = box(ann.page.locator(".ask"))
        assert choices["y"] + choices["height"] > 0.9 * LARGE["height"]
        assert box(ann.page.locator(".me .card").first)["height"] > 150
        assert box(ann.page.locator(".seats .card").first)["height"] > 100
        seats = [box(seat) for seat in ann.page.locator(".seats .seat").all()]
        across = max(seat["x"] + seat["width"] for seat in seats) - min(seat["x"] for seat in seats)
        assert across > 0.9 * stage["width"]


def test_no_german_word_is_broken(browser: Browser, server: Running) -> None:
    bob = open_table(server, public=True)
    ann = Window(browser, server, PHONE, locale="de-DE")
    ann.visit("/")
    ann.page.wait_for_selector(".tables button")
    assert ann.page.evaluate(BROKEN) == []
    ann.close()
    bob.close()
    rich = {"coins": 7}
    with at_table(browser, server, *OTHERS, house=rich, locale="de-DE") as (ann, puppets):
        turn_of("Ann", ann, puppets)
        ann.page.wait_for_selector('.ask.mine [data-move="assassinate"]')
        assert ann.page.evaluate(BROKEN) == []
        do(ann, "assassinate")
        ann.page.wait_for_selector(".targets")
        assert ann.page.evaluate(BROKEN) == []


ASTRAY = """() => [...document.querySelectorAll(".gain")].filter((gain) => {
  const [one, seat] = [gain, gain.closest(".seat")].map((each) => each.getBoundingClientRect());
  const across = one.left >= seat.left && one.right <= seat.right;
  return !across || one.top < seat.top || one.bottom > seat.bottom;
}).map((gain) => gain.closest(".seat").dataset.seat)"""
"""Seats whose gain or loss of coins stands elsewhere."""


def test_coins_that_come_or_go_are_told_at_their_own_seat(
    browser: Browser, server: Running
) -> None:
    with at_table(browser, server, *OTHERS, size=PHONE) as (ann, puppets):
        turn_of("Bob", ann, puppets)
        puppets[0].answer("income")
        ann.page.wait_for_selector('.seats [data-seat="Bob"] .gain', state="attached")
        assert ann.page.evaluate(ASTRAY) == []
        turn_of("Ann", ann, puppets)
        do(ann, "income")
        ann.page.wait_for_selector(".me .gain", state="attached")
        assert ann.page.evaluate(ASTRAY) == []
