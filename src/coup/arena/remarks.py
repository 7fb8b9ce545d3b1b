"""What must be known of a tournament's games beyond their results: what players remember, and files
that more than one of them writes. Each is a sentence of the report."""

from typing import TYPE_CHECKING

from coup.arena.plan import TournamentPlan
from coup.hosting.homes import file_of
from coup.words import count

if TYPE_CHECKING:
    from coup.arena.statistics import Statistics


def remarks(tally: "Statistics", plan: TournamentPlan) -> list[str]:
    """All sentences."""
    return [*memories(tally), *collisions(tally, plan)]


def memories(tally: "Statistics") -> list[str]:
    """What became of players' memory where a match was interrupted."""
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
    """The files outside the working folders that several players wrote, or several processes."""
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
    """The file of each player that comes out of one."""
    return {each.name: str(file_of(each)) for each in plan.entrants if each.is_file}
