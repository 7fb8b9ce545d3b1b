"""The interface against its descriptions: every answer of REST, whatever was sent, is one that
OpenAPI names, and docs/protocol.md names every field of a state."""

import random
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from coup.events import Event, PrivateEvent
from coup.server.app import make_app
from coup.server.config import Config
from coup.server.payload import state_for
from tests.server.running import Running
from tests.server.test_table import play_on, started

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
schema = schemathesis.openapi.from_dict(make_app(Config("unused.sqlite")).openapi())


@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
    derandomize=True,
)
def test_rest_keeps_to_its_description(case: schemathesis.Case[Any], server: Running) -> None:
    case.call_and_validate(base_url=server.url, checks=CHECKS)


PROTOCOL = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"`(\w+)`", PROTOCOL))
BY_NAME = {"allegiances", "bluffs", "cards", "coins", "discarded", "hands", "spared", "unseen"}
"""Fields with an entry for each seat, role or attack, and the settings of the rules."""


def fields_in(value: Any) -> Iterator[str]:
    """The names of all fields of a message."""
    if isinstance(value, dict):
        yield from value
        for name, part in value.items():
            if name not in BY_NAME:
                yield from fields_in(part)
    if isinstance(value, list):
        for part in value:
            yield from fields_in(part)


@pytest.mark.parametrize("ruleset", ["classic", "coup2022", "inquisitor", "reformation"])
def test_the_protocol_names_every_field_of_a_state(ruleset: str) -> None:
    log, dice = started(ruleset=ruleset, clock=30), random.Random(3)
    seen = set()
    for _ in range(30):
        for seat in ("ann", "bob", None):
            seen |= set(fields_in(state_for(log.table, seat, (0, 0), 0)))
        if log.table.playing:
            seat = dice.choice(log.game.pending)
            log.answer(seat, dice.choice(log.game.legal_moves_of(seat)))
    play_on(log, dice)
    seen |= set(fields_in(state_for(log.table, "ann", (0, 0), 0)))
    assert {"choices", "bluffs", "event", "chat"} <= seen
    assert sorted(seen - NAMED) == []


def test_the_protocol_names_every_kind_of_line_and_its_parts() -> None:
    kinds = {*Event.__subclasses__(), *PrivateEvent.__subclasses__()} - {PrivateEvent}
    assert sorted({kind.__name__ for kind in kinds} - NAMED) == []
    for kind in kinds - set(PrivateEvent.__subclasses__()):
        [line] = re.findall(rf"^\| `{kind.__name__}` \| (`.*?) \|", PROTOCOL, re.MULTILINE)
        assert re.findall(r"`(\w+)`", line) == [part.name for part in fields(kind)]
