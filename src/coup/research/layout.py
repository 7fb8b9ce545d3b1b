"""Generates the page about observations: `python -m coup.research.layout > docs/observation.md`."""

from coup.rules import kernel
from coup.rules.vocabulary import action_words, answer_words
from coup.vectors.actions import ANSWERS
from coup.vectors.encoding import LARGE, SMALL, Encoding, Fields


def page() -> str:
    """The whole page."""
    return f"""# Observations and actions

An observation is what a seat knows, as {SMALL.size} small integers (`int8`), with one shape for
2 to {SMALL.room} seats and all rulesets without sides. `make observation` generates this page from
the code. Version
{SMALL.version}; the version changes whenever the layout does. Games of `reformation` have
[a layout and a version of their own](#reformation), whatever the number of seats.

Seats are counted clockwise from the observer, who is seat 0. Roles come in the order Duke,
Assassin, Captain, Ambassador, Contessa, Inquisitor. Counts stop at 100. With secret answers, as in
`coup2022`, nobody passes openly, so `doubts_passed` and `blocks_passed` stay 0.

{tables(SMALL)}

## Actions

There are {SMALL.actions} action numbers, and a mask has a place for each. Targets are counted from
the seat that moves: `next + 0` is the next seat clockwise. Numbers not in the table are never
legal.

{action_table(SMALL)}

## Reformation

Where there are sides and a reserve, or where more than {SMALL.room} could play, an observation has
{LARGE.size} integers, with one shape for 2 to {LARGE.room} seats. Version {LARGE.version}: its
versions are counted apart, so that networks for {SMALL.room} seats stay what they are. The ruleset
decides which layout a game has: a game of `reformation` for four has this one, and one network can
learn all numbers of seats. Coins stop at 100 as counts do. Embezzling is never counted as a claim.

{tables(LARGE)}

There are {LARGE.actions} action numbers, each for one move:

{action_table(LARGE)}
"""


def tables(encoding: Encoding) -> str:
    """The tables of the fields of observations."""
    return f"""| places | name | what |
| --- | --- | --- |
{rows(encoding.fields, 0)}

From {encoding.table} on, each seat has a part of {encoding.part} places; the part of seat *n*
starts at {encoding.table} + {encoding.part} *n*:

| places in the part | name | what |
| --- | --- | --- |
{rows(encoding.seat_fields, 0)}"""


def rows(fields: Fields, start: int) -> str:
    """The rows of a table of fields."""
    lines = []
    for name, size, meaning in fields:
        places = str(start) if size == 1 else f"{start} to {start + size - 1}"
        lines.append(f"| {places} | `{name}` | {meaning} |")
        start += size
    return "\n".join(lines)


def action_table(encoding: Encoding) -> str:
    """Every action number that a seat can have, with its move."""
    lines = [f"| {number} | {name} |" for number, name in action_names(encoding)]
    return "\n".join(["| number | move |", "| --- | --- |", *lines])


def action_names(encoding: Encoding) -> list[tuple[int, str]]:
    """Every action number that a seat can have, with its move."""
    answers = kernel.PASS if encoding is SMALL else ANSWERS
    names = []
    for number in range(encoding.actions):
        verb, argument = (
            action_words(number)
            if number < answers
            else answer_words(number - answers + kernel.PASS)
        )
        if argument == encoding.room - 1:
            continue  # no other seat is that far away
        if isinstance(argument, int):
            names.append((number, f"`{verb}` next + {argument}"))
        else:
            names.append((number, f"`{verb} {argument}`" if argument else f"`{verb}`"))
    return names


if __name__ == "__main__":
    print(page(), end="")
