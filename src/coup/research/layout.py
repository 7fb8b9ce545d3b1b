"""Generates the page about observations: `python -m coup.research.layout > docs/observation.md`."""

from coup.rules import kernel
from coup.rules.state import SEATS
from coup.rules.vocabulary import words
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import FIELDS, PART, SEAT_FIELDS, SIZE, TABLE, VERSION


def page() -> str:
    """The whole page."""
    return f"""# Observations and actions

An observation is what a seat knows, as {SIZE} small integers (`int8`), with one shape for 2 to
{SEATS} seats and all rulesets. `make observation` generates this page from the code. Version
{VERSION}; the version changes whenever the layout does.

Seats are counted clockwise from the observer, who is seat 0. Roles come in the order Duke,
Assassin, Captain, Ambassador, Contessa, Inquisitor. Counts stop at 100. With secret answers, as in
`coup2022`, nobody passes openly, so `doubts_passed` and `blocks_passed` stay 0.

| places | name | what |
| --- | --- | --- |
{rows(FIELDS, 0)}

From {TABLE} on, each seat has a part of {PART} places; the part of seat *n* starts at
{TABLE} + {PART} *n*:

| places in the part | name | what |
| --- | --- | --- |
{rows(SEAT_FIELDS, 0)}

## Actions

There are {ACTIONS} action numbers, and a mask has a place for each. Targets are counted from the
seat that moves: `next + 0` is the next seat clockwise. Numbers not in the table are never legal.

| number | move |
| --- | --- |
{chr(10).join(f"| {number} | {name} |" for number, name in action_names())}
"""


def rows(fields: tuple[tuple[str, int, str], ...], start: int) -> str:
    """The rows of a table of fields."""
    lines = []
    for name, size, meaning in fields:
        places = str(start) if size == 1 else f"{start} to {start + size - 1}"
        lines.append(f"| {places} | `{name}` | {meaning} |")
        start += size
    return "\n".join(lines)


def action_names() -> list[tuple[int, str]]:
    """Every action number that a seat can have, with its move."""
    names = []
    for number in range(ACTIONS):
        verb, argument = words(number)
        if kernel.STEAL <= number < kernel.PASS:
            if argument == SEATS - 1:
                continue  # there are only so many others
            names.append((number, f"`{verb}` next + {argument}"))
        else:
            names.append((number, f"`{verb} {argument}`" if argument else f"`{verb}`"))
    return names


if __name__ == "__main__":
    print(page(), end="")
