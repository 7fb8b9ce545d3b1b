"""The bot `pragmatist`, modelled on people who play online: it plays what it holds, bluffs by a
coin, and remembers claims.

docs/bots.md describes it. Where there is an Inquisitor, that role takes the Ambassador's place; the
bot never investigates. A role counts as claimed, and a claimant as caught, until the end of the
game, even if cards have changed hands since.
"""

from coup.bots.minds.bluffer import credible_claims
from coup.bots.minds.grounds import (
    any_of,
    blockers_of,
    caught_roles,
    claimed_roles,
    is_credible,
    true_block,
)
from coup.bots.minds.honest import (
    can_prove,
    is_disproved,
    open_copies,
    sound_answer,
    worst_card,
)
from coup.bots.minds.reform import is_worth_embezzling, refuge
from coup.rules.digits import DIGIT, digit, digits, has, total
from coup.rules.kernel import (
    ASSASSINATE,
    CHALLENGE,
    COUP,
    DOUBTING,
    EMBEZZLE,
    EMBEZZLING,
    EXAMINING,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    LOSING,
    PASS,
    PAYING,
    PROVE,
    REVEAL,
    REVEALING,
    ROLES,
    SIDING,
    STEAL,
    TAX,
    TURN,
    legal,
    present,
)
from coup.rules.playout import luck, luck_below
from coup.rules.state import Rules, State
from coup.rules.target import jit, popcount
from coup.vectors.story import Story

OVERLOOKED = 0.1  # how often it overlooks an action that it would choose
WHIM = 0.1  # how often it challenges for no reason
ORDER = digits(COUP, ASSASSINATE, STEAL, TAX, FOREIGN_AID)  # what it considers first
AHEAD = 7  # how many turns it looks ahead against the last opponent
UNWANTED = digits(0, 1, 2, 5, 3, 4)  # how little a role is worth keeping, by role
WEIGHTS = digits(3, 4, 5, 9, 6, 9)  # how likely a card is lost, by role
THROWN = 15  # the number of the random number for its coin

# The coin; 0 until it is flipped.
BLUFFS = 1
REFRAINS = 2

# A side of the look-ahead as one number: its coins, its cards, what it can take in a turn, whether
# it can steal, and the price of a strike.
PURSE = 255
CARDS_AT = 8
ONE_CARD = 1 << CARDS_AT
GAIN_AT = 12
STEALS_AT = 14
STRIKE_AT = 16

# Turns of the look-ahead.
STRUCK = 1
FORCED = 2
STOLE_ONE = 3
STOLE_TWO = 4
TOOK = 5


# The look-ahead.


@jit
def cards_of(side: int) -> int:
    """How many cards a side has."""
    return side >> CARDS_AT & DIGIT


@jit
def next_turn(mover: int, other: int, forced: int, after: int) -> int:
    """What the side to move tries next, or 0 if it has tried everything: it strikes, then steals,
    then takes coins."""
    coins = mover & PURSE
    if coins >= forced:
        return FORCED if after == 0 else 0
    if after == 0 and coins >= mover >> STRIKE_AT:
        return STRUCK
    if after < STOLE_ONE and mover >> STEALS_AT & 1 and other & PURSE:
        return STOLE_ONE if other & PURSE == 1 else STOLE_TWO
    return TOOK if after < TOOK else 0


@jit
def earnings(mover: int, turn: int, coup: int) -> int:
    """The coins that the side to move gains or pays in a turn."""
    if turn == TOOK:
        return mover >> GAIN_AT & 3
    if turn >= STOLE_ONE:
        return turn - STOLE_ONE + 1
    return -coup if turn == FORCED else -(mover >> STRIKE_AT)


@jit
def losses(turn: int) -> int:
    """What a turn takes from the other side, coins or a card."""
    if turn <= FORCED:
        return ONE_CARD
    return 0 if turn == TOOK else turn - STOLE_ONE + 1


@jit
def in_reach(side: int, other: int, turns: int) -> int:
    """0 if a side cannot win within this many of its turns, even without resistance."""
    cards = cards_of(other)
    earned = max(side >> GAIN_AT & 3, 2 * (side >> STEALS_AT & 1)) * (turns - cards)
    enough = (side & PURSE) + earned >= cards * (side >> STRIKE_AT)
    return 1 if turns >= cards and enough else 0


@jit
def look_ahead(mover: int, other: int, coup: int, forced: int, turns: int) -> int:
    """1 if the side to move can win within `turns` turns of both sides; -1 if the other side can,
    whatever the first one does; 0 if neither.

    coup, forced: the price of a coup, and the coins at which it is forced.

    Information is complete and nothing is random: each side has the roles that it is
    believed to have, nobody bluffs or challenges, and nobody tries an action that can be
    blocked. A side that loses a card keeps its roles.

    Turns are made and undone. `path` has three bits for each, and `results` two for the best
    result found before it. Wins that are out of reach are not searched for.
    """
    path = 0
    results = 0
    ply = 0
    tried = 0
    best = 0
    while True:
        turn = 0
        left = turns - ply
        if tried == 0:
            best = -in_reach(other, mover, left >> 1)
        if best < in_reach(mover, other, left + 1 >> 1):
            turn = next_turn(mover, other, forced, tried)
            if turn and turn <= FORCED and cards_of(other) == 1:
                best = 1
                turn = 0
        if turn:
            taker = mover + earnings(mover, turn, coup)
            mover = other - losses(turn)
            other = taker
            path = path << 3 | turn
            results = results << 2 | best + 1
            ply += 1
            tried = 0
        elif ply == 0:
            return best
        else:
            tried = path & 7
            taker = other - earnings(other, tried, coup)
            other = mover + losses(tried)
            mover = taker
            best = max((results & 3) - 1, -best)
            path >>= 3
            results >>= 2
            ply -= 1


@jit
def side_of(s: State, r: Rules, seat: int, roles: int, others: int) -> int:
    """A seat with some roles, against one with others, for the look-ahead."""
    gain = r.gain[INCOME]
    if blockers_of(r, FOREIGN_AID) & others == 0:
        gain = r.gain[FOREIGN_AID]
    if r.claims[TAX] & roles:
        gain = r.gain[TAX]
    steals = 0
    if r.claims[STEAL] & roles and blockers_of(r, STEAL) & others == 0:
        steals = 1
    strike = r.cost[COUP]
    if r.claims[ASSASSINATE] & roles and blockers_of(r, ASSASSINATE) & others == 0:
        strike = min(strike, r.cost[ASSASSINATE])
    cards = total(s.hands[seat])
    return (
        s.coins[seat]
        | cards << CARDS_AT
        | gain << GAIN_AT
        | steals << STEALS_AT
        | strike << STRIKE_AT
    )


@jit
def pending_prospect(s: State, t: Story, r: Rules, seat: int) -> int:
    """The prospect if the last opponent's claim stands: 1 if this seat can win within seven turns,
    -1 if the opponent can, 0 if neither."""
    held = present(s.hands[seat])
    believed = claimed_roles(t, s.claimant) & ~caught_roles(t, s.claimant)
    mine = side_of(s, r, seat, held, believed)
    theirs = side_of(s, r, s.claimant, believed, held)
    if s.phase == DOUBTING:
        if r.fee_returned:
            mine += r.cost[s.action]
        return -look_ahead(theirs, mine, r.cost[COUP], r.forced_coup, AHEAD)
    if s.action == TAX:
        theirs += r.gain[TAX]
    elif blockers_of(r, s.action) & held == 0:
        if s.action == STEAL:
            taken = min(r.gain[STEAL], s.coins[seat])
            mine -= taken
            theirs += taken
        elif s.action == ASSASSINATE:
            mine -= ONE_CARD
    if cards_of(mine) == 0:
        return -1
    return look_ahead(mine, theirs, r.cost[COUP], r.forced_coup, AHEAD)


# Actions.


@jit
def promises(s: State, t: Story, r: Rules, action: int, target: int) -> bool:
    """Whether an action against a seat may succeed: the seat has not claimed a role that blocks it,
    and has something to take."""
    if action == COUP:
        return True
    if action == STEAL and s.coins[target] == 0:
        return False
    return claimed_roles(t, target) & blockers_of(r, action) == 0


@jit
def promising_target(s: State, t: Story, r: Rules, action: int, moves: int) -> int:
    """This action against the seat with the most cards, then the most coins, among those where it
    may succeed; -1 if there is none."""
    best = -1
    most = -1
    for target in range(s.seats):
        if has(moves >> action, target) and promises(s, t, r, action, target):
            strength = 1000 * total(s.hands[target]) + s.coins[target]
            if strength > most:
                most = strength
                best = 4 * target + action
    return best


@jit
def prudent_move(s: State, t: Story, r: Rules, action: int, moves: int) -> int:
    """The move for an action, if it is legal and may succeed, or -1."""
    if action >= STEAL:
        return promising_target(s, t, r, action, moves)
    if moves >> action & 1 == 0:
        return -1
    if action == FOREIGN_AID:
        left = present(open_copies(s, r))
        return -1 if blockers_of(r, FOREIGN_AID) & left else FOREIGN_AID
    return action


@jit
def true_move(s: State, t: Story, r: Rules, seat: int, action: int, moves: int) -> int:
    """The move for an action that is no bluff, or -1."""
    return prudent_move(s, t, r, action, moves) if can_prove(s, r, seat, action) else -1


@jit
def false_move(s: State, t: Story, r: Rules, seat: int, action: int, moves: int) -> int:
    """The move for an action that is a credible bluff, or -1."""
    if can_prove(s, r, seat, action) or not is_credible(s, r, r.claims[action]):
        return -1
    return prudent_move(s, t, r, action, moves)


@jit
def would_bluff(t: Story, seat: int, x: int) -> bool:
    """What its coin says; it is flipped once after each bluff."""
    if t.coins[seat] == 0:
        t.coins[seat] = BLUFFS if luck(x, THROWN) < 0.5 else REFRAINS
    return bool(t.coins[seat] == BLUFFS)


@jit
def pragmatic_bluff(
    s: State, t: Story, r: Rules, seat: int, moves: int, x: int, number: int
) -> int:
    """An assassination, a steal or tax without the card, if the coin says so; otherwise -1."""
    assassination = false_move(s, t, r, seat, ASSASSINATE, moves)
    steal = false_move(s, t, r, seat, STEAL, moves)
    tax = false_move(s, t, r, seat, TAX, moves)
    possible = (assassination >= 0) + (steal >= 0) + (tax >= 0)
    if possible == 0 or not would_bluff(t, seat, x):
        return -1
    chosen = luck_below(x, number, possible)
    if assassination >= 0:
        if chosen == 0:
            return assassination
        chosen -= 1
    if steal >= 0 and chosen == 0:
        return steal
    return tax


@jit
def pragmatic_action(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Its move in its turn."""
    number = 0
    for place in range(5):
        action = digit(ORDER, place)
        move = true_move(s, t, r, seat, action, moves)
        if move >= 0:
            if luck(x, number) >= OVERLOOKED:
                return move
            number += 1
    if is_worth_embezzling(s, r, seat, moves):
        return EMBEZZLING
    move = refuge(s, r, seat, moves) if r.convert else -1
    if move < 0:
        move = pragmatic_bluff(s, t, r, seat, moves, x, number)
    if move >= 0:
        return move
    saves = r.claims[ASSASSINATE] & present(s.hands[seat])
    if moves >> EXCHANGE & 1 and not saves and is_credible(s, r, r.claims[EXCHANGE]):
        return EXCHANGE
    if moves >> INCOME & 1:
        return INCOME
    return promising_target(s, t, r, COUP, moves)


# Answers.


@jit
def has_reason(s: State, t: Story, r: Rules, seat: int) -> int:
    """1 if there is a reason to challenge, -1 if there is one not to, otherwise 0."""
    if is_disproved(s, r, seat):
        return 1
    if s.denial:
        believed = claimed_roles(t, s.claimant) & ~caught_roles(t, s.claimant)
        return 1 if s.denial & believed else 0
    if s.claim & ~caught_roles(t, s.claimant) == 0:
        return 1
    if popcount(s.alive) == 2:
        return -pending_prospect(s, t, r, seat)
    return 0


@jit
def is_concerned(s: State, seat: int) -> bool:
    """Whether the claim is for tax or the reserve, or against this seat or its action."""
    if s.phase == DOUBTING:
        return bool(s.actor == seat)
    return bool(s.action == TAX or s.action == EMBEZZLE or s.target == seat)


@jit
def pragmatic_answer(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Challenge, block or pass."""
    number = 0
    if moves >> CHALLENGE & 1:
        reason = has_reason(s, t, r, seat)
        if reason > 0:
            return CHALLENGE
        if reason == 0 and is_concerned(s, seat):
            if luck(x, 0) < WHIM:
                return CHALLENGE
            number = 1
    block = true_block(s, r, seat, moves)
    if block >= 0:
        return block
    blocks = credible_claims(s, r, moves)
    if blocks:
        last = s.action == ASSASSINATE and total(s.hands[seat]) == 1
        if last or would_bluff(t, seat, x):
            return any_of(blocks, x, number)
    return PASS


# Cards.


@jit
def weighed_card(s: State, seat: int, kind: int, x: int) -> int:
    """A card to lose, at random by weights; `kind` is the kind of the move."""
    hand = s.hands[seat]
    weight = 0
    for role in range(ROLES):
        weight += digit(hand, role) * digit(WEIGHTS, role)
    left = luck_below(x, 0, weight)
    role = 0
    while left >= digit(hand, role) * digit(WEIGHTS, role):
        left -= digit(hand, role) * digit(WEIGHTS, role)
        role += 1
    return kind + 4 * role


@jit
def pragmatist(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    moves = legal(s, r, seat)
    if s.phase == TURN:
        return pragmatic_action(s, t, r, seat, moves, x)
    if s.phase <= DOUBTING:
        return pragmatic_answer(s, t, r, seat, moves, x)
    if s.phase in (EXAMINING, SIDING):
        return sound_answer(s, seat, moves)
    if s.phase == REVEALING:
        if moves >> PROVE & 1:
            return PROVE
        proving = moves & s.claim << REVEAL
        if proving:
            return worst_card(s, seat, proving, UNWANTED)
        return weighed_card(s, seat, REVEAL, x)
    if s.phase == PAYING or s.phase == LOSING:
        return weighed_card(s, seat, REVEAL + 1, x)
    return worst_card(s, seat, moves, UNWANTED)
