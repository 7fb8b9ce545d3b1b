"""`trait`, sentence by sentence, as docs/bots.md describes it."""

from typing import Any

import pytest

import coup
from coup.bots import bot_class, make
from coup.bots.minds.trait import likelihood_of
from coup.rules.state import SEATS
from coup.vectors.mirror import mirror, multiset
from tests.bots.frequency import DRAWS, answers, assert_answers
from tests.helpers import block, challenge, deal, every_ruleset, fifth, pass_all, play

GUILE = 0.5**1.5
HONEST, LIAR = "trait:honesty=1", "trait:honesty=0"


def likelihood(view: coup.View, seat: str, roles: tuple[str, ...]) -> float:
    """How likely a seat has one of these roles, from the viewer's point of view."""
    s, _, own = mirror(view)
    other = view.seats.index(seat)
    return likelihood_of(s, view.ruleset.rules, own, other, multiset(roles))


def grudges_of(view: coup.View) -> dict[str, int]:
    """How often each seat has acted against this one, blocked it or challenged it."""
    _, t, own = mirror(view)
    grudges = t.grudges[SEATS * own : SEATS * (own + 1)]
    return {seat: number for seat, number in zip(view.seats, grudges, strict=False) if number}


def test_it_believes_a_role_by_cards_times_copies_unseen_over_cards_unseen() -> None:
    view = deal({"ann": "duke contessa", "bob": "", "carl": ""}, face_up=("duke",)).view("ann")
    # 15 cards, of which ann sees 3; one Duke is left.
    assert likelihood(view, "bob", ("duke",)) == pytest.approx(2 * 1 / 12)
    assert likelihood(view, "bob", ("captain",)) == pytest.approx(2 * 3 / 12)
    assert likelihood(view, "bob", ("captain", "ambassador")) == pytest.approx(1)


# Actions.


def test_at_10_coins_it_coups() -> None:
    view = deal({"ann": "duke duke", "bob": "", "carl": ""}, seat_coins=(10, 2, 3)).view("ann")
    assert_answers("trait", view, coup__carl=1)


@pytest.mark.parametrize("coins", [7, 9])
def test_at_7_to_9_coins_it_coups_half_of_the_time(coins: int) -> None:
    hands = {"ann": "duke duke", "bob": "", "carl": ""}
    view = deal(hands, seat_coins=(coins, 2, 3)).view("ann")
    counted = answers(HONEST, view)
    assert abs(counted["coup carl"] - DRAWS / 2) < 2.25 * DRAWS**0.5
    assert counted["tax"] > 0.9 * (DRAWS - counted["coup carl"])


@every_ruleset
@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [
        ("duke captain", "tax", "steal__carl"),
        ("captain FIFTH", "steal__carl", "exchange"),
        ("FIFTH assassin", "exchange", "assassinate__carl"),
        ("duke assassin", "tax", "assassinate__carl"),
    ],
)
def test_in_this_order_tax_steal_exchange_assassinate_each_if_held_forgotten_5_percent(
    ruleset: str, hand: str, first: str, second: str
) -> None:
    hands = {"ann": hand.replace("FIFTH", fifth(ruleset)), "bob": "", "carl": ""}
    view = deal(hands, ruleset, seat_coins=(3, 2, 3), block_foreign_aid=()).view("ann")
    shares = {first: 0.95, second: 0.05 * 0.95, "foreign_aid": 0.05**2}
    assert_answers(HONEST, view, **shares)


def test_there_is_nothing_to_steal_from_the_poor() -> None:
    hands = {"ann": "captain contessa", "bob": "", "carl": ""}
    view = deal(hands, coins=0, block_foreign_aid=()).view("ann")
    assert_answers(HONEST, view, foreign_aid=1)


@pytest.mark.parametrize("honesty", [0.0, 0.5, 0.9, 1.0])
def test_otherwise_it_bluffs_with_its_guile_times_three_tenths(honesty: float) -> None:
    hands = {"ann": "contessa contessa", "bob": "", "carl": ""}
    view = deal(hands, coins=3, block_foreign_aid=()).view("ann")
    chance = (1 - honesty) ** 1.5 * 0.3
    left = 1 - chance
    assert_answers(
        f"trait:honesty={honesty}",
        view,
        tax=chance,
        steal__bob=left * chance,
        exchange=left**2 * chance,
        assassinate__bob=left**3 * chance,
        foreign_aid=left**4,
    )


def only_tax(*, caught: bool = False) -> coup.View:
    """Ann's second turn in a game without steal, exchange and blocks of foreign aid. In her first
    she bluffed tax."""
    hands = {"ann": "contessa contessa", "bob": "", "carl": ""}
    rules: dict[str, Any] = {"steal": None, "block_steal": (), "exchange": None}
    game = play(deal(hands, coins=0, block_foreign_aid=(), **rules), "ann tax")
    if caught:
        play(challenge(game, "carl"), "ann reveal contessa")
    else:
        pass_all(game)
    return play(game, "bob income", "carl income").view("ann")


def test_five_times_that_if_claimed_before() -> None:
    taxed = GUILE * 0.3 * 5
    struck = (1 - taxed) * GUILE * 0.3  # the Assassin was not claimed before
    left = 1 - taxed - struck
    assert_answers("trait", only_tax(), tax=taxed, assassinate__bob=struck, foreign_aid=left)


def test_a_fifth_if_it_failed_to_claim_it_once() -> None:
    chance = GUILE * 0.3 / 5
    assert_answers("trait", only_tax(caught=True), tax=chance, foreign_aid=1 - chance)


def test_no_bot_bluffs_more_often_than_always() -> None:
    view = only_tax()
    assert_answers(LIAR, view, tax=1)


def test_it_takes_foreign_aid_if_no_duke_seems_likely_otherwise_income() -> None:
    hands = {"ann": "contessa contessa", "bob": "", "carl": ""}
    two = deal({name: hands[name] for name in ("ann", "bob")}).view("ann")
    assert_answers(HONEST, two, income=2 * 3 / 13, foreign_aid=1 - 2 * 3 / 13)
    three = deal(hands).view("ann")
    safe = (1 - 2 * 3 / 13) ** 2
    assert_answers(HONEST, three, income=1 - safe, foreign_aid=safe)
    gone = deal(hands, face_up=("duke",) * 3).view("ann")
    assert_answers(HONEST, gone, foreign_aid=1)


# Targets.


def test_targets_are_weighed_by_ten_times_cards_plus_coins() -> None:
    hands = {"ann": "contessa contessa", "bob": "duke duke", "carl": ""}
    game = deal(hands, seat_coins=(17, 9, 0))
    play(game, "ann coup bob", "bob discard duke", "bob income", "carl income")
    view = game.view("ann")
    assert (view.cards["bob"], view.coins["bob"]) == (1, 10)
    assert_answers("trait", view, coup__carl=1)  # 10 x 2 + 1 against 10 x 1 + 10
    richer = deal(hands, seat_coins=(10, 3, 2)).view("ann")
    assert_answers("trait", richer, coup__bob=1)


@every_ruleset
def test_a_grudge_for_each_action_block_and_challenge_against_it(ruleset: str) -> None:
    hands = {"ann": "contessa contessa", "bob": "captain captain", "carl": "captain duke"}
    game = deal(hands, ruleset)
    assert grudges_of(game.view("ann")) == {}
    pass_all(block(play(game, "ann foreign_aid"), "carl"))
    pass_all(play(game, "bob steal ann"))
    pass_all(play(game, "carl steal bob"))
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal contessa")
    assert grudges_of(game.view("ann")) == {"carl": 1, "bob": 2}
    assert grudges_of(game.view("bob")) == {"carl": 1}


@pytest.mark.parametrize(("vengefulness", "target"), [(1.0, "bob"), (0.4, "carl")])
def test_vengefulness_is_the_weight_of_a_grudge(vengefulness: float, target: str) -> None:
    """Bob has blocked ann twice, and has one coin less than carl."""
    game = deal({"ann": "captain contessa", "bob": "", "carl": ""}, seat_coins=(0, 4, 5))
    for _ in range(2):
        pass_all(block(play(game, "ann foreign_aid"), "bob"))
        play(game, "bob income", "carl income")
    counted = answers(f"trait:honesty=1+vengefulness={vengefulness}", game.view("ann"))
    assert counted[f"steal {target}"] > 0.9 * DRAWS
    assert {answer.split()[-1] for answer in counted} <= {target, "income", "foreign_aid"}


# Answers.


def test_it_challenges_at_probability_0() -> None:
    hands = {"ann": "", "bob": "duke captain", "carl": ""}
    game = play(deal(hands, face_up=("duke", "duke")), "ann tax")
    assert_answers("trait:skepticism=0", game.view("bob"), challenge=1)


def threshold(skepticism: float, *moves: str, seat: str = "bob") -> str:
    """The answer of a bot with this much scepticism; ann has 2 of 13 unseen cards."""
    game = play(deal({"ann": "", "bob": "contessa contessa", "carl": ""}), *moves)
    (answer,) = answers(f"trait:honesty=1+skepticism={skepticism}", game.view(seat))
    return answer


def test_it_challenges_at_most_skepticism_squared_times_eight_tenths_as_the_target() -> None:
    likely = 2 * 3 / 13
    limit = (likely / 0.8) ** 0.5
    assert threshold(round(limit + 0.001, 4), "ann steal bob") == "challenge"
    assert threshold(round(limit - 0.001, 4), "ann steal bob") == "pass"


def test_and_four_tenths_otherwise() -> None:
    """Ann claims the Contessa against foreign aid, with one copy left among 13 cards; bob is not
    involved."""
    hands = {"ann": "", "bob": "contessa contessa", "carl": "", "dora": ""}
    game = deal(hands, coins=3)
    play(game, "ann income", "bob income", "carl assassinate ann")
    block(game, "ann")
    likely = 2 * 1 / 13
    limit = (likely / 0.4) ** 0.5
    while game.to_move != "bob":
        game.push("pass")
    view = game.view("bob")
    assert_answers(f"trait:skepticism={limit + 0.001}", view, challenge=1)
    assert_answers(f"trait:skepticism={limit - 0.001}", view, **{"pass": 1})
    carl = game.view("carl")  # his action is blocked, and he sees no Contessa: 2 * 3 / 13
    assert_answers("trait:skepticism=1", carl, challenge=1)


def test_a_role_claimed_before_is_believed() -> None:
    hands = {"ann": "", "bob": "contessa contessa", "carl": ""}
    game = pass_all(play(deal(hands), "ann steal bob"))
    play(game, "bob income", "carl income", "ann steal bob")
    assert_answers("trait:skepticism=1", game.view("bob"), **{"pass": 1})


@every_ruleset
def test_it_blocks_with_what_it_holds(ruleset: str) -> None:
    hands = {"ann": "", "bob": "contessa duke", "carl": ""}
    game = play(deal(hands, ruleset, coins=3), "ann assassinate bob")
    while game.question.kind == "challenge":
        game.push("pass")
    assert_answers("trait:skepticism=0+honesty=1", game.view("bob"), block_assassinate=1)


@pytest.mark.parametrize("honesty", [0.0, 0.5, 1.0])
def test_it_bluffs_blocks_with_its_guile_times_four_tenths_or_two(honesty: float) -> None:
    hands = {"ann": "", "bob": "assassin assassin", "carl": ""}
    bot = f"trait:honesty={honesty}"
    chance = (1 - honesty) ** 1.5
    aimed = play(deal(hands), "ann steal bob", "bob pass", "carl pass").view("bob")
    blocks = {f"block_steal__{role}": chance * 0.2 for role in ("captain", "ambassador")}
    assert_answers(bot, aimed, **{"pass": 1 - chance * 0.4}, **blocks)
    distant = play(deal(hands), "ann foreign_aid").view("bob")
    shares = {"pass": 1 - chance * 0.2, "block_foreign_aid": chance * 0.2}
    assert_answers(bot, distant, **shares)


# Cards.


def test_cards_to_lose_are_drawn_at_random() -> None:
    game = play(deal({"ann": "", "bob": "duke ambassador"}, coins=7), "ann coup bob")
    assert_answers("trait", game.view("bob"), discard__duke=1 / 2, discard__ambassador=1 / 2)


def test_cards_to_keep_are_drawn_at_random() -> None:
    game = deal({"ann": "duke duke", "bob": ""}, drive_chance=True)
    play(game, "ann exchange", "bob pass", "chance draw captain", "chance draw contessa")
    shares = {"return__duke": 1 / 2, "return__captain": 1 / 4, "return__contessa": 1 / 4}
    assert_answers("trait", game.view("ann"), **shares)


def test_a_true_claim_is_proved() -> None:
    game = challenge(play(deal({"ann": "captain duke", "bob": ""}), "ann tax"), "bob")
    assert_answers("trait", game.view("ann"), reveal__duke=1)


# Its character.


def test_its_defaults_are_half_honest_sceptical_and_vengeful() -> None:
    bot = make("trait", 1)
    assert [vars(type(bot))[name] for name in bot.settings] == [0.5, 0.5, 0.5]


def test_settings_follow_the_name() -> None:
    bold = bot_class("trait:honesty=0.2+vengefulness=1")
    assert vars(bold).items() >= {"honesty": 0.2, "vengefulness": 1.0}.items()
    assert bold is bot_class("trait:honesty=0.2+vengefulness=1")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("trait:honesty=2", r"trait: honesty is a number from 0 to 1, not '2'"),
        ("trait:honesty=nan", "trait: honesty is a number from 0 to 1, not 'nan'"),
        ("trait:honesty", "trait: honesty is a number from 0 to 1, not ''"),
        ("trait:", "trait is set by honesty, skepticism, vengefulness, each once, as in trait:hon"),
        ("trait:charm=1", "trait is set by honesty, .*, not 'trait:charm=1'"),
        ("trait:honesty=1+honesty=0", "each once"),
        ("counter:honesty=1", "counter has nothing to set, so write counter, not 'counter:honest"),
        ("deep:honesty=1", "there is no bot 'deep:honesty=1'; choose from random"),
    ],
)
def test_bad_settings_are_refused_with_a_sentence(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        make(name, 1)
