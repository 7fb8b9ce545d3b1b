"""A question that the people around one keyboard answer aloud: does anyone challenge, or block?

Everybody sees it, so it depends only on what everybody can see.
"""

from dataclasses import dataclass

from coup.choices import name
from coup.hosting.evening import Evening
from coup.languages import say
from coup.moves import Move
from coup.situation import happens
from coup.view import View

CHALLENGE, BLOCK = frozenset({"challenge"}), frozenset({"block"})
ASKED_ONE = {
    CHALLENGE: "{name}, do you challenge?",
    BLOCK: "{name}, do you block?",
    CHALLENGE | BLOCK: "{name}, do you challenge or block?",
}
ASKED_ALL = {
    CHALLENGE: "Does anyone challenge?",
    BLOCK: "Does anyone block?",
    CHALLENGE | BLOCK: "Does anyone challenge or block?",
}


@dataclass(frozen=True)
class Reply:
    """A possible answer of one person.

    risk: why it may cost two cards in one turn; empty if it cannot.
    """

    seat: str
    move: Move
    name: str
    risk: str


@dataclass(frozen=True)
class Aloud:
    """A question to several people together.

    deed: the action or block that it is about, in a sentence.
    asked: the question itself.
    replies: what each of them may answer; silence is a pass.
    """

    deed: str
    asked: str
    replies: dict[str, tuple[Reply, ...]]


def ask_aloud(evening: Evening, seats: list[str]) -> Aloud:
    """The question to these seats, all of which may answer now."""
    view = evening.view(None)
    replies = {seat: replies_of(evening, view, seat) for seat in seats}
    verbs = {verb_of(reply.move) for each in replies.values() for reply in each}
    if len(seats) == 1:
        asked = say(ASKED_ONE[frozenset(verbs)], name=seats[0])
    else:
        asked = say(ASKED_ALL[frozenset(verbs)])
    return Aloud(happens(view.question), asked, replies)


def replies_of(evening: Evening, view: View, seat: str) -> tuple[Reply, ...]:
    """What a seat may answer."""
    moves = [move for move in evening.game.legal_moves_of(seat) if move.verb != "pass"]
    return tuple(Reply(seat, move, name(move), risk(view, seat, move)) for move in moves)


def verb_of(move: Move) -> str:
    return "block" if move.verb.startswith("block") else move.verb


def risk(view: View, seat: str, move: Move) -> str:
    """Why a reply may cost two cards in one turn, without regard to the cards in hand."""
    question = view.question
    if question.action != "assassinate" or question.target != seat or view.cards[seat] < 2:
        return ""
    if move.verb == "challenge" and question.claimant == question.actor:
        text = (
            "{name}, if {actor} shows {roles:the}, you lose a card for the challenge and may lose "
            "one more by the assassination."
        )
        return say(text, name=seat, actor=question.actor, roles=question.roles)
    if move.verb == "block_assassinate":
        text = (
            "{name}, if the block is challenged and you cannot show {roles:the}, you lose two "
            "cards."
        )
        return say(text, name=seat, roles=view.ruleset.claims[move.verb])
    return ""
