"""What seats anybody at a game: agents, bots out of files, isolation, the host, and evenings.

A game between a function and a built-in bot, asked in turn until it is over:

>>> import coup
>>> from coup.bots import make
>>> from coup.hosting import play
>>> game = coup.Game(["ann", "bob"], seed=7)
>>> play(game, {"ann": lambda view: view.legal_moves[0], "bob": make("honest", seed=7)})
>>> game.winner
'bob'

The host also seats agents, files and addresses, and nothing that they do can spoil the game:

>>> from coup.hosting import enter, play_game
>>> played = play_game(enter(["counter", lambda view: "win"]), seed=7)
>>> played.winner, [conduct.played_for > 0 for conduct in played.conduct]
('counter', [False, True])
"""

from typing import TYPE_CHECKING

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.hosting.entrants import Entrant, enter
    from coup.hosting.evening import Evening
    from coup.hosting.host import Played, play_game, usual_ruleset
    from coup.hosting.isolation import Isolation
    from coup.hosting.player import Player, ask, play

__all__ = [
    "Entrant",
    "Evening",
    "Isolation",
    "Played",
    "Player",
    "ask",
    "enter",
    "play",
    "play_game",
    "usual_ruleset",
]

__getattr__ = exports(
    __name__,
    {
        "Entrant": "coup.hosting.entrants",
        "Evening": "coup.hosting.evening",
        "Isolation": "coup.hosting.isolation",
        "Played": "coup.hosting.host",
        "Player": "coup.hosting.player",
        "ask": "coup.hosting.player",
        "enter": "coup.hosting.entrants",
        "play": "coup.hosting.player",
        "play_game": "coup.hosting.host",
        "usual_ruleset": "coup.hosting.host",
    },
)
