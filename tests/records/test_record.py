"""The full record of a game: it gives back the same game, and refuses an impossible one."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coup
from coup.bots import make
from coup.hosting.player import play
from coup.records import Record, RecordError, read_records, write_record
from tests.helpers import every_ruleset


def finished(ruleset: str = "classic", seed: int = 1, seats: int = 3) -> coup.Game:
    names = ["ann", "bob", "cleo", "dora", "emil", "fay"][:seats]
    game = coup.Game(names, coup.ruleset(ruleset, turn_limit=300), seed)
    play(game, {name: make("random", seed + place) for place, name in enumerate(names)})
    return game


@every_ruleset
@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**64 - 1), seats=st.integers(2, 6))
def test_a_record_gives_back_the_same_game(ruleset: str, seed: int, seats: int) -> None:
    game = finished(ruleset, seed, seats)
    again = Record.from_json(Record.of(game).as_json()).game()
    assert again.moves == game.moves
    assert again.events == game.events
    assert again.ruleset == game.ruleset
    assert (again.winner, again.seed) == (game.winner, game.seed)


def test_a_game_in_progress_continues_as_it_would_have() -> None:
    game = coup.Game(["ann", "bob"], seed=3)
    game.push("exchange")
    again = Record.from_json(Record.of(game).as_json()).game()
    game.push("pass")
    again.push("pass")
    assert again.view("ann") == game.view("ann")


def test_a_custom_ruleset_is_kept_in_full() -> None:
    own = coup.Ruleset(name="friday", coins=4, roles=("duke", "captain", "contessa"), copies=5,
                       assassinate=None, block_assassinate=(), exchange=None,
                       block_steal=("captain",))  # fmt: skip
    game = coup.Game(["ann", "bob"], own)
    assert Record.from_json(Record.of(game).as_json()).ruleset == own


def refusal(record: Record) -> str:
    """Why a record cannot be played; empty if it can."""
    try:
        record.game()
    except RecordError as error:
        return str(error)
    return ""


def test_any_changed_move_is_refused_or_makes_another_legal_game() -> None:
    game = finished()
    record = Record.of(game).as_dict()
    refused = 0
    for number, (seat, _) in enumerate(record["moves"]):
        for other in ("income", "challenge", "draw duke", "discard contessa"):
            moves = [list(each) for each in record["moves"]]
            moves[number] = [seat, other]
            tampered = Record.from_json(json.dumps(record | {"moves": moves}))
            why = refusal(tampered)
            refused += bool(why)
            if why.startswith("move "):
                assert int(why.split()[1]) >= number + 1  # nothing before it is blamed
            else:
                assert not why or why.startswith("the winner is ")
    assert refused > len(record["moves"])


def test_who_changes_a_record_changes_no_other() -> None:
    game = coup.Game(["ann", "bob"], coup.ruleset("classic", face_up=("duke",)))
    rules = Record.of(game).as_dict()["house_rules"]
    rules["face_up"].append("captain")
    rules["coins"] = 5
    assert Record.of(game).as_dict()["house_rules"] == {"face_up": ["duke"]}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"coup": 2}, "the record's version is 2, this program reads 1"),
        ({"seats": [1, 2]}, "'seats' should be a list of names, not [1, 2]"),
        ({"seats": "ann"}, "'seats' should be a list of names, not 'ann'"),
        ({"seed": None}, "'seed' should be a number, not None"),
        ({"moves": [["ann"]]}, """a move is a pair like ["ann", "tax"], not ['ann']"""),
        ({"ruleset": "poker"}, None),
        ({"house_rules": {"coinz": 3}}, "there is no house rule 'coinz'"),
        ({"winner": 3}, "'winner' should be a name or null, not 3"),
        ({"coup": True}, "the record's version is True, this program reads 1"),
        ({"players": "abc"}, "'players' should be an object with the kind of each player"),
        ({"faults": 3}, "'faults' should be a list of faults, not 3"),
        ({"house_rules": {"name": "x"}}, "'name' is not a house rule"),
        ({"evening": 1}, "this is a saved game; "),
    ],
)
def test_a_damaged_record_gets_a_sentence(change: dict[str, object], sentence: str | None) -> None:
    record = Record.of(finished()).as_dict() | change
    if sentence is None:  # a ruleset that this program does not know, but which is given in full
        assert Record.from_json(json.dumps(record)).ruleset.name == "poker"
        return
    with pytest.raises(RecordError) as refused:
        Record.from_json(json.dumps(record))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize("line", ["", "{", "[]", "17", '"coup"', '{"moves": []}', "[" * 100_000])
def test_anything_but_a_record_gets_a_sentence(line: str) -> None:
    with pytest.raises(RecordError):
        Record.from_json(line)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"winner": "bob"}, "the winner is bob, but by the moves it is None"),
        ({"seats": ["ann", "ann"]}, "two players are called 'ann'"),
        ({"seats": ["ann"]}, "Coup is for 2 to 6 seats, not 1"),
        ({"seed": -1}, "a seed is a whole number from 0 to 2**64 - 1"),
        ({"moves": [["zoe", "tax"]]}, "move 1 (zoe: tax): there is no seat 'zoe'"),
        ({"moves": [["ann", "tax"]]}, "move 1 (ann: tax): ann cannot move: chance is to move"),
    ],
)
def test_a_record_that_cannot_be_replayed_says_why(
    change: dict[str, object], sentence: str
) -> None:
    record = Record.of(coup.Game(["ann", "bob"], seed=1)).as_dict() | change
    with pytest.raises(RecordError) as refused:
        Record.from_json(json.dumps(record)).game()
    assert str(refused.value).startswith(sentence)


def test_a_truncated_record_says_where() -> None:
    line = Record.of(finished()).as_json()
    for end in (20, 200, len(line) - 1):
        with pytest.raises(RecordError, match=f"the record breaks off after {end} characters"):
            Record.from_json(line[:end])
    with pytest.raises(RecordError, match="the record is damaged at character 10: Expecting"):
        Record.from_json(line[:9] + "?" + line[10:])


def test_a_file_holds_a_record_a_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    records = [Record.of(finished(seed=seed), played="2026-11-15T10:00:00") for seed in (1, 2)]
    for record in records:
        write_record(file, record)
    assert list(read_records(file)) == records
    file.write_text(file.read_text() + "oops\n")
    with pytest.raises(RecordError, match=r"games\.jsonl: line 3: not a record but 'oops"):
        list(read_records(file))
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="not text in UTF-8"):
        list(read_records(file))


def test_a_game_file_is_read_by_another_command(tmp_path: Path) -> None:
    file = tmp_path / "short.coup"
    file.write_text("players: [ann, bob]\nann tax\nwinner: none\n")
    with pytest.raises(RecordError, match=r"a game file, not one of records; .*coup show .*short"):
        list(read_records(file))
    with pytest.raises(RecordError, match="No such file"):
        list(read_records(tmp_path / "none"))


def test_a_reduced_game_is_kept_with_its_start() -> None:
    rules = coup.ruleset("classic", cards=1, face_up=("duke", "duke"), seat_coins=(5, 3))
    game = coup.Game(["ann", "bob"], rules, seed=7)
    game.push("income")
    record = Record.from_json(Record.of(game).as_json())
    assert record.ruleset == rules
    assert record.game().view("bob") == game.view("bob")
