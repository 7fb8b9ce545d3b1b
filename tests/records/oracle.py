"""A brute-force oracle for the checker: all games of the kernel that write given lines.

It keeps every state, hidden cards included, that any deal, draws and secret answers lead to if
exactly the lines so far are written. It does not use `coup.records`.
"""

from collections.abc import Iterable, Iterator
from operator import attrgetter

import coup
from coup.rules import kernel as k
from coup.rules.state import State, copy_state
from coup.rules.vocabulary import ROLES, words

Key = tuple[object, ...]
States = dict[Key, State]

ENDED: States = {("ended",): State()}
"""After the winner's line."""


LISTS = ("coins", "discards", "hands", "top")
scalars = attrgetter(*(name for name in State.__slots__ if name not in (*LISTS, "fate")))


def key(s: State) -> Key:
    """A key for comparing states: everything that the rules read, so neither the fate, which is for
    stories, nor unused places in `top`."""
    return (scalars(s), *s.coins, *s.discards, *s.hands, *s.top[: s.tops])


def collect(states: Iterable[State]) -> States:
    return {key(state): state for state in states}


class Oracle:
    """All games of some players by a ruleset with secret answers."""

    def __init__(self, players: tuple[str, ...], ruleset: coup.Ruleset) -> None:
        self.players = players
        self.rules = ruleset.rules

    def start(self) -> States:
        state = State()
        k.reset(state, self.rules, len(self.players))
        states = collect([state])
        while any(state.phase == k.DEALING for state in states.values()):
            states = collect(after for each in states.values() for after in self.outcomes(each))
        return states

    def first_fault(self, states: States, lines: list[str], number: int) -> int | None:
        """The number of the first line that no game can have, counted from `number`."""
        for line in lines:
            states = self.after(states, line)
            if not states:
                return number
            number += 1
        return None if states is ENDED else number

    def after(self, states: States, line: str) -> States:
        """The states after some states and exactly one more line."""
        if states is ENDED:
            return {}
        if line.startswith("winner:"):
            return self.won(states, line)
        reached: States = {}
        silent = dict(states)
        seen = set(silent)
        while silent:
            _, state = silent.popitem()
            for written, after in self.moves(state, line):
                if written == line:
                    reached[key(after)] = after
                elif written is None and key(after) not in seen:
                    seen.add(key(after))
                    silent[key(after)] = after
        return reached

    def won(self, states: States, line: str) -> States:
        """The states after the winner's line, which comes when all who may answer have passed."""
        for state in self.silently(states):
            if state.phase == k.OVER:
                seat = k.winner(state)
                if line == f"winner: {'none' if seat == k.NOBODY else self.players[seat]}":
                    return ENDED
        return {}

    def silently(self, states: States) -> Iterator[State]:
        """Some states, and all states that follow them without a line."""
        silent = dict(states)
        seen = set(silent)
        while silent:
            _, state = silent.popitem()
            yield state
            for written, after in self.moves(state, ""):
                if written is None and key(after) not in seen:
                    seen.add(key(after))
                    silent[key(after)] = after

    def moves(self, s: State, line: str) -> Iterator[tuple[str | None, State]]:
        """All moves that can lead to a line, each with the line that it writes itself.

        Of the secret answers only those that the line shows are tried: one that was not picked
        leaves no trace, so a pass is equivalent.
        """
        if s.mover == k.TERMINAL:
            return
        if s.mover == k.CHANCE:
            for after in self.outcomes(s):
                yield (self.picked(s, after), after)
            return
        name = self.players[s.mover]
        mask = k.legal(s, self.rules, s.mover)
        while mask:
            move = k.lowest(mask)
            mask &= mask - 1
            verb, argument = words(move)
            if s.phase == k.TURN:
                text = f"{name} {verb}"
                if isinstance(argument, int):
                    text += f" {self.players[argument]}"
                if text == line:
                    yield text, self.made(s, s.mover, move)
            elif s.phase in (k.REACTING, k.DOUBTING):
                if verb == "pass" or line == f"{name} {verb}":
                    yield None, self.made(s, s.mover, move)
            else:
                yield self.card(s, name, verb, str(argument)), self.made(s, s.mover, move)

    def card(self, s: State, name: str, verb: str, role: str) -> str | None:
        """The line that a move with a card writes."""
        if verb == "discard":
            return f"{name} discard {role}"
        if verb == "reveal" and not s.claim >> 4 * ROLES.index(role) & 1:
            return f"{name} discard {role}"
        return None

    def picked(self, before: State, after: State) -> str | None:
        """The line that chance writes with its pick."""
        if before.phase != k.PICKING:
            return None
        if after.phase == k.DOUBTING:
            return f"{self.players[after.blocker]} {words(after.block)[0]}"
        return f"{self.players[after.challenger]} challenge"

    def outcomes(self, s: State) -> Iterator[State]:
        weights = k.present(k.outcomes(s))
        while weights:
            place = k.lowest(weights) >> 2
            weights &= weights - 1
            yield self.made(s, k.CHANCE, k.first_outcome(s) + place)

    def made(self, s: State, seat: int, move: int) -> State:
        after = State()
        copy_state(s, after)
        k.apply(after, self.rules, seat, move)
        return after
