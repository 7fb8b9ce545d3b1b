"""What every seat knows in a game: everything it has noticed since the deal, and its observation.

`KernelPosition` is a game for programs that traverse game trees. It has no names and checks
nothing.
"""

from coup.game import Game
from coup.moves import CHANCE
from coup.research import information
from coup.rules import kernel as k
from coup.rules.digits import digit
from coup.rules.rulesets import Ruleset
from coup.rules.state import State, copy_state
from coup.rules.vocabulary import action_words, words
from coup.vectors.encoding import encoding_of
from coup.vectors.story import Story, witness

HIDDEN = {
    information.HIDDEN_DRAW: "draw ?",
    information.HIDDEN_RETURN: "return ?",
    information.HIDDEN_SHOW: "show ?",
    information.HIDDEN_ANSWER: "answer ?",
}


def move_text(move: int) -> str:
    """The text of a move, with seats as numbers; actions and answers that share a number are told
    apart by `information.distinct`.

    >>> move_text(k.STEAL + 4), move_text(k.REVEAL)
    ('steal 1', 'reveal duke')
    >>> move_text(information.distinct(k.TURN, k.CONVERTING_OTHER + 7))
    'convert 7'
    """
    shared = move - information.SHARED
    verb, argument = words(move) if shared < 0 else action_words(shared + k.PASS)
    return verb if argument is None else f"{verb} {argument}"


def notice_text(notice: int) -> str:
    """What a seat noticed, as text.

    >>> notice_text(k.TAX), notice_text(information.HIDDEN_RETURN)
    ('tax', 'return ?')
    """
    if information.PICKED <= notice < information.SHARED:
        return move_text(k.PASS + (notice - information.PICKED) % 8)
    return HIDDEN.get(notice) or move_text(notice)


TEXTS = tuple(map(notice_text, range(information.NOTICES)))


def whose(s: State, seat: int, move: int) -> int:
    """The seat that a coming move belongs to; for a move of chance, who draws or who is picked."""
    if seat != k.CHANCE:
        return seat
    return move - k.PICK if s.phase == k.PICKING else s.drawer


def cards_shown(s: State, seat: int, move: int) -> list[int]:
    """The roles that a move shows everybody besides the move itself: those of a proof."""
    return roles_of(s.hands[seat]) if move == k.PROVE else []


def roles_of(cards: int) -> list[int]:
    """The cards of a multiset."""
    return [role for role in range(k.ROLES) for _ in range(digit(cards, role))]


class KernelPosition:
    """A game for programs: no names, no checks, every move of chance made by the caller.

    seats, ruleset: as in `Game`.
    state, story: the kernel's state, and what observations need besides.
    encoding: the encoding of observations and actions.
    made: all moves, each with its seat or CHANCE.
    told: the same moves as text, with seats as numbers.
    noticed: for each seat and move, whose move it was and what the seat noticed of it; after a
        proof, also each card that was shown.
    """

    __slots__ = ("encoding", "made", "noticed", "ruleset", "seats", "state", "story", "told")

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats, self.encoding = ruleset, seats, encoding_of(ruleset)
        room = self.encoding.room
        self.state, self.story = State(room), Story(room)
        self.made: list[tuple[int, int]] = []
        self.told: list[str] = []
        self.noticed: list[list[tuple[int, int]]] = [[] for _ in range(seats)]
        k.reset(self.state, ruleset.rules, seats)

    def push(self, seat: int, move: int) -> None:
        """Make a move of a seat or of chance."""
        s, r = self.state, self.ruleset.rules
        who = whose(s, seat, move)
        shown = cards_shown(s, seat, move)
        for viewer, noticed in enumerate(self.noticed):
            noticed.append((who, information.noticed(s, r, seat, move, viewer)))
            noticed += [(who, k.SHOW + 4 * role) for role in shown]
        self.told.append(TEXTS[information.distinct(s.phase, move)])
        witness(self.story, s, r, seat, move)
        k.apply(s, r, seat, move)
        self.made.append((seat, move))

    def information_state_string(self, seat: int) -> str:
        """Everything a seat has noticed; equal for lines of play that it cannot tell apart."""
        return f"{seat}: " + "; ".join(f"{who} {TEXTS[what]}" for who, what in self.noticed[seat])

    def observation(self, seat: int) -> list[int]:
        """What a seat knows, as numbers."""
        out = [0] * self.encoding.size
        self.encoding.observe(self.state, self.ruleset.rules, self.story, seat, out)
        return out

    def copy(self) -> "KernelPosition":
        """An independent copy of this position."""
        twin = KernelPosition.__new__(KernelPosition)
        twin.ruleset, twin.seats, twin.encoding = self.ruleset, self.seats, self.encoding
        room = self.encoding.room
        twin.state, twin.story = State(room), Story(room)
        copy_state(self.state, twin.state)
        for field in Story.__slots__:
            setattr(twin.story, field, getattr(self.story, field).copy())
        twin.made, twin.told = self.made.copy(), self.told.copy()
        twin.noticed = [each.copy() for each in self.noticed]
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> "KernelPosition":
        return self.copy()


def information_state_string(game: Game, seat: str) -> str:
    """Everything a seat has noticed in a game; equal for lines of play that it cannot tell apart.

    >>> game = Game(["ann", "bob"], hands={"ann": "duke captain", "bob": "contessa contessa"})
    >>> game.push("tax")
    >>> information_state_string(game, "bob")
    '1: 0 draw ?; 0 draw ?; 1 draw contessa; 1 draw contessa; 0 tax'
    """
    position = KernelPosition(game.ruleset, len(game.seats))
    for mover, move in game.moves:
        position.push(k.CHANCE if mover == CHANCE else game.seats.index(mover), move.code)
    return position.information_state_string(game.seats.index(seat))
