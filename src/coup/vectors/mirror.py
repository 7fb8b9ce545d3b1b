"""A state and a story rebuilt from views, for minds, which decide by these.

Hidden cards are replaced by as many dummies. Everything else in it, the seat knows. A test compares
the decisions of minds by the mirror and by the true state.
"""

from collections.abc import Callable, Iterable
from typing import Any

from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Drew,
    Event,
    Examined,
    Exchanged,
    GaveIn,
    Passed,
    Proved,
    Replaced,
    Returned,
    Revealed,
    Saw,
)
from coup.rules import kernel as k
from coup.rules.digits import DIGIT, digits, one
from coup.rules.state import SEATS, Rules, State
from coup.rules.vocabulary import ACTIONS, KINDS, ROLES
from coup.vectors import story as st
from coup.vectors.encoding import room_by
from coup.vectors.story import Story
from coup.view import View

PHASES = {kind: phase for phase, kind in reversed(KINDS.items())}
ROLE = {role: number for number, role in enumerate(ROLES)}
CARD = {role: one(number) for role, number in ROLE.items()}
ACTION = {action: number for number, action in enumerate(ACTIONS)}


def mirror(view: View) -> tuple[State, Story, int]:
    """What the seat of a view knows as a state and a story, and the number of the seat.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> state, story, seat = mirror(game.view("bob"))
    >>> seat, state.coins[:2], state.hands[0] == dummies(2)
    (1, [2, 2], True)
    """
    return Mirror().reflect(view)


def multiset(roles: Iterable[str]) -> int:
    """Cards as the kernel's multiset."""
    return sum(CARD[role] for role in roles)


def dummies(cards: int) -> int:
    """A multiset of this many unknown cards, of as few roles as possible."""
    full, left = divmod(cards, DIGIT)
    return digits(*[DIGIT] * full, left)


class Mirror:
    """Follows the games of a seat from view to view, and adds only new events.

    state, story: what the seat knows; `story.coins`, which bots flip, are not part of it.
    bluffs: how often the seat has claimed a role that it did not hold, except to exchange.
    """

    def __init__(self) -> None:
        self._begin((), None, SEATS)

    def _begin(self, seats: tuple[str, ...], seat: str | None, room: int) -> None:
        """Start to follow a game, before its first event."""
        self.seats, self.seat = seats, seat
        self.events: tuple[Event, ...] = ()
        self.state, self.story = State(room), Story(room)
        self.state.drawer = k.NOBODY
        self.bluffs = 0
        self.hand = 0  # the seat's hand after the events so far
        self.paying = False  # whether the next card lost is that of a wrong challenger
        self.number: dict[str | None, int] = {name: place for place, name in enumerate(seats)}
        self.number[None] = k.NOBODY

    def reflect(self, view: View) -> tuple[State, Story, int]:
        """What the seat of a view knows, and the number of the seat.

        The state and the story belong to the mirror: the next call changes them.
        """
        heard = self.events
        if view.seats != self.seats or view.seat != self.seat or view.events[: len(heard)] != heard:
            # another game, or moves were taken back
            self._begin(view.seats, view.seat, room_by(view.ruleset))
        for event in view.events[len(self.events) :]:
            hear = HEARD.get(type(event))
            if hear is not None:
                hear(self, event)
        self.events = view.events
        self._put_table(view)
        self._put_question(view)
        return self.state, self.story, self.number[view.seat]

    # The table and the question.

    def _put_table(self, view: View) -> None:
        s = self.state
        s.seats, s.turn = len(view.seats), view.turn
        s.alive, s.winner = self._set_of(view.alive), self.number[view.winner]
        s.deck = dummies(view.deck_size)
        s.reserve = view.reserve
        s.sides = self._set_of(
            seat for seat, side in view.allegiances.items() if side == "reformist"
        )
        for place, seat in enumerate(view.seats):
            s.coins[place] = view.coins[seat]
            s.hands[place] = dummies(view.cards[seat])
            s.discards[place] = multiset(view.discarded[seat])
        s.hands[self.number[view.seat]] = multiset(view.hand)

    def _set_of(self, seats: Iterable[str]) -> int:
        """Seats as the kernel's set."""
        return sum(one(self.number[seat]) for seat in seats)

    def _put_question(self, view: View) -> None:
        """What is being asked, of whom, and what about."""
        s, question, number = self.state, view.question, self.number
        s.phase = self._phase_of(view)
        s.pending = self._set_of(question.asked)
        s.actor = number[question.actor]
        s.action = k.NONE if question.action is None else ACTION[question.action]
        s.target = number[question.target]
        s.claim = multiset(question.roles)
        s.denial = multiset(question.denied)
        s.blocker = number[question.blocker]
        s.claimant = s.actor if question.claimant is None else number[question.claimant]
        s.challenger = number[question.challenger]
        s.block = k.NONE if s.blocker == k.NOBODY else block_in(s, view.ruleset.rules)
        s.shown = k.NONE if view.shown is None else ROLE[view.shown]
        s.returns = returns_in(view) if s.phase == k.RETURNING else 0
        s.mover = mover_of(s)

    def _phase_of(self, view: View) -> int:
        """The phase of the view's question."""
        kind = view.question.kind
        if kind == "discard":
            return k.PAYING if self.paying else k.LOSING
        if kind in ("challenge", "block") and view.ruleset.rules.joint:
            return k.REACTING
        return k.DEALING if kind == "chance" else PHASES[kind]

    # The story.

    def _declared(self, event: Declared) -> None:
        s, t, seat, target = self.state, self.story, *self._numbers(event.seat, event.target)
        s.actor, s.action, s.target, s.blocker = seat, ACTION[event.action], target, k.NOBODY
        s.denial = multiset(event.denied)
        self._claimed(event, seat)
        if event.action == "convert":
            st.count_conversion(t, seat, seat if target == k.NOBODY else target)
        elif event.action == "embezzle":
            st.count_embezzlement(t, seat)
        elif target != k.NOBODY:
            st.count_one(t.grudges, st.pair(t, target, seat))
            t.struck[target] = seat

    def _blocked(self, event: Blocked) -> None:
        s, t, seat = self.state, self.story, self.number[event.seat]
        s.blocker = seat
        self._claimed(event, seat)
        st.count_one(t.grudges, st.pair(t, s.actor, seat))
        st.count_one(t.deeds, st.DEEDS * seat + st.block_of(s.action))

    def _claimed(self, event: Declared | Blocked, seat: int) -> None:
        """A seat declared or blocked, with a claim if the roles are not empty."""
        roles = multiset(event.roles)
        self.state.claim, self.state.claimant = roles, seat
        st.count_claim(self.story, seat, roles)
        if roles and event.seat == self.seat and event.action != "exchange":
            self.bluffs += roles & k.present(self.hand) == 0

    def _challenged(self, event: Challenged) -> None:
        st.count_challenge(self.story, self.state, self.number[event.seat])

    def _revealed(self, event: Revealed) -> None:
        st.count_reveal(self.story, self.state, self.number[event.seat], ROLE[event.role])
        if event.proves and event.seat == self.seat:
            self.hand -= CARD[event.role]

    def _proved(self, event: Proved) -> None:
        self.paying = True
        st.count_proof(self.story, self.state, self.number[event.seat], k.PROVE)
        if event.seat == self.seat:
            self.hand = 0

    def _gave_in(self, event: GaveIn) -> None:
        st.count_reform(self.story, self.number[event.seat], st.EMBEZZLEMENTS_LOST)

    def _discarded(self, event: Discarded) -> None:
        self.paying = False
        self.story.deeds[st.DEEDS * self.number[event.seat] + st.FRESH + ROLE[event.role]] = 0
        if event.seat == self.seat:
            self.hand -= CARD[event.role]

    def _replaced(self, event: Replaced) -> None:
        self.paying = True
        st.forget_drawn(self.story, self.number[event.seat])

    def _passed(self, event: Passed) -> None:
        deeds, start = self.story.deeds, st.DEEDS * self.number[event.seat]
        if "challenge" in event.asked:
            st.count_one(deeds, start + st.DOUBTS_PASSED)
        concerned = self.state.target in (k.NOBODY, self.number[event.seat])
        if event.asked == "block" or (event.asked == "challenge or block" and concerned):
            st.count_one(deeds, start + st.BLOCKS_PASSED)

    def _exchanged(self, event: Exchanged) -> None:
        seat = self.number[event.seat]
        st.count_one(self.story.deeds, st.DEEDS * seat + st.EXCHANGES)
        st.forget_all(self.story, seat)

    def _examined(self, event: Examined) -> None:
        if event.swap:
            st.forget_all(self.story, self.number[event.target])

    def _drew(self, event: Drew) -> None:
        self.hand += CARD[event.role]

    def _returned(self, event: Returned) -> None:
        self.hand -= CARD[event.role]
        own = self.number[event.seat]
        st.count_one(self.story.returned, k.ROLES * own + ROLE[event.role])

    def _saw(self, event: Saw) -> None:
        own, owner = self._numbers(event.seat, event.owner)
        pair = st.pair(self.story, own, owner)
        st.count_one(self.story.shown, k.ROLES * pair + ROLE[event.role])

    def _numbers(self, *seats: str | None) -> list[int]:
        return [self.number[seat] for seat in seats]


HEARD: dict[type[Event], Callable[[Mirror, Any], None]] = {
    Declared: Mirror._declared,
    Blocked: Mirror._blocked,
    Challenged: Mirror._challenged,
    Revealed: Mirror._revealed,
    Proved: Mirror._proved,
    GaveIn: Mirror._gave_in,
    Discarded: Mirror._discarded,
    Replaced: Mirror._replaced,
    Passed: Mirror._passed,
    Exchanged: Mirror._exchanged,
    Examined: Mirror._examined,
    Drew: Mirror._drew,
    Returned: Mirror._returned,
    Saw: Mirror._saw,
}
"""What each kind of event changes; minds do not use any others."""


def returns_in(view: View) -> int:
    """How many cards of an exchange are still to be returned."""
    actor, ruleset = str(view.question.actor), view.ruleset
    begun = len(ruleset.face_up[view.seats.index(actor) :: len(view.seats)])
    lost = len(view.discarded[actor]) - begun
    return view.cards[actor] - ruleset.cards + lost


def block_in(s: State, r: Rules) -> int:
    """The blocking move that makes the state's claim."""
    for number in range(len(r.proofs)):
        move = k.BLOCK_FOREIGN_AID + number
        if r.proofs[number] == s.claim and r.blocks[s.action] >> move & 1:
            return move
    return k.NONE


def mover_of(s: State) -> int:
    """The seat that a driver asks next, CHANCE or TERMINAL."""
    if s.pending:
        return k.following(s.pending, s.claimant)
    return k.TERMINAL if s.phase == k.OVER else k.CHANCE
