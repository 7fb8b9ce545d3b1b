"""Games of Quantum Coup as text, one move per line.

    # The friendly match
    exchange: all
    start: Ann: (void, void, 2), Bob: (void, void, 2)
    Ann: tax
    Bob: foreign_aid
    Ann: block_foreign_aid

The first lines name the reading, unless it is the default, and then the position, unless it is the
start of a two-player game. Only choices are written: a seat that cannot block, or has one kind of
card to lose, is not asked.
"""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from coup.quantum.game import Game
from coup.quantum.notation import find_name, write_position
from coup.quantum.rules import DEFAULT, Ruleset
from coup.rules.errors import CoupError

EXAMPLE = Path(__file__).with_name("example.txt")
"""The example game of the rules."""

FIELDS = tuple(field.name for field in dataclasses.fields(Ruleset))
SWITCH = {"yes": True, "no": False}


def read_game(text: str) -> Game:
    """The game in a text; raises a CoupError that names the wrong line.

    >>> read_game("Alice: tax").to_move
    'Bob'
    >>> read_game("exchange: all\\nAlice: coup")
    Traceback (most recent call last):
        ...
    coup.rules.errors.CoupError: line 2: Alice has 2 coins, coup costs 7
    """
    ruleset = DEFAULT
    game = None
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, value = (part.strip() for part in line.partition("#")[0].partition(":"))
        if not key and not colon:
            continue
        with at_line(number):
            if not colon:
                raise CoupError(f"{key!r:.60} should be a player and a move, as in Alice: tax")
            if game is None and key in FIELDS:
                ruleset = dataclasses.replace(ruleset, **{key: read_field(key, value)})
            elif game is None and key == "start":
                game = Game(value, ruleset)
            else:
                game = game or Game(ruleset=ruleset)
                add_move(game, key, value)
    return game or Game(ruleset=ruleset)


def write_game(game: Game) -> str:
    """A game as text."""
    lines = []
    for field in dataclasses.fields(Ruleset):
        value = getattr(game.ruleset, field.name)
        if value != field.default:
            lines.append(f"{field.name}: {'yes' if value is True else value}")
    lines.append(f"start: {write_position(game.begin, game.names)}")
    lines += [f"{name}: {move}" for name, move in game.moves]
    return "\n".join(lines) + "\n"


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Make errors raised inside name this line."""
    try:
        yield
    except ValueError as error:
        raise CoupError(f"line {number}: {error}") from None


def read_field(field: str, text: str) -> Any:
    """The value of a field of the ruleset."""
    if field == "forced_coup":
        if text not in SWITCH:
            raise CoupError(f"forced_coup is yes or no, not {text!r:.60}")
        return SWITCH[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def add_move(game: Game, name: str, move: str) -> None:
    """Make a move of a game that is being read."""
    seat = game.names[find_name(name, game.names)]
    if game.to_move not in (None, seat):
        raise CoupError(f"{game.to_move} is to move, not {seat}")
    game.push(move)
