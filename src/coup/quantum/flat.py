"""The two-player game as numbers, and its solution. The same source runs interpreted and compiled.

A state is a number made of the phase, the player whose turn it is and the other one; a player is a
number made of a hand and coins. Tables made from the plain rules say what hands can become (see
`tables`); the handling of coins is repeated here, for speed, and checked against those rules.
Within a turn a state's number only grows with the phases, so one pass over the numbers finds every
state and links it to its successors.

The solution is retrograde analysis: backwards from all final states, turn by turn. A state is
decided as soon as the player who chooses there has a move to a state decided in their favour, or
only moves to states decided against them. States that are never decided are draws.
"""

from collections.abc import MutableSequence, Sequence

from coup.rules.target import jit

Table = Sequence[int]
Space = MutableSequence[int]

COINS = 11  # 0 to 10
HANDS = 23  # 0 is the hand of two dead cards
PLAYERS = HANDS * COINS
PAIRS = PLAYERS * PLAYERS
# Phases, each reached only from earlier ones, except for the next turn's CHOOSE.
CHOOSE = 0
FOREIGN_AID = 1
ASSASSINATION = 2
STEAL = 3
LOSE = 4
END = 5
PHASES = 6
STATES = PHASES * PAIRS

# Roles.
DUKE = 0
ASSASSIN = 1
CAPTAIN = 2
AMBASSADOR = 3
CONTESSA = 4
ROLES = 5

UNDECIDED = 0
WON = 1  # by the player whose turn it is
LOST = 2

MOST_OPTIONS = 8  # of one state: seven actions, one of which has up to two variants
MOST_LINKS = 18  # of all states of one pair of players: 8, 2, 2, 3, 2 and 1 for the six phases


@jit
def player(hand: int, coins: int) -> int:
    """The number of a player, who cannot have more than 10 coins."""
    return hand * COINS + min(coins, COINS - 1)


@jit
def state(phase: int, mine: int, other: int) -> int:
    """The number of a state: the player whose turn it is, and the other."""
    return phase * PAIRS + mine * PLAYERS + other


@jit
def choices(
    mine: int, other: int, becomes: Table, exchanges: Table, forced: int, out: Space
) -> int:
    """Write the states after each action into `out`; returns their number."""
    hand = mine // COINS
    coins = mine % COINS
    count = 0
    if coins >= 7:
        out[count] = state(LOSE, mine - 7, other)
        count += 1
    if coins == COINS - 1 and forced:
        return count
    if coins < COINS - 1:
        out[count] = state(END, mine + 1, other)
        out[count + 1] = state(FOREIGN_AID, mine, other)
        count += 2
    duke = becomes[hand * ROLES + DUKE]
    if duke >= 0:
        out[count] = state(END, player(duke, coins + 3), other)
        count += 1
    assassin = becomes[hand * ROLES + ASSASSIN]
    if assassin >= 0 and coins >= 3:
        out[count] = state(ASSASSINATION, player(assassin, coins - 3), other)
        count += 1
    captain = becomes[hand * ROLES + CAPTAIN]
    if captain >= 0:
        out[count] = state(STEAL, player(captain, coins), other)
        count += 1
    for place in range(2 * hand, 2 * hand + 2):
        if exchanges[place] >= 0:
            out[count] = state(END, player(exchanges[place], coins), other)
            count += 1
    return count


@jit
def block(role: int, mine: int, other: int, becomes: Table, out: Space, count: int) -> int:
    """Add the state after the other's block with a role, if possible; returns the new number."""
    hand = becomes[other // COINS * ROLES + role]
    if hand >= 0:
        out[count] = state(END, mine, player(hand, other % COINS))
        count += 1
    return count


@jit
def answers(phase: int, mine: int, other: int, becomes: Table, out: Space) -> int:
    """Write the states after each answer to a pending action into `out`; returns their number."""
    if phase == FOREIGN_AID:
        out[0] = state(END, player(mine // COINS, mine % COINS + 2), other)
        return block(DUKE, mine, other, becomes, out, 1)
    if phase == ASSASSINATION:
        out[0] = state(LOSE, mine, other)
        return block(CONTESSA, mine, other, becomes, out, 1)
    loot = min(2, other % COINS, COINS - 1 - mine % COINS)
    out[0] = state(END, mine + loot, other - loot)
    count = block(CAPTAIN, mine, other, becomes, out, 1)
    return block(AMBASSADOR, mine, other, becomes, out, count)


@jit
def successors(
    number: int, becomes: Table, loses: Table, exchanges: Table, forced: int, out: Space
) -> int:
    """Write the states that may follow a state into `out`; returns their number."""
    phase = number // PAIRS
    mine = number // PLAYERS % PLAYERS
    other = number % PLAYERS
    if phase == CHOOSE:
        return choices(mine, other, becomes, exchanges, forced, out)
    if phase < LOSE:
        return answers(phase, mine, other, becomes, out)
    if phase == END:
        if other < COINS:  # the other has no card left
            return 0
        out[0] = state(CHOOSE, other, mine)
        return 1
    count = 0
    for place in range(2 * (other // COINS), 2 * (other // COINS) + 2):
        if loses[place] >= 0:
            out[count] = state(END, mine, player(loses[place], other % COINS))
            count += 1
    return count


@jit
def link(
    becomes: Table,
    loses: Table,
    exchanges: Table,
    forced: int,
    out: Space,
    exists: Space,
    first: Space,
    after: Space,
) -> int:
    """Link each state to its successors: `after[first[state] : first[state + 1]]`.

    A state exists if it is a choice of an action with both players in play, or follows from one.
    """
    for mine in range(COINS, PLAYERS):
        for other in range(COINS, PLAYERS):
            exists[state(CHOOSE, mine, other)] = 1
    links = 0
    for number in range(STATES):
        first[number] = links
        if exists[number]:
            for place in range(successors(number, becomes, loses, exchanges, forced, out)):
                after[links] = out[place]
                exists[out[place]] = 1
                links += 1
    first[STATES] = links
    return links


@jit
def link_back(first: Table, after: Table, start: Space, before: Space) -> None:
    """Link each state to its predecessors: `before[start[state] : start[state + 1]]`."""
    links = first[STATES]
    for place in range(links):
        start[after[place] + 1] += 1
    for number in range(STATES):
        start[number + 1] += start[number]
    for number in range(STATES):
        for place in range(first[number], first[number + 1]):
            start[after[place]] += 1
            before[start[after[place]] - 1] = number
    for number in range(STATES, 0, -1):  # each start has advanced to the next one's
        start[number] = start[number - 1]
    start[0] = 0


@jit
def decide(
    exists: Table,
    first: Table,
    start: Table,
    before: Table,
    left: Space,
    outcome: Space,
    turns: Space,
    queue: Space,
) -> int:
    """Find who wins each state, and in how many turns, including the current one; returns how many
    states were decided.

    `left` counts the moves of each state that are not known to be bad. `queue` holds decided states
    in order of their numbers of turns; states that need one turn more wait at its other end until
    all states with the current number of turns are done.
    """
    tail = 0
    for number in range(STATES):
        left[number] = first[number + 1] - first[number]
        if exists[number] and not left[number]:
            outcome[number] = WON
            turns[number] = 1
            queue[tail] = number
            tail += 1
    head = 0
    aside = STATES
    while head < tail:
        number = queue[head]
        head += 1
        for place in range(start[number], start[number + 1]):
            earlier = before[place]
            if outcome[earlier]:
                continue
            if number < PAIRS:  # the other's turn begins: a win there is a loss here
                outcome[earlier] = WON + LOST - outcome[number]
                turns[earlier] = turns[number] + 1
                aside -= 1
                queue[aside] = earlier
                continue
            left[earlier] -= 1
            mine = earlier < PAIRS  # whether the player whose turn it is chooses there
            if left[earlier] == 0 or mine == (outcome[number] == WON):
                outcome[earlier] = outcome[number]
                turns[earlier] = turns[number]
                queue[tail] = earlier
                tail += 1
        if head == tail:
            while aside < STATES:
                queue[tail] = queue[aside]
                tail += 1
                aside += 1
    return tail


@jit
def reach(
    first: Table,
    after: Table,
    outcome: Table,
    origin: int,
    seen: Space,
    stack: Space,
    counts: Space,
) -> None:
    """Count the states reachable from a state by phase, and in the last place the drawn ones.

    Seats are distinguished: each state has a second place in `seen`, for the other seat's turn.
    """
    seen[2 * origin] = 1
    stack[0] = 2 * origin
    height = 1
    while height:
        height -= 1
        here = stack[height]
        number = here >> 1
        phase = number // PAIRS
        counts[phase] += 1
        if not outcome[number]:
            counts[PHASES] += 1
        for place in range(first[number], first[number + 1]):
            there = 2 * after[place] + (1 - (here & 1) if phase == END else here & 1)
            if not seen[there]:
                seen[there] = 1
                stack[height] = there
                height += 1
