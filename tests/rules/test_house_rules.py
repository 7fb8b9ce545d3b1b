"""House rules, which can be set in every ruleset, and impossible rulesets."""

import dataclasses
import pickle
from typing import Any

import pytest

import coup
from coup.events import Answered, Failed
from coup.rules import rulesets
from tests.helpers import block, challenge, deal, every_ruleset, pass_all, play, story


@every_ruleset
def test_coins_of_the_first_seat(ruleset: str) -> None:
    game = coup.Game(list("abc"), coup.ruleset(ruleset, first_coins=1))
    assert game.coins == {"a": 1, "b": 2, "c": 2}


@every_ruleset
def test_coins_of_every_seat(ruleset: str) -> None:
    rules = coup.ruleset(ruleset, seat_coins=(5, 0, 9))
    assert coup.Game(list("abc"), rules).coins == {"a": 5, "b": 0, "c": 9}
    with pytest.raises(coup.RulesetError, match="seat_coins is for 3 seats, not for 2"):
        coup.Game(list("ab"), rules)


@every_ruleset
def test_cards_that_lie_face_up_at_the_start(ruleset: str) -> None:
    """They lie around the table, are not in the court deck, and are known to everybody."""
    face_up = ("duke", "duke", "contessa", "captain", "duke")
    game = coup.Game(list("ab"), coup.ruleset(ruleset, cards=1, face_up=face_up), seed=3)
    assert game.discarded("a") == ("duke", "duke", "contessa")
    assert game.discarded("b") == ("duke", "captain")
    assert game.deck_size == 15 - 5 - 2
    assert game.view(None).discarded["b"] == ("duke", "captain")
    assert (game.alive, game.turn) == (["a", "b"], 1)
    hidden = [*game.hand("a"), *game.hand("b")]
    assert "duke" not in hidden
    with pytest.raises(ValueError, match="there are only 0 cards of the duke"):
        coup.Game(list("ab"), game.ruleset, hands={"a": "duke"})


def test_face_up_cards_cannot_be_dealt() -> None:
    rules = coup.ruleset("classic", copies=1, cards=1, face_up=("duke", "captain"))
    with pytest.raises(coup.RulesetError, match=r"2 seats need 4 cards.*but there are 3"):
        coup.Game(list("ab"), rules)


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
    game = coup.Game(list("abc"), coup.ruleset(ruleset, turn_limit=limit))
    for turn in range(1, limit + 1):
        assert (game.turn, game.over) == (turn, False)
        game.push("income")
    assert (game.over, game.winner, game.to_move) == (True, None, None)
    assert str(game.events[-1]) == "The turn limit is reached: nobody wins."


@every_ruleset
def test_a_win_in_the_last_turn_counts(ruleset: str) -> None:
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
        ({"copies": 10}, "copies must be a number from 1 to 9, not 10"),
        ({"exchange_draws": 3}, "exchange_draws must be a number from 1 to 2, not 3"),
        ({"fee_returned": 1}, "fee_returned must be True or False, not 1"),
        ({"windows": "open"}, "windows must be separate or joint, not 'open'"),
        ({"answers": "loud"}, "answers must be first or target_first or secret, not 'loud'"),
        ({"forced_coup": 6}, "a coup is forced at 6 coins but costs 7"),
        ({"tax": "inquisitor"}, "tax claims the 'inquisitor', which is not among its roles"),
        ({"exchange": None, "roles": ("duke", "assassin", "captain", "contessa")}, "block_steal"),
        ({"roles": ("duke", "joker")}, "there is no role 'joker'"),
        ({"roles": ("duke", "duke")}, "roles lists the duke twice"),
        ({"block_steal": ("contessa",)}, "a block of a steal cannot name the contessa"),
        ({"block_steal": ("captain", "captain")}, "block_steal lists the captain twice"),
        ({"tax": ""}, "tax claims the '', which is not among its roles"),
        ({"steal": None}, "nobody can steal, so block_steal must be ()"),
        ({"assassinate": None}, "nobody can assassinate, so block_assassinate must be ()"),
        ({"name": ""}, "a ruleset's name is a printable text, not ''"),
        ({"name": " "}, "a ruleset's name is a printable text, not ' '"),
        ({"name": "a\nb"}, "a ruleset's name is a printable text"),
        ({"roles": "duke"}, "roles must be a tuple"),
        ({"block_steal": "captain"}, "block_steal must be a tuple"),
        ({"face_up": ["duke"]}, "face_up must be a tuple"),
        ({"face_up": ("inquisitor",)}, "face_up has the 'inquisitor', which is not among its"),
        ({"face_up": ("duke",) * 4}, "face_up has more than 3 cards of the duke"),
        ({"copies": 9, "face_up": ("duke", "captain") * 7}, "at most 12 cards can lie face up"),
        ({"seat_coins": [2, 2]}, "seat_coins must be a tuple of numbers from 0 to 99"),
        ({"seat_coins": (2, -1)}, "seat_coins must be a tuple of numbers from 0 to 99"),
        ({"seat_coins": (2, True)}, "seat_coins must be a tuple of numbers from 0 to 99"),
        ({"seat_coins": (2,)}, "seat_coins is for 1 seats, Coup for 2 to 6"),
        ({"seat_coins": (1, 2), "first_coins": 1}, "so first_coins must be None"),
        ({"embezzle": "inquisitor"}, "embezzle denies the 'inquisitor', which is not among"),
        ({"seat_allegiances": ("loyalist", "reformist")}, "nobody has an allegiance"),
        (
            {
                "allegiances": True,
                "seat_allegiances": ("loyalist", "reformist"),
                "first_allegiance": "choose",
            },
            "so first_allegiance must be loyalist",
        ),
        ({"first_allegiance": "royalist"}, "must be loyalist or reformist or choose"),
        ({"convert_cost": -1}, "convert_cost must be a number from 0 to 99, not -1"),
        ({"allegiances": 1}, "allegiances must be True or False, not 1"),
    ],
)
def test_a_ruleset_with_contradictory_fields_is_refused_with_a_sentence(
    fields: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(coup.RulesetError, match=sentence):
        coup.ruleset("classic", **fields)


def test_every_field_is_checked() -> None:
    checked = {
        *rulesets.LIMITS,
        *rulesets.CHOICES,
        *rulesets.SWITCHES,
        *rulesets.CLAIMS,
        *rulesets.WORD_LISTS,
        "name",
        "seat_coins",
        "embezzle",
    }
    assert checked == {field.name for field in dataclasses.fields(coup.Ruleset)}


def test_a_ruleset_says_what_differs() -> None:
    assert str(coup.ruleset("classic")) == "classic"
    assert str(coup.ruleset("coup2022", turn_limit=100)) == "coup2022 with turn_limit=100"
    own = coup.ruleset("classic", name="friday", coins=3)
    assert str(own) == "friday"
    assert "friday" in str(coup.Game(["ann", "bob"], own))


@pytest.mark.parametrize("value", [None, 3, {}, b"classic"])
def test_anything_but_a_ruleset_is_refused_with_a_sentence(value: Any) -> None:
    with pytest.raises(coup.RulesetError, match="a ruleset is a name or a Ruleset, not"):
        coup.Game(["ann", "bob"], value)


def test_too_few_cards_for_the_seats_are_refused_with_a_sentence() -> None:
    small = coup.ruleset("classic", copies=1)
    with pytest.raises(coup.RulesetError, match=r"3 seats need 8 cards.*but there are 5"):
        coup.Game(list("abc"), small)
    two_seats = coup.ruleset("inquisitor", copies=1, exchange=None)
    assert coup.Game(["a", "b"], two_seats).deck_size == 1  # enough for an investigation
    four_roles = coup.ruleset(
        "classic",
        copies=1,
        exchange=None,
        roles=("duke", "assassin", "captain", "contessa"),
        block_steal=("captain",),
    )
    assert coup.Game(["a", "b"], four_roles).deck_size == 0


def test_an_unknown_ruleset_or_field_is_refused_with_a_sentence() -> None:
    with pytest.raises(coup.RulesetError, match="no ruleset 'clasic'; did you mean classic"):
        coup.Game(list("ab"), "clasic")
    with pytest.raises(
        coup.RulesetError, match="no house rule 'turnlimit'; did you mean turn_limit"
    ):
        coup.ruleset("classic", turnlimit=5)


def test_a_ruleset_cannot_be_changed_by_accident_and_travels_between_processes() -> None:
    rules = coup.ruleset("classic", first_coins=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.coins = 3  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert hash(rules) != hash(coup.ruleset("classic"))


def test_an_action_can_be_taken_out_of_the_game() -> None:
    rules = coup.ruleset("classic", exchange=None)
    assert "exchange" not in coup.Game(list("ab"), rules).legal_moves


def test_one_card_in_a_hand() -> None:
    game = coup.Game(list("ab"), coup.ruleset("classic", cards=1), hands={"a": "duke"})
    assert (game.hand("a"), game.deck_size) == (("duke",), 13)


def test_one_window_in_which_the_first_answer_counts() -> None:
    game = deal({"a": "", "b": "", "c": ""}, windows="joint")
    play(game, "a steal b")
    assert game.legal_moves_of("b")[:2] == ["pass", "challenge"]
    play(game, "c challenge")
    assert (game.question.kind, game.question.challenger) == ("reveal", "c")
    assert "c challenges: does a have the Captain?" in story(game)
    assert not [event for event in game.events if isinstance(event, Answered)]


def test_one_window_in_which_the_target_is_asked_first() -> None:
    game = deal({"a": "", "b": "", "c": ""}, windows="joint", answers="target_first")
    play(game, "a steal c")
    assert game.pending == ["c"]
    play(game, "c pass")
    assert game.pending == ["b"]


def test_separate_windows_with_secret_answers() -> None:
    game = deal({"a": "duke duke", "b": "", "c": ""}, answers="secret", drive_chance=True)
    play(game, "a tax", "b challenge")
    assert game.pending == ["c"]
    play(game, "c challenge")
    assert game.outcomes == {"pick b": 1, "pick c": 1}


def test_a_fee_returned_to_a_seat_that_is_out_stays_or_goes_like_its_other_coins() -> None:
    for ruleset, left in (("classic", 0), ("coup2022", 3)):
        hands = {"a": "duke captain", "b": "contessa duke", "c": ""}
        game = deal(hands, ruleset, coins=9, first_coins=2, fee_returned=True)
        play(game, "a income", "b coup a", "a discard duke", "c income", "a assassinate b")
        challenge(block(game, "b"), "a")
        play(game, "b reveal contessa", "a discard captain")
        assert game.coins["a"] == left
        failed = [event for event in game.events if isinstance(event, Failed)]
        assert [event.refund for event in failed] == [left]


def test_five_copies_of_each_role() -> None:
    hands = {"a": "duke duke", "b": "captain captain"}
    game = deal(hands, copies=5, drive_chance=True)
    assert game.deck_size == 21
    pass_all(play(game, "a exchange"))
    play(game, "chance draw duke", "chance draw duke")
    assert game.legal_moves == ["return duke"]
    play(game, "a return duke", "a return duke")
    pass_all(play(game, "b exchange"))
    assert sum(game.outcomes.values()) == 21
    drawn = set()
    for seed in range(60):
        sampled = coup.Game(list("ab"), coup.ruleset("classic", copies=5), seed, hands)
        pass_all(play(sampled, "a exchange"))
        drawn |= {ply.move.role for ply in sampled.moves[-2:]}
    assert len(drawn) == 5


def test_nine_copies_of_each_role() -> None:
    hands = {"a": "duke duke", "b": "captain captain"}
    drawn = set()
    for seed in range(60):
        game = coup.Game(list("ab"), coup.ruleset("classic", copies=9), seed, hands)
        pass_all(play(game, "a exchange"))
        drawn |= {ply.move.role for ply in game.moves[-2:]}
    assert len(drawn) == 5


def test_a_coup_may_be_forced_as_soon_as_it_can_be_paid() -> None:
    game = deal({"a": "", "b": ""}, coins=7, forced_coup=7)
    assert game.legal_moves == ["coup b"]


def test_a_swap_needs_a_card_in_the_deck() -> None:
    rules = coup.ruleset(
        "inquisitor",
        copies=1,
        exchange=None,
        roles=("duke", "assassin", "contessa", "inquisitor"),
        steal=None,
        block_steal=(),
    )
    with pytest.raises(coup.RulesetError, match=r"2 seats need 5 cards.*but there are 4"):
        coup.Game(["a", "b"], rules)


def test_any_role_may_block_a_steal_where_the_block_names_none() -> None:
    game = deal(
        {"a": "", "b": "contessa duke"}, block_steal=("contessa",), block_steal_names_role=False
    )
    block(play(game, "a steal b"), "b")
    assert game.question.roles == ("contessa",)


def test_a_block_by_nobody_is_no_claim() -> None:
    assert "block_steal" not in coup.ruleset("classic", block_steal=()).claims


def test_an_unknown_field_is_refused_with_the_page_that_lists_them() -> None:
    with pytest.raises(coup.RulesetError, match=r"no house rule 'xyzzy'; docs/playing\.md lists"):
        coup.ruleset("classic", xyzzy=5)
