"""The guided first game: a fixed deal against two bots that show what can happen in a game.

A learner who takes each suggestion meets everything once, and wins: a claim, a challenge, a bluff,
a block, the loss of a card, a coup. One who does not plays on against honest bots, and still has
each thing explained when it first comes up. The terminal and the page show the same lesson.
"""

from collections.abc import Sequence

from coup.game import Game
from coup.hosting.evening import PERSON, Evening
from coup.hosting.player import Player
from coup.languages import say
from coup.moves import Move
from coup.rules.errors import CoupError
from coup.rules.rulesets import ruleset
from coup.view import View

SEED = 0
HANDS = ("duke contessa", "duke assassin", "ambassador captain")
PARTNERS = ("ada", "boris", "cleo", "dario")
"""What the bots are called: the first two that nobody else is called."""
SUGGESTED = (
    "tax",
    "reveal duke",
    "challenge",
    "steal {second}",
    "pass",
    "block_assassinate",
    "coup {second}",
    "challenge",
    "discard ambassador",
    "foreign_aid",
    "pass",
    "block_assassinate",
)
"""What the learner is told to do, one answer after the other."""
PLAYED = {
    (1, "challenge", 1): "challenge",
    (1, "discard", 1): "discard assassin",
    (2, "action", 1): "income",
    (3, "action", 2): "tax",
    (3, "reveal", 2): "reveal ambassador",
    (5, "action", 1): "assassinate {learner}",
    (6, "action", 2): "income",
    (8, "action", 1): "tax",
    (8, "reveal", 1): "reveal duke",
    (10, "action", 1): "assassinate {learner}",
    (10, "challenge block", 1): "challenge",
}
"""What the bots do: by turn, question and seat. What is not here they let be."""
NOTES = {
    "first": (
        "Each player has two face-down cards. The last one with a card wins. You hold the Duke "
        "and the Contessa. Tax brings 3 coins and belongs to the Duke. Taking it means "
        "claiming the Duke, and you really have one."
    ),
    "reveal": (
        "{challenger} doubts your claim: that is a challenge. Show {roles:the}, and {challenger} "
        "loses a card; yours is swapped for a new one. Any other card that you show is lost."
    ),
    "challenge": (
        "{actor} claims {roles:the}. That may be a lie. If you challenge a lie, {actor} loses a "
        "card; if it was the truth, you lose one."
    ),
    "bluff": (
        "You may lie as well. A steal claims the Captain. If you do not have the Captain, it is a "
        "bluff, and it works as long as nobody challenges it."
    ),
    "aimed": (
        "{actor} has paid to assassinate you, claiming {roles:the}. You can challenge the claim. "
        "If you let it be, you can still block, claiming the Contessa."
    ),
    "block": (
        "Now you can block, claiming the Contessa. A block is also a claim: it can be a lie, and "
        "it can be challenged."
    ),
    "blocked": (
        "{blocker} blocks, claiming {roles:the}. Challenge that if you think it is a lie. If you "
        "let it be, your action has failed."
    ),
    "discard": (
        "You lose a card, and you choose which. It stays face up for all to see. A player "
        "without cards is out."
    ),
    "coup": (
        "You have {n:coins}. Seven pay for a coup, which nobody can challenge or block. With ten "
        "or more you must."
    ),
    "aid": (
        "Foreign aid brings 2 coins and claims nothing, so nobody can challenge it. But anybody "
        "may block it, claiming the Duke."
    ),
}
"""What is explained when it first comes up."""
WON = "You have won, and you have seen it all: claims, challenges, blocks, and the coup."
LOST = "You are out, but you know how it goes now: claims, challenges, blocks, and the coup."


class Lesson(Evening):
    """The guided first game.

    >>> lesson = Lesson("ann")
    >>> while lesson.asked:
    ...     lesson.answer(str(lesson.suggestion), "ann")
    ...     lesson.run_bots()
    >>> lesson.game.winner, len(lesson.answers)
    ('ann', 12)

    name: of the learner.
    answers: what it has answered so far.
    """

    def __init__(self, name: str) -> None:
        self.learner = name
        self.answers: list[str] = []
        self.explained: set[str] = set()
        others = [each for each in PARTNERS if each.lower() != name.lower()][:2]
        chairs = {name: PERSON, **dict.fromkeys(others, "honest")}
        super().__init__(chairs, ruleset("classic"), SEED)

    def _sit_down(self, starter: str) -> None:
        """Deal the lesson; later rounds are rounds like any other."""
        if self.rounds:
            super()._sit_down(starter)
        else:
            names = list(self.chairs)
            self._play(Game(names, self.ruleset, SEED, dict(zip(names, HANDS, strict=True))))

    def _play(self, game: Game) -> None:
        super()._play(game)
        if not self.rounds:
            self._bots = {seat: Partner(self, bot) for seat, bot in self._bots.items()}

    def _answer(self, moves: Sequence[tuple[str, str]]) -> None:
        seat, move = moves[0]
        topic = self.topic if self.is_person(seat) else None
        super()._answer(moves)
        if self.is_person(seat):
            self.answers.append(move)
            self.explained |= {topic} if topic else set()

    def take_back(self) -> None:
        raise CoupError("there is nothing to take back in a lesson")

    @property
    def can_take_back(self) -> bool:
        """Never: what was explained was explained."""
        return False

    # What is explained and suggested.

    @property
    def is_followed(self) -> bool:
        """Whether each suggestion was taken so far."""
        wanted = [self._named(move) for move in SUGGESTED[: len(self.answers)]]
        return not self.rounds and self.answers == wanted

    @property
    def suggestion(self) -> Move | None:
        """What the learner is told to do now; None after other answers."""
        done = len(self.answers)
        if self.asked != self.learner or not self.is_followed or done >= len(SUGGESTED):
            return None
        wanted = self._named(SUGGESTED[done])
        return next((move for move in self.game.legal_moves if move == wanted), None)

    def _named(self, move: str) -> str:
        return move.format(learner=self.learner, second=list(self.chairs)[2])

    @property
    def topic(self) -> str | None:
        """What the question is an example of; None if that was explained before."""
        if self.asked != self.learner or self.rounds:
            return None
        topic = topic_of(self.view(self.learner), len(self.explained & {"first", "bluff"}))
        return None if topic in self.explained else topic

    @property
    def note(self) -> str:
        """What there is to explain now; empty if nothing."""
        if self.game.over and len(self.rounds) == 1:
            return say(WON if self.game.winner == self.learner else LOST)
        topic = self.topic
        if topic is None:
            return ""
        question, coins = self.game.question, self.game.coins[self.learner]
        return say(
            NOTES[topic],
            actor=question.actor,
            challenger=question.challenger,
            blocker=question.blocker,
            roles=question.roles,
            n=coins,
        )

    def run_bots(self) -> None:
        """Let the bots answer until the learner is asked, or the round is over."""
        while self.asked and self.asked != self.learner:
            self.let_bot_answer()


def topic_of(view: View, turns: int) -> str | None:
    """What a question is an example of.

    turns: how many of the first two turns were explained.
    """
    question, seat = view.question, str(view.seat)
    match question.kind:
        case "action" if turns == 0:
            return "first"
        case "action" if view.coins[seat] >= view.ruleset.coup_cost:
            return "coup"
        case "action" if turns == 1:
            return "bluff"
        case "action":
            return "aid"
        case "challenge" if question.target == seat and question.action == "assassinate":
            return "aimed"
        case "block" if question.action == "assassinate":
            return "block"
        case "challenge block":
            return "blocked"
        case "reveal" | "discard" | "challenge" as kind:
            return kind
    return None


class Partner:
    """A bot that shows what can happen, as long as the suggestions are taken."""

    def __init__(self, lesson: Lesson, otherwise: Player) -> None:
        self.lesson = lesson
        self.otherwise = otherwise

    def choose(self, view: View) -> str:
        if not self.lesson.is_followed:
            return self.otherwise.choose(view)
        place = view.turn, view.question.kind, list(self.lesson.chairs).index(str(view.seat))
        move = PLAYED.get(place, "pass").format(learner=self.lesson.learner)
        return move if move in view.legal_moves else self.otherwise.choose(view)
