"""The form of game files: forgiving to read, strict to write."""

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import coup
from coup.records import GameFile, check, game_file, line_of, parse, read, write
from coup.records.gamefile import find_files, players_line
from tests.helpers import block, challenge, deal, pass_all, play

FILE = GameFile(("ann", "bob"), ("ann tax", "bob steal ann"), None)
TEXT = """\
players: [ann, bob]
ann tax
bob steal ann
winner: none
"""


def test_a_file_names_the_players_the_moves_and_the_winner() -> None:
    assert parse(TEXT) == FILE
    assert parse(TEXT.replace("none", "ann")).winner == "ann"


def test_writing_is_lower_case_with_lf_and_a_final_newline(tmp_path: Path) -> None:
    write(tmp_path / "game.coup", FILE)
    assert (tmp_path / "game.coup").read_bytes() == TEXT.encode()
    assert read(tmp_path / "game.coup") == FILE


@pytest.mark.parametrize(
    "text",
    [
        TEXT.upper(),
        TEXT.replace("players", "Players"),
        TEXT.replace("\n", "\n\n"),
        "\n  \n" + TEXT,
        "# Friday's game\n" + TEXT.replace("tax", "tax # a lie"),
        TEXT.replace("\n", "\r\n"),
        TEXT.replace("\n", " \t\n"),
        TEXT.replace("\n", "\n   "),
        TEXT.rstrip("\n"),
        "\ufeff" + TEXT,
        TEXT.replace("[ann, bob]", "[ann,bob]"),
        TEXT.replace("winner: none", "winner:   none"),
        TEXT.replace("bob steal ann", "bob  steal   ann"),
    ],
)
def test_reading_forgives(text: str) -> None:
    assert parse(text) == FILE


def test_reading_forgives_the_handouts_misspelling() -> None:
    text = "players: [a, b]\na foreign_aid\nb block_foregin_aid\nwinner: none\n"
    assert parse(text).lines == ("a foreign_aid", "b block_foreign_aid")
    assert check(text) is None


names = st.text(
    st.characters(categories=["Ll", "Nd", "Pd", "So"], include_characters="_.'"), min_size=1
).filter(lambda name: name == name.lower() and name != "none")


@pytest.mark.slow
@given(st.lists(names, min_size=2, max_size=6, unique=True), st.data())
def test_a_written_file_reads_back(players: list[str], data: st.DataObject) -> None:
    player = st.sampled_from(players)
    alone = st.sampled_from(("income", "challenge", "block_steal", "exchange"))
    lines = st.one_of(
        st.builds("{} {}".format, player, alone),
        st.builds("{} coup {}".format, player, player),
        st.builds("{} discard duke".format, player),
    )
    moves = tuple(data.draw(st.lists(lines)))
    game = GameFile(tuple(players), moves, data.draw(st.none() | player))
    assert parse(str(game)) == game


@given(st.text(), st.booleans())
def test_no_text_crashes_the_checker(text: str, count_cards: bool) -> None:
    fault = check(text, count_cards=count_cards)
    assert fault
    assert fault.why


@given(
    st.lists(st.sampled_from([*TEXT.split(), "[a]", "#", ":", "\n", "\r", "winner:", "discard"]))
)
def test_no_random_words_crash_the_checker(words: list[str]) -> None:
    fault = check("players: [ann, bob]\n" + " ".join(words))
    assert fault is None or fault.line >= 2


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: the file is empty; it should begin with players: [a, b]"),
        ("# nothing\n\n", "line 3: the file is empty; it should begin with players: [a, b]"),
        ("ann tax", "line 1: the first line names the players, as in players: [a, b]"),
        ("players: a, b", "line 1: the first line names the players, as in players: [a, b]"),
        ("players: [a, b", "line 1: the first line names the players, as in players: [a, b]"),
        ("players: []", "line 1: a player's name is one word without [ ] , : or #, not ''"),
        (
            "players: [a b, c]",
            "line 1: a player's name is one word without [ ] , : or #, not 'a b'",
        ),
        ("players: [a:, c]", "line 1: a player's name is one word without [ ] , : or #, not 'a:'"),
        ("players: [a]", "line 1: Coup is for 2 to 6 players, not 1"),
        ("players: [a, b, c, d, e, f, g]", "line 1: Coup is for 2 to 6 players, not 7"),
        ("players: [ann, bob, Ann]", "line 1: two players are called 'ann'"),
        (
            "players: [none, b]",
            "line 1: no player can be called 'none': that is how a game without a winner ends",
        ),
        (TEXT + "players: [a, b]", "line 5: nothing may follow the winner"),
        ("players: [a, b]\nplayers: [a, b]", "line 2: the players are named a second time"),
        ("players: [a, b]\n\ncarl tax", "line 3: there is no player 'carl', only a, b"),
        (
            "players: [a, b]\na",
            "line 2: the move is missing: a line is a player, a move, and its target if it has one",
        ),
        ("players: [a, b]\na taxe", "line 2: 'taxe' is not a move; did you mean tax?"),
        (
            "players: [a, b]\na pass",
            "line 2: 'pass' is not a move; the moves are income, foreign_aid, tax, exchange, "
            "steal, assassinate, coup, challenge, block_foreign_aid, block_assassinate, "
            "block_steal, discard",
        ),
        ("players: [a, b]\na tax b", "line 2: tax stands alone, without 'b'"),
        ("players: [a, b]\na block_steal captain", "line 2: block_steal stands alone, without"),
        (
            "players: [a, b]\na steal",
            "line 2: steal whom? the target is missing; the players are a, b",
        ),
        (
            "players: [a, b]\na steal c",
            "line 2: steal whom? there is no player 'c'; the players are a, b",
        ),
        ("players: [a, b]\na steal b now", "line 2: steal is followed by one word, not by 'b now'"),
        (
            "players: [a, b]\na discard",
            "line 2: discard is followed by duke, assassin, captain, ambassador or contessa, which "
            "is missing",
        ),
        (
            "players: [a, b]\na discard inquisitor",
            "line 2: discard is followed by duke, assassin, captain, ambassador or contessa, not "
            "'inquisitor'",
        ),
        ("players: [a, b]\nwinner:", "line 2: the winner's name is missing, or none"),
        ("players: [a, b]\nwinner: c", "line 2: there is no player 'c', only a, b"),
    ],
)
def test_a_malformed_line_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        parse(text)
    assert str(refused.value).startswith(sentence)
    if "winner" not in text:  # otherwise the game is not over yet, which is the first fault
        assert str(check(text)).startswith(sentence)


def test_a_file_without_a_winner_is_incomplete() -> None:
    with pytest.raises(ValueError, match="line 3: the winner's line is missing"):
        parse("players: [a, b]\na tax\n")


@pytest.mark.parametrize(
    ("players", "lines", "winner"),
    [
        (("Ann", "bob"), (), None),
        (("ann", "bob"), ("ann TAX",), None),
        (("ann", "bob"), ("ann  tax",), None),
        (("ann", "bob"), ("carl tax",), None),
        (("ann", "bob"), ("",), None),
        (("ann", "bob"), ("ann foreign_aid", "bob block_foregin_aid"), None),
        (("ann", "bob"), (), "carl"),
        (("ann",), (), None),
    ],
)
def test_a_game_that_cannot_be_written_is_refused(
    players: tuple[str, ...], lines: tuple[str, ...], winner: str | None
) -> None:
    with pytest.raises(ValueError, match=r"lower case|no player|2 to 6"):
        GameFile(players, lines, winner)


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    write(path, FILE)
    broken = GameFile(("ann", "bob"), (), None)
    object.__setattr__(broken, "lines", (3,))
    with pytest.raises(TypeError):
        write(path, broken)
    assert path.read_text() == TEXT
    assert os.listdir(tmp_path) == ["game.coup"]


def test_unreadable_files_get_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "game.coup"
    with pytest.raises(ValueError, match=r"game.coup: cannot be read: No such file or directory$"):
        read(path)
    path.write_bytes(b"players: [a, b]\na t\xe4x")
    with pytest.raises(ValueError, match=r"game.coup: line 2: this is not text in UTF-8$"):
        read(path)
    path.write_text("players: [a, b]\na taxe")
    with pytest.raises(ValueError, match=r"game.coup: line 2: 'taxe' is not a move"):
        read(path)


def test_a_folder_stands_for_all_game_files_in_it_and_below(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("b.coup", "a.coup", "deep/c.coup", "notes.txt"):
        (tmp_path / name).write_text(TEXT)
    found = [os.path.relpath(path, tmp_path) for path in find_files([tmp_path])]
    assert found == ["a.coup", "b.coup", "deep/c.coup"]
    assert find_files(["anything"]) == ["anything"]


# Games as lines.


def lines_of(game: coup.Game) -> list[str]:
    return [line for event in game.events if (line := line_of(event))]


def test_a_turn_is_written_action_block_challenge_and_its_losers_discard() -> None:
    game = deal({"Ann": "", "bob": "captain duke", "carl": "duke contessa"}, "coup2022")
    block(play(game, "Ann steal bob"), "bob")
    challenge(game, "carl")
    play(game, "bob reveal captain", "carl discard contessa", "bob tax")
    assert lines_of(game) == [
        "ann steal bob",
        "bob block_steal",
        "carl challenge",
        "carl discard contessa",
        "bob tax",
    ]


def test_the_discard_that_the_action_causes_comes_last() -> None:
    game = deal({"ann": "", "bob": "captain duke"}, "coup2022", coins=3)
    challenge(block(play(game, "ann assassinate bob"), "bob"), "ann")
    play(game, "bob reveal captain", "bob discard duke")
    assert lines_of(game) == [
        "ann assassinate bob",
        "bob block_assassinate",
        "ann challenge",
        "bob discard captain",
        "bob discard duke",
        "winner: ann",
    ]


def test_an_exchange_and_passes_write_no_more_lines() -> None:
    game = deal({"ann": "duke duke", "bob": ""}, "coup2022")
    pass_all(play(game, "ann exchange"))
    play(game, f"ann {game.legal_moves[0]}")
    play(game, f"ann {game.legal_moves[0]}", "bob income")
    assert lines_of(game) == ["ann exchange", "bob income"]


def test_lines_come_move_by_move() -> None:
    game = coup.Game(["ann", "bob", "carl"], "coup2022", seed=3)
    choice = random.Random(3)
    written = []
    told = 0
    while not game.over:
        game.push(choice.choice(game.legal_moves))
        events = game.events
        written += [line for event in events[told:] if (line := line_of(event))]
        told = len(events)
    assert "\n".join([players_line(game.seats), *written, ""]) == str(game_file(game))


def test_a_game_without_a_winner_ends_with_none() -> None:
    game = deal({"ann": "", "bob": ""}, "coup2022", turn_limit=1)
    play(game, "ann income")
    assert str(game_file(game)) == "players: [ann, bob]\nann income\nwinner: none\n"


def test_an_unfinished_game_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="the game is not over yet"):
        game_file(coup.Game(["ann", "bob"]))


def test_names_that_differ_only_in_case_are_refused() -> None:
    game = deal({"ann": "", "Ann": ""}, turn_limit=1)
    play(game, "ann income")
    with pytest.raises(ValueError, match="two players are called 'ann'"):
        game_file(game)


def test_a_game_by_classic_rules_can_be_written() -> None:
    for seed in range(60):
        game = coup.Game(["ann", "bob", "carl"], "classic", seed)
        choice = random.Random(seed)
        while not game.over:
            game.push(choice.choice(game.legal_moves))
        assert str(game_file(game)).startswith("# ruleset: classic\nplayers: [ann, bob, carl]\n")
        assert parse(str(game_file(game))) == game_file(game)


@pytest.mark.parametrize(
    ("ruleset", "first"),
    [
        (coup.ruleset("coup2022"), "players: [ann, bob]"),
        (coup.ruleset("coup2022", coins=3), "# ruleset: coup2022 with coins=3"),
        (coup.ruleset("classic"), "# ruleset: classic"),
        (replace(coup.ruleset("coup2022"), name="friday"), "# ruleset: friday"),
    ],
)
def test_a_file_says_by_which_rules_it_was_played_if_not_by_coup2022(
    ruleset: coup.Ruleset, first: str
) -> None:
    game = coup.Game(["ann", "bob"], replace(ruleset, turn_limit=1), seed=1)
    game.push("income")
    assert str(game_file(game)).splitlines()[0] == first


def test_there_are_no_words_for_the_inquisitor() -> None:
    game = deal({"ann": "inquisitor duke", "bob": ""}, "inquisitor")
    play(game, "ann investigate bob")
    with pytest.raises(ValueError, match="a game file has no word for investigate"):
        lines_of(game)
    game = deal({"ann": "inquisitor duke", "bob": ""}, "inquisitor")
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal inquisitor")
    with pytest.raises(ValueError, match="a game file has no word for the inquisitor"):
        lines_of(game)


def test_a_named_block_loses_its_role() -> None:
    game = deal({"ann": "", "bob": ""}, "classic")
    block(play(game, "ann steal bob"), "bob", "captain")
    assert lines_of(game) == ["ann steal bob", "bob block_steal"]
