"""A game as the calls to a bot's server describe it, and views made from them.

This is the counterpart of `seat`: it turns the calls of the protocol into what our bots understand.
It knows only what the calls said, so a view made here has no passes, and coins are those of the
last status minus what has been paid since. Without signals, `deduction` fills in the rest.
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
from coup.http.deduction import PRICES, Deduction
from coup.http.terms import action_word, own_player, wire_action, wire_player
from coup.moves import Move, by_action, move_table
from coup.rules.errors import CoupError
from coup.rules.rulesets import INQUISITOR
from coup.rules.vocabulary import Kind
from coup.view import Question, View

RULESET = INQUISITOR
Headers = Mapping[str, str]


class RemoteGame:
    """One seat's game, as far as the calls have told.

    player: the player who decides.
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
        self.deduction: Deduction | None = Deduction(self)  # until the first signal

    def clear_turn(self, actor: str) -> None:
        """Reset what belongs to a turn."""
        self.actor = actor
        self.action: str | None = None
        self.target: str | None = None
        self.blocker: str | None = None
        self.doubt: Challenged | None = None  # a challenge that is still undecided
        self.beaten = False  # whether the actor lost a challenge
        self.lent: str | None = None  # the card that an investigator is looking at

    # Calls that tell something.

    def new_turn(self, actor: str) -> None:
        """A turn begins, so the previous one has finished."""
        if self.action == "exchange" and not self.beaten:
            self.events.append(Exchanged(self.actor, RULESET.exchange_draws))
        self.clear_turn(actor)
        self.turn += 1
        self.events.append(TurnBegan(self.turn, actor))

    def signal(self, kind: str, facts: Any) -> None:
        """A signal: something that everybody has seen."""
        self.deduction = None
        match kind:
            case "status":
                self.hear_status(facts)
            case "new_turn":
                self.new_turn(own_player(facts["player"]))
            case "action":
                target = (
                    own_player(facts["player_targeted"]) if "player_targeted" in facts else None
                )
                actor = own_player(facts["player_acting"])
                self.declared(actor, action_word(facts["action"]), target)
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
        """Everybody's coins and face-up cards."""
        for each in facts:
            seat = own_player(each["player"])
            self.coins[seat] = int(each["coins"])
            self.lost[seat] = [card for card in (each["card1"], each["card2"]) if card is not None]

    def declared(self, seat: str, action: str, target: str | None) -> None:
        """A seat has declared an action, and pays for it."""
        self.actor, self.action, self.target = seat, action, target
        cost = PRICES.get(action, 0)
        self.coins[seat] -= cost
        roles = RULESET.claims.get(action, ())
        self.events.append(Declared(seat, action, target, roles, cost))

    def hear_loss(self, seat: str, card: str) -> None:
        """A card was lost, which also shows how a challenge ended."""
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
        """The challenged claim is true."""
        if self.doubt is not None:
            claimant, (role,) = self.doubt.claimant, self.doubt.roles
            self.events += [Revealed(claimant, role, True), Replaced(claimant)]
            self.doubt = None

    def new_card(self, facts: Mapping[str, Any]) -> None:
        """A card that proved a claim was replaced. Although the challenger's loss may be reported
        earlier, the new card was drawn before it."""
        if self.deduction is not None:
            self.deduction.i_proved(facts["old_card"])
        self.proved()
        self.hand[self.hand.index(facts["old_card"])] = facts["new_card"]
        place = len(self.events)
        for number, event in enumerate(self.events):
            if event == Replaced(self.you) or isinstance(event, TurnBegan):
                place = number + 1
        if self.events[place - 1] != Replaced(self.you):
            place = len(self.events)
        self.events.insert(place, Drew(self.you, facts["new_card"]))

    def card_returned(self, facts: Mapping[str, Any]) -> None:
        """The investigator has decided about a card."""
        if self.lent is not None and not facts["same_card"]:
            self.hand[self.hand.index(self.lent)] = facts["card"]
            self.events += [Drew(self.you, facts["card"]), Returned(self.you, self.lent)]
        self.lent = None

    # Calls that ask something.

    def play(self, headers: Headers) -> dict[str, Any]:
        forced = headers.get("must-coup") == "true"
        if self.deduction is not None:
            self.deduction.my_turn(forced)
        self.actor = self.you
        move = self.ask("action", self.actions(forced))
        if self.deduction is not None:
            self.deduction.my_action(move.verb, move.target)
        answer = {"action": wire_action(move.verb)}
        return answer | ({"target": wire_player(move.target)} if move.target else {})

    def tries_to_block(self, headers: Headers) -> dict[str, Any]:
        if not self.hand:  # some engines also ask dead players
            return {"attempt_block": False, "card": None}
        self.concerns(headers)
        block = f"block_{self.action}"
        roles = RULESET.claims[block]
        named = roles if block == "block_steal" else (None,)
        moves = [each for each in self.moves if each.verb == block and each.role in named]
        move = self.ask("block", [*(each for each in self.moves if each == "pass"), *moves])
        if move == "pass":
            return {"attempt_block": False, "card": None}
        card = move.role or roles[0]
        if self.deduction is not None:
            self.deduction.my_block(card)
        return {"attempt_block": True, "card": card}

    def challenge(self, headers: Headers) -> dict[str, Any]:
        if not self.hand:
            return {"challenges": False}
        claimant, card = own_player(headers["player"]), headers["card"]
        self.concerns_claim(claimant, headers)
        kind: Kind = "challenge block" if claimant == self.blocker else "challenge"
        moves = [each for each in self.moves if each in ("pass", "challenge")]
        move = self.ask(kind, moves, claimant=claimant, roles=(card,))
        if move == "challenge" and self.deduction is not None:
            self.deduction.my_challenge(claimant, card)
        return {"challenges": move == "challenge"}

    def lose_influence(self, headers: Headers) -> dict[str, Any]:
        if not self.hand:
            raise CoupError("it has no card left to lose")
        if self.deduction is not None:
            self.deduction.i_lose()
        elif self.doubt is not None and self.doubt.seat == self.you:
            self.proved()  # otherwise there would be nothing to lose
        card = self.ask_card("discard", "discard")
        self.hand.remove(card)
        if self.deduction is not None:
            self.deduction.i_lost(card)
        return {"card": card}

    def give_card(self, headers: Headers) -> dict[str, Any]:
        if self.deduction is not None:
            self.deduction.asked_about(own_player(headers["player"]), "investigate", "show", True)
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
        """Take over the action that a question is about; its signal may be late."""
        actor, action = own_player(headers["player"]), action_word(headers["action"])
        if self.deduction is not None:
            self.deduction.asked_about(actor, action, "block", action != "foreign_aid")
        elif (self.action, self.actor) != (action, actor):
            self.actor, self.action, self.target = actor, action, None

    def concerns_claim(self, claimant: str, headers: Headers) -> None:
        """Take over the claim that a question is about, of an action or of a block."""
        action, card = action_word(headers["action"]), headers["card"]
        if self.deduction is None:
            if claimant == self.actor or not self.turn:
                self.concerns(headers)
            else:
                self.action, self.blocker = action, claimant
        elif self.deduction.is_block(claimant, action, card):
            self.deduction.asked_about_block(claimant, action, card)
        else:
            self.deduction.asked_about(claimant, action, "challenge")

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
        return sorted(self.sensible(moves), key=by_action)

    def sensible(self, moves: list[Move]) -> list[Move]:
        """Without signals, the actions against players who are certainly alive that have not failed
        repeatedly; if there are none, a wider choice."""
        known = self.deduction
        if known is None:
            return moves
        aimed = [each for each in moves if each.target in (None, *known.targets)]
        fresh = [each for each in aimed if not known.is_vain(each.verb, each.target)]
        return fresh or aimed or moves

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

    # The resulting view.

    @property
    def rivals(self) -> list[str]:
        """The others who are still in the game."""
        return [seat for seat in self.seats if seat != self.you and self.cards(seat)]

    def cards(self, seat: str) -> int:
        """How many face-down cards a seat has."""
        if self.deduction is not None and seat != self.you:
            return self.deduction.cards(seat)
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
