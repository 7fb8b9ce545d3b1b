"""The options of `coup serve`, passed on to its workers."""

import json
import os
from dataclasses import asdict, dataclass

VARIABLE = "COUP_SERVER"


@dataclass(frozen=True)
class Config:
    """How a server runs.

    database: the address of the database.
    bots: bots besides the built-in ones.
    pace: seconds that bots take to think, on average.
    tables_per_hour: how many tables one address may open.
    connections_per_address: how many sockets one address may have open at a worker.
    requests_per_second: how many requests one address may send to a worker, on average.
    metrics: whether anybody may read the figures.
    url: the address that people are invited to, as in https://coup.example.org; empty for the one
        under which they have opened the page.
    keep_days: days without visitors after which a table is deleted; 0 for never.
    """

    database: str
    bots: tuple[str, ...] = ()
    pace: float = 1.2
    tables_per_hour: int = 30
    connections_per_address: int = 100
    requests_per_second: int = 100
    metrics: bool = False
    keep_days: int = 30
    url: str = ""

    @property
    def keep(self) -> float | None:
        """How long tables are kept, in seconds."""
        return self.keep_days * 24 * 3600.0 or None

    def hand_on(self) -> None:
        """Leave it where the workers of this process find it, in the environment."""
        os.environ[VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def handed_on(cls) -> "Config":
        """What the process that started this worker left in the environment. It is removed from
        there, since bots are other people's programs."""
        config = json.loads(os.environ.pop(VARIABLE))
        return cls(**{**config, "bots": tuple(config["bots"])})
