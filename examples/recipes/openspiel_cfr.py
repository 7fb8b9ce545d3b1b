"""CFR+ of OpenSpiel on a small endgame, beside our own exact solution of it.

python examples/recipes/openspiel_cfr.py --rounds 100
"""

import argparse
import sys
from collections.abc import Sequence

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import coup.research.openspiel  # noqa: F401 (which registers the game)
from coup.research import solve

GAME = "cards=1,copies=2,roles=assassin/captain/contessa,seat_coins=3/4,turn_limit=2"


def main(arguments: Sequence[str] | None = None) -> tuple[float, float, float]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--game", default=GAME, help="parameters of `python_coup`")
    options = parser.parse_args(arguments)
    game = pyspiel.load_game(f"python_coup({options.game})")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(options.rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gap = exploitability.nash_conv(game, policy)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    exact = solve(game.ruleset, 1e-6)
    print(f"OpenSpiel, {options.rounds} rounds: value {value:+.4f}, NashConv {gap:.4f}")
    print(f"solved: value {exact.value:+.4f}, NashConv {exact.nash_conv:.1e}")
    return value, gap, exact.value


if __name__ == "__main__":
    main(sys.argv[1:])
