"""The driver of docs/baselines.md trains, measures and draws, very briefly."""

import json
from pathlib import Path

import pytest
from benchmarks import baselines

from coup.training.lineups import BOTS

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.mark.parametrize("trainer", baselines.TRAINERS)
def test_a_baseline_is_measured_and_kept(
    trainer: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(baselines, "PARTS", 1)
    monkeypatch.setattr(baselines, "TABLES", 1)
    arguments = [str(tmp_path), "--trainers", trainer, "--seats", "2", "--decisions", "100"]
    arguments += ["--measure", "8", "--games", "4"]
    assert baselines.main(arguments) == 0
    table = capsys.readouterr().out
    assert "| honest_leader, held out |" in table
    found = json.loads((tmp_path / f"{trainer}-2.json").read_text())
    assert [len(point["won"]) for point in found["points"]] == [len(BOTS)] * 2
    assert "<svg" in (tmp_path / "curves.svg").read_text()
    assert baselines.main(arguments) == 0
    assert capsys.readouterr().out == table  # from the saved results
