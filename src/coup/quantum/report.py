"""The solver's results as text for people who know the board game."""

from collections.abc import Sequence
from itertools import product

from coup.quantum.game import Game
from coup.quantum.positions import Position
from coup.quantum.rules import start, winner
from coup.quantum.solution import BestOutcome, Blunder, Solution
from coup.quantum.three import ThreeSolution
from coup.words import count, listed

WAITS = ("it moves next", "both others move first", "one of the others moves first")
"""Whose turn it is with three in play, from the single seat's side."""


def verdict(outcome: BestOutcome, seat: int) -> str:
    """An outcome from a seat's side.

    >>> verdict(BestOutcome(winner=0, turns=15), seat=0)
    'wins in 15 turns'
    """
    if outcome.turns is None:
        return "draws"
    wins = "wins" if outcome.winner == seat else "loses"
    return f"{wins} in {count(outcome.turns, 'turn')}"


def about_position(solution: Solution, position: Position, names: Sequence[str]) -> str:
    """Who wins a position, all moves with their outcomes, and the main line."""
    won = winner(position)
    if won is not None:
        return f"{position.text(names)}\n{names[won]} has won."
    seat = position.turn
    lines = [f"{position.text(names)}, {names[seat]} to move"]
    lines += [f"{names[seat]} {verdict(solution.outcome(position), seat)}.", ""]
    choices = solution.choices(position)
    width = max(len(choice.move.text(names)) for choice in choices)
    for choice in choices:
        lines.append(f"  {choice.move.text(names):<{width}}  {verdict(choice.outcome, seat)}")
    lines += ["", "Best play:", *main_line(solution, position, names)]
    return "\n".join(lines)


def main_line(solution: Solution, position: Position, names: Sequence[str]) -> list[str]:
    """Best play from a position, one turn per line."""
    turns: list[tuple[str, str]] = []
    said: list[str] = []
    for made in solution.line(position):
        if made.chosen:
            said.append(f"{names[made.seat]} {made.move.text(names)}")
        if made.after.phase == "end":
            turns.append((", ".join(said), made.after.text(names)))
            said = []
    width = max(len(moves) for moves, _ in turns)
    lines = [f"{n:>3}. {moves:<{width}}  {after}" for n, (moves, after) in enumerate(turns, 1)]
    if solution.outcome(position).winner is None:
        lines.append("     and so on forever")
    return lines


def about_review(game: Game, blunders: list[Blunder]) -> str:
    """Each blunder of a game, and what would have been better."""
    ended = f"{game.winner} has won" if game.over else "it is not finished"
    lines = [f"{' against '.join(game.names)}, {game.ruleset}: {ended}."]
    for blunder in blunders:
        seat, name = blunder.made.seat, game.names[blunder.made.seat]
        thrown = blunder.kept[0].outcome.value(seat)
        better = [
            f"{each.move.text(game.names)} ({verdict(each.outcome, seat)})" for each in blunder.kept
        ]
        lines += [
            "",
            f"Turn {blunder.turn}: {blunder.made.before.text(game.names)}",
            f"  {name} plays {blunder.made.move.text(game.names)} and throws away a {thrown}: "
            f"it {verdict(blunder.got.outcome, seat)}.",
            f"  To keep it: {listed(better)}.",
        ]
    return "\n".join([*lines, "", f"{count(len(blunders), 'blunder')}."])


def about_three(solution: ThreeSolution, position: Position, names: Sequence[str]) -> str:
    """Whether each seat wins a position against the other two together."""
    won = winner(position)
    if won is not None:
        return f"{position.text(names)}\n{names[won]} has won."
    lines = [f"{position.text(names)}, {names[position.turn]} to move"]
    for seat, name in enumerate(names):
        others = " and ".join(other for other in names if other != name)
        turns = solution.turns_to_win(position, seat)
        can = "cannot force a win" if turns is None else f"wins in {count(turns, 'turn')}"
        lines.append(f"{name} {can} against {others} together.")
    return "\n".join(lines)


def about_all_for_three(solution: ThreeSolution) -> str:
    """How often one seat wins against two, over all positions with three in play."""
    heading = f"One against two, {solution.ruleset}."
    return "\n".join([heading, *shares(solution), at_the_start(solution)])


def shares(solution: ThreeSolution) -> list[str]:
    """The share of solved positions that the single seat wins: of all, by turn, and by cards."""
    lines = [f"The single seat wins {solution.share():.2%} of {solution.positions:,} positions:"]
    lines += [f"{solution.share(turn):>8.2%} if {wait}" for turn, wait in enumerate(WAITS)]
    for own, others in product((2, 1), ((1, 1), (2, 1), (2, 2))):
        share = solution.share(cards=(own, sum(others)))
        against = " and ".join(map(str, others))
        lines.append(f"{share:>8.2%} with {count(own, 'card')} against {against}")
    return lines


def at_the_start(solution: ThreeSolution) -> str:
    """Who can win alone from the start."""
    begin = start(solution.ruleset, 3)
    alone = [seat for seat in range(3) if solution.turns_to_win(begin, seat) is not None]
    who = listed([f"seat {seat + 1}" for seat in alone]) if alone else "nobody"
    return f"From the start {who} can win alone."
