"""The web application: pages, REST and the socket. It turns requests into calls of the hall, and
refusals into responses; it decides nothing."""

import asyncio
import gc
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from types import FrameType
from typing import Any, TypeVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser

import coup
from coup.languages import refusal
from coup.server import metrics
from coup.server.adviser import Adviser
from coup.server.config import Config
from coup.server.connection import Connection, dumps
from coup.server.database import open_database
from coup.server.hall import Hall
from coup.server.messages import complaint_about, refused
from coup.server.metrics import TROUBLES, note_failure
from coup.server.middleware import Shield, header, same_origin, turn_down
from coup.server.naming import NoSuchThing, Refused
from coup.server.rates import Crowd, Rates
from coup.server.rest import explore, games, lesson, pages, tables, upkeep
from coup.server.rest.explore import Explorer
from coup.server.store import Store
from coup.server.table_bots import Bots
from coup.server.tokens import People
from coup.server.websocket import (
    FOREIGN,
    TOO_MANY,
    Disconnected,
    Receive,
    Scope,
    Send,
    Wire,
    address_of,
)

logger = logging.getLogger("coup.server.app")
LATER = "the server could not do that just now: try again"
UNSERVED = {
    400: "the body of this request cannot be read",
    404: "there is no such page",
    405: "nothing at this address takes such a request",
}
"""Our sentences for errors that the framework itself answers, by status."""
SOCKET_COST = 10  # requests that opening a socket counts for
RETRY = 0.5  # seconds
LEAVE = 9.0  # seconds
T = TypeVar("T")
BURST = 30  # the burst allowed, in seconds of the rate


class Why(BaseModel):
    """Why something could not be done."""

    why: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Why} for status in (400, 403, 404, 409, 422, 429, 503)
}


class Application(FastAPI):
    """FastAPI for requests; sockets, which stay open for hours, bypass it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await socket(self, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(config: Config | None = None) -> FastAPI:
    """The application; without a config, configured by the process that started this worker."""
    chosen = config or Config.handed_on()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        leave_in_time()
        store = Store(open_database(chosen.database))
        hall = Hall(store, Bots(chosen.bots), chosen.pace, chosen.keep)
        app.state.people = People(await patiently(store.secret))
        app.state.hall = hall
        app.state.config = chosen
        app.state.adviser = Adviser()
        app.state.explorer = Explorer()
        app.state.crowd = Crowd(chosen.connections_per_address)
        await patiently(hall.start)
        spare_pauses()
        logger.info("started", extra={"worker": store.worker})
        yield
        app.state.adviser.close()
        await hall.close()
        logger.info("stopped", extra={"worker": store.worker})

    app = Application(
        title="Coup",
        version=coup.__version__,
        summary="Tables for people and bots",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=PROBLEMS,
    )
    app.state.requests = Rates(chosen.requests_per_second, BURST * chosen.requests_per_second)
    app.add_middleware(Shield, requests=app.state.requests)
    add_errors(app)
    for kind in (pages, tables, games, lesson, explore, upkeep):
        app.include_router(kind.router)
    return app


async def patiently(work: Callable[[], Awaitable[T]]) -> T:
    """Do something that needs the database, and try again until it answers. A worker that starts
    while the database is down serves nobody until then; if it ended, the others would end with
    it."""
    while True:
        try:
            return await work()
        except TROUBLES as error:
            note_failure(logger, "the database does not answer: trying again", error)
            await asyncio.sleep(RETRY)


def leave_in_time() -> None:
    """Exit `LEAVE` seconds after the signal to stop, even if the database hangs. What is not
    written by then was not accepted."""
    if threading.current_thread() is not threading.main_thread():
        return  # in a test, whose process lives on
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None, before: Any = before) -> None:
            last = threading.Timer(LEAVE, os._exit, (1,))
            last.daemon = True
            last.start()
            if callable(before):
                before(number, frame)

        signal.signal(number, stop)


def spare_pauses() -> None:
    """Collect the oldest generation of garbage rarely: with a thousand tables in memory that takes
    a second, in which nobody gets an answer. The middle one is collected often, so that each
    collection is short: every twentieth time instead of every second one was a pause of 60 ms."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1000, 2, 10_000)


def add_errors(app: FastAPI) -> None:
    """Answer every error with a sentence."""

    @app.exception_handler(Refused)
    async def on_refused(_request: Request, error: Refused) -> JSONResponse:
        return sentence(str(error), 404 if isinstance(error, NoSuchThing) else 409)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        errors = error.errors()
        status = 404 if errors[0]["type"] == "no_such_thing" else 422
        return sentence(complaint_about(errors), status)

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
            return pages.missing(request)
        why = UNSERVED.get(error.status_code, str(error.detail))
        return sentence(why, error.status_code, error.headers)

    async def on_trouble(_request: Request, error: Exception) -> JSONResponse:
        note_failure(logger, "a request failed", error)
        return sentence(LATER, 503)

    for trouble in TROUBLES:
        app.add_exception_handler(trouble, on_trouble)

    @app.exception_handler(Exception)
    async def on_error(_request: Request, error: Exception) -> JSONResponse:
        note_failure(logger, "a request failed", error)
        return sentence(LATER, 503)


def sentence(why: str, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Answer with the reason for a refusal, even if it contains characters that UTF-8 cannot
    encode."""
    return JSONResponse({"why": refusal(why).encode(errors="replace").decode()}, status, headers)


async def socket(app: FastAPI, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a client's socket."""
    wire, address = Wire(receive, send), address_of(scope)
    if wait := app.state.requests.take(address, SOCKET_COST):
        await turn_down(send, wait)
        return
    if scope["path"] != "/ws" or not same_origin(scope):
        await wire.close(FOREIGN)
        return
    people: People = app.state.people
    person = people.with_cookies(cookies_in(scope), scope["scheme"] == "wss")
    connection = Connection(wire, app.state.hall, people, person)
    crowd = app.state.crowd
    if not crowd.enter(address):
        await turn_away(wire, crowd.most)
        return
    metrics.CONNECTIONS.inc()
    try:
        await connection.run()
    finally:
        crowd.leave(address)
        metrics.CONNECTIONS.dec()


def cookies_in(scope: Scope) -> dict[str, str]:
    """The cookies of a socket."""
    return cookie_parser(header(scope, b"cookie"))


async def turn_away(wire: Wire, most: int) -> None:
    """Tell a client that there are too many sockets from its address, and close."""
    metrics.REFUSALS.labels("too_many").inc()
    why = f"{most} windows are open from your address already: close some, then this one connects"
    with suppress(Disconnected):
        await wire.accept()
        await wire.tell(dumps(refused("too_many", why)))
        await wire.close(TOO_MANY)
