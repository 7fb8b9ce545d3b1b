"""The explorer's answers: what solved games say about a position.

Every number comes from the solvers that the tests check; next to it is what `shark` would do.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import coup
from coup.bots.shark import probabilities
from coup.quantum.explain import IllegalMove
from coup.quantum.game import Game as QuantumGame
from coup.quantum.rules import Ruleset as Reading
from coup.quantum.rules import to_move
from coup.quantum.solution import BestOutcome
from coup.quantum.solution import Solution as QuantumSolution
from coup.quantum.solution import solve as solve_quantum
from coup.research.endgame import Equilibrium, endgame, solve
from coup.research.frequencies import (
    AskedHand,
    ClaimFrequency,
    Hand,
    claims,
    first_turn,
    text,
)
from coup.rules.errors import CoupError
from coup.rules.rulesets import CLASSIC
from coup.rules.vocabulary import ACTIONS

SEATS = ("mover", "other")
MOST_COINS, MOST_TURNS, MOST_SWEPT, MOST_GONE = 9, 5, 4, 6
"""Limits of what can be solved while a person waits."""
WITHIN = 1e-3
TARGETED = ACTIONS[4:]


def checked(coins: tuple[int, int], face_up: Sequence[str], turns: int) -> None:
    """Refuse an endgame that takes too long to solve while a person waits."""
    if not all(0 <= each <= MOST_COINS for each in coins):
        raise CoupError(f"coins are from 0 to {MOST_COINS}, not {coins[0]} and {coins[1]}")
    if not 1 <= turns <= MOST_TURNS:
        raise CoupError(f"turns are from 1 to {MOST_TURNS}, not {turns}")
    if len(face_up) > MOST_GONE:
        raise CoupError(f"at most {MOST_GONE} cards lie face up, not {len(face_up)}")


def solved(coins: tuple[int, int], face_up: tuple[str, ...], turns: int) -> Equilibrium:
    """The solution of an endgame with one card each."""
    checked(coins, face_up, turns)
    ruleset = endgame(coins, face_up, turns)
    ruleset.check_seats(2)
    return solve(ruleset, WITHIN)


def explore_endgame(coins: tuple[int, int], face_up: Sequence[str], turns: int) -> dict[str, Any]:
    """The first turn of an endgame's solution: for every question, hand and choice, how often the
    choice is made, what it is worth, and how often `shark` makes it."""
    return about_endgame(coins, tuple(sorted(face_up)), turns)


@lru_cache(maxsize=1000)
def about_endgame(coins: tuple[int, int], face_up: tuple[str, ...], turns: int) -> dict[str, Any]:
    """The same, cached without the solution, which can be large."""
    solution = solved(coins, face_up, turns)
    questions = first_turn(solution)
    return {
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "information_sets": solution.information_sets,
        "questions": [about_question(solution, question) for question in questions],
        "claims": [about_claim(claim) for claim in claims(questions)],
    }


def about_claim(claim: ClaimFrequency) -> dict[str, Any]:
    """A claim of the first turn: how often it is made, is a bluff, and is challenged."""
    return {
        "by": SEATS[claim.seat],
        "line": list(claim.line),
        "made": claim.made,
        "bluffed": claim.bluffed,
        "challenged": claim.challenged,
    }


def about_question(solution: Equilibrium, question: AskedHand) -> dict[str, Any]:
    """A question as everybody sees it, and how it is answered with each hand."""
    return {
        "asked": SEATS[question.seat],
        "line": list(question.line),
        "likely": question.likely,
        "hands": [about_hand(solution, question, hand) for hand in sorted(question.weights)],
    }


def about_hand(solution: Equilibrium, question: AskedHand, hand: Hand) -> dict[str, Any]:
    """How a question is answered with a hand, and what each answer is worth."""
    known = question.known[hand]
    worths = solution.worths(question.seat, known)
    likely = question.weights[hand] / solution.reach(question.seat, known)
    shark = shark_answers(solution, question, hand)
    return {
        "hand": " ".join(hand),
        "likely": question.weights[hand] / question.likely,
        "answers": [
            {
                "move": text(move),
                "share": question.share(text(move), hand),
                "worth": worth / likely,
                "shark": shark.get(text(move), 0.0),
            }
            for move, worth in worths.items()
        ],
    }


def shark_answers(solution: Equilibrium, question: AskedHand, hand: Hand) -> dict[str, float]:
    """How often `shark` gives each answer to a question. The endgames have no exchange, so its
    probability goes to the other moves in proportion."""
    rules = solution.ruleset
    table = {"cards": 1, "face_up": rules.face_up, "seat_coins": rules.seat_coins}
    own = SEATS[question.seat]
    game = coup.Game(SEATS, coup.ruleset(CLASSIC, **table), 0, hands={own: list(hand)})
    for move in question.line:
        target = SEATS[1 - SEATS.index(str(game.to_move))]
        game.push(f"{move} {target}" if move in TARGETED else move)
    odds = {
        move.verb if move.target else str(move): share
        for move, share in probabilities(game.view(own)).items()
        if move != "exchange"
    }
    total = sum(odds.values())
    return {move: share / total for move, share in odds.items()}


def explore_coins(other: int, face_up: Sequence[str], turns: int) -> list[dict[str, Any]]:
    """How the value changes with the mover's coins, and how often its claims are bluffs and are
    challenged."""
    if turns > MOST_SWEPT:
        raise CoupError(
            f"how it changes with your coins is shown for up to {MOST_SWEPT} turns, not {turns}: "
            "more takes too long"
        )
    cards = tuple(sorted(face_up))
    return [{"coins": own, **swept((own, other), cards, turns)} for own in range(MOST_COINS + 1)]


@lru_cache(maxsize=10_000)
def swept(coins: tuple[int, int], face_up: tuple[str, ...], turns: int) -> dict[str, Any]:
    """The bounds of an endgame's value, and the mover's claims."""
    solution = solved(coins, face_up, turns)
    made = [claim for claim in claims(first_turn(solution)) if len(claim.line) == 1]
    return {"low": solution.low, "high": solution.high, "claims": list(map(about_claim, made))}


# Quantum Coup.


@lru_cache(maxsize=8)
def solved_quantum(reading: Reading) -> QuantumSolution:
    return solve_quantum(reading)


def explore_quantum(position: str | None, moves: Sequence[str], reading: Reading) -> dict[str, Any]:
    """What the solution says after some moves from a position: each choice and its outcome, and
    best play to the end."""
    solution = solved_quantum(reading)
    game = QuantumGame(position, reading)
    if len(game.names) != 2:
        raise CoupError(f"Quantum Coup is solved for 2 players, not {len(game.names)}")
    for move in moves:
        try:
            game.push(move)
        except IllegalMove as error:
            raise CoupError(f"move {move!r:.40}: {error}") from None
    return about_quantum(solution, game)


def about_quantum(solution: QuantumSolution, game: QuantumGame) -> dict[str, Any]:
    """What the solution says about the current position of a game."""
    seat = to_move(game.position)
    told: dict[str, Any] = {
        "position": str(game),
        "moves": [move for _, move in game.moves],
        "to_move": game.to_move,
        "phase": game.position.phase,
        "winner": game.winner,
        "choices": [],
        "line": [],
    }
    if seat is None:
        return told
    told |= about_outcome(solution.outcome(game.position), seat)
    told["choices"] = [
        {"move": choice.move.text(game.names), **about_outcome(choice.outcome, seat)}
        for choice in solution.choices(game.position)
    ]
    told["line"] = [
        {"who": game.names[made.seat], "move": made.move.text(game.names)}
        for made in solution.line(game.position)
        if made.chosen
    ]
    return told


def about_outcome(outcome: BestOutcome, seat: int) -> dict[str, Any]:
    """An outcome from a seat's side: how the game ends, and after how many turns, if it does."""
    if outcome.turns is None:
        return {"ends": "draws", "turns": None}
    return {"ends": "wins" if outcome.winner == seat else "loses", "turns": outcome.turns}
