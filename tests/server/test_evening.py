"""Several games at a table: readiness, the bots' pace, removed players, statistics, and that timing
does not reveal what a bot holds."""

from collections.abc import Callable
from typing import Any

import pytest

from coup.server import drafts
from coup.server.chores import WorkerSight, chore
from coup.server.driver import due, thinking
from coup.server.entry import Draft
from coup.server.naming import Refused
from coup.server.payload import state_for
from coup.server.table import Table
from coup.server.tallies import counted, tallies_of
from tests.server.puppet import ALL_DUKES, open_table, sit_down
from tests.server.running import Running
from tests.server.test_table import Log

NOW = WorkerSight("w", {"ann's token", "bob's token", "carl's token"}, {"w"}, 1000.0)


def finished(*names: str, **about: Any) -> Log:
    """A table after a game."""
    return play_out(Log(**about).seat(*names).start())


def play_out(log: Log) -> Log:
    """Play a game to its end."""
    while not log.game.over:
        seat = log.game.pending[0]
        moves = [str(move) for move in log.game.view(seat).legal_moves]
        coup = next((move for move in moves if move.startswith("coup")), None)
        log.answer(seat, coup or ("pass" if "pass" in moves else moves[0]))
    return log


def test_the_next_game_begins_when_everybody_present_is_ready() -> None:
    log = finished("ann", "bob", "carl")
    log.add(drafts.depart("carl", "w"))
    away = NOW._replace(here={"ann's token", "bob's token"})
    log.add(drafts.start_or_wait(log.table, "bob"))  # anybody but the host only becomes ready
    assert log.table.ready == {"bob"}
    assert chore(log.table, away) is None
    log.add(drafts.ready(log.table, "ann"))
    log.add(drafts.ready(log.table, "ann", on=False))
    assert chore(log.table, away) is None
    log.add(drafts.ready(log.table, "ann"))
    log.add(chore(log.table, away))
    assert log.table.games == 2
    assert not log.table.ready
    assert [past.number for past in log.table.past] == [1]


def test_the_host_need_not_wait() -> None:
    log = finished("ann", "bob")
    log.add(drafts.start_or_wait(log.table, "ann"))
    assert log.table.playing


def test_whoever_is_left_alone_is_told_what_the_next_game_needs() -> None:
    log = finished("ann", "bob")
    log.add(drafts.remove(log.table, "bob", "bob"))
    for ask in (drafts.ready, drafts.start_or_wait):
        with pytest.raises(Refused, match="it takes at least two"):
            ask(log.table, "ann")
    log.add(drafts.add_bot(log.table, "ann", "honest"))
    log.add(drafts.ready(log.table, "ann"))
    log.add(chore(log.table, NOW))
    assert log.table.playing


def test_nobody_is_ready_in_the_middle_of_a_game() -> None:
    log = Log().seat("ann", "bob").start()
    with pytest.raises(Refused, match="you can be ready when a game is over"):
        drafts.ready(log.table, "ann")


def test_a_removed_player_can_sit_down_after_the_next_game() -> None:
    log = Log().seat("ann", "bob", "carl")
    log.add(drafts.remove(log.table, "ann", "bob"))
    with pytest.raises(Refused, match="you were sent away"):
        drafts.sit(log.table, "bob", "bob's token")
    log.add(drafts.remove(log.table, "carl", "carl"))  # who can come back immediately
    log.seat("carl")
    play_out(log.start()).seat("bob")
    assert "bob" in log.table.chairs


def test_the_host_sets_the_pace_of_the_bots_at_any_time() -> None:
    log = Log().seat("ann")
    log.add(drafts.add_bot(log.table, "ann", "honest"))
    log.start()
    usual = thinking(log.table, "ada", 1.0)
    log.add(drafts.set_pace(log.table, "ann", "slow"))
    assert thinking(log.table, "ada", 1.0) == 2 * usual
    assert log.table.playing
    with pytest.raises(Refused, match="only ann can do that"):
        drafts.set_pace(log.table, "ada", "quick")


@pytest.mark.parametrize(
    "ask",
    [
        lambda table: drafts.rename(table, "bob", "bob"),
        lambda table: drafts.ready(table, "ann", on=False),
        lambda table: drafts.ready(table, "bob"),
        lambda table: drafts.start_or_wait(table, "bob"),
        lambda table: drafts.set_pace(table, "ann", "usual"),
    ],
)
def test_a_request_that_changes_nothing_is_written(ask: Callable[[Table], Draft]) -> None:
    log = finished("ann", "bob")
    log.add(drafts.ready(log.table, "bob"))
    before = state_for(log.table, "bob", (0, 0), 0)
    log.add(ask(log.table))
    assert state_for(log.table, "bob", (0, 0), 0) == before | {"number": before["number"] + 1}


def test_only_bots_are_hurried() -> None:
    log = Log().seat("ann")
    log.add(drafts.add_bot(log.table, "ann", "honest"))
    log.add(drafts.add_bot(log.table, "ann", "honest"))
    log.start()
    with pytest.raises(Refused, match="only bots can be hurried"):
        drafts.hurry(log.table, "ann")
    log.add(drafts.depart("ann", "w"))
    log.add(drafts.stand_in(log.table, "ann"))  # now only bots are left
    for _ in range(2):
        log.add(drafts.hurry(log.table, "ann"))
        assert thinking(log.table, "ada", 1.0) == 0


def test_a_forced_choice_takes_as_long_as_any_other() -> None:
    """A player with a pair has only one kind of card to show or lose, and the clock must not reveal
    that."""
    times = set()
    for secret in range(6):  # different deals at the same table
        log = Log().seat("ann")
        log.add(drafts.add_bot(log.table, "ann", "honest"))
        log.table.sealed = f"{secret:064x}"
        log.start()
        while log.game.question.actor != "ada":
            log.answer("ann", "income")
        log.answer("ada", "tax")
        log.answer("ann", "challenge")
        assert log.game.pending == ["ada"]  # asked whatever it holds
        next_due = due(log.table, 1.0)
        assert next_due is not None
        times.add((log.table.moves, round(next_due.at - log.table.asked_at, 9)))
    assert len({moves for moves, _ in times}) == len(times)


def test_a_move_of_the_clock_is_not_shown_as_a_choice() -> None:
    log = Log(clock=60).seat("ann", "bob").start()
    first, second = log.game.seats
    log.answer(first, "tax")
    log.add(drafts.answer(log.table, second, log.table.question, "pass", "clock"))
    log.answer(second, "income")
    for seat in (first, second, None):
        view = state_for(log.table, seat, (0, 0), 0)["view"]
        late = [line["text"] for line in view["story"]["lines"] if line.get("late")]
        assert late == [f"{second} does not challenge."]


def test_the_statistics_of_a_game_are_counted() -> None:
    log = Log(house_rules={**ALL_DUKES}, seats=2).seat("ann", "bob").start()
    first, second = log.game.seats
    log.answer(first, "tax")
    log.answer(second, "challenge")
    log.answer(first, "reveal duke")
    log.answer(second, "discard duke")
    won, bluffs, caught, challenges, right = counted(log.game, second)
    assert (won, bluffs, caught, challenges, right) == (0, 0, 0, 1, 0)
    assert tallies_of(log.table) == []  # not over yet
    over = finished("ann", "bob")
    tallies = tallies_of(over.table)
    assert {tally.owner for tally in tallies} == {"ann's token", "bob's token"}
    assert sum(tally.won for tally in tallies) == 1


def reached(number: int) -> Callable[[dict[str, Any]], bool]:
    """Whether a state is at least as new as an entry."""
    return lambda state: bool(state["number"] >= number)


def test_statistics_are_private_and_can_be_deleted(server: Running) -> None:
    bob = open_table(server, seats=2, house_rules={**ALL_DUKES, "coins": 7})
    carl = sit_down(server, bob, "Carl")
    bob.ask("start")
    players = {"Bob": bob, "Carl": carl}
    while not bob.until(lambda state: state["view"])["view"]["over"]:
        seat = players[bob.state["view"]["asked"]["asked"][0]]
        moves = seat.asked()
        seat.answer(next((move for move in moves if move.startswith("coup")), moves[0]))
        bob.until(reached(seat.state["number"]))
    for puppet in (bob, carl):
        with server.client(puppet.token) as client:
            counts = client.get("/api/me/statistics").json()
            assert counts["games"] == 1
            assert counts["wins"] == (bob.state["view"]["winner"] == puppet.state["you"])
    with server.client(bob.token) as client:
        assert client.delete("/api/me/statistics").json()["games"] == 0
    with server.client(carl.token) as client:
        assert client.get("/api/me/statistics").json()["games"] == 1
    with server.client(bob.token) as client:
        (past,) = client.get(f"/api/tables/{bob.table}/games").json()
        assert past["winner"] == bob.state["view"]["winner"]
        assert client.get(f"/api/tables/{bob.table}").json()["you"] == "Bob"
    bob.close()
    carl.close()
