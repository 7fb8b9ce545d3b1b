"""The kernel against a naive second implementation of the rules, move by move."""

import random

import pytest

import coup
from tests.helpers import RULESETS, TIMES
from tests.rules.reference import Reference, Reforms, other_side

pytestmark = pytest.mark.slow

GAMES = 400 * TIMES  # for each of three rulesets and five numbers of seats: 6,000 in all
REDUCED = 150


def compare(game: coup.Game, other: Reference) -> None:
    """Check that everything visible is the same in both games."""
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
    assert game.reserve == other.reserve
    if game.turn:
        assert list(game.allegiances.values()) == other.sides
    if other.question:
        first = other.question.first
        assert game.to_move == ("chance" if first is None else game.seats[first])
        assert game.outcomes == other.question.outcomes


def play_both(game: coup.Game, other: Reference, choice: random.Random) -> None:
    """Make the same random moves in both, to the end."""
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
def test_the_same_with_fewer_cards_and_some_face_up(ruleset: str, seats: int) -> None:
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


def reformed(seats: int, choice: random.Random) -> tuple[coup.Game, Reference]:
    """A game of Reformation with any of its house rules, in both implementations."""
    names = list("abcdefghij")[:seats]
    plain = [("loyalist", "reformist")[seat % 2] for seat in range(seats)]
    first = choice.choice(["loyalist", "reformist", "choose"])
    fixed = tuple(choice.choice(["loyalist", "reformist"]) for _ in names)
    given = first == "loyalist" and choice.random() < 0.5
    sides = list(fixed) if given else plain
    if first == "reformist":
        sides = list(map(other_side, sides))
    has_sides = choice.random() < 0.9
    reforms = Reforms(
        sides if has_sides else [],
        choose=has_sides and first == "choose",
        own=choice.choice([0, 1, 1, 2]),
        other=choice.choice([1, 2, 2, 3]),
        denied=choice.choice(["duke", "duke", "captain", None]),
        empty=choice.choice([False, True]),
        loses_role=choice.choice([False, True]),
        inquisitor=choice.choice([False, True]),
    )
    rules = coup.ruleset(
        "reformation",
        allegiances=has_sides,
        first_allegiance=first if has_sides else "loyalist",
        seat_allegiances=fixed if given and has_sides else (),
        convert_cost=reforms.own,
        convert_other_cost=reforms.other,
        reserve=choice.choice([0, 0, 3]),
        embezzle=reforms.denied,
        embezzle_empty=reforms.empty,
        embezzle_loses_role=reforms.loses_role,
        inquisitor=reforms.inquisitor,
        first_coins=choice.choice([1, 2, 7, 12]),
        turn_limit=choice.choice([None, None, 9]),
    )
    other = Reference(
        names,
        "reformation",
        [rules.first_coins or 0] + [2] * (seats - 1),
        True,
        rules.turn_limit,
        False,
        copies=3 if seats <= 6 else 4 if seats <= 8 else 5,
        reforms=reforms,
        reserve=rules.reserve,
    )
    return coup.Game(names, rules, drive_chance=True), other


@pytest.mark.parametrize("seats", range(2, 11))
def test_reformation_is_played_as_the_text_says(seats: int) -> None:
    """`python -m tests.targets.reformation` plays many thousands."""
    for seed in range(40):
        choice = random.Random(f"{seats} {seed}")
        play_both(*reformed(seats, choice), choice)
