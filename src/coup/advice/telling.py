"""Advice as sentences for people and as JSON for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from coup.advice.advising import Advice, Decision, Estimate, Heard, Moment
from coup.choices import name
from coup.events import Challenged, Shown
from coup.languages import say
from coup.moves import Move
from coup.situation import happens
from coup.view import Question

WORTH_TELLING = 0.01
"""Moves that `shark` makes less often are left out of sentences."""


def sentences(advice: Advice) -> list[str]:
    """The whole advice: the course of the game, then the costliest decisions."""
    lines = [
        say("What shark would have done in {seat}'s place.", seat=advice.seat),
        say("How likely a claim was to be true assumes opponents who play like shark."),
        "",
    ]
    told: list[Decision | Heard] = [*advice.decisions, *advice.claims]
    for each in sorted(told, key=lambda one: one.place):
        if isinstance(each, Decision):
            lines.append(tell_decision(advice.seat, each))
        else:
            lines.append(tell_claim(advice.seat, each))
    return [*lines, "", *summary(advice)]


def summary(advice: Advice) -> Iterator[str]:
    """How the seat did overall, and its costliest decisions."""
    alike = sum(each.made == each.favourite for each in advice.decisions)
    text = "In {n} of {all} decisions {seat} chose shark's favourite move."
    yield say(text, n=alike, all=len(advice.decisions), seat=advice.seat)
    if not advice.costly:
        yield say("No decision had a measurable cost.")
        return
    yield say("What cost most:")
    for number, moment in enumerate(advice.costly, 1):
        yield f"{number}. {tell_moment(moment)}"


def tell_decision(seat: str, decision: Decision) -> str:
    """What was asked, what was done, and what `shark` would do."""
    win = say("Chance to win: {win}.", win=shown(decision.win)) if decision.win else ""
    made = say("{seat}: {move}.", seat=seat, move=name(decision.made))
    shark = say("shark: {options}.", options=", ".join(weighed(decision)))
    turn = say("Turn {n}.", n=decision.turn)
    parts = (turn, win, before(decision.question, seat), made, shark)
    return " ".join(filter(None, parts))


def before(question: Question, seat: str) -> str:
    """What had happened before a seat decided; empty on its own turn."""
    match question.kind:
        case "challenge" | "block" | "challenge or block" | "challenge block":
            return happens(question)
        case "reveal":
            doubt = Challenged(str(question.challenger), str(question.claimant), question.roles)
            return str(doubt)
        case "show":
            return str(Shown(seat, str(question.actor)))
        case "examine":
            return str(Shown(str(question.target), seat))
    return ""


def weighed(decision: Decision) -> Iterator[str]:
    """The moves that `shark` considers."""
    for move, odds in decision.odds.items():
        if odds >= WORTH_TELLING or move == decision.made:
            yield f"{name(move)} {percent(odds)}"


def tell_claim(seat: str, heard: Heard) -> str:
    """What was claimed, how likely that was, and whether it was true."""
    text = (
        "It was {likely} likely to be true, given what {seat} knew; it was true."
        if heard.true
        else "It was {likely} likely to be true, given what {seat} knew; it was a bluff."
    )
    turn, likely = say("Turn {n}.", n=heard.turn), percent(heard.likely)
    return f"{turn} {heard.event} {say(text, likely=likely, seat=seat)}"


def tell_moment(moment: Moment) -> str:
    """The cost of a decision."""
    decision = moment.decision
    best = decision.favourite
    return say(
        "Turn {n}, {made}: shark mostly chooses {best} ({odds}). This lowered the chance of "
        "winning from {before} to {after} (± {error:points}).",
        n=decision.turn,
        made=name(decision.made),
        best=name(best),
        odds=percent(decision.odds[best]),
        before=percent(moment.before),
        after=percent(moment.after),
        error=round(200 * moment.cost.error),
    )


def percent(share: float) -> str:
    """A share as people read it; rare is not shown as impossible.

    >>> percent(0.123), percent(0.004), percent(0.0), percent(0.998)
    ('12%', 'under 1%', '0%', 'over 99%')
    """
    if 0.0005 < share < 0.005:
        return say("under 1%")
    if 0.995 < share < 0.9995:
        return say("over 99%")
    return say("{n}%", n=round(100 * share))


def shown(estimate: Estimate) -> str:
    """An estimate, plus or minus two standard errors."""
    return f"{percent(estimate.value)} ± {200 * estimate.error:.0f}"


# For programs.


def as_dict(advice: Advice) -> dict[str, Any]:
    """All of it, as JSON. Errors are standard errors."""
    return {
        "seat": advice.seat,
        "seats": list(advice.seats),
        "winner": advice.winner,
        "games": advice.games,
        "decisions": [decision_of(advice.seat, each) for each in advice.decisions],
        "claims": [claim_of(each) for each in advice.claims],
        "costly": [moment_of(each) for each in advice.costly],
    }


def decision_of(seat: str, decision: Decision) -> dict[str, Any]:
    """A decision with its options."""
    return {
        "place": decision.place,
        "turn": decision.turn,
        "asked": asdict(decision.question),
        "text": before(decision.question, seat),
        "made": option_of(decision.made, decision.likely),
        "options": [option_of(move, odds) for move, odds in decision.odds.items()],
        "win": decision.win and decision.win._asdict(),
    }


def option_of(move: Move, odds: float) -> dict[str, Any]:
    """A move, and how likely `shark` makes it."""
    return {
        "move": str(move),
        "verb": move.verb,
        "target": move.target,
        "role": move.role,
        "name": name(move),
        "odds": round(odds, 6),
    }


def claim_of(heard: Heard) -> dict[str, Any]:
    """Another player's claim."""
    event = {"event": type(heard.event).__name__, **asdict(heard.event), "text": str(heard.event)}
    return {
        "place": heard.place,
        "turn": heard.turn,
        "claim": event,
        "likely": round(heard.likely, 6),
        "true": heard.true,
    }


def moment_of(moment: Moment) -> dict[str, Any]:
    """A decision that cost something."""
    return {
        "place": moment.decision.place,
        "turn": moment.decision.turn,
        "cost": moment.cost._asdict(),
        "before": moment.before,
        "after": moment.after,
    }
