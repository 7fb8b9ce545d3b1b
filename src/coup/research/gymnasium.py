"""Coup for Gymnasium: one seat learns against bots in the others.

Importing this registers `Coup-v0`. Observations and actions are those of docs/observation.md. The
mask of legal actions is in `info["action_mask"]` and in `action_masks()`, where MaskablePPO of
sb3-contrib looks for it. The reward is 1 for a win and -1 / (seats - 1) otherwise, at the end only.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from coup.bots import make_bot
from coup.bots.minds.lineup import LEARNER
from coup.game import Game
from coup.hosting.entrants import Entrant, Source, enter
from coup.hosting.player import chooser
from coup.research.batch import check_turns
from coup.research.casting import PLAYERS
from coup.research.drawing import pixels
from coup.research.single import Numbers, SingleGame
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.vectors.actions import ACTIONS
from coup.vectors.limits import check_vectors
from coup.vectors.observation import SIZE
from coup.vectors.seen import action_mask, move_of, observation


class OutsideSeat(Protocol):
    """A game in which one seat is asked from outside."""

    @property
    def over(self) -> bool: ...

    def begin(self, seed: int, seat: int) -> None: ...

    def choose(self, action: int) -> None: ...

    def seen(self) -> tuple[Numbers, Numbers]: ...

    def reward_of(self, seat: int) -> float: ...


class CompiledTable(SingleGame):
    """Against bots that play in compiled code."""

    def __init__(self, ruleset: Ruleset, bots: Sequence[str]) -> None:
        super().__init__(ruleset, len(bots) + 1)
        self.bots = [PLAYERS.index(bot) for bot in bots]

    def begin(self, seed: int, seat: int) -> None:
        self.seat = seat
        after = self.seats - seat - 1
        self.reset(seed, [*self.bots[after:], LEARNER, *self.bots[:after]])

    def choose(self, action: int) -> None:
        self.step(action)

    def seen(self) -> tuple[Numbers, Numbers]:
        return self.look(self.seat)

    def reward_of(self, seat: int) -> float:
        return float(self.reward[seat])


class BotTable:
    """Against any bots, each of which sees its own views."""

    def __init__(self, ruleset: Ruleset, bots: Sequence[Source]) -> None:
        self.ruleset, self.bots = ruleset, enter(bots)

    def begin(self, seed: int, seat: int) -> None:
        names = [f"seat_{each}" for each in range(len(self.bots) + 1)]
        self.game = Game(names, self.ruleset, seed)
        self.own = names[seat]
        others = names[seat + 1 :] + names[:seat]
        self.choosers = {
            name: chooser(made(bot, seed + number))
            for number, (name, bot) in enumerate(zip(others, self.bots, strict=True))
        }
        self._run_on()

    def _run_on(self) -> None:
        """Let the bots move until the learner is asked or the game is over."""
        while not self.game.over and self.game.to_move != self.own:
            seat = str(self.game.to_move)
            self.game.push(self.choosers[seat](self.game.view(seat)))

    @property
    def over(self) -> bool:
        return self.game.over

    def choose(self, action: int) -> None:
        self.game.push(move_of(self.game.view(self.own), action))
        self._run_on()

    def seen(self) -> tuple[Numbers, Numbers]:
        view = self.game.view(self.own)
        return np.array(observation(view), np.int8), np.array(action_mask(view), np.int8)

    def reward_of(self, seat: int) -> float:
        if self.game.winner is None:
            return 0.0
        return 1.0 if self.game.winner == self.game.seats[seat] else -1.0 / len(self.bots)


def made(bot: Entrant, seed: int) -> Any:
    """A bot for one game."""
    return make_bot(str(bot.source), seed) if bot.is_built_in else bot.make(seed)


def check_bots(bots: Sequence[Source]) -> None:
    """Refuse those who cannot be shown views, here in this process."""
    for bot in enter(bots):  # which raises, with the reason, if there is no such bot
        if bot.is_agent or bot.is_http:
            raise CoupError(f"{bot.name} cannot play here: it is not a bot that is shown views")


class CoupEnv(gymnasium.Env[Numbers, np.int64]):
    """One learning seat against bots.

    bots: who sits after the learner, clockwise: the names of built-in bots, such as `counter` or
        `trait:honesty=0.2`, or bots of your own: a class, a function of a view, or `my.py:mine`.
    ruleset: a name, or a `Ruleset`.
    seat: the learner's; drawn for each game if not given.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        bots: Sequence[Source] = ("random",),
        ruleset: str | Ruleset = "classic",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        rules = find_ruleset(ruleset)
        check_vectors(rules, len(bots) + 1)
        check_turns(rules, len(bots) + 1)
        check_bots(bots)
        if seat is not None and not 0 <= seat <= len(bots):
            raise CoupError(f"seat must be from 0 to {len(bots)}, not {seat}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise CoupError(f"render_mode is ansi, rgb_array or None, not {render_mode!r:.60}")
        self.seats, self.chosen_seat, self.render_mode = len(bots) + 1, seat, render_mode
        self.seat = seat or 0
        names = [bot for bot in bots if isinstance(bot, str) and bot in PLAYERS]
        self.table: OutsideSeat
        if render_mode is None and len(names) == len(bots):
            self.table = CompiledTable(rules, names)
        else:
            self.table = BotTable(rules, bots)
        self.observation_space = spaces.Box(0, 127, (SIZE,), np.int8)
        self.action_space = spaces.Discrete(ACTIONS)
        self.mask = np.zeros(ACTIONS, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal a new game and play it up to the first question to the learner."""
        super().reset(seed=seed)
        if self.chosen_seat is None:
            self.seat = int(self.np_random.integers(self.seats))
        self.table.begin(int(self.np_random.integers(1 << 62)), self.seat)
        return self._seen()

    def _seen(self) -> tuple[Numbers, dict[str, Any]]:
        seen, self.mask = self.table.seen()
        return seen, {"action_mask": self.mask}

    def action_masks(self) -> Numbers:
        """1 at each legal action."""
        return self.mask

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """An action of the learner; then the others move until it is asked again.

        An illegal action ends the game with the worst reward, as in PettingZoo.
        """
        if not self.mask[action]:
            seen, info = self._seen()
            return seen, -1.0, True, False, info
        self.table.choose(int(action))
        seen, info = self._seen()
        reward = self.table.reward_of(self.seat) if self.table.over else 0.0
        return seen, reward, self.table.over, False, info

    def render(self) -> Any:
        """The table as the learner sees it, as text or as pixels."""
        if not isinstance(self.table, BotTable):
            return None
        view = self.table.game.view(self.table.own)
        return str(view) if self.render_mode == "ansi" else pixels(view.picture())


gymnasium.register("Coup-v0", entry_point="coup.research.gymnasium:CoupEnv")
