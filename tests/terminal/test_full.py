"""Coup on a full screen, played by Textual's pilot."""

import asyncio
import html
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import coup
from coup.bots import make
from coup.hosting.evening import Evening, seated
from coup.records import read_records
from coup.terminal.full import STOPPED, FullEvening
from coup.terminal.option import OptionLine
from coup.terminal.pace import Pace
from coup.terminal.saves import Save, resume
from coup.terminal.screens import Confirm, Help, RoundEnd
from coup.terminal.wording import claimed
from tests.helpers import RULESETS
from tests.terminal.evenings import HandClock, an_evening

SNAPSHOTS = Path(__file__).parent / "snapshots"
SMALL, LARGE = (80, 24), (200, 60)
SHORT = coup.ruleset("classic", turn_limit=80, coins=4, coup_cost=4, forced_coup=6)


def frame(app: Any) -> list[str]:
    """The text on the screen, line by line, as a screenshot shows it."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in re.findall(
        r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</text>',
        app.export_screenshot(),
    ):
        rows.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
    width = 12.2  # the width of a letter
    lines = []
    for y in sorted(rows):
        line = ""
        for x, text in sorted(rows[y]):
            line = line.ljust(round(x / width)) + text
        lines.append(line.rstrip())
    return lines


def pilot_plays(
    evening: Evening,
    size: tuple[int, int],
    script: Any,
    *,
    pace: str = "at once",
    private: bool = True,
    stands: bool = False,
) -> FullEvening:
    """Run a pilot's script on an evening, with a clock that only the script moves."""
    save = Save()
    save.keep(evening)
    app = FullEvening(evening, save, Pace(pace), private, HandClock(stands))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(pilot)
            await script(pilot)

    asyncio.run(run())
    return app


async def settle(pilot: Pilot[int]) -> None:
    """Wait until the screen asks something."""
    app = pilot.app
    for _ in range(400):
        await pilot.pause()
        covered = isinstance(app.screen, Confirm | RoundEnd | Help)
        if covered or app.return_value is not None or app.answer is not None:  # type: ignore[attr-defined]
            await pilot.pause()
            return
    raise AssertionError("nothing is asked")


def left_half(app: Any) -> str:
    """The words on the left of the screen, where questions are asked."""
    return " ".join("\n".join(line[:51] for line in frame(app)).split())


def options(app: Any) -> list[str]:
    """The names of the options."""
    return [line.option.name for line in app.screen_stack[0].query(OptionLine)]


async def press(pilot: Pilot[int], *keys: str) -> None:
    """Press keys, each after the lull."""
    for key in keys:
        pilot.app.clock.time += 10  # type: ignore[attr-defined]
        await pilot.press(key)
        await settle(pilot)


async def choose(pilot: Pilot[int], name: str) -> None:
    """Press the key of an option."""
    lines = list(pilot.app.screen_stack[0].query(OptionLine))
    key = lines[options(pilot.app).index(name)].key
    await press(pilot, "enter" if key == "⏎" else key)


async def play_round(pilot: Pilot[int], chance: random.Random, seen: list[Any]) -> None:
    """Press keys at random until the round is over, and check every frame."""
    app: Any = pilot.app
    while not isinstance(app.screen, RoundEnd):
        if isinstance(app.screen, Confirm):
            await press(pilot, "y")
            continue
        seen.append((app.looking, frame(app), app.evening.game.copy()))
        await press(pilot, str(chance.randint(1, len(options(app)))))


@pytest.mark.parametrize(("size", "seed"), [(SMALL, 1), (LARGE, 2)])
def test_a_complete_game(size: tuple[int, int], seed: int, home: Path) -> None:
    evening = Evening(seated(["ann", "bob"], ["counter", "honest"]), SHORT, seed)
    seen: list[Any] = []

    async def script(pilot: Pilot[int]) -> None:
        await play_round(pilot, random.Random(seed), seen)
        shown = "\n".join(frame(pilot.app))
        assert "There is no second place." in shown
        assert "After 1 round:" in shown
        await press(pilot, "n")
        assert evening.game.seats[0] == evening.rounds[0].winner
        await press(pilot, "q", "y")

    pilot_plays(evening, size, script)
    (kept,) = (home / "rounds").iterdir()
    assert next(read_records(kept)).game().winner == evening.rounds[0].winner
    assert {looker for looker, _, _ in seen} == {None, "ann", "bob"}
    for looker, lines, game in seen:
        check_frame(looker, lines, game, size)


def check_frame(
    looker: str | None, lines: list[str], game: coup.Game, size: tuple[int, int]
) -> None:
    """Check that everything is there and fits, and that nothing is there that the reader may not
    see."""
    text = "\n".join(lines)
    assert len(lines) <= size[1]
    assert max(map(len, lines)) <= size[0]
    for role in game.ruleset.roles:
        assert f" {role.capitalize()} " in text  # the summary is always there
    for seat in game.seats:
        row = next(line for line in lines if re.match(rf"\s*[▶?]?\s*{seat}\b", line))
        cells = row.split("│")[0]
        hidden = cells.count("■")
        assert hidden == (0 if seat == looker else len(game.hand(seat)))
        assert f" {game.coins[seat]} " in cells, cells
    private = re.findall(r"\* (\w+)", text)
    assert set(private) <= {looker}


def test_what_a_reader_sees_does_not_depend_on_the_others_cards() -> None:
    def frames(bob: str, cleo: str) -> list[list[str]]:
        evening = an_evening({"ann": "duke contessa", "bob": bob, "cleo": cleo})
        seen: list[list[str]] = []

        async def script(pilot: Pilot[int]) -> None:
            app: Any = pilot.app
            while evening.game.turn < 3:
                if app.looking in (None, "ann"):
                    seen.append(frame(app))
                for name in ("Show my cards", "Foreign aid", "Pass"):
                    if name in options(app):
                        await choose(pilot, name)
                        break

        pilot_plays(evening, SMALL, script)
        return seen

    first = frames("captain captain", "assassin duke")
    assert len(first) > 6
    assert first == frames("ambassador contessa", "captain assassin")


def test_a_double_loss_is_confirmed() -> None:
    evening = an_evening({"ann": "assassin duke", "bob": "duke captain"}, assassinate_cost=1)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await choose(pilot, "Assassinate bob")
        await press(pilot, "enter")
        await choose(pilot, "Challenge")
        assert isinstance(pilot.app.screen, Confirm)
        assert "If ann shows the Assassin, you lose" in "\n".join(frame(pilot.app))
        await press(pilot, "n")
        assert evening.asked == "bob"
        await choose(pilot, "Challenge")
        await press(pilot, "y")
        assert evening.asked == "ann"

    pilot_plays(evening, SMALL, script)


def test_a_target_is_chosen_after_the_action_and_escape_goes_back() -> None:
    evening = an_evening({"ann": "captain duke", "bob": "", "cleo": ""})

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await choose(pilot, "Steal from …")
        assert options(pilot.app) == ["Steal from bob", "Steal from cleo", "Something else (Esc)"]
        await press(pilot, "escape")
        assert "Income" in options(pilot.app)
        await choose(pilot, "Steal from …")
        await choose(pilot, "Steal from cleo")
        assert evening.game.question.target == "cleo"

    pilot_plays(evening, SMALL, script)


def test_the_mouse_can_choose() -> None:
    evening = an_evening({"ann": "captain duke", "ada": ""}, {"ada": "random"})

    async def script(pilot: Pilot[int]) -> None:
        lines = list(pilot.app.query(OptionLine))
        pilot.app.clock.time += 10  # type: ignore[attr-defined]
        await pilot.click(lines[0])
        await settle(pilot)
        assert any(str(event) == "ann chooses income." for event in evening.game.events)

    pilot_plays(evening, SMALL, script)


def test_bluffs_are_marked_for_their_owner_alone() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})

    async def script(pilot: Pilot[int]) -> None:
        assert "bluff" not in "\n".join(frame(pilot.app))
        await press(pilot, "enter")
        assert "bluff: Ambassador" in "\n".join(frame(pilot.app))
        await choose(pilot, "Exchange")
        assert "bluff" not in "\n".join(frame(pilot.app))

    pilot_plays(evening, SMALL, script)


def six_seats() -> Evening:
    """A full table, in the middle of a game with many claims."""
    evening = Evening(
        seated(
            ["ann", "Christopher-James-Maximilian"], ["counter", "bluffer", "bluffer", "honest"]
        ),
        coup.ruleset("classic"),
        2,
    )
    bot = make("bluffer", 1)
    while evening.game.turn < 14 or evening.asked != "ann" or len(evening.game.alive) < 5:
        assert not evening.game.over
        evening.answer(bot.choose(evening.view(str(evening.asked))))
    return evening


@pytest.mark.parametrize("width", [80, 100, 120, 130, 145, 160, 200])
def test_six_seats_and_their_claims_fit(width: int) -> None:
    evening = six_seats()

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        lines = frame(pilot.app)
        table = [line[: width - 45 if width < 160 else width] for line in lines[:16]]
        for seat in evening.game.seats:
            row = next(line for line in table if re.match(rf"\s*[▶?]?\s*{seat[:5]}", line))
            assert re.search(rf"\s{evening.game.coins[seat]}\s", row), row
        for claim in {claim.roles for claim in evening.view("ann").claims}:
            word = claim[0].capitalize() if width >= 160 else claim[0][:2].capitalize()
            assert any(word in line for line in table)

    pilot_plays(evening, (width, 30), script)


REFORMED = "reformation"


def ten_seats() -> Evening:
    """The largest table, in the middle of a game."""
    chairs = seated(["ann", "Christopher-James-Maximilian"], ["counter", "medium"] * 4, 10)
    evening = Evening(chairs, coup.ruleset("reformation"), 2)
    bot = make("bluffer", 1)
    while evening.game.turn < 18 or evening.asked != "ann" or evening.game.question.blocker:
        assert not evening.game.over
        evening.answer(bot.choose(evening.view(str(evening.asked))))
    return evening


@pytest.mark.parametrize("width", [80, 120, 200])
def test_ten_seats_their_sides_and_the_reserve_fit(width: int) -> None:
    evening = ten_seats()
    sides = evening.game.allegiances

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        lines = frame(pilot.app)
        assert f"reserve {evening.game.reserve}" in lines[0]
        for seat in evening.game.seats:
            row = next(line for line in lines[:16] if re.match(rf"\s*[▶?]?\s*{seat[:5]}", line))
            side = sides[seat] if width >= 120 else sides[seat][:3].capitalize()
            assert re.search(rf"\s{side}\s+{evening.game.coins[seat]}\s", row), row

    pilot_plays(evening, (width, 24), script)


def test_ten_seats_have_room_for_two_claims_each_beside_lost_cards_at_80x24() -> None:
    """What each role blocks makes room: what blocks each action says the same."""
    evening = ten_seats()
    while len(evening.game.alive) == 10 or str(evening.asked) not in evening.people:
        assert not evening.game.over
        evening.answer(make("counter", 1).choose(evening.view(str(evening.asked))))
    view = evening.view(evening.asked)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        lines = frame(pilot.app)
        assert "block by" in lines[1]
        assert "blocks" not in lines[1]
        for seat in evening.game.seats:
            row = next(line for line in lines[:16] if re.match(rf"\s*[▶?]?\s*{seat[:5]}", line))
            assert " ".join(one.short for one in claimed(view, seat)[:2]) in row

    pilot_plays(evening, SMALL, script)


def test_players_who_cannot_be_targets_are_named_with_the_reason() -> None:
    evening = an_evening({"ann": "captain duke", "bob": "", "cleo": "", "dora": ""}, None, REFORMED)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await choose(pilot, "Steal from …")
        assert "Not cleo: you are both loyalists." in "\n".join(frame(pilot.app))

    pilot_plays(evening, SMALL, script)


def test_it_says_why_only_one_player_can_be_attacked() -> None:
    evening = an_evening({"ann": "captain duke", "bob": "", "cleo": ""}, None, REFORMED, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        assert "Steal from bob" in options(pilot.app)
        assert "Not cleo: you are both loyalists." in left_half(pilot.app)

    pilot_plays(evening, SMALL, script)


@pytest.mark.parametrize("bot", ["medium", "shark"])
def test_a_new_evening_says_first_that_the_levels_play_as_counter(bot: str) -> None:
    evening = Evening(seated(["ann"], [bot, "counter"]), coup.ruleset(REFORMED), 1)

    async def script(pilot: Pilot[int]) -> None:
        assert options(pilot.app) == ["Go on"]
        assert "No network knows these rules yet" in left_half(pilot.app)
        await press(pilot, "enter")
        assert options(pilot.app) != ["Go on"]
        assert "No network" not in "\n".join(frame(pilot.app))

    pilot_plays(evening, SMALL, script)


@pytest.mark.parametrize(("bot", "ruleset"), [("medium", "classic"), ("counter", REFORMED)])
def test_where_bots_play_as_they_are_called_the_game_begins(bot: str, ruleset: str) -> None:
    evening = Evening(seated(["ann"], [bot, "honest"]), coup.ruleset(ruleset), 1)

    async def script(pilot: Pilot[int]) -> None:
        assert options(pilot.app) != ["Go on"]

    pilot_plays(evening, SMALL, script)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_choice_and_its_detail_can_be_read_at_80x24(ruleset: str) -> None:
    hands = {"ann": "duke captain", "Christopher-James-Maximilian": "", "cleo": ""}
    evening = an_evening(hands, ruleset=ruleset, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        text = "\n".join(frame(pilot.app))
        for number, line in enumerate(pilot.app.query(OptionLine)):
            text = "\n".join(frame(pilot.app))
            for words in (line.option.name, line.option.short, line.option.tag):
                assert words in text
            assert line.option.rest in " ".join(text.split())
            assert line.option.short[0].isupper()
            assert "…" not in "\n".join(frame(pilot.app)[11:]).replace(" …", "")
            assert "q: leave" in text
            await press(pilot, "down")
            assert number < 9
        await choose(pilot, "Coup against …")
        assert "Coup against Christopher-James" in "\n".join(frame(pilot.app))

    pilot_plays(evening, SMALL, script)


def test_all_choices_of_ten_seats_are_in_view_at_80x24() -> None:
    names = ("ann", "boris", "cleo", "dario", "elsa", "finn", "gina", "hugo", "ines", "jan")
    rules: dict[str, Any] = {"coins": 7, "reserve": 5, "inquisitor": True}
    evening = an_evening({**dict.fromkeys(names, ""), "ann": "duke duke"}, None, REFORMED, **rules)

    async def look_at_all(pilot: Pilot[int]) -> None:
        """Move from option to option, as a reader does."""
        lines = list(pilot.app.query(OptionLine))
        for number, line in enumerate(lines):
            await pilot.pause()
            text = "\n".join(frame(pilot.app))
            assert all(f"{each.key} {each.option.name}" in text for each in lines)
            assert text.count(">") == 1
            assert f">{line.key} {line.option.name}" in text
            told = " ".join(text.split())
            assert line.option.detail in told or line.option.rest in told
            await press(pilot, *(["down", "left"] if number % 2 else ["right"]))

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await look_at_all(pilot)
        await choose(pilot, "Convert …")
        assert options(pilot.app)[-1] == "Something else (Esc)"
        await look_at_all(pilot)

    pilot_plays(evening, SMALL, script)


@pytest.mark.parametrize(("keys", "chosen"), [(["down"], 2), (["right"], 1), (["up"], 8)])
def test_arrows_lead_through_two_columns(keys: list[str], chosen: int) -> None:
    hands = dict.fromkeys(("ann", "bob", "cleo", "dora", "emil", "fay", "gus", "hal", "ida"), "")
    evening = an_evening(hands, None, REFORMED, coins=7, reserve=5)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", *keys)
        assert pilot.app.lit == chosen  # type: ignore[attr-defined]

    pilot_plays(evening, SMALL, script)


def test_new_sentences_stand_out_even_for_a_single_person() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})

    async def script(pilot: Pilot[int]) -> None:
        app: Any = pilot.app
        seen = []
        while evening.game.turn < 6:
            seen.append(app.new)
            await choose(pilot, "Income" if "Income" in options(app) else options(app)[0])
        assert max(seen) < len(evening.view("ann").events)

    pilot_plays(evening, SMALL, script)


# When a key counts. The clock stands still unless a test moves it.


async def tap(pilot: Pilot[int], key: str, seconds: float) -> None:
    """Press a key some seconds after the last one."""
    pilot.app.clock.time += seconds  # type: ignore[attr-defined]
    await pilot.press(key)
    await settle(pilot)


def test_a_key_that_is_held_down_shows_nobody_the_next_hand() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})

    async def script(pilot: Pilot[int]) -> None:
        app: Any = pilot.app
        await tap(pilot, "enter", 5)
        assert app.looking == "ann"
        await tap(pilot, "enter", 5)
        assert evening.asked == "bob"
        await tap(pilot, "enter", 0.66)  # when a key begins to repeat
        for _ in range(12):
            await tap(pilot, "enter", 0.04)
        assert app.looking is None
        await tap(pilot, "enter", 0.3)
        assert app.looking == "bob"

    pilot_plays(evening, SMALL, script)


def test_enter_pressed_twice_answers_one_question() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})

    async def script(pilot: Pilot[int]) -> None:
        await tap(pilot, "enter", 5)
        asked = len(evening.game.moves)
        await tap(pilot, "enter", 0.2)
        assert len(evening.game.moves) == asked
        await tap(pilot, "enter", 0.5)
        assert len(evening.game.moves) > asked

    pilot_plays(evening, SMALL, script)


def test_a_confirmation_is_not_answered_by_the_key_that_raised_it() -> None:
    evening = an_evening({"ann": "assassin duke", "bob": "duke captain"}, assassinate_cost=1)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await choose(pilot, "Assassinate bob")
        await press(pilot, "enter")
        await choose(pilot, "Challenge")
        for key in ("y", "enter", "n", "escape"):
            await tap(pilot, key, 0.1)
            assert isinstance(pilot.app.screen, Confirm)
        await tap(pilot, "n", 0.5)
        assert not isinstance(pilot.app.screen, Confirm)
        assert evening.asked == "bob"

    pilot_plays(evening, SMALL, script)


def test_the_next_round_is_not_begun_by_a_key_that_was_meant_for_this_one() -> None:
    evening = an_evening({"ann": "duke", "bob": "captain"}, cards=1, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter")
        await choose(pilot, "Coup against bob")
        await choose(pilot, "The score, and all cards")
        assert isinstance(pilot.app.screen, RoundEnd)
        await tap(pilot, "n", 0.2)
        assert isinstance(pilot.app.screen, RoundEnd)
        await tap(pilot, "n", 0.5)
        assert not isinstance(pilot.app.screen, RoundEnd)

    pilot_plays(evening, SMALL, script)


# How a round ends.


def test_the_last_card_and_the_winner_stay_until_a_key_is_pressed() -> None:
    evening = an_evening({"ann": "duke", "ada": "captain"}, {"ada": "honest"}, cards=1, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "Coup against ada")
        text = "\n".join(frame(pilot.app))
        assert not isinstance(pilot.app.screen, RoundEnd)
        assert "ada loses the Captain." in text
        assert "★ ann wins round 1 ★" in text
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, RoundEnd)
        await pilot.pause()
        assert "ann wins." in "\n".join(frame(pilot.app))  # the story is at its end

    pilot_plays(evening, SMALL, script)


def test_a_revealed_card_stays_on_screen_for_a_moment() -> None:
    hands = {"ann": "duke captain", "ada": "captain duke", "boris": ""}
    evening = an_evening(hands, {"ada": "honest", "boris": "honest"}, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        app: Any = pilot.app
        await choose(pilot, "Coup against …")
        await choose(pilot, "Coup against ada")
        app.clock.time += 5  # ada chooses a card
        await pilot.pause(0.05)
        shown = "\n".join(frame(app))
        assert re.search("ada loses the (Captain|Duke).", shown)
        assert evening.game.turn == 2
        moves = len(evening.game.moves)
        await pilot.pause(0.05)
        assert len(evening.game.moves) == moves
        app.clock.time += 5
        await pilot.pause(0.05)
        assert "is thinking" in "\n".join(frame(app))

    pilot_plays(evening, SMALL, script, pace="normal", stands=True)


def test_the_end_of_a_round_is_not_skipped_by_enter_and_can_be_left() -> None:
    evening = an_evening(
        {"ann": "duke captain", "bob": "duke contessa"}, coup_cost=0, forced_coup=0, coins=0
    )

    async def script(pilot: Pilot[int]) -> None:
        while not isinstance(pilot.app.screen, RoundEnd):
            await press(pilot, "1")
        await pilot.press("home")
        text = "\n".join(frame(pilot.app))
        assert "Nobody bluffed." in text
        await press(pilot, "enter", "enter", "pagedown", "end")
        assert isinstance(pilot.app.screen, RoundEnd)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Confirm)
        await press(pilot, "n")
        assert isinstance(pilot.app.screen, RoundEnd)
        await press(pilot, "e")

    assert pilot_plays(evening, SMALL, script).return_value == 0


def test_the_game_waits_while_another_screen_covers_it() -> None:
    evening = an_evening({"ann": "duke captain", "ada": "", "boris": ""},
                         {"ada": "random", "boris": "random"})  # fmt: skip

    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "Income")
        await pilot.press("q")
        await pilot.pause()
        moves = len(evening.game.moves)
        for _ in range(5):
            pilot.app.clock.time += 10  # type: ignore[attr-defined]
            await pilot.pause(0.02)
        assert len(evening.game.moves) <= moves + 1
        await pilot.press("n")

    pilot_plays(evening, SMALL, script, pace="normal", stands=True)


def test_failures_are_reported_after_the_screen_is_closed(home: Path) -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "random"})

    async def script(pilot: Pilot[int]) -> None:
        shutil.rmtree(home / "saved")
        (home / "saved").write_text("in the way")
        await press(pilot, "1")

    app = pilot_plays(evening, SMALL, script)
    assert isinstance(app.failure, OSError)


def test_a_window_that_is_too_small_says_so_and_takes_no_keys() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})

    async def script(pilot: Pilot[int]) -> None:
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "This window is too small" in "\n".join(frame(pilot.app))
        await press(pilot, "enter", "1", "q", "question_mark", "u", "escape")
        assert not isinstance(pilot.app.screen, Confirm | Help)
        assert pilot.app.looking is None  # type: ignore[attr-defined]
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert ">1 Show my cards" in "\n".join(frame(pilot.app))
        await press(pilot, "enter")
        assert pilot.app.looking == "ann"  # type: ignore[attr-defined]

    pilot_plays(evening, SMALL, script)


def test_the_rules_are_one_key_away() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""}, ruleset="inquisitor")

    async def script(pilot: Pilot[int]) -> None:
        for key in ("escape", "question_mark", "q", "enter"):
            await press(pilot, "question_mark")
            assert isinstance(pilot.app.screen, Help)
            await pilot.pause(0.05)
            text = "\n".join(frame(pilot.app))
            assert "last one" in text
            assert "Esc, ?, q or Enter: back to the game" in text
            await press(pilot, key)
            assert not isinstance(pilot.app.screen, Confirm | Help)
        assert pilot.app.looking is None  # type: ignore[attr-defined]

    pilot_plays(evening, SMALL, script)


def test_q_leaves_after_one_question_and_the_game_can_be_resumed() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "q", "n")
        await choose(pilot, "Income")
        await press(pilot, "q")
        await pilot.press("y")

    assert pilot_plays(evening, SMALL, script).return_value == 0
    again, _ = resume()
    assert again.view("ann") == evening.view("ann")
    assert again.game.moves == evening.game.moves


def test_ctrl_c_stops_and_keeps_the_game() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})

    async def script(pilot: Pilot[int]) -> None:
        await pilot.press("ctrl+c")

    assert pilot_plays(evening, SMALL, script).return_value == STOPPED
    assert resume()[0].game.moves == evening.game.moves


def test_it_can_be_resized_during_a_game() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})

    async def script(pilot: Pilot[int]) -> None:
        await press(pilot, "enter", "down", "down")
        for size in (LARGE, (40, 12), SMALL):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        check_frame("ann", frame(pilot.app), evening.game, SMALL)
        assert ">3 Tax" in "\n".join(frame(pilot.app))
        await press(pilot, "enter")
        assert evening.game.question.action == "tax"

    pilot_plays(evening, SMALL, script)


def test_when_all_people_are_out_the_rest_can_be_skipped() -> None:
    evening = an_evening(
        {"ann": "duke captain", "ada": "", "boris": ""},
        {"ada": "counter", "boris": "counter"},
        coup_cost=2,
        forced_coup=2,
    )

    async def script(pilot: Pilot[int]) -> None:
        app: Any = pilot.app
        while not isinstance(app.screen, RoundEnd):
            await press(pilot, "1")

    pilot_plays(evening, SMALL, script)
    assert evening.rounds


# The screen as text. To make the files again, remove them and run the test twice.


async def turn(pilot: Pilot[int]) -> None:
    await press(pilot, "enter")


async def handing_over(pilot: Pilot[int]) -> None:
    pass


async def blocking(pilot: Pilot[int]) -> None:
    await press(pilot, "enter")
    await choose(pilot, "Assassinate …")
    await choose(pilot, "Assassinate bob")
    for name in ("Show my cards", "Pass") * 2:
        await choose(pilot, name)
    await choose(pilot, "Show my cards")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("script", [handing_over, turn, blocking])
def test_the_screen_looks_as_before(
    script: Any, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    hands = {"ann": "duke assassin", "bob": "captain contessa", "cleo": "duke duke"}
    evening = an_evening(hands, coins=3)
    shown: list[str] = []

    async def look(pilot: Pilot[int]) -> None:
        await script(pilot)
        shown.extend(frame(pilot.app))

    pilot_plays(evening, size, look)
    file = SNAPSHOTS / f"{script.__name__}-{size[0]}x{size[1]}.txt"
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(shown) + "\n", encoding="utf-8")
        pytest.fail(f"there was no picture to compare with; now there is: {file.name}")
    assert "\n".join(shown) + "\n" == file.read_text(encoding="utf-8")
