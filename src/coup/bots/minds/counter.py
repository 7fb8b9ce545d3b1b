"""The bot `counter` in the kernel's style of code, so that it runs inside batches on every target.

It is the same bot as `coup.bots.counter.CounterBot` without notes, decision for decision, but
for its random numbers. What it weighs things with stands there. A GPU may round a product and a sum
in one, so there the last digit of a value can be another, and a decision if two are that close.
"""

from coup.bots.beliefs import AGAIN, CROWDED, PATIENCE, RECKLESS, SUSPICION, TRUST
from coup.bots.beliefs import CAUGHT as AFTER_A_LIE
from coup.bots.beliefs import PROVED as AFTER_A_PROOF
from coup.bots.counter import (
    BLUFFED_BLOCK,
    COIN,
    LIE,
    PROOF,
    RARE,
    REACHING_A_COUP,
    SPARED,
    WHIM,
)
from coup.bots.counter import COUP as WORTH_OF_COUP
from coup.bots.counter import EXCHANGE as WORTH_OF_EXCHANGE
from coup.bots.counter import INVESTIGATE as WORTH_OF_INVESTIGATE
from coup.bots.minds.grounds import blockers_of
from coup.bots.minds.honest import can_prove, open_copies, sound_answer
from coup.rules.kernel import (
    ASSASSINATE,
    BLOCK_FOREIGN_AID,
    CHALLENGE,
    CHALLENGING,
    COUP,
    DOUBTING,
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
    present,
)
from coup.rules.playout import advance, start, total
from coup.rules.state import Rules, State
from coup.rules.target import jit
from coup.vectors.story import CHALLENGES, DEEDS, FRESH, LACKS, PROVED, Story


@jit
def power(base: float, times: int) -> float:
    """The same on every target, which no library promises."""
    product = 1.0
    for _ in range(times):
        product *= base
    return product


@jit
def rivals_of(s: State) -> int:
    """How many others are still in."""
    return total(s.alive) - 1


# What it believes: see `coup.bots.beliefs`.


@jit
def trust(t: Story, other: int, cards: int) -> float:
    """How much likelier a seat that claims a role makes it that it has one."""
    start_of = DEEDS * other
    proofs = 0
    roles = 0
    for role in range(ROLES):
        proofs += t.deeds[start_of + PROVED + role]
        if t.deeds[start_of + FRESH + role]:
            roles += 1
    earned = TRUST * power(AFTER_A_LIE, t.caught[other]) * power(AFTER_A_PROOF, proofs)
    challenges = t.deeds[start_of + CHALLENGES]
    earned *= power(RECKLESS, challenges) * power(CROWDED, max(0, roles - cards))
    return max(0.5, earned)


@jit
def has(s: State, t: Story, unseen: int, other: int, role: int) -> float:
    """How likely another seat has a role, to one who has not seen these cards."""
    cards = total(s.hands[other])
    hidden = total(unseen)
    left = unseen >> 4 * role & 15
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
    odds = likely / (1 - likely) * trust(t, other, cards) * (1 + AGAIN * (times - 1))
    return odds / (1 + odds)


@jit
def true(s: State, t: Story, unseen: int, other: int, roles: int) -> float:
    """How likely another seat's claim is true; of several roles one is enough."""
    false = 1.0
    for role in range(ROLES):
        if roles >> 4 * role & 1:
            false *= 1 - has(s, t, unseen, other, role)
    return 1 - false


@jit
def doubt(s: State, t: Story, unseen: int, seat: int, other: int, roles: int) -> float:
    """How likely another seat challenges a claim of this one: the rarer the role, the likelier."""
    copies = 0
    for role in range(ROLES):
        if roles >> 4 * role & 1:
            copies = max(copies, unseen + s.hands[seat] >> 4 * role & 15)
    heard = -t.claims[other]
    for each in range(s.seats):
        heard += t.claims[each]
    challenges = t.deeds[DEEDS * other + CHALLENGES]
    suspicion = (SUSPICION * PATIENCE + challenges) / (PATIENCE + heard)
    rare = RARE[copies] if copies < len(RARE) else 1.0
    return min(0.95, suspicion * rare * (1 + 0.3 * t.caught[seat]))


# What things are worth: see `coup.bots.counter`.


@jit
def hurt(s: State) -> float:
    """What it is worth to a seat that another one loses a card."""
    rivals = rivals_of(s)
    return 1.0 if rivals == 1 else 0.9 / rivals


@jit
def harm(s: State, seat: int) -> float:
    """What the action in question costs a seat if it goes through."""
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
    if s.action == STEAL:
        return COIN / rivals
    return (3 if s.action == TAX else 2) * COIN * 0.9 / rivals


@jit
def effect(s: State, seat: int, action: int, target: int) -> float:
    """What an action brings if it goes through."""
    if action == EXCHANGE:
        return WORTH_OF_EXCHANGE
    if action == INVESTIGATE:
        return WORTH_OF_INVESTIGATE
    if action == ASSASSINATE:
        return hurt(s) + COIN - 3 * COIN
    if action == COUP:
        return hurt(s) + WORTH_OF_COUP + 0.015 * s.coins[target] - 7 * COIN
    gain = action + 1  # income, foreign aid, tax
    taken = 0.0
    if action == STEAL:
        gain = min(2, s.coins[target])
        taken = gain * COIN * (1.0 if rivals_of(s) == 1 else 0.4)
    reaching = REACHING_A_COUP if s.coins[seat] < 7 <= s.coins[seat] + gain else 0.0
    return gain * COIN + taken + reaching


@jit
def block_chance(
    s: State, t: Story, r: Rules, unseen: int, seat: int, action: int, target: int
) -> float:
    """How likely an action is blocked."""
    roles = blockers_of(r, action)
    if roles == 0:
        return 0.0
    unblocked = 1.0
    for other in range(s.seats):
        asked = other == target or target == NOBODY
        if asked and other != seat and s.alive >> 4 * other & 1:
            unblocked *= 1 - min(0.95, true(s, t, unseen, other, roles) + BLUFFED_BLOCK)
    return 1 - unblocked


@jit
def action_value(
    s: State, t: Story, r: Rules, unseen: int, seat: int, action: int, target: int
) -> float:
    """What an action is expected to bring, with all that may come in between."""
    gain = effect(s, seat, action, target)
    gain *= 1 - block_chance(s, t, r, unseen, seat, action, target)
    roles = r.claims[action]
    if roles == 0:
        return gain
    believed = 1.0
    for other in range(s.seats):
        if other != seat and s.alive >> 4 * other & 1:
            believed *= 1 - doubt(s, t, unseen, seat, other, roles)
    if can_prove(s, r, seat, action):
        return gain + (1 - believed) * PROOF
    return believed * gain - (1 - believed) - LIE


@jit
def block_value(s: State, t: Story, unseen: int, seat: int, roles: int) -> float:
    """What a block brings: if it is a bluff, a card and the harm when it is not believed."""
    doubted = doubt(s, t, unseen, seat, s.actor, roles)
    if roles & present(s.hands[seat]):
        return 0.05 + doubted * PROOF
    caught = 1.0 if total(s.hands[seat]) == 1 else 1.0 + harm(s, seat)
    return -doubted * caught - LIE


@jit
def pass_value(s: State, t: Story, r: Rules, unseen: int, seat: int) -> float:
    """What it brings to let things be."""
    if s.phase == DOUBTING:
        return 0.0
    loss = -harm(s, seat)
    roles = blockers_of(r, s.action)
    if s.phase == CHALLENGING and roles and (s.target == NOBODY or s.target == seat):
        return max(loss, block_value(s, t, unseen, seat, roles))  # a block may follow
    return loss


@jit
def challenge_value(s: State, t: Story, unseen: int, seat: int) -> float:
    """What a challenge brings, right or wrong."""
    truth = true(s, t, unseen, s.claimant, s.claim)
    right = hurt(s)
    if s.phase == DOUBTING and s.actor == seat:
        right += 1.0 if s.action == ASSASSINATE else 2 * COIN
    wrong = 1.0 if total(s.hands[seat]) == 1 else 1.0 + max(0.0, harm(s, seat))
    return (1 - truth) * right - truth * wrong


@jit
def whim(x: int) -> float:
    """So that it does not always do the same."""
    return WHIM * ((x & 0xFFFFFFFF) / 4294967296.0)


@jit
def counter_action(s: State, t: Story, r: Rules, unseen: int, seat: int, moves: int, x: int) -> int:
    """The action that promises most, give or take a whim."""
    left = present(unseen + s.hands[seat])
    best = INCOME
    most = -1000.0
    for action in range(8):
        if r.claims[action] and r.claims[action] & left == 0:
            continue  # all can see that it would be a lie
        for place in range(s.seats if action >= STEAL else 1):
            target = place if action >= STEAL else NOBODY
            move = action + 4 * place
            if moves >> move & 1:
                x = advance(x)
                value = action_value(s, t, r, unseen, seat, action, target) + whim(x)
                if value > most:
                    most = value
                    best = move
    return best


@jit
def answer_value(s: State, t: Story, r: Rules, unseen: int, seat: int, move: int) -> float:
    """What an answer brings."""
    if move == PASS:
        return pass_value(s, t, r, unseen, seat)
    if move == CHALLENGE:
        return challenge_value(s, t, unseen, seat)
    return block_value(s, t, unseen, seat, r.proofs[move - BLOCK_FOREIGN_AID])


@jit
def counter_answer(s: State, t: Story, r: Rules, unseen: int, seat: int, moves: int, x: int) -> int:
    """The answer that promises most, give or take a whim."""
    left = present(unseen + s.hands[seat])
    best = PASS
    most = -1000.0
    for move in range(PASS, REVEAL):
        if moves >> move & 1 == 0:
            continue
        if move >= BLOCK_FOREIGN_AID and r.proofs[move - BLOCK_FOREIGN_AID] & left == 0:
            continue  # all can see that it would be a lie
        x = advance(x)
        value = answer_value(s, t, r, unseen, seat, move) + whim(x)
        if value > most:
            most = value
            best = move
    return best


@jit
def counter(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """What the bot does when a seat is asked; `x` is the state of a generator of random numbers."""
    moves = legal(s, r, seat)
    if s.phase > DOUBTING:
        return sound_answer(s, seat, moves)
    unseen = open_copies(s, r) - s.hands[seat]
    x = start(x, 1)  # numbers of its own: it needs many
    if s.phase == TURN:
        return counter_action(s, t, r, unseen, seat, moves, x)
    return counter_answer(s, t, r, unseen, seat, moves, x)
