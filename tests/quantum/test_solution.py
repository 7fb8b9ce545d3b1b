"""The solution of the game for two: its figures, and that it is right."""

import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coup.quantum import (
    Game,
    Position,
    Ruleset,
    Solution,
    WrongSolution,
    flat,
    options,
    solve,
    start,
)
from coup.quantum.engines import PLAIN
from coup.quantum.numbers import HANDS, first_seats_choices, number_of, tables
from coup.quantum.rules import OUT, Exchange, next_turn, to_move, winner

pytestmark = pytest.mark.slow

READINGS = [
    Ruleset(forced_coup=forced, exchange=exchange)
    for forced, exchange in product((False, True), get_args(Exchange))
]
every_reading = pytest.mark.parametrize("ruleset", READINGS, ids=str)
ALIVE = [hand for hand in HANDS if hand != OUT]
DOCS = Path(__file__).parent.parent.parent / "docs" / "quantum.md"


SOLUTIONS: dict[Ruleset, Solution] = {}


def shared(ruleset: Ruleset) -> Solution:
    """A solution shared by tests, none of which changes it."""
    return SOLUTIONS.setdefault(ruleset, solve(ruleset))


# Known figures.


@pytest.mark.parametrize(
    ("ruleset", "choosing", "states", "drawn"),
    [
        (Ruleset(), 42_351, 174_444, 0),
        (Ruleset(forced_coup=True), 42_288, 169_941, 0),
        (Ruleset(exchange="all"), 91_266, 360_994, 5_274),
    ],
    ids=str,
)
def test_the_first_player_wins_in_15_turns(
    ruleset: Ruleset, choosing: int, states: int, drawn: int
) -> None:
    solution = solve(ruleset)
    begin = start(ruleset)
    assert (solution.value(begin), solution.distance(begin)) == ("win", 15)
    assert solution.count() == (choosing, states, drawn)


def test_only_tax_wins_and_the_longest_defence_is_income() -> None:
    solution = solve()
    begin = start(solution.ruleset)
    assert [str(each.move) for each in solution.choices(begin) if each.outcome.winner == 0] == [
        "tax"
    ]
    taxed = next_turn(next(each.after for each in solution.choices(begin)))
    assert list(map(str, solution.best_moves(taxed))) == ["income"]


@pytest.mark.parametrize(
    ("first", "answer"),
    [
        ("income", "tax"),
        ("foreign_aid", "block_foreign_aid"),
        ("steal Bob", "block_steal captain"),
    ],
)
def test_every_other_first_move_has_one_answer_that_wins(first: str, answer: str) -> None:
    game = Game()
    game.push(first)
    choices = shared(Ruleset()).choices(game.position)
    assert [str(each.move) for each in choices if each.outcome.winner == 1] == [answer]


def test_one_position_takes_29_turns() -> None:
    solution = shared(Ruleset())
    longest = Position((("assassin", "captain"), ("assassin", "void")), (0, 0))
    assert (solution.value(longest), solution.distance(longest)) == ("win", 29)
    assert solution.distances()["win", 29] == 1
    assert max(turns or 0 for _, turns in solution.distances()) == 29


@every_reading
def test_the_table_in_the_docs_is_what_the_solver_finds(ruleset: Ruleset) -> None:
    solution = solve(ruleset)
    count = solution.count()
    longest = max(turns for _, turns in solution.distances() if turns is not None)
    forced = "forced" if ruleset.forced_coup else "not forced"
    row = (
        f"| {forced} | `{ruleset.exchange}` | wins | {solution.distance(start(ruleset))} "
        f"| {count.choosing:,} | {count.states:,} | {count.drawn:,} | {longest} |"
    )
    assert row in DOCS.read_text(encoding="utf-8").splitlines()


# Correctness.


@every_reading
def test_each_state_follows_from_those_after_it(ruleset: Ruleset) -> None:
    solution = solve(ruleset)
    assert solution.verify() == bytes(solution._exists).count(1)


def test_a_wrong_value_or_distance_is_found() -> None:
    number = number_of(Position((("void", "void"), ("void", "void")), (10, 10)))
    solution = solve()
    solution.turns[number] += 2
    with pytest.raises(WrongSolution, match="by the rules"):
        solution.verify()
    solution = solve()
    solution.outcomes[number] = flat.UNDECIDED
    with pytest.raises(WrongSolution, match="by the rules"):
        solution.verify()
    solution = solve()
    solution._exists[number] = 0
    with pytest.raises(WrongSolution, match="unknown to the solver"):
        solution.verify()


def test_random_opponents_never_beat_the_strategy() -> None:
    """`coup quantum solve --verify` plays 100,000."""
    assert 15 < solve().play_out(10_000, seed=1) <= 29


def test_a_strategy_that_does_not_win_is_found() -> None:
    solution = solve()
    for position in first_seats_choices():
        solution.turns[number_of(position)] = 1
    with pytest.raises(WrongSolution, match="not won in"):
        solution.play_out(1000)


@st.composite
def states(draw: st.DrawFn, ruleset: Ruleset) -> Position:
    """A state of a game for two, up to three moves into a turn."""
    hands = (draw(st.sampled_from(ALIVE)), draw(st.sampled_from(ALIVE)))
    coins = (draw(st.integers(0, 10)), draw(st.integers(0, 10)))
    position = Position(hands, coins, draw(st.integers(0, 1)))
    for _ in range(draw(st.integers(0, 3))):
        follow = list(options(position, ruleset).values())
        if follow:
            position = draw(st.sampled_from(follow))
    return position


@given(st.data(), st.sampled_from(READINGS))
def test_the_flat_solver_and_the_plain_rules_agree_on_what_may_follow(
    data: st.DataObject, ruleset: Ruleset
) -> None:
    position = data.draw(states(ruleset))
    follow = list(options(position, ruleset).values())
    if position.phase == "end" and winner(position) is None:
        follow = [next_turn(position)]
    out = [0] * flat.MOST_OPTIONS
    forced = int(ruleset.forced_coup)
    found = flat.successors(number_of(position), *tables(ruleset), forced, out)
    assert sorted(out[:found]) == sorted(map(number_of, follow))


@given(st.data())
def test_both_seats_have_the_same_chances(data: st.DataObject) -> None:
    solution = shared(Ruleset(exchange="all"))
    position = data.draw(states(solution.ruleset))
    mirrored = Position(
        position.hands[::-1],
        position.coins[::-1],
        1 - position.turn,
        position.phase,
        None if position.target is None else 1 - position.target,
        None if position.asked is None else 1 - position.asked,
    )
    there, here = solution.outcome(mirrored), solution.outcome(position)
    assert there.turns == here.turns
    assert there.winner == (None if here.winner is None else 1 - here.winner)


# Questions to a solution.


def test_a_line_of_best_play_has_the_length_of_its_distance() -> None:
    solution = shared(Ruleset())
    line = solution.line(start(solution.ruleset))
    assert sum(made.after.phase == "end" for made in line) == 15
    assert winner(line[-1].after) == 0
    for made in line:
        assert made.move in solution.best_moves(made.before)


def test_a_drawn_line_ends_where_it_repeats() -> None:
    solution = shared(Ruleset(exchange="all"))
    drawn = next(each for each in first_seats_choices() if solution.value(each) == "draw")
    assert solution.distance(drawn) is None
    line = solution.line(drawn)
    assert winner(line[-1].after) is None
    assert all(solution.value(made.before) == "draw" for made in line)


def test_a_won_game_is_won_in_0_turns() -> None:
    over = Position((("dead", "duke"), OUT), (3, 2), 0, "end")
    solution = shared(Ruleset())
    assert (solution.value(over), solution.distance(over)) == ("win", 0)
    assert solution.best_moves(over) == []


def test_the_value_is_that_of_the_player_to_move() -> None:
    solution = shared(Ruleset())
    for position in list(first_seats_choices())[::97]:
        for after in options(position, solution.ruleset).values():
            seat = to_move(after)
            if seat == 1:
                wins = solution.outcome(after).winner == 1
                assert solution.value(after) == ("win" if wins else "loss")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (start(Ruleset(), seats=3), "this is the solution for 2 players, not 3"),
        (Position((("duke", "duke"), ("void", "void")), (2, 2)), "is no hand"),
        (Position((("void", "duke"), ("void", "void")), (2, 2)), "is no hand; a hand is made by"),
        (Position((("void", "void"), ("void", "void")), (11, 2)), "nobody can have 11 coins"),
    ],
)
def test_anything_but_a_position_for_two_is_refused(position: Position, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        shared(Ruleset()).value(position)


# Computation.


def test_plain_python_finds_the_same_solution() -> None:
    ruleset = Ruleset(exchange="one")
    fast, slow = solve(ruleset), solve(ruleset, engine=PLAIN)
    assert fast.engine.name == "numba"
    assert bytes(slow.outcomes) == bytes(fast.outcomes)
    assert bytes(slow.turns) == bytes(fast.turns)
    assert slow.count() == fast.count()


@pytest.mark.parametrize("missing", ["numba", "numpy"])
def test_without_numba_plain_python_takes_over(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from coup.quantum.engines import best_engine; print(best_engine().name)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "plain Python\n"


def test_it_takes_less_than_a_second_and_300_mb() -> None:
    code = (
        "import re, time\n"
        "from pathlib import Path\n"
        "from coup.quantum import solve\n"
        "solve()\n"
        "begin = time.process_time()\n"
        "solve().count()\n"
        "print(time.process_time() - begin)\n"
        "memory = re.search(r'VmHWM:\\s+(\\d+) kB', Path('/proc/self/status').read_text())\n"
        "print(int(memory[1]) / 1024)"
    )
    solve()  # so that it is compiled, and compiling does not count
    seconds, megabytes = map(float, subprocess.check_output([sys.executable, "-c", code]).split())
    assert seconds < 1
    assert megabytes < 300
