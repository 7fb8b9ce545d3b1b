"""Advice after a round in the terminal, on the full screen and in plain lines."""

import asyncio
import re

import pytest
from textual.pilot import Pilot

from coup.terminal.pace import Clock, Pace
from coup.terminal.plain import PROGRESS, Lines, PlainEvening
from coup.terminal.saves import Save
from tests.terminal.evenings import an_evening
from tests.terminal.test_full import LARGE, choose, frame, pilot_plays, press
from tests.terminal.test_plain import Typist, run

HANDS = {"ann": "duke", "bob": "captain"}


@pytest.fixture(autouse=True)
def a_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coup.advice.advising.GAMES", 400)


def test_advice_in_plain_lines() -> None:
    evening = an_evening(HANDS, cards=1, coins=7)
    asked: list[str] = []
    answers = iter(["advice", "advice carl", "advice bob", "advice ANN", "no"])

    def types(prompt: str) -> str:
        if "Another round?" in prompt:
            asked.append(prompt)
            return next(answers)
        return "coup bob" if prompt == "> " else ""

    screen = run(evening, types)
    assert asked[0] == "Another round? (yes/no, or advice ann or advice bob) "
    assert screen.count("For whom? Type advice ann or advice bob.") == 2
    assert "bob had nothing to decide in this game." in screen
    assert "What shark would have done in ann's place." in screen
    assert "ann: Coup against bob. shark: " in screen


def test_one_person_need_not_say_who_wants_advice() -> None:
    evening = an_evening(HANDS, {"bob": "honest"}, cards=1, coins=7)
    answers = iter(["advice", "no"])

    def types(prompt: str) -> str:
        return next(answers) if "Another round?" in prompt else "coup bob"

    assert "What shark would have done in ann's place." in run(evening, types)


def test_plain_lines_report_the_advisers_progress() -> None:
    class Hasty(Clock):
        time = 0.0

        def now(self) -> float:
            self.time += 2 * PROGRESS
            return self.time

    evening = an_evening(HANDS, {"bob": "honest"}, cards=1, coins=7)
    answers = iter(["advice", "no"])
    typist = Typist(lambda prompt: next(answers) if "Another round?" in prompt else "coup bob")
    lines = Lines(typist, typist.screen)
    PlainEvening(evening, Save(), lines, Pace("at once"), clock=Hasty()).run()
    assert re.search(r"shark has played out \d+ of 400 games…", typist.screen.getvalue())


def test_there_is_no_advice_for_rules_that_the_adviser_does_not_know() -> None:
    evening = an_evening(HANDS, cards=1, coins=7, forced_coup=7)
    answers = iter(["advice", "no"])

    def types(prompt: str) -> str:
        if "Another round?" in prompt:
            assert prompt == "Another round? (yes/no) "
            return next(answers)
        return "coup bob" if prompt == "> " else ""

    assert "Please answer yes or no." in run(evening, types)


def test_advice_on_the_full_screen_and_back_to_the_story() -> None:
    evening = an_evening(HANDS, {"bob": "honest"}, cards=1, coins=7)

    async def shows(pilot: Pilot[int], words: str) -> None:
        for _ in range(200):
            if words in "\n".join(frame(pilot.app)):
                return
            await asyncio.sleep(0.05)
        raise AssertionError(f"{words} is not shown")

    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "Coup against bob")
        await choose(pilot, "The score, and all cards")
        await shows(pilot, "Advice for ann (a)")
        await press(pilot, "a")
        await shows(pilot, "What shark would have done in ann's place.")
        await shows(pilot, "Story (a)")
        await press(pilot, "a")
        await shows(pilot, "The round with all cards open")
        await press(pilot, "e")

    assert pilot_plays(evening, LARGE, script).return_value == 0
