"""Who somebody is: an unguessable token that this server has signed; the log holds only its hash.
Names prove nothing.

A personal link holds a key to one seat. Tokens and keys are derived from a secret that all workers
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

OLD_COOKIE = "coup"  # of versions that did not sign tokens
TOKEN_BYTES = 24
TOKEN_LENGTH = 80  # at most


def cookie_name(secure: bool) -> str:
    """The cookie with the token: behind TLS, one that only this very host can set."""
    return "__Host-coup" if secure else "coup_token"


class Person(NamedTuple):
    """The client behind a request.

    owner: the hash of its token; empty if it has none that we signed.
    before: the hashes of unsigned tokens. They are valid only for the seats that they
        own already, from the time before tokens were signed.
    """

    owner: str = ""
    before: tuple[str, ...] = ()

    def at(self, table: "Table") -> str:
        """The owner id by which a table knows the person; empty if it does not, and never can."""
        if not self.before:
            return self.owner
        owners = (self.owner, *self.before)
        return next((each for each in owners if table.seat_of(each)), self.owner)

    def known(self) -> str:
        """The owner id with which the person can take a seat; refused if there is none."""
        if not self.owner:
            raise Refused("who are you? Open the page first, or get a token from /api/tokens")
        return self.owner


class People:
    """Makes tokens and recognises people by them.

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
        """A token that nobody can guess or forge."""
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
        """The key in the personal link to a seat: a new one for each person who sits there, and
        after each device that was sent away. It survives a change of name."""
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
    """The hash of a token, as the log holds it."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def same_key(one: str, other: str) -> bool:
    """Whether two keys are the same, compared in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
