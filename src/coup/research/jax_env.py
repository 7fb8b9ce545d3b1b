"""Coup in JAX, in the manner of Pgx: `init`, `step`, `observe`, for `jax.jit` and `jax.vmap`.

    env = CoupJax(seats=4)
    states = jax.vmap(env.init)(jax.random.split(jax.random.key(0), 1000))
    states = jax.jit(jax.vmap(env.step))(states, actions, keys)

The rules are those of the kernel: its source is run by `coup.research.predication` on JAX's
values. Moves are masks of 62 bits, so importing this enables 64-bit numbers in JAX.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from coup.research.predication import Predicated
from coup.rules import kernel as k
from coup.rules.digits import digit
from coup.rules.errors import CoupError
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.state import SEATS, State
from coup.vectors.actions import ACTIONS
from coup.vectors.encoding import check_small
from coup.vectors.observation import SIZE
from coup.vectors.story import Story

jax.config.update("jax_enable_x64", True)

GIVEN = ("styles", "settings", "notes")
"""What of a story is for bots, of which there are none here."""
PLACES = jnp.arange(k.ROLES)


class JaxState(NamedTuple):
    """A game, or with `vmap` many.

    current_player: the seat to move; 0 at the end.
    legal_action_mask: which of the 62 actions it may choose; all at the end, as in Pgx.
    rewards: what each seat got by the last step.
    terminated, truncated: whether somebody won, or made an illegal move; or the turn limit was
        reached.
    kernel, story: the state of the kernel, and what observations need beside it.
    """

    current_player: Any
    legal_action_mask: Any
    rewards: Any
    terminated: Any
    truncated: Any
    kernel: dict[str, Any]
    story: dict[str, Any]

    def replace(self, **fields: Any) -> "JaxState":
        """The state with other fields, as wrappers of Pgx ask for it."""
        return self._replace(**fields)


class WritableArray:
    """An array that can be written to, as the portable source does."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, place: Any) -> Any:
        return self.values[place]

    def __setitem__(self, place: Any, value: Any) -> None:
        self.values = self.values.at[place].set(value)


class Out:
    """Where an observation is written. Most places are known and cost nothing; at the others, all
    of which are 0 before, numbers are added."""

    def __init__(self) -> None:
        self.known: list[Any] = [0] * SIZE
        self.added = jnp.zeros(SIZE, jnp.int8)

    def __getitem__(self, place: Any) -> Any:
        return self.known[place] if isinstance(place, int) else 0

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, int):
            self.known[place] = value
        else:
            self.added = self.added.at[place].add(jnp.int8(value))

    def array(self) -> Any:
        return jnp.stack([jnp.int8(each) for each in self.known]) + self.added


class Fields:
    """The fields of a state or a story, numbers and rows."""

    def __init__(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(self, name, WritableArray(value) if jnp.ndim(value) else value)

    def values(self) -> dict[str, Any]:
        return {
            name: value.values if isinstance(value, WritableArray) else jnp.int64(value)
            for name, value in vars(self).items()
        }


class JaxBackend:
    """What the portable source does with JAX's values."""

    where = staticmethod(jnp.where)
    popcount = staticmethod(jax.lax.population_count)

    @staticmethod
    def as_array(values: list[int]) -> Any:
        return jnp.array(values, jnp.int64)

    @staticmethod
    def copy_numbers(out: Any, place: int, source: WritableArray, first: Any, count: int) -> None:
        some = jax.lax.dynamic_slice(source.values, (first,), (count,))
        for step in range(count):
            out[place + step] = some[step]


class CoupJax:
    """Coup for a number of seats, by a ruleset; both are fixed, so that code can be made for them.

    seats: 2 to 6.
    ruleset: a name, or a `Ruleset`, without sides and reserve.
    """

    def __init__(self, seats: int = 2, ruleset: str | Ruleset = "classic") -> None:
        self.ruleset = find_ruleset(ruleset)
        check_small(self.ruleset, "CoupJax is")
        if type(seats) is not int:
            raise CoupError(f"seats is a number from 2 to {SEATS}, not {seats!r:.60}")
        self.ruleset.check_seats(seats)
        self.seats, self.rules = seats, self.ruleset.rules
        source = Predicated(JaxBackend())  # type: ignore[arg-type]
        kernel, vectors = "coup.rules.kernel", "coup.vectors"
        self._apply = source.function(kernel, "apply")
        self._legal = source.function(kernel, "legal")
        self._outcomes = source.function(kernel, "outcomes")
        self._first_outcome = source.function(kernel, "first_outcome")
        self._witness = source.function(f"{vectors}.story", "witness")
        self._observe = source.function(f"{vectors}.observation", "observe")
        self._to_move = source.function(f"{vectors}.actions", "to_move")
        self._to_mask = source.function(f"{vectors}.actions", "to_action_mask")

    @cached_property
    def begun(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """A game about to be dealt."""
        state, story = State(), Story()
        k.reset(state, self.rules, self.seats)
        counted = [name for name in Story.__slots__ if name not in GIVEN]
        return as_arrays(state, State.__slots__), as_arrays(story, counted)

    def init(self, key: Any) -> JaxState:
        """A new game, dealt."""
        kernel, story = self.begun
        return self.shown(*self._run_on(kernel, story, k.NONE, key))

    def step(self, state: JaxState, action: Any, key: Any) -> JaxState:
        """An action of the seat to move, and what chance does then. At the end nothing changes. An
        illegal action ends the game: whoever takes it gets -1."""
        over = state.terminated | state.truncated
        legal = (state.legal_action_mask & (jnp.arange(ACTIONS) == action)).any()
        wrong, ended = ~over & ~legal, state.terminated | ~over & ~legal
        move = self._to_move(jnp.int64(action), state.kernel["mover"], self.seats)
        made = jnp.where(over | wrong, k.NONE, move)
        after = self.shown(*self._run_on(state.kernel, state.story, made, key))
        fined = jnp.where(jnp.arange(self.seats) == state.current_player, -1.0, 0.0)
        return after._replace(
            legal_action_mask=after.legal_action_mask | ended,
            rewards=jnp.where(wrong, fined, jnp.where(over, 0.0, after.rewards)),
            terminated=after.terminated | ended,
        )

    def observe(self, state: JaxState) -> Any:
        """What the seat to move knows; docs/observation.md says what stands where."""
        out = Out()
        s, t = self._fields(state.kernel), Fields(state.story)
        self._observe(s, self.rules, t, state.current_player, out)
        return out.array()

    def _fields(self, kernel: dict[str, Any]) -> Fields:
        """The kernel's state, with the number of seats as known."""
        s = Fields(kernel)
        s.seats = self.seats  # type: ignore[attr-defined]
        return s

    def apply(
        self, kernel: dict[str, Any], story: dict[str, Any], seat: Any, move: Any
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """The kernel's `apply`, with the story told before."""
        s, t = self._fields(kernel), Fields(story)
        self._witness(t, s, self.rules, seat, move)
        self._apply(s, self.rules, seat, move)
        return s.values(), t.values()

    def _run_on(self, kernel: Any, story: Any, move: Any, key: Any) -> tuple[Any, Any]:
        """A seat's move, or NONE, and then chance until a seat is asked or the game is over."""

        def going(now: Any) -> Any:
            return (now[2] != k.NONE) | (now[0]["mover"] == k.CHANCE)

        def once(now: Any) -> Any:
            kernel, story, move, key = now
            key, luck = jax.random.split(key)
            by_chance = move == k.NONE
            chosen = jnp.where(by_chance, self._sample(kernel, luck), move)
            seat = jnp.where(by_chance, k.CHANCE, kernel["mover"])
            return *self.apply(kernel, story, seat, chosen), jnp.int64(k.NONE), key

        kernel, story, _, _ = jax.lax.while_loop(going, once, (kernel, story, jnp.int64(move), key))
        return kernel, story

    def _sample(self, kernel: Any, key: Any) -> Any:
        """What chance does, by its weights."""
        s = self._fields(kernel)
        weights = digit(self._outcomes(s), PLACES)
        place = jax.random.categorical(key, jnp.log(weights))
        return self._first_outcome(s) + place

    def shown(self, kernel: Any, story: Any) -> JaxState:
        """What a game shows of itself."""
        s, mover = self._fields(kernel), kernel["mover"]
        over = mover == k.TERMINAL
        seat = jnp.where(over, 0, mover)
        mask = self._to_mask(self._legal(s, self.rules, seat), seat, self.seats)
        legal = over | (mask >> jnp.arange(ACTIONS) & 1).astype(bool)
        winner = kernel["winner"]
        paid = jnp.where(jnp.arange(self.seats) == winner, 1.0, -1.0 / (self.seats - 1))
        won = over & (winner != k.NOBODY)
        return JaxState(seat, legal, jnp.where(won, paid, 0.0), won, over & ~won, kernel, story)


def as_arrays(thing: Any, names: Iterable[str]) -> dict[str, Any]:
    """Some fields as arrays: numpy's, since this may be made while JAX traces."""
    return {name: np.array(getattr(thing, name), np.int64) for name in names}
