"""The rules that all rulesets share, one test for each sentence."""

import pytest

import coup
from tests.helpers import (
    block,
    challenge,
    deal,
    every_ruleset,
    fifth,
    pass_all,
    play,
)

pytestmark = every_ruleset


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_seat_gets_two_cards_and_two_coins_the_rest_is_the_court_deck(
    ruleset: str, seats: int
) -> None:
    game = coup.Game(list("abcdef")[:seats], ruleset)
    assert set(game.coins.values()) == {2}
    assert all(len(game.hand(name)) == 2 for name in game.seats)
    assert game.deck_size == 15 - 2 * seats
    assert all(not game.discarded(name) for name in game.seats)


def test_three_cards_of_each_of_five_roles(ruleset: str) -> None:
    game = coup.Game(list("ab"), ruleset, drive_chance=True)
    roles = ("duke", "assassin", "captain", "contessa", fifth(ruleset))
    assert game.outcomes == {f"draw {role}": 3 for role in roles}
    play(game, "chance draw duke", "chance draw duke")
    assert game.outcomes == {f"draw {role}": 1 if role == "duke" else 3 for role in roles}


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_2_to_6_seats(ruleset: str, seats: int) -> None:
    with pytest.raises(ValueError, match="2 to 6 seats"):
        coup.Game(list("abcdefg")[:seats], ruleset)


def test_the_first_name_begins_and_turns_go_clockwise(ruleset: str) -> None:
    game = coup.Game(list("abc"), ruleset)
    for seat in "abcabc":
        assert game.to_move == seat
        game.push("income")


def test_a_turn_is_one_action_and_nobody_may_pass_it(ruleset: str) -> None:
    game = coup.Game(list("ab"), ruleset)
    assert "pass" not in game.legal_moves
    game.push("income")
    assert game.to_move == "b"


@pytest.mark.parametrize("coins", [10, 11, 12])
def test_a_seat_with_10_or_more_coins_must_coup(ruleset: str, coins: int) -> None:
    game = coup.Game(list("abc"), coup.ruleset(ruleset, coins=coins))
    assert game.legal_moves == ["coup b", "coup c"]
    with pytest.raises(coup.IllegalMove, match=f"a has {coins} coins and must coup"):
        game.push("tax")


def test_with_9_coins_a_coup_is_optional(ruleset: str) -> None:
    game = coup.Game(list("ab"), coup.ruleset(ruleset, coins=9))
    assert {"income", "coup b"} <= set(game.legal_moves)


def test_a_seat_can_reach_12_coins_and_then_must_coup(ruleset: str) -> None:
    game = coup.Game(list("ab"), coup.ruleset(ruleset, coins=9), hands={"b": "duke duke"})
    pass_all(play(game, "a tax"))
    assert game.coins["a"] == 12
    game.push("income")
    assert game.legal_moves == ["coup b"]
    game.push("coup b")
    assert game.coins["a"] == 5


def test_income_takes_1_coin_and_nobody_is_asked(ruleset: str) -> None:
    game = play(coup.Game(list("ab"), ruleset), "a income")
    assert game.coins == {"a": 3, "b": 2}
    assert game.to_move == "b"


def test_foreign_aid_takes_2_coins(ruleset: str) -> None:
    game = pass_all(play(coup.Game(list("abc"), ruleset), "a foreign_aid"))
    assert game.coins["a"] == 4


def test_foreign_aid_claims_no_role_and_cannot_be_challenged(ruleset: str) -> None:
    game = play(coup.Game(list("abc"), ruleset), "a foreign_aid")
    with pytest.raises(coup.IllegalMove, match="foreign aid claims no role"):
        game.push("challenge")


@pytest.mark.parametrize("blocker", ["b", "c"])
def test_any_other_seat_may_block_foreign_aid_claiming_the_duke(ruleset: str, blocker: str) -> None:
    game = block(play(coup.Game(list("abc"), ruleset), "a foreign_aid"), blocker)
    assert game.question.kind == "challenge block"
    assert (game.question.blocker, game.question.roles) == (blocker, ("duke",))
    pass_all(game)
    assert game.coins["a"] == 2


def test_a_coup_costs_7_and_the_target_discards_a_card_of_its_choice(ruleset: str) -> None:
    for choice in ("duke", "captain"):
        game = deal({"a": "", "b": "duke captain"}, ruleset, coins=7)
        play(game, "a coup b")
        assert game.coins["a"] == 0
        assert game.to_move == "b"
        assert sorted(game.legal_moves) == ["discard captain", "discard duke"]
        game.push(f"discard {choice}")
        assert game.discarded("b") == (choice,)


def test_a_coup_is_never_blocked_and_never_challenged(ruleset: str) -> None:
    game = play(coup.Game(list("abc"), coup.ruleset(ruleset, coins=7)), "a coup b")
    assert game.pending == ["b"]
    assert {move.verb for move in game.legal_moves} == {"discard"}


def test_a_coup_needs_7_coins(ruleset: str) -> None:
    game = coup.Game(list("ab"), coup.ruleset(ruleset, coins=6))
    with pytest.raises(coup.IllegalMove, match="a has 6 coins, coup costs 7"):
        game.push("coup b")


def test_tax_claims_the_duke_and_takes_3_coins(ruleset: str) -> None:
    game = play(coup.Game(list("abc"), ruleset), "a tax")
    assert (game.question.claimant, game.question.roles) == ("a", ("duke",))
    pass_all(game)
    assert game.coins["a"] == 5


def test_an_assassination_costs_3_and_the_target_discards(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke captain"}, ruleset, coins=3)
    play(game, "a assassinate b")
    assert game.question.roles == ("assassin",)
    pass_all(game)
    assert game.coins["a"] == 0
    play(game, "b discard captain")
    assert game.hand("b") == ("duke",)


def test_an_assassination_needs_3_coins(ruleset: str) -> None:
    game = coup.Game(list("ab"), ruleset)
    with pytest.raises(coup.IllegalMove, match="a has 2 coins, assassinate costs 3"):
        game.push("assassinate b")


def test_only_the_target_may_block_an_assassination_claiming_the_contessa(ruleset: str) -> None:
    game = deal({"a": "", "b": "", "c": ""}, ruleset, coins=3)
    play(game, "a assassinate c")
    with pytest.raises(
        coup.IllegalMove,
        match="b cannot block: only c, the target, may block an assassination",
    ):
        game.push("block_assassinate", "b")
    block(game, "c")
    assert (game.question.blocker, game.question.roles) == ("c", ("contessa",))


@pytest.mark.parametrize(("has", "taken"), [(0, 0), (1, 1), (2, 2), (5, 2)])
def test_a_steal_takes_up_to_2_coins_as_many_as_there_are(
    ruleset: str, has: int, taken: int
) -> None:
    game = play(coup.Game(list("ab"), coup.ruleset(ruleset, coins=has)), "a steal b")
    assert game.question.roles == ("captain",)
    pass_all(game)
    assert game.coins == {"a": has + taken, "b": has - taken}
    assert game.to_move == "b"


def test_only_the_target_may_block_a_steal(ruleset: str) -> None:
    game = play(coup.Game(list("abc"), ruleset), "a steal c")
    with pytest.raises(coup.IllegalMove, match="only c, the target, may block a steal"):
        game.push("block_steal captain", "b")


@pytest.mark.parametrize("action", ["steal", "assassinate", "coup"])
def test_a_target_is_another_living_seat(ruleset: str, action: str) -> None:
    game = deal({"a": "", "b": "duke duke", "c": ""}, ruleset, coins=20, forced_coup=30)
    with pytest.raises(coup.IllegalMove, match="another seat"):
        game.push(f"{action} a")
    play(game, "a coup b", "b discard duke", "b income", "c coup b", "b discard duke")
    assert not game.hand("b")
    game.push("income")  # a, then c, since b is out
    with pytest.raises(coup.IllegalMove, match="b is out and cannot be a target"):
        game.push(f"{action} b")


@pytest.mark.parametrize("action", ["tax", "exchange", "steal b", "assassinate b"])
@pytest.mark.parametrize("challenger", ["b", "c", "d"])
def test_any_other_living_seat_may_challenge_an_action(
    ruleset: str, action: str, challenger: str
) -> None:
    game = coup.Game(list("abcd"), coup.ruleset(ruleset, coins=3))
    challenge(play(game, f"a {action}"), challenger)
    assert game.question.kind == "reveal"
    assert (game.to_move, game.question.challenger) == ("a", challenger)


@pytest.mark.parametrize("challenger", ["a", "c", "d"])
def test_any_other_living_seat_may_challenge_a_block(ruleset: str, challenger: str) -> None:
    game = block(play(coup.Game(list("abcd"), ruleset), "a steal b"), "b", "captain")
    challenge(game, challenger)
    assert (game.to_move, game.question.challenger) == ("b", challenger)


def test_a_proved_claim_costs_the_challenger_a_card_of_its_choice(ruleset: str) -> None:
    game = deal({"a": "duke captain", "b": "contessa captain"}, ruleset)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke")
    assert game.to_move == "b"
    play(game, "b discard captain")
    assert game.hand("b") == ("contessa",)
    assert game.coins["a"] == 5


def test_the_card_that_proved_goes_into_the_deck_and_another_is_drawn(ruleset: str) -> None:
    game = deal({"a": "duke captain", "b": "duke duke"}, ruleset, drive_chance=True)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke")
    assert game.hand("a") == ("captain",)
    assert game.outcomes["draw duke"] == 1  # the only one not in b's hand
    play(game, "chance draw contessa")
    assert game.hand("a") == ("captain", "contessa")


def test_the_replacement_may_be_the_same_role(ruleset: str) -> None:
    game = deal({"a": "duke captain", "b": "duke duke"}, ruleset, drive_chance=True)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke", "chance draw duke", "b discard duke")
    assert game.hand("a") == ("duke", "captain")
    assert game.deck_size == 11


def test_a_seat_that_cannot_prove_loses_the_card_it_reveals(ruleset: str) -> None:
    game = deal({"a": "contessa captain", "b": ""}, ruleset)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal contessa")
    assert (game.hand("a"), game.discarded("a")) == (("captain",), ("contessa",))
    assert len(game.hand("b")) == 2
    assert game.coins["a"] == 2


def test_a_seat_that_will_not_prove_loses_the_card_it_reveals(ruleset: str) -> None:
    game = deal({"a": "duke captain", "b": ""}, ruleset)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal captain")
    assert (game.hand("a"), game.discarded("a")) == (("duke",), ("captain",))
    assert game.coins["a"] == 2


def test_a_beaten_claim_returns_the_cost_and_the_whole_action_fails(ruleset: str) -> None:
    game = deal({"a": "duke captain", "b": "duke duke"}, ruleset, coins=3)
    challenge(play(game, "a assassinate b"), "b")
    play(game, "a reveal captain")
    assert game.coins["a"] == 3
    assert len(game.hand("b")) == 2
    assert game.to_move == "b"


def test_a_beaten_block_lets_the_action_go_through(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke contessa"}, ruleset)
    challenge(block(play(game, "a steal b"), "b", "captain"), "a")
    play(game, "b reveal duke")
    assert game.coins == {"a": 4, "b": 0}
    assert game.hand("b") == ("contessa",)


def test_a_block_that_stands_keeps_the_cost_spent(ruleset: str) -> None:
    game = deal({"a": "", "b": ""}, ruleset, coins=3)
    pass_all(block(play(game, "a assassinate b"), "b"))
    assert game.coins == {"a": 0, "b": 3}
    assert len(game.hand("b")) == 2
    assert game.to_move == "b"


def test_a_proved_block_stands_and_its_challenger_discards(ruleset: str) -> None:
    game = deal({"a": "duke duke", "b": "contessa duke"}, ruleset, coins=3)
    challenge(block(play(game, "a assassinate b"), "b"), "a")
    play(game, "b reveal contessa", "a discard duke")
    assert game.coins["a"] == 0
    assert len(game.hand("b")) == 2
    assert game.hand("a") == ("duke",)


def test_discarded_cards_lie_face_up_for_all(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke captain", "c": ""}, ruleset, coins=7)
    play(game, "a coup b", "b discard duke")
    for seat in ("a", "b", "c", None):
        assert game.view(seat).discarded["b"] == ("duke",)


def test_a_seat_without_cards_is_out_immediately_and_never_asked_again(ruleset: str) -> None:
    game = deal({"a": "contessa contessa", "b": "", "c": ""}, ruleset)
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal contessa", "b income", "c income")
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal contessa")
    assert not game.hand("a")
    assert game.to_move == "b"
    play(game, "b foreign_aid")
    assert game.pending == ["c"]
    pass_all(game)
    assert game.to_move == "c"
    game.push("income")
    assert game.to_move == "b"
    with pytest.raises(coup.IllegalMove, match="a is out"):
        game.push("income", "a")


def test_the_last_seat_with_a_card_wins_and_there_is_no_second_place(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke duke"}, ruleset, first_coins=14, coins=0, forced_coup=15)
    play(game, "a coup b", "b discard duke", "b income", "a coup b")
    assert not game.over
    play(game, "b discard duke")
    assert (game.over, game.winner) == (True, "a")
    assert (game.to_move, game.pending, game.legal_moves) == (None, [], [])
    with pytest.raises(coup.IllegalMove, match="the game is over"):
        game.push("income")
    with pytest.raises(coup.IllegalMove, match="the game is over"):
        game.push("income", "a")


def test_double_danger_the_target_challenges_wrongly_and_is_then_assassinated(
    ruleset: str,
) -> None:
    game = deal({"a": "assassin duke", "b": "duke captain", "c": ""}, ruleset, coins=3)
    challenge(play(game, "a assassinate b"), "b")
    play(game, "a reveal assassin", "b discard duke")
    pass_all(game)  # here a block may still follow
    play(game, "b discard captain")
    assert not game.hand("b")
    assert game.coins["a"] == 0


def test_double_danger_the_target_is_caught_bluffing_the_contessa(ruleset: str) -> None:
    game = deal({"a": "assassin duke", "b": "duke captain", "c": ""}, ruleset, coins=3)
    challenge(block(play(game, "a assassinate b"), "b"), "c")
    play(game, "b reveal duke")
    assert game.legal_moves == ["discard captain"]
    play(game, "b discard captain")
    assert not game.hand("b")


@pytest.mark.parametrize("defence", ["challenge", "bluff"])
def test_if_the_first_loss_puts_the_target_out_there_is_no_second_and_the_coins_are_spent(
    ruleset: str, defence: str
) -> None:
    game = deal({"a": "assassin duke", "b": "duke captain", "c": ""}, ruleset, coins=7)
    play(game, "a coup b", "b discard duke", "b income", "c income")
    pass_all(play(game, "a tax"))
    play(game, "b income", "c income")
    assert game.coins["a"] == 3
    play(game, "a assassinate b")
    if defence == "challenge":
        challenge(game, "b")
        play(game, "a reveal assassin", "b discard captain")
    else:
        challenge(block(game, "b"), "a")
        play(game, "b reveal captain")
    assert game.to_move == "c"
    assert game.coins["a"] == 0
    assert game.discarded("b") == ("duke", "captain")


def test_the_last_card_of_a_challenger(ruleset: str) -> None:
    game = deal({"a": "duke contessa", "b": "captain captain", "c": ""}, ruleset, coins=7)
    play(game, "a coup b", "b discard captain", "b income", "c income")
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke")
    assert game.legal_moves == ["discard captain"]
    play(game, "b discard captain")
    assert (game.coins["a"], game.to_move) == (3, "c")


def test_the_last_card_of_the_last_challenger_ends_the_game_immediately(ruleset: str) -> None:
    game = deal({"a": "duke assassin", "b": "captain captain"}, ruleset, coins=7)
    play(game, "a coup b", "b discard captain", "b income", "a income", "b income")
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke", "b discard captain")
    assert (game.over, game.winner) == (True, "a")


def test_everyone_passing_lets_every_action_through(ruleset: str) -> None:
    for action in ("foreign_aid", "tax", "exchange", "steal b", "assassinate b"):
        game = coup.Game(list("abcdef"), coup.ruleset(ruleset, coins=3))
        play(game, f"a {action}")
        asked = set()
        while "pass" in game.legal_moves:
            asked.add(game.to_move)
            game.push("pass")
        assert asked == set("bcdef")
        assert game.question.kind in ("action", "return", "discard")


def test_every_question_is_asked_even_with_a_single_legal_answer(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke duke"}, ruleset, coins=7)
    play(game, "a coup b")
    assert game.legal_moves == ["discard duke"]
    play(game, "b discard duke", "b coup a")
    assert game.to_move == "a"
