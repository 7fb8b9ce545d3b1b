"""Writes the page about observations: `python -m coup.research.layout > docs/observation.md`."""

from coup.rules import kernel
from coup.rules.names import words
from coup.rules.state import SEATS
from coup.vectors.actions import ACTIONS
from coup.vectors.observation import FIELDS, PART, SEAT_FIELDS, SIZE, TABLE, VERSION


def page() -> str:
    """The page, whole."""
    return f"""# Observations and actions

What a seat knows, as {SIZE} small integers (`int8`): the same shape for 2 to {SEATS} seats and all
rulesets. This page is made from the code by `make observation`. Version {VERSION}; it changes
whenever a place does.

Seats count from the observer, clockwise: seat 0 is the observer itself. Roles come in the order
Duke, Assassin, Captain, Ambassador, Contessa, Inquisitor. Counts stop at 100. Where answers are
secret, as in `coup2022`, nobody openly lets anything pass, so `doubts_passed` and `blocks_passed`
stay 0.

| places | name | what |
| --- | --- | --- |
{rows(FIELDS, 0)}

From {TABLE} on each seat has a part of {PART} places; that of seat *n* starts at
{TABLE} + {PART} *n*:

| places in the part | name | what |
| --- | --- | --- |
{rows(SEAT_FIELDS, 0)}

## Actions

The {ACTIONS} action numbers; a mask has a place for each. A target counts from the seat that moves:
`next + 0` is the next seat clockwise. Numbers that are not in the table are never legal.

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
