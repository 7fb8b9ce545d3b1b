"""The characters at people's tables: each plays as its name says, and no two are alike."""

from collections.abc import Callable
from itertools import compress
from statistics import fmean

import pytest

import coup
from coup.bots import LEVELS, bot_class, make
from coup.bots.company import CAST, company
from coup.bots.shark import CALM, HARD, TEMPERS, probabilities, struck_by
from coup.hosting.player import play
from coup.moves import Move
from coup.vectors.mirror import mirror
from coup.view import View, claim_of, holds
from tests.helpers import deal
from tests.helpers import play as script


def questions(games: int) -> list[View]:
    """The questions to bots at a table of four."""
    seen: list[View] = []

    class Witness:
        def __init__(self, seed: int) -> None:
            self.bot = make("bluffer", seed)

        def choose(self, view: View) -> str:
            seen.append(view)
            return self.bot.choose(view)

    for seed in range(games):
        game = coup.Game(list("abcd"), coup.ruleset("classic", turn_limit=100), seed)
        play(game, {seat: Witness(4 * seed + place) for place, seat in enumerate(game.seats)})
    return seen


QUESTIONS = questions(6)


def share_of(temper: str, counts: Callable[[View, Move], bool]) -> float:
    """The average probability of moves of a kind for a hard player with this temper, where they are
    possible."""
    asked = [view for view in QUESTIONS if any(counts(view, move) for move in view.legal_moves)]
    leaning = TEMPERS.get(temper, CALM)
    return fmean(
        sum(odds for move, odds in probabilities(view, HARD, leaning).items() if counts(view, move))
        for view in asked
    )


def is_bluff(view: View, move: Move) -> bool:
    return bool(claim_of(view, move)) and not holds(view, move)


def is_revenge(view: View, move: Move) -> bool:
    return (
        struck_by(view) > 0
        and move.target
        == view.seats[(view.seats.index(str(view.seat)) + struck_by(view)) % len(view.seats)]
    )


@pytest.mark.parametrize(
    ("temper", "counts", "least"),
    [
        ("bold", is_bluff, 1.2),
        ("wary", lambda view, move: move == "challenge", 1.2),
        ("sly", lambda view, move: move.verb == "steal", 1.5),
        ("picky", lambda view, move: move.verb == "exchange", 1.5),
        ("grim", is_revenge, 1.5),
    ],
)
def test_a_character_does_more_of_what_its_name_says(
    temper: str, counts: Callable[[View, Move], bool], least: float
) -> None:
    assert share_of(temper, counts) > least * share_of("calm", counts)


def test_the_shy_bluff_less() -> None:
    assert share_of("shy", is_bluff) < 0.75 * share_of("calm", is_bluff)


def test_the_shy_challenge_less_unless_they_are_sure() -> None:
    """Nobody is too shy to challenge a claim that cannot be true."""
    calm = challenges_by("calm")
    doubts = [odds < 0.9 for odds in calm]
    shy = fmean(compress(challenges_by("shy"), doubts))
    assert shy < 0.7 * fmean(compress(calm, doubts))


def challenges_by(temper: str) -> list[float]:
    """The probabilities that a hard player with this temper challenges, each time it can."""
    leaning = TEMPERS.get(temper, CALM)
    asked = [view for view in QUESTIONS if "challenge" in view.legal_moves]
    return [
        sum(
            odds for move, odds in probabilities(view, HARD, leaning).items() if move == "challenge"
        )
        for view in asked
    ]


def test_the_last_attacker_is_known_from_the_view() -> None:
    """As in batches."""
    struck = 0
    for view in QUESTIONS:
        _, story, seat = mirror(view)
        last = story.struck[seat]
        assert struck_by(view) == ((last - seat) % 4 if last >= 0 else 0)
        struck += last >= 0
    assert struck > 50


def test_a_grim_player_strikes_back() -> None:
    hands = {"ann": "captain duke", "bob": "captain duke", "eve": ""}
    game = deal(hands, seat_coins=(2, 9, 2))
    script(game, "ann steal bob", "bob pass", "eve pass", "bob pass")
    view = game.view("bob")
    grim, calm = probabilities(view, HARD, TEMPERS["grim"]), probabilities(view, HARD)
    back, other = (
        view.legal_moves[view.legal_moves.index(f"coup {who}")] for who in ("ann", "eve")
    )
    assert grim[back] / grim[other] > 10 * calm[back] / calm[other]


@pytest.mark.parametrize("level", LEVELS)
def test_at_one_table_no_two_bots_are_alike_and_names_tell_how_they_play(level: str) -> None:
    found = company([level] * 5, taken=["Ann"])
    assert len(set(found.values())) == 5
    for name, kind in found.items():
        temper = name.partition("-")[0]
        assert kind == f"{level}:{temper}"
        assert bot_class(kind).__mro__[1] is bot_class(level)
        assert vars(bot_class(kind))["temper"] == TEMPERS[temper]


def test_there_is_a_free_name_for_every_bot() -> None:
    people = ["bold-ada", "BORIS", "sly-dario", "Elsa"]
    assert company(["hard", "counter"], people) == {"sly-cleo": "hard:sly", "finn": "counter"}
    assert len(CAST) == 10  # each of nine others takes one name at most


def test_an_unknown_character_is_refused_with_a_list_of_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no character 'mild', only bold, shy, .*picky"):
        make("easy:mild", 1)
