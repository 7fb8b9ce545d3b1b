"""The rules on one page, for players who want to look something up at the table."""

from collections.abc import Iterator

from coup.choices import role_name
from coup.languages import say
from coup.rules.rulesets import Ruleset
from coup.summary import sides_of, summary

ANSWERS = {
    "first": "Players are asked one after the other; the first challenge or block counts.",
    "target_first": "The target is asked first, then the others in turn.",
    "secret": (
        "All others answer secretly. One of those who want to block is picked at random; if there "
        "is none, one of those who want to challenge."
    ),
}
BLOCKED = {
    "foreign_aid": "Foreign aid can be blocked by anybody.",
    "steal": "A theft can be blocked by the target.",
    "assassinate": "An assassination can be blocked by the target.",
}


def what_each_does(ruleset: Ruleset) -> Iterator[str]:
    """The actions, one per line, for any width."""
    for row in summary(ruleset):
        parts = []
        if row.action:
            parts.append(f"{row.action}, {row.effect}")
        if row.blocked_by:
            parts.append(say("blocked by {roles:the}", roles=row.blocked_by))
        if row.blocks:
            parts.append(say("blocks {actions}", actions=row.blocks))
        who = role_name(row.role) if row.role else say("Anybody")
        yield f"- **{who}**: {'; '.join(parts)}"


def guide(ruleset: Ruleset) -> str:
    """The rules of a ruleset, as Markdown."""
    stopped = [say(BLOCKED[deed]) for deed in BLOCKED if f"block_{deed}" in ruleset.claims]
    if ruleset.fee_returned:
        fee = say("The price of a blocked assassination comes back.")
    else:
        fee = say("The price of a blocked assassination stays paid.")
    parts = [
        say("guide.start", cards=ruleset.cards, coins=ruleset.coins, forced=ruleset.forced_coup),
        "\n".join(what_each_does(ruleset)),
        say("guide.claims"),
        " ".join([*stopped, say("A block is a claim and can be challenged."), fee]),
        say("guide.losing"),
        say(ANSWERS[ruleset.answers]),
        sides_of(ruleset),
        say("guide.talk"),
    ]
    return "\n\n".join(filter(None, parts))


def signs_and_keys() -> str:
    """What the signs on the full screen mean, and what its keys do, as Markdown."""
    return f"{say('guide.signs')}\n\n{say('guide.keys')}"
