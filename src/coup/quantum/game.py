"""`Game`: a game of Quantum Coup with named players and checked moves.

It asks only seats that have a choice: a seat that cannot block, or has one kind of card to lose, is
not asked. It knows no screens and no bots.
"""

from collections.abc import Sequence
from typing import NamedTuple

from coup.quantum.explain import IllegalMove, find_move
from coup.quantum.notation import checked_names, read_position
from coup.quantum.positions import NAMES, Move, Position
from coup.quantum.rules import DEFAULT, Ruleset, next_turn, options, start, to_move, winner


class MadeMove(NamedTuple):
    """A move that was made.

    before, after: the positions before and after it; the latter may be the end of a turn.
    chosen: whether a player was asked, since there was a choice.
    """

    seat: int
    move: Move
    before: Position
    after: Position
    chosen: bool


class Game:
    """A game of Quantum Coup.

    >>> game = Game("Alice: (void, void, 2), Bob: (void, void, 2)")
    >>> game.push("tax")
    >>> print(game)
    Alice: (duke, void, 5), Bob: (void, void, 2)
    >>> game.to_move, game.legal_moves
    ('Bob', ['income', 'foreign_aid', 'tax', 'steal Alice'])
    >>> game.push("coup")
    Traceback (most recent call last):
        ...
    coup.quantum.IllegalMove: Bob has 2 coins, coup costs 7

    position: the first position, or its text, which names the players; by default the start of a
        game for two.
    names: the players, if the position does not name them.
    """

    def __init__(
        self,
        position: Position | str | None = None,
        ruleset: Ruleset = DEFAULT,
        names: Sequence[str] = NAMES,
    ) -> None:
        if isinstance(position, str):
            position, names = read_position(position)
        elif position is None:
            position = start(ruleset)
        self.ruleset = ruleset
        self.names = checked_names(names, len(position.hands))
        self.begin = position
        self.position = position
        self.made: list[MadeMove] = []
        self._run()

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return winner(self.position) is not None

    @property
    def winner(self) -> str | None:
        """The winner, if any."""
        seat = winner(self.position)
        return None if seat is None else self.names[seat]

    @property
    def to_move(self) -> str | None:
        """The player who is asked now; None at the end."""
        seat = to_move(self.position)
        return None if seat is None else self.names[seat]

    @property
    def repetitions(self) -> int:
        """How often the current position has occurred, with the same player to choose an action; at
        least 1.

        >>> fortress = "Ann: (dead, captain, 5), Tom: (dead, ambassador, 3), Tom to move"
        >>> game = Game(fortress, Ruleset(exchange="all"))
        >>> for move in ("exchange", "steal", "block_steal ambassador"):
        ...     game.push(move)
        >>> game.repetitions
        2
        """
        if self.position.phase != "choose":
            return 1
        before = sum(made.before == self.position for made in self.made)
        return before + 1

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves."""
        return [move.text(self.names) for move in options(self.position, self.ruleset)]

    @property
    def moves(self) -> list[tuple[str, str]]:
        """The chosen moves so far, with their players."""
        return [
            (self.names[made.seat], made.move.text(self.names)) for made in self.made if made.chosen
        ]

    def push(self, text: str) -> None:
        """Make a move for the seat to move; raises IllegalMove, with the reason, if it cannot."""
        self.make(find_move(text, self.position, self.ruleset, self.names))

    def make(self, move: Move) -> None:
        """Make a legal move."""
        self._step(move, chosen=True)
        self._run()

    def pop(self) -> str:
        """Take back the last chosen move, and everything after it."""
        while self.made:
            last = self.made.pop()
            self.position = last.before
            if last.chosen:
                return last.move.text(self.names)
        raise IllegalMove("there is no move to take back")

    def _step(self, move: Move, chosen: bool) -> None:
        seat = to_move(self.position)
        assert seat is not None
        after = options(self.position, self.ruleset)[move]
        self.made.append(MadeMove(seat, move, self.position, after, chosen))
        self.position = after

    def _run(self) -> None:
        """Continue to the next real choice."""
        while not self.over:
            if self.position.phase == "end":
                self.position = next_turn(self.position)
                continue
            moves = list(options(self.position, self.ruleset))
            if len(moves) > 1 or self.position.phase == "choose":
                return
            self._step(moves[0], chosen=False)

    def __str__(self) -> str:
        return self.position.text(self.names)
