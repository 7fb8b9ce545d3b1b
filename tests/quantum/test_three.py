"""Three players: one seat against two, solved in parts that are small enough for a test."""

from functools import cache
from itertools import product
from random import Random

import pytest

from coup.quantum import (
    Position,
    Ruleset,
    ThreeSolution,
    WrongSolution,
    options,
    read_position,
    solve,
    solve_three,
    trio,
)
from coup.quantum.engines import PLAIN
from coup.quantum.report import shares
from coup.quantum.rules import next_turn, to_move, winner
from coup.quantum.three import hands_of, later_hands, wanted_blocks

pytestmark = pytest.mark.slow

ONE_CARD = "Ann: (dead, void, 2), Bob: (dead, void, 2), Tom: (dead, void, 2)"
MIXED = "Ann: (duke, captain, 2), Bob: (assassin, contessa, 5), Tom: (duke, void, 0)"


def at(text: str) -> Position:
    return read_position(text).position


@cache
def mixed() -> ThreeSolution:
    """A part of the solution shared by tests, none of which changes it."""
    return solve_three(position=at(MIXED))


def test_the_whole_space_has_42_5_million_positions() -> None:
    assert trio.BLOCKS * trio.BLOCK == 42_517_464
    assert len(set(wanted_blocks(None))) == trio.BLOCKS


def test_a_block_comes_after_all_blocks_that_it_needs() -> None:
    solved = set()
    for block in wanted_blocks(None):
        hands = hands_of(block)
        for seat in range(3):
            for later in later_hands(hands[seat])[1:]:
                assert (*hands[:seat], later, *hands[seat + 1 :]) in solved
        solved.add(hands)


@pytest.mark.parametrize("text", [ONE_CARD, MIXED])
@pytest.mark.parametrize("forced_coup", [False, True])
def test_random_positions_follow_from_those_after_them(text: str, forced_coup: bool) -> None:
    solution = solve_three(Ruleset(forced_coup=forced_coup), at(text))
    assert 0 < solution.share() < 1
    solution.verify(3_000, seed=1)


def test_the_share_of_wins_is_counted_by_turn_and_by_cards() -> None:
    solution = mixed()
    assert solution.share() == pytest.approx(sum(map(solution.share, range(3))) / 3)
    assert (
        solution.share(cards=(2, 2)) > solution.share(cards=(2, 3)) > solution.share(cards=(1, 3))
    )
    won = total = 0
    for block in solution._blocks:
        hands = hands_of(block)
        if [hand.count("dead") for hand in hands] == [0, 1, 1]:
            for coins in product(range(11), repeat=3):
                won += solution.turns_to_win(Position(hands, coins, 2), 0) is not None
                total += 1
    assert solution.share(turn=2, cards=(2, 2)) == won / total


def test_the_shares_are_printed() -> None:
    solution = mixed()
    told = shares(solution)
    assert told[0].endswith(f"wins {solution.share():.2%} of {solution.positions:,} positions:")
    assert told[2].strip() == f"{solution.share(1):.2%} if both others move first"
    assert told[5].strip() == f"{solution.share(cards=(2, 3)):.2%} with 2 cards against 2 and 1"


def test_a_wrong_distance_is_found() -> None:
    solution = solve_three(
        position=at("A: (dead, duke, 2), B: (dead, duke, 2), C: (dead, duke, 2)")
    )
    solution.verify(500)
    [block] = solution._blocks
    for number in range(block * trio.BLOCK, (block + 1) * trio.BLOCK):
        solution._known[number] = 1
    with pytest.raises(WrongSolution, match="by the rules"):
        solution.verify(500)


def test_plain_python_finds_the_same_distances() -> None:
    position = at("A: (dead, assassin, 2), B: (dead, duke, 2), C: (dead, captain, 2)")
    fast, slow = solve_three(position=position), solve_three(position=position, engine=PLAIN)
    assert fast.positions == slow.positions == 3 * trio.BLOCK
    assert bytes(slow._known) == bytes(fast._known)
    assert slow.share() == fast.share() > 0


def test_the_single_seat_wins_in_time_against_random_others() -> None:
    solution = mixed()
    dice = Random(1)
    won = 0
    while won < 200:
        hands = hands_of(dice.choice(solution._blocks))
        position = Position(hands, tuple(dice.choices(range(11), k=3)), dice.randrange(3))
        limit = solution.turns_to_win(position, 0)
        if limit is not None:
            assert turns_of_a_game(solution, position, dice) <= limit
            won += 1


def turns_of_a_game(solution: ThreeSolution, position: Position, dice: Random) -> int:
    """The turns of a game that seat 0 wins by best play, against random others."""
    turns = 0
    while winner(position) is None:
        if position.phase == "end":
            position = next_turn(position)
            continue
        follow = list(options(position, solution.ruleset).values())
        if to_move(position) == 0:
            position = min(follow, key=lambda after: solution._deduced(after))
        else:
            position = dice.choice(follow)
        turns += position.phase == "end"
    assert winner(position) == 0
    return turns


def test_any_seat_can_be_the_single_one() -> None:
    text = "A: (dead, assassin, 6), B: (dead, duke, 1), C: (dead, duke, 1)"
    alone = at(text)
    solution = solve_three(position=alone)
    assert [solution.turns_to_win(alone, seat) for seat in range(3)] == [3, None, None]
    for turned in range(3):
        order = [(seat - turned) % 3 for seat in range(3)]
        position = Position(
            tuple(alone.hands[seat] for seat in order),
            tuple(alone.coins[seat] for seat in order),
            turned,
        )
        found = [solution.turns_to_win(position, seat) for seat in range(3)]
        assert found == [3 if seat == turned else None for seat in range(3)]


def test_once_a_player_is_out_it_is_a_game_for_two() -> None:
    three = at("A: (void, void, 2), B: (dead, dead, 5), C: (void, void, 2)")
    solution = solve_three(position=three)
    duel = solve().distance(at("A: (void, void, 2), C: (void, void, 2)"))
    assert [solution.turns_to_win(three, seat) for seat in range(3)] == [duel, None, None]


@pytest.mark.parametrize("ruleset", [Ruleset(exchange="all"), Ruleset(blocks="anybody")], ids=str)
def test_only_some_readings_are_solved_for_three(ruleset: Ruleset) -> None:
    with pytest.raises(ValueError, match="three players are solved with exchange none and blocks"):
        ThreeSolution(ruleset)


def test_a_position_that_was_not_solved_is_refused() -> None:
    solution = solve_three(
        position=at("A: (dead, duke, 2), B: (dead, duke, 2), C: (dead, duke, 2)")
    )
    with pytest.raises(ValueError, match="was not solved: it does not follow from the position"):
        solution.turns_to_win(at(ONE_CARD), 0)
    with pytest.raises(ValueError, match="this is the solution for 3 players, at the start of"):
        solution.turns_to_win(at("A: (dead, duke, 2), B: (dead, duke, 2)"), 0)
