"""A game's contribution to the statistics of its players: kept under their tokens, and shown to
nobody else."""

from collections.abc import Iterable
from typing import NamedTuple

from coup.events import Challenged, Event, GaveIn, Proved, Revealed
from coup.game import Game
from coup.hindsight import with_bluffs
from coup.server.table import Table


class Tally(NamedTuple):
    """One person's part in one game.

    owner: the hash of a token.
    caught: bluffs that were challenged.
    right: challenges after which no proof was shown.
    """

    owner: str
    table_id: str
    game: int
    won: int
    bluffs: int
    caught: int
    challenges: int
    right: int


def tallies_of(table: Table) -> list[Tally]:
    """A tally of the game that has just ended at a table, for each device of each person."""
    game = table.game
    if game is None or not game.over:
        return []
    chairs = (table.chairs.get(seat) for seat in game.seats)
    return [
        Tally(owner, table.id, table.games, *counted(game, chair.name))
        for chair in chairs
        if chair is not None and chair.is_person
        for owner in chair.owners
    ]


def counted(game: Game, seat: str) -> tuple[int, int, int, int, int]:
    """Whether a seat has won, its bluffs, those that were caught, its challenges, and those that
    were right."""
    told = list(with_bluffs(game.events))
    bluffs = sum(each.bluffer == seat for each in told)
    doubts = list(outcomes(each.event for each in told))
    made = [proved for challenger, _, proved in doubts if challenger == seat]
    caught = sum(claimant == seat and not proved for _, claimant, proved in doubts)
    return int(game.winner == seat), bluffs, min(bluffs, caught), len(made), made.count(False)


def outcomes(story: Iterable[Event]) -> Iterable[tuple[str, str, bool]]:
    """Of each challenge: the challenger, the claimant, and whether a proof was shown."""
    doubt: Challenged | None = None
    for event in story:
        if isinstance(event, Challenged):
            doubt = event
        elif isinstance(event, Revealed | Proved | GaveIn) and doubt is not None:
            proved = event.proves if isinstance(event, Revealed) else isinstance(event, Proved)
            yield doubt.seat, event.seat, proved
            doubt = None
