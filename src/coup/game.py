"""`Game`: the object that everybody above the rules uses.

It gives names to the kernel's numbers, checks every move before the kernel makes it, samples chance
from a seed, keeps the history so that it can go back, and tells the story. It knows nothing of
screens, files or bots.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from coup import picture
from coup.events import Event, narrate
from coup.explain import IllegalMove, illegal, no_such_move
from coup.moves import CHANCE, Move, Ply, by_action, move_table, moves_by_code
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.digits import digit, has, one, total
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.rules.state import State, copy_state, room_for
from coup.rules.vocabulary import (
    ACTIONS,
    ALLEGIANCES,
    ROLES,
    is_action,
    kind_of_question,
    roles_in,
    seats_in,
)
from coup.seating import Hands, checked_hands, checked_seats
from coup.view import Question, View, caption, heading
from coup.words import listed


@dataclass(slots=True)
class Made:
    """A move that was made, with what is needed to take it back and to tell its story."""

    before: State | None  # None: it cannot be taken back any more
    random: int
    seat: int
    move: Move
    pushed: bool  # by `push`; otherwise chance was sampled
    events: tuple[Event, ...] | None = None  # None until somebody asks for them


class Seen(NamedTuple):
    """What a seat has been told: the events of the first `moves` moves."""

    moves: int
    last: Made | None
    events: tuple[Event, ...]


class Game:
    """A game of Coup.

    >>> game = Game(["ann", "bob"], hands={"ann": "duke captain", "bob": "contessa contessa"})
    >>> game.push("tax")
    >>> game.to_move, game.legal_moves
    ('bob', [pass, challenge])
    >>> game.push("pass")
    >>> game.coins
    {'ann': 5, 'bob': 2}

    names: the players, clockwise; the first one begins. As an attribute they are the `seats`.
    ruleset: a name, or a `Ruleset`.
    seed: a number. The same seed and the same moves give the same game everywhere.
    hands: the cards of some seats or all, as in `{"ann": "duke captain"}`; the others' are dealt.
    drive_chance: whether chance also waits for a `push`, as in `push("draw duke")`. So does the
        deal, unless `hands` is given.
    """

    def __init__(
        self,
        names: Iterable[str],
        ruleset: str | Ruleset = "classic",
        seed: int | None = None,
        hands: Hands | None = None,
        *,
        drive_chance: bool = False,
    ) -> None:
        self.seats = checked_seats(names)
        self.ruleset = find_ruleset(ruleset)
        self.ruleset.check_seats(len(self.seats))
        self.seed = new_seed() if seed is None else seed
        check_seed(self.seed)
        self._driven = drive_chance
        self._rules = self.ruleset.rules
        self._by_text = move_table(self.seats)
        self._actions = moves_by_code(self.seats, action=True)
        self._answers = moves_by_code(self.seats, action=False)
        self._state = State(room_for(len(self.seats)))
        self._random = playout.start(self.seed, 0)
        self._made: list[Made] = []
        self._seen: dict[str | None, Seen] = {}
        k.reset(self._state, self._rules, len(self.seats))
        self._deal(checked_hands(hands, self.seats, self.ruleset))
        self._run_chance()

    @classmethod
    def replay(
        cls,
        names: Iterable[str],
        moves: Iterable[tuple[str, str]],
        ruleset: str | Ruleset = "classic",
        seed: int | None = None,
    ) -> "Game":
        """The game after these moves, including those of chance, ready to continue.

        With the seed of the game that they come from, chance continues as it would have there.

        >>> game = Game(["ann", "bob"], seed=7)
        >>> game.push("tax")
        >>> again = Game.replay(game.seats, game.moves, seed=7)
        >>> again.view("bob") == game.view("bob")
        True
        """
        game = cls(names, ruleset, seed, drive_chance=True)
        for number, (seat, move) in enumerate(moves, 1):
            try:
                game.push(move, seat)
            except ValueError as error:
                raise IllegalMove(f"move {number} ({seat}: {move}): {error}") from None
        game._driven = False
        game._run_chance()
        return game

    @classmethod
    def retrace(
        cls,
        names: Iterable[str],
        plies: Iterable[tuple[int, int]],
        ruleset: str | Ruleset,
        seed: int | None,
    ) -> "Game":
        """Like `replay`, for moves that are known to be legal; see `follow`."""
        game = cls(names, ruleset, seed, drive_chance=True)
        game.follow(plies)
        game._driven = False
        game._run_chance()
        return game

    # What anybody can see.

    @property
    def drive_chance(self) -> bool:
        """Whether chance waits for a `push`."""
        return self._driven

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return k.current_player(self._state) == k.TERMINAL

    @property
    def winner(self) -> str | None:
        """The last seat with a card; None during the game, or if nobody won."""
        return self._name(k.winner(self._state))

    @property
    def turn(self) -> int:
        """The number of the turn, counted from 1."""
        return self._state.turn

    @property
    def alive(self) -> list[str]:
        """The seats that are still in."""
        return [self.seats[seat] for seat in seats_in(self._state.alive)]

    @property
    def to_move(self) -> str | None:
        """The seat to ask next, "chance" if chance is driven, None at the end."""
        mover = k.current_player(self._state)
        return None if mover == k.TERMINAL else self._who(mover)

    @property
    def pending(self) -> list[str]:
        """All seats that may answer now."""
        return [self.seats[seat] for seat in seats_in(k.answerers(self._state, self._rules))]

    @property
    def legal_moves(self) -> list[Move]:
        """The moves of the seat to move."""
        mover = k.current_player(self._state)
        return [] if mover == k.TERMINAL else self._legal(mover)

    def legal_moves_of(self, seat: str) -> list[Move]:
        """The legal moves of any seat; none if it is not asked now."""
        return self._legal(self._number(seat))

    @property
    def outcomes(self) -> dict[str, int]:
        """Chance's possible moves now, with weights; empty if it is not to move."""
        weights = k.outcomes(self._state)
        first = k.first_outcome(self._state)
        return {move: digit(weights, move.code - first) for move in self._legal(k.CHANCE)}

    @property
    def coins(self) -> dict[str, int]:
        """Everybody's coins."""
        return dict(zip(self.seats, self._state.coins, strict=False))

    @property
    def allegiances(self) -> dict[str, str]:
        """The side of every seat, `loyalist` or `reformist`; empty in rulesets without sides, and
        until the first seat has chosen where it is asked to.

        >>> Game(["ann", "bob", "carl"], "reformation").allegiances
        {'ann': 'loyalist', 'bob': 'reformist', 'carl': 'loyalist'}
        """
        s = self._state
        if not self.ruleset.allegiances or (self._rules.choose_side and not s.turn):
            return {}
        return {name: ALLEGIANCES[has(s.sides, seat)] for seat, name in enumerate(self.seats)}

    @property
    def reserve(self) -> int:
        """Coins in the reserve, which conversions fill."""
        return self._state.reserve

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
        return Question(
            kind=kind_of_question(s, self._rules),
            asked=tuple(self.pending),
            actor=self._name(s.actor) if s.turn else None,
            action=None if s.action == k.NONE else ACTIONS[s.action],
            target=self._name(s.target),
            claimant=self._name(s.claimant) if s.claim or s.denial else None,
            roles=roles_in(s.claim),
            denied=roles_in(s.denial),
            blocker=self._name(s.blocker),
            challenger=self._name(s.challenger),
        )

    # What only some may see.

    def hand(self, seat: str) -> tuple[str, ...]:
        """A seat's face-down cards."""
        return roles_in(self._state.hands[self._number(seat)])

    @property
    def moves(self) -> list[Ply]:
        """All moves made so far, those of chance included."""
        return [Ply(self._who(made.seat), made.move) for made in self._made]

    @property
    def events(self) -> list[Event]:
        """The whole story so far, private events included; their kinds are in `coup.events`."""
        return [event for number in range(len(self._made)) for event in self._told(number)]

    def view(self, seat: str | None) -> View:
        """What a seat may know; None is a spectator."""
        s = self._state
        number = None if seat is None else self._number(seat)
        return View(
            ruleset=self.ruleset,
            seat=seat,
            seats=self.seats,
            turn=s.turn,
            hand=() if number is None else roles_in(s.hands[number]),
            alive=tuple(self.alive),
            coins=self.coins,
            cards={name: len(roles_in(s.hands[place])) for place, name in enumerate(self.seats)},
            discarded={name: roles_in(s.discards[place]) for place, name in enumerate(self.seats)},
            deck_size=self.deck_size,
            allegiances=self.allegiances,
            reserve=self.reserve,
            question=self.question,
            shown=self._shown_to(number),
            legal_moves=() if number is None else tuple(self._legal(number)),
            events=self._seen_by(seat),
            over=self.over,
            winner=self.winner,
        )

    # Forwards and backwards.

    def push(self, move: str, seat: str | None = None) -> None:
        """Make a move for the seat to move, or for another one that may answer now.

        >>> game = Game(["ann", "bob"])
        >>> game.push("coup bob")
        Traceback (most recent call last):
            ...
        coup.IllegalMove: ann has 2 coins, coup costs 7
        """
        mover = k.current_player(self._state)
        if mover == k.TERMINAL:
            raise IllegalMove("the game is over")
        if seat is not None:
            mover = k.CHANCE if seat == CHANCE and self._driven else self._number(seat)
        legal = self._legal(mover)
        known = self._by_text.get(" ".join(str(move).split()))
        if known is None:
            raise IllegalMove(no_such_move(move, self.seats, legal or self.legal_moves))
        if known not in legal:
            if mover == k.CHANCE:
                now = f"only {listed(legal)}" if legal else f"{self.to_move} is to move"
                raise IllegalMove(f"chance cannot {known} now: {now}")
            raise IllegalMove(illegal(self._state, self.ruleset, self.seats, mover, known, legal))
        self._make(mover, known, pushed=True)
        self._run_chance()

    def follow(self, plies: Iterable[tuple[int, int]]) -> None:
        """Make moves that are known to be legal; nothing is checked.

        plies: the seat (or CHANCE) and the move of each, as the kernel's numbers.
        """
        for mover, code in plies:
            self._make(mover, self._by_code()[code], pushed=True)

    def pop(self) -> Move:
        """Take back the last move pushed, and what chance did after it."""
        last = len(self._made) - 1
        while last >= 0 and not self._made[last].pushed:
            last -= 1
        if last < 0:
            raise IllegalMove("there is no move to take back")
        made = self._made[last]
        if made.before is None:
            raise IllegalMove("the game has let go of its positions before this one")
        del self._made[last:]
        copy_state(made.before, self._state)  # copied, since a copy of the game may share it
        self._random = made.random
        return made.move

    def let_go(self) -> None:
        """Drop what is needed to take back the moves so far: two thirds of the memory of a long
        game. The moves and the story stay.

        >>> game = Game(["ann", "bob"])
        >>> game.push("tax")
        >>> game.let_go()
        >>> game.pop()
        Traceback (most recent call last):
            ...
        coup.IllegalMove: the game has let go of its positions before this one
        """
        kept = [number for number, made in enumerate(self._made) if made.before is not None]
        for number in kept:
            self._told(number)
        for number in kept:
            self._made[number].before = None

    def copy(self) -> "Game":
        """An independent game with the same history."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._state = State(room_for(len(self.seats)))
        copy_state(self._state, twin._state)
        twin._made = self._made.copy()
        twin._seen = self._seen.copy()
        return twin

    __copy__ = copy

    # Its own picture and representation, with all cards open.

    def picture(self) -> picture.Picture:
        """The table with all cards open."""
        sides = self.allegiances
        rows = tuple(
            picture.Row(
                seat,
                self.coins[seat],
                self.hand(seat),
                self.discarded(seat),
                seat in self.alive,
                sides.get(seat),
            )
            for seat in self.seats
        )
        return picture.Picture(
            heading(self.ruleset, self.turn, self.deck_size, self.reserve),
            rows,
            None if self.over else self.question.actor,
            caption(self.question, self.winner),
        )

    def __str__(self) -> str:
        return picture.as_text(self.picture())

    def __repr__(self) -> str:
        players = ", ".join(self.seats)
        return f"<Game: {players}; {self.ruleset}; seed {self.seed}; turn {self.turn}>"

    def _repr_svg_(self) -> str:
        return picture.as_svg(self.picture())

    # Internals.

    def _legal(self, mover: int) -> list[Move]:
        """The moves of a seat, or of chance."""
        if mover != k.CHANCE:
            moves = self._moves_in(k.legal(self._state, self._rules, mover))
            if self._state.phase == k.TURN:
                moves.sort(key=by_action)
            return moves
        if k.current_player(self._state) != k.CHANCE:
            return []
        first = k.first_outcome(self._state)
        return [
            self._answers[first + place] for place in seats_in(k.present(k.outcomes(self._state)))
        ]

    def _by_code(self) -> dict[int, Move]:
        """The table's actions or its answers, whichever are asked for, by the kernel's number."""
        return self._actions if is_action(self._state.phase) else self._answers

    def _moves_in(self, mask: int) -> list[Move]:
        by_code = self._by_code()
        moves = []
        while mask:
            moves.append(by_code[k.lowest(mask)])
            mask &= mask - 1
        return moves

    def _number(self, seat: str) -> int:
        if seat not in self.seats:
            raise CoupError(f"there is no seat {seat!r:.60}, only {', '.join(self.seats)}")
        return self.seats.index(seat)

    def _name(self, seat: int) -> str | None:
        return None if seat == k.NOBODY else self.seats[seat]

    def _who(self, mover: int) -> str:
        return CHANCE if mover == k.CHANCE else self.seats[mover]

    def _shown_to(self, seat: int | None) -> str | None:
        """The card that the target shows the investigator, if the seat is one of these two."""
        s = self._state
        if s.phase == k.EXAMINING and seat in (s.actor, s.target):
            return ROLES[s.shown]
        return None

    def _told(self, number: int) -> tuple[Event, ...]:
        """The events of a move that was made."""
        made = self._made[number]
        if made.events is None:
            last = number + 1 == len(self._made)
            after = self._state if last else self._made[number + 1].before
            assert made.before is not None  # `let_go` makes the events first
            assert after is not None
            made.events = tuple(
                narrate(self.seats, self._rules, made.before, made.seat, made.move, after)
            )
        return made.events

    def _seen_by(self, seat: str | None) -> tuple[Event, ...]:
        """The events that a seat may know, kept from one view to the next."""
        seen = self._seen.get(seat, Seen(0, None, ()))
        if seen.moves > len(self._made) or (
            seen.moves and self._made[seen.moves - 1] is not seen.last
        ):
            seen = Seen(0, None, ())  # moves were taken back
        new = [
            event
            for number in range(seen.moves, len(self._made))
            for event in self._told(number)
            if event.seen_by(seat)
        ]
        last = self._made[-1] if self._made else None
        self._seen[seat] = Seen(len(self._made), last, (*seen.events, *new))
        return self._seen[seat].events

    def _make(self, mover: int, move: Move, pushed: bool) -> None:
        before = State(len(self._state.coins))
        copy_state(self._state, before)
        self._made.append(Made(before, self._random, mover, move, pushed))
        if mover == k.CHANCE:  # driven or sampled, so that a replay continues the same way
            self._random = playout.advance(self._random)
        k.apply(self._state, self._rules, mover, move.code)

    def _run_chance(self) -> None:
        """Sample chance's moves until a seat is asked, unless chance is driven."""
        while k.current_player(self._state) == k.CHANCE and not self._driven:
            self._sample(k.outcomes(self._state))

    def _sample(self, weights: int) -> None:
        """Let chance choose by these weights, given in base 16."""
        random = playout.below(playout.advance(self._random), total(weights))
        place = playout.pick_weighted(weights, random)
        self._make(k.CHANCE, self._answers[k.first_outcome(self._state) + place], pushed=False)

    def _deal(self, hands: dict[int, list[int]]) -> None:
        """Deal the fixed hands, and the other hands from the remaining cards."""
        reserved = sum(one(role) for hand in hands.values() for role in hand)
        while hands and self._state.phase == k.DEALING:
            hand = hands.get(self._state.drawer)
            if hand is None:
                self._sample(self._state.deck - reserved)
            else:
                role = hand.pop(0)
                reserved -= one(role)
                self._make(k.CHANCE, self._answers[k.DRAW + role], pushed=False)
