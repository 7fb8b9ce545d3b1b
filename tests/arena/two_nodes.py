"""Compares a tournament on a Ray cluster of two nodes with the same one without a cluster.

    python -m tests.arena.two_nodes

Both nodes run on this machine. The first one plays nothing. The second one plays everything; it
runs in another folder, with another home and another Python, which cannot import `coup`, so the
package and the players must be sent to it. The cluster asks for a token.
"""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import coup

SOURCE = Path(coup.__file__).parent.parent
AGENT = """
import os
from helper import answer

class Mine:
    def __init__(self, name="mine"):
        self.name = name
        with open(os.path.join(os.path.dirname(__file__), "data", "weights.txt")) as file:
            self.weights = file.read()
    def receive(self, line):
        pass
    def react(self, hint):
        return answer(hint, self.cards, self.weights)
"""
HELPER = """
def answer(hint, cards, weights):
    return {"turn": weights.strip(), "cb?": "pass"}.get(hint) or cards[0]
"""
GAMES = "60"
PATIENCE = 120.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def node(python: str, folder: Path, environment: dict[str, str], *arguments: str) -> Iterator[None]:
    """Start a node of a cluster, in a separate folder."""
    folder.mkdir()
    command = [python, "-m", "ray.scripts.scripts", "start", *arguments, "--block"]
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    process = subprocess.Popen(
        [*command, "--disable-usage-stats"],
        cwd=folder,
        env=plain | {"HOME": str(folder)} | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def arena(folder: Path, environment: dict[str, str], *arguments: str) -> Any:
    """The results of a tournament, without times."""
    players = [str(folder / "agents" / "mine.py"), "shark", "honest"]
    command = [sys.executable, "-m", "coup", "arena", *players, "-n", GAMES, "--seed", "7"]
    done = subprocess.run(
        [*command, "--json", *arguments],
        env={**os.environ, "PYTHONPATH": str(SOURCE)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stderr)
    return without_times(json.loads(done.stdout))


def without_times(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: without_times(value) for key, value in found.items() if "seconds" not in key}
    return [without_times(each) for each in found] if isinstance(found, list) else found


def differences(one: Any, two: Any, where: str = "") -> Iterator[str]:
    """The differences between two results."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differences(one[key], two[key], f"{where} {key}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for number, pair in enumerate(zip(one, two, strict=True)):
            yield from differences(*pair, f"{where} {number}")
    elif one != two:
        yield f"{where}: {one} alone, {two} on the cluster"


def wait_for(port: int) -> None:
    """Wait until a port is open."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    sys.exit("the first node does not start")


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="coup-") as name:
        folder = Path(name)
        agents = folder / "agents"
        (agents / "data").mkdir(parents=True)
        (agents / "mine.py").write_text(AGENT)
        (agents / "helper.py").write_text(HELPER)
        (agents / "data" / "weights.txt").write_text("tax\n")
        port = free_port()
        address = f"127.0.0.1:{port}"
        token = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
        bare = str(getattr(sys, "_base_executable", sys.executable))
        libraries = {"PYTHONPATH": sysconfig.get_path("purelib")}
        head = ["--head", "--port", str(port), "--num-cpus", "0", "--include-dashboard=false"]
        head += ["--node-ip-address", "127.0.0.1", "--temp-dir", str(folder / "ray")]
        known = subprocess.run(
            [bare, "-c", "import coup"],
            env={**libraries, "PATH": os.environ["PATH"]},
            cwd=folder,
            capture_output=True,
            check=False,
        )
        print("the second node's Python can import coup:", known.returncode == 0)
        print("without a cluster ...", flush=True)
        begin = time.monotonic()
        alone = arena(folder, {})
        print(f"  {time.monotonic() - begin:.1f} s; starting two nodes ...", flush=True)
        with node(sys.executable, folder / "one", token, *head):
            wait_for(port)
            member = ["--address", address, "--num-cpus", "2", "--node-ip-address", "127.0.0.1"]
            with node(bare, folder / "two", token | libraries, *member):
                time.sleep(5)
                begin = time.monotonic()
                together = arena(folder, token, "--ray", address)
                print(f"on the cluster: {time.monotonic() - begin:.1f} s")
        print(*differences(alone, together), sep="\n", end="")
        print("the results are equal:", together == alone)
        sys.exit(known.returncode == 0 or together != alone)


if __name__ == "__main__":
    main()
