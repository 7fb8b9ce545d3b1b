"""Worlds that a seat cannot tell from the real one: hidden cards are redealt.

Only what the seat can be sure of stays: its own hand, cards that it or a proof put into the court
deck and that nobody can have drawn since, and cards that it was shown and that have not moved.
"""

from collections.abc import Callable

from coup.research.knowledge import KernelPosition, roles_of
from coup.rules import kernel as k
from coup.rules.digits import among, one, total
from coup.rules.state import State
from coup.rules.vocabulary import is_action


class Certain:
    """What a viewer can be sure of.

    deck: cards that are in the court deck.
    hands: by seat, cards that are in its hand.
    tops: how many of the known cards on top of the deck the viewer put there.
    """

    def __init__(self, position: KernelPosition, viewer: int) -> None:
        self.viewer, self.rules = viewer, position.ruleset.rules
        self.deck = self.tops = 0
        self.hands = [0] * position.seats
        now = State(position.encoding.room)
        k.reset(now, self.rules, position.seats)
        for seat, move in position.made:
            if seat == k.CHANCE and now.phase != k.PICKING:
                self._drawn(now, one(move - k.DRAW))
            elif move == k.PROVE:
                self._proved(now, seat)
            elif k.REVEAL <= move < k.KEEP and not is_action(now.phase):
                self._moved(now, seat, one(move - k.REVEAL >> 2))
            k.apply(now, self.rules, seat, move)
        self.hands[viewer] = position.state.hands[viewer]

    def _drawn(self, s: State, card: int) -> None:
        """A card of the court deck is drawn; another card goes there if a swap was forced."""
        if s.drawer != self.viewer:
            self.deck = self.hands[s.drawer] = self.tops = 0
        elif among(self.deck, card):
            self.deck -= card
            self.tops = max(0, self.tops - 1)
        if s.phase == k.SWAPPING and self.viewer in (s.actor, s.target):
            self.deck += one(s.shown)

    def _proved(self, s: State, seat: int) -> None:
        """A seat shows all its cards, which go into the court deck."""
        self.deck += s.hands[seat]
        self.hands[seat] = self.tops = 0

    def _moved(self, s: State, seat: int, card: int) -> None:
        """A seat reveals, loses, returns or shows a card."""
        if s.phase == k.SHOWING:
            if s.actor == self.viewer:
                self.hands[seat] |= card
        elif seat != self.viewer:
            if s.phase == k.RETURNING:
                self.tops = 0
            self.hands[seat] -= card if among(self.hands[seat], card) else 0
        elif s.phase == k.RETURNING:
            self.deck += card
            self.tops = (self.tops + 1) * self.rules.top_deck
        elif s.phase == k.REVEALING and s.claim & card:
            self.deck += card
            self.tops = 0


def shuffle_hidden(position: KernelPosition, viewer: int, sampler: Callable[[], float]) -> None:
    """Redeal all cards that a viewer cannot be sure of; `sampler` returns numbers from 0 to 1.

    What the others noticed is not rewritten to match; their new cards are added as draws instead.
    """
    s = position.state
    certain = Certain(position, viewer)
    sizes = list(map(total, s.hands))
    loose = s.deck + sum(s.hands) - certain.deck - sum(certain.hands)
    cards = roles_of(loose)
    for last in range(len(cards) - 1, 0, -1):
        other = int(sampler() * (last + 1))
        cards[last], cards[other] = cards[other], cards[last]
    for seat in range(s.seats):
        hand = certain.hands[seat]
        while total(hand) < sizes[seat]:
            hand += one(cards.pop())
        s.hands[seat] = hand
    s.deck = certain.deck + sum(map(one, cards))
    if certain.tops < s.tops:  # another seat put some of these there
        s.top[: s.tops] = cards[: s.tops]
    if s.phase == k.EXAMINING and viewer not in (s.actor, s.target):
        s.shown = roles_of(s.hands[s.target])[0]
    for seat, noticed in enumerate(position.noticed):
        if seat != viewer:
            noticed += [(seat, k.DRAW + role) for role in roles_of(s.hands[seat])]
