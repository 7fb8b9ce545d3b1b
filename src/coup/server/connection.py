"""One client's socket: checks and carries out what the client sends, and always sends it the newest
state of its table. A slow client misses states in between, never a line of the story."""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, NoReturn

from coup.languages import refusal, speaking
from coup.server import drafts, metrics
from coup.server import messages as m
from coup.server.drafts import TooLate
from coup.server.entry import Draft
from coup.server.hall import Hall
from coup.server.metrics import note_failure
from coup.server.naming import Refused
from coup.server.payload import state_for
from coup.server.place import Place
from coup.server.rates import Bucket
from coup.server.table import Table
from coup.server.tokens import People, Person
from coup.server.websocket import FAILED, INVALID, TOO_MANY, Disconnected, Wire

logger = logging.getLogger("coup.server.connection")
RATE, BURST = 10.0, 40.0  # messages a second
PATIENCE = 100  # messages over the rate, after which a client is disconnected
HELLO_SECONDS = 10.0
ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class Connection:
    """A client at a table."""

    __slots__ = (
        "asking",
        "bucket",
        "changed",
        "chatted",
        "hall",
        "language",
        "patience",
        "people",
        "person",
        "place",
        "replies",
        "seat",
        "sender",
        "shown",
        "told",
        "wire",
    )

    def __init__(self, wire: Wire, hall: Hall, people: People, person: Person) -> None:
        self.wire = wire
        self.hall = hall
        self.people = people
        self.person = person
        self.place: Place | None = None
        self.seat: str | None = None
        self.language = "en"
        self.told = (0, 0)
        self.chatted = 0
        self.replies: list[dict[str, Any]] = []
        self.changed = False
        self.asking = False  # a request is being carried out: no state goes before its reply
        self.sender: asyncio.Task[None] | None = None
        self.shown = 0  # the last entry that the client has seen the table with
        self.bucket = Bucket(RATE, BURST)
        self.patience = PATIENCE

    def wake(self) -> None:
        """The table has changed."""
        self.changed = True
        if self.sender is None and not self.asking and not self.wire.closed:
            self.sender = asyncio.create_task(self._send_what_is_new())

    async def run(self) -> None:
        """Serve the client until it disconnects."""
        try:
            await self.wire.accept()
            await self._serve(await self._greet())
        except Disconnected:
            return
        except Exception as error:
            await self._fail("a connection failed", error)

    async def _fail(self, what: str, error: Exception) -> None:
        """Log an error and close the socket; the client can connect again."""
        note_failure(logger, what, error)
        with suppress(Disconnected):
            await self.wire.close(FAILED)

    # Coming and going.

    async def _greet(self) -> str:
        """Wait for the first message; the id of the table that the client wants."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                text = await self.wire.hear()
            hello = m.parse(text)
        except TimeoutError:
            raise Disconnected from None
        except m.BadMessage as error:
            await self._refuse_and_close("bad_message", str(error))
        if not isinstance(hello, m.Hello):
            await self._refuse_and_close("bad_message", "the first message is a hello")
        self.language = hello.lang
        if hello.token is not None:
            self.person = self.people.recognise(hello.token)
        return str(hello.table)

    @property
    def owner(self) -> str:
        """The client's owner id at this table."""
        assert self.place is not None
        return self.person.at(self.place.table)

    async def _refuse_and_close(self, code: str, why: str) -> NoReturn:
        metrics.REFUSALS.labels(code).inc()
        await self.wire.tell(dumps(self._refused(code, why)))
        await self.wire.close(INVALID)
        raise Disconnected

    async def _serve(self, table_id: str) -> None:
        """Sit at the table, or watch it, until the client goes."""
        try:
            async with self.hall.visit(table_id) as self.place:
                self.asking = True  # to be here, which the first state shows
                self.place.join(self)
                try:
                    await self.place.settle()
                    self.asking = False
                    self.wake()
                    await self._receive()
                finally:
                    self.place.leave(self)
                    await self._stop_sending()
        except Refused as error:
            await self._refuse_and_close("no_table", str(error))

    async def _stop_sending(self) -> None:
        if self.sender is not None:
            self.sender.cancel()
            await asyncio.gather(self.sender, return_exceptions=True)

    # What it gets.

    async def _send_what_is_new(self) -> None:
        """Send until nothing is new. While nothing is new, there is no task and nothing is held."""
        try:
            while self.changed:
                self.changed = False
                await self._send()
        except Disconnected:
            return
        except Exception as error:
            await self._fail("sending failed", error)
        finally:
            self.sender = None

    async def _send(self) -> None:
        assert self.place is not None
        replies, self.replies = self.replies, []
        # What a request changes from now on is shown after its reply, which is not among these.
        table = None if self.asking else self.place.table
        for reply in replies:
            await self.wire.tell(dumps(reply))
        if self.place.gone is not None:
            await self._refuse_and_close("no_table", str(self.place.gone))
        if table is not None and table.number != self.shown:
            self.shown = table.number
            await self.wire.tell(dumps(self._state(table)))

    def _state(self, table: Table) -> dict[str, Any]:
        seat = table.seat_of(self.owner)
        if seat != self.seat:
            self.seat = seat
            self.told = (0, 0)  # what is private to the seat is told from the beginning
        with speaking(self.language):
            state = state_for(table, self.seat, self.told, self.chatted)
        story = state["view"]["story"] if state["view"] else None
        self.told = (table.games, story["from"] + len(story["lines"]) if story else 0)
        self.chatted = table.chatted
        return state

    def _refused(self, code: str, why: str, message_id: str | None = None) -> dict[str, Any]:
        """A refusal, in the client's language."""
        with speaking(self.language):
            return m.refused(code, refusal(why), message_id)

    def reply(self, message: dict[str, Any]) -> None:
        """Send an answer to a request, before the next state."""
        if message is not m.PONG or m.PONG not in self.replies:  # one pong answers many pings
            self.replies.append(message)
        self.wake()

    # What it sends.

    async def _receive(self) -> None:
        while True:
            text = await self.wire.hear()
            in_time = self.bucket.take()
            try:
                message = m.parse(text)
            except m.BadMessage as error:
                metrics.REFUSALS.labels("bad_message").inc()
                self.reply(self._refused("bad_message", str(error), error.message_id))
                message = None
            if not in_time:
                await self._slow_down(getattr(message, "id", None))
            elif message is not None:
                metrics.MESSAGES.labels(message.type).inc()
                self.asking = True
                reply = await self._carry_out(message)
                self.asking = False
                self.reply(reply)

    async def _slow_down(self, message_id: str | None) -> None:
        metrics.REFUSALS.labels("too_fast").inc()
        self.patience -= 1
        if self.patience <= 0:
            await self.wire.close(TOO_MANY)
            raise Disconnected
        why = "that was too fast: wait, and send it again"
        self.reply(self._refused("too_fast", why, message_id))

    async def _carry_out(self, message: Any) -> dict[str, Any]:
        """Do what a message asks for; the reply."""
        if isinstance(message, m.Ping):
            return m.PONG
        if isinstance(message, m.Hello):
            return self._refused("bad_message", "there was a hello already")
        try:
            owner = self.owner or self.person.known()
            assert self.place is not None
            done = await self.place.do(
                lambda table: self._draft(table, message), f"{owner}:{message.id}"
            )
            return m.done(message.id, done.number, done.again)
        except Refused as error:
            code = "late" if isinstance(error, TooLate) else "refused"
            metrics.REFUSALS.labels(code).inc()
            return self._refused(code, str(error), message.id)
        except Exception as error:
            note_failure(logger, "a message failed", error, message_type=message.type)
            why = "the server could not do that just now: try again"
            return self._refused("internal", why, message.id)

    def _draft(self, table: Table, message: Any) -> Draft:
        """The draft that a message asks for."""
        seat = table.seat_of(self.owner)
        match message:
            case m.Answer():
                return drafts.answer(table, seat, message.question, message.move)
            case m.MoreTime():
                return drafts.more_time(table, seat, message.question)
            case m.Sit():
                return drafts.sit(table, message.name, self.owner if seat else self.person.known())
            case m.Rename():
                return drafts.rename(table, seat, message.name)
            case m.Leave():
                if seat is None:
                    raise Refused("you do not sit here")
                return drafts.remove(table, seat, seat)
            case m.AddBot():
                self.hall.bots.check(message.kind, table.settings.rules())
                return drafts.add_bot(table, seat, message.kind)
            case m.Remove():
                return drafts.remove(table, seat, message.seat)
            case m.Change():
                for chair in table.chairs.values():
                    if not chair.is_person:
                        self.hall.bots.check(chair.kind, message.settings.rules())
                return drafts.change(table, seat, message.settings)
            case m.Start():
                return drafts.start_or_wait(table, seat)
            case m.Ready():
                return drafts.ready(table, seat, message.ready)
            case m.SetPace():
                return drafts.set_pace(table, seat, message.pace)
            case m.Hurry():
                return drafts.hurry(table, seat)
            case m.Say():
                return drafts.say(table, seat, message.text)
            case m.React():
                return drafts.react(table, seat, message.emoji)
        raise Refused(f"there is no message {message.type}")


def dumps(message: dict[str, Any]) -> str:
    """A message as it is sent."""
    return ENCODER.encode(message)
