"""Bots in batches: the same as those that see views, and the same on every target."""

import random

import pytest

import coup
from coup.bots import make
from coup.bots.bot import Honest
from coup.bots.minds.honest import honest
from coup.bots.notes import Notes, Opponent
from coup.moves import moves_by_code
from coup.research.batch import Batch
from coup.research.casting import PLAYERS
from tests.bots.asking import is_action, positions
from tests.helpers import RULESETS
from tests.research.side_by_side import play_alike

NOTES = {"counter": Notes("counter", {"learner": Opponent(caught=90), "trait": Opponent(heard=9)})}


class OneNumber(random.Random):
    """A generator that always returns the same number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


@pytest.mark.parametrize(
    ("ruleset", "seats"),
    [
        *((ruleset, seats) for ruleset in RULESETS for seats in (2, 3, 6)),
        ("reformation", 4),
        ("reformation", 10),
    ],
)
def test_honest_in_a_batch_plays_like_honest_at_a_table(ruleset: str, seats: int) -> None:
    """It exists twice, since one is the example of a bot on views: with the same random numbers
    both make the same moves at every question of many games."""
    asked = 0
    for position, seat, view in positions(ruleset, seats, 12):
        for number, x in ((0.0, 0), (0.99, 0xFFFFFFFF)):
            expected = Honest(OneNumber(number)).choose(view)
            move = honest(position.state, position.story, view.ruleset.rules, seat, x)
            assert moves_by_code(view.seats, is_action(view))[move] == expected
        asked += 1
    assert asked > 150


def test_a_bluffer_plays_soundly_if_every_claim_is_a_known_lie() -> None:
    gone = ("duke", "assassin", "captain", "ambassador")
    rules = coup.ruleset(
        "classic", copies=1, cards=1, exchange=None, roles=(*gone, "contessa"), face_up=gone[:3]
    )
    game = coup.Game(["a", "b"], rules)
    chosen = {make("bluffer", seed).choose(game.view("a")) for seed in range(20)}
    assert chosen <= {"foreign_aid", "income"}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", [*RULESETS, "reformation"])
def test_bots_play_the_same_games_interpreted_and_compiled(ruleset: str) -> None:
    bots = PLAYERS[1:]
    styles = [f"style:{each}" for each in ("training=1", "training=2", "held=3", "everything")]
    lineups: list[tuple[str, ...]] = [("learner", bot) for bot in bots]
    lineups += [(*bots[1:], "learner")]
    lineups += [("learner", *styles), (*styles[:2], "learner", *styles[1:3], "thief")]
    lineups += [("trait:honesty=0.2+skepticism=0.9", "counter", "learner")]
    if ruleset == "reformation":
        lineups += [(*bots, "learner", *styles[:3]), (*styles, "learner", "counter", "thief")]
    batch = Batch(36, ruleset=ruleset, seed=3, players=lineups, notes=NOTES)
    assert play_alike(batch, 25, NOTES) > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "low", "high"),
    [
        ("honest", 0.10, 0.18),
        ("bluffer", 0.45, 0.57),
        ("counter", 0.02, 0.09),
        ("pragmatist", 0.15, 0.24),
        ("trait", 0.18, 0.28),
    ],
)
def test_random_learners_win_as_often_as_outside(bot: str, low: float, high: float) -> None:
    """`coup simulate --seats 2 --bots random,BOT` gives 14.5 %, 50.3 %, 4.3 %, 18.9 % and
    22.8 %."""
    batch = Batch(500, seed=1, players=["learner", bot])
    wins = finished = 0
    for step in range(150):
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        wins += (batch.reward[:, 0] == 1).sum()
    assert finished > 1000
    assert low < wins / finished < high


# Settings of bots in batches.


def wins_of(name: str, notes: dict[str, Notes] | None = None) -> float:
    """The share of games that a bot wins against a random learner."""
    batch = Batch(400, seed=1, players=["learner", name], notes=notes)
    wins = finished = 0
    for step in range(60):
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        wins += (batch.reward[:, 1] == 1).sum()
    return float(wins / finished)


@pytest.mark.slow
def test_settings_and_notes_count_in_batches() -> None:
    usual = wins_of("trait")
    assert wins_of("trait:honesty=0.5") == usual
    for each in ("honesty", "skepticism"):
        assert wins_of(f"trait:{each}=1") != usual
    feared = {"counter": Notes("counter", {"learner": Opponent(heard=999, challenged=999)})}
    assert wins_of("counter", feared) != wins_of("counter")


@pytest.mark.slow
def test_a_saved_batch_cannot_be_restored_with_other_settings_or_notes() -> None:
    saved = Batch(2, players=["learner", "trait"]).save()
    with pytest.raises(ValueError, match="what was saved has other settings than this batch"):
        Batch(2, players=["learner", "trait:honesty=1"]).restore(saved)
    noted = Batch(2, players=["learner", "counter"], notes=NOTES).save()
    with pytest.raises(ValueError, match="what was saved has other notes than this batch"):
        Batch(2, players=["learner", "counter"]).restore(noted)


def test_invalid_settings_are_refused_in_batches() -> None:
    with pytest.raises(ValueError, match="trait: honesty is a number from 0 to 1, not '2'"):
        Batch(2, players=["learner", "trait:honesty=2"])
