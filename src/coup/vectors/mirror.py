"""A state and a story rebuilt from a view, for bots that are written for these.

Hidden cards are dummies: as many as there are, all of one role. Nothing else is in it that a seat
cannot know. A test compares what bots decide by it and by the true state.
"""

from collections.abc import Iterable, Sequence

from coup.events import Blocked, Challenged, Declared, Discarded, Event, Replaced, Revealed
from coup.rules import kernel as k
from coup.rules.names import ACTIONS, KINDS, ROLES
from coup.rules.state import SEATS, Rules, State
from coup.vectors import observation as o
from coup.vectors import story as st
from coup.vectors.seen import observation
from coup.vectors.story import Story
from coup.view import View

PHASES = {kind: phase for phase, kind in reversed(KINDS.items())}
DUMMY = k.DUKE


def mirror(view: View) -> tuple[State, Story, int]:
    """What the seat of a view knows as a state and a story, and the number of the seat.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> state, story, seat = mirror(game.view("bob"))
    >>> seat, state.coins[:2], state.hands[0] == 2 << 4 * DUMMY
    (1, [2, 2], True)
    """
    vector = observation(view)
    return state_of(view, vector), story_of(view, vector), number_of(view, view.seat)


# The table and the question.


def number_of(view: View, seat: str | None) -> int:
    """The number of a seat, or NOBODY."""
    return k.NOBODY if seat is None else view.seats.index(seat)


def set_of(view: View, seats: Iterable[str]) -> int:
    """Some seats as the kernel has them."""
    return sum(1 << 4 * view.seats.index(seat) for seat in seats)


def multiset(roles: Iterable[str]) -> int:
    """Some cards as the kernel has them."""
    return sum(1 << 4 * ROLES.index(role) for role in roles)


def state_of(view: View, vector: Sequence[int]) -> State:
    """The state of a game, as far as a seat knows it."""
    s = State()
    s.seats, s.turn = len(view.seats), view.turn
    s.alive, s.winner = set_of(view, view.alive), number_of(view, view.winner)
    s.deck = view.deck_size << 4 * DUMMY
    for place, seat in enumerate(view.seats):
        s.coins[place] = view.coins[seat]
        s.hands[place] = view.cards[seat] << 4 * DUMMY
        s.discards[place] = multiset(view.discarded[seat])
    s.hands[number_of(view, view.seat)] = multiset(view.hand)
    s.returns = vector[o.RETURNS]
    put_question(s, view)
    return s


def put_question(s: State, view: View) -> None:
    """What is being asked, of whom, and what about."""
    question, rules = view.question, view.ruleset.rules
    s.phase = phase_of(view)
    s.pending = set_of(view, question.asked)
    s.actor = number_of(view, question.actor)
    s.action = k.NONE if question.action is None else ACTIONS.index(question.action)
    s.target = number_of(view, question.target)
    s.claim = multiset(question.roles)
    s.blocker = number_of(view, question.blocker)
    s.claimant = s.actor if question.claimant is None else number_of(view, question.claimant)
    s.challenger = number_of(view, question.challenger)
    s.block = block_in(s, rules)
    s.shown = k.NONE if view.shown is None else ROLES.index(view.shown)
    s.drawer = k.NOBODY
    s.mover = mover_of(s, rules)


def phase_of(view: View) -> int:
    """The phase in which this is asked."""
    kind = view.question.kind
    if kind == "discard":
        return k.PAYING if is_for_a_challenge(view.events) else k.LOSING
    if kind in ("challenge", "block") and view.ruleset.rules.joint:
        return k.REACTING
    return k.DEALING if kind == "chance" else PHASES[kind]


def is_for_a_challenge(events: Sequence[Event]) -> bool:
    """Whether the card to lose is that of a challenger who was wrong: the card that proved it wrong
    was replaced, and nobody has lost one since."""
    lost = (event for event in reversed(events) if isinstance(event, Replaced | Discarded))
    return isinstance(next(lost, None), Replaced)


def block_in(s: State, r: Rules) -> int:
    """The move that blocks, or NONE."""
    for number in range(len(r.proofs)):
        move = k.BLOCK_FOREIGN_AID + number
        if s.blocker != k.NOBODY and r.proofs[number] == s.claim and r.blocks[s.action] >> move & 1:
            return move
    return k.NONE


def mover_of(s: State, r: Rules) -> int:
    """Whom a driver asks next."""
    if s.pending:
        return k.following(s.pending, s.claimant)
    return k.TERMINAL if s.phase == k.OVER else k.CHANCE


# The story.


def story_of(view: View, vector: Sequence[int]) -> Story:
    """The story of a game, as far as a seat knows it; of coins that bots flip it knows none."""
    t = Story()
    own, seats = number_of(view, view.seat), len(view.seats)
    put(t.returned, k.ROLES * own, vector[o.RETURNED : o.UNSEEN])
    for place in range(seats):
        seat, part = (own + place) % seats, vector[o.TABLE + o.PART * place :]
        put(t.deeds, st.DEEDS * seat, part[o.TOLD : o.SHOWN])
        put(t.shown, k.ROLES * (SEATS * own + seat), part[o.SHOWN : o.PART])
    actor = k.NOBODY
    for event in view.events:
        match event:
            case Declared():
                actor, target = number_of(view, event.seat), number_of(view, event.target)
                count_claim(t, actor, event.roles)
                if target != k.NOBODY:
                    begrudge(t, target, actor)
                    t.struck[target] = actor
            case Blocked():
                blocker = number_of(view, event.seat)
                count_claim(t, blocker, event.roles)
                begrudge(t, actor, blocker)
            case Challenged():
                begrudge(t, number_of(view, event.claimant), number_of(view, event.seat))
            case Revealed(proves=False):
                st.count_one(t.caught, number_of(view, event.seat))
    return t


def put(numbers: list[int], start: int, values: Sequence[int]) -> None:
    """Write some numbers from a place on."""
    numbers[start : start + len(values)] = values


def count_claim(t: Story, seat: int, roles: Sequence[str]) -> None:
    """A seat claimed something, or nothing."""
    if roles:
        st.count_one(t.claims, seat)


def begrudge(t: Story, seat: int, other: int) -> None:
    """A seat has another reason to remember another one."""
    st.count_one(t.grudges, SEATS * seat + other)
