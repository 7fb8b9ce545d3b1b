"""Quantum Coup: Coup without hidden cards and without luck, to play and to solve.

>>> from coup import quantum
>>> solution = quantum.solve()
>>> named = quantum.read_position("Alice: (void, void, 2), Bob: (void, void, 2)")
>>> solution.value(named.position), solution.distance(named.position)
('win', 15)
>>> solution.best_moves(named.position)
[tax]

This room knows no screens, and of the rest of `coup` only words, errors and the loader of portable
code.
"""

from coup.quantum.explain import IllegalMove
from coup.quantum.game import Game
from coup.quantum.notation import read_position, write_position
from coup.quantum.numbers import first_seats_choices
from coup.quantum.positions import Move, Position
from coup.quantum.record import read_game, write_game
from coup.quantum.rules import Ruleset, options, start
from coup.quantum.solution import BestOutcome, Blunder, Solution, WrongSolution, review, solve
from coup.quantum.three import ThreeSolution, solve_three

__all__ = [
    "BestOutcome",
    "Blunder",
    "Game",
    "IllegalMove",
    "Move",
    "Position",
    "Ruleset",
    "Solution",
    "ThreeSolution",
    "WrongSolution",
    "first_seats_choices",
    "options",
    "read_game",
    "read_position",
    "review",
    "solve",
    "solve_three",
    "start",
    "write_game",
    "write_position",
]
