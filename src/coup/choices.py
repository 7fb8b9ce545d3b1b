"""What a seat may choose, as people want to read it before they do.

Every screen shows the same: what a move does, what it claims, whether that would be a bluff, what
may follow, and whether it risks two cards at once. It is all read from the seat's own view, so it
is for that seat's eyes only.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from coup.claims import claim_of, denial_of, disproved, holds
from coup.moves import Move
from coup.rules.names import ACTIONS
from coup.rules.rulesets import Ruleset
from coup.view import View
from coup.words import count, listed, noun, plain_names, title, titles


@dataclass(frozen=True)
class Choice:
    """One of a seat's legal moves, explained to its owner.

    move: the move.
    name: what it is called, as in "Steal from bob".
    effect: what it does.
    short: the same in as few words as there are.
    claim: the roles that it claims; empty if none.
    denial: the roles that it denies to have; empty if none.
    bluff: whether the owner could not prove that.
    proof: for what answers a challenge, whether it proves the claim or the denial.
    follows: who may stop it, and how.
    loses: what its owner loses if it goes wrong; empty if nothing can.
    risk: why the owner may lose two cards at once; empty if that cannot be.
    """

    move: Move
    name: str
    effect: str
    short: str
    claim: tuple[str, ...] = ()
    bluff: bool = False
    proof: bool | None = None
    follows: str = ""
    loses: str = ""
    risk: str = ""
    denial: tuple[str, ...] = ()

    @property
    def claims(self) -> str:
        """What it claims or denies, in words, marked if it is a bluff; empty if nothing."""
        if not self.claim and not self.denial:
            return ""
        deed = "claims" if self.claim else "denies"
        roles = plain_names(self.claim or self.denial)
        return f"{deed} {roles}" + (", a bluff" if self.bluff else "")

    @property
    def tag(self) -> str:
        """What it claims or proves, in as few words as there are."""
        if self.proof is not None:
            return "proves it" if self.proof else "is lost"
        roles = "/".join(map(str.capitalize, self.claim))
        if self.denial:
            roles = f"no {plain_names(self.denial)}"
        return f"bluff: {roles}" if self.bluff else roles

    def __str__(self) -> str:
        return f"{self.name}: {', '.join(filter(None, (self.effect, self.claims)))}"


def choices(view: View) -> tuple[Choice, ...]:
    """What the seat of a view may choose now.

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
    """What a move is called."""
    match move.verb:
        case "steal":
            return f"Steal from {move.target}"
        case "coup":
            return f"Coup against {move.target}"
        case "convert" if move.target is None:
            return "Convert yourself"
        case "prove":
            return "Prove it"
        case "block_foreign_aid" | "block_assassinate":
            return "Block"
        case "block_steal":
            return f"Block as {str(move.role).capitalize()}" if move.role else "Block"
    parts = (move.verb.replace("_", " "), move.target, (move.role or "").capitalize())
    words = " ".join(filter(None, parts))
    return words[0].upper() + words[1:]


def grouped(view: View, same: Sequence[Choice]) -> Choice:
    """Choices that differ in their target only, as one.

    >>> import coup
    >>> view = coup.Game(["ann", "a", "bob"], hands={"ann": "duke captain"}).view("ann")
    >>> steals = [each for each in choices(view) if each.move.verb == "steal"]
    >>> grouped(view, steals).name, grouped(view, steals).follows[-59:]
    ('Steal from …', 'The target may block it with the Captain or the Ambassador.')
    """
    first = same[0]
    if len(same) == 1:
        return first
    verb = first.name.removesuffix(str(first.move.target)).strip()
    return replace(
        first,
        name=f"{verb} …",
        effect=effect(view, first.move, "the target"),
        follows=follows(view, first.move, "The target"),
    )


def effect(view: View, move: Move, whom: str | None = None) -> str:
    """What a move does, if nobody stops it.

    whom: what to call its target, if not by name.
    """
    ruleset, question = view.ruleset, view.question
    target = whom or move.target
    match move.verb:
        case "income" | "foreign_aid" | "tax":
            return f"take {count(ruleset.rules.gain[move.code], 'coin')}"
        case "steal":
            coins = 2 if whom else min(2, view.coins[move.target or ""])
            return f"take {count(coins, 'coin')}"
        case "coup" | "assassinate":
            cost = ruleset.coup_cost if move.verb == "coup" else ruleset.assassinate_cost
            return f"pay {count(cost, 'coin')}, {target} loses a card"
        case "exchange":
            return (
                f"draw {count(ruleset.exchange_draws, 'card')} and return {ruleset.exchange_draws}"
            )
        case "investigate":
            return f"look at one of {target}'s cards; you may have it swapped"
        case "convert":
            cost = ruleset.convert_other_cost if target else ruleset.convert_cost
            whose = f"{target} changes" if target else "change"
            return f"pay {count(cost, 'coin')} to the reserve, {whose} sides"
        case "embezzle":
            return f"take {count(view.reserve, 'coin')} from the reserve"
        case "loyalist" | "reformist":
            return f"begin as a {move.verb}"
        case "prove":
            return f"show all your cards and draw others, {question.challenger} loses a card"
        case "pass":
            return _let_be(view)
        case "challenge":
            return f"{_if_picked(view)}make {question.claimant} {_prove_or_lose(view)}"
        case "block_foreign_aid" | "block_assassinate" | "block_steal":
            return f"{_if_picked(view)}stop {question.actor}"
        case "reveal" if move.role in question.roles:
            return f"proves your claim: swapped for a new card, and {question.challenger} loses one"
        case "reveal" if question.denied:
            return "give in: you lose this card"
        case "reveal":
            return "does not prove your claim: you lose this card"
        case "discard":
            return "you lose this card"
        case "return":
            return "back to the court deck"
        case "show":
            return f"for {question.actor} alone to see"
        case "keep":
            return f"let {question.target} keep {title(view.shown or '')}"
    return f"make {question.target} swap {title(view.shown or '')} for a new card"


def short(view: View, move: Move) -> str:
    """What a move does, in a few words."""
    match move.verb:
        case "coup" | "assassinate" | "exchange" | "convert":
            return effect(view, move).replace(" and ", ", ").partition(",")[0]
        case "investigate":
            return "see a card"
    return effect(view, move)


def _if_picked(view: View) -> str:
    """Where answers are secret, one of those who want the same is picked."""
    others = view.ruleset.answers == "secret" and len(view.question.asked) > 1
    return "if you are picked, " if others else ""


def _prove_or_lose(view: View) -> str:
    if view.question.denied:
        return f"show that it has no {plain_names(view.question.denied)} or lose a card"
    return f"show {titles(view.question.roles)} or lose a card"


def _let_be(view: View) -> str:
    """What happens to the seat if it lets something be; others may still interfere."""
    question = view.question
    others = [seat for seat in question.asked if seat != view.seat]
    unless = ", unless somebody else stops it" if others else ""
    if question.kind == "challenge block":
        return "the block stands" + (", unless somebody else challenges it" if others else "")
    if question.target != view.seat:
        return "let it be"
    if question.kind == "challenge" and f"block_{question.action}" in view.ruleset.claims:
        return "believe it; you may still block"
    match question.action:
        case "steal":
            coins = count(min(2, view.coins[view.seat or ""]), "coin")
            return f"let {question.actor} take {coins}{unless}"
        case "assassinate":
            return f"you lose {_a_card(view)}{unless}"
    return f"let {question.actor} look at one of your cards{unless}"


def _a_card(view: View) -> str:
    """A card of the seat's own, as it stands in a sentence about losing it."""
    return "your last card" if len(view.hand) == 1 else "a card"


def _lost(view: View) -> str:
    return f"you lose {_a_card(view)}"


def loses(view: View, move: Move) -> str:
    """What the owner of a move loses if it goes wrong."""
    if move.verb == "challenge":
        if disproved(view):
            return "You can see that it is a bluff."
        if view.question.denied:
            return f"If {view.question.claimant} proves it, you lose {_a_card(view)}."
        proof = titles(view.question.roles)
        return f"If {view.question.claimant} shows {proof}, you lose {_a_card(view)}."
    if move.verb == "embezzle":
        return "You can prove it." if holds(view, move) else f"If challenged, {_lost(view)}."
    fee = move.verb == "assassinate" and not view.ruleset.fee_returned
    if claim_of(view, move) and not holds(view, move):
        more = " and one more by the assassination" if risk(view, move) else ""
        coins = "; if blocked, the coins" if fee else ""
        return f"If challenged, you lose {_a_card(view)}{more}{coins}."
    proof = "You can prove it." if claim_of(view, move) else ""
    return f"{proof} If blocked, you lose the coins." if fee else proof


def follows(view: View, move: Move, whom: str | None = None) -> str:
    """Who may stop a move, and how."""
    rivals = [seat for seat in view.alive if seat != view.seat]
    anybody = "Anybody" if len(rivals) > 1 else rivals[0]
    if move.verb.startswith("block"):
        return f"{anybody} may challenge it."
    if move.verb not in ACTIONS:
        return ""
    blocks = view.ruleset.claims.get(f"block_{move.verb}", ())
    parts = []
    if claim_of(view, move) or denial_of(view, move):
        parts.append(f"{anybody} may challenge it.")
    if blocks:
        parts.append(f"{whom or move.target or anybody} may block it with {titles(blocks)}.")
    return " ".join(parts) or "Nobody can stop it."


def risk(view: View, move: Move) -> str:
    """Why this move may cost its owner two cards in one turn; empty if it cannot.

    That happens to the target of an assassination that doubts it, or blocks it, wrongly.
    """
    question = view.question
    if question.action != "assassinate" or question.target != view.seat or len(view.hand) < 2:
        return ""
    if move.verb == "challenge" and question.claimant == question.actor and not disproved(view):
        return (
            f"If {question.actor} shows {titles(question.roles)}, you lose a card for the "
            "challenge and one more if the assassination goes on."
        )
    if move.verb == "block_assassinate" and not holds(view, move):
        return (
            "This block is a bluff. If it is challenged, you lose a card for it "
            "and one more by the assassination."
        )
    proving = set(question.roles) & set(view.hand)
    if move.verb == "reveal" and proving and move.role not in proving:
        return (
            f"{title(move.role or '')} does not prove your block, but {title(proving.pop())} does. "
            "You lose this card for it and one more by the assassination."
        )
    return ""


def situation(view: View) -> str:
    """What is being asked of the seat, and why, in a sentence or two to its owner."""
    question = view.question
    what = noun(question.action or "")
    match question.kind:
        case "action" if view.coins[view.seat or ""] >= view.ruleset.forced_coup:
            return (
                f"It is your turn. With {count(view.coins[view.seat or ''], 'coin')} you must coup."
            )
        case "action":
            return "It is your turn. What will you do?"
        case "challenge" | "block" | "challenge or block":
            return f"{deed(view)} Do you {listed(_answers(view))}?"
        case "challenge block":
            return (
                f"{question.blocker} blocks {what}, claiming {titles(question.roles)}. "
                "Do you challenge that?"
            )
        case "reveal" if question.denied:
            return (
                f"{question.challenger} challenges you: do you have no "
                f"{plain_names(question.denied)}?"
            )
        case "allegiance":
            return "On which side do you begin?"
        case "reveal":
            return (
                f"{question.challenger} challenges you: do you have {titles(question.roles)}? "
                "Show a card."
            )
        case "discard":
            return "You lose a card. Which one?"
        case "return":
            return "Which card goes back to the court deck?"
        case "show":
            return f"{question.actor} investigates you. Which card do you show?"
        case "examine":
            return f"{question.target} shows you {title(view.shown or '')}. May it stay?"
    return str(question)


def _answers(view: View) -> list[str]:
    """What may be done about an action: challenge it, block it."""
    verbs = [move.verb for move in view.legal_moves]
    can = ["challenge"] if "challenge" in verbs else []
    return can + (["block"] if any(verb.startswith("block") for verb in verbs) else [])


def _you(view: View, seat: str | None) -> str:
    return "you" if seat == view.seat else str(seat)


def deed(view: View) -> str:
    """Whose action is in question."""
    question = view.question
    target = _you(view, question.target)
    doing = {
        "foreign_aid": "asks for foreign aid",
        "tax": "wants to take tax",
        "exchange": "wants to exchange cards",
        "steal": f"wants to steal from {target}",
        "assassinate": f"wants to assassinate {target}",
        "investigate": f"wants to investigate {target}",
        "embezzle": "wants to take the reserve",
    }[question.action or ""]
    claim = f", claiming {titles(question.roles)}" if question.roles else ""
    if question.denied:
        claim = f", denying {titles(question.denied)}"
    return f"{question.actor} {doing}{claim}."


def spared(view: View, verb: str) -> str:
    """Why some of the living cannot be the target of an attack; empty if all can, or it is none.

    >>> import coup
    >>> spared(coup.Game(["ann", "bob", "carl"], "reformation").view("ann"), "steal")
    'Not carl: you are both loyalists.'
    """
    own = view.allegiances.get(view.seat or "")
    chosen = {move.target for move in view.legal_moves if move.verb == verb}
    out = [seat for seat in view.alive if seat != view.seat and seat not in chosen]
    if own is None or verb == "convert" or not out:
        return ""
    return f"Not {listed(out)}: you are {'both' if len(out) == 1 else 'all'} {own}s."


class Summary(NamedTuple):
    """A row of the table that lies beside the board: what a role or anybody can do."""

    role: str | None
    """None is for what everybody may do."""
    action: str
    effect: str
    coins: int
    """What it brings, or costs."""
    blocks: str
    blocked_by: tuple[str, ...]


def summary(ruleset: Ruleset) -> tuple[Summary, ...]:
    """What everybody may do, and what each role does, blocks, and is blocked by.

    >>> import coup
    >>> for row in summary(coup.ruleset("classic"))[3:5]:
    ...     print(row.role, row.action, row.coins, row.blocks, row.blocked_by)
    duke tax 3 foreign aid ()
    assassin assassinate -3  ('contessa',)
    """
    claims = ruleset.claims
    price = ruleset.assassinate_cost
    effects = {
        "tax": ("take 3", 3),
        "assassinate": (f"pay {price}: a card lost", -price),
        "steal": ("take 2 from target", 2),
        "exchange": (f"draw {ruleset.exchange_draws}, return {ruleset.exchange_draws}", 0),
        "investigate": ("see a card, may swap", 0),
        "": ("", 0),
    }
    price = ruleset.coup_cost
    rows = [
        Summary(None, "income", "take 1", 1, "", ()),
        Summary(None, "foreign aid", "take 2", 2, "", claims.get("block_foreign_aid", ())),
        Summary(None, "coup", f"pay {price}: a card lost", -price, "", ()),
    ]
    if ruleset.allegiances:
        prices = f"self {ruleset.convert_cost}, another {ruleset.convert_other_cost}"
        rows.append(Summary(None, "convert", prices, 0, "", ()))
    if ruleset.embezzle:
        effect = f"reserve: no {ruleset.embezzle.capitalize()}"
        rows.append(Summary(None, "embezzle", effect, 0, "", ()))
    for role in ruleset.roles:
        blocks = ", ".join(
            use.removeprefix("block_").replace("_", " ")
            for use, roles in claims.items()
            if use.startswith("block_") and role in roles
        )
        for action in [each for each in effects if claims.get(each) == (role,)] or [""]:
            blocked_by = claims.get(f"block_{action}", ())
            rows.append(Summary(role, action, *effects[action], blocks, blocked_by))
            blocks = ""  # is said once
    return tuple(rows)
