"""A table is its log: what people may do at it, and what the log means."""

import asyncio
import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coup
from coup.languages import speaking
from coup.records import fairness
from coup.server import drafts
from coup.server.chores import WorkerSight, chore, is_settled
from coup.server.drafts import TooLate, fixed_move
from coup.server.driver import Driver, due, luck_of
from coup.server.entry import Draft, Entry
from coup.server.naming import Refused, checked_name
from coup.server.payload import shared, state_for
from coup.server.settings import Settings
from coup.server.store import WHOLE_GAME
from coup.server.table import IDS_KEPT, Table, Unreadable, fold, record_of
from coup.server.tokens import People

by_all_rules = pytest.mark.parametrize("ruleset", list(coup.RULESETS))


class Log:
    """A table and its log, without a database."""

    def __init__(self, **about: object) -> None:
        self.table = Table("t")
        self.entries: list[Entry] = []
        self.now = 1000.0
        self.add(drafts.open_table(Settings.model_validate(about), "c"))

    def add(self, draft: Draft | None, message_id: str | None = None) -> None:
        assert draft is not None
        entry = Entry("t", self.table.number + 1, *draft, message_id, self.now)
        self.table = self.table.after(entry)
        self.entries.append(entry)

    def seat(self, *names: str) -> "Log":
        for name in names:
            self.add(drafts.sit(self.table, name, f"{name}'s token"))
            self.add(drafts.arrive(name, "w"))
        return self

    def start(self) -> "Log":
        self.add(drafts.start(self.table, self.table.host))
        return self

    @property
    def game(self) -> coup.Game:
        assert self.table.game is not None
        return self.table.game

    def answer(self, seat: str, move: str) -> None:
        self.add(drafts.answer(self.table, seat, self.table.question, move))


def started(*names: str, **about: object) -> Log:
    return Log(**about).seat(*(names or ("ann", "bob", "cleo"))).start()


def play_on(log: Log, dice: random.Random) -> None:
    """Play to the end; a random player answers each time."""
    while log.table.playing:
        seat = dice.choice(log.game.pending)
        log.answer(seat, dice.choice(log.game.legal_moves_of(seat)))


@by_all_rules
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_a_table_is_rebuilt_from_its_log(ruleset: str, seed: int) -> None:
    log = started("ann", "bob", "cleo", ruleset=ruleset)
    play_on(log, random.Random(seed))
    again = fold("t", log.entries)
    for seat in (None, "ann", "bob", "cleo"):
        assert again.view(seat) == log.table.view(seat)
        assert state_for(again, seat, (0, 0), 0) == state_for(log.table, seat, (0, 0), 0)
    assert (again.question, again.deadline) == (log.table.question, log.table.deadline)


@by_all_rules
def test_the_record_of_a_game_replays(ruleset: str) -> None:
    log = started(ruleset=ruleset)
    assert record_of(log.entries, 1) is None
    play_on(log, random.Random(1))
    record = record_of(log.entries, 1)
    assert record is not None
    assert record.game().winner == log.game.winner
    assert record.players == {"ann": "person", "bob": "person", "cleo": "person"}


@by_all_rules
def test_the_shared_part_is_what_each_client_would_be_sent_alone(ruleset: str) -> None:
    log, dice = started(ruleset=ruleset), random.Random(4)
    asked = [(seat, code) for code in ("en", "fr") for seat in ("ann", "bob", "cleo", None)]

    def told() -> Iterator[dict[str, Any]]:
        for seat, code in asked:
            with speaking(code):
                yield state_for(log.table, seat, (0, 0), 0)

    while log.table.playing:
        together = list(told())
        for state, alone in zip(together, told(), strict=True):
            shared.cache_clear()
            assert state == alone
        seat = dice.choice(log.game.pending)
        log.answer(seat, dice.choice(log.game.legal_moves_of(seat)))


def test_a_table_knows_without_the_log_that_it_never_had_a_message() -> None:
    log = Log().seat("ann")
    for number in range(3 * IDS_KEPT):
        log.add(drafts.say(log.table, "ann", "hello"), f"ann:{number}")
    assert len(log.table.ids) == IDS_KEPT
    assert all(log.table.may_know(f"ann:{number}") for number in range(3 * IDS_KEPT))
    assert sum(log.table.may_know(f"bob:{number}") for number in range(1000)) < 50
    assert fold("t", log.entries).marks == log.table.marks


def test_time_alone_brings_chores_only_if_somebody_may_be_gone() -> None:
    log = Log().seat("ann", "bob")
    assert is_settled(log.table, everybody(log))
    assert not is_settled(log.table, everybody(log)._replace(alive={"another"}))
    log.add(drafts.depart("ann", "w"))
    assert not is_settled(log.table, everybody(log, "ann"))


def test_passes_do_not_conflict_with_earlier_passes_to_the_same_question() -> None:
    log = started()
    first, second, third = log.game.seats
    log.answer(first, "tax")
    asked = log.table.question
    log.add(drafts.answer(log.table, second, asked, "pass"))
    log.add(drafts.answer(log.table, third, asked, "pass"))
    assert log.game.coins[first] == 5


def test_the_first_challenge_counts_and_a_late_one_is_refused() -> None:
    log = started()
    first, second, third = log.game.seats
    log.answer(first, "tax")
    asked = log.table.question
    log.add(drafts.answer(log.table, second, asked, "challenge"))
    with pytest.raises(TooLate, match="faster"):
        drafts.answer(log.table, third, asked, "challenge")


def test_an_answer_counts_only_for_its_question() -> None:
    log = started()
    first, second, third = log.game.seats
    log.answer(first, "foreign_aid")
    asked = log.table.question
    log.answer(second, "pass")
    log.answer(third, "pass")
    log.answer(second, "foreign_aid")
    with pytest.raises(TooLate):  # a late answer to the previous question
        drafts.answer(log.table, third, asked, "pass")


def test_two_cards_that_are_returned_are_two_questions() -> None:
    log = started("ann", "bob")
    first, second = log.game.seats
    log.answer(first, "exchange")
    log.answer(second, "pass")
    asked = log.table.question
    log.answer(first, log.game.legal_moves[0])
    assert log.table.question != asked
    with pytest.raises(TooLate):
        drafts.answer(log.table, first, asked, log.game.legal_moves[0])


def test_the_clock_starts_again_at_each_question() -> None:
    log = started(clock=30)
    first, second, third = log.game.seats
    assert log.table.deadline == 1030
    log.now = 1010
    log.answer(first, "tax")
    assert log.table.deadline == 1040
    log.now = 1020
    log.answer(second, "pass")  # still the same question, to the third
    assert log.table.deadline == 1040
    log.now = 1025
    log.add(drafts.more_time(log.table, third, log.table.question))
    assert log.table.deadline == 1055
    assert fold("t", log.entries).deadline == 1055  # as after a restart


def test_players_asked_in_turn_each_have_the_whole_clock() -> None:
    log = started(clock=30, ruleset="inquisitor")
    log.answer(log.game.seats[0], "tax")
    log.now = 1020
    log.answer(log.game.pending[0], "pass")
    assert log.table.deadline == 1050


def test_the_driver_answers_when_the_clock_runs_out() -> None:
    log = started(clock=30)
    next_due = due(log.table, 1.0)
    assert next_due is not None
    assert (next_due.what, next_due.at, next_due.seat) == ("clock", 1030, log.game.seats[0])


@by_all_rules
@given(seed=st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_the_default_move_never_bluffs_and_never_fails(ruleset: str, seed: int) -> None:
    log = started(ruleset=ruleset)
    dice = random.Random(seed)
    while log.table.playing:
        seat = log.game.pending[0]
        view = log.game.view(seat)
        move = fixed_move(view)
        allowed = ("pass", "income", "coup", "reveal", "prove", "discard", "return", "show", "keep")
        assert move.verb in allowed
        assert move.verb == "prove" or "prove" not in view.legal_moves
        log.answer(seat, move if dice.random() < 0.3 else dice.choice(view.legal_moves))


def test_strangers_play_with_a_clock_and_friends_without() -> None:
    assert Settings().clock == 60
    assert Settings(public=False).clock is None
    assert Settings(clock=None).clock is None  # the host's choice
    assert Settings(clock=20, public=False).clock == 20
    for each in (Settings(), Settings(clock=None), Settings(public=False)):
        assert Settings.model_validate(each.model_dump(mode="json")) == each
    assert started().table.deadline == 1060
    assert started(public=False).table.deadline is None


def test_a_bot_stands_in_for_an_absent_player_until_they_return() -> None:
    log = started(away=60, clock=None)
    first = log.game.seats[0]
    log.now = 1100
    log.add(drafts.depart(first, "w"))
    next_due = due(log.table, 1.0)
    assert next_due is not None
    assert (next_due.what, next_due.at, next_due.seat) == ("stand in", 1160, first)
    log.add(drafts.stand_in(log.table, first))
    assert log.table.chairs[first].bot == "honest"
    log.add(drafts.arrive(first, "w"))
    assert log.table.chairs[first].bot is None


def test_nobody_stands_in_while_everybody_is_away() -> None:
    log = started("ann", "bob", clock=None)
    for name in ("ann", "bob"):
        log.add(drafts.depart(name, "w"))
    assert due(log.table, 1.0) is None


def test_a_person_connected_to_a_dead_worker_is_away() -> None:
    log = started()
    assert chore(log.table, WorkerSight("another", set(), {"another", "w"}, 1100)) is None
    assert (
        chore(log.table, WorkerSight("another", set(), {"another"}, 1004)) is None
    )  # it may have just started
    gone = chore(log.table, WorkerSight("another", set(), {"another"}, 1005))
    assert gone == Draft("gone", log.table.people[0].name, {"worker": "w"})


def test_the_winner_starts_the_next_game() -> None:
    log = started()
    play_on(log, random.Random(3))
    winner = log.game.winner
    log.start()
    assert log.game.seats[0] == winner
    assert log.table.games == 2
    assert log.table.chairs[str(winner)].won == 1


def test_a_new_name_changes_nothing_about_the_last_game() -> None:
    log = started()
    play_on(log, random.Random(1))
    winner = str(log.game.winner)
    hers = log.table.view(winner)
    people = People(b"secret")
    key = people.key_to(log.table, log.table.chairs[winner])
    log.add(drafts.rename(log.table, winner, "Zoë"))
    log.add(drafts.rename(log.table, "Zoë", "Zoé"))
    assert log.table.view("Zoé") == hers
    assert people.chair_with(log.table, winner, key) == log.table.chairs["Zoé"]
    log.start()
    assert log.game.seats[0] == "Zoé"
    play_on(log, random.Random(2))
    of_games = [each for each in log.entries if each.kind in (*WHOLE_GAME, "moved")]
    assert record_of(of_games, 2) == record_of(log.entries, 2)


def test_only_the_host_adds_and_removes_and_changes() -> None:
    log = Log().seat("ann", "bob")
    with pytest.raises(Refused, match="only ann can do that"):
        drafts.add_bot(log.table, "bob", "honest")
    with pytest.raises(Refused, match="only ann can do that"):
        drafts.remove(log.table, "bob", "ann")
    with pytest.raises(Refused, match="only ann can do that"):
        drafts.change(log.table, None, Settings())
    log.add(drafts.add_bot(log.table, "ann", "honest"))
    log.add(drafts.remove(log.table, "ann", "bob"))
    assert list(log.table.chairs) == ["ann", "ada"]


def test_bots_of_a_level_get_characters_and_names_that_nobody_has() -> None:
    log = Log().seat("ann", "shy_boris")
    for kind in ("medium", "medium", "hard:grim"):
        log.add(drafts.add_bot(log.table, "ann", kind))
    kinds = {chair.name: chair.kind for chair in log.table.chairs.values() if not chair.is_person}
    assert kinds == {
        "bold-ada": "medium:bold",
        "sly-cleo": "medium:sly",
        "grim-elsa": "hard:grim",
    }


def test_a_player_who_leaves_in_the_middle_leaves_a_bot() -> None:
    log = started()
    log.add(drafts.remove(log.table, "ann", "ann"))
    assert log.table.chairs["ann"].bot == "honest"
    assert log.table.host == "bob"
    assert log.table.seat_of("ann's token") is None


def test_a_player_is_refused_if_all_seats_are_taken() -> None:
    log = Log(seats=2).seat("ann", "bob")
    with pytest.raises(Refused, match="all seats are taken"):
        drafts.sit(log.table, "cleo", "x")


def test_house_rules_that_cannot_be_played_are_refused_in_a_sentence() -> None:
    with pytest.raises(Refused, match="coins must be a number from 0 to 99"):
        Settings(house_rules={"coins": "many"}).rules()
    with pytest.raises(Refused, match="no house rule 'coin'"):
        Settings(house_rules={"coin": 3}).rules()
    with pytest.raises(Refused, match="6 seats need"):
        Settings(house_rules={"copies": 2}).rules()


@pytest.mark.parametrize("name", ["", " ", "x" * 21, "a\x00b", "<b>", "chance", "You", "a\u202eb"])
def test_invalid_names_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        checked_name(name)


@pytest.mark.parametrize("twin", ["BOB", "b0b", "bób", "b\u043eb", "bo-b"])
def test_a_name_that_looks_like_another_one_is_refused(twin: str) -> None:
    with pytest.raises(Refused, match="called bob already sits here"):
        checked_name(twin, ("ann", "bob"))


def test_more_time_is_only_for_the_player_asked_and_not_for_ever() -> None:
    log = started(clock=30)
    first, second, _ = log.game.seats
    with pytest.raises(Refused, match="only who is asked"):
        drafts.more_time(log.table, second, log.table.question)
    for _ in range(5):
        log.add(drafts.more_time(log.table, first, log.table.question))
    with pytest.raises(Refused, match="no more time"):
        drafts.more_time(log.table, first, log.table.question)


def test_a_log_with_a_gap_is_refused() -> None:
    log = started()
    with pytest.raises(Unreadable, match="cannot follow"):
        log.table.after(log.entries[-1])


# Verifiable luck.


def promised(log: Log) -> dict[str, str | None]:
    return state_for(log.table, None, (0, 0), 0)["fair"]  # type: ignore[no-any-return]


@by_all_rules
def test_luck_is_committed_before_the_deal_and_opened_after_the_end(ruleset: str) -> None:
    log = Log(ruleset=ruleset).seat("ann", "bob", "cleo")
    before = promised(log)
    assert before["commitment"] is before["secret"] is None
    log.start()
    during = promised(log)
    assert during["commitment"] == before["next"] != during["next"]
    assert during["secret"] is None
    play_on(log, random.Random(2))
    after = promised(log)
    assert after["secret"] is not None
    assert fairness.commitment(after["secret"]) == before["next"]
    record = record_of(log.entries, 1)
    assert record is not None
    assert fairness.verify(record, before["next"]) > 5
    log.start()
    play_on(log, random.Random(3))
    again = record_of(log.entries, 2)
    assert again is not None
    assert fairness.verify(again, after["next"]) > 5


def test_the_luck_of_bots_is_the_same_in_every_worker_and_secret() -> None:
    log = started()
    luck = luck_of(log.table, "ann")
    assert luck == luck_of(fold("t", log.entries), "ann") != luck_of(log.table, "bob")
    assert luck_of(started().table, "ann") != luck  # although table, game and seat are the same


def without_secrets(entries: list[Entry]) -> list[Entry]:
    """A log of the time before luck could be checked."""
    new = ("secret", "next", "first")
    return [
        each._replace(body={k: v for k, v in each.body.items() if k not in new}) for each in entries
    ]


def test_a_game_from_before_luck_could_be_checked_continues() -> None:
    log = started()
    log.entries = without_secrets(log.entries)
    log.table = fold("t", log.entries)
    assert log.table.luck is None
    log.add(chore(log.table, everybody(log)))
    assert log.table.sealed
    assert luck_of(log.table, "ann") != luck_of(log.table, "bob")
    play_on(log, random.Random(1))
    record = record_of(log.entries, 1)
    assert record is not None
    assert record.fair == {}
    log.start()
    play_on(log, random.Random(1))
    record = record_of(log.entries, 2)
    assert record is not None
    assert fairness.verify(record) > 5


def test_no_game_begins_before_its_luck_is_sealed() -> None:
    log = Log().seat("ann", "bob")
    log.table.sealed = None
    with pytest.raises(Refused, match="being shuffled"):
        drafts.start(log.table, "ann")


# Who decides, who is present, and how it ends.


def everybody(log: Log, *away: str) -> WorkerSight:
    """What a worker sees that is connected to everybody except some."""
    here = {f"{chair.name}'s token" for chair in log.table.people if chair.name not in away}
    return WorkerSight("w", here, {"w"}, log.now)


def test_arrivals_and_departures_are_written_until_log_and_sight_agree() -> None:
    log = Log()
    log.add(drafts.sit(log.table, "ann", "ann's token"))
    log.add(chore(log.table, everybody(log)))
    assert log.table.chairs["ann"].workers == {"w": 1000.0}
    assert chore(log.table, everybody(log)) is None
    log.now = 1007
    log.add(chore(log.table, everybody(log, "ann")))
    assert log.table.chairs["ann"].away_since == 1007
    assert not log.table.present
    assert chore(log.table, everybody(log, "ann")) is None


def test_somebody_else_becomes_the_host_after_a_minute() -> None:
    log = Log().seat("ann", "bob", "cleo")
    log.add(drafts.depart("ann", "w"))
    log.now = 1059
    assert chore(log.table, everybody(log, "ann")) is None
    log.now = 1060
    log.add(chore(log.table, everybody(log, "ann")))
    assert log.table.host == "bob"
    log.add(chore(log.table, everybody(log)))  # Ann comes back
    assert log.table.host == "bob"
    log.add(drafts.remove(log.table, "bob", "bob"))
    assert log.table.host == "ann"


def test_a_clock_that_is_set_back_keeps_nobody_waiting() -> None:
    log = Log().seat("ann", "bob")
    log.add(drafts.depart("ann", "w"))
    log.now -= 3600
    draft = chore(log.table, everybody(log, "ann"))
    assert draft == Draft("hosted", "bob", {})


def test_the_host_can_remove_a_player_during_a_game_and_a_bot_plays_on() -> None:
    log = started()
    with pytest.raises(Refused, match="only ann can do that"):
        drafts.remove(log.table, "bob", "cleo")
    log.add(drafts.remove(log.table, "ann", "cleo"))
    assert log.table.chairs["cleo"].bot == "honest"
    assert log.table.seat_of("cleo's token") is None
    with pytest.raises(Refused, match="a bot stays"):
        drafts.remove(log.table, "ann", "cleo")


def test_a_seat_that_was_left_in_a_game_is_free_after_it() -> None:
    log = started(seats=3)
    log.add(drafts.remove(log.table, "bob", "bob"))
    log.add(drafts.remove(log.table, "ann", "cleo"))
    assert chore(log.table, everybody(log, "bob", "cleo")) is None
    play_on(log, random.Random(1))
    while draft := chore(log.table, everybody(log, "bob", "cleo")):
        log.add(draft)
    assert list(log.table.chairs) == ["ann"]
    log.seat("bob")
    with pytest.raises(Refused, match="you were sent away"):
        log.seat("cleo")
    log.start()
    play_on(log, random.Random(2))
    log.seat("cleo")
    moves = [each for each in log.entries if each.kind == "moved"]
    second = [
        each for each in log.entries if each.kind != "moved" or each in moves[-log.table.moves :]
    ]
    record = record_of(second, 2)
    assert record is not None
    assert record.players == {"ann": "person", "bob": "person"}


def test_a_full_table_that_everybody_left_is_open_to_others() -> None:
    log = started("ann", "bob", seats=2)
    for name in ("ann", "bob"):
        log.add(drafts.remove(log.table, name, name))
    while draft := chore(log.table, everybody(log)):
        log.add(draft)
    log.seat("dora")
    assert log.table.host == "dora"
    assert list(log.table.chairs) == ["dora"]


def test_a_game_that_no_person_plays_any_more_ends() -> None:
    log = started("ann", "bob")
    log.add(drafts.remove(log.table, "ann", "ann"))
    assert chore(log.table, everybody(log)) is None
    log.add(drafts.remove(log.table, "bob", "bob"))
    log.add(chore(log.table, everybody(log)))
    assert log.table.status == "waiting"
    assert log.table.listing.status == "empty"
    log.add(drafts.sit(log.table, "dora", "dora's token"))
    assert log.table.host == "dora"
    log.start()


def test_a_game_pauses_while_nobody_is_there_and_then_clocks_restart() -> None:
    log = started("ann", "bob", clock=30)
    for name in ("ann", "bob"):
        log.add(drafts.depart(name, "w"))
    log.now = 1500
    assert due(log.table, 1.0) is None
    log.add(drafts.arrive("bob", "w"))
    assert log.table.deadline == 1530
    assert due(log.table, 1.0) is not None


def test_a_removed_device_loses_the_seat_and_its_link() -> None:
    log = Log().seat("ann")
    log.add(drafts.add_device(log.table, log.table.chairs["ann"], "phone"))
    people = People(b"secret")
    key = people.key_to(log.table, log.table.chairs["ann"])
    with pytest.raises(Refused, match="no such device"):
        drafts.revoke(log.table, "ann", "tablet")
    log.add(drafts.revoke(log.table, "ann", "phone"))
    assert log.table.seat_of("phone") is None
    assert people.key_to(log.table, log.table.chairs["ann"]) != key
    with pytest.raises(Refused, match="the only device"):
        drafts.revoke(log.table, "ann", "ann's token")


def test_nothing_follows_after_a_table_is_closed() -> None:
    log = started()
    log.add(drafts.close(log.table, "it is late"))
    assert log.table.status == log.table.listing.status == "closed"
    assert drafts.close(log.table, "again") is None
    assert chore(log.table, everybody(log, "ann")) is None
    with pytest.raises(Unreadable, match="the closing of the table"):
        log.table.after(Entry("t", log.table.number + 1, "said", "ann", {"text": "x"}, None, 1.0))


def test_an_impossible_entry_leaves_the_table_as_it_was() -> None:
    log = started()
    before = log.table
    number, view = before.number, before.view("ann")
    plies = [["ann", "tax"], ["ann", "fly away"]]
    with pytest.raises(Unreadable, match=rf"entry {number + 1} \(moved\) cannot be taken in"):
        before.after(Entry("t", number + 1, "moved", "ann", {"plies": plies}, None, 1.0))
    assert (before.number, before.view("ann")) == (number, view)


def test_a_driver_waits_no_longer_than_planned_whatever_the_wall_clock_says() -> None:
    """Only the loop's clock is moved, by hand."""
    log = started(clock=30)
    hall = SimpleNamespace(now=lambda: log.now)
    place: Any = SimpleNamespace(table=log.table, hall=hall)

    async def run() -> tuple[float, float, float]:
        driver = Driver(place, 1.0)
        asked = due(log.table, 1.0)
        assert asked is not None
        at_first = driver._left(asked)
        log.now -= 3600
        set_back = driver._left(asked)
        driver.since -= 29.5  # 29.5 seconds later
        return at_first, set_back, driver._left(asked)

    at_first, set_back, later = asyncio.run(run())
    assert at_first == 30
    assert 29.9 < set_back <= 30
    assert 0.4 < later <= 0.5
