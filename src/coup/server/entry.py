"""An entry of a table's log: something that happened at the table and was accepted."""

from typing import Any, Literal, NamedTuple

Kind = Literal[
    "opened",  # the table, with its settings
    "changed",  # the settings
    "sealed",  # the secret of the next game's luck
    "sat",  # a person takes a seat; its owner is a hash of the person's token
    "device",  # a person's seat is also another token's
    "revoked",  # a token has no share in a seat any more
    "bot",  # a bot takes a seat
    "renamed",  # a person has another name from now on
    "left",  # a seat is given up; in the middle of a game a bot plays on
    "hosted",  # another person is the host now
    "started",  # a game, with the deal
    "moved",  # a seat answers, with what chance did after it
    "more",  # more time for the question
    "ended",  # a game that no person plays any more
    "ready",  # a person is, or is not any more, ready for the next game
    "hurried",  # no person plays any more: bots need not take their time
    "said",  # chat
    "reacted",  # an emoji
    "here",  # a person is connected to a worker
    "gone",  # a person is not connected to that worker any more
    "stood_in",  # a bot plays for a person who is away
    "closed",  # the table; nothing can follow
]


class Draft(NamedTuple):
    """An entry that somebody wants to make."""

    kind: Kind
    seat: str | None
    body: dict[str, Any]


class Entry(NamedTuple):
    """An entry as it stands in the log.

    number: counted from 1 at each table, without gaps.
    message_id: of the message that asked for it, so that it is not done twice.
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
    """What the index says of a table; written together with the entry that changes it.

    present: whether a person is connected. Only then is there anything to do for a worker.
    """

    creator: str
    public: bool
    status: str
    present: bool
    summary: dict[str, Any]
