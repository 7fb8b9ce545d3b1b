"""Tournaments between bots that only the dice drive, on the compiled kernel: millions of games."""

import random
from collections.abc import Generator

from coup.arena.plan import Plan
from coup.arena.tally import RATED, Outcome, Tally

BATCH = 50_000
LEAST = 100_000  # games; fewer are played as any others are, and are the same games


def can_run(plan: Plan) -> bool:
    """Whether all players are `random`, and the compiled kernel is installed."""
    if any(entrant.source != "random" for entrant in plan.entrants) or plan.duplicate:
        return False
    if plan.total < LEAST:
        return False
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


def run(plan: Plan) -> Generator[Tally, None, None]:
    """Play a tournament; after each batch of games the tally so far.

    Everybody sits in every seat equally often, as far as the number of games allows.
    """
    tally = Tally()
    chance = random.Random(f"{plan.seed} compiled")
    drawn = plan.seats < len(plan.tables[0])
    size = max(1, plan.games // 1000) if drawn else BATCH  # games with the same line-up
    for table in plan.tables:
        left = plan.games
        while left:
            lineup = tuple(chance.sample(table, plan.seats))
            batch = min(left, size)
            for place in range(plan.seats):
                games = batch // plan.seats + (place < batch % plan.seats)
                if games:
                    play(plan, tally, lineup[place:] + lineup[:place], games, chance)
            left -= batch
            yield tally


def play(
    plan: Plan, tally: Tally, lineup: tuple[int, ...], games: int, chance: random.Random
) -> None:
    """Play games with the same seats, and take them into account."""
    from coup.rules import cpu

    played = cpu.play_random(plan.ruleset, plan.seats, games, chance.getrandbits(64))
    ends: list[int | None] = [None] * played.unfinished
    tally.add_result(lineup, None, 0, played.unfinished)
    for seat, wins in zip(lineup, played.wins, strict=False):
        tally.add_result(lineup, seat, 0, wins)
        ends += [seat] * wins
    share = min(len(ends), max(1, games * RATED // plan.total))
    for winner in chance.sample(ends, share):
        tally.outcomes.append(Outcome(len(tally.outcomes), lineup, winner))
