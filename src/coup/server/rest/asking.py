"""What the requests have in common: who asks, and what they use."""

from typing import Annotated, Any

from fastapi import Depends, Request

from coup.server.hall import Hall
from coup.server.tokens import People, Person

PLAIN: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {}}}}


def hall_of(request: Request) -> Hall:
    """The hall of this worker."""
    return request.app.state.hall  # type: ignore[no-any-return]


def people_of(request: Request) -> People:
    """Recognises people by their tokens."""
    return request.app.state.people  # type: ignore[no-any-return]


def site_of(request: Request) -> str:
    """The public address of this server: as the operator set it, or as the client opened it."""
    said: str = request.app.state.config.url
    return said or f"{request.url.scheme}://{request.url.netloc}"


InHall = Annotated[Hall, Depends(hall_of)]
AllPeople = Annotated[People, Depends(people_of)]


def person_of(request: Request, people: AllPeople) -> Person:
    """The client, by the token in a header or in a cookie."""
    kind, _, bearer = request.headers.get("authorization", "").partition(" ")
    if kind == "Bearer":
        return people.recognise(bearer)
    return people.with_cookies(request.cookies, request.url.scheme == "https")


Somebody = Annotated[Person, Depends(person_of)]


def owner_asking(person: Somebody) -> str:
    """The owner id of the client."""
    return person.known()


Owner = Annotated[str, Depends(owner_asking)]
