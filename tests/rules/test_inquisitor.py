"""The rules that only `inquisitor` has."""

from typing import Any

import pytest

import coup
from tests.helpers import block, challenge, deal, pass_all, play


def table(hands: dict[str, str], **options: Any) -> coup.Game:
    return deal(hands, "inquisitor", **options)


def test_an_exchange_draws_one_card_and_returns_one_the_drawn_or_a_held_one() -> None:
    for returned, kept in (("contessa", {"duke", "captain"}), ("duke", {"captain", "contessa"})):
        game = table({"a": "duke captain", "b": ""}, drive_chance=True)
        pass_all(play(game, "a exchange"))
        play(game, "chance draw contessa")
        assert game.legal_moves == ["return duke", "return captain", "return contessa"]
        play(game, f"a return {returned}")
        assert set(game.hand("a")) == kept
        assert game.to_move == "b"


def test_to_investigate_claims_the_inquisitor_and_cannot_be_blocked() -> None:
    game = play(coup.Game(list("abc"), "inquisitor"), "a investigate b")
    assert game.question.roles == ("inquisitor",)
    assert game.legal_moves == ["pass", "challenge"]
    with pytest.raises(coup.IllegalMove, match="the investigation cannot be blocked"):
        game.push("block_steal captain")
    pass_all(game)
    assert game.question.kind == "show"


def investigated(**options: Any) -> coup.Game:
    game = table({"a": "duke duke", "b": "captain contessa", "c": ""}, **options)
    return pass_all(play(game, "a investigate b"))


def test_the_target_chooses_the_card_that_it_shows() -> None:
    game = investigated()
    assert (game.to_move, game.legal_moves) == ("b", ["show captain", "show contessa"])
    play(game, "b show contessa")
    assert (game.to_move, game.legal_moves) == ("a", ["keep", "swap"])


def test_only_the_investigator_sees_the_card() -> None:
    shown = {role: play(investigated(), f"b show {role}") for role in ("captain", "contessa")}
    for seat in ("c", None):
        assert shown["captain"].view(seat) == shown["contessa"].view(seat)
    for seat in ("a", "b"):
        assert shown["captain"].view(seat) != shown["contessa"].view(seat)
    told = [str(event) for event in shown["captain"].view("a").events]
    assert "a sees that b has the Captain." in told


def test_the_investigator_may_return_it() -> None:
    game = play(investigated(), "b show captain", "a keep")
    assert game.hand("b") == ("captain", "contessa")
    assert game.to_move == "b"


def test_a_forced_swap_the_target_draws_first_then_the_shown_card_goes_into_the_deck() -> None:
    game = play(investigated(drive_chance=True), "b show captain")
    captains = 3 - sum(game.hand(name).count("captain") for name in game.seats)
    play(game, "a swap")
    # The shown Captain is not in the deck yet, so it cannot come back.
    assert game.outcomes["draw captain"] == captains
    play(game, "chance draw assassin")
    assert game.hand("b") == ("assassin", "contessa")
    assert game.deck_size == 9


def test_a_target_that_shows_its_only_card_has_one_after_the_swap() -> None:
    game = table({"a": "", "b": "captain contessa"}, first_coins=7, drive_chance=True)
    play(game, "a coup b", "b discard captain", "b income")
    pass_all(play(game, "a investigate b"))
    assert game.legal_moves == ["show contessa"]
    play(game, "b show contessa", "a swap", "chance draw duke")
    assert game.hand("b") == ("duke",)


def test_a_target_that_went_out_by_its_challenge_has_nothing_to_show() -> None:
    game = table({"a": "inquisitor duke", "b": "captain contessa", "c": ""}, first_coins=7)
    play(game, "a coup b", "b discard captain", "b income", "c income", "a investigate b")
    challenge(game, "b")
    play(game, "a reveal inquisitor", "b discard contessa")
    assert (game.to_move, game.question.kind) == ("c", "action")


def test_the_target_is_asked_first_then_the_others_clockwise() -> None:
    game = play(coup.Game(list("abcd"), "inquisitor"), "a steal c")
    order = []
    while game.question.kind == "challenge":
        assert game.pending == [game.to_move]
        order.append(game.to_move)
        game.push("pass")
    assert order == ["c", "b", "d"]


def test_without_a_target_they_are_asked_clockwise_from_the_claimant() -> None:
    game = play(coup.Game(list("abcd"), "inquisitor"), "a income", "b tax")
    order = []
    while game.question.kind == "challenge":
        order.append(game.to_move)
        game.push("pass")
    assert order == ["c", "d", "a"]


def test_a_challenge_of_a_block_is_offered_to_the_actor_first() -> None:
    game = play(coup.Game(list("abcd"), "inquisitor"), "a income", "b income", "c foreign_aid")
    block(game, "d")
    order = []
    while game.question.kind == "challenge block":
        order.append(game.to_move)
        game.push("pass")
    assert order == ["c", "a", "b"]


def test_nobody_may_answer_out_of_turn() -> None:
    game = play(coup.Game(list("abcd"), "inquisitor"), "a steal c")
    with pytest.raises(coup.IllegalMove, match="b is not asked now: the question is for c"):
        game.push("challenge", "b")


def test_a_block_of_a_steal_names_captain_or_inquisitor() -> None:
    game = play(coup.Game(list("ab"), "inquisitor"), "a steal b", "b pass")
    assert game.legal_moves == ["pass", "block_steal captain", "block_steal inquisitor"]


def test_a_block_may_follow_a_challenge_that_failed() -> None:
    game = table({"a": "captain duke", "b": "contessa captain", "c": "duke duke"})
    challenge(play(game, "a steal b"), "c")
    play(game, "a reveal captain", "c discard duke")
    assert (game.question.kind, game.pending) == ("block", ["b"])


def test_every_draw_is_random() -> None:
    game = table({"a": "duke duke", "b": "captain captain"}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    play(game, "chance draw contessa", "a return contessa")
    pass_all(play(game, "b exchange"))
    assert len(game.outcomes) == 5


def test_coins_of_a_seat_that_goes_out_go_back_to_the_treasury() -> None:
    game = table({"a": "captain duke", "b": "duke duke", "c": ""}, first_coins=7)
    play(game, "a coup b", "b discard duke", "b income", "c income", "a steal b", "b challenge")
    play(game, "a reveal captain", "b discard duke")
    assert game.coins == {"a": 0, "b": 0, "c": 3}


def test_there_is_no_ambassador_and_elsewhere_no_investigation() -> None:
    game = play(coup.Game(list("ab"), "inquisitor"), "a steal b", "b pass")
    with pytest.raises(coup.IllegalMove, match="the Ambassador cannot block a steal"):
        game.push("block_steal ambassador")
    with pytest.raises(coup.IllegalMove, match="there is no investigation in ruleset classic"):
        coup.Game(list("ab")).push("investigate b")
