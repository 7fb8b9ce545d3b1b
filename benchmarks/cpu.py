"""The rate of random play, compared with OpenSpiel, in one run on one core.

A decision is a move of a seat; moves of chance do not count. Rates are per CPU time, medians of
several runs; the programs run in turns, so that a busy machine slows all of them equally.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import NamedTuple

import pyspiel

import coup
from coup.rules import cpu, playout
from coup.rules.state import State, room_for

Play = Callable[[int], int]
"""Plays for a while with a seed; returns the number of decisions."""


def interpreted(ruleset: coup.Ruleset, seats: int) -> Play:
    """The interpreted kernel."""
    state, rules = State(room_for(seats)), ruleset.rules

    def run(seed: int) -> int:
        return sum(
            playout.play(state, rules, seats, playout.start(seed, game))[1] for game in range(1000)
        )

    return run


def compiled(ruleset: coup.Ruleset, seats: int) -> Play:
    """The kernel compiled by numba."""
    return lambda seed: cpu.play_random(ruleset, seats, 50_000, seed).decisions


def through_game(
    ruleset: coup.Ruleset, seats: int, *, view: bool = False, text: bool = False
) -> Play:
    """`Game`, through `legal_moves` and `push`.

    view: whether to take a view of the seat before each move.
    text: whether to also print it, and the events since the last one, as text.
    """
    names = list("abcdefghij")[:seats]

    def run(seed: int) -> int:
        choice = random.Random(seed)
        decisions = 0
        for number in range(60):
            game = coup.Game(names, ruleset, seed + number)
            told = 0
            while not game.over:
                if view:
                    seen = game.view(game.to_move)
                if text:
                    str(seen)
                    events = game.events
                    for event in events[told:]:
                        str(event)
                    told = len(events)
                moves = game.legal_moves
                game.push(moves[int(choice.random() * len(moves))])
                decisions += 1
        return decisions

    return run


def openspiel_from_python(name: str, games: int = 1000) -> Play:
    """An OpenSpiel game, driven from Python."""
    spiel = pyspiel.load_game(name)

    def run(seed: int) -> int:
        choice = random.Random(seed)
        decisions = 0
        for _ in range(games):
            state = spiel.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    action = choice.choices(actions, weights)[0]
                else:
                    actions = state.legal_actions()
                    action = actions[int(choice.random() * len(actions))]
                    decisions += 1
                state.apply_action(action)
        return decisions

    return run


def openspiel_rollouts(name: str) -> Play:
    """An OpenSpiel game, played by its own rollouts in C++.

    A search of a single simulation consists only of rollouts from the first decision. They do not
    count decisions, so their number is multiplied by the mean length of a random game.
    """
    mean = statistics.mean(openspiel_from_python(name)(seed) / 1000 for seed in range(5))
    spiel = pyspiel.load_game(name)
    dealt = spiel.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(dealt.legal_actions()[0])
    games = 100_000

    def run(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(spiel, evaluator, 1.0, 1, 100, False, seed, False)
        bot.mcts_search(dealt)
        return round(games * mean)

    return run


def rates(programs: dict[str, Play], runs: int) -> dict[str, float]:
    """Decisions per second of CPU time: the median of several runs of each program."""
    found: dict[str, list[float]] = {name: [] for name in programs}
    for seed in range(runs + 1):
        for name, play in programs.items():
            show(f"{name}, run {seed} of {runs}")
            begin = time.process_time()
            decisions = play(seed)
            seconds = time.process_time() - begin
            if seed:  # the first run warms up
                found[name].append(decisions / seconds)
    show("")
    return {name: statistics.median(values) for name, values in found.items()}


def show(progress: str) -> None:
    """Show progress on a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def short(rate: float) -> str:
    """A rate as a person reads it: 31.2 M, 524 k."""
    return f"{rate / 1e6:.1f} M" if rate >= 1e6 else f"{rate / 1e3:.0f} k"


class Bar(NamedTuple):
    """A figure with its limit."""

    what: str
    found: float
    limit: float
    reached: bool


def coup_table(runs: int) -> list[Bar]:
    """Print Coup's rates for every ruleset and 2, 4, 6 and, where possible, 10 seats."""
    print("| ruleset | seats | interpreted | compiled | ratio | Game | with views | with text |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    bars = []
    for name, ruleset in coup.RULESETS.items():
        for seats in [each for each in (2, 4, 6, 10) if each <= ruleset.most_seats]:
            rate = rates(
                {
                    "interpreted": interpreted(ruleset, seats),
                    "compiled": compiled(ruleset, seats),
                    "Game": through_game(ruleset, seats),
                    "views": through_game(ruleset, seats, view=True),
                    "text": through_game(ruleset, seats, view=True, text=True),
                },
                runs,
            )
            ratio = rate["compiled"] / rate["interpreted"]
            print(
                f"| {name} | {seats} | {short(rate['interpreted'])} | {short(rate['compiled'])} "
                f"| {ratio:.0f} x | {short(rate['Game'])} | {short(rate['views'])} "
                f"| {short(rate['text'])} |",
                flush=True,
            )
            if (name, seats) == ("classic", 4):
                found = {
                    ("interpreted kernel, decisions/s", 250_000): rate["interpreted"],
                    ("compiled kernel, decisions/s", 15_000_000): rate["compiled"],
                    ("compiled / interpreted", 50): ratio,
                }
                bars = [
                    Bar(what, value, least, value >= least)
                    for (what, least), value in found.items()
                ]
    return bars


def comparison_table(runs: int) -> None:
    """Print the rates of classic Coup for four and of two games of OpenSpiel."""
    classic = coup.RULESETS["classic"]
    programs = {
        "coup, interpreted kernel": interpreted(classic, 4),
        "coup, compiled kernel": compiled(classic, 4),
    }
    for name in ("leduc_poker", "liars_dice"):
        programs[f"OpenSpiel {name}, from Python"] = openspiel_from_python(name)
        programs[f"OpenSpiel {name}, C++ rollouts"] = openspiel_rollouts(name)
    rate = rates(programs, runs)
    fastest = rate["coup, compiled kernel"]
    print("\n| random play | decisions/s | compiled coup is faster by |")
    print("| --- | ---: | ---: |")
    for name, value in rate.items():
        print(f"| {name} | {short(value)} | {fastest / value:.1f} x |")


def start_up() -> list[Bar]:
    """Print the time until compiled code runs: the first time, and from the cache."""
    code = (
        "import time, coup; begin = time.perf_counter(); from coup.rules import cpu; "
        "cpu.play_random(coup.RULESETS['classic'], 4, 1); print(time.perf_counter() - begin)"
    )
    seconds = []
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        for what in ("compiling", "loading from the cache"):
            show(what)
            command = [sys.executable, "-c", code]
            seconds.append(float(subprocess.check_output(command, env=environment, text=True)))
    show("")
    print(
        f"\nstart of the compiled kernel, numba's own included: {seconds[0]:.1f} s the first time,"
    )
    print(f"{seconds[1]:.1f} s from the cache\n", flush=True)
    return [Bar("seconds to compile", seconds[0], 15, seconds[0] <= 15)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=7, help="of each program (default: 7)")
    runs = parser.parse_args().runs
    print(f"Python {sys.version.split()[0]}, one core, {runs} runs each; decisions/s of CPU time")
    bars = start_up() + coup_table(runs)
    comparison_table(runs)
    print()
    for bar in bars:
        verdict = "reached" if bar.reached else "MISSED"
        print(f"{verdict}: {bar.what}: {bar.found:,.1f} (limit {bar.limit:,})")
    return 0 if all(bar.reached for bar in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
