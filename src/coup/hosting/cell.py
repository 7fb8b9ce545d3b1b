"""What runs in the process of an isolated player: `python -m coup.hosting.cell SOURCE`.

It reads messages from its input, each behind its length, and writes a line in reply to each to its
output; the player itself gets neither. When its input closes it exits at once, whatever the player
is doing. `coup.hosting.isolation` is the other end.
"""

import json
import marshal
import os
import pickle
import random
import select
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coup.hosting.desk import renew_cards
from coup.hosting.entrants import Kind, construct, examine, find_kind, split
from coup.hosting.homes import Written
from coup.hosting.player import chooser
from coup.hosting.seats import shown, told

MEMORY = 4 << 30
"""Bytes that a player may have."""
LONGEST = 1000  # letters of an answer that are sent


class CellPlayer:
    """The player, and what happens to it."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.home = os.getcwd()
        self.kind: Kind = object
        self.player: Any = None
        self.dealt = False  # whether it has cards

    def load(self) -> None:
        self.kind = find_kind(self.source)

    def examine(self) -> object:
        try:
            return examine(self.source)
        except ValueError as error:
            return str(error)

    def new(self, name: str, seed: int) -> bool:
        self.player, self.dealt = None, False
        os.chdir(self.home)
        random.seed(seed)
        self.player = construct(self.kind, name, seed)
        return callable(getattr(self.player, "watch", None))

    def begin(self, seed: int) -> None:
        """A player that stays begins another game."""
        self.dealt = False
        random.seed(seed)

    def set(self, name: str, value: Any) -> None:
        if name == "cards" and self.dealt:
            renew_cards(self.player, value)
        else:
            setattr(self.player, name, value)
            self.dealt = self.dealt or name == "cards"

    def receive(self, line: str) -> None:
        self.player.receive(line)

    def react(self, hint: str) -> object:
        return self.player.react(hint)

    def choose(self, view: bytes) -> object:
        return chooser(self.player)(pickle.loads(view))

    def watch(self, view: bytes) -> None:
        self.player.watch(pickle.loads(view))

    def end(self) -> None:
        """The game is over; nothing is left to be told."""


encode = json.JSONEncoder().encode
ASKED = ("react", "choose")
"""Messages that the player itself answers, with who knows what."""
HEAD = 4  # bytes before a message, which say how long it is
TEXT = b"="
"""Stands before an answer if that is all there is to reply: a short text, and no faults. Any other
reply is JSON."""
BITE = 1 << 16


def serve(source: str) -> None:
    """Do what the messages say until there are no more. Each has a verb, the news that the player
    is told first, and what else the verb needs."""
    to, back = apart()
    threading.Thread(target=end_with, args=(to,), daemon=True).start()
    player = CellPlayer(source)
    written = Written([split(source)[0]], Path(player.home))
    sys.addaudithook(written)
    for verb, news, *rest in messages(to):
        faults = tell(player, news)
        kind = "answer"
        try:
            answer = getattr(player, verb)(*rest)
            if verb in ASKED:
                kind, answer = sendable(answer)
        except BaseException as error:
            kind, answer = "raised", told(error)
        os.write(back, reply(faults, written, kind, answer))


def messages(to: int) -> Iterator[list[Any]]:
    """What is to be done, until the input closes."""
    read, size = b"", HEAD
    while True:
        while len(read) < size:
            more = os.read(to, BITE)
            if not more:
                return
            read += more
            size = HEAD + int.from_bytes(read[:HEAD], "little")
        yield marshal.loads(read[HEAD:size])
        read, size = read[size:], HEAD


def tell(player: CellPlayer, news: list[tuple[Any, ...]]) -> list[tuple[str, str]]:
    """Tell a player what happened; the calls that failed, and why."""
    faults = []
    for verb, *rest in news:
        try:
            getattr(player, verb)(*rest)
        except BaseException as error:
            faults.append((called(verb, rest), told(error)))
    return faults


def reply(faults: list[tuple[str, str]], written: Written, kind: str, answer: object) -> bytes:
    """The line that goes back."""
    is_all = kind == "answer" and not faults and not written.found
    if is_all and type(answer) is str and answer.isprintable():
        return TEXT + answer.encode() + b"\n"
    return encode([faults, list(written.found), kind, answer]).encode() + b"\n"


def sendable(answer: object) -> tuple[str, str]:
    """What a player answered, as it can be sent."""
    if isinstance(answer, str):
        return "answer", answer[:LONGEST]
    return "odd", shown(answer)


def apart() -> tuple[int, int]:
    """Keep the input and the output for ourselves, and leave the player empty ones."""
    to, back = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return to, back


def end_with(to: int) -> None:
    """End the process when the other end of its input is closed, whatever the player is doing."""
    poll = select.poll()
    poll.register(to, 0)
    poll.poll()
    os._exit(0)


def called(verb: str, rest: list[Any]) -> str:
    """A message as the call that it stands for."""
    if verb == "set":
        return f"{rest[0]} = {rest[1]!r}"
    return "watch(view)" if verb == "watch" else f"{verb}({rest[0]!r})"


def limit_memory() -> None:
    """Make sure that the player gets an error before the machine runs out of memory."""
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))


if __name__ == "__main__":
    limit_memory()
    serve(sys.argv[1])
