"""Coup in JAX: whether it is the kernel's game, state by state, and how fast it is beside Pgx.

python -m benchmarks.jax_env --check --games 2000    compares states, observations and masks
python -m benchmarks.jax_env                         random play, beside two games of Pgx

It needs JAX, and Pgx for the comparison: pip install '.[jax,bench]'.
"""

import argparse
import sys
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from coup.research.jax_env import CoupJax, JaxState
from coup.rules import kernel as k
from coup.rules import playout
from coup.rules.state import State
from coup.vectors.actions import to_action_mask
from coup.vectors.observation import SIZE, observe
from coup.vectors.story import Story, witness

LONGEST = 400
GAMES = 4096
SEATS = (2, 4)
CHECKED = (("classic", 2), ("classic", 4), ("coup2022", 3), ("inquisitor", 3))


class Twin:
    """Some games by the kernel, as plain Python plays them."""

    def __init__(self, env: CoupJax, games: int) -> None:
        self.rules = env.rules
        self.states = [State() for _ in range(games)]
        self.stories = [Story() for _ in range(games)]
        for state in self.states:
            k.reset(state, self.rules, env.seats)

    def step(self, ply: int) -> tuple[Any, Any, Any]:
        """A random move in each game: which games went on, who moved, and what they did."""
        games = len(self.states)
        live, seats, moves = np.zeros(games, bool), *np.zeros((2, games), np.int64)
        for game, (s, t) in enumerate(zip(self.states, self.stories, strict=True)):
            if s.mover == k.TERMINAL:
                continue
            x = playout.advance(playout.start(ply, game))
            if s.mover == k.CHANCE:
                move = playout.sample_chance(s, x)
            else:
                legal = k.legal(s, self.rules, s.mover)
                move = playout.pick_bit(legal, playout.below(x, legal.bit_count()))
            live[game], seats[game], moves[game] = True, s.mover, move
            witness(t, s, self.rules, s.mover, move)
            k.apply(s, self.rules, seats[game].item(), move)
        return live, seats, moves

    def field(self, name: str) -> Any:
        """A field of all states."""
        return np.array([getattr(state, name) for state in self.states])


def check(name: str, seats: int, games: int) -> int:
    """Play the same moves here and there; how many there were, or -1 if anything differs."""
    env = CoupJax(seats, name)
    twin = Twin(env, games)
    apply, look = jax.jit(jax.vmap(env.apply)), jax.jit(jax.vmap(env.observe))
    show = jax.jit(jax.vmap(env.shown))
    kernel, story = (
        {field: jnp.stack([value] * games) for field, value in part.items()} for part in env.begun
    )
    made = 0
    for ply in range(1, LONGEST):
        live, movers, moves = twin.step(ply)
        if not live.any():
            break
        after = apply(kernel, story, jnp.array(movers), jnp.array(moves))
        kernel, story = (
            {field: kept(live, new[field], old[field]) for field in old}
            for new, old in zip(after, (kernel, story), strict=True)
        )
        made += int(live.sum())
        for field in State.__slots__:
            if not np.array_equal(np.asarray(kernel[field]), twin.field(field)):
                print(f"{name}, {seats} seats, ply {ply}: {field} differs")
                return -1
        if ply % 9 == 0 and not same_views(twin, show(kernel, story), look):
            print(f"{name}, {seats} seats, ply {ply}: observations or masks differ")
            return -1
    return made


def kept(live: Any, new: Any, old: Any) -> Any:
    """The new values of games that went on, the old ones of the others."""
    return jnp.where(jnp.array(live).reshape(-1, *[1] * (new.ndim - 1)), new, old)


def same_views(twin: Twin, shown: JaxState, look: Any) -> bool:
    """Whether seats that are asked see the same, and may do the same."""
    views, masks = np.asarray(look(shown)), np.asarray(shown.legal_action_mask)
    for game, (s, t) in enumerate(zip(twin.states, twin.stories, strict=True)):
        if s.mover < 0:
            continue
        out = [0] * SIZE
        observe(s, twin.rules, t, s.mover, out)
        legal = to_action_mask(k.legal(s, twin.rules, s.mover), s.mover, s.seats)
        bits = [bool(legal >> action & 1) for action in range(masks.shape[1])]
        if out != views[game].tolist() or bits != masks[game].tolist():
            return False
    return True


def rate(init: Any, step: Any, look: Any, steps: int) -> tuple[float, float]:
    """Decisions per second of random play with observations, and how long compiling took."""

    def once(state: Any, key: Any) -> Any:
        first, second, third = jax.random.split(key, 3)
        scores = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        after = step(state, jax.random.categorical(first, scores), second)
        over = after.terminated | after.truncated
        fresh = init(third)
        after = jax.tree.map(lambda new, old: jnp.where(over, new, old), fresh, after)
        return after, look(after).sum()

    begin = time.perf_counter()
    play = jax.jit(jax.vmap(once))
    states = jax.jit(jax.vmap(init))(jax.random.split(jax.random.key(0), GAMES))
    states, _ = play(states, jax.random.split(jax.random.key(1), GAMES))
    jax.block_until_ready(states)
    compiled = time.perf_counter() - begin
    begin = time.process_time()
    for number in range(steps):
        states, _ = play(states, jax.random.split(jax.random.key(number), GAMES))
    jax.block_until_ready(states)
    return GAMES * steps / (time.process_time() - begin), compiled


def print_rates(steps: int) -> None:
    """Our rate, and those of two games of Pgx, in one run."""
    print("| random play with observations | decisions/s | compiling |")
    print("| --- | ---: | ---: |")
    for seats in SEATS:
        env = CoupJax(seats)
        found, seconds = rate(env.init, env.step, env.observe, steps)
        print(f"| coup in JAX, {seats} seats | {found:,.0f} | {seconds:.0f} s |", flush=True)
    try:
        import pgx
    except ImportError:
        print("Pgx is not installed: not compared")
        return
    for name in ("leduc_holdem", "kuhn_poker"):
        game = pgx.make(name)
        look = lambda state: state.observation  # noqa: E731
        found, seconds = rate(game.init, game.step, look, steps)
        print(f"| Pgx {name} | {found:,.0f} | {seconds:.0f} s |", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare with the kernel instead")
    parser.add_argument("--games", type=int, default=2000, help="of each kind (default: 2000)")
    parser.add_argument("--steps", type=int, default=20, help="to measure (default: 20)")
    options = parser.parse_args()
    if not options.check:
        print_rates(options.steps)
        return 0
    total = 0
    for name, seats in CHECKED:
        made = check(name, seats, options.games)
        if made < 0:
            return 1
        total += made
        print(f"{name}, {seats} seats: {made:,} moves alike", flush=True)
    games = options.games * len(CHECKED)
    print(f"{games:,} games, {total:,} moves: equal states in JAX and in the kernel")
    return 0


if __name__ == "__main__":
    sys.exit(main())
