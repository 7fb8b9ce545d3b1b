"""Opening tables, finding them, and returning to them."""

import hashlib
import io
from collections.abc import Callable
from ipaddress import ip_address
from typing import Annotated, Any
from urllib.parse import quote, urlsplit

import segno
from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as PathParameter
from pydantic import BaseModel, ConfigDict, Field

from coup.rules.state import MOST_SEATS
from coup.server import drafts
from coup.server.entry import Draft, Listed, TableSummary
from coup.server.hall import Hall
from coup.server.naming import Refused, TableId, Text, new_table_id
from coup.server.rest.asking import PICTURE, AllPeople, InHall, Owner, Somebody, site_of
from coup.server.rest.upkeep import about
from coup.server.settings import Settings
from coup.server.table import Table
from coup.server.websocket import address_of

router = APIRouter()
LOBBY_PAGE = 50
PageNumber = Annotated[int, Query(ge=1, le=1000)]
DEVICE = 12
DeviceId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{12}$")]


class NewTable(BaseModel):
    """A new table: its host, its settings, its bots, and whether the game starts right away."""

    model_config = ConfigDict(extra="forbid")

    name: Annotated[Text, Field(max_length=100)]
    settings: Settings = Settings()
    bots: Annotated[
        list[Annotated[Text, Field(max_length=60)]], Field(max_length=MOST_SEATS - 1)
    ] = []
    start: bool = False


class Opened(BaseModel):
    """A table that was opened."""

    table: str
    seat: str


class Token(BaseModel):
    """A client's identity: for `hello`, and for the header `Authorization: Bearer`."""

    token: str


class Device(BaseModel):
    """The contents of a personal link."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[Text, Field(max_length=100)]
    key: Annotated[Text, Field(max_length=100)]


class Known(BaseModel):
    """A device that has a seat.

    device: identifies it, and is of no other use.
    since: in seconds since 1970.
    this: whether it is this client.
    """

    device: str
    since: float
    this: bool


class Link(BaseModel):
    """A personal link, starting at its path."""

    path: str


class Invitation(BaseModel):
    """The address for invitations.

    url: the address of the site.
    local: whether only this machine can open it.
    """

    url: str
    local: bool


class Found(BaseModel):
    """A table, whether the lobby lists it or not.

    you: the client's seat.
    """

    id: str
    status: str
    summary: TableSummary
    you: str | None


@router.post("/api/tokens", status_code=201)
def get_token(people: AllPeople) -> Token:
    """A token for a client that is not a browser."""
    return Token(token=people.new_token())


@router.get("/api/tables")
async def lobby(hall: InHall, response: Response, page: PageNumber = 1) -> list[Listed]:
    """Public tables that can be joined or watched, 50 a page. If there are more, the header Link
    names the next page."""
    rows = await hall.store.lobby(LOBBY_PAGE + 1, (page - 1) * LOBBY_PAGE)
    if len(rows) > LOBBY_PAGE:
        response.headers["Link"] = f'</api/tables?page={page + 1}>; rel="next"'
    return await hall.readable(rows[:LOBBY_PAGE])


@router.get("/api/tables/{table_id}")
async def one_table(table_id: TableId, hall: InHall, person: Somebody) -> Found:
    """A table as the lobby shows it, and the client's seat there, if any."""
    async with hall.visit(table_id) as place:
        table = place.table
    listing = table.listing
    own = table.seat_of(person.at(table))
    summary = TableSummary.model_validate(listing.summary)
    return Found(id=table_id, status=listing.status, summary=summary, you=own)


@router.post("/api/tables", status_code=201)
async def open_table(request: Request, new: NewTable, hall: InHall, owner: Owner) -> Opened:
    """Open a table and sit down at it."""
    return await open_and_sit(request, new, hall, owner)


@router.get("/api/tables/{table_id}/rules")
async def rules_of(table_id: TableId, hall: InHall) -> dict[str, Any]:
    """The rules of a table, its house rules included."""
    async with hall.visit(table_id) as place:
        settings = place.table.settings
    return {**about(settings.rules()), "house_rules": settings.house_rules}


@router.get("/api/tables/{table_id}/link")
async def link(table_id: TableId, hall: InHall, people: AllPeople, person: Somebody) -> Link:
    """The personal link to the client's seat, for its other devices. The part behind # is never
    sent to a server."""
    async with hall.visit(table_id) as place:
        table = place.table
    chair = table.chairs[seat_of(table, person.at(table))]
    return Link(path=f"/join/{table_id}#{quote(chair.sat_as)}/{people.key_to(table, chair)}")


@router.get("/api/tables/{table_id}/link/qr.svg", responses=PICTURE)
async def link_qr(
    request: Request, table_id: TableId, hall: InHall, people: AllPeople, person: Somebody
) -> Response:
    """The personal link as a QR code."""
    found = await link(table_id, hall, people, person)
    picture = code_for(site_of(request) + found.path)
    picture.headers["Cache-Control"] = "no-store"  # the link changes, and is nobody else's
    return picture


@router.post("/api/tables/{table_id}/devices", status_code=201)
async def add_device(
    table_id: TableId, device: Device, hall: InHall, people: AllPeople, owner: Owner
) -> Opened:
    """Add this device to a seat, with the contents of its personal link."""

    def decide(table: Table) -> Draft | None:
        chair = people.chair_with(table, device.seat, device.key)
        if chair is None:
            raise Refused("this link does not lead to a seat any more")
        return drafts.add_device(table, chair, owner)

    async with hall.visit(table_id) as place:
        await place.do(decide)
        return Opened(table=table_id, seat=seat_of(place.table, owner))


@router.get("/api/tables/{table_id}/devices")
async def devices(table_id: TableId, hall: InHall, person: Somebody) -> list[Known]:
    """The devices that share the client's seat."""
    async with hall.visit(table_id) as place:
        table = place.table
    own = person.at(table)
    owners = table.chairs[seat_of(table, own)].owners
    return [
        Known(device=owner[:DEVICE], since=round(since), this=owner == own)
        for owner, since in owners.items()
    ]


@router.delete("/api/tables/{table_id}/devices/{device}")
async def revoke(
    table_id: TableId, device: DeviceId, hall: InHall, person: Somebody
) -> list[Known]:
    """Take the client's seat away from a device; those that are left. The old personal link stops
    working."""
    await hall.do(
        table_id, lambda table: drafts.revoke(table, seat_of(table, person.at(table)), device)
    )
    return await devices(table_id, hall, person)


def seat_of(table: Table, owner: str) -> str:
    """Somebody's seat; refused if there is none."""
    seat = table.seat_of(owner)
    if seat is None:
        raise Refused("you do not sit here")
    return seat


@router.get("/api/invitation")
def invitation(request: Request) -> Invitation:
    """The address for invitations, and whether other machines can open it."""
    url = site_of(request)
    return Invitation(url=url, local=is_loopback(urlsplit(url).hostname or ""))


def is_loopback(host: str) -> bool:
    """Whether a host name always means the local machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("192.168.1.5")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@router.get("/api/tables/{table_id}/qr.svg", responses=PICTURE)
def qr(request: Request, table_id: TableId) -> Response:
    """The table's address as a QR code."""
    return code_for(f"{site_of(request)}/t/{table_id}")


def code_for(address: str) -> Response:
    """An address as a QR code."""
    picture = io.BytesIO()
    segno.make(address, micro=False).save(picture, kind="svg", scale=6, border=2, light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml")


async def open_and_sit(request: Request, new: NewTable, hall: Hall, owner: str) -> Opened:
    """Open a table, seat its host and its bots, and start the game if asked to."""
    rules = new.settings.rules()
    for kind in new.bots:
        hall.bots.check(kind, rules)
    if len(new.bots) >= new.settings.seats:
        raise Refused(f"there are {new.settings.seats} seats, one of them yours")
    if new.start:
        new.settings.rules(1 + len(new.bots))
    origin = f"{request.app.state.people.secret.hex()}{address_of(request.scope)}"
    creator = hashlib.sha256(origin.encode()).hexdigest()[:40]
    table_id = new_table_id()
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
    """A request to a table for a bot."""
    return lambda table: drafts.add_bot(table, seat, kind)
