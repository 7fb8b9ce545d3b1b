"""Positions in text form."""

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coup.quantum import Position, read_position, write_position
from coup.quantum.numbers import HANDS
from coup.quantum.positions import NAMES
from coup.quantum.rules import OUT


def test_a_position_is_names_cards_and_coins() -> None:
    position, names = read_position("Alice: (duke, void, 8), Bob: (dead, captain, 3)")
    assert names == ("Alice", "Bob")
    assert position == Position((("duke", "void"), ("dead", "captain")), (8, 3))


def test_the_order_of_cards_case_and_spaces_do_not_matter() -> None:
    tidy = read_position("Ann: (dead, duke, 8), Bob: (void, void, 3)")
    assert read_position(" Ann:(Duke,DEAD , 8),Bob : ( void, void,3 ) ") == tidy


def test_the_first_one_is_to_move_unless_another_is_named() -> None:
    assert read_position("Ann: (duke, void, 8), Bob: (dead, captain, 3)").position.turn == 0
    assert read_position("Ann: (duke, void, 8), Bob: (dead, captain, 3), bob to move")[0].turn == 1
    assert (
        read_position("Ann: (dead, dead, 8), Bob: (dead, duke, 3), Tom: (void, void, 2)")[0].turn
        == 1
    )


def test_a_position_that_somebody_has_won_is_over() -> None:
    position = read_position("Alice: (dead, dead, 2), Bob: (duke, dead, 1)").position
    assert (position.phase, position.turn) == ("end", 1)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position has 2 to 6 players, not 0"),
        ("Alice: (void, void, 2)", "a position has 2 to 6 players, not 1"),
        (", ".join(f"p{n}: (void, void, 2)" for n in range(7)), "2 to 6 players, not 7"),
        ("Alice: (void, void, 11), Bob: (void, void, 2)", "Alice has 11 coins, but nobody can"),
        ("Alice: (void, void, -1), Bob: (void, void, 2)", "Alice: coins are a number from 0 to 10"),
        (
            "Alice: (void, void, x), Bob: (void, void, 2)",
            "coins are a number from 0 to 10, not 'x'",
        ),
        ("Alice: (void, void, void, 2), Bob: (void, void, 2)", "it takes two cards and the coins"),
        ("Alice: (void, 2), Bob: (void, void, 2)", "Alice: it takes two cards and the coins"),
        ("Alice: (dead, dead, 2), Bob: (dead, dead, 2)", "everybody is out; at least one"),
        ("Alice: (duck, void, 2), Bob: (void, void, 2)", "no card 'duck'; did you mean duke?"),
        ("Alice: (ace, void, 2), Bob: (void, void, 2)", "no card 'ace'; the cards are dead, duke"),
        (
            "Alice: (duke, duke, 2), Bob: (void, void, 2)",
            "Alice cannot have two cards that are duke",
        ),
        ("Bob: (void, void, 2), bob: (void, void, 2)", "there are two players called bob"),
        ("Al#: (void, void, 2), Bob: (void, void, 2)", "a player's name has single blanks"),
        ("Alice (void, void, 2), Bob: (void, void, 2)", "is not a position; write it like Alice:"),
        ("Alice: (void, void, 2) Bob: (void, void, 2)", "there should be a comma before 'Bob:"),
        ("Alice: (void, void, 2), Bob: (void, void, 2), Tom to move", "there is no player 'Tom'"),
        ("Alice: (void, void, 2), Bob: (dead, dead, 2), Bob to move", "Bob is out and cannot be"),
        ("Alice to move, Bob: (void, void, 2)", "is not a position"),
    ],
)
def test_anything_but_a_position_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read_position(text)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    players = draw(st.integers(2, 6))
    hands = tuple(draw(st.lists(st.sampled_from(HANDS), min_size=players, max_size=players)))
    alive = [seat for seat, hand in enumerate(hands) if hand != OUT]
    coins = tuple(draw(st.lists(st.integers(0, 10), min_size=players, max_size=players)))
    if not alive:
        return Position((("void", "void"), *hands[1:]), coins, 0, "end")
    turn = draw(st.sampled_from(alive))
    return Position(hands, coins, turn, "end" if len(alive) == 1 else "choose")


@given(positions())
def test_a_written_position_reads_back(position: Position) -> None:
    names = NAMES[: len(position.hands)]
    assert read_position(write_position(position, names)) == (position, names)


@given(st.text(alphabet="Ab:(),dukevoid 12", max_size=60))
def test_any_text_is_read_or_refused_with_a_sentence(text: str) -> None:
    with suppress(ValueError):
        read_position(text)
