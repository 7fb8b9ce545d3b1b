"""The rules in a page, for players who want to look something up at the table."""

from collections.abc import Iterator

from coup.choices import summary
from coup.rules.rulesets import Ruleset
from coup.words import count, titles

RULES = """\
# Coup

Everybody has {cards} face down and {coins}. **Be the last one with a face-down card.**

## Your turn

Choose one action. With {forced} coins or more you must coup.

{actions}

An action or a block that belongs to a role is a **claim**: you say that you have that card. You may
lie. Nobody is shown anything unless the claim is challenged.

## Challenges

Anybody may challenge a claim. The challenged player shows a card. If it proves the claim, it is
shuffled into the court deck and replaced, and the challenger loses a card; if not, that card is
lost and what was claimed does not happen. You may show another card than the one you claimed.

## Blocks

{blocks}A block is a claim and can be challenged. The price of a blocked assassination
{fee}.

## Losing a card

You choose which of your cards you lose. It stays face up. Without face-down cards you are out. The
target of an assassination that challenges or blocks it wrongly can lose two cards at once.

{answers}
{sides}
## The table

`▶` whose turn it is · `?` who is asked · `¢` coins · `■` a face-down card · `(Du)` a lost card ·
`Du2✗` the Duke, claimed twice and lost; `✓` proved · `°hard` a bot, and how strong it is

## Keys

1 to 9, then letters, or ↑ ↓ and Enter, or the mouse: choose · Esc: back · PgUp, PgDn: the story ·
?: this page · b: how fast the bots play · u: take back your last answer, as long as nobody has
answered it and no card was shown · q: leave (the game is saved)

Just after the question has changed, keys do nothing, so that Enter pressed twice answers once.
"""
SIDES = """
## Sides and the reserve

Everybody is a loyalist or a reformist. **As long as the living are not all on one side**, nobody
may coup, assassinate, steal from or investigate a player of the own side, or block its foreign aid.
Challenges know no sides. The last one with a card wins alone.

To convert yourself costs {own}, to convert another player {other}; nobody can stop it. The coins go
to the reserve. Whoever embezzles takes all of it and says thereby: I have no {denied}. Anybody may
challenge that. Who has none may show all cards, draws others, and the challenger loses a card; who
has one, or gives in, loses a card.
"""
ANSWERS = {
    "first": "Players are asked one after the other; the first challenge or block counts.",
    "target_first": "The target is asked first, then the others in turn.",
    "secret": (
        "All others answer secretly. One of those who want to block is picked at random; if there "
        "is none, one of those who want to challenge."
    ),
}


def what_each_does(ruleset: Ruleset) -> Iterator[str]:
    """The actions, one a line, which fits any screen."""
    for row in summary(ruleset):
        action = f"{row.action}, {row.effect}" if row.action else ""
        blocked = f"blocked by {titles(row.blocked_by)}" if row.blocked_by else ""
        blocks = f"blocks {row.blocks}" if row.blocks else ""
        who = (row.role or "anybody").capitalize()
        yield f"- **{who}**: {'; '.join(filter(None, (action, blocked, blocks)))}"


def guide(ruleset: Ruleset) -> str:
    """The rules of a ruleset, as Markdown."""
    blocks = []
    if "block_foreign_aid" in ruleset.claims:
        blocks.append("Foreign aid can be blocked by anybody.")
    deeds = {"steal": "a theft", "assassinate": "an assassination"}
    stopped = [deeds[deed] for deed in deeds if f"block_{deed}" in ruleset.claims]
    if stopped:
        text = f"{' and '.join(stopped)} by the target."
        blocks.append(text[0].upper() + text[1:])
    return RULES.format(
        cards=count(ruleset.cards, "card"),
        coins=count(ruleset.coins, "coin"),
        forced=ruleset.forced_coup,
        actions="\n".join(what_each_does(ruleset)),
        blocks=" ".join([*blocks, ""]),
        fee="comes back" if ruleset.fee_returned else "stays paid",
        answers=ANSWERS[ruleset.answers],
        sides=sides_of(ruleset),
    )


def sides_of(ruleset: Ruleset) -> str:
    """What there is to know about sides and the reserve, if there are any."""
    if not ruleset.allegiances or not ruleset.embezzle:
        return ""
    return SIDES.format(
        own=count(ruleset.convert_cost, "coin"),
        other=count(ruleset.convert_other_cost, "coin"),
        denied=ruleset.embezzle.capitalize(),
    )
