"""A bot such as people meet online: it plays what it holds, bluffs by a coin, and remembers claims.

What it does is described in docs/bots.md. Where the Inquisitor is in the game, it takes the place
of the Ambassador; nobody is investigated. A role counts as claimed, and a claimant as caught, to
the end of the game, whatever cards have changed hands since.
"""

import random
from collections import Counter
from collections.abc import Iterable

from coup.bots.bot import Bot, strongest
from coup.bots.foresight import FOREIGN_AID, INCOME, STEAL, TAX, Side, outlook, pay
from coup.bots.notes import Notes
from coup.claims import believable, claim_of, disproved, holds
from coup.events import Blocked, Declared, Discarded, Drew, Replaced, Returned, Revealed
from coup.moves import Move
from coup.view import View

SKIPPED = 0.1  # how often it overlooks an action that it would choose
WHIM = 0.1  # how often it challenges without a reason
PLIES = 7  # turns that it looks ahead against the last opponent
ORDER = ("duke", "assassin", "captain", "contessa", "inquisitor", "ambassador")
"""Roles to keep, the best first."""
LOSS = {"duke": 3, "assassin": 4, "captain": 5, "contessa": 6, "ambassador": 9, "inquisitor": 9}
"""How likely a card is lost, compared with the others."""
COINS = 64


class Pragmatist(Bot):
    """Plays what it holds, bluffs when its coin says so, and looks ahead when two are left.

    coins: how its coin falls, a bit for each time. The coin is flipped anew after each bluff that
        it told the table, be it an action or a block. An exchange without the card is none of
        these: that is what it does when it does not bluff.
    """

    name = "pragmatist"

    def __init__(self, chance: random.Random, notes: Notes | None = None) -> None:
        super().__init__(chance, notes)
        self.coins = chance.getrandbits(COINS)

    def would_bluff(self, view: View) -> bool:
        """What the coin says now."""
        return bool(self.coins >> bluffs_told(view) % COINS & 1)

    # Actions.

    def act(self, view: View) -> str:
        sensible = [move for move in view.legal_moves if is_sensible(view, move)]
        for verb in ("coup", "assassinate", "steal", "tax", "foreign_aid"):
            moves = [move for move in sensible if move.verb == verb and holds(view, move)]
            if moves and self.random.random() >= SKIPPED:
                return best_target(view, moves)
        bluffs = self.bluffs(view, sensible)
        if bluffs and self.would_bluff(view):
            return best_target(view, self.random.choice(bluffs))
        return self.quiet_action(view)

    def bluffs(self, view: View, sensible: list[Move]) -> list[list[Move]]:
        """The actions that it could bluff, each with all of its targets."""
        found = [
            [move for move in sensible if move.verb == verb and is_open_bluff(view, move)]
            for verb in ("assassinate", "steal", "tax")
        ]
        return [moves for moves in found if moves]

    def quiet_action(self, view: View) -> str:
        """What it does without a better idea; at 10 coins there is only a coup."""
        exchanges = [move for move in view.legal_moves if move.verb == "exchange"]
        saves = view.ruleset.assassinate in view.hand
        if exchanges and not saves and believable(view, exchanges[0]):
            return exchanges[0]
        if "income" in view.legal_moves:
            return "income"
        return strongest(view, list(view.legal_moves))

    # Answers. Where one question is for challenges and blocks, a challenge is thought of first.

    def react(self, view: View) -> str:
        if "challenge" in view.legal_moves and self.challenges(view):
            return "challenge"
        blocks = [move for move in view.legal_moves if move.verb.startswith("block")]
        true = [move for move in blocks if holds(view, move)]
        if true:
            return true[0]
        bluffs = [move for move in blocks if believable(view, move)]
        if bluffs and (self.must_block(view) or self.would_bluff(view)):
            return self.random.choice(bluffs)
        return "pass"

    def must_block(self, view: View) -> bool:
        """Whether it would be out without a block."""
        return view.question.action == "assassinate" and len(view.hand) == 1

    def challenges(self, view: View) -> bool:
        """Whether it challenges the claim in question."""
        question = view.question
        if disproved(view) or set(question.roles) <= caught(view, str(question.claimant)):
            return True
        if len(view.alive) == 2:
            ahead = prospect(view)
            if ahead:
                return ahead < 0
        return concerns_it(view) and self.random.random() < WHIM

    # Cards.

    def reveal(self, view: View) -> str:
        proving = [move for move in view.legal_moves if move.role in view.question.roles]
        return self.worst(proving, view) if proving else self.lose(view)

    def worst_card(self, view: View) -> str:
        if view.question.kind == "discard":
            return self.lose(view)
        return self.worst(view.legal_moves, view)

    def worst(self, moves: Iterable[Move], view: View) -> Move:
        """One of a pair before all others, so that those it keeps are the best that differ."""
        return max(
            moves, key=lambda move: (view.hand.count(move.role or ""), ORDER.index(move.role or ""))
        )

    def lose(self, view: View) -> Move:
        """A card to lose, by weights."""
        weights = [
            LOSS[move.role or ""] * view.hand.count(move.role or "") for move in view.legal_moves
        ]
        return self.random.choices(view.legal_moves, weights)[0]


def best_target(view: View, moves: list[Move]) -> Move:
    """The move against the strongest, if it has a target."""
    return strongest(view, moves) if moves[0].target else moves[0]


def is_sensible(view: View, move: Move) -> bool:
    """Whether an action promises something: nobody who could be met with has claimed its block,
    and there is something to take. Foreign aid waits until all that block it lie face up."""
    blockers = view.ruleset.claims.get(f"block_{move.verb}", ())
    match move.verb:
        case "foreign_aid":
            face_up = [card for cards in view.discarded.values() for card in cards]
            return all(face_up.count(role) == view.ruleset.copies for role in blockers)
        case "assassinate" | "steal":
            target = str(move.target)
            worthwhile = move.verb == "assassinate" or view.coins[target] > 0
            return worthwhile and not claimed(view, target).intersection(blockers)
    return True


def is_open_bluff(view: View, move: Move) -> bool:
    """Whether it lacks what a move claims, and nobody can see that for sure."""
    return bool(claim_of(view, move)) and not holds(view, move) and believable(view, move)


def claimed(view: View, seat: str) -> set[str]:
    """The roles that a seat has ever claimed."""
    return {role for claim in view.claims if claim.seat == seat for role in claim.roles}


def caught(view: View, seat: str) -> set[str]:
    """The roles that a seat has ever claimed and could not prove."""
    return {
        role
        for claim in view.claims
        if claim.seat == seat and claim.outcome == "lost"
        for role in claim.roles
    }


def concerns_it(view: View) -> bool:
    """Whether the claim is for tax, or against this seat or what it does."""
    question = view.question
    if question.kind == "challenge block":
        return question.actor == view.seat
    return question.action == "tax" or question.target == view.seat


def bluffs_told(view: View) -> int:
    """How often the seat has bluffed, exchanges not counted; its hand is followed through its
    events."""
    hand: Counter[str] = Counter()
    proof, bluffs = "", 0
    for event in view.events:
        if getattr(event, "seat", None) != view.seat:
            continue
        match event:
            case Drew():
                hand[event.role] += 1
            case Discarded() | Returned():
                hand[event.role] -= 1
            case Revealed():
                proof = event.role
            case Replaced():
                hand[proof] -= 1
            case Declared() | Blocked() if event.roles and event.action != "exchange":
                bluffs += all(hand[role] <= 0 for role in event.roles)
    return bluffs


def prospect(view: View) -> int:
    """What becomes of the game if the claim of the last opponent stands: 1 if this seat can win
    within seven turns after it, -1 if the opponent can, 0 if neither.

    The opponent has all roles that it claimed and was not caught at, this seat those that it holds.
    """
    question, rules = view.question, view.ruleset
    you, it = str(view.seat), str(question.claimant)
    believed = claimed(view, it) - caught(view, it)
    mine = side(view, you, set(view.hand), believed)
    theirs = side(view, it, believed, set(view.hand))
    if question.kind == "challenge block":
        if rules.fee_returned and question.action == "assassinate":
            mine = pay(mine, -rules.assassinate_cost)
        return -outlook(theirs, mine, rules.coup_cost, rules.forced_coup, PLIES)
    if question.action == "tax":
        theirs = pay(theirs, -TAX)
    elif not set(rules.claims.get(f"block_{question.action}", ())) & set(view.hand):
        if question.action == "steal":
            taken = min(STEAL, mine.coins)
            mine, theirs = pay(mine, taken), pay(theirs, -taken)
        elif question.action == "assassinate":
            mine = mine._replace(cards=mine.cards - 1)
    if mine.cards == 0:
        return -1
    return outlook(mine, theirs, rules.coup_cost, rules.forced_coup, PLIES)


def side(view: View, seat: str, roles: set[str], others: set[str]) -> Side:
    """A seat with its roles, against one with other roles."""
    rules = view.ruleset

    def can(action: str) -> bool:
        claim = rules.claims.get(action, ())
        return bool(roles.intersection(claim)) and goes_through(action)

    def goes_through(action: str) -> bool:
        return not others.intersection(rules.claims.get(f"block_{action}", ()))

    gain = TAX if can("tax") else FOREIGN_AID if goes_through("foreign_aid") else INCOME
    strike = min(rules.coup_cost, rules.assassinate_cost) if can("assassinate") else rules.coup_cost
    return Side(view.coins[seat], view.cards[seat], gain, can("steal"), strike)
