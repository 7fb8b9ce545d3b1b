"""The rules of Quantum Coup, one test for each sentence."""

from itertools import product
from random import Random
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coup.quantum import Position, Ruleset, options, read_position, start
from coup.quantum.positions import CARDS, DEAD, ROLES, Hand
from coup.quantum.rules import OUT, Blocks, Exchange, next_turn, to_move, winner
from coup.words import listed

DEFAULT = Ruleset()
READINGS = [
    Ruleset(forced_coup=forced, exchange=exchange, blocks=blocks)
    for forced, exchange, blocks in product((False, True), get_args(Exchange), get_args(Blocks))
]


def at(text: str) -> Position:
    return read_position(text).position


def after(text: str, *moves: str, ruleset: Ruleset = DEFAULT) -> str:
    """The position after some moves of the players called Alice, Bob and so on."""
    return str(played(text, *moves, ruleset=ruleset))


def played(text: str, *moves: str, ruleset: Ruleset = DEFAULT) -> Position:
    position = at(text)
    for move in moves:
        if position.phase == "end":
            position = next_turn(position)
        found = {str(each): then for each, then in options(position, ruleset).items()}
        assert move in found, f"{move} is not among {listed(list(found))}"
        position = found[move]
    return position


def moves(text: str, *before: str, ruleset: Ruleset = DEFAULT) -> list[str]:
    return [str(move) for move in options(played(text, *before, ruleset=ruleset), ruleset)]


# The start and the coins.


def test_everybody_starts_with_two_voids_and_two_coins() -> None:
    assert str(start(DEFAULT)) == "Alice: (void, void, 2), Bob: (void, void, 2)"
    assert start(DEFAULT, seats=6) == Position((("void", "void"),) * 6, (2,) * 6)


def test_the_first_players_coins_depend_on_the_reading() -> None:
    begin = start(Ruleset(first_coins=1), seats=3)
    assert begin.coins == (1, 2, 2)


@pytest.mark.parametrize(("move", "gain"), [("income", 1), ("foreign_aid", 2), ("tax", 3)])
def test_income_gives_1_foreign_aid_2_and_tax_3_cut_off_at_10(move: str, gain: int) -> None:
    for coins in range(10):
        position = f"Alice: (duke, dead, {coins}), Bob: (captain, dead, 2)"
        answer = ["pass"] if move == "foreign_aid" else []
        assert played(position, move, *answer).coins == (min(coins + gain, 10), 2)


def test_a_steal_at_9_takes_one() -> None:
    text = "Alice: (captain, dead, 9), Bob: (duke, dead, 5)"
    assert after(text, "steal Bob", "pass") == "Alice: (dead, captain, 10), Bob: (dead, duke, 4)"


@pytest.mark.parametrize(("coins", "left"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_a_steal_takes_up_to_2_and_an_empty_purse_can_be_tried(coins: int, left: int) -> None:
    position = played(f"Alice: (captain, dead, 4), Bob: (duke, dead, {coins})", "steal Bob", "pass")
    assert position.coins == (4 + coins - left, left)


def test_at_10_coins_income_and_foreign_aid_are_not_possible_but_tax_and_steal_are() -> None:
    text = "Alice: (duke, captain, 10), Bob: (dead, duke, 3)"
    assert moves(text) == ["tax", "steal Bob", "coup Bob"]
    assert played(text, "tax").coins == (10, 3)
    assert played(text, "steal Bob", "pass").coins == (10, 3)


def test_coup_costs_7_and_assassinate_3() -> None:
    poor = "Alice: (assassin, dead, 2), Bob: (void, void, 2)"
    assert moves(poor) == ["income", "foreign_aid"]
    paid = "Alice: (assassin, dead, 7), Bob: (void, void, 2)"
    assert moves(paid) == ["income", "foreign_aid", "assassinate Bob", "coup Bob"]
    assert played(paid, "assassinate Bob").coins == (4, 2)
    assert played(paid, "coup Bob").coins == (0, 2)
    assert "coup Bob" not in moves("Alice: (assassin, dead, 6), Bob: (void, void, 2)")


# Roles and voids.


@pytest.mark.parametrize(
    ("move", "role"),
    [("tax", "duke"), ("assassinate Bob", "assassin"), ("steal Bob", "captain")],
)
def test_an_action_needs_its_role_or_a_void_which_becomes_that_card(move: str, role: str) -> None:
    others = [other for other in ROLES if other != role]
    for one, two in product(others, others):
        if one != two:
            assert move not in moves(f"Alice: ({one}, {two}, 5), Bob: (void, void, 2)")
    collapsed = played("Alice: (void, void, 5), Bob: (void, void, 2)", move)
    assert collapsed.hands[0] == (role, "void")
    assert played("Alice: (dead, void, 5), Bob: (void, void, 2)", move).hands[0] == (DEAD, role)


@pytest.mark.parametrize(
    ("move", "role"),
    [("tax", "duke"), ("assassinate Bob", "assassin"), ("steal Bob", "captain")],
)
def test_a_player_who_holds_the_card_collapses_nothing(move: str, role: str) -> None:
    text = f"Alice: ({role}, void, 5), Bob: (void, void, 2)"
    assert played(text, move).hands[0] == (role, "void")


def test_a_void_collapses_even_if_the_action_is_blocked() -> None:
    begin = "Alice: (void, void, 3), Bob: (void, void, 2)"
    assert (
        after(begin, "steal Bob", "block_steal ambassador")
        == "Alice: (captain, void, 3), Bob: (ambassador, void, 2)"
    )


# Blocks.


def test_foreign_aid_is_blocked_by_the_duke_and_gives_nothing_then() -> None:
    text = "Alice: (void, void, 2), Bob: (duke, void, 2)"
    assert moves(text, "foreign_aid") == ["pass", "block_foreign_aid"]
    assert after(text, "foreign_aid", "block_foreign_aid") == text


def test_an_assassination_is_blocked_by_the_contessa_and_the_fee_stays_paid() -> None:
    text = "Alice: (void, void, 3), Bob: (void, void, 2)"
    assert moves(text, "assassinate Bob") == ["pass", "block_assassinate"]
    assert (
        after(text, "assassinate Bob", "block_assassinate")
        == "Alice: (assassin, void, 0), Bob: (contessa, void, 2)"
    )


@pytest.mark.parametrize(
    ("hand", "blocks"),
    [
        ("void, void", ["block_steal captain", "block_steal ambassador"]),
        ("captain, void", ["block_steal captain", "block_steal ambassador"]),
        ("ambassador, void", ["block_steal captain", "block_steal ambassador"]),
        ("captain, duke", ["block_steal captain"]),
        ("dead, ambassador", ["block_steal ambassador"]),
        ("duke, contessa", []),
    ],
)
def test_a_steal_is_blocked_by_captain_or_ambassador(hand: str, blocks: list[str]) -> None:
    text = f"Alice: (captain, dead, 3), Bob: ({hand}, 2)"
    assert moves(text, "steal Bob") == ["pass", *blocks]


def test_a_holder_of_the_captain_may_collapse_a_void_into_the_ambassador_instead() -> None:
    text = "Alice: (captain, dead, 3), Bob: (captain, void, 2)"
    stays = played(text, "steal Bob", "block_steal captain")
    assert stays.hands[1] == ("captain", "void")
    instead = played(text, "steal Bob", "block_steal ambassador")
    assert instead.hands[1] == ("captain", "ambassador")


def test_income_tax_exchange_and_coup_cannot_be_blocked() -> None:
    exchange = Ruleset(exchange="all")
    text = "Alice: (void, void, 7), Bob: (void, void, 2)"
    for move in ("income", "tax", "exchange"):
        assert played(text, move, ruleset=exchange).phase == "end"
    assert played(text, "coup Bob").phase == "lose"


# Losing cards.


def test_the_loser_chooses_any_card_even_a_void() -> None:
    text = "Alice: (duke, void, 7), Bob: (duke, void, 2)"
    assert moves(text, "coup Bob") == ["discard duke", "discard void"]
    assert played(text, "coup Bob", "discard void").hands[1] == (DEAD, "duke")
    assert played(text, "coup Bob", "discard duke").hands[1] == (DEAD, "void")


def test_an_assassination_that_passes_costs_a_card_of_choice() -> None:
    text = "Alice: (assassin, void, 3), Bob: (captain, void, 2)"
    assert moves(text, "assassinate Bob", "pass") == ["discard captain", "discard void"]


def test_a_player_without_cards_is_out_and_the_last_one_wins() -> None:
    text = "Alice: (duke, dead, 7), Bob: (duke, dead, 9), Carol: (duke, dead, 2)"
    first = played(text, "coup Bob", "discard duke")
    assert first.hands[1] == OUT
    assert winner(first) is None
    assert next_turn(first).turn == 2  # Bob is passed over
    last = played(
        "Alice: (duke, dead, 7), Bob: (dead, dead, 9), Carol: (duke, dead, 2)",
        "coup Carol",
        "discard duke",
    )
    assert winner(last) == 0
    assert not options(last, DEFAULT)


def test_play_may_be_endless() -> None:
    text = "Alice: (duke, captain, 2), Bob: (duke, captain, 2)"
    assert after(text, *["foreign_aid", "block_foreign_aid"] * 2) == text
    assert after(text, "steal Bob", "pass", "steal Alice", "pass") == text


# Readings.


def test_a_coup_at_10_is_forced_only_in_that_reading() -> None:
    text = "Alice: (duke, captain, 10), Bob: (dead, duke, 3)"
    assert moves(text, ruleset=Ruleset(forced_coup=True)) == ["coup Bob"]
    assert "tax" in moves(text)
    nine = text.replace("10", "9")
    assert moves(nine, ruleset=Ruleset(forced_coup=True)) == moves(nine)


def test_there_is_no_exchange_by_default() -> None:
    assert "exchange" not in moves("Alice: (ambassador, void, 2), Bob: (void, void, 2)")


@pytest.mark.parametrize(
    ("exchange", "results"),
    [
        ("all", {"exchange": ("void", "void")}),
        ("ambassador", {"exchange": ("duke", "void")}),
        (
            "one",
            {
                "exchange duke": ("ambassador", "void"),
                "exchange ambassador": ("duke", "void"),
            },
        ),
    ],
)
def test_an_exchange_makes_all_or_one_or_the_ambassador_void(
    exchange: Exchange, results: dict[str, Hand]
) -> None:
    ruleset = Ruleset(exchange=exchange)
    for hand in ("duke, void", "duke, ambassador"):  # the void collapses into the Ambassador first
        text = f"Alice: ({hand}, 2), Bob: (void, void, 2)"
        found = {
            str(move): then.hands[0]
            for move, then in options(at(text), ruleset).items()
            if move.verb == "exchange"
        }
        assert found == results


def test_an_exchange_needs_the_ambassador_or_a_void_and_leaves_dead_cards_dead() -> None:
    everything = Ruleset(exchange="all")
    assert "exchange" not in moves(
        "Alice: (duke, captain, 2), Bob: (void, void, 2)", ruleset=everything
    )
    text = "Alice: (dead, ambassador, 2), Bob: (void, void, 2)"
    assert played(text, "exchange", ruleset=everything).hands[0] == (DEAD, "void")


@pytest.mark.parametrize("action", ["steal Carol", "assassinate Carol"])
def test_by_the_reading_only_the_target_may_block_or_anybody(action: str) -> None:
    text = "Alice: (void, void, 5), Bob: (void, void, 2), Carol: (void, void, 2)"
    assert to_move(played(text, action)) == 2
    anybody = Ruleset(blocks="anybody")
    assert to_move(played(text, action, ruleset=anybody)) == 1
    assert to_move(played(text, action, "pass", ruleset=anybody)) == 2
    block = "block_steal captain" if action.startswith("steal") else "block_assassinate"
    blocked = played(text, action, block, ruleset=anybody)
    assert blocked.phase == "end"
    assert blocked.hands[1].count("void") == 1
    assert blocked.hands[2] == ("void", "void")


def test_foreign_aid_can_be_blocked_by_anybody_asked_clockwise() -> None:
    text = "Alice: (void, void, 2), Bob: (void, void, 2), Carol: (void, void, 2), Bob to move"
    assert to_move(played(text, "foreign_aid")) == 2
    assert to_move(played(text, "foreign_aid", "pass")) == 0
    assert played(text, "foreign_aid", "pass", "pass").coins == (2, 4, 2)
    assert played(text, "foreign_aid", "pass", "block_foreign_aid").coins == (2, 2, 2)


def test_any_other_player_in_play_can_be_a_target() -> None:
    text = "Alice: (void, void, 7), Bob: (dead, dead, 2), Carol: (duke, dead, 2)"
    text += ", Dave: (void, void, 0)"
    assert [move for move in moves(text) if move.startswith("coup")] == ["coup Carol", "coup Dave"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"forced_coup": 1}, "forced_coup must be True or False, not 1"),
        ({"exchange": "two"}, "exchange must be none, all, one or ambassador, not 'two'"),
        ({"first_coins": 11}, "first_coins must be from 0 to 10, not 11"),
        ({"blocks": "nobody"}, "blocks must be target or anybody, not 'nobody'"),
    ],
)
def test_an_unknown_reading_is_refused(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Ruleset(**fields)  # type: ignore[arg-type]


# Whole games.


@pytest.mark.slow
@given(st.sampled_from(READINGS), st.integers(2, 6), st.randoms(use_true_random=False))
def test_hands_and_coins_stay_possible_under_any_play(
    ruleset: Ruleset, seats: int, dice: Random
) -> None:
    position = start(ruleset, seats)
    for _ in range(300):
        if position.phase == "end":
            if winner(position) is not None:
                break
            position = next_turn(position)
        found = options(position, ruleset)
        assert found
        before = position
        position = dice.choice(list(found.values()))
        assert all(0 <= coins <= 10 for coins in position.coins)
        for old, new in zip(before.hands, position.hands, strict=True):
            assert list(new) == sorted(new, key=CARDS.index)
            assert new[0] != new[1] or new[0] not in ROLES
            assert new.count(DEAD) >= old.count(DEAD)
            if ruleset.exchange == "none":
                assert new.count("void") <= old.count("void")
