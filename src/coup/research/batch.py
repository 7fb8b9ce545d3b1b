"""Many games at once, as arrays: on the CPU with all its cores, or on a GPU.

A `Batch` steps all its games by one move each and knows nothing of learning.
"""

from collections.abc import Sequence
from typing import Any, Literal

from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed

PLAYERS = ("learner", "random", "honest")
"""Who can sit in a seat of a batch: whoever calls `step`, or a built-in bot; as in `stepping`."""


class Batch:
    """Games of Coup, played side by side.

    >>> batch = Batch(games=1000, seats=2, seed=7)
    >>> batch.observe.shape, batch.legal.shape, batch.to_move.tolist()[:3]
    ((1000, 365), (1000, 62), [0, 0, 0])
    >>> batch.step(batch.legal.argmax(axis=1))  # the first legal action in every game
    >>> batch.done.any()
    np.False_

    games, seats, ruleset: as many games as that, each between so many seats by this ruleset.
    device: `cpu` for numpy arrays, `cuda` for arrays on a GPU, which PyTorch and JAX take over
        without a copy (`torch.as_tensor(batch.observe, device="cuda")`).
    seed: decides all that chance and bots do; neither the number of cores nor the device matter.
    players: for each seat, `learner` or a bot, `random` or `honest`; learners if not given.
    threads: how many to use on the CPU; as many as there are cores if not given.

    The arrays are written anew by `step` and `reset`, in place:

    observe: what the seat to move knows, a row a game (see docs/observation.md).
    legal: 1 at each action number that it may choose.
    to_move: the seat to move.
    reward: what each seat got by the last step: 0, but at the end of a game 1 for the winner and
        what makes the sum 0 for the others.
    done: whether the last step ended the game. Then a new one has begun, and is what is observed.
    """

    def __init__(
        self,
        games: int,
        seats: int = 2,
        ruleset: str | Ruleset = "classic",
        device: Literal["cpu", "cuda"] = "cpu",
        seed: int = 0,
        players: Sequence[str] | None = None,
        threads: int | None = None,
    ) -> None:
        if type(games) is not int or games < 1:
            raise ValueError(f"a batch has at least 1 game, not {games!r:.60}")
        self.games, self.seats = games, seats
        self.ruleset = find_ruleset(ruleset)
        self.ruleset.check_seats(seats)
        self.players = checked_players(players, seats, self.ruleset)
        self.device = device
        if device == "cpu":
            from coup.research.cpu_engine import CpuEngine

            self._engine: Any = CpuEngine(games, seats, self.ruleset, self.players, threads)
        elif device == "cuda":
            from coup.research.gpu_engine import GpuEngine

            self._engine = GpuEngine(games, seats, self.ruleset, self.players)
        else:
            raise ValueError(f"device must be cpu or cuda, not {device!r:.60}")
        arrays = self._engine.arrays
        self.observe, self.legal = arrays.observe, arrays.legal
        self.to_move, self.reward, self.done = arrays.to_move, arrays.reward, arrays.done
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew, with the same seed or another."""
        if seed is not None:
            check_seed(seed)
            self.seed = seed
        self._engine.reset(self.seed)

    def step(self, actions: Any) -> None:
        """One action in each game, of the seat to move; then chance, bots, and new games."""
        wrong = self._engine.step(actions)
        if wrong >= 0:
            raise ValueError(
                f"game {wrong}: action {int(actions[wrong])} is not legal for seat "
                f"{int(self.to_move[wrong])}; no game was changed"
            )

    def random_actions(self, seed: int) -> Any:
        """A random legal action in each game; the same seed gives the same in the same games."""
        check_seed(seed)
        return self._engine.random_actions(seed)


def check_turns(ruleset: Ruleset, seats: int) -> None:
    """Refuse games with bots that can be over before everybody was asked."""
    if ruleset.turn_limit is not None and ruleset.turn_limit < seats:
        raise ValueError(f"against bots turn_limit is at least {seats}, not {ruleset.turn_limit}")


def checked_players(players: Sequence[str] | None, seats: int, ruleset: Ruleset) -> tuple[int, ...]:
    """Who plays, as the numbers of the compiled code."""
    names = ("learner",) * seats if players is None else tuple(players)
    if len(names) != seats:
        raise ValueError(f"there are {seats} seats, but {len(names)} players")
    for name in names:
        if name not in PLAYERS:
            raise ValueError(f"a batch has no player {name!r:.60}, only {', '.join(PLAYERS)}")
    if "learner" not in names:
        raise ValueError("at least one player must be a learner")
    if set(names) != {"learner"}:
        check_turns(ruleset, seats)
    return tuple(PLAYERS.index(name) for name in names)
