"""Bots with sides and a reserve: they change sides to escape a coup, open a target for others, and
embezzle; and the better ones win."""

import numpy as np
import pytest

import coup
from coup.arena.statistics import Rate, share_by_deal
from coup.bots import make
from tests.helpers import challenge, deal, pass_all, play

LOYAL, REFORM = "loyalist", "reformist"
CAREFUL = ("honest", "bluffer", "pragmatist", "trait", "counter", "thief")
"""The bots that change sides when a coup threatens them."""
HANDS = {"ann": "captain contessa", "bob": "", "carl": "", "dora": ""}


def seated(coins: tuple[int, ...], sides: str, hand: str = "", reserve: int = 0) -> coup.Game:
    """A game at ann's turn; "" stands for a Captain and a Contessa."""
    return deal(
        {**HANDS, "ann": hand or HANDS["ann"]},
        "reformation",
        seat_coins=coins,
        seat_allegiances=tuple({"L": LOYAL, "R": REFORM}[side] for side in sides),
        reserve=reserve,
    )


def choices(bot: str, game: coup.Game, seat: str = "ann") -> set[str]:
    """A bot's moves in this position, with many seeds."""
    return {str(make(bot, seed).choose(game.view(seat))) for seed in range(20)}


# Conversion.


@pytest.mark.parametrize("bot", CAREFUL)
def test_a_bot_changes_sides_to_escape_a_coup(bot: str) -> None:
    game = seated((2, 8, 0, 0), "LRLR")
    assert "convert" in choices(bot, game)
    game.push("convert")
    assert "coup ann" not in game.legal_moves


@pytest.mark.parametrize("bot", CAREFUL)
def test_no_bot_changes_sides_if_the_other_side_threatens_it_as_well(bot: str) -> None:
    assert "convert" not in choices(bot, seated((2, 8, 8, 0), "LRLR"))


@pytest.mark.parametrize("bot", CAREFUL)
def test_no_bot_changes_sides_without_a_threat(bot: str) -> None:
    made = choices(bot, seated((2, 0, 0, 0), "LRLR"))
    assert not any(move.startswith("convert") for move in made)


@pytest.mark.parametrize("bot", [bot for bot in CAREFUL if bot != "counter"])
def test_a_bot_that_can_strike_first_does_not_flee(bot: str) -> None:
    assert "coup bob" in choices(bot, seated((7, 8, 0, 0), "LRLR"))


def test_counter_converts_a_player_who_threatens_it() -> None:
    """If it changed sides itself, all would be on one side, and bob could strike it anyway."""
    game = seated((2, 8, 0, 0), "LRRR")
    assert choices("counter", game) == {"convert bob"}
    game.push("convert bob")
    assert "coup ann" not in game.legal_moves


def test_counter_prefers_fleeing_to_striking_and_being_struck() -> None:
    game = seated((7, 8, 0, 0), "LRLR")
    assert choices("counter", game) == {"convert"}
    game.push("convert")
    assert [move for move in game.legal_moves if move.verb == "coup"] == ["coup carl"]


def test_if_all_are_on_one_side_counter_opens_another_target_for_a_player_who_must_coup() -> None:
    game = seated((2, 10, 0, 0), "LLLL")
    (made,) = choices("counter", game)
    assert made in ("convert carl", "convert dora")
    game.push(made)
    assert game.legal_moves == [f"coup {made.split()[1]}"]


@pytest.mark.parametrize(("side", "action"), [("L", "foreign_aid"), ("R", "income")])
def test_a_block_is_expected_only_from_the_other_side(side: str, action: str) -> None:
    """carl has blocked the foreign aid of bob, who is on the other side."""
    game = seated((2, 2, 2, 2), f"{side}RLR", "contessa contessa")
    play(game, "ann income", "bob foreign_aid", "carl block_foreign_aid")
    play(pass_all(game), "carl income", "dora income")
    assert choices("honest", game) == {action}


# Embezzlement.


@pytest.mark.parametrize("bot", ["honest", "trait", "counter"])
def test_a_bot_without_a_duke_embezzles_a_reserve_that_is_worth_a_turn(bot: str) -> None:
    assert choices(bot, seated((2, 0, 0, 0), "LRLR", reserve=4)) == {"embezzle"}


@pytest.mark.parametrize("bot", ["honest", "pragmatist", "trait", "counter"])
def test_a_reserve_of_one_coin_is_left_alone(bot: str) -> None:
    assert "embezzle" not in choices(bot, seated((2, 2, 2, 2), "LRLR", reserve=1))


@pytest.mark.parametrize("bot", ["honest", "trait"])
def test_no_bot_with_a_duke_embezzles(bot: str) -> None:
    game = seated((2, 0, 0, 0), "LRLR", hand="duke contessa", reserve=6)
    assert "embezzle" not in choices(bot, game)


@pytest.mark.parametrize("bot", CAREFUL)
def test_a_challenged_embezzler_without_a_duke_proves_it(bot: str) -> None:
    game = challenge(play(seated((2, 2, 2, 2), "LRLR", reserve=4), "ann embezzle"), "bob")
    assert choices(bot, game) == {"prove"}


@pytest.mark.parametrize("bot", CAREFUL)
def test_a_denial_that_can_be_disproved_is_challenged(bot: str) -> None:
    """All but one of the cards that bob does not see are Dukes, and ann has two cards."""
    rules = coup.ruleset(
        "reformation",
        copies=2,
        exchange=None,
        reserve=3,
        face_up=("assassin", "captain", "ambassador", "contessa", "contessa"),
    )
    hands = {"ann": "duke ambassador", "bob": "assassin captain"}
    game = play(coup.Game(["ann", "bob"], rules, seed=1, hands=hands), "ann embezzle")
    assert choices(bot, game, "bob") == {"challenge"}


# Strength.


def won(strong: str, weak: str, seats: int, deals: int = 500) -> Rate:
    """The share of games that a bot wins in every other seat; each deal is played both ways
    round."""
    from coup.research.cpu_engine import bots_winners

    rules = coup.ruleset("reformation", turn_limit=400)
    begins = bots_winners(rules, (strong, weak) * (seats // 2), 1, np.arange(deals))
    follows = bots_winners(rules, (weak, strong) * (seats // 2), 1, np.arange(deals))
    assert min(begins.min(), follows.min()) >= 0, "some game has no winner"
    return share_by_deal(list((1 - begins % 2 + follows % 2) / 2))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [4, 10])
def test_counter_beats_honest_and_honest_beats_random(seats: int) -> None:
    """docs/bots.md has the figures; half of the games would be even."""
    counter, honest = won("counter", "honest", seats), won("honest", "random", seats)
    assert counter.low > 0.7
    assert honest.low > 0.98
