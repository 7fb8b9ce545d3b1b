"""How the first turn of a solved game is played: by hand, and claim by claim.

It follows the kernel through the first turn, up to the first card shown, and looks up the solution
at every question.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from coup.research.endgame import Equilibrium
from coup.research.information import noticed
from coup.rules import kernel as k
from coup.rules.digits import among, digit, total
from coup.rules.state import State, copy_state
from coup.rules.vocabulary import roles_in, words

Hand = tuple[str, ...]


@dataclass(frozen=True)
class LineOfPlay:
    """A line of play: the state, and the probability that chance and the strategies lead there."""

    state: State
    likely: float
    known: tuple[tuple[int, ...], tuple[int, ...]]
    """What each seat has noticed."""
    public: tuple[str, ...] = ()
    """What everybody has noticed since the deal."""


@dataclass
class AskedHand:
    """A question as everybody sees it, and how the asked seat answers it with each hand.

    seat: who is asked.
    line: the moves that led there.
    claim: the roles that would prove the claim in question.
    weights: by hand, the probability that the seat holds it and is asked.
    answers: by hand and answer, the probability that it is asked and answered this way.
    true: the probability that it is asked and the claim is true.
    """

    seat: int
    line: tuple[str, ...]
    claim: Hand
    weights: dict[Hand, float] = field(default_factory=lambda: defaultdict(float))
    answers: dict[Hand, dict[str, float]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(float))
    )
    true: float = 0.0
    known: dict[Hand, tuple[int, ...]] = field(default_factory=dict)
    """By hand, what the seat has noticed; with two cards, for one order of their deal."""

    @property
    def likely(self) -> float:
        """The probability that this is asked at all."""
        return sum(self.weights.values())

    def share(self, answer: str, hand: Hand | None = None) -> float:
        """How often the answer is given, with one hand or with all."""
        hands = self.weights if hand is None else [hand]
        return sum(self.answers[each].get(answer, 0.0) for each in hands) / sum(
            self.weights[each] for each in hands
        )


@dataclass(frozen=True)
class ClaimFrequency:
    """A claim of the first turn, and how the strategies make and challenge it.

    line: the moves up to it; the last one makes it.
    made: how often it is made when it can be.
    bluffed: how often it is a bluff when it is made.
    challenged: how often it is challenged when it is made.
    """

    seat: int
    line: tuple[str, ...]
    roles: Hand
    made: float
    bluffed: float
    challenged: float


def text(move: int) -> str:
    """A move without its target, since there is only one.

    >>> text(k.STEAL + 4), text(k.BLOCK_STEAL_CAPTAIN)
    ('steal', 'block_steal captain')
    """
    verb, argument = words(move)
    return f"{verb} {argument}" if isinstance(argument, str) else verb


def first_turn(solution: Equilibrium, least: float = 1e-3) -> list[AskedHand]:
    """The questions of the first turn with at least the probability `least`, in order."""
    start = State()
    k.reset(start, solution.ruleset.rules, 2)
    found: dict[tuple[str, ...], AskedHand] = {}
    moments = [LineOfPlay(start, 1.0, ((), ()))]
    while moments:
        moment = moments.pop()
        s = moment.state
        if s.mover >= 0:
            shares = solution.shares(s.mover, moment.known[s.mover])
            take_down(found, moment, shares)
            moves = [(move, share) for move, share in shares.items() if share > 0]
        else:
            weights = k.outcomes(s)
            first = k.first_outcome(s)
            moves = [
                (first + place, digit(weights, place) / total(weights))
                for place in range(k.ROLES)
                if digit(weights, place)
            ]
        moments += [after for move, share in moves for after in step(solution, moment, move, share)]
    return sorted(
        (question for question in found.values() if question.likely >= least),
        key=lambda question: (len(question.line), -question.likely),
    )


def step(
    solution: Equilibrium, moment: LineOfPlay, move: int, share: float
) -> Iterator[LineOfPlay]:
    """The line of play after a move, unless that leaves the first turn's claims."""
    r = solution.ruleset.rules
    before = moment.state
    seat = before.mover
    one, two = (
        (*moment.known[viewer], noticed(before, r, seat, move, viewer)) for viewer in range(2)
    )
    public = moment.public
    if seat >= 0:
        public = (*public, text(move))
    after = State()
    copy_state(before, after)
    k.apply(after, r, seat, move)
    if after.turn < 2 and (after.phase <= k.DOUBTING or after.phase in (k.DEALING, k.PICKING)):
        yield LineOfPlay(after, moment.likely * share, (one, two), public)


def take_down(
    found: dict[tuple[str, ...], AskedHand], moment: LineOfPlay, shares: dict[int, float]
) -> None:
    """Add a line of play that ends with a question to the question's totals."""
    s = moment.state
    hand = roles_in(s.hands[s.mover])
    claim = roles_in(s.claim) if s.phase in (k.REACTING, k.CHALLENGING, k.DOUBTING) else ()
    question = found.setdefault(moment.public, AskedHand(s.mover, moment.public, claim))
    question.weights[hand] += moment.likely
    question.known[hand] = moment.known[s.mover]
    for move, share in shares.items():
        question.answers[hand][text(move)] += moment.likely * share
    if among(s.hands[s.claimant], s.claim):
        question.true += moment.likely


def claims(questions: list[AskedHand]) -> list[ClaimFrequency]:
    """The claims of the first turn."""
    by_line = {question.line: question for question in questions}
    found = []
    for question in questions:
        if question.claim:
            maker = by_line[question.line[: last_choice(question.line)]]
            found.append(
                ClaimFrequency(
                    1 - question.seat,
                    question.line,
                    question.claim,
                    question.likely / maker.likely,
                    1 - question.true / question.likely,
                    question.share("challenge"),
                )
            )
    return found


def last_choice(line: tuple[str, ...]) -> int:
    """The place of the last move of a line that is not a pass."""
    return max(place for place, move in enumerate(line) if move != "pass")
