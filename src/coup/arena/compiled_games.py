"""Large tournaments between built-in bots, on the compiled kernel.

These are different games from those that `coup.arena.workers` plays for the same plan, and only
their results are kept.
"""

import random
from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from coup.arena.plan import LOOKED_INTO, TournamentPlan
from coup.arena.statistics import GameOutcome, Statistics
from coup.bots import BOTS, is_built_in
from coup.bots.shark import Shark, knows
from coup.research.casting import PLAYERS
from coup.rules.errors import CoupError, install

BATCH = 50_000  # games with the same line-up
LOT = 10_000  # games that are played side by side at a time
LEAST = 100_000  # games; fewer are played in the usual way, and their claims are counted
LEAST_OF_SHARKS = 10_000  # the same for sharks, which are slow one by one


class Seating(NamedTuple):
    """Games with the same seating: the line-up and the numbers of the deals."""

    lineup: tuple[int, ...]
    deals: range


def can_run(plan: TournamentPlan) -> bool:
    """Whether these are many games between bots that the compiled kernel can ask."""
    sources = [entrant.source for entrant in plan.entrants]
    sharks = [name for name in sources if isinstance(name, str) and is_shark(name)]
    if not all(name in PLAYERS or name in sharks for name in sources):
        return False
    if sharks and not knows(plan.ruleset):
        return False
    least = LEAST_OF_SHARKS if sharks else LEAST
    return plan.total >= least and plan.looked_into <= LOOKED_INTO


def is_shark(name: str) -> bool:
    """Whether a bot with this name is a network."""
    return is_built_in(name) and issubclass(BOTS[name.partition(":")[0]], Shark)


def run(plan: TournamentPlan) -> Generator[Statistics, None, None]:
    """Play a tournament; yields the tally so far from time to time. Without numba it refuses, since
    the same command must not play other games because of what is installed."""
    try:
        import numba  # noqa: F401
    except ImportError:
        raise CoupError(
            "so many games between built-in bots need compiled code: "
            f"{install('fast')}; with --out DIR they are played and kept without it"
        ) from None
    if not plan.duplicate and all(entrant.source == "random" for entrant in plan.entrants):
        return run_at_random(plan)
    return run_side_by_side(plan)


def run_at_random(plan: TournamentPlan) -> Generator[Statistics, None, None]:
    """Play games of `random` alone, which need only the rules."""
    from coup.rules import cpu

    tally = Statistics()
    chance = random.Random(f"{plan.seed} compiled")
    for seating in seatings(plan, chance):
        seed = chance.getrandbits(64)
        played = cpu.play_random(plan.ruleset, plan.seats, len(seating.deals), seed)
        add(plan, tally, seating, played.wins, chance)
        yield tally


def run_side_by_side(plan: TournamentPlan) -> Generator[Statistics, None, None]:
    """Play games of any other bots."""
    from coup.arena.lockstep import LockstepTable, play
    from coup.research.networks import seated

    tally = Statistics()
    chance = random.Random(f"{plan.seed} side by side")
    seed = chance.getrandbits(64)
    players = [seated(str(entrant.source), plan.seats, plan.ruleset) for entrant in plan.entrants]
    for lot in lots(seatings(plan, chance)):
        tables = [
            LockstepTable(tuple(players[who] for who in each.lineup), each.deals) for each in lot
        ]
        winners = play(tables, plan.ruleset, seed).winners
        for seating, seats in zip(lot, winners, strict=True):
            wins = [int((seats == seat).sum()) for seat in range(plan.seats)]
            add(plan, tally, seating, wins, chance)
        yield tally


def seatings(plan: TournamentPlan, chance: random.Random) -> Iterator[Seating]:
    """All games of a tournament.

    Everybody sits in every seat equally often, as far as the number of games allows.
    """
    drawn = plan.seats < len(plan.tables[0])
    size = max(1, plan.games // 1000) if drawn else BATCH  # games with the same line-up
    if plan.duplicate:
        size += -size % plan.seats
    deal = 0
    for table in plan.tables:
        left = plan.games
        while left:
            lineup = tuple(chance.sample(table, plan.seats))
            batch = min(left, size)
            for place in range(plan.seats):
                games = batch // plan.seats + (place < batch % plan.seats)
                if games:
                    yield Seating(lineup[place:] + lineup[:place], range(deal, deal + games))
                if not plan.duplicate:
                    deal += games
            deal += games if plan.duplicate else 0
            left -= batch


def lots(seatings: Iterator[Seating]) -> Iterator[list[Seating]]:
    """Seatings in order, cut into lots of LOT games."""
    lot: list[Seating] = []
    room = LOT
    for lineup, deals in seatings:
        while deals:
            lot.append(Seating(lineup, deals[:room]))
            room -= len(lot[-1].deals)
            deals = deals[len(lot[-1].deals) :]
            if not room:
                yield lot
                lot, room = [], LOT
    if lot:
        yield lot


def add(
    plan: TournamentPlan,
    tally: Statistics,
    seating: Seating,
    wins: Sequence[int],
    chance: random.Random,
) -> None:
    """Add games with the same seating to the tally, given each seat's wins."""
    lineup, games = seating.lineup, len(seating.deals)
    unfinished = games - sum(wins)
    ends: list[int | None] = [None] * unfinished
    tally.add_result(lineup, None, 0, unfinished)
    for seat, won in zip(lineup, wins, strict=True):
        tally.add_result(lineup, seat, 0, won)
        ends += [seat] * won
    share = min(len(ends), max(1, games * plan.rated // plan.total))
    for winner in chance.sample(ends, share):
        tally.outcomes.append(GameOutcome(len(tally.outcomes), lineup, winner))
