"""Nobody is sent a card that its owner has not shown.

What every client is sent is recorded byte by byte, and searched for cards that the client cannot
know: its own hands, face-up cards and what was shown to it are all it may know. `make soak` plays
more games: `python -m tests.server.test_leaks 1000`.
"""

import asyncio
import json
import random
import sys
from typing import Any

from coup.events import PrivateEvent
from coup.server.connection import dumps
from coup.server.screen import state_for
from tests.helpers import RULESETS
from tests.server.running import Running, Seat, at_random, sitting
from tests.server.test_table import Log

GAMES = 60
PRIVATE = {kind.__name__ for kind in PrivateEvent.__subclasses__()}


def cards_in(value: Any, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], str]]:
    """Every role that a message names as a card, and where."""
    found: list[tuple[tuple[str, ...], str]] = []
    if isinstance(value, dict):
        if value.get("event") in PRIVATE:
            return [(("private", str(value["seat"])), str(value))]
        for key, part in value.items():
            found += cards_in(part, (*path, key))
    elif isinstance(value, list):
        for part in value:
            found += cards_in(part, path)
    elif (isinstance(value, str) and path[-1] in ("hand", "shown")) or "open" in path:
        found.append((path, str(value)))
    return found


def check(message: dict[str, Any], seat: str | None) -> None:
    """A message to a seat holds no card but what this seat may know."""
    over = message["status"] == "over"
    view = message["view"]
    for path, what in cards_in(message):
        if path[0] == "private":
            assert path[1] == seat or over, (seat, what)
        elif "open" in path:
            assert over or what == "None"
        elif view["asked"]["kind"] != "examine" or path[-1] != "shown":
            assert path == ("view", "hand"), (path, what)
            assert view["seat"] == seat
        else:
            assert seat in (view["asked"]["actor"], view["asked"]["target"])
    if seat is None and view:
        assert view["hand"] == []
        assert view["legal_moves"] == []


def hidden_change(log: Log, seat: str | None) -> None:
    """The bytes to a seat do not depend on cards that it does not know: deal these anew."""
    game = log.game
    known = {line for event in game.view(seat).events for line in [str(event)]}
    told = dumps(state_for(log.table, seat, (0, 0), 0))
    for event in game.events:
        if isinstance(event, PrivateEvent) and not event.seen_by(seat) and str(event) not in known:
            assert json.dumps(str(event), ensure_ascii=False) not in told or game.over


def random_game(dice: random.Random, ruleset: str) -> int:
    """Play a game and check every message that every client would be sent; how many."""
    names = ["ann", "bob", "cleo", "dora", "emil", "finn"][: dice.randint(2, 6)]
    log = Log(ruleset=ruleset).seat(*names).start()
    told = dict.fromkeys((None, *names), (0, 0))
    messages = 0
    while True:
        for seat in (None, *names):
            text = dumps(state_for(log.table, seat, told[seat], 0))
            check(json.loads(text), seat)
            view = log.table.view(seat)
            told[seat] = (log.table.games, len(view.events) if view else 0)
            messages += 1
        if not log.table.playing:
            return messages
        if dice.random() < 0.1:
            hidden_change(log, dice.choice([None, *names]))
        seat = dice.choice(log.game.pending)
        log.answer(seat, dice.choice(log.game.legal_moves_of(seat)))


def random_games(games: int) -> int:
    """Play games of all rulesets and check every message; how many there were."""
    return sum(
        random_game(random.Random(number), RULESETS[number % len(RULESETS)])
        for number in range(games)
    )


def test_no_message_of_many_random_games_holds_a_card_that_was_not_shown() -> None:
    assert random_games(GAMES) > 10 * GAMES


def test_the_check_finds_a_leak() -> None:
    log = Log().seat("ann", "bob").start()
    message = state_for(log.table, "ann", (0, 0), 0)
    check(message, "ann")
    for leak in (message | {"you": "bob"}, state_for(log.table, "bob", (0, 0), 0)):
        try:
            check(leak, None if leak["you"] == "bob" else "ann")
        except AssertionError:
            continue
        raise AssertionError("a hand that was sent to somebody else was not found")


def test_every_byte_on_the_wire_of_real_games(server: Running) -> None:
    async def game(ruleset: str, dice: random.Random) -> None:
        tokens = [server.token(), server.token()]
        table = server.open_table(tokens[0], settings={"ruleset": ruleset}, bots=["bluffer"])
        async with (
            sitting(server.url, table, tokens[0]) as ann,
            sitting(server.url, table, tokens[1]) as bob,
            sitting(server.url, table) as guest,
        ):
            await bob.ask("sit", name="bob")
            await ann.ask("start")
            await asyncio.gather(
                ann.play(at_random(dice)),
                bob.play(at_random(dice)),
                guest.until(lambda state: state["status"] == "over"),
            )
            for seat, name in ((ann, "ann"), (bob, "bob"), (guest, None)):
                check_bytes(seat, name)

    async def run() -> None:
        for ruleset in RULESETS:
            for number in range(2):
                await game(ruleset, random.Random(number))

    asyncio.run(run())


def check_bytes(seat: Seat, name: str | None) -> None:
    for text in seat.heard:
        message = json.loads(text)
        if message["type"] == "state":
            check(message, message["you"])
            assert message["you"] in (name, None)


def test_secret_parts_of_the_log_are_sent_to_nobody() -> None:
    log = Log().seat("ann", "bob").start()
    for seat in (None, "ann", "bob"):
        text = dumps(state_for(log.table, seat, (0, 0), 0))
        for secret in ("token", "owner", "creator", "plies"):
            assert secret not in text


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{count} games, {random_games(count)} messages, no card that was not shown")
