"""The reference card of a ruleset: what each role does, blocks, and is blocked by.

It depends on the ruleset alone, so anybody may read it at any time.
"""

from typing import NamedTuple

from coup.languages import current, say
from coup.rules.rulesets import Ruleset

CLAIMING = ("tax", "assassinate", "steal", "exchange", "investigate")
"""Actions that claim a role, in the order of the table."""


class Summary(NamedTuple):
    """A row of the reference card: what a role, or anybody, can do."""

    role: str | None
    """None for what everybody may do."""
    verb: str
    """The action; empty if there is none."""
    action: str
    """The name of the action."""
    effect: str
    coins: int
    """The coins that it brings, or costs."""
    stops: tuple[str, ...]
    """The actions that the role blocks."""
    blocks: str
    """The names of these."""
    blocked_by: tuple[str, ...]


def summary(ruleset: Ruleset) -> tuple[Summary, ...]:
    """What everybody may do, and what each role does, blocks, and is blocked by.

    >>> import coup
    >>> for row in summary(coup.ruleset("classic"))[3:5]:
    ...     print(row.role, row.action, row.coins, row.blocks, row.blocked_by)
    duke tax 3 foreign aid ()
    assassin assassinate -3  ('contessa',)
    """
    free = ["income", "foreign_aid", "coup"]
    free += ["convert"] * ruleset.allegiances + ["embezzle"] * bool(ruleset.embezzle)
    rows = [_row(ruleset, None, action, ()) for action in free]
    for role in ruleset.roles:
        stops = tuple(
            use.removeprefix("block_")
            for use, roles in ruleset.claims.items()
            if use.startswith("block_") and role in roles
        )
        for action in [each for each in CLAIMING if ruleset.claims.get(each) == (role,)] or [""]:
            rows.append(_row(ruleset, role, action, stops))
            stops = ()  # said only once
    return tuple(rows)


def sides_of(ruleset: Ruleset) -> str:
    """The rules about sides and the reserve as Markdown; empty if there are none."""
    if not ruleset.allegiances or not ruleset.embezzle:
        return ""
    return say(
        "guide.sides",
        own=ruleset.convert_cost,
        other=ruleset.convert_other_cost,
        denied=ruleset.embezzle,
    )


def _row(ruleset: Ruleset, role: str | None, action: str, stops: tuple[str, ...]) -> Summary:
    return Summary(
        role,
        action,
        action_name(action),
        *_in_brief(ruleset, action),
        stops,
        current().form("comma").join(map(action_name, stops)),
        ruleset.claims.get(f"block_{action}", ()),
    )


def action_name(action: str) -> str:
    """The name of an action in the table; empty if there is none."""
    return current().form(f"{action}.action") if action else ""


def _in_brief(ruleset: Ruleset, action: str) -> tuple[str, int]:
    """What an action does, and the coins that it brings or costs."""
    match action:
        case "income" | "foreign_aid" | "tax":
            coins = {"income": 1, "foreign_aid": 2, "tax": 3}[action]
            return say("take {n}", n=coins), coins
        case "coup":
            return say("pay {n}: a card lost", n=ruleset.coup_cost), -ruleset.coup_cost
        case "assassinate":
            price = ruleset.assassinate_cost
            return say("pay {n}: a card lost", n=price), -price
        case "steal":
            return say("take 2 from target"), 2
        case "exchange":
            return say("draw {n}, return {n}", n=ruleset.exchange_draws), 0
        case "investigate":
            return say("see a card, may swap"), 0
        case "convert":
            prices = {"own": ruleset.convert_cost, "other": ruleset.convert_other_cost}
            return say("self {own}, another {other}", **prices), 0
        case "embezzle":
            return say("reserve: no {role:name}", role=ruleset.embezzle), 0
    return "", 0
