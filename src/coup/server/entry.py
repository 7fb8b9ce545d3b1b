"""An entry of a table's log: something that happened at the table and was accepted."""

from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ValidationError

Kind = Literal[
    "opened",  # the table, with its settings
    "changed",  # the settings
    "sealed",  # the secret for the next game's luck
    "sat",  # a person takes a seat; the owner is a hash of the person's token
    "device",  # another token may play a person's seat
    "revoked",  # a token may no longer play a seat
    "bot",  # a bot takes a seat
    "renamed",  # a person changes names
    "left",  # a seat is given up; during a game a bot plays on
    "hosted",  # another person becomes the host
    "started",  # a game, with the deal
    "moved",  # a seat's answer, with the moves of chance that follow
    "more",  # more time for the question
    "ended",  # a game that no person is left to play
    "ready",  # a person is ready for the next game, or no longer is
    "hurried",  # no person is left in the game: bots need not pause
    "said",  # chat
    "reacted",  # an emoji
    "here",  # a person is connected to a worker
    "gone",  # a person is no longer connected to that worker
    "stood_in",  # a bot plays for a person who is away
    "closed",  # the table; nothing can follow this
]


class Draft(NamedTuple):
    """An entry that has not been written yet."""

    kind: Kind
    seat: str | None
    body: dict[str, Any]


class Entry(NamedTuple):
    """An entry in the log.

    number: counted from 1 at each table, without gaps.
    message_id: the id of the message that asked for it, so that it is not done twice.
    at: when, in seconds since 1970.
    """

    table_id: str
    number: int
    kind: Kind
    seat: str | None
    body: dict[str, Any]
    message_id: str | None
    at: float


class Listing(NamedTuple):
    """A table's row in the index, written together with the entry that changes it.

    present: whether a person is connected; otherwise no worker has anything to do.
    """

    creator: str
    public: bool
    status: str
    present: bool
    summary: dict[str, Any]


class TableSummary(BaseModel):
    """What the lobby says of a table.

    house_rules: whether there are any.
    """

    ruleset: str
    house_rules: bool
    seats: int
    clock: int | None
    people: list[str]
    bots: list[str]


class Listed(BaseModel):
    """A table in the lobby."""

    id: str
    status: str
    summary: TableSummary
    updated: float


def fault_of(row: dict[str, Any]) -> str | None:
    """What makes a row of the index unreadable, if anything does.

    >>> fault_of({"id": "t", "status": "over", "summary": [], "updated": 1.5})
    'the index cannot be read: summary'
    """
    try:
        Listed.model_validate(row)
    except ValidationError as error:
        names = {str(each["loc"][0]): None for each in error.errors()}
        return f"the index cannot be read: {', '.join(names)}"
    return None
