"""Rulesets: one frozen dataclass, and the three that people know by name.

A ruleset is data. It holds what players may want to change, in their words; `rules` turns it into
the numbers that the kernel reads.
"""

import dataclasses
import difflib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from coup.rules import kernel
from coup.rules.names import ACTIONS, BLOCKS, ROLES
from coup.rules.state import Rules

Windows = Literal["separate", "joint"]
Answers = Literal["first", "target_first", "secret"]
Deck = Literal["random", "top"]
CHOICES: dict[str, tuple[str, ...]] = {
    "windows": get_args(Windows),
    "answers": get_args(Answers),
    "deck": get_args(Deck),
}
LIMITS = {
    "copies": (1, 9),
    "cards": (1, 2),
    "coins": (0, 99),
    "first_coins": (0, 99),
    "coup_cost": (0, 99),
    "assassinate_cost": (0, 99),
    "forced_coup": (0, 99),
    "exchange_draws": (1, 2),
    "turn_limit": (1, 1_000_000),
}
OPTIONAL = ("first_coins", "turn_limit")
SWITCHES = (
    "coins_stay",
    "fee_returned",
    "block_steal_names_role",
    "block_after_challenge",
)
CLAIMS = ("tax", "assassinate", "steal", "exchange", "investigate")
BLOCKED = ("foreign_aid", "assassinate", "steal")


class RulesetError(ValueError):
    """A ruleset that cannot be played; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """How Coup is played at one table.

    >>> friday = ruleset("classic", first_coins=1, turn_limit=200)
    >>> friday.first_coins, friday.coup_cost
    (1, 7)
    """

    name: str
    """What people call it."""

    # The cards.
    roles: tuple[str, ...] = ("duke", "assassin", "captain", "ambassador", "contessa")
    """The roles in the game."""
    copies: int = 3
    """Cards of each role."""
    cards: int = 2
    """Cards in a hand."""
    deck: Deck = "random"
    """`random`: every draw is random. `top`: an exchange draws from the top of the court deck and
    puts back on top; only a card shuffled into the deck makes it random again."""

    # The coins.
    coins: int = 2
    """Coins of each seat at the start."""
    first_coins: int | None = None
    """Coins of the first seat, if not the same; the official game for two gives it 1."""
    coup_cost: int = 7
    assassinate_cost: int = 3
    forced_coup: int = 10
    """A seat that starts its turn with so many coins must coup."""
    coins_stay: bool = False
    """Whether a seat that goes out keeps its coins, or they go back to the treasury."""
    fee_returned: bool = False
    """Whether the cost of an assassination comes back when a block of it stands."""

    # Which role allows what; None takes the action out of the game.
    tax: str | None = "duke"
    assassinate: str | None = "assassin"
    steal: str | None = "captain"
    exchange: str | None = "ambassador"
    investigate: str | None = None
    exchange_draws: int = 2
    """Cards drawn in an exchange, and returned."""

    # Which roles block what.
    block_foreign_aid: tuple[str, ...] = ("duke",)
    block_assassinate: tuple[str, ...] = ("contessa",)
    block_steal: tuple[str, ...] = ("captain", "ambassador")
    block_steal_names_role: bool = True
    """Whether who blocks a steal says with which role, or any of them proves the block."""

    # Who may answer, and when.
    windows: Windows = "separate"
    """`separate`: first the challenges, then the blocks. `joint`: one window for either."""
    answers: Answers = "first"
    """`first`: all are asked at once, and the first challenge or block counts. `target_first`: one
    after the other, the one concerned first. `secret`: all answer secretly, then one is picked."""
    block_after_challenge: bool = True
    """Whether an action that survived a challenge can still be blocked."""

    turn_limit: int | None = None
    """After so many turns the game ends without a winner."""

    def __post_init__(self) -> None:
        self._check_values()
        self._check_roles()
        if self.forced_coup < self.coup_cost:
            self._refuse(f"a coup is forced at {self.forced_coup} coins but costs {self.coup_cost}")

    def _check_values(self) -> None:
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if value is None and name in OPTIONAL:
                continue
            if type(value) is not int or not low <= value <= high:
                self._refuse(f"{name} must be a number from {low} to {high}, not {value!r}")
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                self._refuse(f"{name} must be {' or '.join(choices)}, not {getattr(self, name)!r}")
        for name in SWITCHES:
            if type(getattr(self, name)) is not bool:
                self._refuse(f"{name} must be True or False, not {getattr(self, name)!r}")
        for name in ("roles", *(f"block_{action}" for action in BLOCKED)):
            if type(getattr(self, name)) is not tuple:
                self._refuse(f"{name} must be a tuple of roles, not {getattr(self, name)!r}")

    def _check_roles(self) -> None:
        for role in self.roles:
            if role not in ROLES:
                self._refuse(f"there is no role {role!r}, only {', '.join(ROLES)}")
            if self.roles.count(role) > 1:
                self._refuse(f"the {role} is listed twice among its roles")
        for use, roles in self.claims.items():
            for role in roles:
                if role not in self.roles:
                    self._refuse(f"{use} claims the {role!r}, which is not among its roles")
        for role in self.block_steal if self.block_steal_names_role else ():
            if ("block_steal", role) not in BLOCKS:
                self._refuse(f"a block of a steal cannot name the {role}")

    def _refuse(self, why: str) -> None:
        raise RulesetError(f"ruleset {self.name!r}: {why}")

    @property
    def claims(self) -> dict[str, tuple[str, ...]]:
        """For each action and block that claims a role, the roles that prove it.

        >>> CLASSIC.claims["block_steal"]
        ('captain', 'ambassador')
        """
        actions = {name: (getattr(self, name),) for name in CLAIMS if getattr(self, name)}
        blocks = {f"block_{name}": getattr(self, f"block_{name}") for name in BLOCKED}
        return actions | {name: roles for name, roles in blocks.items() if roles}

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that this ruleset cannot be played with."""
        if not 2 <= seats <= kernel.SEATS:
            self._refuse(f"Coup is for 2 to {kernel.SEATS} seats, not {seats}")
        drawn = self.exchange_draws if self.exchange else 1 if self.investigate else 0
        needed = seats * self.cards + drawn
        if len(self.roles) * self.copies < needed:
            self._refuse(
                f"{seats} seats need {needed} cards, those to be drawn included, "
                f"but there are {len(self.roles) * self.copies}"
            )

    @cached_property
    def rules(self) -> Rules:
        """The ruleset as the kernel reads it."""
        r = Rules()
        r.deck = sum(self.copies << 4 * ROLES.index(role) for role in self.roles)
        r.cards = self.cards
        r.coins = self.coins
        r.first_coins = self.coins if self.first_coins is None else self.first_coins
        r.forced_coup = self.forced_coup
        r.turn_limit = self.turn_limit or 0
        r.draws = self.exchange_draws
        r.cost[kernel.COUP] = self.coup_cost
        r.cost[kernel.ASSASSINATE] = self.assassinate_cost
        for number, action in enumerate(ACTIONS):
            if action in CLAIMS:
                r.claims[number] = role_set(self.claims.get(action, ()))
            if action not in CLAIMS or r.claims[number]:
                if number < kernel.STEAL:
                    r.untargeted |= 1 << number
                else:
                    r.targeted |= 1 << number - kernel.STEAL
        for number, (block, role) in enumerate(BLOCKS):
            proving = self.claims.get(block, ())
            if block == "block_steal" and self.block_steal_names_role:
                proving = tuple(each for each in proving if each == role)
            elif role is not None:
                continue
            if proving:
                r.proofs[number] = role_set(proving)
                blocked = ACTIONS.index(block.removeprefix("block_"))
                r.blocks[blocked] |= 1 << kernel.BLOCK_FOREIGN_AID + number
        r.joint = int(self.windows == "joint")
        r.secret = int(self.answers == "secret")
        r.in_turn = int(self.answers == "target_first")
        r.block_after_challenge = int(self.block_after_challenge)
        r.top_deck = int(self.deck == "top")
        r.coins_stay = int(self.coins_stay)
        r.fee_returned = int(self.fee_returned)
        return r


def role_set(roles: tuple[str, ...]) -> int:
    """Roles as the kernel's set.

    >>> hex(role_set(("captain", "ambassador")))
    '0x1100'
    """
    return sum(1 << 4 * ROLES.index(role) for role in roles)


CLASSIC = Ruleset(name="classic")
COUP2022 = Ruleset(
    name="coup2022",
    deck="top",
    coins_stay=True,
    block_steal_names_role=False,
    windows="joint",
    answers="secret",
    block_after_challenge=False,
)
INQUISITOR = Ruleset(
    name="inquisitor",
    roles=("duke", "assassin", "captain", "contessa", "inquisitor"),
    exchange="inquisitor",
    investigate="inquisitor",
    exchange_draws=1,
    block_steal=("captain", "inquisitor"),
    answers="target_first",
)
RULESETS = {each.name: each for each in (CLASSIC, COUP2022, INQUISITOR)}


def ruleset(which: str | Ruleset, **house_rules: Any) -> Ruleset:
    """A ruleset by its name, or as it is, with some of its fields changed."""
    if isinstance(which, str):
        if which not in RULESETS:
            raise RulesetError(f"there is no ruleset {which!r}, only {', '.join(RULESETS)}")
        which = RULESETS[which]
    known = [field.name for field in dataclasses.fields(Ruleset)]
    for name in house_rules:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; there are {', '.join(known)}"
            raise RulesetError(f"a ruleset has no field {name!r}{hint}")
    return dataclasses.replace(which, **house_rules) if house_rules else which
