"""Thousands of games with bots that check every request against the text of the protocol."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from coup.hosting.entrants import enter
from coup.hosting.host import play_game

EVERY_CALL = {
    "/start",
    "/play/",
    "/tries_to_block/",
    "/challenge/",
    "/new_card_from_challenge/",
    "/lose_influence/",
    "/inquisitor/give_card_to_inquisitor/",
    "/inquisitor/show_card_to_inquisitor/",
    "/inquisitor/card_returned_from_investigation/",
    "/inquisitor/choose_card_to_return/",
    "/signal/status",
    "/signal/new_turn",
    "/signal/blocking",
    "/signal/lost_influence",
    "/signal/challenge",
    "/signal/action",
}
PATIENCE = 60.0
"""Seconds for an answer: longer than any pause of a busy machine. After an unanswered signal a bot
gets no more of them in that game."""


@contextmanager
def refereed(seats: int, mood: str) -> Iterator[list[str]]:
    """A table of bots with a referee; their addresses."""
    command = [sys.executable, "-m", "tests.http_bots.referee", str(seats), mood]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()
    finally:
        process.terminate()
        process.communicate()


def verdict(url: str) -> Any:
    with urllib.request.urlopen(f"{url}/verdict", timeout=120) as reply:
        return json.load(reply)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "mood", "games"),
    [
        (2, "deaf", 400),
        (3, "deaf", 120),
        (4, "deaf", 60),
        (5, "deaf", 40),
        (6, "deaf", 30),
        (2, "listening", 50),
        (4, "listening", 15),
        (6, "listening", 8),
    ],
)
def test_every_request_follows_the_protocol(seats: int, mood: str, games: int) -> None:
    with refereed(seats, mood) as urls:
        entrants = enter(urls)
        for seed in range(games):
            turn = seed % seats
            lineup = entrants[turn:] + entrants[:turn]
            played = play_game(lineup, "inquisitor", seed, limit=PATIENCE)
            assert not any(each.faults for each in played.conduct), (
                verdict(urls[0])["deviations"],
                [each.first for each in played.conduct],
            )
            assert played.winner is not None
        found = verdict(urls[0])
    assert found["deviations"] == []
    assert found["games"] == games
    assert set(found["calls"]) == EVERY_CALL


def test_the_page_for_authors_of_bots_has_every_call() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "http-bots.md"
    text = page.read_text(encoding="utf-8")
    for call in EVERY_CALL | {"/tables/"}:
        assert f"`POST {call}`" in text or f"`GET {call}`" in text
