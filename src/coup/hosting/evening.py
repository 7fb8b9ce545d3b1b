"""An evening: several rounds between the same people and bots, one question at a time.

This is the driver below every screen for people at one keyboard. It knows who is asked, what each
player has not been told yet, the score, and who starts the next round. It knows no keyboards,
screens or files.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from coup.bots import is_built_in, make
from coup.bots.company import company
from coup.events import Event, TurnBegan
from coup.game import Game
from coup.hosting.entrants import Entrant, enter, free_name, is_url
from coup.hosting.host import Guest, check_ruleset
from coup.hosting.player import Player, tell
from coup.hosting.seats import BotSeat, Fault
from coup.moves import CHANCE
from coup.records import Record, RecordError
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.rules.state import SEATS
from coup.seating import checked_seats
from coup.view import View
from coup.words import count

PERSON = "person"
CARD_KINDS = ("reveal", "discard", "return", "show")  # questions for a card of one's own


def seated(people: Sequence[str], bots: Sequence[str], most: int = SEATS) -> dict[str, str]:
    """Chairs for some people and some kinds of bots, which get names that nobody has.

    >>> seated(["ann", "boris"], ["counter", "easy"])
    {'ann': 'person', 'boris': 'person', 'ada': 'counter', 'sly-cleo': 'easy:sly'}
    """
    if not people:
        raise CoupError("nobody plays: name at least one person")
    checked_seats(people)
    for name in people:
        twin = next(
            (each for each in people if each != name and each.lower() == name.lower()), None
        )
        if twin:
            raise CoupError(f"{name} and {twin} cannot be told apart when they are typed")
    if not 2 <= len(people) + len(bots) <= most:
        who = f"{len(people)} {'person' if len(people) == 1 else 'people'}"
        raise CoupError(f"Coup is for 2 to {most} seats, not {who} and {count(len(bots), 'bot')}")
    chairs = dict.fromkeys(people, PERSON)
    for bot in bots:
        taken = [name.lower() for name in chairs]
        own = None if is_built_in(bot) else enter([bot])[0].name
        chairs |= {free_name(own, taken): bot} if own else company([bot], taken)
    return chairs


def seat_player(source: str, name: str, seed: int) -> Player:
    """A bot for a chair: a built-in one, one from a file, or one over HTTP. If it fails, it is
    played for."""
    if is_built_in(source):
        return BotSeat(name, make(source, seed))
    if is_url(source):  # it may be down for a round, and is played for then
        return Guest(Entrant(name, source, False), name, seed)
    return Guest(enter([source])[0], name, seed)


def fault_of(player: Player) -> Fault | None:
    """The first that a player did wrong, if anything."""
    match player:
        case BotSeat():
            return player.first
        case Guest():
            return player.seat.first
    return None


class TakenBack(Exception):
    """The last answer was taken back, so what is asked now is not asked any more."""


def is_window(kind: str) -> bool:
    """Whether a question is one of whether to challenge or to block."""
    return "challenge" in kind or "block" in kind


class Evening:
    """Rounds of Coup between people and bots.

    >>> import coup
    >>> evening = Evening({"ann": "person", "ada": "honest"}, coup.ruleset("classic"), seed=3)
    >>> while evening.asked and not evening.is_person(evening.asked):
    ...     evening.let_bot_answer()
    >>> evening.asked
    'ann'
    >>> evening.answer("pass")
    >>> evening.score
    {'ann': 0, 'ada': 0}

    chairs: who sits around the table, clockwise: `person`, or the name of a bot.
    ruleset, seed: of all rounds; who starts the first one is drawn from the seed.
    game: the round that is being played, or has just ended.
    rounds: the records of the rounds that have ended.
    """

    def __init__(
        self, chairs: Mapping[str, str], ruleset: Ruleset, seed: int | None = None
    ) -> None:
        self.chairs = dict(chairs)
        self.ruleset = ruleset
        self.seed = new_seed() if seed is None else seed
        check_seed(self.seed)
        sources = [player for player in self.chairs.values() if player != PERSON]
        check_ruleset(enter(sources), ruleset)
        self.rounds: list[Record] = []
        self._mark: int | None = None  # how many moves there were before a person answered
        self._failed: set[str] = set()  # bots of which it was said that they fail
        self._sit_down(self._chance().choice(list(self.chairs)))

    # What there is to know.

    @property
    def people(self) -> list[str]:
        """Who holds cards in their own hands."""
        return [name for name, player in self.chairs.items() if player == PERSON]

    def is_person(self, seat: str) -> bool:
        """Whether a seat is a person's."""
        return self.chairs[seat] == PERSON

    @property
    def number(self) -> int:
        """The number of the round, counted from 1."""
        return len(self.rounds) + (not self.game.over)

    @property
    def asked(self) -> str | None:
        """The seat that has to answer now; None when the round is over."""
        return self.game.to_move

    @property
    def watching(self) -> bool:
        """Whether all people are out, and bots play on."""
        return not any(self.is_person(seat) for seat in self.game.alive)

    @property
    def score(self) -> dict[str, int]:
        """How many rounds each has won."""
        won = Counter(record.winner for record in self.rounds)
        return {name: won[name] for name in self.chairs}

    def view(self, seat: str | None) -> View:
        """The round as a seat sees it, or as all may see it."""
        return self.game.view(seat)

    @property
    def open_to(self) -> list[str]:
        """The people who may answer now, each for all to hear: none where a card is asked for, or
        where answers are secret."""
        question = self.game.question
        if self.ruleset.answers == "secret" or not is_window(question.kind):
            return []
        return [seat for seat in question.asked if self.is_person(seat)]

    def news(self, seat: str | None) -> tuple[Event, ...]:
        """What a seat, or everybody around the table, has not been told yet; now it has."""
        story = self.game.view(seat).events
        told = self._told.get(seat, 0)
        self._told[seat] = len(story)
        return story[told:]

    # How it is played.

    def answer(self, move: str, seat: str | None = None) -> None:
        """The seat that is asked, or another one that may answer, makes a move; refused, with a
        reason, if it is not legal."""
        self._answer([(seat or str(self.asked), move)])

    def pass_for(self, seats: Sequence[str]) -> None:
        """Some seats that may answer now let it be, all at once."""
        self._answer([(seat, "pass") for seat in seats])

    def _answer(self, moves: Sequence[tuple[str, str]]) -> None:
        self._share()
        before = len(self.game.moves)
        for seat, move in moves:
            self.game.push(move, seat)
        while self._goes_without_saying():
            self.game.push(self.game.legal_moves[0])
        self._shared = False
        by_person = all(self.is_person(seat) for seat, _ in moves)
        self._mark = before if by_person and not self._has_shown(before) else None
        if self.game.over:
            self._share()
            played = datetime.now().isoformat(timespec="seconds")
            self.rounds.append(Record.of(self.game, players=self.chairs, played=played))

    def _share(self) -> None:
        """Let the bots see the last move. They are not told at once, for it may be taken back."""
        if not self._shared:
            self._shared = True
            tell(self.game, self._bots)

    def _goes_without_saying(self) -> bool:
        """Whether a person has a single card to choose, as everybody can see. Two equal cards are
        asked for like any two: a question that is not asked would tell the second one."""
        seat = self.asked
        if seat is None or not self.is_person(seat):
            return False
        return self.game.question.kind in CARD_KINDS and len(self.game.hand(seat)) == 1

    def let_bot_answer(self) -> None:
        """The bot that is asked makes its move."""
        self._share()
        seat = str(self.asked)
        self.answer(self._bots[seat].choose(self.game.view(seat)))

    @property
    def can_take_back(self) -> bool:
        """Whether the last answer is a person's, nobody has answered it yet, and it has shown no
        card to anybody."""
        return self._mark is not None

    def take_back(self) -> None:
        """The last answer was a slip of the finger: it has not been made."""
        if self._mark is None:
            raise CoupError("there is nothing to take back: somebody has answered since")
        while len(self.game.moves) > self._mark:
            self.game.pop()
        self._mark, self._shared = None, True
        for seat, told in self._told.items():
            self._told[seat] = min(told, len(self.game.view(seat).events))

    def _has_shown(self, before: int) -> bool:
        """Whether a card was drawn or shown since so many moves were made."""
        made = self.game.moves[before:]
        return self.game.over or any(
            seat == CHANCE or (move.role and not move.verb.startswith("block"))
            for seat, move in made
        )

    def complaints(self) -> list[tuple[str, Fault]]:
        """The bots that have failed since this was asked last, with the first that they did wrong
        in this evening. They are played for."""
        found = {seat: fault_of(bot) for seat, bot in self._bots.items()}
        new = [(seat, fault) for seat, fault in found.items() if fault]
        new = [(seat, fault) for seat, fault in new if seat not in self._failed]
        self._failed.update(seat for seat, _ in new)
        return new

    def next_round(self) -> None:
        """The winner starts the next round; if nobody won, the neighbour of the last starter."""
        last = self.rounds[-1]
        self._sit_down(last.winner or last.seats[1])

    def _sit_down(self, starter: str) -> None:
        """Begin a round."""
        names = list(self.chairs)
        first = names.index(starter)
        seed = self._chance().getrandbits(63)
        self._play(Game(names[first:] + names[:first], self.ruleset, seed))

    def _play(self, game: Game) -> None:
        self.game = game
        self._mark = None
        self._shared = True  # whether the bots have seen the last move
        self._told: dict[str | None, int] = {}
        chance = self._chance()
        self._bots: dict[str, Player] = {
            seat: seat_player(player, seat, chance.getrandbits(63))
            for seat, player in self.chairs.items()
            if player != PERSON
        }
        tell(game, self._bots)

    def _remember_last_turn(self) -> None:
        """Nobody needs to be told again what happened before the last full turn."""
        for seat in (None, *self.people):
            story = self.game.view(seat).events
            turns = [place for place, event in enumerate(story) if isinstance(event, TurnBegan)]
            self._told[seat] = turns[-2] if len(turns) > 1 else 0

    def _chance(self) -> random.Random:
        """Random numbers of this round."""
        return random.Random(f"{self.seed} {len(self.rounds)}")

    # How it is put away and taken up again.

    def as_dict(self) -> dict[str, Any]:
        """All of it, as JSON holds it."""
        return {
            "evening": 1,
            "chairs": self.chairs,
            "seed": self.seed,
            "rounds": [record.as_dict() for record in self.rounds],
            "game": Record.of(self.game).as_dict(),
        }

    @classmethod
    def from_dict(cls, saved: Any) -> "Evening":
        """The evening that was saved."""
        if not isinstance(saved, dict) or saved.get("evening") != 1:
            raise RecordError("this is not a saved evening of Coup")
        chairs = saved.get("chairs")
        if not isinstance(chairs, dict) or PERSON not in chairs.values():
            raise RecordError("the saved evening is damaged: nobody plays")
        try:
            game = Record.from_dict(saved["game"]).game()
            if set(chairs) != set(game.seats):
                raise RecordError("the players are not those who sit at the table")
            evening = cls(chairs, game.ruleset, saved["seed"])
            evening.rounds = [Record.from_dict(record) for record in saved["rounds"]]
            evening._play(game)
            evening._remember_last_turn()
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise RecordError(f"the saved evening is damaged: {error}") from None
        return evening
