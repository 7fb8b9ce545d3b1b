"""The bot `counter`: it counts cards and claims, and does what has the highest expected value.

The unit of value is a card: losing one costs 1, a coin is worth a tenth of one. The weights were
found by trying many against the other bots; see docs/bots.md. A GPU may fuse a multiplication and
an addition, so there the last digit of a value may differ, and with it a decision if two values are
that close.
"""

from coup.bots.minds.grounds import blockers_of
from coup.bots.minds.honest import can_prove, open_copies, sound_answer
from coup.bots.minds.reform import denies_truly
from coup.rules.digits import digit, has, one, total
from coup.rules.kernel import (
    ASSASSINATE,
    BLOCK_FOREIGN_AID,
    CHALLENGE,
    CHALLENGING,
    CONVERTING,
    CONVERTING_OTHER,
    COUP,
    DOUBTING,
    EMBEZZLE,
    EMBEZZLING,
    EXCHANGE,
    INCOME,
    INVESTIGATE,
    NOBODY,
    PASS,
    REVEAL,
    ROLES,
    STEAL,
    TAX,
    TURN,
    legal,
    opposed,
    present,
)
from coup.rules.playout import LOW, UNIT, advance, start
from coup.rules.state import Rules, State
from coup.rules.target import jit
from coup.vectors.story import (
    CHALLENGES,
    DEEDS,
    FRESH,
    LACKS,
    NOTED,
    NOTED_CAUGHT,
    NOTED_CHALLENGED,
    NOTED_HEARD,
    NOTED_PROVED,
    PROVED,
    Story,
    pair,
)

# Values.
COIN = 0.1
SEVENTH_COIN = 0.08  # the extra value of the seventh coin
COUP_GAIN = 0.6  # the value of a coup over keeping its price
EXCHANGE_GAIN = 0.08
INVESTIGATION_GAIN = 0.08
PROOF = 0.7  # the value of being challenged and proving the claim
SPARED = 0.2  # the value of another player being assassinated instead
LIE = 0.03  # the cost of a lie: no lies where nothing is gained
WHIM = 0.03  # the size of random noise, so that its play varies

# Where there are sides: its danger before its next turn, in cards.
COUP_DANGER = 1.5
ASSASSIN_DANGER = 0.3
STEAL_DANGER = 0.05
REACH = 0.03  # the value of each seat that it may attack

# Beliefs.
TRUST = 6.0  # how much more often a role is claimed by a player who has it than by one who has not
IF_CAUGHT = 0.4  # a factor on trust each time a seat is caught
IF_PROVED = 1.5  # a factor each time a seat proves a claim
IF_RECKLESS = 0.35  # a factor each time a seat challenges
IF_CROWDED = 0.25  # a factor for each role claimed beyond the cards in hand
AGAIN = 0.3  # the increase for each further claim of the same role
DENIED = 0.5  # how much less others doubt a denial than a claim
BLUFFED_BLOCK = 0.1  # how likely a seat blocks without the card
RARE = (4.0, 2.5, 1.4)  # factors on doubt for a role with 0, 1, 2 copies left
SUSPICION = 0.5  # how often an unknown player challenges a claim
PATIENCE = 3.0  # the number of claims after which a seat's record outweighs the prior
ACQUAINTANCE = 10.0  # the number of claims after which notes outweigh the prior


@jit
def power(base: float, times: int) -> float:
    """A power with the same result on every target, which library functions do not guarantee."""
    product = 1.0
    for _ in range(times):
        product *= base
    return product


@jit
def rivals_of(s: State) -> int:
    """The number of opponents still in the game."""
    return total(s.alive) - 1


# Beliefs.


@jit
def noted(t: Story, seat: int, other: int, what: int) -> int:
    """A count from one seat's notes on another."""
    return t.notes[NOTED * pair(t, seat, other) + what]


@jit
def repute(t: Story, seat: int, other: int) -> float:
    """How much more credible notes make another seat's claims than a stranger's."""
    proved = noted(t, seat, other, NOTED_PROVED)
    return (proved + ACQUAINTANCE) / (noted(t, seat, other, NOTED_CAUGHT) + ACQUAINTANCE)


@jit
def trust(t: Story, seat: int, other: int, cards: int) -> float:
    """The factor on the odds that another seat has a role which it claims."""
    start_of = DEEDS * other
    proofs = 0
    roles = 0
    for role in range(ROLES):
        proofs += t.deeds[start_of + PROVED + role]
        if t.deeds[start_of + FRESH + role]:
            roles += 1
    earned = TRUST * power(IF_CAUGHT, t.caught[other]) * power(IF_PROVED, proofs)
    challenges = t.deeds[start_of + CHALLENGES]
    earned *= power(IF_RECKLESS, challenges) * power(IF_CROWDED, max(0, roles - cards))
    return max(0.5, earned * repute(t, seat, other))


@jit
def chance_of(s: State, t: Story, unseen: int, seat: int, other: int, role: int) -> float:
    """The probability that another seat has a role, for a player who has not seen the `unseen`
    cards."""
    cards = total(s.hands[other])
    hidden = total(unseen)
    left = digit(unseen, role)
    without = 1
    all_ways = 1
    for card in range(cards):
        without *= hidden - left - card
        all_ways *= hidden - card
    likely = 1 - without / all_ways
    if t.deeds[DEEDS * other + LACKS + role]:
        likely *= 0.1
    times = t.deeds[DEEDS * other + FRESH + role]
    if times == 0 or likely <= 0.0 or likely >= 1.0:
        return likely
    odds = likely / (1 - likely) * trust(t, seat, other, cards) * (1 + AGAIN * (times - 1))
    return odds / (1 + odds)


@jit
def true(s: State, t: Story, unseen: int, seat: int, other: int, roles: int) -> float:
    """The probability that another seat's claim is true; one of several roles is enough."""
    false = 1.0
    for role in range(ROLES):
        if has(roles, role):
            false *= 1 - chance_of(s, t, unseen, seat, other, role)
    return 1 - false


@jit
def suspicion(s: State, t: Story, seat: int, other: int) -> float:
    """How readily another seat challenges claims, judging by this game and earlier ones."""
    challenged = noted(t, seat, other, NOTED_CHALLENGED)
    usual = SUSPICION * ACQUAINTANCE + challenged
    usual /= ACQUAINTANCE + noted(t, seat, other, NOTED_HEARD)
    heard = -t.claims[other]
    for each in range(s.seats):
        heard += t.claims[each]
    return (usual * PATIENCE + t.deeds[DEEDS * other + CHALLENGES]) / (PATIENCE + heard)


@jit
def doubt(s: State, t: Story, unseen: int, seat: int, other: int, roles: int) -> float:
    """The probability that another seat challenges this one's claim: the rarer the role, the
    likelier."""
    copies = 0
    for role in range(ROLES):
        if has(roles, role):
            copies = max(copies, digit(unseen + s.hands[seat], role))
    rare = RARE[copies] if copies < len(RARE) else 1.0
    return min(0.95, suspicion(s, t, seat, other) * rare * (1 + 0.3 * t.caught[seat]))


# Values.


@jit
def hurt(s: State) -> float:
    """The value to a seat of another one losing a card."""
    rivals = rivals_of(s)
    return 1.0 if rivals == 1 else 0.9 / rivals


@jit
def harm(s: State, seat: int) -> float:
    """The cost to a seat of the current action if it succeeds."""
    rivals = rivals_of(s)
    concerned = s.target == NOBODY or s.target == seat
    if s.actor == seat:
        return 0.0
    if s.action == ASSASSINATE:
        return 1.0 if concerned else -SPARED
    if s.action == STEAL and concerned:
        return 1.6 * COIN * min(2, s.coins[seat])
    if s.action == EXCHANGE or s.action == INVESTIGATE:
        return 0.06 / rivals
    if s.action == EMBEZZLE:
        return s.reserve * COIN * 0.9 / rivals
    if s.action == STEAL:
        return COIN / rivals
    return (3 if s.action == TAX else 2) * COIN * 0.9 / rivals


@jit
def effect(s: State, seat: int, action: int, target: int) -> float:
    """The value of an action if it succeeds."""
    if action == EXCHANGE:
        return EXCHANGE_GAIN
    if action == INVESTIGATE:
        return INVESTIGATION_GAIN
    if action == ASSASSINATE:
        return hurt(s) + COIN - 3 * COIN
    if action == COUP:
        return hurt(s) + COUP_GAIN + 0.015 * s.coins[target] - 7 * COIN
    gain = action + 1  # income, foreign aid, tax
    taken = 0.0
    if action == STEAL:
        gain = min(2, s.coins[target])
        taken = gain * COIN * (1.0 if rivals_of(s) == 1 else 0.4)
    reaching = SEVENTH_COIN if s.coins[seat] < 7 <= s.coins[seat] + gain else 0.0
    return gain * COIN + taken + reaching


@jit
def block_chance(
    s: State, t: Story, r: Rules, unseen: int, seat: int, action: int, target: int
) -> float:
    """The probability that an action is blocked."""
    roles = blockers_of(r, action)
    if roles == 0:
        return 0.0
    asked = opposed(s, seat) if target == NOBODY else one(target)
    unblocked = 1.0
    for other in range(s.seats):
        if has(asked, other):
            unblocked *= 1 - min(0.95, true(s, t, unseen, seat, other, roles) + BLUFFED_BLOCK)
    return 1 - unblocked


@jit
def action_value(
    s: State, t: Story, r: Rules, unseen: int, seat: int, action: int, target: int
) -> float:
    """The expected value of an action, including blocks and challenges."""
    gain = effect(s, seat, action, target)
    gain *= 1 - block_chance(s, t, r, unseen, seat, action, target)
    roles = r.claims[action]
    if roles == 0:
        return gain
    believed = 1.0
    for other in range(s.seats):
        if other != seat and has(s.alive, other):
            believed *= 1 - doubt(s, t, unseen, seat, other, roles)
    if can_prove(s, r, seat, action):
        return gain + (1 - believed) * PROOF
    return believed * gain - (1 - believed) - LIE


@jit
def block_value(s: State, t: Story, unseen: int, seat: int, roles: int) -> float:
    """The value of a block; a bluff that is challenged costs a card, and the action's harm."""
    doubted = doubt(s, t, unseen, seat, s.actor, roles)
    if roles & present(s.hands[seat]):
        return 0.05 + doubted * PROOF
    caught = 1.0 if total(s.hands[seat]) == 1 else 1.0 + harm(s, seat)
    return -doubted * caught - LIE


@jit
def pass_value(s: State, t: Story, r: Rules, unseen: int, seat: int) -> float:
    """The value of passing."""
    if s.phase == DOUBTING:
        return 0.0
    loss = -harm(s, seat)
    roles = blockers_of(r, s.action)
    if s.phase == CHALLENGING and roles and (s.target == NOBODY or s.target == seat):
        return max(loss, block_value(s, t, unseen, seat, roles))  # a block may follow
    return loss


@jit
def challenge_value(s: State, t: Story, unseen: int, seat: int) -> float:
    """The expected value of a challenge."""
    if s.denial:
        truth = 1 - true(s, t, unseen, seat, s.claimant, s.denial)
    else:
        truth = true(s, t, unseen, seat, s.claimant, s.claim)
    right = hurt(s)
    if s.phase == DOUBTING and s.actor == seat:
        right += 1.0 if s.action == ASSASSINATE else 2 * COIN
    wrong = 1.0 if total(s.hands[seat]) == 1 else 1.0 + max(0.0, harm(s, seat))
    return (1 - truth) * right - truth * wrong


@jit
def embezzle_value(s: State, t: Story, r: Rules, unseen: int, seat: int) -> float:
    """The expected value of embezzling; others doubt a player who has claimed what it denies."""
    reaching = SEVENTH_COIN if s.coins[seat] < 7 <= s.coins[seat] + s.reserve else 0.0
    gain = s.reserve * COIN + reaching
    claimed = 0
    for role in range(ROLES):
        if has(r.denial, role):
            claimed += t.deeds[DEEDS * seat + FRESH + role]
    believed = 1.0
    for other in range(s.seats):
        if other != seat and has(s.alive, other):
            doubted = suspicion(s, t, seat, other) * (1.0 + claimed if claimed else DENIED)
            believed *= 1 - min(0.95, doubted)
    if denies_truly(s, r, seat):
        return gain + (1 - believed) * PROOF
    return believed * gain - (1 - believed) - LIE


@jit
def exposure(s: State, seat: int, attacker: int) -> float:
    """The probability that an attacker strikes this seat: most strike the strongest."""
    own = 100 * total(s.hands[seat]) + s.coins[seat]
    ahead = 1.0
    others = opposed(s, attacker)
    for other in range(s.seats):
        if has(others, other) and 100 * total(s.hands[other]) + s.coins[other] > own:
            ahead += 1.0
    return 1.0 / (ahead * ahead)


@jit
def danger(s: State, r: Rules, seat: int) -> float:
    """What a seat may lose to those who may attack it, less what it may gain by attacking them."""
    threat = 0.0
    across = opposed(s, seat)
    for other in range(s.seats):
        if has(across, other):
            threat -= REACH
            share = exposure(s, seat, other)
            if s.coins[other] >= r.cost[COUP]:
                threat += COUP_DANGER * share
            elif s.coins[other] >= r.cost[ASSASSINATE]:
                threat += ASSASSIN_DANGER * share
            else:
                threat += STEAL_DANGER * share
    return threat


@jit
def convert_value(s: State, r: Rules, seat: int, converted: int) -> float:
    """The value of converting a seat."""
    cost = r.convert_cost if converted == seat else r.convert_other_cost
    before = danger(s, r, seat)
    s.sides ^= one(converted)
    after = danger(s, r, seat)
    s.sides ^= one(converted)
    return before - after - cost * COIN


@jit
def reforming_action(
    s: State, t: Story, r: Rules, unseen: int, seat: int, moves: int, best: int, most: float
) -> int:
    """A conversion or the embezzlement if its value beats the best other action, otherwise that."""
    if moves >> EMBEZZLING & 1:
        value = embezzle_value(s, t, r, unseen, seat)
        if value > most:
            most = value
            best = EMBEZZLING
    for converted in range(s.seats):
        move = CONVERTING if converted == seat else CONVERTING_OTHER + converted
        if moves >> move & 1:
            value = convert_value(s, r, seat, converted)
            if value > most:
                most = value
                best = move
    return best


@jit
def whim(x: int) -> float:
    """Random noise, so that its play varies."""
    return WHIM * ((x & LOW) * UNIT)


@jit
def counter_action(s: State, t: Story, r: Rules, unseen: int, seat: int, moves: int, x: int) -> int:
    """The action with the highest value, plus some noise."""
    left = present(unseen + s.hands[seat])
    best = INCOME
    most = -1000.0
    for action in range(8):
        if r.claims[action] and r.claims[action] & left == 0:
            continue  # all can see that this is a lie
        for place in range(s.seats if action >= STEAL else 1):
            target = place if action >= STEAL else NOBODY
            move = action + 4 * place
            if moves >> move & 1:
                x = advance(x)
                value = action_value(s, t, r, unseen, seat, action, target) + whim(x)
                if value > most:
                    most = value
                    best = move
    if r.reforms and s.coins[seat] < r.forced_coup:
        return reforming_action(s, t, r, unseen, seat, moves, best, most)
    return best


@jit
def answer_value(s: State, t: Story, r: Rules, unseen: int, seat: int, move: int) -> float:
    """The value of an answer."""
    if move == PASS:
        return pass_value(s, t, r, unseen, seat)
    if move == CHALLENGE:
        return challenge_value(s, t, unseen, seat)
    return block_value(s, t, unseen, seat, r.proofs[move - BLOCK_FOREIGN_AID])


@jit
def counter_answer(s: State, t: Story, r: Rules, unseen: int, seat: int, moves: int, x: int) -> int:
    """The answer with the highest value, plus some noise."""
    left = present(unseen + s.hands[seat])
    best = PASS
    most = -1000.0
    for move in range(PASS, REVEAL):
        if moves >> move & 1 == 0:
            continue
        if move >= BLOCK_FOREIGN_AID and r.proofs[move - BLOCK_FOREIGN_AID] & left == 0:
            continue  # all can see that this is a lie
        x = advance(x)
        value = answer_value(s, t, r, unseen, seat, move) + whim(x)
        if value > most:
            most = value
            best = move
    return best


@jit
def counter(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    moves = legal(s, r, seat)
    if s.phase > DOUBTING:
        return sound_answer(s, seat, moves)
    unseen = open_copies(s, r) - s.hands[seat]
    x = start(x, 1)  # a separate generator: it needs many numbers
    if s.phase == TURN:
        return counter_action(s, t, r, unseen, seat, moves, x)
    return counter_answer(s, t, r, unseen, seat, moves, x)
