"""The rules, for the page; health and metrics, for the operator."""

from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

import coup
from coup.bots import LEVELS, stand_ins
from coup.server import metrics
from coup.server.drafts import EMOJIS
from coup.server.naming import NoSuchThing
from coup.server.rest.asking import PLAIN, InHall
from coup.summary import sides_of, summary

router = APIRouter()
HOUSE_RULES = (
    "coins",
    "first_coins",
    "coup_cost",
    "assassinate_cost",
    "forced_coup",
    "coins_stay",
    "fee_returned",
    "copies",
    "exchange_draws",
    "block_steal_names_role",
    "block_after_challenge",
    "windows",
    "answers",
    "allegiances",
    "first_allegiance",
    "convert_cost",
    "convert_other_cost",
    "reserve",
    "embezzle",
    "embezzle_empty",
    "embezzle_loses_role",
    "inquisitor",
    "turn_limit",
)
"""The fields of a ruleset that the page can change."""


class Health(BaseModel):
    """Whether the server works."""

    status: str
    version: str


@router.get("/api/rules")
def rules(hall: InHall) -> dict[str, Any]:
    """The rulesets, the bots, the emojis."""
    return {
        "rulesets": {name: about(each) for name, each in coup.RULESETS.items()},
        "bots": hall.bots.kinds,
        "emojis": EMOJIS,
    }


@router.get("/healthz")
async def healthz(hall: InHall) -> Health:
    """Whether the database answers."""
    if not hall.store.healthy:
        raise HTTPException(503, "the database has taken nothing for some seconds")
    return Health(status="ok", version=coup.__version__)


@router.get("/metrics", responses=PLAIN)
def figures(request: Request) -> Response:
    """Figures for Prometheus, if the server was started with --metrics."""
    if not request.app.state.config.metrics:
        raise NoSuchThing("figures are shown only by a server that was started with --metrics")
    return Response(metrics.exposition(), media_type="text/plain; version=0.0.4")


def about(ruleset: coup.Ruleset) -> dict[str, Any]:
    """A ruleset, for people who want to look something up or change it."""
    changeable = ("coins", "first_coins", "coup_cost", "assassinate_cost", "forced_coup")
    return {
        "roles": ruleset.roles,
        "copies": ruleset.copies,
        "cards": ruleset.cards,
        "answers": ruleset.answers,
        "fee_returned": ruleset.fee_returned,
        **{name: getattr(ruleset, name) for name in changeable},
        "most_seats": ruleset.most_seats,
        "bot_notes": stand_ins(ruleset, LEVELS),
        "summary": [row._asdict() for row in summary(ruleset)],
        "sides": sides_of(ruleset),
        "defaults": {name: getattr(ruleset, name) for name in HOUSE_RULES},
    }
