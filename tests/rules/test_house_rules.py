"""House rules, which can be set on every ruleset, and rulesets that cannot be."""

import dataclasses
import pickle
from typing import Any

import pytest

import coup
from tests.helpers import block, challenge, deal, every_ruleset, pass_all, play


@every_ruleset
def test_coins_of_the_first_seat(ruleset: str) -> None:
    game = coup.Game("abc", coup.ruleset(ruleset, first_coins=1))
    assert game.coins == {"a": 1, "b": 2, "c": 2}


@every_ruleset
@pytest.mark.parametrize("allowed", [True, False])
def test_block_after_a_failed_challenge(ruleset: str, allowed: bool) -> None:
    hands = {"a": "assassin duke", "b": "contessa captain", "c": "duke duke"}
    game = deal(hands, ruleset, coins=3, block_after_challenge=allowed)
    challenge(play(game, "a assassinate b"), "c")
    play(game, "a reveal assassin", "c discard duke")
    assert game.question.kind == ("block" if allowed else "discard")
    assert game.pending == ["b"]


@every_ruleset
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_after_the_turn_limit_the_game_ends_without_a_winner(ruleset: str, limit: int) -> None:
    game = coup.Game("abc", coup.ruleset(ruleset, turn_limit=limit))
    for turn in range(1, limit + 1):
        assert (game.turn, game.over) == (turn, False)
        game.push("income")
    assert (game.over, game.winner, game.to_move) == (True, None, None)
    assert str(game.events[-1]) == "The turn limit is reached: nobody wins."


@every_ruleset
def test_who_wins_in_the_last_turn_wins(ruleset: str) -> None:
    game = deal({"a": "", "b": "duke duke"}, ruleset, first_coins=14, forced_coup=20, turn_limit=3)
    play(game, "a coup b", "b discard duke", "b income", "a coup b", "b discard duke")
    assert (game.turn, game.winner) == (3, "a")


@every_ruleset
@pytest.mark.parametrize(("returned", "left"), [(False, 0), (True, 3)])
def test_fee_returned_on_a_contessa_block(ruleset: str, returned: bool, left: int) -> None:
    game = deal({"a": "", "b": ""}, ruleset, coins=3, fee_returned=returned)
    pass_all(block(play(game, "a assassinate b"), "b"))
    assert game.coins["a"] == left


@every_ruleset
def test_by_default_there_is_no_turn_limit_and_no_fee_returned(ruleset: str) -> None:
    rules = coup.ruleset(ruleset)
    assert (rules.turn_limit, rules.fee_returned) == (None, False)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"turn_limit": 0}, "turn_limit must be a number from 1 to 1000000, not 0"),
        ({"coins": -1}, "coins must be a number from 0 to 99, not -1"),
        ({"coins": "two"}, "coins must be a number from 0 to 99, not 'two'"),
        ({"coins": True}, "coins must be a number from 0 to 99, not True"),
        ({"cards": 3}, "cards must be a number from 1 to 2, not 3"),
        ({"fee_returned": 1}, "fee_returned must be True or False, not 1"),
        ({"windows": "open"}, "windows must be separate or joint, not 'open'"),
        ({"answers": "loud"}, "answers must be first or target_first or secret, not 'loud'"),
        ({"forced_coup": 6}, "a coup is forced at 6 coins but costs 7"),
        ({"tax": "inquisitor"}, "tax claims the 'inquisitor', which is not among its roles"),
        ({"exchange": None, "roles": ("duke", "assassin", "captain", "contessa")}, "block_steal"),
        ({"roles": ("duke", "joker")}, "there is no role 'joker'"),
        ({"roles": ("duke", "duke")}, "the duke is listed twice"),
        ({"block_steal": ("contessa",)}, "a block of a steal cannot name the contessa"),
        ({"roles": "duke"}, "roles must be a tuple"),
        ({"block_steal": "captain"}, "block_steal must be a tuple"),
    ],
)
def test_a_ruleset_with_contradictory_fields_is_refused_with_a_sentence(
    fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(coup.RulesetError, match=sentence):
        coup.ruleset("classic", **fields)


def test_too_few_cards_for_the_seats_are_refused_with_a_sentence() -> None:
    small = coup.ruleset("classic", copies=1)
    with pytest.raises(coup.RulesetError, match=r"3 seats need 8 cards.*but there are 5"):
        coup.Game("abc", small)


def test_an_unknown_ruleset_or_field_is_refused_with_a_sentence() -> None:
    with pytest.raises(coup.RulesetError, match="no ruleset 'clasic', only classic, coup2022"):
        coup.Game("ab", "clasic")
    with pytest.raises(coup.RulesetError, match="no field 'turnlimit'; did you mean turn_limit"):
        coup.ruleset("classic", turnlimit=5)


def test_a_ruleset_cannot_be_changed_by_accident_and_travels_between_processes() -> None:
    rules = coup.ruleset("classic", first_coins=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.coins = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) != hash(coup.ruleset("classic"))


def test_an_action_can_be_taken_out_of_the_game() -> None:
    rules = coup.ruleset("classic", exchange=None)
    assert "exchange" not in coup.Game("ab", rules).legal_moves


def test_one_card_in_a_hand() -> None:
    game = coup.Game("ab", coup.ruleset("classic", cards=1), hands={"a": "duke"})
    assert (game.hand("a"), game.deck_size) == (("duke",), 13)
