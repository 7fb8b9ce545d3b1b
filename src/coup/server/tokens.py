"""Who somebody is: an unguessable token that this server has signed, of which the log holds a hash
only. Names prove nothing.

A personal link holds a key to one seat. Tokens and keys are made from a secret that all workers
share.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from coup.server.naming import Refused

if TYPE_CHECKING:
    from coup.server.table import Chair, Table

OLD_COOKIE = "coup"  # of versions that signed no tokens
TOKEN_BYTES = 24
TOKEN_LENGTH = 80  # at most


def cookie_name(secure: bool) -> str:
    """The cookie with the token: behind TLS, one that nobody but this very host can set."""
    return "__Host-coup" if secure else "coup_token"


class Person(NamedTuple):
    """The client behind a request.

    owner: what the log knows of the token; empty if we have signed none.
    before: what it knows of tokens without our signature. They are good for the seats that they
        own, which were taken when no token was signed, and for nothing else.
    """

    owner: str = ""
    before: tuple[str, ...] = ()

    def at(self, table: "Table") -> str:
        """As whom a table knows the person; empty if it does not, and never can."""
        if not self.before:
            return self.owner
        owners = (self.owner, *self.before)
        return next((each for each in owners if table.seat_of(each)), self.owner)

    def known(self) -> str:
        """As whom the person can take a seat; refused if nobody knows who it is."""
        if not self.owner:
            raise Refused("who are you? Open the page first, or get a token from /api/tokens")
        return self.owner


class People:
    """Tells people from each other.

    >>> people = People(b"secret")
    >>> token = people.new_token()
    >>> people.recognise(token).owner == owner_of(token)
    True
    >>> people.recognise("x" * 32).owner, people.recognise(None)
    ('', Person(owner='', before=()))
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def new_token(self) -> str:
        """A token that nobody can guess, and nobody else can make."""
        unguessable = secrets.token_urlsafe(TOKEN_BYTES)
        return f"{unguessable}.{self._sign(f'token {unguessable}')}"

    def recognise(self, *tokens: str | None) -> Person:
        """The person who has these tokens."""
        given = [each for each in tokens if each and len(each) <= TOKEN_LENGTH]
        signed = next(filter(self._is_signed, given), None)
        before = tuple(owner_of(each) for each in given if not self._is_signed(each))
        return Person(owner_of(signed) if signed else "", before)

    def with_cookies(self, cookies: Mapping[str, str], secure: bool) -> Person:
        """The person whose browser sends these cookies."""
        return self.recognise(cookies.get(cookie_name(secure)), cookies.get(OLD_COOKIE))

    def key_to(self, table: "Table", chair: "Chair") -> str:
        """The key in the personal link to a seat: another one for each person who sits there, and
        after each device that was sent away. It outlives a change of name."""
        again = f"/{chair.keys}" if chair.keys else ""
        return self._sign(f"{table.id}/{chair.since}{again}/{chair.sat_as}")

    def chair_with(self, table: "Table", seat: str, key: str) -> "Chair | None":
        """The chair that a personal link leads to."""
        chairs = [chair for chair in table.people if chair.sat_as == seat]
        return next((each for each in chairs if same_key(key, self.key_to(table, each))), None)

    def _is_signed(self, token: str) -> bool:
        unguessable, _, signature = token.partition(".")
        return same_key(signature, self._sign(f"token {unguessable}"))

    def _sign(self, text: str) -> str:
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()[:32]


def owner_of(token: str) -> str:
    """What the log knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def same_key(one: str, other: str) -> bool:
    """Whether two keys are the same, told in a time that gives nothing away."""
    return hmac.compare_digest(one.encode(), other.encode())
