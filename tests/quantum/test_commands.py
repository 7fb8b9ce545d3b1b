"""`coup quantum`: playing, solving, reviewing and drawing from the command line."""

import io
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from coup.cli import main
from coup.quantum import Game, Ruleset, first_seats_choices, solve
from coup.quantum.players import perfect, simple

pytestmark = pytest.mark.slow

Captured = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    return main(["quantum", *arguments])


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return run("play", *arguments)


# Solve.


def test_solve_prints_value_distance_all_moves_and_the_main_line(capsys: Captured) -> None:
    assert run("solve") == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "Alice: (void, void, 2), Bob: (void, void, 2), Alice to move\n"
        "Alice wins in 15 turns.\n"
        "\n"
        "  tax          wins in 15 turns\n"
        "  income       loses in 20 turns\n"
        "  foreign_aid  loses in 16 turns\n"
        "  steal Bob    loses in 14 turns\n"
        "\n"
        "Best play:\n"
        "  1. Alice tax "
    )
    assert " 15. Alice coup Bob " in said
    assert "42,351 states choosing an action" in said
    assert "174,444 states in all" in said


def test_solve_takes_a_position_with_names_and_turn(capsys: Captured) -> None:
    assert run("solve", "Ann: (dead, duke, 7), Tom: (dead, void, 7), Tom to move") == 0
    said = capsys.readouterr().out
    assert "Tom wins in 1 turn.\n" in said
    assert "coup Ann" in said


def test_solve_says_when_play_is_endless_or_over(capsys: Captured) -> None:
    drawn = "A: (dead, captain, 0), B: (dead, ambassador, 0)"
    assert run("solve", drawn, "--exchange", "all") == 0
    said = capsys.readouterr().out
    assert "A draws.\n" in said
    assert "and so on forever" in said
    assert run("solve", "A: (dead, dead, 2), B: (dead, duke, 1)") == 0
    assert "B has won." in capsys.readouterr().out
    assert run("solve", "A: (dead, dead, 2), B: (dead, duke, 1), C: (dead, dead, 2)") == 0
    assert "B has won." in capsys.readouterr().out


def test_solve_verifies(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coup.commands.quantum.PLAYED_OUT", 1_000)
    assert run("solve", "--verify") == 0
    said = capsys.readouterr().out
    assert "Verified: each of 224,356 states follows from those after it by the rules." in said
    assert "Played out: 1,000 won positions against random moves, all won in time" in said


def test_solve_for_three_says_who_wins_alone(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coup.commands.quantum.SAMPLES", 100)
    position = "A: (dead, assassin, 6), B: (dead, duke, 1), C: (dead, duke, 1)"
    assert run("solve", position, "--verify") == 0
    assert capsys.readouterr().out == (
        f"{position}, A to move\n"
        "A wins in 3 turns against B and C together.\n"
        "B cannot force a win against A and C together.\n"
        "C cannot force a win against A and B together.\n"
        "Verified: 100 random positions follow from those after them by the rules.\n"
    )


# Play.


def test_play_asks_questions_tells_the_story_and_hints(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(monkeypatch, "tax\nq\n", "--hint") == 0
    said = capsys.readouterr().out
    assert "Alice, which action?\n  1  income       loses in 20 turns\n" in said
    assert "Alice takes tax; a void collapses into the Duke.\nBob takes income.\n" in said
    assert said.endswith("The game is left unfinished.\n")


def test_a_wrong_answer_says_what_would_be_right_and_asks_again(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(monkeypatch, "\nbluff\n9\n0\ncoup\n3\n") == 0
    said = capsys.readouterr().out
    assert "'bluff' is not a move now; Alice can answer income, foreign_aid, tax or steal" in said
    assert "there is no move 9, only 1 to 4" in said
    assert "there is no move 0, only 1 to 4" in said
    assert "Alice has 2 coins, coup costs 7" in said
    assert "Alice takes tax" in said


def test_a_typing_error_is_answered_with_the_closest_move(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert play(monkeypatch, "incone\nforein aid\nsteel\nq\n") == 0
    said = capsys.readouterr().out
    assert "'incone' is not a move now; did you mean income?" in said
    assert "'forein aid' is not a move now; did you mean foreign_aid?" in said
    assert "'steel' is not a move now; did you mean steal Bob?" in said
    position = "Ann: (assassin, void, 3), Tom: (duke, void, 7)"
    assert play(monkeypatch, "assassinate\nblok\nq\n", position, "--opponent", "friend") == 0
    said = capsys.readouterr().out
    assert "'blok' is not a move now; did you mean block_assassinate?" in said


def test_help_says_what_can_be_typed(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    for word in ("help", "h", "?"):
        assert play(monkeypatch, f"{word}\nq\n") == 0
        assert "undo, u     take back your last move\n" in capsys.readouterr().out


def test_undo_goes_back_to_the_persons_last_question(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = "undo\ntax\nincome\nu\nundo\nincome\nq\n"
    assert play(monkeypatch, typed, "--opponent", "simple") == 0
    said = capsys.readouterr().out
    assert said.count("There is no move of yours to take back.") == 1
    assert said.count("Taken back.") == 2
    assert said.count("\nAlice: (void, void, 2), Bob: (void, void, 2)\nAlice, which action?") == 3
    assert said.count("Alice takes tax;") == 1
    assert said.count("Alice takes income.") == 2


def test_the_fortress_ends_in_an_announced_draw(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = "Alice: (dead, captain, 5), Bob: (dead, ambassador, 3), Bob to move"
    typed = "exchange\nblock_steal ambassador\n" * 9
    assert play(monkeypatch, typed, position, "--exchange", "all", "--as", "Bob") == 0
    said = capsys.readouterr().out
    assert said.count("Bob exchanges") == 2
    assert said.endswith("This position has come up 3 times: it is a draw.\n")


def test_the_page_lists_every_hand_with_its_share() -> None:
    page = Path("docs/quantum.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"\| (\w+, \w+) \| (\d+) %", page))
    solution, wins = solve(), Counter[tuple[str, ...]]()
    for position in first_seats_choices():
        winner = solution.outcome(position).winner
        assert winner is not None
        wins[position.hands[winner]] += 1
    assert listed == {
        ", ".join(hand): f"{100 * won / (2 * 22 * 11 * 11):.0f}" for hand, won in wins.items()
    }


def test_the_page_shows_the_fortress_as_it_is_printed(capsys: Captured) -> None:
    page = Path("docs/quantum.md").read_text(encoding="utf-8")
    command, _, shown = page.partition("$ coup quantum solve 'Alice: (dead, ")[2].partition("\n")
    position, _, options = command.partition("' ")
    assert run("solve", f"Alice: (dead, {position}", *options.split()) == 0
    lines = shown.partition("```")[0].removeprefix("...\n")
    assert lines.count("\n") == 3
    assert lines in capsys.readouterr().out


def test_two_friends_play_to_the_end(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    position = "Ann: (assassin, void, 3), Tom: (duke, void, 7)"
    typed = "assassinate\nblock\ncoup\ndiscard void\nincome\ntax\n"
    assert play(monkeypatch, typed, position, "--opponent", "friend") == 0
    said = capsys.readouterr().out
    assert "Tom, do you block the assassination?\n" in said
    assert "Ann, which card do you lose?\n" in said
    typed = "coup\n"
    assert play(monkeypatch, typed, "Ann: (dead, duke, 7), Tom: (dead, duke, 7)") == 0
    assert capsys.readouterr().out.endswith(
        "Ann: (dead, duke, 0), Tom: (dead, dead, 7)\nAnn has won.\n"
    )


def test_a_person_can_play_another_seat(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "", "--as", "bob") == 0
    said = capsys.readouterr().out
    assert said.index("Alice takes tax") < said.index("Bob, which action?")


def test_six_can_play(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    assert play(monkeypatch, "tax\n" * 3, "--seats", "6", "--blocks", "anybody") == 0
    said = capsys.readouterr().out
    assert "Frank takes tax" in said


def test_a_saved_game_can_be_reviewed(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    assert play(monkeypatch, "income\n", "--save", str(path)) == 0
    assert capsys.readouterr().out.endswith(f"The game is in {path}.\n")
    assert run("review", str(path)) == 0
    assert "Alice plays income and throws away a win" in capsys.readouterr().out
    assert play(monkeypatch, "income\n", "--save", str(path)) == 2
    assert capsys.readouterr().err == f"coup: --save: there is already a file {path}\n"
    nowhere = tmp_path / "no" / "folder"
    assert play(monkeypatch, "income\n", "--save", str(nowhere)) == 2
    said = capsys.readouterr().err
    assert said == f"coup: --save: cannot write {nowhere}: No such file or directory\n"


def test_ctrl_c_leaves_without_a_traceback() -> None:
    command = [sys.executable, "-m", "coup", "quantum", "play", "--opponent", "simple"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as game:
        assert game.stdout is not None
        while game.stdout.read(1) != ">":
            pass
        game.send_signal(signal.SIGINT)
        said, errors = game.communicate(timeout=120)
    assert said.endswith("The game is left unfinished.\n")
    assert errors == ""
    assert game.returncode == 0


# Who plays.


def test_perfect_play_beats_the_simple_bot_from_every_won_start() -> None:
    solution = solve()
    players = [perfect(solution), simple(solution.ruleset)]
    for first_coins in range(1, 11):
        game = Game(ruleset=Ruleset(first_coins=first_coins))
        while not game.over:
            game.make(players[game.names.index(game.to_move or "")](game.position))
        assert game.winner == "Alice"


@pytest.mark.parametrize("seed", range(5))
def test_the_simple_bot_wins_most_games_against_random_play(seed: int) -> None:
    dice = Random(seed)
    ruleset = Ruleset(exchange="one", blocks="anybody")
    bot = simple(ruleset)
    wins = 0
    for _ in range(20):
        position = "Alice: (void, void, 2), Bob: (void, void, 2), Carol: (void, void, 2)"
        game = Game(position, ruleset)
        while not game.over:
            if game.to_move == "Alice":
                game.make(bot(game.position))
            else:
                game.push(dice.choice(game.legal_moves))
        wins += game.winner == "Alice"
    assert wins > 10


# Review and plots.


def test_review_without_a_file_takes_the_example_game(capsys: Captured) -> None:
    assert run("review") == 0
    assert capsys.readouterr().out == (
        "Alice against Bob, the default reading: Bob has won.\n"
        "\n"
        "Turn 1: Alice: (void, void, 2), Bob: (void, void, 2)\n"
        "  Alice plays income and throws away a win: it loses in 20 turns.\n"
        "  To keep it: tax (wins in 15 turns).\n"
        "\n"
        "1 blunder.\n"
    )


def test_plots_are_drawn(capsys: Captured, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert run("plots", str(folder)) == 0
    paths = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert paths == [folder / "quantum-maps.svg", folder / "quantum-distances.svg"]
    for path in paths:
        assert ET.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"
        assert path.stat().st_size < 100_000


def test_without_matplotlib_a_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from coup.cli import main; sys.exit(main(['quantum', 'plots', 'nowhere']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "coup: plots need the extra `plots`: pip install '.[plots]'\n"


# What is refused.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "Alice: (void, void, 11), Bob: (void, void, 2)"], "Alice has 11 coins, but"),
        (["solve", "--exchange", "two"], "exchange must be none, all, one or ambassador"),
        (["solve", "--first-coins", "11"], "first_coins must be from 0 to 10, not 11"),
        (["solve", "--players", "4"], "only games for 2 or 3 players can be solved, not for 4"),
        (["solve", "--seats", "9"], "--seats: must be at most 6, not 9"),
        (["solve", "--players", "3", "--exchange", "all"], "three players are solved with"),
        (
            ["solve", "A: (void, void, 2), B: (void, void, 2)", "--players", "3"],
            "--seats: the position has 2 seats, not 3",
        ),
        (["play", "--opponent", "god"], "--opponent: must be perfect, simple or friend, not 'god'"),
        (
            ["play", "A: (void, void, 2), B: (void, void, 2)", "--first-coins", "1"],
            "--first-coins: leave it out; the position says how many coins there are",
        ),
        (
            ["play", "--opponent", "friend", "--as", "Bob"],
            "--as: leave it out with --opponent friend",
        ),
        (["play", "--as", "Tom"], "there is no player 'Tom', only Alice, Bob"),
        (["play", "--players", "3", "--hint"], "perfect play and hints are for 2 players, not 3"),
        (["play", "--blocks", "nobody"], "blocks must be target or anybody, not 'nobody'"),
        (["review", "/no/such/file"], "cannot read /no/such/file: No such file or directory"),
        (["review", "/dev/null/x"], "cannot read /dev/null/x: Not a directory"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str], sentence: str, capsys: Captured
) -> None:
    assert run(*arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"coup: {sentence}")
    assert said.err.count("\n") == 1


def test_a_file_that_is_no_game_gets_one_sentence(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_bytes(b"\xff\xfe")
    assert run("review", str(path)) == 2
    assert capsys.readouterr().err == f"coup: {path} is not text in UTF-8\n"
    path.write_text("Alice: fly\n")
    assert run("review", str(path)) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coup: {path}, line 1: 'fly' is not a move now; Alice can answer")


def test_quantum_without_a_subcommand_lists_the_subcommands(capsys: Captured) -> None:
    assert run() == 0
    assert "find the moves of a game that threw away a win or a draw" in capsys.readouterr().out
