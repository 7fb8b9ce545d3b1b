"""Verifiable luck: every draw follows from a secret that was committed to before the game."""

import hashlib
import hmac
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from coup.cli import main
from coup.game import Game
from coup.moves import CHANCE
from coup.records import Record, RecordError, fairness, write_record
from coup.rules.vocabulary import ROLES
from tests.helpers import every_ruleset

SECRET = "5e" * 32
NAMES = ["cleo", "ann", "bob"]


def played(ruleset: str = "classic", secret: str = SECRET) -> Record:
    """A random game with verifiable luck."""
    luck = fairness.Luck(secret, NAMES)
    place = NAMES.index(luck.first())
    game = Game(NAMES[place:] + NAMES[:place], ruleset, 0, drive_chance=True)
    dice = random.Random(1)
    while not game.over and len(game.moves) < 300:
        if game.to_move == CHANCE:
            fairness.let_chance_move(game, luck)
        else:
            game.push(dice.choice(game.legal_moves))
    return Record.of(game, fair=fairness.opened(secret, fairness.DRAWN))


@every_ruleset
def test_every_draw_of_a_fair_game_follows_from_its_secret(ruleset: str) -> None:
    record = played(ruleset)
    draws = sum(seat == CHANCE for seat, _ in record.moves)
    assert fairness.verify(record) == draws >= 6
    again = Record.from_json(record.as_json())
    assert fairness.verify(again, fairness.commitment(SECRET)) == draws


def test_the_arithmetic_is_that_of_the_docs() -> None:
    """This is written from docs/fairness.md alone."""

    def number(what: str) -> int:
        text = f"{what}\nann\nbob\ncleo".encode()
        return int.from_bytes(hmac.new(bytes.fromhex(SECRET), text, hashlib.sha256).digest(), "big")

    record = played()
    assert record.fair["commitment"] == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert record.seats[0] == ["ann", "bob", "cleo"][number("first") % 3]
    deck = dict.fromkeys(("duke", "assassin", "captain", "ambassador", "contessa"), 3)
    for draw in range(6):
        cards = [role for role, copies in deck.items() for _ in range(copies)]
        drawn = cards[number(f"draw {draw}") % len(cards)]
        assert record.moves[draw] == (CHANCE, f"draw {drawn}")
        deck[drawn] -= 1


def test_the_probability_of_a_role_is_its_share_of_the_deck() -> None:
    outcomes = {
        f"draw {role}": copies for role, copies in zip(ROLES[:5], (3, 3, 3, 2, 1), strict=True)
    }
    lucks = [fairness.Luck(f"{secret:064x}", NAMES) for secret in range(6000)]
    drawn = Counter(luck.draw(3, outcomes) for luck in lucks)
    for outcome, many in outcomes.items():
        assert abs(drawn[outcome] / 6000 - many / 12) < 0.02
    firsts = Counter(luck.first() for luck in lucks)
    assert all(abs(firsts[name] / 6000 - 1 / 3) < 0.02 for name in NAMES)


def changed(record: Record, what: str) -> Record:
    """A tampered record."""
    if what == "a card":
        moves = list(record.moves)
        other = next(role for role in ROLES if moves[0][1] != f"draw {role}")
        moves[0] = (CHANCE, f"draw {other}")
        return replace(record, moves=tuple(moves[:6]), winner=None)
    if what == "the secret":
        return replace(record, fair={**record.fair, "secret": "00" * 32})
    if what == "another secret, with its commitment":
        return replace(record, fair=fairness.opened("00" * 32, fairness.DRAWN))
    if what == "no secret":
        return replace(record, fair={**record.fair, "secret": None})
    if what == "who began":
        seats = (*record.seats[1:], record.seats[0])
        return replace(record, seats=seats, moves=record.moves[:6], winner=None)
    if what == "why":
        return replace(record, fair={**record.fair, "first": "Drawn"})
    return replace(record, fair={"version": 9} if what == "the version" else {})


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("a card", "move 1: chance did 'draw"),
        ("the secret", "the secret's SHA-256 is 66687a"),
        ("another secret, with its commitment", "should have begun|follows"),
        ("no secret", "64 hexadecimal digits"),
        ("who began", "should have begun"),
        ("why", "'first' should be 'drawn' or 'winner', not 'Drawn'"),
        ("the version", "version 9, not 1"),
        ("nothing at all is promised", "no field 'fair'"),
    ],
)
def test_later_changes_are_found(what: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        fairness.verify(changed(played(), what))


def test_the_winner_of_the_previous_game_may_begin() -> None:
    record = changed(played(), "who began")
    won = replace(record, fair=fairness.opened(SECRET, fairness.WINNER))
    assert fairness.verify(won) == 6


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    write_record(path, played())
    assert main(["verify", str(path)]) == 0
    assert "all as promised by" in capsys.readouterr().out
    shown = fairness.commitment(SECRET)
    assert main(["verify", str(path), "--commitment", shown.upper()]) == 0
    assert main(["verify", str(path), "--commitment", f"{shown[:8]}…"]) == 0
    assert main(["verify", str(path), "--commitment", f"{shown[:8]}..."]) == 0
    assert main(["verify", str(path), "--commitment", "00" * 4]) == 1
    assert "00000000 was shown" in capsys.readouterr().err
    assert main(["verify", str(path), "--commitment", shown[:7]]) == 2
    assert "--commitment: must be 8 to 64 hexadecimal digits, not" in capsys.readouterr().err
    write_record(path, changed(played(), "a card"))
    assert main(["verify", str(path)]) == 1
    assert "game 2: not as promised: move 1" in capsys.readouterr().err


def test_a_game_without_a_promise_is_not_called_unfair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    write_record(path, changed(played(), "nothing at all is promised"))
    assert main(["verify", str(path)]) == 2
    assert capsys.readouterr().err == (
        f"{path}: game 1: cannot be checked: only the tables of a server commit to the deal\n"
    )


@pytest.mark.parametrize("content", ["", "no record\n", None])
def test_a_file_that_cannot_be_read_gets_a_sentence(
    content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    if content is not None:
        path.write_text(content)
    assert main(["verify", str(path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"coup: {path}: ")
    assert said.count("\n") == 1
