"""What a seat can conclude from the calls to it, where no signals tell what happens.

coup-core, where this protocol comes from, sends no signals. It only tells a bot its cards and asks:
which action, whether to challenge, whether to block, which card to lose. From that follows how many
coins the bot certainly has, what most of the others did, and who is still in the game. With two
seats only the face-up cards are missing; with more, a turn that raised no question is taken for
income.
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
ROLES = ("contessa", "captain")  # stand for a card that this seat has not seen
SILENCE = 2  # rounds after which a silent seat is taken for dead
FAILURES = 4  # blocks in a row after which another action is tried
AT_SOMEBODY = ("steal", "assassinate", "investigate")


@dataclass
class OpenAction:
    """An action whose outcome is not known yet.

    asked: what this seat was asked about it.
    blocker: who blocks it, as far as known; `card` is the role that the blocker claims.
    doubted: whose claim this seat has challenged, until that is decided.
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
    """Follows a seat's game by the calls to it, and infers coins, cards and events.

    sighted: the round in which each rival was last mentioned.
    losses: how many cards rivals lost, unseen by this seat.
    failures: how often in a row each action of this seat was blocked.
    """

    def __init__(self, game: "RemoteGame") -> None:
        self.game = game
        self.you = game.you
        self.others = [seat for seat in game.seats if seat != game.you]
        self.round = 0
        self.sighted = dict.fromkeys(self.others, 0)
        self.losses: Counter[str] = Counter()
        self.failures: Counter[tuple[str, str | None]] = Counter()
        self.acted: set[str] = set()  # who has acted since this seat's last turn
        self.open: OpenAction | None = None
        self.caught_at = ""  # the role that this seat has claimed without holding it

    # Who is still in the game.

    def sight(self, seat: str) -> None:
        """A seat was mentioned, so it is alive."""
        if seat != self.you:
            self.sighted[seat] = self.round
            self.losses[seat] = min(self.losses[seat], RULESET.cards - 1)

    @property
    def rivals(self) -> list[str]:
        """Those who are probably still in the game."""
        found = [seat for seat in self.others if self.losses[seat] < RULESET.cards]
        latest = max((self.sighted[seat] for seat in found), default=0)
        recent = [seat for seat in found if self.sighted[seat] > latest - SILENCE]
        return recent or found or self.others

    @property
    def targets(self) -> list[str]:
        """Those who were mentioned last, and so are least likely to be dead."""
        latest = max(self.sighted[seat] for seat in self.rivals)
        return [seat for seat in self.rivals if self.sighted[seat] == latest]

    def cards(self, seat: str) -> int:
        """The probable number of a seat's cards."""
        if seat not in self.rivals:
            return 0
        return max(1, RULESET.cards - self.losses[seat])

    def is_vain(self, verb: str, target: str | None) -> bool:
        """Whether an action was blocked too often to try it again."""
        return self.failures[verb, target] >= FAILURES

    # What the calls tell.

    def my_turn(self, must_coup: bool) -> None:
        """This seat is to act: a round is over."""
        self.settle()
        coins = self.game.coins
        if self.round:
            for seat in self.rivals:
                if seat not in self.acted:  # otherwise this seat would have been asked
                    coups = coins[seat] >= FORCED
                    coins[seat] += -RULESET.coup_cost if coups else GAINS["income"]
                    self.game.turn += 1
        self.round += 1
        self.acted.clear()
        own = coins[self.you]
        coins[self.you] = max(own, FORCED) if must_coup else min(own, FORCED - 1)
        self.game.new_turn(self.you)

    def my_action(self, action: str, target: str | None) -> None:
        """This seat has chosen an action."""
        self.game.declared(self.you, action, target)
        self.open = OpenAction(self.you, action, target)

    def asked_about(self, actor: str, action: str, question: str, at_me: bool = False) -> None:
        """This seat is asked about another seat's action."""
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
        """Undo a block: when a seat is asked to block a steal, the challenge question before it was
        about that steal, not about a block with the Captain. Both calls look alike."""
        now, events = self.open, self.game.events
        if now is None or (now.action, now.blocker) != ("steal", thief):
            return
        mistaken = Blocked(thief, "steal", (now.card,))
        place = max(number for number, event in enumerate(events) if event == mistaken)
        del events[place]
        now.blocker = self.game.blocker = None

    def begin(self, actor: str, action: str, target: str | None) -> None:
        """A turn begins with this action."""
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
        """The probable actor of a blocked action, if no call has named it."""
        seats = self.game.seats
        after = seats.index(self.game.actor) + 1
        around = seats[after:] + seats[:after]
        return next(seat for seat in around if seat not in (blocker, self.you))

    def is_block(self, claimant: str, action: str, card: str) -> bool:
        """Whether a claim in question is a block of an action."""
        if card not in RULESET.claims.get(f"block_{action}", ()):
            return False
        if card not in RULESET.claims.get(action, ()):
            return True
        now = self.open  # the Captain both steals and blocks steals
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
        """This seat must lose a card; infer why."""
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
                self.open = None  # most likely a coup, so its gain is uncertain
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
        """Whether this seat has claimed a role for its action that it does not hold."""
        roles = RULESET.claims.get(now.action, ())
        return now.actor == self.you and bool(roles) and roles[0] not in self.game.hand

    @property
    def richest(self) -> str:
        """The rival with the most coins."""
        return max(self.rivals, key=lambda seat: self.game.coins[seat])

    def can_coup(self, seat: str) -> bool:
        """Whether a seat can probably pay for a coup."""
        return self.game.coins[seat] >= RULESET.coup_cost

    def i_proved(self, card: str) -> None:
        """This seat has proved a claim, so somebody lost a card."""
        if len(self.others) == 1:
            (rival,) = self.others
            self.losses[rival] += 1
            self.game.events.append(Challenged(rival, self.you, (card,)))
        self.game.events += [Revealed(self.you, card, True), Replaced(self.you)]

    def decide_doubt(self, lost: bool) -> None:
        """This seat's challenge is decided: if it must lose a card itself, the claim was true."""
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
        """This seat has caught another one. No call says which card that one lost, so a role that
        it did not claim stands in for it."""
        if self.game.doubt is not None:
            other = next(role for role in ROLES if role not in self.game.doubt.roles)
            self.game.events.append(Revealed(claimant, other, False))
            self.game.doubt = None

    # The outcome of an action.

    def settle(self) -> None:
        """An action is over: apply its effect on coins."""
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
