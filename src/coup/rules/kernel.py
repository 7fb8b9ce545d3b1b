"""The rules of Coup as plain functions over a small state. They know numbers only: no names, no
texts, no random numbers.

A game is `reset`, then `apply` until `current_player` is TERMINAL. The caller asks `legal` for a
seat's moves and `outcomes` for chance's, and makes every choice, those of chance included.
`apply` trusts its caller; `Game` does the checking.

The same source runs interpreted and compiled (see `target`), so it uses only what both understand:
ints, fixed-size lists, no recursion, functions above their callers. Sets of seats and multisets of
roles are numbers read in base 16 (see `state`, `digits`): `one(seat)` is a set of one seat,
`one(role)` one card.
"""

from coup.rules.digits import has, one, packed, total
from coup.rules.state import MOST_SEATS, SEATS, Rules, State
from coup.rules.target import jit, popcount

NONE = -1
NOBODY = -1
CHANCE = -2
TERMINAL = -3

# Roles.
DUKE = 0
ASSASSIN = 1
CAPTAIN = 2
AMBASSADOR = 3
CONTESSA = 4
INQUISITOR = 5
ROLES = 6

# Actions. Those from STEAL to INVESTIGATE have a target.
INCOME = 0
FOREIGN_AID = 1
TAX = 2
EXCHANGE = 3
STEAL = 4
ASSASSINATE = 5
COUP = 6
INVESTIGATE = 7
CONVERT = 8
EMBEZZLE = 9

# Moves: one bit each in a mask. An action is its own number without a target, and
# `4 * target + action` with one; conversions and embezzlement come after these.
CONVERTING = STEAL + 4 * MOST_SEATS
EMBEZZLING = CONVERTING + 1
CONVERTING_OTHER = CONVERTING + 2  # plus the seat
LOYALIST = CONVERTING_OTHER + MOST_SEATS
REFORMIST = LOYALIST + 1
# Answers to these. No question asks for both, so answers share the numbers of actions against seats
# that few games have. A move with a card is its kind plus `4 * role`, so that a hand's digits,
# shifted, are the mask of the moves that it allows.
PASS = STEAL + 4 * SEATS
CHALLENGE = PASS + 1
BLOCK_FOREIGN_AID = PASS + 2
BLOCK_ASSASSINATE = PASS + 3
BLOCK_STEAL = PASS + 4
BLOCK_STEAL_CAPTAIN = PASS + 5
BLOCK_STEAL_AMBASSADOR = PASS + 6
BLOCK_STEAL_INQUISITOR = PASS + 7
REVEAL = PASS + 8
DISCARD = REVEAL + 1
RETURN = REVEAL + 2
SHOW = REVEAL + 3
KEEP = REVEAL + 4 * ROLES
SWAP = KEEP + 1
PROVE = SWAP + 1
# Moves of chance: a role to draw, a seat to pick.
DRAW = PROVE + 1
PICK = DRAW + ROLES
MOVES = PICK + MOST_SEATS

ONES = 0x1111111111  # a 1 in each digit, for all roles or all seats

# Phases: what is being asked.
TURN = 0  # which action?
REACTING = 1  # challenge or block the action? (one window for both)
CHALLENGING = 2  # challenge the action?
BLOCKING = 3  # block the action?
DOUBTING = 4  # challenge the block?
REVEALING = 5  # which card answers the challenge?
PAYING = 6  # which card is lost with the challenge?
LOSING = 7  # which card is lost to the action?
RETURNING = 8  # which card goes back to the court deck?
SHOWING = 9  # which card does the investigator see?
EXAMINING = 10  # may the investigated seat keep it?
SIDING = 11  # which side is the first seat on?
OVER = 12
# Asked of chance.
DEALING = 13
REDRAWING = 14  # replacements for the cards that proved a claim or a denial
DRAWING = 15  # for an exchange
SWAPPING = 16  # the investigator forced a swap
PICKING = 17  # one of the seats that secretly want to block or challenge

# Fates: how the action ended.
UNDECIDED = 0
SUCCEEDED = 1
BLOCKED = 2
DISPROVED = 3


@jit
def lowest(bits: int) -> int:
    """The place of the lowest set bit; `bits` is not 0."""
    return popcount((bits & -bits) - 1)


@jit
def present(cards: int) -> int:
    """A 1 in each digit that is not 0: the roles of a multiset as a set."""
    return (cards | cards >> 1 | cards >> 2 | cards >> 3) & ONES


@jit
def current_player(s: State) -> int:
    """The seat that a sequential driver asks next, CHANCE or TERMINAL."""
    return s.mover


@jit
def winner(s: State) -> int:
    """The last seat with a card, or NOBODY."""
    return s.winner


@jit
def answerers(s: State, r: Rules) -> int:
    """The set of seats that may answer now."""
    if s.mover < 0:
        return 0
    if r.in_turn:
        return one(s.mover)
    return s.pending


@jit
def following(seats: int, seat: int) -> int:
    """The first of a set of seats, clockwise after `seat`."""
    later = seats >> 4 * (seat + 1)
    if later:
        return seat + 1 + (lowest(later) >> 2)
    return lowest(seats) >> 2


@jit
def opposed(s: State, seat: int) -> int:
    """The set of seats that a living seat may attack and block: the living ones of the other side,
    or all others if everybody is on one side."""
    if s.sides:
        reformists = s.alive & s.sides
        across = s.alive - reformists if has(s.sides, seat) else reformists
        if across:
            return across
    return s.alive - one(seat)


@jit
def ask(s: State, phase: int, seat: int) -> None:
    """Put a question to one seat."""
    s.phase = phase
    s.mover = seat
    s.pending = one(seat)


@jit
def ask_all(s: State, r: Rules, phase: int, seats: int, concerned: int) -> None:
    """Open a window: put a question to a set of seats about the claimant's move."""
    s.phase = phase
    s.pending = seats
    if r.in_turn and concerned != NOBODY:
        s.mover = concerned
    else:
        s.mover = following(seats, s.claimant)


@jit
def ask_chance(s: State, phase: int, drawer: int, draws: int) -> None:
    """Let chance decide which cards `drawer` draws, or which seat to pick."""
    s.phase = phase
    s.mover = CHANCE
    s.pending = 0
    s.drawer = drawer
    s.draws = draws


@jit
def finish(s: State, seat: int) -> None:
    s.phase = OVER
    s.mover = TERMINAL
    s.pending = 0
    s.winner = seat


@jit
def end_turn(s: State, r: Rules) -> None:
    """Begin the turn of the next living seat, unless the turn limit is reached."""
    if r.turn_limit and s.turn == r.turn_limit:
        finish(s, NOBODY)
        return
    s.turn += 1
    s.actor = following(s.alive, s.actor)
    s.action = NONE
    s.target = NOBODY
    s.claim = 0
    s.denial = 0
    s.claimant = s.actor
    s.block = NONE
    s.blocker = NOBODY
    s.challenger = NOBODY
    s.drawer = NOBODY
    s.shown = NONE
    ask(s, TURN, s.actor)


@jit
def lose(s: State, r: Rules, seat: int, role: int) -> bool:
    """Turn a card face up; True if that ends the game."""
    card = one(role)
    s.hands[seat] -= card
    s.discards[seat] += card
    if s.hands[seat]:
        return False
    s.alive -= one(seat)
    if not r.coins_stay:
        s.coins[seat] = 0
    if s.alive & (s.alive - 1):
        return False
    finish(s, lowest(s.alive) >> 2)
    return True


@jit
def shuffle_in(s: State, seat: int, cards: int) -> None:
    """Put cards of a hand into the court deck and shuffle it."""
    s.hands[seat] -= cards
    s.deck += cards
    s.tops = 0


@jit
def resolve(s: State, r: Rules) -> None:
    """The action goes through."""
    s.fate = SUCCEEDED
    if s.action == EXCHANGE:
        ask_chance(s, DRAWING, s.actor, r.exchange_draws)
        return
    if s.action != STEAL and s.target != NOBODY and has(s.alive, s.target):
        ask(s, SHOWING if s.action == INVESTIGATE else LOSING, s.target)
        return
    gain = r.gain[s.action]
    if s.action == STEAL:
        gain = min(gain, s.coins[s.target])
        s.coins[s.target] -= gain
    elif s.action == EMBEZZLE:
        gain = s.reserve
        s.reserve = 0
    s.coins[s.actor] += gain
    end_turn(s, r)


@jit
def offer_block(s: State, r: Rules) -> None:
    """Ask all seats that may block the action; if there are none, it goes through."""
    seats = 0
    if r.blocks[s.action]:
        seats = opposed(s, s.actor) if s.target == NOBODY else s.alive & one(s.target)
    if seats:
        ask_all(s, r, BLOCKING, seats, s.target)
    else:
        resolve(s, r)


@jit
def convert(s: State, r: Rules, seat: int) -> None:
    """The actor pays to change a seat's side, its own or another's."""
    cost = r.convert_cost if seat == s.actor else r.convert_other_cost
    s.coins[s.actor] -= cost
    s.reserve += cost
    s.sides ^= one(seat)
    s.fate = SUCCEEDED
    end_turn(s, r)


@jit
def declare(s: State, r: Rules, move: int) -> None:
    """The actor names its action and pays for it."""
    if move < CONVERTING:
        s.target = (move >> 2) - 1
        s.action = move & 3 if s.target == NOBODY else STEAL + (move & 3)
    elif move == EMBEZZLING:
        s.action = EMBEZZLE
        s.denial = r.denial
    else:
        convert(s, r, s.actor if move == CONVERTING else move - CONVERTING_OTHER)
        return
    s.fate = UNDECIDED
    s.coins[s.actor] -= r.cost[s.action]
    s.claim = r.claims[s.action]
    if s.claim or s.denial:
        others = s.alive - one(s.actor)
        ask_all(s, r, REACTING if r.joint else CHALLENGING, others, s.target)
    elif r.joint and r.blocks[s.action]:
        ask_all(s, r, REACTING, opposed(s, s.actor), s.target)
    else:
        offer_block(s, r)


@jit
def wanting(s: State) -> int:
    """The set of seats that want to interrupt; blocks go before challenges."""
    return s.blockers if s.blockers else s.challengers


@jit
def interrupt(s: State, r: Rules, seat: int) -> None:
    """Carry out a seat's block, or else its challenge."""
    if s.blockers:
        s.blocker = seat
        s.challenger = NOBODY
        s.claimant = seat
        s.claim = r.proofs[s.block - BLOCK_FOREIGN_AID]
        ask_all(s, r, DOUBTING, s.alive - one(seat), s.actor)
    else:
        s.challenger = seat
        ask(s, REVEALING, s.claimant)
    s.blockers = 0
    s.challengers = 0


@jit
def uphold_block(s: State, r: Rules) -> None:
    """The block stands: the action fails, its cost stays spent."""
    s.fate = BLOCKED
    if r.fee_returned and (r.coins_stay or has(s.alive, s.actor)):
        s.coins[s.actor] += r.cost[s.action]
    end_turn(s, r)


@jit
def answer(s: State, r: Rules, seat: int, move: int) -> None:
    """A seat passes, challenges or blocks; the last answer closes the window."""
    s.pending -= one(seat)
    if move != PASS:
        if move == CHALLENGE:
            s.challengers |= one(seat)
        else:
            s.blockers |= one(seat)
            s.block = move
        if not r.secret:
            s.pending = 0  # the first such answer counts
    if s.pending:
        s.mover = following(s.pending, s.claimant)
        return
    seats = wanting(s)
    if seats and r.secret:
        ask_chance(s, PICKING, NOBODY, 0)  # even among one, since a missing pick would reveal that
    elif seats:
        interrupt(s, r, seat)
    elif s.phase == CHALLENGING:
        offer_block(s, r)
    elif s.phase == DOUBTING:
        uphold_block(s, r)
    else:
        resolve(s, r)


@jit
def prove(s: State, seat: int, cards: int) -> None:
    """The challenged seat shows cards that prove its claim or its denial, and draws as many."""
    shuffle_in(s, seat, cards)
    ask_chance(s, REDRAWING, seat, total(cards))


@jit
def reveal(s: State, r: Rules, seat: int, role: int) -> None:
    """The challenged seat shows a card, which proves the claim or is lost."""
    if has(s.claim, role):
        prove(s, seat, one(role))
        return
    if s.blocker == NOBODY:
        s.fate = DISPROVED
        s.coins[seat] += r.cost[s.action]
    if lose(s, r, seat, role):
        return
    if s.blocker == NOBODY:
        end_turn(s, r)
    else:
        resolve(s, r)


@jit
def pay(s: State, r: Rules, seat: int, role: int) -> None:
    """The challenger was wrong and discards; the claim stands."""
    if lose(s, r, seat, role):
        return
    if s.blocker != NOBODY:
        uphold_block(s, r)
    elif r.block_after_challenge:
        offer_block(s, r)
    else:
        resolve(s, r)


@jit
def give_back(s: State, r: Rules, seat: int, role: int) -> None:
    """A card of an exchange goes back to the court deck."""
    card = one(role)
    s.hands[seat] -= card
    s.deck += card
    if r.top_deck:
        s.top[s.tops] = role
        s.tops += 1
    s.returns -= 1
    if s.returns == 0:
        end_turn(s, r)


@jit
def draw(s: State, r: Rules, role: int) -> None:
    """A card of the court deck goes to the seat that draws."""
    card = one(role)
    s.deck -= card
    if s.tops:
        s.tops -= 1
    s.hands[s.drawer] += card
    s.draws -= 1
    if s.draws:
        return
    if s.phase == REDRAWING:
        ask(s, PAYING, s.challenger)
    elif s.phase == DRAWING:
        s.returns = r.exchange_draws
        ask(s, RETURNING, s.actor)
    elif s.phase == SWAPPING:
        shuffle_in(s, s.target, one(s.shown))
        end_turn(s, r)
    elif s.drawer + 1 < s.seats:
        ask_chance(s, DEALING, s.drawer + 1, r.cards)
    elif r.choose_side:
        ask(s, SIDING, 0)
    else:
        end_turn(s, r)


@jit
def reset(s: State, r: Rules, seats: int) -> None:
    """Start a new game, before the deal."""
    s.seats = seats
    s.alive = 0
    for seat in range(len(s.coins)):
        s.hands[seat] = 0
        s.discards[seat] = 0
        s.coins[seat] = 0
        if seat < seats:
            s.alive |= one(seat)
            s.coins[seat] = r.coins[seat]
    s.sides = r.sides & s.alive
    s.reserve = r.reserve
    s.deck = r.deck[seats]
    for place in range(r.face_ups):
        card = one(r.face_up[place])
        s.deck -= card
        s.discards[place % seats] += card
    s.top[0] = 0
    s.top[1] = 0
    s.tops = 0
    s.turn = 0
    s.winner = NOBODY
    s.fate = UNDECIDED
    s.actor = seats - 1  # so that seat 0 follows
    s.action = NONE
    s.target = NOBODY
    s.claim = 0
    s.denial = 0
    s.claimant = NOBODY
    s.blocker = NOBODY
    s.challenger = NOBODY
    s.block = NONE
    s.blockers = 0
    s.challengers = 0
    s.returns = 0
    s.shown = NONE
    ask_chance(s, DEALING, 0, r.cards)


@jit
def reforms(s: State, r: Rules, seat: int) -> int:
    """The mask of the conversions that a seat can pay for, and of the embezzlement."""
    moves = 0
    if r.convert and s.coins[seat] >= r.convert_cost:
        moves |= 1 << CONVERTING
    if r.convert and s.coins[seat] >= r.convert_other_cost:
        moves |= packed(s.alive - one(seat)) << CONVERTING_OTHER
    if r.denial and (s.reserve or r.embezzle_empty):
        moves |= 1 << EMBEZZLING
    return moves


@jit
def showable(s: State, r: Rules, held: int) -> int:
    """The mask of the answers to a challenge that an embezzler with some roles has."""
    if held & s.denial == 0:
        return held << REVEAL | 1 << PROVE
    return (held & s.denial if r.denial_lost else held) << REVEAL


@jit
def legal(s: State, r: Rules, seat: int) -> int:
    """The mask of the moves that a seat may make now; 0 if it is not asked."""
    if seat != s.mover and not has(answerers(s, r), seat):
        return 0
    phase = s.phase
    if phase == TURN:
        targets = opposed(s, seat)
        coins = s.coins[seat]
        if coins >= r.forced_coup:
            return targets << COUP
        actions = r.targeted
        if coins < r.cost[COUP]:
            actions &= ~(1 << COUP - STEAL)
        if coins < r.cost[ASSASSINATE]:
            actions &= ~(1 << ASSASSINATE - STEAL)
        moves = r.untargeted | targets * actions << STEAL
        return moves | reforms(s, r, seat) if r.reforms else moves
    if phase <= DOUBTING:
        moves = 1 << PASS
        if phase != BLOCKING and (s.claim or s.denial):
            moves |= 1 << CHALLENGE
        concerned = s.target == NOBODY or s.target == seat
        if phase == BLOCKING or (phase == REACTING and concerned):
            moves |= r.blocks[s.action]
        return moves
    if phase == EXAMINING:
        return 1 << KEEP | 1 << SWAP
    if phase == SIDING:
        return 1 << LOYALIST | 1 << REFORMIST
    held = present(s.hands[seat])
    if phase == REVEALING:
        return showable(s, r, held) if s.denial else held << REVEAL
    if phase == RETURNING:
        return held << RETURN
    if phase == SHOWING:
        return held << SHOW
    return held << DISCARD


@jit
def first_outcome(s: State) -> int:
    """The move of chance that the lowest digit of `outcomes` stands for."""
    return PICK if s.phase == PICKING else DRAW


@jit
def outcomes(s: State) -> int:
    """Chance's choices in base 16: the weight of each role to draw, or of each seat to pick."""
    if s.phase == PICKING:
        return wanting(s)
    if s.tops:
        return one(s.top[s.tops - 1])
    return s.deck


@jit
def apply(s: State, r: Rules, seat: int, move: int) -> None:
    """Make a legal move of a seat, or of chance (then `seat` is CHANCE)."""
    phase = s.phase
    if phase == TURN:
        declare(s, r, move)
    elif phase <= DOUBTING:
        answer(s, r, seat, move)
    elif phase == PICKING:
        interrupt(s, r, move - PICK)
    elif phase >= DEALING:
        draw(s, r, move - DRAW)
    elif phase == EXAMINING:
        if move == SWAP:
            ask_chance(s, SWAPPING, s.target, 1)
        else:
            end_turn(s, r)
    elif phase == SIDING:
        if move == REFORMIST:
            s.sides ^= s.alive
        end_turn(s, r)
    elif move == PROVE:
        prove(s, seat, s.hands[seat])
    else:
        role = move - REVEAL >> 2
        if phase == REVEALING:
            reveal(s, r, seat, role)
        elif phase == PAYING:
            pay(s, r, seat, role)
        elif phase == LOSING:
            if not lose(s, r, seat, role):
                end_turn(s, r)
        elif phase == RETURNING:
            give_back(s, r, seat, role)
        else:
            s.shown = role
            ask(s, EXAMINING, s.actor)
