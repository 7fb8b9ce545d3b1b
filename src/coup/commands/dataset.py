"""`coup dataset`: many games as Parquet files, for learning from them."""

import argparse
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.commands.options import WORKERS, add_games, add_ruleset, add_seed, folder, names, whole
from coup.progress import track
from coup.rules.errors import CoupError, install
from coup.words import count

if TYPE_CHECKING:
    from coup.research.dataset import DatasetPlan

SHARD = 10_000


def add_dataset(commands: Any) -> None:
    dataset = commands.add_parser(
        "dataset",
        help="write many games as Parquet files, for learning from them",
        description="Play many games between bots or networks and write every decision: what the "
        "seat knew, what it could do, what it did, and who won. Hidden cards are in separate "
        "files. If it is interrupted, the same command resumes.",
    )
    dataset.add_argument("folder", type=folder, metavar="DIR", help="where to write it")
    dataset.add_argument(
        "--bots",
        type=names,
        default="counter,counter",
        metavar="A,B",
        help="who plays, 2 to 6, or up to 10 with --ruleset reformation: bots such as counter or "
        "style:held=3, shark and its levels, files of weights (default: counter,counter)",
    )
    add_games(dataset, "how many in all (default: 1,000,000)", 1_000_000)
    dataset.add_argument(
        "--shard",
        type=whole(1, 100_000),
        default=SHARD,
        metavar="N",
        help=f"games per file (default: {SHARD:,})",
    )
    add_ruleset(dataset)
    add_seed(dataset, 1)
    dataset.add_argument(
        "--workers",
        type=WORKERS,
        metavar="N",
        help="processes (default: one per core)",
    )
    dataset.set_defaults(run=write_dataset)


def write_dataset(options: argparse.Namespace) -> None:
    """Write all shards that are missing, and the data card."""
    try:
        from coup.research.dataset import arrow, begin, checked_plan, missing_shards, write_card
    except ImportError as missing:
        raise CoupError(f"this needs compiled code: {install('data')} ({missing})") from None
    arrow()  # which says what to install, before anything is played
    given = options.ruleset or "classic", options.seed, options.games, options.shard
    plan = checked_plan(tuple(options.bots), *given)
    begin(options.folder, plan)
    shards = missing_shards(options.folder, plan)
    began = time.perf_counter()
    workers = options.workers or os.cpu_count() or 1
    done = written(options.folder, plan, shards, workers)
    try:
        decisions = sum(track(done, len(shards), "shards", patience=0))
    except KeyboardInterrupt:
        left = len(missing_shards(options.folder, plan))
        told = f"{plan.shards - left:,} of {plan.shards:,} shards are written"
        raise KeyboardInterrupt(f"interrupted; {told}; the same command resumes") from None
    seconds = time.perf_counter() - began
    write_card(options.folder, plan)
    whole = f"{options.folder}: {count(plan.games, 'game')} in {count(plan.shards, 'shard')}"
    if not shards:
        print(f"{whole}; all of it was there already")
        return
    print(
        f"{whole}; now {decisions:,} decisions in {seconds:.0f} s, "
        f"{decisions / seconds:,.0f} a second"
    )


def written(folder: Path, plan: "DatasetPlan", shards: list[int], workers: int) -> Iterator[int]:
    """Write some shards in so many processes; the decisions in each, as they are done."""
    from coup.research.dataset import write_shard

    if workers == 1:
        for shard in shards:
            yield write_shard(folder, plan, shard)
        return
    with ProcessPoolExecutor(min(workers, len(shards) or 1), get_context("spawn")) as pool:
        jobs = [pool.submit(write_shard, folder, plan, shard) for shard in shards]
        try:
            for job in as_completed(jobs):
                yield job.result()
        except BaseException:
            pool.shutdown(wait=True, cancel_futures=True)
            raise
