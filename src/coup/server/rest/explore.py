"""The explorer: its page, and what solved games say. It is the page of `coup explore`."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from coup.languages import refusal
from coup.research.answering import NoSuchPage
from coup.rules.errors import CoupError

router = APIRouter(include_in_schema=False)


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
