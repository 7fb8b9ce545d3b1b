"""The trained bot and its levels. These tests hold for any weights that play sensibly."""

import random
import statistics
import subprocess
import sys
import time
from importlib.resources import files

import numpy as np
import pytest

import coup
from coup.bots import BOTS, LEVELS, USUAL, make
from coup.bots.adapter import CounterBot
from coup.bots.shark import (
    EASY,
    EXPERT,
    FILES,
    HARD,
    MEDIUM,
    Shark,
    knows,
    network,
    noticed,
    plays,
    probabilities,
    translated,
)
from coup.bots.translation import with_passes
from coup.hosting.player import play
from coup.vectors import observation as o
from coup.vectors import story as st
from coup.vectors.seen import action_mask, observation
from coup.view import View
from tests.helpers import deal
from tests.helpers import play as script


def views(seats: int, games: int, ruleset: str | coup.Ruleset = "classic") -> list[View]:
    """What a bot was shown when it was asked."""
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


@pytest.mark.parametrize("seats", FILES)
def test_its_chances_are_for_legal_moves_and_sum_up_to_1(seats: int) -> None:
    for view in views(seats, 3):
        odds = probabilities(view)
        assert set(odds) <= set(view.legal_moves)
        assert sum(odds.values()) == pytest.approx(1, abs=1e-5)


def test_its_chances_are_those_of_its_network() -> None:
    for view in views(2, 5):
        odds = probabilities(view)
        if len(odds) < len(view.legal_moves):
            continue  # a role all of whose copies lie face up is never claimed
        plain = network(2).probabilities(
            observation(view), [bool(mark) for mark in action_mask(view)]
        )
        expected = sorted((float(each) for each in plain if each > 0), reverse=True)
        found = sorted((each for each in odds.values() if each > 0), reverse=True)
        assert found == pytest.approx(expected, abs=1e-5)


def test_it_knows_classic_however_the_game_begins_and_nothing_else() -> None:
    classic = coup.ruleset("classic")
    assert knows(classic)
    assert knows(coup.ruleset(classic, first_coins=1, turn_limit=200))
    assert knows(coup.ruleset(classic, cards=1, face_up=("duke", "captain")))
    assert not knows(coup.ruleset(classic, copies=4))
    assert not knows(coup.ruleset(classic, block_after_challenge=False))
    assert not any(knows(coup.ruleset(name)) for name in ("inquisitor", "coup2022"))


@pytest.mark.parametrize(("ruleset", "seats"), [("coup2022", 5), ("four copies", 3)])
def test_by_rules_that_it_does_not_know_it_plays_as_counter_does(ruleset: str, seats: int) -> None:
    rules = coup.ruleset("classic", copies=4) if ruleset == "four copies" else ruleset
    for seed, view in enumerate(views(seats, 2, rules)):
        chance = random.Random(seed)
        chance.random()  # whether it slips
        assert make("shark", seed).choose(view) == CounterBot(chance).choose(view)


# Other rules, in translation.


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "seats"), [("inquisitor", 4), ("coup2022", 2)])
def test_in_translation_its_chances_are_for_legal_moves(ruleset: str, seats: int) -> None:
    assert plays(coup.ruleset(ruleset), seats)
    for view in views(seats, 4, ruleset):
        odds = probabilities(view)
        assert set(odds) <= set(view.legal_moves)
        assert sum(odds.values()) == pytest.approx(1, abs=1e-5)
        assert not any(odds[move] for move in odds if move.verb == "investigate")


@pytest.mark.slow
def test_what_classic_does_not_ask_it_answers_as_most_bots_do() -> None:
    asked = set()
    for view in views(3, 40, "inquisitor"):
        if view.question.kind in ("show", "examine"):
            expected = CounterBot(random.Random(1)).choose(view)
            assert make("shark", 1).choose(view) == expected
            asked.add(str(expected).partition(" ")[0])
    assert asked == {"show", "keep", "swap"}


def test_with_the_inquisitor_it_plays_as_if_that_were_an_ambassador() -> None:
    """But for investigations the question is the same, and so are the probabilities."""

    def odds(fifth: str, ruleset: str) -> dict[str, float]:
        game = deal({"ann": f"duke {fifth}", "bob": "captain contessa"}, ruleset)
        script(game, "ann tax", "bob pass", "bob steal ann", "ann pass")
        found = probabilities(game.view("ann"))
        return {str(move).replace("inquisitor", "ambassador"): each for move, each in found.items()}

    assert odds("ambassador", "classic") == pytest.approx(odds("inquisitor", "inquisitor"))


def test_a_joint_window_is_two_questions() -> None:
    """A challenge is as likely as if it were asked for alone, and a block as if that were next."""
    hands = {"ann": "assassin duke", "bob": "contessa captain"}
    joint = coup.ruleset("classic", windows="joint", answers="secret", seat_coins=(3, 3))
    game = coup.Game(list(hands), joint, hands=hands, seed=1)
    game.push("assassinate bob")
    view = game.view("bob")
    both = translated(joint, 2).probabilities([observation(view)], [action_mask(view)])[0]
    apart = deal(hands, seat_coins=(3, 3))
    apart.push("assassinate bob")
    doubt = network(2).probabilities(observation(apart.view("bob")), action_mask(apart.view("bob")))
    assert both[29] == pytest.approx(doubt[29])
    assert both[28] + both[31] == pytest.approx(1 - doubt[29])
    assert both[31] > 0.5


def test_who_did_not_challenge_let_it_pass() -> None:
    """At a table for two that is as sure as if it had been seen."""
    hands = {"ann": "duke captain", "bob": "duke contessa"}
    game = deal(hands, "coup2022")
    script(game, "ann tax", "bob pass", "bob tax", "ann pass", "ann tax")
    (told,) = with_passes(np.array([observation(game.view("bob"))], np.int8))
    seen = deal(hands)
    script(seen, "ann tax", "bob pass", "bob tax", "ann pass", "ann tax")
    assert told.tolist()[o.TABLE :] == observation(seen.view("bob"))[o.TABLE :]


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


def test_medium_remembers_claims_but_not_how_they_ended() -> None:
    game = deal({"ann": "duke duke", "bob": "captain contessa"})
    script(game, "ann tax", "bob challenge", "ann reveal duke", "bob discard captain", "bob income")
    view = game.view("bob" if game.to_move == "bob" else "ann")
    own = o.TABLE + o.TOLD
    claimed, proved = own + st.CLAIMED, own + st.PROVED
    assert observation(view)[claimed] == observation(view)[proved] == 1
    assert noticed(view, MEDIUM)[claimed] == 1
    assert noticed(view, MEDIUM)[proved] == 0


def test_a_level_never_slips_when_it_has_to_prove_its_claim() -> None:
    game = deal({"ann": "captain duke", "bob": ""})
    script(game, "ann tax", "bob challenge")
    view = game.view("ann")
    wrong = probabilities(view, EASY)[view.legal_moves[view.legal_moves.index("reveal captain")]]
    answers = [make("easy", seed).choose(view) for seed in range(300)]
    assert answers.count("reveal captain") / 300 <= wrong + 0.05


def test_loading_takes_under_200_ms_and_only_where_it_is_needed() -> None:
    code = (
        "import sys, time; import coup.bots as p; assert 'numpy' not in sys.modules;"
        "from coup.bots.shark import FILES, network; t = time.process_time();"
        "[network(seats) for seats in FILES]; print(time.process_time() - t)"
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


def test_the_weights_are_under_5_mb() -> None:
    weights = files("coup.bots") / "weights"
    sizes = [len((weights / name).read_bytes()) for name in set(FILES.values())]
    assert sum(sizes) < 5e6
