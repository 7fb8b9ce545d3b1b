"""A table: what its log comes to, and what may be added to it next.

`apply` folds one entry after the other into it. Whoever wants something asks the table for a
draft of an entry, which it refuses with a sentence if it cannot be; nothing changes before the
entry stands in the log. It knows nothing of databases, sockets and processes.
"""

import secrets
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import NamedTuple

from coup.explain import IllegalMove
from coup.game import Game
from coup.moves import CHANCE, Move
from coup.players.seats import default_move
from coup.records import Record
from coup.server.entry import Draft, Entry, Listing
from coup.server.names import Refused, checked_name, checked_text
from coup.server.settings import Settings
from coup.view import Question, View

PERSON = "person"
STAND_IN = "honest"
"""The bot that plays for people who are away: it never bluffs."""
BOT_NAMES = ("ada", "boris", "cleo", "dario", "elsa", "finn", "greta", "hugo")
CHAT_LENGTH = 300
CHAT_KEPT = 200
IDS_KEPT = 40  # for a kind answer to what is sent again; the log takes no id twice anyway
MORE_TIMES = 5  # so often can a question's clock be started anew
EMOJIS = ("👍", "👏", "😂", "😮", "😢", "😈", "🤔", "🎉")
ANSWERS = ("pass", "challenge", "block")
DICE = secrets.SystemRandom()


class TooLate(Refused):
    """An answer to a question that has been decided meanwhile."""


@dataclass
class Chair:
    """Somebody at the table.

    kind: `person`, or a bot's.
    owners: hashes of the tokens whose seat it is.
    workers: those that the person is connected to, and since when.
    away_since: when the last connection was lost; None while there is one.
    stand_in: the bot that plays meanwhile, if any does.
    won: games at this table.
    since: the number of the entry with which it sat down.
    """

    name: str
    kind: str
    owners: set[str] = field(default_factory=set)
    workers: dict[str, float] = field(default_factory=dict)
    away_since: float | None = None
    stand_in: str | None = None
    won: int = 0
    since: int = 0

    @property
    def is_person(self) -> bool:
        """Whether a person sits there, at the table or away."""
        return self.kind == PERSON

    @property
    def bot(self) -> str | None:
        """The bot that answers for this seat, if one does."""
        return self.stand_in if self.is_person else self.kind


class Said(NamedTuple):
    """A line of chat, or an emoji."""

    seat: str
    text: str
    at: float
    emoji: bool


class Table:
    """A table, as its log tells it."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.settings = Settings()
        self.creator = ""
        self.chairs: dict[str, Chair] = {}
        self.game: Game | None = None
        self.games = 0
        self.last: Question | None = None
        self.question = 0  # how many moves there were when it was asked
        self.asked_at = 0.0
        self.deadline: float | None = None
        self.mores = 0
        self.chat: list[Said] = []
        self.chatted = 0  # lines in all, of which the last ones are kept
        self.ids: dict[str, None] = {}
        self.moves = 0

    # What it comes to.

    @property
    def status(self) -> str:
        """Whether people sit down, play, or have played."""
        if self.game is None:
            return "waiting"
        return "over" if self.game.over else "playing"

    @property
    def playing(self) -> bool:
        """Whether a game goes on."""
        return self.game is not None and not self.game.over

    @property
    def host(self) -> str | None:
        """Who decides about the table: the person who has sat here longest."""
        return next((each.name for each in self.chairs.values() if each.is_person), None)

    def seat_of(self, owner: str) -> str | None:
        """The seat that belongs to a token, by its hash."""
        return next((c.name for c in self.chairs.values() if owner in c.owners), None)

    def view(self, seat: str | None) -> View | None:
        """The game as a seat sees it; somebody who sat down later sees what all may see."""
        if self.game is None:
            return None
        return self.game.view(seat if seat in self.game.seats else None)

    @property
    def listing(self) -> Listing:
        """The table in the index."""
        summary = {
            "ruleset": self.settings.ruleset,
            "house_rules": bool(self.settings.house_rules),
            "seats": self.settings.seats,
            "clock": self.settings.clock,
            "people": [each.name for each in self.chairs.values() if each.is_person],
            "bots": [each.name for each in self.chairs.values() if not each.is_person],
        }
        status = self.status if self.host else "empty"
        return Listing(self.creator, self.settings.public, status, summary)

    def after(self, entry: Entry) -> "Table":
        """The table as the next entry will make it."""
        twin = copy(self)
        twin.game = self.game and self.game.copy()
        twin.chairs = {
            name: replace(chair, owners=set(chair.owners), workers=chair.workers.copy())
            for name, chair in self.chairs.items()
        }
        twin.chat, twin.ids = self.chat.copy(), self.ids.copy()
        twin.apply(entry)
        return twin

    # How the log makes it.

    def apply(self, entry: Entry) -> None:
        """Take in the next entry of the log."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow {self.number}")
        getattr(self, f"_{entry.kind}")(entry)
        self.number = entry.number
        if entry.message_id:
            self.ids[entry.message_id] = None
            if len(self.ids) > IDS_KEPT:
                del self.ids[next(iter(self.ids))]

    def _opened(self, entry: Entry) -> None:
        self.creator = entry.body["creator"]
        self._changed(entry)

    def _changed(self, entry: Entry) -> None:
        self.settings = Settings.model_validate(entry.body["settings"])

    def _sat(self, entry: Entry) -> None:
        self.chairs[str(entry.seat)] = Chair(
            str(entry.seat),
            PERSON,
            {entry.body["owner"]},
            away_since=entry.at,
            since=entry.number,
        )

    def _device(self, entry: Entry) -> None:
        self.chairs[str(entry.seat)].owners.add(entry.body["owner"])

    def _bot(self, entry: Entry) -> None:
        self.chairs[str(entry.seat)] = Chair(str(entry.seat), entry.body["kind"])

    def _left(self, entry: Entry) -> None:
        chair = self.chairs[str(entry.seat)]
        if self.playing and self.game is not None and chair.name in self.game.seats:
            self.chairs[chair.name] = Chair(chair.name, STAND_IN, won=chair.won)
        else:
            del self.chairs[chair.name]

    def _started(self, entry: Entry) -> None:
        self.games += 1
        self.moves = 0
        self.last = None
        self.game = Game(entry.body["seats"], self.settings.rules(), 0, drive_chance=True)
        self._push(entry)

    def _moved(self, entry: Entry) -> None:
        self.moves += 1
        self._push(entry)

    def _push(self, entry: Entry) -> None:
        """Make moves, chance's included, and see what is asked then."""
        game, plies = self.game, entry.body["plies"]
        assert game is not None
        for seat, move in plies:
            game.push(move, seat)
        game.let_go()
        if game.over:
            self.deadline = None
            if game.winner:
                self.chairs[game.winner].won += 1
            return
        asked = game.question
        before, self.last = self.last, asked
        if before is None or not goes_on(before, asked, plies[0][1]):
            self.question = self.moves
            self.mores = 0
        elif set(asked.asked) <= set(before.asked):
            return  # others have answered; the clock runs on
        self.asked_at = entry.at
        self._set_clock(entry.at)

    def _set_clock(self, at: float) -> None:
        self.deadline = None if self.settings.clock is None else at + self.settings.clock

    def _more(self, entry: Entry) -> None:
        self.mores += 1
        self._set_clock(entry.at)

    def _said(self, entry: Entry) -> None:
        self.chat.append(Said(str(entry.seat), entry.body["text"], entry.at, False))
        self._forget_chat()

    def _reacted(self, entry: Entry) -> None:
        self.chat.append(Said(str(entry.seat), entry.body["emoji"], entry.at, True))
        self._forget_chat()

    def _forget_chat(self) -> None:
        self.chatted += 1
        del self.chat[:-CHAT_KEPT]

    def _here(self, entry: Entry) -> None:
        chair = self.chairs[str(entry.seat)]
        chair.workers[entry.body["worker"]] = entry.at
        chair.away_since = chair.stand_in = None

    def _gone(self, entry: Entry) -> None:
        chair = self.chairs[str(entry.seat)]
        chair.workers.pop(entry.body["worker"], None)
        if not chair.workers:
            chair.away_since = entry.at

    def _stood_in(self, entry: Entry) -> None:
        self.chairs[str(entry.seat)].stand_in = entry.body["kind"]

    # What people may do at it.

    def sit(self, name: str, owner: str) -> Draft:
        """Take a seat."""
        if self.seat_of(owner):
            raise Refused(f"you sit here already, as {self.seat_of(owner)}")
        self._check_room()
        return Draft("sat", checked_name(name, self.taken), {"owner": owner})

    def add_device(self, seat: str, owner: str) -> Draft | None:
        """Give a seat to another token, too."""
        if seat not in self.chairs or not self.chairs[seat].is_person:
            raise Refused(f"nobody called {seat} sits here any more")
        if owner in self.chairs[seat].owners:
            return None
        if self.seat_of(owner):
            raise Refused(f"you sit here already, as {self.seat_of(owner)}")
        return Draft("device", seat, {"owner": owner})

    def add_bot(self, by: str | None, kind: str) -> Draft:
        """Let a bot take a seat."""
        self._check_host(by)
        self._check_room()
        name = next(name for name in BOT_NAMES if self._is_free(name))
        return Draft("bot", name, {"kind": kind})

    def remove(self, by: str | None, seat: str) -> Draft:
        """Let somebody go: oneself, or, if one is the host, anybody."""
        if seat not in self.chairs:
            raise Refused(f"nobody called {seat} sits here")
        if by != seat:
            self._check_host(by)
            if self.playing and self.game is not None and seat in self.game.seats:
                raise Refused("nobody is sent away in the middle of a game")
        return Draft("left", seat, {})

    def change(self, by: str | None, settings: Settings) -> Draft:
        """Set other rules or clocks, between games."""
        self._check_host(by)
        if self.playing:
            raise Refused("this can be changed when the game is over")
        settings.rules()
        if len(self.chairs) > settings.seats:
            raise Refused(f"{len(self.chairs)} sit here already")
        return Draft("changed", by, {"settings": settings.model_dump(mode="json")})

    def start(self, by: str | None) -> Draft:
        """Begin a game; the winner of the last one starts it."""
        if self.playing:
            raise Refused("the game has begun already")
        if by not in self.chairs or (self.game is None and by != self.host):
            raise Refused(f"{self.host or 'the host'} starts the game")
        names = list(self.chairs)
        if len(names) < 2:
            raise Refused("it takes at least two: add a bot or send somebody the link")
        first = DICE.choice(names)
        if self.game is not None and self.game.winner in names:
            first = str(self.game.winner)
        place = names.index(first)
        seats = names[place:] + names[:place]
        game = Game(seats, self.settings.rules(len(seats)), 0, drive_chance=True)
        let_chance_move(game)
        return Draft("started", by, {"seats": seats, "plies": plies_of(game, 0)})

    def answer(self, seat: str | None, question: int, move: str, by: str = PERSON) -> Draft:
        """Make a move in answer to a question."""
        if self.game is None or seat not in self.game.seats:
            raise Refused("you are not in this game")
        if not self.playing or question != self.question:
            raise TooLate(self._news(seat))
        twin = self.game.copy()
        done = len(twin.moves)
        try:
            twin.push(move, seat)
        except IllegalMove as error:
            if seat in self.game.pending:
                raise Refused(str(error)) from None
            raise TooLate(self._news(seat)) from None
        let_chance_move(twin)
        body = {"question": question, "plies": plies_of(twin, done), "by": by}
        if twin.over:
            body["ends"] = True
        return Draft("moved", seat, body)

    def _news(self, seat: str) -> str:
        """Why an answer comes too late."""
        assert self.game is not None
        if self.game.over:
            return "Too late: the game is over."
        asked = ", ".join(self.game.pending)
        return f"That is decided already: somebody was faster. Now it is for {asked} to answer."

    def more_time(self, seat: str | None, question: int) -> Draft:
        """Start the clock of a question anew."""
        if not self.playing or self.deadline is None or question != self.question:
            raise Refused("no clock is running for that")
        if seat not in self.chairs or self.game is None or seat not in self.game.pending:
            raise Refused("only who is asked can take more time")
        if self.mores >= MORE_TIMES:
            raise Refused("there is no more time for this question")
        return Draft("more", seat, {"question": question})

    def say(self, seat: str | None, text: str) -> Draft:
        """Chat."""
        if seat not in self.chairs:
            raise Refused("only who sits here can chat")
        return Draft("said", seat, {"text": checked_text(text, CHAT_LENGTH)})

    def react(self, seat: str | None, emoji: str) -> Draft:
        """Show a feeling."""
        if seat not in self.chairs:
            raise Refused("only who sits here can do that")
        if emoji not in EMOJIS:
            raise Refused(f"a reaction is one of {' '.join(EMOJIS)}")
        return Draft("reacted", seat, {"emoji": emoji})

    def arrive(self, seat: str, worker: str) -> Draft | None:
        """A person is connected."""
        chair = self.chairs.get(seat)
        if chair is None or not chair.is_person or worker in chair.workers:
            return None
        return Draft("here", seat, {"worker": worker})

    def depart(self, seat: str, worker: str) -> Draft | None:
        """A person is not connected to a worker any more."""
        chair = self.chairs.get(seat)
        if chair is None or worker not in chair.workers:
            return None
        return Draft("gone", seat, {"worker": worker})

    def stand_in(self, seat: str) -> Draft | None:
        """A bot plays for a person who is away."""
        chair = self.chairs.get(seat)
        if chair is None or not chair.is_person or chair.workers or chair.stand_in:
            return None
        return Draft("stood_in", seat, {"kind": STAND_IN})

    @property
    def taken(self) -> tuple[str, ...]:
        """Names at the table."""
        return tuple(self.chairs)

    def _is_free(self, name: str) -> bool:
        try:
            checked_name(name, self.taken)
        except Refused:
            return False
        return True

    def _check_room(self) -> None:
        if self.playing:
            raise Refused("a game is going on: you can watch, and sit down when it is over")
        if len(self.chairs) >= self.settings.seats:
            raise Refused("all seats are taken")

    def _check_host(self, by: str | None) -> None:
        if by is None or by != self.host:
            raise Refused(f"only {self.host or 'the host'} can do that")


def goes_on(before: Question, after: Question, move: str) -> bool:
    """Whether it is still the same question, which others have not answered yet."""
    return move.startswith(ANSWERS) and replace(before, asked=()) == replace(after, asked=())


def let_chance_move(game: Game) -> None:
    """Draw what is to be drawn, with random numbers that nobody can guess."""
    while game.to_move == CHANCE:
        outcomes = game.outcomes
        game.push(DICE.choices(list(outcomes), list(outcomes.values()))[0])


def plies_of(game: Game, done: int) -> list[list[str]]:
    """The moves of a game after the first ones."""
    return [[seat, str(move)] for seat, move in game.moves[done:]]


def fixed_move(view: View) -> Move:
    """What is played for somebody whose clock has run out. It never bluffs: pass, income, a coup
    if it is forced, the first card; of cards to show, one that proves the claim."""
    proving = [m for m in view.legal_moves if m.verb == "reveal" and m.role in view.question.roles]
    return proving[0] if proving else default_move(view.legal_moves)


def fold(table_id: str, entries: Iterable[Entry]) -> Table:
    """The table that a log makes."""
    table = Table(table_id)
    for entry in entries:
        table.apply(entry)
    return table


def record_of(entries: Iterable[Entry], number: int) -> Record | None:
    """The record of one of a table's games, if it is over."""
    table = Table("")
    for entry in entries:
        table.apply(entry)
        if table.games == number and table.game is not None and table.game.over:
            players = {each.name: each.kind for each in table.chairs.values()}
            return Record.of(
                table.game,
                players={seat: players.get(seat, PERSON) for seat in table.game.seats},
                played=datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds"),
            )
    return None
