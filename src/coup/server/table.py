"""A table: the state that its log describes.

`after` gives the table after the next entry. `drafts` decides what may be added to the log. Neither
knows anything of databases, sockets or processes.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zlib import crc32

from coup.game import Game
from coup.records import Record, fairness
from coup.rules.errors import CoupError
from coup.server.entry import Entry, Listing
from coup.server.settings import Settings
from coup.view import Question, View

PERSON = "person"
STAND_IN = "honest"
"""The bot that plays for people who are away: it never bluffs."""
CHAT_KEPT = 200
IDS_KEPT = 12  # for a quick answer to repeated messages; the log takes no id twice anyway
MARKS = 4096  # bits
ANSWERS = ("pass", "challenge", "block")


class Unreadable(CoupError):
    """A log that cannot have happened; the message says where and why.

    where: the number of the entry.
    """

    def __init__(self, where: int, why: str) -> None:
        super().__init__(f"entry {where} {why}")
        self.where = where


@dataclass
class Chair:
    """A player at the table.

    kind: `person`, or a bot's.
    owners: hashes of the tokens that may play it, and since when.
    workers: the workers that the person is connected to, and since when.
    away_since: when the last connection was lost; None while there is one.
    stand_in: the bot that plays for a person who is away, if any.
    won: games at this table.
    sat_as: the player's name on sitting down.
    since: the number of the entry with which the player sat down.
    keys: how often a device was sent away; each time the personal link changes.
    plays_on: whether it is a bot that finishes a game for a person who has left.
    """

    name: str
    kind: str
    owners: dict[str, float] = field(default_factory=dict)
    workers: dict[str, float] = field(default_factory=dict)
    away_since: float | None = None
    stand_in: str | None = None
    won: int = 0
    sat_as: str = ""
    since: int = 0
    keys: int = 0
    plays_on: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person owns this seat, present or away."""
        return self.kind == PERSON

    @property
    def bot(self) -> str | None:
        """The bot that answers for this seat, if one does."""
        return self.stand_in if self.is_person else self.kind

    def copy(self) -> "Chair":
        """A copy that can be changed without changing this one."""
        return replace(self, owners=self.owners.copy(), workers=self.workers.copy())


class Said(NamedTuple):
    """A line of chat, or an emoji."""

    seat: str
    text: str
    at: float
    emoji: bool


class Past(NamedTuple):
    """A finished game of a table.

    number: its number at the table.
    at: when it ended.
    """

    number: int
    seats: tuple[str, ...]
    winner: str | None
    turns: int
    at: float


class Table:
    """The state of a table after some entries of its log.

    Its values, except the game, are replaced and never changed, so that tables can share them.
    """

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.number = 0
        self.settings = Settings()
        self.creator = ""
        self.chairs: dict[str, Chair] = {}
        self.appointed: str | None = None
        self.closed = ""  # why, once it is
        self.game: Game | None = None
        self.games = 0
        self.sealed: str | None = None  # the secret for the next game's luck
        self.secret: str | None = None  # for this game's
        self.first = fairness.DRAWN
        self.endings: dict[str, dict[str, Any]] = {}  # what all are sent after it, by language
        self.last: Question | None = None
        self.question = 0  # how many moves there were when it was asked
        self.asked_at = 0.0
        self.deadline: float | None = None
        self.mores = 0
        self.ready: frozenset[str] = frozenset()  # the people who want the next game
        self.late: frozenset[int] = frozenset()  # the events that the clock played
        self.hurried = False  # bots do not pause in this game
        self.past: tuple[Past, ...] = ()
        self.renamed: dict[str, str] = {}  # names changed since the last game began, new to old
        self.barred: dict[str, int] = {}  # owners sent away, and until which game
        self.chat: tuple[Said, ...] = ()
        self.chatted = 0  # lines in total; the last ones are kept
        self.ids: dict[str, int] = {}  # of the last messages, with the numbers of their entries
        self.marks = 0  # a Bloom filter of all message ids
        self.moves = 0

    # What it says.

    @property
    def status(self) -> str:
        """Whether people are sitting down, playing, or have played."""
        if self.closed:
            return "closed"
        if self.game is None:
            return "waiting"
        return "over" if self.game.over else "playing"

    @property
    def playing(self) -> bool:
        """Whether a game is being played."""
        return self.status == "playing"

    @property
    def people(self) -> list[Chair]:
        """The chairs of people, not of bots."""
        return [chair for chair in self.chairs.values() if chair.is_person]

    @property
    def present(self) -> bool:
        """Whether any person is connected."""
        return not self.closed and any(chair.workers for chair in self.people)

    @property
    def host(self) -> str | None:
        """The name of the host: the person who was appointed, or who has sat here longest."""
        names = [chair.name for chair in self.people]
        return self.appointed if self.appointed in names else next(iter(names), None)

    @property
    def all_ready(self) -> bool:
        """Whether everybody present is ready for the next game."""
        here = [chair.name for chair in self.people if chair.workers]
        return self.status == "over" and bool(here) and self.ready.issuperset(here)

    @property
    def only_bots_play(self) -> bool:
        """Whether no person who is present still plays in the game."""
        alive = self.game.alive if self.game is not None and self.playing else ()
        return bool(alive) and all(self.chairs[seat].bot for seat in alive)

    @property
    def luck(self) -> fairness.Luck | None:
        """The luck of this game; None if it began before luck could be checked."""
        if self.game is None or self.secret is None:
            return None
        return fairness.Luck(self.secret, self.game.seats)

    @property
    def champion(self) -> str | None:
        """The winner of the last game, by their current name."""
        winner = self.game.winner if self.game is not None else None
        return next((new for new, old in self.renamed.items() if old == winner), winner)

    def is_barred(self, owner: str) -> bool:
        """Whether a token was sent away, and no game has been finished since."""
        return self.games < self.barred.get(owner, 0)

    def may_know(self, message_id: str) -> bool:
        """Whether a message may be in the log. False is certain; otherwise the log must be
        asked."""
        return bool(self.marks & mark_of(message_id))

    def seat_of(self, owner: str) -> str | None:
        """The seat that a token may play, by its hash."""
        return next((c.name for c in self.chairs.values() if owner in c.owners), None)

    def view(self, seat: str | None) -> View | None:
        """The game as a seat sees it; those who sat down later see what spectators see."""
        if self.game is None:
            return None
        played = self.renamed.get(seat, seat) if seat else None
        return self.game.view(played if played in self.game.seats else None)

    @property
    def listing(self) -> Listing:
        """The table's row in the index."""
        summary = {
            "ruleset": self.settings.ruleset,
            "house_rules": bool(self.settings.house_rules),
            "seats": self.settings.seats,
            "clock": self.settings.clock,
            "people": [each.name for each in self.people],
            "bots": [each.name for each in self.chairs.values() if not each.is_person],
        }
        status = self.status if self.host or self.closed else "empty"
        return Listing(self.creator, self.settings.public, status, self.present, summary)

    def is_listed_like(self, other: "Table") -> bool:
        """Whether its row in the index is certainly the same as another table's."""
        same = self.chairs is other.chairs and self.settings is other.settings
        return same and self.status == other.status

    # Applying the log.

    def after(self, entry: Entry) -> "Table":
        """The table after the next entry; this one stays unchanged.

        Raises `Unreadable` if the entry cannot follow.
        """
        twin = copy(self)
        if entry.kind == "moved":
            twin.game = self.game and self.game.copy()
        twin.take_in(entry)
        return twin

    def take_in(self, entry: Entry) -> None:
        """Apply the next entry in place; if that fails, this table must not be used any more."""
        if entry.number != self.number + 1 or self.closed:
            after = "the closing of the table" if self.closed else f"{self.number}"
            raise Unreadable(entry.number, f"cannot follow {after}")
        if not isinstance(entry.body, dict):
            raise Unreadable(entry.number, f"({entry.kind:.20}) cannot be taken in: no JSON object")
        try:
            getattr(self, f"_{entry.kind}")(entry)
        except Exception as error:
            why = f"({entry.kind:.20}) cannot be taken in: {type(error).__name__}: {error}"
            raise Unreadable(entry.number, why) from error
        self.number = entry.number
        if entry.message_id:
            self._remember(entry.message_id, entry.number)

    def _remember(self, message_id: str, number: int) -> None:
        self.marks |= mark_of(message_id)
        self.ids = {**self.ids, message_id: number}
        if len(self.ids) > IDS_KEPT:
            del self.ids[next(iter(self.ids))]

    def _chair(self, entry: Entry) -> Chair:
        """A copy of the chair that an entry is about, to be changed."""
        return self._put(self.chairs[str(entry.seat)].copy())

    def _put(self, chair: Chair) -> Chair:
        """Put a chair at the table."""
        self.chairs = {**self.chairs, chair.name: chair}
        return chair

    def _opened(self, entry: Entry) -> None:
        self.creator = entry.body["creator"]
        self.sealed = entry.body.get("secret")
        self._changed(entry)

    def _changed(self, entry: Entry) -> None:
        self.settings = Settings.model_validate(entry.body["settings"])

    def _sealed(self, entry: Entry) -> None:
        self.sealed = entry.body["secret"]

    def _closed(self, entry: Entry) -> None:
        self.closed = entry.body["why"]

    def _sat(self, entry: Entry) -> None:
        name, owners = str(entry.seat), {entry.body["owner"]: entry.at}
        chair = Chair(name, PERSON, owners, away_since=entry.at, sat_as=name, since=entry.number)
        self._put(chair)

    def _device(self, entry: Entry) -> None:
        self._chair(entry).owners[entry.body["owner"]] = entry.at

    def _revoked(self, entry: Entry) -> None:
        chair = self._chair(entry)
        del chair.owners[entry.body["owner"]]
        chair.keys += 1

    def _bot(self, entry: Entry) -> None:
        self._put(Chair(str(entry.seat), entry.body["kind"]))

    def _renamed(self, entry: Entry) -> None:
        old, new = str(entry.seat), entry.body["name"]
        chairs = [replace(c, name=new) if c.name == old else c for c in self.chairs.values()]
        self.chairs = {chair.name: chair for chair in chairs}
        self.ready = frozenset(new if name == old else name for name in self.ready)
        self.appointed = new if self.appointed == old else self.appointed
        kept = {name: played for name, played in self.renamed.items() if name != old}
        self.renamed = kept | {new: self.renamed.get(old, old)}

    def _left(self, entry: Entry) -> None:
        chair = self.chairs[str(entry.seat)]
        self.ready -= {chair.name}
        if entry.body.get("by") not in (None, chair.name):
            self.barred = self.barred | dict.fromkeys(chair.owners, self.games + 1)
        in_game = self.playing and self.game is not None and chair.name in self.game.seats
        if in_game and not chair.plays_on:
            self._put(Chair(chair.name, STAND_IN, won=chair.won, plays_on=True))
        else:
            self.chairs = {k: v for k, v in self.chairs.items() if k != chair.name}

    def _hosted(self, entry: Entry) -> None:
        self.appointed = self.chairs[str(entry.seat)].name

    def _started(self, entry: Entry) -> None:
        self.games += 1
        self.moves = 0
        self.last = None
        self.endings = {}
        self.ready, self.late, self.hurried = frozenset(), frozenset(), False
        self.renamed = {}
        self.secret, self.sealed = self.sealed, entry.body.get("next", self.sealed)
        if "next" not in entry.body:
            self.secret = None  # it began before luck could be checked
        self.first = entry.body.get("first", fairness.DRAWN)
        seats = entry.body["seats"]
        self.game = Game(seats, self.settings.rules(len(seats)), 0, drive_chance=True)
        self._push(entry)

    def _moved(self, entry: Entry) -> None:
        self.moves += 1
        if entry.body.get("by") == "clock" and self.game is not None:
            self.late |= {len(self.game.events)}
        self._push(entry)

    def _push(self, entry: Entry) -> None:
        """Make moves, including those of chance, and see what is asked next."""
        game, plies = self.game, entry.body["plies"]
        assert game is not None
        for seat, move in plies:
            game.push(move, seat)
        game.let_go()
        if game.over:
            self.deadline = None
            self.past += (Past(self.games, game.seats, game.winner, game.turn, entry.at),)
            if game.winner:
                winner = self.chairs[game.winner]
                self._put(replace(winner, won=winner.won + 1))
            return
        asked = game.question
        before, self.last = self.last, asked
        if before is None or not goes_on(before, asked, plies[0][1]):
            self.question = self.moves
            self.mores = 0
        elif set(asked.asked) <= set(before.asked):
            return  # the others are still to answer; the clock keeps running
        self._ask(entry.at)

    def _ask(self, at: float) -> None:
        """Start the clock for everybody who is asked."""
        self.asked_at = at
        self._set_clock(at)

    def _set_clock(self, at: float) -> None:
        self.deadline = None if self.settings.clock is None else at + self.settings.clock

    def _more(self, entry: Entry) -> None:
        self.mores += 1
        self._set_clock(entry.at)

    def _ended(self, entry: Entry) -> None:
        self.game = self.secret = self.deadline = None

    def _ready(self, entry: Entry) -> None:
        seat = {self.chairs[str(entry.seat)].name}
        self.ready = self.ready | seat if entry.body["ready"] else self.ready - seat

    def _hurried(self, entry: Entry) -> None:
        self.hurried = True

    def _said(self, entry: Entry) -> None:
        self._add_to_chat(Said(str(entry.seat), entry.body["text"], entry.at, False))

    def _reacted(self, entry: Entry) -> None:
        self._add_to_chat(Said(str(entry.seat), entry.body["emoji"], entry.at, True))

    def _add_to_chat(self, said: Said) -> None:
        self.chat = (*self.chat, said)[-CHAT_KEPT:]
        self.chatted += 1

    def _here(self, entry: Entry) -> None:
        if self.playing and not self.present:
            self._ask(entry.at)  # the game was paused while nobody was there
        chair = self._chair(entry)
        chair.workers[entry.body["worker"]] = entry.at
        chair.away_since = chair.stand_in = None

    def _gone(self, entry: Entry) -> None:
        chair = self._chair(entry)
        chair.workers.pop(entry.body["worker"], None)
        if not chair.workers:
            chair.away_since = entry.at

    def _stood_in(self, entry: Entry) -> None:
        self._chair(entry).stand_in = entry.body["kind"]


def mark_of(message_id: str) -> int:
    """The bit of a message in the Bloom filter."""
    return 1 << crc32(message_id.encode()) % MARKS


def goes_on(before: Question, after: Question, move: str) -> bool:
    """Whether it is still the same question, which others have yet to answer."""
    return move.startswith(ANSWERS) and replace(before, asked=()) == replace(after, asked=())


def fold(table_id: str, entries: Iterable[Entry]) -> Table:
    """The table after a log."""
    table = Table(table_id)
    for entry in entries:
        table.take_in(entry)
    return table


def record_of(entries: Iterable[Entry], number: int) -> Record | None:
    """The record of one of a table's games, if it is over.

    entries: the table's log; moves of other games may be left out.
    """
    table = Table("")
    for entry in entries:
        table.number = entry.number - 1
        table.take_in(entry)
        if table.games == number and table.status == "over":
            return record_at_the_end(table, entry.at)
    return None


def record_at_the_end(table: Table, at: float) -> Record:
    """The record of the game that is over at a table.

    at: when it ended.
    """
    assert table.game is not None
    kinds = {each.name: each.kind for each in table.chairs.values()}
    return Record.of(
        table.game,
        players={seat: kinds.get(seat, PERSON) for seat in table.game.seats},
        played=datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds"),
        fair=fairness.opened(table.secret, table.first) if table.secret else {},
    )
