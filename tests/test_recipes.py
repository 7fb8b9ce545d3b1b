"""The recipes in examples/recipes run, each for a moment, and find what they promise."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow
FOLDER = Path(__file__).parent.parent / "examples" / "recipes"


def recipe(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A recipe, as Python finds it beside its siblings."""
    monkeypatch.syspath_prepend(str(FOLDER))
    for each in FOLDER.glob("*.py"):
        monkeypatch.delitem(sys.modules, each.stem, raising=False)
    return import_module(name)


def test_ppo_learns_and_leaves_weights_that_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ppo, weights = recipe("ppo", monkeypatch), tmp_path / "mine.npz"
    arguments = ["--bots", "random", "--minutes", "0.01", "--games", "64", "--steps", "8"]
    arguments += ["--width", "32", "--measure", "200", "--save", str(weights)]
    agent = ppo.main(arguments)
    assert "of 200 new games won against random" in capsys.readouterr().out
    assert ppo.win_share(agent, [str(weights)], 100, 5) == pytest.approx(0.5, abs=0.2)


def test_advantages_stop_at_the_end_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worked out by hand: two steps to the end of a game, and one of the next."""
    import torch

    ppo = recipe("ppo", monkeypatch)
    kept = ppo.Rollout(3, 1)
    kept.value[:, 0] = torch.tensor([0.1, 0.2, 0.3])
    kept.reward[1, 0], kept.over[1, 0] = 1.0, 1.0
    found = ppo.advantages(kept, torch.tensor([0.4]))[:, 0].tolist()
    last = 0.995 * 0.4 - 0.3
    end = 1.0 - 0.2
    first = 0.995 * 0.2 - 0.1 + 0.995 * 0.95 * end
    assert found == pytest.approx([first, end, last], abs=1e-6)


def test_a_league_plays_against_its_own_past(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--rounds", "3", "--updates", "1", "--games", "32", "--measure", "60"]
    shares = recipe("league", monkeypatch).main(arguments)
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.filterwarnings("ignore")
def test_cfr_plus_of_openspiel_comes_close_to_the_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    small = (
        "cards=1,copies=1,roles=duke/captain/assassin,seat_coins=3/3,turn_limit=2,exchange=False"
    )
    arguments = ["--rounds", "30", "--game", small]
    value, gap, exact = recipe("openspiel_cfr", monkeypatch).main(arguments)
    assert gap < 0.1
    assert abs(value - exact) <= gap


def test_hindsight_finds_bad_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    shares = recipe("counterfactual", monkeypatch).main(["--games", "300"])
    assert len(shares) > 3
    assert min(shares.values()) > 0.5  # by `shark`, against weaker bots
    assert max(shares.values()) > min(shares.values()) + 0.05


def test_beliefs_from_play_are_better_than_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    counting, model = recipe("beliefs", monkeypatch).main(["--games", "300", "--rounds", "40"])
    assert model < counting


@pytest.mark.filterwarnings("ignore")
def test_torchrl_finds_its_specs_kept_and_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    from torchrl.envs import ActionMask, TransformedEnv, check_env_specs

    ppo = recipe("torchrl_ppo", monkeypatch)
    check_env_specs(TransformedEnv(ppo.CoupGames(8, ["random", "honest"]), ActionMask()))
    arguments = ["--bots", "random", "--decisions", "40000", "--games", "256", "--measure", "300"]
    assert ppo.main(arguments) > 0.65


@pytest.mark.filterwarnings("ignore")
def test_tianshou_learns_with_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--bots", "random", "--decisions", "2500", "--games", "16", "--measure", "200"]
    assert recipe("tianshou_dqn", monkeypatch).main(arguments) > 0.6


@pytest.mark.filterwarnings("ignore")
def test_rllib_trains_with_masks(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--bots", "random,random", "--decisions", "256", "--rounds", "1"]
    assert 0 <= recipe("rllib_ppo", monkeypatch).main(arguments) <= 1
