"""`coup try`: good bots of each kind conform, and each fault of a bad one is found and shown."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.bots import make
from coup.cli import main
from coup.hosting.entrants import enter, find_kind
from coup.http.client import KNOWN
from coup.http.server import BotServer
from coup.trial import Verdict, try_player
from coup.trial import trying as trials
from coup.trial.schedule import FIRST, Schedule
from tests.http_bots.bots import Polite, Request, running
from tests.http_bots.test_bot_server import served
from tests.http_bots.test_habits import Old
from tests.trial import bots

FILE = Path(bots.__file__)
AGENTS = Path(__file__).parent.parent / "agents"
PATIENCE = 60.0
"""Seconds for an answer where lateness is not the point."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Trials with fewer games, and with no knowledge of bots over HTTP."""
    for name, number in (("ROUNDS", 1), ("MORE_ROUNDS", 2), ("BREAKS", 1), ("MOST_LATE", 2)):
        monkeypatch.setattr(trials, name, number)
    yield
    while KNOWN:
        KNOWN.popitem()[1].line.close()


def agent(name: str) -> Any:
    """The class of an agent, for a trial in this process."""
    return find_kind(f"{AGENTS}/{name}")


def tried(source: Any, **how: Any) -> Verdict:
    return try_player(source, seed=1, **({"games": 2, "limit": PATIENCE, "seconds": 600} | how))


def check(verdict: Verdict, name: str) -> Any:
    return next(each for each in verdict.checks if each.name == name)


# Good players.


@pytest.mark.parametrize(
    ("source", "questions"),
    [
        (bots.Right, "action challenge block challenge block reveal discard return"),
        (bots.right, "action challenge block challenge block reveal discard return"),
        (agent("Bad.py:Income"), "turn cb? challenged discard placeback"),
        (agent("beef/Beef.py"), "turn cb? challenged discard placeback"),
        (agent("markus/Markus.py"), "turn cb? challenged discard placeback"),
    ],
    ids=["class", "function", "agent", "beef", "markus"],
)
def test_a_good_player_conforms(source: Any, questions: str) -> None:
    verdict = tried(source)
    assert verdict.conforms, str(verdict)
    assert verdict.faults == ()
    assert [each.passed for each in verdict.checks] == [True] * 5
    assert set(" ".join(verdict.met).split()) == set(questions.split())
    assert "the same moves" in check(verdict, "the same seed").told
    assert [duel.games for duel in verdict.duels] == [2, 2, 2]
    assert 0 < verdict.median <= verdict.worst < PATIENCE
    assert " conforms: " in str(verdict).splitlines()[-1]


def test_a_good_bot_over_http_conforms() -> None:
    with served(BotServer(enter(["honest"])[0], seed=1)) as url:
        verdict = tried(url)
    assert verdict.conforms, str(verdict)
    assert len(verdict.met) == 10
    assert check(verdict, "side by side").passed


@pytest.mark.parametrize("bot", [Polite(), Old(404)], ids=["of today", "old"])
def test_one_game_at_a_time_is_no_fault(bot: Polite) -> None:
    with running(bot) as (place,):
        verdict = tried(place.url)
    assert verdict.conforms, str(verdict)
    assert check(verdict, "side by side").passed is None
    assert "/tables/" in check(verdict, "side by side").told


@pytest.mark.parametrize("ruleset", ["coup2022", "inquisitor"])
def test_our_own_bots_conform_by_other_rulesets(ruleset: str) -> None:
    verdict = tried("counter", ruleset=ruleset)
    assert verdict.conforms, str(verdict)


def test_by_reformation_it_plays_with_two_to_ten_seats() -> None:
    verdict = tried("counter", ruleset="reformation")
    assert verdict.conforms, str(verdict)
    assert check(verdict, "2 to 10 seats").told == "18 games, no fault"


def test_it_sits_in_every_seat_of_every_table() -> None:
    by_name = coup.ruleset("reformation"), coup.ruleset("classic")
    for ruleset, rounds, most in zip(by_name, (10, 8), (10, 6), strict=True):
        plan = Schedule(ruleset, seed=1, leads=())
        games = [plan.game(number) for number in range(rounds * len(plan.sizes))]
        seats = {(len(game.rivals) + 1, game.place) for game in games}
        assert seats == {(size, place) for size in range(2, most + 1) for place in range(size)}


# Bad players.


@pytest.mark.parametrize(
    ("name", "kind", "answer", "why"),
    [
        ("Illegal", "illegal", "'steal nobody'", ""),
        ("Numbers", "wrong type", "3", ""),
        ("Raises", "exception", None, "RuntimeError: I have no idea"),
        ("Dies", "no answer", None, "its process ended with exit code 3"),
    ],
)
def test_each_kind_of_fault_is_shown(name: str, kind: str, answer: str | None, why: str) -> None:
    verdict = tried(f"{FILE}:{name}" if name == "Dies" else getattr(bots, name))
    assert not verdict.conforms
    assert {fault.kind for fault in verdict.faults} == {kind}
    fault = verdict.faults[0]
    assert (fault.key, fault.answer) == ("action", answer)
    assert "which action?" in fault.question
    assert fault.right.startswith("legal now: income, foreign_aid, tax")
    assert why in fault.why
    assert f"{len(verdict.faults)} fault" in verdict.sentence


def test_an_answer_that_takes_too_long_is_late() -> None:
    verdict = tried(bots.Sleeps, limit=0.5)
    late = [fault for fault in verdict.faults if fault.kind == "late"]
    assert len(late) == trials.MOST_LATE
    assert late[0].why == "no answer within 0.5 s"
    assert not verdict.conforms


@pytest.mark.parametrize(
    ("name", "kind", "key"),
    [
        ("Raises", "exception", "turn"),
        ("RaisesWhenTold", "exception", "news"),
        ("Nothing", "wrong type", "cb?"),
        ("NotHeld", "illegal", "placeback"),
        ("TooPoor", "illegal", "turn"),
        ("FailsToBegin", "exception", "the constructor"),
    ],
)
def test_faults_of_agents_are_shown(
    name: str, kind: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = agent(f"Bad.py:{name}")
    if hasattr(source, "made"):
        monkeypatch.setattr(source, "made", 0)  # another test may have made one before
    verdict = tried(source)
    assert not verdict.conforms
    assert (kind, key) in {(fault.kind, fault.key) for fault in verdict.faults}


class Refuses(Polite):
    """Fails at one call, in one way."""

    def __init__(self, path: str, status: int, value: Any) -> None:
        super().__init__()
        self.reply = path, status, value

    def respond(self, request: Request) -> tuple[int, Any]:
        path, status, value = self.reply
        return (status, value) if request.path == path else super().respond(request)


@pytest.mark.parametrize(
    ("path", "status", "value", "kind"),
    [
        ("/lose_influence/", 200, {"card": "joker"}, "illegal"),
        ("/challenge/", 200, {"challenges": "perhaps"}, "wrong type"),
        ("/tries_to_block/", 200, [True], "wrong type"),
        ("/play/", 500, None, "exception"),
        ("/new_card_from_challenge/", 500, None, "exception"),
        ("/inquisitor/show_card_to_inquisitor/", 404, None, "exception"),
    ],
)
def test_faults_of_bots_over_http_are_shown(path: str, status: int, value: Any, kind: str) -> None:
    with running(Refuses(path, status, value)) as (place,):
        verdict = tried(place.url)
    assert not verdict.conforms
    fault = next(fault for fault in verdict.faults if fault.key == path)
    assert fault.kind == kind
    assert path in fault.question
    assert fault.right.startswith(("{", "status 201"))


def test_a_bot_is_led_to_questions_that_it_avoids() -> None:
    verdict = tried(bots.Avoids)
    assert {fault.key for fault in verdict.faults} == {"return"}
    assert "forced to" in check(verdict, "every question").told
    assert not verdict.conforms


def test_another_source_of_luck_is_reported_but_no_fault() -> None:
    verdict = tried(bots.OwnLuck)
    assert verdict.conforms, str(verdict)
    assert "other moves" in check(verdict, "the same seed").told


def test_a_bot_that_does_not_survive_a_restart_is_found() -> None:
    verdict = tried(f"{FILE}:Locks")
    assert check(verdict, "a restart").passed is False
    assert check(verdict, "2 to 6 seats").passed
    assert "somebody else is at work" in verdict.faults[0].why


def test_a_bot_that_mixes_games_up_is_found() -> None:
    verdict = tried(bots.Mixes)
    assert check(verdict, "side by side").passed is False
    assert check(verdict, "2 to 6 seats").passed


ONE_GAME = """
class Mine:
    games = 0
    def receive(self, line):
        self.games += line.startswith("players:")
    def react(self, hint):
        assert self.games < 2, "I have played before"
        return {"turn": "tax", "cb?": "pass"}.get(hint) or self.cards[0]
"""


def test_an_agent_that_plays_only_once_is_found_and_its_game_repeated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(ONE_GAME)
    verdict = tried(str(file))
    again = [fault for fault in verdict.faults if "I have played before" in fault.why]
    assert min(fault.game for fault in again) > FIRST["strength"]
    command = verdict.command(again[0])
    assert f"repeat with  {command}\n" in str(verdict)
    assert main([*command.split()[1:], "--limit", "60"]) == 1
    assert "fails:\n      Traceback" in capsys.readouterr().out


def test_an_agent_finds_its_files_in_every_check(tmp_path: Path) -> None:
    (tmp_path / "cards.txt").write_text("duke")
    (tmp_path / "helper.py").write_text(
        "from pathlib import Path\nBEST = Path('cards.txt').read_text()"
    )
    source = (AGENTS / "Bad.py").read_text()
    (tmp_path / "mine.py").write_text(f"from helper import BEST\n{source}")
    verdict = tried(f"{tmp_path}/mine.py:Income")
    assert verdict.conforms, str(verdict)


class Boaster(Polite):
    """Falsely claims that it can play games in parallel."""

    def respond(self, request: Request) -> tuple[int, Any]:
        try:
            return super().respond(request)
        except (LookupError, ValueError):
            return 500, None

    def tables(self, facts: Any, headers: Any) -> Any:
        return {"tables": 8}


def test_a_bot_over_http_that_mixes_games_up_is_found() -> None:
    with running(Boaster()) as (place,):
        verdict = tried(place.url)
    assert check(verdict, "side by side").passed is False


# The command.


def test_the_json_has_everything(capsys: pytest.CaptureFixture[str]) -> None:
    source = f"{AGENTS}/markus/Markus.py"
    command = ["try", source, "--seed", "3", "-n", "2", "--limit", "60", "--json"]
    assert main(command) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["conforms"] is True
    assert found["verdict"].startswith(source)
    assert found["wins"].keys() == {"random", "honest", "counter"}
    assert found["fault_kinds"].keys() == {
        "illegal",
        "late",
        "wrong type",
        "exception",
        "no answer",
    }


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nobody.py"], "there is no file"),
        (["http://127.0.0.1:9"], "is down"),
        ([f"{FILE}:Right", "-n", "1"], "--games: must be at least 2"),
        ([f"{FILE}:Right", "--limit", "0"], "--limit: must be more than 0"),
        ([f"{FILE}:Right", "--seconds", "0"], "--seconds"),
        ([f"{FILE}:Right", "--game", "-1"], "--game"),
        ([f"{FILE}:Right", "--game", "1999"], "--game"),
        ([f"{AGENTS}/Bad.py:Income", "--ruleset", "classic"], "agents play the ruleset coup2022"),
    ],
)
def test_an_impossible_trial_gets_a_sentence(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["try", *arguments]) == 2
    assert why in capsys.readouterr().err


def test_when_the_time_is_up_the_rest_is_skipped() -> None:
    verdict = tried("random", seconds=1e-6)
    assert not verdict.conforms
    assert "out of time" in verdict.sentence


def test_an_object_can_be_tried() -> None:
    assert tried(make("honest", 1)).conforms
