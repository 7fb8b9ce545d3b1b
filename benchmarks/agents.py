"""How fast games between agents are played on one core.

The agents are as simple as they come: income until they have 7 coins, then coup. The rates are by
CPU time and include constructing the agents and every call of `receive`; medians of several runs.

python -m benchmarks.agents [--games N]
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import play_game
from coup.hosting.isolation import Isolation

LEAST = 5000  # games/s that two such agents have to reach; half of it with their game files
RUNS = 5


class Simple:
    """Answers from memory."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.log = ""
        self.coins = 0
        self.cards: list[str] = []

    def receive(self, message: str) -> None:
        self.log += message + "\n"
        if message.startswith("players: "):
            names = message[len("players: [") : -1].split(", ")
            self.other = names[names[0] == self.name]

    def react(self, hint: str) -> str:
        if hint == "turn":
            return "coup " + self.other if self.coins >= 7 else "income"
        return "pass" if hint == "cb?" else self.cards[0]


def rate(games: int, play: Callable[[int], object]) -> float:
    """Games a second, by CPU time."""
    rates = []
    for _ in range(RUNS):
        begin = time.process_time()
        for seed in range(games):
            play(seed)
        rates.append(games / (time.process_time() - begin))
    return statistics.median(rates)


def isolated(entrants: list[Entrant], games: int) -> float:
    """Games a second by the clock, with each agent in a process of its own."""
    with Isolation() as isolation:
        play_game(entrants, seed=0, isolation=isolation)  # which starts them
        begin = time.perf_counter()
        for seed in range(games):
            play_game(entrants, seed=seed, isolation=isolation)
        return games / (time.perf_counter() - begin)


def main() -> int:
    """Print the rates; the exit code says whether they are as high as they have to be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, metavar="N", help="(default: 3000)")
    games = parser.parse_args().games
    agents = enter([Simple, Simple])
    number = count()
    with tempfile.TemporaryDirectory() as folder:

        def write(seed: int) -> None:
            lines = play_game(agents, seed=seed).lines
            with open(f"{folder}/{next(number)}.coup", "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")

        plain = rate(games, lambda seed: play_game(agents, seed=seed))
        written = rate(games, write)
    mixed = rate(games // 30, lambda seed: play_game(enter([Simple, "random"]), seed=seed))
    print("| two seats, one core | games/s |")
    print("| --- | ---: |")
    print(f"| two agents | {plain:,.0f} |")
    print(f"| two agents, each game written to a file | {written:,.0f} |")
    print(f"| an agent and the bot `random` | {mixed:,.0f} |")
    source = f"{Path(__file__).resolve()}:Simple"
    remote = [Entrant(name, source, True) for name in ("a", "b")]
    print(f"| two agents in processes of their own | {isolated(remote, games // 30):,.0f} |")
    return 0 if plain >= LEAST and written >= LEAST / 2 else 1


if __name__ == "__main__":
    sys.exit(main())
