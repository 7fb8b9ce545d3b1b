"""What a seat can conclude from its own calls alone, where no signals tell what happens.

The engine that this protocol comes from sends no signals. A bot is then told its cards, and asked:
which action, whether to challenge, whether to block, which card to lose. From that follows how many
coins it surely has, what most of the others did, and who is still in. With two seats only the cards
that lie face up are missing; with more, a turn that nobody was asked about is taken for income.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from coup.events import Blocked, Challenged, Discarded, Replaced, Revealed
from coup.rules.rulesets import INQUISITOR

if TYPE_CHECKING:
    from coup.http.remote_game import RemoteGame

RULESET = INQUISITOR
GAINS = {"income": 1, "foreign_aid": 2, "tax": 3}
PRICES = {"coup": RULESET.coup_cost, "assassinate": RULESET.assassinate_cost}
LOOT = 2  # coins that a steal takes, if they are there
FORCED = RULESET.forced_coup
ROLES = ("contessa", "captain")  # that stand for a card which nobody has shown to this seat
SILENCE = 2  # rounds after which somebody who was not heard of is taken for dead
FAILURES = 4  # times that an action may be blocked in a row before another one is tried
AT_SOMEBODY = ("steal", "assassinate", "investigate")


@dataclass
class OpenAction:
    """An action whose end is not known yet.

    asked: what this seat was asked about it.
    blocker: who blocks it, as far as is known; `card` is what the blocker claims.
    doubted: whose claim this seat has challenged, if that is not decided yet.
    failed: whether its claim was not proved.
    """

    actor: str
    action: str
    target: str | None
    asked: set[str] = field(default_factory=set)
    blocker: str | None = None
    card: str = ""
    doubted: str | None = None
    failed: bool = False


class Deduction:
    """Follows one game of one seat by its calls, and keeps the game's books.

    sighted: the round in which each rival was last heard of.
    losses: cards that rivals lost and nobody showed to this seat.
    failures: how often in a row an action of this seat was blocked.
    """

    def __init__(self, game: "RemoteGame") -> None:
        self.game = game
        self.you = game.you
        self.others = [seat for seat in game.seats if seat != game.you]
        self.round = 0
        self.sighted = dict.fromkeys(self.others, 0)
        self.losses: Counter[str] = Counter()
        self.failures: Counter[tuple[str, str | None]] = Counter()
        self.acted: set[str] = set()  # since this seat's last turn
        self.open: OpenAction | None = None
        self.caught_at = ""  # the card that this seat has claimed and not got

    # Who is still in.

    def sight(self, seat: str) -> None:
        """Somebody was heard of, so it is alive."""
        if seat != self.you:
            self.sighted[seat] = self.round
            self.losses[seat] = min(self.losses[seat], RULESET.cards - 1)

    @property
    def rivals(self) -> list[str]:
        """Those who are probably still in."""
        found = [seat for seat in self.others if self.losses[seat] < RULESET.cards]
        latest = max((self.sighted[seat] for seat in found), default=0)
        recent = [seat for seat in found if self.sighted[seat] > latest - SILENCE]
        return recent or found or self.others

    @property
    def targets(self) -> list[str]:
        """Those who were heard of last, who are the least likely to be dead."""
        latest = max(self.sighted[seat] for seat in self.rivals)
        return [seat for seat in self.rivals if self.sighted[seat] == latest]

    def cards(self, seat: str) -> int:
        """How many cards somebody probably has."""
        if seat not in self.rivals:
            return 0
        return max(1, RULESET.cards - self.losses[seat])

    def is_vain(self, verb: str, target: str | None) -> bool:
        """Whether an action was blocked too often to be tried again."""
        return self.failures[verb, target] >= FAILURES

    # What the calls tell.

    def my_turn(self, must_coup: bool) -> None:
        """This seat is to act: a round is over."""
        self.settle()
        coins = self.game.coins
        if self.round:
            for seat in self.rivals:
                if seat not in self.acted:  # or this seat would have been asked about it
                    coups = coins[seat] >= FORCED
                    coins[seat] += -RULESET.coup_cost if coups else GAINS["income"]
                    self.game.turn += 1
        self.round += 1
        self.acted.clear()
        own = coins[self.you]
        coins[self.you] = max(own, FORCED) if must_coup else min(own, FORCED - 1)
        self.game.new_turn(self.you)

    def my_action(self, action: str, target: str | None) -> None:
        """This seat has chosen."""
        self.game.declared(self.you, action, target)
        self.open = OpenAction(self.you, action, target)

    def asked_about(self, actor: str, action: str, question: str, at_me: bool = False) -> None:
        """This seat is asked about somebody's action."""
        if (action, question) == ("steal", "block"):
            self.take_back_block(actor)
        now = self.open
        same = now is not None and (now.actor, now.action) == (actor, action)
        if now is None or not same or question in now.asked or now.blocker is not None:
            at_me = at_me or (action in AT_SOMEBODY and len(self.others) == 1)
            self.begin(actor, action, self.you if at_me else None)
            now = self.open
        assert now is not None
        self.decide_doubt(lost=False)
        now.asked.add(question)
        if at_me:
            now.target = self.game.target = self.you
        self.sight(actor)

    def take_back_block(self, thief: str) -> None:
        """A seat asked to block a steal was not asked before about a block with the Captain,
        but about that steal: both calls look alike."""
        now, events = self.open, self.game.events
        if now is None or (now.action, now.blocker) != ("steal", thief):
            return
        mistaken = Blocked(thief, "steal", (now.card,))
        place = max(number for number, event in enumerate(events) if event == mistaken)
        del events[place]
        now.blocker = self.game.blocker = None

    def begin(self, actor: str, action: str, target: str | None) -> None:
        """Somebody's turn begins with this action."""
        self.settle()
        self.acted.add(actor)
        self.game.new_turn(actor)
        self.game.declared(actor, action, target)
        self.game.coins[actor] = max(0, self.game.coins[actor])
        self.open = OpenAction(actor, action, target)

    def asked_about_block(self, blocker: str, action: str, card: str) -> None:
        """This seat is asked whether to challenge a block."""
        now = self.open
        if now is None or now.action != action or now.actor == blocker:
            self.begin(self.actor_blocked_by(blocker), action, blocker)
            now = self.open
        assert now is not None
        self.decide_doubt(lost=False)
        now.blocker, now.card = blocker, card
        self.game.blocker = blocker
        self.game.events.append(Blocked(blocker, action, (card,)))
        self.sight(blocker)

    def actor_blocked_by(self, blocker: str) -> str:
        """Whose action it probably is that somebody blocks, if nobody said so."""
        seats = self.game.seats
        after = seats.index(self.game.actor) + 1
        around = seats[after:] + seats[:after]
        return next(seat for seat in around if seat not in (blocker, self.you))

    def is_block(self, claimant: str, action: str, card: str) -> bool:
        """Whether a claim that may be challenged is a block of an action."""
        if card not in RULESET.claims.get(f"block_{action}", ()):
            return False
        if card not in RULESET.claims.get(action, ()):
            return True
        now = self.open  # a Captain steals, and blocks a steal
        blocks = now is not None and now.action == action and now.actor != claimant
        return blocks and now is not None and now.blocker is None

    def my_challenge(self, claimant: str, card: str) -> None:
        """This seat challenges a claim."""
        assert self.open is not None
        self.open.doubted = claimant
        self.game.doubt = Challenged(self.you, claimant, (card,))
        self.game.events.append(self.game.doubt)

    def my_block(self, card: str) -> None:
        """This seat blocks."""
        assert self.open is not None
        self.open.blocker, self.open.card = self.you, card
        self.game.blocker = self.you
        self.game.events.append(Blocked(self.you, self.open.action, (card,)))

    def i_lose(self) -> None:
        """This seat has to lose a card; find out why."""
        now = self.open
        if now is not None and now.doubted is not None:
            self.decide_doubt(lost=True)
        elif now is not None and now.blocker == self.you and now.card not in self.game.hand:
            self.caught_at = now.card
            now.blocker = None
        elif now is not None and self.is_bluff(now) and not self.can_coup(self.richest):
            self.caught_at = RULESET.claims[now.action][0]
            now.failed = True
        elif now is None or (now.action, now.target) != ("assassinate", self.you):
            if now is not None and self.is_bluff(now):
                self.open = None  # a coup is likelier, but what it gained is not sure
            self.begin(self.richest, "coup", self.you)
            self.sight(self.game.actor)

    def i_lost(self, card: str) -> None:
        """This seat has lost a card; no signal says so."""
        if self.caught_at:
            if len(self.others) == 1:
                challenged = Challenged(self.others[0], self.you, (self.caught_at,))
                self.game.events.append(challenged)
            self.game.events.append(Revealed(self.you, card, False))
            self.caught_at = ""
        self.game.lost[self.you].append(card)
        self.game.events.append(Discarded(self.you, card))

    def is_bluff(self, now: OpenAction) -> bool:
        """Whether this seat has claimed a card for its action that it does not hold."""
        roles = RULESET.claims.get(now.action, ())
        return now.actor == self.you and bool(roles) and roles[0] not in self.game.hand

    @property
    def richest(self) -> str:
        """The rival with most coins."""
        return max(self.rivals, key=lambda seat: self.game.coins[seat])

    def can_coup(self, seat: str) -> bool:
        """Whether somebody can probably pay for a coup."""
        return self.game.coins[seat] >= RULESET.coup_cost

    def i_proved(self, card: str) -> None:
        """This seat has proved a claim; somebody lost a card for it."""
        if len(self.others) == 1:
            (rival,) = self.others
            self.losses[rival] += 1
            self.game.events.append(Challenged(rival, self.you, (card,)))
        self.game.events += [Revealed(self.you, card, True), Replaced(self.you)]

    def decide_doubt(self, lost: bool) -> None:
        """This seat's own challenge is decided: either it was asked for a card, or the other one
        was."""
        now = self.open
        if now is None or now.doubted is None:
            return
        claimant, now.doubted = now.doubted, None
        if lost:
            self.game.proved()
            return
        self.found_out(claimant)
        self.losses[claimant] += 1
        if claimant == now.blocker:
            now.blocker = None
        else:
            now.failed = True

    def found_out(self, claimant: str) -> None:
        """This seat has caught somebody. Which card was lost for it, nobody says: one that was not
        claimed stands for it."""
        if self.game.doubt is not None:
            other = next(role for role in ROLES if role not in self.game.doubt.roles)
            self.game.events.append(Revealed(claimant, other, False))
            self.game.doubt = None

    # What an action comes to.

    def settle(self) -> None:
        """An action is over: move its coins."""
        self.decide_doubt(lost=False)
        now, self.open = self.open, None
        if now is None:
            return
        if now.failed:
            self.game.beaten = True
            self.game.coins[now.actor] += PRICES.get(now.action, 0)
        if now.failed or now.blocker is not None:
            self.failures[now.action, now.target] += now.actor == self.you
            return
        if now.actor == self.you:
            del self.failures[now.action, now.target]
        self.game.coins[now.actor] += GAINS.get(now.action, 0)
        if now.action == "steal":
            self.rob(now.actor, now.target)
        if now.action in PRICES and now.target is not None and now.target != self.you:
            self.losses[now.target] += 1

    def rob(self, thief: str, victim: str | None) -> None:
        """A steal has succeeded."""
        coins = self.game.coins
        loot = LOOT if victim is None else min(LOOT, coins[victim])
        coins[thief] += loot
        if victim is not None:
            coins[victim] -= loot
