"""Coup in plain lines, as people around one keyboard type it."""

import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import coup
from coup.called import resume_command
from coup.cli import main
from coup.events import Challenged, Declared, Discarded, TurnBegan
from coup.hindsight import with_bluffs
from coup.hosting.evening import Evening
from coup.terminal import wording
from coup.terminal.pace import Pace
from coup.terminal.plain import Left, Lines, PlainEvening
from coup.terminal.saves import Save, resume
from tests.terminal.evenings import an_evening

WIPED = "-" * 40


class Typist(io.StringIO):
    """Input from a script that sees the game and the prompt."""

    def __init__(self, types: Callable[[str], str | None]) -> None:
        super().__init__()
        self.types = types
        self.screen = io.StringIO()
        self.typed = 0

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        self.typed += 1
        assert self.typed < 2000, "this typist never comes to an end"
        typed = self.types(self.screen.getvalue().rsplit("\n", 1)[-1])
        return "" if typed is None else f"{typed}\n"


def run(evening: Evening, types: Callable[[str], str | None], private: bool = True) -> str:
    """Play an evening with a typist; returns everything that was on the screen."""
    typist = Typist(types)
    lines = Lines(typist, typist.screen)
    PlainEvening(evening, Save(), lines, Pace("at once"), private).run()
    return typist.screen.getvalue()


def typing(*lines: str) -> Callable[[str], str | None]:
    """A typist who types these lines, no matter what is asked."""
    rest = iter(lines)
    return lambda prompt: next(rest, None)


# A whole evening.


def an_eventful_evening() -> tuple[Evening, str]:
    """Three people and a bot, two rounds; the beginning of the first one is scripted here."""
    hands = {
        "ann": "assassin contessa",
        "bob": "captain duke",
        "cleo": "duke ambassador",
        "ada": "contessa contessa",
    }
    evening = an_evening(hands, {"ada": "honest"}, assassinate_cost=1)
    script = [
        ("ann", "action", ["taxi", "99", "", "coup bob", "assassinate bob"]),
        ("bob", "challenge", ["challenge"]),  # wrongly, in spite of the warning
        ("ann", "reveal", ["reveal assassin"]),
        ("bob", "discard", ["discard contessa", "discard captain"]),
        ("bob", "block", ["pass"]),
        ("cleo", "action", ["Steal Ann"]),  # a bluff
        ("ann", "challenge", ["2"]),  # rightly
        ("cleo", "reveal", ["reveal duke"]),
        ("ann", "action", ["exchange"]),  # a bluff or not; nobody challenges
        ("ann", "return", ["1"]),
        ("ann", "return", ["1"]),
    ]
    chance = random.Random(4)
    plan: list[str] = []
    rounds = iter(["maybe", "yes", "no"])

    def types(prompt: str) -> str | None:
        if "Another round?" in prompt:
            return next(rounds)
        if "(yes/no)" in prompt:
            return "yes"
        if prompt != "> ":
            return ""  # hand over, continue
        if not plan:
            question = evening.game.question
            if script and script[0][:2] == (evening.asked, question.kind):
                plan.extend(script.pop(0)[2])
            elif script:
                plan.append("pass")
            else:
                plan.append(str(chance.choice(evening.game.legal_moves)))
        return plan.pop(0)

    return evening, run(evening, types)


def test_a_whole_evening() -> None:
    evening, screen = an_eventful_evening()
    first, second = evening.rounds
    assert second.seats[0] == first.winner
    told = [str(each) for each in with_bluffs(first.game().events)]
    order = [
        "ann pays 1 coin and claims the Assassin to assassinate bob.",
        "bob challenges: does ann have the Assassin?",
        "ann reveals the Assassin: the claim is proved.",
        "bob loses the Captain.",
        "bob loses the Duke.",
        "bob is out.",
        "cleo claims the Captain to steal from ann. (A bluff.)",
        "ann challenges: does cleo have the Captain?",
        "cleo reveals the Duke: the claim is lost.",
        "ann drew 2 cards and returned as many.",
    ]
    assert [line for line in dict.fromkeys(told) if line in order] == order
    for sentence in (
        "'taxi' is not a move; did you mean tax?",
        "Type a number from 1 to",
        "ann has 2 coins, coup costs 7.",
        "bob has no contessa.",
        "you lose a card for the challenge and one more if the assassination succeeds. Do it? (yes",
        "cleo claims the Captain to steal from ann. (A bluff.)",
        "There is no second place.",
        "After 1 round:",
        "After 2 rounds:",
        "Please answer yes or no.",
    ):
        assert sentence in screen, sentence


def test_the_evening_leaves_two_records_and_no_saved_game(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, screen = an_eventful_evening()
    kept = sorted((home / "rounds").iterdir())
    assert len(kept) == 2
    assert not list((home / "saved").iterdir())
    assert main(["replay", str(kept[0])]) == 0
    assert str(kept[0]) in screen
    os.utime(kept[0], (0, 0))
    capsys.readouterr()
    assert main(["replay", "--coup"]) == 0  # the last round
    last = capsys.readouterr().out
    assert main(["replay", "--coup", str(kept[1])]) == 0
    assert capsys.readouterr().out == last


def test_without_a_finished_round_there_is_nothing_to_replay(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["replay", "--lang", "en"], ["advise", "--seat", "ann"]):
        assert main(command) == 2
        assert "there is no finished round;" in capsys.readouterr().err
    assert not home.exists()


def test_a_double_loss_is_confirmed_and_can_be_avoided() -> None:
    hands = {"ann": "assassin duke", "bob": "duke captain"}
    evening = an_evening(hands, assassinate_cost=1)
    asked = []

    def types(prompt: str) -> str | None:
        if "(yes/no)" in prompt:
            asked.append(prompt)
            return "no" if len(asked) == 1 else "yes"
        if prompt != "> ":
            return ""
        return {
            "action": "assassinate bob",
            "challenge": "challenge",
            "reveal": "reveal assassin",
            "discard": "1",
            "block": "pass",
        }[evening.game.question.kind]

    run_until_over(evening, types)
    assert asked[0] == asked[1]
    assert "If ann shows the Assassin, you lose a card for the challenge" in asked[0]
    lost = [event for event in evening.game.events if isinstance(event, Discarded)]
    assert [event.seat for event in lost] == ["bob", "bob"]
    turns = [event for event in evening.game.events if isinstance(event, TurnBegan)]
    assert len(turns) == 1  # both in one turn


def run_until_over(evening: Evening, types: Callable[[str], str | None]) -> str:
    return run(evening, lambda prompt: "no" if "Another round" in prompt else types(prompt))


# Nobody sees another's cards.


def looks(screen: str) -> Iterator[tuple[str | None, str]]:
    """What was on the screen between two wipes, and who was looking."""
    for page in screen.split(WIPED + "\n"):
        owner = re.search(r"^(\w+): you have ", page, re.MULTILINE)
        yield (owner[1] if owner else None), page


def test_no_page_shows_cards_of_anybody_but_its_reader() -> None:
    evening, screen = an_eventful_evening()
    told = screen.split("The round with all cards open:")[0]  # after that all cards are open
    pages = list(looks(told))
    assert {owner for owner, _ in pages} == {None, "ann", "bob", "cleo"}
    for owner, page in pages:
        assert set(re.findall(r"^(\w+): you have ", page, re.MULTILINE)) <= {owner}
        others = "|".join(name for name in evening.chairs if name != owner)
        hidden = rf"^({others}) (draws|returns|sees|shows the|secretly)"
        assert not re.search(hidden, page, re.MULTILINE), page
        for row in re.findall(rf"^[> ] (?:{others})(?: \(bot\))? +\d+ +(.*)", page, re.MULTILINE):
            assert row.startswith(("?", "out", "drawing")), page


def test_what_a_reader_sees_does_not_depend_on_the_others_cards() -> None:
    """The same game with other cards in the others' hands looks the same."""

    def pages(bob: str, cleo: str) -> list[str]:
        evening = an_evening({"ann": "duke contessa", "bob": bob, "cleo": cleo})

        def types(prompt: str) -> str | None:
            if prompt != "> ":
                return ""
            if evening.game.turn > 9:
                return None
            kind = evening.game.question.kind
            return "foreign_aid" if kind == "action" else "pass"

        return [page for owner, page in looks(run(evening, types)) if owner in (None, "ann")]

    first = pages("captain captain", "assassin duke")
    second = pages("ambassador contessa", "captain assassin")
    assert len(first) > 10
    assert first == second


def test_a_terminal_is_wiped_with_its_scroll_back(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = io.StringIO()
    lines = Lines(io.StringIO(), screen)
    lines.is_terminal = lines.can_wipe = True
    lines.wipe()
    assert screen.getvalue() == "\x1b[H\x1b[2J\x1b[3J"


def test_one_person_is_never_asked_to_hand_over() -> None:
    evening = an_evening({"ann": "", "ada": "", "boris": ""}, {"ada": "honest", "boris": "random"})
    chance = random.Random(1)
    prompts = set()

    def types(prompt: str) -> str | None:
        prompts.add(prompt)
        if "(yes/no)" in prompt:
            return "yes"
        return str(chance.choice(evening.game.legal_moves))

    screen = run_until_over(evening, types)
    assert not any("looking" in prompt for prompt in prompts)
    assert WIPED not in screen


# What can be seen and typed.


def test_the_beginning_of_a_turn_shows_everything() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "duke contessa"})
    screen = run(evening, typing("", "tax", "", "pass", "tax", "", "pass"))
    page = screen.split(WIPED + "\n")[-2]
    assert re.search(r"^Contessa +assassinate$", page, re.MULTILINE)
    assert re.search(r"^Captain +steal +take 2 from target +steal +Captain, Ambassador", page, re.M)
    assert re.search(r"^> ann +5 +Duke, Captain +Duke$", page, re.MULTILINE)
    assert re.search(r"^  bob +5 +\? \? +Duke$", page, re.MULTILINE)
    assert "ann: you have Duke, Captain and 5 coins." in page
    assert re.search(r"\d  exchange +Draw 2 cards and return 2; claims Ambassador, a bluff", page)


def test_help_table_and_story_are_available_at_any_question() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})
    screen = run(evening, typing("?", "table", "story", "TAX"))
    assert screen.count("Ambassador  exchange") == 2  # once for the turn, once for `?`
    assert screen.count("> ann") == 2
    assert screen.count("Turn 1: ann.") == 2
    assert any(str(event) == "ann claims the Duke to take tax." for event in evening.game.events)


def test_q_leaves_after_one_question_and_the_game_can_be_resumed() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})
    screen = run(evening, typing("q", "no", "income", "q", "yes"))
    assert screen.count("Leave the game?") == 2
    assert screen.endswith(f"The game is saved. To resume it: {resume_command()}\n")
    again, save = resume()
    save.unlock()
    assert again.view("ann") == evening.view("ann")


@pytest.mark.parametrize("typed", ["steal bob", "STEAL  bob", "Steal Bob", "5", "st", "s b"])
def test_moves_are_typed_as_words_or_numbers(typed: str) -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})
    run(evening, typing("", typed))
    assert any(isinstance(event, Declared) for event in evening.game.events)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("coup bob", "ann has 2 coins, coup costs 7."),
        ("assassinate", "assassinate whom? it needs a target; the seats are ann, bob."),
        ("steal zoe", "steal whom? there is no seat zoe; the seats are ann, bob."),
        ("investigate bob", "There is no investigation in ruleset classic."),
        ("pass", "ann cannot pass now, only income"),
        ("1" * 5000, "Type a number from 1 to 5, or a move"),
        ("٣" * 5, "Type a number from 1 to 5, or a move"),
        ("\x1b[2J", "'\\x1b[2j' is not a move"),
    ],
)
def test_a_wrong_answer_says_what_would_be_right(typed: str, sentence: str) -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})
    screen = run(evening, typing("", typed))
    assert sentence in screen
    assert evening.game.turn == 1


def test_a_challenged_player_may_decline_to_prove() -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})
    screen = run(evening, typing("", "tax", "", "challenge", "", "reveal captain"))
    assert "Proves your claim: swapped for a new card, and bob loses one" in screen
    assert "Does not prove your claim: you lose this card" in screen
    assert any(isinstance(event, Challenged) for event in evening.game.events)
    assert evening.game.discarded("ann") == ("captain",)


def test_a_blocker_with_both_cards_chooses_which_is_swapped() -> None:
    evening = an_evening({"ann": "", "bob": "captain ambassador"}, ruleset="coup2022")
    screen = run(evening, typing("", "steal bob", "", "block_steal", "", "challenge", ""))
    page = screen.split(WIPED + "\n")[-2]
    assert page.count("Proves your claim: swapped for a new card") == 2


@pytest.mark.parametrize(
    ("moves", "typed", "made"),
    [
        (["tax"], "p", "pass"),
        (["tax"], "c", "challenge"),
        (["foreign_aid"], "b", "block_foreign_aid"),
        (["steal bob", "pass"], "b c", "block_steal captain"),
        (["steal bob", "pass"], "block am", "block_steal ambassador"),
        (["steal bob", "pass"], "2", "block_steal captain"),
        (["tax", "challenge"], "r d", "reveal duke"),
    ],
)
def test_short_forms_are_understood(moves: list[str], typed: str, made: str) -> None:
    evening = an_evening({"ann": "duke captain", "bob": ""})
    for move in moves:
        evening.answer(move)
    run(evening, typing("", typed))
    assert str([move for seat, move in evening.game.moves if seat != "chance"][-1]) == made


def test_an_ambiguous_beginning_is_asked_about() -> None:
    evening = an_evening({"ann": "duke captain", "bob": "", "Zoë Müller": ""})
    screen = run(evening, typing("", "steal", "steal zoe"))
    assert "'steal' can be steal bob or steal Zoë Müller." in screen
    assert evening.game.question.target == "Zoë Müller"


# Texts that do not fit on the screen.


def pages(
    monkeypatch: pytest.MonkeyPatch, columns: int, rows: int, *typed: str
) -> tuple[Lines, str]:
    """The pages of thirty short lines and a long one on a terminal of this size."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((columns, rows)))
    typist = Typist(typing(*typed))
    lines = Lines(typist, typist.screen)
    lines.is_terminal = True
    lines.tell([*map(str, range(30)), "long " * 100, "end"])
    return lines, typist.screen.getvalue()


def test_a_page_ends_before_the_screen_does(monkeypatch: pytest.MonkeyPatch) -> None:
    _, screen = pages(monkeypatch, 80, 24, *[""] * 9)
    first, second = screen.split("(Enter for more) ")
    assert len(first.splitlines()) == 23
    assert "long" in second  # which takes seven lines
    _, screen = pages(monkeypatch, 50, 20, *[""] * 9)
    for page in screen.split("(Enter for more) "):
        assert sum(-(-max(1, len(line)) // 50) for line in page.splitlines()) <= 20


def test_what_is_typed_instead_of_enter_answers_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines, screen = pages(monkeypatch, 80, 24, "tax", *[""] * 9)
    assert "end" in screen
    assert lines.ask("> ") == "tax"


def test_leaving_is_confirmed_between_pages_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    _, screen = pages(monkeypatch, 80, 24, "q", "no", *[""] * 9)
    assert "Leave the game? It is saved. (yes/no)" in screen
    assert "end" in screen
    with pytest.raises(Left):
        pages(monkeypatch, 80, 24, "q", "yes")


def test_every_turn_has_the_table_of_actions_at_any_height(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((80, 12)))
    evening = an_evening({"ann": "duke captain", "ada": "contessa contessa"}, {"ada": "honest"})
    screen = run(evening, typing(*["1"] * 6))
    turns = screen.count("It is your turn.")
    assert turns == screen.count("Ambassador  exchange") > 2
    for line in screen.splitlines():
        assert "exchange" not in line or len(line) < 100


@pytest.mark.parametrize("ruleset", list(coup.RULESETS))
def test_the_table_of_actions_fits_80_columns(ruleset: str) -> None:
    assert max(map(len, wording.actions(coup.ruleset(ruleset)))) < 80


def test_the_pace_of_bots_is_a_word() -> None:
    evening = an_evening({"ann": "duke captain", "ada": ""}, {"ada": "honest"})
    screen = run(evening, typing("pace", "pace"))
    assert "Bots play slowly now." in screen
    assert "Bots play at their usual pace now." in screen


# The command.


def coup_play(arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "coup", "play", *arguments.split()],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "TERM": "dumb"},
    )


def test_coup_play_asks_what_it_needs() -> None:
    done = coup_play(
        "--seed 1", "ann, ann\nann\n12\n2 of them\n1\npoker\n\ncoins=x\nfirst_coins=1\n"
    )
    assert done.returncode == 0
    assert done.stderr == ""
    for words in (
        "Two players are called 'ann'.",
        "so 12 bots are too many.",
        "There is no bot 'of'; choose from random, honest, bluffer",
        "There is no ruleset 'poker'; choose from classic, coup2022, inquisitor, reformation.",
        "coins must be a number from 0 to 99, not 'x'.",
        "Round 1; ",
        "The game is saved.",
    ):
        assert words in done.stdout, words


def test_ten_can_play_by_reformation_and_learn_what_the_levels_do() -> None:
    done = coup_play("--seed 1", "ann\n9\nclassic\n\n\n")
    assert done.returncode == 0
    for words in (
        "how many (1 to 9)",
        "Coup is for 2 to 6 seats, not 10.",
        "inquisitor or reformation? [reformation]",
        "No network knows these rules yet: shark and the levels play as counter does",
        "The reserve holds no coins.",
    ):
        assert words in " ".join(done.stdout.split()), words


def test_the_question_for_bots_says_what_the_levels_do_by_these_rules() -> None:
    note = "No network knows these rules yet: shark and the levels play as counter does"
    asked = coup_play("--ruleset reformation --seed 1", "ann\n2 counter\n")
    told = " ".join(asked.stdout.split())
    assert told.count(note) == 1
    assert told.index("Who plays?") < told.index(note) < told.index("Bots beside ann")
    given = coup_play("--ruleset reformation --players ann --bots 2 --seed 1", "")
    assert " ".join(given.stdout.split()).startswith(note)
    for other in ("--ruleset reformation --bots counter", "--ruleset classic --bots 2"):
        assert "No network" not in coup_play(f"{other} --players ann --seed 1", "").stdout


def test_bots_that_let_something_pass_share_a_line() -> None:
    bots = ",".join(["counter"] * 5)
    done = coup_play(f"--players ann --bots {bots} --fast --seed 4", "")
    assert "\nboris, cleo, dario and elsa do not challenge.\n" in done.stdout


def test_coup_play_asks_nothing_if_everything_is_given(home: Path) -> None:
    done = coup_play("--players ann,bob --bots 2 --ruleset inquisitor --rule coins=3 --seed 7", "")
    assert done.returncode == 0
    assert done.stdout.startswith("Round 1; ")
    assert (
        '"ruleset": "inquisitor", "house_rules": {"coins": 3}'
        in next((home / "saved").iterdir()).read_text()
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--players ann,bob --ruleset poker", "--ruleset: there is no ruleset 'poker'"),
        ("--players a,b,c,d,e,f,g", "Coup is for 2 to 6 seats, not 7"),
        ("--players a,b,c,d,e --bots 2", "Coup is for 2 to 6 seats, not 5 people and 2 bots"),
        ("--players ann,ann", "two players are called 'ann'"),
        ("--players ann --bots 0", "Coup is for 2 to 6 seats, not 1 person and 0 bots"),
        ("--players ann --bots shark9", "there is no bot 'shark9'"),
        ("--players ann --bots counter:x=1", "counter has nothing to set, so write counter"),
        ("--players= --bots 3", "nobody plays"),
        ("--players=", "nobody plays"),
        ("--players Ann,ann", "Ann and ann cannot be told apart when they are typed"),
        ("--resume --rule coins=5", "--resume continues a game as it was: leave out --rule"),
        ("--players ann --bots 1 --rule coins", "a house rule looks like first_coins=1"),
        ("--players ann --bots 1 --rule coinz=1", "there is no house rule 'coinz'"),
        ("--players ann --bots 1 --seed -1", "--seed: must be at least 0, not -1"),
        ("--resume", "there is no saved game"),
        ("--resume nowhere.json", "nowhere.json: No such file or directory"),
        ("--resume --players ann", "--resume continues a game as it was: leave out --players"),
        ("", "the input ended before the game began"),
    ],
)
def test_a_game_that_cannot_be_started_says_why(arguments: str, sentence: str) -> None:
    done = coup_play(arguments, "")
    assert done.returncode == 2
    assert done.stderr.startswith(f"coup: {sentence}")
    assert done.stderr.count("\n") == 1


def test_the_end_of_the_input_saves_the_game_and_says_how_to_resume_it(home: Path) -> None:
    first = coup_play("--players ann --bots honest --seed 3", "")
    assert first.returncode == 0
    assert first.stdout.endswith(f"To resume it: {resume_command()}\n")
    assert len(list((home / "saved").glob("*"))) == 1
    again = coup_play("--resume", "")
    assert "ann: you have" in again.stdout
    assert len(list((home / "saved").iterdir())) == 1


def test_a_damaged_save_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    for text in ("{", "{}", '{"evening": 1}', '{"evening": 1, "game": {"coup": 1}}'):
        file.write_text(text)
        done = coup_play(f"--resume {file}", "")
        assert done.returncode == 2
        assert done.stderr.startswith(f"coup: {file}: ")
        assert done.stderr.count("\n") == 1


def test_the_rules_are_those_that_everybody_knows(home: Path) -> None:
    beef = Path(__file__).parent.parent / "agents" / "beef" / "Beef.py"
    done = coup_play(f"--players ann --bots {beef} --seed 3", "")
    assert done.returncode == 0, done.stderr
    assert '"ruleset": "coup2022"' in next((home / "saved").iterdir()).read_text()
