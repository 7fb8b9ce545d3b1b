"""Readable reports: at 80 columns, with many players, long names, and equal names."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from coup.arena import page, standings
from coup.arena.plan import TournamentPlan
from coup.arena.remarks import remarks
from coup.arena.statistics import Statistics
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import with_turn_limit

LONG = "a_player_whose_name_has_forty_letters_in"
RULES = with_turn_limit("coup2022")


def a_plan(names: list[str], **fields: Any) -> TournamentPlan:
    entrants = tuple(Entrant(name, "random", False) for name in names)
    return TournamentPlan(entrants, RULES, 1, 100, **fields)


def pairs_tally(plan: TournamentPlan) -> Statistics:
    """A tournament in which the player listed first wins 70 of 100 games."""
    tally = Statistics()
    for one, other in combinations(range(len(plan.entrants)), 2):
        tally.add_result((one, other), one, 20 * 70, 70)
        tally.add_result((other, one), other, 20 * 30, 30)
    return tally


def table_tally(plan: TournamentPlan) -> Statistics:
    """A tournament of all players at one table."""
    tally = Statistics()
    lineup = tuple(range(len(plan.entrants)))
    for who in lineup:
        tally.add_result(lineup, who, 20, 10 + who)
    return tally


def printed(tally: Statistics, plan: TournamentPlan) -> str:
    console = Console(width=80, file=io.StringIO())
    for table in standings.tables(tally, plan, dict.fromkeys(tally.played, (25.0, 1.5))):
        console.print(table)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def matrix(text: str, players: int) -> Iterator[list[str]]:
    """The cells of the matrix with numbered columns, row by row."""
    lines = text.split("against everybody")[1].splitlines()
    for place in range(1, players + 1):
        row = next(line for line in lines if line.startswith(f" {place} "))
        yield row.split()[2:]


def test_twelve_players_fit_into_80_columns_and_nothing_is_cut() -> None:
    plan = a_plan([f"player_{letter}" for letter in "abcdefghijkl"])
    text = printed(pairs_tally(plan), plan)
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text.replace("wins of … against", "")
    assert all(f" {name} " in text for name in plan.names)
    for place, row in enumerate(matrix(text, 12)):
        assert row == ["30"] * place + ["*70"] * (11 - place)


def test_the_page_numbers_many_players_and_names_a_few() -> None:
    few, many = a_plan(["ann", "bob", "carl"]), a_plan([f"player_{n}" for n in "abcdefghijkl"])
    shown = page.page(pairs_tally(few), few, {})
    assert all(f"<th>{name}</th>" in shown for name in few.names)
    shown = page.page(pairs_tally(many), many, {})
    assert "<th>11</th><th>12</th>" in shown
    assert all(f"<td>{place} player_" in shown for place in range(1, 13))
    assert ">70%" in shown


def test_more_players_take_several_matrices() -> None:
    plan = a_plan([f"p{number}" for number in range(20)])
    text = printed(pairs_tally(plan), plan)
    assert text.count("Everybody against everybody") == 2
    assert max(map(len, text.splitlines())) <= 80


def test_a_few_players_stand_above_their_columns_by_name() -> None:
    plan = a_plan(["ann", "bob", "carl"])
    text = printed(pairs_tally(plan), plan)
    assert re.search(r"wins of … against +ann +bob +carl", text)
    assert "*70.0%" in text


def test_long_names_are_not_cut() -> None:
    plan = a_plan([LONG, "bob", "carl"])
    text = printed(pairs_tally(plan), plan)
    assert "…" not in text.replace("wins of … against", "")
    folded = "".join(line.split(" ")[1] for line in text.splitlines() if line.startswith(" "))
    assert LONG in folded
    shown = page.page(pairs_tally(plan), plan, dict.fromkeys(range(3), (25.0, 1.5)))
    assert f">{LONG}</text>" in shown
    width = float(re.search(r"<svg viewBox='0 0 ([\d.]+) ", shown).group(1))  # type: ignore[union-attr]
    assert width > 450 + 7 * len(LONG)


def test_a_matrix_is_shown_only_if_it_adds_information() -> None:
    everybody = a_plan(["ann", "bob", "carl"], seats=3, pairs=False)
    drawn = a_plan(["ann", "bob", "carl"], seats=2, pairs=False)
    for plan, has in ((everybody, False), (drawn, True)):
        tally = table_tally(plan)
        assert ("against everybody" in printed(tally, plan)) is has
        assert ("against everybody" in page.page(tally, plan, {})) is has


def test_draws_are_shown_if_there_are_any() -> None:
    plan = a_plan(["ann", "bob"])
    tally = pairs_tally(plan)
    assert "draws" not in printed(tally, plan)
    tally.add_result((0, 1), None, 100)
    assert "draws" in printed(tally, plan)


def namesakes(tmp_path: Path) -> TournamentPlan:
    """Two agents with the same name in two folders, and a third player."""
    files = [tmp_path / folder / "mine.py" for folder in ("ann", "bob")]
    for file in files:
        file.parent.mkdir()
        file.write_text(
            "class Mine:\n    def receive(self, x): pass\n    def react(self, x): pass\n"
        )
    return TournamentPlan(tuple(enter([*map(str, files), "random"])), RULES, 1, 100)


def test_files_with_the_same_name_are_told_apart_everywhere(tmp_path: Path) -> None:
    plan = namesakes(tmp_path)
    tally = pairs_tally(plan)
    sentence = "mine is ann/mine.py, mine2 is bob/mine.py."
    assert remarks(tally, plan) == [sentence]
    assert f"<p>{sentence}</p>" in page.page(tally, plan, {})
    rows = list(csv.DictReader(io.StringIO(standings.as_csv(tally, plan, {}))))
    sources = {row["player"]: row["source"] for row in rows}
    assert sources["mine2"] == f"{tmp_path}/bob/mine.py"
    assert remarks(tally, a_plan(["mine", "mine2"])) == []  # not for built-in bots
    twice = TournamentPlan(tuple(enter([f"{tmp_path}/ann/mine.py"] * 2)), RULES, 1, 100)
    assert remarks(pairs_tally(twice), twice) == []  # nor for copies of one agent


def test_seven_players_at_a_table_are_refused_with_a_hint_to_draw_them() -> None:
    with pytest.raises(ValueError, match="; --seats 6 draws 6 of the players for each game"):
        a_plan(list("abcdefg"), seats=7, pairs=False)


def test_agents_are_not_sent_to_rules_that_they_do_not_know() -> None:
    seven = [Entrant(name, "mine.py:Mine", is_agent=True) for name in "abcdefg"]
    with pytest.raises(ValueError, match=r"^Coup is for 2 to 6 seats, not 7; --seats 6 draws"):
        TournamentPlan(tuple(seven), with_turn_limit("coup2022"), 1, 1, seats=7, pairs=False)
