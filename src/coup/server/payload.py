"""What one client is sent about a table: its view and what is public, field by field. Anything not
named here is never sent."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any

from coup.bots import LEVELS, stand_ins
from coup.bots.shark import knows
from coup.choices import Choice, choices, spared
from coup.events import Event
from coup.game import Game
from coup.hindsight import with_bluffs
from coup.languages import current
from coup.records.fairness import commitment
from coup.server.messages import VERSION
from coup.server.table import Chair, Table
from coup.situation import situation
from coup.view import Question, View, unseen


class Shared:
    """What a table sends to all its clients alike, in one language: computed for the first of them,
    and reused for the others. Tables are immutable; the next entry makes another one.

    whole: what is not about the game's state.
    view: the public part of all views, once one was needed.
    lines: lines of the story, by their events.
    """

    def __init__(self, table: Table) -> None:
        self.whole = {
            "type": "state",
            "v": VERSION,
            "table": table.id,
            "number": table.number,
            "status": table.status,
            "settings": table.settings.model_dump(mode="json"),
            "host": table.host,
            "chairs": [chair_of(chair) for chair in table.chairs.values()],
            "bot_notes": bot_notes(table),
            "game": table.games,
            "open": ending_of(table),
            "ready": sorted(table.ready),
            "hurried": table.hurried,
            "fair": fairness_of(table),
        }
        self.view: dict[str, Any] = {}
        self.lines: dict[Event, dict[str, Any]] = {}

    def view_for(self, view: View, known: int) -> dict[str, Any]:
        """A view, with the story after the lines that the client has."""
        self.view = self.view or public_part(view)
        lines = [self._line(event) for event in view.events[known:]]
        return {**self.view, **own_part(view), "story": {"from": known, "lines": lines}}

    def _line(self, event: Event) -> dict[str, Any]:
        if event not in self.lines:
            self.lines[event] = line_of(event)
        return self.lines[event].copy()


@lru_cache(maxsize=8)
def shared(table: Table, language: str) -> Shared:
    """What a table sends to all its clients alike. They are served one after the other, so a few
    tables in the cache are enough.

    language: the current language.
    """
    return Shared(table)


def state_for(
    table: Table, seat: str | None, told: tuple[int, int], chatted: int
) -> dict[str, Any]:
    """The whole table as a client sees it.

    told: the number of the game whose story the client has, and how many lines of it.
    chatted: how many lines of chat it has.
    """
    to_all = shared(table, current().code)
    view = table.view(seat)
    known = told[1] if told[0] == table.games else 0
    return {
        **to_all.whole,
        "you": seat,
        "view": None if view is None else marked(table, view, to_all.view_for(view, known)),
        "question": question_for(table, view) if view and not view.over else None,
        "in_game": view is not None and view.seat is not None,
        "chat": chat_of(table, chatted),
    }


def chair_of(chair: Chair) -> dict[str, Any]:
    """A player at the table."""
    return {
        "name": chair.name,
        "kind": chair.kind,
        "here": not chair.is_person or bool(chair.workers),
        "stand_in": chair.stand_in,
        "won": chair.won,
    }


def bot_notes(table: Table) -> list[str]:
    """Between games, what to say about the bots that may sit down."""
    return [] if table.playing else stand_ins(table.settings.rules(), LEVELS)


def fairness_of(table: Table) -> dict[str, Any]:
    """The commitments to this game's luck and the next one's, and the secret once the game is
    over."""
    over = table.game is not None and table.game.over
    return {
        "commitment": commitment(table.secret) if table.secret else None,
        "secret": table.secret if over else None,
        "next": commitment(table.sealed) if table.sealed else None,
    }


def view_for_seat(view: View, known: int = 0) -> dict[str, Any]:
    """A view, with the story after the lines that the client has."""
    lines = [line_of(event) for event in view.events[known:]]
    return {**public_part(view), **own_part(view), "story": {"from": known, "lines": lines}}


def public_part(view: View) -> dict[str, Any]:
    """The part that all views of a game share."""
    return {
        "ruleset": view.ruleset.name,
        "seats": list(view.seats),
        "turn": view.turn,
        "alive": list(view.alive),
        "coins": view.coins,
        "cards": view.cards,
        "discarded": {name: list(cards) for name, cards in view.discarded.items()},
        "deck_size": view.deck_size,
        "allegiances": view.allegiances,
        "reserve": view.reserve,
        "copies": view.ruleset.copies_for(len(view.seats)),
        "asked": asked(view.question),
        "claims": [
            {
                "seat": claim.seat,
                "move": claim.move,
                "roles": list(claim.roles),
                "outcome": claim.outcome,
            }
            for claim in view.claims
        ],
        "over": view.over,
        "winner": view.winner,
    }


def own_part(view: View) -> dict[str, Any]:
    """What only this seat knows, apart from its story."""
    return {
        "seat": view.seat,
        "hand": list(view.hand),
        "unseen": {role: unseen(view, role) for role in view.ruleset.roles},
        "shown": view.shown,
        "legal_moves": [str(move) for move in view.legal_moves],
    }


def marked(table: Table, view: View, shown: dict[str, Any]) -> dict[str, Any]:
    """The same view, with marks on the lines that the clock played instead of a player."""
    if table.late and table.game is not None:
        seen = [n for n, event in enumerate(table.game.events) if event.seen_by(view.seat)]
        story = shown["story"]
        for place, line in zip(seen[story["from"] :], story["lines"], strict=True):
            if place in table.late:
                line["late"] = True
    return shown


def asked(question: Question) -> dict[str, Any]:
    """The current question, which everybody may know."""
    return {
        "kind": question.kind,
        "asked": list(question.asked),
        "actor": question.actor,
        "action": question.action,
        "target": question.target,
        "claimant": question.claimant,
        "roles": list(question.roles),
        "denied": list(question.denied),
        "blocker": question.blocker,
        "challenger": question.challenger,
        "text": str(question),
    }


def line_of(event: Event) -> dict[str, Any]:
    """A line of the story: the kind of event, its parts, and the sentence."""
    parts = {part.name: getattr(event, part.name) for part in fields(event)}
    return {
        "event": type(event).__name__,
        **{name: list(part) if isinstance(part, tuple) else part for name, part in parts.items()},
        "text": str(event),
    }


def question_for(table: Table, view: View) -> dict[str, Any]:
    """The question, with the possible answers if this seat is asked."""
    mine = bool(view.legal_moves)
    options = choices(view) if mine else ()
    return {
        "number": table.question,
        "deadline": table.deadline if table.present else None,
        "text": situation(view) if mine else "",
        "mine": mine,
        "concerns": mine and concerns(view),
        "choices": [choice_of(choice, view) for choice in options],
        "spared": spared_by(view),
    }


def spared_by(view: View) -> dict[str, str]:
    """For each attack, why some of the living cannot be its target, if there are any."""
    verbs = dict.fromkeys(move.verb for move in view.legal_moves if move.target)
    told = {verb: spared(view, verb) for verb in verbs}
    return {verb: why for verb, why in told.items() if why}


def choice_of(choice: Choice, view: View) -> dict[str, Any]:
    """A choice, with what the page shows about it."""
    return {
        "move": str(choice.move),
        "verb": choice.move.verb,
        "target": choice.move.target,
        "role": choice.move.role,
        "name": choice.name,
        "effect": choice.effect,
        "claim": list(choice.claim),
        "denial": list(choice.denial),
        "bluff": choice.bluff,
        "coins": coins_of(choice, view),
        "blocked_by": list(view.ruleset.claims.get(f"block_{choice.move.verb}", ())),
        "follows": choice.follows,
        "risk": choice.risk,
    }


def coins_of(choice: Choice, view: View) -> int:
    """The coins that a choice gains its owner if nobody stops it; negative for a cost."""
    rules, move = view.ruleset, choice.move
    match move.verb:
        case "income" | "foreign_aid" | "tax":
            return rules.rules.gain[move.code]
        case "steal":
            return min(2, view.coins[move.target or ""])
        case "coup":
            return -rules.coup_cost
        case "assassinate":
            return -rules.assassinate_cost
        case "convert":
            return -(rules.convert_other_cost if move.target else rules.convert_cost)
        case "embezzle":
            return view.reserve
    return 0


def concerns(view: View) -> bool:
    """Whether a question is about this seat, so that passing may cost it something."""
    question = view.question
    return "pass" not in view.legal_moves or view.seat in (question.target, question.actor)


def chat_of(table: Table, known: int) -> dict[str, Any]:
    """The chat after the lines that the client has, as far as it is kept."""
    first = table.chatted - len(table.chat)
    lines = table.chat[max(0, known - first) :]
    return {
        "from": max(known, first),
        "lines": [
            {"seat": said.seat, "text": said.text, "emoji": said.emoji, "at": round(said.at)}
            for said in lines
        ],
    }


def ending_of(table: Table) -> dict[str, Any] | None:
    """What is shown after a game, computed once for each language."""
    if table.game is None or not table.game.over:
        return None
    language = current().code
    if language not in table.endings:
        table.endings[language] = open_cards(table.game)
    return table.endings[language]


def open_cards(game: Game) -> dict[str, Any]:
    """The end of a game: all remaining hands, who bluffed when, and whether the adviser knows the
    ruleset."""
    story = list(with_bluffs(game.events))
    return {
        "hands": {seat: list(game.hand(seat)) for seat in game.seats},
        "bluffs": dict(Counter(told.bluffer for told in story if told.bluffer)),
        "story": open_story(game),
        "advice": knows(game.ruleset),
    }


def open_story(game: Game) -> list[dict[str, Any]]:
    """The whole story of a finished game, with the bluffs marked."""
    return [
        {**line_of(told.event), "bluff": told.bluffer is not None}
        for told in with_bluffs(game.events)
    ]


def steps_of(game: Game, seat: str | None, everything: bool) -> list[dict[str, Any]]:
    """A finished game, one step for each thing that happened, as a seat saw it or with all cards
    face up."""
    replayed = Game(game.seats, game.ruleset, 0, drive_chance=True)
    steps: list[dict[str, Any]] = []
    lines = 0
    for mover, move in game.moves:
        replayed.push(move, mover)
        if replayed.to_move == "chance":
            continue
        view = replayed.view(seat)
        story: Sequence[Event] = replayed.events if everything else view.events
        shown = view_for_seat(view, len(view.events))
        shown["story"] = {"from": lines, "lines": [line_of(event) for event in story[lines:]]}
        shown["legal_moves"] = []
        shown["open"] = {s: list(replayed.hand(s)) for s in game.seats} if everything else None
        lines = len(story)
        steps.append(shown)
    return steps
