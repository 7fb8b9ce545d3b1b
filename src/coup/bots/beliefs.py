"""How likely it is that somebody has a role, from what a seat can see and what was claimed."""

from collections import Counter
from math import comb, prod

from coup.bots.notes import Notes
from coup.claims import unseen
from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Examined,
    Exchanged,
    Replaced,
    Revealed,
)
from coup.view import View

TRUST = 6.0  # how much more often a role is claimed by one who has it than by one who has not
CAUGHT = 0.4  # what is left of that each time a seat is caught
RECKLESS = 0.35  # what is left of it each time a seat challenges
CROWDED = 0.25  # what is left of it for each role claimed beyond the cards in hand
PROVED = 1.5  # what becomes of it each time a seat proves a claim
AGAIN = 0.3  # what each further claim of the same role adds
SUSPICION = 0.5  # how often a stranger challenges a claim
ACQUAINTANCE = 10.0  # after so many claims, what notes say counts as much as what strangers do
PATIENCE = 3.0  # after so many claims, what a seat did counts as much as what strangers do


class Beliefs:
    """What a seat makes of the others' claims.

    claimed: how often a seat claimed a role since its cards last changed.
    lacks: which seats were caught without which role; their cards have not changed since.
    caught, proved: how often a seat lost a claim of its own, or proved it.
    claims, challenges: how often a seat claimed something, or challenged.
    """

    def __init__(self, view: View, notes: Notes | None = None) -> None:
        self.view = view
        self.notes = notes
        self.claimed: Counter[tuple[str, str]] = Counter()
        self.lacks: set[tuple[str, str]] = set()
        self.caught: Counter[str] = Counter()
        self.proved: Counter[str] = Counter()
        self.claims: Counter[str] = Counter()
        self.challenges: Counter[str] = Counter()
        self._read()

    def _read(self) -> None:
        """Go through the story once."""
        claim: tuple[str, ...] = ()
        for event in self.view.events:
            match event:
                case Declared() | Blocked() if event.roles:
                    claim = event.roles
                    self.claims[event.seat] += 1
                    self.claimed.update((event.seat, role) for role in claim)
                case Challenged():
                    self.challenges[event.seat] += 1
                case Revealed():
                    (self.proved if event.proves else self.caught)[event.seat] += 1
                    for role in claim:
                        del self.claimed[event.seat, role]
                        if not event.proves:
                            self.lacks.add((event.seat, role))
                case Discarded():
                    del self.claimed[event.seat, event.role]
                case Replaced():
                    self._forget(event.seat, claims=False)
                case Exchanged():
                    self._forget(event.seat, claims=True)
                case Examined(swap=True):
                    self._forget(event.target, claims=True)

    def _forget(self, seat: str, *, claims: bool) -> None:
        """A seat has other cards now."""
        self.lacks = {key for key in self.lacks if key[0] != seat}
        for key in [key for key in self.claimed if claims and key[0] == seat]:
            del self.claimed[key]

    def has(self, seat: str, role: str) -> float:
        """How likely a seat has a role."""
        view = self.view
        hidden = view.deck_size + sum(view.cards.values()) - len(view.hand)
        left, cards = unseen(view, role), view.cards[seat]
        likely = 1 - comb(hidden - left, cards) / comb(hidden, cards)
        if (seat, role) in self.lacks:
            likely *= 0.1
        times = self.claimed[seat, role]
        if not times or likely in (0.0, 1.0):
            return likely
        trust = TRUST * CAUGHT ** self.caught[seat] * PROVED ** self.proved[seat]
        roles = sum(1 for claimant, _ in self.claimed if claimant == seat)
        trust *= RECKLESS ** self.challenges[seat] * CROWDED ** max(0, roles - cards)
        trust = max(0.5, trust * self.repute(seat))
        odds = likely / (1 - likely) * trust * (1 + AGAIN * (times - 1))
        return odds / (1 + odds)

    def true(self, seat: str, roles: tuple[str, ...]) -> float:
        """How likely a claim is true; of several roles one is enough."""
        return 1 - prod(1 - self.has(seat, role) for role in roles)

    def suspicion(self, seat: str) -> float:
        """How readily a seat challenges what others claim, as far as this game has shown, and
        games before it."""
        heard = self.claims.total() - self.claims[seat]
        usual = SUSPICION
        if self.notes is not None:
            seen = self.notes.of(seat)
            usual = (SUSPICION * ACQUAINTANCE + seen.challenged) / (ACQUAINTANCE + seen.heard)
        return (usual * PATIENCE + self.challenges[seat]) / (PATIENCE + heard)

    def repute(self, seat: str) -> float:
        """How much more a seat's claims are to be believed than a stranger's."""
        if self.notes is None:
            return 1.0
        seen = self.notes.of(seat)
        return (seen.proved + ACQUAINTANCE) / (seen.caught + ACQUAINTANCE)

    def teach(self, notes: Notes) -> None:
        """Add what the others did in this game, which is over."""
        for seat in self.view.seats:
            if seat == self.view.seat:
                continue
            seen = notes.of(seat)
            seen.games += 1
            seen.wins += seat == self.view.winner
            seen.claims += self.claims[seat]
            seen.proved += self.proved[seat]
            seen.caught += self.caught[seat]
            seen.heard += self.claims.total() - self.claims[seat]
            seen.challenged += self.challenges[seat]
