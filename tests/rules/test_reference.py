"""The kernel against a second, naive writing of the rules, move by move."""

import random

import pytest

import coup
from tests.helpers import RULESETS
from tests.rules.reference import Reference

GAMES = 800  # for each of three rulesets and five numbers of seats: 12,000 in all


def compare(game: coup.Game, other: Reference) -> None:
    """Everything there is to see of both games is the same."""
    assert game.over == (other.question is None)
    assert game.turn == other.turn
    assert game.winner == other.winner
    for seat, name in enumerate(game.seats):
        assert sorted(game.hand(name)) == sorted(other.hands[seat])
        assert sorted(game.discarded(name)) == sorted(other.face_up[seat])
        assert game.coins[name] == other.coins[seat]
        legal = other.question.legal.get(seat, []) if other.question else []
        assert sorted(game.legal_moves_of(name)) == sorted(legal)
    assert game.deck_size == len(other.deck) + len(other.top)
    if other.question:
        first = other.question.first
        assert game.to_move == ("chance" if first is None else game.seats[first])
        assert game.outcomes == other.question.outcomes


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_kernel_plays_as_the_text_says(ruleset: str, seats: int) -> None:
    names = list("abcdef")[:seats]
    for seed in range(GAMES):
        choice = random.Random(seed)
        rules = coup.ruleset(
            ruleset,
            first_coins=choice.choice([0, 1, 2, 2, 2, 7, 12]),
            block_after_challenge=choice.choice([True, False]),
            turn_limit=choice.choice([None, None, None, 1, 9]),
            fee_returned=choice.choice([True, False]),
        )
        game = coup.Game(names, rules, drive_chance=True)
        other = Reference(
            names,
            ruleset,
            rules.first_coins or 0,
            rules.block_after_challenge,
            rules.turn_limit,
            rules.fee_returned,
        )
        compare(game, other)
        while not game.over:
            if game.to_move == "chance":
                outcomes = game.outcomes
                move = choice.choices(list(outcomes), list(outcomes.values()))[0]
                game.push(move)
                other.push(None, move)
            else:
                seat = choice.choice(game.pending)
                move = choice.choice(game.legal_moves_of(seat))
                game.push(move, seat)
                other.push(names.index(seat), move)
            compare(game, other)
