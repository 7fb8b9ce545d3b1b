"""Games in lockstep: the same as one by one, with the same cards from every seat."""

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coup
from coup.arena import compiled_games, lockstep
from coup.arena.lockstep import End, Lockstep, LockstepTable, play
from coup.arena.plan import TournamentPlan
from coup.arena.statistics import share_by_deal
from coup.bots import bot_class, shark
from coup.bots.adapter import Bluffer
from coup.bots.network import Network
from coup.cli import main
from coup.hosting.entrants import enter
from coup.hosting.host import with_turn_limit
from coup.research.batch import Batch
from coup.research.networks import (
    PORTABLE,
    Player,
    Resentful,
    SharkMind,
    drawn,
    opponents,
    seated,
)
from coup.rules import kernel as k
from coup.rules.state import SEATS
from coup.rules.vocabulary import ROLES
from coup.vectors.actions import ACTIONS, to_action, to_move
from coup.vectors.observation import ACTOR, LATEST_TURN, SIZE, TARGET
from coup.vectors.seen import legal_actions, observation
from coup.view import View

CLASSIC = with_turn_limit("classic")
NAMES = ("ann", "bob", "carl", "dora", "emil", "fay")


def a_network(seed: int) -> Network:
    """An untrained network with random preferences."""
    chance = np.random.default_rng(seed)
    sizes = (SIZE, 32, ACTIONS)
    weights = (chance.normal(size=shape) / 4 for shape in pairwise(sizes))
    return Network(tuple(map(np.float32, weights)), tuple(np.zeros(size) for size in sizes[1:]))


class Settled:
    """Always takes a network's most likely action, so that a game depends only on its deal."""

    def __init__(self, seed: int) -> None:
        self.network = a_network(seed)

    def probabilities(self, observations: Any, legal: Any) -> Any:
        odds = self.network.probabilities(observations, legal)
        return odds == odds.max(axis=1, keepdims=True)


# The games are those that `Game` plays.


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_moves_made_in_lockstep_make_the_same_game_one_by_one(seats: int) -> None:
    for seed in range(4):
        hall = Lockstep(
            [LockstepTable((a_network(1), *[a_network(2)] * (seats - 1)), range(1))], CLASSIC, seed
        )
        game = coup.Game(NAMES[:seats], CLASSIC, seed)  # the deal 0 deals the same cards
        ends: list[End] = []
        turn = 0
        while hall.going.any():
            mover, action = int(hall.batch.to_move[0]), int(hall.actions()[0])
            assert game.to_move == NAMES[mover]
            move = to_move(action, mover, seats)
            turn = game.turn
            game.push(next(each for each in game.legal_moves if each.code == move))
            hall.batch.step([action])
            ends += hall.finished()
        assert game.over
        winner = NAMES.index(game.winner) if game.winner else k.NOBODY
        assert ends == [(0, 0, winner, min(turn, LATEST_TURN))]


LINEUPS: tuple[tuple[Player, ...], ...] = (
    (Settled(1), "honest"),
    ("random", Settled(2), Settled(3)),
    ("counter", "bluffer"),
)


def test_the_number_of_parallel_games_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rows are dealt again, and dropped at the end; every deal is played once at every table."""
    short = coup.ruleset("classic", turn_limit=40)
    tables = [
        LockstepTable(lineup, range(10, 60 + number)) for number, lineup in enumerate(LINEUPS)
    ]
    told: list[int] = []
    many = play(tables, short, 3, told.append)
    assert told[-1] == 50 + 51 + 52
    assert told == sorted(told)
    monkeypatch.setattr(lockstep, "ROWS", 6)
    few = play(tables, short, 3)
    for one, other in zip(many.winners, few.winners, strict=True):
        assert np.array_equal(one, other)
        assert len(np.unique(one)) > 1
    assert many.decisions == few.decisions
    assert len(many.habits) == len(few.habits) == 3
    for mine, yours in zip(many.habits, few.habits, strict=True):
        assert all(map(np.array_equal, mine, yours))


def test_the_seed_determines_the_games() -> None:
    network = a_network(1)
    one, two, other = (
        play([LockstepTable((network,) * 2, range(200))], CLASSIC, seed) for seed in (1, 1, 2)
    )
    assert np.array_equal(one.winners[0], two.winners[0])
    assert not np.array_equal(one.winners[0], other.winners[0])


def test_all_tables_have_the_same_cards_in_the_same_deal() -> None:
    """No matter who sits where: this makes it fair to play a deal from every seat."""
    network = a_network(1)
    hall = Lockstep(
        [
            LockstepTable((network, "honest"), range(5, 25)),
            LockstepTable((network, network), range(24, 4, -1)),
        ],
        CLASSIC,
        seed=6,
    )
    dealt = Batch(25, 2, CLASSIC, seed=6).hands()[5:]
    assert np.array_equal(hall.batch.hands()[hall.table == 0], dealt)
    assert np.array_equal(hall.batch.hands()[hall.table == 1], dealt[::-1])


def test_bots_without_minds_win_as_often_as_documented() -> None:
    lineup = ("counter", "honest")
    played = play(
        [LockstepTable(lineup, range(20_000)), LockstepTable(lineup[::-1], range(20_000))],
        CLASSIC,
        1,
    )
    rate = ((played.winners[0] == 0).mean() + (played.winners[1] == 1).mean()) / 2
    assert 0.60 < rate < 0.68  # docs/bots.md
    assert (played.minds, played.decisions) == ([], 0)


def test_the_turn_limit_has_no_winner() -> None:
    short = coup.ruleset("classic", turn_limit=2)
    played = play([LockstepTable((a_network(1), "honest"), range(50))], short, 1)
    assert (played.winners[0] == k.NOBODY).all()


def test_actions_are_drawn_by_their_probabilities() -> None:
    odds = np.tile(np.array([0, 0.2, 0, 0.5, 0.3, 0], np.float32), (30_000, 1))
    found = np.bincount(drawn(odds, np.random.default_rng(1).random(30_000)), minlength=6) / 30_000
    assert found == pytest.approx(odds[0], abs=0.01)
    assert not found[odds[0] == 0].any()
    assert drawn(odds[:2], np.array([0.0, 1 - 2**-53])).tolist() == [1, 4]


# What is counted.


class Liar:
    """Takes tax whenever it can, and challenges only claims of a Contessa."""

    def probabilities(self, observations: Any, legal: Any) -> Any:
        wishes = np.zeros(legal.shape)
        wishes[:, k.TAX] = 100
        wishes[:, k.PASS] = 10
        return legal * (wishes + 1e-9)


def test_claims_bluffs_and_challenges_are_counted_by_role() -> None:
    """A player who always takes tax has the Duke as often as the deck deals it."""
    limit = coup.ruleset("classic", turn_limit=2)
    habits = play([LockstepTable((Liar(), Liar()), range(4000))], limit, 1).habits
    assert len(habits) == 2
    duke = ROLES.index("duke")
    for own in habits:
        assert own.claims.tolist() == [4000 if role == "duke" else 0 for role in ROLES]
        without = 12 * 11 / (15 * 14)
        assert own.bluffs[duke] / 4000 == pytest.approx(without, abs=0.025)
        assert own.asked.tolist() == own.claims.tolist()
        assert not own.challenges.any()


class Blocker:
    """Asks for foreign aid with a Duke, takes income otherwise, and blocks whenever it can."""

    def probabilities(self, observations: Any, legal: Any) -> Any:
        wishes = np.full(legal.shape, 1e-9)
        wishes[:, k.BLOCK_FOREIGN_AID] = 100
        wishes[:, k.INCOME] = 10
        wishes[:, k.FOREIGN_AID] = 1e9 * (observations[:, 0] > 0)
        return legal * wishes


def test_openings_blocks_and_turns_are_counted() -> None:
    limit = coup.ruleset("classic", turn_limit=2)
    blocker = Blocker()
    played = play([LockstepTable((blocker, blocker), range(2000))], limit, 1)
    (own,) = played.habits
    duke, aid, income = ROLES.index("duke"), k.FOREIGN_AID, k.INCOME
    assert own.turns.tolist() == [4000]
    assert (played.lengths[0] == 2).all()
    assert own.openings[duke].nonzero()[0].tolist() == [aid]
    assert own.openings[duke, aid] == own.blocks[0]
    assert own.openings[ROLES.index("contessa"), income] > own.openings[duke, aid] / 2
    assert not own.openings[ROLES.index("inquisitor")].any()


class Doubter:
    """Challenges whenever it can; otherwise plays at random."""

    def probabilities(self, observations: Any, legal: Any) -> Any:
        wishes = np.ones(legal.shape)
        wishes[:, k.CHALLENGE] = 1e9
        return legal * wishes


def test_a_player_who_always_challenges_does_so_whenever_asked() -> None:
    (own,) = play([LockstepTable((Doubter(), "bluffer"), range(500))], CLASSIC, 1).habits
    assert own.asked.sum() > 500
    assert np.array_equal(own.asked, own.challenges)


# Sharks.


def questions(seats: int, games: int) -> Iterator[View]:
    """All questions in some games of a bot that plays at random."""
    for seed in range(games):
        chance = random.Random(seed)
        bot = Bluffer(chance)
        game = coup.Game(NAMES[:seats], "classic", seed)
        while not game.over:
            view = game.view(game.to_move)
            yield view
            wild = chance.random() < 0.5
            game.push(chance.choice(game.legal_moves) if wild else bot.choose(view))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("name", ["shark", "easy", "medium:grim", "beginner:bold"])
def test_a_shark_plays_in_lockstep_as_by_its_view(seats: int, name: str) -> None:
    mind, kind = seated(name, seats), bot_class(name)
    assert isinstance(mind, SharkMind)
    assert issubclass(kind, shark.Shark)
    level = kind.level.at(seats)
    seen = slips = 0
    for view in questions(seats, 5):
        if len(view.legal_moves) == 1:
            continue
        odds = side_by_side(mind, view)
        share = level.slips if view.question.kind != "reveal" else 0.0
        serious = shark.serious(view)
        expected = np.zeros(ACTIONS)
        for move, chance in shark.probabilities(view, level, kind.temper).items():
            action = to_action(move.code, NAMES.index(str(view.seat)), seats)
            expected[action] = (1 - share) * chance + share / len(serious)
        assert odds == pytest.approx(expected, abs=1e-5)
        seen += 1
        slips += share > 0
    assert seen > 100
    assert (slips > 80) == (level.slips > 0)


def side_by_side(mind: SharkMind, view: View) -> Any:
    """The probabilities of a mind that is asked with an observation."""
    legal = np.zeros((1, ACTIONS), np.bool_)
    legal[0, legal_actions(view)] = True
    seen = np.array([observation(view)], np.int8)
    if isinstance(mind, Resentful):
        return mind.answers(seen, legal, [shark.struck_by(view)])[0]
    return mind.probabilities(seen, legal)[0]


class Victim:
    """Plays at random, and notes who attacks it and who is reported as the last attacker."""

    def __init__(self) -> None:
        self.seen: list[tuple[int, int]] = []

    def answers(self, observations: Any, legal: Any, struck: Any) -> Any:
        asked = np.flatnonzero(observations[:, TARGET] & (observations[:, ACTOR] == 0))
        actors = observations[asked, ACTOR : ACTOR + SEATS].argmax(axis=1)
        self.seen += zip(actors.tolist(), struck[asked].tolist(), strict=True)
        return legal

    def probabilities(self, observations: Any, legal: Any) -> Any:
        raise AssertionError("it is asked in the other way")


@pytest.mark.parametrize("seat", range(3))
def test_the_last_attacker_is_reported_counted_from_the_seat(seat: int) -> None:
    """When a seat is asked about an action against it, that action is the last attack."""
    victim = Victim()
    lineup: list[Player] = ["style:everything", "bluffer"]
    lineup.insert(seat, victim)
    play([LockstepTable(tuple(lineup), range(50))], CLASSIC, 1)
    assert {actor for actor, _ in victim.seen} == {1, 2}
    assert all(actor == struck for actor, struck in victim.seen)


def test_the_opponents_of_a_player() -> None:
    assert opponents("counter")[:3] == ("random", "honest", "bluffer")
    assert opponents("shark") == opponents("easy") == PORTABLE
    assert opponents("run/weights.npz") == (*PORTABLE, "shark")
    assert opponents("counter")[-1] == "shark"


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("fish", None, "there is no bot 'fish'; choose from random, honest, .*easy.*weights.npz"),
        ("none.npz", None, "there is no file .*none.npz"),
        ("bad.npz", b"nonsense", "bad.npz is not a file of weights"),
        ("nothing.npz", b"", "nothing.npz is not a file of weights"),
        ("empty.npz", {}, "empty.npz is not a file of weights"),
        ("other.npz", {"weight0": np.ones((9, 62)), "bias0": np.ones(62)}, "takes 9 numbers"),
    ],
)
def test_players_that_cannot_play_are_refused_with_a_sentence(
    name: str, content: Any, sentence: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content is not None:
        np.savez(path, **content)
    with pytest.raises(ValueError, match=sentence):
        seated(str(path) if name.endswith(".npz") else name, 2)


def test_a_file_of_weights_plays(tmp_path: Path) -> None:
    a_network(4).save(tmp_path / "weights.npz")
    played = play(
        [LockstepTable((seated(str(tmp_path / "weights.npz"), 2), "random"), range(50))], CLASSIC, 1
    )
    assert played.decisions > 50


# Intervals.


def test_intervals_by_deal_cover_the_truth_as_often_as_promised() -> None:
    """Of many measurements, about 95 % have the truth in their interval."""
    lineup = ("counter", "honest")
    deals, times = 100, 400
    tables = [LockstepTable(each, range(deals * times)) for each in (lineup, lineup[::-1])]
    one, two = play(tables, CLASSIC, 1).winners
    won = ((one == 0) * 0.5 + (two == 1) * 0.5).reshape(times, deals)
    truth = won.mean()
    shares = [share_by_deal(row.tolist()) for row in won]
    inside = sum(each.low <= truth <= each.high for each in shares)
    assert 0.92 * times <= inside <= 0.98 * times


# Tournaments.


def a_plan(*players: str, games: int, **fields: Any) -> TournamentPlan:
    return TournamentPlan(tuple(enter(players)), CLASSIC, 1, games, **fields)


def test_large_tournaments_of_bots_are_played_side_by_side() -> None:
    plan = a_plan("counter", "honest", "random", games=40_000)
    assert compiled_games.can_run(plan)
    *_, tally = compiled_games.run(plan)
    assert tally.games == 120_000 == sum(tally.wins.values()) + tally.unfinished
    assert tally.ranking() == [0, 1, 2]
    assert all(tally.played[who] == 80_000 for who in range(3))
    assert 0.9 * plan.rated < len(tally.outcomes) <= plan.rated
    *_, again = compiled_games.run(plan)
    assert again == tally


def test_large_tournaments_of_reformation_are_played_side_by_side() -> None:
    """With ten seats; not those of sharks, since they play as counter there."""
    rules = with_turn_limit("reformation")
    table: dict[str, Any] = {"seats": 10, "pairs": False}
    players = tuple(enter(["counter", "honest"] * 5))
    assert compiled_games.can_run(TournamentPlan(players, rules, 1, 100_000, **table))
    *_, tally = compiled_games.run(TournamentPlan(players, rules, 1, 2000, **table))
    assert tally.games == 2000 == sum(tally.wins.values()) + tally.unfinished
    assert sum(tally.wins[who] for who in range(0, 10, 2)) > 1200
    sharks = tuple(enter(["shark", "honest"] * 5))
    assert not compiled_games.can_run(TournamentPlan(sharks, rules, 1, 100_000, **table))


def test_sharks_play_side_by_side_where_they_know_the_game() -> None:
    few = a_plan("shark", "easy", "random", games=9999, seats=2, pairs=False)
    assert not compiled_games.can_run(few)
    many = a_plan("shark", "easy", "random", games=10_000, seats=2, pairs=False)
    assert compiled_games.can_run(many)
    translated = TournamentPlan(
        many.entrants, with_turn_limit("coup2022"), 1, 10_000, seats=2, pairs=False
    )
    assert compiled_games.can_run(translated)
    strange = with_turn_limit(coup.ruleset("classic", copies=4))
    assert not compiled_games.can_run(
        TournamentPlan(many.entrants, strange, 1, 10_000, seats=2, pairs=False)
    )
    larger = a_plan("shark", "easy", "random", games=10_000, seats=3, pairs=False)
    assert compiled_games.can_run(larger)
    *_, tally = compiled_games.run(a_plan("shark", "random", games=1001))
    assert tally.games == 1001 == sum(tally.wins.values()) + tally.unfinished
    assert tally.wins[0] > tally.wins[1]


@pytest.mark.parametrize(("pairs", "seats"), [(True, 2), (False, 2), (False, 3)])
def test_each_deal_of_a_duplicate_tournament_is_played_from_every_seat(
    pairs: bool, seats: int
) -> None:
    plan = a_plan("shark", "easy", "honest", games=6000, seats=seats, pairs=pairs, duplicate=True)
    games: dict[int, set[tuple[int, ...]]] = {}
    total = 0
    for lineup, deals in compiled_games.seatings(plan, random.Random(1)):
        total += len(deals)
        for deal in deals:
            games.setdefault(deal, set()).add(lineup)
    assert total == plan.total == seats * len(games)
    for lineups in games.values():
        assert len({frozenset(lineup) for lineup in lineups}) == 1
        assert all(len({lineup[place] for lineup in lineups}) == seats for place in range(seats))


def test_without_duplicates_every_game_has_a_different_deal() -> None:
    plan = a_plan("shark", "easy", "honest", games=5001, seats=2, pairs=False)
    deals = [
        deal for each in compiled_games.seatings(plan, random.Random(1)) for deal in each.deals
    ]
    assert len(deals) == len(set(deals)) == 5001


def test_lots_hold_all_games() -> None:
    plan = a_plan("shark", "easy", "honest", games=33_333)
    whole = list(compiled_games.seatings(plan, random.Random(1)))
    cut = list(compiled_games.lots(iter(whole)))
    assert [sum(len(each.deals) for each in lot) for lot in cut] == [10_000] * 9 + [9_999]
    games = [(lineup, deal) for lineup, deals in whole for deal in deals]
    assert [(each[0], deal) for lot in cut for each in lot for deal in each[1]] == games


@pytest.mark.parametrize(
    ("players", "ruleset"),
    [
        (["shark", "counter"], "classic"),
        (["honest", "counter"], "classic"),
        (["shark", "tests/agents/beef/Beef.py"], "coup2022"),
    ],
)
def test_the_rules_are_classic_unless_an_agent_plays(
    players: list[str], ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *players, "-n", "2", "--seed", "1", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ruleset"] == ruleset
