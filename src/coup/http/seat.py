"""The seat of a bot over HTTP: turns the game into calls and answers into moves, and handles bad
answers.

Every question is asked once. A bad answer is recorded with its time, and a default move replaces
it; after several such faults the bot is no longer called in this game.
"""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from coup.events import (
    Blocked,
    Challenged,
    Declared,
    Discarded,
    Drew,
    Ended,
    Event,
    Examined,
    Returned,
    Revealed,
    Showed,
    TurnBegan,
)
from coup.hosting.backstage import check_limit
from coup.hosting.seats import BotSeat, Conduct, Fault, Seat, legal_move
from coup.http.client import BadAnswer, HttpBot
from coup.http.terms import (
    action_word,
    named,
    refuse_ruleset,
    truth,
    wire_action,
    wire_player,
    word,
)
from coup.moves import Move
from coup.view import View
from coup.words import listed

FORFEIT = 5  # faults after which a bot is no longer called in a game
RETURNED = "/inquisitor/card_returned_from_investigation/"


class HttpSeat(BotSeat):
    """The seat of one bot over HTTP in one game.

    forfeit: faults after which it is no longer called.
    """

    __slots__ = (
        "bot",
        "expects",
        "forfeit",
        "hand",
        "log",
        "lost",
        "proved",
        "replaced",
        "showed",
        "told",
    )

    def __init__(self, name: str, bot: HttpBot, forfeit: int = FORFEIT) -> None:
        Seat.__init__(self, name, bot)
        self.pick: Callable[[View], Any] = self.answer
        self.look: Any = self.follow
        self.bot = bot
        self.forfeit = forfeit
        self.log: list[Fault] = []
        self.told: int | None = None  # how many events it has been told; None before the start
        self.hand: list[str] = []
        self.lost: dict[str, list[str]] = {}  # everybody's face-up cards, oldest first
        self.proved: str | None = None  # the card that it has shown to prove a claim
        self.replaced: Mapping[str, str] | None = None  # the replacement, not yet told
        self.showed: Showed | None = None  # the card that an investigator holds
        self.expects = False  # whether it must be told the fate of such a card

    # Conduct.

    def set_limit(self, seconds: float) -> None:
        check_limit(seconds)
        self.bot.limit = seconds

    def fault(self, asked: str, answer: str | None, why: str) -> None:
        when = datetime.now(UTC).isoformat(timespec="milliseconds")
        self.faults += 1
        self.log.append(Fault(asked, answer, why, when))
        self.first = self.log[0]

    def conduct(self) -> Conduct:
        return super().conduct()._replace(log=tuple(self.log))

    @property
    def called(self) -> bool:
        """Whether it is still called in this game."""
        return self.faults < self.forfeit

    @property
    def watch(self) -> Callable[[View], None] | None:
        """The function that shows it events; None if there is nothing that it wants or must
        hear."""
        wanted = self.told is None or self.expects or (self.called and self.bot.listens)
        return self.look if wanted or self.look != self.follow else None

    def choose(self, view: View) -> Move:
        """Its move, or a default."""
        self.decisions += 1
        begin = time.perf_counter()
        self.look(view)
        move = self.proof(view)
        if move is None and self.called:
            try:
                move = self.pick(view)
            except BadAnswer as bad:
                self.fault(bad.asked, bad.answer, bad.why)
        if move is None:
            self.played_for += 1
            move = self.default(view)
        self.expects = self.expects or move.verb in ("reveal", "show")
        self.seconds += time.perf_counter() - begin
        return move

    def default(self, view: View) -> Move:
        """The default move: income, or a coup against the next opponent; no challenge, block or
        swap; its first card; in an exchange, the card that it drew."""
        first = view.seats.index(self.name)
        for seat in view.seats[first + 1 :] + view.seats[:first]:
            for text in ("pass", "keep", "income", f"coup {seat}"):
                move = legal_move(text, view.legal_moves)
                if move is not None:
                    return move
        card = self.hand[-1 if view.question.kind == "return" else 0]
        return next(move for move in view.legal_moves if move.role == card)

    # Calls that tell something.

    def follow(self, view: View) -> None:
        """Tell the bot what has happened. As in coup-core, it hears of its new card after the
        challenger has lost one."""
        if self.told is None:
            self.begin(view)
        for event in view.events[self.told or 0 :]:
            news = self.keep_books(event)
            if news is not None:
                self.tell(*news)
            if self.called and self.bot.listens:
                self.send_signals(event, view)
            if isinstance(event, Discarded) and self.replaced is not None:
                self.tell("/new_card_from_challenge/", self.replaced)
                self.replaced = None
        self.told = len(view.events)
        self.expects = any((self.proved, self.replaced, self.showed))

    def begin(self, view: View) -> None:
        """Tell the bot that a game begins; others may have played its beginning."""
        refuse_ruleset(view.ruleset)
        turns = [place for place, each in enumerate(view.events) if isinstance(each, TurnBegan)]
        self.told = turns[-1]
        for event in view.events[: self.told]:
            self.keep_books(event)
        self.replaced = None
        players = [wire_player(seat) for seat in view.seats]
        facts = {"you": wire_player(self.name), "cards": self.hand}
        try:
            self.bot.start({**facts, "coins": view.coins[self.name], "players": players})
        except BadAnswer as bad:
            self.fault(bad.asked, bad.answer, bad.why)

    def tell(self, path: str, facts: Mapping[str, Any]) -> None:
        """Tell the bot something that it must know."""
        if self.called:
            try:
                self.bot.tell(path, facts)
            except BadAnswer as bad:
                self.fault(bad.asked, bad.answer, bad.why)

    def keep_books(self, event: Event) -> tuple[str, Mapping[str, Any]] | None:
        """Track the hand, in the bot's order; what the bot must be told."""
        if isinstance(event, Discarded):
            self.lost.setdefault(event.seat, []).append(event.role)
        if isinstance(event, Examined):
            return self.card_returned(event.swap) if event.target == self.name else None
        if getattr(event, "seat", None) != self.name:
            return None
        match event:
            case Drew() if self.proved is not None:
                old, self.proved = self.proved, None
                self.hand[self.hand.index(old)] = event.role
                self.replaced = {"old_card": old, "new_card": event.role}
            case Drew():
                self.hand.append(event.role)
            case Revealed() if event.proves:
                self.proved = event.role
            case Discarded():
                self.hand.remove(event.role)
            case Showed():
                self.showed = event
            case Returned():
                drawn = self.hand.pop()
                if event.role != drawn:
                    self.hand[self.hand.index(event.role)] = drawn
                return self.card_returned(swap=False, new=drawn) if self.showed else None
        return None

    def card_returned(self, swap: bool, new: str = "") -> tuple[str, Mapping[str, Any]] | None:
        """The call that ends an investigation of the bot; None while it still has to draw."""
        showed = self.showed
        if swap or showed is None:
            return None
        self.showed = None
        facts = {"same_card": not new, "card": new or showed.role}
        return RETURNED, {"player": wire_player(showed.to), **facts}

    def send_signals(self, event: Event, view: View) -> None:
        """Send the bot the signals for an event."""
        signal = self.bot.signal
        match event:
            case TurnBegan():
                signal("status", self.status(view))
                signal("new_turn", {"player": wire_player(event.seat)})
            case Declared():
                facts = {
                    "player_acting": wire_player(event.seat),
                    "action": wire_action(event.action),
                }
                target = {"player_targeted": wire_player(event.target)} if event.target else {}
                signal("action", facts | target)
            case Blocked():
                facts = {
                    "player_acting": wire_player(str(view.question.actor)),
                    "action": wire_action(event.action),
                    "player_blocking": wire_player(event.seat),
                    "card": event.roles[0],
                }
                signal("blocking", facts)
            case Challenged():
                facts = {
                    "challenger": wire_player(event.seat),
                    "challenged": wire_player(event.claimant),
                    "card": event.roles[0],
                }
                signal("challenge", facts)
            case Discarded():
                signal("lost_influence", {"player": wire_player(event.seat), "card": event.role})
            case Ended():
                signal("status", self.status(view))

    def status(self, view: View) -> list[dict[str, Any]]:
        """What everybody sees of all players; hidden cards are null."""
        players = []
        for seat in view.seats:
            card1, card2 = (*self.lost.get(seat, ()), None, None)[:2]
            facts = {"card1": card1, "card2": card2, "coins": view.coins[seat]}
            players.append({"player": wire_player(seat), **facts})
        return players

    # Calls that ask something.

    def proof(self, view: View) -> Move | None:
        """The card that proves a claim; it is shown without asking the bot."""
        if view.question.kind != "reveal":
            return None
        proofs = (move for move in view.legal_moves if move.role in view.question.roles)
        return next(proofs, None)

    def answer(self, view: View) -> Move | None:
        """Ask the bot the view's question."""
        question = view.question
        match question.kind:
            case "action":
                return self.ask_action(view)
            case "challenge" | "challenge block":
                about = {
                    "Action": wire_action(str(question.action)),
                    "Player": wire_player(str(question.claimant)),
                    "Card": question.roles[0],
                }
                yes = self.ask_whether("challenges", "/challenge/", about)
                return legal_move("challenge" if yes else "pass", view.legal_moves)
            case "block":
                return self.ask_block(view)
            case "examine":
                about = {"Player": wire_player(str(question.target)), "Card": str(view.shown)}
                yes = self.ask_whether("change_card", "/inquisitor/show_card_to_inquisitor/", about)
                return legal_move("swap" if yes else "keep", view.legal_moves)
            case "show":
                about = {"Player": wire_player(str(question.actor))}
                return self.ask_card(view, "/inquisitor/give_card_to_inquisitor/", about)
            case "return":
                about = {"Card": self.hand[-1]}
                return self.ask_card(view, "/inquisitor/choose_card_to_return/", about)
        return self.ask_card(view, "/lose_influence/", {})  # by a discard, or by a lost claim

    def ask_action(self, view: View) -> Move:
        """Ask for an action. The table's prices and forced coup apply, whatever the bot says."""
        forced = view.coins[self.name] >= view.ruleset.forced_coup
        answer = self.bot.ask("/play/", {"Must-Coup": str(forced).lower()})
        action = action_word(answer.value.get("action"))
        moves = {move.target: move for move in view.legal_moves if move.verb == action}
        if not moves:
            raise answer.bad(f"legal now: {listed(list(map(said, view.legal_moves)))}")
        others = [target for target in moves if target is not None]
        target = named(answer.value.get("target"), others)
        if len(others) == 1 and answer.value.get("target") is None:
            target = others[0]
        if target not in moves:
            raise answer.bad(f"the target is one of {listed(list(map(wire_player, others)))}")
        return moves[target]

    def ask_whether(self, key: str, path: str, about: Mapping[str, str]) -> bool:
        """Ask a yes-or-no question."""
        answer = self.bot.ask(path, about)
        yes = truth(answer.value.get(key))
        if yes is None:
            raise answer.bad(f"{key!r} is true or false")
        return yes

    def ask_block(self, view: View) -> Move | None:
        """Ask for a block. An attempt with a card that cannot block this action counts as no."""
        question = view.question
        about = {
            "Action": wire_action(str(question.action)),
            "Player": wire_player(str(question.actor)),
        }
        answer = self.bot.ask("/tries_to_block/", about)
        yes = truth(answer.value.get("attempt_block"))
        if yes is None:
            raise answer.bad("'attempt_block' is true or false")
        block = f"block_{question.action}"
        card = word(answer.value.get("card"))
        if not yes or card not in view.ruleset.claims[block]:
            return legal_move("pass", view.legal_moves)
        return legal_move(f"{block} {card}", view.legal_moves) or legal_move(
            block, view.legal_moves
        )

    def ask_card(self, view: View, path: str, about: Mapping[str, str]) -> Move:
        """Ask for a card."""
        answer = self.bot.ask(path, about)
        card = word(answer.value.get("card"))
        move = next((move for move in view.legal_moves if move.role == card), None)
        if move is None:
            raise answer.bad(f"it holds {', '.join(self.hand)}")
        return move


def said(move: Move) -> str:
    """A move of a turn in the protocol's words."""
    return f"{wire_action(move.verb)} {wire_player(move.target or '')}".strip()
