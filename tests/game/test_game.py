"""`Game` from its users' point of view."""

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import coup
from tests.helpers import every_ruleset, pass_all, play


def at_random(game: coup.Game, seed: int, moves: int = 10_000) -> coup.Game:
    choice = random.Random(seed)
    for _ in range(moves):
        if game.over:
            break
        game.push(choice.choice(game.legal_moves))
    return game


@every_ruleset
def test_the_same_seed_and_moves_give_the_same_game(ruleset: str) -> None:
    one = at_random(coup.Game(list("abcd"), ruleset, seed=5), 1)
    two = at_random(coup.Game(list("abcd"), ruleset, seed=5), 1)
    assert one.moves == two.moves
    assert one.events == two.events
    assert at_random(coup.Game(list("abcd"), ruleset, seed=6), 1).moves != one.moves


def test_a_seed_means_the_same_on_every_machine() -> None:
    game = coup.Game(["ann", "bob", "carl"], seed=7)
    assert [game.hand(name) for name in game.seats] == [
        ("assassin", "contessa"),
        ("captain", "ambassador"),
        ("ambassador", "contessa"),
    ]


def test_without_a_seed_games_differ_and_have_a_readable_seed() -> None:
    one, two = coup.Game(list("abcdef")), coup.Game(list("abcdef"))
    assert one.seed != two.seed
    again = coup.Game(list("abcdef"), seed=one.seed)
    assert again.moves == one.moves


@every_ruleset
def test_a_game_is_its_ruleset_its_seats_and_its_moves(ruleset: str) -> None:
    game = at_random(coup.Game(list("abc"), ruleset, seed=3), 3)
    again = coup.Game(game.seats, game.ruleset, drive_chance=True)
    for seat, move in game.moves:
        again.push(move, seat)
    assert again.events == game.events
    assert again.winner == game.winner


@every_ruleset
def test_pop_takes_back_the_last_push_with_what_chance_did_after_it(ruleset: str) -> None:
    game = coup.Game(list("abc"), ruleset, seed=11)
    choice = random.Random(11)
    before = []
    while not game.over:
        before.append((game.moves, game.events, [game.view(seat) for seat in "abc"], str(game)))
        game.push(choice.choice(game.legal_moves))
    after = game.moves
    while before:
        game.pop()
        now = (game.moves, game.events, [game.view(seat) for seat in "abc"], str(game))
        assert now == before.pop()
    for seat, move in after[6:]:
        if seat != "chance":
            game.push(move, seat)
    assert game.moves == after  # the same draws come again


def test_pop_without_a_move_says_so() -> None:
    game = coup.Game(list("ab"))
    with pytest.raises(coup.IllegalMove, match="there is no move to take back"):
        game.pop()
    assert len(game.hand("a")) == 2


@every_ruleset
def test_a_game_that_has_let_go_tells_the_same_story_and_continues(ruleset: str) -> None:
    whole, light = (coup.Game(list("abcd"), ruleset, seed=5) for _ in range(2))
    choice = random.Random(2)
    while not whole.over:
        move = choice.choice(whole.legal_moves)
        whole.push(move)
        light.push(move)
        light.let_go()
        assert all(light.view(seat) == whole.view(seat) for seat in (None, *whole.seats))
    assert light.moves == whole.moves
    assert light.events == whole.events


def test_a_game_that_has_let_go_takes_back_only_what_came_later() -> None:
    game = coup.Game(["ann", "bob"], seed=7)
    game.push("income")
    game.let_go()
    game.push("income")
    assert game.pop() == "income"
    with pytest.raises(coup.IllegalMove, match="let go"):
        game.pop()
    assert game.turn == 2


def test_a_copy_is_independent() -> None:
    game = play(coup.Game(list("ab"), seed=1), "a income", "b income")
    twin = game.copy()
    assert copy.copy(game).moves == game.moves
    twin.pop()
    play(twin, "b foreign_aid")
    assert [str(ply) for ply in game.moves[-2:]] == ["a: income", "b: income"]
    assert game.coins == {"a": 3, "b": 3}
    game.pop()
    assert (game.coins, game.to_move) == ({"a": 3, "b": 2}, "b")
    assert twin.question.kind == "block"


def test_a_copy_of_a_subclass_is_of_that_subclass() -> None:
    class House(coup.Game):
        pass

    assert type(House(["ann", "bob"]).copy()) is House


def test_a_replay_continues_as_the_game_would_have() -> None:
    game = at_random(coup.Game(list("abc"), seed=4), 4, moves=12)
    again = coup.Game.replay(game.seats, game.moves, seed=4)
    assert at_random(again, 9).moves == at_random(game, 9).moves


def test_a_replay_stops_at_the_first_illegal_move() -> None:
    moves = coup.Game(list("ab"), seed=1).moves
    with pytest.raises(coup.IllegalMove, match="a has 2 coins, coup costs 7"):
        coup.Game.replay(list("ab"), [*moves, ("a", "coup b")])


def test_threads_may_look_at_one_game() -> None:
    game = at_random(coup.Game(list("abcd"), seed=6), 6)
    expected = coup.Game.replay(game.seats, game.moves).events
    with ThreadPoolExecutor(8) as pool:
        stories = list(pool.map(lambda _: game.view(None).events, range(64)))
    assert len(set(map(len, stories))) == 1
    assert game.events == expected


def test_games_can_be_pickled_and_deep_copied() -> None:
    game = at_random(coup.Game(list("abc"), seed=2), 2, moves=20)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert twin.moves == game.moves
        assert twin.view("a") == game.view("a")
        at_random(twin, 1)
    assert not game.over


def test_moves_know_their_parts() -> None:
    game = coup.Game(["ann", "bob"], coup.ruleset("classic", coins=7))
    moves = {str(move): move for move in game.legal_moves}
    assert moves["steal bob"].verb == "steal"
    assert moves["steal bob"].target == "bob"
    assert repr(game.legal_moves) == (
        "[income, foreign_aid, tax, exchange, steal bob, assassinate bob, coup bob]"
    )
    play(game, "ann coup bob")
    assert all(move.role in game.hand("bob") for move in game.legal_moves)


def test_a_turns_moves_are_listed_action_by_action() -> None:
    game = coup.Game(list("abc"), coup.ruleset("classic", coins=3))
    assert game.legal_moves[4:] == ["steal b", "steal c", "assassinate b", "assassinate c"]


def test_blanks_around_a_move_do_not_matter() -> None:
    game = coup.Game(list("ab"))
    game.push("  steal   b ")
    assert game.question.target == "b"


def test_hands_may_fix_only_some_seats() -> None:
    counts: dict[str, int] = {}
    for seed in range(300):
        game = coup.Game(list("abc"), seed=seed, hands={"b": "duke duke", "c": "duke captain"})
        assert (game.hand("b"), game.hand("c")) == (("duke", "duke"), ("duke", "captain"))
        assert "duke" not in game.hand("a")  # all three are taken
        for card in game.hand("a"):
            counts[card] = counts.get(card, 0) + 1
    # a draws from 2 captains and 3 of each other role: 600 cards of 11.
    assert 70 < counts["captain"] < 150
    assert sum(counts.values()) == 600


@pytest.mark.parametrize(
    ("hands", "sentence"),
    [
        ("duke", "hands is a dict like"),
        ({"a": None}, "hands: a needs 2 cards, not None"),
        ({"a": ["duke", 3]}, "hands: 3 is not one of duke"),
        ({"a": "duke"}, "hands: a needs 2 cards, not 'duke'"),
        ({"a": "duke duke duke"}, "hands: a needs 2 cards"),
        ({"z": "duke duke"}, "hands: there is no seat 'z', only a, b"),
        ({"a": "duke joker"}, "hands: 'joker' is not one of duke, assassin"),
        ({"a": "duke inquisitor"}, "hands: 'inquisitor' is not one of"),
        ({"a": "duke duke", "b": "duke duke"}, "hands: there are only 3 cards of the duke"),
    ],
)
def test_impossible_hands_are_refused_with_a_sentence(hands: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        coup.Game(list("ab"), hands=hands)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["ann", "ann"], "two players are called 'ann'"),
        (["ann", ""], "a player's name is made of printable letters, not ''"),
        (["ann", "b  c"], "a player's name has single blanks between its words only, not 'b  c'"),
        (["ann", " b"], "a player's name has single blanks between its words only, not ' b'"),
        (["ann", "b\x1b[2J"], "a player's name is made of printable letters"),
        (["ann", "b\tc"], "a player's name is made of printable letters"),
        (["ann", 3], "a player's name is made of printable letters, not 3"),
        (["ann", "b" * 61], "a player's name has at most 60 letters"),
        ("ann", "the players are given as a list of names, not as 'ann'"),
        ({"ann", "bob"}, "the players are given as a list of names"),
        ({"ann": 1, "bob": 2}, "the players are given as a list of names"),
        (None, "the players are given as a list of names, not as None"),
        (["ann", "chance"], "no player can be called 'chance'"),
        (["ann"], "2 to 6 seats, not 1"),
    ],
)
def test_impossible_names_are_refused_with_a_sentence(names: list[Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        coup.Game(names)


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.5, True])
def test_an_impossible_seed_is_refused_with_a_sentence(seed: Any) -> None:
    with pytest.raises(ValueError, match="a seed is a whole number from 0 to"):
        coup.Game(list("ab"), seed=seed)


def test_chance_can_be_driven_move_by_move() -> None:
    game = coup.Game(list("ab"), drive_chance=True)
    assert (game.to_move, game.pending) == ("chance", [])
    with pytest.raises(coup.IllegalMove, match="chance cannot tax now: only draw duke, draw"):
        game.push("tax")
    with pytest.raises(coup.IllegalMove, match="a cannot move: chance is to move"):
        game.push("income", "a")
    for card in ("duke", "duke", "captain", "contessa"):
        game.push(f"draw {card}", "chance")
    assert game.hand("b") == ("captain", "contessa")
    assert game.outcomes == {}
    with pytest.raises(coup.IllegalMove, match="chance cannot tax now: a is to move"):
        game.push("tax", "chance")
    game.pop()
    assert (game.hand("b"), game.to_move) == (("captain",), "chance")


def test_chance_is_nobodys_seat_when_it_is_sampled() -> None:
    with pytest.raises(ValueError, match="there is no seat 'chance'"):
        coup.Game(list("ab")).push("draw duke", "chance")


def test_the_weights_of_chance_are_the_cards_left() -> None:
    drawn = {"duke": 0, "captain": 0}
    for seed in range(2000):
        game = coup.Game(list("ab"), seed=seed, hands={"a": "duke duke", "b": "captain contessa"})
        pass_all(play(game, "a exchange"))
        for ply in game.moves[-2:]:
            if ply.move.role in drawn:
                drawn[ply.move.role] += 1
    # Of 11 cards in the deck 1 is a Duke and 2 are Captains; two are drawn each time.
    assert 280 < drawn["duke"] < 450
    assert 620 < drawn["captain"] < 840


def test_printing_it_shows_a_readable_table() -> None:
    game = coup.Game(
        ["ann", "bob"],
        coup.ruleset("classic", coins=7),
        hands={"ann": "duke captain", "bob": "contessa assassin"},
    )
    play(game, "ann coup bob", "bob discard contessa", "bob tax")
    assert str(game).splitlines() == [
        "classic with coins=7, turn 2, 11 cards in the court deck",
        "       coins  cards          face up",
        "  ann      0  duke, captain",
        "> bob      7  assassin       contessa",
        "ann: challenge bob's tax, claiming the Duke?",
    ]
    assert str(game.view("bob")).splitlines()[2] == "  ann      0  ?, ?"
    friday = coup.ruleset("classic", turn_limit=9)
    assert repr(coup.Game(list("ab"), friday, seed=3)) == (
        "<Game: a, b; classic with turn_limit=9; seed 3; turn 1>"
    )


def test_a_replay_that_stops_where_chance_is_to_move_continues_from_there() -> None:
    game = coup.Game(list("abc"), seed=4)
    for kept in range(len(game.moves) + 1):  # in the middle of the deal
        again = coup.Game.replay(game.seats, game.moves[:kept], seed=4)
        assert (again.moves, again.to_move) == (game.moves, "a")


def test_a_name_may_have_60_letters() -> None:
    assert coup.Game(["ann", "b" * 60]).seats[1] == "b" * 60


def test_hands_are_limited_by_the_rulesets_copies() -> None:
    with pytest.raises(ValueError, match="hands: there are only 2 cards of the duke"):
        coup.Game(
            list("ab"),
            coup.ruleset("classic", copies=2),
            hands={"a": "duke duke", "b": "duke captain"},
        )
    five = coup.ruleset("classic", copies=5)
    game = coup.Game(list("ab"), five, hands={"a": "duke duke", "b": "duke duke"})
    assert game.hand("b") == ("duke", "duke")


def test_a_hand_may_be_a_list_and_is_dealt_in_its_order() -> None:
    for hand in ("duke captain", ["duke", "captain"], ("duke", "captain")):
        game = coup.Game(list("ab"), hands={"a": hand})
        assert [ply.move for ply in game.moves[:2]] == ["draw duke", "draw captain"]
