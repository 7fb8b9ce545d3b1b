"""Our bots with an engine that sends no signals: they still know most of what happens."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from coup.arena.statistics import share
from coup.events import Discarded, Event, Revealed
from coup.hosting.entrants import enter
from coup.http.deduction import FAILURES
from coup.http.remote_game import RemoteGame
from coup.http.server import NEWS, QUESTIONS, BotServer
from coup.view import View
from tests.http_bots.naive import play_series, series

DUELS = 100
FIELDS = [("counter", "honest", "random"), ("counter", "honest", "bluffer", "honest", "counter")]


def test_counter_beats_random_as_clearly_as_with_signals() -> None:
    told, blind = (series(["counter", "random"], DUELS, signals) for signals in (True, False))
    assert blind["counter"] >= 0.9 * DUELS
    assert share(blind["counter"], DUELS).high >= told["counter"] / DUELS
    assert blind["illegal"] == blind["endless"] == 0


def test_counter_beats_honest_and_loses_only_the_worth_of_face_up_cards() -> None:
    """No call tells which cards are face up, so it cannot count them. A bot that is told everything
    else plays no better."""
    blind = series(["counter", "honest"], DUELS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RemoteGame, "view", without_face_up_cards(RemoteGame.view))
        told = series(["counter", "honest"], DUELS, signals=True)
    assert blind["counter"] > DUELS / 2
    assert abs(blind["counter"] - told["counter"]) < 0.05 * DUELS
    assert blind["illegal"] == blind["endless"] == 0


def without_face_up_cards(view_of: Any) -> Any:
    """Hide from a view which cards others have lost."""

    def view(game: RemoteGame, *about: Any) -> View:
        seen: View = view_of(game, *about)
        lost = {seat: cards if seat == game.you else () for seat, cards in seen.discarded.items()}
        hidden = sum(map(len, seen.discarded.values())) - len(lost[game.you])
        events = tuple(event for event in seen.events if not tells_a_loss(event, game.you))
        size = seen.deck_size + hidden
        return replace(seen, discarded=lost, events=events, deck_size=size)

    return view


def tells_a_loss(event: Event, you: str) -> bool:
    """Whether an event tells which card another seat has lost."""
    loss = isinstance(event, Discarded) or (isinstance(event, Revealed) and not event.proves)
    return loss and getattr(event, "seat", you) != you


@pytest.mark.parametrize("kinds", FIELDS, ids=["three", "five"])
def test_games_of_several_seats_end_with_few_illegal_actions(kinds: tuple[str, ...]) -> None:
    found = series(kinds, 60 // len(kinds))
    assert found["endless"] == 0
    assert found["illegal"] < 0.08 * found["turns"]


def test_a_bot_does_not_repeat_a_blocked_action_for_ever() -> None:
    facts = {"you": "a", "cards": ["captain", "duke"], "coins": 2, "players": ["a", "b"]}
    game = RemoteGame(facts, lambda name: Stubborn())
    wanted = []
    for _ in range(8):
        wanted.append(game.play({"must-coup": "false"})["action"])
        if wanted[-1] == "extortion":
            about = {"action": "extortion", "player": "b", "card": "captain"}
            assert game.challenge(about) == {"challenges": False}
    assert wanted == [*["extortion"] * FAILURES, *["income"] * (8 - FAILURES)]


class Stubborn:
    """Steals whenever it can, and never challenges."""

    def choose(self, view: View) -> str:
        wishes = ("steal b", "pass", "income")
        return next(wish for wish in wishes if wish in view.legal_moves)


def test_dead_players_neither_challenge_nor_block() -> None:
    facts = {"you": "a", "cards": ["duke"], "coins": 2, "players": ["a", "b", "c"]}
    game = RemoteGame(facts, lambda name: Stubborn())
    game.hand.clear()
    about = {"action": "foreign_aid", "player": "b", "card": "duke"}
    assert game.tries_to_block(about) == {"attempt_block": False, "card": None}
    assert game.challenge(about) == {"challenges": False}


# With two seats hardly anything is missing.


class Echo:
    """Repeats another player's answer to the same question."""

    def __init__(self) -> None:
        self.answer = ""
        self.view: View | None = None

    def choose(self, view: View) -> str:
        self.view = view
        return self.answer


class Twice(BotServer):
    """Receives every call twice, with and without signals, and counts how the views differ."""

    found: Counter[str] = Counter()  # noqa: RUF012  (of all bots together)

    def respond(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes
    ) -> tuple[int, Any]:
        reply = super().respond(method, path, headers, body)
        call = path.rstrip("/")
        if call == "/start":
            self.echo, self.told = Echo(), Witness(self.tables[""])
            self.blind = RemoteGame(json.loads(body), lambda name: self.echo)
        elif call in NEWS:
            NEWS[call](self.blind, json.loads(body))
        elif call in QUESTIONS:
            self.echo.answer = self.told.answer
            QUESTIONS[call](self.blind, headers)
            self.compare()
        return reply

    def compare(self) -> None:
        one, two = self.told.view, self.echo.view
        assert one is not None
        assert two is not None
        self.found["questions"] += 1
        for part in ("hand", "alive", "coins", "cards"):
            self.found[part] += sorted(getattr(one, part)) != sorted(getattr(two, part))
        self.found["coins"] += one.coins != two.coins
        self.found["cards"] += one.cards != two.cards
        for part in ("actor", "action", "target", "claimant", "blocker"):
            self.found[part] += getattr(one.question, part) != getattr(two.question, part)


class Witness:
    """Stands between a game and its player, and keeps the last question and its answer."""

    def __init__(self, game: RemoteGame) -> None:
        self.player, game.player = game.player, self

    def choose(self, view: View) -> str:
        self.view = view
        self.answer = str(self.player.choose(view))
        return self.answer


def test_with_two_seats_the_calls_tell_almost_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RemoteGame, "sensible", lambda game, moves: moves)
    Twice.found.clear()
    play_series([Twice(entrant, 1) for entrant in enter(["counter", "honest"])], 40, signals=True)
    questions = Twice.found.pop("questions")
    assert questions > 1000
    assert sum(Twice.found.values()) < questions / 100, Twice.found
