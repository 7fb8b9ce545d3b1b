"""Invariants of every game, checked in thousands of random games and by Hypothesis."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coup
from coup.moves import move_table
from coup.rules import kernel as k
from coup.rules.state import State, copy_state
from coup.rules.vocabulary import ROLES, roles_in
from tests.helpers import RULESETS, TIMES

pytestmark = pytest.mark.slow

GAMES = {2: 700 * TIMES, 3: 500 * TIMES, 4: 300 * TIMES, 5: 180 * TIMES, 6: 130 * TIMES}
"""By number of seats, so that each takes about the same time; 10,860 in all three rulesets."""


def snapshot(game: coup.Game) -> State:
    state = State(len(game._state.coins))
    copy_state(game._state, state)
    return state


def check_cards(game: coup.Game) -> None:
    """15 cards always, three of each role."""
    s = game._state
    cards = s.deck + sum(s.hands) + sum(s.discards)
    assert cards == game.ruleset.rules.deck[len(game.seats)]
    known = s.top[: s.tops]
    assert all(known.count(role) <= s.deck >> 4 * role & 15 for role in known)


def check_coins(before: State, after: State, game: coup.Game) -> None:
    """Coins change only as the rules say."""
    rules = game.ruleset.rules
    seats = range(len(game.seats))
    change = [after.coins[seat] - before.coins[seat] for seat in seats]
    assert all(after.coins[seat] >= 0 for seat in seats)
    gone = [seat for seat in seats if before.alive & ~after.alive & 1 << 4 * seat]
    for seat in seats:
        if seat in gone and not rules.coins_stay:
            assert after.coins[seat] == 0
            change[seat] = 0
    gains = {seat: coins for seat, coins in enumerate(change) if coins > 0}
    losses = {seat: -coins for seat, coins in enumerate(change) if coins < 0}
    assert set(gains) <= {before.actor}
    if before.phase == k.TURN:
        assert losses in ({}, {before.actor: 3}, {before.actor: 7})
        assert sum(gains.values()) in (0, 1)  # only income is gained without a question
        return
    gained = sum(gains.values())
    if losses:  # by a steal, coin for coin
        assert before.action == k.STEAL
        assert losses == {before.target: gained}
        assert gained <= 2
    elif gained:
        assert (before.action, gained) in {
            (k.FOREIGN_AID, 2),
            (k.TAX, 3),
            (k.ASSASSINATE, 3),  # the fee comes back
        }


def check_asked(game: coup.Game) -> None:
    """Somebody is asked, everybody asked has a move, and nobody that is out is asked."""
    assert game.to_move in game.pending
    for name in game.seats:
        assert bool(game.legal_moves_of(name)) == (name in game.pending)
        if name in game.pending:
            assert game.hand(name)


def check_legal_moves_are_the_accepted_ones(game: coup.Game) -> None:
    """Every legal move is accepted and can be taken back; every other one changes nothing."""
    before, made = snapshot(game), len(game.moves)
    for name in game.seats:
        legal = set(game.legal_moves_of(name))
        for text in move_table(game.seats):
            if text in legal:
                game.push(text, name)
                assert len(game.moves) > made
                assert game.pop() == text
            else:
                with pytest.raises(coup.IllegalMove):
                    game.push(text, name)
            assert game._state == before
        assert len(game.moves) == made


def check_views_hide(game: coup.Game, choice: random.Random) -> None:
    """A view does not change when only cards hidden from it change places.

    This is about the table; the test of two whole games below is about the story.
    """
    for viewer in (*game.seats, None):
        view = game.view(viewer)
        twin = game.copy()
        shuffle_hidden_cards(twin, viewer, choice)
        assert twin.view(viewer) == view


def shuffle_hidden_cards(game: coup.Game, viewer: str | None, choice: random.Random) -> None:
    """Redeal the cards in the others' hands and in the court deck."""
    s = game._state
    others = [seat for seat, name in enumerate(game.seats) if name != viewer]
    hidden = s.deck + sum(s.hands[seat] for seat in others)
    cards = [1 << 4 * ROLES.index(card) for card in roles_in(hidden)]
    choice.shuffle(cards)
    for seat in others:
        s.hands[seat] = sum(cards.pop() for _ in roles_in(s.hands[seat]))
    s.deck = sum(cards)
    s.tops = 0
    if game.question.kind == "examine" and viewer not in (
        game.question.actor,
        game.question.target,
    ):
        s.shown = choice.choice(range(6))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("part", range(2))
def test_random_games(ruleset: str, seats: int, part: int) -> None:
    for seed in range(part, 2 * GAMES[seats], 2):
        choice = random.Random(seed)
        game = coup.Game(list("abcdef")[:seats], ruleset, seed)
        states = []
        while not game.over:
            states.append(snapshot(game))
            seat = choice.choice(game.pending)
            game.push(choice.choice(game.legal_moves_of(seat)), seat)
            check_cards(game)
            check_coins(states[-1], game._state, game)
            assert len(states) < 2000, "every game ends"
        assert game.alive == [game.winner]
        check_views_hide(game, choice)
        back_to = choice.randrange(len(states))  # somewhere in this game
        for state in reversed(states[back_to:]):
            game.pop()
            assert game._state == state
        check_asked(game)
        check_legal_moves_are_the_accepted_ones(game)
        check_views_hide(game, choice)


@st.composite
def rulesets(draw: st.DrawFn) -> coup.Ruleset:
    """Any ruleset with any house rules, those with contradictory fields left out."""
    return coup.ruleset(
        draw(st.sampled_from(RULESETS)),
        first_coins=draw(st.none() | st.integers(0, 12)),
        coins=draw(st.integers(0, 12)),
        cards=draw(st.integers(1, 2)),
        face_up=tuple(draw(st.lists(st.sampled_from(["duke", "contessa"]), max_size=1))),
        exchange_draws=draw(st.integers(1, 2)),
        coins_stay=draw(st.booleans()),
        fee_returned=draw(st.booleans()),
        block_after_challenge=draw(st.booleans()),
        block_steal_names_role=draw(st.booleans()),
        windows=draw(st.sampled_from(["separate", "joint"])),
        answers=draw(st.sampled_from(["first", "target_first", "secret"])),
        deck=draw(st.sampled_from(["random", "top"])),
        turn_limit=draw(st.none() | st.integers(1, 60)),
    )


@given(rulesets(), st.integers(2, 6), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
@settings(max_examples=400, deadline=None)
def test_any_house_rules(
    ruleset: coup.Ruleset, seats: int, seed: int, choice: random.Random
) -> None:
    game = coup.Game(list("abcdef")[:seats], ruleset, seed)
    start = snapshot(game)
    pushed = 0
    while not game.over:
        seat = choice.choice(game.pending)
        game.push(choice.choice(game.legal_moves_of(seat)), seat)
        check_cards(game)
        assert min(game.coins.values()) >= 0
        pushed += 1
        if pushed % 16 == 0:
            check_views_hide(game, choice)
            if not game.over:
                check_asked(game)
        assert pushed < 3000, "every game ends"
    if ruleset.turn_limit is None:
        assert game.winner
    for _ in range(pushed):
        game.pop()
    assert game._state == start


@given(
    st.sampled_from(RULESETS),
    st.integers(2, 6),
    st.integers(0, 2**32),
    st.randoms(use_true_random=False),
)
@settings(max_examples=600, deadline=None)
def test_a_seat_cannot_tell_two_games_apart_that_differ_in_hidden_cards_only(
    ruleset: str, seats: int, seed: int, choice: random.Random
) -> None:
    compare_hidden(ruleset, seats, seed, choice)


def compare_hidden(
    ruleset: str | coup.Ruleset, seats: int, seed: int, choice: random.Random
) -> tuple[coup.Game, coup.Game, str]:
    """Play two whole games side by side, with the same public moves and other hidden cards. Returns
    both, and the seat that cannot tell them apart."""
    names = list("abcdefghij")[:seats]
    viewer = choice.choice(names)
    one = coup.Game(names, ruleset, seed, drive_chance=True)
    two = coup.Game(names, ruleset, seed, drive_chance=True)
    while not one.over:
        assert one.view(viewer) == two.view(viewer)
        mover = str(one.to_move)
        shared = [move for move in one.legal_moves if move in two.legal_moves]
        if "prove" in shared and one.hand(mover) != two.hand(mover):
            shared.remove(move_table(one.seats)["prove"])  # it shows all of them
        if mover == "chance":
            drawer = one.seats[one._state.drawer] if one._state.drawer >= 0 else None
            hidden = drawer is not None and drawer != viewer
        else:
            drawn_or_returned = {move.verb for move in one.legal_moves} <= {"return", "show"}
            seen = viewer == mover or (one.question.kind == "show" and one.question.actor == viewer)
            hidden = drawn_or_returned and not seen
        if hidden:
            one.push(choice.choice(one.legal_moves), mover)
            two.push(choice.choice(two.legal_moves), mover)
        elif shared:
            move = choice.choice(shared)
            one.push(move, mover)
            two.push(move, mover)
        else:
            break  # a card must be shown that only one of the two games has
    return one, two, viewer
