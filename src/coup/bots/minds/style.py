"""The bot `style`: a player with a character.

The numbers of its style, kept in the story, say how it plays; `coup.bots.styles` defines them.
`coup.bots.adapter` is the same bot at a table.
"""

from coup.bots.minds.bluffer import action_of, credible_claims
from coup.bots.minds.counter import counter
from coup.bots.minds.grounds import any_of, is_credible, true_block
from coup.bots.minds.honest import can_prove, honest, is_disproved, sound_answer, was_blocked
from coup.bots.minds.reform import denies_truly, refuge
from coup.bots.minds.trait import is_aimed
from coup.bots.styles import (
    AIM_AT,
    AT_AVENGED,
    AT_LEADER,
    AT_LIAR,
    AT_NEXT,
    AT_OPPOSITE,
    AT_POOREST,
    AT_QUIET,
    AT_RANDOM,
    AT_RICHEST,
    AT_ROTATION,
    BLOCK_AT,
    BLUFF_AT,
    CARELESS_AT,
    CORNERED_AT,
    COUNTER_MIND,
    COUNTING_AT,
    DOUBT_AT,
    FALSE_BLOCK_AT,
    FICKLE_AT,
    HONEST_MIND,
    MEDDLING_AT,
    MEMORY_AT,
    MIND_AT,
    PATIENCE_AT,
    POOR_AT,
    TASTE_AT,
    THRIFT_AT,
)
from coup.rules.digits import total
from coup.rules.kernel import (
    ASSASSINATE,
    CHALLENGE,
    CONVERTING,
    COUP,
    DOUBTING,
    EMBEZZLE,
    EMBEZZLING,
    EXAMINING,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    INVESTIGATE,
    NOBODY,
    PASS,
    PROVE,
    REVEAL,
    REVEALING,
    SIDING,
    STEAL,
    TAX,
    TURN,
    legal,
    lowest,
)
from coup.rules.playout import luck, luck_below, pick_weighted, throw
from coup.rules.state import Rules, State
from coup.rules.target import jit
from coup.vectors.story import BLOCKS, DEEDS, FRESH, STYLE, Story, block_of

# Which random number decides what.
WAITS = 0
SAVES = 1
RECALLS = 2
COUNTS = 3
DOUBTS_IT = 4
BLOCKS_IT = 5
DENIES_IT = 6
SAYS = 7
GIVES = 8
WHICH_CARD = 9
STRAYS = 10
LIKES = 16  # one for each action
LIKES_SEAT = 32  # one for each seat

FEW_COINS = 3
AS_EVER = 50


@jit
def manner(t: Story, seat: int, place: int) -> int:
    """A number of a seat's style."""
    return t.styles[STYLE * seat + place]


@jit
def chances_it(t: Story, seat: int, place: int, x: int, number: int) -> bool:
    """Whether something happens whose frequency out of 100 is a number of the style."""
    return 100 * luck(x, number) < manner(t, seat, place)


# Targets.


@jit
def appeal(s: State, t: Story, seat: int, target: int, aim: int, x: int) -> int:
    """How attractive a target is for a seat."""
    cards = total(s.hands[target])
    coins = s.coins[target]
    leading = 100 * cards + coins
    in_turn = (target + s.turn // s.seats) % s.seats
    if aim == AT_LEADER:
        return leading
    if aim == AT_RICHEST:
        return 10 * coins + cards
    if aim == AT_AVENGED:
        return 100 * (t.struck[seat] == target) + in_turn
    if aim == AT_LIAR:
        return 100 * t.caught[target] + in_turn
    if aim == AT_QUIET:
        return 10000 - 100 * t.claims[target] + in_turn
    if aim == AT_ROTATION:
        return in_turn
    if aim == AT_OPPOSITE:
        return 100 - abs(2 * ((target - seat + s.seats) % s.seats) - s.seats)
    if aim == AT_RANDOM:
        return throw(x, LIKES_SEAT + target)
    if aim == AT_NEXT:
        return (seat - target + s.seats) % s.seats
    if aim == AT_POOREST:
        return 1000 - 10 * coins - cards
    return 1000 - leading  # the weakest


@jit
def is_worth_it(s: State, t: Story, seat: int, action: int, target: int, x: int) -> bool:
    """Whether an action against a seat may succeed, as far as it remembers."""
    mind = manner(t, seat, MIND_AT)
    if action == STEAL and s.coins[target] < (2 if mind == HONEST_MIND else 1):
        return False
    if action >= COUP or mind == COUNTER_MIND or not was_blocked(s, t, target, action):
        return True
    return mind != HONEST_MIND and not chances_it(t, seat, MEMORY_AT, x, RECALLS)


@jit
def aimed_move(s: State, t: Story, seat: int, action: int, moves: int, x: int) -> int:
    """An action against the target that its style prefers, among those where it may succeed, or
    -1."""
    aim = manner(t, seat, AIM_AT)
    if chances_it(t, seat, FICKLE_AT, x, STRAYS):
        aim = AT_RANDOM
    best = -1
    most = -1
    for target in range(s.seats):
        move = 4 * target + action
        if moves >> move & 1 and is_worth_it(s, t, seat, action, target, x):
            liked = appeal(s, t, seat, target, aim, x)
            if liked > most:
                most = liked
                best = move
    return best


# Actions.


@jit
def temper(s: State, t: Story, seat: int, chance: int, bluffs: bool) -> float:
    """A frequency out of 100, adjusted to its situation: its last card, or few coins."""
    likely = 1.0 * chance
    if total(s.hands[seat]) == 1:
        likely = likely * manner(t, seat, CORNERED_AT) / AS_EVER
    if bluffs and s.coins[seat] < FEW_COINS:
        likely = likely * manner(t, seat, POOR_AT) / AS_EVER
    return likely


@jit
def liking(s: State, t: Story, r: Rules, seat: int, action: int, x: int) -> float:
    """How attractive a legal action is for a seat."""
    kind = EXCHANGE if action == INVESTIGATE else action
    taste = 1.0 * manner(t, seat, TASTE_AT + kind)
    if action == FOREIGN_AID and was_blocked(s, t, NOBODY, FOREIGN_AID):
        return 0.0 if chances_it(t, seat, MEMORY_AT, x, RECALLS) else taste
    if action == ASSASSINATE and chances_it(t, seat, THRIFT_AT, x, SAVES):
        return 0.0
    if can_prove(s, r, seat, action):
        return taste
    if not is_credible(s, r, r.claims[action]):
        return 0.0
    return taste * temper(s, t, seat, manner(t, seat, BLUFF_AT + kind - TAX), True) / 100


@jit
def liking_for_the_reserve(s: State, t: Story, r: Rules, seat: int) -> float:
    """How attractive embezzling is: like tax, in proportion to the coins."""
    taste = manner(t, seat, TASTE_AT + TAX) * s.reserve / r.gain[TAX]
    if denies_truly(s, r, seat):
        return taste
    return taste * temper(s, t, seat, manner(t, seat, BLUFF_AT), True) / 100


@jit
def legal_one(s: State, t: Story, seat: int, action: int, moves: int, x: int) -> int:
    """The move for an action, with a target that the style prefers if it needs one, or -1."""
    if action >= STEAL:
        return aimed_move(s, t, seat, action, moves, x)
    return action if moves >> action & 1 else -1


@jit
def style_action(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Its move in its turn: each action in proportion to how attractive it is."""
    coup = aimed_move(s, t, seat, COUP, moves, x)
    forced = moves >> INCOME & 1 == 0
    if coup >= 0 and (forced or not chances_it(t, seat, PATIENCE_AT, x, WAITS)):
        return coup
    flight = refuge(s, r, seat, moves) if r.convert else -1
    if flight >= 0:
        return flight
    chosen = INCOME
    liked = 0.0
    for action in range(INVESTIGATE + 1):
        move = legal_one(s, t, seat, action, moves, x) if action != COUP else -1
        if move >= 0:
            more = liking(s, t, r, seat, action, x)
            liked += more
            if liked * luck(x, LIKES + action) < more:  # reservoir sampling: keep this one
                chosen = move
    if moves >> EMBEZZLING & 1:
        more = liking_for_the_reserve(s, t, r, seat)
        if (liked + more) * luck(x, LIKES + EMBEZZLE) < more:
            chosen = EMBEZZLING
    return chosen


# Answers.


@jit
def doubting(s: State, t: Story, seat: int) -> float:
    """The probability out of 100 that it challenges the current claim, if that may be true."""
    role = lowest(s.denial if s.denial else s.claim) >> 2
    likely = temper(s, t, seat, manner(t, seat, DOUBT_AT + role), False)
    if not is_aimed(s, seat):
        likely = likely * manner(t, seat, MEDDLING_AT) / 100
    if s.denial:  # a claim that it now denies
        return 2 * likely if t.deeds[DEEDS * s.claimant + FRESH + role] else likely
    if t.deeds[DEEDS * s.claimant + FRESH + role] > 1:  # not for the first time
        likely = likely * (100 - manner(t, seat, MEMORY_AT)) / 100
    return likely


@jit
def challenges(s: State, t: Story, r: Rules, seat: int, x: int) -> bool:
    """Whether it challenges the current claim."""
    if is_disproved(s, r, seat) and chances_it(t, seat, COUNTING_AT, x, COUNTS):
        return True
    return 100 * luck(x, DOUBTS_IT) < doubting(s, t, seat)


@jit
def style_answer(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Challenge, block or pass."""
    if moves >> CHALLENGE & 1 and challenges(s, t, r, seat, x):
        return CHALLENGE
    block = true_block(s, r, seat, moves)
    if block >= 0 and chances_it(t, seat, BLOCK_AT, x, BLOCKS_IT):
        return block
    blocks = credible_claims(s, r, moves)
    if blocks == 0 or block >= 0:
        return PASS
    often = manner(t, seat, FALSE_BLOCK_AT + block_of(s.action) - BLOCKS)
    if 100 * luck(x, DENIES_IT) < temper(s, t, seat, often, True):
        return any_of(blocks, x, SAYS)
    return PASS


@jit
def style_card(s: State, t: Story, seat: int, moves: int, x: int) -> int:
    """Which card to show, to lose or to swap."""
    proves = s.phase == REVEALING and moves & (s.claim << REVEAL | 1 << PROVE) != 0
    if s.phase in (EXAMINING, SIDING) or proves or not chances_it(t, seat, CARELESS_AT, x, GIVES):
        return sound_answer(s, seat, moves)
    hand = s.hands[seat]
    kind = lowest(moves) - REVEAL & 3  # reveal, discard, return or show
    return REVEAL + kind + 4 * pick_weighted(hand, luck_below(x, WHICH_CARD, total(hand)))


@jit
def style_move(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """Its move if no other bot decides for it."""
    moves = legal(s, r, seat)
    if s.phase == TURN:
        return style_action(s, t, r, seat, moves, x)
    if s.phase <= DOUBTING:
        return style_answer(s, t, r, seat, moves, x)
    return style_card(s, t, seat, moves, x)


@jit
def decision(s: State, t: Story, r: Rules, seat: int, mind: int, x: int) -> int:
    """A seat's move if this mind decides."""
    if mind == HONEST_MIND:
        return honest(s, t, r, seat, x)
    if mind == COUNTER_MIND:
        return counter(s, t, r, seat, x)
    return style_move(s, t, r, seat, x)


@jit
def aimed(s: State, t: Story, r: Rules, seat: int, move: int, x: int) -> int:
    """A move, with a target that the style prefers if it needs one."""
    if s.phase != TURN or move < STEAL or move >= CONVERTING:
        return move
    found = aimed_move(s, t, seat, action_of(move), legal(s, r, seat), x)
    return found if found >= 0 else move


@jit
def style(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    move = decision(s, t, r, seat, manner(t, seat, MIND_AT), x)
    return aimed(s, t, r, seat, move, x)
