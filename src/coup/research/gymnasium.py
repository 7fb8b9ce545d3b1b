"""Coup for Gymnasium: one seat learns against bots in the others.

Importing this registers `Coup-v2`, and `Reformation-v1` for the ruleset `reformation`; their
versions are those of the observations. docs/observation.md describes observations and actions. The
mask of legal actions is in `info["action_mask"]` and in `action_masks()`, where MaskablePPO of
sb3-contrib looks for it. At the end of a game it allows only `pass`, so that no row of a vector
environment is ever without a legal action. At the end the reward is 1 for a win and -1 / (seats -
1) otherwise; before, it is 0. The turn limit truncates a game, with a reward of 0.

`make_vec("Coup-v2", ...)` gives `CoupVectorEnv`, which steps thousands of games at once.
"""

from collections.abc import Sequence
from typing import Any, Protocol

import gymnasium
import numpy as np
from gymnasium import spaces

from coup.bots import make
from coup.game import Game
from coup.hosting.entrants import Entrant, Source, enter
from coup.hosting.player import chooser
from coup.research.batch import check_turns
from coup.research.casting import is_player
from coup.research.guests import LEARNER
from coup.research.networks import trained
from coup.research.single import (
    RENDER_MODES,
    Numbers,
    SingleGame,
    check_action,
    check_render_mode,
    lineup_of,
    pixels,
)
from coup.rules.errors import CoupError
from coup.rules.kernel import NOBODY
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed
from coup.vectors.encoding import LARGE, SMALL, check_small, encoding_of
from coup.vectors.seen import action_mask, move_of, observation

ID = SMALL.dashed_id
"""The environment's id."""
REFORMATION_ID = LARGE.dashed_id
"""Its id with `reformation`, which has other observations and actions."""


class OutsideSeat(Protocol):
    """A game in which the caller plays one seat."""

    @property
    def over(self) -> bool: ...

    def begin(self, seed: int, seat: int) -> None: ...

    def choose(self, action: int) -> None: ...

    def seen(self) -> tuple[Numbers, Numbers]: ...

    def winner_of(self) -> int: ...

    def game_of(self) -> Game: ...


class CompiledTable(SingleGame):
    """A game against bots that play in compiled code."""

    def __init__(self, ruleset: Ruleset, bots: Sequence[str]) -> None:
        super().__init__(ruleset, len(bots) + 1)
        turned = (self.seats - seat - 1 for seat in range(self.seats))
        seatings = [[*bots[after:], LEARNER, *bots[:after]] for after in turned]
        self.lineups = [lineup_of(each, self.encoding.room) for each in seatings]

    def begin(self, seed: int, seat: int) -> None:
        self.seat = seat
        self.reset(seed, self.lineups[seat])

    def choose(self, action: int) -> None:
        self.step(action)

    def seen(self) -> tuple[Numbers, Numbers]:
        return self.look(self.seat)

    def winner_of(self) -> int:
        return self.winner

    def game_of(self) -> Game:
        return self.game()


class BotTable:
    """A game against any bots, each of which sees its own views."""

    def __init__(self, ruleset: Ruleset, bots: Sequence[Entrant]) -> None:
        self.ruleset, self.bots = ruleset, bots
        self.players: dict[str, Any] = {}  # empty until a game begins

    def begin(self, seed: int, seat: int) -> None:
        names = [f"seat_{each}" for each in range(len(self.bots) + 1)]
        self.game = Game(names, self.ruleset, seed)
        self.own = names[seat]
        others = names[seat + 1 :] + names[:seat]
        self.players = {
            name: made(bot, seed + number)
            for number, (name, bot) in enumerate(zip(others, self.bots, strict=True))
        }
        self._run_on()

    def _run_on(self) -> None:
        """Let the bots move until the learner is asked or the game is over."""
        while not self.game.over and self.game.to_move != self.own:
            seat = str(self.game.to_move)
            self.game.push(chooser(self.players[seat])(self.game.view(seat)))

    def __getstate__(self) -> dict[str, Any]:
        """For copies. Of built-in bots only their attributes are kept: some of their classes are
        made on the fly, and could not be pickled."""
        players = {
            name: vars(player) if bot.is_built_in else player
            for (name, player), bot in zip(self.players.items(), self.bots, strict=False)
        }
        return self.__dict__ | {"players": players}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for (name, kept), bot in zip(state["players"].items(), self.bots, strict=False):
            if bot.is_built_in:
                self.players[name] = made(bot, 0)
                vars(self.players[name]).update(kept)

    @property
    def over(self) -> bool:
        return self.game.over

    def choose(self, action: int) -> None:
        self.game.push(move_of(self.game.view(self.own), action))
        self._run_on()

    def seen(self) -> tuple[Numbers, Numbers]:
        view = self.game.view(self.own)
        mask = np.array(action_mask(view), np.int8)
        mask[encoding_of(self.ruleset).passing] |= self.over
        return np.array(observation(view), np.int8), mask

    def winner_of(self) -> int:
        winner = self.game.winner
        return NOBODY if winner is None else self.game.seats.index(winner)

    def game_of(self) -> Game:
        return self.game


def made(bot: Entrant, seed: int) -> Any:
    """A bot for one game."""
    return make(str(bot.source), seed) if bot.is_built_in else bot.make(seed)


def entered(bots: Sequence[Source]) -> list[Entrant]:
    """The bots as entrants; refuses those that cannot be shown views."""
    entrants = enter(map(with_weights, bots))
    for bot in entrants:
        if bot.is_agent or bot.is_http:
            raise CoupError(f"{bot.name} cannot play here: it is not a bot that is shown views")
    return entrants


def is_file_of_weights(bot: Source) -> bool:
    return isinstance(bot, str) and bot.endswith(".npz")


def with_weights(bot: Source) -> Source:
    """A bot, or for a file of weights the class of bots that play by it."""
    return trained(str(bot)) if is_file_of_weights(bot) else bot


def table_for(ruleset: Ruleset, bots: Sequence[Source]) -> OutsideSeat:
    """The fastest table that seats all these bots."""
    names = [bot for bot in bots if isinstance(bot, str) and is_player(bot)]
    if len(names) == len(bots):
        return CompiledTable(ruleset, names)
    if any(map(is_file_of_weights, bots)):
        check_small(ruleset, "files of weights are")
    return BotTable(ruleset, entered(bots))


def check_bots(bots: Sequence[Any]) -> None:
    """Refuse what is not a list of bots."""
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise CoupError(f"bots is a list such as ('random',), not {bots!r:.60}")
    if LEARNER in bots:
        raise CoupError(f"{LEARNER!r} is not a bot: one seat learns, and the bots have the others")


def check_seat(seat: int | None, seats: int) -> None:
    """Refuse a seat that does not exist."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise CoupError(f"seat must be from 0 to {seats - 1}, not {seat!r:.60}")


def check_options(options: dict[str, Any] | None) -> None:
    """Refuse any options of `reset`: it has none."""
    if options:
        raise CoupError(f"reset has no options, so not {options!r:.60}")


class CoupEnv(gymnasium.Env[Numbers, np.int64]):
    """One learning seat against bots.

    bots: who sits after the learner, clockwise: the names of built-in bots, such as `counter`,
        `trait:honesty=0.2` or `shark`, or your own bots: a class, a function of a view,
        `my.py:mine`, or a file of weights such as `run/weights.npz`.
    ruleset: a name, or a `Ruleset`.
    seat: the learner's; drawn for each game if not given.
    render_mode: `human` prints the table at every step, `ansi` gives it as text, `rgb_array` as
        pixels. It never changes the game.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        bots: Sequence[Source] = ("random",),
        ruleset: str | Ruleset = "classic",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_bots(bots)
        rules = find_ruleset(ruleset)
        rules.check_seats(len(bots) + 1)
        check_turns(rules, len(bots) + 1)
        check_seat(seat, len(bots) + 1)
        check_render_mode(render_mode)
        self.seats, self.chosen_seat, self.render_mode = len(bots) + 1, seat, render_mode
        self.seat = seat or 0
        self.table = table_for(rules, bots)
        encoding = encoding_of(rules)
        self.observation_space = spaces.Box(0, 127, (encoding.size,), np.int8)
        self.action_space = spaces.Discrete(encoding.actions)
        self.mask = np.zeros(encoding.actions, np.int8)
        self.begun = self.going = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Deal a new game and play it up to the first question to the learner.

        seed: deals the same cards as `coup.Game` with this seed, and determines the games after
            it.
        """
        check_options(options)
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        if self.chosen_seat is None:
            self.seat = int(self.np_random.integers(self.seats))
        deal = int(self.np_random.integers(1 << 62)) if seed is None else seed
        self.table.begin(deal, self.seat)
        self.begun = self.going = True
        return self._shown()

    def _shown(self) -> tuple[Numbers, dict[str, Any]]:
        """The learner's observation and mask; with `human`, also prints the table."""
        if self.render_mode == "human":
            self.render()
        seen, self.mask = self.table.seen()
        return seen, {"action_mask": self.mask}

    def action_masks(self) -> Numbers:
        """1 at each legal action."""
        return self.mask

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        """Take an action of the learner; then the others move until it is asked again.

        An illegal action ends the game with the worst reward, as in PettingZoo.
        """
        if not self.going:
            raise CoupError("no game is going on: call reset() before step()")
        check_action(action, self.action_space)
        if not self.mask[int(action)]:
            self.going = False
            seen, info = self._shown()
            return seen, -1.0, True, False, info
        self.table.choose(int(action))
        seen, info = self._shown()
        self.going = not self.table.over
        at_limit = self.table.over and self.table.winner_of() == NOBODY
        return seen, self._reward(), self.table.over and not at_limit, at_limit, info

    def _reward(self) -> float:
        if not self.table.over or self.table.winner_of() == NOBODY:
            return 0.0
        return 1.0 if self.table.winner_of() == self.seat else -1.0 / (self.seats - 1)

    def render(self) -> Any:
        """The table as the learner sees it: printed, as text or as pixels."""
        if self.render_mode is None:
            return None
        if not self.begun:
            raise CoupError("there is no game yet: call reset() before render()")
        view = self.table.game_of().view(f"seat_{self.seat}")
        if self.render_mode == "rgb_array":
            return pixels(view.picture())
        if self.render_mode == "ansi":
            return str(view)
        print(view, flush=True)
        return None


for _id, _usual in ((ID, {}), (REFORMATION_ID, {"ruleset": "reformation"})):
    gymnasium.register(
        _id,
        entry_point="coup.research.gymnasium:CoupEnv",
        vector_entry_point="coup.research.vector:CoupVectorEnv",
        kwargs=_usual,
    )
