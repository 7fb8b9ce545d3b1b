"""The kernel against a second, naive writing of the rules, move by move."""

import random

import pytest

import coup
from tests.helpers import RULESETS
from tests.rules.reference import Reference

pytestmark = pytest.mark.slow

GAMES = 800  # for each of three rulesets and five numbers of seats: 12,000 in all
REDUCED = 150


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


def play_both(game: coup.Game, other: Reference, choice: random.Random) -> None:
    """The same random moves in both, to the end."""
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
            other.push(game.seats.index(seat), move)
        compare(game, other)


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
        other = Reference(
            names,
            ruleset,
            [rules.first_coins or 0] + [2] * (seats - 1),
            rules.block_after_challenge,
            rules.turn_limit,
            rules.fee_returned,
        )
        play_both(coup.Game(names, rules, drive_chance=True), other, choice)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_so_it_does_with_fewer_cards_and_some_face_up(ruleset: str, seats: int) -> None:
    names = list("abcdef")[:seats]
    for seed in range(REDUCED):
        choice = random.Random(seed)
        cards = choice.choice([1, 1, 2])
        copies = choice.choice([3, 4])
        coins = [choice.randrange(13) for _ in names]
        roles = coup.ruleset(ruleset).roles
        most = 5 * copies - 2 - cards * seats  # two are left for an exchange
        face_up = choice.sample(roles * copies, choice.randint(0, min(12, most)))
        exchange = choice.choice([True, False])
        rules = coup.ruleset(
            ruleset,
            cards=cards,
            copies=copies,
            seat_coins=tuple(coins),
            face_up=tuple(face_up),
            turn_limit=choice.choice([None, 2, 3, 6]),
            **({} if exchange else {"exchange": None}),
        )
        other = Reference(
            names,
            ruleset,
            coins,
            rules.block_after_challenge,
            rules.turn_limit,
            rules.fee_returned,
            cards=cards,
            copies=copies,
            face_up=face_up,
            exchange=exchange,
        )
        play_both(coup.Game(names, rules, drive_chance=True), other, choice)
