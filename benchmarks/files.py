"""How fast game files are checked: `coup check` on a folder of many, on one core.

python -m benchmarks.files [--files N]

The built-in bots play the games at tables for 2 to 6. There are 1,000 different games; each is
written to several files, since playing takes longer than checking.
"""

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path

import coup
from coup.bots import BOTS, make
from coup.hosting.player import play
from coup.progress import track
from coup.records import game_file

GAMES = 1000
BAR = 60.0
"""The limit in seconds for 100,000 files."""


def game_text(number: int) -> str:
    """A game between bots, as its file."""
    chance = random.Random(number)
    names = [f"player{seat}" for seat in range(chance.randint(2, 6))]
    game = coup.Game(names, coup.ruleset("coup2022", turn_limit=100), number)
    play(game, {name: make(chance.choice(list(BOTS)), number) for name in names})
    return str(game_file(game))


def seconds(folder: Path, *options: str) -> tuple[float, float]:
    """The seconds that `coup check` takes for a folder, start-up included: elapsed and CPU time."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    command = [sys.executable, "-m", "coup", "check", str(folder), *options]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    clock = time.perf_counter() - begin
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=100_000, help="(default: 100000)")
    files = parser.parse_args().files
    different = min(files, GAMES)
    texts = list(track(map(game_text, range(different)), different, "playing"))
    lines = sum(text.count("\n") for text in texts) / different
    reached = True
    with tempfile.TemporaryDirectory() as folder:
        for number, text in zip(track(range(files), files, "writing"), cycle(texts), strict=False):
            Path(folder, f"{number:06}.coup").write_text(text, encoding="utf-8")
        print(f"{files:,} game files of {lines:.0f} lines on average\n")
        print("| coup check | wall time | of one core | files/s |")
        print("| --- | ---: | ---: | ---: |")
        for options in ((), ("--count-cards",)):
            clock, core = seconds(Path(folder), *options)
            name = " ".join(options) or "plain"
            print(f"| {name} | {clock:.1f} s | {core:.1f} s | {files / core:,.0f} |", flush=True)
            reached &= core <= BAR * files / 100_000
    bar = f"{BAR:.0f} s for 100,000 files"
    print(f"\nreached: {bar}" if reached else f"\nMISSED: {bar}")
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
