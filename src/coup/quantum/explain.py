"""Finds the move that a player typed, or says in a sentence why it is not possible."""

import difflib
from collections.abc import Mapping, Sequence

from coup.quantum.positions import Move, Position
from coup.quantum.rules import (
    ASSASSINATE_COST,
    COUP_COST,
    MOST_COINS,
    Ruleset,
    collapsed,
    opponents,
    options,
    to_move,
)
from coup.rules.errors import CoupError
from coup.words import count, listed, title

COSTS = {"coup": COUP_COST, "assassinate": ASSASSINATE_COST}
NEEDS = {"tax": "duke", "assassinate": "assassin", "steal": "captain", "exchange": "ambassador"}
TARGETED = ("steal", "assassinate", "coup")
ACTIONS = ("income", "foreign_aid", "tax", "exchange", *TARGETED)


class IllegalMove(CoupError):
    """A move that is not possible now; the message says why. The game is unchanged."""

    __module__ = "coup.quantum"  # its public name


def find_move(text: str, position: Position, ruleset: Ruleset, names: Sequence[str]) -> Move:
    """The legal move that a text stands for.

    Case does not matter, `foreign aid` is `foreign_aid`, and what is clear can be omitted: the
    target in a game for two, or what is blocked.
    """
    moves = list(options(position, ruleset))
    if not moves:
        raise IllegalMove("the game is over")
    typed = plain(text)
    for spelling in SPELLINGS:
        meant = [move for move in moves if plain(spelling(move, names)) == typed]
        if len(meant) == 1:
            return meant[0]
    raise IllegalMove(why_not(text, position, ruleset, names))


def plain(text: str) -> str:
    """A text in lower case, with single spaces for spaces and underscores."""
    return " ".join(text.lower().replace("_", " ").split())


def without_target(move: Move, names: Sequence[str]) -> str:
    return move._replace(target=None).text(names)


def as_block(move: Move, names: Sequence[str]) -> str:
    if not move.verb.startswith("block_"):
        return move.text(names)
    return move._replace(verb="block").text(names)


SPELLINGS = (Move.text, without_target, as_block)
"""The ways to write a move, the full one first."""


def why_not(text: str, position: Position, ruleset: Ruleset, names: Sequence[str]) -> str:
    """Why a text is not a legal move, and what would be one."""
    seat = to_move(position)
    assert seat is not None
    typed = plain(text)
    if position.phase == "choose":
        for action in ACTIONS:
            if f"{typed} ".startswith(f"{plain(action)} "):
                reason = not_this_action(action, position, ruleset, names)
                if reason:
                    return reason
    moves = list(options(position, ruleset))
    legal = [move.text(names) for move in moves]
    full = {
        plain(spelling(move, names)): whole
        for spelling in reversed(SPELLINGS)
        for move, whole in zip(moves, legal, strict=True)
    }
    meant = near(typed, full)
    hint = f"did you mean {meant}?" if meant else f"{names[seat]} can answer {listed(legal)}"
    return f"{text.strip()!r:.60} is not a move now; {hint}"


def near(typed: str, spellings: Mapping[str, str]) -> str | None:
    """The legal move closest to the typed one, if any is close.

    spellings: the moves by all the ways to write them.

    >>> moves = {"tax": "tax", "steal bob": "steal Bob", "steal": "steal Bob"}
    >>> near("tax bob", moves), near("steel bob", moves), near("steel", moves)
    ('tax', 'steal Bob', 'steal Bob')
    """
    begun = [each for each in spellings if typed.startswith(f"{each} ")]
    close = begun or difflib.get_close_matches(typed, spellings, n=1)
    return spellings[close[0]] if close else None


def not_this_action(
    action: str, position: Position, ruleset: Ruleset, names: Sequence[str]
) -> str | None:
    """Why the seat whose turn it is cannot take this action, or at whom it can aim it."""
    name, coins = names[position.turn], position.coins[position.turn]
    if coins == MOST_COINS and ruleset.forced_coup and action != "coup":
        return f"{name} has {MOST_COINS} coins and must coup"
    if coins == MOST_COINS and action in ("income", "foreign_aid"):
        return f"{name} has {MOST_COINS} coins and cannot hold more"
    if action == "exchange" and ruleset.exchange == "none":
        return "there is no exchange in this reading of the rules"
    if coins < COSTS.get(action, 0):
        return f"{name} has {count(coins, 'coin')}, {action} costs {COSTS[action]}"
    role = NEEDS.get(action)
    if role and collapsed(position.hands[position.turn], role) is None:
        return f"{name} has neither {title(role)} nor a void left"
    if action in TARGETED:
        return f"{action} whom? It can be {listed([names[seat] for seat in opponents(position)])}"
    return None
