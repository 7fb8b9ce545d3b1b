"""Who can play a seat of a batch, and the moves of the bots among them. Like the kernel, this runs
on every target."""

from coup.bots.minds.bluffer import bluffer
from coup.bots.minds.pragmatist import pragmatist
from coup.bots.minds.style import aimed, decision, manner
from coup.bots.minds.trait import trait
from coup.bots.styles import COUNTER_MIND, HONEST_MIND, MIND_AT
from coup.rules.digits import digit
from coup.rules.kernel import legal
from coup.rules.playout import below, pick_bit
from coup.rules.state import Rules, State
from coup.rules.target import jit, popcount
from coup.vectors.story import Story

# Kinds of players: the caller of `step`, or a bot. A line-up is a number in base 16: its digits are
# the kinds of players of all seats that there is room for; above them is the number of moves that
# bots make at a time, with 0 for no limit.
LEARNER = 0
RANDOM = 1
HONEST = 2
BLUFFER = 3
COUNTER = 4
PRAGMATIST = 5
TRAIT = 6
STYLED = 7


@jit
def player_of(lineup: int, seat: int) -> int:
    """The kind of player in a seat."""
    return digit(lineup, seat)


@jit
def pace_of(lineup: int, room: int) -> int:
    """The number of moves that bots make at a time, in a line-up with this room."""
    return lineup >> 4 * room


@jit
def mind_of(t: Story, seat: int, kind: int) -> int:
    """Which mind of `style` decides for a bot, or -1. Each is called in one place, which compiles
    faster."""
    if kind == STYLED:
        return manner(t, seat, MIND_AT)
    if kind == HONEST:
        return HONEST_MIND
    return COUNTER_MIND if kind == COUNTER else -1


@jit
def bot_move(s: State, t: Story, r: Rules, kind: int, x: int) -> int:
    """The move of a bot whose turn it is; `x` is the state of a random number generator."""
    mind = mind_of(t, s.mover, kind)
    if mind >= 0:
        move = decision(s, t, r, s.mover, mind, x)
        return aimed(s, t, r, s.mover, move, x) if kind == STYLED else move
    if kind == BLUFFER:
        return bluffer(s, t, r, s.mover, x)
    if kind == PRAGMATIST:
        return pragmatist(s, t, r, s.mover, x)
    if kind == TRAIT:
        return trait(s, t, r, s.mover, x)
    moves = legal(s, r, s.mover)
    return pick_bit(moves, below(x, popcount(moves)))
