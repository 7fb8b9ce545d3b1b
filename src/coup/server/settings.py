"""The settings of a table, and their limits."""

from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from coup.hosting.host import with_turn_limit
from coup.rules.rulesets import RULESETS, Ruleset, RulesetError, ruleset
from coup.rules.state import MOST_SEATS
from coup.server.naming import Refused

RulesetName = Literal["classic", "coup2022", "inquisitor", "reformation"]
if set(RULESETS) != set(RulesetName.__args__):  # type: ignore[attr-defined]
    raise AssertionError("the protocol does not name all rulesets")

PUBLIC_CLOCK = 60
Pace = Literal["slow", "usual", "quick"]
PACES: dict[Pace, float] = {"slow": 2.0, "usual": 1.0, "quick": 0.4}
"""How long bots think at a table, as a multiple of the server's pace."""


class Settings(BaseModel):
    """How a table plays.

    ruleset, house_rules: the ruleset's name, and changes to it.
    seats: how many may sit down; more than six only if the ruleset allows it.
    clock: seconds for a question, or none. By default 60 at a public table, so that nobody can hold
        strangers up, and none at a private one.
    away: seconds after which a bot plays for somebody who is not connected.
    public: whether the lobby shows the table.
    pace: how long bots think.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    ruleset: RulesetName = "classic"
    house_rules: dict[str, Any] = Field(default_factory=dict, max_length=30)
    seats: int = Field(default=6, ge=2, le=MOST_SEATS)
    clock: int | None = Field(default=None, ge=5, le=3600)
    away: int = Field(default=60, ge=5, le=86400)
    public: bool = True
    pace: Pace = "usual"

    @model_validator(mode="after")
    def _give_strangers_a_clock(self) -> Self:
        if self.public and "clock" not in self.model_fields_set:
            self.__dict__["clock"] = PUBLIC_CLOCK
        return self

    def rules(self, seats: int | None = None) -> Ruleset:
        """The ruleset; refused with a sentence if it does not allow this many seats (by default all
        of the table's)."""
        fields = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in self.house_rules.items()
        }
        if "name" in fields:
            raise Refused("a ruleset's name is not a house rule")
        try:
            rules = with_turn_limit(ruleset(self.ruleset, **fields))
            rules.check_seats(seats or self.seats)
        except (RulesetError, TypeError) as error:
            raise Refused(str(error)) from None
        return rules
