"""A game as rows for an analyst."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import coup
from coup.bots import make
from coup.events import Blocked, Challenged, Declared, Failed
from coup.hindsight import with_bluffs
from coup.hosting.player import play
from coup.records import Record
from coup.records.rows import COLUMNS
from coup.view import claims_in
from tests.helpers import every_ruleset

Row = dict[str, Any]


def rows_after(*moves: str, names: str = "ann bob", **setting: Any) -> list[Row]:
    """The rows of a game with these moves."""
    game = coup.Game(names.split(), **setting)
    for move in moves:
        game.push(move)
    return Record.of(game, players={"ann": "person"}).rows()


def told(rows: list[Row], *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in rows]


def random_game(ruleset: str, seed: int) -> coup.Game:
    names = ["ann", "bob", "carl", "dora"][: 2 + seed % 3]
    game = coup.Game(names, coup.ruleset(ruleset, turn_limit=40), seed)
    dice = random.Random(seed)
    kinds = ("random", "bluffer", "honest")
    play(game, {name: make(dice.choice(kinds), seed) for name in names})
    return game


def test_a_bluff_that_is_caught() -> None:
    rows = rows_after(
        "tax", "challenge", "reveal captain", hands={"ann": "captain contessa", "bob": "duke duke"}
    )
    assert rows[0] == {
        "turn": 1,
        "seat": "ann",
        "player": "person",
        "question": "action",
        "move": "tax",
        "action": "tax",
        "target": None,
        "claim": "duke",
        "bluff": True,
        "challenged": True,
        "outcome": "disproved",
        "coins": 2,
        "cards": 2,
        "hand": "captain contessa",
        "alive": 2,
        "won": None,
    }
    assert told(rows[1:], "seat", "player", "move", "target", "bluff", "outcome") == [
        ("bob", None, "challenge", "ann", None, "succeeded"),
        ("ann", "person", "reveal captain", None, None, "failed"),
    ]


def test_a_true_block_that_is_believed() -> None:
    rows = rows_after(
        "foreign_aid",
        "block_foreign_aid",
        "pass",
        hands={"ann": "duke duke", "bob": "duke captain"},
    )
    assert told(rows, "seat", "question", "action", "target", "claim", "bluff", "outcome") == [
        ("ann", "action", "foreign_aid", None, None, None, "blocked"),
        ("bob", "block", "foreign_aid", "ann", "duke", False, "succeeded"),
        ("ann", "challenge block", "foreign_aid", None, None, None, None),
    ]
    assert told(rows, "challenged") == [(None,), (False,), (None,)]


def test_an_action_that_the_end_of_the_game_cuts_short() -> None:
    rows = rows_after(
        "tax",
        "challenge",
        "reveal duke",
        "discard captain",
        ruleset=coup.ruleset("classic", cards=1),
        hands={"ann": "duke", "bob": "captain"},
    )
    assert told(rows, "move", "outcome", "won") == [
        ("tax", "unfinished", True),
        ("challenge", "failed", False),
        ("reveal duke", "succeeded", True),
        ("discard captain", None, False),
    ]


def test_a_secret_answer_that_was_not_picked() -> None:
    game = coup.Game(["ann", "bob", "carl"], "coup2022", seed=1, drive_chance=True)
    while game.to_move == "chance":
        game.push(game.legal_moves[0])
    game.push("foreign_aid")
    for seat in ("bob", "carl"):
        game.push("block_foreign_aid", seat)
    game.push("pick carl")
    game.push("pass", "bob")
    game.push("pass", "ann")
    rows = Record.of(game).rows()
    assert told(rows[:3], "seat", "move", "outcome") == [
        ("ann", "foreign_aid", "blocked"),
        ("bob", "block_foreign_aid", "not picked"),
        ("carl", "block_foreign_aid", "succeeded"),
    ]


def test_given_columns_come_first() -> None:
    game = coup.Game(["ann", "bob"], seed=7)
    game.push("income")
    [row] = Record.of(game).rows(game=3, file="friday")
    assert list(row) == ["game", "file", *COLUMNS]
    assert (row["game"], row["file"]) == (3, "friday")


def test_a_record_that_is_not_of_a_game_is_refused() -> None:
    record = Record(("ann", "bob"), coup.ruleset("classic"), 1, (("ann", "tax"),))
    with pytest.raises(coup.CoupError, match=r"move 1 \(ann: tax\)"):
        record.rows()


@every_ruleset
def test_rows_agree_with_the_story(ruleset: str) -> None:
    """They are compared with hindsight and with `claims_in`, which read the story."""
    for seed in range(20):
        game = random_game(ruleset, seed)
        rows = Record.of(game).rows()
        assert told(rows, "seat", "move") == [ply for ply in game.moves if ply.seat != "chance"]
        made = [row for row in rows if row["claim"] and row["outcome"] != "not picked"]
        bluffs = [told.bluffer for told in with_bluffs(game.events) if told.bluffer]
        assert [row["seat"] for row in made if row["bluff"]] == bluffs
        claims = claims_in(game.events)
        assert [row["claim"] for row in made] == [" or ".join(claim.roles) for claim in claims]
        lost = [claim.seat for claim in claims if claim.outcome == "lost"]
        assert [row["seat"] for row in made if row["outcome"] == "disproved"] == lost
        events = Counter(type(event) for event in game.events)
        assert sum(row["challenged"] or 0 for row in made) == events[Challenged]
        actions = [row for row in rows if row["question"] == "action"]
        assert len(actions) == events[Declared]
        assert all(row["outcome"] for row in (*actions, *made))
        blocks = [row for row in made if row["move"].startswith("block")]
        assert len(blocks) == events[Blocked]
        stopped = [row for row in rows if row["outcome"] == "blocked"]
        assert len(stopped) == sum(
            isinstance(event, Failed) and event.blocked for event in game.events
        )
        assert {row["turn"] for row in rows if row["outcome"] == "unfinished"} <= {game.turn}
        assert {row["seat"] for row in rows if row["won"]} <= {game.winner}


def test_the_docs_list_the_columns() -> None:
    page = Path(coup.__file__).parents[2] / "docs" / "records.md"
    table = "".join(f"| `{name}` | {what} |\n" for name, what in COLUMNS.items())
    assert table in page.read_text(encoding="utf-8")
