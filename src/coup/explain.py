"""Why a move is not legal, in a sentence for the player who tried it."""

import difflib

from coup.moves import Move
from coup.rules import kernel as k
from coup.rules.digits import has
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.state import State
from coup.rules.vocabulary import ACTIONS, ALLEGIANCES, roles_in, seats_in
from coup.words import count, listed, noun, plain_names, titles


class IllegalMove(CoupError):
    """A move that the rules do not allow now; the message says why. The game is unchanged."""

    __module__ = "coup"  # its public name


def no_such_move(text: object, seats: tuple[str, ...], legal: list[Move]) -> str:
    """Why a text is not a move at all."""
    verb, _, target = " ".join(str(text).split()).partition(" ")
    if verb in ACTIONS[k.STEAL : k.EMBEZZLE]:
        whom = f"there is no seat {target:.30}" if target else "it needs a target"
        return f"{verb} whom? {whom}; the seats are {', '.join(seats)}"
    near = difflib.get_close_matches(str(text)[:60].lower(), legal, n=1)
    if near:
        return f"{text!r:.60} is not a move; did you mean {near[0]}?"
    return f"{text!r:.60} is not a move here. You can: {listed(legal)}"


def illegal(
    s: State, ruleset: Ruleset, names: tuple[str, ...], seat: int, move: Move, legal: list[Move]
) -> str:
    """Why a seat cannot make this move, `legal` being those that it can make."""
    name = names[seat]
    reason = None
    if s.mover == k.CHANCE:
        return f"{name} cannot move: chance is to move"
    if not has(s.alive, seat):
        return f"{name} is out and cannot move"
    if s.phase == k.TURN and legal:
        reason = _not_this_action(s, ruleset, names, seat, move)
    elif s.phase <= k.DOUBTING:
        reason = _not_the_target(s, names, seat, move)
        if legal and not reason:
            reason = _not_this_answer(s, ruleset, names, seat, move)
    elif s.phase == k.REVEALING and s.denial and legal:
        reason = _not_this_proof(s, name, seat, move)
    elif legal and move.verb == legal[0].verb:
        reason = f"{name} has no {move.role}"
    if reason is None and not legal:
        asked = [names[each] for each in seats_in(k.answerers(s, ruleset.rules))]
        return f"{name} is not asked now: the question is for {listed(asked)}"
    return reason or f"{name} cannot {move.replace('_', ' ')} now, only {listed(legal)}"


def _not_this_action(
    s: State, ruleset: Ruleset, names: tuple[str, ...], seat: int, move: Move
) -> str | None:
    if move.verb not in ACTIONS:
        return None
    name, coins = names[seat], s.coins[seat]
    rules = ruleset.rules
    action = ACTIONS.index(move.verb)
    kinds = rules.untargeted | rules.targeted << k.STEAL | rules.convert << k.CONVERT
    if not kinds >> action & 1 and not (action == k.EMBEZZLE and rules.denial):
        return f"there is no {noun(move.verb).removeprefix('the ')} in ruleset {ruleset.name}"
    if coins >= ruleset.forced_coup and action != k.COUP:
        return f"{name} has {count(coins, 'coin')} and must coup"
    if action == k.EMBEZZLE:
        return "the reserve is empty"
    if action == k.CONVERT:
        return _not_this_conversion(s, ruleset, names, seat, move)
    if coins < rules.cost[action]:
        return f"{name} has {count(coins, 'coin')}, {move.verb} costs {rules.cost[action]}"
    if move.target == name:
        return f"{name} cannot {move.verb} itself: a target is another seat"
    if move.target and not has(s.alive, names.index(move.target)):
        return f"{move.target} is out and cannot be a target"
    if move.target:
        return _same_side(s, names, seat, names.index(move.target))
    return None


def _same_side(s: State, names: tuple[str, ...], seat: int, other: int) -> str:
    return f"{names[seat]} and {names[other]} are both {ALLEGIANCES[has(s.sides, seat)]}s"


def _not_this_conversion(
    s: State, ruleset: Ruleset, names: tuple[str, ...], seat: int, move: Move
) -> str:
    name = names[seat]
    if move.target == name:
        return f"{name} changes its own side with convert alone"
    if move.target and not has(s.alive, names.index(move.target)):
        return f"{move.target} is out and cannot be converted"
    cost = ruleset.convert_other_cost if move.target else ruleset.convert_cost
    whom = f" {move.target}" if move.target else ""
    return f"{name} has {count(s.coins[seat], 'coin')}, converting{whom} costs {cost}"


def _not_this_proof(s: State, name: str, seat: int, move: Move) -> str | None:
    """Why an embezzler cannot answer a challenge like this."""
    denied = roles_in(s.denial)
    if move.verb == "prove":
        return f"{name} cannot prove that it has no {plain_names(denied)}: it has one"
    if move.verb == "reveal" and move.role in roles_in(s.hands[seat]):
        return f"{name} must lose {titles(denied)}"
    return f"{name} has no {move.role}" if move.verb == "reveal" else None


def _not_the_target(s: State, names: tuple[str, ...], seat: int, move: Move) -> str | None:
    own_side = s.sides and not has(k.opposed(s, s.actor), seat) and seat != s.actor
    if own_side and s.action == k.FOREIGN_AID and move.verb == "block_foreign_aid":
        return _same_side(s, names, seat, s.actor)
    if s.target in (k.NOBODY, seat) or s.phase == k.DOUBTING:
        return None
    if move.verb != f"block_{ACTIONS[s.action]}":
        return None
    deed = {k.STEAL: "a steal", k.ASSASSINATE: "an assassination"}[s.action]
    return f"{names[seat]} cannot block: only {names[s.target]}, the target, may block {deed}"


def _not_this_answer(
    s: State, ruleset: Ruleset, names: tuple[str, ...], seat: int, move: Move
) -> str | None:
    name = names[seat]
    deed = noun(ACTIONS[s.action])
    if move.verb == "challenge":
        if s.claim:
            return f"{name} cannot challenge {deed} any more: now it can only be blocked"
        return f"{name} cannot challenge: {deed} claims no role"
    if not move.verb.startswith("block_"):
        return None
    if s.phase == k.DOUBTING:
        return f"{name} cannot block a block: it can only be challenged"
    if not ruleset.rules.blocks[s.action]:
        return f"{name} cannot block: {deed} cannot be blocked"
    if s.phase == k.CHALLENGING:
        return f"{name} cannot block yet: first {deed} may be challenged"
    if move.verb == "block_steal" and s.action == k.STEAL:
        if move.role is None:
            return f"{name} must say which role blocks: {titles(ruleset.block_steal)}"
        if not ruleset.block_steal_names_role:
            return f"{name} blocks without naming a role: block_steal"
        return f"{titles((move.role,))} cannot block a steal"
    return f"{name} cannot {move.verb}: the action is {ACTIONS[s.action]}"
