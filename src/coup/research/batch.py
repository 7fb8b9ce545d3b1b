"""Many games at once, as arrays: on the CPU with all its cores, or on a GPU.

A `Batch` steps all its games by one action each. It knows nothing of learning.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from coup.bots.notes import Notes
from coup.research.casting import PLAYERS, is_player, kind_of, stories_of
from coup.research.guests import LEARNER, Anyone, Guests, is_anyone, is_network
from coup.rules.errors import CoupError
from coup.rules.kernel import NOBODY
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed
from coup.vectors.encoding import encoding_of


class Batch:
    """Games of Coup, played side by side.

    >>> batch = Batch(games=1000, seats=2, seed=7)
    >>> batch.observe.shape, batch.legal.shape, batch.to_move.tolist()[:3]
    ((1000, 439), (1000, 62), [0, 0, 0])
    >>> batch.step(batch.legal.argmax(axis=1))  # the first legal action in every game
    >>> batch.done.any()
    np.False_

    games, seats, ruleset: the number of games, the number of seats in each, and their ruleset; 2
        seats unless `players` says otherwise. Up to 6 can play, by `reformation` up to 10.
    device: `cpu` for numpy arrays, `cuda` for arrays on a GPU, which PyTorch and JAX take over
        without a copy (`torch.as_tensor(batch.observe, device="cuda")`).
    seed: determines everything that chance and bots do, on any number of cores and any device.
    players: for each seat, `learner` or a bot: one of PLAYERS, `trait` with settings such as
        `trait:honesty=0.2`, a character, or a style such as `style:training=7` (see docs/bots.md);
        learners if not given. Or several such line-ups, which may differ in length: game i always
        plays line-up i modulo their number. `seats` is then the most that any has.
        A player may also be a network, which is asked for all games at once: `shark` and its
        levels, with or without a temper (`medium:bold`), a file of weights (`run/weights.npz`), or
        a function of observations and masks that returns probabilities for all actions.
    threads: the number of threads on the CPU; the number of cores by default.
    pace: the most moves that bots make in a step; unlimited by default. With a pace no game holds
        up the others, which matters on a GPU. But then a bot may be to move after a step. It is
        shown as if it were a learner; its action must be legal, and is ignored.
    notes: what bots remember of the others, by their names in `players`; `counter` uses it.
    hold: whether a game that is over waits for the next step, which begins the next game and
        ignores its action. Until then the arrays show the end as the first learner of the line-up
        sees it, with `pass` as the only legal action.
    fresh: whether `step` and `reset` write observations and masks into new arrays each time, so
        that earlier ones can be kept; on the CPU only.

    `step` and `reset` overwrite these arrays in place, unless `fresh` is set:

    observe: what the seat to move knows, one row per game (see docs/observation.md).
    legal: 1 at each action number that it may choose.
    to_move: the seat to move.
    reward: the reward of each seat in the last step: 0, except for a win, where the winner gets 1
        and the others share -1 equally. Seats that a game does not have always get 0.
    done: whether the last step ended the game. Then the arrays already show the next one, unless
        games `hold`.

    stories: the history of each game, by name as in `coup.vectors.story.Story`; for onlookers,
        since no player may see all of it.

    These never change:

    seats_of: how many seats each game has.
    lineups, names: the line-ups as they were given, and with networks as learners.
    encoding: the layout of observations and actions, which the ruleset decides: one for up to six
        seats without sides, another for `reformation` with 2 to 10 seats.
    """

    def __init__(
        self,
        games: int,
        seats: int | None = None,
        ruleset: str | Ruleset = "classic",
        device: Literal["cpu", "cuda"] = "cpu",
        seed: int = 0,
        players: Sequence[Any] | None = None,
        threads: int | None = None,
        pace: int | None = None,
        notes: Mapping[str, Notes] | None = None,
        hold: bool = False,
        fresh: bool = False,
    ) -> None:
        if type(games) is not int or games < 1:
            raise CoupError(f"a batch has at least 1 game, not {games!r:.60}")
        if pace is not None and (type(pace) is not int or not 0 < pace < 1000):
            raise CoupError(f"pace is a number from 1 to 999, not {pace!r:.60}")
        if threads is not None and (type(threads) is not int or threads < 1):
            raise CoupError(f"threads is a number from 1, not {threads!r:.60}")
        self.games, self.device = games, device
        self.ruleset = find_ruleset(ruleset)
        self.encoding = encoding_of(self.ruleset)
        self.lineups = checked_lineups(players, seats, self.ruleset)
        given = self.ruleset, device, 0, self.lineups, threads, pace, notes, hold, fresh
        self._made_of: tuple[Any, ...] = (games, None, *given)
        self.seats = max(map(len, self.lineups))
        self._guests = Guests(self.lineups, self.ruleset, games)
        self.names = names = self._guests.names
        kinds = [[kind_of(name) for name in lineup] for lineup in names]
        watchers = [lineup.index(LEARNER) if hold else NOBODY for lineup in self.lineups]
        stories = stories_of(names, self.encoding.room, notes)
        table = games, self.ruleset, kinds, stories, pace or 0, watchers
        if device == "cpu":
            from coup.research.cpu_engine import CpuEngine

            self._engine: Any = CpuEngine(*table, threads)
        elif device == "cuda":
            from coup.research.gpu_engine import GpuEngine

            if fresh:
                raise CoupError("fresh arrays are for the CPU; on a GPU, clone what you keep")
            self._engine = GpuEngine(*table)
        else:
            raise CoupError(f"device must be cpu or cuda, not {device!r:.60}")
        self._engine.fresh = fresh
        arrays = self._engine.arrays
        self.to_move, self.reward, self.done = arrays.to_move, arrays.reward, arrays.done
        self.seats_of, self.stories = arrays.seats, arrays.stories
        self.reset(seed)

    @property
    def observe(self) -> Any:
        return self._engine.arrays.observe

    @property
    def legal(self) -> Any:
        return self._engine.arrays.legal

    def reset(self, seed: int | None = None) -> None:
        """Deal all games again, with the same seed or another."""
        self.check()
        if seed is not None:
            check_seed(seed)
            self.seed = seed
        self._engine.reset(self.seed)
        self._guests.play(self._engine)

    def deal(self, games: Any, deals: Any) -> None:
        """Restart some games, each with the deal of its number.

        With the same seed, the same number deals the same cards to the same seats, in any game and
        batch and for any players. Later draws depend on the moves. `reset` gives game i the deal i.

        >>> batch = Batch(games=3, seed=7)
        >>> batch.deal([0, 2], [5, 5])
        >>> hands = batch.hands()
        >>> (hands[0] == hands[2]).all(), (hands[0] == hands[1]).all()
        (np.True_, np.False_)

        games: their numbers, each at most once.
        deals: for each of them a number below 2**32.
        """
        import numpy as np

        from coup.research.arrays import whole_numbers

        self.check()
        rows, numbers = whole_numbers("games", games), whole_numbers("deals", deals)
        if rows.shape != numbers.shape or rows.ndim != 1:
            raise CoupError(f"deal takes a deal for each game, not {rows.shape}, {numbers.shape}")
        if not len(rows):
            return
        if rows.min() < 0 or rows.max() >= self.games or len(np.unique(rows)) < len(rows):
            raise CoupError(f"deal takes each of the games 0 to {self.games - 1} at most once")
        if numbers.min() < 0 or numbers.max() >= 1 << 32:
            raise CoupError("the number of a deal is at least 0 and below 2**32")
        self._engine.deal(self.seed, rows, numbers)
        self._guests.play(self._engine)

    def step(self, actions: Any, wait: bool = True) -> None:
        """Take one action in each game, for the seat to move; then chance, bots, and new games.

        If any action is illegal, no game changes. On a GPU, `wait=False` does not wait for that
        check: after an illegal action no game changes until `check`, or another call that waits,
        reports it.
        """
        self._refuse(self._engine.step(actions, wait))
        self._guests.play(self._engine)

    def begin_next(self) -> None:
        """Begin the next game immediately where the last step ended one and games `hold`."""
        import numpy as np

        rows = np.flatnonzero(self._engine.fetch(self.done))
        if len(rows):
            self._engine.step_these(rows, np.full(len(rows), self.encoding.passing))
            self._guests.play(self._engine)

    def check(self) -> None:
        """Wait for all steps; raise if an action was illegal."""
        self._refuse(self._engine.check())

    def _refuse(self, wrong: tuple[int, int] | None) -> None:
        if wrong is not None:
            game, action = wrong
            raise CoupError(
                f"game {game}: action {action} is not legal for seat {int(self.to_move[game])}; "
                "no game was changed"
            )

    def random_actions(self, seed: int) -> Any:
        """A random legal action in each game; the same seed gives the same actions in the same
        games."""
        check_seed(seed)
        return self._engine.random_actions(seed)

    def hands(self) -> Any:
        """The face-down cards of all seats, for critics that may see them in training. One row per
        game: for each seat, clockwise from the one to move, the number of cards of each role.

        No player may ever see this. It is always the same array; only this call updates it.

        >>> Batch(games=1, seed=7).hands().reshape(6, 6)[:3].tolist()
        [[0, 1, 0, 0, 1, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 0, 0]]
        """
        self._engine.hands()
        return self._engine.arrays.hands

    def save(self) -> dict[str, Any]:
        """Everything that determines how the games continue, as named numpy arrays (for
        `numpy.savez`)."""
        self.check()
        return self._engine.save(self.seed)  # type: ignore[no-any-return]

    def restore(self, saved: Mapping[str, Any]) -> None:
        """Continue exactly where `save` was called, on this device or another, in a batch with the
        same number of games, rules and line-ups."""
        self.check()
        self._engine.restore(saved)
        self.seed = int(saved["seed"])

    def __getstate__(self) -> dict[str, Any]:
        """For `pickle` and `deepcopy`: the copy continues exactly as this batch does."""
        return {"made_of": self._made_of, "saved": self.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Batch.__init__(self, *state["made_of"])
        self.restore(state["saved"])


def check_turns(ruleset: Ruleset, seats: int) -> None:
    """Refuse games with bots that may end before every seat is asked."""
    if ruleset.turn_limit is not None and ruleset.turn_limit < seats:
        raise CoupError(f"against bots turn_limit is at least {seats}, not {ruleset.turn_limit}")


def is_list(players: object) -> bool:
    """Whether something is a list of players, or of line-ups."""
    return isinstance(players, Sequence) and not isinstance(players, str)


def checked_lineups(
    players: Sequence[Any] | None,
    seats: int | None,
    ruleset: Ruleset,
) -> tuple[tuple[Anyone, ...], ...]:
    """The line-ups, if they are valid."""
    if players is not None and not is_list(players):
        raise CoupError(f"players is a list such as ['learner', 'random'], not {players!r:.60}")
    names: list[tuple[Any, ...]]
    if players is None:
        seats = 2 if seats is None else seats
        if type(seats) is not int:
            most = ruleset.most_seats
            raise CoupError(f"seats is a number from 2 to {most}, not {seats!r:.60}")
        ruleset.check_seats(seats)
        names = [(LEARNER,) * seats]
    elif not all(map(is_list, players)):
        names = [tuple(players)]
    else:
        names = [tuple(lineup) for lineup in players]
    if not names:
        raise CoupError("there is no line-up: players is empty")
    for lineup in names:
        check_lineup(lineup, ruleset)
    most = max(map(len, names))
    if seats not in (None, most):
        raise CoupError(f"there are {seats} seats, but {most} players")
    return tuple(names)


def check_lineup(lineup: Sequence[Anyone], ruleset: Ruleset) -> None:
    """Refuse a line-up that no game can have."""
    ruleset.check_seats(len(lineup))
    for player in lineup:
        check_player(player)
    if LEARNER not in lineup:
        raise CoupError("at least one player must be a learner")
    if any(player != LEARNER for player in lineup):
        check_turns(ruleset, len(lineup))


def check_player(player: Anyone) -> None:
    """Refuse a player that no batch knows."""
    if not is_anyone(player):
        raise CoupError(
            "a player is a name, or a function that gives probabilities for observations and "
            f"masks, not {player!r:.60}"
        )
    if isinstance(player, str) and not is_player(player) and not is_network(player):
        raise CoupError(
            f"a batch has no player {player!r:.60}, only {', '.join(PLAYERS)}, styles, shark and "
            "its levels, and files of weights such as run/weights.npz"
        )
