"""Bots at tables: built-in ones, programs out of files, programs behind an address."""

import asyncio
import contextlib
import http.server
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.players.bots import Bot, RandomBot
from coup.server.config import Config
from coup.server.guests import Bots
from coup.server.names import Refused
from tests.server.running import Running, sitting

AGENT = Path(__file__).parent.parent / "agents" / "beef" / "Beef.py"


class Modest(http.server.BaseHTTPRequestHandler):
    """A bot that is asked over HTTP: it passes, takes income, and now and then talks nonsense."""

    asked = 0

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        view = json.loads(self.rfile.read(size))["view"]
        type(self).asked += 1
        moves = [move for move in view["legal_moves"] if move in ("pass", "income")]
        answer: Any = {"move": (moves or view["legal_moves"])[0]}
        if self.asked % 5 == 0:
            answer = ["nonsense"]
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Quietly."""


@pytest.fixture
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Modest) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/move"
        server.shutdown()


def test_programs_and_addresses_play_at_a_table(address: str, tmp_path: Path) -> None:
    sources = (f"beef={AGENT}:Player_Beef", f"far={address}", "gone=http://127.0.0.1:1/")
    config = Config(str(tmp_path / "coup.sqlite"), sources, pace=0.0)

    async def run(server: Running) -> None:
        token = server.token()
        bots = ["beef", "far", "gone"]
        settings = {"ruleset": "coup2022"}
        table = server.open_table(token, bots=bots, start=True, settings=settings)
        async with sitting(server.url, table, token) as ann:
            state = await ann.play(lambda state: str(state["view"]["legal_moves"][0]))
        assert state["status"] == "over"

    with contextlib.closing(Running(config)) as server:
        asyncio.run(run(server))
    assert Modest.asked > 0


def test_agents_are_refused_where_they_do_not_know_the_rules() -> None:
    bots = Bots([f"beef={AGENT}:Player_Beef"])
    bots.check("beef", coup.ruleset("coup2022"))
    with pytest.raises(Refused, match="agents play the ruleset coup2022"):
        bots.check("beef", coup.ruleset("classic"))
    with pytest.raises(Refused, match="there is no bot 'nobody'"):
        bots.check("nobody", coup.ruleset("classic"))


@pytest.mark.parametrize("source", ["counter=http://x", "no/such/file.py:X", "fly"])
def test_bots_that_cannot_be_are_refused_before_the_server_starts(source: str) -> None:
    with pytest.raises(ValueError, match=r"called 'counter'|no/such/file|there is no bot"):
        Bots([source])


def test_a_built_in_bot_answers_the_same_in_every_worker() -> None:
    view = coup.Game(["ann", "bob"], seed=5).view("ann")
    answers = {asyncio.run(Bots().make("bluffer", "ann", "t 1 ann").choose(view)) for _ in range(5)}
    assert len(answers) == 1


def test_a_bot_that_fails_is_played_for(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(bot: Bot, view: coup.View) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr(RandomBot, "choose", fail)

    async def run() -> None:
        token = server.token()
        table = server.open_table(token, bots=["random"], start=True)
        async with sitting(server.url, table, token) as ann:
            await ann.play(lambda state: str(state["view"]["legal_moves"][-1]))

    asyncio.run(run())
