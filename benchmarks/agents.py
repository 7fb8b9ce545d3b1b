"""How fast games between agents are played on one core, beside a naive game master in the same run.

The agents are as simple as they come: income until they have 7 coins, then coup. Objects are kept
for the whole match. The naive master makes the calls that the class contest's own makes: `receive`
with every line, `react` with every hint. It checks nothing, counts nothing, and trusts everybody.
Ours is the whole work of `coup arena` for a game: who sits where, checks, statistics, a time for
every answer. Rates are by CPU time, without start-up; medians of several runs in turn. Agents in
processes of their own are timed by the clock, on one core, and the best run counts: the others show
what else the machine did.

python -m benchmarks.agents [--games N]
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

from coup.arena.journal import coup_path
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.workers import Worker
from coup.hosting.entrants import Entrant, Source, enter
from coup.hosting.host import with_turn_limit

RUNS = 5
LEAST = {"alone": 0.3, "files": 0.3, "mixed": 2500}
"""What a change must not fall below, even on a busy machine: times the naive master, without files
and with them; games/s with a bot."""

CARDS = ("duke", "assassin", "captain", "ambassador", "contessa")
GAINS = {"income": 1, "foreign_aid": 2, "tax": 3}
CLAIMS = {
    "tax": ("duke",),
    "steal": ("captain",),
    "exchange": ("ambassador",),
    "assassinate": ("assassin",),
    "block_foreign_aid": ("duke",),
    "block_steal": ("captain", "ambassador"),
    "block_assassinate": ("contessa",),
}
OPEN = {"foreign_aid", "tax", "steal", "exchange", "assassinate"}
"""Actions that others may answer."""


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


class NaiveMaster:
    """A game master as one writes it first: it plays by the rules with agents that do."""

    def __init__(self, players: list[Simple]) -> None:
        self.players = players

    def play(self) -> None:
        """Play a game; its file is `log` then."""
        random.shuffle(self.players)
        self.deck = list(CARDS) * 3
        random.shuffle(self.deck)
        self.log = ""
        for player in self.players:
            player.log = ""
            player.coins = 2
            player.cards = [self.deck.pop(), self.deck.pop()]
        names = ", ".join(player.name for player in self.players)
        self.tell(f"players: [{names}]")
        winner = self.take_turns()
        self.tell(f"winner: {winner.name if winner else 'none'}")

    def take_turns(self) -> Simple | None:
        seat = 0
        for _ in range(100):
            while not self.players[seat].cards:
                seat = (seat + 1) % len(self.players)
            self.turn(self.players[seat])
            alive = [player for player in self.players if player.cards]
            if len(alive) == 1:
                return alive[0]
            seat = (seat + 1) % len(self.players)
        return None

    def tell(self, line: str) -> None:
        self.log += line + "\n"
        for player in self.players:
            player.receive(line)

    def find(self, name: str) -> Simple:
        return next(player for player in self.players if player.name == name)

    def turn(self, player: Simple) -> None:
        answer = player.react("turn")
        self.tell(f"{player.name} {answer}")
        words = answer.split()
        action, target = words[0], self.find(words[1]) if len(words) > 1 else None
        succeeds, blocker = True, None
        if action in OPEN:
            blocker, challenger = self.reactions(player)
            if blocker is not None:
                self.tell(f"{blocker.name} block_{action}")
                _, challenger = self.reactions(blocker)
            if challenger is not None:
                self.tell(f"{challenger.name} challenge")
                claim = f"block_{action}" if blocker else action
                proved = self.challenge(blocker or player, challenger, claim)
                succeeds = proved != (blocker is not None)
            else:
                succeeds = blocker is None
        if succeeds:
            self.carry_out(player, action, target)
        elif action == "assassinate" and blocker is not None:
            player.coins -= 3

    def reactions(self, claimant: Simple) -> tuple[Simple | None, Simple | None]:
        """Who blocks and who challenges, after everybody was asked."""
        blockers, challengers = [], []
        for player in self.players:
            if player is not claimant and player.cards:
                answer = player.react("cb?")
                if answer == "block":
                    blockers.append(player)
                elif answer == "challenge":
                    challengers.append(player)
        return (
            random.choice(blockers) if blockers else None,
            random.choice(challengers) if challengers else None,
        )

    def challenge(self, claimant: Simple, challenger: Simple, claim: str) -> bool:
        """Whether the claim is proved."""
        card = claimant.react("challenged")
        claimant.cards.remove(card)
        if card not in CLAIMS[claim]:
            self.tell(f"{claimant.name} discard {card}")
            return False
        self.deck.append(card)
        random.shuffle(self.deck)
        claimant.cards.append(self.deck.pop())
        self.discard(challenger)
        return True

    def discard(self, player: Simple) -> None:
        card = player.react("discard")
        player.cards.remove(card)
        self.tell(f"{player.name} discard {card}")

    def carry_out(self, player: Simple, action: str, target: Simple | None) -> None:
        if action in GAINS:
            player.coins += GAINS[action]
        elif action == "exchange":
            player.cards += [self.deck.pop(), self.deck.pop()]
            for _ in range(2):
                card = player.react("placeback")
                player.cards.remove(card)
                self.deck.append(card)
        elif target is not None and action == "steal":
            coins = min(2, target.coins)
            player.coins += coins
            target.coins -= coins
        elif target is not None:
            player.coins -= 3 if action == "assassinate" else 7
            if target.cards:
                self.discard(target)


Play = Callable[[range], object]
"""Plays games."""


def naive(folder: Path | None = None) -> Play:
    """The naive master, with a file for each game if there is a folder."""
    master = NaiveMaster([Simple("simple"), Simple("simple2")])
    number = count()

    def play(games: range) -> None:
        for _ in games:
            master.play()
            if folder is not None:
                with open(f"{folder}/{next(number)}.coup", "w", encoding="utf-8") as file:
                    file.write(master.log)

    return play


def ours(players: list[Source], total: int, folder: Path | None = None) -> Play:
    """What a worker of `coup arena` does; the claims of a few games are looked into, as there."""
    plan = TournamentPlan(tuple(enter(players)), with_turn_limit("coup2022"), 1, total)
    return Worker(plan, Conditions(), 0, folder).play


def rates(plays: list[Play], games: int) -> Iterator[float]:
    """Games a second of each, by CPU time. They take turns, so that all suffer alike from what else
    the machine does."""
    seconds: list[list[float]] = [[] for _ in plays]
    for run in range(RUNS):
        for play, times in zip(plays, seconds, strict=True):
            begin = time.process_time()
            play(range(run * games, (run + 1) * games))
            times.append(time.process_time() - begin)
    return (games / statistics.median(times) for times in seconds)


def isolated(source: str, games: int) -> float:
    """Games a second by the clock, with each agent in a process of its own, all on one core."""
    plan = TournamentPlan(
        tuple(Entrant(name, source, True) for name in ("a", "b")),
        with_turn_limit("coup2022"),
        1,
        RUNS * games,
    )
    worker = Worker(plan, Conditions(isolate=True), 0, None)
    with ExitStack() as stack:
        stack.callback(worker.close)
        if sys.platform == "linux":
            cores = os.sched_getaffinity(0)
            os.sched_setaffinity(0, {min(cores)})
            stack.callback(os.sched_setaffinity, 0, cores)
        worker.play(range(1))  # which starts them
        runs = [range(max(1, run * games), (run + 1) * games) for run in range(RUNS)]
        return max(len(run) / worker.play(run)[1] for run in runs)


def main() -> int:
    """Print the rates; the exit code says whether they are as high as they have to be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=3000, metavar="N", help="(default: 3000)")
    games = parser.parse_args().games
    total = RUNS * games
    with ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory())) for _ in range(2)]
        coup_path(folders[1], 0).parent.mkdir()
        agents: list[Source] = [Simple, Simple]
        plays = [naive(), ours(agents, total), naive(folders[0]), ours(agents, total, folders[1])]
        plays.append(ours([Simple, "random"], total))
        alone, with_us, files, files_with_us, mixed = rates(plays, games)
    source = f"{Path(__file__).resolve()}:Simple"
    apart = isolated(source, max(2, games // 10))
    print("| two seats, one core | games/s | relative to the naive master |")
    print("| --- | ---: | ---: |")
    print(f"| two agents, the naive master | {alone:,.0f} | 1 |")
    print(f"| two agents | {with_us:,.0f} | {with_us / alone:.2f} |")
    print(f"| two agents, the naive master, a file for each game | {files:,.0f} | 1 |")
    print(
        f"| two agents, a file for each game | {files_with_us:,.0f} | {files_with_us / files:.2f} |"
    )
    print(f"| an agent and the bot `random` | {mixed:,.0f} | |")
    print(f"| in processes of their own, wall time | {apart:,.0f} | |")
    found = {"alone": with_us / alone, "files": files_with_us / files, "mixed": mixed}
    return 0 if all(found[name] >= LEAST[name] for name in found) else 1


if __name__ == "__main__":
    sys.exit(main())
