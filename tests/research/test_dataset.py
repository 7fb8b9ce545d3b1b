"""Data sets: they record what was played, and read back."""

import json
from pathlib import Path

import numpy as np
import pytest

import coup
from coup.cli import main
from coup.research import Batch
from coup.research.recording import Recorder
from coup.rules.kernel import ROLES
from coup.vectors.observation import HAND, VERSION

CLASSIC = coup.ruleset("classic", turn_limit=200)
Captured = pytest.CaptureFixture[str]


def test_what_is_recorded_is_what_bots_play_inside_a_batch() -> None:
    """The same deals, and so the same winners."""
    from coup.research.cpu_engine import bots_winners

    players = ("counter", "trait:honesty=0.2", "thief")
    _, results = Recorder(players, CLASSIC, 7, 20).play(range(60, 120))
    for first in range(3):
        lineup = (*players[first:], *players[:first])
        deals = np.arange(60, 120)[results.first == first]
        expected = bots_winners(CLASSIC, lineup, 7, deals)
        assert (results.winner[results.first == first] == expected).all()


def test_decisions_stand_in_order_with_what_their_seats_knew() -> None:
    """Games begin as in a batch, every action is legal, and observations show the seat's cards."""
    decisions, results = Recorder(("pragmatist", "medium"), CLASSIC, 3, 7).play(range(30))
    assert results.decisions.sum() == len(decisions.game)
    starts = np.concatenate([[0], np.cumsum(results.decisions)[:-1]])
    for game, start in enumerate(starts):
        rows = slice(start, start + results.decisions[game])
        assert (decisions.game[rows] == game).all()
        assert (decisions.number[rows] == np.arange(results.decisions[game])).all()
        assert (decisions.legal[rows] >> decisions.action[rows] & 1).all()
        own = decisions.hands[rows, :ROLES]
        assert (own == decisions.observation[rows, HAND : HAND + ROLES]).all()
    batch = Batch(30, 2, CLASSIC, seed=3)
    assert (batch.observe == decisions.observation[starts]).all()


def test_the_number_of_rows_does_not_matter() -> None:
    one, two = (Recorder(("counter", "easy"), CLASSIC, 3, rows).play(range(40)) for rows in (5, 40))
    for ours, theirs in zip(one, two, strict=True):
        assert all(map(np.array_equal, ours, theirs))


def test_the_command_writes_what_the_loader_reads(tmp_path: Path, capsys: Captured) -> None:
    pytest.importorskip("pyarrow")
    from coup.research import Dataset

    folder = tmp_path / "games"
    command = ["dataset", str(folder), "--bots", "counter,honest,random", "--workers", "1"]
    command += ["--games", "50", "--shard", "20", "--seed", "5"]
    assert main(command) == 0
    assert "50 games in 3 shards" in capsys.readouterr().out
    data = Dataset(folder)
    assert data.plan.observation == VERSION
    decisions, results = Recorder(("counter", "honest", "random"), CLASSIC, 5, 9).play(range(50))
    assert (data.winners == results.winner).all()
    shards = list(data.shards(hidden=True))
    assert [len(np.unique(shard.game)) for shard in shards] == [20, 20, 10]
    for name in ("game", "number", "seat", "observation", "action", "hands"):
        found = np.concatenate([getattr(shard, name) for shard in shards])
        assert np.array_equal(found, getattr(decisions, name))
    for shard in shards:
        assert shard.legal[np.arange(len(shard.action)), shard.action].all()
        won = data.winners[shard.game] == shard.seat
        assert np.allclose(shard.reward, np.where(won, 1, -1 / 2))
    assert next(data.shards()).hands is None
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert card.startswith("# 50 games of Coup\n")
    assert "--games 50 --seed 5 --shard 20" in card


def test_it_resumes_where_it_was_interrupted(tmp_path: Path, capsys: Captured) -> None:
    pytest.importorskip("pyarrow")
    folder = tmp_path / "games"
    command = ["dataset", str(folder), "--games", "30", "--shard", "10", "--workers", "1"]
    assert main(command) == 0
    whole = {path: path.read_bytes() for path in folder.rglob("*.parquet")}
    for part in ("games", "decisions"):
        (folder / part / "00001.parquet").unlink()
    assert main(command) == 0
    assert {path: path.read_bytes() for path in folder.rglob("*.parquet")} == whole
    capsys.readouterr()
    assert main(command) == 0
    said = capsys.readouterr().out
    assert said == f"{folder}: 30 games in 3 shards; all of it was there already\n"
    assert main([*command, "--seed", "2"]) == 2
    assert "holds another data set; choose another folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "counter"], "2 to 6 seats, not 1"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", "counter,"], "--bots: a name is missing in 'counter,'"),
        (["--bots", "counter,lucky"], "there is no bot 'lucky'"),
        (["--games", "0"], "--games: must be at least 1, not 0"),
        (["--shard", "0"], "--shard: must be at least 1, not 0"),
        (["--workers", "0"], "--workers: must be at least 1, not 0"),
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
    ],
)
def test_impossible_data_sets_are_refused_with_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: Captured
) -> None:
    pytest.importorskip("pyarrow")
    assert main(["dataset", str(tmp_path / "games"), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "games").exists()


def test_a_data_set_without_a_finished_shard_is_empty(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    from coup.research import Dataset
    from coup.research.dataset import begin, checked_plan

    begin(tmp_path, checked_plan(("counter", "honest"), "classic", 1, 20, 10))
    data = Dataset(tmp_path)
    assert list(data.shards()) == []
    assert data.winners.tolist() == []


def test_odd_folders_are_refused_with_a_sentence(tmp_path: Path, capsys: Captured) -> None:
    pytest.importorskip("pyarrow")
    from coup.research import Dataset

    (tmp_path / "other.txt").write_text("mine")
    assert main(["dataset", str(tmp_path)]) == 2
    assert "is not empty and holds no data set" in capsys.readouterr().err
    with pytest.raises(ValueError, match=r"holds no data set: there is no dataset\.json"):
        Dataset(tmp_path)
    for text in ("[]", "{}", json.dumps({"players": 3})):
        (tmp_path / "dataset.json").write_text(text)
        with pytest.raises(ValueError, match="is not the plan of a data set"):
            Dataset(tmp_path)
