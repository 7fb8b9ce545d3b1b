"""REST against its own description: every answer, whatever was sent, is one that OpenAPI names."""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from coup.server.app import make_app
from coup.server.config import Config
from tests.server.running import Running

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
