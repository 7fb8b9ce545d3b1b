"""Observations: exactly what a view shows, and the same on every target."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coup
from coup.research import stepping
from coup.research.arrays import STORIES
from coup.research.batch import Batch
from coup.research.layout import page
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.state import State
from coup.rules.vocabulary import ROLES
from coup.vectors import observation as o
from coup.vectors.actions import ACTIONS, to_action, to_action_mask, to_move
from coup.vectors.seen import action_mask, legal_actions, move_of, observation
from coup.vectors.story import CLAIMED, FRESH, LACKS, Story, begin, witness
from tests.helpers import RULESETS, deal, pass_all, play
from tests.rules.test_random_games import rulesets


def follow(game: coup.Game) -> Story:
    """The `Story` of a game, updated move by move."""
    story, s, r = Story(), State(), game.ruleset.rules
    begin(story)
    k.reset(s, r, len(game.seats))
    for seat, move in game.moves:
        number = k.CHANCE if seat == "chance" else game.seats.index(seat)
        witness(story, s, r, number, move.code)
        k.apply(s, r, number, move.code)
    assert s == game._state
    return story


def written(game: coup.Game, seat: int, story: Story) -> list[int]:
    """The observation of a seat by the kernel's state."""
    out = [77] * o.SIZE
    o.observe(game._state, game.ruleset.rules, story, seat, out)
    return out


@given(rulesets(), st.integers(2, 6), st.integers(0, 2**32), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_an_observation_is_a_function_of_the_view_alone(
    ruleset: coup.Ruleset, seats: int, seed: int, choice: random.Random
) -> None:
    """By any ruleset, for every seat, asked or not."""
    game = coup.Game(list("abcdef")[:seats], ruleset, seed)
    stop = choice.randrange(120)
    while not game.over and stop:
        asked = choice.choice(game.pending)
        game.push(choice.choice(game.legal_moves_of(asked)), asked)
        stop -= 1
    story = follow(game)
    for seat, name in enumerate(game.seats):
        assert written(game, seat, story) == observation(game.view(name))


def test_changed_cards_make_old_claims_void() -> None:
    hands = {"a": "duke inquisitor", "b": "captain captain", "c": "contessa assassin"}
    game = deal(hands, "inquisitor")

    def shown(seat: str, deed: int) -> dict[str, int]:
        """The roles with counts other than 0, as c sees them."""
        place = (game.seats.index(seat) - game.seats.index("c")) % 3
        start = o.TABLE + o.PART * place + o.TOLD + deed
        numbers = observation(game.view("c"))[start : start + 6]
        return {role: number for role, number in zip(ROLES, numbers, strict=True) if number}

    pass_all(play(game, "a tax"))
    play(game, "b tax", "c challenge", "b reveal captain")
    assert (shown("a", FRESH), shown("b", FRESH)) == ({"duke": 1}, {})
    assert shown("b", LACKS) == {"duke": 1}
    pass_all(play(game, "c foreign_aid"))
    pass_all(play(game, "a tax"))
    pass_all(play(game, "b steal a"))
    pass_all(play(game, "c income"))
    assert (shown("a", FRESH), shown("b", FRESH)) == ({"duke": 2}, {"captain": 1})
    pass_all(play(game, "a investigate b"))
    play(game, "b show captain")
    assert shown("b", FRESH) == {"captain": 1}
    play(game, "a swap")
    assert (shown("b", FRESH), shown("b", LACKS)) == ({}, {})
    assert shown("b", CLAIMED) == {"duke": 1, "captain": 1}
    play(game, "b income", "c income", "a tax", "b challenge", "a reveal duke")
    assert shown("a", FRESH) == {"inquisitor": 1}


@given(
    st.sampled_from(RULESETS),
    st.integers(2, 6),
    st.integers(0, 2**32),
    st.randoms(use_true_random=False),
)
@settings(max_examples=100, deadline=None)
def test_no_observation_changes_with_the_hidden_cards_of_others(
    ruleset: str, seats: int, seed: int, choice: random.Random
) -> None:
    """With the same public story and other cards for the others, the vector is the same."""
    names = list("abcdef")[:seats]
    viewer = choice.randrange(seats)
    one = coup.Game(names, ruleset, seed, drive_chance=True)
    two = coup.Game(names, ruleset, seed, drive_chance=True)
    while not one.over:
        mover = str(one.to_move)
        shared = [move for move in one.legal_moves if move in two.legal_moves]
        drawer = one._state.drawer if mover == "chance" else k.NOBODY
        secret = {move.verb for move in one.legal_moves} <= {"return", "show"} and viewer not in (
            names.index(mover),
            one._state.actor,
        )
        if drawer not in (k.NOBODY, viewer) or secret:
            one.push(choice.choice(one.legal_moves), mover)
            two.push(choice.choice(two.legal_moves), mover)
        elif shared:
            move = choice.choice(shared)
            one.push(move, mover)
            two.push(move, mover)
        else:
            break
    assert written(one, viewer, follow(one)) == written(two, viewer, follow(two))


def dealt(names: list[str], ruleset: str | coup.Ruleset, x: int) -> coup.Game:
    """A game whose random number generator is in a given state."""
    game = coup.Game(names, ruleset, drive_chance=True)
    game._random, game._driven = x, False
    game._run_chance()
    return game


def hands_from_the_mover_on(game: coup.Game) -> list[int]:
    """The cards of all seats by role, as numbers."""
    order = [*game.seats, *game.seats][game.seats.index(str(game.to_move)) :][: len(game.seats)]
    shown = [game.hand(seat).count(role) for seat in order for role in ROLES]
    return shown + [0] * (36 - len(shown))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_batch_plays_and_observes_as_game_does(ruleset: str) -> None:
    """Compared are, move by move, who is to move, what it knows, what it may do, and all rewards.

    Games for two to six are played side by side.
    """
    games = 500
    batch = Batch(
        games, ruleset=ruleset, seed=9, players=[["learner"] * seats for seats in range(2, 7)]
    )
    assert batch.seats_of.tolist()[:7] == [2, 3, 4, 5, 6, 2, 3]
    names = [list("abcdef")[:seats] for seats in batch.seats_of]
    ours = [dealt(names[number], ruleset, playout.start(9, number)) for number in range(games)]
    finished = 0
    for step in range(40):
        actions = batch.random_actions(step)
        hands = batch.hands()
        for number, game in enumerate(ours):
            view = game.view(game.to_move)
            assert game.seats.index(str(game.to_move)) == batch.to_move[number]
            assert hands_from_the_mover_on(game) == hands[number].tolist()
            assert observation(view) == batch.observe[number].tolist()
            assert action_mask(view) == batch.legal[number].tolist()
            game.push(move_of(view, int(actions[number])))
        batch.step(actions)
        for number, game in enumerate(ours):
            assert game.over == batch.done[number]
            if game.over:
                finished += 1
                share = -1 / (len(game.seats) - 1)
                rewards = [1.0 if seat == game.winner else share for seat in game.seats]
                rewards += [0.0] * (6 - len(rewards))
                assert batch.reward[number].tolist() == pytest.approx(rewards)
                ours[number] = dealt(names[number], ruleset, game._random)
            else:
                assert not batch.reward[number].any()
    assert finished > games / 2


@pytest.mark.parametrize("seats", range(2, 7))
def test_action_numbers_count_targets_from_the_seat(seats: int) -> None:
    for seat in range(seats):
        others = [other for other in range(seats) if other != seat]
        for target in others:
            move = k.COUP + 4 * target
            action = to_action(move, seat, seats)
            assert action == k.COUP + 4 * ((target - seat - 1) % seats)
            assert to_move(action, seat, seats) == move
            assert to_action_mask(1 << move | 1 << k.TAX, seat, seats) == 1 << action | 1 << k.TAX
        for move in (k.INCOME, k.PASS, k.CHALLENGE, k.SWAP):
            assert to_action(move, seat, seats) == to_move(move, seat, seats) == move


def test_actions_and_moves_of_a_view() -> None:
    game = coup.Game(["a", "b", "c"], coup.ruleset("classic", coins=7))
    game.push("income")
    view = game.view("b")
    assert move_of(view, k.COUP) == "coup c"
    assert move_of(view, k.COUP + 4) == "coup a"
    assert len(legal_actions(view)) == len(view.legal_moves)
    with pytest.raises(ValueError, match="action 61 is not legal"):
        move_of(view, 61)
    with pytest.raises(ValueError, match="a spectator has no observation"):
        observation(game.view(None))


def test_the_layout_is_complete_and_the_page_shows_it() -> None:
    start = 0
    for field in o.LAYOUT:
        assert field.start == start
        start += field.size
    assert start == o.SIZE
    places = {field.name: field.start for field in o.LAYOUT}
    assert (places["unseen"], places["asked"], places["turn"]) == (o.UNSEEN, o.ASKED, o.TURNS)
    assert places["seat 2: face_up"] == o.TABLE + 2 * o.PART + o.FACE_UP_CARDS
    assert places["seat 5: shown"] == o.TABLE + 5 * o.PART + o.SHOWN
    written_down = Path(__file__).parents[2] / "docs" / "observation.md"
    assert written_down.read_text() == page(), "run `make observation`"


def test_every_number_fits_into_a_byte() -> None:
    assert all(each["deeds"].base == np.int8 for each in STORIES.values())
    rules = coup.ruleset("inquisitor", coins=9, forced_coup=99).rules
    s, t = State(), Story()
    k.reset(s, rules, 2)
    s.turn, s.mover, s.actor = 10_000, 0, 0
    for _ in range(300):
        witness(t, s, rules, 0, k.TAX)
    s.phase = k.TURN
    for _ in range(300):
        witness(t, s, rules, 0, k.TAX)
    out = [0] * o.SIZE
    o.observe(s, rules, t, 0, out)
    assert max(out) <= 127


def test_chance_never_observes() -> None:
    out = [5]
    o.observe(State(), coup.ruleset("classic").rules, Story(), k.CHANCE, out)
    assert out == [5]


def test_an_action_number_is_checked() -> None:
    assert not stepping.is_legal(State(), -1, ACTIONS)
    assert not stepping.is_legal(State(), -1, -1)
    assert stepping.is_legal(State(), 1 << 5, 5)
