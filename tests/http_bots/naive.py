"""A naive engine for bots over HTTP that, like coup-core, asks and sends no signals.

    python -m tests.http_bots.naive counter random --games 1000

It is written from coup-core's description, in the simplest way, and calls bots of `coup bot`
directly, first with signals, for comparison, then without. It refuses illegal actions, counts them,
and takes income instead.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from coup.hosting.entrants import enter
from coup.http.server import BotServer

CARDS = ("duke", "contessa", "assassin", "captain", "inquisitor")
CLAIMS = {
    "collect_taxes": "duke",
    "assassinate": "assassin",
    "extortion": "captain",
    "investigate": "inquisitor",
    "exchange": "inquisitor",
}
BLOCKS = {
    "foreign_aid": ("duke",),
    "assassinate": ("contessa",),
    "extortion": ("captain", "inquisitor"),
}
PLAIN = ("income", "foreign_aid", "coup")
TARGETED = ("coup", "assassinate", "extortion", "investigate")
COST = {"coup": 7, "assassinate": 3}
LONGEST = 300  # turns


class Seat:
    """A bot at the table: its address, its cards and its coins."""

    def __init__(self, name: str, bot: BotServer) -> None:
        self.name = name
        self.bot = bot
        self.cards: list[str] = []
        self.lost: list[str] = []
        self.coins = 2

    def get(self, path: str, **headers: str) -> Any:
        named = {name.replace("_", "-").lower(): value for name, value in headers.items()}
        status, answer = self.bot.respond("GET", path, named, b"")
        assert status == 200, (path, headers, answer)
        return answer

    def post(self, path: str, facts: Any) -> None:
        status, answer = self.bot.respond("POST", path, {}, json.dumps(facts).encode())
        assert status in (200, 201), (path, facts, answer)


class Engine:
    """One game.

    illegal: how many illegal actions bots wanted.
    """

    def __init__(self, bots: Sequence[BotServer], chance: random.Random, signals: bool) -> None:
        self.chance = chance
        self.signals = signals
        self.seats = [Seat(f"10.0.0.{number}", bot) for number, bot in enumerate(bots, 1)]
        self.deck = list(CARDS) * 3
        self.turns = 0
        self.illegal: list[str] = []

    def play(self) -> Seat | None:
        """Play the game; the winner, or None after many turns."""
        self.chance.shuffle(self.deck)
        players = [seat.name for seat in self.seats]
        for seat in self.seats:
            seat.cards = [self.deck.pop(), self.deck.pop()]
            facts = {"you": seat.name, "cards": seat.cards, "coins": 2, "players": players}
            seat.post("/start", facts)
        place = self.chance.randrange(len(self.seats))
        while len(self.alive) > 1 and self.turns < LONGEST:
            if self.seats[place].cards:
                self.turns += 1
                self.turn(self.seats[place])
            place = (place + 1) % len(self.seats)
        return self.alive[0] if len(self.alive) == 1 else None

    @property
    def alive(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.cards]

    def others(self, *without: Seat) -> list[Seat]:
        """All others still in the game, clockwise from the first of these."""
        place = self.seats.index(without[0])
        around = self.seats[place + 1 :] + self.seats[:place]
        return [seat for seat in around if seat.cards and seat not in without]

    def signal(self, kind: str, facts: Any) -> None:
        if self.signals:
            for seat in self.seats:
                seat.post(f"/signal/{kind}", facts)

    def turn(self, actor: Seat) -> None:
        self.signal("status", [self.described(seat) for seat in self.seats])
        self.signal("new_turn", {"player": actor.name})
        action, target = self.wanted(actor)
        actor.coins -= COST.get(action, 0)
        facts = {"player_acting": actor.name, "action": action}
        self.signal("action", facts | ({"player_targeted": target.name} if target else {}))
        if action in CLAIMS:
            asked = [target, *self.others(actor, target)] if target else self.others(actor)
            if not self.stands(actor, CLAIMS[action], action, asked):
                actor.coins += COST.get(action, 0)
                return
        if not self.blocked(actor, action, target):
            self.carry_out(actor, action, target)

    def described(self, seat: Seat) -> dict[str, Any]:
        card1, card2 = (*seat.lost, None, None)[:2]
        return {"player": seat.name, "card1": card1, "card2": card2, "coins": seat.coins}

    def wanted(self, actor: Seat) -> tuple[str, Seat | None]:
        """The actor's action, if it is legal."""
        must = actor.coins >= 10
        answer = actor.get("/play/", Must_Coup=str(must).lower())
        action = answer["action"]
        target = next((s for s in self.seats if s.name == answer.get("target")), None)
        aimed = target is not None and target is not actor and bool(target.cards)
        if (
            action in (*CLAIMS, *PLAIN)
            and actor.coins >= COST.get(action, 0)
            and (action == "coup" or not must)
            and aimed == (action in TARGETED)
        ):
            return action, target
        self.illegal.append(f"{answer} with {actor.coins} coins")
        return ("coup", self.others(actor)[0]) if must else ("income", None)

    def stands(self, claimant: Seat, card: str, action: str, asked: list[Seat]) -> bool:
        """Whether a claim stands: nobody challenges it successfully."""
        about = {"Action": action, "Player": claimant.name, "Card": card}
        for seat in asked:
            if not seat.get("/challenge/", **about)["challenges"]:
                continue
            facts = {"challenger": seat.name, "challenged": claimant.name, "card": card}
            self.signal("challenge", facts)
            if card not in claimant.cards:
                self.lose(claimant)
                return False
            self.lose(seat)
            claimant.cards.remove(card)
            self.deck.append(card)
            self.chance.shuffle(self.deck)
            claimant.cards.append(self.deck.pop())
            new = {"old_card": card, "new_card": claimant.cards[-1]}
            claimant.post("/new_card_from_challenge/", new)
            return True
        return True

    def blocked(self, actor: Seat, action: str, target: Seat | None) -> bool:
        """Whether somebody blocks an action successfully."""
        if action not in BLOCKS:
            return False
        asked = self.others(actor) if target is None else [target] if target.cards else []
        for seat in asked:
            answer = seat.get("/tries_to_block/", Action=action, Player=actor.name)
            if answer["attempt_block"] and answer["card"] in BLOCKS[action]:
                facts = {"player_acting": actor.name, "action": action}
                more = {"player_blocking": seat.name, "card": answer["card"]}
                self.signal("blocking", facts | more)
                doubters = [actor, *self.others(seat, actor)]
                return self.stands(seat, answer["card"], action, doubters)
        return False

    def carry_out(self, actor: Seat, action: str, target: Seat | None) -> None:
        actor.coins += {"income": 1, "foreign_aid": 2, "collect_taxes": 3}.get(action, 0)
        if action == "exchange":
            drawn = self.deck.pop()
            actor.cards.append(drawn)
            back = actor.get("/inquisitor/choose_card_to_return/", Card=drawn)["card"]
            actor.cards.remove(back)
            self.deck.append(back)
            self.chance.shuffle(self.deck)
        if target is None or not target.cards:
            return
        if action == "extortion":
            loot = min(2, target.coins)
            actor.coins, target.coins = actor.coins + loot, target.coins - loot
        elif action in COST:
            self.lose(target)
        elif action == "investigate":
            self.investigate(actor, target)

    def investigate(self, actor: Seat, target: Seat) -> None:
        path = "/inquisitor/give_card_to_inquisitor/"
        card = target.get(path, Player=actor.name)["card"]
        assert card in target.cards
        about = {"Player": target.name, "Card": card}
        swap = actor.get("/inquisitor/show_card_to_inquisitor/", **about)["change_card"]
        new = card
        if swap:
            new = self.deck.pop()
            target.cards[target.cards.index(card)] = new
            self.deck.append(card)
            self.chance.shuffle(self.deck)
        facts = {"player": actor.name, "same_card": not swap, "card": new}
        target.post("/inquisitor/card_returned_from_investigation/", facts)

    def lose(self, seat: Seat) -> None:
        card = seat.get("/lose_influence/")["card"]
        seat.cards.remove(card)
        seat.lost.append(card)
        self.signal("lost_influence", {"player": seat.name, "card": card})


def series(kinds: Sequence[str], games: int, signals: bool = False, seed: int = 1) -> Counter[str]:
    """Play a series; the games won by each, and the numbers of `illegal` actions and `endless`
    games."""
    return play_series([BotServer(entrant, seed) for entrant in enter(kinds)], games, signals, seed)


def play_series(
    bots: Sequence[BotServer], games: int, signals: bool = False, seed: int = 1
) -> Counter[str]:
    """The same for existing bots."""
    found: Counter[str] = Counter()
    for number in range(games):
        chance = random.Random(f"{seed} {number}")
        order = chance.sample(bots, len(bots))
        engine = Engine(order, chance, signals)
        winner = engine.play()
        found[winner.bot.entrant.name if winner else "endless"] += 1
        found["illegal"] += len(engine.illegal)
        found["turns"] += engine.turns
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Games without signals between bots of ours.")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("-n", "--games", type=int, default=1000)
    options = parser.parse_args()
    for signals in (True, False):
        found = series(options.bots, options.games, signals)
        print("with signals:   " if signals else "without signals:", dict(found))


if __name__ == "__main__":
    main()
