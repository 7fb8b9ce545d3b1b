"""The random number generator, and whole games played at random.

Like the kernel, this runs on every target. The generator (multiply-with-carry) stays in 63 bits
without division, so the same seed plays the same game everywhere.
"""

from collections.abc import Sequence

from coup.rules.digits import DIGIT, total
from coup.rules.kernel import (
    CHANCE,
    TERMINAL,
    answerers,
    apply,
    first_outcome,
    legal,
    lowest,
    outcomes,
    reset,
)
from coup.rules.state import Rules, State, copy_state
from coup.rules.target import jit, popcount

LOW = 0xFFFFFFFF  # the lower 32 bits
MULTIPLIER = 2147483085  # of the generator
FIRST_SPREAD, SECOND_SPREAD = 0x21F0AAAD, 0x735A2D97  # factors that mix the bits well
STRIDE = 0x9E3779B9  # odd and irregular, so that the numbers are unrelated
UNIT = 1 / 4294967296


@jit
def mix(x: int) -> int:
    """A one-to-one mixer of 32 bits."""
    x ^= x >> 16
    x = x * FIRST_SPREAD & LOW
    x ^= x >> 15
    x = x * SECOND_SPREAD & LOW
    return x ^ x >> 15


@jit
def start(seed: int, stream: int) -> int:
    """The generator's first state for one of the 2**32 streams of a 64-bit seed."""
    key = mix(seed & LOW)
    twist = mix((seed >> 32 & LOW) + key & LOW)
    low = mix(stream ^ key)
    high = mix(low + twist & LOW)  # so that the pairs differ from seed to seed
    return (high >> 2) << 32 | low | 1


@jit
def advance(x: int) -> int:
    """The generator's next state."""
    return MULTIPLIER * (x & LOW) + (x >> 32)


@jit
def below(x: int, n: int) -> int:
    """A number from 0 to n - 1 from the generator's state."""
    return (x & LOW) * n >> 32


@jit
def throw(x: int, number: int) -> int:
    """One of several 32-bit random numbers from one state, for bots that need several."""
    return mix((x & LOW) + number * STRIDE & LOW)


@jit
def luck(x: int, number: int) -> float:
    """The same as a number from 0 up to, but not including, 1."""
    return throw(x, number) * UNIT


@jit
def luck_below(x: int, number: int, n: int) -> int:
    """The same as a number from 0 to n - 1."""
    return below(throw(x, number), n)


@jit
def pick_bit(mask: int, n: int) -> int:
    """The place of the n-th set bit, counted from 0."""
    while n:
        mask &= mask - 1
        n -= 1
    return lowest(mask)


@jit
def pick_weighted(weights: int, n: int) -> int:
    """The place of the base-16 digit that the n-th unit of the weights falls into, from 0."""
    place = 0
    while n >= weights & DIGIT:
        n -= weights & DIGIT
        weights >>= 4
        place += 1
    return place


@jit
def sample_chance(s: State, x: int) -> int:
    """A move of chance, drawn by its weights with the generator's state."""
    weights = outcomes(s)
    return first_outcome(s) + pick_weighted(weights, below(x, total(weights)))


@jit
def step(s: State, r: Rules, x: int) -> None:
    """Make one random move, of the seat to move or of chance, with the generator's state."""
    seat = s.mover
    if seat == CHANCE:
        apply(s, r, CHANCE, sample_chance(s, x))
    else:
        moves = legal(s, r, seat)
        apply(s, r, seat, pick_bit(moves, below(x, popcount(moves))))


@jit
def play(s: State, r: Rules, seats: int, x: int) -> tuple[int, int, int]:
    """Play a game to its end. Returns the generator's state, and how many moves seats and chance
    made."""
    reset(s, r, seats)
    decisions = 0
    draws = 0
    while s.mover != TERMINAL:
        if s.mover == CHANCE:
            draws += 1
        else:
            decisions += 1
        x = advance(x)
        step(s, r, x)
    return x, decisions, draws


@jit
def trace(s: State, r: Rules, seats: int, x: int, states: Sequence[State], plies: int) -> int:
    """Play at most `plies` moves of a game and keep the state after each; returns their number.

    Unlike `play`, it may ask any seat that may answer, not only the next in order.
    """
    reset(s, r, seats)
    for ply in range(plies):
        if s.mover == TERMINAL:
            return ply
        x = advance(x)
        if s.mover == CHANCE:
            apply(s, r, CHANCE, sample_chance(s, x))
        else:
            asked = answerers(s, r)
            seat = pick_bit(asked, below(x, popcount(asked))) >> 2
            moves = legal(s, r, seat)
            x = advance(x)
            apply(s, r, seat, pick_bit(moves, below(x, popcount(moves))))
        copy_state(s, states[ply])
    return plies
