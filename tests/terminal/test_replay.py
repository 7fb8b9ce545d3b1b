"""A recorded game, step by step, forwards and backwards."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

import coup
from coup.bots import make
from coup.cli import main
from coup.hosting.player import play
from coup.records import Record, check, write_record
from coup.terminal.replay import FullReplay, Replay
from tests.helpers import every_ruleset
from tests.terminal.test_full import frame


def recorded(ruleset: str = "classic", seed: int = 1) -> Record:
    game = coup.Game(["ann", "bob", "cleo"], coup.ruleset(ruleset, turn_limit=100), seed)
    play(game, {name: make("random", seed) for name in game.seats})
    return Record.of(game, players={"ann": "person", "bob": "random", "cleo": "random"})


@every_ruleset
def test_forwards_and_backwards_pass_the_same_places(ruleset: str) -> None:
    for seed in range(10):
        replay = Replay(recorded(ruleset, seed), None)
        there = [str(replay.game)]
        while replay.forward():
            there.append(str(replay.game))
        assert replay.game.over
        back = [str(replay.game)]
        while replay.back():
            back.append(str(replay.game))
        assert back == there[::-1]


def test_one_can_go_to_a_turn() -> None:
    replay = Replay(recorded(), None)
    for turn in (5, 2, 6, 1, 3):
        replay.go_to_turn(turn)
        assert replay.game.turn == turn
        assert replay.game.question.kind == "action"
    replay.go_to_turn(10_000)
    assert replay.game.over
    replay.go_to_turn(0)
    assert replay.game.turn == 1


def test_a_replay_for_a_seat_shows_what_it_saw() -> None:
    record = recorded()
    replay = Replay(record, "bob")
    while replay.forward():
        assert set(replay.hands) == {"bob"}
        assert replay.view == replay.game.view("bob")
    assert not any("A bluff" in line for line in replay.story())
    assert any("A bluff" in line for line in story_with_open_cards(record))


def story_with_open_cards(record: Record) -> list[str]:
    replay = Replay(record, None)
    while replay.forward():
        assert set(replay.hands) == {"ann", "bob", "cleo"}
    return replay.story()


def test_the_command_writes_a_game_into_a_pipe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    write_record(file, recorded(seed=1))
    write_record(file, recorded(seed=2))
    assert main(["replay", str(file), "--game", "2"]) == 0
    told = capsys.readouterr().out
    assert "(A bluff.)" in told
    assert f"{recorded(seed=2).winner} wins." in told
    assert main(["replay", str(file), "--seat", "ann"]) == 0
    assert "(A bluff.)" not in capsys.readouterr().out


def test_a_record_becomes_a_game_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    write_record(file, recorded("coup2022"))
    assert main(["replay", str(file), "--coup"]) == 0
    assert check(capsys.readouterr().out, count_cards=True) is None
    games = (recorded("inquisitor", seed) for seed in range(100))
    write_record(file, next(game for game in games if "investigate" in str(game.moves)))
    assert main(["replay", str(file), "--coup", "--game", "2"]) == 2
    assert "a game file has no word for" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--game", "3"], "--game: it holds 1 game"),
        (["--seat", "zoe"], "there is no seat 'zoe', only ann, bob, cleo"),
    ],
)
def test_records_that_cannot_be_replayed_get_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    write_record(file, recorded())
    assert main(["replay", str(file), *arguments]) == 2
    assert capsys.readouterr().err == f"coup: {file}: {sentence}\n"


def test_a_tampered_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    write_record(file, recorded())
    file.write_text(file.read_text().replace('"draw duke"', '"draw contessa"'))
    assert main(["replay", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"coup: {file}: move ")


def test_the_full_screen_goes_forwards_and_backwards() -> None:
    replay = Replay(recorded(), None)
    app = FullReplay(replay)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await walk(pilot)

    async def walk(pilot: Pilot[None]) -> None:
        first = frame(app)
        assert "all cards open" in first[0]
        assert first[-1].endswith("q: close")
        for keys, turn in ((["right", "left"], 1), (["down", "down"], 3), (["up"], 2)):
            await pilot.press(*keys)
            await pilot.pause()
            assert replay.game.turn == turn
        await pilot.press("end")
        await pilot.pause()
        assert any(" wins." in line for line in frame(app))
        await pilot.press("home")
        await pilot.pause()
        assert frame(app) == first
        await pilot.press("q")

    asyncio.run(run())
