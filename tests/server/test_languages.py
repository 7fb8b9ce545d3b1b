"""Whatever the server refuses with a sentence of its own, the page can say in other languages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import coup.server
from coup.server import http_protocol as gate
from coup.server import middleware as shield
from coup.server.store import Aside

SERVER = Path(coup.server.__file__).parent
LANGUAGE = SERVER / "page" / "lang" / "de.js"


def sentences() -> Iterator[str]:
    """All sentences, with something in the place of what is only known later."""
    yield from (gate.TOO_MANY, shield.TOO_OFTEN, shield.FOREIGN, str(Aside()))
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id in ("Refused", "NoSuchThing"):
                (said,) = node.args
                if isinstance(said, ast.Constant):
                    yield str(said.value)
                elif isinstance(said, ast.JoinedStr):
                    yield "".join(map(part, said.values))


def part(piece: ast.expr) -> str:
    if isinstance(piece, ast.Constant):
        return str(piece.value)
    assert isinstance(piece, ast.FormattedValue)
    return "'3'" if piece.conversion == ord("r") else "3"


def test_every_refusal_is_translated() -> None:
    listed = re.findall(r'^  \[/(.+)/, "(.+)"\],$', LANGUAGE.read_text(), re.MULTILINE)
    said = set(sentences())
    assert len(said) > 35
    for sentence in said:
        pattern, text = next(
            (each for each in listed if re.search(each[0], sentence)), ("", "nothing")
        )
        assert text != "nothing", sentence
        named = set(re.findall(r"\$(\d)", text))
        groups = set(map(str, range(1, re.compile(pattern).groups + 1)))
        assert named <= groups, sentence
    for pattern, _ in listed:
        some = pattern.replace("the host", "3")  # which stands in the place of a name
        assert any(re.search(some, sentence) for sentence in said), f"nobody says {pattern}"
