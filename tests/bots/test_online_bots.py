"""`pragmatist` and `trait` in batches: the same decisions as the bots that see views."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import coup
from coup.bots import make_bot
from coup.bots.foresight import Side, outlook
from coup.bots.minds.luck import luck, throw
from coup.bots.minds.pragmatist import BLUFFS, THROWN, look_ahead, pragmatist
from coup.bots.minds.trait import trait
from coup.bots.pragmatist import Pragmatist, bluffs_told
from coup.bots.trait import Trait, grudges_of
from coup.research.knowledge import Position
from coup.rules import kernel as k
from coup.vectors.actions import to_action
from coup.vectors.seen import move_of
from tests.helpers import RULESETS

ALL_YES = (1 << 64) - 1
every_table = pytest.mark.parametrize(
    ("ruleset", "seats"), [(ruleset, seats) for ruleset in RULESETS for seats in (2, 3, 6)]
)


class Dice(random.Random):
    """The random numbers of the code in batches, in the order in which they are thrown."""

    def begin(self, x: int) -> "Dice":
        self.x, self.number = x, 0
        return self

    def next(self) -> int:
        self.number += 1
        return throw(self.x, self.number - 1)

    def random(self) -> float:
        return self.next() / 2**32

    def choice(self, some: Any) -> Any:
        return some[self.next() * len(some) >> 32]

    def choices(self, some: Sequence[Any], weights: Any = None, **_: Any) -> list[Any]:  # type: ignore[override]
        each = [one for one, weight in zip(some, weights, strict=True) for _ in range(weight)]
        return [self.choice(each)]


def positions(ruleset: str, seats: int, games: int) -> Iterator[tuple[Position, int, coup.View]]:
    """Every question of games between all kinds of bots, as code in batches sees it and as a
    player does."""
    for seed in range(games):
        chance = random.Random(seed)
        kinds = ("random", "pragmatist", "trait", "bluffer", "honest")
        rules = coup.ruleset(ruleset, turn_limit=60, coins=chance.choice((2, 4)))
        game = coup.Game(list("abcdef")[:seats], rules, seed)
        players = {seat: make_bot(chance.choice(kinds), seed) for seat in game.seats}
        position = Position(rules, seats)
        while not game.over:
            for mover, move in game.moves[len(position.made) :]:
                number = k.CHANCE if mover == "chance" else game.seats.index(mover)
                position.push(number, move.code)
            mover = str(game.to_move)
            view = game.view(mover)
            yield position, game.seats.index(mover), view
            game.push(players[mover].choose(view))


@pytest.mark.slow
@every_table
def test_in_a_batch_they_are_the_bots_that_see_views(ruleset: str, seats: int) -> None:
    """With the same random numbers they choose the same, whatever is asked."""
    chance, asked = random.Random(1), 0
    dice = Dice()
    human, careful = Trait(dice), Pragmatist(dice)
    for position, seat, view in positions(ruleset, seats, 12):
        s, t, r = position.state, position.story, view.ruleset.rules
        for _ in range(6):
            x = chance.getrandbits(62) | 1
            ours = move_of(view, to_action(trait(s, t, r, seat, x), seat, seats))
            dice.begin(x)
            assert human.choose(view) == ours
            t.coins[seat] = 0
            ours = move_of(view, to_action(pragmatist(s, t, r, seat, x), seat, seats))
            dice.begin(x)
            careful.coins = ALL_YES if luck(x, THROWN) < 0.5 else 0
            assert careful.choose(view) == ours
            asked += 1
    assert asked > 1000


@every_table
def test_a_story_keeps_what_they_remember(ruleset: str, seats: int) -> None:
    """Grudges are those of the view; a coin stays as it fell until its seat bluffs."""
    told: dict[int, int] = {}
    last = 0
    flipped = kept = 0
    for position, seat, view in positions(ruleset, seats, 8):
        story, named = position.story, grudges_of(view)
        grudges = story.grudges[6 * seat : 6 * seat + seats]
        assert grudges == [named.get(other, 0) for other in view.seats]
        if len(position.made) < last:
            told = {}  # another game has begun
        last = len(position.made)
        before, now = told.get(seat), bluffs_told(view)
        if before is not None:
            assert story.coins[seat] == (BLUFFS if before == now else 0)
            kept += before == now
            flipped += before != now
        told[seat] = now
        story.coins[seat] = BLUFFS
    assert kept > 50
    assert flipped > 10


sides = st.builds(
    Side,
    coins=st.integers(0, 12),
    cards=st.integers(1, 3),
    gain=st.integers(1, 3),
    steals=st.booleans(),
    strike=st.sampled_from([3, 7]),
)


def packed(side: Side) -> int:
    """A side as the code in batches has it."""
    rest = side.gain << 12 | int(side.steals) << 14 | side.strike << 16
    return side.coins | side.cards << 8 | rest


@given(sides, sides, st.integers(0, 7))
def test_both_look_ahead_alike(mover: Side, other: Side, turns: int) -> None:
    expected = outlook(mover, other, 7, 10, turns)
    assert look_ahead(packed(mover), packed(other), 7, 10, turns) == expected
