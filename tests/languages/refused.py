"""All sentences that say why something cannot be done, found in the source, with something in the
place of what is only known later."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import coup.server
from coup.hosting.entrants import WHO_PLAYS
from coup.server import http_protocol as gate
from coup.server import middleware as shield
from coup.server.naming import NO_TABLE
from coup.server.store import Aside

T = TypeVar("T", bound=ast.AST)
SERVER = Path(coup.server.__file__).parent
HOUSE = SERVER.parent
SAYS = {
    "Refused": 0,
    "NoSuchThing": 0,
    "RulesetError": 0,
    "_refuse": 0,
    "_refused": 1,
    "_refuse_and_close": 1,
    "PydanticCustomError": 1,
    "HTTPException": 1,
}
"""What says that something cannot be done, and which of its arguments is the sentence."""
AT_HOME = (
    "bots/__init__.py",
    "bots/styles.py",
    "bots/shark.py",
    "hosting/agents.py",
    "hosting/entrants.py",
    "hosting/evening.py",
    "hosting/lesson.py",
    "hosting/loading.py",
    "http/terms.py",
    "rules/rulesets.py",
    "seating.py",
    "terminal/replay.py",
    "terminal/saves.py",
    "terminal/setup.py",
    "terminal/start.py",
    "terminal/welcome.py",
)
"""What refuses something to people at a keyboard. On the server a `CoupError` that is not `Refused`
is for those who run it."""
RETURNED = (SERVER / "messages.py", HOUSE / "seating.py")
"""Where functions return such sentences."""
CODE_ONLY = (
    "'3' cannot play",
    "3: 3",
    "hands",
    "the players are given as a list",
    "a ruleset's name is a printable text",
    "a ruleset is a name or a Ruleset",
    "3 has no '3', only",
    "sides and a reserve can be played",
)
"""How sentences begin that only programs cause, or that the system says."""
MADE = {
    "' or '.join": "3 or 4",
    "count(": "3 things",
    "who": "3 things",
    "where_it_breaks": "breaks off after 3 characters",
    "offered(": "it has 3",
    "WHO_PLAYS": WHO_PLAYS,
    "hint(": "did you mean 3?",
}
"""What stands in a place, by the code that makes it."""


def refusals() -> set[str]:
    """All of them."""
    found = {gate.CROWDED, shield.TOO_OFTEN, shield.OTHER_SITE, str(Aside()), NO_TABLE}
    for path in SERVER.rglob("*.py"):
        found |= {text for call in nodes(path, ast.Call) for text in refused_by(call, SAYS)}
    for name in AT_HOME:
        calls = nodes(HOUSE / name, ast.Call)
        found |= {text for call in calls for text in refused_by(call, SAYS | {"CoupError": 0})}
    for path in RETURNED:
        found |= {text for end in nodes(path, ast.Return) for text in sentence_in(end.value)}
    return {text for text in found if text and not text.startswith(CODE_ONLY)}


def nodes(path: Path, kind: type[T]) -> Iterator[T]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, kind):
            yield node


def refused_by(call: ast.Call, says: dict[str, int]) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    place = says.get(name)
    if place is not None and len(call.args) > place:
        yield from sentence_in(call.args[place])


def sentence_in(node: ast.expr | None) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(map(part, node.values))


def part(piece: ast.expr) -> str:
    if isinstance(piece, ast.Constant):
        return str(piece.value)
    assert isinstance(piece, ast.FormattedValue)
    source = ast.unparse(piece.value)
    if source == "role" and piece.conversion < 0:
        return "duke"
    for sign, sample in MADE.items():
        if sign in source:
            return sample
    return "'3'" if piece.conversion == ord("r") else "3"
