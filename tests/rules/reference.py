"""A naive second implementation of the rules, from their text alone: an oracle for the kernel.

It uses lists and strings instead of numbers and phases, and does not know the kernel. A game is a
generator that yields questions and is sent a seat and a move.
"""

from collections import Counter
from collections.abc import Generator, Sequence
from typing import NamedTuple


class Question(NamedTuple):
    """Who may answer what, or what chance may do; `first` is the seat that a sequential driver
    asks."""

    first: int | None
    legal: dict[int, list[str]]
    outcomes: Counter[str]


Answer = tuple[int | None, str]
Moves = dict[int, list[str]]
Flow = Generator[Question, Answer, None]
Decided = Generator[Question, Answer, bool]


class Won(Exception):
    """Only one seat has a card left."""


def other_side(side: str) -> str:
    return "reformist" if side == "loyalist" else "loyalist"


class Reforms(NamedTuple):
    """The house rules of Reformation."""

    sides: list[str]
    """The side of every seat; empty if there are none."""
    choose: bool = False
    own: int = 1
    other: int = 2
    denied: str | None = "duke"
    empty: bool = False
    loses_role: bool = False
    inquisitor: bool = False


class Reference:
    """A game of one of the rulesets, with the house rules."""

    def __init__(
        self,
        names: list[str],
        ruleset: str,
        coins: list[int],
        block_after_challenge: bool,
        turn_limit: int | None,
        fee_returned: bool,
        *,
        cards: int = 2,
        copies: int = 3,
        face_up: Sequence[str] = (),
        exchange: bool = True,
        reforms: Reforms | None = None,
        reserve: int = 0,
    ) -> None:
        self.names, self.ruleset = names, ruleset
        self.reforms = reforms or Reforms([], denied=None)
        self.sides, self.reserve = list(self.reforms.sides), reserve
        self.block_after_challenge = block_after_challenge
        self.turn_limit = turn_limit
        self.fee_returned = fee_returned
        self.inquisitor = ruleset == "inquisitor" or self.reforms.inquisitor
        self.fifth = "inquisitor" if self.inquisitor else "ambassador"
        self.cards, self.exchange = cards, exchange
        self.coins = coins
        self.deck = ["duke", "assassin", "captain", "contessa", self.fifth] * copies
        self.top: list[str] = []  # cards on top of the deck whose place is known, the topmost last
        self.hands: list[list[str]] = [[] for _ in names]
        self.face_up: list[list[str]] = [[] for _ in names]
        for place, role in enumerate(face_up):
            self.deck.remove(role)
            self.face_up[place % len(names)].append(role)
        self.turn = 0
        self.winner: str | None = None
        self.course = self.play()
        self.question: Question | None = next(self.course)

    def push(self, seat: int | None, move: str) -> None:
        try:
            self.question = self.course.send((seat, move))
        except StopIteration:
            self.question = None

    # Words.

    def alive(self, seat: int) -> bool:
        return bool(self.hands[seat])

    def others(self, seat: int) -> list[int]:
        """The other living seats, clockwise."""
        around = [(seat + step) % len(self.names) for step in range(1, len(self.names))]
        return [each for each in around if self.alive(each)]

    def end_if_won(self) -> None:
        if sum(map(bool, self.hands)) == 1:
            raise Won

    def lose(self, seat: int, role: str) -> None:
        self.hands[seat].remove(role)
        self.face_up[seat].append(role)
        if not self.alive(seat) and self.ruleset != "coup2022":
            self.coins[seat] = 0

    def pay_back(self, seat: int) -> None:
        """Return the fee of an assassination, unless the seat is out and coins do not stay."""
        if self.alive(seat) or self.ruleset == "coup2022":
            self.coins[seat] += 3

    def ask(self, seat: int, moves: list[str]) -> Generator[Question, Answer, str]:
        _, move = yield Question(seat, {seat: moves}, Counter())
        return move

    def choose(self, seat: int, verb: str) -> Generator[Question, Answer, str]:
        move = yield from self.ask(seat, [f"{verb} {role}" for role in set(self.hands[seat])])
        return move.split()[1]

    def discard(self, seat: int) -> Flow:
        self.lose(seat, (yield from self.choose(seat, "discard")))

    def draw(self, seat: int) -> Flow:
        cards = self.top[-1:] or self.deck
        outcomes = Counter(f"draw {role}" for role in cards)
        _, move = yield Question(None, {}, outcomes)
        role = move.split()[1]
        if self.top:
            self.top.pop()
        else:
            self.deck.remove(role)
        self.hands[seat].append(role)

    # The game.

    def play(self) -> Flow:
        for seat in range(len(self.names)):
            for _ in range(self.cards):
                yield from self.draw(seat)
        if (
            self.reforms.choose
            and (yield from self.ask(0, ["loyalist", "reformist"])) != (self.sides[0])
        ):
            self.sides = list(map(other_side, self.sides))
        seat = 0
        try:
            while self.turn != self.turn_limit:
                self.turn += 1
                yield from self.take_turn(seat)
                self.end_if_won()
                seat = self.others(seat)[0]
        except Won:
            self.winner = next(
                name for name, hand in zip(self.names, self.hands, strict=True) if hand
            )

    def opponents(self, actor: int) -> list[int]:
        """The seats that a seat may attack, and that may block its foreign aid, clockwise."""
        others = self.others(actor)
        if not self.sides or len({self.sides[seat] for seat in (actor, *others)}) == 1:
            return others
        return [seat for seat in others if self.sides[seat] != self.sides[actor]]

    def conversions(self, actor: int) -> list[str]:
        if not self.sides:
            return []
        coins = self.coins[actor]
        moves = ["convert"] if coins >= self.reforms.own else []
        if coins >= self.reforms.other:
            moves += [f"convert {self.names[seat]}" for seat in self.others(actor)]
        return moves

    def convert(self, actor: int, target: int | None) -> None:
        cost = self.reforms.own if target is None else self.reforms.other
        converted = actor if target is None else target
        self.coins[actor] -= cost
        self.reserve += cost
        self.sides[converted] = other_side(self.sides[converted])

    def embezzle(self, actor: int) -> Flow:
        order = self.others(actor)
        challenger, _ = yield from self.first_answer(order, {seat: ["challenge"] for seat in order})
        if challenger is not None:
            hand, denied = self.hands[actor], str(self.reforms.denied)
            roles = {denied} if denied in hand and self.reforms.loses_role else set(hand)
            moves = [f"reveal {role}" for role in roles]
            answer = yield from self.ask(actor, moves + ["prove"] * (denied not in hand))
            if answer != "prove":
                self.lose(actor, answer.split()[1])
                return
            self.deck += [*hand, *self.top]
            self.top, self.hands[actor] = [], []
            for _ in hand:
                yield from self.draw(actor)
            yield from self.discard(challenger)
            self.end_if_won()
        self.coins[actor] += self.reserve
        self.reserve = 0

    def actions(self, actor: int) -> list[str]:
        targets = [self.names[seat] for seat in self.opponents(actor)]
        coups = [f"coup {target}" for target in targets]
        if self.coins[actor] >= 10:
            return coups
        moves = ["income", "foreign_aid", "tax"]
        if self.exchange:
            moves.append("exchange")
        moves += [f"steal {target}" for target in targets]
        moves += self.conversions(actor)
        if self.reforms.denied and (self.reserve or self.reforms.empty):
            moves.append("embezzle")
        if self.inquisitor:
            moves += [f"investigate {target}" for target in targets]
        if self.coins[actor] >= 3:
            moves += [f"assassinate {target}" for target in targets]
        return moves + coups if self.coins[actor] >= 7 else moves

    def take_turn(self, actor: int) -> Flow:
        action, *rest = (yield from self.ask(actor, self.actions(actor))).split()
        target = self.names.index(rest[0]) if rest else None
        if action == "convert":
            self.convert(actor, target)
            return
        if action == "embezzle":
            yield from self.embezzle(actor)
            return
        self.coins[actor] -= {"assassinate": 3, "coup": 7}.get(action, 0)
        if action not in ("income", "coup"):
            windows = self.joint_window if self.ruleset == "coup2022" else self.separate_windows
            if not (yield from windows(actor, action, target)):
                return
        yield from self.resolve(actor, action, target)

    def resolve(self, actor: int, action: str, target: int | None) -> Flow:
        self.coins[actor] += {"income": 1, "foreign_aid": 2, "tax": 3}.get(action, 0)
        if action == "exchange":
            cards = 1 if self.inquisitor else 2
            for _ in range(cards):
                yield from self.draw(actor)
            for _ in range(cards):
                role = yield from self.choose(actor, "return")
                self.hands[actor].remove(role)
                (self.top if self.ruleset == "coup2022" else self.deck).append(role)
        if target is None:
            return
        if action == "steal":
            loot = min(2, self.coins[target])
            self.coins[target] -= loot
            self.coins[actor] += loot
        elif not self.alive(target):
            return
        elif action == "investigate":
            role = yield from self.choose(target, "show")
            if (yield from self.ask(actor, ["keep", "swap"])) == "swap":
                yield from self.draw(target)
                self.hands[target].remove(role)
                self.deck.append(role)
        else:
            yield from self.discard(target)

    # Claims.

    def claim(self, action: str) -> str | None:
        return {
            "tax": "duke",
            "assassinate": "assassin",
            "steal": "captain",
            "exchange": self.fifth,
            "investigate": "inquisitor",
        }.get(action)

    def blocks(self, actor: int, action: str, target: int | None) -> Moves:
        """Who may block, and how."""
        if action == "foreign_aid":
            return {seat: ["block_foreign_aid"] for seat in self.opponents(actor)}
        if target is None or not self.alive(target) or action == "investigate":
            return {}
        if action == "assassinate":
            return {target: ["block_assassinate"]}
        if self.ruleset == "coup2022":
            return {target: ["block_steal"]}
        return {target: ["block_steal captain", f"block_steal {self.fifth}"]}

    def proofs(self, block: str) -> list[str]:
        unnamed = {
            "block_foreign_aid": ["duke"],
            "block_assassinate": ["contessa"],
            "block_steal": ["captain", "ambassador"],
        }
        return unnamed.get(block) or [block.split()[1]]

    def challenged(self, claimant: int, challenger: int, roles: list[str]) -> Decided:
        """Whether the claim is proved."""
        role = yield from self.choose(claimant, "reveal")
        if role not in roles:
            self.lose(claimant, role)
            return False
        self.hands[claimant].remove(role)
        self.deck += [role, *self.top]
        self.top = []
        yield from self.draw(claimant)
        yield from self.discard(challenger)
        return True

    def action_challenged(self, actor: int, action: str, challenger: int) -> Decided:
        """Whether the action can continue."""
        if (yield from self.challenged(actor, challenger, [self.claim(action) or ""])):
            self.end_if_won()
            return True
        if action == "assassinate":
            self.pay_back(actor)
        self.end_if_won()
        return False

    def blocked(
        self, actor: int, action: str, blocker: int, block: str, challenger: int | None
    ) -> Decided:
        """Whether the action continues in spite of the block."""
        if challenger is not None:
            proved = yield from self.challenged(blocker, challenger, self.proofs(block))
            self.end_if_won()
            if not proved:
                return True
        if action == "assassinate" and self.fee_returned:
            self.pay_back(actor)
        return False

    # The windows of `classic` and `inquisitor`: the first answer counts.

    def first_answer(self, order: list[int], moves: Moves) -> Generator[Question, Answer, Answer]:
        left = list(order)
        while left:
            now = left[:1] if self.ruleset == "inquisitor" else left
            seat, move = yield Question(
                left[0], {each: ["pass", *moves[each]] for each in now}, Counter()
            )
            if move != "pass":
                return seat, move
            left.remove(seat or 0)
        return None, ""

    def in_order(self, claimant: int, concerned: int | None) -> list[int]:
        order = self.others(claimant)
        if self.ruleset == "inquisitor" and concerned in order:
            return [concerned, *(seat for seat in order if seat != concerned)]
        return order

    def separate_windows(self, actor: int, action: str, target: int | None) -> Decided:
        """Whether the action goes through."""
        challenger = None
        if self.claim(action):
            order = self.in_order(actor, target)
            challenger, _ = yield from self.first_answer(
                order, {seat: ["challenge"] for seat in order}
            )
            if challenger is not None:
                if not (yield from self.action_challenged(actor, action, challenger)):
                    return False
                if not self.block_after_challenge:
                    return True
        may = self.blocks(actor, action, target)
        blocker, block = yield from self.first_answer(list(may), may)
        if blocker is None:
            return True
        order = self.in_order(blocker, actor)
        challenger, _ = yield from self.first_answer(order, {seat: ["challenge"] for seat in order})
        return (yield from self.blocked(actor, action, blocker, block, challenger))

    # The window of `coup2022`: all answer secretly, then one is picked.

    def secretly(
        self, order: list[int], moves: Moves
    ) -> Generator[Question, Answer, dict[int, str]]:
        answers: dict[int, str] = {}
        left = list(order)
        while left:
            seat, move = yield Question(
                left[0], {each: ["pass", *moves[each]] for each in left}, Counter()
            )
            answers[seat or 0] = move
            left.remove(seat or 0)
        return answers

    def pick(self, seats: list[int]) -> Generator[Question, Answer, int]:
        _, move = yield Question(None, {}, Counter(f"pick {self.names[seat]}" for seat in seats))
        return self.names.index(move.split()[1])

    def joint_window(self, actor: int, action: str, target: int | None) -> Decided:
        """Whether the action goes through."""
        order = self.others(actor)
        may = self.blocks(actor, action, target)
        challenge = ["challenge"] if self.claim(action) else []
        moves = {seat: challenge + may.get(seat, []) for seat in order}
        answers = yield from self.secretly(order, moves)
        challengers = [seat for seat in answers if answers[seat] == "challenge"]
        if challengers and not any(answer.startswith("block") for answer in answers.values()):
            challenger = yield from self.pick(challengers)
            if not (yield from self.action_challenged(actor, action, challenger)):
                return False
            if not self.block_after_challenge:
                return True
            may = self.blocks(actor, action, target)
            answers = yield from self.secretly(list(may), may)
        blockers = [seat for seat in answers if answers[seat].startswith("block")]
        if not blockers:
            return True
        blocker = yield from self.pick(blockers)
        order = self.others(blocker)
        doubts = yield from self.secretly(order, {seat: ["challenge"] for seat in order})
        challengers = [seat for seat in doubts if doubts[seat] == "challenge"]
        doubter = (yield from self.pick(challengers)) if challengers else None
        return (yield from self.blocked(actor, action, blocker, answers[blocker], doubter))
