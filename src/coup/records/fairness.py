"""Draws that can be verified after the game.

Before a game, a table draws a secret and shows its SHA-256, the commitment. The secret and the
players' names determine every draw of the game. The record reveals the secret, so anybody can
recompute every draw. docs/fairness.md describes the arithmetic.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from coup.game import Game
from coup.moves import CHANCE
from coup.records.record import Record, RecordError

VERSION = 1
DRAWN, WINNER = "drawn", "winner"
"""Why the first player began: by lot, or as the winner of the previous game."""


def new_secret() -> str:
    """A secret that nobody can guess, in hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """The hash of a secret, which is shown before the game.

    >>> commitment("00" * 32)[:16]
    '66687aadf862bd77'
    """
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


class Luck:
    """Everything that chance decides in one game.

    The names are included, so nobody can search for a convenient secret before knowing who will
    play.

    >>> Luck("00" * 32, ["bob", "ann"]).first()
    'bob'
    """

    def __init__(self, secret: str, names: Iterable[str]) -> None:
        self.secret = bytes.fromhex(secret)
        self.names = sorted(names)

    def first(self) -> str:
        """Who begins, unless the winner of the previous game does."""
        return self.names[self._number("first") % len(self.names)]

    def draw(self, number: int, outcomes: Mapping[str, int]) -> str:
        """The move of chance with this number, counted from 0.

        outcomes: its possible moves, with weights.
        """
        place = self._number(f"draw {number}") % sum(outcomes.values())
        for outcome, weight in outcomes.items():
            place -= weight
            if place < 0:
                return outcome
        raise AssertionError("the weights do not add up")

    def of_bot(self, seat: str) -> str:
        """The seed of a bot's random numbers."""
        return f"{self._number(f'bot {seat}'):064x}"

    def _number(self, what: str) -> int:
        text = "\n".join((what, *self.names))
        return int.from_bytes(hmac.digest(self.secret, text.encode(), "sha256"))


def let_chance_move(game: Game, luck: Luck) -> None:
    """Make all moves of chance that are due."""
    while game.to_move == CHANCE:
        drawn = sum(seat == CHANCE for seat, _ in game.moves)
        game.push(luck.draw(drawn, game.outcomes))


def opened(secret: str, first: str) -> dict[str, Any]:
    """The part of a record about a game's luck."""
    return {
        "version": VERSION,
        "commitment": commitment(secret),
        "secret": secret,
        "first": first,
    }


def verify(record: Record, shown: str | None = None) -> int:
    """Recompute every draw of a record; returns how many there were.

    Raises a `RecordError` about the first draw that does not follow from the secret, or about what
    is missing.

    shown: the commitment that a player saw before the game, or its beginning, if they kept it.
    """
    secret = checked_secret(record.fair)
    if shown is not None and not record.fair["commitment"].startswith(shown.strip().lower()):
        raise RecordError(f"{shown:.70} was shown, but the record has another commitment")
    luck = Luck(secret, record.seats)
    why = record.fair.get("first")
    if why not in (DRAWN, WINNER):
        raise RecordError(f"'first' should be {DRAWN!r} or {WINNER!r}, not {why!r:.20}")
    if why == DRAWN and luck.first() != record.seats[0]:
        raise RecordError(f"{luck.first()} should have begun, not {record.seats[0]}")
    record.game()  # refuses moves that are not legal
    game = Game(record.seats, record.ruleset, record.seed, drive_chance=True)
    draws = 0
    for number, (seat, move) in enumerate(record.moves, 1):
        if seat == CHANCE:
            expected = luck.draw(draws, game.outcomes)
            if move != expected:
                raise RecordError(f"move {number}: chance did {move!r}, but {expected!r} follows")
            draws += 1
        game.push(move, seat)
    return draws


def checked_secret(fair: Mapping[str, Any]) -> str:
    """The secret of a record; refuses one that does not match its commitment."""
    if not fair:
        raise RecordError("it has no field 'fair', so its luck cannot be checked")
    if fair.get("version") != VERSION:
        raise RecordError(f"'fair' has version {fair.get('version')!r:.20}, not {VERSION}")
    secret, promised = fair.get("secret"), fair.get("commitment")
    if not isinstance(secret, str) or re.fullmatch("[0-9a-f]{64}", secret) is None:
        raise RecordError(f"'secret' should be 64 hexadecimal digits, not {secret!r:.20}")
    found = commitment(secret)
    if found != promised:
        raise RecordError(f"the secret's SHA-256 is {found}, but {promised!r:.70} was promised")
    return secret
