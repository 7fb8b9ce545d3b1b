"""Advice: what a seat could know, what `shark` would do with that, and what a move cost.

These tests hold for any sensible weights.
"""

import json
import random
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import coup
from coup.advice import advise
from coup.advice.advising import Estimate, Heard, is_claim_of_another
from coup.advice.belief import WHIM, AnswerOdds, Belief, likelihood, swap_in
from coup.advice.plot import draw
from coup.advice.telling import as_dict, sentences
from coup.advice.world import World, observed, play_on, policies
from coup.bots import make
from coup.bots.shark import NETWORKS, network, probabilities
from coup.cli import main
from coup.hosting.player import play
from coup.moves import CHANCE
from coup.records import Record
from coup.rules import kernel as k
from coup.rules.digits import digit
from coup.rules.vocabulary import ROLES
from coup.vectors.actions import to_action
from coup.vectors.observation import SIZE, observe
from coup.vectors.seen import observation
from tests.helpers import deal
from tests.helpers import play as script

RULES = coup.ruleset("classic").rules
RULESETS = [ruleset.name for ruleset in NETWORKS]


def played(
    seats: int, seed: int, bot: str = "bluffer", ruleset: str = "classic", turns: int = 60
) -> coup.Game:
    """A whole game between bots."""
    game = coup.Game(list("abcdef")[:seats], coup.ruleset(ruleset, turn_limit=turns), seed)
    play(game, {seat: make(bot, seed + place) for place, seat in enumerate(game.seats)})
    return game


def number_of(game: coup.Game, seat: str) -> int:
    return k.CHANCE if seat == CHANCE else game.seats.index(seat)


# Worlds.


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_a_world_is_observed_like_a_state(seats: int, ruleset: str) -> None:
    game = played(seats, seats, "trait", ruleset)
    rules = game.ruleset.rules
    world = World(rules, seats)
    for mover, move in game.moves:
        world.push(rules, number_of(game, mover), move.code)
        for seat in range(seats):
            out = [0] * SIZE
            observe(world.state, rules, world.story, seat, out)
            assert list(observed(world, rules, seat)) == out


def test_shark_plays_in_a_world_as_in_a_game() -> None:
    game = coup.Game(["ann", "bob"], seed=3)
    world = World(RULES, 2)
    for _, move in game.moves:
        world.push(RULES, k.CHANCE, move.code)
    odds = policies([world], RULES, network(2), [0])[0]
    for move, likely in probabilities(game.view("ann")).items():
        assert odds[to_action(move.code, 0, 2)] == pytest.approx(likely, abs=1e-4)


def test_worlds_are_played_to_their_ends() -> None:
    worlds = [World(RULES, 2) for _ in range(50)]
    dice = np.random.default_rng(1)
    winners = play_on(worlds, RULES, network(2), random.Random(1), dice)
    assert set(winners) <= {0, 1}
    assert all(world.state.mover == k.TERMINAL for world in worlds)


# What a seat has to consider possible.


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("seats", "worlds"), [(2, 20), (3, 2), (4, 20), (5, 2), (6, 20)])
def test_every_world_looks_like_the_game_to_the_viewer(
    seats: int, worlds: int, ruleset: str
) -> None:
    for seed in range(3):
        whole = played(seats, seed, "random", ruleset, 20)  # shows cards that nobody expects
        rules = whole.ruleset.rules
        mind = network(seats, whole.ruleset)
        for viewer, name in enumerate(whole.seats[:2]):
            game = coup.Game(whole.seats, whole.ruleset, drive_chance=True)
            belief = Belief(rules, mind, seats, viewer, random.Random(seed), worlds)
            for mover, move in whole.moves:
                game.push(move, mover)
                belief.witness(number_of(game, mover), move.code)
                if is_picking(game, belief):
                    continue
                seen = observation(game.view(name))
                for world in belief.sample(5):
                    assert list(observed(world, rules, viewer)) == seen
                    cards = sum(world.state.hands) + world.state.deck + sum(world.state.discards)
                    assert cards == rules.deck[seats]
                    top = world.state.top[: world.state.tops]
                    assert all(top.count(card) <= digit(world.state.deck, card) for card in top)
            assert sum(belief.weights) == pytest.approx(1)


def is_picking(game: coup.Game, belief: Belief) -> bool:
    """Whether all have answered secretly, and chance has yet to pick."""
    return bool(belief.answers) and game.to_move == CHANCE


def test_swapping_a_card_in_leaves_the_viewers_cards_alone() -> None:
    world = World(RULES, 3)
    for role in (0, 1, 2, 3, 4, 4):
        world.push(RULES, k.CHANCE, k.DRAW + role)
    swap_in(world, 0, 1, 4, random.Random(1))
    assert world.state.hands[0] == 0x11
    assert world.state.hands[1] >> 16 & 15 == 1
    assert sum(world.state.hands) + world.state.deck == RULES.deck[3]


def test_beliefs_follow_from_bayes_rule() -> None:
    """Bob takes tax. The weight of each of his possible hands is how often it is dealt, times how
    often `shark` would take tax with it."""
    game = deal({"ann": "duke captain", "bob": ""}, seat_coins=(2, 2))
    script(game, "ann income", "bob tax")
    cards = [role for role in range(5) for _ in range(3)]
    cards.remove(0)
    cards.remove(2)
    tax = to_action(k.TAX, 1, 2)
    weights: dict[bool, float] = {True: 0.0, False: 0.0}
    for hand in combinations(cards, 2):
        world = World(RULES, 2)
        for role in (0, 2, *hand):
            world.push(RULES, k.CHANCE, k.DRAW + role)
        world.push(RULES, 0, k.INCOME)
        weights[0 in hand] += policies([world], RULES, network(2), [1], WHIM)[0][tax]
    belief = Belief(RULES, network(2), 2, 0, random.Random(1), worlds=6000)
    for mover, move in game.moves:
        belief.witness(number_of(game, mover), move.code)
    expected = weights[True] / sum(weights.values())
    assert belief.likely(1, 1 << 4 * ROLES.index("duke")) == pytest.approx(expected, abs=0.05)


def test_what_turns_out_to_be_true_was_never_impossible() -> None:
    """Resampled worlds would become more and more alike if no cards were swapped."""
    heard = 0
    for seed in range(6):
        whole = played(3, seed, "counter", turns=40)
        game = coup.Game(whole.seats, whole.ruleset, drive_chance=True)
        belief = Belief(whole.ruleset.rules, network(3), 3, 0, random.Random(seed))
        for mover, move in whole.moves:
            told = len(game.events)
            game.push(move, mover)
            belief.witness(number_of(game, mover), move.code)
            for event in game.events[told:]:
                if is_claim_of_another(event, "a") and set(event.roles) & set(
                    game.hand(event.seat)
                ):
                    claim = belief.worlds[0].state.claim
                    assert belief.likely(game.seats.index(event.seat), claim) > 0
                    heard += 1
    assert heard > 30


def test_nobody_learns_from_a_secret_answer_that_was_not_picked() -> None:
    """Bob takes tax, and ann challenges. She never learns whether carl would have challenged."""
    beliefs = []
    for answer in ("pass", "challenge"):
        game = coup.Game(["ann", "bob", "carl"], "coup2022", seed=5, drive_chance=True)
        while game.to_move == CHANCE:
            game.push(game.legal_moves[0], CHANCE)
        script(game, "ann income", "bob tax", "ann challenge", f"carl {answer}")
        game.push("pick ann", CHANCE)
        mind = network(3, game.ruleset)
        belief = Belief(game.ruleset.rules, mind, 3, 0, random.Random(1))
        for mover, move in game.moves:
            belief.witness(number_of(game, mover), move.code)
        beliefs.append([belief.likely(seat, 1) for seat in range(3)])
    assert beliefs[0] == beliefs[1]


def test_one_of_several_interruptions_is_picked() -> None:
    """Compared with all possible combinations of answers, and how often each is picked."""
    dice = np.random.default_rng(1)
    shares = dice.dirichlet((1, 1, 1), 4)
    odds = {seat: AnswerOdds(*([each] for each in shares[seat])) for seat in range(4)}
    total = 0.0
    for answers in product(range(3), repeat=4):
        likely = np.prod([shares[seat][answer] for seat, answer in enumerate(answers)])
        blockers = [seat for seat in range(4) if answers[seat] == 2]
        doubters = [seat for seat in range(4) if answers[seat] == 1]
        if not blockers and 2 in doubters:
            total += likely / len(doubters)
    arrays = {seat: AnswerOdds(*map(np.array, each)) for seat, each in odds.items()}
    assert float(likelihood(arrays, 2, k.CHALLENGE)[0]) == pytest.approx(total)
    everything = float(likelihood(arrays, k.NOBODY, k.PASS)[0]) + sum(
        float(likelihood(arrays, seat, wish)[0])
        for seat in range(4)
        for wish in (k.CHALLENGE, k.BLOCK_FOREIGN_AID)
    )
    assert everything == pytest.approx(1)


# Advice.


def a_blunder() -> Record:
    """Both have one card left. Ann can coup and win immediately, but takes a coin."""
    game = deal(
        {"ann": "duke", "bob": "captain"},
        cards=1,
        face_up=("contessa", "contessa"),
        seat_coins=(8, 7),
    )
    script(game, "ann income", "bob coup ann")
    return Record.of(game)


def test_a_blunder_is_found_and_its_cost_measured() -> None:
    advice = advise(a_blunder(), "ann", 400)
    decision = advice.decisions[0]
    assert decision.favourite == "coup bob"
    (moment,) = advice.costly
    assert moment.decision.made == "income"
    assert moment.before > 0.9
    assert moment.cost.value > 0.3
    assert moment.cost.value == pytest.approx(moment.before - moment.after)


def test_advice_knows_no_more_than_its_seat() -> None:
    """Bob's cards differ and are never revealed: ann gets the same advice, except for what turned
    out to be true."""
    lines = ("ann income", "bob tax", "ann pass", "ann income", "bob exchange", "ann pass")
    advices = []
    for hand in ("duke duke", "contessa captain"):
        game = script(deal({"ann": "duke captain", "bob": hand}), *lines)
        found = advise(Record.of(game), "ann", 200)
        claims = tuple(replace(each, true=True) for each in found.claims)
        advices.append(replace(found, claims=claims))
    assert advices[0] == advices[1]


def test_claims_are_judged_by_what_the_seat_knew() -> None:
    lines = ("ann income", "bob tax", "ann pass", "ann income", "bob steal ann", "ann pass")
    game = script(deal({"ann": "duke duke", "bob": "captain captain"}), *lines, "ann pass")
    first, second = advise(Record.of(game), "ann", 200).claims
    assert isinstance(first, Heard)
    assert (first.true, second.true) == (False, True)
    assert 0 < first.likely < 1
    duke = script(deal({"ann": "duke captain", "bob": "duke duke"}), "ann income", "bob tax")
    assert advise(Record.of(duke), "ann", 200).claims[0].likely > first.likely


@pytest.mark.parametrize(
    ("seats", "ruleset"),
    [
        *((seats, "classic") for seats in range(2, 7)),
        *product((2, 4), ("coup2022", "inquisitor")),
    ],
)
def test_the_same_record_gets_the_same_advice(seats: int, ruleset: str) -> None:
    whole = Record.of(played(seats, 5, ruleset=ruleset))
    record = replace(whole, moves=whole.moves[: 2 * seats + 14], winner=None)  # unfinished
    one, other = (advise(record, "a", 200, seed=1) for _ in range(2))
    assert one == other
    assert [each.made for each in one.decisions] == [
        move
        for place, (seat, move) in enumerate(record.game().moves)
        if seat == "a" and place in {each.place for each in one.decisions}
    ]
    assert all(sum(each.odds.values()) == pytest.approx(1, abs=1e-4) for each in one.decisions)


def test_advice_in_sentences() -> None:
    text = "\n".join(sentences(advise(a_blunder(), "ann", 400)))
    assert "ann: Income. shark: Coup against bob" in text
    assert "In 0 of 1 decisions ann chose shark's favourite move." in text
    assert "1. Turn 1, Income: shark mostly chooses Coup against bob" in text


def test_advice_for_programs_is_json() -> None:
    found = json.loads(json.dumps(as_dict(advise(Record.of(played(2, 3)), "a", 200))))
    assert found["seat"] == "a"
    for decision in found["decisions"]:
        assert decision["made"]["move"]
        assert sum(option["odds"] for option in decision["options"]) == pytest.approx(1, abs=1e-3)
    for claim in found["claims"]:
        assert claim["claim"]["roles"]
        assert 0 <= claim["likely"] <= 1


# The command.


def kept(record: Record, path: Path) -> str:
    path.write_text(record.as_json() + "\n", encoding="utf-8")
    return str(path)


def test_coup_advise_tells_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(a_blunder(), tmp_path / "game.jsonl")
    picture = tmp_path / "advice.svg"
    assert main(["advise", file, "--seat", "ann", "--games", "400", "--plot", str(picture)]) == 0
    assert "What cost most:" in capsys.readouterr().out
    assert "1. Income" in picture.read_text(encoding="utf-8")


def test_who_had_no_turn_sees_what_cost_most(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    """Out in the others' turns: there are only answers, all before the star of the end."""
    known = advise(a_blunder(), "ann", 400)
    (worst, *_) = known.costly
    late = replace(worst.decision, turn=12, win=None)
    answers = (replace(late, turn=2), late)
    moment = replace(worst, decision=late)
    draw(replace(known, decisions=answers, costly=(moment,)), tmp_path / "advice.svg")
    picture = (tmp_path / "advice.svg").read_text(encoding="utf-8")
    assert "1. Income" in picture
    assert "turn" in picture
    assert not recwarn.list


def test_coup_advise_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(a_blunder(), tmp_path / "game.jsonl")
    assert main(["advise", file, "--seat", "ann", "--games", "400", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert Estimate(**found["costly"][0]["cost"]).value > 0.3


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--seat", "carl"], "there is no seat 'carl', only ann, bob"),
        (["--seat", "ann", "--game", "2"], "--game: it holds 1 game"),
        (["--seat", "ann", "--games", "3"], "advice takes at least 200 games, not 3"),
        (["--seat", "ann", "--plot", "a.gif"], "--plot: must end with .svg, .png or .pdf"),
    ],
)
def test_coup_advise_refuses(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = kept(a_blunder(), tmp_path / "game.jsonl")
    assert main(["advise", file, *arguments]) == 2
    assert why in capsys.readouterr().err


def test_coup_advise_refuses_what_it_cannot_advise_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Record.of(coup.Game(["ann", "bob"], "reformation", seed=1))
    assert main(["advise", kept(other, tmp_path / "game.jsonl"), "--seat", "ann"]) == 2
    assert "played by other rules (reformation)" in capsys.readouterr().err
    silent = Record.of(coup.Game(["ann", "bob"], seed=1))
    assert main(["advise", kept(silent, tmp_path / "game.jsonl"), "--seat", "ann"]) == 2
    assert "ann had nothing to decide in this game" in capsys.readouterr().err
    (tmp_path / "game.coup").write_text("players: [ann, bob]\n", encoding="utf-8")
    assert main(["advise", str(tmp_path / "game.coup"), "--seat", "ann"]) == 2
    assert "holds what everybody saw, but nobody's cards" in capsys.readouterr().err
