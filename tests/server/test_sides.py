"""Two sides, a reserve and ten seats in the browser: what is sent, shown and done."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from coup.server import drafts
from coup.server.naming import Refused
from coup.server.payload import state_for
from coup.server.settings import Settings
from coup.server.tallies import counted
from tests.server.puppet import ALL_DUKES, Puppet, open_table, sit_down
from tests.server.running import Running
from tests.server.test_evening import reached
from tests.server.test_stage import MOVING, PATIENT, at_table, faults_at, press, stop_clock, turn_of
from tests.server.test_table import Log
from tests.server.window import (
    DESKTOP,
    LANDSCAPE,
    LARGE,
    PHONE,
    Window,
    box,
    check_access,
    fits,
    play,
    shoot,
)

NAMES = ("boris", "cleo", "dario", "elsa", "finn", "gina", "hugo", "ines", "jan")
RICH = {"coins": 7, "forced_coup": 30, "reserve": 5, "inquisitor": True}
"""House rules with which everything is possible from the first turn."""
NO_CONTESSA = {"copies": 3, "face_up": ["contessa"] * 3, "embezzle": "contessa", "reserve": 5}
"""House rules with which every embezzler can prove not to hold a Contessa."""


def begun(*names: str, **house: Any) -> Log:
    """A game of `reformation`, without a server."""
    log = Log(ruleset="reformation", house_rules=house, seats=max(2, len(names)))
    return log.seat(*names).start()


# What is sent.


def test_sides_and_the_reserve_are_public() -> None:
    log = begun("ann", "bob", "cleo", reserve=3)
    for seat in (None, *log.game.seats):
        view = state_for(log.table, seat, (0, 0), 0)["view"]
        assert view["allegiances"] == log.game.allegiances
        assert view["reserve"] == 3
    log.answer(log.game.seats[0], "convert")
    view = state_for(log.table, None, (0, 0), 0)["view"]
    assert view["allegiances"][log.game.seats[0]] == "reformist"
    assert view["reserve"] == 4


def test_a_choice_says_what_it_denies_costs_and_gains() -> None:
    log = begun("ann", "bob", "cleo", reserve=3)
    first, second, third = log.game.seats
    question = state_for(log.table, first, (0, 0), 0)["question"]
    found = {choice["move"]: choice for choice in question["choices"]}
    assert found["embezzle"]["denial"] == ["duke"]
    assert found["embezzle"]["claim"] == []
    assert found["embezzle"]["bluff"] == ("duke" in log.game.hand(first))
    coins = [found[move]["coins"] for move in ("embezzle", "convert", f"convert {second}")]
    assert coins == [3, -1, -2]
    assert question["spared"] == {"steal": f"Not {third}: you are both loyalists."}


def test_a_denial_is_not_shown_as_a_claim() -> None:
    log = begun("ann", "bob", reserve=3)
    log.answer(log.game.seats[0], "embezzle")
    asked = state_for(log.table, log.game.seats[1], (0, 0), 0)["view"]["asked"]
    assert (asked["roles"], asked["denied"]) == ([], ["duke"])


def test_the_default_move_proves_what_can_be_proved() -> None:
    log = begun("ann", "bob", **NO_CONTESSA)
    first, second = log.game.seats
    log.answer(first, "embezzle")
    log.answer(second, "challenge")
    assert drafts.fixed_move(log.game.view(first)) == "prove"


def test_challenges_of_embezzlements_are_counted() -> None:
    log = begun("ann", "bob", **NO_CONTESSA)
    first, second = log.game.seats
    log.answer(first, "embezzle")
    log.answer(second, "challenge")
    log.answer(first, "prove")
    assert counted(log.game, second) == (0, 0, 0, 1, 0)
    caught = begun("ann", "bob", **ALL_DUKES, reserve=5)
    first, second = caught.game.seats
    caught.answer(first, "embezzle")
    caught.answer(second, "challenge")
    caught.answer(first, "reveal duke")
    assert counted(caught.game, first) == (0, 1, 1, 0, 0)
    assert counted(caught.game, second) == (0, 0, 0, 1, 1)


def test_only_rules_for_ten_seat_ten() -> None:
    assert Settings(ruleset="reformation", seats=10).rules().most_seats == 10
    with pytest.raises(Refused, match="Coup is for 2 to 6 seats, not 7"):
        Settings(seats=7).rules()


def test_between_games_a_note_says_which_bots_play_like_counter() -> None:
    log = Log(ruleset="reformation", seats=10).seat("ann", "bob", "cleo")
    (note,) = state_for(log.table, "ann", (0, 0), 0)["bot_notes"]
    assert note.startswith("No network knows these rules yet")
    assert state_for(log.start().table, "ann", (0, 0), 0)["bot_notes"] == []
    assert state_for(Log().seat("ann").table, "ann", (0, 0), 0)["bot_notes"] == []


def test_files_and_advice_are_refused_in_a_sentence(server: Running) -> None:
    bob = open_table(server, seats=2, ruleset="reformation", house_rules={"coins": 7})
    carl = sit_down(server, bob, "Carl")
    bob.ask("start")
    players = {"Bob": bob, "Carl": carl}
    while not bob.until(lambda state: state["view"])["view"]["over"]:
        seat = players[bob.state["view"]["asked"]["asked"][0]]
        moves = seat.asked()
        seat.answer(next((move for move in moves if move.startswith("coup")), moves[0]))
        bob.until(reached(seat.state["number"]))
    with server.client(bob.token) as client:
        game = f"/api/tables/{bob.table}/games/1"
        for path in ("file", "advice?seat=Bob"):
            reply = client.get(f"{game}/{path}")
            assert reply.status_code == 409
            assert "reformation" in reply.json()["why"]
        (step, *_) = client.get(f"{game}/replay").json()["steps"]
        assert sorted(step["allegiances"].values()) == ["loyalist", "reformist"]
    bob.close()
    carl.close()


# The lobby and the room.


def test_a_quick_game_for_ten(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, PHONE)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    expect(ann.page.locator("#number label:visible")).to_have_count(5)
    ann.page.select_option("#quick-rules", "reformation")
    ann.page.click("#number >> text=9")
    expect(ann.page.locator(".bot-note")).to_contain_text("No network knows these rules yet")
    fits(ann.page)
    ann.page.click("#quick")
    expect(ann.page.locator(".seats .seat")).to_have_count(9)
    ann.visit("/")
    expect(ann.page.locator(".bot-note")).to_be_visible()  # the rules are remembered
    ann.page.select_option("#quick-rules", "classic")
    expect(ann.page.locator(".bot-note")).to_be_hidden()
    assert ann.page.locator("#number :checked").input_value() == "5"
    ann.page.select_option("#quick-rules", "reformation")
    expect(ann.page.locator("#number [value='9']")).to_be_checked()  # and the number of bots
    ann.close()


def test_a_whole_game_of_people_and_bots(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, LARGE)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.select_option("#new-table [name=ruleset]", "reformation")
    ann.page.select_option("#new-table [name=seats]", "10")
    ann.page.click("#new-table summary")
    ann.page.check("[name='house.embezzle_empty']")
    ann.page.select_option("[name='house.reserve']", "3")
    ann.page.click("#open-table")
    rules = ann.page.locator(".rules-line")
    expect(rules).to_contain_text("Reformation (two sides, up to ten)")
    expect(rules).to_contain_text("An empty reserve can be embezzled as well")
    expect(rules).to_contain_text("Coins in the reserve at the start: 3")
    expect(ann.page.locator(".bot-note")).to_contain_text("play as counter")
    for bots in (1, 2):
        ann.page.click("#add-bot")
        expect(ann.page.locator(".chairs .icon")).to_have_count(bots + 1)
    check_access(ann.page)
    bob = Window(browser, server, PHONE)
    bob.visit(ann.path)
    bob.page.fill("#sit-name", "Bob")
    bob.page.click("#sit")
    expect(ann.page.locator(".chairs")).to_contain_text("Bob")
    ann.page.click("#start")
    for window in (ann, bob):
        window.page.wait_for_selector(".seat .allegiance")
    ann.page.keyboard.press("?")
    expect(ann.page.locator("dialog")).to_contain_text("Sides and the reserve")
    ann.page.keyboard.press("Escape")
    play(ann, bob)
    assert ann.page.query_selector("text=.coup file") is None  # the format has no words for it
    assert ann.page.query_selector("text=Advice for Ann") is None  # shark does not know it
    ann.page.click("#replay")
    ann.page.wait_for_selector(".controls input")
    expect(ann.page.locator(".replay .seat .allegiance")).to_have_count(4)
    expect(ann.page.locator(".replay .reserve")).to_contain_text("Reserve")
    check_access(ann.page)
    ann.close()
    bob.close()


def test_the_first_player_is_asked_for_its_side(browser: Browser, server: Running) -> None:
    asked = False
    while not asked:  # until Ann is first
        house = {"first_allegiance": "choose"}
        with at_table(browser, server, "Bob", ruleset="reformation", house=house) as (ann, puppets):
            puppets[0].until(lambda state: state["view"])
            asked = puppets[0].state["view"]["seats"][0] == "Ann"
            assert puppets[0].state["view"]["allegiances"] == {}
            if asked:
                expect(ann.page.locator(".banner h2")).to_have_text("On which side do you begin?")
                assert faults_at(ann, PHONE) == []
                ann.page.click('[data-move="reformist"]')
                expect(ann.page.locator(".me .allegiance")).to_contain_text("reformist")
                expect(ann.page.locator("[data-seat=Bob] .allegiance")).to_contain_text("loyalist")


# The table.


def test_everything_is_in_view_with_ten_seats(
    browser: Browser, server: Running, tmp_path: Path
) -> None:
    with at_table(browser, server, *NAMES, ruleset="reformation", house=RICH, clock=PATIENT) as (
        ann,
        puppets,
    ):
        page = ann.page
        seats = {puppet.state["you"]: puppet for puppet in puppets}
        faults: dict[str, list[str]] = {}

        def look(kind: str) -> None:
            page.wait_for_selector(".choice")
            faults[kind] = [each for size in SIZES for each in faults_at(ann, size)]
            shoot(page, tmp_path, f"ten-{kind}")

        turn_of("Ann", ann, puppets)
        look("action")
        check_sides(ann, seats["boris"].state["view"]["allegiances"])
        assert page.locator(".choice").count() == 11
        for verb in ("convert other", "steal"):
            ann.answer(verb)
            page.wait_for_selector(".targets")
            look(verb)
            page.keyboard.press("Escape")
        check_access(page)
        ann.answer("steal")
        spared = next(name for name in NAMES if not page.query_selector(f".target{of(name)}"))
        page.click(f"{of(spared)} .seat-button")
        expect(page.locator("#toasts")).to_contain_text(spared)  # "Not ...: you are all loyalists."
        page.keyboard.press("Escape")
        ann.answer("income")

        actor = next_actor(puppets, None)
        actor.answer("steal Ann")
        look("challenge")
        ann.answer("pass")
        for other in puppets:
            if other is not actor:
                other.answer("pass")
        look("block")
        ann.answer("pass")

        actor = next_actor(puppets, actor)
        actor.answer("embezzle")
        look("embezzle")
        check_access(page)
        ann.answer("challenge")
        actor.answer(next(move for move in actor.asked() if move.startswith("reveal")))
        next_actor(puppets, actor)
        turn_of("Ann", ann, puppets)
        page.wait_for_selector('[data-move="embezzle"]')
        ann.answer("embezzle")
        puppets[0].answer("challenge")
        look("reveal")
        assert {kind: found for kind, found in faults.items() if found} == {}


def test_a_seat_says_why_it_cannot_be_attacked(browser: Browser, server: Running) -> None:
    """Where only one can be, nobody is asked for a target."""
    house = {**RICH, "seat_allegiances": ["loyalist", "loyalist", "reformist"]}
    spared = ""
    while not spared:  # until Ann is a loyalist
        with at_table(browser, server, "Bob", "Cleo", ruleset="reformation", house=house) as (
            ann,
            puppets,
        ):
            turn_of("Ann", ann, puppets)
            sides = puppets[0].state["view"]["allegiances"]
            own = [name for name in ("Bob", "Cleo") if sides[name] == sides["Ann"]]
            if own:
                (spared,) = own
                ann.page.click(f"{of(spared)} .seat-button")
                told = f"Not {spared}: you are both loyalists."
                expect(ann.page.locator("dialog")).to_contain_text(told)
                check_access(ann.page)
                ann.page.keyboard.press("Escape")
                ann.page.click(f"{of('Bob' if spared == 'Cleo' else 'Cleo')} .seat-button")
                expect(ann.page.locator("dialog")).not_to_contain_text("Not ")
                ann.page.keyboard.press("Escape")


SIZES = (PHONE, LANDSCAPE, DESKTOP, LARGE)


def of(seat: str) -> str:
    """The selector of a seat."""
    return f"[data-seat={seat}]"


def check_sides(ann: Window, sides: dict[str, str]) -> None:
    """Check that every seat shows its side as a colour, a shape and a word, at every size."""
    for size in SIZES:
        ann.page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for seat, side in sides.items():
            found = ann.page.locator(f"{of(seat)} .allegiance.{side}")
            assert found.inner_text().strip().lower()[:3] == side[:3]
            lower = box(ann.page.locator(f"{of(seat)} .lower, .me{of(seat)}"))
            sign = box(found.locator("svg"))
            assert sign["y"] + sign["height"] <= lower["y"] + lower["height"]  # not cut off
    assert len(set(ann.page.locator(".side-sign").evaluate_all(LOOKS))) == 2


LOOKS = "(all) => all.map((each) => each.innerHTML + getComputedStyle(each).fill)"
"""The shapes and colours of signs."""


def next_actor(puppets: list[Puppet], last: Puppet | None) -> Puppet:
    """The player who chooses the next action, after another one or after Ann."""
    before = last.state["you"] if last else "Ann"
    for puppet in puppets:
        puppet.until(lambda state: is_turn(state, before))
    actor = puppets[0].state["view"]["asked"]["actor"]
    return next(puppet for puppet in puppets if puppet.state["you"] == actor)


def is_turn(state: dict[str, Any], before: str) -> bool:
    """Whether another player is to choose an action."""
    asked = state["view"]["asked"]
    return bool(asked["kind"] == "action" and asked["actor"] != before)


def test_a_proof_is_a_scene(browser: Browser, server: Running) -> None:
    with at_table(
        browser, server, "Bob", ruleset="reformation", house=NO_CONTESSA, reduced_motion=MOVING
    ) as (ann, puppets):
        (bob,) = puppets
        asked = ann.page.locator(".banner h2")
        turn_of("Bob", ann, puppets)
        stop_clock(ann)
        bob.answer("embezzle")
        expect(asked).to_contain_text("Bob wants to take the reserve, denying the Contessa.")
        ann.page.clock.run_for(500)
        hand = bob.state["view"]["hand"]
        press(ann.page.locator('[data-move="challenge"]'))
        expect(asked).to_have_text("Ann challenges: has Bob no Contessa?")
        bob.answer("prove")
        ann.page.clock.run_for(1000)
        expect(asked).to_contain_text("no Contessa, and draws other cards.")
        shown = ann.page.locator("[data-seat=Bob] .card.proof")
        assert sorted(shown.evaluate_all("(all) => all.map((c) => c.ariaLabel)")) == sorted(
            role.title() for role in hand
        )
        ann.page.clock.run_for(1000)
        expect(asked).to_contain_text("Bob has shown no Contessa, so your challenge was wrong.")
        expect(ann.page.locator("[data-seat=Bob] .shown .card.proof")).to_have_count(2)


def test_a_player_who_gives_in_loses_a_card_in_the_scene(browser: Browser, server: Running) -> None:
    house = {**ALL_DUKES, "reserve": 5}
    with at_table(
        browser, server, "Bob", ruleset="reformation", house=house, reduced_motion=MOVING
    ) as (ann, puppets):
        (bob,) = puppets
        asked = ann.page.locator(".banner h2")
        turn_of("Bob", ann, puppets)
        stop_clock(ann)
        bob.answer("embezzle")
        expect(asked).to_contain_text("Do you challenge?")
        ann.page.clock.run_for(500)
        press(ann.page.locator('[data-move="challenge"]'))
        bob.answer("reveal duke")
        ann.page.clock.run_for(1000)
        expect(asked).to_have_text("Bob does not prove that it has no Duke.")
        ann.page.clock.run_for(1000)
        expect(asked).to_have_text("Bob loses the Duke.")
        expect(ann.page.locator("[data-seat=Bob] .card.lost.fresh")).to_have_count(1)
