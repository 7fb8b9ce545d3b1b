"""A scripted client for tests in a browser, which works without an event loop."""

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import connect

from tests.server.running import Running

ALL_DUKES: dict[str, Any] = {
    "roles": ["duke"],
    "copies": 9,
    "assassinate": None,
    "steal": None,
    "exchange": None,
    "block_assassinate": [],
    "block_steal": [],
}
"""House rules that let everybody prove the Duke."""


class Puppet:
    """A client at a table."""

    def __init__(self, server: Running, table: str, token: str | None = None) -> None:
        self.token = token or server.token()
        self.table = table
        self.sent = 0
        self.state: dict[str, Any] = {}
        self.stack = ExitStack()
        self.wire = self.stack.enter_context(connect(f"{server.url.replace('http', 'ws')}/ws"))
        self._tell({"type": "hello", "v": 1, "table": table, "token": self.token})
        self._hear()

    def _tell(self, message: dict[str, Any]) -> None:
        self.wire.send(json.dumps(message))

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.wire.recv(20))
        if message["type"] == "state":
            self.state = message
        return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and read its reply, and a state that includes its effect."""
        self.sent += 1
        message_id = f"p{self.sent}"
        self._tell({"type": kind, "id": message_id, **fields})
        while (reply := self._hear()).get("id") != message_id:
            pass
        while self.state.get("number", 0) < (reply.get("number") or 0):
            self._hear()
        return reply

    def until(self, wanted: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """Wait for a state of the table."""
        while not wanted(self.state):
            self._hear()
        return self.state

    def asked(self) -> list[str]:
        """The legal moves, once this client is asked."""
        state = self.until(lambda state: state["question"] and state["question"]["mine"])
        return list(state["view"]["legal_moves"])

    def answer(self, move: str) -> None:
        """Answer the current or next question."""
        assert move in self.asked()
        reply = self.ask("answer", question=self.state["question"]["number"], move=move)
        assert reply["type"] == "done", reply

    def close(self) -> None:
        """Disconnect."""
        self.stack.close()


def open_table(server: Running, name: str = "Bob", **settings: Any) -> Puppet:
    """A client that has opened a table."""
    token = server.token()
    table = server.open_table(token, name, settings={"public": False, **settings})
    return Puppet(server, table, token)


def sit_down(server: Running, host: Puppet, name: str) -> Puppet:
    """Another client at the table."""
    puppet = Puppet(server, host.table)
    puppet.ask("sit", name=name)
    return puppet
