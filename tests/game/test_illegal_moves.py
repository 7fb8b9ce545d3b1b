"""An illegal move gets a sentence, and changes nothing."""

import pytest

import coup
from tests.helpers import deal, play


def refuse(game: coup.Game, move: str, seat: str | None = None) -> str:
    before = (game.moves, str(game), game.events)
    with pytest.raises(coup.IllegalMove) as caught:
        game.push(move, seat)
    assert (game.moves, str(game), game.events) == before
    return str(caught.value)


def rich(*lines: str, ruleset: str = "classic") -> coup.Game:
    hands = {"ann": "duke captain", "bob": "contessa assassin", "carl": "duke captain"}
    return play(deal(hands, ruleset, coins=7), *lines)


def test_a_word_that_is_no_move() -> None:
    assert refuse(rich(), "incom") == "'incom' is not a move; did you mean income?"
    assert (
        refuse(rich("ann tax"), "xyzzy") == "'xyzzy' is not a move here. You can: pass or challenge"
    )
    assert refuse(rich(), "TAX") == "'TAX' is not a move; did you mean tax?"
    assert refuse(rich(), "steal zoe") == (
        "steal whom? there is no seat zoe; the seats are ann, bob, carl"
    )
    assert refuse(rich(), "steal\t zoe").startswith("steal whom? there is no seat zoe;")
    assert refuse(rich(), "coup") == "coup whom? it needs a target; the seats are ann, bob, carl"
    assert len(refuse(rich(), "x" * 100_000)) < 300


def test_an_unknown_seat() -> None:
    with pytest.raises(ValueError, match="there is no seat 'zoe', only ann, bob, carl"):
        rich().push("income", "zoe")


def test_a_seat_that_is_not_asked() -> None:
    assert refuse(rich(), "income", "bob") == "bob is not asked now: the question is for ann"


def test_coins() -> None:
    game = deal({"markus": "", "trey": ""}, first_coins=1)
    assert refuse(game, "assassinate trey") == "markus has 1 coin, assassinate costs 3"
    assert refuse(game, "coup trey") == "markus has 1 coin, coup costs 7"


def test_a_forced_coup() -> None:
    game = deal({"ann": "", "bob": ""}, coins=10)
    assert refuse(game, "income") == "ann has 10 coins and must coup"


def test_a_block_by_the_wrong_seat() -> None:
    sentence = "bob cannot block: only carl, the target, may block an assassination"
    assert refuse(rich("ann assassinate carl"), "block_assassinate", "bob") == sentence
    later = rich("ann assassinate carl", "bob pass", "carl pass")
    assert later.question.kind == "block"
    assert refuse(later, "block_assassinate", "bob") == sentence
    joint = rich("ann assassinate carl", ruleset="coup2022")
    assert refuse(joint, "block_assassinate", "bob") == sentence


def test_a_block_too_early() -> None:
    game = rich("ann steal bob")
    assert refuse(game, "block_steal captain", "bob") == (
        "bob cannot block yet: first the steal may be challenged"
    )


def test_a_block_of_what_cannot_be_blocked() -> None:
    assert refuse(rich("ann tax"), "block_foreign_aid") == (
        "bob cannot block: the tax cannot be blocked"
    )


def test_the_wrong_block() -> None:
    game = rich("ann foreign_aid")
    assert refuse(game, "block_assassinate") == (
        "bob cannot block_assassinate: the action is foreign_aid"
    )


def test_a_block_of_a_block() -> None:
    game = rich("ann foreign_aid", "bob block_foreign_aid")
    assert refuse(game, "block_foreign_aid") == (
        "carl cannot block a block: it can only be challenged"
    )


def test_a_block_of_a_steal_and_its_role() -> None:
    named = rich("ann steal bob", "bob pass", "carl pass")
    assert refuse(named, "block_steal") == (
        "bob must say which role blocks: the Captain or the Ambassador"
    )
    unnamed = rich("ann steal bob", ruleset="coup2022")
    assert refuse(unnamed, "block_steal captain") == (
        "bob blocks without naming a role: block_steal"
    )


def test_the_wrong_block_by_the_wrong_seat() -> None:
    game = rich("ann steal bob", ruleset="coup2022")
    assert refuse(game, "block_assassinate", "carl") == (
        "carl cannot block_assassinate: the action is steal"
    )


def test_a_challenge_of_what_claims_nothing() -> None:
    assert refuse(rich("ann foreign_aid"), "challenge") == (
        "bob cannot challenge: foreign aid claims no role"
    )


def test_a_challenge_too_late() -> None:
    game = rich("ann steal bob", "bob pass", "carl pass")
    assert refuse(game, "challenge") == (
        "bob cannot challenge the steal any more: now it can only be blocked"
    )


def test_a_card_that_is_not_held() -> None:
    game = rich("ann coup bob")
    assert refuse(game, "discard duke") == "bob has no duke"
    game = rich("ann tax", "bob challenge")
    assert refuse(game, "reveal assassin") == "ann has no assassin"


def test_a_move_of_another_question() -> None:
    assert refuse(rich("ann coup bob"), "pass") == (
        "bob cannot pass now, only discard assassin or discard contessa"
    )
    assert refuse(rich(), "pass").startswith("ann cannot pass now, only income, foreign_aid")


def test_an_action_that_the_ruleset_does_not_have() -> None:
    assert refuse(rich(), "investigate bob") == "there is no investigation in ruleset classic"


def test_a_seat_that_is_out() -> None:
    game = deal({"ann": "", "bob": "duke duke", "carl": ""}, first_coins=14, forced_coup=20)
    play(game, "ann coup bob", "bob discard duke", "bob income", "carl income", "ann coup bob")
    play(game, "bob discard duke")
    assert refuse(game, "income", "bob") == "bob is out and cannot move"
    assert refuse(game, "steal bob") == "bob is out and cannot be a target"


def test_the_end() -> None:
    game = deal({"ann": "", "bob": ""}, turn_limit=1)
    game.push("income")
    assert refuse(game, "income") == "the game is over"
    assert refuse(game, "income", "bob") == "the game is over"
    assert refuse(game, "xyzzy", "bob") == "the game is over"


def test_a_word_that_is_no_move_of_a_seat_that_is_not_asked() -> None:
    assert refuse(rich("ann tax"), "xyzzy", "ann") == (
        "'xyzzy' is not a move here. You can: pass or challenge"
    )


def test_an_action_out_of_turn_is_not_about_coins() -> None:
    game = deal({"ann": "", "bob": ""})
    sentence = "bob is not asked now: the question is for ann"
    assert refuse(game, "coup ann", "bob") == sentence
    assert refuse(game, "steal bob", "bob") == sentence


def test_a_card_move_of_another_question() -> None:
    game = rich("ann coup bob")
    assert refuse(game, "reveal contessa") == (
        "bob cannot reveal contessa now, only discard assassin or discard contessa"
    )


def test_a_target_is_another_seat() -> None:
    assert refuse(rich("ann income"), "steal bob") == (
        "bob cannot steal itself: a target is another seat"
    )
    forced = deal({"ann": "", "bob": ""}, coins=10)
    assert refuse(forced, "coup ann") == "ann cannot coup itself: a target is another seat"


def test_a_block_of_the_targets_block() -> None:
    game = rich("ann steal bob", "bob pass", "carl pass", "bob block_steal captain")
    assert refuse(game, "block_steal captain", "carl") == (
        "carl cannot block a block: it can only be challenged"
    )


def test_a_block_of_a_steal_where_nothing_is_stolen() -> None:
    for move in ("block_steal", "block_steal captain"):
        assert refuse(rich("ann foreign_aid"), move) == (
            "bob cannot block_steal: the action is foreign_aid"
        )


def test_an_unknown_target_with_blanks_or_very_long() -> None:
    assert refuse(rich(), "  coup ") == (
        "coup whom? it needs a target; the seats are ann, bob, carl"
    )
    assert len(refuse(rich(), "steal " + "x" * 100_000)) < 300
