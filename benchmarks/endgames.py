"""Studies of endgames: tables, and the plots of docs/endgames.md.

python -m benchmarks.endgames docs            all studies, with their pictures (minutes)
python -m benchmarks.endgames docs --turns 3  with shorter games (seconds)
"""

import argparse
import sys
from pathlib import Path

from coup.research.endgame import Equilibrium, endgame, solve
from coup.research.frequencies import claims, first_turn
from coup.research.plots import curves, draw_endgame

LOST = ("duke", "contessa")
WITHIN = 1e-3


def found(coins: tuple[int, int], face_up: tuple[str, ...], turns: int) -> Equilibrium:
    """Solve an endgame, with a line on the error output meanwhile."""
    solution = solve(endgame(coins, face_up, turns), WITHIN)
    print(
        f"{coins}, {face_up}, {turns} turns: {solution.value:+.4f}, "
        f"{solution.information_sets:,} information sets",
        file=sys.stderr,
    )
    return solution


def study_coins(folder: Path, most: int) -> None:
    """The value of moving first by coins and turn limit."""
    horizons = range(2, most + 1)
    print(f"\nvalue for the mover, a card each, {' and '.join(LOST)} face up\n")
    print("| coins each | " + " | ".join(f"{turns} turns" for turns in horizons) + " |")
    print("| ---: |" + " ---: |" * len(horizons))
    values: dict[int, list[float]] = {turns: [] for turns in horizons}
    for coins in range(10):
        row = [found((coins, coins), LOST, turns).value for turns in horizons]
        for turns, value in zip(horizons, row, strict=True):
            values[turns].append(value)
        print(f"| {coins} | " + " | ".join(f"{value:+.3f}" for value in row) + " |", flush=True)
    curves(
        [
            (f"{turns} turns", list(range(10)), row, [WITHIN / 2] * 10)
            for turns, row in values.items()
        ],
        "coins of each player",
        "value for the player to move",
        folder / "endgames-coins.svg",
    )


def study_horizon(folder: Path, most: int) -> None:
    """The value by turn limit."""
    print("\nvalue for the mover, by the turns that are left\n")
    lines = []
    for coins in ((2, 2), (3, 3), (4, 4), (5, 5)):
        horizons = list(range(1, most + 1))
        values = [found(coins, LOST, turns).value for turns in horizons]
        lines.append((f"{coins[0]} coins each", horizons, values, [WITHIN / 2] * len(horizons)))
        print(f"{coins}: " + ", ".join(f"{value:+.3f}" for value in values), flush=True)
    curves(
        lines,
        "turns until it is a draw",
        "value for the player to move",
        folder / "endgames-horizon.svg",
    )


def study_assassination(folder: Path, turns: int) -> None:
    """How often to bluff and to challenge an assassination, by the number of face-up Contessas."""
    print(f"\nassassinations with 3 coins each and {turns} turns left, by face-up cards\n")
    print("| face up | made | bluffs among them | challenged | blocked | bluffs | challenged |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    rows: dict[str, list[float]] = {"bluffs": [], "challenged": [], "blocked": []}
    for gone in range(4):
        face_up = ("contessa",) * gone
        told = {claim.line: claim for claim in claims(first_turn(found((3, 3), face_up, turns)))}
        act = told.get(("assassinate",))
        block = told.get(("assassinate", "pass", "block_assassinate"))
        cells = [
            f"{share:.1%}"
            for claim in (act, block)
            if claim
            for share in (claim.made, claim.bluffed, claim.challenged)
        ]
        cells += ["never"] * (6 - len(cells))
        print(f"| {gone} Contessas | " + " | ".join(cells) + " |", flush=True)
        rows["bluffs"].append(act.bluffed if act else 0.0)
        rows["challenged"].append(act.challenged if act else 0.0)
        rows["blocked"].append(block.made if block else 0.0)
    curves(
        [(name, [0, 1, 2, 3], row, [0.0] * 4) for name, row in rows.items()],
        "Contessas that lie face up",
        "share of the assassinations",
        folder / "endgames-assassination.svg",
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--turns", type=int, default=5, help="the longest games (default: 5)")
    options = parser.parse_args()
    print(f"NashConv at most {WITHIN}: every value is exact to ±{WITHIN / 2}, before it is rounded")
    study_coins(options.folder, options.turns)
    study_horizon(options.folder, options.turns + 1)
    study_assassination(options.folder, options.turns)
    draw_endgame(found((5, 5), LOST, options.turns), options.folder / "endgames-first-turn.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
