"""Coup for OpenSpiel: importing this registers the game `python_coup` (the extra `research`).

    >>> import pyspiel
    >>> import coup.research.openspiel
    >>> game = pyspiel.load_game("python_coup(players=2,cards=1,face_up=duke/duke,turn_limit=2)")

Parameters: `players` (2 to 6, by `reformation` 2 to 10), `ruleset` (its name), and those that make
the game smaller: `roles` and `face_up` (such as `duke/contessa`), `copies`, `cards`, `seat_coins`
(such as `5/5`), `exchange`, `turn_limit` (which counts as a draw). Empty or 0 means as in the
ruleset, but there is always a turn limit, since an OpenSpiel game has to end.

Actions are the numbers of docs/observation.md, with targets relative to the mover. Chance draws a
role, or picks a seat. A win is worth 1, paid by the others in equal shares.

The information state has perfect recall, as a string and as a tensor. The tensor has a 1 at the
player, and then, for each move, a 1 at the seat that made it and the number of what the player
noticed of it in binary. The longest game determines its length, so a turn limit keeps it short.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from coup.research import information, worlds
from coup.research.knowledge import KernelPosition, move_text
from coup.rules import kernel as k
from coup.rules.digits import digit, total
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset, fewer_roles, ruleset
from coup.rules.state import MOST_SEATS
from coup.vectors.encoding import encoding_of

LONGEST = 100
NOTICE_BITS = (information.NOTICES - 1).bit_length()
PLACES = np.arange(NOTICE_BITS)
PARAMETERS: dict[str, Any] = {
    "players": 2,
    "ruleset": "classic",
    "roles": "",
    "copies": 0,
    "cards": 0,
    "face_up": "",
    "seat_coins": "",
    "exchange": True,
    "turn_limit": LONGEST,
}
GAME_TYPE = pyspiel.GameType(
    short_name="python_coup",
    long_name="Python Coup",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MOST_SEATS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


def coins_in(text: str) -> tuple[int, ...]:
    """The coins of each seat."""
    coins = text.split("/")
    if not all(each.isascii() and each.isdecimal() for each in coins):
        raise CoupError(f"seat_coins are numbers such as 5/5, not {text!r:.40}")
    return tuple(map(int, coins))


def chosen_ruleset(parameters: dict[str, Any]) -> Ruleset:
    """The ruleset that a game's parameters describe."""
    rules: dict[str, Any] = {"turn_limit": parameters["turn_limit"] or LONGEST}
    for name in ("copies", "cards"):
        if parameters[name]:
            rules[name] = parameters[name]
    if parameters["face_up"]:
        rules["face_up"] = tuple(parameters["face_up"].split("/"))
    if parameters["seat_coins"]:
        rules["seat_coins"] = coins_in(parameters["seat_coins"])
    if not parameters["exchange"]:
        rules["exchange"] = None
    chosen = ruleset(parameters["ruleset"])
    if parameters["roles"]:
        chosen = fewer_roles(chosen, tuple(parameters["roles"].split("/")))
    return ruleset(chosen, **rules)


class CoupGame(pyspiel.Game):  # type: ignore[misc]
    """The game `python_coup`."""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = PARAMETERS | (parameters or {})
        self.seats = int(given["players"])
        self.ruleset = chosen_ruleset(given)
        self.ruleset.check_seats(self.seats)
        self.encoding = encoding_of(self.ruleset)
        turns = self.ruleset.turn_limit or LONGEST
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=self.encoding.actions,
                max_chance_outcomes=max(k.ROLES, self.seats),
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=turns * (3 * self.seats + 8),
            ),
            parameters or {},
        )

    def max_chance_nodes_in_history(self) -> int:
        return int(self.seats * self.ruleset.cards + 4 * (self.ruleset.turn_limit or LONGEST))

    def new_initial_state(self) -> "CoupState":
        return CoupState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> "CoupObserver":
        return CoupObserver(self, iig_obs_type, params)


class CoupState(pyspiel.State):  # type: ignore[misc]
    """A state of the game."""

    def __init__(self, game: CoupGame) -> None:
        super().__init__(game)
        self.position = KernelPosition(game.ruleset, game.seats)

    def current_player(self) -> int:
        mover = k.current_player(self.position.state)
        if mover == k.TERMINAL:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == k.CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        position = self.position
        moves = k.legal(position.state, position.ruleset.rules, player)
        how = position.state.phase, player, position.seats
        actions = position.encoding.to_mask(moves, *how)
        found = []
        while actions:
            found.append(k.lowest(actions))
            actions &= actions - 1
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = k.outcomes(self.position.state)
        cards = total(weights)
        shares = ((place, digit(weights, place)) for place in range(MOST_SEATS))
        return [(place, weight / cards) for place, weight in shares if weight]

    def _apply_action(self, action: int) -> None:
        position = self.position
        mover = k.current_player(position.state)
        if mover == k.CHANCE:
            position.push(k.CHANCE, k.first_outcome(position.state) + action)
        else:
            position.push(mover, position.encoding.to_move(action, mover, position.seats))

    def _action_to_string(self, player: int, action: int) -> str:
        position, phase = self.position, self.position.state.phase
        if player == pyspiel.PlayerId.CHANCE:
            return move_text(k.first_outcome(position.state) + action)
        move = position.encoding.to_move(action, player, position.seats)
        return move_text(information.distinct(phase, move))

    def is_terminal(self) -> bool:
        return k.current_player(self.position.state) == k.TERMINAL

    def returns(self) -> list[float]:
        winner, seats = k.winner(self.position.state), self.position.seats
        if winner == k.NOBODY:
            return [0.0] * seats
        return [1.0 if seat == winner else -1.0 / (seats - 1) for seat in range(seats)]

    def information_state_string(self, player: int | None = None) -> str:
        """Everything a player has noticed; by default the player to move."""
        asked = self.current_player() if player is None else player
        if not 0 <= asked < self.position.seats:
            raise CoupError(f"players are from 0 to {self.position.seats - 1}, not {asked}")
        return self.position.information_state_string(asked)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "CoupState":
        """A random state that the player cannot tell from this one."""
        twin: CoupState = self.clone()
        worlds.shuffle_hidden(twin.position, player, sampler)
        return twin

    def __str__(self) -> str:
        return "; ".join(
            f"{'chance' if seat == k.CHANCE else seat} {text}"
            for (seat, _), text in zip(self.position.made, self.position.told, strict=True)
        )


class CoupObserver:
    """What a player sees, or with perfect recall has noticed, as a tensor and as text."""

    def __init__(self, game: CoupGame, iig_obs_type: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise CoupError(f"the observer has no parameters, not {params}")
        self.perfect_recall = bool(iig_obs_type and iig_obs_type.perfect_recall)
        if self.perfect_recall:
            moves = game.max_game_length() + game.max_chance_nodes_in_history()
            self.tensor = np.zeros(game.seats + moves * (game.seats + NOTICE_BITS), np.float32)
            self.player, moments = np.split(self.tensor, [game.seats])
            self.moments = moments.reshape(moves, -1)
            self.dict = {"player": self.player, "noticed": self.moments}
        else:
            self.tensor = np.zeros(game.encoding.size, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: CoupState, player: int) -> None:
        if not self.perfect_recall:
            self.tensor[:] = state.position.observation(player)
            return
        self.tensor[:] = 0
        self.player[player] = 1
        seats = state.position.seats
        for moment, (who, notice) in zip(
            self.moments, state.position.noticed[player], strict=False
        ):
            moment[who] = 1
            moment[seats:] = notice >> PLACES & 1

    def string_from(self, state: CoupState, player: int) -> str:
        if self.perfect_recall:
            return state.information_state_string(player)
        return " ".join(map(str, state.position.observation(player)))


pyspiel.register_game(GAME_TYPE, CoupGame)
