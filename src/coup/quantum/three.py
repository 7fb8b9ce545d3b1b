"""Three players: can one seat win against the other two together?

The flat solver in `trio` answers this for every position with three in play; a single position
needs only a part of that. This module knows no screens; `run` reports progress.
"""

import random
from collections import deque
from collections.abc import Iterator
from itertools import groupby, product

from coup.quantum import flat, trio
from coup.quantum.engines import Engine, best_engine
from coup.quantum.numbers import HANDS, NUMBERS, check_players, tables
from coup.quantum.positions import DEAD, ROLES, VOID, Hand, Position
from coup.quantum.rules import (
    DEFAULT,
    MOST_COINS,
    OUT,
    Ruleset,
    collapsed,
    in_play,
    living,
    next_turn,
    options,
    replaced,
    to_move,
    winner,
)
from coup.quantum.solution import Solution, WrongSolution
from coup.rules.errors import CoupError

CHUNK = 64  # blocks solved between two reports of progress


class ThreeSolution:
    """For each position with three in play and each seat, whether it wins against both others.

    >>> from coup.quantum.notation import read_position
    >>> thief = read_position("Ann: (dead, captain, 9), Bob: (dead, duke, 1), Tom: (dead, duke, 1)")
    >>> solution = solve_three(position=thief.position)
    >>> [solution.turns_to_win(thief.position, seat) for seat in range(3)]
    [9, None, None]

    ruleset: the reading; without an exchange, and with steals and assassinations blocked by their
        targets only.
    position: if given, only positions that can follow from it are solved.
    """

    def __init__(
        self,
        ruleset: Ruleset = DEFAULT,
        position: Position | None = None,
        engine: Engine | None = None,
    ) -> None:
        if ruleset.exchange != "none" or ruleset.blocks != "target":
            raise CoupError(
                "three players are solved with exchange none and blocks by the target only, "
                f"not with {ruleset}"
            )
        self.ruleset = ruleset
        self.engine = engine or best_engine()
        self.duel = Solution(ruleset, self.engine)
        self._known = self.engine.zeros(trio.BLOCKS * trio.BLOCK, 16)
        self._won = self.engine.zeros(3 * trio.BLOCKS, 32)
        self._blocks = wanted_blocks(position)
        self._solved: set[int] = set()
        self._chunks = chunks(self._blocks)
        self.steps = len(self._chunks)

    def run(self) -> Iterator[int]:
        """Solve it in `steps` steps; yields the number of each."""
        becomes, loses, _ = map(self.engine.table, tables(self.ruleset))
        forced = int(self.ruleset.forced_coup)
        duels = self.engine.zeros(2 * flat.PAIRS, 16)
        self.engine.fill_duels(self.duel.outcomes, self.duel.turns, duels)
        for step, blocks in enumerate(self._chunks):
            self.engine.solve_blocks(blocks, becomes, loses, forced, duels, self._known, self._won)
            self._solved.update(blocks)
            yield step

    def turns_to_win(self, position: Position, seat: int) -> int | None:
        """The number of turns in which a seat can force a win; None if it cannot.

        The position must be at the start of a turn.
        """
        if len(position.hands) != 3 or position.phase != "choose":
            raise CoupError("this is the solution for 3 players, at the start of a turn")
        check_players(position)
        alive = OUT not in position.hands
        if alive and block_of(position.hands) not in self._solved:
            raise CoupError(f"{position} was not solved: it does not follow from the position")
        found = self._turns(position, seat)
        return None if found == trio.NEVER else found

    def share(self, turn: int | None = None, cards: tuple[int, int] | None = None) -> float:
        """The share of the solved positions that the single seat wins.

        turn: only those in which it moves next (0), after one other (2), or after both (1).
        cards: only those with these numbers of cards: its own, and those of both others together.
        """
        turns = [0, 1, 2] if turn is None else [turn]
        blocks = [each for each in self._blocks if cards in (None, cards_of(each))]
        won = sum(int(self._won[3 * block + turn]) for block in blocks for turn in turns)
        return won / (len(blocks) * trio.PURSES * len(turns))

    @property
    def positions(self) -> int:
        """The number of solved positions with three in play."""
        return len(self._blocks) * trio.BLOCK

    def verify(self, samples: int, seed: int = 0) -> None:
        """Recompute random positions by the plain rules, from those a turn later."""
        dice = random.Random(seed)
        for _ in range(samples):
            hands = hands_of(dice.choice(self._blocks))
            coins = tuple(dice.choices(range(MOST_COINS + 1), k=3))
            position = Position(hands, coins, dice.randrange(3))
            found, deduced = self._turns(position, 0), self._deduced(position)
            if found != deduced:
                raise WrongSolution(f"{position}: {found} turns, but {deduced} by the rules")

    def _turns(self, position: Position, seat: int) -> int:
        """`turns_to_win` without checks, and with NEVER for None."""
        alive = [other for other in range(len(position.hands)) if in_play(position, other)]
        if seat not in alive:
            return trio.NEVER
        if len(alive) == 3:
            order = [(seat + step) % 3 for step in range(3)]
            hands = [NUMBERS[position.hands[each]] for each in order]
            coins = [position.coins[each] for each in order]
            return int(self._known[trio.place(hands, coins, order.index(position.turn))])
        duel = Position(
            tuple(position.hands[each] for each in alive),
            tuple(position.coins[each] for each in alive),
            alive.index(position.turn),
        )
        outcome = self.duel.outcome(duel)
        if outcome.turns is None or outcome.winner != alive.index(seat):
            return trio.NEVER
        return outcome.turns

    def _deduced(self, position: Position) -> int:
        """The turns that the first seat needs, given how many it needs from the next turn on."""
        if position.phase == "end":
            if winner(position) is not None:
                return 0 if in_play(position, 0) else trio.NEVER
            return self._turns(next_turn(position), 0)
        follow = options(position, self.ruleset).values()
        best = (min if to_move(position) == 0 else max)(map(self._deduced, follow))
        return best + (position.phase == "choose" and best < trio.NEVER)


def solve_three(
    ruleset: Ruleset = DEFAULT,
    position: Position | None = None,
    engine: Engine | None = None,
) -> ThreeSolution:
    """Solve all positions for three, or those that can follow from one."""
    solution = ThreeSolution(ruleset, position, engine)
    deque(solution.run(), maxlen=0)
    return solution


def wanted_blocks(position: Position | None) -> list[int]:
    """The blocks that are needed, with any seat as the single one; each after those it needs."""
    if position is None:
        a, b, c = (HANDS[1:],) * 3
    elif OUT in position.hands:
        return []
    else:
        a, b, c = map(later_hands, position.hands)
    triples = {*product(a, b, c), *product(b, c, a), *product(c, a, b)}
    return sorted(map(block_of, triples), key=lambda block: (height(block), block))


def later_hands(hand: Hand) -> tuple[Hand, ...]:
    """The hands that a hand may become while its player is in play, itself included."""
    found = [hand]
    for each in found:  # grows during the loop
        next_hands = [collapsed(each, role) for role in ROLES]
        next_hands += [replaced(each, card, DEAD) for card in living(each)]
        found += [new for new in next_hands if new not in (None, OUT) and new not in found]
    return tuple(found)


def block_of(hands: tuple[Hand, ...]) -> int:
    """The number of the block of these hands."""
    one, two, three = (NUMBERS[hand] - 1 for hand in hands)
    return (one * trio.LIVING + two) * trio.LIVING + three


def hands_of(block: int) -> tuple[Hand, Hand, Hand]:
    """The hands of a block."""
    one, rest = divmod(block, trio.LIVING * trio.LIVING)
    two, three = divmod(rest, trio.LIVING)
    return HANDS[one + 1], HANDS[two + 1], HANDS[three + 1]


def cards_of(block: int) -> tuple[int, int]:
    """The cards that are left in a block: of the single seat, and of both others together."""
    own, *others = (2 - hand.count(DEAD) for hand in hands_of(block))
    return own, sum(others)


def height(block: int) -> int:
    """The number of living cards plus the number of voids; every change of a hand lowers it."""
    cards = [card for hand in hands_of(block) for card in hand]
    return len(cards) - cards.count(DEAD) + cards.count(VOID)


def chunks(blocks: list[int]) -> list[list[int]]:
    """Blocks in groups of up to CHUNK of the same height, which do not depend on each other."""
    return [
        same[first : first + CHUNK]
        for _, group in groupby(blocks, key=height)
        for same in [list(group)]
        for first in range(0, len(same), CHUNK)
    ]
