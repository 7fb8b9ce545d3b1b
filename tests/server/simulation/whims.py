"""Requests beyond those needed to play: everything that the protocol offers, whether it fits or
not."""

from random import Random
from typing import Any

from coup.rules.rulesets import RULESETS

Message = dict[str, Any]
FITTING = {
    "waiting": ("rename", "leave", "add_bot", "remove", "change", "pace", "react", "ping"),
    "playing": ("more_time", "leave", "remove", "pace", "react", "say", "hurry", "ping"),
    "over": ("ready", "ready", "ready", "start", "rename", "leave", "remove", "change", "add_bot"),
}
"""The requests that fit each status of the table; `ready` is the most frequent, or there would be
few second games."""


def whim(state: Message, dice: Random) -> Message:
    """A request of somebody who sits at a table, usually one that fits."""
    kinds = FITTING.get(state["status"], ())
    anything = sorted({kind for fitting in FITTING.values() for kind in fitting} | {"hello"})
    kind = dice.choice(kinds if kinds and dice.random() < 0.9 else anything)
    return {"type": kind, **fields(kind, state, dice)}


def fields(kind: str, state: Message, dice: Random) -> Message:
    """The fields of a request of this kind."""
    match kind:
        case "rename":
            return {"name": f"{state['you'].partition('.')[0]}.{dice.randrange(100)}"}
        case "add_bot":
            return {"kind": dice.choice(("honest", "counter"))}
        case "remove":
            return {"seat": dice.choice([chair["name"] for chair in state["chairs"]])}
        case "change":
            return {"settings": state["settings"] | other_settings(state, dice)}
        case "pace":
            return {"pace": dice.choice(("slow", "usual", "quick"))}
        case "more_time":
            return {"question": (state["question"] or {"number": 0})["number"]}
        case "ready":
            return {"ready": dice.random() < 0.8}
        case "react":
            return {"emoji": "🎉"}
        case "say":
            return {"text": f"entry {state['number']}"}
        case "hello":
            return {"v": 1, "table": "another"}
    return {}


def other_settings(state: Message, dice: Random) -> Message:
    """Other rules, or more or fewer seats."""
    seats = len(state["chairs"]) + dice.choice((-1, 0, 1, 2))
    changes = (
        {"ruleset": dice.choice(sorted(RULESETS))},
        {"seats": max(2, min(10, seats))},
        {"clock": dice.choice((10, 20, 60)), "public": dice.random() < 0.5},
    )
    return dice.choice(changes)


def need(state: Message, name: str) -> Message | None:
    """The request that games need to begin and end, besides answers to questions.

    name: the name to sit down with.
    """
    if state["you"] is None:
        return None if state["status"] == "playing" else {"type": "sit", "name": name}
    if state["status"] == "waiting" and state["you"] == state["host"]:
        alone = len(state["chairs"]) < 2
        return {"type": "add_bot", "kind": "honest"} if alone else {"type": "start"}
    if state["status"] == "playing" and only_bots_play(state) and not state["hurried"]:
        return {"type": "hurry"}
    return None


def only_bots_play(state: Message) -> bool:
    """Whether no person who is present is still in the game."""
    alive = state["view"]["alive"]
    people = [each for each in state["chairs"] if each["kind"] == "person" and not each["stand_in"]]
    return not any(person["name"] in alive for person in people)
