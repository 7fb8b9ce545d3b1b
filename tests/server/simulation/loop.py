"""A simulated event loop: its time is a number, and a seed decides which callback runs next."""

import asyncio
import heapq
from contextvars import ContextVar
from random import Random
from typing import Any

PROCESS: ContextVar[str] = ContextVar("PROCESS", default="world")
"""The simulated process that a task belongs to."""


MOMENT = 1e-6  # the duration of every callback, in seconds


class Stalled(Exception):
    """Nothing can happen any more."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs one callback at a time, any of those that are ready. Tasks of a killed process simply
    stop, without any clean-up."""

    def __init__(self, dice: Random) -> None:
        super().__init__()
        self.dice = dice
        self.now = 0.0
        self.dead: set[str] = set()
        self.steps = 0
        self.tasks: list[asyncio.Task[Any]] = []  # keeps Python from cleaning up killed ones
        self._ready: Any
        self._scheduled: Any
        self.set_task_factory(self._make_task)

    @staticmethod
    def _make_task(
        loop: asyncio.AbstractEventLoop, work: Any, *, context: Any = None
    ) -> asyncio.Task[Any]:
        assert isinstance(loop, SimulatedLoop)
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        loop.tasks.append(task)
        return task

    def time(self) -> float:
        return self.now

    def _process_events(self, event_list: Any) -> None:
        """There are none: no sockets, no files."""

    def _write_to_self(self) -> None:
        """Nothing else can wake this loop, since it never sleeps."""

    def _run_once(self) -> None:
        self._let_time_pass()
        place = self.dice.randrange(len(self._ready))
        self._ready.rotate(-place)
        handle = self._ready.popleft()
        self._ready.rotate(place)
        if not handle._cancelled and handle._context.get(PROCESS, "world") not in self.dead:
            self.steps += 1
            self.now += MOMENT
            handle._run()

    def _let_time_pass(self) -> None:
        """Make due callbacks ready; if there are none, skip to the next time when there are."""
        if not self._ready and not self._scheduled:
            raise Stalled
        if not self._ready:
            self.now = max(self.now, self._scheduled[0]._when)
        while self._scheduled and self._scheduled[0]._when <= self.now:
            handle = heapq.heappop(self._scheduled)
            handle._scheduled = False
            self._ready.append(handle)
