"""What is sent to a Ray cluster, and the errors if there is none. `python -m tests.arena.two_nodes`
plays on a real one."""

from pathlib import Path

import pytest

from coup.arena import cluster
from coup.arena.cluster import Job, moved, parcels, play_remotely, unpacked
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.workers import Todo
from coup.hosting.entrants import enter
from coup.records import Record
from coup.rules.errors import CoupError
from coup.rules.rulesets import ruleset


@pytest.fixture
def agent(tmp_path: Path) -> Path:
    """An agent with a helper and a file that it needs, and with files that are not sent."""
    folder = tmp_path / "mine"
    (folder / "data").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "mine.pyc").write_bytes(b"")
    (folder / ".secret").write_text("token")
    (folder / "data" / "words").write_text("tax")
    (folder / "helper.py").write_text("from pathlib import Path\nHERE = Path(__file__).parent\n")
    (folder / "mine.py").write_text(
        "from helper import HERE\nclass Mine:\n    def receive(self, line): pass\n"
        "    def react(self, hint):\n"
        "        if hint == 'turn': return (HERE / 'data' / 'words').read_text()\n"
        "        if hint == 'cb?': raise ValueError(HERE)\n"
        "        return self.cards[0]\n"
    )
    return folder / "mine.py"


def test_a_players_folder_is_sent_without_what_is_hidden(agent: Path) -> None:
    (parcel,) = parcels(enter([str(agent), "honest"]))
    assert parcel.folder == str(agent.parent)
    assert [name for name, _ in parcel.files] == ["data/words", "helper.py", "mine.py"]
    folder = unpacked(parcel)
    assert (folder / "data" / "words").read_text() == "tax"
    entrant = enter([f"{agent}:Mine"])[0]
    assert moved(entrant, {parcel.folder: folder}).source == f"{folder / 'mine.py'}:Mine"


def test_a_node_plays_what_it_was_sent_and_reports_the_original_paths(agent: Path) -> None:
    entrants = tuple(enter([str(agent), "honest"]))
    plan = TournamentPlan(entrants, ruleset("coup2022", turn_limit=100), 1, 6)
    job = Job(plan, Conditions(), 6, True, parcels(entrants))
    agent.unlink()  # on this machine it is gone
    played = play_remotely(job, range(6))
    assert played.tally.games == 6
    assert str(agent.parent / "mine.py") in played.tally.mishaps[0].why
    record = Record.from_json(played.tally.records[0])
    assert record.players["mine"] == str(agent)
    assert played.coup_files[5].startswith("players: [")


def test_a_match_whose_players_remember_is_sent_as_a_whole(agent: Path) -> None:
    entrants = tuple(enter([str(agent), "honest", "random"]))
    plan = TournamentPlan(entrants, ruleset("coup2022", turn_limit=100), 1, 6)
    todo = Todo(plan, Conditions(), [range(plan.total)])
    assert [todo.take(lane, 2, lasting=False) for lane in (0, 1)] == [range(6), range(6, 12)]
    assert todo.take(0, 2, lasting=False) == range(12, 14)  # players do not remember those
    assert Todo(plan, Conditions(), [range(6)]).take(0, 2, lasting=True) == range(2)


def test_a_folder_that_is_too_large_gets_a_sentence(
    agent: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LARGEST", 100)
    with pytest.raises(CoupError, match=r"--ray: .*mine holds more than .* a folder of its own"):
        parcels(enter([str(agent)]))


def test_anything_but_an_address_gets_a_sentence() -> None:
    with pytest.raises(CoupError, match=r"--ray: an address looks like 10.0.0.1:6379"):
        cluster.find("honest")


def test_a_missing_token_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "reach", lambda address: None)
    monkeypatch.setattr(cluster, "accepts", lambda address: False)
    monkeypatch.setattr(cluster, "use_token", lambda: False)
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    with pytest.raises(CoupError, match=r"asks for a token: put its token.*RAY_AUTH_MODE=token"):
        cluster.find("10.0.0.1:6379")


@pytest.mark.parametrize(
    ("has_token", "sentence"),
    [
        (False, "asks for a token: put its token"),
        (True, "the one that is set here is not accepted"),
    ],
)
def test_where_a_token_is_to_be_used_it_is_said_whether_there_is_one(
    has_token: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setattr(cluster, "has_token", lambda: has_token)
    monkeypatch.setattr(cluster, "accepts", lambda address: False)
    with pytest.raises(CoupError, match=sentence):
        cluster.check_token("10.0.0.1:6379")


@pytest.mark.slow
def test_without_a_token_a_cluster_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ray would end this process."""
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setattr(cluster, "has_token", lambda: False)
    monkeypatch.setattr(cluster, "import_module", pytest.fail)
    assert not cluster.accepts("10.0.0.1:6379")


def test_the_traces_of_an_old_cluster_are_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(cluster, "running_here", lambda: "127.0.0.1:1")
    assert cluster.find("auto") is None
    with pytest.raises(CoupError, match=r"--ray: no cluster at 127.0.0.1:1: Connection refused"):
        cluster.find("127.0.0.1:1")
