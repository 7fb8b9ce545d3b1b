"""Bots at tables: built-in ones, programs from files, bots over HTTP."""

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

import coup
from coup.bots.bot import Bot, RandomBot
from coup.server.config import Config
from coup.server.naming import Refused
from coup.server.table_bots import Bots
from tests.arena.test_http import EXAMPLES, started
from tests.server.running import Running, sitting

AGENT = Path(__file__).parent.parent / "agents" / "beef" / "Beef.py"


@pytest.mark.parametrize(
    ("ruleset", "bots"), [("coup2022", ["beef", "beef"]), ("inquisitor", ["far", "gone"])]
)
def test_programs_and_addresses_play_at_a_table(
    ruleset: str, bots: list[str], tmp_path: Path
) -> None:
    with started(sys.executable, str(EXAMPLES / "plain.py"), "0") as address:
        sources = (f"beef={AGENT}:Player_Beef", f"far={address}", "gone=http://127.0.0.1:1")
        config = Config(str(tmp_path / "coup.sqlite"), sources, pace=0.0)

        async def run(server: Running) -> None:
            token = server.token()
            settings = {"ruleset": ruleset}
            table = server.open_table(token, bots=bots, start=True, settings=settings)
            async with sitting(server.url, table, token) as ann:
                state = await ann.play(lambda state: str(state["view"]["legal_moves"][0]))
            assert state["status"] == "over"

        with contextlib.closing(Running(config)) as server:
            asyncio.run(run(server))


def test_agents_are_refused_where_they_do_not_know_the_rules() -> None:
    bots = Bots([f"beef={AGENT}:Player_Beef"])
    bots.check("beef", coup.ruleset("coup2022"))
    with pytest.raises(Refused, match="agents play the ruleset coup2022"):
        bots.check("beef", coup.ruleset("classic"))
    with pytest.raises(Refused, match="there is no bot 'nobody'"):
        bots.check("nobody", coup.ruleset("classic"))
    far = Bots(["far=http://127.0.0.1:1"])
    far.check("far", coup.ruleset("inquisitor"))
    with pytest.raises(Refused):
        far.check("far", coup.ruleset("classic"))


def test_a_level_can_have_a_character_and_nothing_else() -> None:
    bots = Bots()
    bots.check("easy:shy", coup.ruleset("classic"))
    for kind in ("easy:mild", "counter:shy", "style:thief"):
        with pytest.raises(Refused, match=f"there is no bot '{kind}'"):
            bots.check(kind, coup.ruleset("classic"))


@pytest.mark.parametrize("source", ["counter=http://x", "no/such/file.py:X", "fly"])
def test_invalid_bots_are_refused_before_the_server_starts(source: str) -> None:
    with pytest.raises(ValueError, match=r"called 'counter'|no/such/file|there is no bot"):
        Bots([source])


def test_a_built_in_bot_answers_the_same_in_every_worker() -> None:
    view = coup.Game(["ann", "bob"], seed=5).view("ann")
    answers = {asyncio.run(Bots().make("bluffer", "ann", "t 1 ann").choose(view)) for _ in range(5)}
    assert len(answers) == 1


def test_the_coin_of_a_bot_keeps_its_side_until_it_is_flipped_again() -> None:
    """`pragmatist` either bluffs the block of a steal or does not; asked again, it does the
    same."""
    kinds = set()
    for number in range(20):
        game = coup.Game(["ann", "bob"], seed=5, hands={"bob": "duke duke"})
        answers = set()
        for _ in range(6):
            game.push("steal bob")
            game.push("pass")
            bob = Bots().make("pragmatist", "bob", f"t {number} bob")
            answers.add(asyncio.run(bob.choose(game.view("bob"))).split()[0])
            game.push("pass")
            game.push("income")
        kinds.add(tuple(answers))
    assert kinds == {("pass",), ("block_steal",)}


def test_a_default_move_replaces_a_failing_bots_answer(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(bot: Bot, view: coup.View) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr(RandomBot, "choose", fail)

    async def run() -> None:
        token = server.token()
        table = server.open_table(token, bots=["random"], start=True)
        async with sitting(server.url, table, token) as ann:
            await ann.play(lambda state: str(state["view"]["legal_moves"][-1]))

    asyncio.run(run())
