"""`quantum.Game`: names, checked moves, and questions only to those who have a choice."""

import re
from random import Random

import pytest

from coup.quantum import (
    Game,
    IllegalMove,
    Ruleset,
    read_game,
    read_position,
    review,
    solve,
    write_game,
)
from coup.quantum.numbers import first_seats_choices
from coup.quantum.record import EXAMPLE
from coup.quantum.story import tell

EXAMPLE_STATES = [
    "Alice: (void, void, 3), Bob: (void, void, 2)",
    "Alice: (void, void, 3), Bob: (duke, void, 5)",
    "Alice: (void, void, 3), Bob: (duke, void, 5)",
    "Alice: (void, void, 3), Bob: (duke, void, 8)",
    "Alice: (assassin, void, 0), Bob: (duke, contessa, 8)",
    "Alice: (dead, void, 0), Bob: (duke, contessa, 1)",
    "Alice: (dead, void, 1), Bob: (duke, contessa, 1)",
    "Alice: (dead, void, 1), Bob: (duke, contessa, 4)",
    "Alice: (dead, captain, 3), Bob: (duke, contessa, 2)",
    "Alice: (dead, captain, 3), Bob: (duke, contessa, 5)",
    "Alice: (dead, captain, 5), Bob: (duke, contessa, 3)",
    "Alice: (dead, captain, 5), Bob: (duke, contessa, 6)",
    "Alice: (dead, captain, 7), Bob: (duke, contessa, 4)",
    "Alice: (dead, captain, 7), Bob: (duke, contessa, 7)",
    "Alice: (dead, captain, 9), Bob: (duke, contessa, 5)",
    "Alice: (dead, captain, 9), Bob: (duke, contessa, 8)",
    "Alice: (dead, captain, 2), Bob: (duke, dead, 8)",
    "Alice: (dead, dead, 2), Bob: (duke, dead, 1)",
]
"""The states after each turn of the example game, as written in the rules."""


def example() -> Game:
    return read_game(EXAMPLE.read_text(encoding="utf-8"))


def test_the_example_game_goes_through_each_written_state() -> None:
    states = [made.after for made in example().made if made.after.phase == "end"]
    for found, written in zip(states, EXAMPLE_STATES, strict=True):
        position = read_position(written).position
        assert (found.hands, found.coins) == (position.hands, position.coins)
    assert example().winner == "Bob"


def test_the_review_of_the_example_game_finds_one_blunder_alices_first_move() -> None:
    [blunder] = review(example(), solve())
    assert (blunder.turn, blunder.made.seat, str(blunder.made.move)) == (1, 0, "income")
    assert blunder.got.outcome.winner == 1
    assert [str(choice.move) for choice in blunder.kept] == ["tax"]


def test_a_review_names_a_draw_thrown_away() -> None:
    ruleset = Ruleset(exchange="all")
    solution = solve(ruleset)
    position, bad = next(
        (position, choice.move)
        for position in first_seats_choices()
        if solution.value(position) == "draw"
        for choice in solution.choices(position)
        if choice.outcome.value(0) == "loss"
    )
    game = Game(position, ruleset)
    game.make(bad)
    [blunder] = review(game, solution)
    assert blunder.made.move == bad
    assert {choice.outcome.value(0) for choice in blunder.kept} == {"draw"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_blunder_is_a_move_to_a_worse_value_for_its_player(seed: int) -> None:
    dice = Random(seed)
    game = Game(ruleset=Ruleset(exchange="one"))
    while not game.over and len(game.made) < 60:
        game.push(dice.choice(game.legal_moves))
    solution = solve(game.ruleset)
    rank = ["loss", "draw", "win"]
    fallen = [
        made
        for made in game.made
        if rank.index(solution.outcome(made.after).value(made.seat))
        < rank.index(solution.outcome(made.before).value(made.seat))
    ]
    assert [blunder.made for blunder in review(game, solution)] == fallen


def test_a_review_is_for_two() -> None:
    with pytest.raises(ValueError, match="a review is for games of 2 players, not 3"):
        review(Game("A: (void, void, 2), B: (void, void, 2), C: (void, void, 2)"), solve())


# Who is asked.


def test_a_player_who_cannot_block_is_not_asked() -> None:
    game = Game("Alice: (captain, dead, 2), Bob: (duke, contessa, 5)")
    game.push("steal Bob")
    assert game.to_move == "Bob"
    assert game.position.phase == "choose"
    assert game.moves == [("Alice", "steal Bob")]
    assert str(game) == "Alice: (dead, captain, 4), Bob: (duke, contessa, 3)"


def test_a_player_with_one_kind_of_card_to_lose_is_not_asked() -> None:
    game = Game("Alice: (duke, dead, 7), Bob: (void, void, 5)")
    game.push("coup Bob")
    assert str(game) == "Alice: (dead, duke, 0), Bob: (dead, void, 5)"


def test_the_last_card_ends_the_game() -> None:
    game = Game("Alice: (duke, dead, 7), Bob: (duke, dead, 9)")
    game.push("coup bob")
    assert game.over
    assert (game.winner, game.to_move, game.legal_moves) == ("Alice", None, [])
    with pytest.raises(IllegalMove, match="the game is over"):
        game.push("income")


def test_pop_takes_back_a_choice_with_its_consequences() -> None:
    game = Game("Alice: (duke, dead, 7), Bob: (duke, dead, 9)")
    begin = game.position
    game.push("coup Bob")
    assert game.pop() == "coup Bob"
    assert game.position == begin
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        game.pop()


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["Ann"], "there are 2 players but 1 names"),
        (["Ann", "ann"], "there are two players called ann"),
        (["Ann", "Al  Capone"], "a player's name has single blanks between its words and no"),
        (["Al Capone", "al_capone"], "there are two players called al_capone"),
        (["Ann", ""], "in it, not ''"),
    ],
)
def test_names_that_cannot_be_told_apart_are_refused(names: list[str], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Game(names=names)


# What can be typed.


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("foreign_aid", "foreign_aid"),
        ("  Foreign  AID ", "foreign_aid"),
        ("steal bob", "steal Bob"),
        ("steal", "steal Bob"),
        ("coup", "coup Bob"),
    ],
)
def test_a_move_can_be_typed_in_several_ways(typed: str, move: str) -> None:
    game = Game("Alice: (void, void, 9), Bob: (void, void, 2)")
    game.push(typed)
    assert game.moves == [("Alice", move)]


def test_a_block_can_leave_out_what_is_blocked_if_that_is_clear() -> None:
    game = Game("Alice: (void, void, 9), Bob: (void, void, 2)")
    game.push("steal")
    with pytest.raises(
        IllegalMove, match="Bob can answer pass, block_steal captain or block_steal"
    ):
        game.push("block")
    game.push("block captain")
    assert game.moves[-1] == ("Bob", "block_steal captain")


@pytest.mark.parametrize(
    ("position", "typed", "sentence"),
    [
        (
            "Alice: (void, void, 2), Bob: (void, void, 2)",
            "coup Bob",
            "Alice has 2 coins, coup costs 7",
        ),
        (
            "Alice: (void, void, 1), Bob: (void, void, 2)",
            "assassinate",
            "Alice has 1 coin, assassinate costs 3",
        ),
        (
            "Alice: (duke, captain, 5), Bob: (void, void, 2)",
            "assassinate Bob",
            "Alice has neither the Assassin nor a void left",
        ),
        (
            "Alice: (duke, captain, 10), Bob: (void, void, 2)",
            "income",
            "Alice has 10 coins and cannot hold more",
        ),
        (
            "Alice: (void, void, 2), Bob: (void, void, 2)",
            "exchange",
            "there is no exchange in this reading of the rules",
        ),
        (
            "Alice: (void, void, 2), Bob: (void, void, 2), Tom: (void, void, 2)",
            "steal",
            "steal whom? It can be Bob or Tom",
        ),
        (
            "Alice: (void, void, 2), Bob: (void, void, 2)",
            "steal Alice",
            "steal whom? It can be Bob",
        ),
        (
            "Alice: (void, void, 2), Bob: (void, void, 2)",
            "bluff",
            "'bluff' is not a move now; Alice can answer income, foreign_aid, tax or steal Bob",
        ),
        (
            "Alice: (void, void, 2), Bob: (void, void, 2)",
            "tax Bob",
            "'tax Bob' is not a move now; did you mean tax?",
        ),
    ],
)
def test_a_move_that_is_not_possible_gets_a_sentence(
    position: str, typed: str, sentence: str
) -> None:
    game = Game(position)
    before = game.position
    with pytest.raises(IllegalMove) as refused:
        game.push(typed)
    assert str(refused.value) == sentence
    assert game.position == before


def test_a_forced_coup_gets_a_sentence() -> None:
    game = Game("Alice: (duke, captain, 10), Bob: (void, void, 2)", Ruleset(forced_coup=True))
    with pytest.raises(IllegalMove, match="Alice has 10 coins and must coup"):
        game.push("tax")


# The story.


def test_the_story_says_what_collapses_what_is_stolen_and_who_is_out() -> None:
    game = Game("Alice: (dead, void, 6), Bob: (duke, contessa, 1)")
    for move in ("steal", "income", "coup", "discard contessa"):
        game.push(move)
    assert [tell(made, game.names) for made in game.made] == [
        "Alice steals from Bob; a void collapses into the Captain.",
        "Bob cannot block. Alice gets 1 coin.",
        "Bob takes income.",
        "Alice pays 7 coins for a coup against Bob.",
        "Bob loses the Contessa.",
    ]


def test_the_story_tells_blocks_passes_and_the_end() -> None:
    game = Game("Alice: (dead, void, 3), Bob: (dead, void, 9)")
    for move in ("foreign_aid", "pass", "steal", "block ambassador", "income", "coup"):
        game.push(move)
    assert [tell(made, game.names) for made in game.made] == [
        "Alice asks for foreign aid.",
        "Bob lets it pass.",
        "Bob steals from Alice; a void collapses into the Captain.",
        "Alice blocks the steal with the Ambassador; a void collapses into the Ambassador.",
        "Alice takes income.",
        "Bob pays 7 coins for a coup against Alice.",
        "Alice loses the Ambassador. Alice is out.",
    ]


# Files.


def test_a_written_game_reads_back() -> None:
    ruleset = Ruleset(forced_coup=True, exchange="one", first_coins=3, blocks="anybody")
    game = Game("Ann: (void, void, 3), Bob: (void, void, 2), Tom: (void, void, 2)", ruleset)
    for move in ("steal Tom", "pass", "block captain", "exchange ambassador", "foreign_aid"):
        game.push(move)
    again = read_game(write_game(game))
    assert again.ruleset == ruleset
    assert (again.names, again.position, again.moves) == (game.names, game.position, game.moves)


def test_players_may_have_the_names_of_fields() -> None:
    game = Game("start: (void, void, 2), exchange: (void, void, 2)")
    game.push("tax")
    game.push("steal start")
    assert read_game(write_game(game)).moves == game.moves


def test_a_file_can_begin_at_any_position() -> None:
    game = read_game("start: Ann: (dead, duke, 7), Bob: (dead, duke, 7), Bob to move\nBob: coup\n")
    assert game.winner == "Bob"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Alice: tax\nBob: coup Alice\n", "line 2: Bob has 2 coins, coup costs 7"),
        ("# a game\n\nBob: tax\n", "line 3: Alice is to move, not Bob"),
        ("Tom: tax\n", "line 1: there is no player 'Tom', only Alice, Bob"),
        ("Alice tax\n", "line 1: 'Alice tax' should be a player and a move, as in Alice: tax"),
        ("exchange: two\n", "line 1: exchange must be none, all, one or ambassador, not 'two'"),
        ("forced_coup: maybe\n", "line 1: forced_coup is yes or no, not 'maybe'"),
        ("first_coins: many\n", "line 1: first_coins must be from 0 to 10, not 'many'"),
        ("start: Ann: (void, void, 99)\n", "line 1: Ann has 99 coins, but nobody can have more"),
        ("Alice: tax\nexchange: all\n", "line 2: there is no player 'exchange', only Alice, Bob"),
        (
            "start: A: (dead, duke, 7), B: (dead, duke, 7)\nA: coup\nB: tax\n",
            "line 3: the game is over",
        ),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        read_game(text)


def test_names_may_have_several_words() -> None:
    game = Game("Al Capone: (void, void, 8), Zoë Müller: (void, void, 2), Al Capone to move")
    game.push("coup zoë müller")
    again = read_game(write_game(game))
    assert again.names == ("Al Capone", "Zoë Müller")
    assert again.moves == game.moves == [("Al Capone", "coup Zoë Müller")]
