"""A bot with a character: how honest, how sceptical and how vengeful it is, each from 0 to 1.

What it does is described in docs/bots.md. Where the Inquisitor is in the game, it takes the place
of the Ambassador; nobody is investigated. A role counts as claimed, and a claim as failed, to the
end of the game.
"""

from coup.bots.bot import Bot
from coup.claims import believable, claim_of, disproved, holds, unseen
from coup.events import Blocked, Challenged, Declared
from coup.moves import Move
from coup.view import View

FORGOTTEN = 0.05  # how often it does not think of an action that it could do honestly
READINESS = 0.5  # how often it coups before it must
BLUFF = 0.3  # how often a liar bluffs an action
PRACTISED = 5  # how much more often if it claimed that role before
BURNT = 0.2  # what is left of it if it was caught at it
BLOCK, DISTANT_BLOCK = 0.4, 0.2  # how often a liar bluffs a block, of what is aimed at it or not
DOUBT, DISTANT_DOUBT = 0.8, 0.4  # up to which likelihood a sceptic challenges, likewise
CARD = 10  # what a card counts when a target is chosen; a coin and a grudge count 1


class Trait(Bot):
    """Lies as often as its honesty lets it, doubts by counting cards, and bears grudges."""

    name = "trait"
    settings = ("honesty", "skepticism", "vengefulness")
    honesty = 0.5
    skepticism = 0.5
    vengefulness = 0.5

    @property
    def guile(self) -> float:
        """How ready it is to lie, from 0 to 1."""
        return float((1 - self.honesty) ** 1.5)

    # Actions.

    def act(self, view: View) -> str:
        coups = [move for move in view.legal_moves if move.verb == "coup"]
        if len(coups) == len(view.legal_moves) or (coups and self.random.random() < READINESS):
            return self.best_target(view, coups)
        for verb in ("tax", "steal", "exchange", "assassinate"):
            moves = [move for move in view.legal_moves if move.verb == verb]
            if verb == "steal":
                moves = [move for move in moves if view.coins[str(move.target)]]
            if moves and self.is_up_to(view, moves[0]):
                return self.best_target(view, moves) if moves[0].target else moves[0]
        return "income" if self.fears_block(view, "foreign_aid") else "foreign_aid"

    def is_up_to(self, view: View, move: Move) -> bool:
        """Whether it does something that claims a role, honestly or not."""
        if holds(view, move):
            return self.random.random() >= FORGOTTEN
        return believable(view, move) and self.random.random() < self.bluff_chance(view, move)

    def bluff_chance(self, view: View, move: Move) -> float:
        """How likely it bluffs an action."""
        roles = claim_of(view, move)
        own = [claim for claim in view.claims if claim.seat == view.seat]
        before = [claim.outcome for claim in own if set(claim.roles).intersection(roles)]
        chance = self.guile * BLUFF
        if "lost" in before:
            return chance * BURNT
        return chance * PRACTISED if before else chance

    def fears_block(self, view: View, action: str) -> bool:
        """Whether somebody seems to have what blocks an action, which it believes of each as often
        as that is so likely."""
        blockers = view.ruleset.claims.get(f"block_{action}", ())
        others = [seat for seat in view.alive if seat != view.seat]
        return any(self.random.random() < likelihood(view, seat, blockers) for seat in others)

    def best_target(self, view: View, moves: list[Move]) -> Move:
        """The move against whom it would like to see out of the game."""
        grudges = grudges_of(view)

        def weight(move: Move) -> float:
            seat = str(move.target)
            strength = CARD * view.cards[seat] + view.coins[seat]
            return strength + grudges.get(seat, 0) * self.vengefulness

        return max(moves, key=weight)

    # Answers. Where one question is for challenges and blocks, a challenge is thought of first.

    def react(self, view: View) -> str:
        if "challenge" in view.legal_moves and self.challenges(view):
            return "challenge"
        blocks = [move for move in view.legal_moves if move.verb.startswith("block")]
        true = [move for move in blocks if holds(view, move)]
        if true:
            return true[0]
        bluffs = [move for move in blocks if believable(view, move)]
        chance = self.guile * (BLOCK if is_aimed_at(view) else DISTANT_BLOCK)
        if bluffs and self.random.random() < chance:
            return self.random.choice(bluffs)
        return "pass"

    def challenges(self, view: View) -> bool:
        """Whether it challenges the claim in question."""
        if disproved(view):
            return True
        claimant, roles = str(view.question.claimant), view.question.roles
        said = [claim for claim in view.claims if claim.seat == claimant]
        if any(sum(role in claim.roles for claim in said) > 1 for role in roles):
            return False  # this is not the first time
        limit = self.skepticism**2 * (DOUBT if is_aimed_at(view) else DISTANT_DOUBT)
        return likelihood(view, claimant, roles) <= limit

    # Cards.

    def reveal(self, view: View) -> str:
        proving = [move for move in view.legal_moves if move.role in view.question.roles]
        return self.worst(proving, view) if proving else self.worst_card(view)

    def worst_card(self, view: View) -> str:
        """Any card."""
        card = self.random.choice(view.hand)
        return next(move for move in view.legal_moves if move.role == card)


def likelihood(view: View, seat: str, roles: tuple[str, ...]) -> float:
    """How likely a seat has one of some roles: its cards times the copies that may be among the
    unseen cards."""
    hidden = view.deck_size + sum(view.cards.values()) - len(view.hand)
    copies = sum(unseen(view, role) for role in roles)
    return min(1.0, view.cards[seat] * copies / hidden)


def is_aimed_at(view: View) -> bool:
    """Whether the action in question, or the block in question, is against this seat."""
    question = view.question
    victim = question.actor if question.kind == "challenge block" else question.target
    return victim == view.seat


def grudges_of(view: View) -> dict[str, int]:
    """How often each seat aimed an action at this one, blocked it or challenged it."""
    grudges: dict[str, int] = {}
    actor = ""
    for event in view.events:
        victim: str | None = None
        match event:
            case Declared():
                actor, victim = event.seat, event.target
            case Blocked():
                victim = actor
            case Challenged():
                victim = event.claimant
        if victim == view.seat and isinstance(event, Declared | Blocked | Challenged):
            grudges[event.seat] = grudges.get(event.seat, 0) + 1
    return grudges
