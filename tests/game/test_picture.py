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


def test_a_picture_asks_for_nothing_from_outside_and_escapes_names() -> None:
    row = Row("<b>&", 3, ("duke", None), ())
    svg = as_svg(Picture("classic", 1, 9, (row,), None, "a < b"))
    assert "<b>&" in texts(svg)
    assert "href" not in svg
    assert svg.count("http") == 1  # the name of the SVG language itself
