"""The history of a game in counts, beside its state: who claimed what, and how that ended.

A `Story` accompanies a `State`; `witness` updates it before each move is made. Like the kernel,
this runs on every target; there a numpy record with the same fields replaces `Story`. Counts stop
at MOST, so that they fit into a byte.
"""

from typing import Any

from coup.rules.digits import has
from coup.rules.kernel import (
    ASSASSINATE,
    BLOCK_FOREIGN_AID,
    BLOCKING,
    CHALLENGE,
    CONVERTING,
    CONVERTING_OTHER,
    DOUBTING,
    EMBEZZLING,
    EXAMINING,
    EXCHANGE,
    FOREIGN_AID,
    LOSING,
    NOBODY,
    PASS,
    PAYING,
    PICK,
    PICKING,
    PROVE,
    REACTING,
    REDRAWING,
    RETURNING,
    REVEAL,
    REVEALING,
    ROLES,
    SHOWING,
    STEAL,
    SWAP,
    SWAPPING,
    TURN,
    present,
)
from coup.rules.state import SEATS, Rules, State
from coup.rules.target import jit

MOST = 100

# What is counted of each seat, all of it public; the first four for each role.
CLAIMED = 0
CHALLENGED = ROLES  # when it claimed that role
PROVED = 2 * ROLES
CAUGHT = 3 * ROLES  # when it claimed that role and showed another
EXCHANGES = 4 * ROLES
CHALLENGES = EXCHANGES + 1
DOUBTS_PASSED = EXCHANGES + 2  # challenges it could have made and did not
BLOCKS_PASSED = EXCHANGES + 3
BLOCKS = EXCHANGES + 4  # of foreign aid, assassinations, steals, if not caught
FRESH = BLOCKS + 3  # claims of each role since its cards last changed
LACKS = FRESH + ROLES  # 1 at each role that it was caught without, if its cards are still the same
DEEDS = LACKS + ROLES

# What is counted of each seat, all of it public, in games with sides and a reserve.
CHANGES = 0  # of its own side
CONVERSIONS = 1  # of others
CONVERTED = 2  # by others
EMBEZZLEMENTS = 3  # each of them denies a role; it never counts as a claim
EMBEZZLEMENTS_CHALLENGED = 4
EMBEZZLEMENTS_PROVED = 5
EMBEZZLEMENTS_LOST = 6  # challenges that it gave in to
FRESH_DENIALS = 7  # embezzlements since it last drew a card
REFORMS = 8

STYLE = 31
"""The length of a style; `coup.bots.styles` says what its numbers mean."""
SETTINGS = 3
"""The number of a bot's settings; `coup.bots.minds.trait` says what they mean."""

# What notes hold about an opponent, as in `coup.bots.notes`.
NOTED_PROVED = 0
NOTED_CAUGHT = 1
NOTED_HEARD = 2
NOTED_CHALLENGED = 3
NOTED = 4


class Story:
    """What has happened in a game so far.

    deeds: for each seat the counts named above.
    returned: for each seat, by role, the cards that it put back into the court deck.
    shown: for each seat, and each seat that showed it cards, by role, how often it saw the role.
    claims, caught: for each seat, how often it claimed anything, and was caught at it; for bots,
        since a claim of two roles counts twice among the deeds.
    grudges: for each seat, how often each other seat attacked, blocked or challenged it; for bots.
    struck: for each seat, who attacked it last, NOBODY if nobody did; for bots.
    coins: for each seat, the result of the coin that decides whether it bluffs, 0 since its last
        bluff; for bots.
    reforms: for each seat the counts of what it did with sides and reserve, if there is room for
        more than SEATS; otherwise empty, so that the stories of other games do not grow.

    These are given, and stay from game to game:

    styles: for each seat, the style that its bot plays, if it has one.
    settings: for each seat, the differences of its bot's settings from the usual ones.
    notes: for each seat, and each other one, what it remembers of that one from other games.
    """

    __slots__ = (
        "caught",
        "claims",
        "coins",
        "deeds",
        "grudges",
        "notes",
        "reforms",
        "returned",
        "settings",
        "shown",
        "struck",
        "styles",
    )

    def __init__(self, room: int = SEATS) -> None:
        self.deeds = [0] * (room * DEEDS)
        self.returned = [0] * (room * ROLES)
        self.shown = [0] * (room * room * ROLES)
        self.claims = [0] * room
        self.caught = [0] * room
        self.grudges = [0] * (room * room)
        self.struck = [NOBODY] * room
        self.coins = [0] * room
        self.styles = [0] * (room * STYLE)
        self.settings = [0.0] * (room * SETTINGS)
        self.notes = [0] * (room * room * NOTED)
        self.reforms = [0] * (room * REFORMS if room > SEATS else 0)


@jit
def pair(t: Story, seat: int, other: int) -> int:
    """The index of a pair of seats in a list with an entry for each pair."""
    return len(t.claims) * seat + other


@jit
def begin(t: Story) -> None:
    """Start a new game."""
    for place in range(len(t.deeds)):
        t.deeds[place] = 0
    for place in range(len(t.returned)):
        t.returned[place] = 0
    for place in range(len(t.shown)):
        t.shown[place] = 0
    for place in range(len(t.grudges)):
        t.grudges[place] = 0
    for place in range(len(t.reforms)):
        t.reforms[place] = 0
    for seat in range(len(t.claims)):
        t.claims[seat] = 0
        t.caught[seat] = 0
        t.struck[seat] = NOBODY
        t.coins[seat] = 0


@jit
def count_one(counts: Any, place: int) -> None:
    if counts[place] < MOST:
        counts[place] += 1


@jit
def count_roles(t: Story, seat: int, kind: int, roles: int) -> None:
    """Count a deed of a seat for each of a set of roles."""
    for role in range(ROLES):
        if has(roles, role):
            count_one(t.deeds, DEEDS * seat + kind + role)


@jit
def count_claim(t: Story, seat: int, roles: int) -> None:
    if roles:
        count_one(t.claims, seat)
        count_roles(t, seat, CLAIMED, roles)
        count_roles(t, seat, FRESH, roles)


@jit
def forget(t: Story, seat: int, kind: int) -> None:
    """A seat has other cards now: the counts by role about the old ones are void."""
    for role in range(ROLES):
        t.deeds[DEEDS * seat + kind + role] = 0


@jit
def forget_all(t: Story, seat: int) -> None:
    """A seat may have drawn any card: everything that is known about its old cards is void."""
    forget(t, seat, FRESH)
    forget_drawn(t, seat)


@jit
def forget_drawn(t: Story, seat: int) -> None:
    """A seat draws a card: it may now have what it lacked or denied."""
    forget(t, seat, LACKS)
    if len(t.reforms):
        t.reforms[REFORMS * seat + FRESH_DENIALS] = 0


@jit
def count_reform(t: Story, seat: int, what: int) -> None:
    """Count what a seat does with sides and reserve, if the story has room for it."""
    if len(t.reforms):
        count_one(t.reforms, REFORMS * seat + what)


@jit
def count_conversion(t: Story, seat: int, converted: int) -> None:
    if converted == seat:
        count_reform(t, seat, CHANGES)
    else:
        count_reform(t, seat, CONVERSIONS)
        count_reform(t, converted, CONVERTED)


@jit
def count_embezzlement(t: Story, seat: int) -> None:
    count_reform(t, seat, EMBEZZLEMENTS)
    count_reform(t, seat, FRESH_DENIALS)


@jit
def block_of(action: int) -> int:
    """The place where blocks of an action are counted."""
    if action == FOREIGN_AID:
        return BLOCKS
    return BLOCKS + 1 if action == ASSASSINATE else BLOCKS + 2


@jit
def count_action(t: Story, s: State, r: Rules, seat: int, move: int) -> None:
    if move >= CONVERTING:  # it claims nothing and attacks nobody
        if move == EMBEZZLING:
            count_embezzlement(t, seat)
        else:
            count_conversion(t, seat, seat if move == CONVERTING else move - CONVERTING_OTHER)
        return
    action = move & 3
    if move >= STEAL:
        action += STEAL
        target = (move >> 2) - 1
        count_one(t.grudges, pair(t, target, seat))
        t.struck[target] = seat
    count_claim(t, seat, r.claims[action])
    if r.claims[action] & ~present(s.hands[seat]) and action != EXCHANGE:
        t.coins[seat] = 0


@jit
def count_block(t: Story, s: State, r: Rules, seat: int, block: int) -> None:
    count_claim(t, seat, r.proofs[block - BLOCK_FOREIGN_AID])
    count_one(t.grudges, pair(t, s.actor, seat))
    if r.proofs[block - BLOCK_FOREIGN_AID] & present(s.hands[seat]) == 0:
        t.coins[seat] = 0
    count_one(t.deeds, DEEDS * seat + block_of(s.action))


@jit
def count_challenge(t: Story, s: State, challenger: int) -> None:
    count_roles(t, s.claimant, CHALLENGED, s.claim)
    count_one(t.grudges, pair(t, s.claimant, challenger))
    count_one(t.deeds, DEEDS * challenger + CHALLENGES)
    if s.denial:
        count_reform(t, s.claimant, EMBEZZLEMENTS_CHALLENGED)


@jit
def count_pass(t: Story, s: State, r: Rules, seat: int) -> None:
    """A seat openly passes."""
    if s.phase != BLOCKING and (s.claim or s.denial):
        count_one(t.deeds, DEEDS * seat + DOUBTS_PASSED)
    concerned = s.target == NOBODY or s.target == seat
    if s.phase == BLOCKING or (s.phase == REACTING and r.blocks[s.action] and concerned):
        count_one(t.deeds, DEEDS * seat + BLOCKS_PASSED)


@jit
def count_reveal(t: Story, s: State, seat: int, role: int) -> None:
    """A seat shows a card, which proves its claim or is lost. Either way, what it claimed is not
    known to be in its hand any more."""
    proves = has(s.claim, role)
    for claimed in range(ROLES):
        if has(s.claim, claimed):
            t.deeds[DEEDS * seat + FRESH + claimed] = 0
            if not proves:
                t.deeds[DEEDS * seat + LACKS + claimed] = 1
    if proves:
        count_one(t.deeds, DEEDS * seat + PROVED + role)
        return
    t.deeds[DEEDS * seat + FRESH + role] = 0
    count_one(t.caught, seat)
    count_roles(t, seat, CAUGHT, s.claim)
    if s.blocker == seat:
        t.deeds[DEEDS * seat + block_of(s.action)] -= 1


@jit
def count_proof(t: Story, s: State, seat: int, move: int) -> None:
    """A seat answers the challenge of its denial: afterwards it has other cards, or one less. It
    never claimed the role that it denied."""
    if move == PROVE:
        forget_all(t, seat)
        count_reform(t, seat, EMBEZZLEMENTS_PROVED)
    else:
        count_reform(t, seat, EMBEZZLEMENTS_LOST)
        t.deeds[DEEDS * seat + FRESH + (move - REVEAL >> 2)] = 0


@jit
def witness(t: Story, s: State, r: Rules, seat: int, move: int) -> None:
    """Add a move that a seat or chance is about to make.

    Where answers are secret, only the one that is picked is added.
    """
    phase = s.phase
    if phase == TURN:
        count_action(t, s, r, seat, move)
    elif phase <= DOUBTING:
        if r.secret:
            return
        if move == PASS:
            count_pass(t, s, r, seat)
        elif move == CHALLENGE:
            count_challenge(t, s, seat)
        else:
            count_block(t, s, r, seat, move)
    elif phase == PICKING:
        if s.blockers:
            count_block(t, s, r, move - PICK, s.block)
        else:
            count_challenge(t, s, move - PICK)
    elif phase == REVEALING and s.denial:
        count_proof(t, s, seat, move)
    elif phase == REVEALING:
        count_reveal(t, s, seat, move - REVEAL >> 2)
    elif phase == REDRAWING:
        forget_drawn(t, s.drawer)
    elif phase in (PAYING, LOSING):
        t.deeds[DEEDS * seat + FRESH + (move - REVEAL >> 2)] = 0
    elif phase == RETURNING:
        count_one(t.returned, ROLES * seat + (move - REVEAL >> 2))
        if s.returns == 1:
            count_one(t.deeds, DEEDS * seat + EXCHANGES)
            forget_all(t, seat)
    elif phase == SHOWING:
        count_one(t.shown, ROLES * pair(t, s.actor, seat) + (move - REVEAL >> 2))
    elif phase == EXAMINING and move == SWAP:
        forget_all(t, s.target)  # nobody else knows which card it was
    elif phase == SWAPPING:
        count_one(t.returned, ROLES * s.target + s.shown)
