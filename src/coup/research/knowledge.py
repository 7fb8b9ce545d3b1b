"""What every seat knows in a game: everything it has noticed since the deal, and its observation.

`KernelPosition` is a game for programs that walk game trees. It has no names and checks nothing.
"""

from coup.game import Game
from coup.moves import CHANCE
from coup.research import information
from coup.rules import kernel as k
from coup.rules.rulesets import Ruleset
from coup.rules.state import State, room_for
from coup.rules.vocabulary import words
from coup.vectors.limits import check_vectors
from coup.vectors.observation import SIZE, observe
from coup.vectors.story import Story, witness

HIDDEN = {
    information.HIDDEN_DRAW: "draw ?",
    information.HIDDEN_RETURN: "return ?",
    information.HIDDEN_SHOW: "show ?",
    information.HIDDEN_ANSWER: "answer ?",
}


def move_text(move: int) -> str:
    """A move of the kernel, with seats as numbers.

    >>> move_text(k.STEAL + 4), move_text(k.REVEAL)
    ('steal 1', 'reveal duke')
    """
    verb, argument = words(move)
    return verb if argument is None else f"{verb} {argument}"


def notice_text(notice: int) -> str:
    """What a seat noticed, as text.

    >>> notice_text(k.TAX), notice_text(information.HIDDEN_RETURN)
    ('tax', 'return ?')
    """
    if notice >= information.PICKED:
        return move_text(k.PASS + (notice - information.PICKED) % 8)
    return HIDDEN.get(notice) or move_text(notice)


TEXTS = tuple(map(notice_text, range(information.NOTICES)))


def whose(s: State, seat: int, move: int) -> int:
    """Whose move it is that a seat or chance is about to make: who draws, who was picked."""
    if seat != k.CHANCE:
        return seat
    return move - k.PICK if s.phase == k.PICKING else s.drawer


class KernelPosition:
    """A game for programs: no names, no checks, every move of chance made by the caller.

    seats, ruleset: as in `Game`.
    state, story: the kernel's state, and what observations need beside it.
    made: all moves, each with its seat or CHANCE.
    noticed: for each seat, whose each move was, and what it noticed of it.
    """

    __slots__ = ("made", "noticed", "ruleset", "seats", "state", "story")

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        room = room_for(seats)
        self.state, self.story = State(room), Story(room)
        self.made: list[tuple[int, int]] = []
        self.noticed: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        k.reset(self.state, ruleset.rules, seats)

    def push(self, seat: int, move: int) -> None:
        """Make a move of a seat or of chance."""
        s, r = self.state, self.ruleset.rules
        who = whose(s, seat, move)
        for viewer, noticed in enumerate(self.noticed):
            noticed.append((who, information.noticed(s, r, seat, move, viewer)))
        witness(self.story, s, r, seat, move)
        k.apply(s, r, seat, move)
        self.made.append((seat, move))

    def information_state_string(self, seat: int) -> str:
        """All that a seat has noticed; two lines of play that it cannot tell apart are equal."""
        return f"{seat}: " + "; ".join(f"{who} {TEXTS[what]}" for who, what in self.noticed[seat])

    def observation(self, seat: int) -> list[int]:
        """What a seat knows, as numbers."""
        out = [0] * SIZE
        observe(self.state, self.ruleset.rules, self.story, seat, out)
        return out

    def copy(self) -> "KernelPosition":
        """An independent copy of this position."""
        twin = KernelPosition.__new__(KernelPosition)
        twin.ruleset, twin.seats = self.ruleset, self.seats
        room = room_for(self.seats)
        twin.state, twin.story = State(room), Story(room)
        k.copy(self.state, twin.state)
        for field in Story.__slots__:
            setattr(twin.story, field, getattr(self.story, field).copy())
        twin.made = self.made.copy()
        twin.noticed = [each.copy() for each in self.noticed]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "KernelPosition":
        return self.copy()


def information_state_string(game: Game, seat: str) -> str:
    """All that a seat has noticed in a game; two lines of play that it cannot tell apart are equal.

    >>> game = Game(["ann", "bob"], hands={"ann": "duke captain", "bob": "contessa contessa"})
    >>> game.push("tax")
    >>> information_state_string(game, "bob")
    '1: 0 draw ?; 0 draw ?; 1 draw contessa; 1 draw contessa; 0 tax'
    """
    check_vectors(game.ruleset, len(game.seats))
    position = KernelPosition(game.ruleset, len(game.seats))
    for mover, move in game.moves:
        position.push(k.CHANCE if mover == CHANCE else game.seats.index(mover), move.code)
    return position.information_state_string(game.seats.index(seat))
