"""Rulesets: one frozen dataclass, and the four named ones.

A ruleset is data. It holds what players may want to change, in their terms; `rules` turns it into
the numbers that the kernel reads.
"""

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

from coup.rules import kernel
from coup.rules.digits import one
from coup.rules.errors import CoupError, hint
from coup.rules.state import FACE_UP, MOST_SEATS, SEATS, Rules
from coup.rules.vocabulary import ACTIONS, ALLEGIANCES, BLOCKS, ROLES

Windows = Literal["separate", "joint"]
Answers = Literal["first", "target_first", "secret"]
Deck = Literal["random", "top"]
FirstAllegiance = Literal["loyalist", "reformist", "choose"]
CHOICES: dict[str, tuple[str, ...]] = {
    "windows": get_args(Windows),
    "answers": get_args(Answers),
    "deck": get_args(Deck),
    "first_allegiance": get_args(FirstAllegiance),
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
    "convert_cost": (0, 99),
    "convert_other_cost": (0, 99),
    "reserve": (0, 99),
}
OPTIONAL = ("copies", "first_coins", "turn_limit")
SWITCHES = (
    "coins_stay",
    "fee_returned",
    "block_steal_names_role",
    "block_after_challenge",
    "inquisitor",
    "allegiances",
    "embezzle_empty",
    "embezzle_loses_role",
)
CLAIMS = ("tax", "assassinate", "steal", "exchange", "investigate")
BLOCKED = ("foreign_aid", "assassinate", "steal")
ROLE_LISTS = ("roles", "face_up", *(f"block_{action}" for action in BLOCKED))
WORD_LISTS = (*ROLE_LISTS, "seat_allegiances")
COPIES = {**dict.fromkeys(range(2, 7), 3), 7: 4, 8: 4, 9: 5, 10: 5}
"""Cards of each role by number of seats, where a ruleset does not fix them."""


class RulesetError(CoupError):
    """A ruleset that cannot be played; the message says why."""

    __module__ = "coup"  # its public name


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one table; `ruleset` makes one from a known one.

    >>> friday = ruleset("classic", first_coins=1, turn_limit=200)
    >>> friday.first_coins, friday.coup_cost
    (1, 7)
    >>> print(friday)
    classic with first_coins=1, turn_limit=200

    The cards:
        roles: the roles in the game.
        copies: cards of each role; None for 3 with up to 6 seats, 4 with 7 or 8, 5 with 9 or 10.
        cards: cards in a hand.
        face_up: cards that lie face up at the start, the first one in front of the first seat, and
            so on around the table, as if they had been lost earlier. They are not in the deck.
        deck: `random` if every draw is random; `top` if an exchange draws from the top of the
            court deck and puts back on top, and only a card shuffled into it mixes it again.
        inquisitor: whether the Inquisitor takes the place of the Ambassador, exchanges one card,
            and investigates.
    The coins:
        coins: of each seat at the start.
        first_coins: of the first seat, if different; the official game for two gives it 1.
        seat_coins: of every seat, the first one's first; if empty, the two fields above apply.
        coup_cost, assassinate_cost: what these actions cost.
        forced_coup: a seat that starts its turn with this many coins must coup.
        coins_stay: whether a seat that goes out keeps its coins, or they go to the treasury.
        fee_returned: whether an assassin's coins come back when a block stands.
    Who can do what:
        tax, assassinate, steal, exchange, investigate: the role that this action claims; None
            takes it out of the game.
        exchange_draws: cards drawn in an exchange, and returned.
        block_foreign_aid, block_assassinate, block_steal: the roles that block this action.
        block_steal_names_role: whether a block of a steal names its role; otherwise any of the
            roles proves it.
    Who may answer, and when:
        windows: `separate` if challenges come first, then blocks; `joint` if there is one window
            for both.
        answers: `first` if all are asked together and the first challenge or block counts;
            `target_first` if they are asked one after the other, the seat concerned first;
            `secret` if all answer secretly and one is picked.
        block_after_challenge: whether an action that survived a challenge can still be blocked.
    Two sides and a reserve:
        allegiances: whether seats are loyalists or reformists, and can be converted. Up to ten can
            play with this, with `embezzle`, or with `copies` by the number of seats.
        first_allegiance: the side of the first seat; sides alternate after it. `choose` asks the
            seat before the first turn.
        seat_allegiances: the side of every seat at the start, the first one's first; if empty, the
            field above applies.
        convert_cost, convert_other_cost: what it costs to convert oneself, or another seat.
        reserve: coins in the reserve at the start; conversions are paid into it.
        embezzle: the role that a seat denies when it takes the reserve; None takes this action out
            of the game.
        embezzle_empty: whether an empty reserve can be embezzled.
        embezzle_loses_role: whether a caught embezzler must lose the role that it denied.
    The end:
        turn_limit: the number of turns, of all seats together, after which the game ends without a
            winner.
    """

    name: str

    roles: tuple[str, ...] = ("duke", "assassin", "captain", "ambassador", "contessa")
    copies: int | None = 3
    cards: int = 2
    face_up: tuple[str, ...] = ()
    deck: Deck = "random"
    inquisitor: bool = False

    coins: int = 2
    first_coins: int | None = None
    seat_coins: tuple[int, ...] = ()
    coup_cost: int = 7
    assassinate_cost: int = 3
    forced_coup: int = 10
    coins_stay: bool = False
    fee_returned: bool = False

    tax: str | None = "duke"
    assassinate: str | None = "assassin"
    steal: str | None = "captain"
    exchange: str | None = "ambassador"
    investigate: str | None = None
    exchange_draws: int = 2
    block_foreign_aid: tuple[str, ...] = ("duke",)
    block_assassinate: tuple[str, ...] = ("contessa",)
    block_steal: tuple[str, ...] = ("captain", "ambassador")
    block_steal_names_role: bool = True

    windows: Windows = "separate"
    answers: Answers = "first"
    block_after_challenge: bool = True

    allegiances: bool = False
    first_allegiance: FirstAllegiance = "loyalist"
    seat_allegiances: tuple[str, ...] = ()
    convert_cost: int = 1
    convert_other_cost: int = 2
    reserve: int = 0
    embezzle: str | None = None
    embezzle_empty: bool = False
    embezzle_loses_role: bool = False

    turn_limit: int | None = None

    def __post_init__(self) -> None:
        self._check_values()
        if self.inquisitor and "ambassador" in self.roles:
            self._replace_the_ambassador()
        self._check_roles()
        self._check_start()
        self._check_sides()
        if self.forced_coup < self.coup_cost:
            self._refuse(f"a coup is forced at {self.forced_coup} coins but costs {self.coup_cost}")

    def _check_values(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            raise RulesetError(f"a ruleset's name is a printable text, not {self.name!r}")
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
        for name in ROLE_LISTS:
            if type(getattr(self, name)) is not tuple:
                self._refuse(f"{name} must be a tuple of roles, not {getattr(self, name)!r}")

    def _replace_the_ambassador(self) -> None:
        """Change everything that the Inquisitor changes."""

        def replaced(roles: tuple[str, ...]) -> tuple[str, ...]:
            return tuple("inquisitor" if role == "ambassador" else role for role in roles)

        changes: dict[str, Any] = {name: replaced(getattr(self, name)) for name in ROLE_LISTS}
        changes |= {"investigate": "inquisitor", "exchange_draws": 1}
        if self.exchange == "ambassador":
            changes["exchange"] = "inquisitor"
        for name, value in changes.items():
            object.__setattr__(self, name, value)

    def _check_roles(self) -> None:
        for role in self.roles:
            if role not in ROLES:
                self._refuse(f"there is no role {role!r}, only {', '.join(ROLES)}")
        for use, roles in {"roles": self.roles, **self.claims}.items():
            for role in roles:
                if role not in self.roles:
                    self._refuse(f"{use} claims the {role!r}, which is not among its roles")
                if roles.count(role) > 1:
                    self._refuse(f"{use} lists the {role} twice")
        for action in ("assassinate", "steal"):
            if getattr(self, action) is None and getattr(self, f"block_{action}"):
                self._refuse(f"nobody can {action}, so block_{action} must be ()")
        for role in self.block_steal if self.block_steal_names_role else ():
            if ("block_steal", role) not in BLOCKS:
                self._refuse(f"a block of a steal cannot name the {role}")
        if self.embezzle is not None and self.embezzle not in self.roles:
            self._refuse(f"embezzle denies the {self.embezzle!r}, which is not among its roles")

    def _check_start(self) -> None:
        for role in self.face_up:
            if role not in self.roles:
                self._refuse(f"face_up has the {role!r}, which is not among its roles")
            if self.face_up.count(role) > self.copies_for(2):
                self._refuse(f"face_up has more than {self.copies_for(2)} cards of the {role}")
        if len(self.face_up) > FACE_UP:
            self._refuse(f"at most {FACE_UP} cards can lie face up, not {len(self.face_up)}")
        low, high = LIMITS["coins"]
        coins = self.seat_coins
        if type(coins) is not tuple or any(
            type(each) is not int or not low <= each <= high for each in coins
        ):
            self._refuse(f"seat_coins must be a tuple of numbers from {low} to {high}, not {coins}")
        if coins and not 2 <= len(coins) <= self.most_seats:
            self._refuse(f"seat_coins is for {len(coins)} seats, Coup for 2 to {self.most_seats}")
        if coins and self.first_coins is not None:
            self._refuse("seat_coins says what the first seat has, so first_coins must be None")

    def _check_sides(self) -> None:
        sides = self.seat_allegiances
        if type(sides) is not tuple or any(side not in ALLEGIANCES for side in sides):
            self._refuse(
                f"seat_allegiances must be a tuple of {' or '.join(ALLEGIANCES)}, not {sides!r}"
            )
        if sides and not self.allegiances:
            self._refuse("nobody has an allegiance, so seat_allegiances must be ()")
        if sides and self.first_allegiance != "loyalist":
            self._refuse(
                "seat_allegiances says on which side the first seat is, "
                "so first_allegiance must be loyalist"
            )

    def _refuse(self, why: str) -> None:
        raise RulesetError(f"ruleset {self.name!r}: {why}")

    @property
    def most_seats(self) -> int:
        """The most seats that can play."""
        large = self.copies is None or self.allegiances or self.embezzle is not None
        return MOST_SEATS if large else SEATS

    def copies_for(self, seats: int) -> int:
        """Cards of each role in a game with this number of seats.

        >>> [REFORMATION.copies_for(seats) for seats in (6, 7, 10)]
        [3, 4, 5]
        """
        return COPIES[seats] if self.copies is None else self.copies

    @cached_property
    def claims(self) -> dict[str, tuple[str, ...]]:
        """For each action and block that claims a role, the roles that prove it.

        >>> CLASSIC.claims["block_steal"]
        ('captain', 'ambassador')
        """
        actions = {
            name: (getattr(self, name),) for name in CLAIMS if getattr(self, name) is not None
        }
        blocks = {f"block_{name}": getattr(self, f"block_{name}") for name in BLOCKED}
        return actions | {name: roles for name, roles in blocks.items() if roles}

    def __str__(self) -> str:
        """Its name, and its differences from the known ruleset of that name."""
        return f"{self.name} with {', '.join(self.changes)}" if self.changes else self.name

    @property
    def changes(self) -> list[str]:
        """The differences from the known ruleset of its name, as house rules that can be typed.

        >>> ruleset("classic", coins=3, coins_stay=True).changes
        ['coins=3', 'coins_stay=yes']
        """
        known = RULESETS.get(self.name, self)
        if self.inquisitor and not known.inquisitor:
            known = dataclasses.replace(known, inquisitor=True)
        changes = [
            f"{field.name}={as_typed(getattr(self, field.name))}"
            for field in dataclasses.fields(self)
            if getattr(self, field.name) != getattr(known, field.name)
        ]
        if self.inquisitor and not RULESETS.get(self.name, self).inquisitor:
            changes.append("inquisitor=yes")
        return changes

    def check_seats(self, seats: int) -> None:
        """Refuse a number of seats that this ruleset cannot be played with."""
        if not 2 <= seats <= self.most_seats:
            self._refuse_seats(seats)
        drawn = self.exchange_draws if self.exchange else 1 if self.investigate else 0
        needed = seats * self.cards + drawn
        there = len(self.roles) * self.copies_for(seats) - len(self.face_up)
        if there < needed:
            self._refuse(
                f"{seats} seats need {needed} cards, those to be drawn included, "
                f"but there are {there}"
            )
        for name in ("seat_coins", "seat_allegiances"):
            given = len(getattr(self, name))
            if given not in (0, seats):
                self._refuse(f"{name} is for {given} seats, not for {seats}")

    def _refuse_seats(self, seats: int) -> None:
        most = self.most_seats
        if most > SEATS:
            raise RulesetError(f"Coup with {self.name} is for 2 to {most} seats, not {seats}")
        raise RulesetError(f"Coup is for 2 to {most} seats, not {seats}")

    @cached_property
    def rules(self) -> Rules:
        """The ruleset as the kernel reads it."""
        r = Rules()
        for seats in COPIES:
            r.deck[seats] = self.copies_for(seats) * role_set(self.roles)
        r.cards = self.cards
        r.face_ups = len(self.face_up)
        for place, card in enumerate(self.face_up):
            r.face_up[place] = ROLES.index(card)
        first = self.coins if self.first_coins is None else self.first_coins
        for seat, coins in enumerate(self.seat_coins or (first, *(self.coins,) * (MOST_SEATS - 1))):
            r.coins[seat] = coins
        r.forced_coup = self.forced_coup
        r.turn_limit = self.turn_limit or 0
        r.exchange_draws = self.exchange_draws
        r.gain[kernel.INCOME] = 1
        r.gain[kernel.FOREIGN_AID] = 2
        r.gain[kernel.TAX] = 3
        r.gain[kernel.STEAL] = 2
        r.cost[kernel.COUP] = self.coup_cost
        r.cost[kernel.ASSASSINATE] = self.assassinate_cost
        for number, action in enumerate(ACTIONS[: kernel.CONVERT]):
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
        self._add_reforms(r)
        return r

    def _add_reforms(self, r: Rules) -> None:
        """Sides, conversion and embezzlement as the kernel reads them."""
        r.reforms = int(self.allegiances or self.embezzle is not None)
        r.convert = int(self.allegiances)
        if self.allegiances:
            r.sides = sum(one(seat) for seat in self._reformists())
            r.choose_side = int(self.first_allegiance == "choose")
        r.convert_cost = self.convert_cost
        r.convert_other_cost = self.convert_other_cost
        r.reserve = self.reserve
        r.denial = role_set((self.embezzle,)) if self.embezzle else 0
        r.denial_lost = int(self.embezzle_loses_role)
        r.embezzle_empty = int(self.embezzle_empty)

    def _reformists(self) -> list[int]:
        """The seats that are reformists at the start, if the game has them."""
        if self.seat_allegiances:
            return [seat for seat, side in enumerate(self.seat_allegiances) if side == "reformist"]
        return list(range(int(self.first_allegiance != "reformist"), MOST_SEATS, 2))


def role_set(roles: tuple[str, ...]) -> int:
    """Roles as the kernel's set.

    >>> hex(role_set(("captain", "ambassador")))
    '0x1100'
    """
    return sum(one(ROLES.index(role)) for role in set(roles))


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
REFORMATION = Ruleset(name="reformation", copies=None, allegiances=True, embezzle="duke")
RULESETS = {each.name: each for each in (CLASSIC, COUP2022, INQUISITOR, REFORMATION)}
"""The known rulesets by name."""
LISTED = "docs/playing.md lists them"


def ruleset(which: str | Ruleset, /, **house_rules: Any) -> Ruleset:
    """A ruleset, given by name or as an object, with some fields changed."""
    if isinstance(which, str):
        if which not in RULESETS:
            raise RulesetError(f"there is no ruleset {which!r:.60}; {hint(which, RULESETS)}")
        which = RULESETS[which]
    elif not isinstance(which, Ruleset):
        raise RulesetError(f"a ruleset is a name or a Ruleset, not {which!r}")
    known = [field.name for field in dataclasses.fields(Ruleset)]
    for name in house_rules:
        if name not in known:
            others = known[1:]  # without the field `name`
            raise RulesetError(f"there is no house rule {name!r:.60}; {hint(name, others, LISTED)}")
    return dataclasses.replace(which, **house_rules) if house_rules else which


def as_typed(value: Any) -> str:
    """A field's value as people type it: see `house_rule`.

    >>> as_typed(("captain", "ambassador")), as_typed(()), as_typed(True), as_typed(7)
    ('captain+ambassador', 'none', 'yes', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def fewer_roles(which: Ruleset, roles: tuple[str, ...]) -> Ruleset:
    """A ruleset with only some of its roles, and without what only the removed ones could do.

    >>> small = fewer_roles(CLASSIC, ("duke", "assassin", "contessa"))
    >>> small.steal, small.exchange, small.block_foreign_aid
    (None, None, ('duke',))
    """
    for role in roles:
        if role not in which.roles:
            raise RulesetError(f"{which.name} has no {role!r:.60}, only {', '.join(which.roles)}")
    changes: dict[str, Any] = {"roles": roles}
    changes |= {
        action: None for action in (*CLAIMS, "embezzle") if getattr(which, action) not in roles
    }
    for action in BLOCKED:
        block = f"block_{action}"
        left = tuple(role for role in getattr(which, block) if role in roles)
        changes[block] = () if action in changes else left
    return dataclasses.replace(which, **changes)


def house_rule(text: str) -> tuple[str, Any]:
    """A house rule as people type it, as a field of a ruleset and its value.

    >>> house_rule("first_coins=1"), house_rule("block_steal=captain+ambassador")
    (('first_coins', 1), ('block_steal', ('captain', 'ambassador')))
    >>> house_rule("turn_limit=none"), house_rule("coins_stay=yes")
    (('turn_limit', None), ('coins_stay', True))
    >>> house_rule("seat_coins=5+3"), house_rule("face_up=duke+duke")
    (('seat_coins', (5, 3)), ('face_up', ('duke', 'duke')))
    >>> house_rule("copies=none"), house_rule("seat_allegiances=loyalist+reformist")
    (('copies', None), ('seat_allegiances', ('loyalist', 'reformist')))
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not name or not value:
        raise RulesetError(f"a house rule looks like first_coins=1, not {text!r:.60}")
    if name == "name":
        raise RulesetError("a ruleset's name is not a house rule")
    if name in WORD_LISTS:
        return name, () if value == "none" else tuple(value.split("+"))
    if name == "seat_coins":
        coins = () if value == "none" else tuple(value.split("+"))
        return name, tuple(int(each) if each.isdecimal() else each for each in coins)
    if name in SWITCHES:
        if value not in ("yes", "no"):
            raise RulesetError(f"{name} must be yes or no, not {value!r:.60}")
        return name, value == "yes"
    if value == "none":
        return name, None
    return name, int(value) if name in LIMITS and value.isdecimal() else value
