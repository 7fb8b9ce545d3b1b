"""Data sets of games as Parquet files (the extra `data`): written in shards, and read as arrays.

A folder has a data card, its plan, and three folders with a file for each shard: `decisions` with
observations, masks and actions, `games` with results, and `hidden` with the face-down cards.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coup import __version__
from coup.research.networks import seated
from coup.research.recording import AT_ONCE, Decisions, Outcomes, Recorder
from coup.rules.errors import CoupError, install
from coup.rules.kernel import ROLES
from coup.rules.rulesets import Ruleset
from coup.rules.rulesets import ruleset as find_ruleset
from coup.rules.seeds import check_seed
from coup.rules.state import SEATS
from coup.vectors.encoding import Encoding, encoding_of
from coup.vectors.observation import VERSION

PLAN = "dataset.json"
CARD = "README.md"
MOST_PLAYED = 1 << 32
LONGEST = 200
"""Turns after which a game is a draw, so that every game ends."""


def arrow() -> Any:
    """pyarrow, with its module for Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as missing:
        raise CoupError(f"data sets need the extra `data`: {install('data')} ({missing})") from None
    return pyarrow


@dataclass(frozen=True)
class DatasetPlan:
    """What a data set holds; it determines the games.

    players: who plays; from game to game they move by one seat.
    ruleset: its name; after LONGEST turns a game is a draw.
    games, shard: the number of games, and of games per file.
    observation, made_by: the version of the observations, and of this package.
    """

    players: tuple[str, ...]
    ruleset: str
    seed: int
    games: int
    shard: int
    observation: int = VERSION
    made_by: str = __version__

    @property
    def shards(self) -> int:
        return -(-self.games // self.shard)

    @property
    def encoding(self) -> Encoding:
        """The layout of its observations, and the meaning of its action numbers."""
        return encoding_of(find_ruleset(self.ruleset))

    @property
    def version_text(self) -> str:
        """The version of its observations, in the words of its card."""
        small = self.encoding.room == SEATS
        return str(self.observation) if small else f"{self.observation} for ten seats"

    def games_of(self, shard: int) -> range:
        """The numbers of the games of a shard."""
        return range(shard * self.shard, min(self.games, (shard + 1) * self.shard))


def rules_of(name: str) -> Ruleset:
    """A ruleset with a turn limit, so that every game ends."""
    return replace(find_ruleset(name), turn_limit=LONGEST)


def checked_plan(
    players: tuple[str, ...], ruleset: str, seed: int, games: int, shard: int
) -> DatasetPlan:
    """A plan; refuses one that cannot be carried out."""
    check_names(players)
    rules_of(ruleset).check_seats(len(players))
    check_seed(seed)
    if not 0 < games <= MOST_PLAYED:
        raise CoupError(f"a data set has 1 to {MOST_PLAYED:,} games, not {games}")
    if not 0 < shard <= 100_000:
        raise CoupError(f"a shard has 1 to 100,000 games, not {shard}")
    Recorder(
        players, rules_of(ruleset), seed, 1
    )  # raises, with the reason, if a player cannot play
    version = encoding_of(rules_of(ruleset)).version
    return DatasetPlan(players, ruleset, seed, games, shard, version)


def check_names(players: Iterable[str]) -> None:
    """Refuse players that there are not; `Recorder` refuses those that do not know the rules."""
    for name in players:
        seated(name, 2)


def begin(folder: Path, plan: DatasetPlan) -> None:
    """Make the folder of a data set, or resume one of the same plan."""
    path = folder / PLAN
    if path.exists():
        if read_plan(folder) != plan:
            raise CoupError(f"{folder} holds another data set; choose another folder")
        return
    if folder.exists() and any(folder.iterdir()):
        raise CoupError(f"{folder} is not empty and holds no data set; choose another folder")
    for name in ("decisions", "games", "hidden"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(plan), indent=2) + "\n", encoding="utf-8")


def read_plan(folder: Path) -> DatasetPlan:
    """The plan of a data set."""
    try:
        found = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        return DatasetPlan(**found | {"players": tuple(found["players"])})
    except FileNotFoundError:
        raise CoupError(f"{folder} holds no data set: there is no {PLAN}") from None
    except (ValueError, TypeError, KeyError):
        raise CoupError(f"{folder / PLAN} is not the plan of a data set") from None


def missing_shards(folder: Path, plan: DatasetPlan) -> list[int]:
    """The shards that are still to be written."""
    return [each for each in range(plan.shards) if not file_of(folder, "games", each).exists()]


def file_of(folder: Path, part: str, shard: int) -> Path:
    return folder / part / f"{shard:05}.parquet"


def write_shard(folder: Path, plan: DatasetPlan, shard: int) -> int:
    """Play the games of a shard and write them; returns the number of decisions."""
    games = plan.games_of(shard)
    rows = min(AT_ONCE, len(games))
    recorder = Recorder(plan.players, rules_of(plan.ruleset), plan.seed, rows)
    decisions, results = recorder.play(games)
    write(file_of(folder, "hidden", shard), hidden_table(decisions))
    write(file_of(folder, "decisions", shard), decisions_table(decisions))
    write(file_of(folder, "games", shard), games_table(plan, results))  # last: the shard is done
    return len(decisions.game)


def write(path: Path, table: Any) -> None:
    """Write a file atomically."""
    unfinished = path.with_suffix(".part")
    how: dict[str, Any] = {"compression": "zstd", "compression_level": 1, "use_dictionary": False}
    arrow().parquet.write_table(table, unfinished, **how)
    unfinished.replace(path)


def rows_of_bytes(array: NDArray[Any]) -> Any:
    """A column with the bytes of each row."""
    pa = arrow()
    rows, width = array.shape
    data = pa.py_buffer(np.ascontiguousarray(array))
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), rows, [None, data])


def decisions_table(found: Decisions) -> Any:
    columns = {
        "game": found.game,
        "number": found.number,
        "seat": found.seat,
        "observation": rows_of_bytes(found.observation),
        "legal": found.legal if found.legal.ndim == 1 else rows_of_bytes(found.legal),
        "action": found.action,
    }
    return arrow().table(columns)


def hidden_table(found: Decisions) -> Any:
    columns = {"game": found.game, "number": found.number, "hands": rows_of_bytes(found.hands)}
    return arrow().table(columns)


def games_table(plan: DatasetPlan, found: Outcomes) -> Any:
    pa = arrow()
    turned = [[*plan.players[first:], *plan.players[:first]] for first in range(len(plan.players))]
    players = pa.array([turned[first] for first in found.first], pa.list_(pa.string()))
    columns = {
        "game": found.game,
        "players": players,
        "winner": found.winner,
        "turns": found.turns,
        "decisions": found.decisions,
    }
    return arrow().table(columns)


def write_card(folder: Path, plan: DatasetPlan) -> None:
    """Write the data card: what this is, how it was made, what the columns hold."""
    found = Dataset(folder)
    wins = Counter(found.winners.tolist())
    lengths = [
        arrow().parquet.read_metadata(file_of(folder, "decisions", each)).num_rows
        for each in found.numbers
    ]
    seats = ", ".join(f"seat {seat}: {wins[seat]:,}" for seat in range(len(plan.players)))
    (folder / CARD).write_text(
        CARD_TEXT.format(
            games=plan.games,
            decisions=sum(lengths),
            shards=plan.shards,
            players=",".join(plan.players),
            ruleset=plan.ruleset,
            seed=plan.seed,
            shard=plan.shard,
            version=plan.version_text,
            legal=LEGAL[plan.encoding.room == SEATS].format(bytes=-(-plan.encoding.actions // 8)),
            made_by=plan.made_by,
            wins=seats,
            drawn=wins[-1],
            size=plan.encoding.size,
            hands=plan.encoding.room * ROLES,
            longest=LONGEST,
        ),
        encoding="utf-8",
    )


LEGAL = {
    True: "int64 | bit n is set if action n was legal",
    False: "{bytes} bytes | bit n modulo 8 of byte n / 8 is set if action n was legal",
}
"""The column of legal actions: one number if they fit into it."""
CARD_TEXT = """\
# {games:,} games of Coup

{decisions:,} decisions of {players}, by the ruleset `{ruleset}`, in {shards:,} shards. From game to
game the players move on by a seat. Won by {wins}; drawn at {longest} turns: {drawn:,}.

Made by coup-game {made_by}; the same command makes the same games again:

    coup dataset FOLDER --bots {players} --ruleset {ruleset} \\
        --games {games} --seed {seed} --shard {shard}

## Files

`decisions/*.parquet`, a row for each question to a seat, in the order of games and of time:

| column | type | what |
| --- | --- | --- |
| `game` | int64 | the number of the game |
| `number` | int16 | which of its decisions |
| `seat` | int8 | whose; seat 0 begins |
| `observation` | {size} bytes | what the seat knew, as int8: observations of version {version} |
| `legal` | {legal} |
| `action` | int8 | what the seat did |

`games/*.parquet`, a row for each game: `game`, `players` by seat, `winner` (a seat, -1 if drawn),
`turns` (counted up to 120) and `decisions`.

`hidden/*.parquet` holds what no player saw. A row for each decision: `game`, `number`, and `hands`,
{hands} bytes: the face-down cards of all seats by role, clockwise from the seat that decided. Keep
it away from policies; it is for critics and for learning what to believe.

## Read it

    from coup.research import Dataset
    for shard in Dataset("FOLDER").shards():
        shard.observation, shard.legal, shard.action, shard.reward

## What it is not

Games between programs, not people: how often they bluff says nothing about how often people do.
Each number of seats, ruleset and set of players is a data set of its own.
"""


class Shard(NamedTuple):
    """The decisions of some games, one row for each.

    game, number, seat: the game, the number of the decision in it, and who decided.
    observation: what the seat knew (docs/observation.md).
    legal: which actions it could choose.
    action: the one that it chose.
    reward: its reward at the end of the game.
    hands: the face-down cards of all seats by role, clockwise from it; None unless asked for.
    """

    game: NDArray[np.int64]
    number: NDArray[np.int16]
    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    legal: NDArray[np.bool_]
    action: NDArray[np.int8]
    reward: NDArray[np.float32]
    hands: NDArray[np.int8] | None


class Dataset:
    """A data set written by `coup dataset`, perhaps unfinished.

    plan: what it holds.
    numbers: the numbers of the finished shards.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.plan = read_plan(self.folder)
        version = self.plan.encoding.version
        if self.plan.observation != version:
            raise CoupError(
                f"{self.folder} has observations of version {self.plan.observation}, not {version}"
            )
        there = (file_of(self.folder, "games", shard) for shard in range(self.plan.shards))
        self.numbers = [number for number, path in enumerate(there) if path.exists()]

    @cached_property
    def winners(self) -> NDArray[np.int8]:
        """The winning seat of each game in the finished shards; -1 at the turn limit."""
        tables = [self._read("games", shard)["winner"].to_numpy() for shard in self.numbers]
        return np.concatenate([np.empty(0, np.int8), *tables])

    def shards(self, hidden: bool = False) -> Iterator[Shard]:
        """The decisions of each shard, one after the other.

        hidden: whether to add all face-down cards, for critics and for learning beliefs.
        """
        for number in self.numbers:
            yield self.shard(number, hidden)

    def shard(self, number: int, hidden: bool = False) -> Shard:
        """The decisions of one shard."""
        table, games = self._read("decisions", number), self._read("games", number)
        game, seat = table["game"].to_numpy(), table["seat"].to_numpy()
        winner = games["winner"].to_numpy()[game - game[0]]
        seats = len(self.plan.players)
        reward = np.where(winner < 0, 0, np.where(winner == seat, 1, -1 / (seats - 1)))
        encoding = self.plan.encoding
        return Shard(
            *(game, table["number"].to_numpy(), seat),
            observation=bytes_of(table["observation"], encoding.size),
            legal=legal_in(table["legal"], encoding),
            action=table["action"].to_numpy(),
            reward=reward.astype(np.float32),
            hands=self._hands(number) if hidden else None,
        )

    def _hands(self, shard: int) -> NDArray[np.int8]:
        """The face-down cards of all seats."""
        return bytes_of(self._read("hidden", shard)["hands"], self.plan.encoding.room * ROLES)

    def _read(self, part: str, shard: int) -> Any:
        path = file_of(self.folder, part, shard)
        try:
            return arrow().parquet.read_table(path)
        except (OSError, ValueError) as error:
            raise CoupError(f"{path} cannot be read: {error}") from None


def legal_in(column: Any, encoding: Encoding) -> NDArray[np.bool_]:
    """Which actions were legal, a row for each decision."""
    bits: NDArray[Any]
    if encoding.room == SEATS:
        bits = column.to_numpy()[:, None] >> np.arange(encoding.actions) & 1
    else:
        packed = bytes_of(column, -(-encoding.actions // 8)).view(np.uint8)
        bits = np.unpackbits(packed, axis=1, count=encoding.actions, bitorder="little")
    return bits.astype(np.bool_)


def bytes_of(column: Any, width: int) -> NDArray[np.int8]:
    """A column of bytes as an array of numbers."""
    parts = [
        np.frombuffer(each.buffers()[1], np.int8, len(each) * width, each.offset * width)
        for each in column.chunks
    ]
    return np.concatenate(parts).reshape(-1, width)
