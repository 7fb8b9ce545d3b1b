"""A bot is anything that can be called with a view: a function sits wherever a bot does."""

import asyncio
import functools
import json
import pickle
from pathlib import Path

import pytest

import coup
from coup.bots import make
from coup.called import as_typed
from coup.cli import main
from coup.hosting.entrants import enter
from coup.hosting.evening import Evening, seated
from coup.hosting.host import play_game
from coup.hosting.player import play
from coup.http.server import BotServer
from coup.server.table_bots import Bots
from coup.view import View

SOURCE = """
import random

def modest(view):
    for verb in ("coup", "pass", "income"):
        for move in view.legal_moves:
            if move.verb == verb:
                return move
    return helper(view)

def helper(view):
    return view.legal_moves[0]

def dicing(view):
    return random.choice(view.legal_moves)

def deaf():
    return "income"

class Called:
    def __call__(self, view):
        return modest(view)

ready = Called()
"""


def modest(view: View) -> str:
    """Never lies, never doubts."""
    safe = [move for move in view.legal_moves if move in ("pass", "income")]
    return (safe or view.legal_moves)[0]


def last(view: View, place: int = -1) -> str:
    return view.legal_moves[place]


class Counting:
    """A class whose players are called."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: View) -> str:
        self.asked += 1
        return view.legal_moves[0]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "my.py"
    path.write_text(SOURCE)
    return str(path)


def test_in_the_loop_that_asks() -> None:
    game = coup.Game(["ann", "bob", "carl"], seed=1)
    play(game, {"ann": modest, "bob": Counting(), "carl": make("honest", 1)})
    assert game.over


def test_as_entrants() -> None:
    entrants = enter([modest, functools.partial(last, place=0), Counting, Counting(), modest])
    assert [each.name for each in entrants] == [
        "modest",
        "partial",
        "counting",
        "counting2",
        "modest2",
    ]
    assert not any(each.is_agent or each.is_file for each in entrants)
    assert entrants[0].origin == f"{__name__}.modest"
    assert entrants[2].make(1) is not entrants[2].make(1)
    assert entrants[3].make(1) is entrants[3].make(2)
    assert pickle.loads(pickle.dumps(entrants[0])) == entrants[0]
    played = play_game(entrants, "classic", seed=1)
    assert [conduct.faults for conduct in played.conduct] == [0] * 5


def test_out_of_a_file(file: str) -> None:
    entrants = enter([f"{file}:{name}" for name in ("modest", "dicing", "Called", "ready")])
    assert [each.name for each in entrants] == ["modest", "dicing", "called", "called2"]
    first, second = (play_game(entrants, "classic", seed=3) for _ in range(2))
    assert first.lines == second.lines
    assert [conduct.faults for conduct in first.conduct] == [0] * 4


def test_the_name_may_be_left_out_if_there_is_only_one(tmp_path: Path, file: str) -> None:
    (tmp_path / "one.py").write_text("def timid(view):\n    return view.legal_moves[0]\n")
    assert enter([f"{tmp_path}/one.py"])[0].name == "timid"
    with pytest.raises(coup.CoupError, match=r"is to play\? it has Called, dicing, helper, mod"):
        enter([file])


@pytest.mark.parametrize("name", ["deaf", "random"])
def test_what_cannot_be_called_with_a_view_cannot_play(file: str, name: str) -> None:
    with pytest.raises(coup.CoupError, match=f"{name} in .*my.py cannot play: a player is a class"):
        enter([f"{file}:{name}"])


def test_what_is_no_player_at_all_is_refused() -> None:
    with pytest.raises(coup.CoupError, match=r"^5 cannot play: a player is a class with"):
        enter([5])  # type: ignore[list-item]


def test_what_it_does_wrong_is_counted_and_played_for() -> None:
    def broken(view: View) -> str:
        return "win" if view.turn < 3 else str(1 // 0)

    played = play_game(enter([broken, "honest"]), "classic", seed=1)
    assert played.conduct[0].faults > 0
    assert played.conduct[0].first is not None
    assert played.conduct[0].first.answer == "'win'"


def test_in_the_arena(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", f"{file}:modest", "honest", "-n", "2", "--seed", "1", "--workers", "1"]
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {each["name"]: each["faults"] for each in found["results"]} == {"modest": 0, "honest": 0}


def test_watched(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["watch", "--bots", f"honest,{file}:modest", "--seats", "2", "--seed", "1", "--fast"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"ann (honest), bob ({file}:modest); classic")
    assert "Turn 2: bob.\nbob chooses income." in told


def test_in_the_terminal(file: str) -> None:
    chairs = seated(["ann"], [f"{file}:modest"])
    assert list(chairs) == ["ann", "modest"]
    evening = Evening(chairs, coup.ruleset("classic"), seed=2)
    while evening.asked:
        if evening.is_person(evening.asked):
            evening.answer(modest(evening.view(evening.asked)))
        else:
            evening.let_bot_answer()
    assert evening.rounds[0].players["modest"] == f"{file}:modest"


def test_at_a_table_of_the_server(file: str) -> None:
    bots = Bots([f"calm={file}:modest"])
    assert bots.kinds[-1] == "calm"
    game = coup.Game(["ann", "bob"], seed=1)
    guest = bots.make("calm", "ann", "luck")
    try:
        assert asyncio.run(guest.choose(game.view("ann"))) == "income"
    finally:
        guest.close()


def test_served_over_http(file: str) -> None:
    server = BotServer(enter([f"{file}:modest"])[0], seed=1)
    game = coup.Game(["ann", "bob"], "inquisitor", seed=1)
    assert server.invite("ann").choose(game.view("ann")) == "income"


@pytest.mark.slow
def test_in_gymnasium() -> None:
    from coup.research.gymnasium import CoupEnv

    environment = CoupEnv(bots=(modest, "honest"), seat=0)
    seen, info = environment.reset(seed=1)
    assert seen.shape == environment.observation_space.shape
    over = False
    while not over:
        action = info["action_mask"].argmax()
        _, reward, over, _, info = environment.step(action)
    assert reward in (1.0, -0.5)


@pytest.mark.slow
def test_gymnasium_refuses_who_is_not_shown_views() -> None:
    from coup.research.gymnasium import CoupEnv

    agent = f"{Path(__file__).parent.parent}/agents/beef/Beef.py"
    with pytest.raises(coup.CoupError, match="beef cannot play here: it is not a bot"):
        CoupEnv(bots=(agent,))


def test_coup_watch_tells_the_first_fault_of_a_bot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rude.py"
    file.write_text("def rude(view):\n    return 'nonsense'\n")
    bots = f"honest,{file}:rude"
    assert main(["watch", "--bots", bots, "--seats", "2", "--seed", "1", "--fast"]) == 0
    told = capsys.readouterr().out
    assert told.count("* bob answered 'nonsense' (") == 1
    assert f"More about it: {as_typed('try', f'{file}:rude')}" in told
