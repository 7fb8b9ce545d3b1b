"""A blend plays like a player who picks one of several networks for each game."""

from pathlib import Path

import numpy as np
import pytest
import torch

from coup.bots.network import Network, load
from coup.cli import main
from coup.research.exact import Tree
from coup.training.actor_critic import Actor
from coup.training.blending import STRAYS, Blender
from coup.training.planning import Hyperparameters, TrainingPlan, chosen_rules
from coup.vectors.actions import ACTIONS

TINY = ("cards=1", "face_up=duke+duke", "seat_coins=5+5", "exchange=none", "turn_limit=2")
QUICK = Hyperparameters(minibatch=512, decay=0.99, rate=(3e-3, 1e-4))
PLAN = TrainingPlan(decisions=200_000, rules=TINY, games=512, steps=16, learning=QUICK)


def one_sided(seed: int) -> Network:
    """A network that prefers some actions strongly."""
    torch.manual_seed(seed)
    actor = Actor(64, 2)
    torch.nn.init.orthogonal_(actor.layers.steps[-1].weight, 3.0)
    return actor.network()


def mixed(tree: Tree, networks: list[Network]) -> tuple[np.ndarray, np.ndarray]:
    """The policy of a player who picks one of the networks for each game, by definition: the reach
    probabilities are the means of theirs. Also the probability of reaching each information set."""
    plans: tuple[list[np.ndarray], list[np.ndarray]] = ([], [])
    for network in networks:
        found = tree.plans_of(network.probabilities(tree.observations, tree.legal))
        for seat, side in enumerate(found.sides):
            plans[seat].append(side.average.copy())
    probabilities, reached = np.zeros((tree.sets, ACTIONS)), np.zeros(tree.sets)
    growth = tree.growth
    for seat in (0, 1):
        plan = np.mean(plans[seat], axis=0)
        for number in np.flatnonzero(growth.seat[: tree.sets] == seat).tolist():
            actions, first = tree.actions_of(number), growth.first[number]
            reached[number] = plan[growth.parent[number]]
            probabilities[number, actions] = plan[first : first + len(actions)] / reached[number]
    return probabilities, reached


def test_a_blend_is_as_hard_to_beat_as_picking_one_network_for_each_game() -> None:
    networks = [one_sided(seed) for seed in (4, 5, 6)]
    tree = Tree(chosen_rules(PLAN))
    blender = Blender(networks, PLAN, "cpu")
    while blender.done < 1:
        notes = blender.round()
    assert notes["decisions"] >= PLAN.decisions
    apart = [tree.nash_conv(network) for network in networks]
    wanted, reached = mixed(tree, networks)
    ideal = tree.gap_of(wanted)
    assert ideal < np.mean(apart)
    blend = blender.average.network()
    assert tree.nash_conv(blend) == pytest.approx(ideal, abs=0.05)
    found = blend.probabilities(tree.observations, tree.legal)
    often = reached > 0.2
    assert np.abs(found - wanted)[often].max() < 0.1
    plain = np.mean(
        [each.probabilities(tree.observations, tree.legal) for each in networks], axis=0
    )
    assert np.abs(found - wanted)[often].mean() < np.abs(plain - wanted)[often].mean()


def test_the_players_who_stray_and_those_who_are_learned_from() -> None:
    """At half of the tables of every size all but one stray, and the one sits in every seat."""
    blender = Blender(
        [one_sided(1)], TrainingPlan(seats=(2, 3), games=240, steps=4, learning=QUICK), "cpu"
    )
    seats = np.array(blender.batch.seats_of)
    for size in (2, 3):
        strays = blender.strays[torch.from_numpy(seats == size)][:, :size]
        assert len(strays) == 120
        straying = strays[strays.any(1)]
        assert len(straying) == 60
        assert ((straying > 0).sum(1) == size - 1).all()
        assert (straying == 0).sum(0).tolist() == [60 // size] * size
        assert straying.max() == pytest.approx(STRAYS)
    lessons = blender.play()
    assert (lessons.legal.sum(1) > 1).all()
    assert len(lessons.legal) < 240 * 4 * 0.8
    wanted = blender.networks[0](lessons.observation, lessons.legal).exp()
    assert torch.allclose(lessons.probabilities, wanted, atol=1e-5)


def test_nan_is_noticed() -> None:
    blender = Blender([one_sided(1)], PLAN, "cpu")
    with torch.no_grad():
        blender.actor.layers.steps[0].bias.fill_(torch.nan)
    with pytest.raises(AssertionError, match="left the numbers"):
        blender.round()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = []
    for seed in (1, 2):
        names.append(str(tmp_path / f"{seed}.npz"))
        one_sided(seed).save(Path(names[-1]))
    out = str(tmp_path / "blend.npz")
    options = ["--decisions", "3000", "--parallel", "64", "--device", "cpu", "--seats", "2,3"]
    assert main(["blend", out, *names, *options]) == 0
    assert "has the blend of 2 networks" in capsys.readouterr().out
    assert load(Path(out)).size == (64, 2)
    assert main(["blend", out, *names, *options]) == 2
    assert f"there is already a file {out}" in capsys.readouterr().err
