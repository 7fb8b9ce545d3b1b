"""# Coup

| | |
| --- | --- |
| Import | `from coup.research import pettingzoo_env` |
| Actions | Discrete |
| Parallel API | No |
| Manual Control | No |
| Agents | `agents = ["seat_0", "seat_1", "seat_2", "seat_3"]` |
| Number of agents | 2 to 6; 2 to 10 by `reformation` |
| Action Shape | Discrete(62); by `reformation` Discrete(93) |
| Action Values | Discrete(62); by `reformation` Discrete(93) |
| Observation Shape | (439,); by `reformation` (814,) |
| Observation Values | [0, 127] |
| State Shape | (475,); by `reformation` (874,) |
| State Values | [0, 127] |

Coup is a card game of bluffing: everybody has two hidden cards and may claim to have any. A claim
can be challenged; a player caught bluffing, or one who challenges the truth, loses a card. The last
player with a card wins.

### Observation Space

An observation is a dictionary. `observation` holds what the agent knows as 439 small integers, in
one layout for all numbers of seats and rulesets without sides, or as 814 by `reformation`;
docs/observation.md has the tables. `action_mask` holds a 1 at each legal action; it is all 0 if the
agent is not to move.

### Action Space

62 actions, by `reformation` 93, with targets relative to the agent; docs/observation.md has the
tables.

### Rewards

| Winner | Loser |
| :---: | :---: |
| +1 | -1 / (number of agents - 1) |

At the turn limit the game is truncated and everybody gets 0. An agent that is out stays until the
end of the game, but is no longer asked. An illegal action ends the game, with -1 for the agent that
took it.

### Arguments

`pettingzoo_env(players=4, ruleset="classic", render_mode=None)`: `ruleset` is a name or a
`Ruleset`; `render_mode` is `human` to print the table at every step, `ansi` for text or `rgb_array`
for a picture, all with all cards open. `reset` ignores options.

### State

`state()` is for central critics in training: what the agent to move knows, and then the face-down
cards of all seats, by role and clockwise from that agent.

### Version History

The version is that of the observations.

By `reformation` the observations have a separate version, and the environment is called
`reformation_v1`.

* v2: observations of version 2; a seed deals the same cards as `coup.Game`; `human`; `state()`
* v1: first version, observations of version 1
"""

from typing import Any

import numpy as np
import pettingzoo
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from coup.research.single import (
    RENDER_MODES,
    Numbers,
    SingleGame,
    check_action,
    check_render_mode,
    pixels,
)
from coup.rules.errors import CoupError
from coup.rules.kernel import NOBODY, ROLES
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed
from coup.vectors.encoding import LARGE, SMALL


def env(
    players: int = 4, ruleset: str | Ruleset = "classic", render_mode: str | None = None
) -> Any:
    """The environment in the same wrappers as PettingZoo's own card games."""
    found = wrappers.TerminateIllegalWrapper(
        raw_env(players, ruleset, render_mode), illegal_reward=-1
    )
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


def reformation_env(
    players: int = 4, ruleset: str | Ruleset = "reformation", render_mode: str | None = None
) -> Any:
    """The same environment; the default ruleset is `reformation`."""
    return env(players, ruleset, render_mode)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name)
    """The environment without wrappers; it refuses illegal actions."""

    metadata = {  # noqa: RUF012 (as in all of PettingZoo)
        "render_modes": list(RENDER_MODES),
        "name": SMALL.snake_id,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self, players: int = 4, ruleset: str | Ruleset = "classic", render_mode: str | None = None
    ) -> None:
        super().__init__()
        rules = find_ruleset(ruleset)
        if type(players) is not int:
            most = rules.most_seats
            raise CoupError(f"players is a number from 2 to {most}, not {players!r:.60}")
        rules.check_seats(players)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.table = SingleGame(rules, players)
        encoding = self.table.encoding
        self.metadata = self.metadata | {"name": encoding.snake_id}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.dealt = False
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 127, (encoding.size,), np.int8),
                    "action_mask": spaces.Box(0, 1, (encoding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(encoding.actions) for agent in self.possible_agents
        }
        state = encoding.size + encoding.room * ROLES
        self.state_space = spaces.Box(0, 127, (state,), np.int8)
        self.np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; a seed deals the same cards as `coup.Game` does by it."""
        if seed is not None:
            check_seed(seed)
            self.np_random, _ = seeding.np_random(seed)
        self.table.reset(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.agents, self.dealt = self.possible_agents[:], True
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.table.mover]
        self._show()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do."""
        self._check_dealt("observe")
        seat = self.possible_agents.index(agent)
        observation, mask = self.table.look(seat)
        if seat != self.table.mover:
            mask[:] = 0  # at a table it might answer now; here agents are asked one at a time
        return {"observation": observation, "action_mask": mask}

    def state(self) -> Numbers:
        """What the agent to move knows, at the end the first agent, and all face-down cards."""
        self._check_dealt("state")
        seat = max(self.table.mover, 0)
        return np.concatenate([self.table.look(seat)[0], self.table.hands(seat)])

    def _check_dealt(self, method: str) -> None:
        """Refuse to show a game that was never dealt."""
        if not self.dealt:
            raise CoupError(f"there is no game yet: call reset() before {method}()")

    def step(self, action: Any) -> None:
        """An action of the selected agent; None once it is done."""
        if not self.agents:
            raise CoupError("no game is going on: call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        check_action(action, self.action_spaces[agent])
        self._cumulative_rewards[agent] = 0.0
        self.table.step(int(action))
        if self.table.over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self.table.mover]
        self._show()

    def _finish(self) -> None:
        """End the game for all agents."""
        at_limit = self.table.winner == NOBODY
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.table.reward[seat])
            self.truncations[agent] = at_limit
            self.terminations[agent] = not at_limit
        self._accumulate_rewards()
        self._deads_step_first()

    def _show(self) -> None:
        """Print the table in the mode `human`."""
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table with all cards open: printed, as text or as pixels."""
        self._check_dealt("render")
        if self.render_mode == "ansi":
            return str(self.table.game())
        if self.render_mode == "rgb_array":
            return pixels(self.table.game().picture())
        if self.render_mode == "human":
            print(self.table.game(), flush=True)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


if hasattr(pettingzoo, "register"):  # only in later versions
    pettingzoo.register("aec", SMALL.snake_id, "coup.research.pettingzoo:env")
    pettingzoo.register("aec", LARGE.snake_id, "coup.research.pettingzoo:reformation_env")
