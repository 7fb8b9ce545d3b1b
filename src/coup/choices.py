"""A seat's legal moves, explained to its owner before it chooses.

Every screen shows the same: what a move does, what it claims, whether that would be a bluff, what
may follow, and whether it risks two cards in one turn. All of this is read from the seat's own
view, so it is for that seat's eyes only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from coup.languages import current, say
from coup.moves import Move
from coup.rules.rulesets import Ruleset
from coup.rules.vocabulary import ACTIONS
from coup.view import View, claim_of, denial_of, disproved, holds, opposed

NAMES = {
    "income": "Income",
    "foreign_aid": "Foreign aid",
    "tax": "Tax",
    "exchange": "Exchange",
    "steal": "Steal from {target}",
    "assassinate": "Assassinate {target}",
    "coup": "Coup against {target}",
    "investigate": "Investigate {target}",
    "convert": "Convert {target}",
    "embezzle": "Embezzle",
    "loyalist": "Loyalist",
    "reformist": "Reformist",
    "pass": "Pass",
    "challenge": "Challenge",
    "block_foreign_aid": "Block",
    "block_assassinate": "Block",
    "block_steal": "Block",
    "reveal": "Reveal {role:name}",
    "discard": "Discard {role:name}",
    "return": "Return {role:name}",
    "show": "Show {role:name}",
    "keep": "Keep",
    "swap": "Swap",
    "prove": "Prove it",
}
GROUPS = {
    "steal": "Steal from …",
    "assassinate": "Assassinate …",
    "coup": "Coup against …",
    "investigate": "Investigate …",
    "convert": "Convert …",
}
SPARED = {
    ("loyalist", 1): "Not {names:or}: you are both loyalists.",
    ("loyalist", 2): "Not {names:or}: you are all loyalists.",
    ("reformist", 1): "Not {names:or}: you are both reformists.",
    ("reformist", 2): "Not {names:or}: you are all reformists.",
}
"""By side, and by whether there is one such seat or more."""


@dataclass(frozen=True)
class Choice:
    """One of a seat's legal moves, explained to its owner.

    move: the move.
    name: as in "Steal from bob".
    effect: what it does.
    short, rest: the effect in as few words as possible, and what these leave out.
    claim: the roles that it claims; empty if none.
    denial: the roles that it denies having; empty if none.
    bluff: whether the owner could not prove the claim or the denial.
    proof: for an answer to a challenge, whether it proves the claim or the denial.
    follows: who may stop it, and how.
    loses: what its owner loses if it goes wrong; empty if nothing can.
    risk: why the owner may lose two cards in one turn; empty if it cannot.
    """

    move: Move
    name: str
    effect: str
    short: str
    rest: str = ""
    claim: tuple[str, ...] = ()
    bluff: bool = False
    proof: bool | None = None
    follows: str = ""
    loses: str = ""
    risk: str = ""
    denial: tuple[str, ...] = ()

    @property
    def claims(self) -> str:
        """The claim or denial in words, marked if it is a bluff; empty if there is none."""
        if not self.claim and not self.denial:
            return ""
        if self.denial and self.bluff:
            return say("denies {roles:name}, a bluff", roles=self.denial)
        if self.denial:
            return say("denies {roles:name}", roles=self.denial)
        if self.bluff:
            return say("claims {roles:name}, a bluff", roles=self.claim)
        return say("claims {roles:name}", roles=self.claim)

    @property
    def tag(self) -> str:
        """What it claims or proves, in as few words as possible."""
        if self.proof is not None:
            return say("proves it") if self.proof else say("is lost")
        if self.denial:
            text = "bluff: no {roles:name}" if self.bluff else "no {roles:name}"
            return say(text, roles=self.denial)
        return self._tagged("/".join(map(role_name, self.claim)))

    @property
    def small_tag(self) -> str:
        """The same with two letters for a role, for narrow windows."""
        if self.denial:
            return self.mark or self.tag
        if not self.claim:
            return self.tag
        return self._tagged("/".join(current().form(f"{role}.short") for role in self.claim))

    @property
    def mark(self) -> str:
        """One word for a bluff; empty if it would be none."""
        return say("bluff") if self.bluff else ""

    def _tagged(self, roles: str) -> str:
        return say("bluff: {roles}", roles=roles) if self.bluff else roles

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(filter(None, (self.effect, self.claims)))}"


def choices(view: View) -> tuple[Choice, ...]:
    """The legal moves of the seat of a view, explained.

    >>> import coup
    >>> game = coup.Game(["ann", "bob"], hands={"ann": "duke captain"})
    >>> for choice in choices(game.view("ann")):
    ...     print(choice)
    Income: take 1 coin
    Foreign aid: take 2 coins
    Tax: take 3 coins, claims Duke
    Exchange: draw 2 cards and return 2, claims Ambassador, a bluff
    Steal from bob: take 2 coins, claims Captain
    """
    return tuple(
        Choice(
            move,
            name(move),
            effect(view, move),
            short(view, move),
            rest(view, move),
            claim_of(view, move),
            not holds(view, move),
            _proves(view, move),
            follows(view, move),
            loses(view, move),
            risk(view, move),
            denial_of(view, move),
        )
        for move in view.legal_moves
    )


def _proves(view: View, move: Move) -> bool | None:
    """Whether a move that answers a challenge proves what is challenged; None for other moves."""
    if move.verb == "reveal":
        return move.role in view.question.roles
    return True if move.verb == "prove" else None


def name(move: Move) -> str:
    """The name of a move, as in "Steal from bob"."""
    if move.verb == "block_steal" and move.role:
        return say("Block as {role:name}", role=move.role)
    if move.verb == "convert" and move.target is None:
        return say("Convert yourself")
    return say(NAMES[move.verb], target=move.target, role=move.role)


def role_name(role: str) -> str:
    """The name of a role in the current language.

    >>> role_name("duke")
    'Duke'
    """
    return current().form(role)


def grouped(view: View, same: Sequence[Choice]) -> Choice:
    """Choices that differ only in their target, as one.

    >>> import coup
    >>> view = coup.Game(["ann", "a", "bob"], hands={"ann": "duke captain"}).view("ann")
    >>> steals = [each for each in choices(view) if each.move.verb == "steal"]
    >>> grouped(view, steals).name, grouped(view, steals).follows[-59:]
    ('Steal from …', 'The target may block it with the Captain or the Ambassador.')
    """
    first = same[0]
    if len(same) == 1:
        return first
    return replace(
        first,
        name=say(GROUPS[first.move.verb]),
        effect=effect(view, first.move, named=False),
        rest=rest(view, first.move, named=False),
        follows=follows(view, first.move, named=False),
    )


def effect(view: View, move: Move, named: bool = True) -> str:
    """What a move does if nobody stops it.

    named: whether to name its target.
    """
    ruleset, question = view.ruleset, view.question
    match move.verb:
        case "income" | "foreign_aid" | "tax":
            return say("take {n:coins}", n=ruleset.rules.gain[move.code])
        case "steal":
            return say("take {n:coins}", n=min(2, view.coins[move.target or ""]) if named else 2)
        case "coup" | "assassinate" if named:
            text = "pay {n:coins}, {target} loses a card"
            return say(text, n=_cost(view, move), target=move.target)
        case "coup" | "assassinate":
            return say("pay {n:coins}, the target loses a card", n=_cost(view, move))
        case "exchange":
            return say("draw {n:cards} and return {n}", n=ruleset.exchange_draws)
        case "investigate" if named:
            text = "look at one of {target}'s cards; you may have it swapped"
            return say(text, target=move.target)
        case "investigate":
            return say("look at one of the target's cards; you may have it swapped")
        case "convert":
            return _conversion(ruleset, move.target, named)
        case "embezzle":
            return say("take {n:coins} from the reserve", n=view.reserve)
        case "loyalist":
            return say("begin as a loyalist")
        case "reformist":
            return say("begin as a reformist")
        case "prove":
            text = "show all your cards and draw others, {challenger} loses a card"
            return say(text, challenger=question.challenger)
        case "pass":
            return _let_be(view)
        case "challenge" if question.denied:
            return _doubt(view)
        case "challenge" if _may_be_picked(view):
            text = "if you are picked, make {claimant} show {roles:the} or lose a card"
            return say(text, claimant=question.claimant, roles=question.roles)
        case "challenge":
            text = "make {claimant} show {roles:the} or lose a card"
            return say(text, claimant=question.claimant, roles=question.roles)
        case "block_foreign_aid" | "block_assassinate" | "block_steal" if _may_be_picked(view):
            return say("if you are picked, stop {actor}", actor=question.actor)
        case "block_foreign_aid" | "block_assassinate" | "block_steal":
            return say("stop {actor}", actor=question.actor)
        case "reveal" if move.role in question.roles:
            text = "proves your claim: swapped for a new card, and {challenger} loses one"
            return say(text, challenger=question.challenger)
        case "reveal" if question.denied:
            return say("give in: you lose this card")
        case "reveal":
            return say("does not prove your claim: you lose this card")
        case "discard":
            return say("you lose this card")
        case "return":
            return say("back to the court deck")
        case "show":
            return say("for {actor} alone to see", actor=question.actor)
        case "keep":
            return say("let {target} keep {role:the}", target=question.target, role=view.shown)
    text = "make {target} swap {role:the} for a new card"
    return say(text, target=question.target, role=view.shown)


def _cost(view: View, move: Move) -> int:
    return view.ruleset.coup_cost if move.verb == "coup" else view.ruleset.assassinate_cost


def _conversion_cost(ruleset: Ruleset, target: str | None) -> int:
    return ruleset.convert_other_cost if target else ruleset.convert_cost


def _conversion(ruleset: Ruleset, target: str | None, named: bool) -> str:
    cost = _conversion_cost(ruleset, target)
    if target is None:
        return say("pay {n:coins} to the reserve, change sides", n=cost)
    if not named:
        return say("pay {n:coins} to the reserve, the target changes sides", n=cost)
    return say("pay {n:coins} to the reserve, {target} changes sides", n=cost, target=target)


def _doubt(view: View) -> str:
    """What a challenge does to a player who denied a role."""
    text = "make {claimant} show that it has no {roles:name} or lose a card"
    if _may_be_picked(view):
        text = "if you are picked, make {claimant} show that it has no {roles:name} or lose a card"
    return say(text, claimant=view.question.claimant, roles=view.question.denied)


def short(view: View, move: Move) -> str:
    """What a move does, in a few words."""
    match move.verb:
        case "coup" | "assassinate":
            return say("pay {n:coins}", n=_cost(view, move))
        case "convert":
            text = "pay {n:coins} to the reserve"
            return say(text, n=_conversion_cost(view.ruleset, move.target))
        case "embezzle":
            return say("take {n:coins}", n=view.reserve)
        case "exchange":
            return say("draw {n:cards}", n=view.ruleset.exchange_draws)
        case "investigate":
            return say("see a card")
    return effect(view, move)


def rest(view: View, move: Move, named: bool = True) -> str:
    """What `short` leaves out, as a sentence; empty if nothing."""
    match move.verb:
        case "coup" | "assassinate" if named:
            return say("{target} loses a card.", target=move.target)
        case "coup" | "assassinate":
            return say("The target loses a card.")
        case "exchange":
            return say("Return {n}.", n=view.ruleset.exchange_draws)
        case "investigate" if named:
            text = "Look at one of {target}'s cards; you may have it swapped."
            return say(text, target=move.target)
        case "investigate":
            return say("Look at one of the target's cards; you may have it swapped.")
        case "convert" if move.target is None:
            return say("You change sides.")
        case "convert" if named:
            return say("{target} changes sides.", target=move.target)
        case "convert":
            return say("The target changes sides.")
        case "embezzle":
            return say("They come from the reserve.")
    return ""


def _may_be_picked(view: View) -> bool:
    """Whether answers are secret, so that one of several equal answers is picked."""
    return view.ruleset.answers == "secret" and len(view.question.asked) > 1


def _let_be(view: View) -> str:
    """What happens to the seat if it passes; others may still interfere."""
    question = view.question
    others = any(seat != view.seat for seat in question.asked)
    if question.kind == "challenge block":
        if others:
            return say("the block stands, unless somebody else challenges it")
        return say("the block stands")
    if question.target != view.seat:
        return say("let it be")
    if question.kind == "challenge" and f"block_{question.action}" in view.ruleset.claims:
        return say("believe it; you may still block")
    last = len(view.hand) == 1
    return say(
        LET_BE[question.action or "", last and question.action == "assassinate", others],
        actor=question.actor,
        n=min(2, view.coins[view.seat or ""]),
    )


LET_BE = {
    ("steal", False, False): "let {actor} take {n:coins}",
    ("steal", False, True): "let {actor} take {n:coins}, unless somebody else stops it",
    ("assassinate", False, False): "you lose a card",
    ("assassinate", False, True): "you lose a card, unless somebody else stops it",
    ("assassinate", True, False): "you lose your last card",
    ("assassinate", True, True): "you lose your last card, unless somebody else stops it",
    ("investigate", False, False): "let {actor} look at one of your cards",
    ("investigate", False, True): (
        "let {actor} look at one of your cards, unless somebody else stops it"
    ),
}
"""By action, by whether it takes the last card, and by whether others are also asked."""


def loses(view: View, move: Move) -> str:
    """What the owner of a move loses if it goes wrong."""
    last = len(view.hand) == 1
    if move.verb == "challenge":
        if disproved(view):
            return say("You can see that it is a bluff.")
        if view.question.denied:
            return say(
                "If {claimant} shows no {roles:name}, you lose your last card."
                if last
                else "If {claimant} shows no {roles:name}, you lose a card.",
                claimant=view.question.claimant,
                roles=view.question.denied,
            )
        text = (
            "If {claimant} shows {roles:the}, you lose your last card."
            if last
            else "If {claimant} shows {roles:the}, you lose a card."
        )
        return say(text, claimant=view.question.claimant, roles=view.question.roles)
    fee = move.verb == "assassinate" and not view.ruleset.fee_returned
    claims = bool(claim_of(view, move) or denial_of(view, move))
    if claims and not holds(view, move):
        return say(_lost_bluff(last, fee, bool(risk(view, move))))
    proof = say("You can prove it.") if claims else ""
    return f"{proof} {say('If blocked, you lose the coins.')}" if fee else proof


def _lost_bluff(last: bool, fee: bool, twice: bool) -> str:
    """What a challenged bluff costs."""
    if twice:
        return "If challenged, you lose a card and one more by the assassination."
    if fee and last:
        return "If challenged, you lose your last card; if blocked, the coins."
    if fee:
        return "If challenged, you lose a card; if blocked, the coins."
    return "If challenged, you lose your last card." if last else "If challenged, you lose a card."


def follows(view: View, move: Move, named: bool = True) -> str:
    """Who may stop a move, and how.

    named: whether to name its target.
    """
    if move.verb.startswith("block"):
        return _may_challenge(view)
    if move.verb not in ACTIONS:
        return ""
    blocks = view.ruleset.claims.get(f"block_{move.verb}", ())
    parts = []
    if claim_of(view, move) or denial_of(view, move):
        parts.append(_may_challenge(view))
    if blocks and move.target and not named:
        parts.append(say("The target may block it with {roles:the}.", roles=blocks))
    elif blocks:
        parts.append(_may_block(view, move.target, blocks))
    return " ".join(parts) or say("Nobody can stop it.")


def _rival(view: View) -> str | None:
    """The other seat, if there is only one."""
    rivals = [seat for seat in view.alive if seat != view.seat]
    return rivals[0] if len(rivals) == 1 else None


def _may_challenge(view: View) -> str:
    rival = _rival(view)
    if rival is None:
        return say("Anybody may challenge it.")
    return say("{name} may challenge it.", name=rival)


def _may_block(view: View, target: str | None, roles: tuple[str, ...]) -> str:
    who = [target] if target else opposed(view)
    if len(who) == 1:
        return say("{name} may block it with {roles:the}.", name=who[0], roles=roles)
    if len(who) < len(view.alive) - 1:
        return say("The other side may block it with {roles:the}.", roles=roles)
    return say("Anybody may block it with {roles:the}.", roles=roles)


def risk(view: View, move: Move) -> str:
    """Why this move may cost its owner two cards in one turn; empty if it cannot.

    That happens to the target of an assassination that challenges it wrongly, or blocks it with a
    bluff.
    """
    question = view.question
    if question.action != "assassinate" or question.target != view.seat or len(view.hand) < 2:
        return ""
    if move.verb == "challenge" and question.claimant == question.actor and not disproved(view):
        text = (
            "If {actor} shows {roles:the}, you lose a card for the challenge and one more if the "
            "assassination succeeds."
        )
        return say(text, actor=question.actor, roles=question.roles)
    if move.verb == "block_assassinate" and not holds(view, move):
        return say(
            "This block is a bluff. If it is challenged, you lose a card for it and one more by "
            "the assassination."
        )
    proving = set(question.roles) & set(view.hand)
    if move.verb == "reveal" and proving and move.role not in proving:
        text = (
            "{role:The} does not prove your block, but {proof:the} does. You lose this card for "
            "it and one more by the assassination."
        )
        return say(text, role=move.role, proof=proving.pop())
    return ""


def spared(view: View, verb: str) -> str:
    """Why some living seats cannot be the target of an attack; empty if all can, or if the
    action is no attack.

    >>> import coup
    >>> spared(coup.Game(["ann", "bob", "carl"], "reformation").view("ann"), "steal")
    'Not carl: you are both loyalists.'
    """
    own = view.allegiances.get(view.seat or "")
    chosen = {move.target for move in view.legal_moves if move.verb == verb}
    out = [seat for seat in view.alive if seat != view.seat and seat not in chosen]
    if own is None or verb == "convert" or not out:
        return ""
    return say(SPARED[own, min(2, len(out))], names=out)


def why_only_one(view: View) -> str:
    """Why only one seat can be attacked, where that is so and nobody is asked for a target."""
    attacks = {
        move.target: move.verb
        for move in view.legal_moves
        if move.target and move.verb != "convert"
    }
    return spared(view, *attacks.values()) if len(attacks) == 1 else ""
