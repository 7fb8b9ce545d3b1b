"""The options of all commands: one name for one meaning, and every command in the docs works."""

import argparse
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from coup.arena import compiled_games
from coup.bots import BOTS, LEVELS
from coup.cli import main, parser
from coup.rules.errors import CoupError

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
SHAPES: dict[str, set[str | None]] = {
    "--seed": {"N"},
    "--games": {"N"},
    "--seats": {"N", "N,N"},
    "--ruleset": {"NAME"},
    "--rule": {"NAME=VALUE"},
    "--json": {None},
    "--players": {"A,B"},
    "--out": {"DIR"},
    "--workers": {"N"},
    "--port": {"N"},
    "--plot": {"FILE"},
}
"""What follows an option, in every command that has it."""


def commands(
    top: argparse.ArgumentParser, name: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands and their own commands."""
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, command in action.choices.items():
                yield f"{name}{word}", command
                yield from commands(command, f"{name}{word} ")


PARSER = parser()
COMMANDS = dict(commands(PARSER))


def in_consoles(text: str) -> Iterator[str]:
    """The lines after a prompt, with their continuation lines."""
    for line in re.findall(r"^\s*\$ ((?:.*\\\n)*.*)$", text, re.M):
        yield line.replace("\\\n", " ")


def in_sentences(text: str) -> Iterator[str]:
    """Commands between backticks; not those that leave something out."""
    for line in re.findall(r"`(coup [^`]+)`", text.replace("\n", " ")):
        if not re.search(r"…|\.\.\.|\[", line) and line.split()[1] in COMMANDS:
            yield line


def shown(page: Path) -> list[tuple[str, bool]]:
    """The commands that a page shows, and whether they are whole."""
    text = page.read_text(encoding="utf-8")
    variables = dict(re.findall(r"^\$ (\w+)=\"(.*)\"$", text, re.M))
    lines = [(line, True) for line in in_consoles(text)]
    lines += [(line, False) for line in in_sentences(text)]
    for name, value in variables.items():
        lines = [(line.replace(f"${name}", value), whole) for line, whole in lines]
    return [(line, whole) for line, whole in lines if line.startswith("coup ")]


def problem(line: str, whole: bool) -> str:
    """What the command says of a line, if anything."""
    try:
        PARSER.parse_args(shlex.split(line, comments=True)[1:])
    except CoupError as error:
        said = str(error)
        return said if whole or " missing; see " not in said else ""
    return ""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_in_the_docs_is_understood(page: Path) -> None:
    wrong = {line: problem(line, whole) for line, whole in shown(page)}
    assert {line: why for line, why in wrong.items() if why} == {}


def test_commands_are_found_in_the_docs() -> None:
    found = [line for page in PAGES for line, _ in shown(page)]
    assert len(found) > 80
    assert {line.split()[1] for line in found} == {name.split()[0] for name in COMMANDS}


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("tables x.db delete --yes one two", "tables", ["one", "two"]),
        ("tables x.db delete one --yes two", "tables", ["one", "two"]),
        ("tables x.db --yes delete one", "tables", ["one"]),
        ("arena counter -n 2 honest", "players", ["counter", "honest"]),
        ("check -- -x.coup", "files", ["-x.coup"]),
        ("check one -- --two", "files", ["one", "--two"]),
    ],
)
def test_options_may_stand_between_the_words_of_a_list(
    line: str, name: str, words: list[str]
) -> None:
    assert getattr(parser().parse_args(line.split()), name) == words


EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
ASKED_FOR = re.compile(r"\binstall\(((?:'[\w-]+'(?:, )?)+)\)")
"""How messages name extras in the source."""


def test_docs_and_messages_install_extras_in_the_same_way() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "examples").rglob("*.py")]
    texts = {
        path: path.read_text(encoding="utf-8")
        for path in (*PAGES, *(ROOT / "docs").rglob("*.ipynb"), *sources)
    }
    typed = {path: re.findall(r"pip install (.{1,60})", text) for path, text in texts.items()}
    others = re.compile(r"tor|tianshou")  # what only a recipe needs
    shown = [line for lines in typed.values() for line in lines if not others.match(line)]
    named = [re.match(r"'\.\[([\w,{}(').]+)\]'", line) for line in shown]
    assert len(shown) > 8
    assert [line for line, found in zip(shown, named, strict=True) if not found] == []
    written = [found[1] for found in named if found and "{" not in found[1]]
    asked = [names for text in texts.values() for names in ASKED_FOR.findall(text)]
    assert len(asked) > 12
    extras = {name for names in (*written, *asked) for name in re.findall(r"[\w-]+", names)}
    assert extras <= set(EXTRAS)


def test_messages_do_not_spell_out_how_to_install() -> None:
    spelt = [
        path.name
        for path in (ROOT / "src").rglob("*.py")
        if "pip install" in path.read_text(encoding="utf-8")
    ]
    assert sorted(spelt) == ["api.py", "errors.py"]  # a page of the docs, and the helper


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_means_the_same_in_every_command(name: str) -> None:
    for action in COMMANDS[name]._actions:
        for option in action.option_strings:
            if option in SHAPES and action.help != argparse.SUPPRESS:
                assert action.metavar in SHAPES[option], f"coup {name} {option}"
            if option == "--games":
                assert action.help == argparse.SUPPRESS or "-n" in action.option_strings


@pytest.mark.parametrize("name", COMMANDS)
def test_absurd_numbers_are_refused(name: str) -> None:
    """All numbers have bounds."""
    for action in COMMANDS[name]._actions:
        assert action.type not in (int, float), f"coup {name} {action.option_strings}"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"simulate -n {10**14}", "--games: must be at most 1,000,000,000, not 1"),
        (f"serve --tables-per-hour {10**23}", "--tables-per-hour: must be at most 1,000,000, not"),
        (f"serve --port {'1' * 5000}", "--port: must be a whole number, not '1111"),
        ("arena random random --limit inf", "--limit: must be at most 86,400, not inf"),
        ("serve --pace nan", "--pace: must be at least 0, not nan"),
        ("train x --past x", "--past: must be a number, not 'x'"),
        (f"watch --seed {10**23}", "--seed: must be at most 18,446,744,073,709,551,615, not 1"),
    ],
)
def test_an_absurd_number_gets_a_sentence(
    line: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line.split()) == 2
    assert capsys.readouterr().err.startswith(f"coup: {sentence}")


@pytest.mark.parametrize(
    "line",
    [
        "simulate --out {}/games",
        "simulate --html {}/page.html",
        "train {}/run",
        "quantum plots {}",
        "endgame --plot {}/end.svg",
    ],
)
def test_a_folder_that_cannot_be_written_to_is_refused_at_once(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    assert main(line.format(tmp_path).split()) == 2
    assert f"{tmp_path} cannot be written to: permission denied" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("simulate --players 3", "simulate --seats 3"),
        ("http http://a:1 --tables 2", "http http://a:1 --workers 2"),
        ("bot --http 8003 counter", "bot --port 8003 counter"),
        ("quantum play --players 4", "quantum play --seats 4"),
        ("quantum solve --players 3", "quantum solve --seats 3"),
        ("train run --games 64", "train run --parallel 64"),
        ("blend out.npz a.npz --games 64", "blend out.npz a.npz --parallel 64"),
    ],
)
def test_names_of_the_first_edition_still_work(old: str, new: str) -> None:
    assert PARSER.parse_args(old.split()) == PARSER.parse_args(new.split())
    name = old.rpartition(" --")[2].partition(" ")[0]
    command = next(COMMANDS[each] for each in sorted(COMMANDS)[::-1] if old.startswith(each))
    assert not re.search(rf"--{name}\b", command.format_help().replace("coup --", ""))


@pytest.mark.parametrize("name", ["arena", "bot", "watch"])
def test_the_help_names_every_bot(name: str) -> None:
    told = re.findall(r"[\w.]+", COMMANDS[name].format_help())
    assert {*BOTS, *LEVELS} <= set(told)


@pytest.mark.parametrize("preset", ["simulate", "http"])
def test_presets_of_the_arena_have_its_options(preset: str) -> None:
    def options(name: str) -> set[str]:
        return {option for each in COMMANDS[name]._actions for option in each.option_strings}

    assert options("arena") - options(preset) == {"--table"}


def test_what_is_installed_does_not_change_which_games_are_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled_games, "LEAST", 20)
    monkeypatch.setitem(sys.modules, "numba", None)
    command = ["arena", "random", "random", "-n", "40", "--seed", "1", "--workers", "1"]
    assert main(command) == 2
    assert capsys.readouterr().err == (
        "coup: so many games between built-in bots need compiled code: "
        "pip install '.[fast]'; with --out DIR they are played and kept without it\n"
    )
    assert main([*command, "--out", str(tmp_path / "kept")]) == 0


@pytest.mark.slow
def test_a_page_does_not_change_which_games_are_played(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiled_games, "LEAST", 20)
    command = ["arena", "random", "random", "-n", "40", "--seed", "1", "--workers", "1", "--json"]
    assert main(command) == 0
    plain = json.loads(capsys.readouterr().out)
    assert main([*command, "--html", str(tmp_path / "page.html")]) == 0
    assert json.loads(capsys.readouterr().out) == plain
    assert plain["looked_into"] == 0  # so they were played on the compiled kernel
    assert "Standings" in (tmp_path / "page.html").read_text()
