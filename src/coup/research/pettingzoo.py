"""# Coup

| | |
| --- | --- |
| Import | `from coup.research import pettingzoo_env` |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents = ["seat_0", "seat_1", "seat_2", "seat_3"]` |
| Number of agents | 2 to 6 |
| Action Shape | Discrete(62) |
| Action Values | Discrete(62) |
| Observation Shape | (439,) |
| Observation Values | [0, 127] |

Coup is a card game of bluffing: everybody has two hidden cards and may claim to have any. A claim
can be challenged; a player caught bluffing, or one who challenges the truth, loses a card. The last
player with a card wins.

### Observation Space

An observation is a dictionary. `observation` holds what the agent knows as 439 small integers, in
one layout for all numbers of seats and rulesets; docs/observation.md has the table. `action_mask`
holds a 1 at each legal action, and only 0 if the agent is not to move.

### Action Space

62 actions, with targets relative to the agent; docs/observation.md has the table.

### Rewards

| Winner | Loser |
| :---: | :---: |
| +1 | -1 / (number of agents - 1) |

At the turn limit the game is truncated and everybody gets 0. An agent that is out stays until the
end of the game and is asked no more. An illegal action ends the game, with -1 for the agent that
took it.

### Arguments

`pettingzoo_env(players=4, ruleset="classic", render_mode=None)`: `ruleset` is a name or a
`Ruleset`; `render_mode` is `ansi` for text or `rgb_array` for a picture, both with all cards open.

### Version History

* v1: first version, observations of version 1
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from coup.research.drawing import pixels
from coup.research.single import SingleGame
from coup.rules.errors import CoupError
from coup.rules.kernel import NOBODY
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.vectors.actions import ACTIONS
from coup.vectors.limits import check_vectors
from coup.vectors.observation import SIZE


def env(
    players: int = 4, ruleset: str | Ruleset = "classic", render_mode: str | None = None
) -> Any:
    """The environment in the same wrappers as PettingZoo's own card games."""
    found = wrappers.TerminateIllegalWrapper(
        raw_env(players, ruleset, render_mode), illegal_reward=-1
    )
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name)
    """The environment without wrappers; it refuses illegal actions."""

    metadata = {  # noqa: RUF012 (as in all of PettingZoo)
        "render_modes": ["ansi", "rgb_array"],
        "name": "coup_v1",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, players: int = 4, ruleset: str | Ruleset = "classic", render_mode: str | None = None
    ) -> None:
        EzPickle.__init__(self, players, ruleset, render_mode)
        super().__init__()
        rules = find_ruleset(ruleset)
        check_vectors(rules, players)
        if render_mode not in (None, "ansi", "rgb_array"):
            raise CoupError(f"render_mode is ansi, rgb_array or None, not {render_mode!r:.60}")
        self.render_mode = render_mode
        self.table = SingleGame(rules, players)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, (SIZE,), np.int8),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.table.reset(int(self.np_random.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.mover]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do."""
        seat = self.possible_agents.index(agent)
        observation, mask = self.table.look(seat)
        if seat != self.table.mover:
            mask[:] = 0  # at a real table it might answer now; here one is asked at a time
        return {"observation": observation, "action_mask": mask}

    def step(self, action: Any) -> None:
        """An action of the selected agent; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.step(int(action))
        if self.table.over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.table.mover]

    def _finish(self) -> None:
        """The game is over for everybody."""
        at_limit = self.table.winner == NOBODY
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.table.reward[seat])
            self.truncations[agent] = at_limit
            self.terminations[agent] = not at_limit
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The table with all cards open, as text or as pixels."""
        if self.render_mode == "ansi":
            return str(self.table.game())
        if self.render_mode == "rgb_array":
            return pixels(self.table.game().picture())
        return None

    def close(self) -> None:
        """Nothing is held open."""
