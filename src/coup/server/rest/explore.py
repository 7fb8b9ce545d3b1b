"""The explorer: the page of `coup explore`, and the answers about solved games. They are computed
in a thread, one at a time, since each may take a second of CPU time; earlier answers are cached
below."""

import asyncio
from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from coup.languages import refusal
from coup.research.answering import PAGE, Content, NoSuchPage, answer
from coup.rules.errors import CoupError

router = APIRouter(include_in_schema=False)
MOST_TURNS = 3
WAITING = 6
AT_ONCE = (*PAGE, "words")
"""What needs no solver, and waits for none."""


class Explorer:
    """Answers one question after the other, and shows the page meanwhile."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.waiting = 0

    async def answer(self, name: str, asked: Mapping[str, str]) -> Content:
        """The content at an address of the explorer; refused with a sentence if there is none."""
        if asked.get("turns", "1") not in map(str, range(1, MOST_TURNS + 1)):
            raise CoupError(
                f"on a server turns are from 1 to {MOST_TURNS}; `coup explore` solves more"
            )
        if name in AT_ONCE:
            return answer(name, asked)
        if self.waiting >= WAITING:
            raise CoupError("many explore just now: try again in a minute")
        self.waiting += 1
        try:
            async with self.turn:
                return await asyncio.to_thread(answer, name, dict(asked))
        finally:
            self.waiting -= 1


@router.get("/explore")
async def page(request: Request) -> Response:
    """The page."""
    return await part(request, "explore.html")


@router.get("/explore/{name}")
async def part(request: Request, name: str) -> Response:
    """One of its files, or an answer."""
    try:
        content, kind = await request.app.state.explorer.answer(name, request.query_params)
    except CoupError as error:
        status = 404 if isinstance(error, NoSuchPage) else 400
        return JSONResponse({"why": refusal(str(error))}, status)
    return Response(content, media_type=kind)
