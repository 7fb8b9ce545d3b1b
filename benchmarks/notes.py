"""What `counter` gains from its notes on opponents: games won without and with them.

python -m benchmarks.notes [--games N] [--ruleset NAME]
"""

import argparse

import coup
from coup.arena.statistics import Rate, share
from coup.bots import BOTS, make
from coup.bots.notes import Notes
from coup.hosting.player import play


def wins(other: str, games: int, ruleset: str, notes: Notes | None) -> Rate:
    """Games won by `counter`, both beginning equally often; it takes notes after each game."""
    won = 0
    rules = coup.ruleset(ruleset, turn_limit=1000)
    for seed in range(games):
        game = coup.Game(["it", "other"] if seed % 2 else ["other", "it"], rules, seed)
        bots = {"it": make("counter", 2 * seed), "other": make(other, 2 * seed + 1)}
        bots["it"].notes = notes
        play(game, bots)
        if notes is not None:
            notes.learn(game.view("it"))
        won += game.winner == "it"
    return share(won, games)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500, metavar="N", help="(default: 1500)")
    parser.add_argument("--ruleset", default="classic", help="(default: classic)")
    options = parser.parse_args()
    print("| against | without notes | with notes |")
    print("| --- | ---: | ---: |")
    for other in BOTS:
        rates = [
            wins(other, options.games, options.ruleset, notes) for notes in (None, Notes("it"))
        ]
        print(f"| {other} | {rates[0]} | {rates[1]} |")


if __name__ == "__main__":
    main()
