"""The protocol for anything that sits in a seat, and the loop that asks it."""

from collections.abc import Mapping
from typing import Protocol

from coup.game import Game
from coup.view import View


class Player(Protocol):
    """Anything that can sit in a seat.

    A player may have a second method, `watch(view)`. It is called when the game begins and after
    every move, with what the player's seat can see then, until the end of the game, even after the
    player is out. Its result is ignored.
    """

    def choose(self, view: View) -> str:
        """One of `view.legal_moves`, or its text."""


def ask(game: Game, players: Mapping[str, Player]) -> None:
    """Ask the seat to move, make its move, and show it to all players who watch.

    If all answer secretly, it is the first in seat order that has not answered yet.
    """
    seat = game.pending[0] if game.ruleset.answers == "secret" else str(game.to_move)
    game.push(players[seat].choose(game.view(seat)), seat)
    tell(game, players)


def tell(game: Game, players: Mapping[str, Player]) -> None:
    """Show the game to all players who watch."""
    for seat, player in players.items():
        watch = getattr(player, "watch", None)
        if watch is not None:
            watch(game.view(seat))


def play(game: Game, players: Mapping[str, Player]) -> None:
    """Play a game to its end, asking one seat after the other."""
    tell(game, players)
    while not game.over:
        ask(game, players)
