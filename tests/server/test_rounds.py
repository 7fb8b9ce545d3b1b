"""Before, between and after games in the browser: ways back, the next game, targets, prices."""

import re
import struct

from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.server.puppet import ALL_DUKES, open_table, sit_down
from tests.server.running import Running
from tests.server.test_evening import reached
from tests.server.test_page import guest_of, host, quick_game
from tests.server.test_stage import LATER, at_table, turn_of
from tests.server.window import DESKTOP, PHONE, Window, check_access, play


def test_the_way_to_the_lobby_is_asked_and_leads_back(browser: Browser, server: Running) -> None:
    ann = quick_game(browser, server, size=PHONE)
    ann.page.click(".brand")
    expect(ann.page.locator("dialog")).to_contain_text("a bot plays for you after 60 seconds")
    ann.page.click("dialog >> text=Stay")
    assert ann.path.startswith("/t/")
    ann.page.click(".brand")
    ann.page.click("dialog >> text=To the lobby")
    back = ann.page.locator(".return")
    expect(back).to_contain_text("Return to your game")  # though the lobby does not list it
    back.click()
    expect(ann.page.locator(".banner")).to_be_visible()
    ann.close()


def test_who_sits_at_a_listed_table_is_not_offered_to_watch(
    browser: Browser, server: Running
) -> None:
    ann = host(browser, server)
    table = ann.path.removeprefix("/t/")
    second = ann.open()  # keeps Ann at the table, and so the table in the lobby
    second.goto(f"{server.url}/")
    expect(second.locator(f'.tables [data-key="{table}"]')).to_have_text("Return")
    ann.close()


def test_play_now_asks_for_strength_and_number_and_remembers(
    browser: Browser, server: Running
) -> None:
    ann = Window(browser, server, PHONE)
    ann.visit("/")
    ann.page.fill("#name", "Ann")
    ann.page.click("#level >> text=Easy")
    ann.page.click("#number >> text=2")
    opened: list[str] = []
    ann.page.on("request", lambda request: opened.append(f"{request.method} {request.url}"))
    ann.page.dblclick("#quick")
    expect(ann.page.locator(".seats .seat")).to_have_count(2)
    assert opened.count(f"POST {server.url}/api/tables") == 1
    ann.visit("/")
    assert ann.page.locator("#level :checked").input_value() == "easy"
    assert ann.page.locator("#number :checked").input_value() == "2"
    ann.close()


def test_a_rematch_waits_for_all_and_the_score_and_old_games_stay(
    browser: Browser, server: Running
) -> None:
    ann = host(browser, server)
    ann.page.select_option("#settings [name=seats]", "2")
    ann.page.click("#settings summary")
    ann.page.select_option("#settings [name='house.coins']", "7")
    ann.page.click("[data-key=save]")
    expect(ann.page.locator("#toasts")).to_contain_text("Saved.")
    bob = guest_of(ann, browser)
    ann.page.click("#start")
    play(ann, bob)
    bob.page.dblclick("#rematch")  # does not take it back
    expect(ann.page.locator(".again")).to_contain_text("Not ready yet: Ann")
    expect(bob.page.locator("#rematch")).to_have_attribute("aria-pressed", "true")
    expect(bob.page.locator(".ending")).to_be_visible()
    ann.page.click("#rematch")
    expect(bob.page.locator(".ending")).to_have_count(0)
    bob.page.click("[data-drawer=tools]")
    bob.page.click(".past summary")  # an earlier game can be read while the next one runs
    with bob.context.expect_page() as opened:
        bob.page.click(".past >> text=Game 1")
    expect(opened.value.locator("h1")).to_have_text("Replay")
    expect(bob.page.locator(".banner")).to_be_visible()  # and nobody has left the table for it
    opened.value.close()
    bob.page.keyboard.press("Escape")
    play(ann, bob)
    assert ann.page.evaluate("document.activeElement.tagName") == "H1"  # the focus is not lost
    score = ann.page.locator("#score li").all_inner_texts()
    assert sum(int(line.split(":")[1]) for line in score) == 2
    ann.page.click(".past >> text=Game 1")
    expect(ann.page.locator(".controls")).to_be_visible()
    ann.page.click("[data-key=nextTurn]")
    moment = ann.page.inner_text("output")
    ann.page.reload()
    expect(ann.page.locator("output")).to_have_text(moment)
    check_access(ann.page)
    ann.close()
    bob.close()


def test_earlier_games_are_in_reach_in_the_waiting_room(browser: Browser, server: Running) -> None:
    bob = open_table(server, seats=2, house_rules={**ALL_DUKES, "coins": 7})
    carl = sit_down(server, bob, "Carl")
    bob.ask("start")
    players = {"Bob": bob, "Carl": carl}
    while not bob.until(lambda state: state["view"])["view"]["over"]:
        seat = players[bob.state["view"]["asked"]["asked"][0]]
        moves = seat.asked()
        seat.answer(next((move for move in moves if move.startswith("coup")), moves[0]))
        bob.until(reached(seat.state["number"]))
    bob.ask("start")
    for puppet in (carl, bob):  # nobody plays on, so the game ends
        puppet.ask("leave")
    ann = Window(browser, server, PHONE)
    ann.visit(f"/t/{bob.table}")
    expect(ann.page.locator(".chairs")).to_be_visible()
    assert (
        ann.page.query_selector("#start, #settings, [data-key^=remove]") is None
    )  # she is no host
    ann.page.click(".past summary")
    expect(ann.page.locator(".past li")).to_have_count(1)
    check_access(ann.page)
    for each in (ann, bob, carl):
        each.close()


def test_a_target_is_chosen_at_its_seat(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", "Carl", "Dora", size=PHONE) as (ann, puppets):
        turn_of("Ann", ann, puppets)
        ann.page.click('[data-move="steal"]')
        listed = ann.page.locator(".targets .choice[data-move] b").all_inner_texts()
        seats = ann.page.locator(".seats .seat").evaluate_all(
            "(all) => all.map((s) => s.dataset.seat)"
        )
        assert listed == seats  # in the order in which they sit
        ann.page.keyboard.press("Escape")
        ann.page.click('[data-move="steal"]')
        ann.settle()
        ann.page.click("[data-seat=Carl] .seat-button")
        expect(ann.page.locator(".banner .news")).to_contain_text("to steal from Carl")


def test_a_choice_says_what_it_may_cost(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", house=ALL_DUKES) as (ann, puppets):
        turn_of("Bob", ann, puppets)
        puppets[0].answer("tax")
        price = "Bob loses a card, but if Bob shows the Duke, you lose one"
        expect(ann.page.locator(".verb-challenge")).to_contain_text(price)
        expect(ann.page.locator(".verb-challenge")).to_contain_text("of 9 Dukes unseen")


def test_german_sentences_are_german(browser: Browser, server: Running) -> None:
    with at_table(browser, server, "Bob", locale="de-DE", house={"coins": 7}) as (ann, puppets):
        turn_of("Ann", ann, puppets)
        assert "auf du" not in ann.page.inner_text("body")
        expect(ann.page.locator(".verb-coup")).to_contain_text("7 Münzen")
        expect(ann.page.locator(".verb-assassinate")).to_contain_text("3 Münzen")
        title = ann.page.get_attribute(".verb-foreign_aid", "title")
        assert title == "Bob darf blocken: Herzog."
        ann.page.click('[data-move="income"]')
        expect(ann.page.locator(".banner h2")).to_have_text("Wir warten auf Bob")


def test_who_looks_on_is_offered_no_chat(browser: Browser, server: Running) -> None:
    bob = open_table(server)
    ann = Window(browser, server, DESKTOP)
    ann.visit(f"/t/{bob.table}")
    expect(ann.page.locator("#sit-name")).to_be_visible()
    assert ann.page.get_by_label("Your name").count() == 1
    assert not ann.page.is_visible("#say")
    carl = sit_down(server, bob, "Carl")
    bob.ask("start")
    asked = ann.page.locator(".banner .asked")
    expect(asked).to_have_text(re.compile("^Waiting for (Bob|Carl)$"))
    expect(ann.page.locator(".banner .dim")).to_contain_text("You are watching.")
    carl.close()
    ann.close()
    bob.close()


def test_a_lost_connection_is_told_as_long_as_it_lasts(browser: Browser, server: Running) -> None:
    ann = Window(browser, server, PHONE)
    wires: list[WebSocketRoute] = []

    def through(wire: WebSocketRoute) -> None:
        wires.append(wire)
        wire.connect_to_server()

    ann.page.route_web_socket("**/ws", through)
    bob = open_table(server)
    ann.visit(f"/t/{bob.table}")
    expect(ann.page.locator("#sit-name")).to_be_visible()
    ann.page.clock.pause_at(LATER)  # so that it does not connect again
    wires[-1].close(code=1012)
    line = ann.page.get_by_role("alert")
    expect(line).to_contain_text("The connection is lost.")
    ann.page.clock.resume()
    expect(line).to_be_hidden()
    ann.close()
    bob.close()


def test_the_page_can_be_installed_and_shown_as_a_link(server: Running) -> None:
    with server.client() as client:
        page = client.get("/t/whatever").text
        assert f'content="{server.url}/page/preview.jpg"' in page
        assert client.get("/page/preview.jpg").headers["content-type"] == "image/jpeg"
        manifest = client.get("/page/manifest.webmanifest")
        assert manifest.headers["content-type"] == "application/manifest+json"
        assert manifest.json()["display"] == "standalone"
        (picture,) = [icon for icon in manifest.json()["icons"] if icon["type"] == "image/png"]
        assert f'rel="apple-touch-icon" href="{picture["src"]}"' in page
        icon = client.get(picture["src"])
        assert icon.headers["content-type"] == "image/png"
        wide, high = struct.unpack(">II", icon.content[16:24])
        assert picture["sizes"] == f"{wide}x{high}"


def test_a_link_that_only_this_machine_can_open_says_so(browser: Browser, server: Running) -> None:
    ann = host(browser, server)
    expect(ann.page.locator(".invite .warning")).to_contain_text("coup serve --lan")
    ann.close()
