"""The same source on every target: equal states after every move, and equal tree sizes."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import coup
from coup.rules import cpu, kernel, loader, perft, playout
from coup.rules.dtypes import STATE, pack, unpack
from coup.rules.state import State, copy_state
from tests.helpers import RULESETS, deal, pass_all, play

GAMES = 1400  # for each of three rulesets and five numbers of seats: 21,000 in all
PLIES = 400


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", RULESETS)
def test_interpreted_and_compiled_code_give_equal_states_after_every_move(
    name: str, seats: int
) -> None:
    ruleset = coup.ruleset(name)
    states, lengths = cpu.trace_random(ruleset, seats, GAMES, seed=seats, plies=PLIES)
    ours = [State() for _ in range(PLIES)]
    finished = 0
    for game in range(GAMES):
        x = playout.start(seats, game)
        length = playout.trace(State(), ruleset.rules, seats, x, ours, PLIES)
        assert length == lengths[game]
        assert np.array_equal(pack(ours[:length], STATE), states[game, :length])
        finished += ours[length - 1].phase == kernel.OVER
    assert finished > GAMES * 0.99  # whole games, not only their beginnings


REDUCED = coup.ruleset(
    "classic", cards=1, face_up=("duke", "contessa", "duke"), seat_coins=(5, 9, 0), turn_limit=30
)


def test_reduced_games_are_equal_too() -> None:
    states, lengths = cpu.trace_random(REDUCED, 3, 300, seed=1, plies=PLIES)
    ours = [State() for _ in range(PLIES)]
    for game in range(300):
        length = playout.trace(State(), REDUCED.rules, 3, playout.start(1, game), ours, PLIES)
        assert length == lengths[game]
        assert np.array_equal(pack(ours[:length], STATE), states[game, :length])


def test_a_state_survives_a_round_trip_through_a_record() -> None:
    states, lengths = cpu.trace_random(coup.ruleset("inquisitor"), 6, 1, seed=1)
    for record in states[0, : lengths[0]]:
        assert pack([unpack(record)], STATE)[0] == record


def test_a_copy_is_equal_in_every_field() -> None:
    state, twin = State(), State()
    for number, name in enumerate(State.__slots__, 1):
        old = getattr(state, name)
        setattr(
            state,
            name,
            [100 * number + place for place in range(len(old))]
            if isinstance(old, list)
            else number,
        )
    copy_state(state, twin)
    assert twin == state
    state.coins[0] += 1
    assert twin != state


def test_a_new_game_forgets_the_old_one() -> None:
    rules = coup.ruleset("coup2022").rules
    fresh, used = State(), State()
    kernel.reset(fresh, rules, 3)
    for name in State.__slots__:
        old = getattr(used, name)
        setattr(used, name, [77] * len(old) if isinstance(old, list) else 77)
    kernel.reset(used, rules, 3)
    assert used == fresh


def test_every_bit_of_the_seed_and_the_number_of_the_game_count() -> None:
    starts = {playout.start(seed, game) for seed in (0, 1, 2**32, 2**63) for game in range(1000)}
    assert len(starts) == 4000
    assert min(starts) > 0


def test_random_play_in_two_parts_gives_the_same_tally_as_in_one() -> None:
    ruleset = coup.ruleset("classic")
    whole = cpu.play_random(ruleset, 4, 1000, seed=9)
    halves = [cpu.play_random(ruleset, 4, 500, seed=9, first=first) for first in (0, 500)]
    assert whole.decisions == sum(half.decisions for half in halves)
    assert whole.wins == [sum(wins) for wins in zip(*(half.wins for half in halves), strict=True)]
    assert sum(whole.wins) + whole.unfinished == 1000


def test_two_seeds_share_no_games() -> None:
    starts = [{playout.start(seed, game) for game in range(100_000)} for seed in (0, 1)]
    assert not starts[0] & starts[1]


def test_a_seed_may_have_all_64_bits_and_no_more() -> None:
    for seed in (2**63, 2**64 - 1):
        states, lengths = cpu.trace_random("classic", 2, 1, seed)
        ours = [State() for _ in range(PLIES)]
        length = playout.trace(
            State(), coup.ruleset("classic").rules, 2, playout.start(seed, 0), ours, PLIES
        )
        assert np.array_equal(pack(ours[:length], STATE), states[0, : lengths[0]])
    with pytest.raises(ValueError, match="a seed is a whole number"):
        cpu.play_random("classic", 2, 1, seed=2**64)


@pytest.mark.parametrize("seats", [1, 7])
def test_compiled_code_is_never_called_with_an_impossible_number_of_seats(seats: int) -> None:
    for function in (cpu.play_random, cpu.trace_random):
        with pytest.raises(coup.RulesetError, match="2 to 6 seats"):
            function("classic", seats, 1)
    with pytest.raises(coup.RulesetError, match="2 to 6 seats"):
        cpu.perft("classic", State(), 1)


def test_games_at_the_turn_limit_have_no_winner() -> None:
    tally = cpu.play_random(coup.ruleset("classic", turn_limit=1), 3, 50)
    assert (sum(tally.wins), tally.unfinished) == (0, 50)


def interpreted_perft(ruleset: coup.Ruleset, state: State, depth: int) -> int:
    states = [State(len(state.coins)) for _ in range(depth + 1)]
    copy_state(state, states[0])
    return perft.perft(states, [0] * (depth + 1), ruleset.rules, depth)


def opening(name: str) -> coup.Game:
    """Two seats, all five roles in sight, nothing done yet."""
    return deal({"a": "duke assassin", "b": "captain contessa"}, name, drive_chance=True)


def danger(name: str) -> coup.Game:
    """Three seats with money; the first one has declared an assassination."""
    hands = {"a": "assassin duke", "b": "contessa captain", "c": "duke captain"}
    return play(deal(hands, name, coins=7, drive_chance=True), "a assassinate b")


def exchange(name: str) -> coup.Game:
    """Two seats, the first one about to draw for its exchange."""
    game = deal({"a": "duke assassin", "b": "captain contessa"}, name, drive_chance=True)
    return pass_all(play(game, "a exchange"))


POSITIONS = {"opening": opening, "danger": danger, "exchange": exchange}


@pytest.mark.parametrize(
    ("position", "name", "counts"),
    [
        ("opening", "classic", [5, 13, 40, 143, 448, 1399, 4765, 14820, 46451, 149126]),
        ("opening", "coup2022", [5, 14, 40, 125, 389, 1124, 3789, 11735, 36252, 107137]),
        ("opening", "inquisitor", [6, 16, 49, 169, 574, 1888, 6096, 19567, 62371]),
        ("danger", "classic", [2, 4, 19, 56, 163, 523, 1724, 5355, 16682, 52983, 159532]),
        ("danger", "coup2022", [3, 6, 8, 32, 128, 390, 1050, 3246, 9031, 26768, 77800]),
        ("danger", "inquisitor", [2, 4, 21, 64, 192, 669, 2318, 7527, 24933, 81922]),
        ("exchange", "classic", [5, 25, 77, 191, 955, 2483, 7636, 27005, 83676]),
        ("exchange", "coup2022", [5, 25, 77, 191, 955, 2674, 6876, 18527, 52451, 140476]),
        ("exchange", "inquisitor", [5, 13, 78, 208, 635, 2183, 7319, 23522, 76699]),
    ],
)
def test_the_size_of_the_tree_has_not_changed(position: str, name: str, counts: list[int]) -> None:
    game = POSITIONS[position](name)
    found = [
        interpreted_perft(game.ruleset, game._state, depth) for depth in range(1, len(counts) + 1)
    ]
    assert found == counts
    compiled = [cpu.perft(game.ruleset, game._state, depth) for depth in range(1, len(counts) + 1)]
    assert compiled == counts
    assert [lines(game, depth) for depth in range(1, 5)] == counts[:4]


def lines(game: coup.Game, depth: int) -> int:
    """The same count with `push` and `pop`."""
    if depth == 0:
        return 1
    count = 0
    for move in game.legal_moves:
        game.push(move)
        count += lines(game, depth - 1)
        game.pop()
    return count


def test_the_gpu_kernel_gives_equal_states_in_numbas_simulator() -> None:
    command = [sys.executable, "-m", "benchmarks.gpu", "--check", "--games", "2", "--steps", "3"]
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "36 games" in done.stdout
    assert "equal states" in done.stdout
    assert "198 steps of batches: equal observations" in done.stdout
    assert "illegal actions are refused" in done.stdout


CODE = "from coup.rules import cpu; print(cpu.FOLDER, cpu.play_random('classic', 2, 1).decisions)"


@pytest.mark.parametrize(
    ("home", "code"),
    [("/proc/nowhere", CODE), ("relative", "from coup.rules import cpu; print(cpu.FOLDER, 0)")],
)
def test_without_a_writable_cache_it_still_compiles(home: str, code: str, tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": home}
    said = subprocess.check_output(
        [sys.executable, "-c", code], env=environment, text=True, cwd=tmp_path
    )
    assert said.startswith("None ")
    assert not list(tmp_path.iterdir())


def test_compiled_code_is_cached_in_a_separate_folder(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.check_output([sys.executable, "-c", CODE], env=environment)
    assert list(tmp_path.glob("coup-game/*/**/*.nbc"))


def test_portable_modules_share_only_what_they_import() -> None:
    target = loader.Target(jit=lambda function: (function,), popcount=int.bit_count)
    rules, played = target.load("coup.rules.kernel"), target.load("coup.rules.playout")
    assert isinstance(rules.legal, tuple)  # made with this target's jit
    assert played.legal is rules.legal
    assert "step" not in vars(rules)
    assert "declare" not in vars(played)


def test_rules_are_compiled_again_only_when_their_sources_change() -> None:
    files = {path.stem for path in loader.sources("coup.rules.playout", "coup.rules.perft")}
    assert files == {"digits", "kernel", "perft", "playout", "state", "target"}


def test_without_numba_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "try:\n    from coup.rules import cpu\nexcept ImportError as error:\n    print(error)"
    )
    said = subprocess.check_output([sys.executable, "-c", code], text=True)
    assert said == "the compiled rules need the extra `fast`: pip install '.[fast]'\n"
