"""The protocol for anything that sits in a seat, and the loop that asks it."""

from collections.abc import Mapping
from typing import Protocol

from coup.game import Game
from coup.view import View


class Player(Protocol):
    """Anything that can sit in a seat."""

    def choose(self, view: View) -> str:
        """One of `view.legal_moves`, or its text."""


def ask(game: Game, players: Mapping[str, Player]) -> None:
    """Ask the seat to move, and make its move."""
    seat = str(game.to_move)
    game.push(players[seat].choose(game.view(seat)), seat)


def play(game: Game, players: Mapping[str, Player]) -> None:
    """Play a game to its end, asking one seat after the other."""
    while not game.over:
        ask(game, players)
