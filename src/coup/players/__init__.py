"""What can sit in a seat: the protocol for players, the built-in bots, and the loop that asks them.

A player sees views, never the game. This room knows nothing of screens, files or matches.
"""

import random

from coup.players.bots import Bluffer, Bot, Honest, RandomBot
from coup.players.counter import CounterBot
from coup.players.player import Player, ask, play
from coup.players.shark import Easy, Hard, Medium, Shark

__all__ = ["BOTS", "LEVELS", "USUAL", "Bot", "Player", "ask", "make_bot", "play"]

LEVELS = (Easy.name, Medium.name, Hard.name)
"""The bots that people choose an opponent from, from the weakest to the strongest."""
USUAL = Medium.name
"""The opponent of people who do not choose."""
BOTS: dict[str, type[Bot]] = {
    bot.name: bot for bot in (RandomBot, Honest, Bluffer, CounterBot, Shark, Easy, Medium, Hard)
}
"""The built-in bots by name: from the weakest to the strongest, then the levels."""


def make_bot(name: str, seed: int) -> Bot:
    """A built-in bot with random numbers of its own."""
    if name not in BOTS:
        raise ValueError(f"there is no bot {name!r:.60}, only {', '.join(BOTS)}")
    return BOTS[name](random.Random(seed))
