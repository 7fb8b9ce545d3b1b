"""Coup for research: observations, batches, environments for other libraries, and exact solutions
of small games. It uses the kernel and views; it knows no screens or tournaments.

A batch steps many games at once:

>>> from coup.research import Batch
>>> batch = Batch(games=1000, players=["learner", "counter"], seed=7)
>>> for step in range(100):
...     batch.step(batch.random_actions(step))
>>> batch.observe.shape, batch.legal.shape
((1000, 439), (1000, 62))

The observation of a seat comes from its view:

>>> import coup
>>> from coup.research import action_mask, observation
>>> view = coup.Game(["ann", "bob"], seed=7).view("ann")
>>> len(observation(view)), sum(action_mask(view))
(439, 5)

A small game for two has an exact value:

>>> from coup.research import solve
>>> ending = {"cards": 1, "seat_coins": (5, 5), "face_up": ("duke", "duke"), "turn_limit": 2}
>>> solution = solve(coup.ruleset("classic", exchange=None, **ending), nash_conv=1e-6)
>>> round(solution.value, 5)
0.03846
"""

from typing import TYPE_CHECKING, Any

from coup.lazy import exports

if TYPE_CHECKING:
    from coup.research.batch import Batch
    from coup.research.dataset import Dataset
    from coup.research.endgame import Equilibrium, solve
    from coup.research.frequencies import claims, first_turn
    from coup.research.knowledge import information_state_string
    from coup.rules.rulesets import Ruleset
    from coup.vectors.seen import action_mask, legal_actions, move_of, observation

__all__ = [
    "Batch",
    "Dataset",
    "Equilibrium",
    "action_mask",
    "claims",
    "first_turn",
    "gymnasium_env",
    "information_state_string",
    "legal_actions",
    "move_of",
    "observation",
    "pettingzoo_env",
    "solve",
]

__getattr__ = exports(
    __name__,
    {
        "Batch": "coup.research.batch",
        "Dataset": "coup.research.dataset",
        "Equilibrium": "coup.research.endgame",
        "action_mask": "coup.vectors.seen",
        "claims": "coup.research.frequencies",
        "first_turn": "coup.research.frequencies",
        "information_state_string": "coup.research.knowledge",
        "legal_actions": "coup.vectors.seen",
        "move_of": "coup.vectors.seen",
        "observation": "coup.vectors.seen",
        "solve": "coup.research.endgame",
    },
)


def pettingzoo_env(
    players: int = 4, ruleset: "str | Ruleset" = "classic", render_mode: str | None = None
) -> Any:
    """Coup as an environment of PettingZoo; `coup.research.pettingzoo` describes it."""
    from coup.research.pettingzoo import env

    return env(players, ruleset, render_mode)


def gymnasium_env(**arguments: Any) -> Any:
    """Coup as an environment of Gymnasium; its arguments are those of `CoupEnv`."""
    from coup.research.gymnasium import CoupEnv

    return CoupEnv(**arguments)
