"""The simulation as a whole: workers, people, failures, and what must be true in the end."""

import asyncio
import contextlib
import logging
import random
import secrets
import traceback
import warnings
from collections.abc import Callable, Coroutine, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa

from coup.server.config import Config
from coup.server.entry import Entry
from coup.server.hall import Hall
from coup.server.metrics import TROUBLES
from coup.server.naming import Refused
from coup.server.rest.tables import NewTable, open_and_sit
from coup.server.schema import log, tables
from coup.server.settings import RulesetName, Settings
from coup.server.store import Store
from coup.server.table import Table, Unreadable, fold
from coup.server.table_bots import Bots
from tests.server.simulation.database import Server, SimulatedDatabase, Weather
from tests.server.simulation.errands import ERRANDS
from tests.server.simulation.loop import PROCESS, SimulatedLoop
from tests.server.simulation.people import LONGEST, PEOPLE, Person, Socket, serve

STORM = 8.0  # seconds with failures
SOON = LONGEST + 6.0  # seconds until everybody has seen everything
CALM = 900.0  # seconds at most until all is settled
PACE = 0.05
BROKEN = "broken"
PLAYED: tuple[RulesetName, ...] = ("classic", "classic", "coup2022", "inquisitor", "reformation")
AT_ONCE = 5.0  # seconds that a copy of a request can be on its way


@dataclass(frozen=True)
class Plan:
    """The parameters of a seed: how many of everything, and how many failures.

    whims: how many of these requests a person makes.
    """

    workers: int
    tables: int
    people: int
    weather: Weather
    kills: bool = False
    cancels: bool = False
    jumps: bool = False
    restarts: bool = False
    unreadable: bool = False
    fills: bool = False
    whims: tuple[int, ...] = (0,)


def plan_of(dice: Random) -> Plan:
    """Mostly fine, or bad in one or several ways."""

    def sometimes() -> bool:
        return dice.random() < 0.4

    if dice.random() < 0.1:
        return busy(dice)
    bad = dice.choice((0.0, 0.0, 0.02, 0.1))
    return Plan(
        workers=dice.choice((1, 1, 2, 3)),
        tables=dice.choice((1, 2, 4)),
        people=dice.choice((2, 3)),
        weather=Weather(bad, bad, bad),
        kills=sometimes(),
        cancels=sometimes(),
        jumps=sometimes(),
        restarts=sometimes(),
        unreadable=sometimes(),
        fills=sometimes(),
        whims=dice.choice(((0,), (0, 6), (12,))),
    )


def busy(dice: Random) -> Plan:
    """Several workers write to the same tables at the same time, and the database is slow."""
    return Plan(dice.choice((2, 3)), tables=6, people=2, weather=Weather(takes=0.05))


class Worker:
    """A process of the server, which can be killed."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.name = f"worker{number}"
        self.jump = 0.0
        database = SimulatedDatabase(world.database)
        store = Store(database, self.now, self.name)
        self.hall: Hall = Hall(store, Bots(), PACE, now=self.now)
        self.sockets: dict[Socket, asyncio.Task[None]] = {}
        self.requests: list[asyncio.Task[None]] = []
        self.open = False
        self.task = self.spawn(self._start())

    def now(self) -> float:
        return self.world.database.clock() + self.jump

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in this process."""
        context = copy_context()
        context.run(PROCESS.set, self.name)
        task = asyncio.get_running_loop().create_task(work, context=context)
        self.world.watch(task)
        return task

    async def _start(self) -> None:
        try:
            await self.hall.start()
        except TROUBLES:  # the process ends, and is started again
            self.world.replace(self)
            return
        self.open = True
        self.world.note(f"{self.name} is open")

    def request(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a request over HTTP."""
        self.requests.append(self.spawn(work))
        return self.requests[-1]

    @property
    def serving(self) -> list[asyncio.Task[None]]:
        """The tasks of all current clients."""
        tasks = (*self.sockets.values(), *self.requests)
        return [task for task in tasks if not task.done()]

    def connect(self, person: Person) -> Socket:
        """Connect a person."""
        socket = Socket(self.world.dice)
        connection = serve(self, person, socket)
        self.sockets[socket] = task = self.spawn(connection.run())
        self.world.note(f"{person.name} of {person.table} connects to {self.name}")
        task.add_done_callback(lambda _: self._served(person, socket))
        return socket

    def _served(self, person: Person, socket: Socket) -> None:
        self.world.note(f"{self.name} has served {person.name} of {person.table}")
        socket.cut(0)

    def kill(self) -> None:
        """Kill the process, without any clean-up."""
        self.world.note(f"{self.name} is killed")
        self.open = False
        self.world.loop.dead.add(self.name)
        self.world.database.forget(self.name)
        for socket in self.sockets:
            socket.cut(0)

    async def stop(self) -> None:
        """Stop the process, as on SIGTERM."""
        self.world.note(f"{self.name} is told to stop")
        self.open = False
        for socket in self.sockets:
            socket.cut(0)
        await asyncio.gather(*self.sockets.values(), return_exceptions=True)
        await self.hall.close()


class World:
    """One run of the simulation."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = Random(seed)
        self.plan = plan_of(self.dice)
        self.loop = SimulatedLoop(self.dice)
        self.context = copy_context()
        self.quiet = False
        self.people: list[Person] = []
        self.workers: list[Worker] = []
        self.born = 0
        self.database: Server
        self.faults: list[str] = []
        self.carried_out: set[str] = set()  # kinds of requests
        self.story: list[str] = []

    def note(self, what: str) -> None:
        """Log an event, for the traces of faults."""
        self.story.append(f"{self.loop.time():8.3f} {what}")

    @property
    def open_workers(self) -> list[Worker]:
        return [worker for worker in self.workers if worker.open]

    def run(self) -> list[str]:
        """Run the simulation; the faults found."""
        with seeded(self.dice, self.loop), listening(self):
            try:
                self.loop.run_until_complete(self._live())
            finally:
                faults = self.faults
                self.faults = []
                self._bury()
        return faults

    def _bury(self) -> None:
        """Close tasks that stopped in the middle. What they would still do does not matter."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for task in self.loop.tasks:
                with contextlib.suppress(BaseException):
                    task.get_coro().close()
            self.loop.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something outside of all processes."""
        task = self.loop.create_task(work, context=self.context.copy())
        self.watch(task)
        return task

    def watch(self, task: asyncio.Task[Any]) -> None:
        """Note a fault if a task ends with an error, except for those that a failing database
        causes."""
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, TROUBLES):
            self.wrong(error)

    def wrong(self, error: BaseException) -> None:
        """Note an error."""
        self.faults.append("".join(traceback.format_exception(error)))

    # Events.

    async def _live(self) -> None:
        self.database = Server(self.dice, self.note, self.plan.workers > 1)
        if self.plan.unreadable:
            self.database.run(unreadable_table(), keep=True)
        for _ in range(self.plan.workers):
            self._bear()
        opening = [self.spawn(self._open_table()) for _ in range(self.plan.tables)]
        await self._until(lambda: bool(self.open_workers))
        self.database.weather = self.plan.weather
        storm = [self.spawn(each) for each in self._troubles()]
        await asyncio.sleep(STORM)
        self.quiet = True
        self.note("the storm is over")
        self.database.weather = Weather()
        await asyncio.gather(*storm, *opening)
        for person in self.people:
            if self.dice.random() < 0.2:
                person.leave_for_good()
        await self._settle()
        self._check()

    def _bear(self) -> None:
        self.born += 1
        self.workers.append(Worker(self, self.born))

    async def _open_table(self) -> None:
        """A host opens a table with a bot; others join, and some only look in."""
        await self._until(lambda: bool(self.open_workers))
        dice = self.dice
        host = Person(self, "", "host", dice.choice((None, 1.0, 5.0)))
        host.table = await self._request_table(host)
        self.join(host)
        for number in range(1, self.plan.people):
            patience = dice.choice((None, 0.05, 0.5, 5.0))
            self.join(Person(self, host.table, f"guest{number}", patience))

    def join(self, person: Person) -> None:
        """Add a person to a table."""
        self.people.append(person)
        self.spawn(person.live())

    async def _request_table(self, host: Person) -> str:
        """Request a table until one request is answered."""
        settings = settings_of(self.dice)
        bots = ["honest"] * (4 if settings.seats > 6 else 1)
        new = NewTable(name=host.name, bots=bots, settings=settings)
        opened: list[str] = []

        async def request(worker: Worker) -> None:
            state = SimpleNamespace(people=PEOPLE, config=Config("", tables_per_hour=1000))
            asked: Any = SimpleNamespace(app=SimpleNamespace(state=state), scope={"client": None})
            with contextlib.suppress(Refused, *TROUBLES):
                done = await open_and_sit(asked, new, worker.hall, host.owner)
                opened.append(done.table)

        while not opened and not self.faults and self.loop.time() < CALM:
            if self.open_workers:
                worker = self.dice.choice(self.open_workers)
                await self._until(worker.request(request(worker)).done, 10.0)
            await asyncio.sleep(0.2)
        return opened[0] if opened else ""

    def _troubles(self) -> Iterator[Coroutine[Any, Any, None]]:
        yield self._look_in()
        yield self._repeat(0.7, self._run_errand)
        if self.plan.kills:
            yield self._repeat(2.0, self._kill_or_stop)
        if self.plan.cancels:
            yield self._repeat(0.2, self._cancel)
        if self.plan.jumps:
            yield self._repeat(3.0, self._jump)
        if self.plan.restarts:
            yield self._restart_database()
        if self.plan.fills:
            yield self._fill_disk()

    async def _repeat(self, every: float, act: Callable[[], None]) -> None:
        while not self.quiet:
            await asyncio.sleep(self.dice.expovariate(1 / every))
            if not self.quiet:
                act()

    async def _look_in(self) -> None:
        """Strangers open a window and close it immediately, several at a time."""
        while not self.quiet:
            await asyncio.sleep(self.dice.uniform(0.2, 2.0))
            if self.people and self.open_workers:
                table = self.dice.choice(self.people).table
                worker = self.dice.choice(self.open_workers)
                for _ in range(3):
                    stranger = Person(self, table, "stranger", None)
                    socket = worker.connect(stranger)
                    socket.say({"type": "hello", "v": 1, "table": table, "token": stranger.token})
                    self.loop.call_later(self.dice.uniform(0, 0.1), socket.cut, 0.0)

    def _run_errand(self) -> None:
        if self.people and self.open_workers:
            worker, person = self.dice.choice(self.open_workers), self.dice.choice(self.people)
            self.carry_out(self.dice.choice(list(ERRANDS)), worker, person)

    def carry_out(self, kind: str, worker: Worker, person: Person) -> None:
        """Send a worker a request over HTTP."""
        worker.request(self._run(kind, worker, person))

    async def _run(self, kind: str, worker: Worker, person: Person) -> None:
        self.note(f"{person.name} of {person.table} asks {worker.name}: {kind}")
        with contextlib.suppress(Refused, *TROUBLES):
            await ERRANDS[kind](worker, person)
            self.carried_out.add(kind)

    def _kill_or_stop(self) -> None:
        if not self.open_workers:
            return
        worker = self.dice.choice(self.open_workers)
        if self.dice.random() < 0.7:
            self.replace(worker)
        else:
            stopped = worker.spawn(worker.stop())
            stopped.add_done_callback(lambda _: self._bear(), context=self.context)
            self.workers.remove(worker)

    def replace(self, worker: Worker) -> None:
        """Kill a worker; a new one starts some time later."""
        worker.kill()
        self.workers.remove(worker)
        self.loop.call_later(self.dice.uniform(0.1, 3.0), self._bear, context=self.context)

    def _cancel(self) -> None:
        """Cancel a task wherever it is, as at the end of a process."""
        running = [task for worker in self.open_workers for task in worker.serving]
        if running:
            self.note("the task of a connection or a request is cancelled")
            self.dice.choice(running).cancel()

    def _jump(self) -> None:
        """Set the clock of a worker to a wrong time."""
        if self.workers:
            worker = self.dice.choice(self.workers)
            worker.jump += self.dice.choice((-3600, -20, 20, 3600))
            self.note(f"the clock of {worker.name} is off by {worker.jump} s")

    async def _restart_database(self) -> None:
        await asyncio.sleep(self.dice.uniform(0.5, STORM - 4))
        self.note("the database restarts")
        self.database.restart()
        await asyncio.sleep(self.dice.uniform(0.1, 4.0))
        self.database.down = False

    async def _fill_disk(self) -> None:
        await asyncio.sleep(self.dice.uniform(0.5, STORM - 4))
        self.note("the disk is full")
        self.database.full = True
        await asyncio.sleep(self.dice.uniform(0.1, 6.0))
        self.note("there is room on the disk again")
        self.database.full = False

    async def _until(self, true: Callable[[], bool], longest: float = CALM) -> bool:
        end = self.loop.time() + longest
        while not true() and self.loop.time() < end and not self.faults:
            await asyncio.sleep(0.1)
        return true()

    # Invariants.

    async def _settle(self) -> None:
        """Wait until games are over and everybody has had time to see everything."""
        entries = -1
        while entries != self.database.entries and await self._until(self._settled):
            entries = self.database.entries
            await asyncio.sleep(SOON)

    def _settled(self) -> bool:
        return all(person.settled for person in self.people if person.staying)

    def _check(self) -> None:
        self.note("everything is checked")
        self.faults += check_world(self)


def settings_of(dice: Random) -> Settings:
    """Settings with any ruleset, for short games."""
    ruleset = dice.choice(PLAYED)
    seats = 8 if ruleset == "reformation" else 4
    rules = {"turn_limit": dice.choice((2, 6))}
    return Settings(ruleset=ruleset, seats=seats, house_rules=rules, clock=20, away=10)


def unreadable_table() -> list[tuple[Any, Any]]:
    """A running game with a log that cannot have happened."""
    about = {"creator": "", "created": 0, "updated": 0, "public": True, "summary": {}}
    row = {"id": BROKEN, "status": "playing", "present": True, "driver": "dead", **about}
    entry: dict[str, Any] = {
        "table_id": BROKEN,
        "seat": "ann",
        "body": {},
        "message_id": None,
        "at": 0,
    }
    entries = [
        {**entry, "number": 1, "kind": "opened", "body": {"settings": {}, "creator": ""}},
        {**entry, "number": 2, "kind": "moved", "body": {"plies": []}},
    ]
    return [(sa.insert(tables), [row]), (sa.insert(log), entries)]


def check_world(world: World) -> Iterator[str]:
    """The violated invariants."""
    if world.plan.unreadable and world.database.status(BROKEN) != "aside":
        yield "an unreadable table was not put aside"
    if world.database.deadlocks:
        yield f"{world.database.deadlocks} deadlocks"
    if not world.open_workers:
        yield "no worker is open"
    for table_id in dict.fromkeys(person.table for person in world.people):
        if not table_id:
            yield "a table could not be opened"
            continue
        with world.database.engine.connect() as connection:
            columns = [log.c[name] for name in Entry._fields]
            rows = sa.select(*columns).where(log.c.table_id == table_id).order_by(log.c.number)
            entries = [Entry(*row) for row in connection.execute(rows)]
            index = connection.execute(sa.select(tables).where(tables.c.id == table_id)).one()
        try:
            table = fold(table_id, entries)
        except Unreadable as error:
            yield f"{table_id} is unreadable: {error}"
            continue
        people = [person for person in world.people if person.table == table_id]
        found = check_table(table, entries, people, index)
        yield from (f"{table_id}: {why}" for why in (*found, *check_refusals(world, table_id)))
        for worker in world.open_workers:
            yield from (f"{table_id}: {why}" for why in check_memory(worker, table))


def check_table(
    table: Table, entries: list[Entry], people: list[Person], index: Any
) -> Iterator[str]:
    """Compare the log with what people were told and with the index."""
    numbers = {each.message_id: each.number for each in entries if each.message_id}
    for person in people:
        for message_id, number in person.promises.done.items():
            found = numbers.get(f"{person.owner}:{message_id}")
            if found != number:
                yield f"{person.name} was told that {message_id} is {number}, but it is {found}"
        if person.connected and person.state["number"] != table.number:
            yield f"{person.name} has heard of {person.state['number']} of {table.number} entries"
        if person.staying and not person.connected:
            yield f"{person.name} is not connected"
        elif person.staying and not person.settled:
            yield f"{person.name} still waits for something"
    for chair in table.people:
        connected = any(person.connected and person.owner in chair.owners for person in people)
        if connected != bool(chair.workers):
            yield f"{chair.name} is {'' if connected else 'not '}here, and the log says otherwise"
    if (index.status, index.present) != (table.listing.status, table.listing.present):
        yield f"the index says {index.status}, {index.present}"


def check_refusals(world: World, table_id: str) -> Iterator[str]:
    """No refused request was carried out. The exception is one with several copies on their way at
    the same time: one may be refused and another carried out."""
    query = sa.select(log.c.message_id, log.c.number).where(log.c.table_id == table_id)
    found = {row[0]: row[1] for row in world.database.run([(query, None)], keep=False)}
    for person in world.people:
        for message_id, when in person.promises.refused.items():
            number = found.get(f"{person.owner}:{message_id}")
            if person.table == table_id and number is not None:
                written = world.database.written[table_id, number]
                if person.promises.copies[message_id] == 1 or written < when - AT_ONCE:
                    yield f"{message_id} of {person.name} was refused, and done"


def check_memory(worker: Worker, table: Table) -> Iterator[str]:
    """Compare a worker's table in memory with the log."""
    place = worker.hall.open.get(table.id)
    if place is None:
        return
    if place.table.number != table.number or place.table.view(None) != table.view(None):
        yield f"{worker.name} remembers entry {place.table.number} of {table.number}"
    if not place.listeners and not place.kept:
        yield f"{worker.name} remembers a table that nobody needs"


@contextlib.contextmanager
def seeded(dice: Random, loop: SimulatedLoop) -> Iterator[None]:
    """All random numbers and clocks come from the simulation."""

    def hexadecimal(size: int) -> str:
        return dice.randbytes(size).hex()

    def urlsafe(size: int) -> str:
        return dice.randbytes(size).hex()[: size * 4 // 3]

    async def at_once(work: Callable[..., Any], *arguments: Any) -> Any:
        await asyncio.sleep(0)
        return work(*arguments)

    random.seed(dice.random())
    with (
        patch.object(asyncio, "to_thread", at_once),
        patch.object(secrets, "token_hex", hexadecimal),
        patch.object(secrets, "token_urlsafe", urlsafe),
        patch("coup.server.rates.time.monotonic", loop.time),
    ):
        asyncio.set_event_loop(loop)
        try:
            yield
        finally:
            asyncio.set_event_loop(None)


class Listening(logging.Handler):
    """Counts every logged error as a fault, except for a table that is put aside; failures of the
    database are logged as warnings."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        if record.getMessage() != "a table was put aside":
            error = record.exc_info[1] if record.exc_info else None
            self.world.wrong(error or AssertionError(record.getMessage()))


@contextlib.contextmanager
def listening(world: World) -> Iterator[None]:
    """Listen to the log of the server."""
    logger, handler = logging.getLogger("coup.server"), Listening(world)
    logger.addHandler(handler)
    logger.propagate = False
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = True
