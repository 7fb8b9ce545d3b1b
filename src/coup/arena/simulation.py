"""Whole games between programmed players, and what happened in them."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from coup.arena.deeds import Deeds, deeds_in
from coup.arena.intervals import Rate, share
from coup.bots import make_bot
from coup.game import Game
from coup.hosting.host import with_turn_limit
from coup.hosting.player import play
from coup.rules.rulesets import Ruleset


@dataclass
class Report:
    """The results of many games.

    players: who played, by name, with the bot's name in front.
    games, turns: how many.
    wins: by player. `seat_wins`: by seat, the first being the one that began.
    unfinished: games that ended at the turn limit.
    deeds: for each action, and each block (`block_steal`), how often it was done, was a bluff,
        was challenged, was proved then, and was blocked.
    """

    players: list[str]
    games: int = 0
    turns: int = 0
    unfinished: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    seat_wins: Counter[int] = field(default_factory=Counter)
    deeds: dict[str, Deeds] = field(default_factory=dict)

    def win_rate(self, player: str) -> Rate:
        """How often a player won."""
        return share(self.wins[player], self.games)

    def deed(self, verb: str) -> Deeds:
        """The counts of an action or block, which begin at 0."""
        return self.deeds.setdefault(verb, Deeds())

    def add(self, game: Game) -> None:
        """Take a finished game into account."""
        self.games += 1
        self.turns += game.turn
        if game.winner:
            self.wins[game.winner] += 1
            self.seat_wins[game.seats.index(game.winner)] += 1
        else:
            self.unfinished += 1
        for verb, deeds in deeds_in(game.events).items():
            self.deed(verb).add(deeds)

    def as_dict(self) -> dict[str, object]:
        """All of it for programs, as JSON can hold it."""
        rates = {player: self.win_rate(player)._asdict() for player in self.players}
        return {
            "players": self.players,
            "games": self.games,
            "mean_turns": self.turns / self.games if self.games else 0.0,
            "unfinished": self.unfinished,
            "wins": {player: {"games": self.wins[player], **rates[player]} for player in rates},
            "wins_by_seat": [self.seat_wins[seat] for seat in range(len(self.players))],
            "deeds": {verb: vars(deeds) for verb, deeds in self.deeds.items()},
        }


def name_players(bots: Sequence[str]) -> list[str]:
    """Names for bots: their own, numbered where several are of one kind.

    >>> name_players(["counter", "honest", "counter"])
    ['counter1', 'honest', 'counter2']
    """
    seen: Counter[str] = Counter()
    names = []
    for bot in bots:
        seen[bot] += 1
        names.append(f"{bot}{seen[bot]}" if bots.count(bot) > 1 else bot)
    return names


def simulate(bots: Sequence[str], games: int, ruleset: Ruleset, seed: int) -> Iterator[Report]:
    """Play games between built-in bots; after each of them, the report so far.

    Seats rotate by one from game to game, so everybody begins equally often.
    """
    ruleset = with_turn_limit(ruleset)
    ruleset.check_seats(len(bots))
    report = Report(name_players(bots))
    for number in range(games):
        shift = number % len(bots)
        seats = report.players[shift:] + report.players[:shift]
        chance = random.Random(f"{seed} {number}")
        players = {
            name: make_bot(bot, chance.getrandbits(64))
            for name, bot in zip(report.players, bots, strict=True)
        }
        game = Game(seats, ruleset, chance.getrandbits(64))
        play(game, players)
        report.add(game)
        yield report
