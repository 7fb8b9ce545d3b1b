"""Reformation in the other rooms: what they do with it, and how they refuse it."""

from collections.abc import Callable
from pathlib import Path

import pytest

import coup
from coup.arena.deeds import Deeds, deeds_in, habits_in
from coup.arena.simulation import simulate
from coup.bots import make
from coup.bots.notes import Notes
from coup.hosting.agents import refuse_ruleset as refuse_agents
from coup.http.terms import refuse_ruleset as refuse_http
from coup.records import Record
from coup.records.gamefile import game_file
from coup.records.rows import rows_of
from coup.server.settings import Settings
from tests.helpers import challenge, deal, play

REFORMATION = coup.ruleset("reformation", inquisitor=True, first_allegiance="choose")


def finished(seats: int) -> coup.Game:
    game = coup.Game(list("abcdefghij")[:seats], REFORMATION, seed=3)
    players = {seat: make("counter", number) for number, seat in enumerate(game.seats)}
    while not game.over:
        seat = str(game.to_move)
        game.push(players[seat].choose(game.view(seat)))
    return game


@pytest.mark.parametrize("seats", [4, 10])
def test_a_record_keeps_all_of_it(seats: int) -> None:
    game = finished(seats)
    again = Record.from_json(Record.of(game).as_json()).game()
    assert (again.moves, again.ruleset, again.winner) == (game.moves, game.ruleset, game.winner)
    assert [again.view(seat) for seat in game.seats] == [game.view(seat) for seat in game.seats]


def test_ten_bots_of_every_kind_play_it_to_the_end() -> None:
    bots = ["random", "honest", "bluffer", "trait", "pragmatist", "counter", "shark", "easy"]
    *_, report = simulate([*bots, "thief", "avenger"], 6, coup.ruleset("reformation"), seed=1)
    assert (report.games, report.unfinished) == (6, 0)
    assert report.deed("convert").done + report.deed("embezzle").done > 0


def test_an_embezzlement_is_counted_as_itself_and_never_as_a_claim_of_the_duke() -> None:
    hands = {"ann": "duke captain", "bob": "contessa contessa", "carl": ""}
    caught = deal(hands, "reformation", reserve=3)
    challenge(play(caught, "ann embezzle"), "bob")
    play(caught, "ann reveal captain")
    assert deeds_in(caught.events)["embezzle"] == Deeds(done=1, bluffs=1, challenged=1)
    habits = habits_in(caught.events)
    assert "ann" not in habits
    assert (habits["bob"].challenges, habits["bob"].wrong) == (1, 0)
    proved = deal({**hands, "ann": "captain captain"}, "reformation", reserve=3)
    challenge(play(proved, "ann embezzle"), "bob")
    play(proved, "ann prove", "bob discard contessa")
    assert deeds_in(proved.events)["embezzle"].proved == 1
    assert habits_in(proved.events)["bob"].wrong == 1
    for game in (caught, proved):
        assert not game.view("carl").claims


def test_rows_mark_an_embezzlement_as_a_bluff_without_a_claim() -> None:
    hands = {"ann": "duke captain", "bob": "contessa contessa", "carl": ""}
    game = deal(hands, "reformation", reserve=3)
    challenge(play(game, "ann embezzle"), "bob")
    play(game, "ann reveal captain", "bob convert")
    embezzled, challenged, revealed, converted = rows_of(game, {})
    told = [embezzled[name] for name in ("claim", "bluff", "challenged", "outcome")]
    assert told == [None, True, True, "disproved"]
    assert (challenged["outcome"], revealed["outcome"]) == ("succeeded", "failed")
    assert (converted["claim"], converted["bluff"]) == (None, None)


def test_notes_remember_only_challenges_of_claims() -> None:
    game = finished(10)
    notes = Notes("a")
    notes.learn(game.view("a"))
    assert all(seen.challenged <= seen.heard for seen in notes.opponents.values())


def test_game_files_have_no_words_for_it() -> None:
    with pytest.raises(coup.CoupError, match="no words for sides and a reserve"):
        game_file(finished(4))


@pytest.mark.parametrize(
    ("refuse", "sentence"),
    [
        (lambda: refuse_http(REFORMATION), "bots over HTTP play the ruleset inquisitor"),
        (
            lambda: refuse_http(coup.ruleset("inquisitor", allegiances=True)),
            "bots over HTTP .*, not inquisitor with allegiances=yes:",
        ),
        (
            lambda: refuse_agents(coup.ruleset("coup2022", allegiances=True)),
            "agents play the ruleset coup2022 .*, not coup2022 with allegiances=yes:",
        ),
    ],
)
def test_players_that_cannot_play_it_say_so(refuse: Callable[[], object], sentence: str) -> None:
    with pytest.raises(coup.CoupError, match=sentence):
        refuse()


def test_a_table_in_the_browser_can_turn_sides_on_by_house_rules() -> None:
    assert Settings(house_rules={"allegiances": True}).rules().allegiances


def test_a_saved_evening_continues(tmp_path: Path) -> None:
    from coup.hosting.evening import Evening, seated

    evening = Evening(seated(["ann"], ["counter"] * 9, 10), coup.ruleset("reformation"), 1)
    again = Evening.from_dict(evening.as_dict())
    assert again.view("ann") == evening.view("ann")
