"""The web application: pages, REST and the socket. It turns requests into calls of the hall, and
refusals into answers; it decides nothing."""

import asyncio
import gc
import hashlib
import io
import logging
import mimetypes
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote

import segno
from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi import Path as PathParameter
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import cookie_parser

import coup
from coup.choices import summary
from coup.game import Game
from coup.players.shark import knows
from coup.records import Record, game_file
from coup.server import drafts, metrics
from coup.server.adviser import Adviser
from coup.server.config import Config
from coup.server.connection import TOO_MANY, Connection, dumps
from coup.server.database import open_database
from coup.server.drafts import EMOJIS
from coup.server.entry import Draft
from coup.server.guests import Bots
from coup.server.hall import Hall
from coup.server.limits import Crowd, Rates
from coup.server.messages import refused
from coup.server.names import NoSuchThing, Refused, TableId, Text
from coup.server.people import People, Person, cookie_name, same_key
from coup.server.screen import open_story, steps_of
from coup.server.settings import Settings
from coup.server.shield import Shield, header, same_origin, turn_down
from coup.server.store import Store
from coup.server.table import Table, record_of
from coup.server.wire import Gone, Receive, Scope, Send, Wire, address_of

logger = logging.getLogger("coup.server.app")
PAGE = Path(__file__).parent / "page"
YEAR = 365 * 24 * 3600
LOBBY_PAGE = 50
FOREIGN = 4403  # why a socket from another site is closed
SOCKET_COST = 10  # requests that opening a socket counts for
BURST = 30  # so many times the requests of a second may come at once


PageNumber = Annotated[int, Query(ge=1, le=1000)]
GameNumber = Annotated[int, PathParameter(ge=1, le=1_000_000)]


class NewTable(BaseModel):
    """A table to be opened: by whom, how it plays, which bots sit down, whether it begins."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[Text, Field(max_length=100)]
    settings: Settings = Settings()
    bots: Annotated[list[Annotated[Text, Field(max_length=60)]], Field(max_length=5)] = []
    start: bool = False


class Opened(BaseModel):
    """A table that was opened."""

    table: str
    seat: str


class Token(BaseModel):
    """Who a client is: for `hello`, and for the header `Authorization: Bearer`."""

    token: str


class Device(BaseModel):
    """What a personal link holds."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[Text, Field(max_length=100)]
    key: Annotated[Text, Field(max_length=100)]


class Link(BaseModel):
    """A personal link, from its path on."""

    path: str


class Listed(BaseModel):
    """A table in the lobby."""

    id: str
    status: str
    summary: dict[str, Any]
    updated: float


class Health(BaseModel):
    """Whether the server can do its work."""

    status: str
    version: str


class Why(BaseModel):
    """Why something could not be done."""

    why: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Why} for status in (400, 403, 404, 409, 422, 429, 503)
}

PLAIN: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}


class Application(FastAPI):
    """FastAPI for requests; sockets, which stay open for hours, have a shorter way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await socket(self, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(config: Config | None = None) -> FastAPI:
    """The application; without a config, as the process that started this worker says."""
    chosen = config or Config.handed_on()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(open_database(chosen.database))
        hall = Hall(store, Bots(chosen.bots), chosen.pace)
        app.state.people = People(await store.secret())
        app.state.hall = hall
        app.state.config = chosen
        app.state.adviser = Adviser()
        app.state.crowd = Crowd(chosen.connections_per_address)
        await hall.start()
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
    add_pages(app)
    add_tables(app)
    add_games(app)
    add_upkeep(app)
    return app


def spare_pauses() -> None:
    """Search all memory for garbage rarely: with a thousand tables in it that takes a second, in
    which nobody gets an answer. Young garbage is found as always."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1000, 20, 1000)


# Who asks, and what for.


def hall_of(request: Request) -> Hall:
    """The hall of this worker."""
    return request.app.state.hall  # type: ignore[no-any-return]


def people_of(request: Request) -> People:
    """Tells people from each other."""
    return request.app.state.people  # type: ignore[no-any-return]


InHall = Annotated[Hall, Depends(hall_of)]
AllPeople = Annotated[People, Depends(people_of)]


def person_of(request: Request, people: AllPeople) -> Person:
    """Who asks: the token is in a header, or in a cookie."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    if kind == "Bearer":
        return people.recognise(bearer)
    return people.with_cookies(request.cookies, request.url.scheme == "https")


Somebody = Annotated[Person, Depends(person_of)]


def owner_asking(person: Somebody) -> str:
    """Who asks, as the log knows it."""
    return person.known()


Owner = Annotated[str, Depends(owner_asking)]


def add_errors(app: FastAPI) -> None:
    """Every refusal is a sentence."""

    @app.exception_handler(Refused)
    async def on_refused(_request: Request, error: Refused) -> JSONResponse:
        return sentence(str(error), 404 if isinstance(error, NoSuchThing) else 409)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        if first["type"] == "no_such_thing":
            return sentence(first["msg"], 404)
        where = ".".join(str(part) for part in first["loc"])
        return sentence(f"{where:.100}: {first['msg']}", 422)

    @app.exception_handler(HTTPException)
    async def on_http(_request: Request, error: HTTPException) -> JSONResponse:
        return sentence(str(error.detail), error.status_code, error.headers)

    @app.exception_handler(Exception)
    async def on_error(_request: Request, _error: Exception) -> JSONResponse:
        metrics.ERRORS.inc()
        return sentence("the server could not do that just now: try again", 503)


def sentence(why: str, status: int, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """Says why something could not be done, even if that names what cannot be written."""
    return JSONResponse({"why": why.encode(errors="replace").decode()}, status, headers)


# The page.


def add_pages(app: FastAPI) -> None:
    """The page and its files. All paths that people see are the same page."""

    def page(request: Request, people: AllPeople, person: Somebody) -> Response:
        response = file_response(request, "index.html")
        secure = request.url.scheme == "https"
        if not person.owner:
            response.set_cookie(
                cookie_name(secure),
                people.new_token(),
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=secure,
            )
        return response

    for path in ("/", "/t/{rest:path}", "/r/{rest:path}", "/join/{rest:path}"):
        app.add_api_route(path, page, methods=["GET"], include_in_schema=False)

    @app.get("/page/{name:path}", include_in_schema=False)
    def file(request: Request, name: str) -> Response:
        return file_response(request, name)


class PageFile(NamedTuple):
    """A file of the page, its type, and what tells it from other versions of it."""

    content: bytes
    kind: str
    tag: str


@cache
def page_files() -> dict[str, PageFile]:
    """All files of the page by their names: nothing else can be asked for."""
    files = (path for path in PAGE.rglob("*") if path.is_file())
    return {path.relative_to(PAGE).as_posix(): read_file(path) for path in files}


def read_file(path: Path) -> PageFile:
    """A file of the page."""
    content = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith("javascript"):
        kind += "; charset=utf-8"
    return PageFile(content, kind, f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def file_response(request: Request, name: str) -> Response:
    """A file, unless the client has this version of it."""
    file = page_files().get(name)
    if file is None:
        raise NoSuchThing("there is no such page")
    headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    return Response(file.content, media_type=file.kind, headers=headers)


# Tables.


def add_tables(app: FastAPI) -> None:
    """Opening tables, finding them, and coming back to them."""

    @app.post("/api/tokens", status_code=201)
    def get_token(people: AllPeople) -> Token:
        """A token for a client that is not a browser."""
        return Token(token=people.new_token())

    @app.get("/api/tables")
    async def lobby(hall: InHall, response: Response, page: PageNumber = 1) -> list[Listed]:
        """Public tables that can be joined or watched, 50 a page. If there are more, the header
        Link names the next page."""
        rows = await hall.store.lobby(LOBBY_PAGE + 1, (page - 1) * LOBBY_PAGE)
        if len(rows) > LOBBY_PAGE:
            response.headers["Link"] = f'</api/tables?page={page + 1}>; rel="next"'
        return [Listed(**row) for row in rows[:LOBBY_PAGE]]

    @app.post("/api/tables", status_code=201)
    async def open_table(request: Request, new: NewTable, hall: InHall, owner: Owner) -> Opened:
        """Open a table and sit down at it."""
        return await open_and_sit(request, new, hall, owner)

    @app.get("/api/tables/{table_id}/rules")
    async def rules_of(table_id: TableId, hall: InHall) -> dict[str, Any]:
        """The rules of a table, its house rules included."""
        async with hall.visit(table_id) as place:
            settings = place.table.settings
        return {**about(settings.rules()), "house_rules": settings.house_rules}

    @app.get("/api/tables/{table_id}/link")
    async def link(table_id: TableId, hall: InHall, people: AllPeople, person: Somebody) -> Link:
        """The personal link to one's seat, for one's other devices. No server sees what stands
        behind its #."""
        async with hall.visit(table_id) as place:
            table = place.table
        seat = table.seat_of(person.at(table))
        if seat is None:
            raise Refused("you do not sit here")
        return Link(path=f"/join/{table_id}#{quote(seat)}/{people.key_to(table, seat)}")

    @app.post("/api/tables/{table_id}/devices", status_code=201)
    async def add_device(
        table_id: TableId, device: Device, hall: InHall, people: AllPeople, owner: Owner
    ) -> Opened:
        """Take a seat over to this device, with what its personal link holds."""

        def decide(table: Table) -> Draft | None:
            if not same_key(device.key, people.key_to(table, device.seat)):
                raise Refused("this link does not lead to a seat any more")
            return drafts.add_device(table, device.seat, owner)

        await hall.do(table_id, decide)
        return Opened(table=table_id, seat=device.seat)

    @app.get("/api/tables/{table_id}/qr.svg", responses=PICTURE)
    def qr(request: Request, table_id: TableId) -> Response:
        """The table's address as a QR code."""
        picture = io.BytesIO()
        address = f"{request.url.scheme}://{request.url.netloc}/t/{table_id}"
        segno.make(address, micro=False).save(picture, kind="svg", scale=6, border=2, light="#fff")
        return Response(picture.getvalue(), media_type="image/svg+xml")


async def open_and_sit(request: Request, new: NewTable, hall: Hall, owner: str) -> Opened:
    """Open a table, let its host and its bots sit down, and begin if that is wanted."""
    rules = new.settings.rules()
    for kind in new.bots:
        hall.bots.check(kind, rules)
    if len(new.bots) >= new.settings.seats:
        raise Refused(f"there are {new.settings.seats} seats, one of them yours")
    if new.start:
        new.settings.rules(1 + len(new.bots))
    origin = f"{request.app.state.people.secret.hex()}{address_of(request.scope)}"
    creator = hashlib.sha256(origin.encode()).hexdigest()[:40]
    table_id = secrets.token_urlsafe(9)
    drafts.sit(Table(table_id), new.name, owner)  # refuses a bad name before anything is written
    if not await hall.store.may_open(creator, request.app.state.config.tables_per_hour):
        raise Refused("you have opened many tables within an hour: wait a while")
    await hall.open_new(table_id, drafts.open_table(new.settings, creator))
    async with hall.visit(table_id) as place:
        await place.do(lambda table: drafts.sit(table, new.name, owner))
        seat = str(place.table.host)
        for kind in new.bots:
            await place.do(adding(seat, kind))
        if new.start:
            await place.do(lambda table: drafts.start(table, seat))
    return Opened(table=table_id, seat=seat)


def adding(seat: str, kind: str) -> Callable[[Table], Draft]:
    """Asks a table for a bot."""
    return lambda table: drafts.add_bot(table, seat, kind)


# Games that are over.


def add_games(app: FastAPI) -> None:
    """Finished games, to be looked at again and to be kept."""

    @app.get("/api/tables/{table_id}/games/{number}")
    async def get_record(table_id: TableId, number: GameNumber, hall: InHall) -> Response:
        """The record of a finished game, a line of JSON."""
        record = await finished(hall, table_id, number)
        return download(record.as_json() + "\n", f"coup-{table_id}-{number}.json")

    @app.get("/api/tables/{table_id}/games/{number}/file", responses=PLAIN)
    async def get_file(table_id: TableId, number: GameNumber, hall: InHall) -> Response:
        """A finished game as a `.coup` file, where that has words for it."""
        record = await finished(hall, table_id, number)
        try:
            text = await asyncio.to_thread(lambda: str(game_file(record.game())))
        except ValueError as error:
            raise Refused(str(error)) from None
        return download(text, f"coup-{table_id}-{number}.coup")

    @app.get("/api/tables/{table_id}/games/{number}/replay")
    async def replay(
        table_id: TableId,
        number: GameNumber,
        hall: InHall,
        seat: Annotated[Text | None, Query(max_length=100)] = None,
        everything: bool = False,
    ) -> dict[str, Any]:
        """A finished game step by step: from a seat's eyes, a spectator's, or with all cards."""
        record = await finished(hall, table_id, number)
        if seat is not None and seat not in record.seats:
            raise NoSuchThing(f"nobody called {seat:.40} played in this game")
        about = {"table": table_id, "game": number, "players": record.players}
        return about | await asyncio.to_thread(replayed, record, seat, everything)

    @app.get("/api/tables/{table_id}/games/{number}/advice")
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
        return await adviser.advise(table_id, number, record, seat)


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
    """The record of a game that is over."""
    entries = await hall.store.load_game(table_id, number)
    record = await asyncio.to_thread(record_of, entries, number)
    if record is None:
        raise NoSuchThing("there is no such game, or it is not over yet")
    return record


def download(text: str, name: str) -> Response:
    """A text that browsers put into a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    kind = "application/json" if name.endswith(".json") else "text/plain"
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)


# What else there is to know.


def add_upkeep(app: FastAPI) -> None:
    """The rules, for the page; health and figures, for whoever runs this."""

    @app.get("/api/rules")
    def rules(hall: InHall) -> dict[str, Any]:
        """The rulesets, the bots, the emojis."""
        return {
            "rulesets": {name: about(coup.RULESETS[name]) for name in coup.RULESETS},
            "bots": hall.bots.kinds,
            "emojis": EMOJIS,
        }

    @app.get("/healthz")
    async def healthz(hall: InHall) -> Health:
        """Whether the database answers."""
        if not hall.store.healthy:
            raise HTTPException(503, "the database has taken nothing for some seconds")
        return Health(status="ok", version=coup.__version__)

    @app.get("/metrics", responses=PLAIN)
    def figures(request: Request) -> Response:
        """Figures for Prometheus, if the server was started with --metrics."""
        if not request.app.state.config.metrics:
            raise NoSuchThing("figures are shown only by a server that was started with --metrics")
        return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


def about(ruleset: coup.Ruleset) -> dict[str, Any]:
    """A ruleset for people who want to look something up or change it."""
    changeable = ("coins", "first_coins", "coup_cost", "assassinate_cost", "forced_coup")
    return {
        "roles": ruleset.roles,
        "copies": ruleset.copies,
        "cards": ruleset.cards,
        "answers": ruleset.answers,
        "fee_returned": ruleset.fee_returned,
        **{name: getattr(ruleset, name) for name in changeable},
        "summary": [row._asdict() for row in summary(ruleset)],
    }


async def socket(app: FastAPI, scope: Scope, receive: Receive, send: Send) -> None:
    """A client's socket."""
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
    """Say to one too many from an address why it gets no place."""
    metrics.REFUSALS.labels("too_many").inc()
    why = f"{most} windows are open from your address already: close some, then this one connects"
    with suppress(Gone):
        await wire.accept()
        await wire.tell(dumps(refused("too_many", why)))
        await wire.close(TOO_MANY)
