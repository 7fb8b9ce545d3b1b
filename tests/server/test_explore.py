"""The explorer on a server: the same page and the same numbers as `coup explore`."""

import asyncio

import pytest
from playwright.sync_api import Browser, expect

from coup.research.answering import Content
from coup.research.exploring import explore_endgame
from coup.server.rest.explore import AT_ONCE, WAITING, Explorer
from tests.server.running import Running
from tests.server.window import check_access

pytestmark = pytest.mark.slow
PATIENCE = 60  # seconds: solvers may have to be compiled


def test_a_server_gives_the_same_numbers_as_the_solver(server: Running) -> None:
    with server.client() as client:
        assert "/explore/explore.js" in client.get("/explore").text
        asked: dict[str, str | int] = {"coins": "3,3", "turns": 2}
        told = client.get("/explore/endgame", params=asked, timeout=PATIENCE).json()
        assert told == explore_endgame((3, 3), (), 2)


def test_the_page_waits_for_no_solver() -> None:
    async def visit() -> list[Content]:
        explorer = Explorer()
        await explorer.turn.acquire()  # somebody's question is being answered
        explorer.waiting = WAITING
        return [await asyncio.wait_for(explorer.answer(name, {}), 5) for name in AT_ONCE]

    assert all(each.content for each in asyncio.run(visit()))


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/explore/nothing", 404, "there is no such page"),
        ("/explore/endgame?turns=4", 400, "on a server turns are from 1 to 3"),
        ("/explore/endgame?coins=10,2", 400, "coins are from 0 to 9, not 10 and 2"),
        ("/explore/quantum?moves=coup", 400, "Alice has 2 coins, coup costs 7"),
    ],
)
def test_wrong_addresses_are_answered_with_a_sentence(
    server: Running, path: str, status: int, sentence: str
) -> None:
    with server.client() as client:
        reply = client.get(path)
    assert reply.status_code == status
    assert sentence in reply.json()["why"]


def test_a_visitor_explores_an_endgame_and_quantum_coup(browser: Browser, server: Running) -> None:
    page = browser.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(f"{server.url}/explore")
    expect(page.locator("#working")).to_have_text("Working it out…")
    page.locator('input[name="turns"]').fill("2")
    page.locator('input[name="turns"]').dispatch_event("change")
    page.locator('input[name="own"]').fill("7")
    page.locator('input[name="own"]').dispatch_event("change")
    expect(page.locator("#value")).to_contain_text("+1.000", timeout=1000 * PATIENCE)
    expect(page.locator("#questions")).to_contain_text("Coup")
    check_access(page)
    page.select_option('select[name="hand"]', "captain")
    expect(page.locator("#questions h3").first).to_contain_text("You (Captain)")
    page.click("#show-quantum")
    expect(page.locator("#position")).to_contain_text(
        "Alice wins in 15 turns", timeout=1000 * PATIENCE
    )
    check_access(page)
    page.click("#follow")
    expect(page.locator("#played")).to_contain_text("Tax")
    expect(page.locator("#position")).to_contain_text("Bob loses in 14 turns")
    page.click("#back")
    expect(page.locator("#moves")).to_contain_text("Income: loses in 20 turns")
    page.close()


def test_the_lobby_links_to_the_explorer_in_the_language_of_the_page(
    browser: Browser, server: Running
) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 740}, locale="de-DE")
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(server.url)
    page.click("#explore")
    expect(page.locator("h1")).to_have_text("Der Erkunder")
    found = page.locator("#charts figcaption").first
    expect(found).to_contain_text("ein Bluff ist", timeout=1000 * PATIENCE)
    expect(page.locator("#working")).to_be_hidden()
    expect(page.locator("#questions h3").first).to_contain_text("die Aktion")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.select_option("#language", "fr")
    expect(page.locator("h1")).to_contain_text("explorateur")
    page.locator('input[name="turns"]').fill("4")
    page.locator('input[name="turns"]').dispatch_event("change")
    expect(page.locator("#trouble")).to_contain_text("Sur un serveur")
    page.reload()
    expect(page.locator("h1")).to_contain_text("explorateur")
    page.close()
