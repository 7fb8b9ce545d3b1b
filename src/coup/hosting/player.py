"""The protocol for anything that sits in a seat, and the loop that asks it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from coup.game import Game
from coup.view import View


class Player(Protocol):
    """Somebody with a method that chooses. A plain function of a view can sit in a seat as well.

    A player may have a second method, `watch(view)`. It is called when the game begins and after
    every move, with what the player's seat can see then, until the end of the game, even after the
    player is out. Its result is ignored.
    """

    def choose(self, view: View) -> str:
        """One of `view.legal_moves`, or its text."""


class Agent(Protocol):
    """An agent of the class contest Coup 2022, which is told lines and answers hints."""

    def receive(self, line: str) -> None:
        """Something has happened."""

    def react(self, hint: str) -> str:
        """Its answer to a question."""


Anybody = Player | Callable[[View], str]
"""Anything that can sit in a seat: a player, or whatever can be called with a view."""


def chooser(player: Any) -> Callable[[View], Any]:
    """What is called with a view: the player's method `choose`, or the player itself."""
    choose: Callable[[View], Any] = getattr(player, "choose", player)
    return choose


def ask(game: Game, players: Mapping[str, Anybody]) -> None:
    """Ask the seat to move, make its move, and show it to all players who watch.

    If all answer secretly, it is the first in seat order that has not answered yet.
    """
    seat = game.pending[0] if game.ruleset.answers == "secret" else str(game.to_move)
    game.push(chooser(players[seat])(game.view(seat)), seat)
    tell(game, players)


def tell(game: Game, players: Mapping[str, Anybody]) -> None:
    """Show the game to all players who watch."""
    for seat, player in players.items():
        watch = getattr(player, "watch", None)
        if watch is not None:
            watch(game.view(seat))


def play(game: Game, players: Mapping[str, Anybody]) -> None:
    """Play a game to its end, asking one seat after the other.

    >>> game = Game(["ann", "bob"], seed=7)
    >>> def bold(view):
    ...     return view.legal_moves[-1]
    >>> play(game, {"ann": bold, "bob": lambda view: view.legal_moves[0]})
    >>> game.winner
    'ann'
    """
    tell(game, players)
    while not game.over:
        ask(game, players)
