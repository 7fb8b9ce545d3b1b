"""Who can play a seat of a batch, and what the bots among them do. Like the kernel, this runs on
every target.
"""

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

# Kinds of players: the caller of `step`, or a bot. A line-up is a number in base 16, with the kind
# of player of each seat that there is room for as its digits, and above them how many moves bots
# make at once; 0 is no limit.
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
    """Which kind of player sits in a seat."""
    return digit(lineup, seat)


@jit
def pace_of(lineup: int, room: int) -> int:
    """How many moves bots make at once, where there is room for so many seats."""
    return lineup >> 4 * room


@jit
def mind_of(t: Story, seat: int, kind: int) -> int:
    """Which mind of `style` decides for a bot, or -1. Compilers like it if each stands once."""
    if kind == STYLED:
        return manner(t, seat, MIND_AT)
    if kind == HONEST:
        return HONEST_MIND
    return COUNTER_MIND if kind == COUNTER else -1


@jit
def bot_move(s: State, t: Story, r: Rules, kind: int, x: int) -> int:
    """What a bot does that is to move; `x` is the state of a generator of random numbers."""
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
