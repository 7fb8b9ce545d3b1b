"""A bot that counts cards and claims, and does what it expects to gain most by.

Everything is measured in cards: losing one costs 1, a coin is worth a tenth of one. The few weights
were found by trying many against the other bots; see docs/bots.md.
"""

from coup.bots.beliefs import Beliefs
from coup.bots.bot import Bot
from coup.claims import believable, claim_of, holds, unseen
from coup.moves import Move
from coup.view import View

COIN = 0.1
REACHING_A_COUP = 0.08  # what the coin that makes it 7 is worth on top
COUP = 0.6  # what makes a coup better than hoarding its price
EXCHANGE = 0.08
INVESTIGATE = 0.08
PROOF = 0.7  # what it is worth to be challenged and to prove the claim
SPARED = 0.2  # what it is worth that somebody else is assassinated
LIE = 0.03  # what keeps it honest where a lie would gain nothing
WHIM = 0.03  # so that it does not always do the same
BLUFFED_BLOCK = 0.1  # how likely a seat blocks without the card
RARE = (4.0, 2.5, 1.4)  # how much readier others are to doubt a role with 0, 1, 2 copies left


class CounterBot(Bot):
    """Counts cards and claims; bluffs, blocks and challenges by expected value."""

    name = "counter"

    def act(self, view: View) -> str:
        beliefs = Beliefs(view, self.notes)
        return self.best(
            {
                move: self.value(view, beliefs, move)
                for move in view.legal_moves
                if believable(view, move)
            }
        )

    def react(self, view: View) -> str:
        beliefs = Beliefs(view, self.notes)
        values = {}
        for move in view.legal_moves:
            if move.verb == "challenge":
                values[move] = self.challenge_value(view, beliefs)
            elif move.verb == "pass":
                values[move] = self.pass_value(view, beliefs)
            elif believable(view, move):
                values[move] = self.block_value(view, beliefs, claim_of(view, move))
        return self.best(values)

    def best(self, values: dict[Move, float]) -> Move:
        """The move that promises most, give or take a whim."""
        return max(values, key=lambda move: values[move] + WHIM * self.random.random())

    # What an action brings.

    def value(self, view: View, beliefs: Beliefs, move: Move) -> float:
        """What an action is expected to bring, with all that may come in between."""
        gain = effect(view, move) * (1 - block_chance(view, beliefs, move))
        roles = claim_of(view, move)
        if not roles:
            return gain
        believed = 1.0
        for seat in view.alive:
            if seat != view.seat:
                believed *= 1 - doubt(view, beliefs, seat, roles)
        if holds(view, move):
            return gain + (1 - believed) * PROOF
        return believed * gain - (1 - believed) - LIE

    # What an answer brings.

    def pass_value(self, view: View, beliefs: Beliefs) -> float:
        """What it brings to let things be."""
        if view.question.kind == "challenge block":
            return 0.0
        loss = -harm(view)
        roles = view.ruleset.claims.get(f"block_{view.question.action}", ())
        if view.question.kind == "challenge" and roles and concerned(view):
            return max(loss, self.block_value(view, beliefs, roles))  # a block may follow
        return loss

    def block_value(self, view: View, beliefs: Beliefs, roles: tuple[str, ...]) -> float:
        """What a block brings: if it is a bluff, a card and the harm when it is not believed."""
        doubted = doubt(view, beliefs, str(view.question.actor), roles)
        if any(role in view.hand for role in roles):
            return 0.05 + doubted * PROOF
        caught = 1.0 if len(view.hand) == 1 else 1.0 + harm(view)
        return -doubted * caught - LIE

    def challenge_value(self, view: View, beliefs: Beliefs) -> float:
        """What a challenge brings, right or wrong."""
        question = view.question
        true = beliefs.true(str(question.claimant), question.roles)
        right = hurt(view)
        if question.kind == "challenge block" and question.actor == view.seat:
            right += 1.0 if question.action == "assassinate" else 2 * COIN
        wrong = 1.0 if len(view.hand) == 1 else 1.0 + max(0.0, harm(view))
        return (1 - true) * right - true * wrong


def hurt(view: View) -> float:
    """What it is worth to a seat that another one loses a card."""
    rivals = len(view.alive) - 1
    return 1.0 if rivals == 1 else 0.9 / rivals


def concerned(view: View) -> bool:
    """Whether the action in question is against this seat, or against all."""
    return view.question.target in (None, view.seat)


def effect(view: View, move: Move) -> float:
    """What an action brings if it goes through."""
    coins = view.coins[str(view.seat)]
    match move.verb:
        case "income" | "foreign_aid" | "tax" | "steal":
            gain = {"income": 1, "foreign_aid": 2, "tax": 3, "steal": 2}[move.verb]
            taken = 0.0
            if move.target:
                gain = min(gain, view.coins[move.target])
                taken = gain * COIN * (1.0 if len(view.alive) == 2 else 0.4)
            return gain * COIN + taken + REACHING_A_COUP * (coins < 7 <= coins + gain)
        case "assassinate":
            return hurt(view) + COIN - 3 * COIN
        case "coup":
            richest = 0.015 * view.coins[str(move.target)]
            return hurt(view) + COUP + richest - 7 * COIN
        case "exchange":
            return EXCHANGE
    return INVESTIGATE


def harm(view: View) -> float:
    """What the action in question costs this seat if it goes through."""
    question, rivals = view.question, len(view.alive) - 1
    if question.actor == view.seat:
        return 0.0
    match question.action:
        case "assassinate":
            return 1.0 if concerned(view) else -SPARED
        case "steal" if concerned(view):
            return 1.6 * COIN * min(2, view.coins[str(view.seat)])
        case "exchange" | "investigate":
            return 0.06 / rivals
        case "steal":
            return COIN / rivals
    return (3 if question.action == "tax" else 2) * COIN * 0.9 / rivals


def block_chance(view: View, beliefs: Beliefs, move: Move) -> float:
    """How likely an action is blocked."""
    roles = view.ruleset.claims.get(f"block_{move.verb}", ())
    if not roles:
        return 0.0
    unblocked = 1.0
    for seat in [move.target] if move.target else view.alive:
        if seat != view.seat:
            unblocked *= 1 - min(0.95, beliefs.true(seat, roles) + BLUFFED_BLOCK)
    return 1 - unblocked


def doubt(view: View, beliefs: Beliefs, seat: str, roles: tuple[str, ...]) -> float:
    """How likely a seat challenges a claim of ours: the rarer the role, the likelier."""
    copies = max(unseen(view, role) + view.hand.count(role) for role in roles)
    caught = 1 + 0.3 * beliefs.caught.get(str(view.seat), 0)
    rare = RARE[copies] if copies < len(RARE) else 1.0
    return min(0.95, beliefs.suspicion(seat) * rare * caught)
