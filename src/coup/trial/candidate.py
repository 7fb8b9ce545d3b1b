"""The candidate at a table: passes everything on to it, and records its answers."""

import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TextIO

from coup.hosting.agents import AgentPlayer
from coup.hosting.agents import question as agent_question
from coup.hosting.desk import Desk, wanted
from coup.hosting.seats import BotSeat, Fault
from coup.http.client import BotAnswer, HttpBot
from coup.http.seat import HttpSeat
from coup.moves import Move
from coup.trial.faults import TrialFault, kind_of
from coup.trial.schedule import TrialGame
from coup.view import View, holds
from coup.words import listed

START = "/start"
CONSTRUCTOR = "the constructor"
NEWS = "news", "to return without raising anything"
"""Calls that ask nothing, and the proper response to them."""
RIGHT_CALLS = {
    START: "status 201",
    "/play/": '{"action": action}, with "target": player where the action has one',
    "/tries_to_block/": '{"attempt_block": true or false, "card": card}',
    "/challenge/": '{"challenges": true or false}',
    "/new_card_from_challenge/": "status 201",
    "/lose_influence/": '{"card": card}, a card of its own',
    "/inquisitor/give_card_to_inquisitor/": '{"card": card}, a card of its own',
    "/inquisitor/show_card_to_inquisitor/": '{"change_card": true or false}',
    "/inquisitor/card_returned_from_investigation/": "status 201",
    "/inquisitor/choose_card_to_return/": '{"card": card}, a card of its own or the drawn one',
}
"""All calls over HTTP that cannot be ignored, and the proper answer to each."""


@dataclass
class Notebook:
    """What was observed of the candidate in all games.

    met: how often each question was asked.
    seconds: how long each answer took.
    """

    met: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    faults: list[TrialFault] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def note(self, key: str, seconds: float | None = None) -> None:
        """Count a question."""
        with self.lock:
            self.met[key] += 1
            if seconds is not None:
                self.seconds.append(seconds)


class NotedBot(HttpBot):
    """A bot over HTTP that records every call.

    trace: gets every call and its answer.
    """

    def __init__(self, source: str, limit: float, book: Notebook, trace: TextIO | None) -> None:
        super().__init__(source, limit)
        self.book = book
        self.trace = trace

    def tell(self, path: str, facts: Mapping[str, Any]) -> None:
        self.book.note(call_of(path))
        self.write(f"POST {path} {json.dumps(facts)}")
        super().tell(path, facts)

    def ask(self, path: str, about: Mapping[str, str]) -> BotAnswer:
        begin = time.perf_counter()
        try:
            answer = super().ask(path, about)
        finally:
            self.book.note(path, time.perf_counter() - begin)
        self.write(f"{answer.asked} -> {json.dumps(answer.value)}")
        return answer

    def write(self, line: str) -> None:
        if self.trace is not None:
            self.trace.write(f"    {line}\n")


def call_of(path: str) -> str:
    """A call's name in the documentation."""
    return START if path.rstrip("/") == START else path


class Candidate:
    """Plays in the candidate's seat of one game.

    gone: whether to stop the game, since the candidate is no longer asked.
    """

    def __init__(
        self,
        seat: Desk | BotSeat,
        setting: TrialGame,
        book: Notebook,
        backstage: AbstractContextManager[None] | None = None,
    ) -> None:
        self.seat = seat
        self.player: Any = AgentPlayer(seat) if isinstance(seat, Desk) else seat
        self.setting = setting
        self.book = book
        self.backstage = backstage or nullcontext()
        self.gone = False
        self.logged = 0  # recorded faults of a bot over HTTP
        self.collect(CONSTRUCTOR, "to be constructed with no arguments or with a name")

    @property
    def watch(self) -> Callable[[View], None] | None:
        """The function that shows it what has happened, if it wants that."""
        return None if self.player.watch is None else self.show

    def show(self, view: View) -> None:
        """Show it what has happened."""
        with self.backstage:
            self.player.watch(view)
        self.collect(*NEWS)

    def choose(self, view: View) -> str:
        """Its move; in its turn perhaps another one, which leads to the wanted question."""
        key = self.key(view)
        before = self.seat.seconds
        with self.backstage:
            move: Move = self.player.choose(view)
        if key is not None:
            self.book.note(key, self.seat.seconds - before)
        self.collect(key or "", self.right(view), view)
        return self.led(view) or move

    def key(self, view: View) -> str | None:
        """The kind of question; None for a bot over HTTP, whose calls are counted instead."""
        if isinstance(self.seat, HttpSeat):
            return None
        return agent_question(view)[0] if isinstance(self.seat, Desk) else view.question.kind

    def right(self, view: View) -> str:
        """The proper answers to a question."""
        if isinstance(self.seat, Desk):
            legal = sum(1 << move.code for move in view.legal_moves)
            return wanted(agent_question(view)[1], legal)
        return f"legal now: {listed(view.legal_moves)}"

    def led(self, view: View) -> Move | None:
        """The action that leads to the wanted question, if it can be taken."""
        lead = self.setting.lead
        if lead is None or view.question.kind != "action":
            return None
        moves = [move for move in view.legal_moves if move.verb in lead.verbs]
        if lead.truly:
            moves = [move for move in moves if holds(view, move)]
        return moves[view.turn % len(moves)] if moves else None

    # Its faults.

    def collect(self, key: str, right: str, view: View | None = None) -> None:
        """Record its new faults."""
        for fault in self.new_faults():
            found = self.told(fault, key, right, view)
            if self.counts(found):
                self.book.faults.append(found)
            self.gone = self.gone or (found.kind in ("late", "no answer") and not self.is_http)
        if isinstance(self.seat, HttpSeat) and not self.seat.called:
            self.gone = True

    @property
    def is_http(self) -> bool:
        """Whether it is a bot over HTTP."""
        return isinstance(self.seat, HttpSeat)

    def new_faults(self) -> list[Fault]:
        """The faults that have not been recorded."""
        if isinstance(self.seat, HttpSeat):
            new = self.seat.log[self.logged :]
            self.logged += len(new)
            return new
        first, self.seat.first = self.seat.first, None
        return [] if first is None else [first]

    def told(self, fault: Fault, key: str, right: str, view: View | None) -> TrialFault:
        """A fault with what its author needs."""
        question = fault.asked
        if self.is_http:
            key = call_of(question.split(" ")[1])
            right = RIGHT_CALLS[key] + (f"; {fault.why}" if fault.answer is not None else "")
        elif question != CONSTRUCTOR and not question.startswith(("react(", "choose(")):
            key, right = NEWS
        elif view is not None and isinstance(self.seat, Desk):
            question = f"{fault.asked}: {view.question}"
        kind = kind_of(fault)
        why = fault.why if fault.answer is None else ""
        return TrialFault(kind, key, question, fault.answer, right, why, self.setting.number)

    def counts(self, fault: TrialFault) -> bool:
        """Whether a fault counts. When the candidate is led, only the wanted question does:
        anything else may follow from an action that it did not choose."""
        return self.setting.lead is None or fault.key == self.setting.lead.question
