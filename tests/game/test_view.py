"""What a seat may know, and nothing else."""

from dataclasses import fields

import coup
from coup import Question
from coup.events import PrivateEvent
from tests.helpers import block, challenge, deal, every_ruleset, pass_all, play

HANDS = {"ann": "duke captain", "bob": "contessa assassin", "carl": "duke captain"}


def test_a_view_has_the_seats_cards_and_only_the_numbers_of_others() -> None:
    view = deal(HANDS).view("ann")
    assert view.hand == ("duke", "captain")
    assert view.cards == {"ann": 2, "bob": 2, "carl": 2}
    assert view.deck_size == 9
    assert view.seat == "ann"


def test_a_spectator_sees_only_what_is_public() -> None:
    view = deal(HANDS).view(None)
    assert (view.seat, view.hand, view.legal_moves) == (None, (), ())
    assert not [event for event in view.events if isinstance(event, PrivateEvent)]


def test_a_view_has_the_seats_own_moves_if_it_is_asked() -> None:
    game = play(deal(HANDS), "ann tax")
    assert game.view("bob").legal_moves == ("pass", "challenge")
    assert game.view("ann").legal_moves == ()


def test_a_view_tells_what_is_being_asked() -> None:
    game = play(deal(HANDS, coins=3), "ann assassinate bob")
    question = game.view(None).question
    assert (question.kind, question.asked) == ("challenge", ("bob", "carl"))
    assert (question.actor, question.action, question.target) == ("ann", "assassinate", "bob")
    assert (question.claimant, question.roles) == ("ann", ("assassin",))
    assert str(question) == (
        "bob, carl: challenge ann's assassination of bob, claiming the Assassin?"
    )


def test_cards_drawn_and_returned_are_known_to_the_seat_that_drew_them() -> None:
    game = deal(HANDS, drive_chance=True)
    pass_all(play(game, "ann exchange"))
    play(game, "chance draw contessa", "chance draw ambassador")
    play(game, "ann return ambassador", "ann return duke")
    told = [str(event) for event in game.view("ann").events if not event.seen_by("bob")]
    assert told == [
        "ann draws the Duke.",
        "ann draws the Captain.",
        "ann draws the Contessa.",
        "ann draws the Ambassador.",
        "ann returns the Ambassador.",
        "ann returns the Duke.",
    ]


@every_ruleset
def test_a_private_event_is_in_the_view_of_one_seat_alone(ruleset: str) -> None:
    game = coup.Game(list("abc"), ruleset, seed=8)
    while not game.over:
        game.push(game.legal_moves[-1])
    for event in game.events:
        seen = [seat for seat in ("a", "b", "c", None) if event in game.view(seat).events]
        if isinstance(event, PrivateEvent):
            assert seen == [event.seat]
        else:
            assert seen == ["a", "b", "c", None]


def test_claims_and_how_they_ended() -> None:
    game = deal(HANDS, first_coins=4, coins=2)
    challenge(play(game, "ann tax"), "carl")
    play(game, "ann reveal duke", "carl discard duke")
    pass_all(block(play(game, "bob steal ann"), "ann", "captain"))
    challenge(play(game, "carl tax"), "bob")
    play(game, "carl reveal captain")
    play(game, "ann exchange")
    assert [
        (claim.seat, claim.move, claim.roles, claim.outcome) for claim in game.view(None).claims
    ] == [
        ("ann", "tax", ("duke",), "proved"),
        ("bob", "steal", ("captain",), "unchallenged"),
        ("ann", "block_steal", ("captain",), "unchallenged"),
        ("carl", "tax", ("duke",), "lost"),
        ("ann", "exchange", ("ambassador",), "open"),
    ]


def test_a_claim_under_challenge() -> None:
    game = challenge(play(deal(HANDS), "ann tax"), "bob")
    assert game.view("bob").claims[-1].outcome == "challenged"


def test_a_view_holds_no_way_back_to_the_game() -> None:
    view = deal(HANDS).view("ann")
    kinds = {type(getattr(view, field.name)).__name__ for field in fields(view)}
    assert kinds <= {"Ruleset", "str", "tuple", "int", "dict", "Question", "bool", "NoneType"}
    assert not hasattr(view, "seed")
    assert "seed" not in repr(view)


def test_changing_a_view_does_not_change_the_game() -> None:
    game = deal(HANDS)
    game.view("ann").coins["ann"] = 99
    game.coins["ann"] = 99
    game.events.clear()
    assert game.coins["ann"] == 2
    assert game.events


def test_at_the_beginning_of_a_turn_nothing_is_left_of_the_last_one() -> None:
    game = challenge(play(deal(HANDS), "ann tax"), "bob")
    play(game, "ann reveal duke", "bob discard contessa")
    assert game.question == Question("action", ("bob",), actor="bob")
    game = challenge(block(play(game, "bob steal ann"), "ann", "captain"), "carl")
    play(game, f"ann reveal {game.hand('ann')[0]}")
    while game.question.kind != "action":
        game.push(game.legal_moves[0])
    assert game.question == Question("action", ("carl",), actor="carl")


def test_a_challenger_before_the_block_is_no_challenger_of_the_block() -> None:
    game = deal(
        {"ann": "assassin duke", "bob": "contessa duke", "carl": "captain captain"}, coins=3
    )
    challenge(play(game, "ann assassinate bob"), "carl")
    assert game.question.challenger == "carl"
    play(game, "ann reveal assassin")
    assert (game.question.kind, game.question.challenger) == ("discard", "carl")
    play(game, "carl discard captain", "bob block_assassinate")
    assert game.question.claimant == "bob"
    assert game.question.challenger is None


def test_before_the_deal_it_is_nobodys_turn() -> None:
    assert coup.Game(["ann", "bob"], drive_chance=True).question == Question("chance", ())


def test_foreign_aid_claims_nothing_and_nobody_is_its_claimant() -> None:
    question = play(deal(HANDS), "ann foreign_aid").question
    assert (question.claimant, question.roles) == (None, ())


def test_the_question_says_what_can_be_done() -> None:
    kinds = {
        action: play(deal(HANDS, "coup2022", coins=3), f"ann {action}").question.kind
        for action in ("tax", "exchange", "foreign_aid", "steal bob", "assassinate bob")
    }
    assert kinds == {
        "tax": "challenge",
        "exchange": "challenge",
        "foreign_aid": "block",
        "steal bob": "challenge or block",
        "assassinate bob": "challenge or block",
    }


def test_a_claim_is_unchallenged_as_soon_as_nobody_can_challenge_it() -> None:
    game = deal({"ann": "", "bob": "duke duke"}, coins=3, cards=2)
    play(game, "ann assassinate bob", "bob pass")
    assert (game.question.kind, game.view("bob").claims[-1].outcome) == ("block", "unchallenged")
    ended = deal({"ann": "", "bob": ""}, turn_limit=1)
    pass_all(play(ended, "ann tax"))
    assert ended.view(None).claims[-1].outcome == "unchallenged"


def test_the_shown_card_is_in_the_views_of_the_two_concerned() -> None:
    game = deal({"ann": "", "bob": "duke captain", "carl": ""}, "inquisitor")
    pass_all(play(game, "ann investigate bob"))
    play(game, "bob show duke")
    assert [game.view(seat).shown for seat in ("ann", "bob", "carl", None)] == [
        "duke",
        "duke",
        None,
        None,
    ]
    assert str(game.view("ann")).endswith("ann: may bob keep the Duke?")
    assert str(game.view("carl")).endswith("ann: may bob keep the card?")
    play(game, "ann keep")
    assert game.view("ann").shown is None


def test_a_seat_that_is_drawing_its_only_card_is_still_in() -> None:
    game = deal({"ann": "duke captain", "bob": "", "carl": ""}, coins=7, drive_chance=True)
    play(game, "ann income", "bob coup ann", "ann discard captain", "carl income")
    challenge(play(game, "ann tax"), "bob")
    play(game, "ann reveal duke")
    assert game.view("bob").cards["ann"] == 0
    assert "ann" in game.view("bob").alive
    assert game.alive == ["ann", "bob", "carl"]


def test_a_claim_is_open_as_long_as_it_can_be_challenged() -> None:
    joint = play(deal(HANDS, "coup2022"), "ann steal bob")
    assert joint.question.kind == "challenge or block"
    assert joint.view(None).claims[-1].outcome == "open"
    blocked = block(play(deal(HANDS), "ann foreign_aid"), "bob")
    assert blocked.question.kind == "challenge block"
    assert blocked.view(None).claims[-1].outcome == "open"


def test_what_claims_no_role_is_no_claim() -> None:
    game = play(deal(HANDS, coins=7), "ann income", "bob foreign_aid", "carl pass", "ann pass")
    play(game, "carl coup ann")
    assert game.view(None).claims == ()


def test_after_the_end_it_is_nobodys_turn_in_the_picture() -> None:
    game = play(deal(HANDS, turn_limit=1), "ann income")
    for seat in ("ann", None):
        assert ">" not in str(game.view(seat))
        assert str(game.view(seat)).endswith("The game ended without a winner.")
