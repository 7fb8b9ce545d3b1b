"""`coup endgame`: the end of a game for two, solved."""

import argparse
import json
from typing import TYPE_CHECKING, Any

from coup.commands.options import (
    PICTURES,
    PLOT_HELP,
    add_json,
    add_rule,
    add_ruleset,
    decimal,
    new_file,
    whole,
)
from coup.progress import waiting
from coup.rules.errors import CoupError, install
from coup.rules.rulesets import Ruleset, house_rule, ruleset
from coup.vectors.encoding import check_small

if TYPE_CHECKING:
    from coup.research.endgame import Equilibrium

PLAYERS = ("mover", "other")


def add_endgame(commands: Any) -> None:
    endgame = commands.add_parser(
        "endgame",
        help="solve the end of a game for two: how often to bluff and to challenge",
        description="Solve the end of a game for two exactly: what it is worth to the player to "
        "move, how often to bluff, and how often to challenge. A win counts 1, a loss -1.",
    )
    endgame.add_argument(
        "--coins",
        default="5,5",
        metavar="A,B",
        help="coins of the player to move and of the other (default: 5,5)",
    )
    endgame.add_argument(
        "--face-up", default="", metavar="A,B", help="cards that are already lost, such as duke"
    )
    endgame.add_argument(
        "--turns",
        type=whole(1, 1_000),
        default=4,
        metavar="N",
        help="turns left before a draw (default: 4)",
    )
    endgame.add_argument(
        "--cards",
        type=whole(1, 2),
        default=1,
        metavar="N",
        help="cards in each hand: 1 (default) or 2",
    )
    endgame.add_argument(
        "--exchange", action="store_true", help="allow exchanges, which make the game much larger"
    )
    add_ruleset(endgame, check=check_solved)
    add_rule(endgame)
    endgame.add_argument(
        "--within",
        type=decimal(0, 1, more=True),
        default=1e-3,
        metavar="X",
        help="how much both may gain together by deviating (NashConv; default: 0.001)",
    )
    add_json(endgame)
    endgame.add_argument("--plot", type=new_file(*PICTURES), metavar="FILE", help=PLOT_HELP)
    endgame.set_defaults(run=solve_endgame)


def check_solved(rules: Ruleset) -> None:
    """Refuse rules by which endgames are not solved."""
    check_small(rules, "endgames are solved")


def chosen_rules(options: argparse.Namespace) -> Ruleset:
    """The game that the options describe."""
    coins = options.coins.split(",")
    if len(coins) != 2 or not all(each.strip().isdecimal() for each in coins):
        raise CoupError(f"--coins: must be two numbers such as 5,3, not {options.coins!r:.60}")
    cards = [card.strip() for card in options.face_up.split(",") if card.strip()]
    rules: dict[str, Any] = {
        "cards": options.cards,
        "face_up": tuple(cards),
        "seat_coins": tuple(int(each) for each in coins),
        "turn_limit": options.turns,
    }
    if not options.exchange:
        rules["exchange"] = None
    return ruleset(options.ruleset or "classic", **rules | dict(map(house_rule, options.rule)))


def solve_endgame(options: argparse.Namespace) -> None:
    """Solve it and print what is worth knowing."""
    rules = chosen_rules(options)
    rules.check_seats(2)
    try:
        from coup.research.endgame import solve

        if options.plot:
            from coup.research.plots import draw_endgame
    except ImportError as missing:
        raise CoupError(
            "this needs compiled code, and pictures for --plot: "
            f"{install('research', 'plots')} ({missing})"
        ) from None
    with waiting("building the tree; the first time it compiles for about a minute") as show:
        solution = solve(
            rules,
            options.within,
            report=lambda rounds, gap: show(f"{rounds:,} rounds, NashConv {gap:.1e}"),
        )
    if options.json:
        print(json.dumps(as_dict(solution), indent=2))
    else:
        tell(solution)
    if options.plot:
        draw_endgame(solution, options.plot)


def as_dict(solution: "Equilibrium") -> dict[str, Any]:
    """All that was found, for programs."""
    from coup.research.frequencies import claims, first_turn

    questions = first_turn(solution)
    return {
        "ruleset": str(solution.ruleset),
        "value": solution.value,
        "low": solution.low,
        "high": solution.high,
        "nash_conv": solution.nash_conv,
        "information_sets": solution.information_sets,
        "rounds": solution.rounds,
        "questions": [
            {
                "asked": PLAYERS[question.seat],
                "after": list(question.line),
                "likely": question.likely,
                "answers": {
                    " ".join(hand): {
                        answer: question.share(answer, hand) for answer in question.answers[hand]
                    }
                    for hand in sorted(question.weights)
                },
            }
            for question in questions
        ],
        "claims": [
            {
                "by": PLAYERS[claim.seat],
                "moves": list(claim.line),
                "roles": list(claim.roles),
                "made": claim.made,
                "bluffed": claim.bluffed,
                "challenged": claim.challenged,
            }
            for claim in claims(questions)
        ],
    }


def tell(solution: "Equilibrium") -> None:
    """All that was found, in tables."""
    from rich.console import Console
    from rich.table import Table

    from coup.research.frequencies import claims, first_turn

    console = Console()
    print(solution.ruleset)
    print(f"value for the player to move: {solution.value:+.7f}")
    print(f"for certain between {solution.low:+.7f} and {solution.high:+.7f}")
    print(
        f"{solution.information_sets:,} information sets, {solution.rounds:,} rounds, "
        f"NashConv {solution.nash_conv:.1e}\n"
    )
    questions = first_turn(solution)
    print("claims of the first turn")
    table = Table()
    for name in ("by", "claim", "made", "bluffs among them", "challenged"):
        table.add_column(name, justify="left" if name in ("by", "claim") else "right")
    for claim in claims(questions):
        line = ", ".join(move for move in claim.line if move != "pass")
        shares = (f"{share:.1%}" for share in (claim.made, claim.bluffed, claim.challenged))
        table.add_row(PLAYERS[claim.seat], line, *shares)
    console.print(table)
    for question in questions:
        after = ", ".join(question.line)
        title = f"{PLAYERS[question.seat]}: " + (f"after {after}" if after else "the action")
        answers = sorted(
            {each for row in question.answers.values() for each in row}, key=question.share
        )[::-1]
        print(f"{title} ({question.likely:.1%} of games)")
        table = Table()
        table.add_column("holds")
        for answer in answers:
            table.add_column(answer, justify="right")
        for hand in sorted(question.weights):
            table.add_row(" ".join(hand), *(f"{question.share(a, hand):.1%}" for a in answers))
        console.print(table)
