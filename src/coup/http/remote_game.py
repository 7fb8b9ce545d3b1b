"""A game as a bot's server hears of it, call by call, and the views that can be made of that.

This is the other side of `seat`: it turns the calls of the protocol into what our own bots
understand. It knows only what the calls have told, so a view made here has no passes, and coins are
those of the last status minus what has been paid since.
"""

from collections.abc import Callable, Mapping
from typing import Any

from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Drew,
    Eliminated,
    Event,
    Exchanged,
    Replaced,
    Returned,
    Revealed,
    TurnBegan,
)
from coup.hosting.player import Player
from coup.http.words import action_word, own_player, wire_action, wire_player
from coup.moves import Move, by_action, move_table
from coup.rules.errors import CoupError
from coup.rules.names import Kind
from coup.rules.rulesets import INQUISITOR
from coup.view import Question, View

RULESET = INQUISITOR
PRICES = {"coup": RULESET.coup_cost, "assassinate": RULESET.assassinate_cost}
Headers = Mapping[str, str]


class RemoteGame:
    """One seat of one game, as far as it has been told.

    player: who decides.
    """

    def __init__(self, facts: Mapping[str, Any], invite: Callable[[str], Player]) -> None:
        self.you = own_player(facts["you"])
        self.seats = tuple(own_player(each) for each in facts["players"])
        if self.you not in self.seats:
            raise CoupError("'you' is one of the 'players'")
        self.hand = [str(card) for card in facts["cards"]]
        self.coins = dict.fromkeys(self.seats, int(facts["coins"]))
        self.lost: dict[str, list[str]] = {seat: [] for seat in self.seats}
        self.turn = 0
        self.events: list[Event] = [Drew(self.you, card) for card in self.hand]
        self.moves = list(move_table(self.seats).values())
        self.player = invite(self.you)
        self.clear_turn(self.seats[0])

    def clear_turn(self, actor: str) -> None:
        """Nothing has happened yet in a turn."""
        self.actor = actor
        self.action: str | None = None
        self.target: str | None = None
        self.blocker: str | None = None
        self.doubt: Challenged | None = None  # a challenge that is not decided yet
        self.beaten = False  # whether the actor lost a challenge
        self.lent: str | None = None  # the card that an investigator looks at

    # What it is told.

    def new_turn(self, actor: str) -> None:
        """A turn begins; so the one before it came to its end."""
        if self.action == "exchange" and not self.beaten:
            self.events.append(Exchanged(self.actor, RULESET.exchange_draws))
        self.clear_turn(actor)
        self.turn += 1
        self.events.append(TurnBegan(self.turn, actor))

    def signal(self, kind: str, facts: Any) -> None:
        """Hear what everybody has seen."""
        match kind:
            case "status":
                self.hear_status(facts)
            case "new_turn":
                self.new_turn(own_player(facts["player"]))
            case "action":
                target = (
                    own_player(facts["player_targeted"]) if "player_targeted" in facts else None
                )
                self.declared(own_player(facts["player_acting"]), facts["action"], target)
            case "blocking":
                self.blocker = own_player(facts["player_blocking"])
                self.events.append(
                    Blocked(self.blocker, action_word(facts["action"]), (facts["card"],))
                )
            case "challenge":
                challenger, challenged = facts["challenger"], facts["challenged"]
                self.doubt = Challenged(
                    own_player(challenger), own_player(challenged), (facts["card"],)
                )
                self.events.append(self.doubt)
            case "lost_influence":
                self.hear_loss(own_player(facts["player"]), facts["card"])

    def hear_status(self, facts: Any) -> None:
        """The coins and the face-up cards of everybody."""
        for each in facts:
            seat = own_player(each["player"])
            self.coins[seat] = int(each["coins"])
            self.lost[seat] = [card for card in (each["card1"], each["card2"]) if card is not None]

    def declared(self, seat: str, action: str, target: str | None) -> None:
        """Somebody has named an action, and pays for it."""
        self.actor, self.action, self.target = seat, action_word(action), target
        cost = PRICES.get(self.action, 0)
        self.coins[seat] -= cost
        roles = RULESET.claims.get(self.action, ())
        self.events.append(Declared(seat, self.action, target, roles, cost))

    def hear_loss(self, seat: str, card: str) -> None:
        """A card was lost, which also tells how a challenge ended."""
        if self.doubt is not None and seat != self.doubt.claimant:
            self.proved()
        elif self.doubt is not None:
            self.beaten = seat == self.actor
            self.events.append(Revealed(seat, card, False))
            self.doubt = None
        self.lost[seat].append(card)
        self.events.append(Discarded(seat, card))
        if len(self.lost[seat]) == RULESET.cards:
            self.coins[seat] = 0
            self.events.append(Eliminated(seat))

    def proved(self) -> None:
        """The claim that was challenged is true."""
        if self.doubt is not None:
            claimant, (role,) = self.doubt.claimant, self.doubt.roles
            self.events += [Revealed(claimant, role, True), Replaced(claimant)]
            self.doubt = None

    def new_card(self, facts: Mapping[str, Any]) -> None:
        """A card that proved a claim was replaced."""
        self.proved()
        self.hand[self.hand.index(facts["old_card"])] = facts["new_card"]
        self.events.append(Drew(self.you, facts["new_card"]))

    def card_returned(self, facts: Mapping[str, Any]) -> None:
        """The investigator has decided on a card."""
        if self.lent is not None and not facts["same_card"]:
            self.hand[self.hand.index(self.lent)] = facts["card"]
            self.events += [Drew(self.you, facts["card"]), Returned(self.you, self.lent)]
        self.lent = None

    # What it is asked.

    def play(self, headers: Headers) -> dict[str, Any]:
        self.actor = self.you
        move = self.ask("action", self.actions(headers.get("must-coup") == "true"))
        answer = {"action": wire_action(move.verb)}
        return answer | ({"target": wire_player(move.target)} if move.target else {})

    def tries_to_block(self, headers: Headers) -> dict[str, Any]:
        self.concerns(headers)
        block = f"block_{self.action}"
        roles = RULESET.claims[block]
        named = roles if block == "block_steal" else (None,)
        moves = [each for each in self.moves if each.verb == block and each.role in named]
        move = self.ask("block", [*(each for each in self.moves if each == "pass"), *moves])
        if move == "pass":
            return {"attempt_block": False, "card": None}
        return {"attempt_block": True, "card": move.role or roles[0]}

    def challenge(self, headers: Headers) -> dict[str, Any]:
        claimant = own_player(headers["player"])
        if claimant == self.actor or not self.turn:
            self.concerns(headers)
        else:
            self.action, self.blocker = action_word(headers["action"]), claimant
        kind: Kind = "challenge block" if claimant == self.blocker else "challenge"
        moves = [each for each in self.moves if each in ("pass", "challenge")]
        move = self.ask(kind, moves, claimant=claimant, roles=(headers["card"],))
        return {"challenges": move == "challenge"}

    def lose_influence(self, headers: Headers) -> dict[str, Any]:
        if self.doubt is not None and self.doubt.seat == self.you:
            self.proved()  # or there would be nothing to lose
        card = self.ask_card("discard", "discard")
        self.hand.remove(card)
        return {"card": card}

    def give_card(self, headers: Headers) -> dict[str, Any]:
        self.actor, self.action, self.target = (
            own_player(headers["player"]),
            "investigate",
            self.you,
        )
        self.lent = self.ask_card("show", "show")
        return {"card": self.lent}

    def show_card(self, headers: Headers) -> dict[str, Any]:
        self.actor, self.action, self.target = (
            self.you,
            "investigate",
            own_player(headers["player"]),
        )
        moves = [each for each in self.moves if each in ("keep", "swap")]
        return {"change_card": self.ask("examine", moves, shown=headers["card"]) == "swap"}

    def choose_card(self, headers: Headers) -> dict[str, Any]:
        self.actor, self.action = self.you, "exchange"
        self.hand.append(headers["card"])
        self.events.append(Drew(self.you, headers["card"]))
        card = self.ask_card("return", "return")
        self.hand.remove(card)
        self.events.append(Returned(self.you, card))
        return {"card": card}

    def concerns(self, headers: Headers) -> None:
        """What a question is about; the signal may not have arrived."""
        action = action_word(headers["action"])
        if (self.action, self.actor) != (action, own_player(headers["player"])):
            self.actor, self.action, self.target = own_player(headers["player"]), action, None

    def actions(self, forced: bool) -> list[Move]:
        """The actions that are legal now."""
        known = {"income", "foreign_aid", "coup", *RULESET.claims}
        coins = self.coins[self.you]
        moves = [
            each
            for each in self.moves
            if each.verb in known
            and not each.verb.startswith("block_")
            and each.target in (None, *self.rivals)
            and (coins >= PRICES.get(each.verb, 0) or (forced and each.verb == "coup"))
            and (each.verb == "coup" or not forced)
        ]
        return sorted(moves, key=by_action)

    def ask_card(self, kind: Kind, verb: str) -> str:
        """Which card of the hand?"""
        moves = [each for each in self.moves if each.verb == verb and each.role in self.hand]
        return str(self.ask(kind, moves).role)

    def ask(self, kind: Kind, legal: list[Move], shown: str | None = None, **about: Any) -> Move:
        """Let the player decide."""
        question = Question(
            kind=kind,
            asked=(self.you,),
            actor=self.actor,
            action=self.action,
            target=self.target,
            blocker=self.blocker,
            **about,
        )
        chosen = self.player.choose(self.view(question, tuple(legal), shown))
        return next(move for move in legal if move == chosen)

    # What it comes to.

    @property
    def rivals(self) -> list[str]:
        """The others that are still in."""
        return [seat for seat in self.seats if seat != self.you and self.cards(seat)]

    def cards(self, seat: str) -> int:
        """How many face-down cards a seat has."""
        return len(self.hand) if seat == self.you else RULESET.cards - len(self.lost[seat])

    def view(self, question: Question, legal: tuple[Move, ...], shown: str | None) -> View:
        """The game as this seat can know it."""
        cards = {seat: self.cards(seat) for seat in self.seats}
        face_up = sum(map(len, self.lost.values()))
        copies = RULESET.copies_for(len(self.seats))
        return View(
            ruleset=RULESET,
            seat=self.you,
            seats=self.seats,
            turn=self.turn,
            hand=tuple(self.hand),
            alive=tuple(seat for seat in self.seats if cards[seat]),
            coins=dict(self.coins),
            cards=cards,
            discarded={seat: tuple(lost) for seat, lost in self.lost.items()},
            deck_size=len(RULESET.roles) * copies - sum(cards.values()) - face_up,
            allegiances={},
            reserve=0,
            question=question,
            shown=shown,
            legal_moves=legal,
            events=tuple(self.events),
            over=False,
            winner=None,
        )
