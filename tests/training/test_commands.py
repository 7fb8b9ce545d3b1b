"""The commands `coup train`, `coup blend` and `coup exploit`."""

from pathlib import Path

import pytest

from coup.bots.network import load
from coup.cli import main
from coup.commands.train import Interrupts
from coup.training.actor_critic import Actor

QUICK = ["--decisions", "2000", "--parallel", "64", "--set", "width=16", "--set", "minibatch=256"]


def test_a_run_is_finished_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "run"
    assert main(["train", str(folder), *QUICK]) == 0
    out = capsys.readouterr().out
    assert "against honest, 2 seats" in out
    assert {path.name for path in folder.iterdir()} == {
        *("run.json", "log.jsonl", "checkpoint.pt", "weights.npz", "curves.svg")
    }
    assert main(["train", str(folder), *QUICK]) == 2
    assert "there is already a run" in capsys.readouterr().err
    assert main(["train", str(folder), "--resume"]) == 0
    more = ["--start", str(folder / "weights.npz"), "--against", "random=0.2,mixture=0.1"]
    assert main(["train", str(tmp_path / "more"), *QUICK[:4], "--set", "minibatch=256", *more]) == 0
    assert load(tmp_path / "more" / "weights.npz").size == (16, 3)
    on = ["--start", str(folder), "--against", "0"]
    assert main(["train", str(tmp_path / "on"), *QUICK[:4], "--set", "minibatch=256", *on]) == 0
    assert main(["train", str(tmp_path / "x"), *QUICK[:4], "--start", str(tmp_path)]) == 2
    assert "is not the folder of a run; it has no run.json" in capsys.readouterr().err


def test_how_much_can_be_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = ("cards=1", "face_up=duke+duke", "seat_coins=5+5", "exchange=none", "turn_limit=2")
    options = [text for rule in rules for text in ("--rule", rule)]
    folder = tmp_path / "run"
    assert main(["train", str(folder), *QUICK, "--against", "0", *options]) == 0
    weights = str(folder / "weights.npz")
    few = ["--decisions", "2000", "--seeds", "2", "--games", "500", "--set", "minibatch=256"]
    kept = tmp_path / "opponents"
    assert main(["exploit", weights, *few, *options, "--exact", "--out", str(kept)]) == 0
    out = capsys.readouterr().out
    assert "seed 0: wins" in out
    assert "seed 1: wins" in out
    assert "a perfect one is worth" in out
    assert (kept / "seed1" / "weights.npz").exists()


def test_how_much_is_won_with_several_seats(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, rule = tmp_path / "run", ["--rule", "turn_limit=12"]
    some = ["--seats", "3,4", "--against", "styles=0.3,strangers=0.3", "--set", "draw=0.5", *rule]
    assert main(["train", str(folder), *QUICK, *some]) == 0
    weights = str(folder / "weights.npz")
    few = ["--decisions", "1000", "--seeds", "1", "--games", "200", "--set", "minibatch=256", *rule]
    capsys.readouterr()
    for among, sentence in (("copies", "seed 0: wins "), ("learners", "seed 0: leaves it ")):
        assert main(["exploit", weights, *few, "--seats", "4", "--among", among]) == 0
        out = capsys.readouterr().out
        assert sentence in out
        assert "drawn" in out
        assert "par is 25.0%" in out


def test_an_opponent_may_start_from_scratch_and_be_larger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Actor(16, 1).network().save(tmp_path / "small.npz")
    few = ["--decisions", "500", "--seeds", "1", "--games", "100", "--set", "minibatch=256"]
    larger = ["--begin", "nothing", "--set", "width=24", "--set", "depth=2"]
    out = tmp_path / "out"
    assert main(["exploit", str(tmp_path / "small.npz"), *few, *larger, "--out", str(out)]) == 0
    assert load(out / "seed0" / "weights.npz").size == (24, 2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ["train", "x", "--seats", "two"],
            "--seats: must be numbers from 2 to 6, such as 2 or 3,4,5,6",
        ),
        (
            ["train", "x", "--seats", "9"],
            "--seats: must be numbers from 2 to 6, such as 2 or 3,4,5,6, not '9'",
        ),
        (
            ["train", "x", "--set", "td_lambda=2"],
            "--set: td_lambda must be something like 0.95, not '2'",
        ),
        (
            ["train", "x", "--set", "entropy=0.1,0"],
            "--set: entropy must be something like 0.08,0.03",
        ),
        (
            ["train", "x", "--past", "0.7", "--against", "0.7"],
            "--past and --against must not exceed 1 together",
        ),
        (
            ["train", "x", "--against", "sharks=0.1"],
            "--against: there is no bot 'sharks'; choose from random",
        ),
        (["train", "x", "--against", "random=2"], "--against: random must be at most 1, not 2"),
        (["train", "x", "--bots", "random=2"], "--bots: random must be at most 1, not 2"),
        (["train", "x", "--start", "some"], "--start: must be a file of weights (.npz)"),
        (["train", "x", "--start", "some.npz"], "there is no file some.npz"),
        (["train", "x", "--games", "0"], "--games: must be at least 8, not 0"),
        (
            ["train", "x", "--decisions", "inf"],
            "--decisions: must be at most 1,000,000,000,000,000, not inf",
        ),
        (["train", "x", "--minutes", "0"], "--minutes: must be more than 0, not 0"),
        (["train", "x", "--set", "epochs=0"], "--set: epochs must be something like 1, not '0'"),
        (
            ["train", "x", "--resume", "--seed", "3"],
            "--seed: leave it out; a resumed run keeps its plan",
        ),
        (["train", "x", "--device", "cuda"], "--device cuda: there is no GPU here"),
        (
            ["train", "x", "--ruleset", "reformation"],
            "--ruleset: networks are trained for games of up to 6 seats without sides and",
        ),
        (
            ["train", "x", "--set", "speed=3"],
            "--set: there is no setting 'speed'; choose from width",
        ),
        (
            ["train", "x", "--set", "entropy=much"],
            "--set: entropy must be something like 0.08,0.03",
        ),
        (["train", "x", "--resume"], "there is no checkpoint.pt to resume from"),
        (["blend", "x", "some.npz"], "OUT: must end with .npz, not 'x'"),
        (["blend", "x.npz", "some.npz"], "there is no file some.npz"),
        (
            ["blend", "--parallel", "0", "x.npz"],
            "--parallel: must be at least 8, not 0",
        ),
        (["exploit", "sharkk"], "there is no player 'sharkk'; did you mean shark?"),
        (["exploit", "nobody"], "there is no player 'nobody'; choose shark, random"),
        (["exploit", "some.npz"], "there is no file some.npz"),
        (["exploit", "honest", "--games", "1"], "--games: must be at least 100, not 1"),
        (["exploit", "shark", "--set", "width=9"], "--set: leave out width and depth"),
        (["exploit", "shark", "--seats", "7"], "--seats: must be at most 6, not 7"),
        (["exploit", "shark", "--among", "learners"], "--among learners needs three seats or more"),
        (["exploit", "shark", "--exact", "--seats", "3"], "--exact works with two seats only"),
        (["exploit", "shark", "--exact"], "only if it has a turn limit"),
        (["exploit", "honest", "--exact"], "--exact needs a network, not a bot such as honest"),
        (["exploit", "honest", "--seeds", "0"], "--seeds: must be at least 1, not 0"),
    ],
)
def test_bad_input_gets_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    assert main(words) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_an_interrupted_opponent_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After Ctrl-C the same command resumes and prints the result; the next time it only prints
    it."""
    out = tmp_path / "opponents"
    few = ["--decisions", "30000", "--seeds", "1", "--games", "500", "--set", "minibatch=256"]
    command = ["exploit", "honest", *few, "--out", str(out), "--set", "width=16"]

    def at_once(self: Interrupts, lost: str) -> None:
        self.came, self.lost = True, lost

    with monkeypatch.context() as patched:
        patched.setattr(Interrupts, "__init__", at_once)
        assert main(command) == 130
    assert "interrupted; the same command resumes" in capsys.readouterr().err
    first = len((out / "seed0" / "log.jsonl").read_text().splitlines())
    assert first == 1
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "seed 0: wins" in said
    assert "at the end" in said
    rounds = len((out / "seed0" / "log.jsonl").read_text().splitlines())
    assert rounds > first
    assert main(command) == 0
    assert capsys.readouterr().out == said
    assert len((out / "seed0" / "log.jsonl").read_text().splitlines()) == rounds
    assert main([*command, "--games", "300"]) == 0
    assert "of 300 games" in capsys.readouterr().out
    assert len((out / "seed0" / "log.jsonl").read_text().splitlines()) == rounds
    assert main([*command, "--set", "width=8"]) == 2
    assert "started with other options" in capsys.readouterr().err
