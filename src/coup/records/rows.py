"""A game as rows for an analyst: one for each decision, with what only hindsight shows."""

from typing import Any

from coup.events import (
    Blocked,
    Challenged,
    Discarded,
    Eliminated,
    Ended,
    Event,
    Failed,
    GaveIn,
    Proved,
    Revealed,
    TurnBegan,
)
from coup.game import Game
from coup.moves import CHANCE, Move
from coup.rules.rulesets import Ruleset
from coup.view import Question

Row = dict[str, Any]

COLUMNS = {
    "turn": "the number of the turn, counted from 1",
    "seat": "who decides",
    "player": "what sits there: `person`, or a bot; None if the record does not say",
    "question": "what is asked: `action`, `challenge`, `block`, `reveal`, …",
    "move": "the answer, as everywhere: `steal bob`",
    "action": "the action of the turn, which the question is about",
    "target": "whom the move is against: of an action, its target; of a block, the actor; of a "
    "challenge, who made the claim",
    "claim": "the role that the move claims, or `ambassador or captain`; None if it claims none",
    "bluff": "whether the seat holds no card that proves its claim, or one that it denies; None "
    "without a claim or a denial",
    "challenged": "whether somebody challenged that; None without a claim or a denial",
    "outcome": "what became of the move: `succeeded`; `blocked`; `disproved`, if its claim was "
    "lost; `failed`, for a challenge of a proved claim, and for a card that proves nothing; "
    "`not picked`, if another's secret answer was; `unfinished`, if the game ended first; None for "
    "moves that cannot fail",
    "coins": "of the seat, before the move",
    "cards": "how many face-down cards the seat has",
    "hand": "these cards, in alphabetical order: `captain duke`",
    "alive": "how many seats are still in",
    "won": "whether the seat won the game; None if the game is not over",
}
"""The columns and their meaning."""


def rows_of(game: Game, players: dict[str, str]) -> list[Row]:
    """The decisions of a game, in order."""
    walk = Walk(Game(game.seats, game.ruleset, game.seed, drive_chance=True), players)
    for seat, move in game.moves:
        walk.make(seat, move)
    for row in walk.rows:
        row["won"] = row["seat"] == game.winner if game.over else None
    return walk.rows


class Walk:
    """Replays a game, move by move, and collects its rows.

    action, block, challenge: the rows of these in this turn, if any; `answers` are those of secret
        answers that may still be picked.
    """

    def __init__(self, game: Game, players: dict[str, str]) -> None:
        self.game = game
        self.players = players
        self.rows: list[Row] = []
        self.told = 0  # the number of events heard so far
        self.owed = False  # a challenge is decided, and its loser has still to lose a card
        self.paid = False  # the last event was the loss of that card
        self.begin_turn()

    def begin_turn(self) -> None:
        """Start a turn, in which nothing has happened yet."""
        self.action: Row | None = None
        self.block: Row | None = None
        self.challenge: Row | None = None
        self.answers: list[Row] = []

    def make(self, seat: str, move: Move) -> None:
        """Make a move; add a row if it is a seat's, and complete the rows that it settles."""
        if seat != CHANCE:
            self.write(self.row(seat, move), move)
        self.game.push(move, seat)
        story = self.game.events
        for event in story[self.told :]:
            self.hear(event)
        self.told = len(story)

    def row(self, seat: str, move: Move) -> Row:
        """The row of a decision whose outcome is not known yet."""
        game, question = self.game, self.game.question
        hand = game.hand(seat)
        claim = claimed(game.ruleset, move)
        denied = denied_by(game.ruleset, move)
        values = (
            game.turn,
            seat,
            self.players.get(seat),
            question.kind,
            str(move),
            move.verb if question.kind == "action" else question.action,
            opponent(move, question),
            " or ".join(claim) or None,
            is_bluff(claim, denied, hand),
            False if claim or denied else None,
            None,
            game.coins[seat],
            len(hand),
            " ".join(sorted(hand)),
            len(game.alive),
            None,
        )
        return dict(zip(COLUMNS, values, strict=True))

    def write(self, row: Row, move: Move) -> None:
        """Add the row of a decision."""
        self.rows.append(row)
        if row["question"] == "action":
            self.action = row
        elif is_answer(move):
            self.answers.append(row)

    def hear(self, event: Event) -> None:
        """Complete earlier rows by what an event shows."""
        match event:
            case Blocked():
                self.block = self.picked(event.seat, "block")
            case Challenged():
                self.challenge = self.picked(event.seat, "challenge")
                self.claim["challenged"] = True
            case Revealed():
                self.decide(event.proves)
            case Proved() | GaveIn():
                self.decide(isinstance(event, Proved))
            case Failed() if event.blocked:
                conclude(self.action, "blocked")
                conclude(self.block, "succeeded")
            case TurnBegan() | Ended():
                self.end_turn(cut=self.paid and isinstance(event, Ended))
        if not isinstance(event, Eliminated):
            self.paid = self.owed and isinstance(event, Discarded)
            decided = isinstance(event, Revealed | Proved | GaveIn)
            self.owed = decided or (self.owed and not self.paid)

    @property
    def claim(self) -> Row:
        """The row of the claim in question."""
        claim = self.block or self.action
        assert claim is not None
        return claim

    def picked(self, seat: str, verb: str) -> Row:
        """Take a seat's answer that was picked from the answers."""
        found = next(
            row
            for row in reversed(self.answers)
            if row["seat"] == seat and row["move"].startswith(verb)
        )
        self.answers.remove(found)
        return found

    def decide(self, proved: bool) -> None:
        """Settle a challenge, by the last answer to it."""
        conclude(self.rows[-1], "succeeded" if proved else "failed")
        conclude(self.challenge, "failed" if proved else "succeeded")
        if not proved:
            conclude(self.claim, "disproved")

    def end_turn(self, cut: bool) -> None:
        """Settle the rows of a turn; `cut` if the game ended before the action was carried out."""
        for row in (self.action, self.block):
            conclude(row, "unfinished" if cut else "succeeded")
        for row in self.answers:
            conclude(row, "not picked")
        self.begin_turn()


def claimed(ruleset: Ruleset, move: Move) -> tuple[str, ...]:
    """The roles that a move claims; one of them would prove it."""
    if move.verb == "block_steal" and move.role:
        return (move.role,)
    return ruleset.claims.get(move.verb, ())


def denied_by(ruleset: Ruleset, move: Move) -> tuple[str, ...]:
    """The roles that a move denies."""
    return (ruleset.embezzle,) if ruleset.embezzle and move.verb == "embezzle" else ()


def is_bluff(claim: tuple[str, ...], denied: tuple[str, ...], hand: tuple[str, ...]) -> bool | None:
    """Whether a hand contradicts a claim or a denial; None if there is neither."""
    if claim:
        return not set(claim) & set(hand)
    return bool(set(denied) & set(hand)) if denied else None


def is_answer(move: Move) -> bool:
    """Whether a move challenges or blocks."""
    return move.verb.startswith(("challenge", "block"))


def opponent(move: Move, question: Question) -> str | None:
    """The seat that a move is against."""
    if move.verb == "challenge":
        return question.claimant
    return question.actor if move.verb.startswith("block") else move.target


def conclude(row: Row | None, outcome: str) -> None:
    """Set the outcome of a decision, unless it is already set."""
    if row is not None and row["outcome"] is None:
        row["outcome"] = outcome
