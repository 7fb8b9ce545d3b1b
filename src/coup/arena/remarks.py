"""Remarks of a report besides the results: which file is whose, what happened to players' memory,
and which files several of them wrote. Each is a sentence."""

import os
from collections import defaultdict
from typing import TYPE_CHECKING

from coup.arena.plan import TournamentPlan
from coup.hosting.homes import file_of
from coup.words import count

if TYPE_CHECKING:
    from coup.arena.statistics import Statistics


def remarks(tally: "Statistics", plan: TournamentPlan) -> list[str]:
    """All remarks."""
    return [*namesakes(plan), *memories(tally), *collisions(tally, plan)]


def namesakes(plan: TournamentPlan) -> list[str]:
    """Which file is whose, for names that differ only in a number.

    >>> shortened(["/class/ann/mine.py:Mine", "/class/bob/mine.py:Mine"])
    ['ann/mine.py:Mine', 'bob/mine.py:Mine']
    """
    players = [each for each in plan.entrants if each.is_file]
    sources = defaultdict(set)
    for each in players:
        sources[stem(each.name)].add(each.source)
    alike = [each for each in players if len(sources[stem(each.name)]) > 1]
    paths = shortened([str(each.source) for each in alike])
    said = [f"{each.name} is {path}" for each, path in zip(alike, paths, strict=True)]
    return [f"{', '.join(said)}."] if said else []


def stem(name: str) -> str:
    """A name without the number at its end."""
    return name.rstrip("0123456789")


def shortened(paths: list[str]) -> list[str]:
    """Paths without the folders that all of them share."""
    if not paths:
        return []
    shared = os.path.commonpath([os.path.dirname(path) for path in paths])
    return [os.path.relpath(path, shared) for path in paths]


def memories(tally: "Statistics") -> list[str]:
    """What happened to players' memory when a match was interrupted."""
    said = []
    if tally.replayed:
        again = count(tally.replayed, "game")
        said.append(
            f"To restore what players remember of interrupted matches, {again} were played again; "
            "each counts once."
        )
    if tally.forgotten:
        said.append(
            "A match went on after an interruption: what players held in memory began again, and "
            "their files are as they left them."
        )
    return said


def collisions(tally: "Statistics", plan: TournamentPlan) -> list[str]:
    """The files outside the working folders that several players or processes wrote."""
    said = []
    for path in sorted({path for path, _, _ in tally.written}):
        writers = {(file, process) for each, file, process in tally.written if each == path}
        if len(writers) > 1:
            files = {file for file, _ in writers}
            names = " and ".join(name for name, file in files_of(plan).items() if file in files)
            said.append(
                f"{names}: {path} is outside the working folder, and {len(writers)} players or "
                "processes wrote it, so one may have read what another wrote. "
                "A relative path is safe."
            )
    return said


def files_of(plan: TournamentPlan) -> dict[str, str]:
    """The file of each player from a file."""
    return {each.name: str(file_of(each)) for each in plan.entrants if each.is_file}
