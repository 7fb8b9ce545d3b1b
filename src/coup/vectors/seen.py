"""The observation of a seat from its view alone, and its legal actions: for bots that were trained.

What `observation` writes from the state of a game is found here from a view, which holds nothing
hidden. A test compares the two after every move.
"""

from collections.abc import Sequence
from typing import get_args

from coup.claims import unseen
from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Event,
    Examined,
    Exchanged,
    Passed,
    Replaced,
    Returned,
    Revealed,
    Saw,
)
from coup.rules.errors import CoupError
from coup.rules.names import ACTIONS as ACTION_NAMES
from coup.rules.names import ROLES, Kind
from coup.vectors import observation as o
from coup.vectors import story as st
from coup.vectors.actions import ACTIONS, to_action
from coup.view import View

BLOCKED = ("foreign_aid", "assassinate", "steal")
KINDS: tuple[str, ...] = get_args(Kind)


def observation(view: View) -> list[int]:
    """What the seat of a view knows; docs/observation.md says what stands where.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> observation(game.view("ann"))[:6]
    [1, 0, 1, 0, 0, 0]
    """
    return Onlooker(view).vector


def legal_actions(view: View) -> list[int]:
    """The action numbers that the seat of a view may choose.

    >>> import coup
    >>> legal_actions(coup.Game(["ann", "bob", "carl"]).view("ann"))
    [0, 1, 2, 3, 4, 8]
    """
    seat = view.seats.index(str(view.seat))
    return sorted(to_action(move.code, seat, len(view.seats)) for move in view.legal_moves)


def move_of(view: View, action: int) -> str:
    """The move that an action number means to the seat of a view."""
    seat = view.seats.index(str(view.seat))
    for move in view.legal_moves:
        if to_action(move.code, seat, len(view.seats)) == action:
            return move
    raise CoupError(f"action {action} is not legal, only {legal_actions(view)}")


def action_mask(view: View) -> list[int]:
    """1 at each legal action number."""
    legal = set(legal_actions(view))
    return [int(action in legal) for action in range(ACTIONS)]


class Onlooker:
    """Puts together an observation from a view."""

    def __init__(self, view: View) -> None:
        if view.seat is None:
            raise CoupError("a spectator has no observation: it sits in no seat")
        self.view = view
        self.vector = [0] * o.SIZE
        own = view.seats.index(view.seat)
        self.order = view.seats[own:] + view.seats[:own]
        self.roles: tuple[str, ...] = ()  # claimed last
        self.target: str | None = None  # of the last action
        self.block: Blocked | None = None  # of the last action
        self._table()
        self._question()
        for event in view.events:
            self._hear(event)

    def _table(self) -> None:
        view = self.view
        for place, role in enumerate(ROLES):
            self.vector[o.HAND + place] = view.hand.count(role)
            if role in view.ruleset.roles:
                self.vector[o.UNSEEN + place] = unseen(view, role)
        self.vector[o.DECK] = view.deck_size
        self.vector[o.TURNS] = min(view.turn, o.LATEST_TURN)
        self.vector[o.BEGAN] = len(view.seats)
        self.vector[o.LIVING] = len(view.alive)
        for seat in view.seats:
            start = self._part(seat)
            self.vector[start + o.ALIVE] = int(seat in view.alive)
            self.vector[start + o.CARDS] = view.cards[seat]
            self.vector[start + o.COINS] = view.coins[seat]
            for place, role in enumerate(ROLES):
                self.vector[start + o.FACE_UP_CARDS + place] = view.discarded[seat].count(role)

    def _question(self) -> None:
        view, question = self.view, self.view.question
        self.vector[o.KIND + KINDS.index(question.kind)] = 1
        if question.action:
            self.vector[o.ACTION + ACTION_NAMES.index(question.action)] = 1
        for role in question.roles:
            self.vector[o.CLAIM + ROLES.index(role)] = 1
        for start, seats in (
            (o.ACTOR, [question.actor]),
            (o.TARGET, [question.target]),
            (o.CLAIMANT, [question.claimant]),
            (o.BLOCKER, [question.blocker]),
            (o.CHALLENGER, [question.challenger]),
            (o.ASKED, question.asked),
        ):
            for seat in filter(None, seats):
                self.vector[start + self.order.index(seat)] = 1
        if view.shown:
            self.vector[o.OPEN + ROLES.index(view.shown)] = 1
        if question.kind == "return" and question.actor:
            place = view.seats.index(question.actor)
            begun = len(view.ruleset.face_up[place :: len(view.seats)])
            lost = len(view.discarded[question.actor]) - begun
            self.vector[o.RETURNS] = view.cards[question.actor] - view.ruleset.cards + lost

    def _part(self, seat: str) -> int:
        """Where the part of a seat starts."""
        return o.TABLE + o.PART * self.order.index(seat)

    def _add(self, place: int) -> None:
        """Count one more at a place."""
        self.vector[place] = min(st.MOST, self.vector[place] + 1)

    def _count(self, seat: str, deed: int, roles: Sequence[str] = (ROLES[0],)) -> None:
        """Count a deed, for each of some roles if it is counted by role."""
        for role in roles:
            self._add(self._part(seat) + o.TOLD + deed + ROLES.index(role))

    def _set(self, value: int, seat: str, deed: int, roles: Sequence[str] = ROLES) -> None:
        """Write the same for some roles."""
        for role in roles:
            self.vector[self._part(seat) + o.TOLD + deed + ROLES.index(role)] = value

    def _hear(self, event: Event) -> None:
        match event:
            case Declared():
                self.roles, self.target, self.block = event.roles, event.target, None
                self._claimed(event)
            case Blocked():
                self.roles, self.block = event.roles, event
                self._claimed(event)
                self._count(event.seat, st.BLOCKS + BLOCKED.index(event.action))
            case Challenged():
                self._count(event.claimant, st.CHALLENGED, event.roles)
                self._count(event.seat, st.CHALLENGES)
            case Revealed():
                self._revealed(event)
            case Discarded():
                self._set(0, event.seat, st.FRESH, [event.role])
            case Replaced():
                self._set(0, event.seat, st.LACKS)
            case Passed():
                self._passed(event)
            case Exchanged():
                self._count(event.seat, st.EXCHANGES)
                self._forget(event.seat)
            case Examined(swap=True):
                self._forget(event.target)
            case Returned():
                self._add(o.RETURNED + ROLES.index(event.role))
            case Saw():
                self._add(self._part(event.owner) + o.SHOWN + ROLES.index(event.role))

    def _claimed(self, event: Declared | Blocked) -> None:
        self._count(event.seat, st.CLAIMED, event.roles)
        self._count(event.seat, st.FRESH, event.roles)

    def _forget(self, seat: str) -> None:
        """A seat has other cards now."""
        self._set(0, seat, st.FRESH)
        self._set(0, seat, st.LACKS)

    def _revealed(self, event: Revealed) -> None:
        self._set(0, event.seat, st.FRESH, self.roles)
        if event.proves:
            self._count(event.seat, st.PROVED, [event.role])
            return
        self._set(1, event.seat, st.LACKS, self.roles)
        self._count(event.seat, st.CAUGHT, self.roles)
        if self.block:
            place = self._part(event.seat) + o.TOLD + st.BLOCKS
            self.vector[place + BLOCKED.index(self.block.action)] -= 1

    def _passed(self, event: Passed) -> None:
        if "challenge" in event.asked:
            self._count(event.seat, st.DOUBTS_PASSED)
        if event.asked == "block" or (
            event.asked == "challenge or block" and self.target in (None, event.seat)
        ):
            self._count(event.seat, st.BLOCKS_PASSED)
