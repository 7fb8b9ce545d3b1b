"""Requests over HTTP during play, and the other devices of a seat."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from starlette.responses import Response

from coup.server.rest import games, tables
from tests.server.simulation.people import PEOPLE, Person

if TYPE_CHECKING:
    from tests.server.simulation.world import Worker

Errand = Callable[["Worker", Person], Awaitable[Any]]


async def add_device(worker: "Worker", person: Person) -> None:
    """Open the personal link on another device, which plays from then on."""
    who = PEOPLE.recognise(person.token)
    link = await tables.link(person.table, worker.hall, PEOPLE, who)
    seat, _, key = link.path.partition("#")[2].partition("/")
    other = Person(person.world, person.table, f"{person.name}s phone", person.patience)
    person.world.join(other)
    device = tables.Device(seat=unquote(seat), key=key)
    await tables.add_device(person.table, device, worker.hall, PEOPLE, other.owner)
    if person.dice.random() < 0.3:
        person.world.carry_out("DELETE device", worker, other)


async def revoke(worker: "Worker", person: Person) -> None:
    """Take the seat away from another device."""
    who = PEOPLE.recognise(person.token)
    devices = await tables.devices(person.table, worker.hall, who)
    other = next((each.device for each in devices if not each.this), "none")
    await tables.revoke(person.table, other, worker.hall, who)


ERRANDS: dict[str, Errand] = {
    "GET tables": lambda worker, _: tables.lobby(worker.hall, Response()),
    "GET table": lambda worker, person: tables.one_table(
        person.table, worker.hall, PEOPLE.recognise(person.token)
    ),
    "GET rules": lambda worker, person: tables.rules_of(person.table, worker.hall),
    "POST devices": add_device,
    "DELETE device": revoke,
    "GET games": lambda worker, person: games.past_games(person.table, worker.hall),
    "GET game": lambda worker, person: games.get_record(person.table, 1, worker.hall),
    "GET file": lambda worker, person: games.get_file(person.table, 1, worker.hall),
    "GET replay": lambda worker, person: games.replay(person.table, 1, worker.hall),
    "GET statistics": lambda worker, person: games.statistics(worker.hall, person.owner),
    "DELETE statistics": lambda worker, person: games.forget_statistics(worker.hall, person.owner),
}
