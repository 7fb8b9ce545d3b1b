"""Coup for research: observations, batches, environments for other libraries, and exact solutions
of small games. It uses the kernel and views; it must not know screens or tournaments."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coup.rules.rulesets import Ruleset


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
