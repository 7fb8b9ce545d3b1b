"""Advice on finished games: over REST, and on the page."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, Route, sync_playwright

import coup
from coup.bots import make
from coup.hosting.player import play
from coup.records import Record
from coup.server import adviser
from coup.server.adviser import Adviser
from coup.server.naming import Refused
from tests.server.browser import launch
from tests.server.running import Running, sitting
from tests.server.test_socket import honestly
from tests.server.window import check_access, fits


@pytest.fixture(autouse=True)
def a_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adviser, "GAMES_FOR_TWO", 200)


def a_record(ruleset: str = "classic") -> Record:
    game = coup.Game(["ann", "bob"], ruleset, seed=4)
    play(game, {seat: make("honest", 1) for seat in game.seats})
    return Record.of(game)


class Finished(NamedTuple):
    """A table whose first game is over, and the token of ann who sits there."""

    table: str
    token: str


@pytest.fixture(scope="module")
def finished(server: Running) -> Finished:
    """A game that ann has played against a bot."""

    async def run(token: str) -> Finished:
        table = server.open_table(token, bots=["medium"], start=True)
        async with sitting(server.url, table, token) as ann:
            await ann.play(honestly)
        return Finished(table, token)

    return asyncio.run(run(server.token()))


def test_advice_over_rest(server: Running, finished: Finished) -> None:
    base = f"/api/tables/{finished.table}/games/1/advice"
    with server.client() as client:
        found = client.get(base, params={"seat": "ann"})
        assert found.status_code == 200
        assert found.json()["seat"] == "ann"
        assert found.json()["decisions"]
        assert client.get(base, params={"seat": "ann"}).json() == found.json()
        german = {"Accept-Language": "de"}
        told = client.get(base, params={"seat": "ann"}, headers=german).json()
        assert told != found.json()  # the same in other words
        assert told["games"] == found.json()["games"]
        progress = client.get(f"{base}/progress", params={"seat": "ann"}).json()
        assert 0 < progress["done"] <= progress["all"]
        for path in (base, f"{base}/progress"):
            nobody = client.get(path, params={"seat": "zoe"})
            assert nobody.status_code == 404
            assert nobody.json()["why"] == "nobody called zoe played in this game"
            for other in (path.replace("/1/", "/2/"), path.replace(finished.table, "nowhere")):
                assert client.get(other, params={"seat": "ann"}).status_code == 404


def test_progress_of_advice_that_nobody_has_asked_for_is_none(
    server: Running, finished: Finished
) -> None:
    base = f"/api/tables/{finished.table}/games/1/advice/progress"
    with server.client() as client:
        [other] = set(seats_of(server, finished)) - {"ann"}
        answer = client.get(base, params={"seat": other})
        assert (answer.status_code, answer.json()["done"]) == (200, 0)


def seats_of(server: Running, finished: Finished) -> list[str]:
    """Who played in the game."""
    with server.client() as client:
        return list(client.get(f"/api/tables/{finished.table}/games").json()[0]["seats"])


def test_advice_is_worked_out_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[str] = []

    def work(record: Record, seat: str, games: int, go_on: Any) -> dict[str, Any]:
        worked.append(seat)
        return {"seat": seat}

    async def run() -> None:
        desk = Adviser()
        asked = [desk.advise("table", 1, a_record(), "ann") for _ in range(9)]
        assert await asyncio.gather(*asked) == [{"seat": "ann"}] * 9
        await desk.advise("table", 1, a_record(), "bob")

    monkeypatch.setattr(adviser, "advice_for", work)
    monkeypatch.setattr(adviser, "in_words", lambda advice: advice)
    asyncio.run(run())
    assert worked == ["ann", "bob"]


def test_only_a_few_wait_for_advice_and_nothing_is_kept_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ready = threading.Event()

    def work(record: Record, seat: str, games: int, go_on: Any) -> dict[str, Any]:
        assert ready.wait(10)
        return {}

    async def run() -> None:
        desk = Adviser()
        asked = [
            asyncio.create_task(desk.advise("table", number, a_record(), "ann"))
            for number in range(adviser.WAITING)
        ]
        await asyncio.sleep(0)  # now all wait
        with pytest.raises(Refused, match="try again in a minute"):
            await desk.advise("table", 99, a_record(), "ann")
        ready.set()
        await asyncio.gather(*asked)
        monkeypatch.setattr(adviser, "KEPT", 3)
        await desk.advise("table", 99, a_record(), "ann")
        assert len(desk.tasks) <= 3

    monkeypatch.setattr(adviser, "advice_for", work)
    monkeypatch.setattr(adviser, "in_words", lambda advice: advice)
    asyncio.run(run())


def test_where_there_is_no_advice_the_reason_is_told() -> None:
    async def run() -> None:
        desk = Adviser()
        with pytest.raises(Refused, match="only classic"):
            await desk.advise("table", 1, a_record("reformation"), "ann")

    asyncio.run(run())


def test_a_server_that_stops_does_not_finish_its_advice() -> None:
    async def run() -> None:
        desk = Adviser()
        task = asyncio.create_task(desk.advise("table", 1, a_record(), "ann"))
        await asyncio.sleep(0)
        desk.close()
        with pytest.raises((asyncio.CancelledError, Refused)):
            await task
        with pytest.raises(ValueError, match="the server stops"):
            desk._go_on()

    asyncio.run(run())


# On the page.


@pytest.fixture
def page(request: pytest.FixtureRequest, server: Running, finished: Finished) -> Iterator[Page]:
    """A narrow window in somebody's language, in which nothing may fail."""
    problems: list[str] = []
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        window = chromium.new_page(
            viewport={"width": 360, "height": 740}, locale=request.param, reduced_motion="reduce"
        )
        window.set_default_timeout(20_000)
        token = finished.token
        window.context.add_cookies([{"name": "coup_token", "value": token, "url": server.url}])
        window.on("pageerror", lambda error: problems.append(str(error)))
        yield window
        chromium.close()
    assert problems == []


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("en-GB", ("Advice for ann", "What shark would have done", "In ", "Every decision")),
        ("de-DE", ("Rat für ann", "Was Shark an der Stelle von ann", "In ", "Alle Entscheidungen")),
    ],
    indirect=["page"],
)
def test_advice_on_the_page_with_the_keyboard(
    page: Page, words: tuple[str, ...], server: Running, finished: Finished
) -> None:
    table = finished.table
    for path, part in ((f"/t/{table}", ".after"), (f"/r/{table}/1", ".replay")):
        page.goto(f"{server.url}{path}")
        page.locator(f"{part} .advice button").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(f"{part} .advice svg")
        page.locator(f"{part} .advice summary").focus()
        page.keyboard.press("Enter")
        text = page.inner_text(f"{part} .advice")
        assert all(word in text for word in words)
        assert page.locator(f"{part} .advice details li").count() > 2
        fits(page)
        check_access(page)


def with_dear_moments(route: Route) -> None:
    """Advice in which two moments cost much, the later one more."""
    advice = route.fetch().json()
    stood = [each for each in advice["decisions"] if each["win"]]
    about = {"before": 0.7, "after": 0.2, "cost": {"error": 0.05}}
    advice["costly"] = [
        {"place": each["place"], "turn": each["turn"], **about} for each in (stood[-1], stood[0])
    ]
    route.fulfill(json=advice)


ARROWS = """() => {
  const texts = [...document.querySelectorAll(".advice svg text")];
  const numbers = texts.filter((text) => text.getAttribute("font-weight") === "bold");
  const under = texts.filter((text) => text.getAttribute("y") === "182");
  const turnAt = (x) => under.find((text) => text.getAttribute("x") == x).textContent;
  return numbers.map((text) => [text.textContent, turnAt(text.getAttribute("x") - 8)]);
}"""
"""The numbers of the arrows, and the turns at which they stand."""


@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_an_arrow_has_the_number_of_the_moment_that_it_shows(
    page: Page, server: Running, finished: Finished
) -> None:
    page.route("**/advice?seat=*", with_dear_moments)
    page.goto(f"{server.url}/r/{finished.table}/1")
    page.click(".advice button")
    page.wait_for_selector(".advice svg")
    listed = page.locator(".advice .numbered li a").all_inner_texts()
    told = [(str(number), turn.split()[-1]) for number, turn in enumerate(listed, 1)]
    assert len(told) == 2
    assert [tuple(arrow) for arrow in page.evaluate(ARROWS)] == told


@pytest.mark.parametrize("page", ["en-GB"], indirect=True)
def test_the_page_says_why_there_is_no_advice(
    page: Page, server: Running, finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adviser, "WAITING", 0)
    everybodys = server.server.config.app.state.adviser  # type: ignore[union-attr]
    monkeypatch.setattr(everybodys, "tasks", {})
    page.goto(f"{server.url}/r/{finished.table}/1")
    page.click(".advice button")
    page.wait_for_selector(".advice [role=alert]")
    assert "Many ask for advice just now" in page.inner_text(".advice [role=alert]")
