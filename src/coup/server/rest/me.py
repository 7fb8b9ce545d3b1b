"""What is kept about a client, and how to delete it."""

from fastapi import APIRouter
from pydantic import BaseModel

from coup.server.rest.asking import InHall, Owner

router = APIRouter()


class PlayerStatistics(BaseModel):
    """All finished games of a token, counted.

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
    """The statistics of the client that asks."""
    return PlayerStatistics(**await hall.store.statistics(owner))


@router.delete("/api/me/statistics")
async def forget_statistics(hall: InHall, owner: Owner) -> PlayerStatistics:
    """Delete them; what is left, which is nothing."""
    await hall.store.forget_statistics(owner)
    return await statistics(hall, owner)
