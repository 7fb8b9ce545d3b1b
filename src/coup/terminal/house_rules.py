"""All house rules, each with a sentence for people who know the board game."""

from dataclasses import fields

from coup.languages import say
from coup.rules.rulesets import Ruleset, as_typed

ACTION = "The role that this action claims; none: nobody can do it."
BLOCK = "The roles that block this action; none: nobody can."
HOUSE_RULES = {
    "roles": "The roles in the game.",
    "copies": "Cards of each role; none: by the number of players.",
    "cards": "Cards in a hand.",
    "face_up": "Cards that lie face up at the start, as in duke+captain.",
    "deck": (
        "random: every draw is random; top: an exchange draws from the top of the court deck and "
        "returns there."
    ),
    "inquisitor": "yes: the Inquisitor takes the place of the Ambassador.",
    "coins": "Coins of each player at the start.",
    "first_coins": "Coins of the first player at the start; none: the same as the others.",
    "seat_coins": "Coins of every player at the start, as in 1+2+2.",
    "coup_cost": "What a coup costs.",
    "assassinate_cost": "What an assassination costs.",
    "forced_coup": "Coins that force a coup.",
    "coins_stay": "yes: a player who is out keeps their coins.",
    "fee_returned": "yes: an assassin gets the coins back when a block stands.",
    "tax": ACTION,
    "assassinate": ACTION,
    "steal": ACTION,
    "exchange": ACTION,
    "investigate": ACTION,
    "exchange_draws": "Cards drawn in an exchange, and returned.",
    "block_foreign_aid": BLOCK,
    "block_assassinate": BLOCK,
    "block_steal": BLOCK,
    "block_steal_names_role": "yes: a player who blocks a steal must name the role.",
    "windows": "separate: challenges come first, then blocks; joint: both at the same time.",
    "answers": (
        "first: all at once, the first answer counts; target_first: in turn, the target first; "
        "secret: all secretly, one is picked."
    ),
    "block_after_challenge": "yes: an action that survived a challenge can still be blocked.",
    "allegiances": "yes: players are loyalists or reformists, and can be converted.",
    "first_allegiance": (
        "The side of the first player, the others in turn; choose: the player is asked."
    ),
    "seat_allegiances": "The side of every player at the start, as in loyalist+reformist.",
    "convert_cost": "What it costs to change one's own side.",
    "convert_other_cost": "What it costs to convert another player.",
    "reserve": "Coins in the reserve at the start.",
    "embezzle": "The role that an embezzler denies; none: nobody can embezzle.",
    "embezzle_empty": "yes: an empty reserve can be embezzled.",
    "embezzle_loses_role": "yes: a caught embezzler loses the card that was denied.",
    "turn_limit": "Turns after which the game ends without a winner; none: no limit.",
}


def house_rules(rules: Ruleset) -> list[tuple[str, str]]:
    """All house rules with the values of a ruleset, as they can be typed, and their meaning.

    >>> from coup import ruleset
    >>> house_rules(ruleset("classic"))[6]
    ('coins=2', 'Coins of each player at the start.')
    """
    names = [field.name for field in fields(rules)[1:]]  # the name is no house rule
    return [(f"{name}={as_typed(getattr(rules, name))}", say(HOUSE_RULES[name])) for name in names]
