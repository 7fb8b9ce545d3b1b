"""Thousands of games at once for Gymnasium: a vector environment over a `Batch`.

    >>> import gymnasium
    >>> import coup.research.gymnasium
    >>> games = gymnasium.make_vec("Coup-v2", num_envs=64, bots=("counter",))
    >>> seen, info = games.reset(seed=7)
    >>> seen.shape, info["action_mask"].shape
    ((64, 439), (64, 62))
    >>> seen, reward, terminated, truncated, info = games.step(info["action_mask"].argmax(axis=1))

One seat of each game learns; bots and networks play inside the batch.
"""

from collections.abc import Sequence
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from coup.research.batch import Batch, check_turns
from coup.research.guests import LEARNER, Anyone
from coup.research.gymnasium import check_bots, check_options, check_seat
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed

MODES = {"next_step": AutoresetMode.NEXT_STEP, "same_step": AutoresetMode.SAME_STEP}


class CoupVectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Games in each of which one seat learns against bots.

    num_envs: the number of games.
    bots: who sits after the learner, clockwise, as in `Batch`: names of bots, sharks, files of
        weights, functions of observations and masks.
    ruleset: a name, or a `Ruleset`.
    seat: the learner's in all games; if not given, game i has it in seat i modulo their number.
    device: `cpu` for numpy arrays, `cuda` for PyTorch's tensors on a GPU.
    autoreset: `next_step`: the last observation of a game is shown, and the next step begins the
        next game and ignores its action. `same_step`: the next game begins immediately; the last
        observations are in `info["final_obs"]`.
    copy: whether observations and masks are copies; otherwise the next step overwrites them.
    threads: the number of threads on the CPU; the number of cores by default.

    The mask of legal actions is in `info["action_mask"]`; it is never empty. An illegal action is
    refused, and no game changes.
    """

    def __init__(
        self,
        num_envs: int,
        bots: Sequence[Anyone] = ("random",),
        ruleset: str | Ruleset = "classic",
        seat: int | None = None,
        device: Literal["cpu", "cuda"] = "cpu",
        autoreset: Literal["next_step", "same_step"] = "next_step",
        copy: bool = True,
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        check_bots(bots)
        rules = find_ruleset(ruleset)
        rules.check_seats(len(bots) + 1)
        check_turns(rules, len(bots) + 1)
        check_seat(seat, len(bots) + 1)
        if autoreset not in MODES:
            raise CoupError(f"autoreset is next_step or same_step, not {autoreset!r:.60}")
        if render_mode is not None:
            raise CoupError("many games at once cannot be rendered; make one with gymnasium.make")
        self.num_envs, self.copy, self.same_step = num_envs, copy, autoreset == "same_step"
        self.metadata = {"autoreset_mode": MODES[autoreset]}
        seats = range(len(bots) + 1) if seat is None else [seat]
        lineups = [[*bots[len(bots) - own :], LEARNER, *bots[: len(bots) - own]] for own in seats]
        table = num_envs, None, rules, device
        self.fresh = copy and device == "cpu"
        how: dict[str, Any] = {"threads": threads, "hold": True, "fresh": self.fresh}
        self.batch = batch = Batch(*table, players=lineups, **how)
        self.single_observation_space = spaces.Box(0, 127, (batch.encoding.size,), np.int8)
        self.single_action_space = spaces.Discrete(batch.encoding.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        own = np.array(seats, np.int64)[np.arange(num_envs) % len(seats)]
        self._rows, self._seats = self._here(np.arange(num_envs)), self._here(own)
        self._everywhere = self._rows >= 0
        self._over = self._ended()
        self.begun = False

    def _here(self, array: Any) -> Any:
        """An array in the learner's library: numpy, or PyTorch on a GPU."""
        if self.batch.device == "cpu":
            return array
        import torch

        return torch.as_tensor(array, device="cuda")

    def _ended(self) -> Any:
        """Which games the last step ended."""
        return copied(self._here(self.batch.done))

    def _marks(self) -> Any:
        """The masks as numbers, without a copy: `Discrete.sample` does not take booleans."""
        here = self._here(self.batch.legal)
        if self.batch.device == "cpu":
            return here.view(np.int8)
        import torch

        return here.view(torch.int8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal all games.

        seed: one number for all games. Game 0 gets the cards that `coup.Game` deals by it.
        """
        check_options(options)
        if isinstance(seed, list):
            raise CoupError("a vector environment over a batch has one seed for all its games")
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self._over = self._ended()
        self.begun = True
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take an action in each game; then the others move until the learner is asked again."""
        if not self.begun:
            raise CoupError("no game is going on: call reset() before step()")
        self.batch.step(self._with_pass(actions))
        self._over = over = self._ended()
        reward = self._here(self.batch.reward)[self._rows, self._seats]
        info = self._begin_next(over) if self.same_step else {}
        return self._seen(), reward, over & (reward != 0), over & (reward == 0), self._info() | info

    def _with_pass(self, actions: Any) -> Any:
        """The actions, with `pass` in games that are over, whose actions are ignored."""
        if self.same_step:
            return actions
        chosen = copied(actions if hasattr(actions, "shape") else np.array(actions))
        if chosen.shape == self._over.shape:  # the batch refuses other shapes
            chosen[self._over] = self.batch.encoding.passing
        return chosen

    def _begin_next(self, over: Any) -> dict[str, Any]:
        """Begin the next game where one is over; returns the last observations and masks."""
        if not bool(over.any()):
            return {}
        rows = self._rows[over]
        masks = {"action_mask": kept(self._marks(), rows), "_action_mask": over}
        last = {"final_obs": kept(self._here(self.batch.observe), rows), "_final_obs": over}
        self.batch.begin_next()
        return last | {"final_info": masks, "_final_info": over}

    def _seen(self) -> Any:
        """The observations of all games."""
        seen = self._here(self.batch.observe)
        return copied(seen) if self.copy and not self.fresh else seen

    def _info(self) -> dict[str, Any]:
        """The masks of all games."""
        masks = self._marks()
        if self.copy and not self.fresh:
            masks = copied(masks)
        return {"action_mask": masks, "_action_mask": self._everywhere}


def kept(array: Any, rows: Any) -> Any:
    """A copy of some rows of an array, with zeros in the others."""
    if hasattr(array, "clone"):
        copy = array.new_zeros(array.shape)
        copy[rows] = array[rows]
    else:
        copy = np.zeros(array.shape, array.dtype)  # zeros cost nothing until written to
        copy[rows] = array.take(rows, axis=0)
    return copy


def copied(array: Any) -> Any:
    """A copy of an array of numpy or PyTorch."""
    return array.clone() if hasattr(array, "clone") else array.copy()
