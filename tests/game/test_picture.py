"""Pictures of a table."""

from xml.etree import ElementTree

import coup
from coup.picture import Picture, Row, as_svg
from tests.helpers import deal, play

HANDS = {"ann": "duke captain", "bob": "contessa assassin"}


def texts(svg: str) -> list[str]:
    return ["".join(node.itertext()) for node in ElementTree.fromstring(svg).iter() if node.text]


def test_a_game_draws_itself_with_all_cards_open() -> None:
    game = play(deal(HANDS, coins=7), "ann coup bob", "bob discard contessa")
    words = texts(game._repr_svg_())
    assert {"duke", "captain", "assassin", "contessa"} <= set(words)
    assert "bob: which action?" in words


def test_a_view_draws_only_what_its_seat_may_see() -> None:
    svg = deal(HANDS).view("ann")._repr_svg_()
    assert {"duke", "captain"} <= set(texts(svg))
    assert "contessa" not in svg
    assert "assassin" not in svg


def test_a_spectators_picture_shows_no_card() -> None:
    svg = deal(HANDS).view(None)._repr_svg_()
    assert not [role for role in coup.ruleset("classic").roles if role in svg]


def test_a_picture_is_self_contained_and_escapes_names() -> None:
    row = Row("<b>&", 3, ("duke", None), (), alive=True)
    svg = as_svg(Picture("classic", (row,), None, "a < b"))
    assert "<b>&" in texts(svg)
    assert "href" not in svg
    assert svg.count("http") == 1  # the name of the SVG language itself


def test_a_long_question_is_broken_into_lines() -> None:
    names = ["ann", "bob", "carl", "dora", "emil", "fay"]
    game = play(
        coup.Game(names, coup.ruleset("coup2022", coins=3), hands={"fay": "duke captain"}),
        "ann assassinate bob",
    )
    lines = [words for words in texts(game._repr_svg_())[-3:] if words in str(game.question)]
    assert " ".join(lines) == str(game.question)
    assert len(lines) > 1


def test_a_seat_without_cards_is_out_or_drawing() -> None:
    game = coup.Game(["ann", "bob"], drive_chance=True)
    assert "drawing" in str(game)
    assert "out" not in str(game)
    over = deal(HANDS, turn_limit=1)
    over.push("income")
    assert str(over).splitlines()[-1] == "The game ended without a winner."
    assert ">" not in str(over)
