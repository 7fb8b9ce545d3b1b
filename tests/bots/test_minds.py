"""Bots inside batches: the same as those that see views, and the same on every target."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import coup
from coup.bots.bot import Bluffer, Bot, Honest
from coup.bots.counter import CounterBot
from coup.bots.minds.bluffer import bluffer
from coup.bots.minds.counter import counter
from coup.bots.minds.honest import honest
from coup.moves import Move
from coup.research import stepping
from coup.research.batch import Batch
from coup.research.casting import PLAYERS, kind_of, styles_of
from coup.research.games import lineup_number
from coup.research.knowledge import Position
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.state import State
from coup.vectors.actions import to_action
from coup.vectors.observation import SIZE
from coup.vectors.seen import move_of
from coup.vectors.story import Story
from coup.view import View
from tests.helpers import RULESETS


class Draws(random.Random):
    """The random numbers that a bot in a batch gets: those after a state of the generator."""

    def __init__(self, x: int) -> None:
        super().__init__()
        self.x = x

    def random(self) -> float:
        self.x = playout.advance(self.x)
        return (self.x & 0xFFFFFFFF) / 2**32

    def choice(self, seq: Any) -> Any:
        """One of some moves, in the order of their numbers."""
        return sorted(seq, key=lambda move: move.code)[int(self.random() * len(seq))]


class OneNumber(random.Random):
    """Always the same number."""

    def __init__(self, number: float) -> None:
        super().__init__()
        self.number = number

    def random(self) -> float:
        return self.number


def questions(
    ruleset: coup.Ruleset, seats: int, games: int
) -> Iterator[tuple[Position, int, View]]:
    """Every question of some games in which the seats bluff, are sound, or do anything."""
    for seed in range(games):
        choice = random.Random(seed)
        players: list[Bot] = [Bluffer(choice), CounterBot(choice), Honest(choice)]
        game = coup.Game(list("abcdef")[:seats], ruleset, seed)
        position = Position(ruleset, seats)
        while not game.over:
            for mover, move in game.moves[len(position.made) :]:
                number = k.CHANCE if mover == "chance" else game.seats.index(mover)
                position.push(number, move.code)
            view = game.view(game.to_move)
            yield position, game.seats.index(str(game.to_move)), view
            wild = choice.random() < 0.4
            moves: Sequence[Move] = game.legal_moves
            game.push(choice.choice(moves) if wild else choice.choice(players).choose(view))


def chosen(position: Position, seat: int, view: View, bot: Callable[..., int], x: int) -> str:
    """What a bot of batches does."""
    move = bot(position.state, position.story, position.ruleset.rules, seat, x)
    return move_of(view, to_action(move, seat, position.seats))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 6])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_bots_in_a_batch_are_the_bots_that_see_views(ruleset: str, seats: int) -> None:
    """Asked at every question of many games with the same random numbers, they do the same."""
    asked = 0
    for position, seat, view in questions(coup.ruleset(ruleset, coins=4), seats, 15):
        for number, x in ((0.0, 0), (0.99, 0xFFFFFFFF)):
            expected = Honest(OneNumber(number)).choose(view)
            assert chosen(position, seat, view, honest, x) == expected
        x = playout.start(seats, asked)
        for bot, kind in ((bluffer, Bluffer), (counter, CounterBot)):
            expected = kind(Draws(playout.start(x, 1))).choose(view)
            assert chosen(position, seat, view, bot, x) == expected
        asked += 1
    assert asked > 250


@pytest.mark.parametrize(
    "ruleset",
    [
        coup.ruleset("classic", cards=1, face_up=("duke",) * 3 + ("contessa",), turn_limit=40),
        coup.ruleset("inquisitor", copies=2, block_steal_names_role=False, coins=6),
        coup.ruleset("classic", copies=5, cards=2, exchange=None),
    ],
)
def test_by_house_rules_they_are_the_same_too(ruleset: coup.Ruleset) -> None:
    asked = 0
    for position, seat, view in questions(ruleset, 3, 15):
        x = playout.start(1, asked)
        for bot, kind in ((bluffer, Bluffer), (counter, CounterBot)):
            expected = kind(Draws(playout.start(x, 1))).choose(view)
            assert chosen(position, seat, view, bot, x) == expected
        asked += 1
    assert asked > 100


def test_one_who_bluffs_where_every_claim_is_a_known_lie_plays_soundly() -> None:
    gone = ("duke", "assassin", "captain", "ambassador")
    rules = coup.ruleset(
        "classic", copies=1, cards=1, exchange=None, roles=(*gone, "contessa"), face_up=gone[:3]
    )
    game = coup.Game(["a", "b"], rules)
    assert Bluffer(OneNumber(0.0)).choose(game.view("a")) in ("foreign_aid", "income")


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_bots_play_the_same_games_interpreted_and_compiled(ruleset: str) -> None:
    bots = PLAYERS[1:]
    styles = [f"style:{each}" for each in ("training=1", "training=2", "held=3", "everything")]
    lineups: list[tuple[str, ...]] = [("learner", bot) for bot in bots]
    lineups += [(*bots[1:], "learner")]
    lineups += [("learner", *styles), (*styles[:2], "learner", *styles[1:3], "thief")]
    batch = Batch(36, ruleset=ruleset, seed=3, players=lineups)
    games: list[list[Any]] = []
    rules = batch.ruleset.rules
    for number in range(36):
        lineup = lineups[number % len(lineups)]
        s, t, code = State(), Story(), lineup_number([kind_of(name) for name in lineup])
        t.styles = styles_of([lineup])[0].tolist()
        x = playout.start(3, number)
        games.append([s, t, code, stepping.begin_game(s, t, rules, code, len(lineup), x)])
    out, marks, rewards = [0] * SIZE, [0] * 62, [0.0] * 6
    finished = 0
    for step in range(25):
        actions = batch.random_actions(step)
        for number, game in enumerate(games):
            s, t, code, x = game
            stepping.look(s, t, rules, s.mover, out, marks)
            assert batch.observe[number].tolist() == out
            x = stepping.take(s, t, rules, code, x, int(actions[number]), rewards)
            if s.mover == k.TERMINAL:
                x = stepping.begin_game(s, t, rules, code, s.seats, x)
                finished += 1
            game[3] = x
        batch.step(actions)
        assert batch.save()["randoms"].tolist() == [game[3] for game in games]
    assert finished > 20


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
    """`coup simulate --players 2 --bots random,BOT` gives 14.5 %, 50.3 %, 4.3 %, 18.9 % and
    22.8 %."""
    batch = Batch(500, seed=1, players=["learner", bot])
    wins = finished = 0
    for step in range(150):
        batch.step(batch.random_actions(step))
        finished += batch.done.sum()
        wins += (batch.reward[:, 0] == 1).sum()
    assert finished > 1000
    assert low < wins / finished < high
