"""The messages of the socket, version 1: what clients may send, and what they get besides the state
of the table. docs/protocol.md describes them. A malformed message is refused with a sentence."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from coup.rules.errors import CoupError
from coup.server.naming import TableId, Text
from coup.server.settings import Pace, Settings

VERSION = 1
MESSAGE_SIZE = 8192
OURS = ("no_such_thing", "odd_text")
"""Errors whose messages are our own sentences."""
MessageId = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w.:-]+$")]
Short = Annotated[Text, Field(max_length=400)]


class Message(BaseModel):
    """Any message of a client."""

    model_config = ConfigDict(extra="forbid")


class Hello(Message):
    """The first message. Browsers have their token in a cookie; others send it. All text for people
    is in this language."""

    type: Literal["hello"]
    v: Literal[1]
    table: TableId
    token: Annotated[Text, Field(max_length=80)] | None = None
    lang: Literal["en", "de", "fr", "es", "it", "pt", "pl", "ja"] = "en"


class Request(Message):
    """Something to do once: repeating it with the same id has no effect."""

    id: MessageId


class Answer(Request):
    """A move in answer to a question."""

    type: Literal["answer"]
    question: int
    move: Short


class MoreTime(Request):
    """Restart the clock of the question."""

    type: Literal["more_time"]
    question: int


class Sit(Request):
    """Take a seat."""

    type: Literal["sit"]
    name: Short


class Rename(Request):
    """Change one's name, between games."""

    type: Literal["rename"]
    name: Short


class Leave(Request):
    """Give up one's seat."""

    type: Literal["leave"]


class AddBot(Request):
    """Let a bot take a seat."""

    type: Literal["add_bot"]
    kind: Short


class Remove(Request):
    """Remove somebody from the table."""

    type: Literal["remove"]
    seat: Short


class Change(Request):
    """Change the table's settings."""

    type: Literal["change"]
    settings: Settings


class Start(Request):
    """Begin a game, or the next one."""

    type: Literal["start"]


class Ready(Request):
    """After a game: be ready for the next one, or no longer."""

    type: Literal["ready"]
    ready: bool = True


class SetPace(Request):
    """Change how long bots think."""

    type: Literal["pace"]
    pace: Pace


class Hurry(Request):
    """Let the bots finish the game without pauses, when no person plays in it any more."""

    type: Literal["hurry"]


class Say(Request):
    """Chat."""

    type: Literal["say"]
    text: Annotated[Text, Field(max_length=2000)]


class React(Request):
    """Show an emoji."""

    type: Literal["react"]
    emoji: Short


class Ping(Message):
    """Ask whether the server is there."""

    type: Literal["ping"]


Incoming = Annotated[
    Hello
    | Answer
    | MoreTime
    | Sit
    | Rename
    | Leave
    | AddBot
    | Remove
    | Change
    | Start
    | Ready
    | SetPace
    | Hurry
    | Say
    | React
    | Ping,
    Field(discriminator="type"),
]
INCOMING: TypeAdapter[Incoming] = TypeAdapter(Incoming)


PONG: dict[str, Any] = {"type": "pong", "v": VERSION}


class WithId(BaseModel):
    """Anything with an id."""

    id: MessageId


class BadMessage(CoupError):
    """Malformed input; says why.

    message_id: the id of the intended request, if it can be read.
    """

    def __init__(self, why: str, message_id: str | None = None) -> None:
        super().__init__(why)
        self.message_id = message_id


def parse(text: str) -> Any:
    """Parse a message; refused if it is malformed."""
    try:
        return INCOMING.validate_json(text)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        raise BadMessage(complaint_about(errors), id_in(text)) from None


def id_in(text: str) -> str | None:
    """The id of a malformed request, if it can be read."""
    try:
        return WithId.model_validate_json(text).id
    except ValidationError:
        return None


def complaint_about(errors: Sequence[Mapping[str, Any]]) -> str:
    """The sentence for the first error that pydantic found, as the catalogues have it."""
    first = errors[0]
    if first["type"] in OURS:
        return str(first["msg"])
    where = field_name(first["loc"])
    details = first.get("ctx", {})
    match first["type"]:
        case "json_invalid":
            return "this is not JSON"
        case "missing":
            return f"{where} is missing"
        case "union_tag_not_found":
            return "type is missing"
        case "extra_forbidden":
            return f"{where} is not known here"
        case "greater_than_equal":
            return f"{where} is at least {details['ge']}"
        case "less_than_equal":
            return f"{where} is at most {details['le']}"
        case "literal_error":
            return f"{where} is one of {details['expected']}"
        case "union_tag_invalid":
            return f"type is one of {details['expected_tags']}"
    return f"{where} cannot be like that: docs/protocol.md says what it is"


def field_name(names: Sequence[object]) -> str:
    """Where an error is, in one word without unusual characters from the client.

    >>> field_name(["body", "settings", "seats"]), field_name([])
    ('body.settings.seats', 'message')
    """
    return re.sub(r"[^\w.-]", "_", ".".join(map(str, names)))[:100] or "message"


def done(message_id: str, number: int | None, again: bool) -> dict[str, Any]:
    """The answer to a request that was carried out as entry `number`, now or earlier."""
    return {"type": "done", "v": VERSION, "id": message_id, "again": again, "number": number}


def refused(code: str, why: str, message_id: str | None = None) -> dict[str, Any]:
    """The answer to a request that was refused.

    code: `late`, `refused`, `bad_message`, `too_fast`, `too_many`, `no_table`, `internal`.
    """
    return {"type": "refused", "v": VERSION, "id": message_id, "code": code, "why": why}
