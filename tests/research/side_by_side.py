"""A batch compared with the same games played interpreted."""

from collections.abc import Mapping
from typing import Any

from coup.bots.notes import Notes
from coup.research import stepping
from coup.research.arrays import TOLD, lineup_number
from coup.research.batch import Batch
from coup.research.casting import kind_of, stories_of
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.state import State
from coup.vectors.story import Story


def play_alike(batch: Batch, steps: int, notes: Mapping[str, Notes] | None = None) -> int:
    """Play a new batch at random, and compare what it shows and what bots and chance did with the
    same source interpreted; returns how many games ended."""
    rules, room = batch.ruleset.rules, batch.encoding.room
    games: list[list[Any]] = []
    for number in range(batch.games):
        lineup = batch.names[number % len(batch.names)]
        s, t = State(room), Story(room)
        code = lineup_number([kind_of(name) for name in lineup], room)
        for name in TOLD:
            setattr(t, name, stories_of([lineup], room, notes)[name][0].tolist())
        x = playout.start(batch.seed, number)
        games.append([s, t, code, stepping.begin_game(s, t, rules, code, len(lineup), x)])
    out, marks = [0] * batch.encoding.size, [0] * batch.encoding.actions
    rewards, finished = [0.0] * room, 0
    for step in range(steps):
        actions = batch.random_actions(step)
        for number, game in enumerate(games):
            s, t, code, x = game
            stepping.look(s, t, rules, s.mover, out, marks)
            assert batch.observe[number].tolist() == out
            assert batch.legal[number].tolist() == marks
            x = stepping.take(s, t, rules, code, x, int(actions[number]), rewards)
            if s.mover == k.TERMINAL:
                x = stepping.begin_game(s, t, rules, code, s.seats, x)
                finished += 1
            game[3] = x
        batch.step(actions)
        assert batch.save()["randoms"].tolist() == [game[3] for game in games]
    return finished
