"""The explanation of choices: effect, claim, bluff, what may follow, double losses."""

import pytest

import coup
from coup.bots import make
from coup.choices import choices, why_only_one
from coup.situation import situation
from coup.summary import summary
from tests.helpers import block, deal, every_ruleset, play


def told(game: coup.Game, seat: str) -> dict[str, str]:
    return {str(choice.move): str(choice) for choice in choices(game.view(seat))}


def risks(game: coup.Game, seat: str) -> set[str]:
    """The moves that may cost two cards."""
    return {str(choice.move) for choice in choices(game.view(seat)) if choice.risk}


def test_a_choice_says_what_it_does_and_claims() -> None:
    game = deal({"ann": "duke captain", "bob": "contessa contessa", "cleo": ""}, coins=7)
    choice = told(game, "ann")
    assert choice["tax"] == "Tax: take 3 coins, claims Duke"
    assert choice["assassinate bob"] == (
        "Assassinate bob: pay 3 coins, bob loses a card, claims Assassin, a bluff"
    )
    assert choice["coup cleo"] == "Coup against cleo: pay 7 coins, cleo loses a card"
    assert choice["income"] == "Income: take 1 coin"


def test_a_choice_says_what_may_follow() -> None:
    game = deal({"ann": "duke captain", "bob": "", "cleo": ""}, coins=7)
    follows = {str(choice.move): choice.follows for choice in choices(game.view("ann"))}
    assert follows["income"] == "Nobody can stop it."
    assert follows["foreign_aid"] == "Anybody may block it with the Duke."
    assert follows["steal bob"] == (
        "Anybody may challenge it. bob may block it with the Captain or the Ambassador."
    )
    assert follows["coup bob"] == "Nobody can stop it."


def test_foreign_aid_says_which_side_may_block_it() -> None:
    def said(*sides: str) -> str:
        rules = coup.ruleset("reformation", seat_allegiances=sides)
        view = coup.Game(list("abcd")[: len(sides)], rules).view("a")
        return next(each.follows for each in choices(view) if each.move == "foreign_aid")

    assert said("loyalist", "reformist", "loyalist", "reformist") == (
        "The other side may block it with the Duke."
    )
    assert said("loyalist", "reformist", "loyalist") == "b may block it with the Duke."
    assert said("loyalist", "loyalist", "loyalist") == "Anybody may block it with the Duke."


def test_where_only_one_player_can_be_attacked_the_reason_is_told() -> None:
    """Where there are several, the question for the target says why it cannot be another one."""

    def told(sides: str, **house_rules: int) -> str:
        allegiances = tuple({"L": "loyalist", "R": "reformist"}[side] for side in sides)
        rules = coup.ruleset("reformation", seat_allegiances=allegiances, **house_rules)
        return why_only_one(coup.Game(list("abcd")[: len(sides)], rules).view("a"))

    assert told("LRL") == "Not c: you are both loyalists."
    assert told("RRLR", coins=10) == "Not b or d: you are all reformists."
    for sides in ("LR", "LL", "LLL", "LRLR"):
        assert told(sides) == ""


@every_ruleset
def test_a_bluff_is_marked_exactly_if_the_claim_could_not_be_proved(ruleset: str) -> None:
    for seed in range(20):
        game = coup.Game(["ann", "bob", "cleo"], coup.ruleset(ruleset, turn_limit=60), seed)
        bot = make("random", seed)
        while not game.over:
            seat = str(game.to_move)
            for choice in choices(game.view(seat)):
                lie = bool(choice.claim) and not set(choice.claim) & set(game.hand(seat))
                assert choice.bluff is lie
                assert "bluff" in str(choice) or not lie
            assert situation(game.view(seat))
            game.push(bot.choose(game.view(seat)))


def test_challenging_an_assassin_as_its_target_may_cost_two_cards() -> None:
    game = play(deal({"ann": "", "bob": "duke duke", "cleo": ""}, coins=3), "ann assassinate bob")
    assert risks(game, "bob") == {"challenge"}
    assert risks(game, "cleo") == set()  # loses one card at most


def test_blocking_an_assassination_with_a_bluff_may_cost_two_cards() -> None:
    game = play(deal({"ann": "", "bob": "duke duke"}, coins=3), "ann assassinate bob", "bob pass")
    assert risks(game, "bob") == {"block_assassinate"}
    game = play(deal({"ann": "", "bob": "duke contessa"}, coins=3), "ann assassinate bob")
    game.push("pass")
    assert risks(game, "bob") == set()  # it can prove the block


def test_a_challenge_that_cannot_fail_is_no_risk() -> None:
    hands = {"ann": "", "bob": "assassin assassin", "cleo": "assassin duke"}
    game = deal(hands, coup_cost=2, assassinate_cost=0)
    play(game, "ann coup cleo", "cleo discard assassin", "bob income", "cleo income")
    game.push("assassinate bob")
    assert risks(game, "bob") == set()


def test_showing_the_wrong_card_of_two_may_cost_both() -> None:
    game = deal({"ann": "", "bob": "duke contessa"}, assassinate_cost=0)
    play(game, "ann assassinate bob", "bob pass", "bob block_assassinate", "ann challenge")
    assert risks(game, "bob") == {"reveal duke"}
    tags = {str(choice.move): choice.tag for choice in choices(game.view("bob"))}
    assert tags == {"reveal duke": "is lost", "reveal contessa": "proves it"}
    game = deal({"ann": "", "bob": "duke captain"}, assassinate_cost=0)
    play(game, "ann assassinate bob", "bob pass", "bob block_assassinate", "ann challenge")
    assert risks(game, "bob") == set()  # there is nothing better to do


def test_with_one_card_left_there_are_no_two_to_lose() -> None:
    game = deal({"ann": "", "bob": "duke duke"}, coup_cost=2, assassinate_cost=0)
    play(game, "ann coup bob", "bob discard duke", "bob income", "ann assassinate bob")
    assert risks(game, "bob") == set()


@pytest.mark.parametrize("answer", ["challenge", "block_assassinate"])
def test_both_risks_in_the_single_window_of_coup2022(answer: str) -> None:
    game = play(deal({"ann": "", "bob": "duke duke"}, "coup2022", coins=3), "ann assassinate bob")
    assert answer in risks(game, "bob")


def test_the_question_says_who_claims_what_against_whom() -> None:
    game = play(deal({"ann": "", "bob": "", "cleo": ""}), "ann steal bob")
    assert situation(game.view("bob")) == (
        "ann wants to steal from you, claiming the Captain. Do you challenge?"
    )
    assert situation(game.view("cleo")).startswith("ann wants to steal from bob")
    block(game, "bob", "ambassador")
    assert situation(game.view("ann")) == (
        "bob blocks the steal, claiming the Ambassador. Do you challenge that?"
    )


def test_passing_says_what_it_lets_happen() -> None:
    game = play(deal({"ann": "", "bob": "", "cleo": ""}, coins=3), "ann assassinate bob")
    assert told(game, "bob")["pass"] == "Pass: believe it; you may still block"
    assert told(game, "cleo")["pass"] == "Pass: let it be"
    play(game, "bob pass", "cleo pass")
    assert told(game, "bob")["pass"] == "Pass: you lose a card"
    game.push("block_assassinate")
    assert told(game, "ann")["pass"] == (
        "Pass: the block stands, unless somebody else challenges it"
    )
    play(game, "ann pass")
    assert told(game, "cleo")["pass"] == "Pass: the block stands"


def test_where_answers_are_secret_no_effect_is_called_certain() -> None:
    game = play(deal({"ann": "", "bob": "duke duke", "cleo": ""}, "coup2022"), "ann steal bob")
    choice = told(game, "bob")
    assert choice["pass"] == "Pass: let ann take 2 coins, unless somebody else stops it"
    assert choice["challenge"] == (
        "Challenge: if you are picked, make ann show the Captain or lose a card"
    )
    assert choice["block_steal"].startswith("Block: if you are picked, stop ann")


def test_a_choice_says_what_its_owner_loses_if_it_goes_wrong() -> None:
    game = deal({"ann": "duke captain", "bob": "", "cleo": ""}, coins=7)
    loses = {str(choice.move): choice.loses for choice in choices(game.view("ann"))}
    assert loses["tax"] == "You can prove it."
    assert loses["assassinate bob"] == ("If challenged, you lose a card; if blocked, the coins.")
    assert loses["coup bob"] == loses["income"] == loses["foreign_aid"] == ""
    play(game, "ann steal bob")
    loses = {str(choice.move): choice.loses for choice in choices(game.view("bob"))}
    assert loses == {"pass": "", "challenge": "If ann shows the Captain, you lose a card."}


def test_the_loss_of_the_last_card_is_named() -> None:
    game = deal({"ann": "duke", "bob": "captain"}, cards=1, assassinate_cost=0)
    play(game, "ann assassinate bob")
    loses = {str(choice.move): choice.loses for choice in choices(game.view("bob"))}
    assert loses["challenge"] == "If ann shows the Assassin, you lose your last card."
    play(game, "bob pass")
    choice = {str(choice.move): choice for choice in choices(game.view("bob"))}
    assert choice["pass"].effect == "you lose your last card"
    assert choice["block_assassinate"].loses == "If challenged, you lose your last card."


@pytest.mark.parametrize(
    ("hand", "question"),
    [
        ("captain duke", "You lose a card. Which one?"),
        ("captain captain", "You lose a card."),
        ("captain", "You lose your last card."),
    ],
)
def test_a_loss_is_a_question_only_if_there_is_a_choice(hand: str, question: str) -> None:
    cards = len(hand.split())
    game = deal({"ann": "duke " * cards, "bob": hand}, cards=cards, coins=7)
    play(game, "ann coup bob")
    assert situation(game.view("bob")) == question


def test_the_question_says_that_a_coup_is_forced() -> None:
    game = deal({"ann": "", "bob": ""}, coins=10)
    assert situation(game.view("ann")) == "It is your turn. With 10 coins you must coup."


@every_ruleset
def test_the_summary_names_every_action_and_every_block_once(ruleset: str) -> None:
    rules = coup.ruleset(ruleset)
    rows = summary(rules)
    named = [row.action for row in rows if row.action]
    assert sorted(named) == sorted(
        {"income", "foreign aid", "coup"} | {use for use in rules.claims if "block" not in use}
    )
    for use, roles in rules.claims.items():
        if use.startswith("block_"):
            action = use.removeprefix("block_").replace("_", " ")
            assert {row.role for row in rows if action in row.blocks} == set(roles)
            assert next(row for row in rows if row.action == action).blocked_by == roles
