"""The rules that only `classic` has."""

import pytest

import coup
from tests.helpers import block, challenge, deal, pass_all, play


def test_challenges_come_first_then_blocks_then_challenges_of_the_block() -> None:
    game = play(coup.Game(list("abc")), "a steal b")
    assert game.legal_moves_of("b") == ["pass", "challenge"]
    assert game.legal_moves_of("c") == ["pass", "challenge"]
    play(game, "b pass", "c pass")
    assert game.pending == ["b"]
    assert "block_steal captain" in game.legal_moves
    play(game, "b block_steal captain")
    assert game.legal_moves_of("a") == ["pass", "challenge"]
    assert game.legal_moves_of("c") == ["pass", "challenge"]


def test_a_block_may_follow_a_challenge_that_failed() -> None:
    game = deal({"a": "assassin duke", "b": "contessa captain", "c": "duke duke"}, coins=3)
    challenge(play(game, "a assassinate b"), "c")
    play(game, "a reveal assassin", "c discard duke")
    assert (game.question.kind, game.pending) == ("block", ["b"])
    pass_all(play(game, "b block_assassinate"))
    assert len(game.hand("b")) == 2


def test_a_target_that_challenged_wrongly_may_still_block() -> None:
    game = deal({"a": "assassin duke", "b": "contessa captain"}, coins=3)
    challenge(play(game, "a assassinate b"), "b")
    play(game, "a reveal assassin", "b discard captain", "b block_assassinate", "a pass")
    assert game.hand("b") == ("contessa",)


def test_a_target_that_is_out_cannot_block_and_a_steal_from_it_yields_nothing() -> None:
    game = deal({"a": "captain duke", "b": "duke duke", "c": ""}, first_coins=7)
    play(game, "a coup b", "b discard duke", "b income", "c income", "a steal b", "b challenge")
    play(game, "a reveal captain", "b discard duke")
    assert game.to_move == "c"
    assert game.coins == {"a": 0, "b": 0, "c": 3}


def test_all_are_asked_together_and_the_first_answer_counts() -> None:
    game = play(coup.Game(list("abcd")), "a tax")
    assert game.pending == ["b", "c", "d"]
    play(game, "d challenge")
    assert (game.question.kind, game.question.challenger) == ("reveal", "d")
    with pytest.raises(coup.IllegalMove, match="b is not asked now: the question is for a"):
        play(game, "b challenge")


def test_a_sequential_driver_asks_clockwise_from_the_claimant() -> None:
    game = play(coup.Game(list("abcd")), "a income", "b income", "c foreign_aid")
    order = []
    while game.question.kind == "block":
        order.append(game.to_move)
        game.push("block_foreign_aid" if len(order) == 3 else "pass")
    assert order == ["d", "a", "b"]
    while game.question.kind == "challenge block":
        order.append(game.to_move)
        game.push("pass")
    assert order[3:] == ["c", "d", "a"]


def test_a_seat_that_passed_is_not_asked_again_in_that_window() -> None:
    game = play(coup.Game(list("abcd")), "a tax", "c pass")
    assert game.pending == ["b", "d"]
    with pytest.raises(coup.IllegalMove, match="c is not asked now: the question is for b or d"):
        play(game, "c challenge")


def test_the_first_of_two_blockers_of_foreign_aid_blocks() -> None:
    game = play(coup.Game(list("abc")), "a foreign_aid", "c block_foreign_aid")
    assert game.question.blocker == "c"
    assert game.pending == ["a", "b"]


@pytest.mark.parametrize("role", ["captain", "ambassador"])
def test_a_block_of_a_steal_names_captain_or_ambassador(role: str) -> None:
    game = play(coup.Game(list("ab")), "a steal b", "b pass")
    assert game.legal_moves == ["pass", "block_steal captain", "block_steal ambassador"]
    play(game, f"b block_steal {role}")
    assert game.question.roles == (role,)


def test_the_other_blocker_does_not_prove_a_named_block() -> None:
    game = deal({"a": "", "b": "ambassador duke"})
    play(game, "a steal b", "b pass", "b block_steal captain", "a challenge")
    play(game, "b reveal ambassador")
    assert game.discarded("b") == ("ambassador",)
    assert game.coins == {"a": 4, "b": 0}


@pytest.mark.parametrize(
    ("claimed", "other"), [("captain", "ambassador"), ("ambassador", "captain")]
)
def test_a_holder_of_both_captain_and_ambassador_swaps_the_one_it_named(
    claimed: str, other: str
) -> None:
    game = deal({"a": "duke duke", "b": "captain ambassador"}, drive_chance=True)
    play(game, "a steal b", "b pass", f"b block_steal {claimed}", "a challenge")
    assert sorted(game.legal_moves) == ["reveal ambassador", "reveal captain"]
    play(game, f"b reveal {claimed}", "chance draw contessa", "a discard duke")
    assert set(game.hand("b")) == {other, "contessa"}


def test_an_exchange_draws_two_cards_and_returns_two() -> None:
    game = deal({"a": "duke captain", "b": ""}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    assert game.question.kind == "chance"
    play(game, "chance draw contessa", "chance draw assassin")
    assert game.hand("a") == ("duke", "assassin", "captain", "contessa")
    assert game.legal_moves == [
        "return duke",
        "return assassin",
        "return captain",
        "return contessa",
    ]
    play(game, "a return duke", "a return assassin")
    assert game.hand("a") == ("captain", "contessa")
    assert (game.deck_size, game.to_move) == (11, "b")


def test_an_exchange_with_one_card_left_keeps_one() -> None:
    game = deal({"a": "duke captain", "b": ""}, coins=7, drive_chance=True)
    play(game, "a income", "b coup a", "a discard duke")
    pass_all(play(game, "a exchange"))
    play(game, "chance draw contessa", "chance draw contessa")
    assert game.hand("a") == ("captain", "contessa", "contessa")
    play(game, "a return contessa", "a return captain")
    assert game.hand("a") == ("contessa",)


def test_every_draw_is_random_even_after_cards_were_returned() -> None:
    game = deal({"a": "duke duke", "b": "captain captain"}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    play(game, "chance draw contessa", "chance draw contessa")
    play(game, "a return contessa", "a return contessa")
    pass_all(play(game, "b exchange"))
    assert len(game.outcomes) == 5
    assert game.outcomes["draw contessa"] == 3


def test_coins_of_a_seat_that_goes_out_go_back_to_the_treasury() -> None:
    game = deal({"a": "", "b": "duke duke", "c": ""}, coins=14, forced_coup=30)
    play(game, "a coup b", "b discard duke", "b income", "c income", "a coup b")
    assert game.coins["b"] == 15
    play(game, "b discard duke")
    assert game.coins["b"] == 0


def test_an_assassin_that_is_caught_and_goes_out_takes_no_refund_with_it() -> None:
    game = deal({"a": "duke captain", "b": "", "c": ""}, coins=7)
    play(game, "a income", "b coup a", "a discard duke", "c income")
    challenge(play(game, "a assassinate b"), "c")
    play(game, "a reveal captain")
    assert game.coins["a"] == 0


def test_after_a_beaten_block_the_target_of_foreign_aid_gets_its_coins() -> None:
    game = deal({"a": "", "b": "captain captain", "c": ""})
    challenge(block(play(game, "a foreign_aid"), "b"), "c")
    play(game, "b reveal captain")
    assert game.coins["a"] == 4
    assert game.to_move == "b"
