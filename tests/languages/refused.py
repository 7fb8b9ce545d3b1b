"""All sentences that say why something cannot be done, found in the source, with something in the
place of what is only known later."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import coup.server
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
ROOMS = (*SERVER.rglob("*.py"), HOUSE / "rules" / "rulesets.py")
RETURNED = (SERVER / "invalid.py",)
"""Where functions return such sentences."""
IN_CODE = (
    "a ruleset's name is a printable text",
    "a ruleset is a name or a Ruleset",
    "3 has no '3', only",
    "sides and a reserve can be played",
)
"""How sentences begin that only programs cause."""


def refusals() -> set[str]:
    """All of them."""
    found = {gate.TOO_MANY, shield.TOO_OFTEN, shield.FOREIGN, str(Aside()), NO_TABLE}
    for path in ROOMS:
        found |= {text for call in nodes(path, ast.Call) for text in refused_by(call)}
    for path in RETURNED:
        found |= {text for end in nodes(path, ast.Return) for text in sentence_in(end.value)}
    return {text for text in found if not text.startswith(IN_CODE)}


def nodes(path: Path, kind: type[T]) -> Iterator[T]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, kind):
            yield node


def refused_by(call: ast.Call) -> Iterator[str]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)
    place = SAYS.get(name)
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
    if ast.unparse(piece.value) == "role" and piece.conversion < 0:
        return "duke"
    if "' or '.join" in ast.unparse(piece.value):
        return "3 or 4"
    return "'3'" if piece.conversion == ord("r") else "3"
