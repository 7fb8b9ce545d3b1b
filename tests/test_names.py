"""Names with blanks and accents, in every room where players have names."""

import random
from pathlib import Path

import pytest

import coup
from coup.bots import make
from coup.bots.notes import Notes, Opponent, read_notes, write_notes
from coup.hosting.evening import Evening
from coup.hosting.player import play
from coup.http.terms import named, own_player, wire_player
from coup.records import Record, check, game_file, parse
from coup.seating import LONGEST, fault_in, tidy
from coup.server.naming import Refused, checked_name
from coup.terminal.setup import bots_in, people_in
from tests.server.test_table import Log, play_on

ZOE, ANNA = "Zoë Müller", "Anna-Lena d'Arc"
AGENT = Path(__file__).parent / "agents" / "beef" / "Beef.py"


def played(ruleset: str) -> coup.Game:
    game = coup.Game([ZOE, ANNA, "bob"], coup.ruleset(ruleset, turn_limit=60), seed=3)
    play(game, {seat: make("random", 3) for seat in game.seats})
    return game


def test_a_name_is_kept_in_one_form() -> None:
    assert tidy("  Zoe\u0308   Mu\u0308ller\t") == ZOE
    assert fault_in(ZOE) == fault_in("x" * LONGEST) == ""
    for bad in ("", " a", "a  b", "a\u00a0\u00a0b", "a\nb", "x" * 61, "chance", None):
        assert fault_in(bad)


def test_moves_name_such_players() -> None:
    game = coup.Game(["ann", ZOE], hands={"ann": "captain duke"})
    game.push(f"steal {ZOE}")
    assert game.question.target == ZOE
    with pytest.raises(coup.IllegalMove, match="there is no seat Zoe Miller; the seats are ann, Z"):
        coup.Game(["ann", ZOE]).push("steal Zoe Miller")


def test_records_hold_them_and_game_files_write_one_word() -> None:
    game = played("coup2022")
    assert Record.from_dict(Record.of(game).as_dict()).game().moves == game.moves
    text = str(game_file(game))
    assert text.startswith("players: [zoë_müller, anna-lena_d'arc, bob]")
    assert check(text) is None
    assert parse(text).players == ("zoë_müller", "anna-lena_d'arc", "bob")


def test_agents_hear_and_say_one_word() -> None:
    evening = Evening({ZOE: "person", "beef": str(AGENT)}, coup.ruleset("coup2022"), 1)
    bot = make("random", 1)
    while seat := evening.asked:
        if evening.is_person(seat):
            evening.answer(bot.choose(evening.view(seat)))
        else:
            evening.let_bot_answer()
    assert evening.complaints() == []
    assert any(move.target == ZOE for _, move in evening.game.moves)


def test_bots_over_http_get_them_in_a_form_that_headers_hold() -> None:
    assert wire_player(ZOE) == "Zo%C3%AB%20M%C3%BCller"
    assert own_player(wire_player(ZOE)) == ZOE
    assert named(wire_player(ZOE), [ANNA, ZOE]) == ZOE


def test_notes_remember_them(tmp_path: Path) -> None:
    notes = Notes("counter", {ZOE: Opponent()})
    write_notes(notes, tmp_path / "counter.player")
    assert read_notes(tmp_path / "counter.player") == notes
    assert ZOE in str(notes)


def test_people_type_commas_between_them() -> None:
    assert people_in("Zoë Müller") == [ZOE]
    assert people_in("ann,  Zoe\u0308  Müller ,bob") == ["ann", ZOE, "bob"]


@pytest.mark.parametrize(
    ("typed", "bots"),
    [
        ("3 hard", ["hard"] * 3),
        ("hard", ["hard"] * 3),
        ("easy, 2 hard", ["easy", "hard", "hard"]),
        ("easy hard", ["easy", "hard"]),
        ("2", ["medium"] * 2),
        ("1 easy, 1", ["easy", "medium"]),
        ("0", []),
    ],
)
def test_bots_are_counted_and_named(typed: str, bots: list[str]) -> None:
    assert bots_in(typed) == bots


def test_an_address_is_of_one_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coup.http.client.knock", lambda source: None)
    assert bots_in("http://127.0.0.1:8001") == ["http://127.0.0.1:8001"]
    with pytest.raises(ValueError, match="given twice"):
        bots_in("2 http://127.0.0.1:8001")


def test_too_many_bots_are_refused_before_they_are_made() -> None:
    with pytest.raises(ValueError, match="Coup is for 2 to 6 seats, so 99999 bots are too many"):
        bots_in("99999 hard")


def test_tables_of_the_server_have_them() -> None:
    assert checked_name("  Zoë   Müller") == ZOE
    log = Log().seat(ZOE, "bob")
    play_on(log.start(), random.Random(1))
    assert any(seat == ZOE for seat, _ in log.game.moves)
    with pytest.raises(Refused, match="called Zoë Müller already sits here"):
        checked_name("Zoe-Muller", (ZOE, "bob"))
