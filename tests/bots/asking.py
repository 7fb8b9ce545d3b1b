"""Positions to ask bots in, and what `counter` infers from one."""

import random
from collections.abc import Iterator

import coup
from coup.bots import make
from coup.bots.adapter import CounterBot
from coup.bots.minds import counter
from coup.bots.minds.honest import open_copies
from coup.bots.notes import Notes
from coup.research.knowledge import KernelPosition
from coup.rules import kernel as k
from coup.rules.state import State
from coup.rules.vocabulary import ROLES
from coup.vectors.mirror import mirror
from coup.vectors.story import Story


def positions(
    ruleset: str, seats: int, games: int
) -> Iterator[tuple[KernelPosition, int, coup.View]]:
    """Every question of games between all kinds of bots, as batches see it and as a player does."""
    for seed in range(games):
        chance = random.Random(seed)
        kinds = ("random", "pragmatist", "trait", "bluffer", "honest")
        rules = coup.ruleset(ruleset, turn_limit=60, coins=chance.choice((2, 4)))
        game = coup.Game(list("abcdefghij")[:seats], rules, seed)
        players = {seat: make(chance.choice(kinds), seed) for seat in game.seats}
        position = KernelPosition(rules, seats)
        while not game.over:
            for mover, move in game.moves[len(position.made) :]:
                number = k.CHANCE if mover == "chance" else game.seats.index(mover)
                position.push(number, move.code)
            mover = str(game.to_move)
            view = game.view(mover)
            yield position, game.seats.index(mover), view
            game.push(players[mover].choose(view))


def is_action(view: coup.View) -> bool:
    """Whether the question is for an action or a side, whose move numbers differ from those of
    answers."""
    return view.question.kind in ("action", "allegiance")


def chance_of(view: coup.View, other: str, role: str, notes: Notes | None = None) -> float:
    """The probability that another seat has a role, according to `counter`."""
    s, t, seat = known_to_counter(view, notes)
    unseen = open_copies(s, view.ruleset.rules) - s.hands[seat]
    return counter.chance_of(s, t, unseen, seat, view.seats.index(other), ROLES.index(role))


def suspicion(view: coup.View, other: str, notes: Notes | None = None) -> float:
    """How readily another seat challenges, according to `counter`."""
    s, t, seat = known_to_counter(view, notes)
    return counter.suspicion(s, t, seat, view.seats.index(other))


def known_to_counter(view: coup.View, notes: Notes | None) -> tuple[State, Story, int]:
    """The input of its mind."""
    s, t, seat = mirror(view)
    CounterBot(random.Random(1), notes).add(t, seat, view)
    return s, t, seat
