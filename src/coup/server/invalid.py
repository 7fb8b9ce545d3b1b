"""What is wrong with a message or a request that does not have the right form, in a sentence."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

OURS = ("no_such_thing", "odd_text")
"""Errors whose messages are sentences of our own."""


def complaint_about(errors: Sequence[Mapping[str, Any]]) -> str:
    """What the first error that pydantic found says, as the catalogues have it."""
    first = errors[0]
    if first["type"] in OURS:
        return str(first["msg"])
    where = place_of(first["loc"])
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


def place_of(names: Sequence[object]) -> str:
    """Where an error is, in a word without signs that somebody has made up.

    >>> place_of(["body", "settings", "seats"]), place_of([])
    ('body.settings.seats', 'message')
    """
    return re.sub(r"[^\w.-]", "_", ".".join(map(str, names)))[:100] or "message"
