"""Nobody is sent a card that its owner has not shown.

Random games of all rulesets are played over real sockets, by as many people as can play, or fewer,
sometimes with a bot, and with a spectator. Every byte sent to any client is kept and searched: only
certain fields may name roles, private events go only to their owner, and no sentence about what
others drew, returned, showed or secretly answered appears anywhere. `make soak` plays 1,000 games
on a separate server: `python -m tests.server.test_leaks 1000`.
"""

import asyncio
import contextlib
import json
import random
import re
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import coup
from coup.events import PrivateEvent
from coup.records import Record
from coup.server.connection import dumps
from coup.server.payload import state_for
from tests.server.running import Running, Seat, at_random, sitting
from tests.server.soak import Worker, database
from tests.server.test_table import Log

GAMES = 28
AT_ONCE = 8
NAMES = ("ann", "bob", "cleo", "dora", "emil", "finn", "gina", "hugo", "ines", "jan")
RULESETS = tuple(coup.RULESETS)
ROLE = re.compile("duke|assassin|captain|ambassador|contessa|inquisitor", re.IGNORECASE)
PRIVATE = {kind.__name__ for kind in PrivateEvent.__subclasses__()}
PUBLIC_PLACES = {("view", part) for part in ("asked", "claims", "discarded", "story", "unseen")}
PUBLIC_PLACES |= {("settings", "ruleset"), ("view", "ruleset")}  # one ruleset is called inquisitor
OWN_PLACES = {("view", "hand"), ("view", "legal_moves"), ("question", "text")}
OWN_PLACES.add(("question", "choices"))
Path = tuple[str, ...]


def places_of_roles(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths in a message that name a role, except where any role may be named; an action is no
    role, even if it sounds like one."""
    if path in PUBLIC_PLACES:
        return
    if path in OWN_PLACES:
        if value:
            yield path
    elif isinstance(value, dict):
        for key, part in value.items():
            if ROLE.search(key.replace("assassinat", "")):
                yield path
            yield from places_of_roles(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            yield from places_of_roles(part, path)
    elif isinstance(value, str) and ROLE.search(value.replace("assassinat", "")):
        yield path


def check(message: dict[str, Any], seat: str | None) -> None:
    """Check that a state for a seat or a spectator names only cards that it may know."""
    view = message["view"]
    assert message["you"] == seat
    for path in places_of_roles(message):
        assert view is not None, path
        if path in OWN_PLACES:
            assert view["seat"] == seat is not None, path
        elif path == ("view", "shown"):
            assert view["asked"]["kind"] == "examine"
            assert seat in (view["asked"]["actor"], view["asked"]["target"])
        else:
            assert path[0] == "open", path
            assert message["status"] == "over"
    for line in view["story"]["lines"] if view else ():
        check_line(line, seat)


def check_line(line: dict[str, Any], seat: str | None) -> None:
    """Check that a private event goes only to its owner, and that the sentence of a public one says
    no more than its parts."""
    if line["event"] in PRIVATE:
        assert line["seat"] == seat, line
    else:
        parts = json.dumps([part for name, part in line.items() if name != "text"])
        told = set(ROLE.findall(line["text"].lower().replace("assassinat", "")))
        assert told <= set(ROLE.findall(parts)), line


def check_bytes(texts: list[str], seat: str | None, truth: coup.Game) -> None:
    """Search everything that a client was sent, knowing what really happened."""
    before_the_end: list[str] = []
    for text in texts:
        message = json.loads(text)
        if message["type"] != "state":
            assert ROLE.search(text.replace("assassinat", "")) is None
            continue
        check(message, seat if message["you"] else None)
        if message["status"] != "over":
            before_the_end.append(text)
    sent = "\n".join(before_the_end)
    for event in truth.events:
        if isinstance(event, PrivateEvent) and not event.seen_by(seat):
            assert str(event) not in sent


async def play_game(url: str, http: httpx.AsyncClient, dice: random.Random, ruleset: str) -> int:
    """Play a game over sockets and search what its clients were sent; the number of messages."""
    most = coup.RULESETS[ruleset].most_seats
    names = NAMES[: dice.randint(2, most)]
    tokens = [(await http.post("/api/tokens")).json()["token"] for _ in names]
    bots = ["random"] if len(names) < most and dice.random() < 0.3 else []
    body = {"name": names[0], "bots": bots, "settings": {"ruleset": ruleset, "seats": most}}
    head = {"Authorization": f"Bearer {tokens[0]}"}
    table = (await http.post("/api/tables", json=body, headers=head)).json()["table"]
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sitting(url, table, each)) for each in tokens]
        guest = await stack.enter_async_context(sitting(url, table))
        for person, name in zip(people[1:], names[1:], strict=True):
            assert (await person.ask("sit", name=name))["type"] == "done"
        assert (await people[0].ask("start"))["type"] == "done"
        await asyncio.gather(
            *(person.play(at_random(dice)) for person in people),
            guest.until(lambda state: state["status"] == "over"),
        )
    record = Record.from_json((await http.get(f"/api/tables/{table}/games/1")).text)
    clients: list[tuple[Seat, str | None]] = [*zip(people, names, strict=True), (guest, None)]
    for client, seat in clients:
        check_bytes(client.heard, seat, record.game())
    return sum(len(client.heard) for client, _ in clients)


async def play_games(url: str, games: int) -> int:
    """Play many games, some in parallel; the number of messages searched."""
    room = asyncio.Semaphore(AT_ONCE)
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:

        async def one(number: int) -> int:
            async with room:
                dice = random.Random(number)
                return await play_game(url, http, dice, RULESETS[number % len(RULESETS)])

        return sum(await asyncio.gather(*map(one, range(games))))


def test_every_byte_on_the_wire_of_many_random_games(server: Running) -> None:
    assert asyncio.run(play_games(server.url, GAMES)) > 50 * GAMES


def test_the_search_finds_leaks() -> None:
    log = Log().seat("ann", "bob").start()
    message = state_for(log.table, "ann", (0, 0), 0)
    check(message, "ann")
    card = log.game.hand("bob")[0]
    drawn = {"event": "Drew", "seat": "bob", "role": card, "text": f"bob draws {card}."}
    view: dict[str, Any] = message["view"]
    leaks = [
        message | {"you": "bob"},
        message | {"deck": ["duke"]},
        message | {"view": view | {"seat": "bob"}},
        message | {"view": view | {"shown": card}},
        message | {"view": view | {"hands": {"bob": [card]}}},
        message | {"view": view | {"story": {"from": 0, "lines": [drawn]}}},
        message | {"open": {"hands": {"bob": [card]}}},
    ]
    for leak in leaks:
        with pytest.raises(AssertionError):
            check(leak, "ann")
    for texts in ([dumps({"type": "done", "why": card})], [dumps(message | {"x": str(drawn)})]):
        with pytest.raises(AssertionError):
            check_bytes(texts, "ann", log.game)


def test_secret_parts_of_the_log_are_sent_to_nobody() -> None:
    log = Log().seat("ann", "bob").start()
    for seat in (None, "ann", "bob"):
        text = dumps(state_for(log.table, seat, (0, 0), 0))
        for secret in ("token", "owner", "creator", "plies"):
            assert secret not in text


def main() -> None:
    """Play many games on a separate server."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    begin = time.monotonic()
    with database(sqlite=True) as address, contextlib.closing(Worker(address)) as worker:
        worker.wait()
        messages = asyncio.run(play_games(worker.url, games))
    took = time.monotonic() - begin
    print(f"{games} games, {messages} messages, no card that was not shown; {took:.0f} s")


if __name__ == "__main__":
    main()
