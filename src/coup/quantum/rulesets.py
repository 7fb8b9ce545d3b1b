"""The readings of Quantum Coup: one frozen dataclass."""

import dataclasses
from dataclasses import dataclass
from typing import Literal, get_args

from coup.rules.errors import CoupError

Exchange = Literal["none", "all", "one", "ambassador"]
Blocks = Literal["target", "anybody"]
EXCHANGES = "none, all, one or ambassador"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """How Quantum Coup is played at one table.

    >>> print(Ruleset(exchange="all", forced_coup=True))
    forced_coup=True, exchange='all'

    forced_coup: whether a seat that begins its turn with 10 coins must coup.
    exchange: what an exchange, the Ambassador's action, does. `none`: there is none; `all`: all
        living cards become void; `one`: one living card of choice does; `ambassador`: only the
        Ambassador itself does.
    first_coins: the first player's coins at the start; everybody else has 2.
    blocks: who may block a steal or an assassination: its `target`, or `anybody`.
    """

    forced_coup: bool = False
    exchange: Exchange = "none"
    first_coins: int = 2
    blocks: Blocks = "target"

    def __post_init__(self) -> None:
        if type(self.forced_coup) is not bool:
            raise CoupError(f"forced_coup must be True or False, not {self.forced_coup!r:.60}")
        if self.exchange not in get_args(Exchange):
            raise CoupError(f"exchange must be {EXCHANGES}, not {self.exchange!r:.60}")
        if type(self.first_coins) is not int or not 0 <= self.first_coins <= 10:
            raise CoupError(f"first_coins must be from 0 to 10, not {self.first_coins!r:.60}")
        if self.blocks not in get_args(Blocks):
            raise CoupError(f"blocks must be target or anybody, not {self.blocks!r:.60}")

    def __str__(self) -> str:
        """What is different from the default reading."""
        return (
            ", ".join(
                f"{field.name}={getattr(self, field.name)!r}"
                for field in dataclasses.fields(self)
                if getattr(self, field.name) != field.default
            )
            or "the default reading"
        )


DEFAULT = Ruleset()
