"""The bot `honest`: it never bluffs, challenges only what it can disprove, and blocks whenever it
truthfully can.

It plays like `coup.bots.bot.Honest`, move for move, except for the random numbers. That class plays
at tables, and is the example of a bot that is written on views.
"""

from coup.bots.minds.reform import is_worth_embezzling, must_have, refuge
from coup.rules.digits import digit, digits, has, one, total
from coup.rules.kernel import (
    ASSASSIN,
    ASSASSINATE,
    BLOCK_FOREIGN_AID,
    CAPTAIN,
    CHALLENGE,
    COUP,
    DOUBTING,
    DUKE,
    EMBEZZLING,
    EXAMINING,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    KEEP,
    LOYALIST,
    NOBODY,
    PASS,
    PROVE,
    REVEAL,
    REVEALING,
    SIDING,
    STEAL,
    SWAP,
    TAX,
    TURN,
    legal,
    lowest,
    opposed,
    present,
)
from coup.rules.playout import below
from coup.rules.state import Rules, State
from coup.rules.target import jit
from coup.vectors.story import DEEDS, Story, block_of

WORTHLESS = digits(0, 2, 1, 5, 3, 4)  # the order of giving up cards, by role: the Ambassador first


@jit
def was_blocked(s: State, t: Story, seat: int, action: int) -> bool:
    """Whether a seat blocked this action before without being caught; NOBODY stands for the actor
    and all who may block it."""
    place = block_of(action)
    if seat >= 0:
        return bool(t.deeds[DEEDS * seat + place] > 0)
    concerned = opposed(s, s.actor) | one(s.actor)
    for other in range(s.seats):
        if has(concerned, other) and t.deeds[DEEDS * other + place] > 0:
            return True
    return False


@jit
def open_copies(s: State, r: Rules) -> int:
    """The cards that are not face up, as a multiset."""
    copies = r.deck[s.seats]
    for seat in range(s.seats):
        copies -= s.discards[seat]
    return copies


@jit
def can_prove(s: State, r: Rules, seat: int, action: int) -> bool:
    """Whether a seat can prove what an action claims, if anything."""
    claim = r.claims[action]
    return claim == 0 or claim & present(s.hands[seat]) != 0


@jit
def strongest_target(s: State, t: Story, r: Rules, seat: int, action: int, moves: int) -> int:
    """This action, if it is no bluff, against the seat with the most cards, then the most coins; -1
    if there is none."""
    best = -1
    most = -1
    if not can_prove(s, r, seat, action):
        return best
    for target in range(s.seats):
        if not has(moves >> action, target):
            continue
        if action == STEAL and s.coins[target] < 2:
            continue
        if action != COUP and was_blocked(s, t, target, action):
            continue
        strength = 1000 * total(s.hands[target]) + s.coins[target]
        if strength > most:
            most = strength
            best = 4 * target + action
    return best


@jit
def honest_action(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """The most useful action that is no bluff."""
    move = strongest_target(s, t, r, seat, COUP, moves)
    if move < 0:
        move = strongest_target(s, t, r, seat, ASSASSINATE, moves)
    if move < 0 and is_worth_embezzling(s, r, seat, moves):
        move = EMBEZZLING
    if move < 0 and r.convert:
        move = refuge(s, r, seat, moves)
    if move < 0:
        move = strongest_target(s, t, r, seat, STEAL, moves)
    if move >= 0:
        return move
    if moves >> TAX & 1 and can_prove(s, r, seat, TAX):
        return TAX
    if moves >> EXCHANGE & 1 and can_prove(s, r, seat, EXCHANGE) and below(x, 3) == 2:
        return EXCHANGE  # one time in three, otherwise it would never get rich
    if moves >> FOREIGN_AID & 1 and not was_blocked(s, t, NOBODY, FOREIGN_AID):
        return FOREIGN_AID
    return INCOME


@jit
def is_disproved(s: State, r: Rules, seat: int) -> bool:
    """Whether what a seat sees rules out the current claim or denial."""
    hidden = open_copies(s, r) - s.hands[seat]
    if s.denial:
        return must_have(s, hidden, s.claimant, s.denial)
    return present(hidden) & s.claim == 0


@jit
def honest_answer(s: State, r: Rules, seat: int, moves: int) -> int:
    """Challenge what cannot be true; block with cards in hand."""
    if moves >> CHALLENGE & 1 and is_disproved(s, r, seat):
        return CHALLENGE
    if s.phase != DOUBTING:
        for number in range(6):
            proof = r.proofs[number]
            if moves >> BLOCK_FOREIGN_AID + number & 1 and proof & present(s.hands[seat]):
                return BLOCK_FOREIGN_AID + number
    return PASS


@jit
def worst_card(s: State, seat: int, moves: int, ranks: int) -> int:
    """The move with the least useful card, by a digit for each role; one of a pair before any
    other."""
    best = -1
    most = -1
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        role = move - REVEAL >> 2
        rank = 10 * digit(s.hands[seat], role) + digit(ranks, role)
        if rank > most:
            most = rank
            best = move
    return best


@jit
def sound_answer(s: State, seat: int, moves: int) -> int:
    """Which card to show, to lose or to swap. As in `coup.bots.bot.Bot`, the base of most bots: it
    proves what it can prove and gives its worst card."""
    if s.phase == EXAMINING:
        wanted = s.shown == DUKE or s.shown == CAPTAIN or s.shown == ASSASSIN
        return SWAP if wanted else KEEP
    if s.phase == SIDING:
        return LOYALIST  # just a label
    if s.phase == REVEALING:
        if moves >> PROVE & 1:
            return PROVE
        proving = moves & s.claim << REVEAL
        if proving:
            return worst_card(s, seat, proving, WORTHLESS)
    return worst_card(s, seat, moves, WORTHLESS)


@jit
def honest(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    moves = legal(s, r, seat)
    if s.phase == TURN:
        return honest_action(s, t, r, seat, moves, x)
    if s.phase <= DOUBTING:
        return honest_answer(s, r, seat, moves)
    return sound_answer(s, seat, moves)
