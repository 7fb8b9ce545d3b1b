"""Training: what the networks learn from, what is refused, and that a run can be interrupted
anywhere.

Errors here would look like strength, so each check is made to fail once.
"""

import json
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
import torch

import coup
from coup.bots.network import Network, load
from coup.research import stepping
from coup.research.arrays import lineup_number
from coup.research.batch import Batch
from coup.research.casting import style_in
from coup.research.endgame import endgame, solve
from coup.research.exact import Tree
from coup.research.networks import seated
from coup.research.plots import draw_run
from coup.rules.kernel import TERMINAL
from coup.rules.playout import start
from coup.rules.rulesets import CLASSIC
from coup.rules.state import SEATS, State
from coup.rules.vocabulary import ROLES
from coup.training.actor_critic import PERSON, Actor, frozen
from coup.training.collecting import Collector, Samples, returns
from coup.training.exploiting import answer, truth
from coup.training.learning import Learner
from coup.training.lineups import KINDS, LEARNER, PAST, RIVAL, Share, tables
from coup.training.measuring import win_rates
from coup.training.planning import SHARP, Hyperparameters, TrainingPlan, plan_of
from coup.training.running import Run, begin, read_log, train
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import claim_table
from coup.vectors.observation import SIZE
from coup.vectors.story import STYLE, Story

SMALL = Hyperparameters(width=16, depth=2, epochs=2, minibatch=256)
MIXED = (Share(0.6), Share(0.2, ("past",)), Share(0.2, ("honest", "random")))
PLAN = TrainingPlan(
    decisions=4000,
    seats=(2, 4),
    shares=MIXED,
    games=60,
    steps=8,
    seed=3,
    measured=("random",),
    measure=200,
    learning=SMALL,
)
CPU = torch.device("cpu")
HONEST, RANDOM = KINDS.index("honest"), KINDS.index("random")


def rolled(seats: tuple[int, ...] = (2, 3, 6), games: int = 90, steps: int = 40) -> Collector:
    """A collector after one round of an untrained network against itself."""
    lineups, networks = tables(games, seats, [Share(1.0)])
    batch = Batch(games, seed=8, players=lineups)
    collector = Collector(batch, networks, steps, torch.Generator().manual_seed(1), 0.9)
    collector.play({LEARNER: Actor(16, 1)})
    return collector


def trained_weights(seed: int) -> Network:
    """A network that prefers some actions strongly."""
    torch.manual_seed(seed)
    actor = Actor(32, 2)
    torch.nn.init.orthogonal_(actor.layers.steps[-1].weight, 2.0)
    return actor.network()


def positions(games: int = 300) -> tuple[np.ndarray, np.ndarray]:
    """Observations and legal actions at some moments of random games."""
    batch = Batch(games, 4, seed=5)
    for step in range(30):
        batch.step(batch.random_actions(step))
    return batch.observe.copy(), batch.legal.copy()


def test_tables_are_of_the_wanted_kinds_and_the_learner_sits_in_every_seat() -> None:
    lineups, networks = tables(1000, (3, 5), MIXED)
    assert len(lineups) == 1000
    kinds = [set(row) for row in networks]
    assert kinds.count({LEARNER}) == 600
    assert kinds.count({LEARNER, PAST}) == 200
    with_bots = [row for row in networks if HONEST in row or RANDOM in row]
    assert len(with_bots) == 200
    assert all(set(row) <= {LEARNER, HONEST, RANDOM} for row in with_bots)
    assert {len(row) for row in networks} == {3, 5}
    for size in (3, 5):
        alone = [row.index(LEARNER) for row in with_bots if len(row) == size]
        assert set(alone) == set(range(size))
        assert max(map(alone.count, range(size))) - min(map(alone.count, range(size))) <= 1
    assert sum(row.count(HONEST) for row in with_bots) == pytest.approx(300, abs=2)
    assert sum(names.count("honest") for names in lineups) == pytest.approx(300, abs=2)


def test_guests_sit_in_every_seat_and_styles_differ() -> None:
    lineups, networks = tables(400, (4,), [Share(1.0, ("rival",), 1)])
    assert all(row.count(RIVAL) == 1 for row in networks)
    assert [sum(row[seat] == RIVAL for row in networks) for seat in range(4)] == [100] * 4
    assert {name for lineup in lineups for name in lineup} == {"learner"}
    copies, _ = tables(100, (4,), [Share(1.0, ("styles",))])
    assert all(len(set(lineup)) == 2 for lineup in copies)
    assert len(set(copies)) == 100
    strangers, numbers = tables(100, (5,), [Share(1.0, ("strangers",), 3)])
    assert all(len(set(lineup)) == 4 for lineup in strangers)
    assert all(row.count(KINDS.index("style")) == 3 for row in numbers)
    plan = replace(PLAN, shares=(Share(0.5), Share(0.5, ("strangers",), 3)))
    assert plan_of(json.loads(json.dumps(asdict(plan)))) == plan


def test_a_draw_costs_what_the_setting_says() -> None:
    lineups, networks = tables(60, (2, 4), [Share(1.0)])
    batch = Batch(60, ruleset=coup.ruleset("classic", turn_limit=4), seed=8, players=lineups)
    generator = torch.Generator().manual_seed(1)
    collector = Collector(batch, networks, 40, generator, 0.9, draw=0.25)
    collector.play({LEARNER: Actor(16, 1)})
    collector.check()
    drawn = collector.done & (collector.reward.amax(2) <= 0)
    assert drawn.sum() > 50
    for step, game in drawn.nonzero().tolist():
        seats = len(networks[game])
        expected = [-0.25] * seats + [0.0] * (SEATS - seats)
        assert collector.reward[step, game].tolist() == expected
    collector.reward[drawn] += 0.1
    with pytest.raises(AssertionError, match="add up to 0, or to a draw"):
        collector.check()


def test_training_plays_by_the_rules() -> None:
    """The collected data equal what the interpreted kernel shows in the same games, move by
    move."""
    collector = rolled(games=9)
    for game in range(9):
        seats = collector.batch.seats_of[game]
        s, t = State(), Story()
        lineup = lineup_number([0] * seats, SEATS)
        x = stepping.begin_game(s, t, CLASSIC.rules, lineup, seats, start(8, game))
        for step in range(collector.steps):
            seen, legal = np.zeros(SIZE, np.int8), np.zeros(ACTIONS, bool)
            stepping.look(s, t, CLASSIC.rules, s.mover, seen, legal)
            assert collector.observation[step, game, :SIZE].tolist() == seen.tolist()
            assert collector.legal[step, game, :ACTIONS].tolist() == legal.tolist()
            assert int(collector.mover[step, game]) == s.mover
            reward = [0.0] * SEATS
            action = int(collector.action[step, game])
            x = stepping.take(s, t, CLASSIC.rules, lineup, x, action, reward)
            assert collector.reward[step, game].tolist() == pytest.approx(reward)
            assert bool(collector.done[step, game]) == (s.mover == TERMINAL)
            if s.mover == TERMINAL:
                x = stepping.begin_game(s, t, CLASSIC.rules, lineup, seats, x)


def test_returns_follow_their_definition() -> None:
    """A mixture of the next return and the critic's value; at an end, the reward."""
    chance = np.random.default_rng(3)
    steps, games, trace = 12, 20, 0.8
    expected = torch.from_numpy(chance.normal(size=(steps, games, SEATS)))
    following = torch.from_numpy(chance.normal(size=(games, SEATS)))
    reward = torch.from_numpy(chance.normal(size=(steps, games, SEATS)))
    done = torch.from_numpy(chance.random((steps, games)) < 0.2)
    found = returns(expected, following, reward, done, trace)

    def worth(step: int, game: int, seat: int) -> float:
        if done[step, game]:
            return float(reward[step, game, seat])
        if step + 1 == steps:
            return float(following[game, seat])
        opinion = float(expected[step + 1, game, seat])
        return (1 - trace) * opinion + trace * worth(step + 1, game, seat)

    for step in range(steps):
        for game in range(games):
            for seat in (0, 5):
                assert float(found[step, game, seat]) == pytest.approx(worth(step, game, seat))


def test_the_critic_learns_the_value_of_the_right_seat() -> None:
    """With lambda 1 and a critic that says 0, a seat's return is the reward at the end of its
    game."""
    collector = rolled()
    learner = Learner(SMALL, CPU, 0)
    with torch.no_grad():
        for weight in learner.critic.parameters():
            weight.zero_()
    collector.td_lambda = 1.0
    samples = collector.samples(learner.critic)
    row = finished = 0
    for step in range(collector.steps):
        for game in range(collector.batch.games):
            ends = collector.done[step:, game].nonzero().squeeze(1)
            paid = [0.0] * SEATS
            if len(ends):
                paid = collector.reward[step + int(ends[0]), game].tolist()
                finished += 1
            count, mover = int(collector.seats[game]), int(collector.mover[step, game])
            wanted = [paid[(mover + place) % count] for place in range(count)]
            assert samples.returns[row, :count].tolist() == pytest.approx(wanted)
            assert samples.seated[row].tolist() == [place < count for place in range(SEATS)]
            row += 1
    assert row == len(samples.action)
    assert 500 < finished < row


def test_the_critic_sees_who_plays_each_seat() -> None:
    """After the cards of all seats, starting from the seat to move: the kind of player, and its
    style."""
    kinds_of_tables = [Share(0.4), Share(0.4, ("past", "honest")), Share(0.2, ("strangers",))]
    lineups, networks = tables(60, (3,), kinds_of_tables)
    batch = Batch(60, seed=8, players=lineups)
    collector = Collector(batch, networks, 20, torch.Generator().manual_seed(1), 0.9)
    collector.play({LEARNER: Actor(16, 1), PAST: Actor(16, 1)})
    cards = SEATS * len(ROLES)
    for game, row in enumerate(networks):
        for step in range(20):
            told = collector.hidden[step, game, cards:][: SEATS * PERSON].view(SEATS, PERSON)
            mover = int(collector.mover[step, game])
            seats = [*range(mover, 3), *range(mover)]
            assert told[:3, : len(KINDS)].argmax(1).tolist() == [row[seat] for seat in seats]
            styles = [style_in(lineups[game][seat]) or (0,) * STYLE for seat in seats]
            assert told[:3, len(KINDS) :].tolist() == list(map(list, styles))
    assert (collector.hidden[:, :, :cards].sum(2) >= 2).all()


def test_the_actor_learns_only_from_choices_of_the_learner() -> None:
    """Not from earlier selves, nor from bots that appear with a pace, nor from moves without a
    choice."""
    kinds = [Share(0.4), Share(0.3, ("past",)), Share(0.3, ("honest",))]
    lineups, networks = tables(80, (2,), kinds)
    batch = Batch(80, seed=8, players=lineups, pace=1)
    collector = Collector(batch, networks, 20, torch.Generator().manual_seed(1), 0.9)
    collector.play({LEARNER: Actor(16, 1), PAST: Actor(16, 1)})
    samples = collector.samples(Learner(SMALL, CPU, 0).critic)
    choices = collector.legal.sum(2) > 1
    player = collector.players.gather(1, collector.mover.T).T
    assert {LEARNER, PAST, HONEST} == set(player.reshape(-1).tolist())
    assert samples.own.tolist() == (choices & (player == LEARNER)).reshape(-1).tolist()

    learner = Learner(SMALL, CPU, 0)
    other = Learner(SMALL, CPU, 0)
    changed = samples._replace(
        advantage=torch.where(samples.own, samples.advantage, samples.advantage + 5)
    )
    for each, some in ((learner, samples), (other, changed)):
        each.learn(some, 0.0, torch.Generator().manual_seed(1))
    for one, two in zip(learner.actor.parameters(), other.actor.parameters(), strict=True):
        assert torch.equal(one, two)


def test_checks_refuse_impossible_data() -> None:
    collector = rolled()
    collector.check()
    kept = collector.action.clone()
    collector.action[3, 5] = ACTIONS
    with pytest.raises(AssertionError, match="not legal"):
        collector.check()
    collector.action.copy_(kept)
    collector.reward[2, 1, 0] += 1
    with pytest.raises(AssertionError, match="add up to 0"):
        collector.check()
    collector.reward[2, 1, 0] -= 1
    collector.log_prob[0, 0] = torch.nan
    with pytest.raises(AssertionError, match="no longer plays with numbers"):
        collector.check()


def test_nan_is_noticed() -> None:
    collector = rolled()
    learner = Learner(SMALL, CPU, 0)
    samples = collector.samples(learner.critic)
    samples.advantage[7] = torch.nan
    with pytest.raises(AssertionError, match="left the numbers"):
        learner.learn(samples, 0.0, torch.Generator())


def test_a_last_step_that_breaks_the_weights_is_noticed() -> None:
    """The losses of a step are measured before it."""
    collector = rolled()
    learner = Learner(SMALL, CPU, 0)
    samples = collector.samples(learner.critic)
    improve = learner.update
    steps = 0

    def spoiling(some: Samples) -> object:
        nonlocal steps
        steps += 1
        notes = improve(some)
        if steps == wanted:
            with torch.no_grad():
                learner.critic.layers.steps[0].bias[3] = torch.inf
        return notes

    learner.update = spoiling  # type: ignore[method-assign]
    wanted = SMALL.epochs * (len(samples.action) // SMALL.minibatch)
    with pytest.raises(AssertionError, match="left the numbers"):
        learner.learn(samples, 0.0, torch.Generator())
    assert steps == wanted


def test_weights_that_are_not_numbers_are_neither_written_nor_read(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    network = trained_weights(1)
    network.save(path)
    for bad in (np.nan, 1e6):
        network.biases[0][0] = bad
        with pytest.raises(ValueError, match="no numbers, or too large ones"):
            network.save(path)
    assert np.isfinite(load(path).biases[0]).all()
    with np.load(path) as file:
        arrays = dict(file)
    arrays["bias1"][2] = np.nan
    np.savez(path, **arrays)
    with pytest.raises(ValueError, match="some of its weights are not numbers"):
        seated(str(path), 2)


def test_pytorch_and_numpy_play_alike(tmp_path: Path) -> None:
    seen, legal = positions()
    network = trained_weights(1)
    theirs = frozen(network).probabilities(torch.from_numpy(seen), torch.from_numpy(legal)).numpy()
    assert np.allclose(network.probabilities(seen, legal), theirs, atol=1e-5)
    assert theirs.max() > 0.9
    network.save(tmp_path / "weights.npz")
    assert np.allclose(load(tmp_path / "weights.npz").probabilities(seen, legal), theirs, atol=0.02)
    scaled = Actor(32, 2)
    ours = scaled.probabilities(torch.from_numpy(seen), torch.from_numpy(legal)).numpy()
    assert np.allclose(scaled.network().probabilities(seen, legal), ours, atol=1e-5)


def test_an_untrained_network_plays_like_random() -> None:
    seen, legal = positions()
    probabilities = Actor().network().probabilities(seen, legal)
    assert np.abs(probabilities - legal / legal.sum(1, keepdims=True)).max() < 0.03
    rates = win_rates(Actor(), CLASSIC, (2, 4), ("random",), 1000, 1)
    assert rates["random, 2 seats"] == pytest.approx(0.5, abs=0.06)
    assert rates["random, 4 seats"] == pytest.approx(0.25, abs=0.06)


def test_the_roles_that_an_action_claims() -> None:
    table = claim_table(CLASSIC)
    duke, assassin, captain, ambassador, contessa = range(5)
    claimed = {action: table[action].nonzero()[0].tolist() for action in range(ACTIONS)}
    assert claimed[2] == [duke]
    assert claimed[3] == [ambassador]
    assert claimed[0] == claimed[1] == claimed[6] == claimed[28] == claimed[29] == []
    assert claimed[5] == claimed[21] == [assassin]
    assert claimed[8] == [captain]
    assert claimed[30] == [duke]
    assert claimed[31] == [contessa]
    assert claimed[33] == [captain]
    assert claimed[34] == [ambassador]


def test_an_interrupted_run_continues_exactly(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    for _ in train(PLAN, whole, "cpu"):
        pass
    rounds = train(PLAN, cut, "cpu")
    for _ in range(4):
        next(rounds)
    rounds.close()
    with (cut / "log.jsonl").open("a") as log:
        log.write('{"round": 5, "decisions": 9}\n{"rou')  # played, but not saved
    for _ in train(PLAN, cut, "cpu", resume=True):
        pass
    one, two = (load(folder / "weights.npz") for folder in (whole, cut))
    assert all(map(np.array_equal, one.weights, two.weights))
    logs = [
        [{name: value for name, value in line.items() if name not in ("seconds", "playing")}
         for line in read_log(folder)]
        for folder in (whole, cut)
    ]  # fmt: skip
    assert logs[0] == logs[1]
    assert logs[0][-1]["decisions"] >= 4000
    assert "wins" in logs[0][-1]


def test_a_run_may_start_from_the_networks_of_another(tmp_path: Path) -> None:
    first = begin(PLAN, tmp_path / "first", "cpu", resume=False)
    first.round()
    first.save(tmp_path / "first")
    second = Run(replace(PLAN, seed=4, start=str(tmp_path / "first")), "cpu")
    for name in ("actor", "critic", "average"):
        ours, theirs = (getattr(run.learner, name).state_dict() for run in (second, first))
        assert all(torch.equal(ours[key], theirs[key]) for key in theirs)
    assert second.learner.lessons() == 0


def test_a_run_continues_without_the_files_that_it_started_from(tmp_path: Path) -> None:
    """On another machine, and even if it was killed before its first round."""
    trained_weights(1).save(tmp_path / "begin.npz")
    learning = replace(SMALL, width=32)
    rival = (Share(1.0, ("rival",)),)
    weights = str(tmp_path / "begin.npz")
    plan = replace(PLAN, seats=(2,), shares=rival, learning=learning, measured=("rival",))
    plan = replace(plan, start=weights, rival=weights)
    for _ in train(plan, tmp_path / "whole", "cpu"):
        pass
    begin(plan, tmp_path / "cut", "cpu", resume=False)
    (tmp_path / "begin.npz").unlink()
    (tmp_path / "cut").rename(tmp_path / "moved")
    for _ in train(plan, tmp_path / "moved", "cpu", resume=True):
        pass
    one, two = (load(tmp_path / name / "weights.npz") for name in ("whole", "moved"))
    assert all(map(np.array_equal, one.weights, two.weights))


def test_a_failed_round_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = train(PLAN, tmp_path, "cpu")
    next(rounds)
    rounds.close()
    kept = (tmp_path / "checkpoint.pt").read_bytes()
    rounds = train(PLAN, tmp_path, "cpu", resume=True)
    next(rounds)
    monkeypatch.setattr(Collector, "check", lambda self: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        next(rounds)
    assert (tmp_path / "checkpoint.pt").read_bytes() == kept


def test_an_optimiser_that_forgets_is_noticed() -> None:
    collector = rolled()
    learner = Learner(SMALL, CPU, 0)
    samples = collector.samples(learner.critic)
    learner.learn(samples, 0.0, torch.Generator())
    assert learner.lessons() > 10
    improve = learner.update

    def forgetful(some: Samples) -> object:
        learner.optimiser.state.clear()
        return improve(some)

    learner.update = forgetful  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="forgets"):
        learner.learn(samples, 0.0, torch.Generator())


def test_a_plan_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    rounds = train(PLAN, tmp_path, "cpu")
    next(rounds)
    rounds.close()
    assert plan_of(json.loads((tmp_path / "run.json").read_text())) == PLAN
    with pytest.raises(ValueError, match="there is already a run"):
        next(train(PLAN, tmp_path, "cpu"))
    with pytest.raises(ValueError, match=r"no checkpoint\.pt"):
        next(train(PLAN, tmp_path / "other", "cpu", resume=True))


def test_earlier_selves_are_kept_from_the_whole_run() -> None:
    run = Run(replace(PLAN, games=20), "cpu")
    for _ in range(30):
        run.remember()
    assert 6 <= len(run.selves) <= 12


def test_the_picture_of_a_run(tmp_path: Path) -> None:
    for _ in train(replace(PLAN, decisions=1500), tmp_path, "cpu"):
        pass
    draw_run(read_log(tmp_path), tmp_path / "curves.svg")
    picture = (tmp_path / "curves.svg").read_text()
    assert "claims that are bluffs" in picture
    assert "random, 2 seats" in picture


TINY = ("cards=1", "face_up=duke+duke", "seat_coins=5+5", "exchange=none", "turn_limit=2")


def test_the_tree_measures_how_far_a_network_is_from_an_equilibrium() -> None:
    """An untrained network has the NashConv of the uniform plan."""
    tree = Tree(endgame((5, 5), ("duke", "duke"), 2))
    assert tree.seen.all()
    assert tree.legal.any(1).all()
    uniform = tree.nash_conv(Actor(8, 1).network())
    assert 0.3 < uniform < 2
    solved = solve(endgame((5, 5), ("duke", "duke"), 2), 1e-6)
    shares = np.zeros((tree.sets, ACTIONS))
    for side, growth in ((0, solved.growth), (1, solved.growth)):
        plan = solved.sides[side].average
        for number in np.flatnonzero(growth.seat[: tree.sets] == side).tolist():
            reach = plan[growth.parent[number]]
            actions = tree.actions_of(number)
            first = growth.first[number]
            some = plan[first : first + len(actions)]
            shares[number, actions] = some / reach if reach > 0 else 1 / len(actions)
    assert tree.gap_of(shares) == pytest.approx(solved.nash_conv, abs=1e-9)


def test_a_small_game_is_learned_nearly_to_its_equilibrium() -> None:
    """Two turns with one card each: from 0.7 to below 0.15 in some seconds."""
    settings = Hyperparameters(
        width=64, depth=2, epochs=2, minibatch=512, decay=0.99, rate=(2e-3, 2e-4)
    )
    plan = TrainingPlan(
        decisions=350_000, rules=TINY, games=512, steps=8, measured=(), learning=settings
    )
    run = Run(plan, "cpu")
    tree = Tree(run.ruleset)
    before = tree.nash_conv(run.learner.average.network())
    while run.done < 1:
        run.round()
    after = tree.nash_conv(run.learner.average.network())
    assert after < 0.15 < 0.5 < before


def test_an_opponent_finds_what_can_be_won_and_no_more(tmp_path: Path) -> None:
    """Against an untrained network, in a game whose best response is known."""
    victim = tmp_path / "uniform.npz"
    Actor(16, 1).network().save(victim)
    settings = replace(SHARP, width=16, depth=1, epochs=2, minibatch=512, rate=(5e-3, 5e-4))
    plan = TrainingPlan(decisions=300_000, rules=TINY, games=512, steps=8, learning=settings)
    found = answer(str(victim), plan, tmp_path / "run", "cpu", 20_000)
    best = truth(victim, plan)
    assert found.mean_return[0] < best + 3 * found.mean_return[1]
    assert found.mean_return[0] > 0.75 * best
