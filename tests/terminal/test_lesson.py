"""The guided first game in a terminal, and the table in eight languages."""

from itertools import groupby
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console
from textual.pilot import Pilot

import coup
from coup.choices import choices, grouped
from coup.hosting.lesson import NOTES, SUGGESTED, WON, Lesson
from coup.languages import CODES, catalogue, say, speaking
from coup.terminal import paint, replay
from coup.terminal.full import KEYS_WITH_UNDO, FullEvening
from coup.terminal.option import as_option, kind_of
from coup.terminal.pace import PACES, Pace
from coup.terminal.plain import Lines, PlainEvening
from coup.terminal.saves import Practice, finished_rounds, kept_evenings
from coup.terminal.screens import RoundEnd
from coup.terminal.welcome import welcome
from coup.terminal.wording import wrapped
from tests.terminal.evenings import HandClock
from tests.terminal.test_full import SMALL, choose, frame, options, press, settle
from tests.terminal.test_plain import Typist, typing

MOVES = [move.format(second="boris") for move in SUGGESTED]
every_language = pytest.mark.parametrize("code", CODES)


def in_plain_lines(*typed: str) -> str:
    """The output of a lesson in plain lines."""
    typist = Typist(typing(*typed))
    lines = Lines(typist, typist.screen)
    PlainEvening(Lesson("ann"), Practice(), lines, Pace("at once"), clock=HandClock()).run()
    return typist.screen.getvalue()


def test_a_lesson_in_plain_lines() -> None:
    screen = " ".join(in_plain_lines(*MOVES, "no").split())
    for move in MOVES:
        assert f"Try: {move}." in screen
    assert WON in screen
    assert NOTES["first"] in screen
    assert "The game is saved" not in screen
    assert not kept_evenings()
    assert not list(finished_rounds(print))  # it does not count as a round


def test_a_lesson_is_left_at_any_point() -> None:
    screen = in_plain_lines("tax", "q", "yes")
    assert "Leave the lesson? (yes/no)" in screen
    assert "The game is saved" not in screen


def in_full(script: Any) -> FullEvening:
    """Run a pilot's script on a lesson."""
    import asyncio

    app = FullEvening(Lesson("ann"), Practice(), Pace("at once"), False, HandClock(False))

    async def run() -> None:
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())
    return app


async def follow(pilot: Pilot[int], seen: list[str]) -> None:
    """Press Enter, which chooses what is suggested; notes are read first."""
    app: Any = pilot.app
    while not isinstance(app.screen, RoundEnd):
        seen.append("\n".join(frame(app)))
        await press(pilot, "enter")


def test_a_lesson_on_a_full_screen_in_japanese() -> None:
    seen: list[str] = []

    async def script(pilot: Pilot[int]) -> None:
        await follow(pilot, seen)
        await press(pilot, "e")

    with speaking("ja"):
        app = in_full(script)
        shown = [text.split()[0] for text in (say("Go on"), say("try this"))]
    assert app.evening.rounds[0].winner == "ann"
    assert app.evening.answers == MOVES  # type: ignore[attr-defined]
    for word in shown:
        assert any(word in text for text in seen)


def test_a_lesson_on_a_full_screen_is_left_from_a_note() -> None:
    async def script(pilot: Pilot[int]) -> None:
        assert options(pilot.app) == ["Go on", "Leave the lesson"]
        await choose(pilot, "Leave the lesson")

    assert in_full(script).return_value == 0


@every_language
def test_no_choice_is_cut_off_at_80_columns(code: str) -> None:
    """Even with the longest tag: if it does not fit, there is a shorter one."""
    view = coup.Game(["ann", "bob", "cleo"], hands={"ann": "contessa contessa"}).view("ann")
    with speaking(code):
        for choice in choices(view):
            option = as_option(choice, view.seats)
            taken = max(18, 3 + cell_len(option.name)) + cell_len(option.short) + 3
            assert taken + cell_len(option.small_tag) <= 49, option


@every_language
def test_all_choices_of_ten_seats_fit_in_two_columns(code: str) -> None:
    names = [f"player{number}" for number in range(10)]
    rules = coup.ruleset("reformation", inquisitor=True, coins=7, reserve=5)
    view = coup.Game(names, rules, hands={"player0": "duke duke"}).view("player0")
    with speaking(code):
        for _, same in groupby(choices(view), kind_of):
            option = as_option(grouped(view, list(same)), view.seats)
            assert 3 + cell_len(option.name) + bool(option.mark) + cell_len(option.mark) <= 24


def test_the_first_screen_offers_a_lesson_and_eight_languages() -> None:
    typist = Typist(typing("fr", "g"))
    with speaking("en"):
        assert welcome(Lines(typist, typist.screen)) == "g"
    screen = typist.screen.getvalue()
    assert "g      a guided first game" in screen
    assert "g      une première partie guidée" in screen
    assert "en, de, fr, es, it, pt, pl, ja" in screen


@every_language
def test_one_line_texts_fit_on_their_line(code: str) -> None:
    console = Console(width=200)
    with speaking(code):
        for pace in PACES:
            assert cell_len(say(KEYS_WITH_UNDO, pace=say(pace))) <= 78
        assert cell_len(say(replay.KEYS)) <= 78
        for ruleset in coup.RULESETS.values():
            assert console.measure(paint.actions(ruleset, "narrow")).maximum <= 45
            assert console.measure(paint.actions(ruleset, "words")).maximum <= 70


@every_language
def test_wrapped_lines_fit_in_every_language(code: str) -> None:
    for text in catalogue(code).sentences.values():
        for paragraph in text.splitlines():
            lines = wrapped(paragraph, 60, 3)
            assert all(cell_len(line) <= 60 for line in lines)
            assert "".join("".join(lines).split()) == "".join(paragraph.split())
