"""Moves as people write them, with the players' names in place of the kernel's seat numbers."""

from functools import lru_cache
from typing import NamedTuple

from coup.rules import kernel
from coup.rules.vocabulary import ACTIONS, action_words, answer_words

CHANCE = "chance"
"""The mover that deals, draws and picks."""


class Move(str):
    """A move is its text, with its parts as attributes. You get moves from `legal_moves`.

    >>> steal = move_table(("ann", "bob"))["steal bob"]
    >>> steal == "steal bob", steal.verb, steal.target, steal.role
    (True, 'steal', 'bob', None)

    code: the kernel's number for it; actions and answers share some.
    verb: its first word.
    target: the seat that it is aimed at, if any.
    role: the role that it names, if any.
    """

    __slots__ = ("code", "role", "target", "verb")

    code: int
    verb: str
    target: str | None
    role: str | None

    def __new__(cls, code: int, names: tuple[str, ...], action: bool) -> "Move":
        verb, argument = action_words(code) if action else answer_words(code)
        role = argument if isinstance(argument, str) else None
        target = names[argument] if isinstance(argument, int) else None
        move = super().__new__(cls, " ".join(filter(None, (verb, target or role))))
        move.code, move.verb, move.target, move.role = code, verb, target, role
        return move

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (str(self), self.code, self.verb, self.target, self.role)


def rebuild(text: str, code: int, verb: str, target: str | None, role: str | None) -> Move:
    """A move from its parts (for pickle and copy)."""
    move = str.__new__(Move, text)
    move.code, move.verb, move.target, move.role = code, verb, target, role
    return move


def by_action(move: Move) -> int:
    """A key that sorts a turn's moves by action, then by target."""
    return ACTIONS.index(move.verb)


class Ply(NamedTuple):
    """A move that was made, and who made it: a seat or chance."""

    seat: str
    move: Move

    def __str__(self) -> str:
        return f"{self.seat}: {self.move}"


@lru_cache(maxsize=1024)
def move_table(names: tuple[str, ...]) -> dict[str, Move]:
    """All moves of a table by their text: actions, answers and moves of chance."""
    actions = moves_by_code(names, action=True)
    answers = moves_by_code(names, action=False)
    return {str(move): move for move in (*actions.values(), *answers.values())}


@lru_cache(maxsize=1024)
def moves_by_code(names: tuple[str, ...], action: bool) -> dict[int, Move]:
    """All actions of a table, or all its answers and moves of chance, by the kernel's number."""
    codes = range(kernel.REFORMIST + 1) if action else range(kernel.PASS, kernel.MOVES)
    words = action_words if action else answer_words
    there = {code: words(code)[1] for code in codes}
    return {
        code: Move(code, names, action)
        for code, argument in there.items()
        if not isinstance(argument, int) or argument < len(names)
    }
