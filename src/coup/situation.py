"""What a seat is asked, and why, in sentences to its owner."""

from coup.events import BLOCKS
from coup.languages import say
from coup.view import Question, View

DEEDS = {
    "foreign_aid": "{seat} asks for foreign aid.",
    "tax": "{seat} wants to take tax, claiming {roles:the}.",
    "exchange": "{seat} wants to exchange cards, claiming {roles:the}.",
    "steal": "{seat} wants to steal from {target}, claiming {roles:the}.",
    "assassinate": "{seat} wants to assassinate {target}, claiming {roles:the}.",
    "investigate": "{seat} wants to investigate {target}, claiming {roles:the}.",
    "embezzle": "{seat} wants to take the reserve, denying {denied:the}.",
}
DEEDS_TO_YOU = {
    "steal": "{seat} wants to steal from you, claiming {roles:the}.",
    "assassinate": "{seat} wants to assassinate you, claiming {roles:the}.",
    "investigate": "{seat} wants to investigate you, claiming {roles:the}.",
}


def situation(view: View) -> str:
    """What the seat is asked, and why, in one or two sentences to its owner."""
    question = view.question
    match question.kind:
        case "action" if view.coins[view.seat or ""] >= view.ruleset.forced_coup:
            coins = view.coins[view.seat or ""]
            return say("It is your turn. With {n:coins} you must coup.", n=coins)
        case "action":
            return say("It is your turn. What will you do?")
        case "challenge" | "block" | "challenge or block":
            return f"{happens(question, view.seat)} {say(_asks(view))}"
        case "challenge block":
            return f"{happens(question, view.seat)} {say('Do you challenge that?')}"
        case "reveal" if question.denied:
            text = "{challenger} challenges you: do you have no {roles:name}?"
            return say(text, challenger=question.challenger, roles=question.denied)
        case "allegiance":
            return say("On which side do you begin?")
        case "reveal":
            text = "{challenger} challenges you: do you have {roles:the}? Show a card."
            return say(text, challenger=question.challenger, roles=question.roles)
        case "discard":
            return say(_loss(view.hand))
        case "return":
            return say("Which card goes back to the court deck?")
        case "show":
            return say("{actor} investigates you. Which card do you show?", actor=question.actor)
        case "examine":
            text = "{target} shows you {role:the}. May it stay?"
            return say(text, target=question.target, role=view.shown)
    return str(question)


def _loss(hand: tuple[str, ...]) -> str:
    """That a seat loses a card of its hand; only a choice is a question."""
    if len(hand) == 1:
        return "You lose your last card."
    return "You lose a card." if len(set(hand)) == 1 else "You lose a card. Which one?"


def _asks(view: View) -> str:
    """The question about an action: challenge it, block it, or either."""
    verbs = [move.verb for move in view.legal_moves]
    if not any(verb.startswith("block") for verb in verbs):
        return "Do you challenge?"
    return "Do you challenge or block?" if "challenge" in verbs else "Do you block?"


def happens(question: Question, seat: str | None = None) -> str:
    """The action or the block in question, as a sentence to a seat."""
    if question.kind == "challenge block":
        text = BLOCKS[question.action or ""]
        return say(text, seat=question.blocker, roles=question.roles)
    to_you = seat is not None and question.target == seat
    text = (DEEDS_TO_YOU if to_you else DEEDS)[question.action or ""]
    return say(
        text,
        seat=question.actor,
        target=question.target,
        roles=question.roles,
        denied=question.denied,
    )
