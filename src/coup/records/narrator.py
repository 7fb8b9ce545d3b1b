"""Tells the game of a file in sentences, with coins and cards after each turn."""

from collections.abc import Iterator
from typing import NamedTuple

from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Eliminated,
    Ended,
    Exchanged,
    Failed,
    Gained,
)
from coup.records.checking import CheckedFile
from coup.records.referee import BLOCKS, CLAIMS, COSTS, Discard, Turn
from coup.rules.rulesets import COUP2022
from coup.words import count


class ToldTurn(NamedTuple):
    """A turn in words."""

    heading: str
    sentences: list[str]
    table: list[str]
    """Coins and cards of each player after the turn; empty if it is unfinished."""


def tell(course: CheckedFile) -> Iterator[ToldTurn]:
    """The turns of a game one by one; the last one also tells the end."""
    lost: dict[str, list[str]] = {player: [] for player in course.players}
    for number, turn in enumerate(course.turns, 1):
        sentences: list[str] = []
        for part in (declared(turn), challenged(turn, lost), decided(turn, lost)):
            sentences += map(str, part)
        if number == len(course.turns) and not course.fault:
            sentences.append(str(Ended(course.winner)))
        table = [standing(player, turn.coins[player], lost[player]) for player in turn.coins]
        yield ToldTurn(f"Turn {number}: {turn.actor}.", sentences, table)


def standing(player: str, coins: int, lost: list[str]) -> str:
    """A player's coins and cards.

    >>> standing("ann", 3, ["duke"])
    'ann: 3 coins, 1 card (lost duke)'
    """
    left = COUP2022.cards - len(lost)
    cards = count(left, "card") if left else "out"
    return f"{player}: {count(coins, 'coin')}, {cards}" + f" (lost {', '.join(lost)})" * bool(lost)


def declared(turn: Turn) -> Iterator[object]:
    action = turn.action
    claimed = CLAIMS.get(action, ())
    yield Declared(turn.actor, action, turn.target, claimed, COSTS.get(action, 0))
    if turn.blocker:
        yield Blocked(turn.blocker, action, CLAIMS[BLOCKS[action]])


def challenged(turn: Turn, lost: dict[str, list[str]]) -> Iterator[object]:
    if not turn.challenger:
        return
    yield Challenged(turn.challenger, turn.claimant, turn.claimed)
    if turn.proved is None:
        return
    if turn.proved:
        yield f"{turn.claimant} proves it, shuffles the card into the court deck and draws another."
    else:
        yield f"{turn.claimant} does not prove it."
    yield from discarded(turn.discards[:1], lost)


def decided(turn: Turn, lost: dict[str, list[str]]) -> Iterator[object]:
    """How the action ended."""
    if turn.fate in ("blocked", "disproved"):
        blocked = turn.fate == "blocked"
        refund = 0 if blocked else COSTS.get(turn.action, 0)
        yield Failed(turn.actor, turn.action, blocked, refund)
    elif turn.fate == "succeeded" and turn.action == "exchange":
        yield Exchanged(turn.actor, COUP2022.exchange_draws)
    elif turn.fate == "succeeded" and turn.action not in COSTS:
        yield Gained(turn.actor, turn.gain, turn.target)
    yield from discarded(turn.discards[turn.proved is not None :], lost)


def discarded(discards: list[Discard], lost: dict[str, list[str]]) -> Iterator[object]:
    for player, role, _ in discards:
        lost[player].append(role)
        yield Discarded(player, role)
        if len(lost[player]) == COUP2022.cards:
            yield Eliminated(player)
