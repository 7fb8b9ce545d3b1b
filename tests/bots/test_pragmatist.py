"""`pragmatist`, sentence by sentence, as docs/bots.md describes it."""

import random
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import coup
from coup.bots import make
from coup.bots.adapter import Pragmatist
from coup.bots.minds.pragmatist import GAIN_AT, STEALS_AT, STRIKE_AT, look_ahead, pending_prospect
from coup.vectors.mirror import Mirror, mirror
from tests.bots.frequency import assert_answers
from tests.helpers import block, challenge, deal, every_ruleset, fifth, pass_all, play

BOLD, TIMID = (1 << 64) - 1, 0
"""Coins that always say yes, or no."""


def ask(view: coup.View, coins: int, seed: int = 1) -> str:
    """The answer of a bot with a given coin."""
    bot = Pragmatist(random.Random(seed))
    bot.coins = coins
    return bot.choose(view)


def always(view: coup.View, coins: int) -> set[str]:
    """All answers of bots with a given coin."""
    return {ask(view, coins, seed) for seed in range(300)}


def bluffs_told(view: coup.View) -> int:
    """How often the seat of a view has bluffed."""
    followed = Mirror()
    followed.reflect(view)
    return followed.bluffs


def prospect(view: coup.View) -> int:
    """The result of its look-ahead if the claim in question stands."""
    s, t, seat = mirror(view)
    return pending_prospect(s, t, view.ruleset.rules, seat)


# Actions.


def test_it_coups_the_strongest_with_7_coins_or_more_except_one_time_in_ten() -> None:
    hands = {"ann": "assassin contessa", "bob": "", "carl": "", "dora": ""}
    game = deal(hands, seat_coins=(14, 1, 5, 3))
    play(game, "ann coup dora", f"dora discard {game.hand('dora')[0]}")
    play(game, "bob income", "carl income", "dora income")
    view = game.view("ann")
    assert view.cards["dora"] == 1
    assert_answers("pragmatist", view, coup__carl=0.9, assassinate__carl=0.09, **rest(0.01, view))


def rest(share: float, view: coup.View) -> dict[str, float]:
    """The remaining moves if everything else was overlooked and the coin is flipped."""
    assert "assassin" in view.hand
    return {"income": share / 2, "steal__carl": share / 4, "tax": share / 4}


def test_a_forced_coup_is_not_overlooked() -> None:
    game = deal({"ann": "duke assassin", "bob": "", "carl": ""}, seat_coins=(10, 3, 2))
    assert_answers("pragmatist", game.view("ann"), coup__bob=1)


def test_it_assassinates_with_the_assassin_a_seat_that_never_claimed_the_contessa() -> None:
    hands = {"ann": "assassin assassin", "bob": "", "carl": ""}
    game = deal(hands, seat_coins=(6, 0, 5))
    game = pass_all(block(play(game, "ann assassinate carl"), "carl"))
    play(game, "bob income", "carl income")
    view = game.view("ann")
    assert view.coins == {"ann": 3, "bob": 1, "carl": 6}  # carl is the strongest
    assert_answers(
        "pragmatist", view, assassinate__bob=0.9, income=0.05, steal__carl=0.025, tax=0.025
    )


@every_ruleset
def test_it_steals_with_the_captain_from_a_seat_with_coins(ruleset: str) -> None:
    hands = {"ann": "captain contessa", "bob": "", "carl": ""}
    view = deal(hands, ruleset, seat_coins=(2, 1, 0)).view("ann")
    assert_answers("pragmatist", view, steal__bob=0.9, exchange=0.05, tax=0.05)


@every_ruleset
def test_it_does_not_steal_from_a_seat_that_claimed_a_blocker(ruleset: str) -> None:
    hands = {"ann": "captain contessa", "bob": "", "carl": ""}
    game = deal(hands, ruleset, seat_coins=(0, 3, 3))
    pass_all(block(play(game, "ann steal carl"), "carl", fifth(ruleset)))
    play(game, "bob income", "carl income")
    assert_answers("pragmatist", game.view("ann"), steal__bob=0.9, exchange=0.05, tax=0.05)


def test_it_taxes_with_the_duke() -> None:
    view = deal({"ann": "duke contessa", "bob": "", "carl": ""}, coins=0).view("ann")
    assert_answers("pragmatist", view, tax=0.9, exchange=0.1)  # and there is nothing to bluff


def test_it_takes_foreign_aid_when_all_dukes_are_face_up() -> None:
    hands = {"ann": "contessa contessa", "bob": "", "carl": ""}
    gone = deal(hands, face_up=("duke",) * 3, coins=0).view("ann")
    assert_answers("pragmatist", gone, foreign_aid=0.9, exchange=0.1)
    one_left = deal(hands, face_up=("duke",) * 2, coins=0).view("ann")
    assert_answers("pragmatist", one_left, tax=0.5, exchange=0.5)


def test_if_the_coin_says_so_it_bluffs_assassinate_steal_or_tax_at_random() -> None:
    view = deal({"ann": "contessa contessa", "bob": "", "carl": ""}, coins=3).view("ann")
    bluffs = {"assassinate__bob": 1 / 6, "steal__bob": 1 / 6, "tax": 1 / 6}
    assert_answers("pragmatist", view, exchange=1 / 2, **bluffs)


def test_the_coin_is_flipped_again_after_each_bluff_and_only_then() -> None:
    game = deal({"ann": "contessa contessa", "bob": "", "carl": ""}, coins=0)
    assert always(game.view("ann"), 0b01) == {"tax"}
    assert always(game.view("ann"), 0b10) == {"exchange"}
    pass_all(play(game, "ann tax"))
    assert bluffs_told(game.view("ann")) == 1
    play(game, "bob income", "carl income", "ann income", "bob income", "carl income")
    assert always(game.view("ann"), 0b01) == {"exchange"}
    assert "tax" in always(game.view("ann"), 0b10)


@every_ruleset
def test_a_bluffed_block_is_a_bluff_but_an_exchange_is_none(ruleset: str) -> None:
    game = deal({"ann": "captain duke", "bob": "duke duke", "carl": ""}, ruleset)
    pass_all(block(play(game, "ann steal bob"), "bob", "captain"))
    assert bluffs_told(game.view("bob")) == 1
    pass_all(play(game, "bob exchange"))
    while game.to_move == "bob":
        game.push(game.legal_moves[-1])
    assert bluffs_told(game.view("bob")) == 1


def test_what_it_holds_is_known_after_proofs_and_losses() -> None:
    hands = {"ann": "duke captain", "bob": "contessa contessa", "carl": ""}
    game = deal(hands, drive_chance=True)
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal duke", "chance draw assassin", "bob discard contessa", "bob income")
    play(game, "carl income", "ann tax")  # the Duke is gone
    assert bluffs_told(game.view("ann")) == 1
    pass_all(game)
    pass_all(play(game, "bob income", "carl income", "ann steal bob"))
    assert bluffs_told(game.view("ann")) == 1


def test_otherwise_it_exchanges_or_with_the_assassin_takes_income() -> None:
    for ruleset in coup.RULESETS:
        without = deal({"ann": "contessa contessa", "bob": ""}, ruleset).view("ann")
        assert always(without, TIMID) == {"exchange"}
        saving = deal({"ann": "assassin contessa", "bob": ""}, ruleset).view("ann")
        assert always(saving, TIMID) == {"income"}


def test_without_exchange_it_takes_income() -> None:
    view = deal({"ann": "contessa contessa", "bob": ""}, exchange=None).view("ann")
    assert always(view, TIMID) == {"income"}


# Blocks.


@pytest.mark.parametrize(
    ("action", "hand", "answer"),
    [
        ("foreign_aid", "duke contessa", "block_foreign_aid"),
        ("assassinate bob", "duke contessa", "block_assassinate"),
        ("steal bob", "captain contessa", "block_steal captain"),
        ("steal bob", "ambassador contessa", "block_steal ambassador"),
    ],
)
def test_it_blocks_whenever_it_truthfully_can(action: str, hand: str, answer: str) -> None:
    game = play(deal({"ann": "", "bob": hand, "carl": ""}, coins=3), f"ann {action}")
    while game.question.kind == "challenge":
        game.push("pass")
    while game.to_move != "bob":
        game.push("pass")
    assert always(game.view("bob"), TIMID) == {answer}


def test_the_same_coin_decides_about_bluffed_blocks() -> None:
    game = play(deal({"ann": "", "bob": "duke duke", "carl": ""}), "ann steal bob")
    play(game, "bob pass", "carl pass")
    blocks = {"block_steal__captain": 0.25, "block_steal__ambassador": 0.25}
    assert_answers("pragmatist", game.view("bob"), **{"pass": 0.5}, **blocks)
    assert always(game.view("bob"), TIMID) == {"pass"}


def test_it_always_bluffs_the_contessa_on_its_last_card() -> None:
    game = deal({"ann": "", "bob": "duke captain", "carl": ""}, seat_coins=(10, 0, 0))
    play(game, "ann coup bob", "bob discard duke", "bob income", "carl income")
    play(game, "ann assassinate bob", "bob pass", "carl pass")
    assert always(game.view("bob"), TIMID) == {"block_assassinate"}


def test_with_two_cards_the_coin_decides_about_the_contessa() -> None:
    game = deal({"ann": "", "bob": "duke captain", "carl": ""}, coins=3)
    play(game, "ann assassinate bob", "bob pass", "carl pass")
    assert always(game.view("bob"), TIMID) == {"pass"}
    assert always(game.view("bob"), BOLD) == {"block_assassinate"}


# Challenges.


def test_it_challenges_if_it_can_see_all_copies() -> None:
    hands = {"ann": "", "bob": "duke captain", "carl": ""}
    game = play(deal(hands, face_up=("duke", "duke")), "ann tax")
    assert always(game.view("bob"), TIMID) == {"challenge"}


@every_ruleset
def test_it_challenges_a_seat_that_was_caught_with_that_role(ruleset: str) -> None:
    hands = {"ann": "captain captain", "bob": "assassin contessa", "carl": "", "dora": ""}
    game = deal(hands, ruleset)
    challenge(play(game, "ann tax"), "dora")
    play(game, "ann reveal captain", "bob income", "carl income", "dora income", "ann tax")
    assert always(game.view("bob"), TIMID) >= {"challenge"}
    assert "pass" not in always(game.view("bob"), TIMID)


def test_otherwise_it_challenges_tax_10_percent_of_the_time() -> None:
    game = play(deal({"ann": "", "bob": "contessa contessa", "carl": ""}), "ann tax")
    assert_answers("pragmatist", game.view("bob"), challenge=0.1, **{"pass": 0.9})


def test_and_claims_against_itself_but_nothing_else() -> None:
    hands = {"ann": "", "bob": "contessa contessa", "carl": ""}
    aimed = play(deal(hands), "ann steal bob")
    assert_answers("pragmatist", aimed.view("bob"), challenge=0.1, **{"pass": 0.9})
    for action in ("ann steal carl", "ann exchange"):
        distant = play(deal(hands), action)
        assert_answers("pragmatist", distant.view("bob"), **{"pass": 1})
    blocked = block(play(deal(hands), "ann foreign_aid"), "carl")
    assert_answers("pragmatist", blocked.view("ann"), challenge=0.1, **{"pass": 0.9})
    assert_answers("pragmatist", blocked.view("bob"), **{"pass": 1})


def duel(ann: str, bob: str, coins: tuple[int, int], *moves: str) -> coup.Game:
    """A game for two with known cards, after some moves."""
    return play(deal({"ann": ann, "bob": bob}, seat_coins=coins), *moves)


def test_against_the_last_opponent_it_challenges_if_it_would_lose() -> None:
    """Bob, who claims the Assassin, strikes in every turn; ann can do nothing in time."""
    game = duel("duke duke", "duke captain", (0, 6), "ann income", "bob assassinate ann")
    assert prospect(game.view("ann")) == -1
    assert always(game.view("ann"), TIMID) == {"challenge"}


def test_against_the_last_opponent_it_never_challenges_if_it_would_win() -> None:
    """Bob's Duke cannot block Ann's assassinations, and she has coins for two."""
    game = duel("assassin contessa", "duke duke", (6, 0), "ann income", "bob tax")
    assert prospect(game.view("ann")) == 1
    assert always(game.view("ann"), TIMID) == {"pass"}


def test_a_prospect_undecided_within_seven_turns_is_left_to_the_odds() -> None:
    game = duel("contessa contessa", "duke duke", (0, 0), "ann income", "bob tax")
    assert prospect(game.view("ann")) == 0
    assert_answers("pragmatist", game.view("ann"), challenge=0.1, **{"pass": 0.9})


def test_at_a_table_of_three_it_does_not_look_ahead() -> None:
    hands = {"ann": "captain captain", "bob": "duke duke", "carl": ""}
    game = deal(hands, seat_coins=(0, 6, 0))
    play(game, "ann income", "bob assassinate ann")
    assert_answers("pragmatist", game.view("ann"), challenge=0.1, **{"pass": 0.9})


def test_it_looks_ahead_with_its_own_blocks() -> None:
    """The same assassination, but ann has the Contessa; bob would have to take ten coins more."""
    game = duel("contessa captain", "duke duke", (0, 6), "ann income", "bob assassinate ann")
    assert prospect(game.view("ann")) == 0


def test_it_also_looks_ahead_at_a_block_of_its_own_action() -> None:
    """Bob is about to coup, and ann has one card left."""
    game = duel("captain captain", "duke duke", (0, 7), "ann income", "bob coup ann")
    play(game, "ann discard captain", "ann foreign_aid", "bob pass")
    while game.coins["bob"] < 7:
        pass_all(play(game, "bob tax"))
        play(game, "ann income")
    play(game, "bob income", "ann foreign_aid", "bob block_foreign_aid")
    assert prospect(game.view("ann")) == -1
    assert always(game.view("ann"), TIMID) == {"challenge"}


# Seven plies.


class Side(NamedTuple):
    """One of the two sides: what it has, what it can take from the treasury in a turn, whether it
    can steal, and the price of its strike."""

    coins: int
    cards: int
    gain: int
    steals: bool
    strike: int


def pay(side: Side, coins: int) -> Side:
    """A side with fewer coins."""
    return side._replace(coins=side.coins - coins)


def packed(side: Side) -> int:
    """A side as one number, as in the look-ahead."""
    rest = side.gain << GAIN_AT | int(side.steals) << STEALS_AT | side.strike << STRIKE_AT
    return side.coins | side.cards << 8 | rest


sides = st.builds(
    Side,
    coins=st.integers(0, 12),
    cards=st.integers(1, 3),
    gain=st.integers(1, 3),
    steals=st.booleans(),
    strike=st.sampled_from([3, 7]),
)


@cache
def all_lines(mover: Side, other: Side, turns: int) -> int:
    """The same by brute force, trying everything that the rules allow."""
    if turns == 0:
        return 0
    results = []
    prices = {7} if mover.coins >= 10 else {7, mover.strike}
    for price in prices:
        if mover.coins >= price:
            if other.cards == 1:
                return 1
            results.append((pay(mover, price), other._replace(cards=other.cards - 1)))
    if mover.coins < 10:
        results += [(pay(mover, -gain), other) for gain in {1, mover.gain}]
        taken = min(2, other.coins) if mover.steals else 0
        results += [(pay(mover, -taken), pay(other, taken))] if taken else []
    return max(-all_lines(other, mover, turns - 1) for mover, other in results)


@given(sides, sides, st.integers(0, 7))
def test_the_look_ahead_finds_the_best_lines(mover: Side, other: Side, turns: int) -> None:
    found = look_ahead(packed(mover), packed(other), 7, 10, turns)
    assert found == all_lines(mover, other, turns)


# Cards.


@pytest.mark.parametrize(
    ("hand", "shares"),
    [
        ("duke ambassador", {"discard__duke": 3 / 12, "discard__ambassador": 9 / 12}),
        ("assassin captain", {"discard__assassin": 4 / 9, "discard__captain": 5 / 9}),
        ("contessa captain", {"discard__contessa": 6 / 11, "discard__captain": 5 / 11}),
        ("duke duke", {"discard__duke": 1}),
    ],
)
def test_it_loses_a_card_by_weights(hand: str, shares: dict[str, float]) -> None:
    game = play(deal({"ann": "", "bob": hand}, coins=7), "ann coup bob")
    assert_answers("pragmatist", game.view("bob"), **shares)


def test_the_inquisitor_weighs_as_much_as_the_ambassador() -> None:
    game = deal({"ann": "", "bob": "duke inquisitor"}, "inquisitor", coins=7)
    play(game, "ann coup bob")
    shares = {"discard__duke": 3 / 12, "discard__inquisitor": 9 / 12}
    assert_answers("pragmatist", game.view("bob"), **shares)


def test_a_challenged_bluff_costs_a_card_by_the_same_weights() -> None:
    game = challenge(play(deal({"ann": "captain contessa", "bob": ""}), "ann tax"), "bob")
    shares = {"reveal__captain": 5 / 11, "reveal__contessa": 6 / 11}
    assert_answers("pragmatist", game.view("ann"), **shares)


@pytest.mark.parametrize(
    ("hand", "drawn", "kept"),
    [
        ("contessa captain", "duke assassin", "duke assassin"),
        ("duke duke", "duke ambassador", "duke ambassador"),
        ("ambassador captain", "captain contessa", "captain contessa"),
        ("assassin assassin", "duke duke", "duke assassin"),
    ],
)
def test_it_keeps_the_first_two_different_cards(hand: str, drawn: str, kept: str) -> None:
    game = deal({"ann": hand, "bob": ""}, drive_chance=True)
    play(game, "ann exchange", "bob pass")
    for role in drawn.split():
        game.push(f"draw {role}")
    bot = make("pragmatist", 1)
    while game.question.kind == "return":
        game.push(bot.choose(game.view("ann")))
    assert sorted(game.hand("ann")) == sorted(kept.split())
