"""Plays a tournament's games on a Ray cluster. The package and the players' folders are sent to its
nodes, which need nothing of ours."""

import atexit
import logging
import os
import shutil
import socket
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import coup
from coup.arena.journal import coup_path
from coup.arena.plan import Conditions, TournamentPlan
from coup.arena.statistics import Statistics
from coup.arena.workers import BREAKS, SAME_HASHES, Worker
from coup.hosting.entrants import Entrant, split
from coup.rules.errors import CoupError, install

LOCAL, AUTO = "local", "auto"
PATIENCE = 5.0  # seconds to wait for a connection
LARGEST = 64 << 20  # bytes of a player's folder, at most
HOW_TO_SAY_IT = (
    "put its token, which `ray get-auth-token` prints there, into RAY_AUTH_TOKEN here, and set "
    "RAY_AUTH_MODE=token"
)


class Cluster:
    """A crew on a Ray cluster.

    address: `local` starts a cluster here; `auto` is the running one, or else a local one.
    """

    lasting = False

    def __init__(
        self,
        address: str,
        plan: TournamentPlan,
        conditions: Conditions,
        records: int,
        coup_files: Path | None,
    ) -> None:
        self.ray = connected(address)
        self.size = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.deaths: tuple[type[BaseException], ...] = (self.ray.exceptions.WorkerCrashedError,)
        self.coup_files = coup_files
        job = Job(plan, conditions, records, coup_files is not None, parcels(plan.entrants))
        self.job = self.ray.put(job)
        self.play = self.ray.remote(max_retries=BREAKS, retry_exceptions=False)(play_remotely)

    def submit(self, numbers: range, lane: int) -> "Future[tuple[Statistics, float]]":
        """Submit games to the cluster; their game files are written on this machine."""
        delivered: Future[tuple[Statistics, float]] = Future()
        played = self.play.remote(self.job, numbers).future()
        played.add_done_callback(lambda done: self.deliver(done, delivered))
        return delivered

    def deliver(self, done: "Future[Delivered]", to: "Future[tuple[Statistics, float]]") -> None:
        """Pass on what a node has returned."""
        try:
            played = done.result()
            for number, text in played.coup_files.items():
                assert self.coup_files is not None
                coup_path(self.coup_files, number).write_text(text, encoding="utf-8", newline="\n")
        except BaseException as error:
            to.set_exception(error)
        else:
            to.set_result((played.tally, played.seconds))

    def renew(self, lane: int) -> None:
        """Do nothing: Ray replaces workers itself."""

    def close(self) -> None:
        self.ray.shutdown()


# Connecting.


def connected(address: str) -> Any:
    """Ray, connected to a cluster."""
    try:
        import ray
    except ImportError:
        raise CoupError(f"--ray needs the package ray: {install('ray')}") from None
    logging.getLogger("ray").setLevel(logging.ERROR)
    where = find(address)
    if where is None:
        ray.init(address=LOCAL, include_dashboard=False, **options())
        return ray
    try:
        ray.init(address=where, **options(package=True))
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        why = str(error).splitlines()[0]
        raise CoupError(f"--ray: no cluster at {where}: {why:.200}") from None
    return ray


def options(package: bool = False) -> dict[str, Any]:
    """Options for Ray; with our package, for nodes that may not have it."""
    environment: dict[str, Any] = {"env_vars": SAME_HASHES}
    if package:
        environment["py_modules"] = [str(Path(coup.__file__).parent)]
        environment["excludes"] = ["__pycache__"]
    return {"logging_level": "ERROR", "log_to_driver": False, "runtime_env": environment}


def find(address: str) -> str | None:
    """The address of the cluster; None if one has to be started here."""
    if address == LOCAL:
        return None
    where = running_here() if address == AUTO else address
    if where is None or where == LOCAL:
        return None
    try:
        reach(where)
    except OSError as error:
        if address == AUTO and "RAY_ADDRESS" not in os.environ:
            return None  # traces of a cluster that has ended
        raise CoupError(f"--ray: no cluster at {where}: {error.strerror or error}") from None
    check_token(where)
    return where


def running_here() -> str | None:
    """The address of the cluster that this machine belongs to, if there is one."""
    from ray._private.services import canonicalize_bootstrap_address

    try:
        where: str | None = canonicalize_bootstrap_address(AUTO)
    except ConnectionError:
        return None
    return where


def reach(address: str) -> None:
    """Fail immediately if there is no cluster; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        raise CoupError(
            f"--ray: an address looks like 10.0.0.1:6379, or is `auto` or `local`, not "
            f"{address!r:.60}; without one, --ray comes last"
        )
    socket.create_connection((host, int(port)), timeout=PATIENCE).close()


def check_token(address: str) -> None:
    """Fail immediately if a cluster asks for a token that we do not have. Use this machine's token
    unless the environment says which to use."""
    if address.startswith("ray://") or accepts(address):
        return
    said = "RAY_AUTH_MODE" in os.environ
    if not said and use_token() and accepts(address):
        return
    refused = said and has_token()
    what = "a token, and the one that is set here is not accepted" if refused else "a token"
    raise CoupError(f"--ray: the cluster at {address} asks for {what}: {HOW_TO_SAY_IT}")


def accepts(address: str) -> bool:
    """Whether a cluster accepts us."""
    try:
        from ray.exceptions import AuthenticationError
    except ImportError:  # a version of Ray without tokens
        return True
    if os.environ.get("RAY_AUTH_MODE", "").lower() == "token" and not has_token():
        return False  # connecting would end this process, without a word
    raylet: Any = import_module("ray._raylet")
    try:
        with quiet():
            raylet.GcsClient(address=address)
    except AuthenticationError:
        return False
    except Exception:  # connecting will report any other error
        return True
    return True


@contextmanager
def quiet() -> Iterator[None]:
    """Hide what Ray writes to the error output past Python."""
    errors, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(errors, 2)
        os.close(errors)
        os.close(nowhere)


def has_token() -> bool:
    """Whether this machine has a token, of whatever cluster."""
    raylet: Any = import_module("ray._raylet")
    return bool(raylet.AuthenticationTokenLoader.instance().has_token(ignore_auth_mode=True))


def use_token() -> bool:
    """Use the token of this machine, if there is one."""
    from ray._private.authentication import authentication_token_setup as setup

    return bool(setup.maybe_enable_token_auth_if_token_available(warn_if_disabled=False))


# Sending.


class Parcel(NamedTuple):
    """A player's folder: its files, by their paths in it."""

    folder: str
    files: tuple[tuple[str, bytes], ...]


class Job(NamedTuple):
    """Everything that a node needs to know."""

    plan: TournamentPlan
    conditions: Conditions
    records: int
    coup_files: bool
    parcels: tuple[Parcel, ...]


class Delivered(NamedTuple):
    """What a node returns."""

    tally: Statistics
    seconds: float
    coup_files: dict[int, str]


def parcels(entrants: Iterable[Entrant]) -> tuple[Parcel, ...]:
    """The folders of all players from files."""
    files = [split(str(entrant.source))[0] for entrant in entrants if entrant.is_file]
    folders = sorted({file.parent for file in files})
    return tuple(Parcel(str(folder), tuple(contents(folder))) for folder in folders)


def contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files in a folder and below, except hidden ones and Python's caches."""
    size = 0
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in parts):
            size += path.stat().st_size
            if size > LARGEST:
                raise CoupError(
                    f"--ray: {folder} holds more than {LARGEST >> 20} MiB, too much to be sent to "
                    "a cluster: put the player into a folder of its own"
                )
            yield "/".join(parts), path.read_bytes()


@lru_cache(maxsize=64)
def unpacked(parcel: Parcel) -> Path:
    """The folder with a parcel's files on this node."""
    folder = Path(tempfile.mkdtemp(prefix="coup-")).resolve()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name, data in parcel.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def moved(entrant: Entrant, folders: dict[str, Path]) -> Entrant:
    """An entrant with its path on this node."""
    if not entrant.is_file:
        return entrant
    path, name = split(str(entrant.source))
    here = folders[str(path.parent)] / path.name
    return replace(entrant, source=f"{here}:{name}" if name else str(here))


def play_remotely(job: Job, numbers: range) -> Delivered:
    """Play some games in a process of Ray."""
    folders = {parcel.folder: unpacked(parcel) for parcel in job.parcels}
    entrants = tuple(moved(entrant, folders) for entrant in job.plan.entrants)
    plan = replace(job.plan, entrants=entrants)
    with tempfile.TemporaryDirectory(prefix="coup-") as folder:
        files = Path(folder) if job.coup_files else None
        coup_path(Path(folder), 0).parent.mkdir(exist_ok=True)
        worker = Worker(plan, job.conditions, job.records, files)
        try:
            tally, seconds = worker.play(numbers)
        finally:
            worker.close()
        put_back(tally, folders)
        return Delivered(tally, seconds, game_files(files, numbers))


def put_back(tally: Statistics, folders: dict[str, Path]) -> None:
    """Restore the original paths of players in records and tracebacks."""
    for there, here in folders.items():
        for number, line in tally.records.items():
            tally.records[number] = line.replace(str(here), there)
        for who, mishap in tally.mishaps.items():
            tally.mishaps[who] = mishap._replace(why=mishap.why.replace(str(here), there))


def game_files(folder: Path | None, numbers: range) -> dict[int, str]:
    """The game files of some games, by their numbers."""
    if folder is None:
        return {}
    return {number: coup_path(folder, number).read_text(encoding="utf-8") for number in numbers}
