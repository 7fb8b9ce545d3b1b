"""Agents for the tests that say what they see, and tables at which they play."""

from collections.abc import Mapping
from typing import Any

import coup
from coup.hosting.agents import AgentPlayer
from coup.hosting.desk import Desk
from coup.hosting.player import play
from coup.hosting.seats import Conduct
from tests.helpers import deal

MEEK = {"turn": "income", "cb?": "pass"}
"""What an agent answers that has nothing better to say; otherwise it is its first card."""


class Scripted:
    """Answers from a list for each hint, then meekly, and writes down what it sees at each call."""

    def __init__(self, name: str, script: Mapping[str, list[object]] | None = None) -> None:
        self.name = name
        self.script = {hint: list(answers) for hint, answers in (script or {}).items()}
        self.calls: list[tuple[str, int, tuple[str, ...]]] = []
        self.coins = -1
        self.cards: list[str] = []
        self.log = "not set"

    def note(self, what: str) -> None:
        self.calls.append((what, self.coins, tuple(self.cards)))

    def receive(self, line: str) -> None:
        self.note(line)

    def react(self, hint: str) -> Any:
        self.note(f"{hint}?" if hint != "cb?" else hint)
        if self.script.get(hint):
            return self.script[hint].pop(0)
        return MEEK.get(hint) or self.cards[0]

    @property
    def heard(self) -> list[str]:
        """The lines that it received."""
        return [what for what, _, _ in self.calls if not what.endswith("?")]

    @property
    def asked(self) -> list[str]:
        """The hints that it was given."""
        return [what for what, _, _ in self.calls if what.endswith("?")]

    def seen_at(self, what: str) -> tuple[int, tuple[str, ...]]:
        """Its coins and cards when it first heard a line, or was first asked something."""
        return next((coins, cards) for each, coins, cards in self.calls if each == what)


class Table:
    """A game between scripted agents with given hands, played for some turns."""

    def __init__(
        self,
        hands: dict[str, str],
        scripts: Mapping[str, Mapping[str, list[object]]],
        turns: int = 1,
        **house_rules: Any,
    ) -> None:
        self.game: coup.Game = deal(hands, "coup2022", turn_limit=turns, **house_rules)
        self.agents = {name: Scripted(name, scripts.get(name)) for name in hands}
        self.desks = {name: Desk(name, agent) for name, agent in self.agents.items()}
        play(self.game, {name: AgentPlayer(desk) for name, desk in self.desks.items()})

    def __getitem__(self, name: str) -> Scripted:
        return self.agents[name]

    def conduct(self, name: str) -> Conduct:
        return self.desks[name].conduct()

    @property
    def lines(self) -> list[str]:
        """What everybody heard, but for the first and the last line."""
        heard = [agent.heard for agent in self.agents.values()]
        assert all(lines == heard[0] for lines in heard)
        return heard[0][1:-1]
