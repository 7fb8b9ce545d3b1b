"""Makes the pictures of the terminal game in docs/, for `make pictures`."""

import asyncio
import re
import tempfile
from pathlib import Path
from typing import Any

import coup
from coup.bots import make
from coup.hosting.evening import Evening, seated
from coup.hosting.player import play
from coup.records import Record
from coup.terminal.full import FullEvening
from coup.terminal.pace import Pace
from coup.terminal.replay import FullReplay, Replay
from coup.terminal.saves import Save
from tests.terminal.evenings import an_evening

DOCS = Path(__file__).parent.parent.parent / "docs"


async def shot(app: Any, name: str, *keys: str) -> None:
    """A picture of an app after some keys, without external fonts."""
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.5)
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.3)
        picture = re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)
        (DOCS / f"{name}.svg").write_text(picture, encoding="utf-8")


def table() -> FullEvening:
    """A person among bots, in the middle of a game."""
    hands = {"ann": "duke assassin", "ada": "", "boris": "", "cleo": ""}
    evening = an_evening(hands, {"ada": "hard", "boris": "medium", "cleo": "easy"})
    bot = make("counter", 2)
    while evening.game.turn < 9 or evening.game.question.target != "ann":
        seat = str(evening.asked)
        evening.answer(bot.choose(evening.view(seat)))
    return FullEvening(evening, Save(Path(tempfile.mkdtemp()) / "evening.json"), Pace("at once"))


def ten() -> FullEvening:
    """The largest table: a person among nine bots, by the rules with two sides."""
    evening = Evening(seated(["ann"], ["counter"] * 9, 10), coup.ruleset("reformation"), 5)
    bot = make("counter", 2)
    while evening.game.turn < 21 or evening.asked != "ann" or not evening.game.reserve:
        seat = str(evening.asked)
        evening.answer(bot.choose(evening.view(seat)))
    return FullEvening(evening, Save(Path(tempfile.mkdtemp()) / "evening.json"), Pace("at once"))


def replay() -> FullReplay:
    """A game between bots."""
    game = coup.Game(["ann", "bob", "cleo"], seed=8)
    play(game, {seat: make("bluffer", number) for number, seat in enumerate(game.seats)})
    return FullReplay(Replay(Record.of(game), None))


if __name__ == "__main__":
    asyncio.run(shot(table(), "play"))
    asyncio.run(shot(ten(), "reformation"))
    asyncio.run(shot(replay(), "replay", *["down"] * 6, *["right"] * 5))
