"""Whole games written out as text, one for each ruleset, so that a change of behaviour shows.

`make playthroughs` rewrites them; the test compares them with what the code does now.
"""

import random
from pathlib import Path

import coup

FOLDER = Path(__file__).parent
SEATS = ("ann", "bob", "carl")
SEEDS = {"classic": 331, "coup2022": 3458, "inquisitor": 1703, "reformation": 2174}
"""Chosen so that nearly every kind of move and event occurs."""


def playthrough(ruleset: str) -> str:
    """A game at random, with all that can be seen of it, from outside and from inside."""
    game = coup.Game(SEATS, ruleset, SEEDS[ruleset])
    choice = random.Random(SEEDS[ruleset])
    lines = [f"ruleset: {ruleset}", f"seats: {', '.join(SEATS)}", f"seed: {game.seed}", ""]
    told = made = 0
    while True:
        lines += [f"    {ply}" for ply in game.moves[made:]]
        lines += [sentence(event) for event in game.events[told:]]
        made, told = len(game.moves), len(game.events)
        if game.over:
            break
        if game.question.kind == "action":
            lines += ["", *(f"  | {line}" for line in str(game).splitlines())]
        lines += ["", str(game.question)]
        lines += [f"  {seat}: {', '.join(game.legal_moves_of(seat))}" for seat in game.pending]
        seat = choice.choice(game.pending)
        game.push(choice.choice(game.legal_moves_of(seat)), seat)
    for seat in SEATS:
        lines += ["", f"{seat} saw, beside what everybody saw:"]
        lines += [
            f"  {event}" for event in game.events if event.seen_by(seat) > event.seen_by(None)
        ]
    return "\n".join([*lines, "", str(game), ""])


def sentence(event: coup.Event) -> str:
    return f"- {event}" if event.seen_by(None) else f"- ({event})"


def readme_picture() -> str:
    """The picture in the README: a game for four, as ann sees it."""
    names = ("ann", "bob", "carl", "dora")
    game = coup.Game(names, seed=7, hands={"ann": "duke captain", "bob": "ambassador duke"})
    for seat, move in [
        ("ann", "tax"),
        *((seat, "pass") for seat in names[1:]),
        ("bob", "steal carl"),
        ("dora", "challenge"),
        ("bob", "reveal ambassador"),
        ("carl", "income"),
        ("dora", "foreign_aid"),
        ("carl", "block_foreign_aid"),
    ]:
        game.push(move, seat)
    return game.view("ann")._repr_svg_() + "\n"


PICTURE = FOLDER.parent.parent / "docs" / "table.svg"


def path(ruleset: str) -> Path:
    return FOLDER / f"{ruleset}.txt"
