"""The bot `trait`, with a character: how honest, how sceptical and how vengeful it is.

docs/bots.md describes it. Where there is an Inquisitor, that role takes the Ambassador's place; the
bot never investigates. A role counts as claimed, and a claim as failed, until the end of the game.
"""

from coup.bots.minds.bluffer import credible_claims
from coup.bots.minds.grounds import (
    any_of,
    blockers_of,
    is_credible,
    true_block,
)
from coup.bots.minds.honest import can_prove, is_disproved, open_copies, sound_answer
from coup.bots.minds.reform import is_worth_embezzling, refuge
from coup.rules.digits import among, digit, digits, has, total
from coup.rules.kernel import (
    ASSASSINATE,
    CHALLENGE,
    COUP,
    DOUBTING,
    EMBEZZLING,
    EXAMINING,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    PASS,
    PROVE,
    REVEAL,
    REVEALING,
    ROLES,
    SIDING,
    STEAL,
    TAX,
    TURN,
    legal,
    lowest,
    opposed,
)
from coup.rules.playout import luck, luck_below, pick_weighted
from coup.rules.state import Rules, State
from coup.rules.target import jit
from coup.vectors.story import CAUGHT, CLAIMED, DEEDS, SETTINGS, Story, pair

# The default honesty, scepticism and vengefulness, each from 0 to 1.
HONESTY = 0.5
SKEPTICISM = 0.5
VENGEFULNESS = 0.5
# Values derived from these. The story holds a seat's differences from them.
GUILE = float((1 - HONESTY) ** 1.5)
DOUBT = SKEPTICISM**2
GUILE_AT = 0
DOUBT_AT = 1
VENGEFULNESS_AT = 2

BLUFF = 0.3  # how often a liar bluffs an action
PRACTISED = 5  # the factor if it claimed that role before
BURNT = 0.2  # the factor if it was caught claiming it
BLOCK_NEAR = 0.4  # how often a liar bluffs a block of an action against itself
BLOCK_AFAR = 0.2
DOUBT_NEAR = 0.8  # the likelihood below which a sceptic challenges an action against itself
DOUBT_AFAR = 0.4
FORGETS = 0.05  # how often it overlooks an action that it could do honestly
STRIKES_EARLY = 0.5  # how often it coups before it is forced to
ORDER = digits(TAX, STEAL, EXCHANGE, ASSASSINATE)  # what it considers first
CARD = 10  # the weight of a card in choosing a target; a coin or a grudge has weight 1


def character(honesty: float, skepticism: float, vengefulness: float) -> tuple[float, float, float]:
    """A character as the settings of a seat in a story."""
    guile = float((1 - honesty) ** 1.5)
    return guile - GUILE, skepticism**2 - DOUBT, vengefulness - VENGEFULNESS


@jit
def setting(t: Story, seat: int, place: int) -> float:
    """A seat's difference from the default character."""
    return t.settings[SETTINGS * seat + place]


@jit
def likelihood_of(s: State, r: Rules, viewer: int, seat: int, roles: int) -> float:
    """How likely a seat has one of these roles, from another one's point of view."""
    hidden = open_copies(s, r) - s.hands[viewer]
    return min(1.0, total(s.hands[seat]) * total(among(hidden, roles)) / total(hidden))


@jit
def hated_target(s: State, t: Story, seat: int, action: int, moves: int) -> int:
    """This action against the seat that it most wants out of the game, or -1."""
    vengeful = VENGEFULNESS + setting(t, seat, VENGEFULNESS_AT)
    best = -1
    most = -1.0
    for target in range(s.seats):
        if has(moves >> action, target) and (action != STEAL or s.coins[target]):
            strength = CARD * total(s.hands[target]) + s.coins[target]
            weight = strength + t.grudges[pair(t, seat, target)] * vengeful
            if weight > most:
                most = weight
                best = 4 * target + action
    return best


@jit
def bluff_chance(t: Story, seat: int, role: int) -> float:
    """How likely it bluffs a role in its turn."""
    chance = (GUILE + setting(t, seat, GUILE_AT)) * BLUFF
    if t.deeds[DEEDS * seat + CAUGHT + role]:
        return chance * BURNT
    return chance * PRACTISED if t.deeds[DEEDS * seat + CLAIMED + role] else chance


@jit
def fears_duke(s: State, r: Rules, seat: int, x: int, number: int) -> bool:
    """Whether it believes that somebody can block foreign aid."""
    roles = blockers_of(r, FOREIGN_AID)
    asked = opposed(s, seat)
    for other in range(s.seats):
        if has(asked, other):
            if luck(x, number) < likelihood_of(s, r, seat, other, roles):
                return True
            number += 1
    return False


@jit
def trait_action(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Its move in its turn."""
    number = 0
    coup = hated_target(s, t, seat, COUP, moves)
    if coup >= 0:
        if moves >> INCOME & 1 == 0 or luck(x, 0) < STRIKES_EARLY:
            return coup
        number = 1
    if is_worth_embezzling(s, r, seat, moves):
        return EMBEZZLING
    flight = refuge(s, r, seat, moves) if r.convert else -1
    if flight >= 0:
        return flight
    for place in range(4):
        action = digit(ORDER, place)
        if action >= STEAL:
            move = hated_target(s, t, seat, action, moves)
        else:
            move = action if moves >> action & 1 else -1
        if move < 0:
            continue
        if can_prove(s, r, seat, action):
            if luck(x, number) >= FORGETS:
                return move
            number += 1
        elif is_credible(s, r, r.claims[action]):
            if luck(x, number) < bluff_chance(t, seat, lowest(r.claims[action]) >> 2):
                return move
            number += 1
    return INCOME if fears_duke(s, r, seat, x, number) else FOREIGN_AID


@jit
def is_aimed(s: State, seat: int) -> bool:
    """Whether the current action or block is against a seat."""
    return bool((s.actor if s.phase == DOUBTING else s.target) == seat)


@jit
def is_denial_doubted(s: State, t: Story, r: Rules, seat: int) -> bool:
    """Whether it challenges an embezzler who has claimed what it now denies, or is likely to have
    it."""
    for role in range(ROLES):
        if has(s.denial, role) and t.deeds[DEEDS * s.claimant + CLAIMED + role] > 1:
            return True
    limit = (DOUBT + setting(t, seat, DOUBT_AT)) * DOUBT_AFAR
    return 1 - likelihood_of(s, r, seat, s.claimant, s.denial) <= limit


@jit
def is_doubted(s: State, t: Story, r: Rules, seat: int) -> bool:
    """Whether it challenges the current claim."""
    if is_disproved(s, r, seat):
        return True
    if s.denial:
        return is_denial_doubted(s, t, r, seat)
    for role in range(ROLES):
        if has(s.claim, role) and t.deeds[DEEDS * s.claimant + CLAIMED + role] > 1:
            return False
    limit = DOUBT + setting(t, seat, DOUBT_AT)
    limit *= DOUBT_NEAR if is_aimed(s, seat) else DOUBT_AFAR
    return likelihood_of(s, r, seat, s.claimant, s.claim) <= limit


@jit
def trait_answer(s: State, t: Story, r: Rules, seat: int, moves: int, x: int) -> int:
    """Challenge, block or pass."""
    if moves >> CHALLENGE & 1 and is_doubted(s, t, r, seat):
        return CHALLENGE
    block = true_block(s, r, seat, moves)
    if block >= 0:
        return block
    blocks = credible_claims(s, r, moves)
    often = GUILE + setting(t, seat, GUILE_AT)
    often *= BLOCK_NEAR if is_aimed(s, seat) else BLOCK_AFAR
    if blocks and luck(x, 0) < often:
        return any_of(blocks, x, 1)
    return PASS


@jit
def trait(s: State, t: Story, r: Rules, seat: int, x: int) -> int:
    """The bot's answer for a seat that is asked; `x` is the state of a random number generator."""
    moves = legal(s, r, seat)
    if s.phase == TURN:
        return trait_action(s, t, r, seat, moves, x)
    if s.phase <= DOUBTING:
        return trait_answer(s, t, r, seat, moves, x)
    proving = moves & (s.claim << REVEAL | 1 << PROVE) if s.phase == REVEALING else 0
    if s.phase in (EXAMINING, SIDING) or proving:
        return sound_answer(s, seat, moves)
    hand = s.hands[seat]
    kind = lowest(moves) - REVEAL & 3  # reveal, discard, return or show
    return REVEAL + kind + 4 * pick_weighted(hand, luck_below(x, 0, total(hand)))
