"""Invariants of Reformation, with 2 to 10 seats and every switch.

The tests play a small sample; a command plays many thousands of games:

    python -m tests.targets.reformation --games 20000
"""

import argparse
import random
import sys
from typing import Any

import numpy as np

import coup
from coup.research.batch import Batch
from coup.research.casting import PLAYERS
from coup.rules import cpu, playout
from coup.rules import kernel as k
from coup.rules.digits import has
from coup.rules.dtypes import pack, state_type
from coup.rules.rulesets import Ruleset
from coup.rules.state import State, room_for
from tests.research.side_by_side import play_alike
from tests.rules.test_random_games import (
    check_asked,
    check_cards,
    check_views_hide,
    compare_hidden,
    snapshot,
)
from tests.rules.test_reference import play_both, reformed

NAMES = "abcdefghij"
PLIES = 600
BOTS = (*PLAYERS, "thief", "avenger", "style:held=3", "trait:honesty=0.2")
ATTACKS = ("coup", "assassinate", "steal", "investigate")


def any_ruleset(choice: random.Random, seats: int) -> Ruleset:
    """Reformation with any house rules."""
    switches: dict[str, Any] = {
        name: choice.random() < 0.5
        for name in (
            *("embezzle_empty", "embezzle_loses_role", "inquisitor", "coins_stay"),
            *("fee_returned", "block_after_challenge", "block_steal_names_role"),
        )
    }
    sides = choice.random() < 0.9
    given = tuple(choice.choice(["loyalist", "reformist"]) for _ in range(seats))
    first = choice.choice(["loyalist", "reformist", "choose"])
    return coup.ruleset(
        "reformation",
        **switches,
        allegiances=sides,
        first_allegiance=first if sides else "loyalist",
        seat_allegiances=given if sides and first == "loyalist" and choice.random() < 0.5 else (),
        convert_cost=choice.choice([0, 1, 1, 3]),
        convert_other_cost=choice.choice([0, 2, 2, 3]),
        reserve=choice.choice([0, 0, 1, 8]),
        embezzle=choice.choice(["duke", "duke", "contessa", None]),
        copies=choice.choice([None, None, 5]) if sides else None,
        coins=choice.choice([2, 2, 2, 0, 7, 11]),
        windows=choice.choice(["separate", "joint"]),
        answers=choice.choice(["first", "target_first", "secret"]),
        deck=choice.choice(["random", "top"]),
        turn_limit=choice.choice([None, None, 60]) if sides else 200,
    )


def check_coins(before: State, after: State, ruleset: Ruleset) -> None:
    """Coins move between players, reserve and treasury only by the rules."""
    assert after.reserve >= 0
    assert min(after.coins) >= 0
    change = after.reserve - before.reserve
    if change > 0:  # a conversion, paid by the actor alone
        assert before.phase == k.TURN
        assert change in (ruleset.convert_cost, ruleset.convert_other_cost)
        assert before.coins[before.actor] - after.coins[before.actor] == change
    elif change < 0:  # an embezzlement of the whole reserve
        assert after.reserve == 0
        assert before.action == k.EMBEZZLE
        assert after.coins[before.actor] - before.coins[before.actor] == before.reserve


def check_sides(before: State, after: State, move: str, mover: str) -> None:
    """Nobody attacks their own side while both sides are alive."""
    sides = {has(before.sides, seat) for seat in range(before.seats) if has(before.alive, seat)}
    verb, _, target = move.partition(" ")
    if verb in ATTACKS and len(sides) == 2:
        own, other = (NAMES.index(seat) for seat in (mover, target))
        assert has(before.sides, own) != has(before.sides, other)
    if before.phase == k.TURN and verb not in ("convert",):
        assert before.sides == after.sides


def play_checked(choice: random.Random, seats: int) -> None:
    """Play a random game by any house rules, checked after every move."""
    ruleset = any_ruleset(choice, seats)
    game = coup.Game(list(NAMES[:seats]), ruleset, choice.getrandbits(64))
    pushed = 0
    while not game.over:
        before = snapshot(game)
        mover = choice.choice(game.pending)
        move = choice.choice(game.legal_moves_of(mover))
        game.push(move, mover)
        pushed += 1
        check_cards(game)
        check_sides(before, game._state, move, mover)
        check_coins(before, game._state, ruleset)
        if pushed % 40 == 0:
            check_views_hide(game, choice)
            if not game.over:
                check_asked(game)
        assert pushed < 5000, "every game ends"
    assert game.winner or ruleset.turn_limit


def check_targets(choice: random.Random, seats: int, games: int) -> None:
    """Interpreted and compiled code give equal states after every move."""
    ruleset = any_ruleset(choice, seats)
    seed, room = choice.getrandbits(63), room_for(seats)
    states, lengths = cpu.trace_random(ruleset, seats, games, seed, plies=PLIES)
    ours = [State(room) for _ in range(PLIES)]
    for game in range(games):
        x = playout.start(seed, game)
        length = playout.trace(State(room), ruleset.rules, seats, x, ours, PLIES)
        assert length == lengths[game]
        assert np.array_equal(pack(ours[:length], state_type(seats)), states[game, :length])


def check_bots(choice: random.Random, seats: int) -> None:
    """Bots of every kind play the same games in a compiled batch as interpreted, with the same
    observations."""
    names = [choice.choice(BOTS) for _ in range(seats)]
    names[choice.randrange(seats)] = "learner"
    ruleset = any_ruleset(choice, seats)
    play_alike(Batch(2, ruleset=ruleset, players=names, seed=choice.getrandbits(63)), 12)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    for number in range(chosen.games):
        choice = random.Random(f"{chosen.seed} {number}")
        seats = 2 + number % 9
        play_checked(choice, seats)
        play_both(*reformed(seats, choice), choice)
        check_targets(choice, seats, 1)
        check_bots(choice, seats)
        compare_hidden(any_ruleset(choice, seats), seats, number, choice)
        if number % 1000 == 999:
            print(number + 1, file=sys.stderr, flush=True)
    print(f"{chosen.games} games by random house rules: everything holds;")
    print("as many against the naive second writing: alike;")
    print("as many interpreted and compiled: equal states after every move;")
    print("as many with bots in batches: the same moves and observations interpreted and compiled;")
    print("as many that differ in hidden cards: no seat can tell them apart")


if __name__ == "__main__":
    main()
