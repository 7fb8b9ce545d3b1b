"""`coup http`, `coup bot`, and bots over HTTP in `coup arena`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from coup.records import read_records
from tests.http_bots.bots import Faulty, Polite, Running, running

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "bots"


@contextmanager
def started(*command: str) -> Iterator[str]:
    """Start a bot in a separate process; yields the address that it prints."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.communicate()


def our_bot(name: str) -> tuple[str, ...]:
    return sys.executable, "-m", "coup", "bot", "--http", "0", "--seed", "1", name


def coup(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coup", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_two_of_our_processes_play_each_other(tmp_path: Path) -> None:
    with started(*our_bot("counter")) as one, started(*our_bot("random")) as two:
        done = coup("http", one, two, "-n", "20", "--seed", "1", "--json")
        assert (done.returncode, done.stderr) == (0, "")
        report = json.loads(done.stdout)
        assert report["played"] == 20
        assert report["ruleset"] == "inquisitor"
        results = {each["name"]: each for each in report["results"]}
        counter = results[one.removeprefix("http://")]
        assert counter["wins"] > 12
        assert sum(each["faults"] for each in results.values()) == 0
        # They can tell games apart, so they can play at several tables.
        page = str(tmp_path / "page.html")
        several = coup("http", one, two, "-n", "20", "--tables", "2", "--json", "--html", page)
        assert Path(page).read_text().count('"title"') == 20
        assert json.loads(several.stdout)["played"] == 20
        assert all(each["faults"] == 0 for each in json.loads(several.stdout)["results"])


def test_games_are_kept_as_valid_records_with_every_fault(tmp_path: Path) -> None:
    out = tmp_path / "games"
    with running(Polite(), Faulty(b"HTTP/1.0 200 OK\r\n\r\n\x1b[31mred")) as (good, bad):
        command = ["http", good.url, bad.url, "-n", "4", "--seed", "3", "--out", str(out)]
        done = coup(*command, "--faults", "3")
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
        assert f"First fault of 127.0.0.1:{bad.port}, in game 0 at 20" in done.stdout
        records = list(read_records(out / "games.jsonl"))
        assert len(records) == 4
        for record in records:
            assert record.game().over
            (faults,) = record.faults
            assert (faults["seat"], faults["faults"]) == (f"127.0.0.1:{bad.port}", 3)
            assert len(faults["log"]) == 3
            for fault in faults["log"]:
                assert fault["asked"].startswith("GET /")
                assert fault["why"] == "it is not JSON"
                assert "red" in fault["answer"]
                assert fault["when"].startswith("20")
        again = coup(*command, "--json")  # nothing remains to be played
        assert json.loads(again.stdout)["played"] == 4


def test_a_bot_that_is_down_is_reported_before_the_first_game() -> None:
    gone = Running(Polite())
    gone.stop()
    with running(Polite()) as (place,):
        done = coup("http", place.url, gone.url, "-n", "2")
        assert done.returncode == 2
        assert done.stdout == ""
        why = "the connection is refused: nobody listens there"
        assert done.stderr == f"coup: the bot at {gone.url} is down: {why}\n"
        done = coup("http", place.url, gone.url, "-n", "2", "--anyway", "--json")
        assert done.returncode == 0
        assert "moves are made for it until it is up" in done.stderr
        results = {each["name"]: each for each in json.loads(done.stdout)["results"]}
        assert results[f"127.0.0.1:{gone.port}"]["faults"] == 10


def test_a_settings_file_is_enough(tmp_path: Path) -> None:
    with running(Polite(), Polite(), Polite()) as places:
        one, two, three = (place.url for place in places)
        file = tmp_path / "table.toml"
        file.write_text(
            f"bots = ['{one}', ['{two}', '{three}']]\ngames = 3\nlimit = 1.5\nfaults = 2\n"
            f"seed = 9\nout = '{tmp_path / 'kept'}'\n[rules]\nfirst_coins = 1\n",
            encoding="utf-8",
        )
        done = coup("http", "--settings", str(file), "-n", "4", "--json")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert (report["seed"], report["played"]) == (9, 4)
        assert report["house_rules"]["first_coins"] == 1
        assert len(list(read_records(tmp_path / "kept" / "games.jsonl"))) == 4


def test_parallel_tables_are_for_bots_that_can_tell_games_apart(tmp_path: Path) -> None:
    with ExitStack() as stack:
        places = stack.enter_context(running(*(Polite() for _ in range(4))))
        one, two, three, four = (place.url for place in places)
        done = coup("http", one, two, "-n", "2", "--tables", "2")
        assert done.returncode == 2
        assert f"--workers: {one} does not say that it can tell 2 games apart" in done.stderr
        for place in places:
            place.bot.requests.clear()
        pair = [f"{one}+{two}", f"{three}+{four}"]
        done = coup("http", *pair, "-n", "40", "--tables", "2", "--json")
        assert done.returncode == 0, done.stderr
        assert all(each["faults"] == 0 for each in json.loads(done.stdout)["results"])
        starts = [
            sum(request.path == "/start" for request in place.bot.requests) for place in places
        ]
        assert starts[0] + starts[1] == 40
        assert (starts[0], starts[1]) == (starts[2], starts[3])
        assert min(starts) > 0


def test_bots_over_http_play_in_the_arena_with_all_others() -> None:
    with running(Polite()) as (place,):
        done = coup("arena", place.url, "counter", "honest", "-n", "4", "--json", "--seed", "2")
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        assert report["ruleset"] == "inquisitor"
        assert report["played"] == 12
        assert all(each["faults"] == 0 for each in report["results"])
        done = coup("arena", place.url, "counter", "-n", "4", "--workers", "2")
        assert done.returncode == 2
        assert "--workers" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["http"], "name the bots by their addresses, such as http://127.0.0.1:8001"),
        (["http", "counter", "honest"], "'counter' is not an address such as"),
        (["http", "--settings", "/nowhere.toml"], "--settings: /nowhere.toml: No such file"),
        (["http", "http://127.0.0.1:1", "--tables", "0"], "--tables: must be at least 1, not 0"),
        (["http", "http://127.0.0.1:1", "--faults", "0"], "--faults: must be at least 1, not 0"),
        (["http", "http://127.0.0.1:1", "--limit", "-1"], "--limit: must be more than 0, not -1"),
        (["http", "http://127.0.0.1:1", "--rule", "windows=joint"], "bots over HTTP play the rul"),
        (["bot", "--http", "70000", "counter"], "--http: must be at most 65,535"),
        (["bot", "--http", "0", "nobody"], "there is no bot 'nobody'"),
        (["bot", "--http", "0", "--host", "192.0.2.1", "honest"], "coup: cannot listen at 192."),
        (["bot", "--http", "0", "tests/agents/beef/Beef.py"], "cannot be served: only bots"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    done = coup(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("coup: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bots = [", "is not TOML"),
        ("bots = [1, 2]", "bots is a list of addresses"),
        ("boots = []", "there is no setting 'boots'"),
        ("games = 'many'", "games is a number, not 'many'"),
        ("games = true", "games is a number, not True"),
    ],
)
def test_an_invalid_settings_file_gets_a_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, encoding="utf-8")
    done = coup("http", "--settings", str(file))
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
