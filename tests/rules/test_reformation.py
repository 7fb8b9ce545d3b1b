"""Reformation: a test for each sentence of its rules, in their order (docs/rules.md has them)."""

from typing import Any

import pytest

import coup
from coup.events import Drew, Embezzled, Proved, Sided
from tests.helpers import challenge, deal, pass_all, play

NAMES = ("ann", "bob", "carl", "dora", "emil", "fay", "gus", "hal", "ida", "jim")
LOYAL, REFORM = "loyalist", "reformist"


def table(seats: int, **house_rules: Any) -> coup.Game:
    """A new game; seats whose number is odd begin as reformists."""
    return coup.Game(NAMES[:seats], coup.ruleset("reformation", **house_rules), seed=1)


def with_sides(sides: str, **house_rules: Any) -> coup.Game:
    """A new game whose seats are on these sides, as in "LRL"."""
    allegiances = tuple({"L": LOYAL, "R": REFORM}[side] for side in sides)
    return table(len(sides), seat_allegiances=allegiances, **house_rules)


def reserve(hands: dict[str, str], coins: int = 3, **house_rules: Any) -> coup.Game:
    """A new game with coins in the reserve."""
    return deal(hands, "reformation", reserve=coins, **house_rules)


def targets(game: coup.Game, verb: str) -> set[str | None]:
    """The seats at which the seat to move may aim an action."""
    return {move.target for move in game.legal_moves if move.verb == verb}


def refusal(game: coup.Game, move: str, seat: str | None = None) -> str:
    """Why a move is not legal."""
    with pytest.raises(coup.IllegalMove) as refused:
        game.push(move, seat)
    return str(refused.value)


# The table.


def test_01_two_to_ten_players_can_take_part() -> None:
    assert [len(table(seats).seats) for seats in range(2, 11)] == list(range(2, 11))
    for seats in (1, 11):
        with pytest.raises(coup.RulesetError, match=f"is for 2 to 10 seats, not {seats}"):
            coup.Game([f"p{seat}" for seat in range(seats)], "reformation")


def test_02_each_of_five_roles_has_3_cards_up_to_6_players_4_up_to_8_and_5_up_to_10() -> None:
    ruleset = coup.ruleset("reformation")
    assert len(ruleset.roles) == 5
    copies = [ruleset.copies_for(seats) for seats in range(2, 11)]
    assert copies == [3, 3, 3, 3, 3, 4, 4, 5, 5]


def test_03_two_cards_and_two_coins_each_and_the_rest_are_the_court_deck() -> None:
    for seats, rest in zip(range(2, 11), (11, 9, 7, 5, 3, 6, 4, 7, 5), strict=True):
        game = table(seats)
        assert {len(game.hand(seat)) for seat in game.seats} == {2}
        assert set(game.coins.values()) == {2}
        assert game.deck_size == rest


def test_04_the_reserve_is_empty_at_the_start_and_everybody_sees_it() -> None:
    game = table(3)
    assert game.reserve == 0
    game.push("convert")
    assert [game.view(seat).reserve for seat in (*game.seats, None)] == [1] * 4


def test_05_every_player_has_an_allegiance_open_to_all() -> None:
    game = table(3)
    for seat in (*game.seats, None):
        assert game.view(seat).allegiances == {"ann": LOYAL, "bob": REFORM, "carl": LOYAL}


def test_06_sides_alternate_so_with_an_odd_number_the_last_and_the_first_share_one() -> None:
    assert list(table(4).allegiances.values()) == [LOYAL, REFORM] * 2
    assert list(table(5).allegiances.values()) == [LOYAL, REFORM, LOYAL, REFORM, LOYAL]


def test_07_by_default_nobody_is_asked_for_a_side() -> None:
    game = table(2)
    assert (game.turn, game.question.kind, game.to_move) == (1, "action", "ann")


def test_08_the_last_player_with_a_card_wins_alone() -> None:
    game = with_sides("LLL", cards=1, coins=7)
    assert not play(game, "ann coup bob").over
    game.push(game.legal_moves[0])
    assert not game.over  # though all who are left are loyalists
    play(game, "carl coup ann")
    game.push(game.legal_moves[0])
    assert (game.over, game.winner) == (True, "carl")


# The own side and the other.


def test_09_nobody_may_attack_their_own_side_while_sides_differ() -> None:
    game = with_sides("LRLR", coins=7, inquisitor=True)
    for verb in ("coup", "assassinate", "steal", "investigate"):
        assert targets(game, verb) == {"bob", "dora"}


def test_10_only_the_other_side_is_asked_whether_it_blocks_foreign_aid() -> None:
    game = play(with_sides("LRLR"), "ann foreign_aid")
    assert game.pending == ["bob", "dora"]
    assert refusal(game, "block_foreign_aid", "carl") == "carl and ann are both loyalists"


def test_10_the_same_in_one_window_for_challenges_and_blocks() -> None:
    game = play(with_sides("LRLR", windows="joint"), "ann foreign_aid")
    assert (game.pending, game.question.kind) == (["bob", "dora"], "block")


def test_11_anybody_may_challenge_anybodys_action_or_block() -> None:
    assert play(with_sides("LRLR"), "ann tax").pending == ["bob", "carl", "dora"]
    game = play(with_sides("LRLR"), "ann foreign_aid", "bob block_foreign_aid")
    assert game.pending == ["ann", "carl", "dora"]


def test_12_among_one_side_everybody_may_attack_and_block_everybody() -> None:
    game = with_sides("LLL", coins=7)
    assert targets(game, "coup") == targets(game, "steal") == {"bob", "carl"}
    assert play(game, "ann foreign_aid").pending == ["bob", "carl"]


def test_13_a_conversion_that_makes_them_differ_restores_the_rule_immediately() -> None:
    game = with_sides("LLL", coins=7)
    play(game, "ann convert carl")
    assert targets(game, "coup") == {"carl"}


def test_12_the_same_as_soon_as_the_last_of_a_side_goes_out_or_changes_it() -> None:
    struck = with_sides("LRLL", cards=1, coins=7)
    assert targets(struck, "coup") == {"bob"}
    play(struck, "ann coup bob")
    struck.push(struck.legal_moves[0])
    assert targets(struck, "coup") == {"ann", "dora"}
    changed = play(with_sides("LRL", coins=7), "ann income", "bob convert")
    assert targets(changed, "coup") == {"ann", "bob"}


def test_14_players_who_are_out_do_not_count_keep_their_side_and_cannot_be_converted() -> None:
    game = with_sides("LLL", cards=1, coins=9)
    play(game, "ann convert bob", "bob income", "carl coup bob")
    game.push(game.legal_moves[0])
    assert game.alive == ["ann", "carl"]
    assert game.allegiances["bob"] == REFORM
    assert targets(game, "steal") == {"carl"}  # both are loyalists, and nobody else counts
    assert refusal(game, "convert bob") == "bob is out and cannot be converted"


def test_15_there_is_always_somebody_to_attack() -> None:
    for sides in ("LL", "LR", "LLL", "LLR", "LRR", "LRLR", "LLLLLLLLLR"):
        assert targets(with_sides(sides, coins=7), "coup")


def test_16_the_forced_coup_has_a_target_but_only_of_the_other_side() -> None:
    game = with_sides("LLR", coins=10)
    assert game.legal_moves == ["coup carl"]
    assert refusal(game, "coup bob") == "ann and bob are both loyalists"
    assert with_sides("LLL", coins=10).legal_moves == ["coup bob", "coup carl"]


@pytest.mark.parametrize("sides", ["LL", "LR"])
def test_17_between_two_players_the_sides_restrain_nobody(sides: str) -> None:
    game = with_sides(sides, coins=7)
    assert targets(game, "coup") == targets(game, "steal") == {"bob"}
    assert play(game, "ann foreign_aid").pending == ["bob"]


# Conversion.


def test_18_a_conversion_takes_the_whole_turn_and_is_open_to_everybody() -> None:
    game = table(3)
    for seat in ("ann", "bob", "carl"):
        assert game.to_move == seat
        assert "convert" in game.legal_moves
        game.push("convert")


def test_19_convert_costs_1_coin_and_changes_the_own_side() -> None:
    game = play(table(3), "ann convert")
    assert (game.coins["ann"], game.allegiances["ann"]) == (1, REFORM)


def test_20_convert_bob_costs_2_and_changes_a_living_player_of_either_side() -> None:
    assert targets(table(4), "convert") == {None, "bob", "carl", "dora"}
    game = play(table(4), "ann convert carl")
    assert (game.coins["ann"], game.allegiances["carl"]) == (0, REFORM)


def test_21_the_coins_go_to_the_reserve() -> None:
    game = play(table(3), "ann convert", "bob convert carl")
    assert game.reserve == 3


def test_22_it_claims_nothing_and_takes_effect_immediately() -> None:
    game = play(table(3), "ann convert bob")
    assert (game.to_move, game.question.kind) == ("bob", "action")
    assert Sided("bob", LOYAL) in game.events
    assert not game.view("bob").claims


def test_23_a_seat_that_cannot_pay_or_must_coup_cannot_convert() -> None:
    poor = table(3, coins=1)
    assert targets(poor, "convert") == {None}
    assert refusal(table(3, coins=0), "convert") == "ann has 0 coins, converting costs 1"
    rich = table(3, coins=10)
    assert refusal(rich, "convert") == "ann has 10 coins and must coup"


# Embezzlement.

EMPTY_HANDED = {"ann": "captain contessa", "bob": "duke captain", "carl": "duke assassin"}
WITH_A_DUKE = {"ann": "duke contessa", "bob": "captain captain", "carl": "duke assassin"}


def test_24_embezzle_takes_all_coins_of_the_reserve_denying_the_duke() -> None:
    game = play(reserve(EMPTY_HANDED, 5), "ann embezzle")
    assert game.question.denied == ("duke",)
    pass_all(game)
    assert (game.coins["ann"], game.reserve) == (7, 0)
    assert Embezzled("ann", 5) in game.events


def test_25_it_needs_a_coin_in_the_reserve_and_no_forced_coup() -> None:
    assert refusal(table(3), "embezzle") == "the reserve is empty"
    assert refusal(table(3, reserve=3, coins=10), "embezzle") == "ann has 10 coins and must coup"


def test_26_everybody_else_of_either_side_may_challenge_it_and_nobody_can_block_it() -> None:
    game = play(reserve(EMPTY_HANDED), "ann embezzle")
    assert (game.coins["ann"], game.pending) == (2, ["bob", "carl"])
    for seat in game.pending:
        assert game.legal_moves_of(seat) == ["pass", "challenge"]


def test_27_if_nobody_challenges_a_duke_does_not_matter() -> None:
    game = pass_all(play(reserve(WITH_A_DUKE), "ann embezzle"))
    assert game.coins["ann"] == 5


@pytest.mark.parametrize("cards", [1, 2])
def test_28_an_embezzler_without_a_duke_may_show_all_its_cards_to_everybody(cards: int) -> None:
    hands = {"ann": "captain contessa"[: 7 if cards == 1 else 16], "bob": "", "carl": ""}
    game = challenge(play(reserve(hands, cards=cards), "ann embezzle"), "bob")
    shown = game.hand("ann")
    play(game, "ann prove")
    for seat in (*game.seats, None):
        assert Proved("ann", shown, ("duke",)) in game.view(seat).events


def test_29_they_go_into_the_court_deck_and_as_many_are_drawn_unseen() -> None:
    game = deal(EMPTY_HANDED, "reformation", reserve=3, drive_chance=True)
    challenge(play(game, "ann embezzle"), "bob")
    play(game, "ann prove")
    assert (game.deck_size, game.hand("ann")) == (11, ())
    assert game.outcomes["draw captain"] == 2  # one of them was ann's
    play(game, "chance draw duke", "chance draw contessa")
    assert game.hand("ann") == ("duke", "contessa")
    assert Drew("ann", "duke") in game.view("ann").events
    assert Drew("ann", "duke") not in game.view("bob").events


def test_30_then_the_challenger_loses_a_card_of_its_choice_and_the_reserve_is_taken() -> None:
    game = challenge(play(reserve(EMPTY_HANDED), "ann embezzle"), "bob")
    play(game, "ann prove")
    assert (game.to_move, game.legal_moves) == ("bob", ["discard duke", "discard captain"])
    assert game.reserve == 3
    play(game, "bob discard captain")
    assert (game.coins["ann"], game.reserve, game.to_move) == (5, 0, "bob")


def test_31_even_if_the_challenger_goes_out_by_it() -> None:
    hands = {"ann": "captain", "bob": "duke", "carl": "duke"}
    game = challenge(play(reserve(hands, cards=1), "ann embezzle"), "bob")
    play(game, "ann prove", "bob discard duke")
    assert (game.alive, game.coins["ann"]) == (["ann", "carl"], 5)


def test_32_an_embezzler_with_a_duke_cannot_prove_anything() -> None:
    game = challenge(play(reserve(WITH_A_DUKE), "ann embezzle"), "bob")
    assert game.legal_moves == ["reveal duke", "reveal contessa"]
    said = "ann cannot prove that it has no Duke: it has one"
    assert refusal(game, "prove") == said


def test_33_an_embezzler_without_one_may_give_in_all_the_same() -> None:
    game = challenge(play(reserve(EMPTY_HANDED), "ann embezzle"), "bob")
    assert game.legal_moves == ["reveal captain", "reveal contessa", "prove"]
    play(game, "ann reveal captain")
    assert (game.discarded("ann"), game.reserve, game.to_move) == (("captain",), 3, "bob")


@pytest.mark.parametrize("role", ["duke", "contessa"])
def test_34_the_loser_chooses_the_card_that_it_turns_face_up(role: str) -> None:
    game = challenge(play(reserve(WITH_A_DUKE), "ann embezzle"), "bob")
    play(game, f"ann reveal {role}")
    assert game.discarded("ann") == (role,)
    kept = {"duke", "contessa"} - {role}
    public = " ".join(map(str, game.view("carl").events)).lower()
    assert f"loses the {role}" in public
    assert not any(f"the {other}" in public.split("challenges")[1] for other in kept - {"duke"})


def test_35_the_reserve_stays_and_the_challenger_loses_nothing() -> None:
    game = challenge(play(reserve(WITH_A_DUKE), "ann embezzle"), "bob")
    play(game, "ann reveal duke")
    assert (game.reserve, game.coins["ann"], game.to_move) == (3, 2, "bob")
    assert (len(game.hand("bob")), len(game.hand("carl"))) == (2, 2)


def test_36_a_duke_that_lies_face_up_does_not_count() -> None:
    game = reserve({"ann": "captain contessa", "bob": "", "carl": ""}, face_up=("duke",))
    challenge(play(game, "ann embezzle"), "bob")
    assert game.discarded("ann") == ("duke",)
    assert "prove" in game.legal_moves


def test_37_it_may_lift_a_purse_above_10_coins_and_the_next_turn_must_be_a_coup() -> None:
    game = pass_all(play(reserve(EMPTY_HANDED, 9), "ann embezzle"))
    assert game.coins["ann"] == 11
    play(game, "bob income", "carl income")
    assert {move.verb for move in game.legal_moves} == {"coup"}


# Where coins go.


def test_38_only_conversions_fill_the_reserve() -> None:
    game = table(3, coins=7, cards=1)
    play(game, "ann coup bob")
    game.push(game.legal_moves[0])
    assert (game.coins["bob"], game.reserve) == (0, 0)
    play(game, "carl assassinate ann")
    assert game.reserve == 0


# The Inquisitor.


@pytest.mark.parametrize(("seats", "copies"), [(4, 3), (8, 4), (10, 5)])
def test_39_by_house_rule_the_inquisitor_replaces_the_ambassador(seats: int, copies: int) -> None:
    ruleset = coup.ruleset("reformation", inquisitor=True)
    assert ruleset.roles == ("duke", "assassin", "captain", "inquisitor", "contessa")
    assert ruleset.copies_for(seats) == copies
    assert str(ruleset) == "reformation with inquisitor=yes"


def test_40_he_exchanges_one_card_blocks_a_steal_and_investigates_the_other_side() -> None:
    hands = {"ann": "inquisitor inquisitor", "bob": "captain duke", "carl": "duke contessa"}
    game = deal(hands, "reformation", inquisitor=True)
    assert targets(game, "investigate") == {"bob"}
    pass_all(play(game, "ann exchange"))
    assert (game.deck_size, len(game.hand("ann"))) == (8, 3)
    game.push(game.legal_moves[0])
    pass_all(play(game, "bob income", "carl income", "ann investigate bob"))
    assert game.legal_moves == ["show duke", "show captain"]
    play(game, "bob show duke", "ann keep", "bob steal ann", "ann pass", "carl pass")
    assert "block_steal inquisitor" in game.legal_moves


# Moves and views.


def test_41_the_new_actions_are_convert_convert_bob_and_embezzle() -> None:
    game = table(2, reserve=1)
    assert {"convert", "convert bob", "embezzle"} < set(game.legal_moves)
    assert refusal(game, "convert ann") == "ann changes its own side with convert alone"


def test_42_a_challenged_embezzler_answers_prove_or_reveal() -> None:
    without = challenge(play(reserve(EMPTY_HANDED), "ann embezzle"), "bob")
    assert [move.verb for move in without.legal_moves] == ["reveal", "reveal", "prove"]
    having = challenge(play(reserve(WITH_A_DUKE), "ann embezzle"), "bob")
    assert [move.verb for move in having.legal_moves] == ["reveal", "reveal"]


def test_43_other_rulesets_have_no_allegiances_and_no_reserve() -> None:
    game = coup.Game(["ann", "bob"])
    assert (game.allegiances, game.reserve) == ({}, 0)
    view = game.view("ann")
    assert (view.allegiances, view.reserve) == ({}, 0)
    assert set(table(3).allegiances.values()) == {LOYAL, REFORM}


def test_44_nobody_has_claimed_a_duke() -> None:
    game = play(reserve(EMPTY_HANDED), "ann embezzle")
    question = game.question
    assert (question.claimant, question.roles, question.denied) == ("ann", (), ("duke",))
    assert not game.view("bob").claims


def test_45_refusals_are_sentences() -> None:
    game = table(3, coins=7)
    assert refusal(game, "coup carl") == "ann and carl are both loyalists"
    assert refusal(game, "embezzle") == "the reserve is empty"
    poor = table(3, coins=1)
    assert refusal(poor, "convert bob") == "ann has 1 coin, converting bob costs 2"
    assert refusal(coup.Game(["ann", "bob"]), "convert") == (
        "there is no conversion in ruleset classic"
    )


# Fields.


def test_46_copies_allegiances_and_embezzle_can_be_changed() -> None:
    assert table(4, copies=4).deck_size == 12
    plain = table(4, allegiances=False, reserve=2)
    assert plain.allegiances == {}
    assert targets(plain, "steal") == {"bob", "carl", "dora"}
    assert "convert" not in plain.legal_moves
    assert "embezzle" in plain.legal_moves
    assert "embezzle" not in table(4, embezzle=None, reserve=2).legal_moves
    other = play(reserve(EMPTY_HANDED, embezzle="captain"), "ann embezzle")
    assert other.question.denied == ("captain",)
    assert challenge(other, "bob").legal_moves == ["reveal captain", "reveal contessa"]


def test_47_the_prices_of_conversion_and_the_first_reserve_can_be_changed() -> None:
    game = table(3, convert_cost=2, convert_other_cost=0, reserve=4)
    assert game.reserve == 4
    play(game, "ann convert", "bob convert ann")
    assert (game.coins["ann"], game.coins["bob"], game.reserve) == (0, 2, 6)


def test_48_one_switch_adds_the_inquisitor() -> None:
    game = table(4, inquisitor=True)
    assert "investigate" in {move.verb for move in game.legal_moves}


def test_49_the_first_allegiance_can_be_another_or_be_chosen_before_turn_1() -> None:
    assert list(table(3, first_allegiance=REFORM).allegiances.values()) == [REFORM, LOYAL, REFORM]
    game = table(3, first_allegiance="choose")
    assert (game.turn, game.to_move, game.legal_moves) == (0, "ann", [LOYAL, REFORM])
    assert game.allegiances == game.view("bob").allegiances == {}
    game.push(REFORM)
    assert (game.turn, game.to_move) == (1, "ann")
    assert list(game.allegiances.values()) == [REFORM, LOYAL, REFORM]
    assert Sided("ann", REFORM) in game.events


def test_50_the_side_of_every_seat_can_be_given() -> None:
    assert list(with_sides("RRL").allegiances.values()) == [REFORM, REFORM, LOYAL]
    with pytest.raises(coup.RulesetError, match="seat_allegiances is for 3 seats, not for 2"):
        table(2, seat_allegiances=(LOYAL, LOYAL, REFORM))
    with pytest.raises(coup.RulesetError, match="a tuple of loyalist or reformist"):
        table(2, seat_allegiances=(LOYAL, "royalist"))


def test_51_an_empty_reserve_can_be_embezzled_by_house_rule_for_nothing() -> None:
    game = table(2, embezzle_empty=True)
    pass_all(play(game, "ann embezzle"))
    assert game.coins["ann"] == 2
    assert Embezzled("ann", 0) in game.events


def test_52_a_caught_embezzler_must_lose_the_duke_by_house_rule() -> None:
    game = challenge(play(reserve(WITH_A_DUKE, embezzle_loses_role=True), "ann embezzle"), "bob")
    assert game.legal_moves == ["reveal duke"]
    assert refusal(game, "reveal contessa") == "ann must lose the Duke"
    free = reserve(EMPTY_HANDED, embezzle_loses_role=True)
    challenge(play(free, "ann embezzle"), "bob")
    assert free.legal_moves == ["reveal captain", "reveal contessa", "prove"]


def test_53_first_coins_give_the_official_start_for_two() -> None:
    assert table(2, first_coins=1).coins == {"ann": 1, "bob": 2}
