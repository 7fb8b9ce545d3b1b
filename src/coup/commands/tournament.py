"""The job of `coup arena`: enter the players, play the games, print and write what they came to."""

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console

from coup.arena import compiled, page, standings, tournament
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.ratings import have_openskill, ratings
from coup.arena.statistics import Statistics, tally_as_dict
from coup.arena.store import TournamentFolder
from coup.arena.tables import AddressCrew, check_tables
from coup.hosting.entrants import Entrant, enter
from coup.hosting.host import play_game, with_turn_limit
from coup.hosting.isolation import Isolation
from coup.progress import counting
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.seeds import check_seed, new_seed


def arena(options: argparse.Namespace, ruleset: Ruleset) -> None:
    """Hold a tournament as the options say."""
    conditions = wanted_conditions(options)
    entrants = entered(options)
    seed = wanted_seed(options)
    pairs = not options.table and options.seats is None
    plan = TournamentPlan(
        entrants,
        with_turn_limit(ruleset),
        seed,
        options.games,
        seats=(2 if pairs else len(entrants)) if options.seats is None else options.seats,
        pairs=pairs,
        duplicate=options.duplicate,
    )
    if options.trace:
        trace(plan, conditions)
        return
    begin = time.perf_counter()
    tally, end = played(running(plan, conditions, options), plan.total)
    report(tally, plan, options, time.perf_counter() - begin)
    if end is not None:
        raise end


def wanted_seed(options: argparse.Namespace) -> int:
    """The seed: the one that is given, or that of the tournament that goes on, or a new one."""
    seed = options.seed
    file = Path(options.out or "", "tournament.json")
    if seed is None and options.out and file.exists():
        with contextlib.suppress(ValueError, AttributeError):  # the store says what is wrong
            seed = json.loads(file.read_text(encoding="utf-8")).get("seed")
    if seed is None:
        seed = new_seed()
    check_seed(seed)
    return int(seed)


def wanted_conditions(options: argparse.Namespace) -> Conditions:
    """How the players are kept."""
    if options.memory and not options.isolate:
        raise CoupError("--memory is about the folders of isolated players: add --isolate")
    if options.memory_folder and options.memory != "keep":
        raise CoupError("--memory-folder is where --memory keep keeps things: add that")
    folder = Path(options.memory_folder or "memory") if options.memory == "keep" else None
    if options.trace and (options.out or options.html or options.json or options.csv):
        raise CoupError("--trace tells the games and nothing else: leave out what asks for more")
    if options.html and not Path(options.html).resolve().parent.is_dir():
        raise CoupError(f"--html: there is no folder {Path(options.html).parent}")
    if options.ray and (options.memory == "keep" or options.notes):
        raise CoupError("--memory keep and --notes need the games in order: leave out --ray")
    notes = Path(options.notes) if options.notes else None
    if notes is not None:
        notes.mkdir(parents=True, exist_ok=True)
    return Conditions(options.limit, options.isolate, options.memory or "fresh", folder, notes)


def entered(options: argparse.Namespace) -> tuple[Entrant, ...]:
    """The players, if all of them can be loaded."""
    if not options.isolate:
        return tuple(enter(options.players))
    with Isolation() as isolation:
        return tuple(enter(options.players, isolation.examine))


def running(
    plan: TournamentPlan, conditions: Conditions, options: argparse.Namespace
) -> Generator[Statistics, None, None]:
    """The tournament, about to be played."""
    plain = not (options.out or options.html or options.ray or options.isolate or options.notes)
    if plain and compiled.can_run(plan):
        return compiled.run(plan)
    store = None
    if options.out:
        store = TournamentFolder(Path(options.out), plan, options.coup_files)
    elif options.coup_files:
        raise CoupError("--coup-files go into a folder: add --out DIR")
    crew: Any
    if any(entrant.is_http for entrant in plan.entrants):
        if options.ray:
            raise CoupError("--ray: bots over HTTP play with the processes of one machine only")
        workers = options.workers or 1
        check_tables(plan.entrants, workers, "--workers")
        crew = partial(AddressCrew, 1 if conditions.in_order else workers)
    elif options.ray:
        crew = partial(tournament.Cluster, options.ray)
    else:
        workers = options.workers or tournament.usable_cores()
        crew = partial(tournament.Processes, 1 if conditions.in_order else workers)
    return tournament.run(plan, crew, conditions, store, page.SHOWN if options.html else 0)


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
        except (KeyboardInterrupt, ValueError) as why:
            end = why
        finally:
            tallies.close()
    if end is not None and not tally.games:
        raise end
    return tally, end


def report(
    tally: Statistics, plan: TournamentPlan, options: argparse.Namespace, seconds: float
) -> None:
    """Print the results, and write the page."""
    rated = ratings(tally.outcomes, len(plan.entrants)) if have_openskill() else {}
    if options.html:
        text = page.page(tally, plan, rated)
        Path(options.html).write_bytes(text.encode("utf-8", "replace"))
    if options.json:
        print(json.dumps(tally_as_dict(tally, plan, rated), indent=2, ensure_ascii=False))
        return
    if options.csv:
        print(standings.as_csv(tally, plan, rated), end="")
        return
    console = Console()
    of = "" if tally.games == plan.total else f" of {plan.total:,}"
    turns = f", {tally.turns / tally.games:.1f} turns each" if tally.turns else ""
    console.print(f"{tally.games:,}{of} games of {plan.ruleset}, seed {plan.seed}{turns}")
    if tally.games:
        for table in standings.tables(tally, plan, rated):
            console.print(table)
        for line in (*standings.duels(tally, plan), *standings.faults(tally, plan)):
            console.print(line, markup=False, highlight=False)
    console.print(f"{seconds:.1f} s, {tally.games / seconds:,.0f} games/s")
    if not rated:
        console.print("For ratings: pip install 'coup-game\\[arena]'")
    if options.html:
        console.print(f"The page: {options.html}", markup=False)
    if options.out and tally.games < plan.total:
        console.print("The same command goes on from here.")


def trace(plan: TournamentPlan, conditions: Conditions) -> None:
    """Play the games one after the other, and tell everything that players are asked and do."""
    limit = None if conditions.isolate else conditions.limit
    with conditions.isolation() or contextlib.nullcontext() as isolation:
        for number in range(plan.total):
            fixture = plan.fixture(number)
            print(f"# game {number}, seed {fixture.seed}")
            play_game(
                [plan.entrants[who] for who in fixture.lineup],
                plan.ruleset,
                fixture.seed,
                limit=limit,
                isolation=isolation,
                notes=conditions.notes,
                trace=sys.stdout,
            )
