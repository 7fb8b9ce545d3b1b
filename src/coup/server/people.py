"""Who somebody is: an unguessable token, of which the log holds a hash only. Names prove nothing.

A personal link holds a key to one seat, made from a secret that all workers share.
"""

import hashlib
import hmac
import secrets

COOKIE = "coup"
TOKEN_BYTES = 24


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str | None) -> bool:
    """Whether it can be one of our tokens.

    >>> is_token(new_token()), is_token("ann"), is_token(None)
    (True, False, False)
    """
    return (
        text is not None
        and len(text) == TOKEN_BYTES * 4 // 3
        and all(each.isascii() and (each.isalnum() or each in "-_") for each in text)
    )


def owner_of(token: str) -> str:
    """What the log knows of a token."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


def key_for(secret: bytes, table_id: str, seat: str, since: int) -> str:
    """The key in a seat's personal link.

    since: tells the person from others who sat there under the same name before.
    """
    text = f"{table_id}/{since}/{seat}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest()[:32]


def same_key(one: str, other: str) -> bool:
    """Whether two keys are the same, told in a time that gives nothing away."""
    return hmac.compare_digest(one.encode(), other.encode())
