"""The job of `coup arena` and of its presets: enter the players, play the games, and say what they
came to."""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Callable, Generator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from coup.arena import cluster, compiled_games, page, standings, workers
from coup.arena.http_crew import AddressCrew, check_tables
from coup.arena.journal import TournamentFolder
from coup.arena.plan import LOOKED_INTO, Conditions, TournamentPlan
from coup.arena.remarks import remarks
from coup.arena.simulation import Report, renamed
from coup.arena.simulation import tables as deeds_tables
from coup.arena.statistics import Statistics, have_openskill, ratings, tally_as_dict
from coup.bots import stand_ins
from coup.commands.options import about, chosen_ruleset
from coup.commands.watch import seated_bots
from coup.hosting.entrants import Entrant, Examine, Findings, Source, enter, examine, is_url
from coup.hosting.host import check_ruleset, usual_ruleset, with_turn_limit
from coup.hosting.isolation import Isolation
from coup.progress import counting
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import Ruleset
from coup.rules.seeds import check_seed, new_seed
from coup.words import count

GAMES = 1000
Tell = Callable[[Statistics, TournamentPlan, argparse.Namespace, str], None]
"""What prints the results."""


def arena(options: argparse.Namespace) -> None:
    """Hold a tournament as the options say."""
    conditions = wanted_conditions(options)
    entrants = entered(options)
    ruleset = chosen_ruleset(options, usual_ruleset(entrants))
    pairs = not options.table and options.seats is None
    contest(options, conditions, entrants, ruleset, pairs=pairs)


def simulation(options: argparse.Namespace) -> None:
    """Play at one table, and count what was done in every game."""
    conditions = wanted_conditions(options)
    options.players = seated_bots(options.bots, options.seats, chosen_ruleset(options))
    with about("--bots"):
        entrants = renamed(entered(options))
    ruleset = chosen_ruleset(options, usual_ruleset(entrants))
    tell = partial(tell_deeds, str(ruleset))
    looked_into = wanted_games(options)
    contest(options, conditions, entrants, ruleset, looked_into=looked_into, tell=tell)


def contest(
    options: argparse.Namespace,
    conditions: Conditions,
    entrants: tuple[Entrant, ...],
    ruleset: Ruleset,
    *,
    pairs: bool = False,
    looked_into: int = LOOKED_INTO,
    tell: Tell | None = None,
) -> None:
    """Let players play as the options say, and print what it comes to."""
    check_ruleset(entrants, ruleset)
    plan = TournamentPlan(
        entrants,
        with_turn_limit(ruleset),
        wanted_seed(options),
        wanted_games(options),
        seats=(2 if pairs else len(entrants)) if options.seats is None else options.seats,
        pairs=pairs,
        duplicate=options.duplicate,
        looked_into=looked_into,
    )
    if options.trace:
        trace(plan, conditions)
        return
    for note in stand_ins(plan.ruleset, [each.source for each in entrants]):
        print(f"coup: {note}", file=sys.stderr)
    begin = time.perf_counter()
    tally, end = played(running(plan, conditions, options), plan.total)
    fast = speed(tally.games - tally.stored, time.perf_counter() - begin)
    (tell or report)(tally, plan, options, fast)
    if end is not None:
        raise end


def speed(games: int, seconds: float) -> str:
    """How fast they were played, if any were played now."""
    if games == 0:
        return "No game was played now; all are from before."
    return f"{seconds:.1f} s, {games / seconds:,.0f} games/s"


def wanted_games(options: argparse.Namespace) -> int:
    """How many games to play."""
    return GAMES if options.games is None else int(options.games)


def wanted_seed(options: argparse.Namespace) -> int:
    """The seed: the one that is given, or that of the tournament to resume, or a new one."""
    seed = options.seed
    file = options.out and options.out / "tournament.json"
    if seed is None and file and file.exists():
        with contextlib.suppress(ValueError, AttributeError):  # the store says what is wrong
            seed = json.loads(file.read_text(encoding="utf-8")).get("seed")
    if seed is None:
        seed = new_seed()
    check_seed(seed)
    return int(seed)


def wanted_conditions(options: argparse.Namespace) -> Conditions:
    """How the players are kept."""
    if options.memory_folder and options.memory == "fresh":
        raise CoupError(
            "--memory-folder keeps what --memory fresh throws away: leave out one of them"
        )
    folder = options.memory_folder and options.memory_folder.resolve()
    if options.trace and (options.out or options.html or options.json or options.csv):
        raise CoupError(
            "--trace prints the games and nothing else: leave out --out, --html, --json and --csv"
        )
    if options.ray and (folder or options.notes):
        raise CoupError("--memory-folder and --notes need the games in order: leave out --ray")
    notes = options.notes and options.notes.resolve()
    if notes is not None:
        notes.mkdir(parents=True, exist_ok=True)
    return Conditions(options.limit, options.isolate, options.memory, folder, notes, options.faults)


def entered(options: argparse.Namespace) -> tuple[Entrant, ...]:
    """The players, if all of them can be loaded."""
    if not options.isolate:
        return tuple(enter(options.players, examiner(options, examine)))
    with Isolation() as isolation:
        return tuple(enter(options.players, examiner(options, isolation.examine)))


def examiner(options: argparse.Namespace, look: Examine) -> Examine:
    """What finds out about players. With --anyway, a bot over HTTP may be down."""
    if not options.anyway:
        return look

    def look_anyway(source: Source) -> Findings:
        try:
            return look(source)
        except CoupError as error:
            if not is_url(source):
                raise
            print(f"coup: {error}; moves are made for it until it is up", file=sys.stderr)
            return Findings("", False)

    return look_anyway


def running(
    plan: TournamentPlan, conditions: Conditions, options: argparse.Namespace
) -> Generator[Statistics, None, None]:
    """The tournament, about to be played."""
    plain = not (options.out or options.ray or options.isolate or options.notes)
    if plain and compiled_games.can_run(plan):
        return compiled_games.run(plan)
    store = None
    if options.out:
        store = TournamentFolder(options.out, plan, options.coup_files)
    elif options.coup_files:
        raise CoupError("--coup-files: add --out DIR, the folder to keep them in")
    crew = wanted_crew(plan, conditions, options)
    return workers.run(plan, crew, conditions, store, page.SHOWN if options.html else 0)


def wanted_crew(plan: TournamentPlan, conditions: Conditions, options: argparse.Namespace) -> Any:
    """Those who play the games."""
    if any(entrant.is_http for entrant in plan.entrants):
        if options.ray:
            raise CoupError("--ray: bots over HTTP play with the processes of one machine only")
        size = 1 if conditions.in_order else options.workers or 1
        check_tables(plan.entrants, size, "--workers")
        return partial(AddressCrew, min(size, plan.total))
    if options.ray:
        return partial(cluster.Cluster, options.ray)
    size = 1 if conditions.in_order else options.workers or workers.usable_cores()
    if size == 1 and all(entrant.is_built_in for entrant in plan.entrants):
        return workers.Here
    return partial(workers.Processes, size)


def played(
    tallies: Generator[Statistics, None, None], total: int
) -> tuple[Statistics, BaseException | None]:
    """The last tally, with progress shown meanwhile; and what ended it early, if anything did."""
    tally = Statistics()
    end: BaseException | None = None
    with counting("playing", total) as progress:
        try:
            for tally in tallies:
                progress(tally.games)
        except (KeyboardInterrupt, CoupError) as why:
            end = why
        finally:
            tallies.close()
    if end is not None and not tally.games:
        raise end
    return tally, end


def report(tally: Statistics, plan: TournamentPlan, options: argparse.Namespace, fast: str) -> None:
    """Print the results, and write the page."""
    rated = ratings(tally.outcomes, len(plan.entrants)) if have_openskill() else {}
    if options.html:
        write_page(tally, plan, options.html, rated)
    if options.json:
        print(json.dumps(tally_as_dict(tally, plan, rated), indent=2, ensure_ascii=False))
        return
    if options.csv:
        print(standings.as_csv(tally, plan, rated), end="")
        return
    console = Console()
    turns = f", {tally.turns / tally.games:.1f} turns each" if tally.turns else ""
    games = count(plan.total, "game")
    if tally.games < plan.total:
        games = f"{tally.games:,} of {games}"
    console.print(f"{games} of {plan.ruleset}, seed {plan.seed}{turns}")
    if tally.games:
        for table in standings.tables(tally, plan, rated):
            console.print(table)
        for line in standings.duels(tally, plan):
            console.print(line, markup=False, highlight=False)
    tell_end(console, tally, plan, options, fast)
    if not rated:
        console.print(f"For ratings: {escape(install('arena'))}")


def tell_end(
    console: Console,
    tally: Statistics,
    plan: TournamentPlan,
    options: argparse.Namespace,
    fast: str,
) -> None:
    """Print what is below all tables."""
    for line in chain(remarks(tally, plan), standings.faults(tally, plan)):
        console.print(line, markup=False, highlight=False)
    console.print(fast)
    if options.html:
        console.print(f"The page: {options.html}", markup=False)
    if options.out and tally.games < plan.total:
        console.print("The same command resumes from here.")


def write_page(
    tally: Statistics, plan: TournamentPlan, path: Path, rated: standings.Ratings
) -> None:
    """Write the results as a page."""
    path.write_bytes(page.page(tally, plan, rated).encode("utf-8", "replace"))


def tell_deeds(
    ruleset: str,
    tally: Statistics,
    plan: TournamentPlan,
    options: argparse.Namespace,
    fast: str,
) -> None:
    """Print who won, and what was done how often."""
    if options.csv:
        report(tally, plan, options, fast)
        return
    if options.html:
        rated = ratings(tally.outcomes, len(plan.entrants)) if have_openskill() else {}
        write_page(tally, plan, options.html, rated)
    found = Report.of(tally, plan)
    if options.json:
        print(json.dumps({"seed": plan.seed, "ruleset": ruleset, **found.as_dict()}, indent=2))
        return
    console = Console()
    console.print(f"{count(found.games, 'game')} of {ruleset}, seed {plan.seed}")
    for table in deeds_tables(found):
        console.print(table)
    tell_end(console, tally, plan, options, fast)


def trace(plan: TournamentPlan, conditions: Conditions) -> None:
    """Play the games one after the other, and tell everything that players are asked and do."""
    worker = workers.Worker(plan, conditions, 0, None)
    try:
        for number in range(plan.total):
            fixture = plan.fixture(number)
            print(f"# game {number}, seed {fixture.seed}")
            worker.reach(number, Statistics())
            worker.play_one(fixture, sys.stdout)
            worker.next = number + 1
    finally:
        worker.close()
