"""Quantum Coup in plain lines in a terminal: each question comes with numbered answers."""

from collections.abc import Mapping

from coup.quantum.game import Game
from coup.quantum.players import Player
from coup.quantum.report import verdict
from coup.quantum.rules import to_move
from coup.quantum.solution import Solution
from coup.quantum.story import tell
from coup.rules.errors import CoupError
from coup.words import noun

HELP = "Answer with a number or with the move; help lists what else there is, q leaves."
MORE_HELP = """\
a number    the answer in that line
a move      such as tax, steal Bob or block; what is clear can be left out
undo, u     take back your last move
help, h, ?  this list
quit, q     leave"""
DRAWN_AT = 3
"""The number of occurrences of a position that makes the game a draw."""


class Quit(Exception):
    """The person at the keyboard wants to leave."""


class Undo(Exception):
    """The person at the keyboard wants to take the last move back."""


def play(game: Game, bots: Mapping[str, Player], solution: Solution | None = None) -> None:
    """Play a game to its end, or until the person leaves.

    bots: the bots, by the names of their players. All other players are asked.
    solution: if given, shows the outcome of every move.
    """
    print(HELP)
    told = 0
    try:
        while True:
            for made in game.made[told:]:
                print(tell(made, game.names))
            told = len(game.made)
            name = game.to_move
            if name is None:
                print(f"{game}\n{game.winner} has won.")
                return
            if game.repetitions >= DRAWN_AT:
                print(f"{game}\nThis position has come up {DRAWN_AT} times: it is a draw.")
                return
            if name in bots:
                game.make(bots[name](game.position))
            else:
                told = answered(game, bots, solution, told)
    except Quit:
        print("The game is left unfinished.")


def answered(game: Game, bots: Mapping[str, Player], solution: Solution | None, told: int) -> int:
    """Ask a person, or go back if they want to; returns how many moves have been told then."""
    try:
        ask(game, solution)
    except Undo:
        take_back(game, bots)
    return min(told, len(game.made))


def take_back(game: Game, bots: Mapping[str, Player]) -> None:
    """Go back to the last question to a person, if there was one."""
    if all(name in bots for name, _ in game.moves):
        print("There is no move of yours to take back.")
        return
    game.pop()
    while game.to_move in bots:
        game.pop()
    print("Taken back.")


def ask(game: Game, solution: Solution | None) -> None:
    """Ask the seat to move until it answers with a legal move."""
    print(f"\n{game}\n{question(game)}")
    hints = hints_for(game, solution)
    width = max(map(len, game.legal_moves))
    for number, move in enumerate(game.legal_moves, 1):
        print(f"{number:>3}  {move:<{width}}  {hints.get(move, '')}".rstrip())
    while True:
        typed = read_line()
        try:
            game.push(numbered(typed, game.legal_moves))
        except ValueError as error:
            print(error)
        else:
            return


def read_line() -> str:
    """A line with an answer; raises Quit at the end of the input, at Ctrl-C, and for q."""
    while True:
        try:
            typed = input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Quit from None
        match typed.lower():
            case "q" | "quit":
                raise Quit
            case "u" | "undo":
                raise Undo
            case "h" | "help" | "?":
                print(MORE_HELP)
            case "":
                continue
            case _:
                return typed


def numbered(typed: str, moves: list[str]) -> str:
    """The move with a number, or what was typed if it is not a number."""
    if not typed.isdecimal():
        return typed
    if not typed.isascii() or not 1 <= int(typed[:9]) <= len(moves):
        raise CoupError(f"there is no move {typed:.20}, only 1 to {len(moves)}")
    return moves[int(typed) - 1]


def question(game: Game) -> str:
    """What is being asked."""
    position = game.position
    if position.phase == "choose":
        return f"{game.to_move}, which action?"
    if position.phase == "lose":
        return f"{game.to_move}, which card do you lose?"
    return f"{game.to_move}, do you block {noun(position.phase)}?"


def hints_for(game: Game, solution: Solution | None) -> dict[str, str]:
    """The outcome of every move, in words."""
    seat = to_move(game.position)
    if solution is None or seat is None:
        return {}
    return {
        choice.move.text(game.names): verdict(choice.outcome, seat)
        for choice in solution.choices(game.position)
    }
