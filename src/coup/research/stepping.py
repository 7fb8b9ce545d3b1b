"""One game of a batch: a seat's move, the moves of chance and bots after it, and the next game
after its end. Like the kernel, this runs on every target.
"""

from typing import Any

from coup.bots.minds.lineup import LEARNER, bot_move, pace_of, player_of
from coup.rules.digits import digit
from coup.rules.kernel import CHANCE, NOBODY, PASS, ROLES, TERMINAL, apply, legal, reset
from coup.rules.playout import advance, below, pick_bit, sample_chance
from coup.rules.state import SEATS, Rules, State
from coup.rules.target import jit, popcount
from coup.vectors.actions import (
    ACTIONS,
    ANSWERS,
    PLACES,
    is_answer,
    mark_actions,
    place_of,
    to_action,
    to_action_mask,
    to_large_action,
    to_large_mask,
    to_large_move,
    to_move,
)
from coup.vectors.large_observation import observe_large
from coup.vectors.observation import observe
from coup.vectors.story import Story, begin, witness

DEAL = -1
"""Instead of an action: start a new game."""


@jit
def is_large(s: State) -> bool:
    """Whether there is room for ten seats, and so the encoding for ten. In compiled code this is a
    constant, by the type of the record."""
    return len(s.coins) > SEATS


@jit
def move_meant(s: State, action: int) -> int:
    """The move that an action number stands for, to the seat to move."""
    if is_large(s):
        return to_large_move(action, s.mover, s.seats)
    return to_move(action, s.mover, s.seats)


@jit
def action_meant(s: State, move: int) -> int:
    """The action number of a move of the seat to move."""
    if is_large(s):
        return to_large_action(move, s.phase, s.mover, s.seats)
    return to_action(move, s.mover, s.seats)


@jit
def make(s: State, t: Story, r: Rules, move: int) -> None:
    """Make a move for the seat to move or for chance, and add it to the story."""
    seat = s.mover
    witness(t, s, r, seat, move)
    apply(s, r, seat, move)


@jit
def run_on(s: State, t: Story, r: Rules, lineup: int, x: int) -> int:
    """Let chance and bots move until a learner is asked, the game is over, or the bots have used up
    their moves for this step."""
    made = 0
    pace = pace_of(lineup, len(s.coins))
    while s.mover != TERMINAL:
        if s.mover != CHANCE:
            if player_of(lineup, s.mover) == LEARNER or 0 < pace <= made:
                break
            made += 1
        x = advance(x)
        if s.mover == CHANCE:
            move = sample_chance(s, x)
        else:
            move = bot_move(s, t, r, player_of(lineup, s.mover), x)
        make(s, t, r, move)
    return x


@jit
def begin_game(s: State, t: Story, r: Rules, lineup: int, seats: int, x: int) -> int:
    """Deal a new game, and play it up to the first question to a learner."""
    reset(s, r, seats)
    begin(t)
    return run_on(s, t, r, lineup, x)


@jit
def pay_out(s: State, rewards: Any) -> None:
    """A win is worth 1, paid by the others in equal shares; the turn limit is worth 0."""
    for seat in range(s.seats):
        if s.winner == NOBODY:
            rewards[seat] = 0.0
        elif seat == s.winner:
            rewards[seat] = 1.0
        else:
            rewards[seat] = -1.0 / (s.seats - 1)


@jit
def look(s: State, t: Story, r: Rules, seat: int, observation: Any, marks: Any) -> int:
    """Write what a seat knows and what it may do; returns the mask of the latter. At the end
    anybody may pass, which does nothing: a policy that is asked once more must have a legal
    action."""
    moves = 1 << PASS
    if s.mover != TERMINAL:
        moves = legal(s, r, seat)
    if is_large(s):
        observe_large(s, r, t, seat, observation)
        mask = to_large_mask(moves, s.phase, seat, s.seats)
        mark_actions(mask, s.phase, marks)
        return mask
    observe(s, r, t, seat, observation)
    mask = to_action_mask(moves, seat, s.seats)
    for action in range(ACTIONS):
        marks[action] = mask >> action & 1
    return mask


@jit
def take(s: State, t: Story, r: Rules, lineup: int, x: int, action: int, rewards: Any) -> int:
    """Take a learner's action, then `run_on`. If a bot is to move, the action is ignored."""
    for seat in range(s.seats):
        rewards[seat] = 0.0
    if player_of(lineup, s.mover) == LEARNER:
        make(s, t, r, move_meant(s, action))
    x = run_on(s, t, r, lineup, x)
    if s.mover == TERMINAL:
        pay_out(s, rewards)
    return x


@jit
def carry_on(
    s: State,
    t: Story,
    r: Rules,
    lineup: int,
    seats: int,
    x: int,
    action: int,
    rewards: Any,
    done: Any,
    game: int,
    watcher: int,
) -> int:
    """Take a learner's action, or with DEAL start a new game, and play until a learner is asked, in
    the next game if this one ends. With a watcher the next game waits for the next call, which
    ignores its action. `run_on` has only one call site: it is large, and on a GPU it is compiled
    again for each one."""
    done[game] = False
    for seat in range(len(rewards)):
        rewards[seat] = 0.0
    if action == DEAL or s.mover == TERMINAL:
        reset(s, r, seats)
        begin(t)
    elif player_of(lineup, s.mover) == LEARNER:
        make(s, t, r, move_meant(s, action))
    over = True
    while over:
        x = run_on(s, t, r, lineup, x)
        over = s.mover == TERMINAL
        if over:
            pay_out(s, rewards)
            done[game] = True
            if watcher != NOBODY:
                break
            reset(s, r, seats)
            begin(t)
    return x


@jit
def shown(s: State, watcher: int) -> int:
    """The seat whose knowledge is shown: the one to move, or the watcher at the end."""
    return watcher if s.mover == TERMINAL else s.mover


@jit
def show_hands(s: State, seat: int, out: Any) -> None:
    """Write the face-down cards of all seats by role, clockwise from a seat."""
    for place in range(len(s.hands)):
        for role in range(ROLES):
            cards = 0
            if place < s.seats:
                cards = digit(s.hands[(seat + place) % s.seats], role)
            out[ROLES * place + role] = cards


@jit
def is_legal(s: State, mask: int, action: int) -> bool:
    """Whether an action is in a game's mask."""
    if is_large(s):
        action = place_of(action, s.phase)
        return 0 <= action < PLACES and (mask >> action & 1) == 1
    return 0 <= action < ACTIONS and (mask >> action & 1) == 1


@jit
def random_action(s: State, mask: int, x: int) -> int:
    """An action of a game's mask, drawn with a generator's state."""
    place = pick_bit(mask, below(x, popcount(mask)))
    if is_large(s) and is_answer(s.phase):
        return place - PASS + ANSWERS
    return place
