"""One seat against two others who play together, as numbers. The same source runs interpreted and
compiled.

For every position with three in play this finds in how many turns the single seat, number 0, can
force a win: it hurries and the others delay. Once one of those is out, the rest is a two-player
game, whose solution is given. Without an exchange a hand never recurs, so positions fall into
blocks of the same three hands, and a block depends only on itself and on blocks solved before it.
Each block starts with "never" everywhere and is swept until nothing changes; since every turn
counts, only the true distances are a fixed point.
"""

from coup.quantum.flat import (
    AMBASSADOR,
    ASSASSIN,
    CAPTAIN,
    COINS,
    CONTESSA,
    DUKE,
    HANDS,
    LOST,
    PAIRS,
    PLAYERS,
    ROLES,
    WON,
    Space,
    Table,
)
from coup.rules.target import jit

LIVING = HANDS - 1  # hands with a card left
PURSES = COINS * COINS * COINS
BLOCK = 3 * PURSES  # positions with the same three hands
BLOCKS = LIVING * LIVING * LIVING
NEVER = 32767


@jit
def fill_duels(outcomes: Table, turns: Table, duels: Space) -> None:
    """Write in how many turns one player wins against another: first if they move, then if not."""
    for one in range(PLAYERS):
        for other in range(PLAYERS):
            place = one * PLAYERS + other
            mirror = other * PLAYERS + one
            duels[place] = turns[place] if outcomes[place] == WON else NEVER
            duels[place + PAIRS] = turns[mirror] if outcomes[mirror] == LOST else NEVER


@jit
def place(hands: Table, coins: Table, turn: int) -> int:
    """The number of a position in which the seat `turn` chooses an action."""
    block = ((hands[0] - 1) * LIVING + hands[1] - 1) * LIVING + hands[2] - 1
    return block * BLOCK + turn * PURSES + (coins[0] * COINS + coins[1]) * COINS + coins[2]


@jit
def ahead(hands: Table, coins: Table, turn: int, duels: Table, known: Table) -> int:
    """The number of turns in which the single seat wins after the end of this turn."""
    if hands[0] == 0:
        return NEVER
    following = (turn + 1) % 3
    if hands[1] and hands[2]:
        return known[place(hands, coins, following)]
    left = 2 if hands[1] == 0 else 1
    if hands[following] == 0:
        following = (following + 1) % 3
    duel = (hands[0] * COINS + coins[0]) * PLAYERS + hands[left] * COINS + coins[left]
    return duels[duel + PAIRS] if following else duels[duel]


@jit
def better(seat: int, one: int, other: int) -> int:
    """The better result for a seat: sooner for the single seat, later or never for the others."""
    return min(one, other) if seat == 0 else max(one, other)


@jit
def blocked(
    seat: int,
    role: int,
    hands: Space,
    coins: Table,
    turn: int,
    becomes: Table,
    duels: Table,
    known: Table,
    otherwise: int,
) -> int:
    """The result if a seat may block with a role, or let the action pass."""
    hand = hands[seat]
    used = becomes[hand * ROLES + role]
    if used < 0:
        return otherwise
    hands[seat] = used
    stopped = ahead(hands, coins, turn, duels, known)
    hands[seat] = hand
    return better(seat, stopped, otherwise)


@jit
def aid(hands: Space, coins: Space, turn: int, becomes: Table, duels: Table, known: Table) -> int:
    """Foreign aid: the others are asked for a block one after the other, clockwise."""
    before = coins[turn]
    coins[turn] = min(before + 2, COINS - 1)
    result = ahead(hands, coins, turn, duels, known)
    coins[turn] = before
    for step in (2, 1):  # backwards: the last answer decides what the one before it leads to
        seat = (turn + step) % 3
        result = blocked(seat, DUKE, hands, coins, turn, becomes, duels, known, result)
    return result


@jit
def loss(
    seat: int, hands: Space, coins: Table, turn: int, loses: Table, duels: Table, known: Table
) -> int:
    """A seat loses the card of its choice."""
    hand = hands[seat]
    hands[seat] = loses[2 * hand]
    result = ahead(hands, coins, turn, duels, known)
    if loses[2 * hand + 1] >= 0:
        hands[seat] = loses[2 * hand + 1]
        result = better(seat, result, ahead(hands, coins, turn, duels, known))
    hands[seat] = hand
    return result


@jit
def theft(
    target: int,
    hands: Space,
    coins: Space,
    turn: int,
    becomes: Table,
    duels: Table,
    known: Table,
) -> int:
    """A steal, which its target may block."""
    loot = min(2, coins[target], COINS - 1 - coins[turn])
    coins[turn] += loot
    coins[target] -= loot
    result = ahead(hands, coins, turn, duels, known)
    coins[turn] -= loot
    coins[target] += loot
    result = blocked(target, CAPTAIN, hands, coins, turn, becomes, duels, known, result)
    return blocked(target, AMBASSADOR, hands, coins, turn, becomes, duels, known, result)


@jit
def attack(
    hands: Space,
    coins: Space,
    turn: int,
    becomes: Table,
    loses: Table,
    forced: int,
    duels: Table,
    known: Table,
    best: int,
) -> int:
    """The best of `best` and the results of the actions against others."""
    hand = hands[turn]
    purse = coins[turn]
    captain = becomes[hand * ROLES + CAPTAIN]
    assassin = becomes[hand * ROLES + ASSASSIN]
    free = not (forced and purse == COINS - 1)
    for step in (1, 2):
        target = (turn + step) % 3
        if purse >= 7:
            coins[turn] = purse - 7
            result = loss(target, hands, coins, turn, loses, duels, known)
            best = better(turn, best, result)
            coins[turn] = purse
        if captain >= 0 and free:
            hands[turn] = captain
            result = theft(target, hands, coins, turn, becomes, duels, known)
            best = better(turn, best, result)
        if assassin >= 0 and purse >= 3 and free:
            hands[turn] = assassin
            coins[turn] = purse - 3
            result = loss(target, hands, coins, turn, loses, duels, known)
            result = blocked(target, CONTESSA, hands, coins, turn, becomes, duels, known, result)
            best = better(turn, best, result)
            coins[turn] = purse
        hands[turn] = hand
    return best


@jit
def turns_to_win(
    hands: Space,
    coins: Space,
    turn: int,
    becomes: Table,
    loses: Table,
    forced: int,
    duels: Table,
    known: Table,
) -> int:
    """The number of turns in which the single seat wins, this one included, by what is known so
    far."""
    hand = hands[turn]
    purse = coins[turn]
    best = NEVER if turn == 0 else -1
    if purse < COINS - 1:
        coins[turn] = purse + 1
        best = better(turn, best, ahead(hands, coins, turn, duels, known))
        coins[turn] = purse
        best = better(turn, best, aid(hands, coins, turn, becomes, duels, known))
    duke = becomes[hand * ROLES + DUKE]
    if duke >= 0 and not (forced and purse == COINS - 1):
        hands[turn] = duke
        coins[turn] = min(purse + 3, COINS - 1)
        best = better(turn, best, ahead(hands, coins, turn, duels, known))
        hands[turn] = hand
        coins[turn] = purse
    best = attack(hands, coins, turn, becomes, loses, forced, duels, known, best)
    return best if best == NEVER else best + 1


@jit
def solve_block(
    block: int,
    hands: Space,
    coins: Space,
    becomes: Table,
    loses: Table,
    forced: int,
    duels: Table,
    known: Space,
    won: Space,
) -> None:
    """Find the distances of all positions with the same three hands.

    `won` counts the positions that the single seat wins, by block and seat to move.
    """
    hands[0] = block // (LIVING * LIVING) + 1
    hands[1] = block // LIVING % LIVING + 1
    hands[2] = block % LIVING + 1
    begin = block * BLOCK
    for number in range(begin, begin + BLOCK):
        known[number] = NEVER
    changed = 1
    while changed:
        changed = 0
        for number in range(BLOCK):
            turn = number // PURSES
            coins[0] = number // (COINS * COINS) % COINS
            coins[1] = number // COINS % COINS
            coins[2] = number % COINS
            result = turns_to_win(hands, coins, turn, becomes, loses, forced, duels, known)
            if result != known[begin + number]:
                known[begin + number] = result
                changed = 1
    for number in range(BLOCK):
        if known[begin + number] < NEVER:
            won[3 * block + number // PURSES] += 1
