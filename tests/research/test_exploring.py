"""The explorer's answers: the solver's numbers, and winning play."""

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from coup.cli import main
from coup.commands.explore import local_server
from coup.quantum import Ruleset as Reading
from coup.research.answering import Content
from coup.research.exploring import explore_coins, explore_endgame, explore_quantum, solved
from coup.rules.errors import CoupError

LOST = ("contessa", "duke")


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    return explore_endgame((3, 3), LOST, 3)


def test_the_worth_of_the_best_choices_is_the_value(told: dict[str, Any]) -> None:
    """Over all hands, the best response to the solution has the value of the solver's bound."""
    solution = solved((3, 3), LOST, 3)
    assert told["value"] == solution.value
    best = [0.0, 0.0]
    for question in told["questions"]:
        if not question["line"]:
            for hand in question["hands"]:
                worths = [answer["worth"] for answer in hand["answers"]]
                best[0] += hand["likely"] * max(worths)
    assert best[0] == pytest.approx(solution.high, abs=1e-9)


def test_the_solutions_choices_are_nearly_the_best(told: dict[str, Any]) -> None:
    for question in told["questions"]:
        for hand in question["hands"]:
            shares = [answer["share"] for answer in hand["answers"]]
            assert sum(shares) == pytest.approx(1)
            assert sum(answer["shark"] for answer in hand["answers"]) == pytest.approx(1)
            best = max(answer["worth"] for answer in hand["answers"])
            lost = sum(answer["share"] * (best - answer["worth"]) for answer in hand["answers"])
            assert -1e-9 <= lost * question["likely"] * hand["likely"] <= 1e-3


def test_seven_coins_win() -> None:
    told = explore_endgame((7, 2), (), 1)
    assert told["low"] == pytest.approx(1, abs=1e-3)
    first = told["questions"][0]
    for hand in first["hands"]:
        coup = next(answer for answer in hand["answers"] if answer["move"] == "coup")
        assert coup["worth"] == pytest.approx(1)


def test_the_values_over_coins_come_with_their_bounds() -> None:
    rows = explore_coins(2, LOST, 2)
    assert [row["coins"] for row in rows] == list(range(10))
    assert rows[-1]["low"] == pytest.approx(1, abs=1e-3)
    assert all(row["low"] <= row["high"] <= row["low"] + 1e-3 for row in rows)


def test_over_coins_the_rates_are_those_of_each_endgame() -> None:
    for row in explore_coins(2, LOST, 2):
        told = explore_endgame((row["coins"], 2), LOST, 2)
        assert row["claims"] == [claim for claim in told["claims"] if len(claim["line"]) == 1]
    rich, poor = explore_coins(2, LOST, 2)[3], explore_coins(2, LOST, 2)[0]
    assert "assassinate" in {claim["line"][0] for claim in rich["claims"]}
    assert "assassinate" not in {claim["line"][0] for claim in poor["claims"]}


@pytest.mark.parametrize("exchange", ["none", "all", "one", "ambassador"])
@pytest.mark.parametrize("forced_coup", [False, True])
def test_the_winning_line_wins_in_every_reading(exchange: Any, forced_coup: bool) -> None:
    reading = Reading(exchange=exchange, forced_coup=forced_coup)
    told = explore_quantum(None, [], reading)
    line = [step["move"] for step in told["line"]]
    assert explore_quantum(None, line, reading)["winner"] == "Alice"


def test_quantum_coup_can_be_explored_along_the_winning_line() -> None:
    told = explore_quantum(None, [], Reading())
    assert (told["ends"], told["turns"], told["choices"][0]["move"]) == ("wins", 15, "tax")
    line = [step["move"] for step in told["line"]]
    for made in range(len(line)):
        now = explore_quantum(None, line[:made], Reading())
        assert now["moves"] == line[:made]
        assert now["choices"][0]["move"] == line[made]
    assert explore_quantum(None, line, Reading())["winner"] == "Alice"


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: explore_endgame((10, 2), (), 2), "coins are from 0 to 9, not 10 and 2"),
        (lambda: explore_endgame((2, 2), (), 6), "turns are from 1 to 5, not 6"),
        (lambda: explore_coins(2, (), 5), "with your coins is shown for up to 4 turns, not 5"),
        (lambda: explore_endgame((2, 2), ("duke",) * 4, 2), "duke"),
        (lambda: explore_quantum(None, ["coup"], Reading()), "Alice has 2 coins, coup costs 7"),
        (lambda: explore_quantum("nonsense", [], Reading()), "nonsense"),
    ],
)
def test_positions_that_cannot_be_explored_are_refused_with_a_sentence(
    ask: Any, sentence: str
) -> None:
    with pytest.raises(CoupError, match=sentence):
        ask()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of the explorer."""
    server = local_server(0)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def got(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.loads(answer.read())


def test_the_page_and_its_numbers_are_served_locally(address: str) -> None:
    for path, kind in (("/", "text/html"), ("/explore/explore.js", "javascript")):
        with urllib.request.urlopen(address + path) as answer:
            assert kind in answer.headers["Content-Type"]
    told = got(f"{address}/explore/endgame?coins=3,3&face_up=duke,contessa&turns=3")
    assert told["value"] == solved((3, 3), LOST, 3).value
    assert got(f"{address}/explore/quantum?moves=tax")["to_move"] == "Bob"
    words = got(f"{address}/explore/words?language=ja")
    assert (words["roles"]["duke"], words["moves"]["block_steal"]) == ("公爵", "ブロック")
    assert got(f"{address}/explore/words")["moves"]["discard"] == "Discard {role:name}"


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/nothing", 404, "there is no such page"),
        ("/explore/endgame?coins=x", 400, "coins: two numbers such as 5,3, not 'x'"),
        ("/explore/endgame?turns=x", 400, "turns: a whole number, not 'x'"),
        ("/explore/endgame?face_up=king", 400, "king"),
        ("/explore/quantum?exchange=odd", 400, "exchange"),
        ("/explore/words?language=xx", 400, "language: one of en, de, fr"),
    ],
)
def test_wrong_addresses_are_answered_with_a_sentence(
    address: str, path: str, status: int, sentence: str
) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(address + path)
    assert refused.value.code == status
    assert sentence in json.loads(refused.value.read())["why"]


def test_a_browser_that_leaves_before_its_answer_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    begun, gone = threading.Semaphore(0), threading.Event()

    def late(name: str, asked: Any) -> Content:
        begun.release()
        gone.wait(10)
        if name == "broken":
            raise RuntimeError("ours")
        return Content(b"x" * 10**7, "text/plain")

    monkeypatch.setattr("coup.research.answering.answer", late)
    with local_server(0) as server:
        server.daemon_threads = False  # so that closing waits for the answers
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        for name in ("endgame", "broken"):
            with socket.create_connection(("127.0.0.1", server.server_port)) as browser:
                browser.sendall(f"GET /explore/{name} HTTP/1.0\r\n\r\n".encode())
                assert begun.acquire(timeout=10)
        gone.set()
        server.shutdown()
        thread.join()
    said = capfd.readouterr().err
    assert said.count("Traceback") == 1
    assert "RuntimeError: ours" in said


def test_a_port_that_is_taken_is_refused_with_a_sentence(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explore", "--port", address.rpartition(":")[2]]) == 2
    assert "--port" in capsys.readouterr().err
