"""Finished games, to replay and to download, and a client's statistics."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathParameter
from pydantic import BaseModel

from coup.bots.shark import knows
from coup.game import Game
from coup.records import Record, game_file
from coup.server.adviser import GAMES_FOR_MORE, Adviser, Progress
from coup.server.hall import Hall
from coup.server.naming import NoSuchThing, Refused, TableId, Text
from coup.server.payload import open_story, steps_of
from coup.server.rest.asking import PLAIN, InHall, Owner
from coup.server.table import record_of

router = APIRouter()
GameNumber = Annotated[int, PathParameter(ge=1, le=1_000_000)]


class PastGame(BaseModel):
    """A finished game: its number, who played and won, how long it took, when it ended."""

    number: int
    seats: list[str]
    winner: str | None
    turns: int
    at: float


@router.get("/api/tables/{table_id}/games")
async def past_games(table_id: TableId, hall: InHall) -> list[PastGame]:
    """The finished games of a table, oldest first."""
    async with hall.visit(table_id) as place:
        return [PastGame(**{**past._asdict(), "at": round(past.at)}) for past in place.table.past]


@router.get("/api/tables/{table_id}/games/{number}")
async def get_record(table_id: TableId, number: GameNumber, hall: InHall) -> Response:
    """The record of a finished game, as one line of JSON."""
    record = await finished(hall, table_id, number)
    return download(record.as_json() + "\n", f"coup-{table_id}-{number}.json")


@router.get("/api/tables/{table_id}/games/{number}/file", responses=PLAIN)
async def get_file(table_id: TableId, number: GameNumber, hall: InHall) -> Response:
    """A finished game as a `.coup` file, if that format can express it."""
    record = await finished(hall, table_id, number)
    try:
        text = await asyncio.to_thread(lambda: str(game_file(record.game())))
    except ValueError as error:
        raise Refused(str(error)) from None
    return download(text, f"coup-{table_id}-{number}.coup")


@router.get("/api/tables/{table_id}/games/{number}/replay")
async def replay(
    table_id: TableId,
    number: GameNumber,
    hall: InHall,
    seat: Annotated[Text | None, Query(max_length=100)] = None,
    everything: bool = False,
) -> dict[str, Any]:
    """A finished game step by step: as a seat or a spectator saw it, or with all cards."""
    record = await finished(hall, table_id, number)
    if seat is not None:
        checked_seat(record, seat)
    about = {"table": table_id, "game": number, "players": record.players}
    return about | await asyncio.to_thread(replayed, record, seat, everything)


@router.get("/api/tables/{table_id}/games/{number}/advice")
async def advice(
    request: Request,
    table_id: TableId,
    number: GameNumber,
    hall: InHall,
    seat: Annotated[Text, Query(max_length=100)],
) -> dict[str, Any]:
    """What the bot shark would have done in a seat of a finished game, how likely the others'
    claims were true, and what cost most. It may take some seconds."""
    record = await finished(hall, table_id, number)
    adviser: Adviser = request.app.state.adviser
    return await adviser.advise(table_id, number, record, checked_seat(record, seat))


@router.get("/api/tables/{table_id}/games/{number}/advice/progress")
async def progress(
    request: Request,
    table_id: TableId,
    number: GameNumber,
    hall: InHall,
    seat: Annotated[Text, Query(max_length=100)],
) -> Progress:
    """The progress of advice that a client waits for: games played out, of roughly how many."""
    adviser: Adviser = request.app.state.adviser
    known = adviser.progress(table_id, number, seat)
    if known is None:  # nobody waits for it, if there is such a game at all
        checked_seat(await finished(hall, table_id, number), seat)
    return known or Progress(done=0, all=GAMES_FOR_MORE)


def replayed(record: Record, seat: str | None, everything: bool) -> dict[str, Any]:
    """What happened in a game, step by step."""
    game: Game = record.game()
    return {
        "seats": list(game.seats),
        "winner": game.winner,
        "played": record.played,
        "fair": record.fair,
        "steps": steps_of(game, seat, everything),
        "story": open_story(game),
        "advice": knows(game.ruleset),
    }


async def finished(hall: Hall, table_id: str, number: int) -> Record:
    """The record of a finished game."""
    entries = await hall.store.load_game(table_id, number)
    record = await asyncio.to_thread(record_of, entries, number)
    if record is None:
        raise NoSuchThing("there is no such game, or it is not over yet")
    return record


def checked_seat(record: Record, seat: str) -> str:
    """A seat of a game; refused if nobody had that name."""
    if seat not in record.seats:
        raise NoSuchThing(f"nobody called {seat:.40} played in this game")
    return seat


def download(text: str, name: str) -> Response:
    """A text that browsers save as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    kind = "application/json" if name.endswith(".json") else "text/plain"
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


class PlayerStatistics(BaseModel):
    """Totals over all finished games of a token.

    caught: bluffs that were challenged.
    right: challenges after which no proof was shown.
    """

    games: int
    wins: int
    bluffs: int
    caught: int
    challenges: int
    right: int


@router.get("/api/me/statistics")
async def statistics(hall: InHall, owner: Owner) -> PlayerStatistics:
    """The statistics of the client."""
    return PlayerStatistics(**await hall.store.statistics(owner))


@router.delete("/api/me/statistics")
async def forget_statistics(hall: InHall, owner: Owner) -> PlayerStatistics:
    """Delete the client's statistics; what is left, which is nothing."""
    await hall.store.forget_statistics(owner)
    return await statistics(hall, owner)
