"""People around one keyboard: nothing gives a card away, and nobody waits more than needed."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import coup
from coup.bots import make
from coup.hosting.evening import CARD_KINDS, Evening
from coup.terminal.aloud import ask_aloud
from coup.terminal.pace import Pace
from coup.terminal.plain import Lines, PlainEvening
from coup.terminal.saves import Save
from coup.terminal.screens import Confirm
from tests.helpers import every_ruleset
from tests.terminal.bots import FILE
from tests.terminal.evenings import HandClock, an_evening
from tests.terminal.test_full import SMALL, choose, frame, options, pilot_plays, press, settle
from tests.terminal.test_plain import WIPED, Typist, run, typing

Types = Callable[[str], str | None]


def timed(evening: Evening, types: Types, owner: str, private: bool = True) -> list[str]:
    """What everybody but one person sees of an evening, and when. Typing takes a second."""
    clock = HandClock()

    def type_slowly(prompt: str) -> str | None:
        clock.time += 1
        typist.screen.write(f"[{clock.time}]")
        return types(prompt)

    typist = Typist(type_slowly)
    lines = Lines(typist, typist.screen)
    PlainEvening(evening, Save(), lines, Pace("normal"), private, clock).run()
    pages = typist.screen.getvalue().split(WIPED + "\n")
    hidden = f"{owner}: you have"  # of such a page others notice only the time
    return [str(re.findall(r"\[[\d.]+\]", page)) if hidden in page else page for page in pages]


# Nothing reveals a pair.


@every_ruleset
def test_what_everybody_sees_decides_who_is_asked_for_a_card(ruleset: str) -> None:
    rules = coup.ruleset(ruleset, turn_limit=60)
    pairs = 0
    for seed in range(25):
        evening = Evening({"ann": "person", "bob": "person", "ada": "random"}, rules, seed)
        bot, asked = make("random", seed), 0
        while seat := evening.asked:
            view = evening.view(seat)
            if view.question.kind in CARD_KINDS:
                asked += 1
                pairs += len(view.legal_moves) == 1 < len(view.hand)
                assert len(view.hand) > 1 or not evening.is_person(seat)
            evening.answer(bot.choose(view))
        alone = sum(cards_alone(evening))
        played = [move for seat, move in evening.game.moves if seat in evening.game.seats]
        cards = [move for move in played if move.verb in CARD_KINDS]
        assert len(cards) - asked == alone  # for a single card, which everybody knows about
    assert pairs > 5


def cards_alone(evening: Evening) -> Iterator[bool]:
    """For each card that a person lost or showed, whether it was the only one in hand."""
    game = evening.game
    before = coup.Game(game.seats, game.ruleset, game.seed, drive_chance=True)
    for seat, move in game.moves:
        if seat in evening.people and move.verb in CARD_KINDS:
            yield len(before.hand(seat)) == 1
        before.push(move, seat)


SCENES: dict[str, tuple[str, dict[tuple[str, str], list[str]]]] = {
    "a coup": (
        "classic",
        {("ann", "action"): ["coup bob"], ("bob", "discard"): ["discard duke"]},
    ),
    "a lost claim": (
        "classic",
        {
            ("ann", "action"): ["income"],
            ("bob", "action"): ["assassinate ann"],
            ("ann", "challenge"): ["challenge"],
            ("bob", "reveal"): ["reveal duke"],
        },
    ),
    "an exchange": (
        "classic",
        {
            ("ann", "action"): ["income"],
            ("bob", "action"): ["exchange"],
            ("bob", "return"): ["1", "1"],
        },
    ),
    "an investigation": (
        "inquisitor",
        {
            ("ann", "action"): ["investigate bob"],
            ("bob", "show"): ["show duke"],
            ("ann", "examine"): ["keep"],
        },
    ),
}


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("private", [True, False], ids=["private", "aloud"])
def test_others_cannot_tell_a_pair_from_two_cards(scene: str, private: bool) -> None:
    def seen(bob: str) -> list[str]:
        ruleset, script = SCENES[scene]
        plan = {asked: list(answers) for asked, answers in script.items()}
        evening = an_evening(
            {"ann": "captain contessa", "bob": bob, "cleo": "captain contessa"},
            ruleset=ruleset,
            coins=7,
        )

        def types(prompt: str) -> str | None:
            if evening.game.turn > 3:
                return None
            if "(yes/no)" in prompt:
                return "yes"
            if prompt == "Who? ":
                calls = plan.get(("ann", evening.game.question.kind))
                return f"ann {calls.pop()}" if calls else ""
            if prompt != "> ":
                return ""
            asked = str(evening.asked), evening.game.question.kind
            return plan[asked].pop(0) if plan.get(asked) else "1"  # this is a pass

        return timed(evening, types, "bob", private)

    pair = seen("duke duke")
    assert len(pair) > 5
    assert pair == seen("duke ambassador" if scene == "a lost claim" else "duke assassin")


def test_a_bot_with_a_pair_takes_as_long_as_any() -> None:
    def seen(ada: str) -> list[str]:
        evening = an_evening(
            {"ann": "captain contessa", "ada": ada, "boris": "captain contessa"},
            {"ada": f"{FILE}:First", "boris": f"{FILE}:First"},
            coins=7,
        )
        return timed(evening, typing("coup ada"), "nobody")

    assert seen("duke duke") == seen("duke contessa")


def test_a_pair_is_also_asked_for_on_the_full_screen() -> None:
    def seen(bob: str) -> list[tuple[float, list[str]]]:
        evening = an_evening({"ann": "captain contessa", "bob": bob, "cleo": ""}, coins=7)
        frames: list[tuple[float, list[str]]] = []

        async def script(pilot: Pilot[int]) -> None:
            app: Any = pilot.app
            names = ["Show my cards", "Coup against …", "Coup against bob"]
            for name in (*names, "Show my cards", "Discard Duke"):
                if app.looking != "bob":
                    frames.append((app.clock.time, frame(app)))
                await choose(pilot, name)
            assert evening.game.discarded("bob") == ("duke",)

        pilot_plays(evening, SMALL, script)
        return frames

    assert seen("duke duke") == seen("duke assassin")


# Questions that are answered aloud.


def aloud_in(evening: Evening, *lines: str) -> str:
    """The output if these lines are typed, with questions asked aloud."""
    return run(evening, typing(*lines), private=False)


def test_one_enter_passes_for_everybody() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})
    screen = aloud_in(evening, "", "tax", *[""] * 4, "")
    assert "ann wants to take tax, claiming the Duke. Does anyone challenge?" in screen
    assert "bob and cleo do not challenge." in screen
    assert evening.game.turn == 2


@pytest.mark.parametrize("typed", ["2", "bob", "BO", "2 challenge", "bob c"])
def test_a_caller_types_a_number_or_a_name(typed: str) -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})
    aloud_in(evening, "", "tax", *[""] * 4, typed)
    assert evening.game.question.challenger == "bob"


def test_a_block_says_with_which_role() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})
    screen = aloud_in(evening, "", "steal bob", *[""] * 5, "b", "block_steal am")
    assert "bob, do you block?" in screen
    assert "bob: block_steal captain or block_steal ambassador?" in screen
    assert evening.game.question.roles == ("ambassador",)


def test_nonsense_is_answered_and_asked_again() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "bert": ""})
    screen = aloud_in(evening, "", "tax", *[""] * 4, "zoe", "b", "9", "bob block", "bert")
    assert "Type 2 for bob or 3 for bert; press Enter if nobody does." in screen
    assert "'b' can be bob or bert." in screen
    assert "Type challenge behind the name or number." in screen
    assert evening.game.question.challenger == "bert"


def test_a_person_who_wants_to_look_first_is_asked_alone() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})
    screen = aloud_in(evening, "", "tax", *[""] * 4, "look cleo", "", "challenge")
    assert screen.count("cleo: you have") == 2
    assert evening.game.question.challenger == "cleo"


def test_a_question_asked_aloud_neither_shows_nor_depends_on_cards() -> None:
    asked = []
    for bob in ("contessa contessa", "duke assassin"):
        evening = an_evening({"ann": "assassin duke", "bob": bob}, coins=3)
        for move in ("assassinate bob", "pass"):
            evening.answer(move)
        asked.append(ask_aloud(evening, evening.open_to))
    assert asked[0] == asked[1]
    assert "you lose two cards" in asked[0].replies["bob"][0].risk


def test_a_person_who_has_drawn_a_card_sees_it_before_the_next_question() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "duke contessa", "cleo": ""})
    screen = aloud_in(
        evening,
        *("", "tax"),  # ann
        *("", "", "", ""),  # bob and cleo see their cards
        "bob",  # challenges
        *("", "reveal duke"),  # ann
        *("", "discard duke"),  # bob
        *("", "tax"),  # bob
        *("", ""),  # ann sees the card that she drew
    )
    assert screen.count("ann, press Enter when only you are looking.") == 3
    assert screen.rstrip().endswith("resume")
    assert screen.count("Does anyone challenge?") == 2


def test_secret_answers_are_never_asked_aloud() -> None:
    evening = an_evening({"ann": "", "bob": "", "cleo": ""}, ruleset="coup2022")
    evening.answer("tax")
    assert evening.open_to == []


def handed_over(private: bool, seed: int) -> tuple[int, int]:
    """The numbers of hand-overs and of answers in a round of three."""
    chairs = dict.fromkeys(("ann", "bob", "cleo"), "person")
    evening = Evening(chairs, coup.ruleset("classic"), seed)
    bot = make("counter", seed)

    def calls() -> str:
        moves = {seat: bot.choose(evening.view(seat)) for seat in evening.open_to}
        return next((f"{seat} {move}" for seat, move in moves.items() if move != "pass"), "")

    def types(prompt: str) -> str | None:
        if "(yes/no" in prompt:
            return "no" if "Another" in prompt else "yes"
        if prompt == "Who? ":
            return calls()
        return str(bot.choose(evening.view(evening.asked))) if prompt == "> " else ""

    screen = run(evening, types, private)
    answers = [seat for seat, _ in evening.game.moves if seat in chairs]
    return screen.count("press Enter when only you are looking"), len(answers)


def test_questions_asked_aloud_take_far_fewer_hand_overs() -> None:
    private, aloud = ([handed_over(way, seed) for seed in (1, 2)] for way in (True, False))
    share = [
        sum(each[0] for each in way) / sum(each[1] for each in way) for way in (private, aloud)
    ]
    assert share[1] < 0.6 * share[0]


def left_side(app: Any) -> str:
    """The text to the left of the story, on one line."""
    return " ".join(" ".join(line[:50] for line in frame(app)).split())


def test_on_the_full_screen_everybody_has_a_number() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})

    async def script(pilot: Pilot[int]) -> None:
        app: Any = pilot.app
        await choose(pilot, "Show my cards")
        await choose(pilot, "Steal from …")
        await choose(pilot, "Steal from bob")
        for _ in "bc":  # they both see their cards first
            await choose(pilot, "Show my cards")
            await choose(pilot, "I have seen them")
        assert app.looking is None
        assert options(app) == [
            "Nobody",
            "bob challenges",
            "cleo challenges",
            "First look at my cards",
        ]
        question = "Does anyone challenge? Press your number, Enter if nobody does."
        assert question in left_side(app)
        await press(pilot, "enter")
        assert options(app)[:2] == ["Nobody", "bob …"]
        await press(pilot, "2")
        await choose(pilot, "Block as Captain")
        assert evening.game.question.blocker == "bob"
        assert options(app)[:3] == ["Nobody", "ann challenges", "cleo challenges"]
        await press(pilot, "0")
        await choose(pilot, "cleo")
        await choose(pilot, "Show my cards")
        await choose(pilot, "Challenge")
        assert evening.game.question.challenger == "cleo"

    pilot_plays(evening, SMALL, script, private=False)


def test_a_call_that_may_cost_two_cards_is_confirmed_with_any_cards() -> None:
    for bob in ("contessa duke", "duke duke"):
        evening = an_evening({"ann": "assassin duke", "bob": bob}, coins=3)

        async def script(pilot: Pilot[int]) -> None:
            await choose(pilot, "Show my cards")
            await choose(pilot, "Assassinate bob")
            await choose(pilot, "Show my cards")
            await choose(pilot, "I have seen them")
            await choose(pilot, "Nobody")
            await choose(pilot, "bob blocks")
            assert isinstance(pilot.app.screen, Confirm)
            await press(pilot, "y")

        pilot_plays(evening, SMALL, script, private=False)
        assert evening.game.question.blocker == "bob"


# A slip of the finger is taken back.


def test_an_answer_is_taken_back_before_anybody_has_answered_it() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "cleo": ""})
    screen = run(evening, typing("", "tax", "undo", "", "income", "", "tax"))
    assert screen.count("ann: you have Duke, Captain and 2 coins.") == 2
    assert "Taken back." in screen
    assert [str(move) for seat, move in evening.game.moves if seat == "ann"] == ["income"]


def test_a_move_that_somebody_has_answered_cannot_be_taken_back() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})
    screen = run(evening, typing("income", "undo"))
    assert "There is nothing to take back: somebody has answered since." in screen


@pytest.mark.parametrize(
    ("moves", "can"),
    [
        (["income"], True),
        (["tax"], True),
        (["tax", "challenge"], True),
        (["steal bob", "pass", "block_steal captain"], True),
        (["tax", "challenge", "reveal duke"], False),
        (["tax", "challenge", "reveal captain"], False),
        (["exchange", "pass"], False),  # cards were drawn
        (["coup bob", "discard duke"], False),
    ],
)
def test_a_move_that_has_shown_a_card_cannot_be_taken_back(moves: list[str], can: bool) -> None:
    evening = an_evening({"ann": "duke captain", "bob": "duke contessa"}, coins=7)
    for move in moves:
        before = evening.game.moves
        evening.answer(move)
    assert evening.can_take_back is can
    if can:
        evening.take_back()
        assert evening.game.moves == before
    with pytest.raises(ValueError, match="nothing to take back"):
        evening.take_back()


def test_bots_never_hear_of_moves_that_were_taken_back() -> None:
    hands = {"ann": "duke captain", "bob": "", "ada": ""}
    evening = an_evening(hands, {"ada": f"{FILE}:Watcher"})
    evening.answer("tax")
    evening.take_back()
    evening.answer("foreign_aid")
    evening.pass_for(["bob"])
    assert evening.can_take_back
    while not evening.is_person(str(evening.asked)):
        evening.let_bot_answer()
    assert not evening.can_take_back
    assert evening.complaints() == []


def test_one_key_takes_back_a_move_while_a_bot_is_thinking() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})

    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "Tax")
        assert "u: undo" in frame(pilot.app)[-1]
        await pilot.press("u")
        await settle(pilot)
        assert evening.asked == "ann"
        assert not any(seat == "ann" for seat, _ in evening.game.moves)
        assert "Income" in options(pilot.app)
        assert "u: undo" not in frame(pilot.app)[-1]

    pilot_plays(evening, SMALL, script, pace="normal", stands=True)


# A custom bot that fails.


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Broken", "ada failed: ZeroDivisionError: nothing to divide by. Whenever it fails"),
        ("Rude", "ada answered 'checkmate' (legal now: income"),
    ],
)
def test_a_broken_bots_fault_is_reported_once(bot: str, said: str, home: Path) -> None:
    hands = {"ann": "duke captain", "ada": "contessa contessa"}
    evening = an_evening(hands, {"ada": f"{FILE}:{bot}"})
    screen = " ".join(run(evening, typing("income", "income", "income")).split())
    assert screen.count(said) == 1
    (kept,) = (home / "faults").iterdir()
    assert str(kept) in screen
    told = kept.read_text()
    assert "choose(view): ada: which action?" in told
    assert ("Traceback" in told) is (bot == "Broken")


def test_a_broken_bots_fault_is_reported_on_the_full_screen() -> None:
    hands = {"ann": "duke captain", "ada": "contessa contessa"}
    evening = an_evening(hands, {"ada": f"{FILE}:Broken"})

    async def script(pilot: Pilot[int]) -> None:
        await choose(pilot, "Income")
        assert "ZeroDivisionError: nothing to divide by" in left_side(pilot.app)
        await choose(pilot, "Go on")
        await choose(pilot, "Income")
        assert options(pilot.app) != ["Go on"]

    pilot_plays(evening, SMALL, script)


# People who are out.


def test_it_is_said_once_that_a_person_is_out() -> None:
    evening = an_evening({"ann": "duke", "bob": "duke", "cleo": ""}, cards=1, coins=7)
    told = run(evening, typing("", "coup bob", ""))
    assert "bob is out.\n" in told
    assert "you are out" not in told


def test_it_is_said_once_that_a_person_is_out_on_the_full_screen() -> None:
    evening = an_evening({"ann": "duke", "bob": "duke", "cleo": "captain"}, cards=1, coins=7)

    async def script(pilot: Pilot[int]) -> None:
        for name in ("Show my cards", "Coup against …", "Coup against bob"):
            await choose(pilot, name)
        assert "bob is out." in left_side(pilot.app)
        assert "you are out" not in left_side(pilot.app)
        await choose(pilot, "Go on")
        assert options(pilot.app) == ["Show my cards"]

    pilot_plays(evening, SMALL, script)
