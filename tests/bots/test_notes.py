"""What bots remember of their opponents, and the files with it."""

import json
import random
import threading
from pathlib import Path

import pytest

import coup
from coup.bots import make
from coup.bots.notes import Notes, Opponent, read_notes, write_notes
from coup.cli import main
from coup.hosting.entrants import enter
from coup.hosting.host import play_game
from coup.hosting.player import play
from tests.bots.asking import chance_of, suspicion
from tests.helpers import challenge, deal, pass_all
from tests.helpers import play as script

NOTES = Notes("counter", {"bob": Opponent(9, 4, 20, 3, 6, 30, 12), "ann": Opponent(1)})


def test_notes_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "counter.player"
    write_notes(NOTES, path)
    assert read_notes(path) == NOTES
    assert json.loads(path.read_text())["version"] == 1
    assert [each.name for each in path.parent.iterdir()] == ["counter.player"]


def test_a_reader_during_a_write_finds_complete_notes(tmp_path: Path) -> None:
    path = tmp_path / "counter.player"
    write_notes(NOTES, path)

    def write() -> None:
        for _ in range(200):
            write_notes(NOTES, path)

    writing = threading.Thread(target=write)
    writing.start()
    while writing.is_alive():
        assert read_notes(path) == NOTES
    writing.join()


def test_a_game_is_added_to_the_notes() -> None:
    game = deal({"ann": "duke captain", "bob": "contessa captain", "carl": "assassin assassin"})
    pass_all(script(game, "ann tax"))
    challenge(script(game, "bob tax"), "ann")
    script(game, "bob reveal captain")
    challenge(script(game, "carl tax"), "bob")
    script(game, "carl reveal assassin")
    notes = Notes("ann")
    notes.learn(game.view("ann"))
    notes.learn(game.view("ann"))
    assert set(notes.opponents) == {"bob", "carl"}
    assert notes.of("bob") == Opponent(
        games=2, wins=0, claims=2, proved=0, caught=2, heard=4, challenged=2
    )
    assert notes.of("carl") == Opponent(
        games=2, wins=0, claims=2, proved=0, caught=2, heard=4, challenged=0
    )


def test_our_bots_keep_notes_from_game_to_game(tmp_path: Path) -> None:
    entrants = enter(["counter", "honest"])
    for seed in range(3):
        play_game(entrants, seed=seed, notes=tmp_path)
    assert read_notes(tmp_path / "counter.player").of("honest").games == 3
    assert read_notes(tmp_path / "honest.player").of("counter").games == 3
    assert play_game(entrants, seed=9).lines == play_game(entrants, seed=9).lines


def test_counter_doubts_known_liars_and_bluffs_against_the_trusting() -> None:
    view = script(deal({"ann": "contessa contessa", "bob": ""}), "ann income", "bob tax").view(
        "ann"
    )
    liar, saint = Opponent(caught=30, proved=2), Opponent(caught=2, proved=30)
    trusting, wary = Opponent(heard=50), Opponent(heard=50, challenged=40)
    has = [chance_of(view, "bob", "duke", Notes("", {"bob": each})) for each in (liar, saint)]
    assert has[0] < chance_of(view, "bob", "duke") < has[1]
    ready = [suspicion(view, "bob", Notes("", {"bob": each})) for each in (trusting, wary)]
    assert ready[0] < suspicion(view, "bob") < ready[1]


@pytest.mark.slow
@pytest.mark.parametrize(("other", "least"), [("honest", 0.8), ("bluffer", 0.68)])
def test_counter_gains_from_its_notes(other: str, least: float) -> None:
    """Without them it wins about 63 % and 68 % (docs/bots.md); a few hundred games suffice."""
    notes, won = Notes("counter"), 0
    for seed in range(400):
        seats = ["counter", other] if seed % 2 else [other, "counter"]
        game = coup.Game(seats, coup.ruleset("classic", turn_limit=1000), seed)
        bots = {name: make(name, seed * 2 + (name == other)) for name in seats}
        bots["counter"].notes = notes
        play(game, bots)
        notes.learn(game.view("counter"))
        won += seed >= 100 and game.winner == "counter"
    assert won / 300 > least


# Reading them.


def test_coup_notes_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_notes(NOTES, tmp_path / "counter.player")
    assert main(["notes", str(tmp_path / "counter.player")]) == 0
    said = capsys.readouterr().out
    assert said == (
        "What counter remembers:\n"
        "opponent  games  won  claims  caught when challenged  challenged others\n"
        "ann       1      0    0       0 of 0                  0 of 0\n"
        "bob       9      4    20      6 of 9                  12 of 30\n"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "there is no file "),
        ("{", "does not hold notes on opponents: "),
        ("[]", 'it does not say "format": "coup notes"'),
        ('{"format": "coup notes", "version": 2}', "its version is 2, this program knows 1"),
        ('{"format": "coup notes", "version": 1, "owner": "a"}', "it needs an owner and opponents"),
        (
            '{"format": "coup notes", "version": 1, "owner": "a", "opponents": {"b": {}}}',
            "of 'b' it needs caught, challenged, claims, games, heard, proved, wins",
        ),
        (b"\xff", "is not text in UTF-8"),
        (b"root:x:0", "does not hold notes on opponents: line 1 is not JSON"),
    ],
)
def test_invalid_notes_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | bytes | None, sentence: str
) -> None:
    path = tmp_path / "x.player"
    if text is not None:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["notes", str(path)]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.startswith("coup: ")
    assert said.count("\n") == 1


def test_a_count_is_a_whole_number(tmp_path: Path) -> None:
    write_notes(Notes("a", {"b": Opponent(games=-1)}), tmp_path / "a.player")
    with pytest.raises(ValueError, match="of 'b' it has a count of -1"):
        read_notes(tmp_path / "a.player")


def test_bots_without_notes_play_as_before() -> None:
    assert make("counter", 1).notes is None
    assert isinstance(make("counter", 1).random, random.Random)
