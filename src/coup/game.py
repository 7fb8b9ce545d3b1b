"""`Game`: the friendly object that everybody above the rules uses.

It puts names to the kernel's numbers, checks every move before the kernel makes it, samples chance
from a seed, remembers the way so that it can go back, and tells the story. It knows nothing of
screens, files or bots.
"""

import os
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from coup import picture
from coup.events import Event, count, narrate
from coup.explain import IllegalMove, illegal, listed, no_such_move
from coup.moves import CHANCE, Move, Ply, by_action, move_table, moves_by_code
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.names import ACTIONS, ROLES, roles_in, seats_in
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.state import State
from coup.view import Kind, Question, View

KINDS: tuple[Kind, ...] = (
    "action",
    "challenge or block",
    "challenge",
    "block",
    "challenge block",
    "reveal",
    "discard",
    "discard",
    "return",
    "show",
    "examine",
    "over",
)
"""The kernel's phases in words, as far as seats are asked."""


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """The players' names, if they can be told apart and written down."""
    checked = tuple(names)
    for name in checked:
        if not isinstance(name, str) or name.split() != [name] or not name.isprintable():
            raise ValueError(f"a player's name is one word, not {name!r}")
        if name == CHANCE:
            raise ValueError(f"no player can be called {CHANCE!r}: that is who draws the cards")
        if checked.count(name) > 1:
            raise ValueError(f"two players are called {name!r}")
    return checked


def checked_hands(
    hands: Mapping[str, str], names: tuple[str, ...], ruleset: Ruleset
) -> dict[int, list[int]]:
    """The fixed hands as numbers, if the deck has these cards."""
    checked: dict[int, list[int]] = {}
    for name, hand in hands.items():
        roles = hand.split()
        if name not in names:
            raise ValueError(f"hands: there is no seat {name!r}, only {', '.join(names)}")
        if len(roles) != ruleset.cards:
            raise ValueError(f"hands: {name} needs {count(ruleset.cards, 'card')}, not {hand!r}")
        for role in roles:
            if role not in ruleset.roles:
                raise ValueError(f"hands: {role!r} is not one of {', '.join(ruleset.roles)}")
        checked[names.index(name)] = [ROLES.index(role) for role in roles]
    dealt = " ".join(hands.values()).split()
    for role in ruleset.roles:
        if dealt.count(role) > ruleset.copies:
            raise ValueError(f"hands: there are only {ruleset.copies} cards of the {role}")
    return checked


class Made(NamedTuple):
    """A move that was made, with all that is needed to take it back."""

    before: State
    random: int
    seat: int
    move: Move
    pushed: bool
    """By `push`, or else by chance on its own."""


class Game:
    """A game of Coup.

    >>> game = Game(["ann", "bob"], hands={"ann": "duke captain", "bob": "contessa contessa"})
    >>> game.push("tax")
    >>> game.to_move, game.legal_moves
    ('bob', [pass, challenge])
    >>> game.push("pass")
    >>> game.coins
    {'ann': 5, 'bob': 2}

    `names` are the players, clockwise; the first one begins. `ruleset` is a name or a `Ruleset`.
    The same seed and the same moves give the same game everywhere. `hands` fixes the cards of some
    seats. With `drive_chance` the deal (unless `hands` fixes some of it) and every draw wait for a
    `push`, too.
    """

    def __init__(
        self,
        names: Iterable[str],
        ruleset: str | Ruleset = "classic",
        seed: int | None = None,
        hands: Mapping[str, str] | None = None,
        *,
        drive_chance: bool = False,
    ) -> None:
        self.names = checked_names(names)
        self.ruleset = find_ruleset(ruleset)
        self.ruleset.check_seats(len(self.names))
        self.seed = int.from_bytes(os.urandom(8), "little") if seed is None else seed
        if not 0 <= self.seed < 1 << 64:
            raise ValueError(f"a seed is a number from 0 to 2**64 - 1, not {seed}")
        self.drive_chance = drive_chance
        self._rules = self.ruleset.rules
        self._by_text = move_table(self.names)
        self._by_code = moves_by_code(self.names)
        self._state = State()
        self._random = playout.start(self.seed, 0)
        self._made: list[Made] = []
        self._events: list[Event] = []
        self._told = 0  # how many of the moves made are in the events
        k.reset(self._state, self._rules, len(self.names))
        self._deal(checked_hands(hands or {}, self.names, self.ruleset))
        if not drive_chance:
            self._run_chance()

    # What anybody can see.

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.phase == k.OVER

    @property
    def winner(self) -> str | None:
        """The last seat with a card; None while the game goes on, or if nobody won."""
        return None if self._state.winner == k.NOBODY else self.names[self._state.winner]

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1."""
        return self._state.turn

    @property
    def to_move(self) -> str | None:
        """The seat to ask next, "chance" if chance is driven by hand, None at the end."""
        mover = self._state.mover
        if mover == k.CHANCE:
            return CHANCE
        return None if mover == k.TERMINAL else self.names[mover]

    @property
    def pending(self) -> list[str]:
        """All seats that may answer now."""
        return [self.names[seat] for seat in seats_in(k.answerers(self._state, self._rules))]

    @property
    def legal_moves(self) -> list[Move]:
        """The moves of the seat to move."""
        mover = self._state.mover
        if mover == k.CHANCE:
            return list(self.outcomes)
        return [] if mover == k.TERMINAL else self._legal(mover)

    def legal_moves_of(self, seat: str) -> list[Move]:
        """The moves of any seat; none if it is not asked now."""
        return self._legal(self._number(seat))

    @property
    def outcomes(self) -> dict[Move, int]:
        """What chance may do now, with weights; empty if it is not chance's move."""
        if self._state.mover != k.CHANCE:
            return {}
        weights = k.outcomes(self._state)
        first = k.PICK if self._state.phase == k.PICKING else k.DRAW
        return {
            self._by_code[first + place]: weights >> 4 * place & 15
            for place in range(max(len(ROLES), k.SEATS))
            if weights >> 4 * place & 15
        }

    @property
    def coins(self) -> dict[str, int]:
        """Everybody's coins."""
        return dict(zip(self.names, self._state.coins, strict=False))

    def discarded(self, seat: str) -> tuple[str, ...]:
        """A seat's cards that lie face up."""
        return roles_in(self._state.discards[self._number(seat)])

    @property
    def deck_size(self) -> int:
        """Cards in the court deck."""
        return len(roles_in(self._state.deck))

    @property
    def question(self) -> Question:
        """What is being asked now."""
        s = self._state

        def name(seat: int) -> str | None:
            return None if seat == k.NOBODY else self.names[seat]

        kind = KINDS[s.phase] if s.phase < len(KINDS) else "chance"
        return Question(
            kind=kind,
            asked=tuple(self.pending),
            actor=name(s.actor) if s.turn else None,
            action=None if s.action == k.NONE else ACTIONS[s.action],
            target=name(s.target),
            claimant=name(s.claimant) if s.claim else None,
            roles=roles_in(s.claim),
            blocker=name(s.blocker),
            challenger=name(s.challenger),
        )

    # What only some can see.

    def hand(self, seat: str) -> tuple[str, ...]:
        """A seat's face-down cards."""
        return roles_in(self._state.hands[self._number(seat)])

    @property
    def moves(self) -> list[Ply]:
        """All moves made so far, those of chance included."""
        return [Ply(self._who(made.seat), made.move) for made in self._made]

    @property
    def events(self) -> list[Event]:
        """The whole story so far, private events included."""
        for number in range(self._told, len(self._made)):
            made = self._made[number]
            following = number + 1
            after = self._made[following].before if following < len(self._made) else self._state
            self._events += narrate(
                self.names, self._rules, made.before, made.seat, made.move, after
            )
        self._told = len(self._made)
        return list(self._events)

    def view(self, seat: str | None) -> View:
        """What a seat may know; what a spectator may know for None."""
        s = self._state
        number = None if seat is None else self._number(seat)
        events = tuple(event for event in self.events if event.seen_by(seat))
        return View(
            ruleset=self.ruleset,
            seat=seat,
            seats=self.names,
            turn=s.turn,
            hand=() if number is None else roles_in(s.hands[number]),
            coins=self.coins,
            cards={name: len(self.hand(name)) for name in self.names},
            discarded={name: self.discarded(name) for name in self.names},
            deck_size=self.deck_size,
            question=self.question,
            legal_moves=() if number is None else tuple(self._legal(number)),
            events=events,
            over=self.over,
            winner=self.winner,
        )

    # Moving on, and back.

    def push(self, move: str, seat: str | None = None) -> None:
        """Make a move for the seat to move, or for another one that may answer now.

        >>> game = Game(["ann", "bob"])
        >>> game.push("coup bob")
        Traceback (most recent call last):
            ...
        coup.explain.IllegalMove: ann has 2 coins, coup costs 7
        """
        mover = self._state.mover if seat is None else self._seat_or_chance(seat)
        if mover == k.TERMINAL:
            raise IllegalMove("the game is over")
        legal = self.legal_moves if mover == k.CHANCE else self._legal(mover)
        known = self._by_text.get(" ".join(str(move).split()))
        if known is None:
            raise IllegalMove(no_such_move(move, legal or self.legal_moves))
        if known not in legal:
            if mover == k.CHANCE:
                raise IllegalMove(f"chance cannot {known} now, only {listed(legal)}")
            raise IllegalMove(illegal(self._state, self.ruleset, self.names, mover, known, legal))
        self._make(mover, known, pushed=True)
        if not self.drive_chance:
            self._run_chance()

    def pop(self) -> Move:
        """Take back the last move pushed, and what chance did after it."""
        if not any(made.pushed for made in self._made):
            raise IllegalMove("there is no move to take back")
        while True:
            made = self._made.pop()
            if made.pushed:
                break
        k.copy(made.before, self._state)  # not taken over: a copy of the game may share it
        self._random = made.random
        self._told = 0
        self._events = []
        return made.move

    def copy(self) -> "Game":
        """An equal game that goes its own way from here."""
        twin = Game.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin._state = State()
        k.copy(self._state, twin._state)
        twin._made = self._made.copy()
        twin._events = self._events.copy()
        return twin

    # How it shows itself: to its owner, with all cards open.

    def picture(self) -> picture.Picture:
        """The table with all cards open."""
        rows = tuple(
            picture.Row(name, self.coins[name], self.hand(name), self.discarded(name))
            for name in self.names
        )
        return picture.Picture(
            self.ruleset.name,
            self.turn,
            self.deck_size,
            rows,
            self.question.actor,
            self.view(None).caption(),
        )

    def __str__(self) -> str:
        return picture.as_text(self.picture())

    def __repr__(self) -> str:
        return f"Game({list(self.names)}, ruleset={self.ruleset.name!r}, seed={self.seed})"

    def _repr_svg_(self) -> str:
        return picture.as_svg(self.picture())

    # Inside.

    def _legal(self, seat: int) -> list[Move]:
        mask = k.legal(self._state, self._rules, seat)
        moves = []
        while mask:
            moves.append(self._by_code[k.lowest(mask)])
            mask &= mask - 1
        if self._state.phase == k.TURN:
            moves.sort(key=by_action)
        return moves

    def _number(self, seat: str) -> int:
        if seat not in self.names:
            raise ValueError(f"there is no seat {seat!r}, only {', '.join(self.names)}")
        return self.names.index(seat)

    def _seat_or_chance(self, seat: str) -> int:
        return k.CHANCE if seat == CHANCE and self.drive_chance else self._number(seat)

    def _who(self, seat: int) -> str:
        return CHANCE if seat == k.CHANCE else self.names[seat]

    def _make(self, seat: int, move: Move, pushed: bool) -> None:
        before = State()
        k.copy(self._state, before)
        self._made.append(Made(before, self._random, seat, move, pushed))
        k.apply(self._state, self._rules, seat, move.code)

    def _run_chance(self) -> None:
        """Sample what chance decides, until a seat is asked."""
        while self._state.mover == k.CHANCE:
            self._draw(k.outcomes(self._state))

    def _draw(self, weights: int) -> None:
        """Let chance choose by weights, given in base 16."""
        self._random = playout.advance(self._random)
        place = playout.pick_weighted(weights, playout.below(self._random, playout.total(weights)))
        first = k.PICK if self._state.phase == k.PICKING else k.DRAW
        self._make(k.CHANCE, self._by_code[first + place], pushed=False)

    def _deal(self, hands: dict[int, list[int]]) -> None:
        """Deal the fixed hands, and the others from what those leave."""
        reserved = sum(1 << 4 * role for hand in hands.values() for role in hand)
        while hands and self._state.phase == k.DEALING:
            hand = hands.get(self._state.drawer)
            if hand is None:
                self._draw(self._state.deck - reserved)
            else:
                role = hand.pop(0)
                reserved -= 1 << 4 * role
                self._make(k.CHANCE, self._by_code[k.DRAW + role], pushed=False)
