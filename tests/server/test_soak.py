"""What `make soak` counts: each fault, planted into the results of a sound run, is found."""

import asyncio
import random
from collections import Counter
from typing import Any

import pytest

from coup.server import drafts
from coup.server.entry import Draft, Entry
from coup.server.payload import state_for
from coup.server.settings import Settings
from coup.server.table import Table, fold
from tests.server.soak import DEAF, Seat, Soak, all_have_heard, faults, shown_ghosts


class Evening:
    """A finished game, its log, and a person who was told of every entry."""

    def __init__(self) -> None:
        self.soak = Soak("", workers=0, games=1, patience=1.0)
        self.seat = Seat(self.soak, "t", "token", "ann")
        self.table = Table("t")
        self.entries: list[Entry] = []
        self.add(drafts.open_table(Settings(house_rules={"turn_limit": 2}), "c"))
        for name in ("ann", "bob"):
            self.add(drafts.sit(self.table, name, name))
        self.add(drafts.start(self.table, "ann"))
        dice = random.Random(1)
        while self.table.playing and self.table.game is not None:
            mover = self.table.game.pending[0]
            move = str(dice.choice(self.table.game.view(mover).legal_moves))
            self.add(drafts.answer(self.table, mover, self.table.question, move))

    def add(self, draft: Draft, message_id: str | None = None) -> None:
        number = self.table.number + 1
        told = message_id or f"m{number}"
        entry = Entry("t", number, *draft, f"ann:{told}", 0.0)
        self.entries.append(entry)
        self.table = self.table.after(entry)
        self.seat.promise(told, number)

    @property
    def found(self) -> Counter[str]:
        return Counter(fault.bar for fault in faults("t", self.entries, [self.seat]))


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_sound_evening_has_no_faults(evening: Evening) -> None:
    assert not evening.found
    assert not list(shown_ghosts("t", state_for(evening.table, None, (0, 0), 0)))


def test_a_promised_entry_that_is_not_in_the_log_is_lost(evening: Evening) -> None:
    evening.seat.promised["another"] = 3
    evening.seat.promised["m2"] = 9  # it is there, with another number
    assert evening.found == {"lost": 2}


def test_an_entry_that_is_in_the_log_twice_is_doubled(evening: Evening) -> None:
    evening.add(drafts.say(evening.table, "ann", "hello"), "m2")
    assert evening.found == {"doubled": 1}


def test_a_log_with_a_gap_is_unreadable(evening: Evening) -> None:
    evening.seat.promised.clear()
    del evening.entries[-2]
    assert evening.found == {"unreadable": 1}


def test_luck_without_a_commitment_is_unreadable(evening: Evening) -> None:
    body = {**evening.entries[0].body, "secret": "0" * 64}
    evening.entries[0] = evening.entries[0]._replace(body=body)
    assert evening.found == {"unreadable": 1}


def test_a_person_still_noted_as_here_is_a_ghost(evening: Evening) -> None:
    evening.add(Draft("here", "ann", {"worker": "dead"}))
    assert evening.found == {"ghosts": 1}
    shown = state_for(fold("t", evening.entries), None, (0, 0), 0)
    assert [fault.bar for fault in shown_ghosts("t", shown)] == ["ghosts"]


def test_a_game_that_is_not_over_is_unfinished(evening: Evening) -> None:
    evening.seat.promised.clear()
    del evening.entries[-1]
    assert evening.found == {"unfinished": 1}


def test_a_connection_that_misses_an_entry_is_deaf(evening: Evening) -> None:
    seat, last = evening.seat, evening.table.number
    seat.number, seat.since = last - 1, 0.0
    evening.soak.known["t"] = {last - 1: 1.0, last: 1.0}
    assert seat.missed(1.0 + DEAF - 0.1) == []
    assert seat.missed(1.0 + DEAF + 0.1) == [last]
    seat.since = 5.0  # a new connection has the full time
    assert seat.missed(1.0 + DEAF + 0.1) == []
    seat.heard = {"ann says goodbye"}
    assert not all_have_heard([seat], evening.soak.known["t"])
    seat.number = last
    assert all_have_heard([seat], evening.soak.known["t"])


@pytest.mark.parametrize(
    ("code", "why", "counted"),
    [
        ("internal", "the server could not do that just now: try again", 1),
        ("refused", "deadlock detected", 1),
        ("late", "Too late: the game is over.", 0),
    ],
)
def test_an_internal_error_shown_to_a_client_counts(
    evening: Evening, code: str, why: str, counted: int
) -> None:
    message: dict[str, Any] = {"type": "refused", "id": "gone", "code": code, "why": why}
    asyncio.run(evening.seat.hear(None, message))
    assert [fault.bar for fault in evening.soak.faults] == ["deadlocks"] * counted
