"""Tournaments and matches from Python."""

import json
from pathlib import Path

import pytest

import coup
from coup.arena import Results, play_match, tournament
from coup.cli import main
from coup.view import View

AGENTS = Path(__file__).parent.parent / "agents"
BEEF = f"{AGENTS}/beef/Beef.py:Player_Beef"


def first(view: View) -> str:
    return view.legal_moves[0]


class Memory:
    """Remembers all its games."""

    def __init__(self) -> None:
        self.hands: set[tuple[str, ...]] = set()

    def choose(self, view: View) -> str:
        self.hands.add((*view.seats, *view.hand))
        return view.legal_moves[0]


class Scribe:
    """An agent that remembers the winners of all its games."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.winners: list[str] = []

    def receive(self, line: str) -> None:
        if line.startswith("winner"):
            self.winners.append(line)

    def react(self, hint: str) -> str:
        return {"turn": "income", "cb?": "pass"}.get(hint, self.cards[0])

    cards: tuple[str, ...]


def test_a_tournament_is_what_the_command_plays(capsys: pytest.CaptureFixture[str]) -> None:
    results = tournament(["honest", "random"], games=20, seed=5)
    command = ["arena", "honest", "random", "-n", "20", "--seed", "5", "--workers", "1", "--json"]
    assert main(command) == 0
    printed = json.loads(capsys.readouterr().out)
    assert {each["name"]: each["wins"] for each in printed["results"]} == results.wins
    assert results.as_dict()["wins_by_seat"] == printed["wins_by_seat"]


def test_workers_do_not_change_the_games() -> None:
    here, there = (
        tournament([first, "honest"], games=12, seed=2, workers=workers) for workers in (1, 2)
    )
    assert [record.moves for record in here.records] == [record.moves for record in there.records]
    assert here.wins == there.wins


def test_every_pair_or_some_for_each_game() -> None:
    pairs = tournament(["honest", "random", "bluffer"], games=4, seed=1)
    assert len(pairs.records) == 12
    assert all(len(record.seats) == 2 for record in pairs.records)
    drawn = tournament(["honest", "random", "bluffer"], games=4, seed=1, seats=3)
    assert [len(record.seats) for record in drawn.records] == [3, 3, 3, 3]
    assert sum(drawn.wins.values()) == 4


def test_records_can_be_replayed_and_give_rows() -> None:
    results = tournament(["honest", "bluffer"], games=3, seed=1)
    assert [record.game().winner for record in results.records] == [
        record.winner for record in results.records
    ]
    assert {row["game"] for row in results.rows()} == {0, 1, 2}
    assert {row["player"] for row in results.rows()} == {"honest", "bluffer"}


def test_a_match_is_between_the_same_objects() -> None:
    memory = Memory()
    results = play_match([memory, "honest"], games=8, seed=3)
    assert results.names == ["honest", "memory"]
    assert len(memory.hands) > 8
    assert {hand[0] for hand in memory.hands} == {"memory", "honest"}  # both have begun
    again = play_match([Memory(), "honest"], games=8, seed=3)
    assert [record.moves for record in again.records] == [
        record.moves for record in results.records
    ]


def test_a_class_is_made_once_for_a_match_and_for_each_game_of_a_tournament() -> None:
    made: list[Memory] = []

    class Counted(Memory):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

    play_match([Counted, "honest"], games=4, seed=1)
    in_match = len(made)
    tournament([Counted, "honest"], games=4, seed=1)
    assert len(made) - in_match == in_match + 3


def test_agents_can_play_matches() -> None:
    scribe = Scribe("scribe")
    results = play_match([scribe, BEEF], games=3, seed=1)
    assert results.plan.ruleset.name == "coup2022"
    assert len(scribe.winners) == 3


def test_the_printed_results() -> None:
    results = tournament(["honest", "random"], games=10, seed=5)
    assert isinstance(results, Results)
    assert str(results).splitlines()[0].startswith("10 games of classic")
    assert results.against("honest", "random") == results.win_rate("honest")
    with pytest.raises(coup.CoupError, match="nobody is called 'eve', only honest, random"):
        results.win_rate("eve")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: tournament(["honest"]), "at least two players, not 1"),
        (lambda: tournament(["honest", "eve"]), "there is no bot 'eve'"),
        (lambda: tournament(["honest", BEEF], ruleset="classic"), "agents play the ruleset coup"),
        (lambda: tournament(["honest", "random"], games=0), "--games: at least 1, not 0"),
        (lambda: play_match(["honest", "random"], seed=-1), "a seed is a whole number"),
    ],
)
def test_impossible_tournaments_are_refused_with_a_sentence(call: object, sentence: str) -> None:
    assert callable(call)
    with pytest.raises(coup.CoupError, match=sentence):
        call()
