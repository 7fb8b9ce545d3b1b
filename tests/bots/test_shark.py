"""The trained bot and its levels. These tests hold for any sensible weights."""

import random
import statistics
import subprocess
import sys
import time
from importlib.resources import files

import pytest

import coup
from coup.bots import BOTS, LEVELS, USUAL, make
from coup.bots.adapter import CounterBot
from coup.bots.shark import (
    EASY,
    EXPERT,
    HARD,
    MEDIUM,
    NETWORKS,
    Shark,
    knows,
    network,
    noticed,
    probabilities,
)
from coup.hosting.player import play
from coup.vectors import observation as o
from coup.vectors import story as st
from coup.vectors.seen import action_mask, observation
from coup.view import View
from tests.helpers import deal
from tests.helpers import play as script

RULESETS = [ruleset.name for ruleset in NETWORKS]
SIZES = range(2, 7)


def views(seats: int, games: int, ruleset: str | coup.Ruleset = "classic") -> list[View]:
    """The views that a bot was shown when it was asked."""
    seen: list[View] = []

    class Witness:
        def __init__(self, seed: int) -> None:
            self.bot = make("bluffer", seed)

        def choose(self, view: View) -> str:
            seen.append(view)
            return self.bot.choose(view)

    for seed in range(games):
        game = coup.Game(list("abcdef")[:seats], coup.ruleset(ruleset, turn_limit=100), seed)
        play(game, {seat: Witness(seed + number) for number, seat in enumerate(game.seats)})
    return seen


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", SIZES)
def test_its_probabilities_are_for_legal_moves_and_sum_up_to_1(seats: int, ruleset: str) -> None:
    for view in views(seats, 3, ruleset):
        odds = probabilities(view)
        assert set(odds) <= set(view.legal_moves)
        assert sum(odds.values()) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_its_probabilities_are_those_of_its_network(ruleset: str) -> None:
    for view in views(2, 5, ruleset):
        odds = probabilities(view)
        if len(odds) < len(view.legal_moves):
            continue  # a role whose copies are all face up is never claimed
        plain = network(2, view.ruleset).probabilities(
            observation(view), [bool(mark) for mark in action_mask(view)]
        )
        expected = sorted((float(each) for each in plain if each > 0), reverse=True)
        found = sorted((each for each in odds.values() if each > 0), reverse=True)
        assert found == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("name", RULESETS)
def test_it_knows_a_ruleset_whatever_its_start_and_no_other_rules(name: str) -> None:
    rules = coup.ruleset(name)
    assert knows(rules)
    assert knows(coup.ruleset(rules, first_coins=1, turn_limit=200))
    assert knows(coup.ruleset(rules, cards=1, face_up=("duke", "captain")))
    assert not knows(coup.ruleset(rules, copies=4))
    assert not knows(coup.ruleset(rules, coup_cost=8))
    assert not knows(coup.ruleset("reformation"))


@pytest.mark.parametrize(("ruleset", "seats"), [("reformation", 5), ("four copies", 3)])
def test_by_unknown_rules_it_plays_like_counter(ruleset: str, seats: int) -> None:
    rules = coup.ruleset("classic", copies=4) if ruleset == "four copies" else ruleset
    for seed, view in enumerate(views(seats, 2, rules)):
        chance = random.Random(seed)
        chance.random()  # whether it slips
        assert make("shark", seed).choose(view) == CounterBot(chance).choose(view)


def test_an_expert_is_shark() -> None:
    for seed, view in enumerate(views(2, 5)):
        assert make("expert", seed).choose(view) == make("shark", seed).choose(view)


def test_levels_are_bots_and_medium_is_the_usual_one() -> None:
    assert LEVELS == ("beginner", "easy", "medium", "hard", "expert")
    assert USUAL == "medium"
    assert all(issubclass(BOTS[level], Shark) for level in LEVELS)


def test_easy_neither_counts_cards_nor_remembers_the_story() -> None:
    game = deal({"ann": "duke duke", "bob": "captain contessa"}, first_coins=7)
    script(game, "ann coup bob", "bob discard captain", "bob steal ann", "ann pass", "ann pass")
    view = game.view("ann")
    captains, told = o.UNSEEN + 2, o.TABLE + o.PART + o.TOLD
    assert noticed(view, EXPERT) == noticed(view, HARD) == observation(view)
    assert noticed(view, HARD)[captains] == 2
    assert noticed(view, EASY)[captains] == 3
    assert any(noticed(view, HARD)[told : told + 24])
    assert not any(noticed(view, EASY)[told : told + 24])
    face_up = o.TABLE + o.PART + o.FACE_UP_CARDS
    assert any(noticed(view, HARD)[face_up : face_up + 6])
    assert not any(noticed(view, EASY)[face_up : face_up + 6])


def test_medium_remembers_claims_but_not_their_outcomes() -> None:
    game = deal({"ann": "duke duke", "bob": "captain contessa"})
    script(game, "ann tax", "bob challenge", "ann reveal duke", "bob discard captain", "bob income")
    view = game.view("bob" if game.to_move == "bob" else "ann")
    own = o.TABLE + o.TOLD
    claimed, proved = own + st.CLAIMED, own + st.PROVED
    assert observation(view)[claimed] == observation(view)[proved] == 1
    assert noticed(view, MEDIUM)[claimed] == 1
    assert noticed(view, MEDIUM)[proved] == 0


def test_a_level_never_slips_when_it_must_prove_its_claim() -> None:
    game = deal({"ann": "captain duke", "bob": ""})
    script(game, "ann tax", "bob challenge")
    view = game.view("ann")
    wrong = probabilities(view, EASY)[view.legal_moves[view.legal_moves.index("reveal captain")]]
    answers = [make("easy", seed).choose(view) for seed in range(300)]
    assert answers.count("reveal captain") / 300 <= wrong + 0.05


def test_loading_takes_under_200_ms_and_only_where_it_is_needed() -> None:
    code = (
        "import sys, time; import coup.bots as p; assert 'numpy' not in sys.modules;"
        "from coup.bots.shark import network; t = time.process_time();"
        "[network(seats) for seats in (2, 3)]; print(time.process_time() - t)"
    )

    def seconds() -> float:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
        return float(done.stdout)

    assert min(seconds() for _ in range(3)) < 0.2


def test_a_decision_takes_under_a_millisecond() -> None:
    bot, asked = make("shark", 1), views(2, 6)
    bot.choose(asked[0])

    def seconds(view: View) -> float:
        begin = time.process_time()
        bot.choose(view)
        return time.process_time() - begin

    assert statistics.median(map(seconds, asked)) < 0.001


def test_the_weights_are_under_12_mb() -> None:
    weights = files("coup.bots") / "weights"
    sizes = [len((weights / name).read_bytes()) for each in NETWORKS.values() for name in each]
    assert sum(sizes) < 12e6
