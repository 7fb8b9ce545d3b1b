"""The rules that only `coup2022` has."""

from typing import Any

import pytest

import coup
from tests.helpers import block, challenge, deal, pass_all, play, story


def table(hands: dict[str, str], **options: Any) -> coup.Game:
    return deal(hands, "coup2022", **options)


def test_in_one_window_every_other_living_seat_challenges_blocks_or_passes() -> None:
    game = play(coup.Game(list("abc"), "coup2022"), "a steal b")
    assert game.question.kind == "challenge or block"
    assert game.pending == ["b", "c"]
    assert game.legal_moves_of("b") == ["pass", "challenge", "block_steal"]
    assert game.legal_moves_of("c") == ["pass", "challenge"]


def test_all_are_asked_no_matter_what_the_others_answered() -> None:
    game = play(coup.Game(list("abcd"), "coup2022"), "a tax", "b challenge")
    assert game.pending == ["c", "d"]
    play(game, "c challenge")
    assert game.pending == ["d"]


def test_blocks_go_before_challenges() -> None:
    game = play(coup.Game(list("abc"), "coup2022"), "a steal b", "c challenge", "b block_steal")
    assert (game.question.kind, game.question.blocker) == ("challenge block", "b")


def test_after_a_block_all_but_the_blocker_are_asked_whether_to_challenge_it() -> None:
    game = play(
        coup.Game(list("abcd"), "coup2022"), "a steal b", "b block_steal", "c challenge", "d pass"
    )
    assert game.pending == ["a", "c", "d"]
    assert game.legal_moves == ["pass", "challenge"]


def test_one_of_several_blockers_is_picked_at_random() -> None:
    game = coup.Game(list("abcd"), "coup2022", drive_chance=True, hands={"a": "duke duke"})
    play(game, "a foreign_aid", "b block_foreign_aid", "c pass", "d block_foreign_aid")
    assert game.outcomes == {"pick b": 1, "pick d": 1}
    play(game, "chance pick d")
    assert game.question.blocker == "d"
    assert game.pending == ["a", "b", "c"]


def test_one_of_several_challengers_is_picked_at_random() -> None:
    game = coup.Game(list("abcd"), "coup2022", drive_chance=True, hands={"a": "duke duke"})
    play(game, "a tax", "b challenge", "c challenge", "d challenge")
    assert game.outcomes == {"pick b": 1, "pick c": 1, "pick d": 1}
    play(game, "chance pick c")
    assert (game.to_move, game.question.challenger) == ("a", "c")


@pytest.mark.parametrize("answer", ["challenge", "block_foreign_aid"])
def test_over_all_seeds_each_of_them_is_picked_about_equally_often(answer: str) -> None:
    action = "tax" if answer == "challenge" else "foreign_aid"
    picked = {"b": 0, "c": 0}
    for seed in range(400):
        game = coup.Game(list("abc"), "coup2022", seed=seed)
        play(game, f"a {action}", f"b {answer}", f"c {answer}")
        picked[game.question.challenger or game.question.blocker or ""] += 1
    assert sum(picked.values()) == 400
    assert 150 < picked["b"] < 250


def test_nobody_learns_the_answers_that_were_not_picked() -> None:
    one = coup.Game(list("abcd"), "coup2022", drive_chance=True, hands={"a": "duke duke"}, seed=3)
    two = one.copy()
    while one.to_move == "chance":
        draw = one.legal_moves[0]
        one.push(draw)
        two.push(draw)
    play(one, "a tax", "b challenge", "c challenge", "d pass")
    play(two, "a tax", "b challenge", "c pass", "d pass")
    for seat in ("a", "d", None):  # nor that chance had a choice
        assert one.view(seat) == two.view(seat)
    play(one, "chance pick b")
    play(two, "chance pick b")
    for seat in ("a", "b", "d", None):
        assert one.view(seat) == two.view(seat)
    assert one.view("c") != two.view("c")  # which remembers its own answer


def test_answers_are_secret_while_the_others_are_still_asked() -> None:
    one = play(coup.Game(list("abcd"), "coup2022", seed=5), "a tax", "b challenge")
    two = play(coup.Game(list("abcd"), "coup2022", seed=5), "a tax", "b pass")
    for seat in ("a", "c", "d", None):
        assert one.view(seat) == two.view(seat)


def test_passes_are_not_in_the_story() -> None:
    game = pass_all(play(coup.Game(list("abc"), "coup2022"), "a tax"))
    assert not [line for line in story(game) if "pass" in line]


def test_after_a_challenge_nothing_more_can_be_blocked_or_challenged_in_that_turn() -> None:
    game = table({"a": "assassin duke", "b": "contessa captain", "c": "duke duke"}, coins=3)
    challenge(play(game, "a assassinate b"), "c")
    play(game, "a reveal assassin", "c discard duke")
    assert (game.question.kind, game.pending) == ("discard", ["b"])


@pytest.mark.parametrize("role", ["captain", "ambassador"])
def test_a_block_of_a_steal_names_no_role_and_either_proves_it(role: str) -> None:
    game = table({"a": "duke duke", "b": f"{role} contessa"})
    block(play(game, "a steal b"), "b")
    assert game.question.roles == ("captain", "ambassador")
    challenge(game, "a")
    play(game, f"b reveal {role}", "a discard duke")
    assert game.coins == {"a": 2, "b": 2}
    assert len(game.hand("b")) == 2


@pytest.mark.parametrize(("shown", "kept"), [("captain", "ambassador"), ("ambassador", "captain")])
def test_a_holder_of_both_captain_and_ambassador_chooses_which_is_swapped(
    shown: str, kept: str
) -> None:
    game = table({"a": "duke duke", "b": "captain ambassador"}, drive_chance=True)
    challenge(block(play(game, "a steal b"), "b"), "a")
    play(game, f"b reveal {shown}", "chance draw contessa", "a discard duke")
    assert set(game.hand("b")) == {kept, "contessa"}


def test_an_exchange_puts_two_back_on_top_and_the_next_one_draws_them() -> None:
    game = table({"a": "duke captain", "b": "duke duke"}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    assert len(game.outcomes) == 4  # all that is known of the deck is that it has no Duke
    play(game, "chance draw contessa", "chance draw contessa")
    play(game, "a return captain", "a return contessa")
    pass_all(play(game, "b exchange"))
    assert game.outcomes == {"draw contessa": 1}  # the last one returned is on top
    play(game, "chance draw contessa")
    assert game.outcomes == {"draw captain": 1}
    play(game, "chance draw captain")
    assert sorted(game.hand("b")) == ["captain", "contessa", "duke", "duke"]


def test_only_a_failed_challenge_shuffles_the_deck() -> None:
    game = table({"a": "duke captain", "b": "duke duke"}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    play(game, "chance draw contessa", "chance draw contessa")
    play(game, "a return captain", "a return contessa")
    play(game, "b income")
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal duke")
    assert len(game.outcomes) == 5  # shuffled: any card may come
    play(game, "chance draw assassin", "b discard duke")
    pass_all(play(game, "b exchange"))
    assert len(game.outcomes) == 5


def test_a_challenge_that_succeeds_leaves_the_deck_as_it_is() -> None:
    game = table({"a": "contessa captain", "b": "duke duke"}, drive_chance=True)
    pass_all(play(game, "a exchange"))
    play(game, "chance draw assassin", "chance draw duke")
    play(game, "a return assassin", "a return duke", "b income")
    challenge(play(game, "a tax"), "b")
    play(game, "a reveal captain")
    pass_all(play(game, "b exchange"))
    assert game.outcomes == {"draw duke": 1}


def test_an_exchange_that_was_challenged_draws_from_the_shuffled_deck() -> None:
    game = table({"a": "ambassador captain", "b": "duke duke"}, drive_chance=True)
    challenge(play(game, "a exchange"), "b")
    play(game, "a reveal ambassador", "chance draw assassin", "b discard duke")
    assert game.question.kind == "chance"
    play(game, "chance draw ambassador", "chance draw ambassador")
    assert game.to_move == "a"


def test_coins_of_a_seat_that_goes_out_stay_with_it() -> None:
    game = table({"a": "", "b": "duke duke", "c": ""}, coins=14, forced_coup=30)
    play(game, "a coup b", "b discard duke", "b income", "c income", "a coup b")
    play(game, "b discard duke")
    assert game.coins["b"] == 15


@pytest.mark.parametrize("defence", ["challenge", "block"])
def test_a_steal_that_resolves_after_its_target_went_out_still_takes_the_coins(
    defence: str,
) -> None:
    game = table({"a": "captain duke", "b": "duke duke", "c": ""}, first_coins=7)
    play(game, "a coup b", "b discard duke", "b income", "c income", "a steal b")
    if defence == "challenge":
        challenge(game, "b")
        play(game, "a reveal captain", "b discard duke")
    else:
        challenge(block(game, "b"), "a")
        play(game, "b reveal duke")
    assert not game.hand("b")
    assert game.coins == {"a": 2, "b": 1, "c": 3}
    assert game.to_move == "c"
