"""The command `coup quantum`: one sub-command a job, each of them thin."""

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coup.commands.options import SEATS, add_old_name, folder, whole
from coup.rules.errors import CoupError, install

if TYPE_CHECKING:
    from coup.quantum.notation import Named
    from coup.quantum.rules import Ruleset

POSITION_HELP = "such as 'Alice: (duke, void, 8), Bob: (dead, captain, 3), Bob to move'"
PLAYED_OUT = 100_000
SAMPLES = 100_000


def add_quantum(commands: Any) -> None:
    """The words that `coup quantum` understands."""
    quantum = commands.add_parser(
        "quantum",
        help="play and solve Quantum Coup, which has no luck and no hidden cards",
        description="Quantum Coup: no luck, no hidden cards, solved exactly.",
    )
    quantum.set_defaults(run=lambda options: quantum.print_help())
    jobs = quantum.add_subparsers(metavar="COMMAND")
    add_play(jobs)
    add_solve(jobs)
    add_review(jobs)
    add_plots(jobs)


def add_reading(command: argparse.ArgumentParser) -> None:
    """The options that say which reading of the rules is meant."""
    command.add_argument(
        "--forced-coup",
        action="store_true",
        help="a player who starts a turn with 10 coins must coup",
    )
    command.add_argument(
        "--exchange",
        default="none",
        metavar="KIND",
        help="which cards an exchange makes void: none (there is no exchange, the default), "
        "all, one or ambassador",
    )
    command.add_argument(
        "--first-coins", type=whole(0, 99), metavar="N", help="of the first player (default: 2)"
    )
    command.add_argument(
        "--blocks",
        default="target",
        metavar="WHO",
        help="who may block a steal or an assassination: target (the default) or anybody",
    )


def add_play(jobs: Any) -> None:
    play = jobs.add_parser(
        "play",
        help="play Quantum Coup in the terminal",
        description="Play Quantum Coup in the terminal.",
    )
    play.add_argument("position", nargs="?", metavar="POSITION", help=POSITION_HELP)
    play.add_argument(
        "--opponent",
        metavar="WHO",
        help="perfect (the default for two), simple (the default for more) or friend",
    )
    play.add_argument("--seats", type=SEATS, metavar="N", help="2 to 6 (default: 2)")
    add_old_name(play, "--players", "seats", type=SEATS)
    play.add_argument("--as", dest="name", metavar="NAME", help="who you are (default: the first)")
    play.add_argument("--hint", action="store_true", help="say what each move leads to")
    play.add_argument(
        "--save", type=Path, metavar="FILE", help="write the game to this file when it ends"
    )
    add_reading(play)
    play.set_defaults(run=play_game)


def add_solve(jobs: Any) -> None:
    solve = jobs.add_parser(
        "solve",
        help="say who wins a position, by which moves, in how many turns",
        description="Say who wins a position under best play, by which moves, in how many turns.",
    )
    solve.add_argument("position", nargs="?", metavar="POSITION", help=POSITION_HELP)
    solve.add_argument(
        "--seats",
        type=SEATS,
        metavar="N",
        help="2 (the default), or 3: how often one seat wins against two, over all positions",
    )
    add_old_name(solve, "--players", "seats", type=SEATS)
    solve.add_argument(
        "--verify", action="store_true", help="check the solution by the plain rules"
    )
    add_reading(solve)
    solve.set_defaults(run=solve_position)


def add_review(jobs: Any) -> None:
    review = jobs.add_parser(
        "review",
        help="find the moves of a game that threw away a win or a draw",
        description="Find the moves of a game that threw away a win or a draw.",
    )
    review.add_argument(
        "file",
        nargs="?",
        type=Path,
        metavar="FILE",
        help="a file of `coup quantum play --save` (default: the example game of the rules)",
    )
    review.set_defaults(run=review_game)


def add_plots(jobs: Any) -> None:
    plots = jobs.add_parser(
        "plots",
        help="draw what the solver found",
        description="Draw what the solver found, as SVG files.",
    )
    plots.add_argument("folder", type=folder, metavar="FOLDER", help="where to write them")
    plots.set_defaults(run=draw_plots)


def reading(options: argparse.Namespace) -> "Ruleset":
    """The reading that the options mean."""
    from coup.quantum.rules import Ruleset

    if options.position is not None and options.first_coins is not None:
        raise CoupError("--first-coins: leave it out; the position says how many coins there are")
    return Ruleset(
        forced_coup=options.forced_coup,
        exchange=options.exchange,
        first_coins=2 if options.first_coins is None else options.first_coins,
        blocks=options.blocks,
    )


def begin(options: argparse.Namespace, ruleset: "Ruleset") -> "Named":
    """The position that the options mean."""
    from coup.quantum.notation import Named, read_position
    from coup.quantum.positions import NAMES
    from coup.quantum.rules import SEATS, start

    if options.position is not None:
        named = read_position(options.position)
        if options.seats not in (None, len(named.names)):
            raise CoupError(
                f"--seats: the position has {len(named.names)} seats, not {options.seats}"
            )
        return named
    players = 2 if options.seats is None else options.seats
    if not 2 <= players <= SEATS:
        raise CoupError(f"--seats: must be at most {SEATS}, not {players}")
    return Named(start(ruleset, players), NAMES[:players])


def play_game(options: argparse.Namespace) -> None:
    """Play in the terminal, and keep the game if that is wanted."""
    from coup.quantum.game import Game
    from coup.quantum.notation import find_name
    from coup.quantum.players import perfect, simple
    from coup.quantum.record import write_game
    from coup.quantum.solution import solve
    from coup.terminal.quantum import play

    ruleset = reading(options)
    position, names = begin(options, ruleset)
    opponent = options.opponent or ("perfect" if len(names) == 2 else "simple")
    if opponent not in ("perfect", "simple", "friend"):
        raise CoupError(f"--opponent: must be perfect, simple or friend, not {opponent!r:.60}")
    if len(names) > 2 and (options.hint or opponent == "perfect"):
        raise CoupError(f"perfect play and hints are for 2 players, not {len(names)}")
    if opponent == "friend" and options.name:
        raise CoupError(
            "--as: leave it out with --opponent friend, which asks everybody at this keyboard"
        )
    person = find_name(options.name, names) if options.name else 0
    solution = solve(ruleset) if options.hint or opponent == "perfect" else None
    bot = perfect(solution) if solution and opponent == "perfect" else simple(ruleset)
    bots = {name: bot for seat, name in enumerate(names) if seat != person}
    game = Game(position, ruleset, names)
    if options.save:
        reserve(options.save)
    play(game, {} if opponent == "friend" else bots, solution if options.hint else None)
    if options.save:
        options.save.write_text(write_game(game), encoding="utf-8")
        print(f"The game is in {options.save}.")


def reserve(path: Path) -> None:
    """Make an empty file now, so that a game is not lost because it cannot be written."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        raise CoupError(f"--save: there is already a file {path}") from None
    except OSError as error:
        raise CoupError(f"--save: cannot write {path}: {error.strerror}") from None


def solve_position(options: argparse.Namespace) -> None:
    """Say who wins, and how; for three, how often one wins against two."""
    ruleset = reading(options)
    named = begin(options, ruleset)
    if len(named.names) == 2:
        solve_for_two(ruleset, named, options.verify)
    elif len(named.names) == 3:
        solve_for_three(ruleset, named if options.position else None, options.verify)
    else:
        raise CoupError(f"only games for 2 or 3 players can be solved, not for {len(named.names)}")


def solve_for_two(ruleset: "Ruleset", named: "Named", verify: bool) -> None:
    from coup.quantum.report import about_position
    from coup.quantum.solution import solve

    begun = time.perf_counter()
    solution = solve(ruleset)
    counted = solution.count(named.position)
    seconds = time.perf_counter() - begun
    print(about_position(solution, *named))
    print(
        f"\nReading: {ruleset}. From here {counted.choosing:,} states choosing an action can be "
        f"reached,\n{counted.states:,} states in all, {counted.drawn:,} of them drawn. "
        f"Solved in {seconds:.2f} s by {solution.engine.name}."
    )
    if verify:
        states = solution.verify()
        print(f"Verified: each of {states:,} states follows from those after it by the rules.")
        longest = solution.play_out(PLAYED_OUT)
        print(
            f"Played out: {PLAYED_OUT:,} won positions against random moves, all won in time, "
            f"the longest in {longest} turns."
        )


def solve_for_three(ruleset: "Ruleset", named: "Named | None", verify: bool) -> None:
    from coup.progress import last
    from coup.quantum.report import about_all_for_three, about_three
    from coup.quantum.three import ThreeSolution

    solution = ThreeSolution(ruleset, named.position if named else None)
    if solution.steps:
        last(solution.run(), solution.steps, "solving")
    print(about_three(solution, *named) if named else about_all_for_three(solution))
    if verify:
        solution.verify(SAMPLES)
        print(f"Verified: {SAMPLES:,} random positions follow from those after them by the rules.")


def review_game(options: argparse.Namespace) -> None:
    """Name the blunders of a game."""
    from coup.quantum.record import EXAMPLE, read_game
    from coup.quantum.report import about_review
    from coup.quantum.solution import review, solve

    path = options.file or EXAMPLE
    try:
        game = read_game(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CoupError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CoupError(f"{path} is not text in UTF-8") from None
    except ValueError as error:
        raise CoupError(f"{path}, {error}") from None
    print(about_review(game, review(game, solve(game.ruleset))))


def draw_plots(options: argparse.Namespace) -> None:
    """Write the plots."""
    try:
        from coup.quantum.plots import draw
    except ModuleNotFoundError as missing:
        if missing.name != "matplotlib":
            raise
        raise CoupError(f"plots need the extra `plots`: {install('plots')}") from None
    options.folder.mkdir(parents=True, exist_ok=True)
    for path in draw(options.folder):
        print(path)
